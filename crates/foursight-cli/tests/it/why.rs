//! `why`: its output, and its errors.

use serde_json::json;

use crate::run;

/// As long as a busy machine may need for a reason that takes a second.
const PATIENT: [&str; 2] = ["--time-limit", "10m"];

#[test]
fn a_rule_names_its_pairs_and_spare_columns() {
    let rule = run(&["why", "2444", "5", "--proof"], "").stdout;
    let answers = "    whatever red plays, yellow answers to the end with the first of these that lets red \
                   complete no line:\n      the other cell of a pair: b2-e2\n      the cell above\nWhere yellow";
    assert!(rule.contains(answers), "{rule}");
    assert!(rule.contains("Positions checked: 5,508.\n"), "{rule}");
    let spare = run(&["why", "--connect", "3", "--size", "4x4", "133", "--proof"], "").stdout;
    let spare_columns = "    the cell above\n    columns b, c, a, d, in this order\n";
    assert!(spare.contains(spare_columns), "{spare}");
    let double_threat =
        "\n    a double threat: two cells where red completes a line, or one right above another\n";
    assert!(spare.contains(double_threat), "{spare}");
    let column = run(&["why", "72145334444455755533332222266666", "--proof"], "").stdout;
    assert!(column.contains("the cell above\n      column g\n"), "{column}");
}

#[test]
fn what_an_example_ends_in_has_its_own_board() {
    let example = run(&["why", "443", "--proof", "--style", "letters"], "").stdout;
    let (answer, end) = example.split_once("\nAfter the first ").expect("it is an example");
    assert!(answer.contains("\nBest play, yellow first: "), "{answer}");
    assert!(!answer.contains("Claim: "), "an example proves nothing\n{answer}");
    assert!(end.contains("  1  2  3  4  5  6  7\n") && end.contains("\nClaim: "), "{end}");
}

#[test]
fn what_is_not_proved_is_called_so() {
    for command in ["why", "analyze"] {
        let outcome = run(&[command, "--size", "10x10", "--time-limit", "1ms", "startpos"], "");
        let result = "\nred to move: the result is not proved\n";
        assert!(outcome.stdout.contains(result), "{}", outcome.stdout);
        assert!(!outcome.stdout.contains("foursight why"), "no reason yet: {}", outcome.stdout);
    }
    for command in ["solve", "analyze"] {
        let args = [command, "--size", "10x10", "--time-limit", "1ms", "--json", "startpos"];
        let outcome = run(&args, "");
        // A win with the fourth of 50 discs.
        assert!(outcome.stdout.contains("\"lower\":-47,"), "{}", outcome.stdout);
        assert!(outcome.stdout.contains("\"upper\":47,"), "{}", outcome.stdout);
    }
}

#[test]
fn a_search_that_time_ended_says_so() {
    let text = run(&["why", "551", "--time-limit", "1ms"], "").stdout;
    assert!(text.contains(", with no reason found in time; one example is "), "{text}");
    assert!(text.contains("\nThe search ran out of time: "), "{text}");
    let [cut_off, whole] = [&["551", "--time-limit", "1ms"][..], &["443"]].map(answer);
    assert_eq!((&cut_off["complete"], &whole["complete"]), (&false.into(), &true.into()));
}

/// Words that only some answers have.
#[test]
fn an_answer_says_what_was_checked() {
    for (line, words) in [
        ("121212 1 --proof", "\nThe game is over: red has won. No strategy is needed.\n"),
        ("121212 --proof", "\nClaim: red wins, whatever yellow plays.\n"),
        ("27114344434333413655", "\nWhat follows the first move was checked against every reply"),
        ("27114344434333413655 --proof", "\nAfter the first move of the example:\n"),
        ("--size 6x5 6443 4", "\n`foursight why POSITION b` says why b "),
        ("--size 9x9 --time-limit 1ms startpos a", "is not proved: allow more time with"),
    ] {
        let outcome = run(&[&["why"], &crate::words(line)[..]].concat(), "");
        assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)), "{line}");
        assert!(outcome.stdout.contains(words), "{line}: {}", outcome.stdout);
    }
}

