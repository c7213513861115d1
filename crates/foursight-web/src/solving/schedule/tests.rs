use super::*;

const MS: Duration = Duration::from_millis(1);

/// A schedule whose questions are names, with its own clock.
struct Site {
    schedule: Schedule<&'static str>,
    now: Instant,
    n_asked: u64,
    names: Vec<(Arc<Ticket>, &'static str)>,
}

impl Site {
    fn new(n_turns: usize, allowance: Option<f64>) -> Self {
        let schedule = Schedule::new(n_turns, 16, allowance);
        Self { schedule, now: Instant::now(), n_asked: 0, names: Vec::new() }
    }

    /// Asks questions; the first letter of a question is its client.
    fn ask(&mut self, names: &[&'static str]) {
        self.ask_as(names, |ticket| ticket);
    }

    fn ask_rigid(&mut self, names: &[&'static str]) {
        self.ask_as(names, Ticket::rigid);
    }

    fn ask_as(&mut self, names: &[&'static str], kind: impl Fn(Ticket) -> Ticket) {
        for name in names {
            self.n_asked += 1;
            let client = IpAddr::from([192, 0, 2, name.as_bytes()[0]]);
            let ticket = Arc::new(kind(Ticket::new(client, self.n_asked, self.now)));
            self.names.push((ticket.clone(), name));
            self.schedule.push(ticket, name, self.now);
        }
        self.schedule.make_room(self.now);
    }

    fn ticket(&self, name: &str) -> Arc<Ticket> {
        let (ticket, _) = self.names.iter().find(|(_, known)| *known == name).unwrap();
        ticket.clone()
    }

    fn name(&self, next: Option<Next<&'static str>>) -> &'static str {
        let Some(Next::Begin(ticket, _) | Next::Resume(ticket)) = next else { return "" };
        self.names.iter().find(|(known, _)| Arc::ptr_eq(known, &ticket)).unwrap().1
    }

    /// The question that receives a free turn.
    fn next(&mut self) -> &'static str {
        let next = self.schedule.next(self.now);
        self.schedule.make_room(self.now);
        self.name(next)
    }

    /// The question that takes another question's turn after that one has worked for `time`.
    fn pause_after(&mut self, time: Duration, name: &str) -> &'static str {
        self.now += time;
        let next = self.schedule.pause(&self.ticket(name), Duration::ZERO, self.now);
        self.schedule.make_room(self.now);
        self.name(next)
    }

    fn finish_after(&mut self, time: Duration, name: &str) {
        self.now += time;
        self.schedule.finish(&self.ticket(name), Duration::ZERO, self.now);
    }

    fn n_helpers(&self, name: &str) -> usize {
        self.ticket(name).n_helpers()
    }

    fn must_pause(&self, name: &str) -> bool {
        self.ticket(name).must_pause()
    }
}

#[test]
fn clients_take_turns_whoever_asks_most() {
    let mut site = Site::new(1, None);
    site.ask(&["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"]);
    let mut order = Vec::new();
    loop {
        let name = site.next();
        if name.is_empty() {
            break;
        }
        order.push(name);
        site.finish_after(50 * MS, name);
    }
    assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"]);
}

#[test]
fn long_questions_of_many_get_equal_slices() {
    let mut site = Site::new(1, None);
    site.ask(&["a1", "a2", "a3", "b1", "c1"]);
    let mut n_slices = HashMap::new();
    let mut name = site.next();
    for _ in 0..30 {
        *n_slices.entry(&name[..1]).or_insert(0) += 1;
        name = site.pause_after(SLICE, name);
        assert!(!site.must_pause(name), "each has its whole slice");
    }
    assert_eq!(n_slices, HashMap::from([("a", 10), ("b", 10), ("c", 10)]));
}

#[test]
fn who_has_used_little_does_not_wait_for_the_end_of_a_slice() {
    let mut site = Site::new(1, None);
    site.ask(&["a1", "a2"]);
    assert_eq!(site.next(), "a1");
    assert_eq!(site.pause_after(SLICE, "a1"), "", "a client has one turn of one");
    site.now += 5 * MS;
    site.ask(&["b1"]);
    assert!(site.must_pause("a1"));
    assert_eq!(site.pause_after(MS, "a1"), "b1");
    assert!(site.schedule.is_paused(&site.ticket("a1")));
    site.finish_after(30 * MS, "b1");
    assert_eq!(site.next(), "a1", "what was begun goes on first");
    site.ask(&["a3"]);
    assert!(!site.must_pause("a1"), "a client does not interrupt itself");
}

#[test]
fn what_cannot_pause_leaves_a_turn() {
    let mut site = Site::new(2, None);
    site.ask_rigid(&["a1", "b1"]);
    assert_eq!([site.next(), site.next()], ["a1", ""], "the other one waits");
    site.ask(&["c1"]);
    assert_eq!(site.next(), "c1");
    site.finish_after(MS, "c1");
    site.finish_after(MS, "a1");
    assert_eq!(site.next(), "b1");
}

/// An animation continues frame by frame, and others are drawn between the frames.
#[test]
fn what_pauses_late_leaves_a_turn_and_lets_others_of_its_kind_go_first() {
    let mut site = Site::new(2, None);
    site.ask_rigid(&["a1", "b1"]);
    assert_eq!([site.next(), site.next()], ["a1", ""]);
    assert!(!site.must_pause("a1"), "the slice has just begun");
    site.now += ADVANTAGE;
    site.ask_rigid(&["c1"]);
    assert!(site.must_pause("a1"));
    assert_eq!(site.pause_after(MS, "a1"), "b1");
    assert_eq!(site.next(), "", "the other turn is for other questions");
    site.ask(&["a2"]);
    assert_eq!(site.next(), "a2", "which need not wait for what is paused before them");
    site.finish_after(MS, "b1");
    assert_eq!(site.next(), "c1");
    site.finish_after(MS, "c1");
    assert_eq!(site.pause_after(SLICE, "a2"), "a1", "a client's questions take turns");
}

/// A client that uses less than its share goes first, however many clients keep asking.
#[test]
fn who_uses_less_than_a_share_goes_first() {
    let mut site = Site::new(1, Some(1.0));
    site.ask(&["a1", "b1", "c1", "d1", "e1"]);
    let mut name = site.next();
    for _ in 0..10 {
        name = site.pause_after(SLICE, name);
    }
    for (number, question) in
        ["z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8"].into_iter().enumerate()
    {
        for _ in 0..2 {
            name = site.pause_after(SLICE, name);
        }
        site.now += ADVANTAGE;
        site.ask(&[question]);
        assert!(site.must_pause(name), "question {number}");
        assert_eq!(site.pause_after(MS, name), question, "question {number}");
        site.finish_after(10 * MS, question);
        name = site.next();
    }
}

#[test]
fn what_a_question_uses_counts_before_its_turn_ends() {
    for (allowance, used, must_pause) in
        [(None, 9 * MS, false), (None, 11 * MS, true), (Some(0.25), 9 * MS, true)]
    {
        let mut site = Site::new(1, allowance);
        site.ask(&["a1"]);
        assert_eq!(site.next(), "a1");
        site.now += used;
        site.ask(&["b1"]);
        assert_eq!(site.must_pause("a1"), must_pause, "{used:?} with {allowance:?}");
    }
}

#[test]
fn no_client_has_all_turns_while_others_wait() {
    let mut site = Site::new(2, None);
    site.ask(&["b0", "a1", "a2", "a3"]);
    assert_eq!([site.next(), site.next()], ["b0", "a1"]);
    site.finish_after(400 * MS, "b0");
    assert_eq!(site.next(), "", "b may have more to ask");
    site.now += COMPANY;
    assert_eq!([site.next(), site.next()], ["a2", ""], "alone it has all");
    site.now += MS;
    site.ask(&["b1", "c1"]);
    assert!(site.must_pause("a1"));
    assert_eq!(site.pause_after(MS, "a1"), "c1", "which never had one");
    assert!(site.must_pause("a2"), "b has used less");
    assert_eq!(site.pause_after(MS, "a2"), "b1");
    site.finish_after(MS, "c1");
    assert_eq!(site.next(), "a1");
    site.finish_after(MS, "b1");
    assert_eq!(site.next(), "", "b and c were here just now");
    site.now += COMPANY;
    assert_eq!(site.next(), "a2");
}

/// A request may be answered without a turn, and soon, because a processor is free for it.
#[test]
fn a_turn_stays_free_while_others_are_about() {
    let mut site = Site::new(2, None);
    site.ask(&["a1", "a2"]);
    assert_eq!([site.next(), site.next()], ["a1", "a2"]);
    site.schedule.visit([192, 0, 2, b'a'].into(), site.now);
    assert!(!site.must_pause("a1") && !site.must_pause("a2"), "it is alone");
    site.schedule.visit([192, 0, 2, b'b'].into(), site.now);
    assert!(site.must_pause("a1") && !site.must_pause("a2"));
    assert_eq!(site.pause_after(MS, "a1"), "");
    assert!(site.schedule.is_paused(&site.ticket("a1")));
    assert_eq!(site.next(), "");
    site.schedule.visit([192, 0, 2, b'a'].into(), site.now);
    assert_eq!(site.pause_after(SLICE, "a2"), "a1", "its questions take turns meanwhile");
    site.now += COMPANY;
    assert_eq!(site.next(), "a2");
}

#[test]
fn processor_time_is_charged_and_forgotten() {
    let mut site = Site::new(2, Some(0.5));
    site.ask(&["a1", "b1"]);
    assert_eq!([site.next(), site.next()], ["a1", "b1"]);
    let [a, b] = ["a1", "b1"].map(|name| site.ticket(name).client);
    let must_wait = |site: &Site, client| site.schedule.must_wait(client, site.now);
    site.pause_after(10_000 * MS, "a1");
    assert_eq!(must_wait(&site, a), None, "10 s of work are paid in 20 s, within the burst");
    site.finish_after(10_000 * MS, "a1");
    assert_eq!(must_wait(&site, a), None, "10 s have passed, too");
    site.ask(&["a2"]);
    assert_eq!(site.next(), "a2");
    site.finish_after(1000 * MS, "a2");
    // 21 s used, which take 42 s to be paid; 11 s of them have passed since the first charge.
    assert_eq!(must_wait(&site, a), Some(1000 * MS));
    assert_eq!(must_wait(&site, b), None);
    site.now += 1001 * MS;
    assert_eq!(must_wait(&site, a), None);
    site.schedule.forget_idle(site.now);
    assert_eq!(site.schedule.clients.len(), 2, "one works, one has not paid");
    site.finish_after(MS, "b1");
    site.now += 60_000 * MS;
    site.schedule.forget_idle(site.now);
    assert_eq!(site.schedule.clients.len(), 0);
}

#[test]
fn who_has_used_nothing_is_forgotten_at_once() {
    let mut site = Site::new(1, None);
    site.ask(&["a1"]);
    site.schedule.forget_idle(site.now);
    assert_eq!(site.schedule.clients.len(), 1, "it waits");
    site.schedule.withdraw(&site.ticket("a1"));
    site.schedule.forget_idle(site.now);
    assert_eq!(site.schedule.clients.len(), 0);
}

#[test]
fn without_a_rate_nobody_is_refused() {
    let mut site = Site::new(1, None);
    site.ask(&["a1"]);
    assert_eq!(site.next(), "a1");
    site.finish_after(3_600_000 * MS, "a1");
    assert_eq!(site.schedule.must_wait(site.ticket("a1").client, site.now), None);
}

/// A question of each of these clients.
fn ask_from(site: &mut Site, addresses: impl Iterator<Item = String>) -> Vec<Arc<Ticket>> {
    let tickets = addresses.map(|address| {
        site.n_asked += 1;
        let ticket = Arc::new(Ticket::new(address.parse().unwrap(), site.n_asked, site.now));
        site.schedule.push(ticket.clone(), "", site.now);
        ticket
    });
    tickets.collect()
}

#[test]
fn a_wide_network_is_charged_for_all_its_clients() {
    let mut site = Site::new(1, Some(1.0));
    let customers = (0..5).map(|number| format!("2001:db8:0:{number:x}00::"));
    for ticket in ask_from(&mut site, customers) {
        site.schedule.next(site.now);
        site.schedule.finish(&ticket, Duration::from_secs(29), site.now);
    }
    let must_wait = |site: &Site, address: &str| {
        site.schedule.must_wait(address.parse().unwrap(), site.now).is_some()
    };
    assert!(must_wait(&site, "2001:db8:0:ff00::"), "four clients' worth is used");
    assert!(!must_wait(&site, "2001:db8:1::"), "others have their own");
    assert!(!must_wait(&site, "192.0.2.1"));
    site.now += 2 * BURST;
    site.schedule.forget_idle(site.now);
    assert!(!must_wait(&site, "2001:db8:0:ff00::"));
}

#[test]
fn a_wide_network_begins_and_waits_as_a_few_clients() {
    let mut site = Site::new(1, None);
    let tickets = ask_from(&mut site, (0..16).map(|number| format!("2001:db8:0:{number:x}00::")));
    assert!(!site.schedule.is_full(tickets[0].client, 5));
    assert!(site.schedule.is_full(tickets[0].client, 4), "16 wait");
    assert!(!site.schedule.is_full("2001:db8:1::".parse().unwrap(), 4));
    let mut running = None;
    for _ in 0..10 {
        site.now += SLICE;
        let next = match &running {
            None => site.schedule.next(site.now),
            Some(ticket) => site.schedule.pause(ticket, Duration::ZERO, site.now),
        };
        if let Some(Next::Begin(ticket, _) | Next::Resume(ticket)) = next {
            running = Some(ticket);
        }
    }
    assert_eq!(site.schedule.n_begun, 4);
    assert_eq!(site.schedule.n_waiting(), 12);
}

#[test]
fn only_so_many_questions_are_begun() {
    let mut site = Site::new(1, None);
    site.schedule.max_begun = 2;
    site.ask(&["a1", "b1", "c1"]);
    assert_eq!(site.next(), "a1");
    assert_eq!(site.pause_after(SLICE, "a1"), "b1");
    assert_eq!(site.pause_after(SLICE, "b1"), "a1", "c has to wait until one is answered");
    site.schedule.release(&site.ticket("b1"));
    assert!(!site.schedule.is_paused(&site.ticket("b1")));
    site.finish_after(MS, "b1");
    assert_eq!(site.pause_after(SLICE, "a1"), "c1");
}

#[test]
fn who_has_gone_gets_no_turn() {
    let mut site = Site::new(1, None);
    site.ask(&["a1", "b1"]);
    assert!(site.schedule.withdraw(&site.ticket("a1")));
    assert!(!site.schedule.withdraw(&site.ticket("a1")), "it is gone");
    assert_eq!(site.next(), "b1");
    assert!(!site.schedule.withdraw(&site.ticket("b1")), "it has begun");
    site.finish_after(MS, "b1");
    assert_eq!(site.next(), "");
    assert!(site.schedule.is_idle());
}

#[test]
fn a_question_alone_has_the_free_turns_for_helpers() {
    let mut site = Site::new(4, None);
    site.ask(&["a1"]);
    assert_eq!((site.next(), site.n_helpers("a1")), ("a1", 3));
    site.ask(&["a2"]);
    assert_eq!(site.n_helpers("a1"), 0, "one waits");
    assert_eq!(site.next(), "a2");
    assert_eq!([site.n_helpers("a1"), site.n_helpers("a2")], [1, 1]);
    site.finish_after(MS, "a2");
    site.schedule.visit(IpAddr::from([192, 0, 2, b'b']), site.now);
    assert_eq!(site.n_helpers("a1"), 2, "a turn stays free for others");
    site.pause_after(COMPANY, "a1");
    assert_eq!(site.n_helpers("a1"), 3, "they have gone");
}

#[test]
fn who_pauses_has_no_helpers() {
    let mut site = Site::new(2, None);
    site.ask(&["a1"]);
    assert_eq!((site.next(), site.n_helpers("a1")), ("a1", 1));
    site.ask(&["b1", "c1", "b2"]);
    assert_eq!((site.next(), site.n_helpers("a1")), ("b1", 0));
    assert_eq!(site.pause_after(SLICE, "a1"), "c1");
    assert_eq!(["a1", "b1", "c1"].map(|name| site.n_helpers(name)), [0; 3]);
}

#[test]
fn helpers_are_charged() {
    let mut site = Site::new(2, Some(1.0));
    site.ask(&["a1"]);
    site.next();
    let ticket = site.ticket("a1");
    site.schedule.finish(&ticket, BURST + 2 * SLICE, site.now);
    assert_eq!(site.schedule.must_wait(ticket.client, site.now), Some(2 * SLICE));
}
