//! Answers that the page's own rules must give, too: `UPDATE_EXPECT=1` writes them to `e2e/unit/vectors`, where the
//! page's tests read them; and the files that the page and the npm package receive from the rendering crate.

use expect_test::{ExpectFile, expect_file};
use fastrand::Rng;
use foursight::bits_explained::Layout;
use foursight::notation::moves;
use foursight::plan::{Plan, SHIPPED};
use foursight::{AnySize, Grade, Outcome, Player, Score, Size};
use foursight_answers::Endpoint;
use serde_json::{Value, json};

use crate::played::Played;
use crate::{PATIENCE, Site};

/// Compares rows with a file that has one row per line.
fn check(file: &ExpectFile, rows: &[Value]) {
    let rows: Vec<_> = rows.iter().map(|row| format!("  {row}")).collect();
    file.assert_eq(&format!("[\n{}\n]\n", rows.join(",\n")));
}

/// Positions of boards with an even and an odd number of cells, for both sides, from a few plies to the end.
const POSITIONS: [&str; 7] = [
    "pos=444444333333222222",
    "pos=6344212657227457315523524666",
    "pos=4544364762355511667261",
    "pos=11&size=4x4",
    "pos=123&size=4x4&connect=3",
    "pos=1&size=3x3&connect=3",
    "pos=112233&size=5x5",
];

#[tokio::test]
async fn scores_in_words() {
    let site = Site::new();
    let mut rows = Vec::new();
    for query in POSITIONS {
        let analysis = site.json(&format!("/api/analyze?{query}")).await;
        let moves = analysis["moves"].as_array().unwrap();
        let known = [&analysis].into_iter().chain(moves);
        rows.extend(known.map(|known| json!([query, known["score"], known["words"]])));
    }
    check(&expect_file!["../../../../e2e/unit/vectors/scores.json"], &rows);
}

/// The module makes the same choices from the same random numbers, although its pointers are half as wide.
#[tokio::test]
async fn what_random_numbers_choose() {
    let site = Site::with(|config| config.limits.solve_time = PATIENCE);
    let mut rows = Vec::new();
    for id in (1..=10).chain([777, 1_000_000, 1_020_000]) {
        let target = format!("/api/puzzles/{id}");
        rows.push(json!([target, "pos", site.json(&target).await["pos"]]));
    }
    for level in 0..=9 {
        let target = format!("/api/move?pos=4453&level={level}&seed=7");
        rows.push(json!([target, "column", site.json(&target).await["column"]]));
    }
    check(&expect_file!["../../../../e2e/unit/vectors/chosen.json"], &rows);
}

/// Games in which Red plays by the plan that the page teaches, and Yellow at random.
#[test]
fn games_of_the_plan() {
    let plan: Plan = SHIPPED[0].parse().unwrap();
    let mut random = Rng::with_seed(1);
    let games: Vec<_> = (0..200).map(|_| json!(random_game(&plan, &mut random))).collect();
    check(&expect_file!["../../../../e2e/unit/vectors/plan.json"], &games);
}

