//! Plays literally what the words of a plan say, against every reply.

use std::collections::HashSet;

use foursight::Cell;

use super::board::Board;
use super::grammar::{Branch, Forced, Outcome, Plan, Rule, Step, Then};

/// The maximum number of positions to look at.
const MAX_POSITIONS: usize = 100_000;

/// A failure of a plan in some line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The plan names a cell where no disc lands.
    Landing(Cell),
    /// The other side completes a line here.
    Loses(Cell),
    /// The plan's disc here completes no line.
    NoLine(Cell),
    /// The other side blocks a threat here without making one, and the plan has no safe answer.
    Blocked(Cell),
    /// The plan has no safe answer to a disc in the first cell, which threatens lines in the others.
    NoAnswer(Cell, Vec<Cell>),
    /// The board fills.
    Fills,
    /// The answer here is not forced, although the plan says so.
    NotForced(Cell),
    TooLarge,
}

/// The other side's last disc, after which the hero completes a line.
struct End {
    reply: Cell,
    cells: Vec<Cell>,
    /// Whether that disc blocked a threat, or there was none.
    is_resisting: bool,
}

/// The rest of the plan.
#[derive(Clone, Copy)]
enum Mode<'a> {
    /// The other side must answer like this; then these discs follow.
    Forced(Forced, &'a [Step], &'a Mode<'a>),
    /// The hero's first answer.
    Then,
    /// The rules answer everything.
    Rules,
    /// The hero completes a line next.
    Next,
}

pub(crate) struct Game<'a> {
    plan: &'a Plan,
    seen: HashSet<Board>,
    ended: HashSet<Board>,
    ends: Vec<End>,
    n_positions: usize,
    /// Whether the forced answers at the beginning are over; from then on, ends are recorded.
    is_begun: bool,
    /// The board when the forced answers are over.
    begun: Option<Board>,
    /// Whether every answer so far was forced as the words say.
    are_forced: bool,
    /// The failures, each with the number of discs when the other side was last to move.
    failures: Vec<(usize, Failure)>,
}

/// Plays the plan on a board where the hero is to move if the plan gives its first disc.
pub(crate) fn play<'a>(plan: &'a Plan, board: &Board) -> Game<'a> {
    let mut game = Game::new(plan);
    match (plan.first, &*plan.steps) {
        (Some(forced), steps) => {
            game.forced(board, forced);
            game.other(board, Mode::Forced(forced, steps, &Mode::Then));
        }
        (None, []) => game.other(board, Mode::Then),
        (None, steps) => game.steps(board, steps, &Mode::Then),
    }
    game
}

/// Plays the plan after its first disc, as if another disc had been played instead.
pub(crate) fn play_on<'a>(plan: &'a Plan, board: &Board) -> Game<'a> {
    let mut game = Game::new(plan);
    match plan.steps.first() {
        Some(Step { forced: Some(forced), .. }) => {
            game.other(board, Mode::Forced(*forced, &plan.steps[1..], &Mode::Then));
        }
        _ => game.other(board, Mode::Then),
    }
    game
}

