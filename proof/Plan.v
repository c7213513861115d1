(** Plans as strategies. Of this file, only [play] and the last section matter to the proof: if a plan were read or
    followed wrongly, the checker would refuse it. *)
Require Import List Arith Lia Bool.
From Coq.Init Require Import Byte.
From Coq.Strings Require Byte.
From Foursight Require Import Game Board Checker.
Import ListNotations.

(** ** Text *)

Inductive text := Text (bytes : list byte).
Definition to_text (bytes : list byte) := Text bytes.
Definition of_text (line : text) := let 'Text bytes := line in bytes.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text to_text of_text : text_scope.
Bind Scope text_scope with text.
Bind Scope byte_scope with byte.

(** A column and a row, both counted from 0. *)
Definition cell : Type := nat * nat.
Definition same_cell (a b : cell) : bool := (fst a =? fst b) && (snd a =? snd b).

(** The rule that answers all other replies: whether it makes double threats, its pairs, and its spare columns. *)
Record rule := { double : bool; pairs : list (cell * cell); spare : list nat }.

(** The answers to replies; a reply without a turn has a line of its own. *)
Inductive turn := Finish | Play (disc : cell) (replies : list (cell * option turn)) (others : option rule).

Definition reader (A : Type) : Type := list byte -> option (A * list byte).

Definition digit (b : byte) : nat := Byte.to_nat b - 48.
Definition letter (b : byte) : nat := Byte.to_nat b - 97.

Fixpoint skip (word s : list byte) : option (list byte) :=
  match word, s with
  | [], _ => Some s
  | a :: word, b :: s => if Byte.eqb a b then skip word s else None
  | _ :: _, [] => None
  end.

(** Reads what follows a given text. *)
Definition then_read {A} (word : text) (read : reader A) : reader A := fun s =>
  match skip (of_text word) s with Some s => read s | None => None end.

Definition read_cell : reader cell := fun s =>
  match s with
  | x :: y :: s =>
      if (letter x <? 10) && (0 <? digit y) && (digit y <? 10) then Some ((letter x, digit y - 1), s) else None
  | _ => None
  end.

(** The letters of columns, up to a closing parenthesis. *)
Fixpoint read_columns (s : list byte) : list nat * list byte :=
  match s with
  | x :: t => if Byte.eqb x ")" then ([], s) else let (columns, t) := read_columns t in (letter x :: columns, t)
  | [] => ([], [])
  end.

Fixpoint read_rule (fuel : nat) (r : rule) : reader rule := fun s =>
  match fuel, skip (of_text ")") s, skip (of_text " double") s, skip (of_text " else:") s with
  | S _, Some s, _, _ => Some (r, s)
  | S fuel, _, Some s, _ => read_rule fuel {| double := true; pairs := pairs r; spare := spare r |} s
  | S fuel, _, _, Some s =>
      let (columns, s) := read_columns s in
      read_rule fuel {| double := double r; pairs := pairs r; spare := columns |} s
  | S fuel, _, _, _ =>
      match then_read " " read_cell s with
      | Some (a, s) =>
          match then_read "-" read_cell s with
          | Some (b, s) => read_rule fuel {| double := double r; pairs := pairs r ++ [(a, b)]; spare := spare r |} s
          | None => None
          end
      | None => None
      end
  | 0, _, _, _ => None
  end.

(** Replies and a rule, up to the closing parenthesis. *)
Fixpoint read_answers (fuel : nat) (found : list (cell * option turn)) :
    reader (list (cell * option turn) * option rule) := fun s =>
  match fuel, skip (of_text ")") s, skip (of_text "*") s, skip (of_text " ") s with
  | S _, Some s, _, _ => Some (found, None, s)
  | S fuel, _, Some s, _ =>
      match read_rule fuel {| double := false; pairs := []; spare := [] |} s with
      | Some (r, s) => Some (found, Some r, s)
      | None => None
      end
  | S fuel, _, _, Some s => read_answers fuel found s
  | S fuel, _, _, _ =>
      match read_cell s with
      | Some (reply, s) =>
          match then_read ":" read_cell s with
          | Some (disc, s) =>
              match skip (of_text "!") s, then_read "(" (read_answers fuel []) s with
              | Some s, _ => read_answers fuel ((reply, Some Finish) :: found) s
              | None, Some (inner, others, s) => read_answers fuel ((reply, Some (Play disc inner others)) :: found) s
              | None, None => None
              end
          | None => read_answers fuel ((reply, None) :: found) s
          end
      | None => None
      end
  | 0, _, _, _ => None
  end.

