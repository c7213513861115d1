//! The trainer at the prompts: asks for the plan's discs, and says what is wrong with other discs.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;
use foursight::notation::moves;
use foursight::{AnySize, Cell, Column, Game, Player, Position, Verdict};
use foursight_engine::trainer::Course;
use foursight_engine::{Control, Goal, LevelPlayer, Limits, Solve};
use foursight_render::{Diagram, TextStyle};
use foursight_tui::game::{Solver, WhyQuestion};

use super::Way;
use super::command::{Command, HELP};
use super::progress::{Progress, now};
use crate::progress::with_spinner;
use crate::prompt::Prompt;
use crate::why;

/// Maximum time that a person waits for a reason, or for the result of a disc.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Trainer<R, W> {
    pub(super) course: Course,
    pub(super) progress: Progress,
    /// The file that holds the progress.
    pub(super) path: PathBuf,
    pub(super) solver: Solver,
    pub(super) random: Rng,
    pub(super) style: TextStyle,
    /// The last line asked.
    pub(super) last: Option<usize>,
    pub(super) prompt: Prompt<R, W>,
}

/// A person's answer when asked for a disc.
enum Said {
    Disc(Column),
    Show,
    Train(Way),
    Quit,
}

/// The next step after a position or a game; `None` to leave.
type Next = Option<Way>;

impl<R: BufRead, W: Write> Trainer<R, W> {
    pub(super) fn run(&mut self, way: Way) -> Result<()> {
        self.status()?;
        self.prompt.say("Type a column number, or help.\n")?;
        let mut next = Some(way);
        while let Some(way) = next {
            next = match way {
                Way::Learn => self.learn()?,
                Way::Play => self.play()?,
                Way::Hole => self.try_hole()?,
            };
        }
        Ok(())
    }

    /// Asks for the disc of one position.
    fn learn(&mut self) -> Result<Next> {
        let line = self.next_line();
        let mut game = new_game();
        for &column in &self.course.plan().lines()[line].moves {
            play(&mut game, column);
        }
        self.show(&game)?;
        let mut met = BTreeMap::new();
        loop {
            match self.ask(&game)? {
                Said::Disc(column) if self.is_right(&game, line, column, &mut met)? => {
                    self.explain(&game)?;
                    break;
                }
                Said::Disc(_) => {}
                Said::Show => {
                    self.give_up(&game, Some(line), &mut met)?;
                    break;
                }
                Said::Train(way) => return Ok(Some(way)),
                Said::Quit => return Ok(None),
            }
        }
        self.prompt.say("")?;
        Ok(Some(Way::Learn))
    }

    /// Plays a game against the level, which repeats one of its games as long as it can.
    fn play(&mut self) -> Result<Next> {
        let (line, level) = (self.next_line(), self.progress.level());
        let course = self.course.game_to(level, line, self.random.f64()).to_vec();
        let mut yellow = LevelPlayer::new(level, self.random.u64(..));
        let (mut game, mut met) = (new_game(), BTreeMap::new());
        self.prompt.say(&format!("You are red, and level {level} is yellow."))?;
        self.show(&game)?;
        while game.outcome().is_none() {
            if game.side_to_move() == Player::Second {
                let column = self.reply(&game, &course, &mut yellow);
                self.prompt.say(&format!("Yellow plays column {column}."))?;
                play(&mut game, column);
                self.show(&game)?;
                continue;
            }
            let line = self.line_in_game(&game);
            match self.ask(&game)? {
                Said::Disc(column) => {
                    let is_right = match line {
                        Some(line) => self.is_right(&game, line, column, &mut met)?,
                        None => self.keeps(&game, column)?,
                    };
                    if is_right {
                        play(&mut game, column);
                        self.show(&game)?;
                    }
                }
                Said::Show => self.give_up(&game, line, &mut met)?,
                Said::Train(way) => return Ok(Some(way)),
                Said::Quit => return Ok(None),
            }
        }
        let n_wrong = met.values().filter(|&&is_right| !is_right).count();
        self.prompt.say(&match n_wrong {
            0 => "You win, and you knew every position.\n".to_owned(),
            n => format!("You win. You did not know {n} of {} positions.\n", met.len()),
        })?;
        Ok(Some(Way::Play))
    }

