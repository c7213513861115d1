(** On the board of 6x5, nobody wins. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_6x5_first Plan_6x5_second.
Import ListNotations.

Theorem draw_6x5 : holds 5 Red Red (empty 6) /\ holds 5 Yellow Red (empty 6).
Proof. split; [by_plan Plan_6x5_first.plan|by_plan Plan_6x5_second.plan]. Qed.
