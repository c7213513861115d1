use std::sync::mpsc;

use foursight::{AnySize, Position};
use foursight_engine::{Control, Goal, Limits, OpeningBooks, Solve};
use tokio::time::timeout;

use super::*;

/// A generous limit: nothing here takes a second unless it hangs.
const PATIENCE: Duration = Duration::from_mins(1);
const FOREVER: Duration = Duration::from_hours(1);

fn pool(n_turns: usize, max_waiting: usize) -> Arc<Pool> {
    let n_turns = NonZeroUsize::new(n_turns).unwrap();
    let knowledge = Arc::new(Knowledge::new(OpeningBooks::none()));
    Arc::new(Pool::new(n_turns, max_waiting, None, &knowledge).unwrap())
}

fn client(number: u8) -> IpAddr {
    [192, 0, 2, number].into()
}

/// Work that continues until it must stop, like a search; it reports its start and its end.
fn endless(said: mpsc::Sender<&'static str>) -> impl FnOnce(&mut Thinker, &Ticket) {
    move |thinker, ticket| {
        said.send("begun").unwrap();
        while !ticket.is_over() {
            thinker.pause_if_due();
        }
        said.send("ended").unwrap();
    }
}

/// The next report from some work.
async fn hear<T: Send + 'static>(said: mpsc::Receiver<T>) -> (T, mpsc::Receiver<T>) {
    let hear = move || (said.recv_timeout(PATIENCE).expect("it goes on"), said);
    tokio::task::spawn_blocking(hear).await.unwrap()
}

#[tokio::test]
async fn a_question_that_panics_keeps_neither_its_turn_nor_its_thread() {
    let pool = pool(1, 64);
    // More questions than threads.
    for _ in 0..2 * MIN_BEGUN {
        let panics = pool.run(client(1), FOREVER, false, |_, _| panic!("on purpose"));
        let panics: Result<(), _> = timeout(PATIENCE, panics).await.expect("it is over");
        assert!(matches!(panics, Err(SolvingError::Busy)));
    }
    let next = pool.run(client(1), FOREVER, false, |_, _| ());
    timeout(PATIENCE, next).await.expect("it has a turn").unwrap();
}

#[tokio::test]
async fn who_waits_is_answered_in_time_while_all_threads_are_busy() {
    let pool = pool(1, 64);
    let (go_on, wait) = mpsc::channel::<()>();
    let busy = pool.clone();
    let (say, said) = mpsc::channel();
    let stubborn = tokio::spawn(async move {
        let work = move |_: &mut Thinker, _: &Ticket| {
            say.send(()).unwrap();
            wait.recv().unwrap();
        };
        busy.run(client(1), FOREVER, false, work).await
    });
    hear(said).await;
    let late = pool.run(client(2), Duration::from_millis(5), false, |_, _| ());
    let late = timeout(PATIENCE, late).await.expect("it is answered at its deadline");
    assert!(matches!(late, Err(SolvingError::Busy)));
    assert_eq!(pool.shared.lock().schedule.n_waiting(), 0, "and takes no room any more");
    go_on.send(()).unwrap();
    assert!(stubborn.await.unwrap().is_ok());
}

#[tokio::test]
async fn what_one_client_asks_is_paused_for_others() {
    let pool = pool(1, 64);
    let (say, said) = mpsc::channel();
    let hog = tokio::spawn({
        let (pool, work) = (pool.clone(), endless(say));
        async move { pool.run(client(1), FOREVER, false, work).await }
    });
    let (_, said) = hear(said).await;
    for number in 2..10 {
        let quick = pool.run(client(number), FOREVER, false, |_, _| ());
        assert!(timeout(PATIENCE, quick).await.expect("it gets a turn").is_ok());
    }
    assert!(!hog.is_finished(), "it goes on");
    hog.abort();
    assert_eq!(hear(said).await.0, "ended");
}

