//! Chooses the client whose question comes next, so that one client's questions never keep the others waiting. The
//! number of turns is fixed. A turn goes to the client that has the fewest of them; among equals, to the one that has
//! used the least processor time lately, and then to the one that has waited longest. A turn ends early as soon as a
//! client waits that has used clearly less, and after a slice if any question waits that should go first: the question
//! then returns to the front of its client's line. While other clients are active, no client has all turns: a processor
//! stays free for their next requests, whether these take a turn or not. Work that starts over when it is interrupted,
//! such as a picture, has its whole slice, but never all turns if there are several.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight_games::{Networks, SHARES};

/// The time after which a turn ends if another question waits.
const SLICE: Duration = Duration::from_millis(200);

/// The lead in used time with which a client ends another one's turn, and the time between two looks whether one has it.
pub(super) const LEAD: Duration = Duration::from_millis(50);

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
    /// The order in which waiting began: lower is earlier.
    since: u64,
    is_rigid: bool,
    question: Q,
}

/// A question's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The client; for IPv6, its network.
    pub(super) client: IpAddr,
    /// Whether the work starts over when it is interrupted.
    is_rigid: bool,
    since: Instant,
    /// Set once the turn should end.
    pub(super) is_over: Arc<AtomicBool>,
}

/// A client's place among the others: its turns and its use. The least goes first.
type Standing = (usize, Duration);

impl Turn {
    fn is_slice_over(&self, now: Instant) -> bool {
        now - self.since >= SLICE
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.is_over, &other.is_over)
    }
}

