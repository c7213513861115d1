(** The first player wins Connect Four. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_first.
Import ListNotations.

Theorem first_player_wins : wins 6 Red Red (empty 7).
Proof. by_plan Plan_first.plan. Qed.
