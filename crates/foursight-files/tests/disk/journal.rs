//! What is on a disk after a power cut, from the journal of everything that was written and synced before.
//!
//! Of a file, everything before its last sync is there, and of each later write any sectors; of a folder, all names before
//! its last sync, and of the later changes any number of the first ones. Syncing a file does not keep its name.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fastrand::Rng;

const SECTOR: usize = 512;

/// A part of the journal; `disk.c` says which kinds there are, and a test adds `A` for an acknowledgement.
pub(crate) struct Record {
    kind: u8,
    inode: u64,
    offset: u64,
    bytes: Vec<u8>,
}

/// Adds an acknowledgement to a journal.
pub(crate) fn acknowledge(journal: &Path, number: u64) {
    let head = [u64::from(b'A'), 0, number, 0].map(u64::to_ne_bytes).concat();
    File::options().append(true).open(journal).unwrap().write_all(&head).unwrap();
}

pub(crate) fn read(journal: &Path) -> Vec<Record> {
    let bytes = fs::read(journal).unwrap();
    let (mut rest, mut records) = (&bytes[..], Vec::new());
    while let Some((head, after)) = rest.split_first_chunk::<32>() {
        let word = |n: usize| u64::from_ne_bytes(head[n * 8..][..8].try_into().unwrap());
        let (bytes, after) = after.split_at(word(3) as usize);
        records.push(Record {
            kind: word(0) as u8,
            inode: word(1),
            offset: word(2),
            bytes: bytes.into(),
        });
        rest = after;
    }
    records
}

impl Record {
    /// The number that was acknowledged.
    pub(crate) fn acknowledged(&self) -> Option<u64> {
        (self.kind == b'A').then_some(self.offset)
    }

    fn name(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap()
    }
}

/// A file or a folder, with its changes and the number of those that were synced.
#[derive(Default)]
struct Node<'a> {
    writes: Vec<&'a Record>,
    names: Vec<Change>,
    n_synced: [usize; 2],
    is_folder: bool,
    /// The names without a power cut.
    now: HashMap<String, usize>,
}

/// A change of a folder: names that go, and one that comes with its node.
struct Change(Vec<String>, Option<(String, usize)>);

/// Nodes by number; 0 is the root.
struct Tree<'a>(Vec<Node<'a>>);

impl<'a> Tree<'a> {
    /// The folder of a path, and the name in it.
    fn place(&self, path: &str) -> (usize, String) {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let step = |node: usize, name: &str| self.0[node].now[name];
        let folder = folders.split('/').filter(|name| !name.is_empty()).fold(0, step);
        (folder, name.to_owned())
    }

    fn link(&mut self, path: &str, node: usize, gone: Vec<String>) {
        let (folder, name) = self.place(path);
        self.0[folder].now.insert(name.clone(), node);
        self.0[folder].names.push(Change(gone, Some((name, node))));
    }

    fn unlink(&mut self, path: &str) {
        let (folder, name) = self.place(path);
        self.0[folder].now.remove(&name);
        self.0[folder].names.push(Change(vec![name], None));
    }

    fn rename(&mut self, from: &str, to: &str) {
        let ((old, name), (new, _)) = (self.place(from), self.place(to));
        let node = self.0[old].now.remove(&name).expect("it is there");
        if old == new {
            self.link(to, node, vec![name]);
        } else {
            self.0[old].names.push(Change(vec![name], None));
            self.link(to, node, Vec::new());
        }
    }

    fn of(records: &'a [Record], root: &Path, syncs: bool) -> Self {
        let mut tree = Tree(vec![Node { is_folder: true, ..Node::default() }]);
        let mut nodes = HashMap::from([(fs::metadata(root).unwrap().ino(), 0)]);
        for record in records {
            match record.kind {
                b'C' | b'D' => {
                    let node = tree.0.len();
                    let is_folder = record.kind == b'D';
                    tree.0.push(Node { is_folder, ..Node::default() });
                    nodes.insert(record.inode, node);
                    tree.link(record.name(), node, Vec::new());
                }
                b'R' => {
                    let (from, to) = record.name().split_at(record.offset as usize);
                    tree.rename(from, to);
                }
                b'U' => tree.unlink(record.name()),
                b'W' | b'T' => {
                    if let Some(&node) = nodes.get(&record.inode) {
                        tree.0[node].writes.push(record);
                    }
                }
                b'S' if syncs => {
                    if let Some(&node) = nodes.get(&record.inode) {
                        let node = &mut tree.0[node];
                        node.n_synced = [node.writes.len(), node.names.len()];
                    }
                }
                _ => {}
            }
        }
        tree
    }

    /// Writes what is left of a node.
    fn write(&self, node: usize, path: &Path, rng: &mut Rng, kept: f64) {
        let node = &self.0[node];
        if !node.is_folder {
            fs::write(path, node.content(rng, kept)).unwrap();
            return;
        }
        fs::create_dir_all(path).unwrap();
        let n_names = rng.usize(node.n_synced[1]..=node.names.len());
        let mut names = BTreeMap::new();
        for Change(gone, new) in &node.names[..n_names] {
            names.retain(|name, _| !gone.contains(name));
            names.extend(new.clone());
        }
        for (name, child) in names {
            self.write(child, &path.join(name), rng, kept);
        }
    }
}

impl Node<'_> {
    fn content(&self, rng: &mut Rng, kept: f64) -> Vec<u8> {
        let mut content = Vec::new();
        for (number, record) in self.writes.iter().enumerate() {
            let mut is_kept = || number < self.n_synced[0] || rng.f64() < kept;
            let start = record.offset as usize;
            if record.kind == b'T' {
                if is_kept() {
                    content.resize(start, 0);
                }
                continue;
            }
            let mut done = 0;
            while done < record.bytes.len() {
                let place = start + done;
                let n = (SECTOR - place % SECTOR).min(record.bytes.len() - done);
                if is_kept() {
                    content.resize(content.len().max(place + n), 0);
                    content[place..place + n].copy_from_slice(&record.bytes[done..done + n]);
                }
                done += n;
            }
        }
        content
    }
}

/// Writes what is on the disk after a power cut; without `syncs`, as if nothing had ever been synced.
pub(crate) fn cut(records: &[Record], root: &Path, syncs: bool, rng: &mut Rng, to: &Path) {
    let kept = [0.0, 0.5, 0.9][rng.usize(..3)];
    Tree::of(records, root, syncs).write(0, to, rng, kept);
}
