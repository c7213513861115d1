//! The table on the projector.

use foursight::AnySize;
use foursight::notation::moves;
use foursight_render::{Diagram, Look, Theme};
use maud::{Markup, html};

use super::finals::last_final;
use super::progress::progress;
use super::{data_url, frame, games, meaning, strength};
use crate::bot::LEVELS;
use crate::class::{Board, Class, Inner};
use crate::settings::Settings;
use crate::store::Pupil;

/// The number of games that the projector lists.
const N_GAMES: u32 = 6;

/// The number of boards that it shows.
const N_BOARDS: usize = 2;

/// The page for the projector.
pub(crate) fn live_page(class: &Class, inner: &mut Inner, code: &str) -> rusqlite::Result<Markup> {
    let Settings { name, only_plays, .. } = inner.store.settings()?;
    let (content, boards) = (live(class, inner)?, boards(class, inner, code)?);
    Ok(frame(
        &name,
        &html! {
            h1 { (name) }
            @if !only_plays { div data-renew={ "/class/live/" (code) "/boards" } data-every="1" { (boards) } }
            div data-renew={ "/class/live/" (code) "/table" } { (content) }
        },
    ))
}

/// The part of that page that changes.
pub(crate) fn live(class: &Class, inner: &mut Inner) -> rusqlite::Result<Markup> {
    if inner.store.settings()?.only_plays {
        return progress(inner);
    }
    let table = inner.table()?;
    let (settings, last) = (inner.store.settings()?, inner.store.last_games(N_GAMES)?);
    let games = games(inner, &last)?;
    let (last_final, warning) = (last_final(class, inner)?, inner.store.warning()?);
    Ok(html! {
        @if let Some(warning) = warning { p.notice { (warning) } }
        (last_final)
        @if settings.is_paused { p.notice { "The ladder is paused." } }
        div.wide tabindex="0" role="region" aria-label="Table" {
            table.standings {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Strength" } th scope="col" { "Rating" }
                    th scope="col" { "Games" } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            th scope="row" { (row.pupil.shown()) }
                            td { (meaning(row)) } td { (strength(row)) } td { (row.n_games) }
                        }
                    }
                }
            }
        }
        @if table.rows.is_empty() { p.quiet { "Nobody has joined yet." } }
        p.quiet { "Level 0 plays at random and is rated 0; level 10 is the strongest and is rated " (LEVELS[10]) ". The number after ± is the margin of error (95% confidence)." }
        @if !last.is_empty() { h2 { "Latest games" } (games) }
    })
}

/// The boards of two running games, or of the last ones, with links to watch the other games.
pub(crate) fn boards(class: &Class, inner: &Inner, code: &str) -> rusqlite::Result<Markup> {
    let (boards, size) = (class.boards(inner)?, inner.store.settings()?.size);
    let (shown, others) = boards.split_at(boards.len().min(N_BOARDS));
    let pupils = inner.store.pupils()?;
    let link = |board: &Board| {
        let pupil = pupils.iter().find(|pupil| board.players.contains(&pupil.shown()))?;
        Some((format!("/class/live/{code}/pupil/{}", pupil.id), board.players.join(" – ")))
    };
    let links: Vec<_> = others.iter().filter(|board| !board.is_over).filter_map(link).collect();
    let is_playing = boards.iter().any(|board| !board.is_over);
    Ok(html! {
        h2 {
            @if is_playing { "Playing now" } @else if boards.is_empty() { "No game is running" } @else { "Just played" }
        }
        div.boards { @for board in shown { (figure(size, board)) } }
        @if !links.is_empty() {
            ul { @for (link, players) in &links { li { a href=(link) { (players) } } } }
        }
    })
}

/// The page of the game that a pupil's bot is playing.
pub(crate) fn live_game_page(
    class: &Class,
    inner: &Inner,
    code: &str,
    pupil: &Pupil,
) -> rusqlite::Result<Markup> {
    let (name, board) = (pupil.shown(), live_game(class, inner, pupil)?);
    Ok(frame(
        &name,
        &html! {
            h1 { (name) }
            p.quiet { a href={ "/class/live/" (code) } { "Table" } }
            div data-renew={ "/class/live/" (code) "/pupil/" (pupil.id) "/board" } data-every="1" { (board) }
        },
    ))
}

/// The board of the game that a pupil's bot is playing, if any.
pub(crate) fn live_game(class: &Class, inner: &Inner, pupil: &Pupil) -> rusqlite::Result<Markup> {
    let (boards, size) = (class.boards(inner)?, inner.store.settings()?.size);
    let board = boards.iter().find(|board| board.players.contains(&pupil.shown()));
    Ok(html! {
        @if let Some(board) = board { div.boards { (figure(size, board)) } }
        @else { p.notice { "This bot is not playing now. Its next game appears here." } }
    })
}

fn figure(size: AnySize, board: &Board) -> Markup {
    let Board { players: [red, yellow], moves, is_over, .. } = board;
    let Ok(game) = moves::read(moves, size) else { return html! {} };
    let n_discs = game.moves().len();
    let words = format!("{red}, red, against {yellow}, yellow, after {n_discs} discs");
    let look = Look { theme: Theme::Transparent, ..Look::default() };
    let board = Diagram::of_game(&game).with_coordinates().to_svg(&look);
    html! {
        figure {
            img src=(data_url(&board)) alt=(words);
            figcaption { (red) " – " (yellow) @if *is_over { " (over)" } }
        }
    }
}