    /// A person is yellow, and the plan is red.
    fn try_hole(&mut self) -> Result<Next> {
        let mut game = new_game();
        self.prompt.say("You are yellow. Try to stop the plan: nobody can.")?;
        while game.outcome().is_none() {
            if game.side_to_move() == Player::First {
                let cell = self.plan_cell(&game).expect("a test plays every reply to the plan");
                self.prompt.say(&format!("Red plays column {}.", cell.column))?;
                play(&mut game, cell.column);
                self.show(&game)?;
                continue;
            }
            match self.ask(&game)? {
                Said::Disc(column) => match game.play(column) {
                    Ok(()) => self.show(&game)?,
                    Err(error) => self.prompt.say(&format!("{error}; choose another"))?,
                },
                Said::Show => self.explain(&game)?,
                Said::Train(way) => return Ok(Some(way)),
                Said::Quit => return Ok(None),
            }
        }
        self.prompt.say("Red wins.\n")?;
        Ok(Some(Way::Hole))
    }

    /// The line to ask for next.
    fn next_line(&mut self) -> usize {
        let order = self.course.order(self.progress.level());
        let positions: Vec<String> = order.iter().map(|&line| self.moves(line)).collect();
        let last = self.last.map(|line| self.moves(line));
        let next = self.progress.next(positions.iter().map(String::as_str), last.as_deref(), now());
        let index = positions.iter().position(|moves| Some(moves.as_str()) == next);
        let line = order[index.expect("the plan has more than one line")];
        self.last = Some(line);
        line
    }

    /// The moves that lead to a line's position.
    fn moves(&self, line: usize) -> String {
        moves::write(&self.course.plan().lines()[line].moves)
    }

    /// Asks until a disc or another training mode is chosen.
    fn ask(&mut self, game: &Game<AnySize>) -> Result<Said> {
        let question = match game.side_to_move() {
            Player::First => "Red to move: ",
            Player::Second => "Yellow to move: ",
        };
        loop {
            let Some(line) = self.prompt.ask(question)? else { return Ok(Said::Quit) };
            match Command::parse(&line) {
                _ if line.is_empty() => {}
                Ok(Command::Play(column)) => return Ok(Said::Disc(column)),
                Ok(Command::Show) => return Ok(Said::Show),
                Ok(Command::Train(way)) => return Ok(Said::Train(way)),
                Ok(Command::Quit) => return Ok(Said::Quit),
                Ok(Command::Level(level)) => {
                    self.progress.level = level.number();
                    self.keep()?;
                    self.status()?;
                }
                Ok(Command::Goal(goal)) => {
                    self.progress.goal = goal;
                    self.keep()?;
                    self.status()?;
                }
                Ok(Command::Status) => self.status()?,
                Ok(Command::Help) => write!(self.prompt.out, "{HELP}")?,
                Err(message) => self.prompt.say(&message)?,
            }
        }
    }

    fn status(&mut self) -> Result<()> {
        let words = self.progress.in_words(&self.course, |line| self.moves(line));
        self.prompt.say(&words)?;
        Ok(self.prompt.say(&self.progress.goal_in_words(now()))?)
    }

    fn keep(&self) -> Result<()> {
        self.progress.write(&self.path).with_context(|| self.path.display().to_string())
    }

    /// Whether `column` is the disc of `line`; prints that the disc is right, or what is wrong with it. Only the first
    /// answer to a position counts.
    fn is_right(
        &mut self,
        game: &Game<AnySize>,
        line: usize,
        column: Column,
        met: &mut BTreeMap<usize, bool>,
    ) -> Result<bool> {
        let cell = self.plan_cell_of(game.position());
        let is_right = cell.column == column;
        if !is_right && !self.refute(game, column)? {
            return Ok(false);
        }
        let due = self.rate(line, is_right, met)?;
        if is_right {
            self.prompt.say(&match due {
                Some(1) => "Right. It comes up again in 1 day.".to_owned(),
                Some(days) => format!("Right. It comes up again in {days} days."),
                None => "Now you know it.".to_owned(),
            })?;
        }
        Ok(is_right)
    }

    /// Counts the first answer to a line; returns the days until it comes up again if it was right.
    fn rate(
        &mut self,
        line: usize,
        is_right: bool,
        met: &mut BTreeMap<usize, bool>,
    ) -> Result<Option<u32>> {
        if met.contains_key(&line) {
            return Ok(None);
        }
        met.insert(line, is_right);
        let days = self.progress.answered(self.moves(line), is_right, now());
        self.keep()?;
        Ok(days)
    }

    /// Says what is wrong with a disc that is not the plan's; returns whether it can be played at all.
    fn refute(&mut self, game: &Game<AnySize>, column: Column) -> Result<bool> {
        if self.keeps(game, column)? {
            self.prompt.say("This wins too, but the plan plays another disc.")?;
        }
        Ok(game.position().can_play(column))
    }

