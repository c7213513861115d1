//! The parts that a class needs from the surrounding program: contestants, the solver, and the building blocks of its
//! pages.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use foursight::{AnySize, Column};
use foursight_arena::report::Drawing;
use foursight_arena::{Clock, Contestant, GradedGame, StoredGame};
use foursight_sandbox::Sandbox;

/// The program around a class. Several threads call its methods.
pub trait Host: Send + Sync {
    /// The sandbox in which players run.
    fn sandbox(&self) -> &Sandbox;

    /// Raises the niceness of the calling thread by `nice`: more urgent work goes before that of the thread.
    fn give_way(&self, nice: i32);

    /// Compiles the player in a folder if necessary, lets it play trial games, and returns the result.
    ///
    /// # Errors
    ///
    /// If this machine cannot run it, through no fault of the player.
    fn check(&self, folder: &Path, rules: Rules) -> Result<Checked, String>;

    /// A player that has passed its check, for one game.
    ///
    /// # Errors
    ///
    /// If this machine cannot start it.
    fn player(&self, folder: &Path, name: &str, rules: Rules) -> Result<Contestant, String>;

    /// A level of this program, for one game.
    fn level(&self, level: u8, rules: Rules, seed: u64) -> Contestant;

    /// Plays or resumes the tournament that a `class.toml` in this folder describes, until it is complete or `is_over`.
    /// Its subfolder `arena` holds the result, which `foursight arena show` reads. The file `boards` holds the boards
    /// of running games, as `foursight arena run --boards` writes them.
    ///
    /// # Errors
    ///
    /// If the tournament cannot continue.
    fn tournament(
        &self,
        folder: &Path,
        boards: &Path,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), String>;

    /// The output of `foursight arena grade --format json` for the players of the `class.toml` in this folder, by the
    /// `rubric.toml` beside it or the default rubric; empty once `is_over`.
    ///
    /// # Errors
    ///
    /// If the rubric is invalid, or this machine cannot run the players.
    fn marks(&self, folder: &Path, is_over: &dyn Fn() -> bool) -> Result<String, String>;

    /// The opening with this number, which gives both sides about the same chances.
    fn opening(&self, size: AnySize, number: u64) -> Vec<Column>;

    /// The grades of a game, as far as they are found within a bounded time; they mean nothing once `cancel` is set.
    fn grade(&self, game: &StoredGame, size: AnySize, cancel: &AtomicBool) -> GradedGame;

    /// Whether the operator refuses this name, others cannot read it, or it looks like the program or one of its levels.
    fn refuses_name(&self, name: &str) -> bool;

    /// A key that is equal for all names that people would mistake for one another.
    fn look(&self, name: &str) -> String;

    /// The page's board after these moves, as SVG.
    fn board(&self, size: AnySize, moves: &[Column]) -> String;

    /// A QR code with this text, as SVG.
    fn code(&self, text: &str) -> Option<String>;

    /// The code and styles with which replays are drawn.
    fn drawing(&self) -> &Drawing;

    /// What all other pages share with the page.
    fn frame(&self) -> &PageFrame;
}

/// What the pages of a class share with the page.
#[derive(Clone, Debug, Default)]
pub struct PageFrame {
    /// The style sheets.
    pub styles: String,
    /// The script that applies the theme chosen in a browser.
    pub theme: String,
    /// The header, as HTML.
    pub header: String,
}

/// The board and the clock of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub size: AnySize,
    /// The clock of each player.
    pub clock: Clock,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Whether the player may take part.
    pub is_fit: bool,
    /// The report for its author, line by line.
    pub report: String,
    /// The extension of its main file; empty if there is none.
    pub extension: String,
}