/// The moves of a game in which the plan wins against random play.
fn random_game(plan: &Plan, random: &mut Rng) -> String {
    let (mut position, mut moves) = (*plan.position(), Vec::new());
    while position.outcome().is_none() {
        let column = match plan.answer(&moves) {
            Some(cell) => cell.column,
            None => random.choice(position.moves().collect::<Vec<_>>()).unwrap(),
        };
        position = position.play(column).unwrap();
        moves.push(column);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    moves::write(&moves)
}

#[test]
fn measures_and_parts_of_boards() {
    let head = "// From foursight-render: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.\n\n";
    let measures = head.to_owned() + &foursight_render::measures_script();
    expect_file!["../../page/core/measures.js"].assert_eq(&measures);
    let parts = foursight_render::page_definitions();
    let doc = "/** What boards are made of: a tree of elements that shows one has it. */";
    let definitions = format!("{head}{doc}\nexport const DEFINITIONS = `{parts}`;\n");
    expect_file!["../../../../npm/definitions.js"].assert_eq(&definitions);
}

#[test]
fn paths_of_the_engine() {
    let head = "// From foursight-answers: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.\n\n";
    let mut paths: Vec<_> = Endpoint::ALL.iter().map(|endpoint| endpoint.path()).collect();
    paths.sort_unstable();
    paths.dedup_by(|path, above| path.starts_with(&format!("{above}/")) || path == above);
    let lines = format!("  \"{}\",\n", paths.join("\",\n  \""));
    let doc = "/** The paths of all questions that the engine answers, and of all below them. */";
    let script = format!("{head}{doc}\nexport const PATHS = [\n{lines}];\n");
    expect_file!["../../page/net/endpoints.js"].assert_eq(&script);
}

#[test]
fn moves_that_keep_the_result() {
    let rows: Vec<_> = (-4..=4)
        .flat_map(|best| (-4..=best).map(move |score| (score, best)))
        .map(|(score, best)| {
            let grade = Grade::new(Score::new(score), Score::new(best));
            json!([score, best, !grade.changes_result()])
        })
        .collect();
    check(&expect_file!["../../../../e2e/unit/vectors/grades.json"], &rows);
}

#[test]
fn bits_of_cells() {
    let mut rows = Vec::new();
    for text in ["7x6", "3x3", "4x9"] {
        let size: AnySize = text.parse().unwrap();
        for (name, layout) in [("sentinel", Layout::Sentinel), ("packed", Layout::Packed)] {
            let bit = |column, row| layout.bit_index(size, column, row);
            let columns = (0..size.width())
                .map(|column| (0..size.height()).map(|row| bit(column, row)).collect())
                .collect::<Vec<Vec<_>>>();
            rows.push(json!([text, name, columns]));
        }
    }
    check(&expect_file!["../../../../e2e/unit/vectors/bits.json"], &rows);
}

/// Games with their start, their opening rule, and the moves made: columns, or `s` for a swap.
const GAMES: [(&str, &str, &str); 18] = [
    ("", "pie", ""),
    ("", "pie", "4"),
    ("", "pie", "44"),
    ("", "pie", "444"),
    ("4", "pie", ""),
    ("4", "pie", "4"),
    ("44", "pie", "12"),
    ("", "pie", "4s"),
    ("", "pie", "4s4"),
    ("", "pie", "4s44"),
    ("44", "pie", "1s2"),
    ("", "swap", "4"),
    ("", "swap", "444"),
    ("", "swap", "4441"),
    ("", "swap", "44412"),
    ("", "swap", "444s"),
    ("", "swap", "444s1"),
    ("4", "swap", "444s12"),
];

#[tokio::test]
async fn moves_that_can_be_taken_back() {
    let site = Site::new();
    let mut rows = Vec::new();
    for (start, rule, done) in GAMES {
        let mut can = [false; 2];
        let mut state = Value::Null;
        for (i, can) in can.iter_mut().enumerate() {
            let game = Played::new(&site, json!({ "pos": start, "opening_rule": rule })).await;
            state = game.state().await;
            for step in done.chars() {
                let mover = holder(&game, &state, usize::from(state["to_move"] == "yellow"));
                let ply = state["ply"].as_u64().unwrap() as usize;
                let answer = match step.to_digit(10) {
                    Some(column) => game.play(mover, column as usize, ply).await,
                    None => game.act(mover, "swap").await,
                };
                assert_eq!(answer.status, 200, "{done}: {answer:?}");
                state = answer.json();
            }
            let requester = holder(&game, &state, i);
            *can = game.act(requester, "offer_takeback").await.status == 200;
        }
        let shown: serde_json::Map<_, _> =
            ["start", "pos", "ply", "to_move", "opening_rule", "swapped", "can_swap"]
                .map(|name| (name.to_owned(), state[name].clone()))
                .into_iter()
                .collect();
        rows.push(json!([shown, { "red": can[0], "yellow": can[1] }]));
    }
    check(&expect_file!["../../../../e2e/unit/vectors/takebacks.json"], &rows);
}

/// The player in the red seat (0) or the yellow one (1): after a swap, the one who began with the other color.
fn holder<'a>(game: &'a Played<'_>, state: &Value, seat: usize) -> &'a str {
    [&game.red, &game.yellow][seat ^ usize::from(state["swapped"] == true)]
}
