//! Evidence for a criterion in a bot's games, with examples on the board.

use foursight::{Accuracy, Column, Mark, Oversight, Size, counted};

use super::criterion::{Check, Criterion};
use super::games::{BotGame, BotMove};
use super::{CriterionMark, board};
use crate::{Arena, GameLesson};

/// The maximum number of examples shown for a fault.
const MAX_EXAMPLES: usize = 2;

/// The mark of a bot for a criterion about its games.
pub(super) fn mark(criterion: &Criterion, games: &[BotGame], arena: &Arena<'_>) -> CriterionMark {
    match criterion.check {
        Check::Wins { at_most } => of_chances(criterion, games, at_most, win_chance),
        Check::Blocks { at_most } => of_chances(criterion, games, at_most, block_chance),
        Check::Beats { level, wins, games: n_games } => {
            beats(criterion, games, (level, wins, n_games), arena)
        }
        Check::KeepsResult { at_least } => keeps_result(criterion, games, at_least, arena),
        Check::NoFaults { games: n_games } => no_faults(criterion, games, n_games),
        Check::Valid | Check::Cases(_) => CriterionMark::not_tried("it is not about games"),
    }
}

/// Whether a move took its chance to win at once; `None` if there was none.
fn win_chance(played: &BotMove<'_>) -> Option<bool> {
    let wins = played.before.playable_cells() & played.before.winning_cells();
    (!wins.is_empty()).then(|| played.grade.mark() != Mark::MissedWin)
}

/// Whether a move blocked the opponent's only win; `None` if there was none, or if the bot could win itself.
fn block_chance(played: &BotMove<'_>) -> Option<bool> {
    if win_chance(played).is_some() {
        return None;
    }
    if played.grade.mark() == Mark::MissedBlock {
        return Some(false);
    }
    let threats = played.before.playable_cells() & played.before.opponent_winning_cells();
    let is_blocked = threats.count() == 1 && !threats.in_column(played.column).is_empty();
    is_blocked.then_some(true)
}

