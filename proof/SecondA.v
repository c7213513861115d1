(** After a disc in the leftmost column, the second player wins. *)
Require Import List.
From Foursight Require Import Game Plan.
From Foursight Require Plan_second_a.
Import ListNotations.

Theorem a_loses : wins 6 Yellow Yellow [[Red]; []; []; []; []; []; []].
Proof. by_plan Plan_second_a.plan. Qed.
