//! Grades and lessons in words.

use foursight::{Cell, Column, Grade, Lost, Oversight, Player, Size, Verdict, counted};

use super::{Counted, Lesson, LessonKind, ReviewedMove};
use crate::why::names::Names;
use crate::why::{Highlights, Idea, Tier, Why};

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

impl Lesson {
    /// The lesson in one or two sentences, told to `you` if one of the players reads it.
    pub fn headline(&self, you: Option<Player>) -> String {
        let headline = Names { you }.said(self.player, &self.text(you));
        match &self.counted {
            Some(counted) => format!("{headline} {}", self.count_in_words(counted, Names { you })),
            None => headline,
        }
    }

    /// The words of the headline for `you` that name a pattern, if it names one: `a trap under c3`.
    pub fn pattern(&self, you: Option<Player>) -> Option<String> {
        let text = self.text(you);
        Some(text[text.find('[')? + 1..text.find(']')?].to_owned())
    }

    /// Whether the game was lost before, in a sentence, unless the headline tells: by an earlier move, or nobody knows.
    pub fn since(&self) -> Option<String> {
        let is_unproved = self.kind == LessonKind::Unstoppable && !self.is_proved;
        let unproved = || format!("Who was winning before {} is not proved.", self.cell);
        let lost = self.since.map(|since| format!("Already losing since {since}."));
        lost.or_else(|| is_unproved.then(unproved))
    }

    /// The end of most games that are played on, in a sentence.
    fn count_in_words(&self, counted: &Counted, names: Names) -> String {
        let Counted { winner, cells, below, n_alike: [n_alike, n_better], games } = counted;
        let is_you = names.you == Some(*winner);
        let end = match &**cells {
            [cell] => format!("{} with {cell}", if is_you { "win" } else { "wins" }),
            line => {
                let line: Vec<String> = line.iter().map(Cell::to_string).collect();
                format!("{} {}", if is_you { "complete" } else { "completes" }, line.join("-"))
            }
        };
        let below = below.map_or_else(String::new, |cell| {
            let loser = winner.other();
            format!(", on top of {} {cell}", names.possessive(loser))
        });
        format!(
            "Counted: in {n_alike} of {} games of perfect play after {}, {} {end}{below}; after {}, in {n_better}.",
            games[0].len(),
            self.cell,
            names.of(*winner),
            self.better,
        )
    }

    /// The headline, yet to be [said](Names::said), with its pattern in brackets.
    fn text(&self, you: Option<Player>) -> String {
        let names = Names { you };
        let (name, other) = (names.of(self.player), names.of(self.player.other()));
        let Self { cell, better, .. } = self;
        let own = names.possessive(self.player);
        let is_lost_here = self.lost == Some(Lost::ByMove(self.ply));
        let from_the_start = || {
            format!(
                "{other} had the better side from the first disc. {own} best chance to make it hard was {better}."
            )
        };
        let is_from_the_start = self.lost == Some(Lost::FromTheStart);
        match self.kind {
            LessonKind::MissedWin => match &self.why {
                Some(why) if why.tier > Tier::Line => {
                    format!("{better} would have won: {name} could {}.", could(why, other))
                }
                _ => format!("{better} would have won at once."),
            },
            LessonKind::Unstoppable => {
                let then = match &self.why {
                    Some(why) if why.idea == Some(Idea::MissedFour) => {
                        format!("missed {better}, which won at once")
                    }
                    Some(why) => format!("let {other} {}", could(why, name)),
                    None => "lost".to_owned(),
                };
                match self.answer.filter(|_| you == Some(self.player.other())) {
                    Some(answer) => format!("You won with {answer}: {cell} {then}."),
                    None if is_from_the_start => from_the_start(),
                    None if is_lost_here => format!("{name} lost with {cell}: it {then}."),
                    None if self.since.is_some() => format!("{cell} made it easy: it {then}."),
                    None => format!("Here it became unstoppable: {cell} {then}."),
                }
            }
            LessonKind::Sooner if is_from_the_start => from_the_start(),
            LessonKind::Sooner => format!("{cell} lost sooner: {own} best chance was {better}."),
            LessonKind::GaveAway(result) => {
                let could = format!("{name} could {}", result.noun());
                if is_lost_here {
                    format!("{name} lost with {cell}: before it {could}.")
                } else if self.counted.is_some() {
                    // What is counted is the second sentence.
                    format!("{name} played {cell}: before it {could}.")
                } else {
                    format!("{name} played {cell}. Before it {could}.")
                }
            }
        }
    }
}

/// What the side with the short reason could do to the `other` side; a pattern to practice is in brackets.
fn could(why: &Why, other: &str) -> String {
    let could = match (why.tier, why.idea, &*why.highlights.cells) {
        (Tier::Line, Some(Idea::SteppingStone), _) => "complete a line right above it",
        (Tier::Line, ..) => "complete a line at once",
        (Tier::Threats, Some(Idea::ThreatAboveThreat), _) => {
            "build [a ladder], one threat above another"
        }
        (Tier::Threats, Some(Idea::DoubleThreat), _) => match open_row(why) {
            Some(row) => return format!("get [{row} in a row with both ends open]"),
            None => "make [two threats at once]",
        },
        (Tier::Threats, ..) => return format!("complete a line wherever {other} went"),
        (Tier::Forced, ..) => "make [a chain of threats] up to a line",
        (_, Some(Idea::FollowUp), _) => "[answer on top] up to a line",
        (_, _, [cell]) => return format!("set [a trap under {cell}]"),
        _ => return format!("run {other} out of safe discs"),
    };
    could.to_owned()
}

/// The number of discs between two threats, in words, if they are the open ends of one row.
fn open_row(why: &Why) -> Option<&'static str> {
    let Highlights { cells, steps, .. } = &why.highlights;
    let (&[one, two], Some(&(_, hero))) = (&**cells, steps.first()) else { return None };
    let connect = why.position.size().connect();
    let between = |n: usize| {
        let part = |from: usize, to: usize| (from * (connect - n) + to * n) / connect;
        Cell::new(part(one.column.index(), two.column.index()), part(one.row, two.row))
    };
    let own = why.position.discs_of(hero);
    let is_own = |cell: Cell| own.contains(cell) || steps.contains(&(cell, hero));
    let is_far = one.column.index().abs_diff(two.column.index()) == connect;
    let is_straight = [0, connect].contains(&one.row.abs_diff(two.row));
    let is_row = is_far && is_straight && (1..connect).map(between).all(is_own);
    is_row.then_some(["two", "three", "four", "five"][connect - 3])
}
