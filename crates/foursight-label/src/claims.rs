//! Claims, with which processes that use the same folder divide its shards among themselves.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};
use std::{io, process};

use gethostname::gethostname;

/// The time for which a claim stays valid without being renewed.
pub const LEASE: Duration = Duration::from_mins(2);

/// The contents of a claim that its owner gave up.
const GIVEN_UP: &[u8] = b"given up\n";

/// The files of claims, in a folder of their own that all processes see.
pub trait ClaimFiles {
    /// The names of the files that exist.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The contents of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Creates a file unless it exists; returns whether it was created. If several processes try, only one succeeds.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn create(&self, name: &str, contents: &[u8]) -> io::Result<bool>;

    /// Replaces a file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()>;
}

/// The next step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It has claimed this item.
    Mine(usize),
    /// Other processes have claimed all missing items; it asks again after this time.
    Wait(Duration),
    /// Other processes have finished all items.
    Over,
}

/// The claims of one process, and its knowledge of other processes' claims.
///
/// The file `7.0` claims item 7. Its owner rewrites it while working. A process that has seen the same contents for a
/// whole lease takes the item over with `7.1`. No clocks of different machines are compared, and only one process can
/// win. Claims of finished items stay until everything is finished, so a claim that can be created is for an item that
/// nobody has started.
#[derive(Debug)]
pub struct Claims<F> {
    files: F,
    lease: Duration,
    /// The items without a claim when the files were last listed.
    free: Vec<usize>,
    seen: HashMap<usize, Seen>,
    held: Option<Held>,
    pause: Duration,
}

/// The newest claim of an item by another process.
#[derive(Debug)]
struct Seen {
    name: String,
    contents: Vec<u8>,
    since: Instant,
}

#[derive(Debug)]
struct Held {
    name: String,
    n_renewals: u64,
    renewed: Instant,
}

impl<F: ClaimFiles> Claims<F> {
    /// The claims in these files.
    pub fn new(files: F, lease: Duration) -> Self {
        let (free, seen) = (Vec::new(), HashMap::new());
        Self { files, lease, free, seen, held: None, pause: lease / 120 }
    }

    /// Claims an item. `missing` returns the unfinished items; it is called only if other processes' claims make it
    /// necessary.
    ///
    /// # Errors
    ///
    /// If the files cannot be used, or `missing` fails.
    pub fn take(&mut self, missing: impl FnOnce() -> io::Result<Vec<usize>>) -> io::Result<Turn> {
        self.held = None;
        if let Some(item) = self.free.pop()
            && self.claim(item, 0)?
        {
            return Ok(Turn::Mine(item));
        }
        // Other processes have come to the same item, so each one continues at a random item.
        let missing = missing()?;
        let newest = newest(&self.files.names()?);
        let is_free = |item: &usize| !newest.contains_key(item) && !self.seen.contains_key(item);
        self.free = missing.iter().copied().filter(is_free).rev().collect();
        let start = RandomState::new().hash_one(0) as usize % self.free.len().max(1);
        self.free.rotate_left(start);
        let mut is_waiting = false;
        while let Some(item) = self.free.pop() {
            if self.claim(item, 0)? {
                return Ok(Turn::Mine(item));
            }
            // Another process has claimed it since the files were listed.
            is_waiting = true;
        }
        for item in missing {
            let Some(&generation) = newest.get(&item) else { continue };
            if self.is_expired(item, generation)? && self.claim(item, generation + 1)? {
                return Ok(Turn::Mine(item));
            }
            is_waiting = true;
        }
        if !is_waiting {
            return Ok(Turn::Over);
        }
        let pause = self.pause;
        self.pause = (pause * 2).min(self.lease / 8);
        Ok(Turn::Wait(pause))
    }

    fn claim(&mut self, item: usize, generation: usize) -> io::Result<bool> {
        let held = Held { name: name(item, generation), n_renewals: 0, renewed: Instant::now() };
        let is_mine = self.files.create(&held.name, held.contents().as_bytes())?;
        if is_mine {
            self.held = Some(held);
            self.pause = self.lease / 120;
        }
        Ok(is_mine)
    }

    /// Whether a claim has not changed for a whole lease.
    fn is_expired(&mut self, item: usize, generation: usize) -> io::Result<bool> {
        let name = name(item, generation);
        let contents = match self.files.read(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            contents => contents?,
        };
        if contents == GIVEN_UP {
            return Ok(true);
        }
        let now = Instant::now();
        let seen = self.seen.entry(item).or_insert_with(|| Seen {
            name: name.clone(),
            contents: contents.clone(),
            since: now,
        });
        if (&seen.name, &seen.contents) != (&name, &contents) {
            *seen = Seen { name, contents, since: now };
        }
        Ok(seen.since.elapsed() >= self.lease)
    }

    /// Renews the claim on the current item when due; call this repeatedly while working on it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. If this fails, another process may do the same work, which is harmless.
    pub fn renew(&mut self) -> io::Result<()> {
        let Some(held) = &mut self.held else { return Ok(()) };
        if held.renewed.elapsed() < self.lease / 4 {
            return Ok(());
        }
        held.renewed = Instant::now();
        held.n_renewals += 1;
        self.files.write(&held.name, held.contents().as_bytes())
    }

    /// Gives up the current, unfinished item, so that other processes need not wait for it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; other processes then wait.
    pub fn give_up(&mut self) -> io::Result<()> {
        self.held.take().map_or(Ok(()), |held| self.files.write(&held.name, GIVEN_UP))
    }
}

