//! Compiles a player once, in the jail, and keeps the program.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foursight_sandbox::{NoLine, Process, Sandbox, SandboxOptions};
use sha2::{Digest, Sha256};

use crate::referee::contestant::Program;
use crate::referee::ending_detail::exit_in_words;
use crate::source::Source;
use crate::source::language::Language;
use crate::source::language::{command, version};

/// The time limit for a compiler: Go recompiles its whole library.
const TIME: Duration = Duration::from_mins(3);

/// The maximum number of bytes kept of a compiler's output; the first errors are the most useful.
const MAX_LOG: usize = 1 << 14;

/// The largest program, in bytes.
const MAX_PROGRAM: usize = 256 << 20;

/// Time between two checks of a running compiler.
const LOOK: Duration = Duration::from_millis(100);

/// Compiles players and keeps the programs.
#[derive(Debug)]
pub struct Builder<'a> {
    compilers: Sandbox,
    /// The memory of a player, in bytes.
    memory_bytes: u64,
    folder: PathBuf,
    cancel: &'a AtomicBool,
    versions: BTreeMap<&'static str, Vec<u8>>,
    used: Vec<PathBuf>,
}

/// The result of compiling a player's source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The compiler's output, shortened.
    pub log: String,
    /// The time that compiling took; `None` if an earlier program is still valid.
    pub time: Option<Duration>,
    /// The reason why there is no program.
    pub fault: Option<String>,
}

impl<'a> Builder<'a> {
    /// Compiles the players of `sandbox` in a sandbox with limits for compilers, and keeps the programs in `folder`, an
    /// absolute path that no player may reach. `cancel` ends a running compiler.
    pub fn new(sandbox: &Sandbox, folder: PathBuf, cancel: &'a AtomicBool) -> Self {
        let compilers = sandbox.with_options(|options: &mut SandboxOptions| {
            options.memory_bytes = options.memory_bytes.max(2 << 30);
            options.file_bytes = 512 << 20;
            options.n_open_files = 1024;
            options.cpu_seconds = TIME.as_secs();
            options.runs_scratch = true;
        });
        let memory_bytes = sandbox.options().memory_bytes;
        Self {
            compilers,
            memory_bytes,
            folder,
            cancel,
            versions: BTreeMap::new(),
            used: Vec::new(),
        }
    }

    /// Turns a player's source code into a program: compiles it, or reuses the program that the same compiler made from
    /// the same files. `fingerprint` identifies these files. While a compiler runs, `progress` is called repeatedly.
    ///
    /// A player that does not compile gets a [`fault`](Program::fault). `None` if the player is not source code.
    ///
    /// # Errors
    ///
    /// If the compiler cannot be started, the program cannot be stored, or `cancel` is set.
    pub fn build(
        &mut self,
        player: &mut Program,
        fingerprint: &str,
        progress: &mut dyn FnMut(),
    ) -> io::Result<Option<Build>> {
        let Some(source) = player.source.clone() else { return Ok(None) };
        if source.language == Language::Jar {
            player.command = self.java(&source.main);
            return Ok(None);
        }
        let folder = player.folder.as_deref();
        let files = source.files(folder.is_some_and(|folder| folder == source.root()));
        let words = command(&source, &files)?;
        let key = self.key(&source, &words, fingerprint);
        let path = self.folder.join(key);
        let is_kept = path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
        let build = if is_kept {
            Build { log: String::new(), time: None, fault: None }
        } else {
            let start = Instant::now();
            let mut log = String::new();
            let made = self.compile(&words, &player.readable(), &mut log, progress)?;
            if let Ok(program) = &made {
                self.keep(&path, program)?;
            }
            let fault = made.err().map(|reason| format!("it does not compile: {reason}"));
            Build { log, time: Some(start.elapsed()), fault }
        };
        player.fault.clone_from(&build.fault);
        player.command = match path.to_str() {
            Some(_) if source.language.is_java() => self.java(&path),
            Some(path) => vec![path.to_owned()],
            None => {
                return Err(io::Error::other(format!("the path {} is not UTF-8", path.display())));
            }
        };
        self.used.push(path);
        Ok(Some(build))
    }

