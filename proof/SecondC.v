(** After a disc in the third column, the second player at least draws. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_second_c.
Import ListNotations.

Theorem c_does_not_win : holds 6 Yellow Yellow [[]; []; [Red]; []; []; []; []].
Proof. by_plan Plan_second_c.plan. Qed.
