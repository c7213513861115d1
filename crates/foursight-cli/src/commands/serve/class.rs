//! `foursight serve --class`: connects a class to this program.

use std::fs::File;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, Result};
use foursight::{AnySize, Column, Game, Position};
use foursight_arena::report::Drawing;
use foursight_arena::{Contestant, GradedGame, StoredGame};
use foursight_class::{
    Checked, Class, ClassOptions, Client, Host, MAX_UPLOAD, PageFrame, Rules, Secret, check_class,
    router,
};
use foursight_engine::{AnySolver, BookSolver, Limits, OpeningBooks, TableSize, n_cores};
use foursight_render::{Diagram, Look, Theme};
use foursight_sandbox::{Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions};
use foursight_web::{
    Config, ListenAddress, NameRules, code_svg, look, page_file, page_header, page_styles, sender,
};

use super::ServeArgs;
use crate::commands::arena::check::examine;
use crate::commands::arena::grades::grade;
use crate::commands::arena::openings::{OpeningSource, Openings};
use crate::commands::arena::results::drawing;
use crate::contestant::{ContestantArg, build, exposure, in_folder};
use crate::failure::UsageError;
use crate::output::printable;
use crate::own_program::{launcher, own_program};

/// The layers without which no class is served; in addition, one that hides files from bots is required.
const NEEDED: [Layer; 3] = [Layer::Session, Layer::Limits, Layer::Seccomp];
const OF_FILES: [Layer; 2] = [Layer::Landlock, Layer::Namespaces];

/// Moves on the board before a game of the ladder.
const OPENING_PLIES: usize = 6;

/// The time between two looks at a tournament.
const POLL: Duration = Duration::from_millis(200);

/// The time limit for grading a game; on large boards, only late moves are graded.
const GRADING_TIME: Duration = Duration::from_secs(20);

/// A class that a server has opened.
pub(super) struct ServedClass {
    class: Arc<Class>,
    /// Set for a new class, or if a new link was requested.
    secret: Option<Secret>,
    public_url: Option<String>,
}

/// Opens the class in a folder, and adds its pages to the server's.
pub(super) fn open(args: &ServeArgs, folder: &Path, config: &mut Config) -> Result<ServedClass> {
    refuse_file(folder)?;
    let sandbox = jail(folder, Some(&config.data))?;
    let host = ClassHost {
        sandbox,
        folder: std::path::absolute(folder)?,
        books: config.books.clone(),
        names: config.names.clone(),
        drawing: drawing()?,
        frame: PageFrame {
            styles: page_styles(&["colors", "theme", "base", "controls", "site"]),
            theme: page_file("browser/early_theme.js"),
            header: page_header(),
        },
        openings: Mutex::default(),
    };
    let options = ClassOptions {
        folder: host.folder.clone(),
        n_slots: n_cores().get().saturating_sub(1).max(1),
        public_url: config.public_url.clone(),
        pause: Duration::from_secs(30),
    };
    let public_url = options.public_url.clone();
    let (class, secret) = Class::open(options, Box::new(host))?;
    let secret = if args.class.new_teacher_link { Some(class.renew_teacher()?) } else { secret };
    let settings = Arc::new(Config { engine: None, ..config.clone() });
    let client = move |request: &_| {
        let (network, n_people) = sender(request, &settings);
        Client { network, n_people }
    };
    config.extra = Some(router(Arc::clone(&class), client));
    config.extra_damage = class.damage();
    config.max_body = MAX_UPLOAD;
    Ok(ServedClass { class, secret, public_url })
}

/// Checks whether a class could be served from this folder.
pub(super) fn check(folder: &Path) -> Result<()> {
    refuse_file(folder)?;
    let sandbox = jail(folder, None)?;
    let layers: Vec<String> = sandbox.layers().iter().map(ToString::to_string).collect();
    let has_class = folder.join("class.db").is_file();
    if has_class {
        check_class(folder)?;
    }
    let class = if has_class { "a class" } else { "no class yet" };
    let folder = folder.display();
    writeln!(io::stdout(), "{folder}: {class}; bots run isolated by {}", layers.join(", "))?;
    Ok(())
}

