//! Chooses the client whose question comes next, so that one client's questions never keep the others waiting.
//!
//! The number of turns is fixed. A turn goes to the client that has the fewest of them; among equals, to the one that
//! has used the least processor time lately, and then to the one that has waited longest. A turn ends early as soon as
//! a client that has used less waits, and after a slice if any question waits that should go first: the question then
//! returns to its client's line, and continues later with what its solver has proved. While other clients are active,
//! no client has all turns: a processor stays free for their next requests, whether these take a turn or not.
//!
//! Work that starts over when it is interrupted, such as a picture, has its whole slice, but never all turns if there are
//! several.
//!
//! A semaphore for each client, in addition to the limit on requests, would be shorter, but no question would ever be
//! interrupted: on two cores, two addresses with searches of ten seconds would keep everybody else waiting for up to ten.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::accounts::Accounts;
use crate::networks::{Networks, SHARES};

/// The time after which a turn ends if another question waits.
const SLICE: Duration = Duration::from_millis(200);

/// The lead in used time with which a client's new question ends another one's turn; for one that continues, it is a
/// slice.
const LEAD: Duration = Duration::from_millis(20);

/// The time after a client's request during which other clients leave a turn free.
const COMPANY: Duration = Duration::from_secs(5);

/// The questions of all clients: waiting (`Q`), or with a turn.
pub(super) struct Queue<Q> {
    n_turns: usize,
    pub(super) accounts: Accounts,
    lines: HashMap<IpAddr, VecDeque<Waiting<Q>>>,
    turns: Vec<Turn>,
    /// The two most recent clients, and when they arrived: at least one differs from any given client.
    visits: [Option<(IpAddr, Instant)>; 2],
    n_asked: u64,
}

struct Waiting<Q> {
    number: u64,
    /// The order in which waiting began: lower is earlier.
    since: u64,
    is_rigid: bool,
    /// Whether the question has had a turn before.
    is_begun: bool,
    question: Q,
}

/// A question's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The client; for IPv6, its network.
    client: IpAddr,
    number: u64,
    /// Whether the work starts over when it is interrupted.
    is_rigid: bool,
    since: Instant,
    is_over: Arc<AtomicBool>,
}

/// A client's place among the others: its turns and its use. The least goes first.
type Standing = (usize, Duration);

/// The question that has the next turn.
struct First {
    standing: Standing,
    since: u64,
    client: IpAddr,
    /// Its place in the client's line.
    place: usize,
    is_begun: bool,
}

impl Turn {
    pub(super) fn client(&self) -> IpAddr {
        self.client
    }

    /// Set once the turn should end.
    pub(super) fn is_over(&self) -> &AtomicBool {
        &self.is_over
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn is_slice_over(&self, now: Instant) -> bool {
        now - self.since >= SLICE
    }

    fn may_end(&self, now: Instant) -> bool {
        !self.is_rigid || self.is_slice_over(now)
    }
}

impl<Q> Queue<Q> {
    pub(super) fn new(n_turns: usize, accounts: Accounts) -> Self {
        let (lines, turns, visits) = (HashMap::new(), Vec::new(), [None; 2]);
        Self { n_turns, accounts, lines, turns, visits, n_asked: 0 }
    }

    /// Records a client's request, even if it takes no turn.
    pub(super) fn visit(&mut self, client: IpAddr, now: Instant) {
        if self.visits[0].is_none_or(|(last, _)| last != client) {
            self.visits.swap(0, 1);
        }
        self.visits[0] = Some((client, now));
    }

    pub(super) fn n_waiting(&self) -> usize {
        self.lines.values().map(VecDeque::len).sum()
    }

    /// Whether nothing waits or has a turn.
    pub(super) fn is_idle(&self) -> bool {
        self.lines.is_empty() && self.turns.is_empty()
    }

    /// The number of clients whose questions wait or have a turn, at most.
    pub(super) fn n_open(&self) -> usize {
        self.lines.len() + self.turns.len()
    }

    /// Whether `most` questions of the client are waiting, or, for a wider network around it, `most` for each of the
    /// network's shares.
    pub(super) fn is_full(&self, client: IpAddr, most: usize) -> bool {
        Networks::of(client).each().any(|(level, network)| {
            let is_of = |address: &IpAddr| Networks::of(*address).at(level) == network;
            let lines = self.lines.iter().filter(|(address, _)| is_of(address));
            let n_waiting: usize = lines.map(|(_, line)| line.len()).sum();
            n_waiting >= most.saturating_mul(SHARES[level])
        })
    }

    /// Adds a question of a client; returns its number. Work that is rigid starts over when it is interrupted.
    pub(super) fn push(
        &mut self,
        client: IpAddr,
        is_rigid: bool,
        question: Q,
        now: Instant,
    ) -> u64 {
        self.visit(client, now);
        self.n_asked += 1;
        let number = self.n_asked;
        let waiting = Waiting { number, since: number, is_rigid, is_begun: false, question };
        self.lines.entry(client).or_default().push_back(waiting);
        number
    }

    /// Adds a question again whose turn has ended.
    pub(super) fn push_again(&mut self, ended: &Turn, question: Q) {
        self.n_asked += 1;
        let &Turn { client, number, is_rigid, .. } = ended;
        let waiting = Waiting { number, since: self.n_asked, is_rigid, is_begun: true, question };
        let n_turns = self.turns.iter().filter(|turn| turn.client == client).count();
        let max_begun = self.max_begun();
        let line = self.lines.entry(client).or_default();
        line.insert(line.len().min((max_begun - 1).saturating_sub(n_turns)), waiting);
    }

