//! `cargo xtask npm`: builds the npm package from `npm/`, the page's engine and the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::metadata::target;
use crate::step::{step, workspace};
use crate::{node, wasm};

/// The package's own files that the board imports.
const OWN: [&str; 7] =
    ["board.js", "check.js", "definitions.js", "error.js", "host.js", "index.js", "questions.js"];

/// The page's engine files in the package.
const OF_ENGINE: [&str; 3] = ["module.js", "pool.js", "worker.js"];

/// The board and what it imports, in the page's folders.
const OF_BOARD: [&str; 15] = [
    "browser/dom.js",
    "browser/page_address.js",
    "core/keys.js",
    "core/measures.js",
    "core/overlay.js",
    "core/base_address.js",
    "core/rules.js",
    "core/score.js",
    "parts/board.js",
    "parts/capsule.js",
    "parts/disc.js",
    "parts/inspection.js",
    "parts/overlay.js",
    "parts/picture.js",
    "parts/plate.js",
];

/// The board's style sheets.
const STYLES: [&str; 5] = [
    "foursight-render/src/colors.css",
    "foursight-render/src/other_palettes.css",
    "foursight-web/page/css/theme.css",
    "foursight-web/page/css/board.css",
    "foursight-web/page/css/overlay.css",
];

/// Packs the package, and prints its path.
pub(crate) fn run() -> Result<()> {
    node::install_packages()?;
    println!("{}", pack()?.display());
    Ok(())
}

/// Packs the package, and returns its path.
pub(crate) fn pack() -> Result<PathBuf> {
    let described = fs::read_to_string(workspace().join("npm/package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(described.contains(&version), "npm/package.json must have {version}");
    let folder = target()?.join("npm");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let package = folder.join("foursight");
    copy_all(&workspace().join("npm"), &package)?;
    write_board(&package)?;
    copy(&workspace().join("crates/foursight-web/wire.d.ts"), &package.join("wire.d.ts"))?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace().join(license), &package.join(license))?;
    }
    declare_types(&folder, &package)?;
    let mut pack = node::command("npm")?;
    pack.args(["pack", "--silent", "--pack-destination"]).arg(&folder).current_dir(&package);
    // npm would print a name without its folder, but `npm publish $(cargo xtask npm)` needs one line.
    pack.stdout(Stdio::null());
    step("pack the npm package", pack)?;
    let packed = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut packed = packed.filter(|path| path.extension().is_some_and(|end| end == "tgz"));
    packed.next().context("npm packed nothing")
}

/// Writes the board to play on, all that it imports and the module into a folder.
pub(crate) fn write_board(folder: &Path) -> Result<()> {
    for path in OF_BOARD {
        fs::create_dir_all(folder.join(path).parent().context("it has a folder")?)?;
        copy(&page().join(path), &folder.join(path))?;
    }
    for name in OF_ENGINE {
        copy(&page().join("engine").join(name), &folder.join(name))?;
    }
    for name in OWN {
        copy(&workspace().join("npm").join(name), &folder.join(name))?;
    }
    let style = STYLES.into_iter().map(read).collect::<Result<String, _>>()?;
    let style = format!("export const STYLE = {};\n", json!(style));
    fs::write(folder.join("style.js"), style)?;
    copy(&wasm::build()?, &folder.join("foursight.wasm"))
}

/// Checks the package's scripts, and writes their types beside them.
fn declare_types(folder: &Path, package: &Path) -> Result<()> {
    let modules = node::page_tests().join("node_modules");
    ensure!(modules.exists(), "{} is missing: run `cargo xtask npm`", modules.display());
    let config = folder.join("tsconfig.json");
    let options = json!({
        "compilerOptions": {
            "allowJs": true,
            "checkJs": true,
            "strict": true,
            "declaration": true,
            "emitDeclarationOnly": true,
            "module": "ESNext",
            "moduleResolution": "bundler",
            "lib": ["ES2023", "DOM", "DOM.Iterable"],
            "types": ["node"],
            "typeRoots": [modules.join("@types")],
            "rootDir": package,
            "outDir": package,
            "skipLibCheck": true
        },
        "include": [package.join("**/*.js"), package.join("element.d.ts")],
        "exclude": []
    });
    fs::write(&config, options.to_string())?;
    let mut check = Command::new(modules.join(".bin/tsc"));
    check.arg("--project").arg(config);
    step("types of the npm package", check)
}

/// The page's scripts and styles.
fn page() -> PathBuf {
    workspace().join("crates/foursight-web/page")
}

/// The text of a file in the folder `crates`.
fn read(path: &str) -> std::io::Result<String> {
    fs::read_to_string(workspace().join("crates").join(path))
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        copy(&path, &to.join(path.file_name().context("it has a name")?))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