#[tokio::test]
async fn who_hangs_up_costs_nothing_more_even_without_a_turn() {
    let pool = pool(1, 64);
    let (say, said) = mpsc::channel();
    let paused = tokio::spawn({
        let (pool, work) = (pool.clone(), endless(say));
        async move { pool.run(client(1), FOREVER, false, work).await }
    });
    let (_, said) = hear(said).await;
    let (go_on, wait) = mpsc::channel::<()>();
    let (say_begun, begun) = mpsc::channel();
    let stubborn = tokio::spawn({
        let pool = pool.clone();
        let work = move |_: &mut Thinker, _: &Ticket| {
            say_begun.send(()).unwrap();
            wait.recv().unwrap();
        };
        async move { pool.run(client(2), FOREVER, false, work).await }
    });
    hear(begun).await;
    let waiting = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(client(3), FOREVER, false, |_, _| ()).await }
    });
    while pool.shared.lock().schedule.n_waiting() == 0 {
        tokio::task::yield_now().await;
    }
    waiting.abort();
    paused.abort();
    assert_eq!(hear(said).await.0, "ended", "while the other one has the only turn");
    assert!(waiting.await.is_err());
    assert_eq!(pool.shared.lock().schedule.n_waiting(), 0);
    go_on.send(()).unwrap();
    assert!(stubborn.await.unwrap().is_ok());
}

#[tokio::test]
async fn a_client_fills_only_its_own_queue() {
    let pool = pool(1, 3);
    let (say, said) = mpsc::channel();
    let ask = |number| {
        let (pool, work) = (pool.clone(), endless(say.clone()));
        tokio::spawn(async move { pool.run(client(number), FOREVER, false, work).await })
    };
    let one = ask(1);
    hear(said).await;
    let waiting = [ask(1), ask(1), ask(1)];
    while pool.shared.lock().schedule.n_waiting() < 3 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(
        pool.run(client(1), FOREVER, false, |_, _| ()).await,
        Err(SolvingError::Busy)
    ));
    let other = timeout(PATIENCE, pool.run(client(2), FOREVER, false, |_, _| ()));
    assert!(other.await.expect("it gets a turn").is_ok());
    one.abort();
    for task in waiting {
        task.abort();
    }
}

#[tokio::test]
async fn a_client_gets_the_solver_that_it_used_last() {
    let pool = pool(2, 64);
    let mut state = pool.shared.lock();
    for number in [1, 2, 3] {
        state.keep(
            client(number),
            Thinker::new(pool.shared.knowledge.clone(), pool.shared.n_turns),
            2,
        );
    }
    let users = |state: &State| state.idle.iter().map(|&(user, _)| user).collect::<Vec<_>>();
    assert_eq!(users(&state), [client(2), client(3)], "as many as there are turns");
    assert!(state.idle_thinker(client(3)).is_some());
    assert_eq!(users(&state), [client(2)]);
    assert!(state.idle_thinker(client(9)).is_some() && state.idle_thinker(client(9)).is_none());
}

/// Searches until helpers have arrived or the question is over; returns whether they have arrived.
fn search_for_help(thinker: &mut Thinker, ticket: &Ticket) -> bool {
    let n_lent = thinker.threads.n_lent();
    let has_help = |thinker: &Thinker| thinker.threads.n_lent() > n_lent;
    while !has_help(thinker) && !ticket.is_over() {
        search(thinker, ticket);
    }
    has_help(thinker)
}

/// Searches more nodes than one thread does alone, on a board that nobody solves.
fn search(thinker: &mut Thinker, ticket: &Ticket) {
    let limits = Limits { nodes: Some(1 << 14), ..ticket.limits() };
    let position = Position::empty(AnySize::new(9, 7, 4).unwrap());
    thinker.solve(&position, Goal::Score, &mut Control::limited(limits));
}

#[tokio::test]
async fn a_question_alone_uses_all_threads_until_somebody_else_comes() {
    let pool = pool(2, 64);
    let (say, said) = mpsc::channel();
    let hog = move |thinker: &mut Thinker, ticket: &Ticket| {
        assert!(search_for_help(thinker, ticket));
        say.send(()).unwrap();
        while ticket.n_helpers() > 0 && !ticket.is_over() {
            thinker.pause_if_due();
        }
        thinker.pause_if_due();
        assert!(!ticket.is_over() && thinker.threads.lent_time() > Duration::ZERO);
        let n_lent = thinker.threads.n_lent();
        search(thinker, ticket);
        assert_eq!(thinker.threads.n_lent(), n_lent, "the other thread is kept for others");
    };
    let hog = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(client(1), PATIENCE, false, hog).await }
    });
    hear(said).await;
    assert!(pool.run(client(2), PATIENCE, false, |_, _| ()).await.is_ok());
    assert!(hog.await.unwrap().is_ok());
}
