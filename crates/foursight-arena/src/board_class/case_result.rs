//! Plays cases with a class, and compares its answers with the rules.

use foursight::{AnySize, Cell, Column, Game, Outcome, Player, Position, Size};

use super::conversation::{Conversation, NoAnswer};
use super::description::Description;
use super::interface::{BoardInterface, Call, Subject};
use super::reply::Reply;
use super::signature::{Argument, Signature};
use super::{Case, CaseGroup};

/// After this many calls that do not return, no further case is tried.
const MAX_HANGS: usize = 2;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaseResult {
    pub(crate) case: Case,
    pub(crate) fault: Option<CaseFault>,
}

/// The fault in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaseFault {
    /// The actual and the expected behavior of the class.
    pub(crate) reason: String,
    /// The game up to that point; `None` if it did not start.
    pub(crate) game: Option<Game<AnySize>>,
    /// The calls that led to the fault.
    pub(crate) calls: Vec<String>,
}

/// A class that plays cases.
pub(super) struct Trial<'a> {
    description: Description,
    conversation: Conversation<'a>,
    game: Game<AnySize>,
    calls: Vec<String>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(description: Description, conversation: Conversation<'a>) -> Self {
        let game = Game::new(Position::empty(AnySize::default()));
        Self { description, conversation, game, calls: Vec::new() }
    }

    /// Plays a case. An error is the machine's fault, not the class's.
    pub(super) fn play(&mut self, case: &Case) -> Result<Option<CaseFault>, String> {
        self.game = Game::new(Position::empty(AnySize::default()));
        self.calls.clear();
        if self.conversation.n_hangs >= MAX_HANGS {
            let reason = "not tried, because earlier calls did not end".to_owned();
            return Ok(Some(CaseFault { reason, game: None, calls: Vec::new() }));
        }
        match self.go_through(case) {
            Ok(()) => Ok(None),
            Err(NoAnswer::Machine(reason)) => Err(reason),
            Err(NoAnswer::Class(reason)) => {
                let game = (!self.calls.is_empty()).then(|| self.game.clone());
                Ok(Some(CaseFault { reason, game, calls: self.calls.clone() }))
            }
        }
    }

    fn rules(&self) -> &BoardInterface {
        &self.description.rules
    }

    fn go_through(&mut self, case: &Case) -> Result<(), NoAnswer> {
        for role in roles(case.group) {
            if let Some(reason) = self.description.missing(role) {
                return Err(NoAnswer::Class(reason.to_owned()));
            }
        }
        let new = self.rules().call(&self.rules().new, Subject::default());
        if let reply @ Reply::Raised(_) =
            self.conversation.make(&new).map_err(|why| about(&new, why))?
        {
            return Err(NoAnswer::Class(format!("{new} {reply}")));
        }
        self.calls.push(new.to_string());
        let mut accepted = None;
        let moves = case.columns();
        for (number, &column) in moves.iter().enumerate() {
            if number + 1 == moves.len() && asks_winner(case.group) {
                self.expect_winner()?;
            }
            accepted = Some(self.drop(column)?);
        }
        match case.group {
            CaseGroup::Drop => self.expect_cells(),
            CaseGroup::FullColumn => {
                self.expect_refusal(case.refused.unwrap_or_default(), accepted.as_ref())
            }
            CaseGroup::Draw => {
                self.expect_winner()?;
                // A won game is not a draw, so it does not matter whether the class calls its board full.
                if self.game.outcome() == Some(Outcome::Draw) || self.game.outcome().is_none() {
                    self.expect_full()?;
                }
                Ok(())
            }
            _ => self.expect_winner(),
        }
    }

    /// Drops the next disc, which the class must accept.
    fn drop(&mut self, column: Column) -> Result<Reply, NoAnswer> {
        let player = self.game.side_to_move();
        let subject = Subject { column: column.index() as i64, row: 0, player: Some(player) };
        let call = self.rules().call(&self.rules().drop, subject);
        let reply = self.ask(&call)?;
        if matches!(reply, Reply::Raised(_) | Reply::Truth(false)) {
            return Err(NoAnswer::Class(format!("{call} {reply}, but the column has room")));
        }
        self.calls.push(call.to_string());
        self.game.play(column).expect("cases can be played");
        Ok(reply)
    }

    fn expect_refusal(&mut self, column: i64, accepted: Option<&Reply>) -> Result<(), NoAnswer> {
        let subject = Subject { column, row: 0, player: Some(self.game.side_to_move()) };
        let call = self.rules().call(&self.rules().drop, subject);
        let reply = self.ask(&call)?;
        if !reply.is_refusal(accepted) {
            let is_full = (0..7).contains(&column);
            let why = if is_full { "the column is full" } else { "there is no such column" };
            return Err(NoAnswer::Class(format!(
                "{call} {reply}, but {why}: return false, or raise an error"
            )));
        }
        if self.rules().cell.is_some() { self.expect_cells() } else { Ok(()) }
    }

    fn expect_cells(&mut self) -> Result<(), NoAnswer> {
        let Some(signature) = self.rules().cell.clone() else { return Ok(()) };
        if let Some(reason) = self.description.missing("cell") {
            return Err(NoAnswer::Class(reason.to_owned()));
        }
        let size = self.game.position().size();
        let places = size
            .columns()
            .flat_map(|column| (0..size.height()).map(move |row| Cell { column, row }));
        for place in places {
            let player = self.game.position().disc_at(place);
            let (column, row) = (place.column.index() as i64, place.row as i64);
            let call = self.rules().call(&signature, Subject { column, row, player });
            let reply = self.ask(&call)?;
            if !self.rules().names(&reply, player) {
                let there = match player {
                    Some(_) => format!("a disc of player {} is there", self.rules().name(player)),
                    None => "the cell is empty".to_owned(),
                };
                return Err(wrong(&call, &reply, &there));
            }
        }
        Ok(())
    }

    fn expect_winner(&mut self) -> Result<(), NoAnswer> {
        let winner = match self.game.outcome() {
            Some(Outcome::Win(player)) => Some(player),
            Some(Outcome::Draw) | None => None,
        };
        let signature = self.rules().winner.clone();
        let has = match winner {
            Some(_) => format!("player {} has four in a line", self.rules().name(winner)),
            None => "nobody has four in a line".to_owned(),
        };
        if !signature.arguments.contains(&Argument::Player) {
            let (call, reply) = self.about(&signature, None)?;
            let is_right = self.rules().names(&reply, winner);
            return is_right.then_some(()).ok_or_else(|| wrong(&call, &reply, &has));
        }
        for player in [Player::First, Player::Second] {
            let (call, reply) = self.about(&signature, Some(player))?;
            if reply.truth() != Some(winner == Some(player)) {
                return Err(wrong(&call, &reply, &has));
            }
        }
        Ok(())
    }

    fn expect_full(&mut self) -> Result<(), NoAnswer> {
        let signature = self.rules().full.clone();
        let (call, reply) = self.about(&signature, None)?;
        let n_empty = self.game.position().n_empty();
        let has = match n_empty {
            0 => "no cell is free".to_owned(),
            1 => "one cell is free".to_owned(),
            n => format!("{n} cells are free"),
        };
        let is_right = reply.truth() == Some(n_empty == 0);
        is_right.then_some(()).ok_or_else(|| wrong(&call, &reply, &has))
    }

    fn about(
        &mut self,
        signature: &Signature,
        player: Option<Player>,
    ) -> Result<(Call, Reply), NoAnswer> {
        let last = self.game.moves().last().map_or(0, |column| column.index() as i64);
        let call = self.rules().call(signature, Subject { column: last, row: 0, player });
        let reply = self.ask(&call)?;
        Ok((call, reply))
    }

    fn ask(&mut self, call: &Call) -> Result<Reply, NoAnswer> {
        self.conversation.call(call).map_err(|why| about(call, why))
    }
}

/// The methods that a group of cases needs.
fn roles(group: CaseGroup) -> &'static [&'static str] {
    match group {
        CaseGroup::Drop => &["new", "drop", "cell"],
        CaseGroup::FullColumn => &["new", "drop"],
        CaseGroup::Draw => &["new", "drop", "winner", "full"],
        _ => &["new", "drop", "winner"],
    }
}

/// Whether the class must report, before the last disc, that nobody has won.
fn asks_winner(group: CaseGroup) -> bool {
    !matches!(group, CaseGroup::Drop | CaseGroup::FullColumn)
}

fn wrong(call: &Call, reply: &Reply, has: &str) -> NoAnswer {
    NoAnswer::Class(format!("{call} {reply}, but {has}"))
}

/// Puts the call that got no answer before the reason, if the class is at fault.
fn about(call: &Call, why: NoAnswer) -> NoAnswer {
    match why {
        NoAnswer::Class(reason) => NoAnswer::Class(format!("{call} {reason}")),
        machine @ NoAnswer::Machine(_) => machine,
    }
}