#[test]
fn a_plan_of_the_whole_game_is_printed_as_one() {
    let text = run(&["why", "1"], "").stdout;
    let said = "\nYellow plays d1, then has a checked plan to win against every reply, with ";
    assert!(text.contains(said) && text.contains("\nIts main line: d1 "), "{text}");
    assert!(text.contains("\nOne way it can go, yellow first: d1 "), "{text}");
    assert!(text.ends_with("The plan was checked against every reply; --proof prints it.\n"));
    let proof = run(&["why", "1", "--proof"], "").stdout;
    let plan = &proof[proof.find("foursight plan 1\n").expect("a plan")..];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.plan");
    std::fs::write(&path, plan).unwrap();
    let checked = run(&["plan", "check", path.to_str().unwrap()], "");
    assert!(checked.stdout.starts_with("Checked: yellow wins after 1,"), "{}", checked.stderr);
    let answer = answer(&["1"]);
    let said = [&answer["kind"], &answer["hero"], &answer["claim"]];
    assert_eq!(said, ["certain", "yellow", "wins"]);
    let n_lines = plan.lines().count() - 5;
    assert_eq!(answer["plan_positions"], n_lines - 1, "it has the first disc, too");
}

#[test]
fn a_map_has_a_strategy_against_each_reply() {
    let text = run(&["why", "541"], "").stdout;
    assert!(
        text.contains("\nYellow plays d2, then has a checked plan to win against each"),
        "{text}"
    );
    assert_eq!(text.matches("\n  ✓ ").count(), 7, "{text}");
    assert!(text.contains("\nThe plans were checked against every reply in "), "{text}");
    let proof = run(&["why", "541", "--proof"], "").stdout;
    assert_eq!(proof.matches("\nAfter d2 ").count(), 7, "{proof}");
    let strategies = strategies(&["541"]);
    assert_eq!((strategies.len(), &strategies[0]["after"]), (7, &"41".into()));
    // If there is no short reason why the win is gone, the answer says which move kept it, and why.
    let kept = answer(&["343125", "5"]);
    assert_eq!((&kept["kind"], &kept["pos"]), (&"kept".into(), &"343125".into()));
    assert_eq!(
        (&kept["better_question"], &kept["hero"]),
        (&serde_json::Value::Null, &"red".into())
    );
}

/// An answer with `--json`.
#[track_caller]
fn answer(args: &[&str]) -> serde_json::Value {
    let outcome = run(&[&["why", "--json"], &PATIENT[..], args].concat(), "");
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)), "{args:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

/// The strategies of an answer with `--proof --json`.
#[track_caller]
fn strategies(args: &[&str]) -> Vec<serde_json::Value> {
    answer(&[&["--proof"], args].concat())["strategies"].as_array().unwrap().clone()
}

#[test]
fn a_program_gets_the_strategies() {
    let tree = json!({
        "after": "", "hero": "yellow", "claim": "wins", "n_positions": 1, "answers": null,
        "turn": {"cell": "b1", "answers": {"named": [], "rule": null}},
    });
    assert_eq!(strategies(&["7443", "4"]), [tree]);
    let finish = json!({
        "after": "", "hero": "red", "claim": "wins", "n_positions": 0, "answers": null,
        "turn": {"cell": "a4", "answers": null},
    });
    assert_eq!(strategies(&["121212"]), [finish]);
    let named = &strategies(&["54354644343343", "7"])[0]["turn"]["answers"]["named"];
    let then = json!({"named": [], "rule": null});
    let then = json!([{"reply": "e5", "turn": {"cell": "c6", "answers": then}}]);
    let then = json!({"cell": "e4", "answers": {"named": then, "rule": null}});
    assert_eq!(*named, json!([{"reply": "f2", "turn": then}]));
    let rule = &strategies(&["2444", "5"])[0]["turn"]["answers"]["rule"];
    assert_eq!(*rule, json!({"double_threats": false, "pairs": [["b2", "e2"]], "spare": []}));
    let spare = &strategies(&["72145334444455755533332222266666"])[0];
    assert!(spare.to_string().contains(r#""spare":[7]"#), "columns count from 1: {spare}");
    assert!(strategies(&["121212", "1"]).is_empty(), "the game is over");
}
