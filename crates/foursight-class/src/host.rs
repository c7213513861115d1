//! What a class needs of the program around it: contestants, the solver, and what its pages are made of.

use std::path::Path;

use foursight::{AnySize, Column};
use foursight_arena::report::Drawing;
use foursight_arena::{Clock, Contestant, GradedGame, StoredGame};
use foursight_sandbox::Sandbox;

/// The program around a class. Its methods are called by several threads.
pub trait Host: Send + Sync {
    /// The jail that players run in.
    fn sandbox(&self) -> &Sandbox;

    /// Called by each thread that plays, before its first game: people who use the server come first.
    fn give_way(&self);

    /// Compiles the player in a folder if need be, lets it play trial games, and says what came of them.
    ///
    /// # Errors
    ///
    /// If this machine cannot try it, through no fault of the player.
    fn check(&self, folder: &Path, rules: Rules) -> Result<Checked, String>;

    /// A player that has passed its check, for one game.
    ///
    /// # Errors
    ///
    /// If this machine cannot start it.
    fn player(&self, folder: &Path, name: &str, rules: Rules) -> Result<Contestant, String>;

    /// A level of this program, for one game.
    fn level(&self, level: u8, rules: Rules, seed: u64) -> Contestant;

    /// Plays the tournament that a `class.toml` in this folder describes, or goes on with it, until it is played or
    /// `is_over`. Its result, which `foursight arena show` reads, is in the folder `arena` below it. The file `boards` has
    /// those of running games, as `foursight arena run --boards` writes it.
    ///
    /// # Errors
    ///
    /// If it cannot go on.
    fn tournament(
        &self,
        folder: &Path,
        boards: &Path,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), String>;

    /// What `foursight grade --out json` says of the players of the `class.toml` in this folder, by the `rubric.toml` beside
    /// it or else the default one; empty once `is_over`.
    ///
    /// # Errors
    ///
    /// If the rubric is wrong, or this machine cannot try the players.
    fn marks(&self, folder: &Path, is_over: &dyn Fn() -> bool) -> Result<String, String>;

    /// The opening with this number, which gives both sides about the same chances.
    fn opening(&self, size: AnySize, number: u64) -> Vec<Column>;

    /// The grades of a game.
    fn grade(&self, game: &StoredGame, size: AnySize) -> GradedGame;

    /// Whether the operator refuses this name, or it is taken for the program or a level of it.
    fn refuses_name(&self, name: &str) -> bool;

    /// What a name looks like, the same for all names that people would mistake for one another.
    fn look(&self, name: &str) -> String;

    /// The page's board after these moves, as SVG.
    fn board(&self, size: AnySize, moves: &[Column]) -> String;

    /// A QR code with this text, as SVG.
    fn code(&self, text: &str) -> Option<String>;

    /// What replays are drawn with.
    fn drawing(&self) -> &Drawing;

    /// The style sheets of all other pages: colors, type, buttons and fields.
    fn styles(&self) -> String;
}

/// Board and clock of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub size: AnySize,
    /// The clock of each player.
    pub clock: Clock,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Whether the player may take part.
    pub is_fit: bool,
    /// What its author reads, line by line.
    pub report: String,
    /// The extension of its main file, empty if there is none.
    pub extension: String,
}
