(** Plans that the checker refuses, and what it says. *)
Require Import List.
From Foursight Require Import Game Checker Plan.
From Foursight Require Plan_5x4_first Plan_5x5_first.
Import ListNotations.
Open Scope text_scope.

(** The plan with line n replaced by other lines. *)
Definition with_line (n : nat) (lines plan : list text) : list text := firstn n plan ++ lines ++ skipn (S n) plan.

Definition outcome_5x4 (plan : list text) : outcome := outcome_of 4 Red true Red (empty 5) plan.
Definition plan := Plan_5x4_first.plan.

Definition flaw_of (o : outcome) : option flaw := match o with rejected why _ => Some why | _ => None end.

Example the_plan_itself : outcome_5x4 plan = accepted.
Proof. vm_compute. reflexivity. Qed.

Example a_missing_line : flaw_of (outcome_5x4 (with_line 10 [] plan)) = Some no_answer.
Proof. vm_compute. reflexivity. Qed.

Example another_column : flaw_of (outcome_5x4 (with_line 5 ["- c1"] plan)) = Some no_answer.
Proof. vm_compute. reflexivity. Qed.

Example a_disc_that_floats : outcome_5x4 (with_line 5 ["- b2"] plan) = rejected no_answer (empty 5).
Proof. vm_compute. reflexivity. Qed.

Example columns_exchanged : flaw_of (outcome_5x4 (with_line 10 ["2441 b3(* a2-d4 else:cbdae)"] plan)) <> None.
Proof. vm_compute. discriminate. Qed.

Example a_rule_without_its_pairs : flaw_of (outcome_5x4 (with_line 8 ["23 d1(*)"] plan)) = Some no_answer.
Proof. vm_compute. reflexivity. Qed.

Example a_claim_that_is_too_high :
  flaw_of (outcome_of 4 Red false Red (empty 5) (with_line 4 ["claim wins"] plan)) = Some board_fills.
Proof. vm_compute. reflexivity. Qed.

Example another_claim : outcome_of 4 Red false Red (empty 5) plan = not_about_this "claim holds".
Proof. vm_compute. reflexivity. Qed.

Example another_side : outcome_of 4 Yellow true Red (empty 5) plan = not_about_this "side first".
Proof. vm_compute. reflexivity. Qed.

Example another_start : outcome_5x4 (with_line 2 ["start 11"] plan) = not_about_this "start 11".
Proof. vm_compute. reflexivity. Qed.

Example another_size : outcome_5x4 Plan_5x5_first.plan = not_about_this "board 5x5".
Proof. vm_compute. reflexivity. Qed.

Example nothing_at_all : outcome_5x4 [] = head_is_missing.
Proof. vm_compute. reflexivity. Qed.

Example no_lines : outcome_5x4 (firstn 5 plan) = rejected no_answer (empty 5).
Proof. vm_compute. reflexivity. Qed.

Example half_a_line : outcome_5x4 (with_line 6 ["21 d1(* double"] plan) = unreadable "21 d1(* double".
Proof. vm_compute. reflexivity. Qed.

Example a_full_column : outcome_5x4 (with_line 6 ["11111 d1(*)"] plan) = unreadable "11111 d1(*)".
Proof. vm_compute. reflexivity. Qed.

Example a_line_that_no_game_needs : outcome_5x4 (plan ++ ["11 a3(*)"]) = some_lines_are_needless 10 11.
Proof. vm_compute. reflexivity. Qed.

Example a_line_twice : outcome_5x4 (plan ++ ["24 d2(a1 b2 c1 e1 * else:cae)"]) = some_lines_are_needless 10 11.
Proof. vm_compute. reflexivity. Qed.

Example a_reply_that_needs_no_line :
  flaw_of (outcome_5x4 (with_line 9 ["24 d2(a1 a4 b2 c1 e1 * else:cae)"] plan)) = Some reply_needs_no_line.
Proof. vm_compute. reflexivity. Qed.
