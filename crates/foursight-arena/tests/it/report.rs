//! The report: the content of the page, and attacks on it by hostile players.

use std::time::Instant;

use foursight::{Grade, Player, Score};
use foursight_arena::report::{Drawing, Report, Skipped, html};
use foursight_arena::{
    Channel, Credit, Ending, GradedGame, GradedMove, LogLine, Standings, StoredGame, Transcript,
};

use crate::sample::{Sample, game, header, line, silence, tournament};

pub(crate) fn page(sample: &Sample) -> String {
    page_without(sample, &[])
}

/// The page of a tournament in which the `skipped` players do not take part.
fn page_without(sample: &Sample, skipped: &[Skipped]) -> String {
    let Sample { header, games, transcripts, grades, standings } = sample;
    let transcript = |number: usize| {
        let place = games.iter().position(|game| game.number == number);
        place.and_then(|place| transcripts.get(place)).cloned().unwrap_or_else(silence)
    };
    let (script, style) = ("run();".to_owned(), ".board{}".to_owned());
    let remarks = |grade: Grade| [Some(grade.mark().name().to_owned()), None];
    let drawing = Drawing { script, style, remarks };
    html(&Report {
        header,
        games,
        transcript: &transcript,
        grades,
        standings,
        drawing: &drawing,
        skipped,
    })
}

fn page_of(name: &str, games: Vec<StoredGame>) -> String {
    page_of_logged(name, games, Vec::new())
}

fn page_of_logged(name: &str, games: Vec<StoredGame>, transcripts: Vec<Transcript>) -> String {
    let header = header(&[name, "bob"]);
    let standings = Standings::new(&header, &games, &Credit::None);
    page(&Sample { header, games, transcripts, grades: Vec::new(), standings })
}

/// The JSON of the element with this id.
#[track_caller]
fn data(page: &str, id: &str) -> serde_json::Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).expect("the element is there");
    let (json, _) = rest.split_once("</script>").expect("the element ends");
    serde_json::from_str(json).expect("it holds JSON")
}

/// The number of elements with this name in the page.
fn n_elements(page: &str, name: &str) -> usize {
    page.matches(&format!("<{name}")).count()
}

const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg/onload=alert(1)>",
    "&lt;script&gt;",
    "]]>\0\u{202e}\u{2028}\\u003c/script>",
];

#[test]
fn what_players_write_stays_text() {
    let harmless = page_of("alice", vec![game("", "1213141", "1-0")]);
    for text in HOSTILE {
        let mut game = game("", "1213141", "1-0");
        game.reason = text.to_owned();
        let errors = [text.to_owned(), String::new()];
        let log = vec![
            line(Player::First, Channel::Sent, text),
            line(Player::First, Channel::Received, text),
        ];
        let layers = vec![text.to_owned()];
        let page =
            page_of_logged(text, vec![game], vec![Transcript { errors, log, layers, ..silence() }]);
        for name in ["script", "/script", "img", "svg", "!--"] {
            assert_eq!(n_elements(&page, name), n_elements(&harmless, name), "{name} by {text:?}");
        }
        let tables = page.split("<script").next().unwrap();
        assert!(!tables.contains(text), "{text:?} stands in the page as it is");
        let stored = data(&page, "data-1");
        assert_eq!(stored["errors"][0], text);
        assert_eq!(stored["log"][0][3], text);
        assert_eq!(stored["log"][1], serde_json::json!([-1, 2, 0, 0]));
        assert_eq!(data(&page, "data")["players"][0], text);
    }
}

#[test]
fn who_does_not_take_part_is_named() {
    let skipped = Skipped { name: HOSTILE[0].to_owned(), reason: HOSTILE[2].to_owned() };
    let page = page_without(&tournament(3), &[skipped]);
    let tables = page.split("<script").next().unwrap();
    assert!(
        tables.contains(
            "&lt;script&gt;alert(1)&lt;/script&gt;</bdi> does not take part: <bdi>&quot;&gt;&lt;img"
        ),
        "{tables}"
    );
}

