//! Uploads: nothing is read before the sender is known and may hand in, and no pupil waits for another's archive.

use std::mem;
use std::sync::Arc;
use std::thread;

use axum::extract::{FromRequest, Multipart, Request};
use tokio::sync::oneshot;

use super::pupil::{PAGE, wrong};
use super::visitor::Visitor;
use super::{Answer, Refusal, go};
use crate::class::{MAX_FILES, MAX_MIB, Unstored, Upload};
use foursight_arena::archive::MAX_PATH;

impl From<Unstored> for Refusal {
    fn from(unstored: Unstored) -> Self {
        match unstored {
            Unstored::Refused(reason) => wrong(reason),
            error => Self::later(&error),
        }
    }
}

pub(super) async fn upload(visitor: Visitor, request: Request) -> Answer {
    let (class, client) = (Arc::clone(&visitor.class), visitor.client);
    let pupil = visitor.for_pupil(|_, inner, pupil| {
        inner.may_hand_in(pupil)?;
        Ok(pupil.clone())
    });
    let pupil = pupil.await?;
    let own = class.uploaders.begin(Some(pupil.id));
    let own = own.ok_or_else(|| wrong("wait until your last upload is stored"))?;
    let upload = read(request).await?;
    let turn = class.storing.turn(client).await;
    let (done, stored) = oneshot::channel();
    let work = move || {
        let stored = class.hand_in(&pupil, &upload);
        // The turn ends before the answer is sent, so that the sender can hand in the next upload at once.
        drop((turn, own));
        // The browser may have closed the connection.
        let _ = done.send(stored);
    };
    let broken = |error: &dyn std::fmt::Display| Refusal::Broken(error.to_string());
    // Others do not wait for this.
    thread::Builder::new().name("upload".to_owned()).spawn(work).map_err(|error| broken(&error))?;
    stored.await.map_err(|error| broken(&error))??;
    Ok(go(PAGE))
}

/// The files in a form: chosen or dropped files, or a typed text whose name is in another field.
async fn read(request: Request) -> Result<Upload, Refusal> {
    let none = || wrong("Choose a file.");
    let too_large =
        |_| wrong(format!("The file did not arrive in full; the limit is {MAX_MIB} MiB."));
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| none())?;
    let (mut typed, mut files, mut n_parts) = (String::new(), Vec::new(), 0);
    while let Some(field) = form.next_field().await.map_err(too_large)? {
        n_parts += 1;
        // One part may be the name of a typed text.
        if n_parts > MAX_FILES + 1 {
            return Err(wrong(format!("An upload may have at most {MAX_FILES} files.")));
        }
        if field.file_name().is_some_and(|path| path.len() > MAX_PATH) {
            return Err(wrong(format!("A file's path may have at most {MAX_PATH} bytes.")));
        }
        match (field.name(), field.file_name().map(str::to_owned)) {
            (Some("name"), None) => typed = field.text().await.map_err(too_large)?,
            (Some("file"), None) => {
                // Forms send text with Windows line ends.
                let text = field.text().await.map_err(too_large)?.replace("\r\n", "\n");
                files.push((mem::take(&mut typed), text.into()));
            }
            (Some("file"), Some(path)) => {
                files.push((path, field.bytes().await.map_err(too_large)?));
            }
            _ => {}
        }
    }
    if files.is_empty() { Err(none()) } else { Ok(Upload { files }) }
}
