//! Lessons in words.

use foursight::{Cell, Lost, Player, Size};

use super::{Counted, Lesson, LessonKind};
use crate::why::{Highlights, Idea, Tier, Why};

/// The way in which a sentence names the players.
#[derive(Clone, Copy)]
struct Names {
    you: Option<Player>,
}

impl Names {
    /// The player as the subject of a sentence, at its beginning.
    fn subject(self, player: Player) -> &'static str {
        match player {
            _ if self.you == Some(player) => "You",
            Player::First => "Red",
            Player::Second => "Yellow",
        }
    }

    fn object(self, player: Player) -> &'static str {
        if self.you == Some(player) { "you" } else { self.subject(player) }
    }

    fn possessive(self, player: Player) -> &'static str {
        match player {
            _ if self.you == Some(player) => "Your",
            Player::First => "Red's",
            Player::Second => "Yellow's",
        }
    }
}

impl Lesson {
    /// The lesson in one or two sentences, told to `you` if one of the players reads it.
    pub fn headline(&self, you: Option<Player>) -> String {
        let headline = self.without_count(you);
        match &self.counted {
            Some(counted) => format!("{headline} {}", self.count_in_words(counted, Names { you })),
            None => headline,
        }
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
            let owner = if names.you == Some(loser) { "your" } else { names.possessive(loser) };
            format!(", on top of {owner} {cell}")
        });
        format!(
            "Counted: in {n_alike} of {} games played on from here, {} {end}{below}; after {}, in {n_better}.",
            games[0].len(),
            names.object(*winner),
            self.better,
        )
    }

    fn without_count(&self, you: Option<Player>) -> String {
        let (names, loser) = (Names { you }, self.player);
        let (winner, Self { cell, better, .. }) = (loser.other(), self);
        let is_lost_here = self.lost == Some(Lost::ByMove(self.ply));
        match self.kind {
            LessonKind::MissedWin => match &self.why {
                Some(why) if why.tier > Tier::Line => {
                    let (winner, could) = (names.object(loser), could(why));
                    format!("{better} would have won: {winner} could {could}.")
                }
                _ => format!("{better} would have won at once."),
            },
            LessonKind::Unstoppable | LessonKind::Sooner
                if self.lost == Some(Lost::FromTheStart) =>
            {
                format!(
                    "{} had the better side from the first disc. {} best chance to make it hard was {better}.",
                    names.subject(winner),
                    names.possessive(loser)
                )
            }
            LessonKind::Unstoppable => {
                let then = self.then(names);
                match self.answer.filter(|_| you == Some(winner)) {
                    Some(answer) => format!("You won with {answer}: {cell} {then}."),
                    None if is_lost_here => {
                        format!("{} lost with {cell}: it {then}.", names.subject(loser))
                    }
                    None => format!("Here it became unstoppable: {cell} {then}."),
                }
            }
            LessonKind::Sooner => {
                format!("{} best chance to hold out was {better}.", names.possessive(loser))
            }
            LessonKind::GaveAway(result) => {
                let result = result.noun();
                if is_lost_here {
                    let loser = names.subject(loser);
                    format!("{loser} lost with {cell}: it gave the {result} away.")
                } else {
                    format!("{} gave the {result} away with {cell}.", names.subject(loser))
                }
            }
        }
    }

    /// The earlier move that had lost the game already, in a sentence.
    pub fn since(&self) -> Option<String> {
        Some(format!("Already losing since {}.", self.since?))
    }

    /// The effect of the move, after its cell.
    fn then(&self, names: Names) -> String {
        match &self.why {
            Some(why) if why.idea == Some(Idea::MissedFour) => "missed a line".to_owned(),
            Some(why) => format!("let {} {}", names.object(self.player.other()), could(why)),
            None => "lost".to_owned(),
        }
    }
}

/// The pattern that the side with the short reason can make.
fn could(why: &Why) -> String {
    let cells = &*why.highlights.cells;
    let pattern = match (why.tier, why.idea, cells) {
        (Tier::Line, Some(Idea::SteppingStone), _) => "step up and complete a line",
        (Tier::Line, ..) => "complete a line at once",
        (Tier::Threats, Some(Idea::ThreatAboveThreat), _) => "make one threat above another",
        (Tier::Threats, Some(Idea::DoubleThreat), _) => match open_row(why) {
            Some(row) => return format!("get {row} in a row with both ends open"),
            None => "make two threats at once",
        },
        (Tier::Threats, ..) => "complete a line wherever the next disc went",
        (Tier::Forced, ..) => "force every answer up to a line",
        (_, Some(Idea::FollowUp), _) => "answer on top up to a line",
        (_, _, [cell]) => return format!("set a trap under {cell}"),
        _ => "run the other side out of safe discs",
    };
    pattern.to_owned()
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