/// A class must have a folder of its own.
fn refuse_file(path: &Path) -> Result<()> {
    if path.is_file() {
        let path = printable(&path.display().to_string());
        return Err(
            UsageError(format!("{path}: --class takes a folder, but this is a file")).into()
        );
    }
    Ok(())
}

/// The jail of the class's bots, which reach neither its folder nor the server's.
fn jail(folder: &Path, data: Option<&Path>) -> Result<Sandbox> {
    if let Some(reason) = exposure([], Some(folder)) {
        return Err(UsageError(reason).into());
    }
    let private = [Some(folder), data].into_iter().flatten();
    let private = private.map(std::path::absolute).collect::<io::Result<_>>()?;
    let options = SandboxOptions { private, ..SandboxOptions::default() };
    let (sandbox, reports) = Sandbox::probe(launcher()?, options);
    check_layers(&reports)?;
    Ok(sandbox)
}

/// Refuses to serve a class without the isolation that it needs, and says which layers are missing, each with its fix.
/// A lost layer is needed, whichever it is.
fn check_layers(reports: &[LayerReport]) -> Result<(), UsageError> {
    let has_files = reports.iter().any(|it| OF_FILES.contains(&it.layer) && it.is_active());
    let is_needed = |layer| NEEDED.contains(&layer) || (!has_files && OF_FILES.contains(&layer));
    let line = |report: &LayerReport| match &report.status {
        LayerStatus::Missing { reason, cure } if is_needed(report.layer) => {
            Some(format!("the layer {} is missing: {reason}; fix: {cure}", report.layer))
        }
        LayerStatus::Lost { reason } => {
            Some(format!("the layer {} does not work: {reason}", report.layer))
        }
        LayerStatus::Missing { .. } | LayerStatus::Active { .. } => None,
    };
    let missing: Vec<String> = reports.iter().filter_map(line).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(UsageError(format!(
        "--class: strangers' bots would run without enough isolation\n{}",
        missing.join("\n")
    )))
}

impl ServedClass {
    /// Starts the class's threads; returns the teacher's link if it is new.
    pub(super) fn start(&self, address: &ListenAddress) -> Result<Option<String>> {
        self.class.start().context("cannot start the class's threads")?;
        let site = self.public_url.clone().unwrap_or_else(|| site(address));
        let site = site.trim_end_matches('/');
        Ok(self.secret.as_ref().map(|secret| format!("{site}/class/t/{}", secret.text())))
    }

    pub(super) fn stop(&self) {
        self.class.stop();
    }
}

/// The address at which a browser in the same network reaches the server.
fn site(address: &ListenAddress) -> String {
    match address {
        ListenAddress::Port(address) if address.ip().is_unspecified() => {
            let ip = own_address().unwrap_or(Ipv4Addr::LOCALHOST.into());
            format!("http://{}", SocketAddr::new(ip, address.port()))
        }
        other => other.to_string(),
    }
}

/// The address of this machine in its network. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    // A reserved address that nobody has: the system chooses a route to it as to any other.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// This program as the host of a class.
struct ClassHost {
    sandbox: Sandbox,
    folder: PathBuf,
    books: OpeningBooks,
    names: NameRules,
    drawing: Drawing,
    frame: PageFrame,
    /// Openings for the class's board.
    openings: Mutex<Option<(AnySize, Openings)>>,
}

impl ClassHost {
    /// The player in a folder of the class; the error is for its author.
    fn contestant(folder: &Path) -> Result<ContestantArg, String> {
        let player = in_folder(folder).and_then(|place| ContestantArg::of_path(&place, None, None));
        let player = player.and_then(ContestantArg::of_bearable_size);
        player.map_err(|error| without_place(error, folder))
    }

    /// The folder for a version's programs.
    fn programs(&self, folder: &Path) -> PathBuf {
        self.folder.join("programs").join(folder.file_name().unwrap_or_default())
    }

