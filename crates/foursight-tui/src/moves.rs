//! Moves on the screen: playing, undoing, and everything else that changes the game.

use std::path::PathBuf;

use foursight::{AnySize, Choice, Column, Game, PlayError, Player};

use super::dialog::Dialog;
use super::pace::Fall;
use super::state::{Hints, State, center, whole};
use crate::game::{LocalGame, PlayerKind};
use crate::text::color_name;

impl State {
    /// Starts a game, after a question if the current one would be lost.
    pub(crate) fn propose(&mut self, local: LocalGame, path: Option<PathBuf>) {
        if self.is_worth_saving() {
            self.dialog = Some(Dialog::Leave(Box::new(local), path));
        } else {
            self.begin(local, path);
        }
    }

    /// Starts a game, possibly loaded from a file. The evaluations are kept.
    pub(crate) fn begin(&mut self, local: LocalGame, path: Option<PathBuf>) {
        self.saved = local.choices();
        self.local = local;
        self.notice = path.as_deref().map(|path| format!("loaded from {}", path.display()));
        self.path = path;
        self.dialog = None;
        self.is_reviewing = false;
        self.cursor = center(self.size());
        self.new_seed();
        self.changed();
        self.is_waiting = false;
    }

    fn new_seed(&mut self) {
        self.seed = fastrand::Rng::with_seed(self.seed).u64(..);
        self.n_answers = 0;
    }

    /// Drops everything that belongs to the previous position.
    fn changed(&mut self) {
        self.held = None;
        self.fall = None;
        if !self.wants_hint() && matches!(self.hints, Hints::Once(_)) {
            self.hints = Hints::Off;
        }
    }

    /// Plays `column` for a person, or shows why that is impossible.
    pub(crate) fn drop_disc(&mut self, column: Column) {
        self.cursor = column;
        if let Some(player) = self.to_move().filter(|_| !self.asks_person()) {
            let title = self.title(player);
            self.notice = Some(if self.is_waiting {
                format!("{title} is to move: p lets it play")
            } else {
                format!("{title} is to move")
            });
        } else if self.outcome().is_some() {
            self.notice = Some("the game is over: R plays again, n starts another".to_owned());
        } else if let Err(error) = self.play(column) {
            self.notice = Some(format!("{error}; choose another"));
        } else {
            self.is_waiting = false;
            self.pace.wait(self.now, true);
        }
    }

    /// Carries out what the machine has chosen.
    pub(crate) fn machine_chooses(&mut self, choice: Choice) {
        // A notice about the position before may not hold here.
        self.notice = None;
        match choice {
            Choice::Play(column) => self.play(column).expect("the machine plays by the rules"),
            Choice::Swap => self.swap_by_rule(),
        }
        self.pace.wait(self.now, false);
    }

    /// Swaps sides by the opening rule, and says so.
    fn swap_by_rule(&mut self) {
        let chooser = self.local.mover();
        let title = self.title(chooser);
        let mut ahead = self.local.clone();
        // Swapping again after undoing it keeps the moves after it.
        if ahead.redo() == Some(Choice::Swap) {
            self.local = ahead;
        } else {
            self.local.swap_by_rule();
        }
        self.changed();
        let color = color_name(chooser.other());
        self.notice = Some(format!("{title} swaps sides and has {color} now"));
    }

    fn play(&mut self, column: Column) -> Result<(), PlayError> {
        let mut ahead = self.local.clone();
        // Playing the move that was undone keeps the moves after it.
        if ahead.redo() == Some(Choice::Play(column)) {
            self.local = ahead;
        } else {
            let was_over = whole(self.game()).outcome().is_some();
            self.local.play(column)?;
            // From here on it is another game, which is not over.
            self.is_reviewing &= !was_over;
        }
        self.changed();
        if let Some(cell) = self.last_move().filter(|_| self.look.is_animated) {
            use foursight::Size;
            self.fall = Some(Fall::new(cell, self.size().height(), self.now));
        }
        Ok(())
    }

    /// Undoes moves until it is a person's turn; undoes a resignation first.
    pub(crate) fn take_back(&mut self) {
        if self.local.record.decision.take().is_some() {
            return;
        }
        if !self.walk(LocalGame::undo) {
            self.notice = Some("you have no move to undo".to_owned());
        }
    }

    /// Redoes moves until it is a person's turn, or a machine must choose the next one.
    pub(crate) fn play_again(&mut self) {
        if self.walk(redo) {
            return;
        }
        let whole = self.local.whole();
        if whole.choices() == self.local.choices() {
            self.notice = Some("there is nothing to redo".to_owned());
        } else {
            self.go_to(whole);
            self.is_waiting = false;
            self.pace.wait(self.now, true);
        }
    }

    /// Steps through the game, at least one move, until it is a person's turn or nobody's; returns false and changes
    /// nothing if that never happens. Without people, it is a single move.
    fn walk(&mut self, step: fn(&mut LocalGame) -> bool) -> bool {
        let mut local = self.local.clone();
        loop {
            if !step(&mut local) {
                return false;
            }
            let is_over = local.record.game.outcome().is_some();
            let asks_person = local.kind(local.mover()) == PlayerKind::Human;
            if asks_person || is_over || !self.has_person() {
                break;
            }
        }
        self.go_to(local);
        true
    }

    /// Goes to another point of the game; machines wait there.
    fn go_to(&mut self, local: LocalGame) {
        self.local = local;
        self.local.record.decision = None;
        self.changed();
        self.is_waiting = self.asks_machine();
    }

