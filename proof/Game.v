(** Connect Four: the rules, and what a player can achieve. Nothing here computes. *)
Require Import List.
Import ListNotations.

Inductive player := Red | Yellow.

Definition other (p : player) : player :=
  match p with Red => Yellow | Yellow => Red end.

(** A board lists its columns from the left, and each column its discs from the bottom. *)
Definition board := list (list player).

Definition empty (width : nat) : board := repeat [] width.

(** The disc in column x and row y, both counted from 0, if there is one. *)
Definition disc_at (b : board) (x y : nat) : option player := nth_error (nth x b []) y.

(** Player p drops a disc into a column that is not full yet. *)
Definition move (height : nat) (p : player) (b b' : board) : Prop :=
  exists left column right,
    b = left ++ column :: right /\ length column < height /\ b' = left ++ (column ++ [p]) :: right.

Inductive four (p : player) (b : board) : Prop :=
| horizontal x y : (forall i, i < 4 -> disc_at b (x + i) y = Some p) -> four p b
| vertical x y : (forall i, i < 4 -> disc_at b x (y + i) = Some p) -> four p b
| rising x y : (forall i, i < 4 -> disc_at b (x + i) (y + i) = Some p) -> four p b
| falling x y : (forall i j, i + j = 3 -> disc_at b (x + i) (y + j) = Some p) -> four p b.

Definition full (height : nat) (b : board) : Prop :=
  forall column, In column b -> length column = height.

Definition over (height : nat) (b : board) : Prop := four Red b \/ four Yellow b \/ full height b.

(** Player p can reach a board in [goal], whatever the other player does; q is to move on b. *)
Inductive forces (height : nat) (p : player) (goal : board -> Prop) : player -> board -> Prop :=
| reached q b : goal b -> forces height p goal q b
| own_move b b' : ~ over height b -> move height p b b' ->
    forces height p goal (other p) b' -> forces height p goal p b
| every_reply b : ~ over height b ->
    (forall b', move height (other p) b b' -> forces height p goal p b') ->
    forces height p goal (other p) b.

(** Player p wins; player p at least draws. *)
Definition wins (height : nat) (p : player) := forces height p (four p).
Definition holds (height : nat) (p : player) := forces height p (fun b =>
  four p b \/ full height b /\ ~ four (other p) b).
