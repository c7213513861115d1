//! The games that a bot plays for its marks.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use foursight::notation::moves;
use foursight::{AnySize, Column, Grade, OpeningRule, Player, Position};
use foursight_sandbox::Sandbox;

use super::rubric::Rubric;
use crate::error::Result;
use crate::{
    Arena, ArenaError, Ending, Entrant, GradeDepth, GradedGame, GradedMove, NoConsole, Openings,
    Schedule, Settings, Store, StoredGame, TimeLimits, Tournament, TournamentEvent,
};

/// After this many consecutive faults, no more games are played.
const PATIENCE: usize = 3;

/// The index of the bot among the two players of a game.
const BOT: usize = 0;

/// Levels have time to calculate to the end, so that their moves depend on nothing but the seed.
const LEVEL_CLOCK: &str = "30s";

/// A bot's game.
#[derive(Debug)]
pub(super) struct BotGame {
    /// The opponent.
    pub(super) level: usize,
    pub(super) game: StoredGame,
    grades: GradedGame,
    size: AnySize,
}

/// A bot's move.
pub(super) struct BotMove<'a> {
    /// The index of the move in its game, without the opening.
    pub(super) index: usize,
    pub(super) before: Position<AnySize>,
    pub(super) column: Column,
    pub(super) graded: &'a GradedMove,
    pub(super) grade: Grade,
}

impl BotGame {
    pub(super) fn is_won(&self) -> bool {
        self.game.winner() == Some(BOT)
    }

    pub(super) fn is_lost(&self) -> bool {
        self.game.loser() == Some(BOT)
    }

    /// Whether the bot committed a fault, or no longer plays because of one.
    pub(super) fn has_fault(&self) -> bool {
        let is_benched = self.game.ending == Ending::Benched;
        self.is_lost() && (self.game.ending.is_fault() || is_benched)
    }

    /// The grades of its moves, with the reasons of all mistakes and the lesson.
    pub(super) fn with_reasons(&self, arena: &Arena<'_>) -> GradedGame {
        let depth = GradeDepth { has_reasons: true, time: None, cancel: arena.stop };
        arena.judge.grade(&self.game, self.size, depth)
    }

    /// The bot's side.
    pub(super) fn side(&self) -> Player {
        if self.game.players[0] == BOT { Player::First } else { Player::Second }
    }

    /// `game 3 against level 2, as red (X)`.
    pub(super) fn name(&self) -> String {
        let side = if self.side() == Player::First { "red (X)" } else { "yellow (O)" };
        format!("game {} against level {}, as {side}", self.game.number, self.level)
    }

    /// The position at its end.
    pub(super) fn end(&self) -> Position<AnySize> {
        moves::position(&self.game.all_moves(), self.size).expect("stored games can be played")
    }

    /// The number of the bot's moves, graded or not.
    pub(super) fn n_moves(&self) -> usize {
        let n_before = self.game.opening.len();
        let parity = usize::from(self.side() == Player::Second);
        (n_before..n_before + self.game.moves.len()).filter(|ply| ply % 2 == parity).count()
    }

    /// The bot's moves that the solver could grade.
    pub(super) fn moves(&self) -> impl Iterator<Item = BotMove<'_>> {
        let mut position =
            moves::position(&self.game.opening, self.size).expect("stored games can be played");
        let mut n_before = 0;
        let grades = self.grades.grades(&self.game, self.size);
        let columns = self.game.moves.chars().filter_map(Column::from_symbol);
        let all = columns.zip(grades.into_iter().zip(&self.grades.moves)).map(
            move |(column, (grade, graded))| {
                let (before, index) = (position, n_before);
                n_before += 1;
                position = before.play(column).expect("stored games can be played");
                Some(BotMove { index, before, column, grade: grade?, graded: graded.as_ref()? })
            },
        );
        let side = self.side();
        all.flatten().filter(move |played| played.before.side_to_move() == side)
    }
}

