//! Only true sentences may be said: only a [`Told`] is put into words, and only sentences that were found true get into
//! one.

use foursight::reason::{Claim, Proof, Reason, Start, Turn};
use foursight::{AnySize, Cell, Player, Position};

use super::facts::{self, completes};
use super::planned::Planned;
use super::refutation::{after_better, after_mistake};
use super::sentence::{Break, Sentence};
use super::story::{Story, above, winning_cells};
use super::strategy::{Rule, Strategy, Then};
use super::ties::Ties;

/// The maximum number of sentences in an explanation.
pub(super) const MAX_SENTENCES: usize = 3;

/// The maximum number of items in a plan's list.
const MAX_ITEMS: usize = 12;

/// The maximum number of discs that the hero plays in answer to one disc.
const MAX_BRANCH: usize = 5;

/// The explained position or move.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position<AnySize>,
    /// For a move, the position before it, and the cell where its disc landed.
    pub(super) last: Option<(&'a Position<AnySize>, Cell)>,
}

/// Sentences that have been checked: a player who obeys them literally achieves what they claim, and each fact in them
/// is true on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told(Vec<Sentence>);

impl Told {
    /// The first of the sentences, without those that are false.
    pub(super) fn new(scene: Scene<'_>, sentences: Vec<Sentence>) -> Self {
        let mut position = *scene.position;
        let mut told: Vec<Sentence> = Vec::new();
        for sentence in sentences.into_iter().take(MAX_SENTENCES) {
            if let Sentence::Example { line, .. } | Sentence::MainLine { line } = &sentence {
                let play = |position, cell: &Cell| facts::play(&position, *cell);
                let Some(end) = line.iter().try_fold(position, play) else { break };
                position = end;
            }
            if scene.is_true(&sentence, &position, &told) {
                let sentence = scene.with_break(sentence, &told);
                // It would say nothing.
                if !matches!(sentence, Sentence::Spoils { breaks: Break::Unsaid, .. }) {
                    told.push(sentence);
                }
            }
        }
        if !both_hold(&told) {
            told.retain(|sentence| *sentence != Sentence::BothHold);
        }
        Self(told)
    }

    pub(super) fn sentences(&self) -> &[Sentence] {
        &self.0
    }
}

impl Scene<'_> {
    /// Whether a sentence about `position` is true, given the earlier sentences `told`.
    pub(super) fn is_true(
        &self,
        sentence: &Sentence,
        position: &Position<AnySize>,
        told: &[Sentence],
    ) -> bool {
        let before = self.last.map(|(before, _)| before);
        let is_played = |cell: &Cell| self.last.is_some_and(|(_, played)| played == *cell);
        match sentence {
            Sentence::Plan(plan) | Sentence::AfterThat(plan) => facts::are_true(plan, position),
            Sentence::Replies(map) => map.is_true(position),
            Sentence::Planned { .. } | Sentence::MainLine { .. } => {
                Planned::is_told(self.position, sentence)
            }
            Sentence::Completes { hero, cell, line } => {
                // The last move of a game has been played.
                let position =
                    if position.is_won() { before.unwrap_or(position) } else { position };
                position.landing(cell.column) == Some(*cell)
                    && position.side_to_move() == *hero
                    && completes(position, *hero, *cell, line)
            }
            Sentence::StepUp { hero, step, cell, line } => {
                is_played(step)
                    && *cell == above(*step)
                    && position.side_to_move() == *hero
                    && completes(position, *hero, *cell, line)
            }
            Sentence::Fills { cell, .. } => is_played(cell) && position.n_empty() == 0,
            Sentence::Missed { mover, cell, line } => {
                let before = before.unwrap_or(position);
                before.side_to_move() == *mover
                    && before.landing(cell.column) == Some(*cell)
                    && completes(before, *mover, *cell, line)
            }
            Sentence::Wasted { mover, cell } => self.last.is_some_and(|(before, played)| {
                above(played) == *cell && winning_cells(before, *mover).contains(*cell)
            }),
            Sentence::Better { better, .. } => self.last.is_some_and(|(before, played)| {
                played != better.cell && before.landing(better.cell.column) == Some(better.cell)
            }),
            Sentence::Alike { moves } => self.are_alike(moves, told),
            // The solver has proved these, or found their moves.
            Sentence::BothHold
            | Sentence::NoReason { .. }
            | Sentence::Example { .. }
            | Sentence::Spoils { .. } => true,
        }
    }

    /// Adds to the sentence how the earlier strategy fails after the move that the sentence is about.
    fn with_break(&self, sentence: Sentence, told: &[Sentence]) -> Sentence {
        let (Some((reason, rule)), Some((before, played))) = (strategy(told), self.last) else {
            return sentence;
        };
        let ties = Ties::new(before, played);
        match sentence {
            Sentence::Better { hero, better, .. } => {
                let breaks = after_better(&reason, rule, before, better.cell, ties);
                Sentence::Better { hero, better, breaks }
            }
            Sentence::Spoils { hero, cell, .. } => {
                let breaks = after_mistake(reason, rule, before, cell, ties);
                Sentence::Spoils { hero, cell, breaks }
            }
            sentence => sentence,
        }
    }

    /// Whether the earlier plan also works after each of `moves`, or after all moves that are not mentioned.
    fn are_alike(&self, moves: &[Cell], told: &[Sentence]) -> bool {
        let better = told.iter().find_map(|sentence| match sentence {
            Sentence::Better { better, .. } => Some(better.cell),
            _ => None,
        });
        let (Some((reason, rule)), Some((before, played))) = (strategy(told), self.last) else {
            return false;
        };
        // A reader does only what the rule says.
        let is_told = |proof: &Proof<AnySize>| rule.is_none_or(|rule| rule.tells(proof));
        let others = before.playable_cells().cells();
        let others = others.filter(|cell| Some(*cell) != better && *cell != played);
        let moves = if moves.is_empty() { others.collect() } else { moves.to_vec() };
        moves.iter().all(|cell| {
            before.landing(cell.column) == Some(*cell)
                && before.play(cell.column).is_ok_and(|after| {
                    reason.clone().check(&after).is_ok_and(|proof| is_told(&proof))
                })
        })
    }
}

