(** The value of each first move: Red wins in the middle, draws beside it, and loses elsewhere. *)
Require Import List Lia.
From Foursight Require Import Game Board Checker Plan First SecondA SecondB SecondC FirstC.
Import ListNotations.

(** If one player wins, the other does not hold. *)
Theorem no_win_against_a_hold height p q b :
  ~ over height b -> wins height p q b -> ~ holds height (other p) q b.
Proof.
  intros O W. assert (C : ~ (four p b /\ four (other p) b)).
  { unfold over in O. destruct p; simpl; tauto. }
  clear O. unfold wins in W. remember (four p) as goal.
  assert (Next : forall b b' r, ~ over height b -> move height r b b' -> ~ (four p b' /\ four (other p) b')).
  { clear. intros b b' r O (l & c & d & -> & _ & ->) [F F'].
    rewrite <- (rev_involutive l) in *. apply four_after in F, F'. unfold over in O.
    destruct p, F as [F|[F _]], F' as [F'|[F' _]]; simpl in *; (tauto || congruence). }
  assert (Over : forall b, four (other p) b \/ full height b /\ ~ four (other (other p)) b -> over height b).
  { unfold over. destruct p; simpl; tauto. }
  induction W as [q b G|b b' O M W IH|b O W IH]; intro H; inversion H as [? ? G'|? b'' O' M' H'|? O' H']; subst;
    try (destruct p; discriminate).
  - rewrite other_other in G'. tauto.
  - apply O'. unfold over. destruct p; tauto.
  - apply O'. unfold over. destruct p; tauto.
  - now apply O, Over.
  - unfold holds in *. rewrite !other_other in *. now apply (IH (Next _ _ _ O M)), H'.
  - now apply O, Over.
  - unfold holds in *. rewrite !other_other in *. now apply (IH b'' M' (Next _ _ _ O M')).
Qed.

Lemma wins_holds height p q b : wins height p q b -> holds height p q b.
Proof.
  induction 1; [apply reached; now left|eapply own_move; eassumption|now apply every_reply].
Qed.

(** The board after Red's first disc, in column x, counted from 0. *)
Definition after (x : nat) : board := repeat [] x ++ [Red] :: repeat [] (6 - x).

Theorem opening :
  wins 6 Yellow Yellow (after 0) /\
  wins 6 Yellow Yellow (after 1) /\
  (holds 6 Red Yellow (after 2) /\ holds 6 Yellow Yellow (after 2)) /\
  wins 6 Red Yellow (after 3) /\
  (holds 6 Red Yellow (after 4) /\ holds 6 Yellow Yellow (after 4)) /\
  wins 6 Yellow Yellow (after 5) /\
  wins 6 Yellow Yellow (after 6).
Proof.
  assert (Wins : forall p q b, wins 6 p q b -> wins 6 p q (rev b)).
  { intros p q b. apply forces_rev, four_rev. }
  assert (Holds : forall p q b, holds 6 p q b -> holds 6 p q (rev b)).
  { intros p q b. apply forces_rev, goal_of_holds_rev. }
  pose proof (Wins _ _ _ a_loses) as g. pose proof (Wins _ _ _ b_loses) as f.
  pose proof (Holds _ _ _ c_does_not_win) as e. pose proof (Holds _ _ _ c_does_not_lose) as e'.
  enough (wins 6 Red Yellow (after 3)) by
    (repeat split; (exact a_loses || exact b_loses || exact c_does_not_win || exact c_does_not_lose || assumption)).
  (* Red wins, so one of the seven discs wins; the others do not. *)
  assert (Open : forall x, x < 7 -> ~ over 6 (after x)).
  { intros x X. assert (P : play 6 [x] Red (empty 7) = Some (Yellow, after x)).
    { do 7 (destruct x as [|x]; [reflexivity|]). lia. }
    pose proof (play_sound _ _ _ _ _ _ (empty_has_no_four 7) P) as N.
    intros [F|[F|F]]; [now apply (N Red)|now apply (N Yellow)|]. apply is_full_iff in F.
    do 7 (destruct x as [|x]; [discriminate|]). lia. }
  assert (Draws : forall x, x < 7 -> holds 6 Yellow Yellow (after x) -> ~ wins 6 Red Yellow (after x)).
  { intros x X H W. now apply (no_win_against_a_hold _ _ _ _ (Open x X) W). }
  pose proof first_player_wins as R. inversion R as [? ? F|? b' O M W|]; subst.
  - now apply empty_has_no_four in F.
  - destruct M as (l & c & r & E & _ & ->).
    cbn in E. repeat match goal with
      | E : _ :: _ = ?l ++ _ |- _ => destruct l; injection E; clear E; intros; subst
      | E : [] = ?l ++ _ |- _ => now destruct l
      end.
    + destruct (Draws 0 ltac:(lia)); [now apply wins_holds, a_loses|assumption].
    + destruct (Draws 1 ltac:(lia)); [now apply wins_holds, b_loses|assumption].
    + destruct (Draws 2 ltac:(lia)); [apply c_does_not_win|assumption].
    + assumption.
    + destruct (Draws 4 ltac:(lia)); assumption.
    + destruct (Draws 5 ltac:(lia)); [now apply wins_holds|assumption].
    + destruct (Draws 6 ltac:(lia)); [now apply wins_holds|assumption].
Qed.
