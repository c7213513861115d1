(** Lines that a disc completes, mirror images, and sets of boards: what the checker computes, and why it is right. *)
Require Import List Arith Lia Bool.
From Foursight Require Import Game.
Import ListNotations.

Definition same (p q : player) : bool :=
  match p, q with Red, Red | Yellow, Yellow => true | _, _ => false end.

Lemma same_iff p q : same p q = true <-> p = q.
Proof. destruct p, q; simpl; split; congruence. Qed.

Lemma other_other p : other (other p) = p.
Proof. now destruct p. Qed.

(** ** Lines *)

(** Whether row y of a column has a disc of p. *)
Fixpoint has (p : player) (column : list player) (y : nat) : bool :=
  match column, y with
  | disc :: _, 0 => same p disc
  | _ :: column, S y => has p column y
  | [], _ => false
  end.

Inductive slope := Level | Up | Down.

(** The number of discs of p in successive columns, up to the first other cell, on a line through row y of the column
    before them. *)
Fixpoint run (p : player) (s : slope) (columns : board) (y : nat) : nat :=
  match columns with
  | [] => 0
  | column :: columns =>
      match s, y with
      | Level, y => if has p column y then S (run p s columns y) else 0
      | Up, y => if has p column (S y) then S (run p s columns (S y)) else 0
      | Down, 0 => 0
      | Down, S y => if has p column y then S (run p s columns y) else 0
      end
  end.

Definition at_least_3 (n : nat) : bool := match n with S (S (S _)) => true | _ => false end.

(** Whether the next disc of p in [column] completes a line. [left] lists the columns before it from right to left. *)
Definition completes (p : player) (left : board) (column : list player) (right : board) : bool :=
  let y := length column in
  (at_least_3 y && at_least_3 (run p Down [column; column; column] y))
  || at_least_3 (run p Level left y + run p Level right y)
  || at_least_3 (run p Down left y + run p Up right y)
  || at_least_3 (run p Up left y + run p Down right y).

Lemma at_least_3_iff n : at_least_3 n = true <-> 3 <= n.
Proof. destruct n as [|[|[|n]]]; simpl; split; (lia || congruence). Qed.

Lemma has_iff p column y : has p column y = true <-> nth_error column y = Some p.
Proof.
  revert y. induction column as [|disc column IH]; intros [|y]; simpl; try apply IH; try now split.
  rewrite same_iff. split; congruence.
Qed.

(** The row that a line reaches in the column i of [run]; for [Down], if i < y. *)
Definition row (s : slope) (y i : nat) : nat :=
  match s with Level => y | Up => y + 1 + i | Down => y - 1 - i end.

Lemma run_iff p s columns y n :
  n <= run p s columns y <->
  (s = Down -> n <= y) /\ forall i, i < n -> disc_at columns i (row s y i) = Some p.