    fn try_out(&self, folder: &Path, rules: Rules) -> Result<Checked> {
        let unfit = |report: String| Ok(Checked { report, ..Checked::default() });
        let mut contestant = match Self::contestant(folder) {
            Ok(contestant) if contestant.needs_console() => {
                return unfit("it needs a person at the console".to_owned());
            }
            Ok(contestant) => contestant.renamed("the bot"),
            Err(reason) => return unfit(reason),
        };
        let extension = contestant.files().last().and_then(|file| file.extension());
        let extension = extension.unwrap_or_default().to_string_lossy().into_owned();
        let programs = self.programs(folder);
        let build = build(std::slice::from_mut(&mut contestant), &self.sandbox, &programs)?;
        let build = build.into_iter().flatten().next();
        let fault = build.and_then(|build| Some((build.fault?, build.log)));
        if let Some((fault, log)) = fault {
            return Ok(Checked { is_fit: false, report: format!("{fault}\n{log}"), extension });
        }
        let (is_fit, report) = examine(&contestant, rules.size, rules.clock, &self.sandbox)?;
        Ok(Checked { is_fit, report, extension })
    }
}

/// The output of this program, run on a class folder. That run is killed once `is_over`, and ends with this process.
/// Bots cannot reach any of the class's files.
fn run_in(
    folder: &Path,
    host: &ClassHost,
    words: &[&str],
    is_over: &dyn Fn() -> bool,
) -> Result<String> {
    let [said, log] = ["said.txt", "log.txt"].map(|name| folder.join(name));
    let create = |path: &Path| File::create(path).with_context(|| path.display().to_string());
    let mut command = Command::new(own_program()?);
    command.args(words).arg("--private").arg(&host.folder);
    // It tests the layers again, and must not go on with fewer.
    for layer in host.sandbox.layers() {
        command.arg("--require").arg(layer.to_string());
    }
    command.arg(folder);
    // Its own process group: Ctrl-C at the server's terminal must not reach it.
    command.stdin(Stdio::piped()).stdout(create(&said)?).stderr(create(&log)?).process_group(0);
    let mut child = command.spawn().context("it does not start")?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if is_over() {
            child.kill()?;
            child.wait()?;
            return Ok(String::new());
        }
        thread::sleep(POLL);
    };
    if status.success() {
        return Ok(fs::read_to_string(&said)?);
    }
    let log = fs::read_to_string(&log).unwrap_or_default();
    let log = without_place(log, folder);
    // Warnings come before the error.
    let reason = log.rsplit_once("error: ").map_or("it ended early", |(_, reason)| reason.trim());
    anyhow::bail!("{}", reason.lines().map(printable).collect::<Vec<_>>().join("\n"))
}

/// Removes the path of the class folder: authors see the paths of their files as they know them.
fn without_place(text: String, folder: &Path) -> String {
    let places = [format!("{}/", folder.display()), folder.display().to_string()];
    places.iter().fold(text, |text, place| text.replace(place, ""))
}

impl Host for ClassHost {
    fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn give_way(&self, nice: i32) {
        // If the priority may not be lowered, the thread competes with the others.
        let _ = rustix::process::nice(nice);
    }

    fn check(&self, folder: &Path, rules: Rules) -> Result<Checked, String> {
        let checked = self.try_out(folder, rules);
        let checked = checked.map_err(|error| without_place(format!("{error:#}"), folder))?;
        Ok(Checked { report: without_place(checked.report, folder), ..checked })
    }

    fn player(&self, folder: &Path, name: &str, rules: Rules) -> Result<Contestant, String> {
        let mut contestant = Self::contestant(folder)?.renamed(name).with_clock(rules.clock)?;
        let programs = self.programs(folder);
        let built = build(std::slice::from_mut(&mut contestant), &self.sandbox, &programs);
        built.map_err(|error| format!("{error:#}"))?;
        Ok(contestant.contestant(rules.size, 0))
    }

    fn level(&self, level: u8, rules: Rules, seed: u64) -> Contestant {
        let text = format!("level:{level}");
        let level: ContestantArg = text.parse().expect("the ladder has levels that exist");
        level.contestant(rules.size, seed)
    }