#[cfg(test)]
impl BotGame {
    /// A game on this board that was aborted after `moves`, graded by the judge; `players` are as in a stored game.
    pub(super) fn broken_off(
        size: AnySize,
        opening: &str,
        moves: &str,
        players: [usize; 2],
        arena: &Arena<'_>,
    ) -> Self {
        let game = StoredGame {
            opening: opening.to_owned(),
            moves: moves.to_owned(),
            micros: vec![0; moves.len()],
            ..StoredGame::unplayed(1, players)
        };
        let depth = GradeDepth { has_reasons: false, time: None, cancel: arena.stop };
        let grades = arena.judge.grade(&game, size, depth);
        Self { level: 2, game, grades, size }
    }

    /// Takes the grade from the move of this index, as if it could not be proved.
    pub(super) fn forget_grade(&mut self, index: usize) {
        self.grades.moves[index] = None;
    }
}

/// Lets a bot play the levels of a rubric, and grades its moves.
pub(super) fn play_all(
    arena: &Arena<'_>,
    bot: &Entrant,
    rubric: &Rubric,
    seed: u64,
    sandbox: &Sandbox,
) -> Result<Vec<BotGame>> {
    let size = rubric.size();
    let opponents = rubric.opponents();
    let n_all: usize = opponents.iter().map(|(_, n_games)| n_games).sum();
    let mut played: Vec<(usize, StoredGame)> = Vec::new();
    for (number, (level, n_games)) in (0..).zip(opponents) {
        let seed = seed.wrapping_add(1000 * number);
        let n_before = played.len();
        let mut progress = |n_played: usize| {
            let number = (n_before + n_played + 1).min(n_all);
            arena.progress(&format!("{bot}: game {number} of {n_all}"));
        };
        let games = play(arena, bot, (level, n_games), rubric, seed, sandbox, &mut progress)?;
        played.extend(games.into_iter().map(|game| (level, game)));
    }
    let graded = (1..).zip(played).map(|(number, (level, mut game))| {
        arena.progress(&format!("{bot}: grading game {number} of {n_all}"));
        let depth = GradeDepth { has_reasons: false, time: None, cancel: arena.stop };
        let grades = arena.judge.grade(&game, size, depth);
        game.number = number;
        BotGame { level, game, grades, size }
    });
    let graded = graded.collect();
    arena.check_stop()?;
    Ok(graded)
}

/// The games against a level.
fn play(
    arena: &Arena<'_>,
    bot: &Entrant,
    (level, n_games): (usize, usize),
    rubric: &Rubric,
    seed: u64,
    sandbox: &Sandbox,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<StoredGame>> {
    let opponent: Entrant =
        format!("level:{level}@{LEVEL_CLOCK}").parse().map_err(ArenaError::Usage)?;
    let contestants = [bot.clone(), opponent];
    let size = rubric.size();
    let settings = Settings { size: Some(size), ..Settings::default() };
    let openings =
        Openings::new(settings.openings(&contestants)?, size, seed, arena.judge, arena.stop)?;
    let tournament = Tournament {
        schedule: Schedule::RoundRobin { cycles: 1 },
        n_players: contestants.len(),
        n_pairs: n_games / 2,
        size,
        clock: rubric.clock(),
        limits: TimeLimits::default(),
        opening_rule: OpeningRule::None,
        opening: &|number| openings.get(number),
        contestant: &|player, seed| Ok(contestants[player].contestant(arena.judge, size, seed)),
        seed,
        console: &|_| Box::new(NoConsole),
        sandbox,
        // Side by side, games would end in a different order each time.
        concurrency: NonZeroUsize::MIN,
        patience: PATIENCE,
        drain: arena.stop,
        cancel: arena.stop,
    };
    progress(0);
    let finish = tournament.run(&mut Store::Nowhere, Vec::new(), &mut |event, games| {
        if let TournamentEvent::Finished(_) = event {
            progress(games.len());
        }
        ControlFlow::Continue(())
    });
    arena.check_stop()?;
    match finish.failure {
        Some(failure) => Err(ArenaError::Failed(failure)),
        None => Ok(finish.games),
    }
}
