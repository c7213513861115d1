//! `cargo xtask npm`: builds the npm package from `npm/`, the page's engine and the module.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};

use crate::command::{output_of, program, step, target, workspace};
use crate::{node, wasm};

/// The page's folders whose scripts the package is made of.
const OF_PAGE: [&str; 4] = ["browser", "core", "engine", "parts"];

/// The board's style sheets, in the folder `crates`.
const STYLES: &str = "foursight-render/src/colors.css foursight-render/src/other_palettes.css \
    foursight-web/page/css/theme.css foursight-web/page/css/board.css foursight-web/page/css/overlay.css";

/// The files that the package takes as they are.
const AS_THEY_ARE: &str = "LICENSE-APACHE LICENSE-MIT README.md custom-elements.json example.html \
    package.json wasm/module.js wasm/package.json";

/// The types of the package, each for `import` and for `require`.
const TYPES: &str = "answer board element index pool position questions";

/// How types for `require` import from types for `import`, of which they need no copy.
const WIRE: &str = "import(\"./wire.js\", { with: { \"resolution-mode\": \"import\" } })";

/// What all bundles have in common. They contain nothing that has an address: the page's own addresses lead nowhere.
const BUNDLE: &str = "--bundle --minify --target=es2022 --external:./wasm/module.js --inject:shim.js \
    --define:import.meta.url=\"https://foursight.invalid/page/browser/\" --log-level=warning";