    /// Removes the programs that nobody has requested, because their players have changed.
    pub fn remove_unused(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if !self.used.contains(&entry.path()) {
                // A program that cannot be removed only takes up space.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The name of a program, which changes with everything that it depends on.
    fn key(&mut self, source: &Source, words: &[String], fingerprint: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(fingerprint);
        for word in words {
            hash.update(Sha256::digest(word));
        }
        for &(tool, _) in source.language.tools() {
            hash.update(Sha256::digest(self.versions.entry(tool).or_insert_with(|| version(tool))));
        }
        hex::encode(&hash.finalize()[..16])
    }

    /// The program, or the reason why there is none.
    fn compile(
        &self,
        words: &[String],
        readable: &[PathBuf],
        log: &mut String,
        progress: &mut dyn FnMut(),
    ) -> io::Result<Result<Vec<u8>, String>> {
        let mut process = Process::start(words, &self.compilers, readable)?;
        process.close_input();
        let (deadline, mut received) = (Instant::now() + TIME, Received::default());
        let end = loop {
            let line = process.receive(deadline.min(Instant::now() + LOOK));
            append(log, &process);
            progress();
            match line {
                Ok(line) => {
                    if let Err(reason) = received.add(&line) {
                        break Some(reason);
                    }
                }
                Err(NoLine::Closed) => break None,
                Err(NoLine::TooLong) => break Some("its output is not a program".to_owned()),
                Err(NoLine::Deadline) if self.cancel.load(Ordering::Relaxed) => {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                Err(NoLine::Deadline) if Instant::now() >= deadline => {
                    break Some(format!("the compiler took longer than {} s", TIME.as_secs()));
                }
                Err(NoLine::Deadline) => {}
            }
        };
        if let Some(reason) = end {
            return Ok(Err(reason));
        }
        let status = process.wait(Duration::from_secs(5));
        // Reads the rest of the compiler's standard error.
        process.errors();
        append(log, &process);
        if let Some(breach) = process.limit_breach() {
            return Ok(Err(format!("the compiler was stopped: {breach}")));
        }
        Ok(match status {
            Some(status) if status.success() => received.program(),
            Some(status) => Err(first_error(log).unwrap_or_else(|| exit_in_words(status))),
            None => Err("the compiler did not exit".to_owned()),
        })
    }

    fn keep(&self, path: &Path, program: &[u8]) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        foursight_files::write(path, program)?;
        fs::set_permissions(path, Permissions::from_mode(0o500))
    }

    /// Java sizes its heap to the machine unless it is given a limit: three quarters of a player's memory, because it
    /// also needs other memory.
    fn java(&self, jar: &Path) -> Vec<String> {
        let heap = format!("-Xmx{}m", (self.memory_bytes >> 20) * 3 / 4);
        let jar = jar.display().to_string();
        ["java", "-XX:+UseSerialGC", &heap, "-jar", &jar].map(str::to_owned).to_vec()
    }
}

/// A program as it leaves the jail: its size, then its content.
#[derive(Default)]
struct Received {
    size: Option<usize>,
    bytes: Vec<u8>,
}

impl Received {
    fn add(&mut self, line: &str) -> Result<(), String> {
        if self.size.is_none() {
            let size = line.trim().parse().ok().filter(|&size| size <= MAX_PROGRAM);
            self.size = Some(size.ok_or_else(|| {
                format!("the program is too large: at most {} MiB are taken", MAX_PROGRAM >> 20)
            })?);
            return Ok(());
        }
        let is_read = STANDARD.decode_vec(line, &mut self.bytes).is_ok();
        let is_short = self.bytes.len() <= MAX_PROGRAM;
        if is_read && is_short { Ok(()) } else { Err("its output is not a program".to_owned()) }
    }

    fn program(self) -> Result<Vec<u8>, String> {
        let is_whole = self.size == Some(self.bytes.len());
        if is_whole { Ok(self.bytes) } else { Err("the program is incomplete".to_owned()) }
    }
}

/// Adds a compiler's output since the last call, up to a limit.
fn append(log: &mut String, process: &Process) {
    for (_, line) in process.take_error_lines() {
        if log.len() + line.len() < MAX_LOG {
            log.push_str(&line);
            log.push('\n');
        } else if !log.ends_with("...\n") {
            log.push_str("...\n");
        }
    }
}

/// The line of a log that says what is wrong, and the location if a line below gives it.
fn first_error(log: &str) -> Option<String> {
    let lines: Vec<&str> = log.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The last line of a compiler's output only says that there were errors.
    let is_summary = |line: &str| {
        ["could not compile", "aborting due to", "ld returned"]
            .iter()
            .any(|part| line.contains(part))
    };
    let is_error = |line: &str| {
        ["error: ", "undefined reference"].iter().any(|part| line.contains(part))
            || line.starts_with("error")
    };
    let mentions = |line: &str| line.contains("error");
    let find = |fits: &dyn Fn(&str) -> bool| lines.iter().position(|line| fits(line));
    let found = find(&|line| is_error(line) && !is_summary(line)).or_else(|| find(&mentions));
    let index = found.or(lines.len().checked_sub(1))?;
    let place = lines.get(index + 1).and_then(|line| line.strip_prefix("--> "));
    let text = place
        .map_or_else(|| lines[index].to_owned(), |place| format!("{} ({place})", lines[index]));
    Some(text.chars().take(300).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_error_is_found() {
        for (log, expected) in [
            (
                "disk I/O error\n   Compiling ann v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:5:25\n  |\n\
                 error: could not compile `ann` (bin \"ann\") due to 1 previous error\n",
                "error[E0308]: mismatched types (src/main.rs:5:25)",
            ),
            (
                "error: no matching package named `rand` found\nlocation searched: crates.io index\n",
                "error: no matching package named `rand` found",
            ),
            (
                "ann.c: In function 'main':\nann.c:3:5: error: 'x' undeclared\n",
                "ann.c:3:5: error: 'x' undeclared",
            ),
            (
                "# command-line-arguments\n./ann.go:5:2: undefined: x\n",
                "./ann.go:5:2: undefined: x",
            ),
            (
                "/usr/bin/ld: Scrt1.o: in function `_start':\n(.text+0x17): undefined reference to `main'\n\
                 collect2: error: ld returned 1 exit status\n",
                "(.text+0x17): undefined reference to `main'",
            ),
            ("error: could not compile `ann`\n", "error: could not compile `ann`"),
        ] {
            assert_eq!(first_error(log).as_deref(), Some(expected));
        }
        assert_eq!(first_error("\n"), None);
    }
}
