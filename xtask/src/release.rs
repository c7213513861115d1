//! `cargo xtask release`: builds the downloads for this system; on Linux, byte for byte the same on every machine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use clap::Args;
use sha2::{Digest, Sha256};

use crate::command::{
    cargo, has_target, output_of, program, rustc, step, succeeds, target, workspace,
};
use crate::npm::{copy, empty};
use crate::{licenses, python, wasm};

const VERSION: &str = env!("CARGO_PKG_VERSION");

const PROGRAM: &str = if cfg!(windows) { "foursight.exe" } else { "foursight" };

/// For each shell, its script in the archive and on a Debian system.
const SHELLS: [(&str, &str, Option<&str>); 5] = [
    ("bash", "foursight.bash", Some("bash-completion/completions/foursight")),
    ("elvish", "foursight.elv", None),
    ("fish", "foursight.fish", Some("fish/vendor_completions.d/foursight.fish")),
    ("powershell", "foursight.ps1", None),
    ("zsh", "_foursight", Some("zsh/vendor-completions/_foursight")),
];

const UNIT: &str = "deploy/foursight.service";

#[derive(Args, Debug)]
pub(crate) struct ReleaseArgs {
    /// Release even files that differ from the commit.
    #[arg(long)]
    allow_dirty: bool,
    /// Also build the Python package; needs Python 3 with venv.
    #[arg(long)]
    wheel: bool,
}

/// Builds the archive, the Debian package where there is `dpkg-deb`, the Python package if requested, and their
/// checksums.
pub(crate) fn run(args: &ReleaseArgs) -> Result<()> {
    let seconds = date(args.allow_dirty)?;
    let artifacts = target().join("artifacts");
    empty(&artifacts)?;
    if args.wheel {
        let wheel = python::wheel()?;
        copy(&wheel, &artifacts.join(wheel.file_name().context("a wheel has a name")?))?;
    }
    let target_name = compiled_for()?;
    let program = build(&target_name, &seconds)?;
    let name = format!("foursight-{VERSION}-{target_name}");
    let folder = target().join("release-files");
    empty(&folder)?;
    fill_archive(&folder.join(&name), &program, &target_name)?;
    let has_dpkg = succeeds(&mut self::program("dpkg-deb", &["--version"]));
    if has_dpkg {
        fill_debian(&folder.join("debian"), &folder.join(&name))?;
    }
    pack(&folder, &name, &artifacts, &seconds)?;
    if has_dpkg {
        let mut pack = self::program("dpkg-deb", &["--build", "--root-owner-group", "-Zgzip"]);
        // Given a folder, it names the package itself.
        pack.arg(folder.join("debian")).arg(&artifacts).env("SOURCE_DATE_EPOCH", &seconds);
        step("pack the Debian package", pack)?;
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(&artifacts)?.flatten().map(|file| file.path()).collect();
    files.sort();
    let mut sums = String::new();
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(sums, "{}  {name}", hex::encode(Sha256::digest(fs::read(path)?)))?;
        println!("{}", path.display());
    }
    Ok(fs::write(artifacts.join("SHA256SUMS"), sums)?)
}

/// The date of the commit, in seconds since 1970, which becomes the date of every file. Fails if files differ from the
/// commit, unless that is allowed, or if the commit has the tag of another version.
fn date(allow_dirty: bool) -> Result<String> {
    let git = |args: &[&str]| output_of(&mut program("git", args));
    let changed = git(&["status", "--porcelain"])?;
    ensure!(
        allow_dirty || changed.is_empty(),
        "these files differ from the commit; commit them, or add --allow-dirty:\n{changed}"
    );
    let tags = git(&["tag", "--points-at", "HEAD", "--list", "v*"])?;
    ensure!(
        tags.is_empty() || tags.lines().any(|tag| tag == format!("v{VERSION}")),
        "the commit is tagged {}, but Cargo.toml says version {VERSION}",
        tags.trim_end()
    );
    // The variable by which builders of distributions set the date.
    let seconds = env::var("SOURCE_DATE_EPOCH").or_else(|_| git(&["log", "-1", "--format=%ct"]))?;
    Ok(seconds.trim_end().to_owned())
}