/// Packs the package, and returns its path.
pub(crate) fn pack() -> Result<PathBuf> {
    let described = fs::read_to_string(workspace().join("npm/package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(described.contains(&version), "npm/package.json must have {version}");
    let source = sources()?;
    let package = target().join("npm/foursight");
    empty(&package)?;
    for file in AS_THEY_ARE.split_whitespace() {
        copy(&source.join(file), &package.join(file))?;
    }
    let out = format!("--outdir={}", package.display());
    bundle(&source, "index.js board.js --splitting --format=esm --chunk-names=shared", &out)?;
    let for_require = "require.js --format=cjs --supported:dynamic-import=false";
    bundle(&source, for_require, &format!("--outfile={}", package.join("require.cjs").display()))?;
    write_types(&source, &package)?;
    // The tests of the notebook read it.
    join_board(&source, &target().join("npm/notebook"))?;
    let mut pack = node::command("npm")?;
    pack.args(["pack", "--silent", "--pack-destination", ".."]).current_dir(&package);
    // npm would print a name without its folder, but `npm publish $(cargo xtask npm)` needs one line.
    pack.stdout(Stdio::null());
    step("pack the npm package", pack)?;
    Ok(target().join(format!("npm/foursight-{}.tgz", env!("CARGO_PKG_VERSION"))))
}

/// Writes the board to play on as one script, and the module as another, into a folder.
pub(crate) fn write_board(folder: &Path) -> Result<()> {
    join_board(&sources()?, folder)
}

fn join_board(source: &Path, folder: &Path) -> Result<()> {
    bundle(source, "board.js --format=esm", &format!("--outdir={}", folder.display()))?;
    copy(&source.join("wasm/module.js"), &folder.join("module.js"))
}

/// All scripts in one folder, with those that are made from other files.
fn sources() -> Result<PathBuf> {
    // The tests of the page and of the Python package need them at the same time.
    static ARE_MADE: Mutex<bool> = Mutex::new(false);
    let mut are_made = ARE_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let source = target().join("npm/source");
    if *are_made {
        return Ok(source);
    }
    node::prepare()?;
    empty(&source)?;
    copy_all(&workspace().join("npm"), &source)?;
    for name in OF_PAGE {
        copy_all(&workspace().join("crates/foursight-web/page").join(name), &source.join(name))?;
    }
    for file in ["crates/foursight-web/wire.d.ts", "LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace().join(file);
        copy(&path, &source.join(path.file_name().context("a file has a name")?))?;
    }
    let read = |path| fs::read_to_string(workspace().join("crates").join(path));
    let style = STYLES.split(' ').map(read).collect::<std::io::Result<String>>()?;
    fs::write(source.join("style.css"), style)?;
    let mut minify = program(node::page_tests().join("node_modules/.bin/esbuild"), &["style.css"]);
    let style = output_of(minify.arg("--minify").current_dir(&source))?;
    write_text(&source.join("style.js"), "STYLE", &style)?;
    let worker = source.join("worker.txt");
    let file = format!("--outfile={}", worker.display());
    bundle(&source, "engine/worker.js --format=iife", &file)?;
    write_text(&source.join("worker_text.js"), "WORKER", &fs::read_to_string(worker)?)?;
    let module = script_of(&fs::read(wasm::build()?)?);
    fs::create_dir(source.join("wasm"))?;
    fs::write(source.join("wasm/module.js"), module)?;
    // The script is neither a module nor CommonJS: `require` and `import` both run it.
    fs::write(source.join("wasm/package.json"), "{ \"type\": \"commonjs\" }\n")?;
    *are_made = true;
    Ok(source)
}

/// The number of characters that take one byte and need no escape.
const SHORT: usize = 122;

/// A script that leaves the module's bytes as a text. Frequent bytes have short characters: compressed, the text is 5 %
/// larger than the module.
fn script_of(module: &[u8]) -> String {
    let mut counts = [0_usize; 256];
    for &byte in module {
        counts[usize::from(byte)] += 1;
    }
    let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
    bytes.sort_by_key(|&byte| Reverse(counts[usize::from(byte)]));
    let (short, long) = bytes.split_at_mut(SHORT);
    // Neighbors often stand together, which compresses.
    short.sort_unstable();
    long.sort_unstable();
    let needs_escape = |c: &char| matches!(c, '\n' | '\r' | '"' | '\\' | '\u{7f}'..='\u{9f}');
    let mut alphabet = [' '; 256];
    for (&byte, character) in bytes.iter().zip(('\u{1}'..).filter(|c| !needs_escape(c))) {
        alphabet[usize::from(byte)] = character;
    }
    let text: String = module.iter().map(|&byte| alphabet[usize::from(byte)]).collect();
    let alphabet: String = alphabet.iter().collect();
    format!(
        "// @ts-nocheck\nglobalThis[Symbol.for(\"foursight.module\")]={{alphabet:\"{alphabet}\",text:\"{text}\"}};\n"
    )
}

/// Writes a text as a script that exports it.
fn write_text(path: &Path, name: &str, text: &str) -> Result<()> {
    fs::write(path, format!("export const {name} = {};\n", serde_json::to_string(text)?))?;
    Ok(())
}

/// Joins scripts of the folder, each with all that it imports.
fn bundle(source: &Path, options: &str, out: &str) -> Result<()> {
    let mut esbuild = program(node::page_tests().join("node_modules/.bin/esbuild"), &[]);
    esbuild.args(options.split_whitespace()).args(BUNDLE.split_whitespace()).arg(out);
    esbuild.current_dir(source);
    step("scripts of the npm package", esbuild)
}

/// Checks the scripts, and writes the types of all that programs may use.
fn write_types(source: &Path, package: &Path) -> Result<()> {
    let modules = node::page_tests().join("node_modules");
    let mut check = program(modules.join(".bin/tsc"), &["--project"]);
    check.arg(source.join("tsconfig.json")).arg("--typeRoots").arg(modules.join("@types"));
    step("types of the npm package", check)?;
    let mut all = String::new();
    for name in TYPES.split(' ') {
        let own = source.join(format!("{name}.d.ts"));
        let path = if own.exists() { own } else { source.join(format!("types/{name}.d.ts")) };
        let types = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let types = types.replace("import \"./wasm/module.js\";\n", "");
        let for_require = types
            .replace("import(\"./wire.js\")", WIRE)
            .replace(".js\")", ".cjs\")")
            .replace(".js\";", ".cjs\";")
            .replace(".js\" {", ".cjs\" {");
        fs::write(package.join(format!("{name}.d.ts")), &types)?;
        fs::write(package.join(format!("{name}.d.cts")), for_require)?;
        all.push_str(&types);
    }
    let wire = fs::read_to_string(source.join("wire.d.ts"))?;
    fs::write(package.join("wire.d.ts"), named_in(&all, &wire))?;
    Ok(())
}

/// The types in `wire` that `text` names, and all that these name.
fn named_in(text: &str, wire: &str) -> String {
    let mut types: Vec<(&str, &str)> = Vec::new();
    for part in wire.split_inclusive("\n\n") {
        if let Some((_, rest)) = part.split_once("export type ") {
            types.push((rest.split([' ', '=']).next().unwrap_or_default(), part));
        }
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut known: Vec<&str> = text.split(|c| !is_word(c)).collect();
    let mut named = String::new();
    while let Some(index) = types.iter().position(|(name, _)| known.contains(name)) {
        let (_, part) = types.remove(index);
        known.extend(part.split(|c| !is_word(c)));
        named.push_str(part);
    }
    named
}

/// Copies the files of a folder.
fn copy_all(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        copy(&path, &to.join(path.file_name().context("a file has a name")?))?;
    }
    Ok(())
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
