//! What a pupil hands in: nothing is read before it is clear who sends it, and nobody waits for anybody's archive.

use std::sync::Arc;
use std::thread;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use tokio::sync::oneshot;

use super::asker::Asker;
use super::pupil::{PAGE, wrong};
use super::{Answer, Refusal, go};
use crate::class::{Class, MAX_MIB, Upload};
use crate::store::Pupil;

pub(super) async fn upload(asker: Asker, request: Request) -> Answer {
    let class = Arc::clone(&asker.class);
    let pupil = asker.for_pupil(|_, _, pupil| Ok(pupil.clone())).await?;
    let (name, bytes) = file(request).await?;
    store(class, pupil, name, bytes).await?;
    Ok(go(PAGE))
}

/// The name and the content of the file in a form.
async fn file(request: Request) -> Result<(String, Bytes), Refusal> {
    let none = || wrong("Choose a file.");
    let too_large =
        |_| wrong(format!("The file did not arrive whole; {MAX_MIB} MiB are the limit."));
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| none())?;
    while let Some(field) = form.next_field().await.map_err(too_large)? {
        if field.name() == Some("file") {
            let name = field.file_name().unwrap_or_default().to_owned();
            return Ok((name, field.bytes().await.map_err(too_large)?));
        }
    }
    Err(none())
}

/// Unpacks and stores a file on a thread of its own, one upload of the class after the other. Each pupil has one among
/// those that wait.
async fn store(class: Arc<Class>, pupil: Pupil, name: String, bytes: Bytes) -> Result<(), Refusal> {
    let turn =
        class.turn(pupil.id).ok_or_else(|| wrong("wait until your last upload is stored"))?;
    let place = Arc::clone(&class.unpacking).acquire_owned().await;
    let (done, stored) = oneshot::channel();
    let work = move || {
        let stored = turn.class.hand_in(&pupil, &Upload { name: &name, bytes: &bytes });
        // Before whoever asked may hand in the next one.
        drop((turn, place));
        // The browser may have gone.
        let _ = done.send(stored);
    };
    let broken = |error: &dyn std::fmt::Display| Refusal::Broken(error.to_string());
    thread::Builder::new().name("upload".to_owned()).spawn(work).map_err(|error| broken(&error))?;
    stored.await.map_err(|error| broken(&error))?.map_err(wrong)
}
