//! A tournament as a single HTML file, which works without a network.
//!
//! The tables are plain HTML and work without scripts; a script adds filters and the replay of each game.
//! Names and everything that players wrote may be hostile: the templates escape them, the script sets only text, and a
//! policy in the page forbids every script and style except the two whose hashes it lists.

mod details;
pub(crate) mod exports;
mod games;
pub(crate) mod grade;
mod html_table;
mod tournament;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use foursight::Grade;
use foursight_render::page_definitions;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::rating::standings::Standings;
use crate::tournament::stored_game::{StoredGame, TournamentHeader, Transcript};
use grade::GradedGame;

/// The contents of a report.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// The tournament.
    pub header: &'a TournamentHeader,
    /// The games of the tournament.
    pub games: &'a [StoredGame],
    /// The grades of the games, in their order; `None` for games that were not graded.
    pub grades: &'a [Option<GradedGame>],
    /// The conversation of the game with this number.
    pub transcript: &'a dyn Fn(usize) -> Transcript,
    /// The standings.
    pub standings: &'a Standings,
    /// The script that draws boards. It goes into the page unescaped, so it must not contain foreign text.
    pub drawing: &'a Drawing,
    /// The submissions that do not play.
    pub skipped: &'a [Skipped],
}

/// A file or folder among the players that does not take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// The reason why it cannot play.
    pub reason: String,
}

/// The means by which the page draws boards and describes moves.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The module [`ENTRY`] with all that it imports.
    pub script: String,
    /// The style sheets of boards and their colors.
    pub style: String,
    /// A remark about a move with this grade, and what the move missed.
    pub remarks: fn(Grade) -> [Option<String>; 2],
}

const STYLE: &str = concat!(include_str!("report/report.css"), include_str!("report/viewer.css"));

/// The module that runs the page, by its path in the workspace; it imports modules of this crate and of the web page.
pub const ENTRY: &str = "crates/foursight-arena/src/report/pages.js";

/// A module of this crate, by its path in the workspace.
pub fn module(path: &str) -> Option<&'static str> {
    Some(match path.strip_prefix("crates/foursight-arena/src/report/")? {
        "pages.js" => include_str!("report/pages.js"),
        "elements.js" => include_str!("report/elements.js"),
        "chart.js" => include_str!("report/chart.js"),
        "log.js" => include_str!("report/log.js"),
        "replay.js" => include_str!("report/replay.js"),
        "list.js" => include_str!("report/list.js"),
        _ => return None,
    })
}

/// The report as an HTML page.
pub fn html(report: &Report<'_>) -> String {
    let title = &report.header.name;
    let Drawing { script, style, .. } = report.drawing;
    let style = style.clone() + STYLE;
    let policy = policy(report.drawing);
    let page = maud::html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                main #tournament {
                    h1 { (title) }
                    (tournament::overview(report))
                    (games::games(report))
                }
                (viewer())
                (PreEscaped(page_definitions()))
                (details::data(report))
                script type="module" { (PreEscaped(script)) }
            }
        }
    };
    page.into_string()
}

/// The policy for what a report with this drawing may load and run: a server must not send the report with a stricter
/// one.
pub fn policy(drawing: &Drawing) -> String {
    let (script, style) = (hash(&drawing.script), hash(&(drawing.style.clone() + STYLE)));
    format!(
        "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"
    )
}

/// The source expression of a policy that allows an element with exactly this text.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(text)))
}

impl<'a> Report<'a> {
    /// The name of a player, by the index that games use.
    fn name(&self, player: usize) -> &'a str {
        self.header.players.get(player).map_or("?", String::as_str)
    }

    /// The games, each with its grades.
    fn graded(&self) -> impl Iterator<Item = (&'a StoredGame, Option<&'a GradedGame>)> {
        let grades = self.grades.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        self.games.iter().zip(grades)
    }

    fn has_grades(&self) -> bool {
        self.grades.iter().any(Option::is_some)
    }

    /// The players as indices, best first; players that are not in the standings come last.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = self.standings.rows.iter().map(|row| row.player).collect();
        let players = 0..self.header.players.len();
        let missing: Vec<usize> = players.filter(|player| !ranking.contains(player)).collect();
        ranking.extend(missing);
        ranking
    }
}

/// The game viewer's frame, which the script fills. It is hidden until the script opens a game.
fn viewer() -> Markup {
    html! {
        main #viewer hidden {
            nav {
                a #back href="#games" { "← all games" }
                span {
                    button #previous-game type="button" { "← game" }
                    " "
                    button #next-game type="button" { "game →" }
                }
            }
            h1 #viewer-title tabindex="-1" {}
            p.facts #viewer-facts {}
            div.replay {
                (stage())
                section aria-labelledby="moves-title" {
                    h2 #moves-title { "Moves" }
                    ol #moves {}
                    p.hint {
                        "??? missed a win or a block in one, ?? win or draw to loss, ? win to draw, ?! wins later or \
                         loses sooner; opening moves are gray. Keys: ← → Home End, n for the next mistake."
                    }
                }
                (log())
            }
        }
    }
}

fn stage() -> Markup {
    html! {
        section #stage aria-label="Board" {
            div.plate {
                div #board.first-board role="img" aria-labelledby="board-label" {}
            }
            p.visually-hidden #board-label {}
            div.controls #controls role="group" aria-label="Replay" {
                button type="button" data-step="first" aria-label="First position" title="Home" { "⇤" }
                button type="button" data-step="back" aria-label="One move back" title="←" { "←" }
                button type="button" data-step="forward" aria-label="One move forward" title="→" { "→" }
                button type="button" data-step="last" aria-label="Last position" title="End" { "⇥" }
                button type="button" data-step="mistake"
                    title="n: the next move with ?, ?? or ???, in this game or a later one in the list" {
                    "next mistake"
                }
            }
            p #status aria-live="polite" {}
            svg #chart role="img" aria-labelledby="chart-hint" preserveAspectRatio="none" {}
            p.hint #chart-hint {
                "Who wins after each move with best play: up is red, down is yellow, taller is sooner. The numbers \
                 above the board are the scores of the columns for the player to move: + wins, 0 draws, − loses, and \
                 a score further from 0 ends the game sooner."
            }
        }
    }
}

fn log() -> Markup {
    html! {
        section.log aria-labelledby="log-title" {
            h2 #log-title { "Log" }
            div.wide tabindex="0" role="region" aria-label="Lines of the log" {
                table #log {
                    thead {
                        tr {
                            th scope="col" { "ms" }
                            th scope="col" { "Player" }
                            th scope="col" { "Way" }
                            th scope="col" { "Line" }
                        }
                    }
                    tbody {}
                }
            }
            label.check { input #whole-log type="checkbox"; " the whole game" }
            p.hint {
                "Milliseconds since the start of the game. → went to the player, ← came from it, ! is its standard \
                 error."
            }
            div #errors {}
            p.hint #layers {}
        }
    }
}
