//! Package managers and their install commands.

use std::process::Command;

use crate::step::succeeds;

/// A package manager; its number is its index in [`Need::packages`](super::need::Need::packages).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manager {
    Apt,
    Dnf,
    Pacman,
    Apk,
    Brew,
}

/// The search order: Homebrew comes last, because it also runs beside a system's own manager.
const PROGRAMS: [(Manager, &str); 5] = [
    (Manager::Apt, "apt-get"),
    (Manager::Dnf, "dnf"),
    (Manager::Pacman, "pacman"),
    (Manager::Apk, "apk"),
    (Manager::Brew, "brew"),
];

/// The way in which a command receives root rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    Root,
    /// Through a sudo that needs no password.
    FreeSudo,
    Sudo,
    /// There is no sudo.
    Su,
}

impl Rights {
    /// The user is root.
    pub(super) fn here() -> Self {
        let id = Command::new("id").arg("-u").output();
        if id.is_ok_and(|output| output.stdout == b"0\n") {
            Self::Root
        } else if succeeds(Command::new("sudo").args(["-n", "true"])) {
            Self::FreeSudo
        } else if succeeds(Command::new("sudo").arg("--version")) {
            Self::Sudo
        } else {
            Self::Su
        }
    }

    /// One shell line that runs these commands in sequence.
    fn line(self, commands: &[String]) -> String {
        let prefix = match self {
            Self::Root | Self::Su => "",
            // Should a single command need a password nevertheless, it fails.
            Self::FreeSudo => "sudo -n ",
            Self::Sudo => "sudo ",
        };
        let commands: Vec<String> = commands.iter().map(|one| format!("{prefix}{one}")).collect();
        let line = commands.join(" && ");
        if self == Self::Su { format!("su -c '{line}'") } else { line }
    }
}

impl Manager {
    /// The first package manager that is installed.
    pub(super) fn choose(is_there: impl Fn(&str) -> bool) -> Option<Self> {
        PROGRAMS.into_iter().find(|(_, program)| is_there(program)).map(|(manager, _)| manager)
    }

    /// Whether the package manager can run without a password.
    pub(super) fn may_install(self, rights: Rights) -> bool {
        self == Self::Brew || matches!(rights, Rights::Root | Rights::FreeSudo)
    }

    /// The command that installs these packages.
    pub(super) fn line(self, packages: &[&str], rights: Rights) -> String {
        let install = match self {
            Self::Apt => "apt-get install -q -y --no-install-recommends",
            Self::Dnf => "dnf install -y",
            Self::Pacman => "pacman -S --needed --noconfirm",
            Self::Apk => "apk add",
            Self::Brew => "brew install",
        };
        let install = format!("{install} {}", packages.join(" "));
        match self {
            Self::Apt => rights.line(&["apt-get update -q".to_owned(), install]),
            // Homebrew runs without root rights.
            Self::Brew => install,
            Self::Dnf | Self::Pacman | Self::Apk => rights.line(&[install]),
        }
    }
}
