//! What threads share, in every order that the memory model allows. Loom compiles the same files with atomics of its own,
//! and runs each test once for every order.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicIsize, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
use loom::{model, thread};

#[path = "table/count.rs"]
#[expect(clippy::duplicate_mod, reason = "with atomics of its own")]
mod count;
#[path = "thread_budget/counts.rs"]
#[expect(clippy::duplicate_mod, reason = "with atomics of its own")]
mod counts;

use counts::Counts;

/// An entry of two words, which writers always store as a pair of equal numbers.
struct Shared {
    count: AtomicU32,
    words: [AtomicU64; 2],
}

impl Shared {
    fn write(&self, number: u64) -> bool {
        let Some(before) = count::begin_write(&self.count) else { return false };
        for word in &self.words {
            word.store(number, Ordering::Relaxed);
        }
        count::end_write(&self.count, before);
        true
    }

    fn read(&self) -> Option<[u64; 2]> {
        let before = count::begin_read(&self.count);
        let words = [0, 1].map(|place: usize| self.words[place].load(Ordering::Relaxed));
        count::is_unchanged(&self.count, before).then_some(words)
    }
}

fn shared() -> Arc<Shared> {
    let words = [0, 0].map(AtomicU64::new);
    Arc::new(Shared { count: AtomicU32::new(0), words })
}

#[test]
fn no_entry_is_read_half_written() {
    model(|| {
        let shared = shared();
        let writer = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.write(1) && shared.write(2))
        };
        if let Some([first, second]) = shared.read() {
            assert_eq!(first, second);
        }
        assert!(writer.join().unwrap(), "nobody else writes");
        assert_eq!(shared.read(), Some([2, 2]));
    });
}

#[test]
fn no_entry_is_written_by_two() {
    model(|| {
        let shared = shared();
        let other = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.write(1))
        };
        let stored = [shared.write(2), other.join().unwrap()];
        let [first, second] = shared.read().expect("nobody writes");
        assert!(first == second && stored[2 - first as usize], "{first} {second} {stored:?}");
    });
}

/// A helper and a second solver compete for a thread that a first solver may need back: none is lent twice, and all are
/// given back.
#[test]
fn no_thread_is_lent_twice_or_lost() {
    model(|| {
        let counts = Arc::new(Counts::new(2));
        counts.take();
        let helper = {
            let counts = Arc::clone(&counts);
            thread::spawn(move || {
                if counts.lend() && !counts.fill_need() {
                    counts.give_back();
                }
            })
        };
        counts.take();
        counts.keep_back(1);
        counts.keep_back(0);
        counts.give_back();
        helper.join().unwrap();
        counts.give_back();
        assert_eq!(counts.n_spare(), 2);
        assert!(counts.n_lendings() <= 1);
    });
}
