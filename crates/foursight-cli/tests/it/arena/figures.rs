//! The figures of strength that tournaments and matches between two players report.

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::run;

/// The same lines from `run`, `show` and `match`, and the same figures for programs.
#[test]
fn two_players_get_the_figures_of_fastchess() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let games = ["--pairs=3", "--openings=random:6", "--no-grades", "--sprt=0,400"];
    let args = ["arena", "run", "a=random", "level:2", "--output", out];
    let ran = run(&[&args[..], &games].concat(), "").succeeded();
    let (_, lines) = ran.stdout.split_once("\nResults of a vs level:2 (1s, 7x6):\n").unwrap();
    let lines: Vec<&str> = lines.lines().take(6).collect();
    for (line, start) in
        lines.iter().zip(["Elo: ", "LOS: ", "Games: ", "Ptnml(0-2): [", "LLR: ", "SPRT: "])
    {
        assert!(line.starts_with(start), "{lines:?}");
    }
    assert!(lines[4].ends_with(" (-2.94, 2.94) [0.00, 400.00]"), "{lines:?}");
    let shown = run(&["arena", "show", out], "");
    assert!(shown.stdout.ends_with(&(lines[..4].join("\n") + "\n")), "{}", shown.stdout);

    let standings: Value =
        serde_json::from_str(&text(&folder.path().join("standings.json"))).unwrap();
    let result = &standings["match"];
    let counts: Vec<u64> = serde_json::from_value(result["pentanomial"].clone()).unwrap();
    let n_pairs: u64 = counts.iter().sum();
    assert_eq!(lines[3], format!("Ptnml(0-2): {counts:?}, Pairs: {n_pairs}"));
    assert_eq!(
        (result["pairs"].as_u64(), result["games"].as_u64()),
        (Some(n_pairs), Some(2 * n_pairs))
    );
    assert!((standings["sprt"]["bounds"][1].as_f64().unwrap() - 2.944).abs() < 1e-3, "{standings}");
    let rows = standings["standings"].as_array().unwrap();
    let own = rows.iter().find(|row| row["name"] == "a").unwrap();
    assert_eq!(own["elo"], result["elo"], "the whole difference, not half of it");
    let report = text(&folder.path().join("report.html"));
    assert!(report.contains(&format!("<br>{}</p>", lines[3])), "the report has them, too");

    let played = run(&["arena", "match", "random", "level:2", "--games=4"], "");
    assert!(played.stdout.contains("lost\nElo: ") && played.stdout.contains(", Pairs: 2\n"));
}
