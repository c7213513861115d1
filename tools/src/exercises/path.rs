//! The file of the lessons.

use std::fmt;

use foursight::notation::moves;
use foursight::{AnySize, Column};

/// The lessons on one idea.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    pub(super) title: String,
    pub(super) lesson: String,
    pub(super) kinds: Vec<Kind>,
    pub(super) steps: Vec<Step>,
}

/// A kind of exercises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// Whether the right disc wins; otherwise it only holds.
    pub(super) is_win: bool,
    /// The task.
    pub(super) words: String,
}

/// A step: an exercise, an example or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) name: String,
    /// From 1; 0 for an example or a game.
    pub(super) kind: usize,
    pub(super) moves: Vec<Column>,
    /// The right disc, alone or with those that may follow; or the discs of an example or a game.
    pub(super) line: Vec<Column>,
    pub(super) wrong: Option<Column>,
}

impl Step {
    pub(super) fn exercise(
        kind: usize,
        moves: Vec<Column>,
        line: Vec<Column>,
        wrong: Option<Column>,
    ) -> Self {
        Self { name: kind.to_string(), kind, moves, line, wrong }
    }

    pub(super) fn watch(moves: Vec<Column>, line: Vec<Column>) -> Self {
        Self { name: "watch".to_owned(), kind: 0, moves, line, wrong: None }
    }

    pub(super) fn play(moves: Vec<Column>, line: Vec<Column>) -> Self {
        Self { name: "play".to_owned(), ..Self::watch(moves, line) }
    }

    pub(super) fn is_exercise(&self) -> bool {
        self.kind > 0
    }

    /// The right disc of an exercise.
    pub(super) fn column(&self) -> Option<Column> {
        self.is_exercise().then(|| self.line[0])
    }

    /// Whether two steps have the same position, or one and its mirror image.
    pub(super) fn resembles(&self, other: &Self) -> bool {
        let position =
            |step: &Self| moves::position(&moves::write(&step.moves), AnySize::default());
        let (one, two) = (position(self), position(other));
        one.is_ok_and(|one| two.is_ok_and(|two| one.canonical_key() == two.canonical_key()))
    }

    fn read(line: &str) -> Option<Self> {
        let (name, pos, discs, wrong) = match line.split(' ').collect::<Vec<_>>()[..] {
            [name, pos, discs] => (name, pos, discs, None),
            [name, pos, discs, wrong] => (name, pos, discs, Some(wrong)),
            _ => return None,
        };
        let columns = |text: &str| -> Option<Vec<Column>> {
            text.bytes()
                .map(|digit| Some(Column::new(usize::from(digit.checked_sub(b'1')?))))
                .collect()
        };
        Some(Self {
            name: name.to_owned(),
            kind: name.parse().unwrap_or(0),
            moves: columns(pos.trim_matches('-'))?,
            line: columns(discs)?,
            wrong: match wrong {
                Some(wrong) => columns(wrong)?.first().copied(),
                None => None,
            },
        })
    }
}

/// Reads the chapters with their steps, if there are any.
pub(super) fn read(text: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            let lesson = lines.next().expect("a title has a lesson").to_owned();
            chapters.push(Chapter {
                title: title.to_owned(),
                lesson,
                kinds: Vec::new(),
                steps: Vec::new(),
            });
            continue;
        }
        let chapter = chapters.last_mut().expect("the first line is a title");
        match line.strip_prefix("- ").and_then(|kind| kind.split_once(" | ")) {
            Some((goal, words)) => {
                chapter.kinds.push(Kind { is_win: goal == "win", words: words.to_owned() });
            }
            None => {
                chapter.steps.push(Step::read(line).unwrap_or_else(|| panic!("a step: {line}")));
            }
        }
    }
    chapters
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "- {} | {}", if self.is_win { "win" } else { "hold" }, self.words)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pos = if self.moves.is_empty() { "-".to_owned() } else { moves::write(&self.moves) };
        write!(f, "{} {pos} {}", self.name, moves::write(&self.line))?;
        self.wrong.map_or(Ok(()), |wrong| write!(f, " {}", moves::write(&[wrong])))
    }
}