impl Held {
    /// The contents of a claim: its owner, and a number that differs each time.
    fn contents(&self) -> String {
        let (host, process) = (gethostname(), process::id());
        format!("{} {process} {}\n", host.to_string_lossy(), self.n_renewals)
    }
}

fn name(item: usize, generation: usize) -> String {
    format!("{item}.{generation}")
}

/// The newest generation of each item's claims.
fn newest(names: &[String]) -> HashMap<usize, usize> {
    let mut newest: HashMap<usize, usize> = HashMap::new();
    for name in names {
        let numbers = name.split_once('.');
        let numbers = numbers
            .and_then(|(item, generation)| Some((item.parse().ok()?, generation.parse().ok()?)));
        if let Some((item, generation)) = numbers {
            let known = newest.entry(item).or_insert(generation);
            *known = generation.max(*known);
        }
    }
    newest
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;
    use std::thread::sleep;

    use super::*;

    #[derive(Default)]
    struct Files {
        all: RefCell<BTreeMap<String, Vec<u8>>>,
        /// Whether the next list is from before any file was created.
        lists_none: Cell<bool>,
    }

    impl ClaimFiles for &Files {
        fn names(&self) -> io::Result<Vec<String>> {
            let lists_none = self.lists_none.take();
            Ok(self.all.borrow().keys().filter(|_| !lists_none).cloned().collect())
        }

        fn read(&self, name: &str) -> io::Result<Vec<u8>> {
            self.all.borrow().get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
        }

        fn create(&self, name: &str, contents: &[u8]) -> io::Result<bool> {
            let is_new = !self.all.borrow().contains_key(name);
            if is_new {
                self.write(name, contents)?;
            }
            Ok(is_new)
        }

        fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
            self.all.borrow_mut().insert(name.to_owned(), contents.to_vec());
            Ok(())
        }
    }

    const LONG: Duration = Duration::from_hours(1);
    const SHORT: Duration = Duration::from_millis(60);

    #[test]
    fn two_share_the_work() {
        let files = Files::default();
        let [mut one, mut other] = [(), ()].map(|()| Claims::new(&files, LONG));
        let mut taken = Vec::new();
        for turn in 0..5 {
            let claims = if turn % 2 == 0 { &mut one } else { &mut other };
            match claims.take(|| Ok((0..5).collect())).unwrap() {
                Turn::Mine(item) => taken.push(item),
                other => panic!("{other:?}"),
            }
        }
        taken.sort_unstable();
        assert_eq!(taken, [0, 1, 2, 3, 4]);
        let pause = LONG / 120;
        assert_eq!(one.take(|| Ok(vec![2])).unwrap(), Turn::Wait(pause));
        assert_eq!(one.take(|| Ok(vec![2])).unwrap(), Turn::Wait(pause * 2));
        assert_eq!(one.take(|| Ok(vec![])).unwrap(), Turn::Over);
    }

    #[test]
    fn what_is_not_renewed_is_taken_over_once() {
        let files = Files::default();
        let [mut dead, mut one, mut other] = [(), (), ()].map(|()| Claims::new(&files, SHORT));
        let take = |claims: &mut Claims<_>| claims.take(|| Ok(vec![7])).unwrap();
        assert_eq!(take(&mut dead), Turn::Mine(7));
        assert!(matches!(take(&mut one), Turn::Wait(_)));
        assert!(matches!(take(&mut other), Turn::Wait(_)));
        sleep(SHORT);
        assert_eq!(take(&mut one), Turn::Mine(7));
        // The other process has waited just as long, but for the claim that has been replaced.
        assert!(matches!(take(&mut other), Turn::Wait(_)));
        for _ in 0..4 {
            sleep(SHORT / 2);
            one.renew().unwrap();
            assert!(matches!(take(&mut other), Turn::Wait(_)), "it is renewed");
        }
        // Even if the first owner wakes up.
        dead.held = Some(Held { name: name(7, 0), n_renewals: 0, renewed: Instant::now() });
        dead.give_up().unwrap();
        assert!(matches!(take(&mut other), Turn::Wait(_)));
        one.give_up().unwrap();
        assert_eq!(take(&mut other), Turn::Mine(7), "at once");
        assert_eq!(files.all.borrow().keys().collect::<Vec<_>>(), ["7.0", "7.1", "7.2"]);
    }

    #[test]
    fn what_another_claims_first_is_not_over() {
        let files = Files::default();
        let [mut one, mut other] = [(), ()].map(|()| Claims::new(&files, LONG));
        assert_eq!(one.take(|| Ok(vec![3])).unwrap(), Turn::Mine(3));
        files.lists_none.set(true);
        assert_eq!(other.take(|| Ok(vec![3])).unwrap(), Turn::Wait(LONG / 120));
    }

    /// The process that joins the shards deletes all claims at the end.
    #[test]
    fn what_others_finished_is_over() {
        let files = Files::default();
        let [mut one, mut other] = [(), ()].map(|()| Claims::new(&files, LONG));
        assert_eq!(one.take(|| Ok(vec![3])).unwrap(), Turn::Mine(3));
        assert!(matches!(other.take(|| Ok(vec![3])).unwrap(), Turn::Wait(_)));
        files.all.borrow_mut().clear();
        assert_eq!(other.take(|| Ok(vec![3])).unwrap(), Turn::Over);
    }
}