/// Whether the sentences give each side a strategy to hold.
fn both_hold(told: &[Sentence]) -> bool {
    let holds = |hero: Player| {
        told.iter().any(|sentence| {
            matches!(sentence, Sentence::Plan(plan) if (plan.hero, plan.claim) == (hero, Claim::Holds))
        })
    };
    holds(Player::First) && holds(Player::Second)
}

/// The strategy stated for the position itself, and the rule in it.
fn strategy(told: &[Sentence]) -> Option<(Reason, Option<&Rule>)> {
    let is_line =
        |told: &&Sentence| matches!(told, Sentence::Example { .. } | Sentence::MainLine { .. });
    let mut of_position = told.iter().take_while(|told| !is_line(told));
    of_position.find_map(|sentence| match sentence {
        Sentence::Plan(plan) => Some((plan.reason(), plan.rule())),
        Sentence::Completes { hero, cell, .. } | Sentence::StepUp { hero, cell, .. } => {
            Some((finish(*hero, *cell), None))
        }
        _ => None,
    })
}

/// A true and short description of `proof`, if there is one.
pub(super) fn story(proof: &Proof<AnySize>) -> Option<Story> {
    let scene = Scene { position: proof.position(), last: None };
    Story::all(proof).into_iter().find(|story| {
        story.sentences.iter().all(|sentence| match sentence {
            Sentence::Plan(plan) if !is_short(plan) => false,
            sentence => scene.is_true(sentence, proof.position(), &[]),
        })
    })
}

fn is_short(plan: &Strategy) -> bool {
    let branches = match &plan.then {
        Then::Answers { branches, .. } => &**branches,
        _ => &[],
    };
    plan.n_items() <= MAX_ITEMS && branches.iter().all(|branch| branch.steps.len() <= MAX_BRANCH)
}

/// The strategy that consists of one disc.
fn finish(hero: Player, cell: Cell) -> Reason {
    Reason { hero, claim: Claim::Wins, start: Start::Hero(Turn::Finish(cell)) }
}

#[cfg(test)]
mod tests {
    use foursight::notation::moves;

    use super::*;
    use crate::why::Explanation;
    use crate::{AnySolver, Control, Goal, Solve, TableSize};

    #[test]
    fn a_draw_takes_the_plans_of_both_sides() {
        let moves = "67174347744323311332212174227155";
        let position = moves::position(moves, AnySize::default()).unwrap();
        let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
        let control = &mut Control::default();
        let scores = solver.solve_moves(&position, Goal::Score, control);
        let Explanation::Draw { mover, opponent } =
            Explanation::find(&position, &scores, &mut solver, control)
        else {
            panic!("both sides hold {moves}");
        };
        let plans = [mover, opponent].map(|proof| story(&proof).unwrap().sentences.remove(0));
        let told = |plans: &[Sentence]| {
            let sentences = [&[Sentence::BothHold], plans].concat();
            Told::new(Scene { position: &position, last: None }, sentences).0
        };
        assert_eq!(told(&plans)[0], Sentence::BothHold);
        for plan in &plans {
            assert_eq!(told(std::slice::from_ref(plan)), std::slice::from_ref(plan));
        }
    }
}
