//! The table for the projector, and the replay of a finished game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Html;
use foursight::Player;
use foursight_arena::report::{Report, html, policy};
use foursight_arena::{Channel, Credit, Standings, StoredGame, Transcript};

use super::asker::Asker;
use super::{Answer, Refusal, fresh, page, with};
use crate::class::{Class, Inner};
use crate::marks::header;
use crate::pages;
use crate::seat::Seat;
use crate::store::PlayedRow;

/// Refuses whoever does not know the code of the class.
fn check_code(inner: &Inner, code: &str) -> Result<(), Refusal> {
    let is_it = inner.store.code()?.eq_ignore_ascii_case(code);
    if is_it { Ok(()) } else { Err(Refusal::NotFound) }
}

pub(super) async fn live(State(class): State<Arc<Class>>, Path(code): Path<String>) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        check_code(&inner, &code)?;
        Ok(page(&pages::live_page(&mut inner, &code)?))
    })
    .await
}

pub(super) async fn table(State(class): State<Arc<Class>>, Path(code): Path<String>) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        check_code(&inner, &code)?;
        Ok(page(&pages::live(&mut inner)?))
    })
    .await
}

/// A finished game, for the class; what a bot wrote to standard error only for its author and the teacher.
pub(super) async fn game(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(id): Path<i64>,
) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        let pupil = match asker.is_teacher(&inner) {
            Ok(()) => None,
            Err(_) => Some(asker.is_pupil(&inner)?),
        };
        let played = inner.store.game(id)?.ok_or(Refusal::NotFound)?;
        if played.grades.is_none() {
            inner.want_grades(id);
            class.wake();
        }
        let mut transcript = played.transcript.clone();
        for (index, seat) in played.row.seats.into_iter().enumerate() {
            let author = match seat {
                Seat::Version(version) => inner.store.author(version)?,
                Seat::Level(_) => None,
            };
            if pupil.as_ref().is_some_and(|pupil| author != Some(pupil.id)) {
                silence(&mut transcript, index);
            }
        }
        let text = replay(class, &inner, &played, &transcript)?;
        let mut response = fresh(Html(text));
        let policy = format!("{}; frame-ancestors 'none'", policy(class.host.drawing()));
        let policy = HeaderValue::from_str(&policy);
        let policy = policy.map_err(|error| Refusal::Broken(error.to_string()))?;
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        Ok(response)
    })
    .await
}

/// Removes what the player of the first or the second disc wrote to standard error.
fn silence(transcript: &mut Transcript, index: usize) {
    let side = if index == 0 { Player::First } else { Player::Second };
    transcript.errors[index].clear();
    transcript.log.retain(|line| line.player != side || line.channel != Channel::Error);
}

fn replay(
    class: &Class,
    inner: &Inner,
    played: &PlayedRow,
    transcript: &Transcript,
) -> Result<String, Refusal> {
    let [red, yellow] = played.row.seats;
    let header = header(&inner.store.settings()?, vec![inner.name(red)?, inner.name(yellow)?]);
    let games = [StoredGame { players: [0, 1], ..played.row.game.clone() }];
    let standings = Standings::new(&header, &games, &Credit::None);
    Ok(html(&Report {
        header: &header,
        games: &games,
        grades: std::slice::from_ref(&played.grades),
        transcript: &|_| transcript.clone(),
        standings: &standings,
        drawing: class.host.drawing(),
        skipped: &[],
    }))
}
