//! The table for the projector, and replays of finished games.

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::Html;
use foursight::Player;
use foursight_arena::report::policy;
use foursight_arena::{Channel, Transcript};

use super::asker::Asker;
use super::{Answer, Refusal, fresh, headed, page};
use crate::class::{Class, Inner};
use crate::collection::Collection;
use crate::seat::Seat;
use crate::store::{PlayedRow, Pupil};
use crate::{pages, reports};

/// Refuses clients that do not know the class's code.
fn check_code(asker: &Asker, inner: &Inner, code: &str) -> Result<(), Refusal> {
    if asker.knows_code(inner, code)? { Ok(()) } else { Err(Refusal::NotFound) }
}

pub(super) async fn live(asker: Asker, Path(code): Path<String>) -> Answer {
    asker
        .with(move |asker, inner| {
            check_code(asker, inner, &code)?;
            Ok(page(&pages::live_page(&asker.class, inner, &code)?))
        })
        .await
}

pub(super) async fn boards(asker: Asker, Path(code): Path<String>) -> Answer {
    asker
        .with(move |asker, inner| {
            check_code(asker, inner, &code)?;
            Ok(page(&pages::boards(&asker.class, inner, &code)?))
        })
        .await
}

/// The game that a pupil's bot is playing.
pub(super) async fn live_game(asker: Asker, Path((code, id)): Path<(String, i64)>) -> Answer {
    asker
        .with(move |asker, inner| {
            let pupil = watched(asker, inner, &code, id)?;
            Ok(page(&pages::live_game_page(&asker.class, inner, &code, &pupil)?))
        })
        .await
}

pub(super) async fn live_board(asker: Asker, Path((code, id)): Path<(String, i64)>) -> Answer {
    asker
        .with(move |asker, inner| {
            let pupil = watched(asker, inner, &code, id)?;
            Ok(page(&pages::live_game(&asker.class, inner, &pupil)?))
        })
        .await
}

/// The pupil whose game a client watches; the client must know the class's code.
fn watched(asker: &Asker, inner: &Inner, code: &str, id: i64) -> Result<Pupil, Refusal> {
    check_code(asker, inner, code)?;
    inner.store.pupil(id)?.ok_or(Refusal::NotFound)
}

pub(super) async fn table(asker: Asker, Path(code): Path<String>) -> Answer {
    asker
        .with(move |asker, inner| {
            check_code(asker, inner, &code)?;
            Ok(page(&pages::live(&asker.class, inner)?))
        })
        .await
}

/// A finished game, for the class; only a bot's author and the teacher see its standard error.
pub(super) async fn game(asker: Asker, Path(id): Path<i64>) -> Answer {
    asker
        .with(move |asker, inner| {
            let pupil = asker.pupil_or_teacher(inner)?;
            let mut played = inner.store.game(id)?.ok_or(Refusal::NotFound)?;
            if played.grades.is_none() {
                inner.want_grades(id, pupil.as_ref().map(|pupil| pupil.id));
                asker.class.wake();
            }
            let mut transcript = played.transcript.clone();
            for (index, seat) in played.row.seats.into_iter().enumerate() {
                let author = match seat {
                    Seat::Version(version) => inner.store.author(version)?,
                    Seat::Level(_) => None,
                };
                if pupil.as_ref().is_some_and(|pupil| author != Some(pupil.id)) {
                    silence(&mut transcript, index);
                    // The full reason may quote the player's last error.
                    played.row.game.reason = played.row.game.ending.to_string();
                }
            }
            let PlayedRow { row, grades, .. } = played;
            let game = Collection::new(inner, vec![row])?;
            let class = &asker.class;
            let drawing = &class.equipment.drawing;
            report_page(class, &game.report(&[grades], &|_| transcript.clone(), drawing))
        })
        .await
}

/// Removes the standard error of the player of the first or the second disc.
fn silence(transcript: &mut Transcript, index: usize) {
    let side = if index == 0 { Player::First } else { Player::Second };
    transcript.errors[index].clear();
    transcript.log.retain(|line| line.player != side || line.channel != Channel::Error);
}

/// The report of the games between current players, for the class.
pub(super) async fn report(asker: Asker) -> Answer {
    asker
        .apart(|class, inner, pupil| {
            if pupil.is_none() {
                reports::want_lessons(class, inner)?;
            }
            report_page(class, &reports::of_ladder(class, inner)?)
        })
        .await
}

/// A page of the arena, which has its own policy.
pub(super) fn report_page(class: &Class, text: &str) -> Answer {
    let policy = format!("{}; frame-ancestors 'none'", policy(&class.equipment.drawing));
    let policy = HeaderValue::from_str(&policy);
    let policy = policy.map_err(|error| Refusal::Broken(error.to_string()))?;
    let mut response = fresh(Html(headed(class, text)));
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