Proof.
  unfold disc_at. revert y n. induction columns as [|column columns IH]; intros y n; simpl.
  { split; [intro; split; [|intros i]; lia|]. intros [_ H].
    destruct n; [lia|]. specialize (H 0 ltac:(lia)). now destruct (row s y 0). }
  assert (Step : forall y', row s y 0 = y' -> (s = Down -> 1 <= y) ->
    (forall i, row s y (S i) = row s y' i) -> (s = Down -> y = S y') ->
    n <= (if has p column y' then S (run p s columns y') else 0) <->
    (s = Down -> n <= y) /\ forall i, i < n ->
      nth_error (match i with 0 => column | S i => nth i columns [] end) (row s y i) = Some p).
  { intros y' R0 Y R L. destruct (has p column y') eqn:E.
    - apply has_iff in E. split.
      + intro H. destruct (proj1 (IH y' (n - 1)) ltac:(lia)) as [D N]. split.
        * intro. rewrite L by assumption. specialize (D ltac:(assumption)). lia.
        * intros [|i] I; [now rewrite R0|]. rewrite R. apply N. lia.
      + intros [D N]. destruct n as [|n]; [lia|]. apply le_n_S, IH. split.
        * intro. specialize (D ltac:(assumption)). rewrite L in D by assumption. lia.
        * intros i I. rewrite <- R. apply (N (S i)). lia.
    - split.
      + intro. split; intros; lia.
      + intros [_ N]. destruct n; [lia|]. specialize (N 0 ltac:(lia)). simpl in N.
        rewrite R0 in N. apply has_iff in N. congruence. }
  destruct s; simpl in Step |- *.
  - apply Step; (reflexivity || discriminate).
  - replace (y + 1 + 0) with (S y) in Step by lia. apply Step; try discriminate; lia.
  - destruct y as [|y]; [|apply Step; lia]. split; [intro; split; intros; lia|].
    intros [D _]. now apply D.
Qed.

Section Drop.
  Variables (p : player) (left : board) (column : list player) (right : board).
  Let before := rev left ++ column :: right.
  Let after := rev left ++ (column ++ [p]) :: right.
  Let x := length left.
  Let y := length column.

  Lemma nth_board (c : list player) z :
    nth z (rev left ++ c :: right) [] =
      if z <? x then nth (x - 1 - z) left [] else if z =? x then c else nth (z - x - 1) right [].
  Proof.
    unfold x. destruct (z <? length left) eqn:L.
    - apply Nat.ltb_lt in L. rewrite app_nth1 by now rewrite rev_length.
      rewrite rev_nth by assumption. f_equal. lia.
    - apply Nat.ltb_ge in L. rewrite app_nth2; rewrite rev_length; [|assumption].
      destruct (Nat.eqb_spec z (length left)) as [->|N]; [now rewrite Nat.sub_diag|].
      destruct (z - length left) eqn:E; [lia|]. simpl. f_equal. lia.
  Qed.

  Lemma disc_after z r :
    disc_at after z r = if (z =? x) && (r =? y) then Some p else disc_at before z r.
  Proof.
    unfold disc_at, after, before. rewrite !nth_board.
    destruct (z <? x) eqn:L.
    { apply Nat.ltb_lt in L. now rewrite (proj2 (Nat.eqb_neq z x)) by lia. }
    destruct (z =? x); simpl; [|reflexivity].
    destruct (Nat.eqb_spec r y) as [->|N].
    { now rewrite nth_error_app2, Nat.sub_diag. }
    destruct (Nat.lt_ge_cases r y) as [H|H]; [now rewrite nth_error_app1|].
    rewrite nth_error_app2 by assumption. rewrite (proj2 (nth_error_None column r)) by assumption.
    destruct (r - length column) as [|[|n]] eqn:E; [unfold y in *; lia| |]; reflexivity.
  Qed.

  (** A line of four whose cell k is the new disc, in the given rows of successive columns. *)
  Lemma slanted (sl sr : slope) (rows : nat -> nat) k :
    k < 4 -> k <= x -> rows k = y -> (sl = Down -> k <= y) -> (sr = Down -> 3 - k <= y) ->
    (forall i, i < k -> row sl y i = rows (k - 1 - i)) ->
    (forall i, i < 3 - k -> row sr y i = rows (k + 1 + i)) ->
    (k <= run p sl left y /\ 3 - k <= run p sr right y <->
     forall i, i < 4 -> disc_at after (x - k + i) (rows i) = Some p).
  Proof.
    intros K X Y DL DR L R. rewrite !run_iff. split.
    - intros [[_ HL] [_ HR]] i I. rewrite disc_after. unfold disc_at, before.
      destruct (Nat.lt_trichotomy i k) as [C|[->|C]].
      + rewrite (proj2 (Nat.eqb_neq _ _)) by lia. simpl.
        rewrite nth_board, (proj2 (Nat.ltb_lt _ _)) by lia.
        rewrite <- (HL (k - 1 - i)), L by lia. unfold disc_at.
        replace (x - 1 - (x - k + i)) with (k - 1 - i) by lia. now replace (k - 1 - (k - 1 - i)) with i by lia.
      + replace (x - k + k) with x by lia. now rewrite Y, !Nat.eqb_refl.
      + rewrite (proj2 (Nat.eqb_neq _ _)) by lia. simpl.
        rewrite nth_board, (proj2 (Nat.ltb_ge _ _)), (proj2 (Nat.eqb_neq _ _)) by lia.
        rewrite <- (HR (i - k - 1)), R by lia. unfold disc_at.
        replace (x - k + i - x - 1) with (i - k - 1) by lia. now replace (k + 1 + (i - k - 1)) with i by lia.
    - intro H. split; (split; [assumption|]); intros i I.
      + rewrite L by assumption. specialize (H (k - 1 - i) ltac:(lia)).
        rewrite disc_after, (proj2 (Nat.eqb_neq _ _)) in H by lia. simpl in H.
        unfold disc_at, before in H. rewrite nth_board, (proj2 (Nat.ltb_lt _ _)) in H by lia.
        rewrite <- H. unfold disc_at. now replace (x - 1 - (x - k + (k - 1 - i))) with i by lia.
      + rewrite R by assumption. specialize (H (k + 1 + i) ltac:(lia)).
        rewrite disc_after, (proj2 (Nat.eqb_neq _ _)) in H by lia. simpl in H. unfold disc_at, before in H.
        rewrite nth_board, (proj2 (Nat.ltb_ge _ _)), (proj2 (Nat.eqb_neq _ _)) in H by lia.
        rewrite <- H. unfold disc_at. now replace (x - k + (k + 1 + i) - x - 1) with i by lia.
  Qed.

  Lemma run_length s columns : run p s columns y <= length columns.
  Proof.
    generalize y. induction columns as [|c columns IH]; intro r; simpl; [lia|].
    destruct s, r; simpl; try destruct (has p c _); try lia; apply le_n_S, IH.
  Qed.

  Lemma run_down columns : run p Down columns y <= y.
  Proof. now apply (run_iff p Down columns y). Qed.

  (** k is the part of a line of four to the left of the new disc. *)
  Ltac choose_k k := match goal with
    H : 3 <= run p ?l left y + run p ?r right y |- _ =>
      pose proof (run_length l left); pose proof (run_down left); pose proof (run_down right);
      assert (exists k, k < 4 /\ k <= run p l left y /\ 3 - k <= run p r right y) as (k & ?)
        by (exists (Nat.min 3 (run p l left y)); lia)
    end.

  Lemma completes_sound : completes p left column right = true -> four p after.
  Proof.
    unfold completes. fold y. rewrite !orb_true_iff, andb_true_iff, !at_least_3_iff. intros [[[[_ V]|F]|R]|F].
    - apply run_iff in V as [D V]. specialize (D eq_refl).
      apply (vertical p after x (y - 3)). intros i I. rewrite disc_after, Nat.eqb_refl. simpl.
      destruct (Nat.eqb_spec (y - 3 + i) y) as [E|N]; [reflexivity|].
      specialize (V (2 - i) ltac:(lia)). unfold row in V. replace (y - 1 - (2 - i)) with (y - 3 + i) in V by lia.
      unfold disc_at, before. rewrite nth_board, Nat.ltb_irrefl, Nat.eqb_refl.
      destruct i as [|[|[|i]]]; exact V.
    - choose_k k. apply (horizontal p after (x - k) y). intros i I.
      apply (slanted Level Level (fun _ => y) k); intros; (discriminate || reflexivity || lia).
    - choose_k k. apply (rising p after (x - k) (y - k)). intros i I.
      apply (slanted Down Up (fun i => y - k + i) k); cbn [row]; intros; (discriminate || lia).
    - choose_k k. apply (falling p after (x - k) (y + k - 3)). intros i j IJ.
      replace j with (3 - i) by lia. replace (y + k - 3 + (3 - i)) with (y + k - i) by lia.
      apply (slanted Up Down (fun i => y + k - i) k); cbn [row]; intros; (discriminate || lia).
  Qed.

  (** A line of four is an old one, or it contains the new disc. *)
  Lemma old_or_new (cell : nat -> nat * nat) q :
    (forall i, i < 4 -> disc_at after (fst (cell i)) (snd (cell i)) = Some q) ->
    (forall i, i < 4 -> disc_at before (fst (cell i)) (snd (cell i)) = Some q) \/
    q = p /\ exists k, k < 4 /\ cell k = (x, y).
  Proof.
    intro H.
    assert (D : (exists k, k < 4 /\ cell k = (x, y)) \/ forall k, k < 4 -> cell k <> (x, y)).
    { assert (E : forall c : nat * nat, {c = (x, y)} + {c <> (x, y)}).
      { repeat decide equality. }
      destruct (E (cell 0)); [left; now exists 0; split; [lia|]|].
      destruct (E (cell 1)); [left; now exists 1; split; [lia|]|].
      destruct (E (cell 2)); [left; now exists 2; split; [lia|]|].
      destruct (E (cell 3)); [left; now exists 3; split; [lia|]|].
      right. intros k K. do 4 (destruct k as [|k]; [assumption|]). lia. }
    destruct D as [(k & K & C)|N].
    - right. split; [|now exists k]. specialize (H k K). rewrite C, disc_after in H. simpl in H.
      rewrite !Nat.eqb_refl in H. simpl in H. congruence.
    - left. intros i I. rewrite <- (H i I). rewrite disc_after.
      destruct (Nat.eqb_spec (fst (cell i)) x), (Nat.eqb_spec (snd (cell i)) y); try reflexivity.
      destruct (N i I). destruct (cell i). simpl in *. congruence.
  Qed.

  Lemma four_after q : four q after -> four q before \/ q = p /\ completes p left column right = true.
  Proof.
    unfold completes. fold y. rewrite !orb_true_iff, andb_true_iff, !at_least_3_iff.
    (* A line from column a, whose cell k is the new disc. *)
    assert (New : forall a sl sr rows k, k < 4 -> a + k = x -> rows k = y ->
      (sl = Down -> k <= y) -> (sr = Down -> 3 - k <= y) ->
      (forall i, i < k -> row sl y i = rows (k - 1 - i)) ->
      (forall i, i < 3 - k -> row sr y i = rows (k + 1 + i)) ->
      (forall i, i < 4 -> disc_at after (a + i) (rows i) = Some p) ->
      3 <= run p sl left y + run p sr right y).
    { intros a sl sr rows k K X Y DL DR L R H.
      destruct (proj2 (slanted sl sr rows k K ltac:(lia) Y DL DR L R)); [|lia].
      intros i I. replace (x - k + i) with (a + i) by lia. now apply H. }
    intros [a b H|a b H|a b H|a b H].
    - destruct (old_or_new (fun i => (a + i, b)) q H) as [O|[-> (k & K & E)]].
      { left. now apply (horizontal q before a b). }
      apply pair_equal_spec in E as [EX EY]. right. split; [reflexivity|]. left. left. right.
      apply (New a Level Level (fun _ => b) k); auto; discriminate.
    - destruct (old_or_new (fun i => (a, b + i)) q H) as [O|[-> (k & K & E)]].
      { left. now apply (vertical q before a b). }
      apply pair_equal_spec in E as [EX EY]. subst a. right. split; [reflexivity|]. left. left. left.
      assert (Old : forall i, i < 4 -> i <> k -> nth_error column (b + i) = Some p).
      { intros i I N. specialize (H i I). rewrite disc_after, (proj2 (Nat.eqb_neq (b + i) y)), andb_false_r in H by lia.
        unfold disc_at, before in H. now rewrite nth_board, Nat.ltb_irrefl, Nat.eqb_refl in H. }
      assert (k = 3) as ->.
      { destruct (Nat.eq_dec k 3); [assumption|]. specialize (Old (k + 1) ltac:(lia) ltac:(lia)).
        rewrite (proj2 (nth_error_None column (b + (k + 1)))) in Old by (unfold y in *; lia). discriminate. }
      split; [lia|]. apply run_iff. split; [lia|]. intros i I. unfold row.
      replace (y - 1 - i) with (b + (2 - i)) by lia.
      rewrite <- (Old (2 - i)) by lia. destruct i as [|[|[|i]]]; [reflexivity..|lia].
    - destruct (old_or_new (fun i => (a + i, b + i)) q H) as [O|[-> (k & K & E)]].
      { left. now apply (rising q before a b). }
      apply pair_equal_spec in E as [EX EY]. right. split; [reflexivity|]. left. right.
      apply (New a Down Up (fun i => b + i) k); auto; cbn [row]; intros; (discriminate || lia).
    - assert (H' : forall i, i < 4 -> disc_at after (a + i) (b + (3 - i)) = Some q).
      { intros. apply H. lia. }
      destruct (old_or_new (fun i => (a + i, b + (3 - i))) q H') as [O|[-> (k & K & E)]].
      { left. apply (falling q before a b). intros i j IJ. replace j with (3 - i) by lia.
        apply O. lia. }
      apply pair_equal_spec in E as [EX EY]. right. split; [reflexivity|]. right.
      apply (New a Up Down (fun i => b + (3 - i)) k); auto; cbn [row]; intros; (discriminate || lia).
  Qed.
End Drop.

(** ** Mirror images *)

Lemma disc_at_rev b x y : x < length b -> disc_at (rev b) x y = disc_at b (length b - 1 - x) y.
Proof. intro. unfold disc_at. rewrite rev_nth by assumption. do 2 f_equal. lia. Qed.

Lemma disc_at_inside b x y p : disc_at b x y = Some p -> x < length b.
Proof.
  intro H. destruct (Nat.lt_ge_cases x (length b)) as [|L]; [assumption|].
  unfold disc_at in H. rewrite nth_overflow in H by assumption. now destruct y.
Qed.

Lemma four_rev p b : four p b -> four p (rev b).
Proof.
  intros [x y H|x y H|x y H|x y H].
  - pose proof (disc_at_inside _ _ _ _ (H 3 ltac:(lia))).
    apply (horizontal _ _ (length b - 4 - x) y). intros i I. rewrite disc_at_rev by lia.
    rewrite <- (H (3 - i)) by lia. f_equal. lia.
  - pose proof (disc_at_inside _ _ _ _ (H 0 ltac:(lia))).
    apply (vertical _ _ (length b - 1 - x) y). intros i I. rewrite disc_at_rev by lia.
    rewrite <- (H i) by lia. f_equal. lia.
  - pose proof (disc_at_inside _ _ _ _ (H 3 ltac:(lia))).
    apply (falling _ _ (length b - 4 - x) y). intros i j IJ. rewrite disc_at_rev by lia.
    rewrite <- (H j) by lia. f_equal. lia.
  - pose proof (disc_at_inside _ _ _ _ (H 3 0 eq_refl)).
    apply (rising _ _ (length b - 4 - x) y). intros i I. rewrite disc_at_rev by lia.
    rewrite <- (H (3 - i) i) by lia. f_equal. lia.
Qed.

Lemma four_rev_iff p b : four p (rev b) <-> four p b.
Proof. split; intro H; apply four_rev in H; [now rewrite rev_involutive in H|assumption]. Qed.

Lemma full_rev_iff height b : full height (rev b) <-> full height b.
Proof. unfold full. now setoid_rewrite <- in_rev. Qed.

Lemma move_rev height p b b' : move height p b b' -> move height p (rev b) (rev b').
Proof.
  intros (l & c & r & -> & L & ->). exists (rev r), c, (rev l).
  rewrite !rev_app_distr. simpl. now rewrite <- !app_assoc.
Qed.

(** Left and right can be exchanged. *)
Theorem forces_rev height p (goal : board -> Prop) : (forall b, goal b -> goal (rev b)) ->
  forall q b, forces height p goal q b -> forces height p goal q (rev b).
Proof.
  intros G q b H.
  assert (O : forall b, ~ over height b -> ~ over height (rev b)).
  { unfold over. intro. now rewrite !four_rev_iff, full_rev_iff. }
  induction H as [q b H|b b' N M _ IH|b N _ IH].
  - apply reached, G, H.
  - apply (own_move _ _ _ _ (rev b')); auto using move_rev.
  - apply every_reply; auto. intros b' M. rewrite <- (rev_involutive b'). apply IH.
    rewrite <- (rev_involutive b). now apply move_rev.
Qed.

Lemma goal_of_holds_rev height p b :
  four p b \/ full height b /\ ~ four (other p) b -> four p (rev b) \/ full height (rev b) /\ ~ four (other p) (rev b).
Proof. now rewrite full_rev_iff, !four_rev_iff. Qed.

(** ** Maps from boards *)

(** A board as a word: its discs, with [None] at the end of each column. *)
Fixpoint word (b : board) : list (option player) :=
  match b with
  | [] => []
  | column :: b =>
      (fix spell column :=
        match column with disc :: column => Some disc :: spell column | [] => None :: word b end) column
  end.

Lemma word_injective b b' : word b = word b' -> b = b'.
Proof.
  revert b'. induction b as [|c b IH]; intros [|c' b'].
  - reflexivity.
  - now destruct c'.
  - now destruct c.
  - revert c'. induction c as [|d c IHc]; intros [|d' c'] H; simpl in H; try discriminate.
    + injection H as H. f_equal. now apply IH.
    + injection H as <- H. apply IHc in H. now injection H as <- <-.
Qed.

(** Values at words, which begin with a red disc, a yellow disc, or the end of a column. *)
Inductive trie (A : Type) := Nothing | Node (here : option A) (red yellow ends : trie A).
Arguments Nothing {A}.
Arguments Node {A}.

Fixpoint get {A} (w : list (option player)) (t : trie A) {struct t} : option A :=
  match t, w with
  | Nothing, _ => None
  | Node here _ _ _, [] => here
  | Node _ r _ _, Some Red :: w => get w r
  | Node _ _ y _, Some Yellow :: w => get w y
  | Node _ _ _ e, None :: w => get w e
  end.

Fixpoint put {A} (w : list (option player)) (a : A) (t : trie A) : trie A :=
  let '(here, r, y, e) := match t with
    | Nothing => (None, Nothing, Nothing, Nothing)
    | Node here r y e => (here, r, y, e)
    end in
  match w with
  | [] => Node (Some a) r y e
  | Some Red :: w => Node here (put w a r) y e
  | Some Yellow :: w => Node here r (put w a y) e
  | None :: w => Node here r y (put w a e)
  end.

Lemma get_put A w v (a : A) t : get v (put w a t) <> None -> v = w \/ get v t <> None.
Proof.
  revert v t. induction w as [|s w IH]; intros v t H.
  - destruct t, v as [|[[]|] v]; simpl in *; auto.
  - destruct t, s as [[]|], v as [|[[]|] v]; simpl in *; auto; destruct (IH _ _ H) as [->|N]; auto.
Qed.
