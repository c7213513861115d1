//! What one client has asked, and what it has used.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::ticket::Ticket;

/// How far the use of processor time can set a client back among others: whoever used a lot when nobody else was
/// there does not wait forever.
const MAX_SETBACK: Duration = Duration::from_secs(5);

/// A client with its questions.
pub(super) struct Client<Q> {
    pub(super) address: IpAddr,
    pub(super) waiting: VecDeque<(Arc<Ticket>, Q)>,
    pub(super) paused: VecDeque<Arc<Ticket>>,
    pub(super) running: Vec<Turn>,
    pub(super) n_begun: usize,
    /// When all processor time used until now is paid for.
    pub(super) used_until: Instant,
    /// When the client stands no further back than one that has used nothing.
    pub(super) set_back_until: Instant,
    /// When one of its questions last got a turn.
    pub(super) last_turn: Option<Instant>,
}

/// A question that is being worked on.
pub(super) struct Turn {
    pub(super) ticket: Arc<Ticket>,
    pub(super) since: Instant,
}

/// How far back a client stands: the turns it has, what it has used, when it last got a turn. The least goes first.
pub(super) type Standing = (usize, Instant, Option<Instant>);

impl<Q> Client<Q> {
    pub(super) fn new(address: IpAddr, now: Instant) -> Self {
        Self {
            address,
            waiting: VecDeque::new(),
            paused: VecDeque::new(),
            running: Vec::new(),
            n_begun: 0,
            used_until: now,
            set_back_until: now,
            last_turn: None,
        }
    }

    /// The place of the first question that waits and may begin, where some may be such that cannot pause or none.
    pub(super) fn first_waiting(&self, may_be_rigid: bool) -> Option<usize> {
        self.waiting.iter().position(|(ticket, _)| may_be_rigid || !ticket.is_rigid)
    }

    pub(super) fn oldest_turn(&self) -> &Turn {
        self.running.iter().min_by_key(|turn| turn.since).expect("it has a turn")
    }

    /// How far back it stands, where it or a network around it is set back until then.
    pub(super) fn standing(&self, set_back_until: Instant, now: Instant) -> Standing {
        (self.running.len(), set_back_until.clamp(now, now + MAX_SETBACK), self.last_turn)
    }
}
