//! `cargo xtask npm`: builds the npm package from `npm/`, the page's engine and the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::metadata::target;
use crate::step::{step, workspace};
use crate::{node, wasm};

/// The page's files in the package.
const OF_PAGE: [&str; 3] = ["module.js", "pool.js", "worker.js"];

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
    let engine = workspace().join("crates/foursight-web/page/engine");
    for name in OF_PAGE {
        copy(&engine.join(name), &package.join(name))?;
    }
    copy(&workspace().join("crates/foursight-web/wire.d.ts"), &package.join("wire.d.ts"))?;
    copy(&wasm::build()?, &package.join("foursight.wasm"))?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace().join(license), &package.join(license))?;
    }
    declare_types(&folder, &package)?;
    let mut pack = node::command("npm")?;
    pack.args(["pack", "--silent", "--pack-destination"]).arg(&folder).current_dir(&package);
    // It would print a name without its folder: `npm publish $(cargo xtask npm)` needs one line.
    pack.stdout(Stdio::null());
    step("pack the npm package", pack)?;
    let packed = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut packed = packed.filter(|path| path.extension().is_some_and(|end| end == "tgz"));
    packed.next().context("npm packed nothing")
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
        "include": [package.join("*.js")],
        "exclude": []
    });
    fs::write(&config, options.to_string())?;
    let mut check = Command::new(modules.join(".bin/tsc"));
    check.arg("--project").arg(config);
    step("types of the npm package", check)
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
