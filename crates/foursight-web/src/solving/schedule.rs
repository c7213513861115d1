//! Chooses the client whose question comes next, so that one client's questions never keep the others waiting.
//!
//! The number of turns is fixed. A turn goes to the client that has the fewest of them; among equals, to the one that
//! has used the least processor time, and then to the one that has waited longest for a turn. Use is forgotten at the
//! rate that a client is allowed in the long run, or more slowly while many share the turns: a client that uses less
//! than an equal share goes before those that use all of theirs. A question gives its turn back at the end of a slice,
//! or earlier where another client should go first, and continues later. While other clients are active, no client has
//! all turns: a processor stays free for their next requests, whether these take a turn or not.
//!
//! Networks wider than a client's own are counted as well: a /56 may use as much as two clients, and a /48 as four.
//!
//! Work that cannot pause, or only after tens of milliseconds, such as a picture, never has all turns if there are several.
//!
//! While no question lacks a turn, those that have one share the free turns, each with that many helper threads.
//!
//! A semaphore for each client, in addition to the limit on requests, would be shorter, but no question would ever
//! pause: on two cores, two addresses with searches of ten seconds would keep everybody else waiting for up to ten.
//! Here, one address's moves and puzzles take at most 1.3 times as long while five others send the most expensive
//! requests on 24 connections each (`cargo xtask load fairness`, in docs/benchmarks.md).

mod client;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ticket::Ticket;
use crate::networks::{Networks, SHARES};
use client::{Charge, Client, Standing, Turn, WideNetworks};

/// The time slice of a question, after which another one has its turn.
pub(super) const SLICE: Duration = Duration::from_millis(200);

/// The lead in used time with which a client's question ends another one's slice.
const ADVANTAGE: Duration = Duration::from_millis(20);

/// The processor time a client may use at once, in seconds of its long-term allowance: a player who tries out large
/// boards on their own machine should not notice.
const BURST: Duration = Duration::from_secs(30);

/// The time after a client's request during which other clients leave a turn free.
const COMPANY: Duration = Duration::from_secs(5);

/// The questions of all clients: waiting (`Q`), paused, or with a turn.
pub(super) struct Schedule<Q> {
    n_turns: usize,
    /// The maximum number of started questions: each has a thread and a solver.
    max_begun: usize,
    /// Seconds of processor time that one client may use per second; unlimited if missing.
    allowance: Option<f64>,
    clients: HashMap<IpAddr, Client<Q>>,
    wide: WideNetworks,
    n_begun: usize,
    /// The two most recent clients, and when they arrived: at least one differs from any given client.
    visits: [Option<(IpAddr, Instant)>; 2],
}

/// A question that has just received a turn.
pub(super) enum Next<Q> {
    Begin(Arc<Ticket>, Q),
    Resume(Arc<Ticket>),
}

impl<Q> Schedule<Q> {
    /// A schedule that gives `n_turns` at a time; without an `allowance`, no client is refused.
    pub(super) fn new(n_turns: usize, max_begun: usize, allowance: Option<f64>) -> Self {
        let (clients, wide, visits) = (HashMap::new(), WideNetworks::default(), [None; 2]);
        Self { n_turns, max_begun, allowance, clients, wide, n_begun: 0, visits }
    }

    /// Records a client's request, even if it takes no turn.
    pub(super) fn visit(&mut self, client: IpAddr, now: Instant) {
        if self.visits[0].is_none_or(|(last, _)| last != client) {
            self.visits.swap(0, 1);
        }
        self.visits[0] = Some((client, now));
        self.make_room(now);
    }

    /// The time until a client that has used too much may try again.
    pub(super) fn must_wait(&self, client: IpAddr, now: Instant) -> Option<Duration> {
        self.allowance?;
        let own = self.clients.get(&client).map(|client| client.used_until);
        let used_until = own.max(self.wide.used_until(client))?;
        let wait = used_until.saturating_duration_since(now).saturating_sub(BURST);
        (!wait.is_zero()).then_some(wait)
    }

    /// The maximum number of questions waiting to start.
    pub(super) fn n_waiting(&self) -> usize {
        self.clients.values().map(|client| client.waiting.len()).sum()
    }

    /// Whether `most` questions of the client are waiting to begin, or, for a wider network around it, `most` for each
    /// of the network's shares.
    pub(super) fn is_full(&self, client: IpAddr, most: usize) -> bool {
        Networks::of(client).each().any(|(level, network)| {
            let is_of = |address: IpAddr| Networks::of(address).at(level) == network;
            let clients = self.clients.iter().filter(|(address, _)| is_of(**address));
            let n_waiting: usize = clients.map(|(_, client)| client.waiting.len()).sum();
            n_waiting >= most.saturating_mul(SHARES[level])
        })
    }