impl<'a> Game<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            seen: HashSet::new(),
            ended: HashSet::new(),
            ends: Vec::new(),
            n_positions: 0,
            is_begun: false,
            begun: None,
            are_forced: true,
            failures: Vec::new(),
        }
    }

    /// The failures of the plan that take the fewest discs; empty if it works.
    pub(crate) fn failures(&self) -> Vec<&Failure> {
        let fewest = self.failures.iter().map(|(n_discs, _)| *n_discs).min();
        let of_fewest = self.failures.iter().filter(|(n_discs, _)| Some(*n_discs) == fewest);
        of_fewest.map(|(_, failure)| failure).collect()
    }

    /// Whether some replies were not tried.
    pub(crate) fn is_cut(&self) -> bool {
        self.failures.iter().any(|(_, failure)| *failure == Failure::TooLarge)
    }

    /// Records that the plan fails after the other side's last disc.
    fn fail(&mut self, board: &Board, failure: Failure) {
        self.failures.push((board.n_discs().saturating_sub(1), failure));
    }

    /// The hero plays the first of the steps.
    fn steps(&mut self, board: &Board, steps: &[Step], then: &Mode<'_>) {
        let [Step { cell, forced }, rest @ ..] = steps else { return self.other(board, *then) };
        if !board.can_take(*cell) {
            return self.fail(board, Failure::Landing(*cell));
        }
        let is_won = board.completes(*cell, self.plan.hero);
        if !is_won && matches!(self.plan.then, Then::Done) {
            return self.fail(board, Failure::NoLine(*cell));
        }
        let board = board.with(*cell, self.plan.hero);
        match forced {
            _ if is_won => {}
            Some(forced) => {
                self.forced(&board, *forced);
                self.other(&board, Mode::Forced(*forced, rest, then));
            }
            None => self.other(&board, *then),
        }
    }

    /// Whether the board confirms what the words say about a forced answer.
    fn forced(&mut self, board: &Board, Forced { cell, is_block }: Forced) {
        let threats = board.finishes(self.plan.hero);
        self.are_forced &= match is_block {
            Some(true) => threats == [cell],
            Some(false) => threats.is_empty(),
            None => true,
        };
    }

    /// Plays on with the other side to move.
    fn other(&mut self, board: &Board, mode: Mode<'_>) {
        self.n_positions += 1;
        if self.n_positions > MAX_POSITIONS {
            return self.failures.push((board.n_discs(), Failure::TooLarge));
        }
        let (hero, other) = (self.plan.hero, self.plan.hero.other());
        if matches!(mode, Mode::Then) && self.begun.is_none() {
            (self.is_begun, self.begun) = (true, Some(board.clone()));
            self.other(board, mode);
            self.is_begun = false;
            return;
        }
        let replies = board.landings();
        if replies.is_empty() {
            return self.fill(board.n_discs());
        }
        let threats = board.finishes(hero);
        for reply in replies {
            if board.completes(reply, other) {
                self.failures.push((board.n_discs(), Failure::Loses(reply)));
                continue;
            }
            let next = board.with(reply, other);
            let cells = next.finishes(hero);
            if next.landings().is_empty() {
                self.fill(board.n_discs());
            } else if !cells.is_empty() {
                if self.is_begun && self.ended.insert(next) {
                    let is_resisting = threats.is_empty() || threats.contains(&reply);
                    self.ends.push(End { reply, cells, is_resisting });
                }
            } else {
                self.answer(&next, reply, mode);
            }
        }
    }

    fn answer(&mut self, board: &Board, reply: Cell, mode: Mode<'_>) {
        let (branches, rules, is_list) = match &self.plan.then {
            Then::Answers { branches, rules, is_list, .. } => (&**branches, &**rules, *is_list),
            _ => (&[][..], &[][..], false),
        };
        let branch = branches.iter().find(|branch| branch.reply == reply);
        match (mode, branch) {
            (Mode::Forced(Forced { cell, .. }, steps, then), _) if cell == reply => {
                self.steps(board, steps, then);
            }
            (Mode::Forced(Forced { cell, .. }, ..), _) => {
                self.fail(board, Failure::NotForced(cell));
            }
            (Mode::Then, Some(Branch { steps, by_rule, .. })) => {
                self.steps(board, steps, if *by_rule { &Mode::Rules } else { &Mode::Next });
            }
            (Mode::Then | Mode::Rules, _) if !rules.is_empty() => {
                for cell in self.by_rule(board, reply, rules, is_list) {
                    let next = board.with(cell, self.plan.hero);
                    if self.seen.insert(next.clone()) {
                        self.other(&next, Mode::Rules);
                    }
                }
            }
            _ => self.no_answer(board, reply),
        }
    }

    /// The hero's possible answers: the safe cells of the first rule that has any.
    fn by_rule(&mut self, board: &Board, reply: Cell, rules: &[Rule], is_list: bool) -> Vec<Cell> {
        let (hero, other) = (self.plan.hero, self.plan.hero.other());
        let top = Cell { row: reply.row + 1, ..reply };
        let is_safe = |cell: &Cell| {
            board.can_take(*cell) && board.with(*cell, hero).finishes(other).is_empty()
        };
        // Without a list there is nothing to choose.
        for rule in rules.iter().filter(|_| is_list || is_safe(&top)) {
            let mut cells = match rule {
                Rule::Block => board.finishes(other),
                Rule::DoubleThreat => board.double_threats(hero),
                Rule::Pair(one, two) if *one == reply => vec![*two],
                Rule::Pair(one, two) if *two == reply => vec![*one],
                Rule::Pair(..) => Vec::new(),
                Rule::OnTop => vec![top],
                Rule::Columns(columns) => {
                    let landings = columns.iter().filter_map(|column| board.landing(*column));
                    landings.filter(is_safe).take(1).collect()
                }
            };
            cells.retain(is_safe);
            if !cells.is_empty() {
                return cells;
            }
        }
        self.no_answer(board, reply);
        Vec::new()
    }

    fn no_answer(&mut self, board: &Board, reply: Cell) {
        let threats = board.finishes(self.plan.hero.other());
        let is_block = board.completes(reply, self.plan.hero) && threats.is_empty();
        let no_answer = Failure::NoAnswer(reply, threats);
        self.fail(board, if is_block { Failure::Blocked(reply) } else { no_answer });
    }

    fn fill(&mut self, n_discs: usize) {
        if self.plan.wins() {
            self.failures.push((n_discs, Failure::Fills));
        }
    }

    /// Whether everything that the plan says besides its moves was true; if not, the false statement.
    pub(crate) fn facts(&self) -> Result<(), String> {
        let Some(board) = &self.begun else { return Err("it never begins".to_owned()) };
        let hero = self.plan.hero;
        let threats = board.finishes(hero);
        let is_in = |end: &&End, cells: &[Cell]| end.cells.iter().any(|cell| cells.contains(cell));
        let is_so = match &self.plan.then {
            Then::Threats(cells) => {
                cells.len() > 1 && cells.iter().all(|cell| threats.contains(cell))
            }
            Then::Above(block, above, line) => {
                let is_above = *above == Cell { row: block.row + 1, ..*block };
                threats.contains(block) && is_above && board.is_line(line, *above, hero)
            }
            Then::Next(cells) => cells.is_empty() || self.ends.iter().all(|end| is_in(&end, cells)),
            Then::Fills => board.landings().len() <= 1,
            Then::Done => true,
            Then::Answers { outcome, .. } => {
                let (cells, line) = outcome.place();
                let is_line =
                    line.is_empty() || matches!(cells, [cell] if board.is_line(line, *cell, hero));
                let mut resisting = self.ends.iter().filter(|end| end.is_resisting);
                is_line
                    && match outcome {
                        Outcome::Below { cells, at_latest, .. } => {
                            let is_below = |end: &End| {
                                let above = Cell { row: end.reply.row + 1, ..end.reply };
                                end.cells.contains(&above) && cells.contains(&above)
                            };
                            let is_early = self.ends.iter().any(|end| !end.is_resisting);
                            resisting.all(is_below) && (*at_latest || !is_early)
                        }
                        Outcome::Always { cells, .. } => {
                            self.ends.iter().all(|end| is_in(&end, cells))
                        }
                        Outcome::AtLatest { cells, .. } => resisting.all(|end| is_in(&end, cells)),
                        Outcome::Mostly { cells, .. } => {
                            let n_all = resisting.clone().count();
                            let n_told = resisting.filter(|end| is_in(end, cells)).count();
                            cells.is_empty() || 2 * n_told > n_all
                        }
                        Outcome::Never => true,
                    }
            }
        };
        if is_so && self.are_forced { Ok(()) } else { Err(format!("not so: {:?}", self.plan.then)) }
    }
}
