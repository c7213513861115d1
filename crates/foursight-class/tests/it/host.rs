//! A host without a jail and a solver: players are shell scripts.

use std::fs;
use std::path::Path;

use foursight::{AnySize, Column};
use foursight_arena::report::Drawing;
use foursight_arena::{Contestant, Dialect, GradedGame, StoredGame};
use foursight_class::{Checked, Host, Rules};
use foursight_sandbox::Sandbox;

/// A player that finds the first column with room, as an engine would.
const LEVEL: &str = include_str!("first_column.sh");

pub(crate) struct TestHost {
    sandbox: Sandbox,
    drawing: Drawing,
}

impl TestHost {
    pub(crate) fn new() -> Self {
        Self { sandbox: Sandbox::bare(), drawing: Drawing::default() }
    }
}

fn script(name: &str, text: &str) -> Contestant {
    let command = ["sh", "-c", text].map(str::to_owned).to_vec();
    Contestant::trusted(name, command, Dialect::Columns)
}

impl Host for TestHost {
    fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn give_way(&self) {}

    /// A player is fit if it has a file `bot.sh` without the word `unfit`.
    fn check(&self, folder: &Path, _: Rules) -> Result<Checked, String> {
        let text = fs::read_to_string(folder.join("bot.sh")).unwrap_or_else(|_| "unfit".to_owned());
        let is_fit = !text.contains("unfit");
        let report = if is_fit { "fit to play" } else { "not fit to play <script>" };
        Ok(Checked { is_fit, report: report.to_owned(), extension: "py".to_owned() })
    }

    fn player(&self, folder: &Path, name: &str, _: Rules) -> Result<Contestant, String> {
        let text = fs::read_to_string(folder.join("bot.sh")).map_err(|error| error.to_string())?;
        Ok(script(name, &text))
    }

    fn level(&self, level: u8, _: Rules, _: u64) -> Contestant {
        script(&format!("level {level}"), LEVEL)
    }

    fn opening(&self, _: AnySize, _: u64) -> Vec<Column> {
        Vec::new()
    }

    fn grade(&self, _: &StoredGame, _: AnySize) -> GradedGame {
        GradedGame { moves: Vec::new() }
    }

    fn refuses_name(&self, name: &str) -> bool {
        name == "badword"
    }

    fn code(&self, text: &str) -> Option<String> {
        Some(format!("<svg><!-- {text} --></svg>"))
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn styles(&self) -> String {
        String::new()
    }
}