#[test]
fn the_policy_allows_nothing_from_elsewhere() {
    let page = page(&tournament(3));
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).unwrap();
    let policy = policy.split('"').next().unwrap();
    let rules: Vec<&str> = policy.split("; ").map(|rule| &rule[..rule.len().min(25)]).collect();
    let expected = [
        "default-src 'none'",
        "script-src 'sha256-",
        "style-src 'sha256-",
        "base-uri 'none'",
        "form-action 'none'",
    ];
    for (rule, expected) in rules.iter().zip(expected) {
        assert!(rule.starts_with(expected), "{rule}");
    }
    assert_eq!(rules.len(), expected.len());
    // The parts of boards refer to one another.
    let rest = page.replace(&foursight_render::page_definitions(), "");
    assert!(rest.len() < page.len(), "they are there");
    for forbidden in ["src=", "@import", "url(", "style=\"", "innerHTML", "onclick"] {
        assert!(!rest.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn a_tournament_without_games_has_a_page() {
    let sample = tournament(0);
    let page = page(&sample);
    assert_eq!(data(&page, "data")["width"], 7);
    assert_eq!(data(&page, "data")["height"], 6);
}

/// The text of a table without its markup, one line per row.
fn rows(page: &str, id: &str) -> Vec<String> {
    let table = page.split(&format!("<table id=\"{id}\">")).nth(1).expect("the table is there");
    let body = table.split("<tbody>").nth(1).and_then(|rest| rest.split("</tbody>").next());
    let body = body.expect("the table has a body");
    body.split_terminator("</tr>").map(plain).collect()
}

fn plain(row: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for symbol in row.replace("</td>", "|").replace("</th>", "|").chars() {
        match symbol {
            '<' => is_tag = true,
            '>' => is_tag = false,
            other if !is_tag => text.push(other),
            _ => {}
        }
    }
    text
}

#[test]
fn the_tables_are_there_without_scripts() {
    let mut games = vec![game("", "1213141", "1-0"), game("44", "", "0-1"), game("", "12", "1/2")];
    (games[1].number, games[1].players) = (2, [1, 0]);
    games[2].number = 3;
    games[1].ending = Ending::Crash;
    games[1].reason = "x".repeat(100);
    let page = page_of("alice", games);
    assert_eq!(rows(&page, "cross"), ["1. alice||2.5 / 3 +2 =1 −0|", "2. bob|0.5 / 3 +0 =1 −2||"]);
    assert_eq!(
        rows(&page, "endings"),
        [
            "crash|1|33.3 %|bob\u{a0}1|",
            "four in a row|1|33.3 %|bob\u{a0}1|",
            "the board is full|1|33.3 %||"
        ]
    );
    assert_eq!(
        rows(&page, "games"),
        [
            "1|1|alice|bob|alice won|four in a row|7|".to_owned(),
            format!("2|1|bob|alice|alice won|crash {}…|2|", "x".repeat(60)),
            "3|1|alice|bob|draw|the board is full|2|".to_owned(),
        ]
    );
}

#[test]
fn many_players_have_numbers_above_the_cross_table() {
    let heads = |n_players: usize| {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let (header, games) = (header(&names[..n_players]), Vec::new());
        let standings = Standings::new(&header, &games, &Credit::None);
        let sample =
            Sample { header, games, transcripts: Vec::new(), grades: Vec::new(), standings };
        let page = page(&sample);
        let table = page.split("<table id=\"cross\">").nth(1).unwrap();
        plain(table.split("<thead>").nth(1).and_then(|rest| rest.split("</thead>").next()).unwrap())
    };
    assert_eq!(heads(6), "Player|a|b|c|d|e|f|");
    assert_eq!(heads(7), "Player|1|2|3|4|5|6|7|");
}

#[test]
fn grades_stand_in_the_standings_and_beside_the_games() {
    let sample = tournament(40);
    let page = page(&sample);
    assert_eq!(rows(&page, "standings").len(), 4);
    assert!(page.contains("<th scope=\"col\" title=\"share of moves that no other move beats\">"));
    let ungraded = Sample { grades: vec![None; 40], ..sample };
    let plain = self::page(&ungraded);
    assert!(!plain.contains("share of moves"));
    assert_eq!(data(&plain, "data-1")["marks"], serde_json::json!([]));
}

/// A game in which yellow misses a block with move 6, and red misses a win with move 7.
fn sample_of_mistakes() -> Sample {
    let mut sample = tournament(1);
    sample.games = vec![StoredGame { ending: Ending::Crash, ..game("", "1212135", "1-0") }];
    let scores = || {
        let (score, scores) = (Score::new(-18), vec![Some(Score::new(2))]);
        Some(GradedMove { score, scores, why: Vec::new() })
    };
    sample.grades = vec![Some(GradedGame {
        moves: (0..7).map(|_| scores()).collect(),
        ..GradedGame::default()
    })];
    sample
}

#[test]
fn missed_wins_and_blocks_stand_in_the_report() {
    let page = page(&sample_of_mistakes());
    assert!(page.contains(
        "<th scope=\"col\" title=\"missed: a win in one, or a block of the opponent's win in one\">"
    ));
    let marks = &data(&page, "data-1")["marks"];
    assert_eq!(marks[5], serde_json::json!(["???", "missed_block", null, true, ""]));
    assert_eq!(marks[6], serde_json::json!(["???", "missed_win", null, true, ""]));
    assert!(page.contains("data-mistakes=\"7\""));
    // The page begins with that; statistics are folded.
    let result = rows(&page, "result");
    for row in [
        "1. bob &lt;b&gt;bold&lt;/b&gt;|1|crash 1×, missed a block 1×, gave a win or a draw away 2×|",
        "2. carol|0|no move is graded|",
        "3. alice|0|missed a win in one 1×, gave a win or a draw away 3×|",
    ] {
        assert!(result.iter().any(|other| other == row), "{row}: {result:#?}");
    }
    let folded = page.split("<details><summary>Statistics").nth(1).expect("they are folded");
    assert!(
        folded.contains("id=\"standings\"") && page.find("id=\"result\"") < page.find("<details>")
    );
}

/// A game without graded moves has no number of mistakes, and its players have no counts of marks.
#[test]
fn no_count_stands_for_nothing() {
    let mut sample = sample_of_mistakes();
    sample.grades = vec![Some(GradedGame { moves: vec![None; 7], ..GradedGame::default() })];
    let page = page(&sample);
    let [standings, games] = ["standings", "games"].map(|id| rows(&page, id));
    assert!(standings.iter().all(|row| row.ends_with("|–|–|–|–|–|–|")), "{standings:?}");
    assert!(games[0].ends_with("|7|||–|"), "{games:?}");
}

/// Shares of few moves say so.
#[test]
fn shares_of_some_moves_stand_beside_their_number() {
    let mut sample = sample_of_mistakes();
    assert!(!page(&sample).contains(">Graded<"), "every move is graded");
    sample.grades[0].as_mut().expect("it is graded").moves[4..].fill(None);
    let standings = rows(&page(&sample), "standings");
    for n_graded in ["2 of 4", "2 of 3"] {
        let end = format!("|{n_graded}|0.0 %|0.0 %|0|2|0|0|");
        assert!(standings.iter().any(|row| row.ends_with(&end)), "{standings:?}");
    }
}

/// The script shows lines beside the move to which they belong.
#[test]
fn lines_of_a_log_belong_to_moves() {
    let at = |ply: Option<usize>| LogLine { ply, ..line(Player::First, Channel::Sent, "go") };
    let log = vec![at(None), at(Some(2)), at(Some(3)), at(Some(4))];
    let transcript = Transcript { log, ..silence() };
    let page = page_of_logged("alice", vec![game("44", "12", "1/2")], vec![transcript]);
    let log = data(&page, "data-1")["log"].clone();
    let turns: Vec<i64> =
        log.as_array().unwrap().iter().map(|line| line[0].as_i64().unwrap()).collect();
    assert_eq!(turns, [-1, 0, 1, 2], "before the first move, and for a move that never came");
}

#[test]
fn long_logs_keep_their_end() {
    let lines = 0..100;
    let log =
        lines.map(|n| line(Player::First, Channel::Received, &format!("{n:05000}"))).collect();
    let transcript = Transcript { log, ..silence() };
    let page = page_of_logged("alice", vec![game("", "1213141", "1-0")], vec![transcript]);
    let stored = data(&page, "data-1");
    let log = stored["log"].as_array().unwrap();
    assert_eq!(stored["skipped"], 100 - 32);
    assert_eq!(log.len(), 32);
    assert_eq!(log[31][3].as_str().unwrap().chars().count(), 2001);
}

/// Writes the page to the target folder, so that it can be viewed in a browser.
#[test]
fn a_thousand_games_fit_into_a_file() {
    let sample = tournament(1000);
    let start = Instant::now();
    let page = page(&sample);
    let n_moves: usize = sample.games.iter().map(|game| game.moves.len()).sum();
    println!("{} bytes, {n_moves} moves, {:?}", page.len(), start.elapsed());
    assert!(page.len() < 8 << 20, "{} bytes", page.len());
    let graded: Vec<&GradedGame> = sample.grades.iter().flatten().collect();
    assert_eq!(n_elements(&page, "script type=\"application"), graded.len() + 1);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("report.html"), page).unwrap();
}

/// The reason for a mistake is beside its mark, and cannot break out of its element.
#[test]
fn a_mistake_has_its_reason() {
    let mut sample = sample_of_mistakes();
    let moves = &mut sample.grades[0].as_mut().expect("it is graded").moves;
    let graded = moves[5].as_mut().expect("it has scores");
    graded.why = vec!["Red plays </script>.".to_owned(), "Then a4.".to_owned()];
    let page = page(&sample);
    let marks = &data(&page, "data-1")["marks"];
    assert_eq!(marks[5][4], "Red plays </script>. Then a4.");
    assert_eq!(marks[6][4], "", "nobody has said why");
    assert!(!page.contains("Red plays </script>"), "it is escaped");
}