    /// Removes a question that is waiting; if it has a turn, ends that.
    pub(super) fn withdraw(&mut self, client: IpAddr, number: u64) -> Option<Q> {
        self.turns.iter().filter(|turn| turn.number == number).for_each(Turn::end);
        let place = self.lines.get(&client)?.iter().position(|waiting| waiting.number == number)?;
        Some(self.take(client, place)?.question)
    }

    fn take(&mut self, client: IpAddr, place: usize) -> Option<Waiting<Q>> {
        let line = self.lines.get_mut(&client)?;
        let waiting = line.remove(place);
        if line.is_empty() {
            self.lines.remove(&client);
        }
        waiting
    }

    /// Forgets all waiting questions.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Gives a free turn to a question, if there are both.
    pub(super) fn next(&mut self, now: Instant) -> Option<(Turn, Q)> {
        if self.turns.len() >= self.n_turns {
            return None;
        }
        let First { client, place, .. } = self.first(None, now)?;
        let Waiting { number, is_rigid, question, .. } = self.take(client, place)?;
        let turn = Turn { client, number, is_rigid, since: now, is_over: Arc::default() };
        self.turns.push(turn.clone());
        Some((turn, question))
    }

    /// Ends a turn early if a waiting question should have it, or if its client should not have it while others are
    /// active.
    pub(super) fn make_room(&self, now: Instant) {
        let ending = |turn: &&Turn| turn.may_end(now);
        let is_greedy = |turn: &&Turn| {
            let client = turn.client();
            self.standing(client, None, now).0 > self.max_turns(client, now)
        };
        if let Some(greedy) = self.turns.iter().filter(ending).find(is_greedy) {
            greedy.end();
        }
        if self.turns.len() < self.n_turns {
            return;
        }
        let last = |turn: &&Turn| (self.standing(turn.client(), None, now), now - turn.since);
        let Some(turn) = self.turns.iter().filter(ending).max_by_key(last) else { return };
        let Some(first) = self.first(Some(turn), now) else { return };
        let is_own = first.client == turn.client;
        if is_own && !first.is_begun && self.n_begun(turn.client) >= self.max_begun() {
            return;
        }
        let (n_turns, used) = self.standing(turn.client(), Some(turn), now);
        let lead = match turn.is_slice_over(now) {
            true => Duration::ZERO,
            false if first.is_begun => SLICE,
            false => LEAD,
        };
        if (first.standing.0, first.standing.1 + lead) <= (n_turns, used) {
            turn.end();
        }
    }

    /// Takes a turn back and charges it, with the time of helpers.
    pub(super) fn end(&mut self, ended: &Turn, helped: Duration, now: Instant) {
        self.turns.retain(|turn| turn.number != ended.number);
        self.accounts.charge(ended.client(), now - ended.since + helped, now);
    }

    /// Whether any client with a turn has company.
    pub(super) fn keeps_one_free(&self, now: Instant) -> bool {
        self.turns.iter().any(|turn| self.has_company(turn.client(), now))
    }

    /// The number of a client's questions that take turns; the others wait until one of these is answered.
    fn max_begun(&self) -> usize {
        self.n_turns.max(2)
    }

    fn n_begun(&self, client: IpAddr) -> usize {
        let turns = self.turns.iter().filter(|turn| turn.client == client);
        let waiting = self.lines.get(&client).into_iter().flatten();
        turns.count() + waiting.filter(|waiting| waiting.is_begun).count()
    }

    /// The standing of a client if the turn that is `ending` were not there.
    fn standing(&self, client: IpAddr, ending: Option<&Turn>, now: Instant) -> Standing {
        let turns = self.turns.iter().filter(|turn| turn.client() == client);
        let uncharged: Duration = turns.clone().map(|turn| now - turn.since).sum();
        let n_turns = turns.filter(|turn| ending.is_none_or(|e| e.number != turn.number)).count();
        (n_turns, self.accounts.recent(client, now) + uncharged)
    }

    /// The question that has the next turn, if the one that is `ending` were not there.
    fn first(&self, ending: Option<&Turn>, now: Instant) -> Option<First> {
        // If there are several turns, one is left for questions that are not rigid.
        let turns = self.turns.iter().filter(|turn| ending.is_none_or(|e| e.number != turn.number));
        let n_rigid = turns.filter(|turn| turn.is_rigid).count();
        let may_be_rigid = n_rigid < (self.n_turns - 1).max(1);
        let of_line = |(&client, line): (&IpAddr, &VecDeque<Waiting<Q>>)| {
            let is_allowed = |waiting: &Waiting<Q>| may_be_rigid || !waiting.is_rigid;
            let place = line.iter().position(is_allowed)?;
            let standing = self.standing(client, ending, now);
            let Waiting { since, is_begun, .. } = line[place];
            let first = First { standing, since, client, place, is_begun };
            (standing.0 < self.max_turns(client, now)).then_some(first)
        };
        self.lines.iter().filter_map(of_line).min_by_key(|first| (first.standing, first.since))
    }

    /// Whether another client was here recently.
    fn has_company(&self, client: IpAddr, now: Instant) -> bool {
        let is_other = |&(other, at): &(IpAddr, Instant)| other != client && now - at < COMPANY;
        self.visits.iter().flatten().any(is_other)
    }

    /// The maximum number of turns that a client may have: all, unless it has company.
    fn max_turns(&self, client: IpAddr, now: Instant) -> usize {
        if self.has_company(client, now) { (self.n_turns - 1).max(1) } else { self.n_turns }
    }
}

#[cfg(test)]
mod tests;