(** The hero's disc, and the answers to replies, if not all replies have lines of their own. *)
Definition step : Type := cell * option (list (cell * option turn) * option rule).

Definition read_step (s : list byte) : option step :=
  match read_cell s with
  | Some (disc, []) => Some (disc, None)
  | Some (disc, s) =>
      match then_read "(" (read_answers (length s) []) s with
      | Some (answers, []) => Some (disc, Some answers)
      | _ => None
      end
  | None => None
  end.

(** Columns up to a space or the end; [-] for none. *)
Fixpoint read_moves (s : list byte) : list nat * list byte :=
  match s with
  | x :: s =>
      if Byte.eqb x " " then ([], s) else
      let (columns, s) := read_moves s in
      if Byte.eqb x "-" then (columns, s) else (digit x - 1 :: columns, s)
  | [] => ([], [])
  end.

(** ** Strategies *)

Inductive strategy :=
| Start
| Line (answers : option (list (cell * option turn) * option rule))
| Answers (replies : list (cell * option turn)) (others : option rule)
| Rule (r : rule).

Definition scope_of (s : strategy) : scope :=
  match s with Start | Answers _ _ => of_answers | Line _ => of_line | Rule _ => of_rule end.

(** The columns whose next disc completes a line of p once p has dropped a disc, and whether that takes another disc
    below first. Only lines through the new disc count, and none straight up. *)
Inductive sight := Mine | Theirs | Next | Above | Air.

Fixpoint look (p : player) (column : list player) (y : nat) : sight :=
  match column, y with
  | disc :: _, 0 => if same p disc then Mine else Theirs
  | _ :: column, S y => look p column y
  | [], 0 => Next
  | [], 1 => Above
  | [], _ => Air
  end.

(** Discs of p in a row, then a free cell, then discs of p again. *)
Fixpoint walk (p : player) (s : slope) (columns : board) (y : nat) : nat * option bool * nat :=
  match columns with
  | [] => (0, None, 0)
  | column :: columns =>
      let go y := match look p column y with
        | Mine => let '(n, gap, m) := walk p s columns y in (S n, gap, m)
        | Next => (0, Some false, run p s columns y)
        | Above => (0, Some true, run p s columns y)
        | _ => (0, None, 0)
        end in
      match s, y with
      | Level, _ => go y
      | Up, _ => go (S y)
      | Down, 0 => (0, None, 0)
      | Down, S y => go y
      end
  end.

Definition gaps (p : player) (x : nat) (here : place) : list (nat * bool) :=
  let '(before, column, after) := here in
  let y := length column in
  let add sl sr found :=
    let '(l, left_gap, l') := walk p sl before y in
    let '(r, right_gap, r') := walk p sr after y in
    let found := match left_gap with
      | Some k => if at_least_3 (S (l + r + l')) then (x - 1 - l, k) :: found else found
      | None => found
      end in
    match right_gap with
    | Some k => if at_least_3 (S (l + r + r')) then (x + 1 + r, k) :: found else found
    | None => found
    end in
  add Level Level (add Down Up (add Up Down [])).

(** Facts that save time: the board's places; where the hero completes a line; and for each column, the lines that the
    hero can complete after a disc there, and whether one is right above it. *)
Definition info : Type := list place * list nat * list (nat * list (nat * bool) * bool).
Definition hints (i : info) : list nat := let '(_, hints, _) := i in hints.

Section Strategy.
  Variables (height : nat) (hero : player) (lines : trie step).
  Let rival := other hero.

  Definition top (b : board) (x : nat) : nat := length (nth x b []).
  Definition has_room_at (b : board) (x : nat) : bool := has_room (nth x b []) height.
  Definition lands (b : board) (c : cell) : bool :=
    let (x, y) := c in (x <? length b) && (y <? height) && (top b x =? y).
  Definition drop_at (p : player) (b : board) (x : nat) : board :=
    match nth_error (places b) x with Some one => drop p one | None => b end.

  (** The columns from x on in which p completes a line. *)
  Fixpoint lines_in (p : player) (x : nat) (here : list place) : list nat :=
    match here with
    | [] => []
    | one :: here =>
        if is_line height p one then x :: lines_in p (S x) here else lines_in p (S x) here
    end.

  Definition maker (x : nat) (one : place) : nat * list (nat * bool) * bool :=
    let '(before, column, after) := one in
    (x, gaps hero x one, completes hero before (column ++ [hero]) after).

  Fixpoint makers (x : nat) (here : list place) :=
    match here with [] => [] | one :: here => maker x one :: makers (S x) here end.

  Definition rule_of (s : strategy) : option rule :=
    match s with
    | Line (Some (_, others)) | Answers _ others => others
    | Rule r => Some r
    | _ => None
    end.

  Definition survey (s : strategy) (b : board) : info :=
    let here := places b in
    let hints := lines_in hero 0 here in
    match rule_of s, hints with
    | None, _ | _, _ :: _ :: _ => (here, hints, [])
    | Some r, _ => (here, hints, if double r then makers 0 here else [])
    end.

  (** After the hero's disc in column x, the rival, who had no threat, has none, and the hero has two: side by side, or
      one above the other. All lines that the hero can then complete are in the columns [ys]. *)
  Definition is_double_threat (b : board) (x : nat) (ys : list nat) : bool :=
    has_room_at b x &&
    let b := drop_at hero b x in
    let here := places b in
    match filter (is_line_at height hero here) ys with
    | [] => false
    | [y] => is_line_at height hero (places (drop_at rival b y)) y && negb (is_line_at height rival here x)
    | _ => negb (is_line_at height rival here x)
    end.

  (** The first double threat after a reply in column x. *)
  Fixpoint double_threat (makers : list (nat * list (nat * bool) * bool)) (x : nat) (b : board) : option nat :=
    match makers with
    | [] => None
    | (y, found, is_above) :: makers =>
        let '(found, is_above) := if y =? x
          then match nth_error (places b) x with
            | Some one =>
                let '(_, found, is_above) := maker x one in (filter (fun gap => negb (snd gap)) found, is_above)
            | None => ([], false)
            end
          else (filter (fun gap : nat * bool => let (z, k) := gap in Bool.eqb k (z =? x)) found, is_above) in
        let ys := map fst found in
        let ys := if is_above then y :: ys else ys in
        if match ys with [] => false | _ => is_double_threat b y ys end
        then Some y else double_threat makers x b
    end.

  Definition is_safe (b : board) (x : nat) : bool :=
    negb (is_line_at height rival (places (drop_at hero b x)) x).

  Fixpoint partner (c : cell) (found : list (cell * cell)) : list cell :=
    match found with
    | [] => []
    | (a, b) :: found => if same_cell a c then [b] else if same_cell b c then [a] else partner c found
    end.

  (** The answer of a rule to a reply in column x. *)
  Definition rule_answer (r : rule) (i : info) (x : nat) (b : board) : option nat :=
    let '(before, _, makers) := i in
    let new := match nth_error before x with Some one => map fst (gaps rival x one) | None => [] end in
    match find (is_line_at height rival (places b)) (x :: new) with Some y => Some y | None =>
    match double_threat makers x b with Some y => Some y | None =>
        let plain := map fst (filter (lands b) (partner (x, top b x - 1) (pairs r) ++ [(x, top b x)])) in
        match find (is_safe b) plain with
        | Some y => Some y
        | None =>
            match find (fun y => has_room_at b y && is_safe b y) (spare r), plain with
            | Some y, _ => Some y
            | None, y :: _ => Some y
            | None, [] => None
            end
        end
    end end.

  Definition look_up (b : board) : option (bool * nat * strategy) :=
    let go is_mirrored b :=
      match get (word b) lines with
      | Some (disc, answers) => if lands b disc then Some (is_mirrored, fst disc, Line answers) else None
      | None => None
      end in
    match go false b with Some found => Some found | None => go true (rev b) end.

  Fixpoint turn_after (reply : cell) (replies : list (cell * option turn)) : option (option turn) :=
    match replies with
    | [] => None
    | (c, t) :: replies => if same_cell c reply then Some t else turn_after reply replies
    end.

  Definition advise (s : strategy) (i : info) (x : nat) (b : board) : option (bool * nat * strategy) :=
    let by_rule r :=
      match rule_answer r i x b with Some y => Some (false, y, Rule r) | None => None end in
    match s with
    | Start | Line None => look_up b
    | Line (Some (replies, others)) | Answers replies others =>
        match turn_after (x, top b x - 1) replies, others with
        | Some None, _ => look_up b
        | Some (Some (Play disc inner others)), _ =>
            if lands b disc then Some (false, fst disc, Answers inner others) else None
        | Some (Some Finish), _ => None
        | None, Some r => by_rule r
        | None, None => None
        end
    | Rule r => by_rule r
    end.

  (** Whether every reply with a line of its own needs one. *)
  Definition is_tidy (s : strategy) (b : board) : bool :=
    let needs_line (reply : cell * option turn) := match reply with
      | (c, Some _) => true
      | (c, None) =>
          lands b c && negb (is_line_at height rival (places b) (fst c)) &&
          let b := drop_at rival b (fst c) in
          negb (is_full height b) && match lines_in hero 0 (places b) with [] => true | _ => false end
      end in
    let names_turn (reply : cell * option turn) := match snd reply with Some _ => true | None => false end in
    match s with
    | Line (Some (replies, _)) => forallb needs_line replies
    | Answers replies _ => forallb names_turn replies
    | _ => true
    end.
End Strategy.

(** ** From the text to the theorem *)

(** The board after moves from the empty one, if no move before completed a line, and the player to move. *)
Fixpoint play (height : nat) (moves : list nat) (p : player) (b : board) : option (player * board) :=
  match moves with
  | [] => Some (p, b)
  | x :: moves =>
      match nth_error (places b) x with
      | Some one =>
          if is_open height one && negb (is_line height p one)
          then play height moves (other p) (drop p one) else None
      | None => None
      end
  end.

Inductive outcome :=
| accepted
| rejected (why : flaw) (on : board)
| some_lines_are_needless (used all : nat)
| head_is_missing
| unreadable (line : text)
| not_about_this (line : text).

Section Outcome.
  Variables (height : nat) (hero : player) (draws : bool) (q : player) (b : board).

  (** Reads the lines of a plan in turn, then checks it. *)
  Fixpoint read_lines (lines : list text) (n : nat) (found : trie step) (check : nat -> trie step -> outcome) :
      outcome :=
    match lines with
    | [] => check n found
    | line :: lines =>
        let (moves, rest) := read_moves (of_text line) in
        match play height moves Red (empty (length b)), read_step rest with
        | Some (_, b'), Some s => read_lines lines (S n) (put (word b') s found) check
        | _, _ => unreadable line
        end
    end.

  Definition player_dec (p p' : player) : {p = p'} + {p <> p'}.
  Proof. decide equality. Defined.
  Definition board_dec (b b' : board) : {b = b'} + {b <> b'} := list_eq_dec (list_eq_dec player_dec) b b'.

  Definition start_is (moves : list nat) : bool :=
    match play height moves Red (empty (length b)) with
    | Some (q', b') => (if player_dec q q' then true else false) && (if board_dec b b' then true else false)
    | None => false
    end.

  Definition line_is (expected : text) (line : text) (go_on : outcome) : outcome :=
    match skip (of_text expected) (of_text line) with Some [] => go_on | _ => not_about_this line end.

  Definition check (start : text) (moves : list nat) (n : nat) (lines : trie step) : outcome :=
    if start_is moves then
      let next := replies height hero draws strategy info scope_of (is_tidy height hero) (survey height hero) hints
        (advise height hero lines) (S (length b * height)) in
      let nothing := (Nothing, 0, Nothing) in
      let result := if player_dec q hero
        then answer height hero draws strategy info scope_of hints (advise height hero lines) next Start
          ([], seq 0 (length b), []) 0 b nothing
        else if is_full height b then refuted board_fills b else next Start b nothing in
      match result with
      | proved (_, used, _) => if used =? n then accepted else some_lines_are_needless used n
      | refuted why on => rejected why on
      end
    else not_about_this start.

  Definition outcome_of (plan : list text) : outcome :=
    match plan with
    | title :: size :: start :: side :: claim :: lines =>
        line_is "foursight plan 1"%text title (
        let digit n := match Byte.of_nat (n + 48) with Some d => d | None => "?"%byte end in
        line_is (Text (of_text "board "%text ++ [digit (length b); "x"%byte; digit height])) size (
        line_is (if hero then "side first"%text else "side second"%text) side (
        line_is (if draws then "claim holds"%text else "claim wins"%text) claim (
        match skip (of_text "start "%text) (of_text start) with
        | Some moves => read_lines lines 0 Nothing (check start (fst (read_moves moves)))
        | None => unreadable start
        end))))
    | _ => head_is_missing
    end.
End Outcome.

(** ** The theorem about plans *)

Lemma play_sound height moves : forall p b q b', (forall r, ~ four r b) ->
  play height moves p b = Some (q, b') -> forall r, ~ four r b'.
Proof.
  induction moves as [|x moves IH]; simpl; intros p b q b' N H; [now injection H as <- <-|].
  destruct (nth_error (places b) x) as [[[l c] r]|] eqn:P; [|discriminate].
  destruct (is_open height _ && _) eqn:L; [|discriminate]. simpl in L.
  rewrite andb_true_iff, negb_true_iff in L. destruct L as [L C]. rewrite L in C. simpl in C.
  apply nth_error_In, in_places in P as [E _]. simpl in E.
  eapply IH; [|exact H]. intros s F. rewrite drop_board in F. rewrite E in N.
  apply four_after in F as [F|[_ F]]; [|congruence]. now apply (N s).
Qed.

Lemma empty_has_no_four width p : ~ four p (empty width).
Proof.
  assert (N : forall x y, disc_at (empty width) x y <> Some p).
  { intros x y. unfold disc_at, empty. destruct (Nat.lt_ge_cases x width) as [L|L].
    - rewrite nth_repeat. now destruct y.
    - rewrite nth_overflow by now rewrite repeat_length. now destruct y. }
  intros [x y H|x y H|x y H|x y H]; try now apply (N _ _ (H 0 ltac:(auto with arith))).
  now apply (N _ _ (H 0 3 eq_refl)).
Qed.

Section Accepted.
  Variables (height : nat) (hero : player) (draws : bool) (q : player) (b : board).
  Variable goal : board -> Prop.
  Hypothesis four_is_goal : forall b, four hero b -> goal b.
  Hypothesis goal_rev : forall b, goal b -> goal (rev b).
  Hypothesis full_is_goal : draws = true -> forall b, full height b -> ~ four (other hero) b -> goal b.

  Lemma check_sound start moves n lines :
    check height hero draws q b start moves n lines = accepted -> forces height hero goal q b.
  Proof.
    unfold check, start_is. destruct (play _ _ _ _) as [[q' b']|] eqn:P; [|discriminate].
    destruct (player_dec q q') as [<-|]; [|discriminate].
    destruct (board_dec b b') as [<-|]; [|discriminate]. cbn [andb].
    pose proof (play_sound _ _ _ _ _ _ (empty_has_no_four (length b)) P) as N.
    set (next := replies _ _ _ _ _ _ _ _ _ _ _).
    assert (Next : next_sound height hero strategy goal next) by now apply replies_sound.
    assert (S : sound height hero goal (Nothing, 0, Nothing)) by (intro c; now destruct (word c)).
    destruct (player_dec q hero) as [->|D].
    - destruct (answer _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [seen|] eqn:A; [|discriminate]. intros _.
      clearbody next. eapply answer_sound in A as [A _]; eauto; exact (survey height hero).
    - assert (q = other hero) as -> by now destruct q, hero.
      destruct (is_full height b) eqn:F; [discriminate|].
      destruct (next _ _ _) as [seen|] eqn:A; [|discriminate]. intros _.
      apply Next in A as [A _]; [assumption..|].
      unfold over. rewrite <- is_full_iff, F. intros [H|[H|H]]; [now apply (N Red)|now apply (N Yellow)|discriminate].
  Qed.

  Lemma accepted_plan plan : outcome_of height hero draws q b plan = accepted -> forces height hero goal q b.
  Proof.
    assert (Is : forall expected line go, line_is expected line go = accepted -> go = accepted).
    { intros expected line go. unfold line_is. now destruct (skip _ _) as [[|]|]. }
    assert (Read : forall lines n found check, read_lines height b lines n found check = accepted ->
      exists n found, check n found = accepted).
    { induction lines as [|line lines IH]; simpl; intros n found check H; [now exists n, found|].
      destruct (read_moves _) as [moves rest].
      destruct (play _ _ _ _) as [[? ?]|], (read_step rest); try discriminate. now apply IH in H. }
    destruct plan as [|title [|size [|start [|side [|claim lines]]]]]; try discriminate.
    unfold outcome_of. intro H.
    do 4 apply Is in H. destruct (skip _ _) as [moves|]; [|discriminate].
    apply Read in H as (n & found & H). now apply check_sound in H.
  Qed.
End Accepted.

Theorem wins_by_plan height p q b plan : outcome_of height p false q b plan = accepted -> wins height p q b.
Proof. apply accepted_plan; [auto|apply four_rev|discriminate]. Qed.

Theorem holds_by_plan height p q b plan : outcome_of height p true q b plan = accepted -> holds height p q b.
Proof. apply accepted_plan; [now left|apply goal_of_holds_rev|now right]. Qed.

(** [by_plan] proves that a player wins or holds: Coq follows the plan when it checks the proof at [Qed]. [explain_plan]
    fails at once, and says why the plan is refused. *)
Ltac use_plan plan :=
  match goal with
  | |- wins ?h ?p ?q ?b => apply (wins_by_plan h p q b plan)
  | |- holds ?h ?p ?q ?b => apply (holds_by_plan h p q b plan)
  end.
Ltac by_plan plan := use_plan plan; vm_cast_no_check (eq_refl accepted).
Ltac explain_plan plan :=
  use_plan plan; match goal with |- ?o = _ => let o := eval vm_compute in o in fail 1 "the plan is refused:" o end.
