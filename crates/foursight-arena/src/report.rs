//! A tournament as one HTML file that needs nothing else: no network, no other file.
//!
//! The tables stand in the page as text, so that they are there without scripts; a script adds
//! sorting, filters and the replay of each game. Names and everything that players wrote are
//! hostile: `escape` makes them text, the script sets nothing but text, and a policy in the page
//! forbids any script and style but the two whose hashes it names.

pub(crate) mod csv_files;
mod details;
mod escape;
mod games;
pub(crate) mod grade;
mod summary;
mod table;
mod tournament;

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::rating::standings::Standings;
use crate::tournament::plan::TournamentHeader;
use crate::tournament::stored_game::StoredGame;
use grade::GradedGame;

/// What a report tells.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The tournament.
    pub header: &'a TournamentHeader,
    /// Its games.
    pub games: &'a [StoredGame],
    /// The grades of the games, in their order; `None` for those that were not graded.
    pub grades: &'a [Option<GradedGame>],
    /// The standings.
    pub standings: &'a Standings,
    /// What boards of the tournament's size are put together from: SVG as `foursight_render::pieces`
    /// draws it. It goes into the page as it is, so it must not hold what anybody else wrote.
    pub pieces: &'a str,
}

const STYLE: &str = include_str!("report/report.css");
const VIEWER: &str = include_str!("report/viewer.html");
const SCRIPT: &str = concat!(
    include_str!("report/board.js"),
    include_str!("report/replay.js"),
    include_str!("report/list.js"),
    include_str!("report/pages.js"),
);

/// The report as an HTML page.
pub fn html(report: &Report<'_>) -> String {
    let mut page = String::new();
    write_page(&mut page, report).expect("writing to a string does not fail");
    page
}

fn write_page(page: &mut String, report: &Report<'_>) -> std::fmt::Result {
    let title = escape::html(&report.header.name);
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        hash(SCRIPT),
        hash(STYLE),
    )?;
    write!(page, "<main id=\"tournament\">\n<h1>{title}</h1>\n")?;
    tournament::write(page, report)?;
    games::write(page, report)?;
    write!(page, "</main>\n{VIEWER}<div id=\"pieces\" hidden>\n{}</div>\n", report.pieces)?;
    details::write(page, report)?;
    write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n")
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

    /// The players as indices, best first; those that the standings leave out at the end.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = self.standings.rows.iter().map(|row| row.player).collect();
        let players = 0..self.header.players.len();
        let missing: Vec<usize> = players.filter(|player| !ranking.contains(player)).collect();
        ranking.extend(missing);
        ranking
    }
}
