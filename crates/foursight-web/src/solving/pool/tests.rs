use std::sync::mpsc;

use foursight::{AnySize, Position};
use foursight_engine::{Control, Goal, Limits, OpeningBooks, Solve};
use tokio::time::timeout;

use super::*;

/// A generous limit: nothing here takes a second unless it hangs.
const PATIENCE: Duration = Duration::from_mins(1);
const FOREVER: Duration = Duration::from_hours(1);

fn pool(n_turns: usize) -> Arc<Pool> {
    let n_turns = NonZeroUsize::new(n_turns).unwrap();
    let knowledge = Arc::new(Knowledge::new(OpeningBooks::none()));
    Arc::new(Pool::new(n_turns, &knowledge).unwrap())
}

fn client(number: u8) -> IpAddr {
    [192, 0, 2, number].into()
}

impl Pool {
    async fn ask<T: Send + 'static>(
        &self,
        number: u8,
        work: impl FnMut(&mut SharedSolver, Limits<'_>) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        self.run((client(number), false), Instant::now() + FOREVER, FOREVER, work, |_| false).await
    }
}

/// Work that reports the start of each turn, and continues until the turn is over.
fn endless(begun: mpsc::Sender<()>) -> impl FnMut(&mut SharedSolver, Limits<'_>) {
    move |_, limits| {
        begun.send(()).unwrap();
        while !limits.are_reached(0) {
            thread::yield_now();
        }
    }
}

/// The next report from some work.
async fn hear(said: &mpsc::Receiver<()>) {
    while said.try_recv().is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_question_that_panics_keeps_neither_its_turn_nor_its_thread() {
    let pool = pool(2);
    for _ in 0..5 {
        let panics: Result<(), _> = pool.ask(1, |_, _| panic!("on purpose")).await;
        assert!(matches!(panics, Err(SolvingError::Busy)));
    }
    timeout(PATIENCE, pool.ask(1, |_, _| ())).await.expect("it has a turn").unwrap();
}

/// A turn ends for another client, after which the question has another one, and once nobody waits for it.
#[tokio::test]
async fn a_turn_ends_when_others_ask_or_its_client_has_gone() {
    let pool = pool(1);
    let (say, said) = mpsc::channel();
    let hog = tokio::spawn({
        let (pool, work) = (pool.clone(), endless(say));
        async move { pool.ask(1, work).await }
    });
    hear(&said).await;
    timeout(PATIENCE, pool.ask(2, |_, _| ())).await.expect("it has a turn").unwrap();
    hear(&said).await;
    assert!(!hog.is_finished(), "it goes on");
    hog.abort();
    timeout(PATIENCE, pool.ask(1, |_, _| ())).await.expect("the turn is free").unwrap();
}

/// A picture is not drawn again because its turn was over when it was done.
#[tokio::test]
async fn a_final_result_is_the_last() {
    let pool = pool(1);
    let mut n_calls = 0;
    let work = move |_: &mut SharedSolver, limits: Limits<'_>| {
        n_calls += 1;
        limits.cancel.expect("turns can end").store(true, Ordering::Relaxed);
        n_calls
    };
    let deadline = Instant::now() + FOREVER;
    let done = pool.run((client(1), true), deadline, FOREVER, work, |&n_calls| n_calls == 2);
    assert_eq!(done.await.unwrap(), 2);
}

/// A question that is waiting again at its deadline is answered with what it has.
#[tokio::test]
async fn what_has_begun_has_an_answer_in_time() {
    let pool = pool(1);
    let (say, said) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let partly = tokio::spawn({
        let (pool, mut work) = (pool.clone(), endless(say));
        let work = move |solver: &mut SharedSolver, limits: Limits<'_>| {
            work(solver, limits);
            "a part"
        };
        let deadline = Instant::now() + Duration::from_secs(1);
        async move { pool.run((client(1), false), deadline, FOREVER, work, |_| false).await }
    });
    hear(&said).await;
    let stubborn = tokio::spawn({
        let pool = pool.clone();
        let work = move |_: &mut SharedSolver, _: Limits<'_>| {
            let _ = wait.recv();
        };
        async move { pool.ask(2, work).await }
    });
    let partly = timeout(PATIENCE, partly).await.expect("it does not wait").unwrap();
    assert_eq!(partly.unwrap(), "a part");
    drop(go_on);
    assert!(stubborn.await.unwrap().is_ok());
}

#[tokio::test]
async fn a_client_gets_the_solver_that_it_used_last() {
    let pool = pool(2);
    let mut state = pool.shared.lock();
    let knowledge = &pool.shared.knowledge;
    for number in [1, 2, 3] {
        let solver = SharedSolver::new(knowledge.clone(), ThreadBudget::new(NonZeroUsize::MIN));
        state.keep_warm(client(number), solver);
    }
    let users = |state: &State| state.warm.iter().map(|&(user, _)| user).collect::<Vec<_>>();
    assert_eq!(users(&state), [client(2), client(3)], "few are kept");
    assert!(state.warm_solver(client(9)).is_some(), "the oldest");
    assert!(state.warm_solver(client(9)).is_none(), "there is room for another one");
    assert_eq!(users(&state), [client(3)]);
    assert!(state.warm_solver(client(3)).is_some());
}

/// Searches more nodes than one thread does alone, on a board that nobody solves; returns whether it had help.
fn has_help(solver: &mut SharedSolver) -> bool {
    let helped = solver.threads.lent_time();
    let limits = Limits { nodes: Some(1 << 14), ..Limits::default() };
    let position = Position::empty(AnySize::new(9, 7, 4).unwrap());
    solver.solve(&position, Goal::Score, &mut Control::limited(limits));
    solver.threads.lent_time() > helped
}

#[tokio::test]
async fn a_question_alone_uses_all_threads_until_somebody_else_comes() {
    let pool = pool(2);
    let (say, said) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let hog = move |solver: &mut SharedSolver, _: Limits<'_>| {
        while !has_help(solver) {
            thread::yield_now();
        }
        say.send(()).unwrap();
        wait.recv().unwrap();
        assert!(!has_help(solver), "the other thread is kept for others");
    };
    let hog = tokio::spawn({
        let pool = pool.clone();
        async move { pool.ask(1, hog).await }
    });
    hear(&said).await;
    pool.visit(client(2));
    go_on.send(()).unwrap();
    assert!(timeout(PATIENCE, hog).await.unwrap().unwrap().is_ok());
}
