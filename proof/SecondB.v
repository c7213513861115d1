(** After a disc in the second column, the second player wins. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_second_b.
Import ListNotations.

Theorem b_loses : wins 6 Yellow Yellow [[]; [Red]; []; []; []; []; []].
Proof. by_plan Plan_second_b.plan. Qed.
