//! Uploads: nothing is read before the sender is known, and no pupil waits for another's archive.

use std::sync::Arc;
use std::thread;

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
    let upload = read(request).await?;
    store(class, pupil, upload).await?;
    Ok(go(PAGE))
}

/// The files in a form: chosen or dropped files, or a typed text whose name is in another field.
async fn read(request: Request) -> Result<Upload, Refusal> {
    let none = || wrong("Choose a file.");
    let too_large =
        |_| wrong(format!("The file did not arrive in full; the limit is {MAX_MIB} MiB."));
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| none())?;
    let (mut typed, mut files) = (String::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(too_large)? {
        match (field.name(), field.file_name().map(str::to_owned)) {
            (Some("name"), None) => typed = field.text().await.map_err(too_large)?,
            (Some("file"), None) => {
                // Forms send text with Windows line ends.
                let text = field.text().await.map_err(too_large)?.replace("\r\n", "\n");
                files.push((typed.clone(), text.into()));
            }
            (Some("file"), Some(path)) => {
                files.push((path, field.bytes().await.map_err(too_large)?));
            }
            _ => {}
        }
    }
    if files.is_empty() { Err(none()) } else { Ok(Upload { files }) }
}

/// Unpacks and stores an upload on its own thread, one at a time in each class. Each pupil can have only one
/// waiting upload.
async fn store(class: Arc<Class>, pupil: Pupil, upload: Upload) -> Result<(), Refusal> {
    let turn =
        class.turn(pupil.id).ok_or_else(|| wrong("wait until your last upload is stored"))?;
    let place = Arc::clone(&class.unpacking).acquire_owned().await;
    let (done, stored) = oneshot::channel();
    let work = move || {
        let stored = turn.class.hand_in(&pupil, &upload);
        // The turn ends before the answer is sent, so that the sender can hand in the next upload at once.
        drop((turn, place));
        // The browser may have closed the connection.
        let _ = done.send(stored);
    };
    let broken = |error: &dyn std::fmt::Display| Refusal::Broken(error.to_string());
    thread::Builder::new().name("upload".to_owned()).spawn(work).map_err(|error| broken(&error))?;
    stored.await.map_err(|error| broken(&error))?.map_err(wrong)
}