    /// Whether a disc keeps red's win; if not, says why.
    fn keeps(&mut self, game: &Game<AnySize>, column: Column) -> Result<bool> {
        let mut after = Game::new(*game.position());
        if let Err(error) = after.play(column) {
            self.prompt.say(&format!("{error}; choose another"))?;
            return Ok(false);
        }
        let words = match self.verdict(after.position()) {
            Some(Verdict::Loss) => return Ok(true),
            Some(_) => self.reason(&WhyQuestion::new(&after, Some(0))),
            None => Some("The result of this disc was not found in time.".to_owned()),
        };
        self.prompt.say(words.as_deref().unwrap_or("This disc does not win."))?;
        Ok(false)
    }

    /// The result for the side to move, if it is found in time; after the end of a game, the loss of that side or a draw.
    fn verdict(&mut self, position: &Position<AnySize>) -> Option<Verdict> {
        let solver = &mut self.solver;
        with_spinner("looking", limits(), |control: &mut Control<'_>| {
            solver.solve(position, Goal::Verdict, control).verdict()
        })
    }

    /// Says why red wins in a game's position.
    fn explain(&mut self, game: &Game<AnySize>) -> Result<()> {
        let reason = self.reason(&WhyQuestion::new(game, None));
        Ok(self.prompt.say(reason.as_deref().unwrap_or("No reason was found in time."))?)
    }

    /// The reason for a position's or a move's result, in words.
    fn reason(&mut self, question: &WhyQuestion) -> Option<String> {
        let solver = &mut self.solver;
        let answer = with_spinner("looking for the reason", limits(), |control| {
            question.answer(solver, control)
        })?;
        Some(format!("{}\n{}", answer.heading, why::in_words(&answer.why).trim_end()))
    }

    /// Shows the right disc, which counts as not known, and why it wins.
    fn give_up(
        &mut self,
        game: &Game<AnySize>,
        line: Option<usize>,
        met: &mut BTreeMap<usize, bool>,
    ) -> Result<()> {
        let cell = match line {
            Some(line) => {
                self.rate(line, false, met)?;
                Some(self.plan_cell_of(game.position()))
            }
            None => self.plan_cell(game).or_else(|| self.winning_cell(game.position())),
        };
        let words = match cell {
            Some(cell) => format!("Column {} wins: {cell}.", cell.column),
            None => "No winning disc was found in time.".to_owned(),
        };
        self.prompt.say(&words)?;
        self.explain(game)
    }

    /// The disc of a position's line.
    fn plan_cell_of(&self, position: &Position<AnySize>) -> Cell {
        self.course.plan().step(position).expect("it has a line").cell
    }

    /// The disc that the plan plays in a game; `None` if red has left the plan.
    fn plan_cell(&self, game: &Game<AnySize>) -> Option<Cell> {
        self.course.plan().answer(game.moves())
    }

    fn winning_cell(&mut self, position: &Position<AnySize>) -> Option<Cell> {
        let mut wins = |column: &Column| {
            position.play(*column).is_ok_and(|next| self.verdict(&next) == Some(Verdict::Loss))
        };
        position.moves().find(|column| wins(column)).and_then(|column| position.landing(column))
    }

    /// The line that applies in a game; `None` if there is none, or if a rule answers.
    fn line_in_game(&self, game: &Game<AnySize>) -> Option<usize> {
        let plan = self.course.plan();
        let line = plan.number(game.position())?;
        (self.plan_cell(game)? == self.plan_cell_of(game.position())).then_some(line)
    }

    /// Yellow's disc: from the game that it repeats, or else from the level.
    fn reply(
        &mut self,
        game: &Game<AnySize>,
        course: &[usize],
        yellow: &mut LevelPlayer,
    ) -> Column {
        let next = course.get(game.moves().len().div_ceil(2));
        let known = next.map(|&line| self.course.replies_to(game.position(), line));
        if let Some(&column) = known.and_then(|known| self.random.choice(known)).as_ref() {
            return column;
        }
        let solver = &mut self.solver;
        let choice = with_spinner("thinking", limits(), |control| {
            yellow.choose(game.position(), solver, control)
        });
        choice.expect("the game is open")
    }

    fn show(&mut self, game: &Game<AnySize>) -> Result<()> {
        Ok(self.prompt.say(&Diagram::of_game(game).to_text(self.style))?)
    }
}

fn new_game() -> Game<AnySize> {
    Game::new(Position::empty(AnySize::default()))
}

fn play(game: &mut Game<AnySize>, column: Column) {
    game.play(column).expect("the plan and the machine play by the rules");
}

fn limits() -> Limits<'static> {
    Limits { deadline: Instant::now().checked_add(PATIENCE), ..Limits::default() }
}
