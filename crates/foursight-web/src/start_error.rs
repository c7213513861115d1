//! Why a server does not start.

use std::io;

use crate::page::JoinError;
use crate::{ListenAddress, StoreError};

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program has the port, or this machine does not have the address.
    #[error("cannot listen on {0}")]
    Listen(ListenAddress, #[source] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The modules of the page cannot become one script.
    #[error(transparent)]
    Page(#[from] JoinError),
    /// The threads that solve cannot be started.
    #[error("cannot start the threads of the solver")]
    Threads(#[source] io::Error),
}
