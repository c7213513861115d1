(** After a disc in the third column, the first player at least draws. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_first_c.
Import ListNotations.

Theorem c_does_not_lose : holds 6 Red Yellow [[]; []; [Red]; []; []; []; []].
Proof. by_plan Plan_first_c.plan. Qed.
