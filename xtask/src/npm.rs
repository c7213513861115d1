//! `cargo xtask npm`: builds the npm package from `npm/`, the page's engine and the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::command::{program, step, target, workspace};
use crate::{node, wasm};

/// The package's own files that the board imports.
const OWN: &str = "board.js check.js definitions.js error.js host.js index.js questions.js";

/// The page's engine files in the package, in its folder `engine`.
const OF_ENGINE: &str = "module.js pool.js worker.js";

/// The board and what it imports, in the page's folders.
const OF_BOARD: &str = "browser/dom.js browser/page_address.js core/keys.js core/measures.js core/overlay.js \
    core/base_address.js core/rules.js core/score.js parts/board.js parts/capsule.js parts/disc.js parts/inspection.js \
    parts/overlay.js parts/picture.js parts/plate.js";

/// The board's style sheets, in the folder `crates`.
const STYLES: &str = "foursight-render/src/colors.css foursight-render/src/other_palettes.css \
    foursight-web/page/css/theme.css foursight-web/page/css/board.css foursight-web/page/css/overlay.css";

/// Packs the package, and returns its path.
pub(crate) fn pack() -> Result<PathBuf> {
    node::prepare()?;
    let described = fs::read_to_string(workspace().join("npm/package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(described.contains(&version), "npm/package.json must have {version}");
    let package = target().join("npm/foursight");
    empty(&package)?;
    for entry in fs::read_dir(workspace().join("npm"))? {
        let path = entry?.path();
        copy(&path, &package.join(path.file_name().context("a file has a name")?))?;
    }
    write_board(&package)?;
    for file in ["crates/foursight-web/wire.d.ts", "LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace().join(file);
        copy(&path, &package.join(path.file_name().context("a file has a name")?))?;
    }
    // Checks the package's scripts, and writes their types beside them.
    let modules = node::page_tests().join("node_modules");
    let mut check = program(modules.join(".bin/tsc"), &["--project"]);
    check.arg(package.join("tsconfig.json")).arg("--typeRoots").arg(modules.join("@types"));
    step("types of the npm package", check)?;
    fs::remove_file(package.join("tsconfig.json"))?;
    let mut pack = node::command("npm")?;
    pack.args(["pack", "--silent", "--pack-destination", ".."]).current_dir(&package);
    // npm would print a name without its folder, but `npm publish $(cargo xtask npm)` needs one line.
    pack.stdout(Stdio::null());
    step("pack the npm package", pack)?;
    Ok(target().join(format!("npm/foursight-{}.tgz", env!("CARGO_PKG_VERSION"))))
}

/// Writes the board to play on, all that it imports and the module into a folder.
pub(crate) fn write_board(folder: &Path) -> Result<()> {
    let page = workspace().join("crates/foursight-web/page");
    for path in OF_BOARD.split(' ') {
        copy(&page.join(path), &folder.join(path))?;
    }
    for name in OF_ENGINE.split(' ') {
        copy(&page.join("engine").join(name), &folder.join(name))?;
    }
    for name in OWN.split(' ') {
        copy(&workspace().join("npm").join(name), &folder.join(name))?;
    }
    let read = |path| fs::read_to_string(workspace().join("crates").join(path));
    let style = STYLES.split(' ').map(read).collect::<std::io::Result<String>>()?;
    let style = serde_json::to_string(&style)?;
    fs::write(folder.join("style.js"), format!("export const STYLE = {style};\n"))?;
    copy(&wasm::build()?, &folder.join("foursight.wasm"))
}

/// Makes a folder, or deletes all that is in it.
pub(crate) fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

/// Copies a file, and makes its new folder.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
