(** Smaller boards: who wins if neither player errs. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_5x4_first Plan_5x4_second Plan_5x5_first Plan_5x5_second Plan_6x4_second.
Import ListNotations.

Theorem draw_5x4 : holds 4 Red Red (empty 5) /\ holds 4 Yellow Red (empty 5).
Proof. split; [by_plan Plan_5x4_first.plan|by_plan Plan_5x4_second.plan]. Qed.

Theorem draw_5x5 : holds 5 Red Red (empty 5) /\ holds 5 Yellow Red (empty 5).
Proof. split; [by_plan Plan_5x5_first.plan|by_plan Plan_5x5_second.plan]. Qed.

Theorem second_player_wins_6x4 : wins 4 Yellow Red (empty 6).
Proof. by_plan Plan_6x4_second.plan. Qed.
