use super::*;

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// A millisecond less than a slice.
const JUST_NOT_OVER: Duration = Duration::from_millis(199);

/// A millisecond less than a lead.
const JUST_NOT_AHEAD: Duration = Duration::from_millis(49);

/// A queue of questions that are names, with its own clock.
struct Site {
    queue: Queue<&'static str>,
    now: Instant,
    turns: HashMap<&'static str, Turn>,
}

impl Site {
    fn new(n_turns: usize) -> Self {
        let queue = Queue::new(n_turns);
        Self { queue, now: Instant::now(), turns: HashMap::new() }
    }

    fn push(&mut self, client: IpAddr, name: &'static str, is_rigid: bool) {
        self.queue.visit(client, self.now);
        self.queue.push(client, is_rigid, name);
        self.queue.make_room(self.now);
    }

    /// Asks questions; the first letter of a question is its client.
    fn ask(&mut self, names: &[&'static str]) {
        for name in names {
            self.push(client(name), name, false);
        }
    }

    fn ask_rigid(&mut self, names: &[&'static str]) {
        for name in names {
            self.push(client(name), name, true);
        }
    }

    /// The question that receives a free turn.
    fn next(&mut self) -> &'static str {
        let Some((turn, name)) = self.queue.next(self.now) else { return "" };
        self.turns.insert(name, turn);
        self.queue.make_room(self.now);
        name
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.queue.make_room(self.now);
    }

    fn is_over(&self, name: &str) -> bool {
        self.turns[name].is_over.load(Ordering::Relaxed)
    }

    fn finish(&mut self, name: &str) {
        self.queue.end(&self.turns[name], Duration::ZERO, self.now);
    }

    /// The question that has a turn after another one, which is not finished.
    fn next_after(&mut self, name: &'static str) -> &'static str {
        assert!(self.is_over(name), "{name} goes on");
        self.finish(name);
        let next = self.next();
        let Turn { client, is_rigid, .. } = self.turns[name];
        self.queue.push_again(client, is_rigid, name);
        match next {
            "" => self.next(),
            next => next,
        }
    }
}

fn client(name: &str) -> IpAddr {
    [192, 0, 2, name.as_bytes()[0]].into()
}

#[test]
fn clients_take_turns_whoever_asks_most() {
    let mut site = Site::new(1);
    site.ask(&["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"]);
    let mut order = Vec::new();
    while !site.queue.lines.is_empty() {
        order.push(site.next());
        site.pass(10 * MS);
        site.finish(order[order.len() - 1]);
    }
    assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"]);
    assert_eq!(site.queue.n_open(), 0);
}

#[test]
fn long_questions_of_many_get_equal_time() {
    let mut site = Site::new(1);
    site.ask(&["a1", "a2", "a3", "b1", "c1"]);
    let mut time = HashMap::new();
    let mut name = site.next();
    for _ in 0..600 {
        site.pass(10 * MS);
        *time.entry(name).or_insert(0) += 10;
        if site.is_over(name) {
            name = site.next_after(name);
        }
    }
    for name in ["a1", "b1", "c1"] {
        assert!((1800..=2200).contains(&time[name]), "a third each: {time:?}");
    }
    assert_eq!(time.len(), 3, "the client's other questions wait until this one is answered");
}

#[test]
fn who_has_used_little_does_not_wait_for_the_end_of_a_slice() {
    let mut site = Site::new(1);
    site.ask(&["a1"]);
    assert_eq!(site.next(), "a1");
    site.pass(JUST_NOT_AHEAD);
    site.ask(&["b1"]);
    assert!(!site.is_over("a1"), "what it has used counts, but it is little");
    site.pass(MS);
    assert_eq!(site.next_after("a1"), "b1");
    site.pass(LEAD);
    assert!(!site.is_over("b1"), "the lead is too small");
    site.finish("b1");
    assert_eq!(site.next(), "a1");
    site.ask(&["a2", "a3"]);
    site.pass(JUST_NOT_OVER);
    assert!(!site.is_over("a1"), "a client does not interrupt itself within a slice");
    site.pass(MS);
    assert_eq!(site.next_after("a1"), "a2");
    site.pass(SLICE);
    assert_eq!(site.next_after("a2"), "a1", "the third waits until one is answered");
}

#[test]
fn nobody_is_interrupted_for_nobody() {
    let mut site = Site::new(2);
    site.ask(&["a1"]);
    site.next();
    site.pass(100 * SLICE);
    assert!(!site.is_over("a1"));
}

#[test]
fn what_starts_over_has_its_slice_and_leaves_a_turn() {
    let mut site = Site::new(2);
    site.ask_rigid(&["a1", "b1"]);
    assert_eq!([site.next(), site.next()], ["a1", ""], "the other one waits");
    site.ask(&["c1"]);
    assert_eq!([site.next(), site.next()], ["c1", ""]);
    site.pass(JUST_NOT_OVER);
    site.ask(&["d1"]);
    assert!(!site.is_over("a1") && site.is_over("c1"), "only the other one can give way");
    assert_eq!(site.next_after("c1"), "d1");
    site.pass(MS);
    assert_eq!(site.next_after("a1"), "b1");
}

#[test]
fn no_client_has_all_turns_while_others_are_active() {
    let mut site = Site::new(2);
    site.ask(&["a1", "a2", "a3"]);
    assert_eq!([site.next(), site.next()], ["a1", "a2"], "alone it has all");
    assert!(!site.queue.keeps_one_free(site.now));
    site.queue.visit(client("a"), site.now);
    site.pass(MS);
    assert!(!site.is_over("a1") && !site.is_over("a2"));
    site.queue.visit(client("b"), site.now);
    site.pass(MS);
    assert!(site.is_over("a1") && !site.is_over("a2") && site.queue.keeps_one_free(site.now));
    assert_eq!(site.next_after("a1"), "", "the other may have more to ask");
    site.queue.visit(client("a"), site.now);
    site.ask(&["b1"]);
    assert_eq!(site.next(), "b1");
    site.finish("b1");
    site.pass(COMPANY);
    assert_eq!([site.next(), site.next()], ["a1", ""]);
}

#[test]
fn who_has_gone_gets_no_turn() {
    let mut site = Site::new(1);
    site.ask(&["a1", "b1"]);
    site.queue.forget(|name| *name == "a1");
    assert_eq!(site.next(), "b1");
    site.finish("b1");
    assert_eq!(site.queue.n_open(), 0);
}

#[test]
fn helpers_are_charged() {
    let mut site = Site::new(2);
    site.ask(&["a1"]);
    site.next();
    site.now += SLICE;
    site.queue.end(&site.turns["a1"], SLICE, site.now);
    assert_eq!(site.queue.accounts.recent(client("a"), site.now), 2 * SLICE);
}

#[test]
fn half_of_a_use_is_forgotten_after_a_while() {
    let (start, client) = (Instant::now(), [192, 0, 2, 1].into());
    let mut accounts = Accounts::default();
    accounts.charge(client, 16 * SECOND, start);
    accounts.charge(client, SECOND, start + HALF_LIFE);
    assert_eq!(accounts.recent(client, start + HALF_LIFE), 9 * SECOND);
    accounts.forget_idle(start + 60 * SECOND);
    assert_eq!(accounts.0.len(), 1);
    accounts.forget_idle(start + 120 * SECOND);
    assert_eq!(accounts.0.len(), 0);
}

#[test]
fn a_wide_network_is_charged_for_all_its_clients() {
    let (mut accounts, now) = (Accounts::default(), Instant::now());
    for number in 0..5 {
        let client = format!("2001:db8:0:{number:x}00::").parse().unwrap();
        accounts.charge(client, 4 * SECOND, now);
    }
    assert_eq!(accounts.recent("2001:db8:0:ff00::".parse().unwrap(), now), 5 * SECOND);
}