    fn tournament(
        &self,
        folder: &Path,
        boards: &Path,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let boards = boards.to_str().unwrap_or_default();
        let words = ["arena", "run", "--boards", boards];
        let ran = run_in(folder, self, &words, is_over);
        ran.map(|_| ()).map_err(|error| format!("{error:#}"))
    }

    fn marks(&self, folder: &Path, is_over: &dyn Fn() -> bool) -> Result<String, String> {
        let rubric = folder.join("rubric.toml");
        let mut words = vec!["arena", "grade", "--format", "json"];
        if rubric.exists() {
            words.extend(["--rubric", rubric.to_str().unwrap_or_default()]);
        }
        let marks = run_in(folder, self, &words, is_over);
        marks.map_err(|error| format!("{error:#}"))
    }

    fn opening(&self, size: AnySize, number: u64) -> Vec<Column> {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = openings.as_ref().is_some_and(|(known, _)| *known == size);
        if !is_known {
            let source = OpeningSource::Balanced(OPENING_PLIES);
            let made = Openings::new(source, size, 0).expect("these openings need no file");
            *openings = Some((size, made));
        }
        openings.as_ref().map_or_else(Vec::new, |(_, openings)| openings.get(number as usize))
    }

    fn grade(&self, game: &StoredGame, size: AnySize, cancel: &AtomicBool) -> GradedGame {
        let searcher = AnySolver::new(size, TableSize::default());
        let mut solver = BookSolver::new(self.books.clone(), searcher);
        grade(game, size, &mut solver, Limits::canceled_by(cancel).within(GRADING_TIME))
    }

    fn refuses_name(&self, name: &str) -> bool {
        !self.names.allows(name)
    }

    fn look(&self, name: &str) -> String {
        look(name)
    }

    fn board(&self, size: AnySize, moves: &[Column]) -> String {
        let mut game = Game::new(Position::empty(size));
        for &column in moves {
            game.play(column).expect("the moves of a game can be played");
        }
        let look = Look { theme: Theme::Transparent, ..Look::default() };
        Diagram::of_game(&game).with_coordinates().to_svg(&look)
    }

    fn code(&self, text: &str) -> Option<String> {
        code_svg(text)
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn frame(&self) -> &PageFrame {
        &self.frame
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    /// The missing layers to report if only these are active.
    #[track_caller]
    fn check(active: &[Layer], expected: &[Layer]) {
        let report = |layer| {
            let missing = LayerStatus::Missing {
                reason: "it is old".to_owned(),
                cure: "renew it".to_owned(),
            };
            let is_active = active.contains(&layer);
            let status = if is_active { LayerStatus::Active { gaps: Vec::new() } } else { missing };
            LayerReport { layer, status }
        };
        let line =
            |layer: &Layer| format!("the layer {layer} is missing: it is old; fix: renew it");
        let reports: Vec<LayerReport> = Layer::ALL.iter().copied().map(report).collect();
        let said = check_layers(&reports).err().map(|error| error.to_string());
        let head = "--class: strangers' bots would run without enough isolation".to_owned();
        let lines: Vec<String> = iter::once(head).chain(expected.iter().map(line)).collect();
        let expected = (!expected.is_empty()).then(|| lines.join("\n"));
        assert_eq!(said, expected, "{active:?}");
    }

    #[test]
    fn a_class_needs_limits_and_a_layer_that_keeps_files() {
        use Layer::{Landlock, Limits, Namespaces, Seccomp, Session};
        check(&[Session, Limits, Seccomp, Landlock], &[]);
        check(&[Session, Limits, Seccomp, Namespaces], &[]);
        check(&[Session, Limits, Seccomp], &[Landlock, Namespaces]);
        check(&[Session, Limits, Landlock], &[Seccomp]);
        check(&[], &[Session, Limits, Landlock, Seccomp, Namespaces]);
    }
    #[test]
    fn a_class_needs_every_lost_layer() {
        let status = LayerStatus::Lost { reason: "it is odd".to_owned() };
        let said = check_layers(&[LayerReport { layer: Layer::Cgroup, status }]).unwrap_err();
        assert!(said.to_string().contains("the layer cgroup does not work: it is odd"), "{said}");
    }
}
