//! Grades in words.

use foursight::{Column, Grade, Oversight, Size, Verdict, counted};

use super::ReviewedMove;

/// A phrase about a move, to follow `move 9`; `None` for a best move.
///
/// It does not say which move was better; [`remedy`] does after an oversight.
///
/// ```
/// use foursight::{Column, Grade, Oversight, Position, Score};
/// use foursight_engine::review::{remark, remedy};
///
/// let grade = Grade::new(Score::new(0), Score::new(3));
/// assert_eq!(remark(grade).as_deref(), Some("turned a win into a draw"));
///
/// let position: Position = "121214".parse()?;
/// let grade = Grade::new(Score::new(0), Score::win_now(&position))
///     .with_oversight(Oversight::of_move(&position, Column::new(4)));
/// assert_eq!(remark(grade).as_deref(), Some("missed four in a row"));
/// assert_eq!(remedy(grade).as_deref(), Some("column a won at once"));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn remark(grade: Grade) -> Option<String> {
    match grade.oversight() {
        Some(Oversight::Win(cells)) => {
            let n = ["three", "four", "five", "six"][cells.size().connect() - 3];
            return Some(format!("missed {n} in a row"));
        }
        Some(Oversight::Block(_)) => return Some("let the opponent win at once".to_owned()),
        None if grade.score() == grade.best() => return None,
        None => {}
    }
    let (best, now) = (grade.best().verdict(), grade.score().verdict());
    if best != now {
        return Some(format!("turned a {} into a {}", best.noun(), now.noun()));
    }
    let moves = counted(grade.n_moves_off().unsigned_abs() as usize, "move");
    Some(match now {
        Verdict::Loss => format!("loses {moves} sooner than it could"),
        _ => format!("wins {moves} later than it could"),
    })
}

/// A phrase about the missed move, to follow the remark and a colon: `column e won at once` or `column c had to be
/// blocked`.
pub fn remedy(grade: Grade) -> Option<String> {
    Some(match grade.oversight()? {
        Oversight::Win(cells) => format!("{} won at once", Column::list(cells.columns())),
        Oversight::Block(cell) => format!("{} had to be blocked", Column::list([cell.column])),
    })
}

impl ReviewedMove {
    /// What the move gave away, and what was better: `turned a win into a draw; column c was best`. `None` for a best
    /// move.
    pub fn comment(&self) -> Option<String> {
        let remark = remark(self.grade)?;
        if let Some(remedy) = remedy(self.grade) {
            return Some(format!("{remark}: {remedy}"));
        }
        let best = self.scores.best_columns();
        let was = if best.len() == 1 { "was" } else { "were" };
        Some(format!("{remark}; {} {was} best", Column::list(best)))
    }
}