fn of_chances(
    criterion: &Criterion,
    games: &[BotGame],
    at_most: usize,
    chance: fn(&BotMove<'_>) -> Option<bool>,
) -> CriterionMark {
    let (mut n_chances, mut n_missed, mut examples) = (0, 0, Vec::new());
    for game in games {
        for played in game.moves() {
            let Some(is_taken) = chance(&played) else { continue };
            n_chances += 1;
            if !is_taken {
                n_missed += 1;
                if examples.len() < MAX_EXAMPLES {
                    examples.push(oversight(game, &played));
                }
            }
        }
    }
    if n_chances == 0 {
        return CriterionMark::not_tried("its games gave it no chance to show this");
    }
    let missed = if n_missed == 0 { "none".to_owned() } else { n_missed.to_string() };
    let (chances, in_games) = (counted(n_chances, "chance"), counted(games.len(), "game"));
    let result = format!("missed {missed} of {chances} in {in_games}");
    CriterionMark::new(criterion, n_missed <= at_most, 0.0, result).with_examples(examples)
}

/// A missed win or block: the board, the move, and what was better.
fn oversight(game: &BotGame, played: &BotMove<'_>) -> String {
    let (cells, remark) = match played.grade.oversight() {
        Some(Oversight::Win(wins)) => {
            let columns = Column::list(wins.columns());
            let verb = if wins.columns().count() == 1 { "wins" } else { "win" };
            (wins.cells().collect(), format!("{columns} {verb} at once"))
        }
        Some(Oversight::Block(cell)) => {
            (vec![cell], format!("{} had to be blocked", Column::list([cell.column])))
        }
        None => (Vec::new(), String::new()),
    };
    let board = board(&played.before, cells);
    let letter = played.column.letter();
    format!("{}\n{board}you played {letter}, {remark}", place(game, played))
}

/// `game 3 against level 2, as red (X), move 12:`.
fn place(game: &BotGame, played: &BotMove<'_>) -> String {
    format!("{}, move {}:", game.name(), played.before.ply() + 1)
}

fn beats(
    criterion: &Criterion,
    games: &[BotGame],
    (level, wins, n_games): (usize, usize, usize),
    arena: &Arena<'_>,
) -> CriterionMark {
    let against: Vec<&BotGame> =
        games.iter().filter(|game| game.level == level).take(n_games).collect();
    let n_won = against.iter().filter(|game| game.is_won()).count();
    let n_lost = against.iter().filter(|game| game.is_lost()).count();
    let n_drawn = against.len() - n_won - n_lost;
    let result = format!(
        "won {n_won}, drew {n_drawn} and lost {n_lost} of {}; wins needed: {wins}",
        counted(against.len(), "game")
    );
    let is_met = n_won >= wins;
    let lost = against.iter().find(|game| !is_met && game.is_lost() && !game.has_fault());
    let example = lost.map(|game| {
        let lesson = game.with_reasons(arena).lesson;
        let lesson = lesson.map_or_else(String::new, |GameLesson { number, text }| {
            format!("\nto learn from: move {number}. {}", text.join(" "))
        });
        format!(
            "{}, lost:\n{}the moves were {}{lesson}",
            game.name(),
            board(&game.end(), []),
            game.game.all_moves()
        )
    });
    let examples = example.into_iter().collect();
    CriterionMark::new(criterion, is_met, n_won as f64 / wins as f64, result)
        .with_examples(examples)
}

fn keeps_result(
    criterion: &Criterion,
    games: &[BotGame],
    at_least: f64,
    arena: &Arena<'_>,
) -> CriterionMark {
    let accuracy: Accuracy =
        games.iter().flat_map(BotGame::moves).map(|played| played.grade).collect();
    let Some(share) = accuracy.kept_share() else {
        return CriterionMark::not_tried("it played no move");
    };
    let share = 100.0 * share;
    let n_graded = games.iter().flat_map(BotGame::moves).count();
    let moves = match games.iter().map(BotGame::n_moves).sum::<usize>() {
        all if all == n_graded => "its moves".to_owned(),
        all => format!("the {n_graded} of its {all} moves that could be graded"),
    };
    let result = format!("{share:.1}% of {moves} keep the result; {at_least}% is needed");
    let is_met = share >= at_least;
    let mistakes = games.iter().flat_map(|game| game.moves().map(move |played| (game, played)));
    let mistakes = mistakes
        .filter(|(_, played)| played.grade.oversight().is_none() && played.grade.changes_result());
    let examples = mistakes.take(if is_met { 0 } else { MAX_EXAMPLES });
    let examples = examples.map(|(game, played)| mistake(game, &played, arena)).collect();
    CriterionMark::new(criterion, is_met, share / at_least.max(1.0), result).with_examples(examples)
}

/// A move that made the result worse, and why.
fn mistake(game: &BotGame, played: &BotMove<'_>, arena: &Arena<'_>) -> String {
    let scores = played.graded.scores.iter().zip(played.before.size().columns());
    let best =
        scores.filter(|(score, _)| **score == Some(played.grade.best())).map(|(_, column)| column);
    let remark = arena.judge.remark(played.grade).unwrap_or_default();
    // The details of plans are left to the report, which shows them on the board.
    let mut why =
        game.with_reasons(arena).moves.swap_remove(played.index).map_or_else(Vec::new, |it| it.why);
    why.retain(|line| !line.starts_with(' '));
    let why = why.join("\n");
    let text = format!(
        "{}\n{}you played {}, which {remark}; best: {}\n{why}",
        place(game, played),
        board(&played.before, []),
        played.column.letter(),
        Column::list(best),
    );
    text.trim_end().to_owned()
}

fn no_faults(criterion: &Criterion, games: &[BotGame], n_games: usize) -> CriterionMark {
    let last = &games[games.len().saturating_sub(n_games)..];
    let faulty: Vec<&BotGame> = last.iter().filter(|game| game.has_fault()).collect();
    let result = match faulty.len() {
        0 => format!("no fault in the last {}", counted(last.len(), "game")),
        1 => format!("a fault in one of the last {}", counted(last.len(), "game")),
        n => format!("faults in {n} of the last {}", counted(last.len(), "game")),
    };
    let mut examples: Vec<(&str, String)> = Vec::new();
    for game in faulty.iter().filter(|game| game.game.ending.is_fault()) {
        let is_new = !examples.iter().any(|(reason, _)| *reason == game.game.reason);
        if is_new && examples.len() < MAX_EXAMPLES {
            let text = format!("{}:\n{}{}", game.name(), board(&game.end(), []), game.game.reason);
            examples.push((&game.game.reason, text));
        }
    }
    let examples = examples.into_iter().map(|(_, text)| text).collect();
    CriterionMark::new(criterion, faulty.is_empty(), 0.0, result).with_examples(examples)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use foursight::AnySize;
    use foursight_sandbox::Sandbox;

    use super::super::Outcome;
    use super::*;
    use crate::judge::TestJudge;

    /// Openings with the moves after them; the bot is red, who is to move. The board has six columns and four rows.
    type Games<'a> = &'a [(&'a str, &'a str)];

    /// Yellow has three discs in column 1, and red blocks, or does not.
    const BLOCKED: (&str, &str) = ("212151", "1");
    const NOT_BLOCKED: (&str, &str) = ("212151", "31");
    /// Yellow wins in column 2 or 6: no single move blocks both.
    const BLOCKS_ONE: (&str, &str) = ("133445", "26");
    /// Red wins in column 4, and need not block column 1.
    const WON: (&str, &str) = ("213151", "4");
    const NOT_WON: (&str, &str) = ("213151", "6");
    /// Red's first move keeps the draw, or loses.
    const KEPT: (&str, &str) = ("12", "2");
    const LOST: (&str, &str) = ("12", "1");

    /// Works with an arena in which nobody plays.
    fn in_arena<T>(work: impl FnOnce(&Arena<'_>) -> T) -> T {
        work(&Arena {
            judge: &TestJudge,
            isolate: &|_, _| Ok(Sandbox::bare()),
            stop: &AtomicBool::new(false),
            tell: &|_| {},
        })
    }

    fn mark_of(
        check: Check,
        partial: bool,
        games: Games<'_>,
        players: [usize; 2],
    ) -> CriterionMark {
        let size: AnySize = "6x4".parse().unwrap();
        let criterion = Criterion { check, points: 10.0, title: String::new(), partial };
        in_arena(|arena| {
            let game = |(opening, moves): &(&str, &str)| {
                BotGame::broken_off(size, opening, moves, players, arena)
            };
            let games: Vec<BotGame> = games.iter().map(game).collect();
            mark(&criterion, &games, arena)
        })
    }

    /// The points of a criterion without parts, and its result.
    #[track_caller]
    fn check(check: Check, games: Games<'_>, points: f64, expected: &str) -> CriterionMark {
        let mark = mark_of(check, false, games, [0, 1]);
        let is_tried = !expected.starts_with("not tried");
        let outcome = match points {
            10.0 => Outcome::Passed,
            _ if is_tried => Outcome::Failed,
            _ => Outcome::NotTried,
        };
        assert_eq!((mark.points, mark.outcome, &*mark.result), (points, outcome, expected));
        mark
    }

    #[test]
    fn blocks_that_are_missed_count() {
        let blocks = |at_most| Check::Blocks { at_most };
        let games = [BLOCKED, NOT_BLOCKED, NOT_BLOCKED];
        check(blocks(0), &games[..1], 10.0, "missed none of 1 chance in 1 game");
        let failed = check(blocks(0), &games[..2], 0.0, "missed 1 of 2 chances in 2 games");
        let [example] = &failed.examples[..] else { panic!("{failed:?}") };
        assert!(example.starts_with("game 1 against level 2, as red (X), move 7:\n"), "{example}");
        assert!(example.ends_with("you played c, column a had to be blocked"), "{example}");
        check(blocks(1), &games[..2], 10.0, "missed 1 of 2 chances in 2 games");
        check(blocks(1), &games, 0.0, "missed 2 of 3 chances in 3 games");
        check(blocks(2), &games, 10.0, "missed 2 of 3 chances in 3 games");
    }

    #[test]
    fn only_blocks_that_help_are_chances() {
        let none = "not tried: its games gave it no chance to show this";
        check(Check::Blocks { at_most: 0 }, &[BLOCKS_ONE, WON, NOT_WON, KEPT], 0.0, none);
        check(Check::Wins { at_most: 0 }, &[BLOCKS_ONE, BLOCKED, KEPT], 0.0, none);
    }

    #[test]
    fn wins_that_are_missed_count() {
        let wins = |at_most| Check::Wins { at_most };
        check(wins(0), &[WON, BLOCKED], 10.0, "missed none of 1 chance in 2 games");
        check(wins(1), &[NOT_WON, WON], 10.0, "missed 1 of 2 chances in 2 games");
        let failed = check(wins(0), &[NOT_WON, WON], 0.0, "missed 1 of 2 chances in 2 games");
        assert!(failed.examples[0].ends_with("you played f, column d wins at once"));
    }

    #[test]
    fn moves_that_keep_the_result_are_a_share_of_all() {
        let keeps = |at_least| Check::KeepsResult { at_least };
        let result =
            |at_least: &str| format!("66.7% of its moves keep the result; {at_least}% is needed");
        let games = [KEPT, LOST, BLOCKED];
        check(keeps(66.6), &games, 10.0, &result("66.6"));
        let failed = check(keeps(80.0), &games, 0.0, &result("80"));
        let [example] = &failed.examples[..] else { panic!("{failed:?}") };
        assert!(
            example.contains(
                "you played a, which turned a draw into a loss; best: column b\nIt opens"
            ),
            "{example}"
        );
        let partial = mark_of(keeps(80.0), true, &games, [0, 1]);
        assert_eq!((partial.points, partial.outcome), (8.33, Outcome::Failed));
        check(keeps(0.0), &[LOST], 10.0, "0.0% of its moves keep the result; 0% is needed");
    }

    /// On large boards, little is proved.
    #[test]
    fn moves_without_a_grade_are_told_from_those_with_one() {
        let size: AnySize = "6x4".parse().unwrap();
        let (opening, moves) = KEPT;
        let check = Check::KeepsResult { at_least: 80.0 };
        let criterion = Criterion { check, points: 10.0, title: String::new(), partial: false };
        let result = in_arena(|arena| {
            let moves = format!("{moves}34");
            let mut game = BotGame::broken_off(size, opening, &moves, [0, 1], arena);
            game.forget_grade(0);
            mark(&criterion, &[game], arena).result
        });
        assert!(
            result.contains("% of the 1 of its 2 moves that could be graded keep the result"),
            "{result}"
        );
    }

    /// The other player's moves say nothing about the bot.
    #[test]
    fn only_the_moves_of_the_bot_count() {
        for check in [
            Check::Wins { at_most: 0 },
            Check::Blocks { at_most: 0 },
            Check::KeepsResult { at_least: 0.0 },
        ] {
            let mark = mark_of(check, false, &[LOST, ("213151", "6"), ("212151", "3")], [1, 0]);
            assert_eq!(mark.outcome, Outcome::NotTried, "{}", mark.result);
        }
    }
}
