//! `foursight serve --class`: connects a class to this program.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use foursight_arena::exposure;
use foursight_class::{
    Class, ClassOptions, Client, Equipment, MAX_UPLOAD, PageFrame, Secret, check_class, router,
};
use foursight_engine::n_cores;
use foursight_sandbox::{Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions};
use foursight_web::{Config, ListenAddress, code_svg, page_file, page_header, page_styles, sender};

use super::ServeArgs;
use crate::commands::arena::results::drawing;
use crate::failure::UsageError;
use crate::isolation::launcher;
use crate::judge::EngineJudge;
use crate::output::printable;

/// The layers without which no class is served; in addition, one that hides files from bots is required.
const NEEDED: [Layer; 3] = [Layer::Session, Layer::Limits, Layer::Seccomp];
const OF_FILES: [Layer; 2] = [Layer::Landlock, Layer::Namespaces];

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
    let names = config.names.clone();
    let equipment = Equipment {
        judge: Box::new(EngineJudge::new(config.books.clone())),
        sandbox,
        refuses_name: Box::new(move |name| !names.allows(name)),
        code: code_svg,
        drawing: drawing()?,
        frame: PageFrame {
            styles: page_styles(&["colors", "theme", "base", "controls", "site"]),
            theme: page_file("browser/early_theme.js"),
            header: page_header(),
        },
    };
    let options = ClassOptions {
        folder: std::path::absolute(folder)?,
        n_slots: n_cores().get().saturating_sub(1).max(1),
        public_url: config.public_url.clone(),
        pause: Duration::from_secs(30),
    };
    let public_url = options.public_url.clone();
    let (class, secret) = Class::open(options, equipment)?;
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
    if let Some(reason) = exposure(&[], &[folder.to_owned()]) {
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
