//! A place that is taken.

use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::places::Places;
use super::{Activity, Networks, places};

/// Taken until this is dropped, or given up for somebody else.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Mutex<Places>>,
    id: u64,
    pub(super) given_up: watch::Receiver<bool>,
}

impl Place {
    pub(super) fn new(
        places: Arc<Mutex<Places>>,
        id: u64,
        given_up: watch::Receiver<bool>,
    ) -> Self {
        Self { places, id, given_up }
    }

    /// Says what the place is used for from now on.
    pub(crate) fn is_now(&self, activity: Activity) {
        places(&self.places).set(self.id, |_| activity);
    }

    /// Says that a request is answered, unless something else has begun meanwhile.
    pub(crate) fn is_answered(&self) {
        places(&self.places).set(self.id, |activity| match activity {
            Activity::Busy => Activity::Idle,
            other => other,
        });
    }

    /// Says whose place it is, if that was not known.
    pub(crate) fn belongs_to(&self, networks: Networks) {
        places(&self.places).attribute(self.id, networks);
    }

    /// Ready once somebody else has the place: it has to be left.
    pub(crate) async fn given_up(&self) {
        if self.given_up.clone().wait_for(|&given_up| given_up).await.is_err() {
            // Whoever keeps the places has ended without giving this one up.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        places(&self.places).leave(self.id);
    }
}