/// A field of the compiler's description.
fn of_compiler(field: &str) -> Result<String> {
    let version = output_of(&mut rustc(&["-vV"]))?;
    let value = version.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(": "));
    Ok(value.with_context(|| format!("rustc -vV shows no {field}"))?.to_owned())
}

/// The target to compile for: this machine with musl if musl's standard library and C compiler are installed, otherwise
/// this machine unchanged.
fn compiled_for() -> Result<String> {
    let host = of_compiler("host")?;
    let musl = host.replace("-linux-gnu", "-linux-musl");
    let has_compiler = succeeds(&mut program("musl-gcc", &["--version"]));
    Ok(if has_compiler && has_target(&musl)? { musl } else { host })
}

/// Compiles the program, with its C library and the WebAssembly module, without symbols and without this machine's
/// folder names. Returns its path.
fn build(target_name: &str, seconds: &str) -> Result<PathBuf> {
    let sysroot = output_of(&mut rustc(&["--print", "sysroot"]))?;
    let mut flags = vec!["-Ctarget-feature=+crt-static".to_owned(), "-Cstrip=symbols".to_owned()];
    flags.extend(wasm::remaps()?);
    // What the compiler embeds if the sources of its library are not installed.
    let sources = Path::new(sysroot.trim_end()).join("lib/rustlib/src/rust");
    let embedded = format!("/rustc/{}", of_compiler("commit-hash")?);
    flags.push(format!("--remap-path-prefix={}={embedded}", sources.display()));
    let module = wasm::build()?;
    // With a target, even this machine's own, the flags do not apply to macros and build scripts.
    let mut build = cargo(&["build", "--locked", "--release", "--package", "foursight-cli"]);
    build.args(["--target", target_name]).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    build.env("SOURCE_DATE_EPOCH", seconds).env("FOURSIGHT_EMBED_ENGINE", &module);
    step(&format!("build the program for {target_name}"), build)?;
    let path = target().join(target_name).join("release").join(PROGRAM);
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let contains = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    ensure!(contains(&fs::read(module)?), "the program lacks the WebAssembly module");
    for (folder, _) in wasm::folders()? {
        let is_named = contains(folder.as_os_str().as_encoded_bytes());
        ensure!(!is_named, "the program contains the folder name {}", folder.display());
    }
    Ok(path)
}

