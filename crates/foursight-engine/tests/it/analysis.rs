use foursight::{Position, STANDARD, Score};
use foursight_engine::{Analysis, Control, Forecast, Limits, Solution, Solver};

fn analyze(moves: &str) -> Analysis {
    let position: Position = moves.parse().unwrap();
    Analysis::new(&mut Solver::new(STANDARD), &position, &mut Control::default())
}

/// The distance in words is the line's length.
#[test]
fn words_agree_with_lines() {
    let mut seen_win_and_loss = [false; 2];
    for moves in ["274552224131661", "5455174361263362", "37313333717124171162542"] {
        let analysis = analyze(moves);
        for of_move in &analysis.moves {
            let winner_moves = match of_move.forecast {
                Forecast::Wins(Some(n)) => {
                    seen_win_and_loss[0] = true;
                    assert_eq!(of_move.line.len(), 2 * n - 1, "{moves}");
                    n
                }
                Forecast::Loses(Some(n)) => {
                    seen_win_and_loss[1] = true;
                    assert_eq!(of_move.line.len(), 2 * n, "{moves}");
                    n
                }
                forecast => {
                    assert_eq!(forecast, Forecast::Draws);
                    assert_eq!(of_move.line.len() + moves.len(), 42, "{moves}");
                    1
                }
            };
            assert!(winner_moves > 0);
        }
    }
    assert_eq!(seen_win_and_loss, [true; 2]);
}

#[test]
fn bounds_in_words() {
    let position: Position = "4444442222".parse().unwrap();
    let words = |lower, upper| {
        let solution = Solution {
            lower: Score::new(lower),
            upper: Score::new(upper),
            ..Solution::exact(Score::DRAW)
        };
        Forecast::new(&solution, &position).to_string()
    };
    assert_eq!(words(16, 16), "wins in 1 move");
    assert_eq!(words(2, 2), "wins in 15 moves");
    assert_eq!(words(1, 5), "wins");
    assert_eq!(words(0, 0), "draws");
    assert_eq!(words(0, 5), "wins or draws");
    assert_eq!(words(-5, 0), "draws or loses");
    assert_eq!(words(-5, -1), "loses");
    assert_eq!(words(-16, -16), "loses in 1 move");
    assert_eq!(words(-5, 5), "undecided");
}

#[test]
fn a_finished_game_has_no_moves() {
    let analysis = analyze("1212121");
    assert!(analysis.moves.is_empty());
    assert_eq!(analysis.forecast.to_string(), "has lost");
}

#[test]
fn limits_leave_bounds() {
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let mut solver = Solver::new(STANDARD);
    let analysis = Analysis::new(&mut solver, &Position::new(), &mut Control::limited(limits));
    assert_eq!(analysis.moves.len(), 7);
    assert!(analysis.solution.lower.value() <= 1 && 1 <= analysis.solution.upper.value());
    assert!(analysis.moves.iter().all(|m| !m.is_best && m.line.len() == 1));
}