impl<Q> Queue<Q> {
    pub(super) fn new(n_turns: usize) -> Self {
        let (lines, turns, visits) = (HashMap::new(), Vec::new(), [None; 2]);
        Self { n_turns, accounts: Accounts::default(), lines, turns, visits, n_asked: 0 }
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

    /// The number of clients whose questions wait or have a turn, at most.
    pub(super) fn n_open(&self) -> usize {
        self.lines.len() + self.turns.len()
    }

    /// Adds a question of a client. Work that is rigid starts over when it is interrupted.
    pub(super) fn push(&mut self, client: IpAddr, is_rigid: bool, question: Q) {
        let waiting = self.waiting(is_rigid, question);
        self.lines.entry(client).or_default().push_back(waiting);
    }

    /// Adds a question again whose turn has ended: the client's next new question waits until it is answered.
    pub(super) fn push_again(&mut self, client: IpAddr, is_rigid: bool, question: Q) {
        let waiting = self.waiting(is_rigid, question);
        self.lines.entry(client).or_default().push_front(waiting);
    }

    fn waiting(&mut self, is_rigid: bool, question: Q) -> Waiting<Q> {
        self.n_asked += 1;
        Waiting { since: self.n_asked, is_rigid, question }
    }

    /// Forgets the waiting questions that nobody asks any longer.
    pub(super) fn forget(&mut self, is_gone: impl Fn(&Q) -> bool) {
        self.lines.retain(|_, line| {
            line.retain(|waiting| !is_gone(&waiting.question));
            !line.is_empty()
        });
    }

    /// Gives a free turn to a question, if there are both.
    pub(super) fn next(&mut self, now: Instant) -> Option<(Turn, Q)> {
        if self.turns.len() >= self.n_turns {
            return None;
        }
        let (_, _, client, place) = self.first(None, now)?;
        let line = self.lines.get_mut(&client)?;
        let Waiting { is_rigid, question, .. } = line.remove(place)?;
        if line.is_empty() {
            self.lines.remove(&client);
        }
        let turn = Turn { client, is_rigid, since: now, is_over: Arc::default() };
        self.turns.push(turn.clone());
        Some((turn, question))
    }

    /// Ends a turn early if a waiting question should have it, or if its client should not have it while others are
    /// active.
    pub(super) fn make_room(&self, now: Instant) {
        let may_end = |turn: &&Turn| !turn.is_rigid || turn.is_slice_over(now);
        let standing = |turn: &Turn| self.standing(turn.client, None, now);
        let is_greedy = |turn: &&Turn| standing(turn).0 > self.max_turns(turn.client, now);
        if let Some(greedy) = self.turns.iter().filter(may_end).find(is_greedy) {
            greedy.is_over.store(true, Ordering::Relaxed);
        }
        let ending = self.turns.iter().filter(may_end);
        let Some(turn) = ending.max_by_key(|turn| (standing(turn), now - turn.since)) else {
            return;
        };
        if self.turns.len() < self.n_turns {
            return;
        }
        let Some((first, ..)) = self.first(Some(turn), now) else { return };
        let lead = if turn.is_slice_over(now) { Duration::ZERO } else { LEAD };
        if (first.0, first.1 + lead) <= self.standing(turn.client, Some(turn), now) {
            turn.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Takes a turn back and charges it, with the time of helpers.
    pub(super) fn end(&mut self, ended: &Turn, helped: Duration, now: Instant) {
        self.turns.retain(|turn| !turn.is(ended));
        self.accounts.charge(ended.client, now - ended.since + helped, now);
    }

    /// Whether any client with a turn has company.
    pub(super) fn keeps_one_free(&self, now: Instant) -> bool {
        self.turns.iter().any(|turn| self.has_company(turn.client, now))
    }

    /// The turns that there are without the one that is `ending`.
    fn turns_without(&self, ending: Option<&Turn>) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(move |turn| ending.is_none_or(|ending| !turn.is(ending)))
    }

    /// The standing of a client if the turn that is `ending` were not there.
    fn standing(&self, client: IpAddr, ending: Option<&Turn>, now: Instant) -> Standing {
        let turns = self.turns.iter().filter(|turn| turn.client == client);
        let uncharged: Duration = turns.map(|turn| now - turn.since).sum();
        let n_turns = self.turns_without(ending).filter(|turn| turn.client == client).count();
        (n_turns, self.accounts.recent(client, now) + uncharged)
    }

    /// The question that has the next turn, if the one that is `ending` were not there: its standing, when it began to
    /// wait, its client and its place in the client's line.
    fn first(&self, ending: Option<&Turn>, now: Instant) -> Option<(Standing, u64, IpAddr, usize)> {
        // If there are several turns, one is left for questions that are not rigid.
        let n_rigid = self.turns_without(ending).filter(|turn| turn.is_rigid).count();
        let may_be_rigid = n_rigid < (self.n_turns - 1).max(1);
        let of_line = |(&client, line): (&IpAddr, &VecDeque<Waiting<Q>>)| {
            let place = line.iter().position(|waiting| may_be_rigid || !waiting.is_rigid)?;
            let standing = self.standing(client, ending, now);
            let may_have_it = standing.0 < self.max_turns(client, now);
            may_have_it.then_some((standing, line[place].since, client, place))
        };
        self.lines.iter().filter_map(of_line).min()
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

/// The time after which half of what a client has used no longer counts against it: a client that used a lot while alone
/// must not wait for long.
const HALF_LIFE: Duration = Duration::from_secs(5);

/// A use of less than this is forgotten.
const LEAST: Duration = Duration::from_millis(1);

/// The processor time that clients, and the networks around them, have used lately: many small ones may belong to one
/// customer.
///
/// For each network by its level and address: the time that counted when it was last charged. A network that stands for
/// several clients is charged less.
#[derive(Default)]
pub(super) struct Accounts(HashMap<(usize, IpAddr), (Duration, Instant)>);

impl Accounts {
    pub(super) fn charge(&mut self, client: IpAddr, used: Duration, now: Instant) {
        for network in Networks::of(client).each() {
            let recent = self.0.entry(network).or_insert((Duration::ZERO, now));
            *recent = (rest(*recent, now) + used / SHARES[network.0] as u32, now);
        }
    }

    /// The time that a client, or a network around it, has used lately.
    pub(super) fn recent(&self, client: IpAddr, now: Instant) -> Duration {
        let of_network = |network| Some(rest(*self.0.get(&network)?, now));
        Networks::of(client).each().filter_map(of_network).max().unwrap_or_default()
    }

    /// Forgets the networks that have used nothing for a while.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.0.retain(|_, recent| rest(*recent, now) >= LEAST);
    }
}

/// The part of a use that still counts.
fn rest((used, at): (Duration, Instant), now: Instant) -> Duration {
    used.mul_f64(0.5_f64.powf((now - at).div_duration_f64(HALF_LIFE)))
}

#[cfg(test)]
mod tests;
