(** The checker plays every reply against an arbitrary strategy. If it accepts, a player reaches the goal. *)
Require Import List Arith Lia Bool.
From Foursight Require Import Game Board.
Import ListNotations.

(** Why a strategy is refused. *)
Inductive flaw :=
| no_answer | other_completes_a_line | board_fills | reply_needs_no_line | too_many_moves.

Inductive verdict (A : Type) := proved (a : A) | refuted (why : flaw) (on : board).
Arguments proved {A}.
Arguments refuted {A}.

(** A column with those before it, from right to left, and those after it. *)
Definition place : Type := board * list player * board.

Fixpoint places_from (before after : board) : list place :=
  match after with
  | [] => []
  | column :: after => (before, column, after) :: places_from (column :: before) after
  end.

Definition places : board -> list place := places_from [].

Definition drop (p : player) (here : place) : board :=
  let '(before, column, after) := here in rev_append before ((column ++ [p]) :: after).

(** What a strategy follows: a line of a plan, the answers of a line, or a rule. *)
Inductive scope := of_line | of_answers | of_rule.

(** The positions of lines found to be right, with the hero to move; their number; the positions that the current rule
    has reached, with the other player to move. None of these is checked twice. *)
Definition sets : Type := trie unit * nat * trie unit.

Section Checker.
  Variables (height : nat) (hero : player) (draws : bool).

  (** Whether a column has fewer discs than n. *)
  Fixpoint has_room (column : list player) (n : nat) : bool :=
    match column, n with
    | _, 0 => false
    | [], S _ => true
    | _ :: column, S n => has_room column n
    end.

  Definition is_open (here : place) : bool := let '(_, column, _) := here in has_room column height.
  Definition is_line (p : player) (here : place) : bool :=
    let '(before, column, after) := here in has_room column height && completes p before column after.
  Definition is_line_at (p : player) (here : list place) (x : nat) : bool :=
    match nth_error here x with Some one => is_line p one | None => false end.
  Definition is_full (b : board) : bool :=
    negb (existsb (fun column => has_room column height) b) && forallb (fun column => length column =? height) b.

  (** Strategies need not be right: nothing is assumed about them. [survey] gives what they know of a board with the
      other player to move, and [hints] the columns in which the hero completes a line there. After a reply in a column,
      [advise] gives the hero's column and the strategy from then on; if the first value is true, for the mirror
      image. *)
  Variables strategy info : Type.
  Variable scope_of : strategy -> scope.
  Variable is_tidy : strategy -> board -> bool.
  Variable survey : strategy -> board -> info.
  Variable hints : info -> list nat.
  Variable advise : strategy -> info -> nat -> board -> option (bool * nat * strategy).

  Definition fill (b : board) (seen : sets) : verdict sets :=
    if draws then proved seen else refuted board_fills b.

  Definition is_known (s : strategy) (b : list (option player)) (seen : sets) : bool :=
    let '(lines, _, _) := seen in
    match scope_of s with of_line => match get b lines with Some _ => true | None => false end | _ => false end.

  Definition note (s : strategy) (b : list (option player)) (seen : sets) : sets :=
    let '(lines, n, local) := seen in
    match scope_of s with of_line => (put b tt lines, S n, local) | _ => seen end.

  (** The hero is to move after a reply in column x. *)
  Definition answer (next : strategy -> board -> sets -> verdict sets)
      (s : strategy) (i : info) (x : nat) (b : board) (seen : sets) : verdict sets :=
    if is_full b then fill b seen else
    let here := places b in
    if is_line_at hero here x || existsb (is_line_at hero here) (hints i) then proved seen else
    match advise s i x b with
    | None => refuted no_answer b
    | Some (is_mirrored, y, s) =>
        let b := if is_mirrored then rev b else b in
        let w := match scope_of s with of_line => word b | _ => [] end in
        if is_known s w seen then proved seen else
        match nth_error (places b) y with
        | None => refuted no_answer b
        | Some one =>
            if is_open one && negb (is_line hero one) then
              let b := drop hero one in
              match (if is_full b then fill b seen else next s b seen) with
              | proved seen => proved (note s w seen)
              | refuted why on => refuted why on
              end
            else refuted no_answer b
        end
    end.

  Fixpoint each (reply : nat -> place -> sets -> verdict sets) (x : nat) (here : list place) (seen : sets) :=
    match here with
    | [] => proved seen
    | one :: here =>
        match reply x one seen with
        | proved seen => each reply (S x) here seen
        | refuted why on => refuted why on
        end
    end.

  (** The other player is to move on an open board. *)
  Fixpoint replies (fuel : nat) (s : strategy) (b : board) (seen : sets) : verdict sets :=
    match fuel with
    | 0 => refuted too_many_moves b
    | S fuel =>
        if negb (is_tidy s b) then refuted reply_needs_no_line b else
        let check seen :=
          let i := survey s b in
          let reply x one seen :=
            if negb (is_open one) then proved seen else
            let b := drop (other hero) one in
            if is_line (other hero) one then refuted other_completes_a_line b
            else answer (replies fuel) s i x b seen in
          each reply 0 (places b) seen in
        match scope_of s with
        | of_rule =>
            let '(_, _, local) := seen in
            let w := word b in
            match get w local with
            | Some _ => proved seen
            | None =>
                match check seen with
                | proved (lines, n, local) => proved (lines, n, put w tt local)
                | refuted why on => refuted why on
                end
            end
        | _ =>
            let '(lines, n, local) := seen in
            match check (lines, n, Nothing) with
            | proved (lines, n, _) => proved (lines, n, local)
            | refuted why on => refuted why on
            end
        end
    end.

  (** ** Soundness *)

  Variable goal : board -> Prop.
  Hypothesis four_is_goal : forall b, four hero b -> goal b.
  Hypothesis goal_rev : forall b, goal b -> goal (rev b).
  Hypothesis full_is_goal : draws = true -> forall b, full height b -> ~ four (other hero) b -> goal b.

  Definition is_won (b : board) : Prop := forces height hero goal (other hero) b.

  Definition sound (seen : sets) : Prop :=
    let '(lines, _, local) := seen in forall b,
      (get (word b) lines <> None -> forces height hero goal hero b) /\
      (get (word b) local <> None -> is_won b).

  Lemma in_places left b l c r : In (l, c, r) (places_from left b) <->
    rev left ++ b = rev l ++ c :: r /\ length left <= length l.
  Proof.
    revert left. induction b as [|d b IH]; intro left; simpl.
    - rewrite app_nil_r. split; [tauto|]. intros [E L]. apply (f_equal (@length _)) in E.
      rewrite app_length, !rev_length in E. simpl in E. lia.
    - rewrite IH. simpl. rewrite <- app_assoc. simpl. split.
      + intros [E|[E L]]; [injection E as -> -> ->; now split|split; [assumption|lia]].
      + intros [E L]. destruct (Nat.eq_dec (length left) (length l)) as [N|N].
        * left. apply (f_equal (@length _)) in E as Len.
          assert (H : forall (u v : board) s t, length u = length v -> u ++ s = v ++ t -> u = v /\ s = t).
          { clear. induction u as [|a u IH]; intros [|a' v] s t; simpl; try discriminate; [now split|].
            intros L E. injection L as L. injection E as <- E. now destruct (IH _ _ _ L E) as [<- <-]. }
          destruct (H (rev left) (rev l) (d :: b) (c :: r)) as [E1 E2].
          { now rewrite !rev_length. }
          { assumption. }
          apply (f_equal (@rev _)) in E1. rewrite !rev_involutive in E1. injection E2 as <- <-. now subst.
        * right. split; [assumption|lia].
  Qed.

  Lemma has_room_iff column n : has_room column n = true <-> length column < n.
  Proof.
    revert n. induction column as [|disc column IH]; intros [|n]; simpl; try rewrite IH; split;
      (lia || discriminate || auto).
  Qed.

  Lemma is_full_iff b : is_full b = true <-> full height b.
  Proof.
    unfold is_full, full. rewrite andb_true_iff, negb_true_iff, forallb_forall. setoid_rewrite Nat.eqb_eq.
    split; [now intros [_ H]|intro H; split; [|assumption]].
    destruct (existsb _ b) eqn:E; [|reflexivity]. apply existsb_exists in E as (c & I & R).
    apply has_room_iff in R. specialize (H c I). lia.
  Qed.

  Lemma drop_board p l c r : drop p (l, c, r) = rev l ++ (c ++ [p]) :: r.
  Proof. simpl. now rewrite rev_append_rev. Qed.

  Lemma is_line_wins b x : is_line_at hero (places b) x = true -> ~ over height b -> forces height hero goal hero b.
  Proof.
    unfold is_line_at. destruct (nth_error _ x) as [[[l c] r]|] eqn:P; [|discriminate]. intros H O.
    apply nth_error_In, in_places in P as [E _]. simpl in E, H.
    apply andb_true_iff in H as [L H]. apply has_room_iff in L.
    apply (own_move _ _ _ _ (rev l ++ (c ++ [hero]) :: r)); [assumption| |].
    - now exists (rev l), c, r.
    - now apply reached, four_is_goal, completes_sound.
  Qed.

  Lemma still_open b p l c r : ~ over height b -> b = rev l ++ c :: r ->
    completes p l c r = false -> is_full (drop p (l, c, r)) = false -> ~ over height (drop p (l, c, r)).
  Proof.
    rewrite drop_board. intros O -> C F. unfold over in *. rewrite <- is_full_iff, F.
    intros [H|[H|]]; [| |discriminate]; apply four_after in H as [H|[_ H]]; try congruence; tauto.
  Qed.

  Lemma fill_sound b seen seen' : sound seen -> full height b -> ~ four (other hero) b ->
    fill b seen = proved seen' -> goal b /\ sound seen'.
  Proof. unfold fill. destruct draws; [|discriminate]. intros. split; [auto|congruence]. Qed.

  Definition next_sound (next : strategy -> board -> sets -> verdict sets) : Prop :=
    forall s b seen seen', sound seen -> ~ over height b -> next s b seen = proved seen' -> is_won b /\ sound seen'.

  Lemma no_four b p l c r : ~ over height b -> b = rev l ++ c :: r -> completes p l c r = false ->
    forall q, ~ four q (drop p (l, c, r)).
  Proof.
    rewrite drop_board. intros O -> C q H. apply four_after in H as [H|[_ H]]; [|congruence].
    apply O. destruct q; unfold over; tauto.
  Qed.

  Lemma note_sound s b seen : sound seen -> forces height hero goal hero b ->
    sound (note s (match scope_of s with of_line => word b | _ => [] end) seen).
  Proof.
    destruct seen as [[lines n] local]. unfold note. destruct (scope_of s); intros S F; try assumption.
    intro c. split; [|apply S]. intro G. apply get_put in G as [G|G]; [|now apply S].
    apply word_injective in G. now subst.
  Qed.

  Lemma answer_sound next s i x b seen seen' : next_sound next -> sound seen ->
    (forall q, ~ four q b) -> answer next s i x b seen = proved seen' ->
    forces height hero goal hero b /\ sound seen'.
  Proof.
    intros Next S N. unfold answer.
    destruct (is_full b) eqn:F.
    { intro H. apply is_full_iff in F. destruct (fill_sound _ _ _ S F (N _) H).
      split; [now apply reached|assumption]. }
    assert (O : ~ over height b).
    { unfold over. rewrite <- is_full_iff, F. intros [H|[H|H]]; [now apply (N Red)|now apply (N Yellow)|discriminate]. }
    destruct (is_line_at hero (places b) x || existsb _ _) eqn:E.
    { intro H. injection H as <-. split; [|assumption]. apply orb_true_iff in E as [E|E].
      - now apply (is_line_wins b x).
      - apply existsb_exists in E as (y & _ & E). now apply (is_line_wins b y). }
    destruct (advise s i x b) as [[[m y] s']|]; [|discriminate].
    cbv zeta. set (c := if m then rev b else b).
    assert (Oc : ~ over height c).
    { subst c. destruct m; [|assumption]. unfold over in *. now rewrite !four_rev_iff, full_rev_iff. }
    assert (Back : forces height hero goal hero c -> forces height hero goal hero b).
    { subst c. destruct m; [|auto]. intro. rewrite <- (rev_involutive b). now apply forces_rev. }
    clearbody c. clear E F O N. intro H.
    cut (forces height hero goal hero c /\ sound seen'); [tauto|].
    destruct (is_known s' _ seen) eqn:K.
    { injection H as <-. split; [|assumption]. destruct seen as [[lines n] local]. apply S.
      unfold is_known in K. destruct (scope_of s'); [now destruct get|discriminate..]. }
    clear K. destruct (nth_error (places c) y) as [[[l d] r]|] eqn:P; [|discriminate].
    destruct (is_open _ && _) eqn:L; [|discriminate]. simpl in L.
    rewrite andb_true_iff, negb_true_iff in L. destruct L as [L C]. rewrite L in C. simpl in C.
    apply nth_error_In, in_places in P as [E _]. simpl in E. apply has_room_iff in L.
    assert (M : move height hero c (drop hero (l, d, r))).
    { exists (rev l), d, r. now rewrite drop_board. }
    assert (W : forall seen'', (if is_full (drop hero (l, d, r)) then fill (drop hero (l, d, r)) seen
      else next s' (drop hero (l, d, r)) seen) = proved seen'' -> forces height hero goal hero c /\ sound seen'').
    { intros seen'' H'. destruct (is_full _) eqn:F.
      - apply is_full_iff in F.
        destruct (fill_sound _ _ _ S F (no_four _ _ _ _ _ Oc E C _) H') as [G S'].
        split; [|assumption]. now apply (own_move _ _ _ _ _ Oc M), reached.
      - destruct (Next _ _ _ _ S (still_open _ _ _ _ _ Oc E C F) H') as [G S'].
        split; [|assumption]. now apply (own_move _ _ _ _ _ Oc M). }
    destruct (if is_full _ then _ else _) as [seen''|]; [|discriminate].
    injection H as <-. destruct (W _ eq_refl) as [G S']. split; [assumption|now apply note_sound].
  Qed.

  Lemma each_sound f : forall here x seen seen',
    (forall x one seen seen', In one here -> sound seen -> f x one seen = proved seen' ->
      (is_open one = true -> forces height hero goal hero (drop (other hero) one)) /\ sound seen') ->
    sound seen -> each f x here seen = proved seen' ->
    (forall one, In one here -> is_open one = true -> forces height hero goal hero (drop (other hero) one))
      /\ sound seen'.
  Proof.
    induction here as [|one here IH]; simpl; intros x seen seen' F S H.
    - injection H as <-. now split.
    - destruct (f x one seen) as [middle|] eqn:E; [|discriminate].
      apply F in E as [O S']; [|now left|assumption].
      apply IH in H as [R S'']; [|intros; eapply F; eauto|assumption].
      split; [|assumption]. intros two [<-|I]; auto.
  Qed.

  Theorem replies_sound fuel : next_sound (replies fuel).
  Proof.
    induction fuel as [|fuel IH]; intros s b seen seen' S O H; [discriminate|]. simpl in H.
    destruct (is_tidy s b); [|discriminate]. simpl in H.
    set (check := each _ 0 (places b)) in H.
    assert (C : forall seen seen', sound seen -> check seen = proved seen' -> is_won b /\ sound seen').
    { clear - IH O four_is_goal full_is_goal goal_rev. intros seen seen' S E. subst check.
      apply each_sound in E as [R S']; [| |assumption].
      - split; [|assumption]. apply every_reply; [assumption|]. intros b' (l & c & r & -> & L & ->).
        specialize (R (rev l, c, r)). rewrite drop_board, rev_involutive in R. apply R.
        + apply in_places. simpl. rewrite rev_involutive. split; [reflexivity|lia].
        + now apply has_room_iff.
      - clear seen seen' S E. intros x [[l c] r] seen seen' I S H.
        apply in_places in I as [E _]. simpl in E.
        destruct (is_open (l, c, r)) eqn:L; [|simpl in H; injection H as <-; now split].
        simpl negb in H. cbv iota in H.
        destruct (is_line _ (l, c, r)) eqn:C; [discriminate|]. simpl in L, C. rewrite L in C.
        apply answer_sound in H as [A S']; [now split|assumption..|].
        now apply (no_four b). }
    clearbody check. destruct seen as [[lines n] local].
    assert (Fresh : sound (lines, n, Nothing)).
    { intro c. split; [apply S|]. now destruct (word c). }
    destruct (scope_of s).
    - destruct (check _) as [[[lines' n'] local']|] eqn:E; [|discriminate]. injection H as <-.
      destruct (C _ _ Fresh E) as [W S']. split; [assumption|]. intro c. split; [apply S'|apply S].
    - destruct (check _) as [[[lines' n'] local']|] eqn:E; [|discriminate]. injection H as <-.
      destruct (C _ _ Fresh E) as [W S']. split; [assumption|]. intro c. split; [apply S'|apply S].
    - destruct (get (word b) local) eqn:G.
      { injection H as <-. split; [|assumption]. apply S. congruence. }
      destruct (check _) as [[[lines' n'] local']|] eqn:E; [|discriminate]. injection H as <-.
      destruct (C _ _ S E) as [W S']. split; [assumption|]. intro c. split; [apply S'|].
      intro P. apply get_put in P as [P|P]; [|now apply S']. apply word_injective in P. now subst.
  Qed.
End Checker.
