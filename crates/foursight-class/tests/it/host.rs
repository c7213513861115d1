//! A host without a jail or a solver: players are shell scripts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fs, thread};

use foursight::{AnySize, Column, Grade, Score};
use foursight_arena::report::Drawing;
use foursight_arena::{Contestant, Dialect, GameLesson, GradedGame, GradedMove, StoredGame};
use foursight_class::{Checked, Host, PageFrame, Rules};
use foursight_sandbox::Sandbox;
use serde_json::json;

/// A player that plays the first column with room, as an engine would.
const LEVEL: &str = include_str!("first_column.sh");

pub(crate) struct TestHost {
    sandbox: Sandbox,
    drawing: Drawing,
    frame: PageFrame,
    /// Folders of players that have been started.
    started: Mutex<BTreeSet<PathBuf>>,
}

impl TestHost {
    pub(crate) fn new() -> Self {
        let [script, style, definitions] = [const { String::new() }; 3];
        let remarks = |grade: Grade| [Some(format!("a remark on a {}", grade.mark().name())), None];
        let drawing = Drawing { script, style, definitions, remarks };
        let header = "<header>the page's<div class=\"choices\"></div></header>".to_owned();
        let frame = PageFrame { header, ..PageFrame::default() };
        Self { sandbox: Sandbox::bare(), drawing, frame, started: Mutex::default() }
    }
}

/// A compiler that is still working when its player is removed.
fn compile_slowly(folder: &Path) {
    let class = folder.ancestors().nth(2).unwrap();
    fs::write(class.join("begun"), "").unwrap();
    while folder.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let programs = class.join("programs").join(folder.file_name().unwrap());
    // The class may be removing the folder above at this moment.
    while fs::create_dir_all(programs.join("bot")).is_err() {}
    fs::write(class.join("ended"), "").unwrap();
}

/// The players of a plan, pupils by joining.
fn names(plan: &str) -> Vec<&str> {
    let names = plan.split("[[player]]\nname = \"").skip(1);
    let mut names: Vec<&str> = names.filter_map(|rest| rest.split('"').next()).collect();
    names.sort_by_key(|name| (name.starts_with("level"), *name));
    names
}

fn script(name: &str, text: &str) -> Contestant {
    let command = ["sh", "-c", text].map(str::to_owned).to_vec();
    Contestant::trusted(name, command, Dialect::Columns)
}

impl Host for TestHost {
    fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn give_way(&self, _: i32) {}

    /// A player is valid if it has a file `bot.sh` without the word `unfit`; other words break or delay the check.
    fn check(&self, folder: &Path, _: Rules) -> Result<Checked, String> {
        let text = fs::read_to_string(folder.join("bot.sh")).unwrap_or_else(|_| "unfit".to_owned());
        assert!(!text.contains("panic"), "a fault of the server");
        if text.contains("broken") {
            return Err("the machine has failed".to_owned());
        }
        if text.contains("slow") {
            compile_slowly(folder);
        }
        let is_fit = !text.contains("unfit");
        let report = if is_fit { "fit to play" } else { "needs fixing <script>" };
        Ok(Checked { is_fit, report: report.to_owned(), extension: "py".to_owned() })
    }

    fn player(&self, folder: &Path, name: &str, _: Rules) -> Result<Contestant, String> {
        let text = fs::read_to_string(folder.join("bot.sh")).map_err(|error| error.to_string())?;
        let is_first = self.started.lock().unwrap().insert(folder.to_owned());
        if text.contains("once") && !is_first {
            return Err("it starts only once".to_owned());
        }
        Ok(script(name, &text))
    }

    fn level(&self, level: u8, _: Rules, _: u64) -> Contestant {
        script(&format!("level {level}"), LEVEL)
    }

    /// Nobody plays, but there is a board with three discs; the plan becomes the result, unless it contains a word that
    /// stops the tournament.
    fn tournament(
        &self,
        folder: &Path,
        boards: &Path,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let plan = fs::read_to_string(folder.join("class.toml")).unwrap();
        if plan.contains("pairs = 9") {
            return Err("the machine has failed".to_owned());
        }
        let names = names(&plan);
        let board = json!([{ "players": &names[..2], "moves": "445", "is_over": false }]);
        fs::write(boards, board.to_string()).unwrap();
        while plan.contains("pairs = 10") && !is_over() {
            thread::sleep(Duration::from_millis(5));
        }
        let result = folder.join("arena");
        fs::create_dir_all(&result).unwrap();
        fs::write(result.join("report.html"), &plan).unwrap();
        let places = json!({ "standings": [{ "name": names[0], "points": 1.5 }] });
        fs::write(result.join("standings.json"), places.to_string()).unwrap();
        Ok(())
    }

    /// A bot receives 7.5 of ten points or, with the teacher's rubric, one point per line; its feedback is its name.
    fn marks(&self, folder: &Path, is_over: &dyn Fn() -> bool) -> Result<String, String> {
        let plan = fs::read_to_string(folder.join("class.toml")).unwrap();
        let rubric = fs::read_to_string(folder.join("rubric.toml")).unwrap_or_default();
        if rubric.contains("wrong") {
            return Err("rubric.toml: no such check".to_owned());
        }
        while rubric.contains("slow") && !is_over() {
            thread::sleep(Duration::from_millis(5));
        }
        if is_over() {
            return Ok(String::new());
        }
        let name = plan.split("[[player]]").nth(1).unwrap().lines().nth(1).unwrap();
        let points = if rubric.is_empty() { 7.5 } else { rubric.lines().count() as f64 };
        let criterion = json!({ "title": "Plays", "points": points, "of": 10.0 });
        let feedback = format!("={name}\n");
        let marks =
            json!({ "points": points, "of": 10.0, "criteria": [criterion], "feedback": feedback });
        Ok(marks.to_string())
    }

    fn opening(&self, _: AnySize, _: u64) -> Vec<Column> {
        Vec::new()
    }

    /// The second to last move was the mistake.
    fn grade(&self, game: &StoredGame, _: AnySize, _: &AtomicBool) -> GradedGame {
        let [lost, drawn, won] = [-5, 0, 5].map(Score::new);
        let winning = GradedMove { score: won, scores: vec![Some(won)], why: Vec::new() };
        let why = vec!["It hands over a line.".to_owned()];
        let number = game.opening.len() + game.moves.len() - 1;
        let lesson = Some(GameLesson { number, text: why.clone() });
        let mistake = GradedMove { score: lost, scores: vec![Some(drawn), Some(lost)], why };
        let mut moves = vec![Some(mistake); game.moves.len() - 1];
        moves.push(Some(winning));
        GradedGame { moves, lesson }
    }

    fn refuses_name(&self, name: &str) -> bool {
        name == "badword"
    }

    /// To this host, the Cyrillic а looks like the Latin a.
    fn look(&self, name: &str) -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
        letters.map(|c| if c == '\u{430}' { 'a' } else { c }).collect()
    }

    fn board(&self, _: AnySize, moves: &[Column]) -> String {
        format!("<svg><!-- {} moves --></svg>", moves.len())
    }

    fn code(&self, text: &str) -> Option<String> {
        Some(format!("<svg><!-- {text} --></svg>"))
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn frame(&self) -> &PageFrame {
        &self.frame
    }
}