/// Writes the files of the archive.
fn fill_archive(folder: &Path, path: &Path, target_name: &str) -> Result<()> {
    copy(path, &folder.join(PROGRAM))?;
    for file in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace().join(file), &folder.join(file))?;
    }
    copy(&workspace().join("crates/foursight-cli/README.md"), &folder.join("README.md"))?;
    if cfg!(target_os = "linux") {
        copy(&workspace().join(UNIT), &folder.join(UNIT))?;
    }
    let licenses = licenses::of_packages("foursight-cli")? + &licenses::of_c_library(target_name)?;
    fs::write(folder.join("THIRD-PARTY.txt"), licenses)?;
    fs::write(folder.join("RUST-LIBRARY.html"), licenses::of_standard_library()?)?;
    empty(&folder.join("completions"))?;
    for (shell, file, _) in SHELLS {
        let script = output_of(&mut program(path, &["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    output_of(program(path, &["man", "--output"]).arg(folder.join("man")))?;
    Ok(())
}

/// Packs the archive: on Linux sorted, owned by root and with one date.
fn pack(folder: &Path, name: &str, artifacts: &Path, seconds: &str) -> Result<()> {
    let mut tar = program("tar", &[]);
    if cfg!(target_os = "linux") {
        // The same rights for everybody, whatever the `umask` was.
        step("rights", program("chmod", &["-R", "u=rwX,go=rX", &folder.display().to_string()]))?;
        tar.args(["--sort=name", "--owner=root:0", "--group=root:0", "-I", "gzip -n"]);
        tar.arg(format!("--mtime=@{seconds}"));
    } else {
        tar.arg("-z");
    }
    tar.arg("-cf").arg(artifacts.join(format!("{name}.tar.gz"))).arg("-C").arg(folder).arg(name);
    step("pack the archive", tar)
}

/// Writes the files of the Debian package, which are those of the archive in other places. It needs no other package.
fn fill_debian(folder: &Path, archive: &Path) -> Result<()> {
    let share = folder.join("usr/share");
    copy(&archive.join(PROGRAM), &folder.join("usr/bin").join(PROGRAM))?;
    copy(&archive.join(UNIT), &folder.join("usr/lib/systemd/system/foursight.service"))?;
    for (_, file, place) in SHELLS {
        let from = archive.join("completions").join(file);
        place.map_or(Ok(()), |place| copy(&from, &share.join(place)))?;
    }
    for entry in fs::read_dir(archive.join("man"))? {
        let page = entry?;
        copy(&page.path(), &share.join("man/man1").join(page.file_name()))?;
    }
    let mut gzip = program("gzip", &["-n", "-9", "-r"]);
    gzip.arg(share.join("man"));
    step("pack the manual", gzip)?;
    let documents = share.join("doc/foursight");
    for entry in fs::read_dir(archive)?.flatten().filter(|entry| entry.path().is_file()) {
        if entry.file_name() != PROGRAM {
            copy(&entry.path(), &documents.join(entry.file_name()))?;
        }
    }
    let copyright = "Copyright 2026 The Foursight authors\n\n\
        License: MIT or Apache-2.0, at your option. The texts are in LICENSE-MIT and LICENSE-APACHE in this folder; the\n\
        licenses of everything that the program contains are in THIRD-PARTY.txt and RUST-LIBRARY.html.\n";
    fs::write(documents.join("copyright"), copyright)?;
    let architecture = output_of(&mut program("dpkg", &["--print-architecture"]))?;
    let architecture = architecture.trim_end();
    // The other files are small, and their folders differ between file systems.
    let size = fs::metadata(archive.join(PROGRAM))?.len().div_ceil(1024);
    let home = env!("CARGO_PKG_REPOSITORY");
    empty(&folder.join("DEBIAN"))?;
    let control = format!(
        "Package: foursight\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Foursight authors <{home}/issues>\n\
         Installed-Size: {size}\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: {home}\n\
         Description: Connect Four with an exact solver\n \
         Play in the terminal or in a browser, solve any position exactly, see why a\n \
         move wins or loses, and run tournaments of bots in any language.\n"
    );
    Ok(fs::write(folder.join("DEBIAN/control"), control)?)
}

/// Builds the release of the last commit in two clones, in folders with names of different lengths, and compares the
/// checksums.
pub(crate) fn twice() -> Result<()> {
    let checksums = |name: &str| {
        let folder = target().join("release-twice").join(name);
        empty(&folder)?;
        let checkout = folder.join("checkout");
        let mut clone = program("git", &["clone", "--quiet"]);
        clone.arg(workspace()).arg(&checkout);
        step(&format!("clone into {}", checkout.display()), clone)?;
        let mut release = cargo(&["xtask", "release", "--wheel"]);
        release.current_dir(&checkout).env("CARGO_TARGET_DIR", folder.join("built"));
        step("release", release)?;
        let checksums = fs::read_to_string(folder.join("built/artifacts/SHA256SUMS"))?;
        fs::remove_dir_all(&folder)?;
        anyhow::Ok(checksums)
    };
    let (one, another) = (checksums("one")?, checksums("another")?);
    ensure!(one == another, "two releases of one commit differ:\n{one}\n{another}");
    Ok(())
}