    /// Whether nothing waits, runs or is paused.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        self.n_begun == 0 && self.n_waiting() == 0
    }

    pub(super) fn push(&mut self, ticket: Arc<Ticket>, question: Q, now: Instant) {
        self.visit(ticket.client, now);
        let new = || Client::new(ticket.client, now);
        let client = self.clients.entry(ticket.client).or_insert_with(new);
        client.waiting.push_back((ticket, question));
    }

    /// Removes a question that has not begun; returns whether there was one.
    pub(super) fn withdraw(&mut self, ticket: &Arc<Ticket>) -> bool {
        let Some(client) = self.clients.get_mut(&ticket.client) else { return false };
        let before = client.waiting.len();
        client.waiting.retain(|(waiting, _)| !Arc::ptr_eq(waiting, ticket));
        client.waiting.len() < before
    }

    /// Forgets all questions that have not begun.
    pub(super) fn clear(&mut self) {
        self.clients.values_mut().for_each(|client| client.waiting.clear());
    }

    /// Assigns a free turn, if there is one and a question for it.
    pub(super) fn next(&mut self, now: Instant) -> Option<Next<Q>> {
        let n_running: usize = self.clients.values().map(|client| client.running.len()).sum();
        if n_running >= self.n_turns {
            return None;
        }
        let (address, _) = self.first(self.may_be_rigid(), now)?;
        Some(self.give_turn(address, now))
    }

    /// Asks a question with a turn to pause, if one without a turn should go first, and shares free turns.
    pub(super) fn make_room(&self, now: Instant) {
        self.end_slice_for_others(now);
        self.share_free_turns(now);
    }

    fn share_free_turns(&self, now: Instant) {
        let running = || self.clients.values().flat_map(|client| &client.running);
        let (n_running, n_open) = (running().count(), self.n_begun + self.n_waiting());
        let n_free = if n_open > n_running { 0 } else { self.n_turns.saturating_sub(n_running) };
        for client in self.clients.values() {
            let n_most = self.max_turns(client, now).saturating_sub(client.running.len());
            for turn in &client.running {
                turn.ticket.set_n_helpers((n_free / n_running).min(n_most / client.running.len()));
            }
        }
    }

    fn end_slice_for_others(&self, now: Instant) {
        let is_greedy = |client: &&Client<Q>| client.running.len() > self.max_turns(client, now);
        if let Some(greedy) = self.clients.values().find(is_greedy) {
            greedy.oldest_turn().ticket.set_must_pause(true);
        }
        let running = self.clients.values().filter(|client| !client.running.is_empty());
        let Some(last) = running.max_by_key(|client| self.standing(client, now)) else { return };
        let oldest = last.oldest_turn();
        let may_be_rigid = oldest.ticket.is_rigid || self.may_be_rigid();
        let Some((_, first)) = self.first(may_be_rigid, now) else { return };
        let (n_running, used, _) = self.standing(last, now);
        let own = (n_running - 1, used + self.charge(now - oldest.since).1, None);
        if goes_first(first, own, false) {
            oldest.ticket.set_must_pause(true);
        }
    }

    /// Charges the time that a question and its helpers have used, and pauses it if it should give its turn to the next
    /// one or leave it free.
    pub(super) fn pause(
        &mut self,
        ticket: &Arc<Ticket>,
        helped: Duration,
        now: Instant,
    ) -> Option<Next<Q>> {
        let turn = self.end_turn(ticket, helped, now)?;
        ticket.set_must_pause(false);
        let client = &self.clients[&ticket.client];
        let own = self.standing(client, now);
        let is_slice_over = now - turn.since >= SLICE;
        let first = self.first(self.may_be_rigid(), now);
        let first = first.filter(|&(_, first)| goes_first(first, own, is_slice_over));
        // The next question is taken before this one joins the waiting ones, so that it cannot follow itself.
        let next = first.map(|(address, _)| self.give_turn(address, now));
        let is_greedy = own.0 >= self.max_turns(&self.clients[&ticket.client], now);
        let client = self.client(ticket);
        if next.is_some() || is_greedy {
            ticket.set_n_helpers(0);
            client.paused.push_back(ticket.clone());
        } else {
            client.running.push(Turn { ticket: ticket.clone(), since: now });
        }
        next
    }

    pub(super) fn is_paused(&self, ticket: &Arc<Ticket>) -> bool {
        let client = self.clients.get(&ticket.client);
        client.is_some_and(|client| client.paused.iter().any(|paused| Arc::ptr_eq(paused, ticket)))
    }

    /// Lets a paused question continue without a turn, so that it can end.
    pub(super) fn release(&mut self, ticket: &Arc<Ticket>) {
        self.client(ticket).paused.retain(|paused| !Arc::ptr_eq(paused, ticket));
    }

    /// Records that the question is answered.
    pub(super) fn finish(&mut self, ticket: &Arc<Ticket>, helped: Duration, now: Instant) {
        self.end_turn(ticket, helped, now);
        self.n_begun -= 1;
        self.client(ticket).n_begun -= 1;
        self.wide.end(ticket.client);
    }

    /// Forgets the clients that have no questions here and no debt left.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        let is_idle = |client: &Client<Q>| client.n_begun == 0 && client.waiting.is_empty();
        let is_clear = |client: &Client<Q>| client.used_until.max(client.set_back_until) <= now;
        self.clients.retain(|_, client| !is_idle(client) || !is_clear(client));
        self.wide.forget_idle(now);
    }

    fn standing(&self, client: &Client<Q>, now: Instant) -> Standing {
        let wide = self.wide.set_back_until(client.address);
        client.standing(wide.max(Some(client.set_back_until)).unwrap_or(now), now)
    }

    fn client(&mut self, ticket: &Ticket) -> &mut Client<Q> {
        self.clients.get_mut(&ticket.client).expect("a client stays as long as it has questions")
    }

    /// The client whose question has the next turn; `may_be_rigid` allows rigid ones.
    fn first(&self, may_be_rigid: bool, now: Instant) -> Option<(IpAddr, Standing)> {
        let max_begun = if self.n_begun < self.max_begun { self.n_turns } else { 0 };
        let standings = self.clients.iter().filter_map(|(&address, client)| {
            if client.running.len() >= self.max_turns(client, now) {
                return None;
            }
            let may_begin = client.n_begun < max_begun && self.wide.may_begin(address, max_begun);
            let waiting = || client.first_waiting(may_be_rigid).filter(|_| may_begin);
            let ticket = match client.first_paused(may_be_rigid) {
                Some(place) => &client.paused[place],
                None => &client.waiting[waiting()?].0,
            };
            Some((address, self.standing(client, now), ticket.number))
        });
        let first = standings.min_by_key(|&(_, standing, number)| (standing, number))?;
        Some((first.0, first.1))
    }

    /// Whether another rigid question may get a turn: if there are several turns, one is left for other questions.
    fn may_be_rigid(&self) -> bool {
        let running = self.clients.values().flat_map(|client| &client.running);
        running.filter(|turn| turn.ticket.is_rigid).count() < (self.n_turns - 1).max(1)
    }

    /// The maximum number of turns that a client may have: all, unless another client was here recently.
    fn max_turns(&self, client: &Client<Q>, now: Instant) -> usize {
        let is_other =
            |&(other, at): &(IpAddr, Instant)| other != client.address && now - at < COMPANY;
        let has_company = self.visits.iter().flatten().any(is_other);
        if has_company { (self.n_turns - 1).max(1) } else { self.n_turns }
    }

    fn give_turn(&mut self, address: IpAddr, now: Instant) -> Next<Q> {
        let may_be_rigid = self.may_be_rigid();
        let client = self.clients.get_mut(&address).expect("it has a question");
        let next = if let Some(place) = client.first_paused(may_be_rigid) {
            Next::Resume(client.paused.remove(place).expect("it is there"))
        } else {
            let place = client.first_waiting(may_be_rigid).expect("it has a question");
            let (ticket, question) = client.waiting.remove(place).expect("it is there");
            client.n_begun += 1;
            self.n_begun += 1;
            self.wide.begin(address);
            Next::Begin(ticket, question)
        };
        let (Next::Begin(ticket, _) | Next::Resume(ticket)) = &next;
        client.running.push(Turn { ticket: ticket.clone(), since: now });
        client.last_turn = Some(now);
        next
    }

    /// Takes the turn of a question back and charges it, with the time of helpers; `None` if it had none.
    fn end_turn(&mut self, ticket: &Arc<Ticket>, helped: Duration, now: Instant) -> Option<Turn> {
        let client = self.client(ticket);
        let place = client.running.iter().position(|turn| Arc::ptr_eq(&turn.ticket, ticket));
        let turn = place.map(|place| client.running.swap_remove(place));
        let used = helped + turn.as_ref().map_or(Duration::ZERO, |turn| now - turn.since);
        let charge = self.charge(used);
        let client = self.client(ticket);
        client.used_until = client.used_until.max(now) + charge.0;
        client.set_back_until = client.set_back_until.max(now) + charge.1;
        self.wide.charge(ticket.client, charge, now);
        turn
    }

    /// The price of processor time: a client pays it off at its allowed rate, and is set back for as long as that use
    /// would take with a fair share of the turns.
    fn charge(&self, used: Duration) -> Charge {
        let is_open = |client: &&Client<Q>| client.n_begun + client.waiting.len() > 0;
        let n_open = self.clients.values().filter(is_open).count();
        let contention = n_open as f64 / self.n_turns as f64;
        let paid = used.div_f64(self.allowance.unwrap_or(1.0));
        (paid, paid.max(used.mul_f64(contention)))
    }
}

/// Whether one client's question comes before one that has a turn, not counting that turn.
fn goes_first(first: Standing, own: Standing, is_slice_over: bool) -> bool {
    let advantage = if is_slice_over { Duration::ZERO } else { ADVANTAGE };
    first.0 < own.0 || first.0 == own.0 && first.1 + advantage <= own.1
}

#[cfg(test)]
mod tests;