    /// Goes one move or swap back.
    pub(crate) fn step_back(&mut self) {
        let mut local = self.local.clone();
        local.undo();
        self.look_at(local);
    }

    /// Goes one move or swap forward.
    pub(crate) fn step_forward(&mut self) {
        let mut local = self.local.clone();
        local.redo();
        self.look_at(local);
    }

    /// Goes to the position after `ply` moves, or the nearest one.
    pub(crate) fn go_to_ply(&mut self, ply: usize) {
        let mut local = self.local.whole();
        while local.record.game.moves().len() > ply && local.undo() {}
        self.look_at(local);
    }

    /// Goes to another point of the game without reopening it.
    fn look_at(&mut self, local: LocalGame) {
        if local.choices() == self.local.choices() {
            return;
        }
        self.is_reviewing |= self.outcome().is_some();
        let decision = self.local.record.decision;
        self.go_to(local);
        // Looking back at a game that was resigned does not reopen it.
        self.local.record.decision = decision;
    }

    /// Undoes all moves and starts again with the same players.
    pub(crate) fn restart(&mut self) {
        self.local.record.decision = None;
        self.go_to_ply(0);
        // At the start there is nowhere to go, but the engine still works on the game before.
        self.changed();
        self.is_waiting = false;
        self.is_reviewing = false;
        self.new_seed();
    }

    /// Swaps the players, by the opening rule where a person may. A finished game keeps its winner.
    pub(crate) fn swap_sides(&mut self) {
        if self.outcome().is_some() {
            self.notice = Some("the game is over: X plays again with sides swapped".to_owned());
            return;
        }
        if self.local.record.opening().may_swap && self.asks_person() {
            self.swap_by_rule();
            self.pace.wait(self.now, true);
        } else {
            if whole(self.game()).outcome().is_some() {
                self.local.forget_undone();
            }
            self.local.swap_sides();
            self.held = None;
        }
        self.is_waiting = false;
    }

    /// Swaps the players and starts another game.
    pub(crate) fn rematch(&mut self) {
        let mut local = self.local.clone();
        while local.undo() {}
        local.forget_undone();
        local.record.decision = None;
        local.swap_sides();
        self.propose(local, None);
    }

    /// The player who would resign: the only person, or the one whose turn it is.
    pub(crate) fn resigning(&self) -> Option<Player> {
        let to_move = self.to_move()?;
        let is_person = |&player: &Player| self.kind(player) == PlayerKind::Human;
        [to_move, to_move.other()].into_iter().find(is_person)
    }

    pub(crate) fn resign(&mut self, player: Player) {
        debug_assert_eq!(self.kind(player), PlayerKind::Human);
        self.local.resign(player);
        self.changed();
    }

    /// Cancels the machine's move and undoes the person's; if machines are playing each other, they pause.
    pub(crate) fn stop_machine(&mut self) {
        if !self.has_person() {
            self.is_waiting = true;
        } else if !self.walk(LocalGame::undo) {
            self.is_waiting = true;
            self.changed();
        }
    }

    /// Pauses or resumes machines.
    pub(crate) fn toggle_pause(&mut self) {
        if self.asks_machine() {
            self.is_waiting = !self.is_waiting;
        } else {
            self.notice = Some("no machine is to move".to_owned());
        }
    }

    /// Goes to the next mistake after this position, or to the one before.
    pub(crate) fn go_to_mistake(&mut self, is_forward: bool) {
        self.is_reviewing = true;
        let here = self.game().moves().len();
        let ply = if is_forward {
            let n_moves = whole(self.game()).moves().len();
            self.find_mistake(here..n_moves, "there is no mistake after this move")
        } else {
            let earlier = (0..here.saturating_sub(1)).rev();
            self.find_mistake(earlier, "there is no mistake before this move")
        };
        if let Some(ply) = ply {
            self.go_to_ply(ply + 1);
        }
    }

    /// The number of positions of `game` that are still to be solved.
    pub(crate) fn n_ungraded(&self, game: &Game<AnySize>) -> usize {
        let is_open = |position: &&_| !self.evaluations.is_complete(position);
        game.positions().iter().filter(is_open).count()
    }

    /// The first of `plies` whose move was a mistake. If there is none, a notice says `none`, or what is missing.
    pub(crate) fn find_mistake(
        &mut self,
        mut plies: impl Iterator<Item = usize> + Clone,
        none: &str,
    ) -> Option<usize> {
        let game = whole(self.game());
        let review = self.review(&game);
        let is_mistake = |&ply: &usize| {
            let played = review.moves()[ply].as_ref();
            played.is_some_and(|played| played.grade.mark().is_mistake())
        };
        let found = plies.clone().find(is_mistake);
        if found.is_none() {
            let n_open = self.n_ungraded(&game);
            let placed = self.local.record.n_opening..self.local.record.n_before_play();
            let is_missing = |ply: usize| review.moves()[ply].is_none() && !placed.contains(&ply);
            self.notice = Some(if n_open > 0 {
                format!("still grading: {n_open} positions to go")
            } else if plies.any(is_missing) {
                "this game takes too long to solve, so not all of its mistakes are known".to_owned()
            } else {
                none.to_owned()
            });
        }
        found
    }
}

/// Redoes a step; returns false if there is none.
fn redo(local: &mut LocalGame) -> bool {
    local.redo().is_some()
}
