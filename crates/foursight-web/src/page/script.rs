//! Modules joined into one script.
//!
//! Each module becomes a function, which is called once, after the functions of the modules that it imports, and
//! returns its exports:
//!
//! ```js
//! // core/rules.js
//! __modules["core/rules.js"] ??= (() => {
//! const { Bits: Word } = __modules["core/bits.js"];
//! ...
//! return { legal, play };
//! })();
//! ```
//!
//! The result works the same as long as modules keep prettier's format and follow these rules: imports and exports
//! start a line; an import names its items, or `* as` a name; an export is a declaration other than `let`; modules do
//! not import each other in a circle; a module that loads later is `await import("./path.js")`, part of the same script
//! or, if it is large and rare, [apart](APART). Lines that begin like comments are left out, and so are types beside code
//! and the spaces before a line, so no text may contain them.
//!
//! A bundler such as esbuild would need Node.js wherever the program is built, or its output in the repository; `cargo
//! install` has neither. A module that breaks the rules is an error that states the line, and a test joins the whole
//! page.

use std::fmt::Write;
use std::mem;

/// The reason why modules cannot be joined: the file, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("page/{path}: {reason}")]
pub struct JoinError {
    path: String,
    reason: String,
}

impl JoinError {
    fn new(path: &str, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }

    pub(crate) fn missing(path: &str) -> Self {
        Self::new(path, "there is no such file, or it is not text of the page")
    }
}

/// Modules that most visits never need: each has its own script, loaded on demand.
pub(super) const APART: [&str; 5] = [
    "views/lessons.js",
    "views/enter.js",
    "views/games.js",
    "views/rules.js",
    "core/hint_steps.js",
];

/// Stands in a script for the path to a separate one.
pub(super) fn way_to(apart: &str) -> String {
    format!("{{{{{apart}}}}}")
}

/// A script that does what `entry` does, with all the modules that it imports, at once or later.
pub(super) fn join(
    entry: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Result<String, JoinError> {
    Ok(join_apart(entry, read)?.script)
}

/// A joined script, and the [separate](APART) scripts that it ever loads, by their modules. The joined one has
/// [`way_to`] instead of their paths.
pub(super) struct Joined {
    pub(super) script: String,
    pub(super) apart: Vec<(String, String)>,
}

/// The same, with the separate scripts.
pub(super) fn join_apart(
    entry: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Result<Joined, JoinError> {
    let script = "const __modules = {};\n".to_owned();
    let mut joining =
        Joining { read, script, joined: Vec::new(), open: Vec::new(), later: Vec::new() };
    let entry = joining.open(entry)?;
    let loaded = joining.push_later()?;
    let script = mem::take(&mut joining.script) + &entry.body;
    let mut apart = Vec::new();
    for path in loaded {
        let script = joining.apart(&path)?;
        apart.push((path, script));
    }
    Ok(Joined { script, apart })
}

struct Joining<R> {
    read: R,
    script: String,
    joined: Vec<String>,
    /// The modules whose imports are being joined.
    open: Vec<String>,
    /// The modules that another module loads when it needs them.
    later: Vec<String>,
}

impl<R: Fn(&str) -> Option<String>> Joining<R> {
    /// Reads a module after joining everything that it imports.
    fn open(&mut self, path: &str) -> Result<Module, JoinError> {
        if self.open.iter().any(|open| open == path) {
            let circle = self.open.join(" imports ");
            return Err(JoinError::new(path, format!("{circle} imports {path} again")));
        }
        let source = (self.read)(path).ok_or_else(|| JoinError::missing(path))?;
        let mut module = Module::read(path, &source)?;
        self.open.push(path.to_owned());
        for import in &module.imports {
            self.push(import)?;
        }
        self.open.pop();
        self.later.append(&mut module.later);
        Ok(module)
    }

    /// Joins the modules that others load later; returns those that are separate.
    fn push_later(&mut self) -> Result<Vec<String>, JoinError> {
        let mut apart = Vec::new();
        while let Some(path) = self.later.pop() {
            if !APART.contains(&&*path) {
                self.push(&path)?;
            } else if !apart.contains(&path) {
                apart.push(path);
            }
        }
        Ok(apart)
    }

    /// A separate module with the modules that the joined script lacks. Its function adds each of them to the others,
    /// unless another separate script has.
    fn apart(&mut self, path: &str) -> Result<String, JoinError> {
        let n_shared = self.joined.len();
        self.push(path)?;
        if let Some(nested) = self.push_later()?.pop() {
            return Err(JoinError::new(path, format!("it loads {nested}, which is separate, too")));
        }
        self.joined.truncate(n_shared);
        let modules = mem::take(&mut self.script);
        Ok(format!(
            "export function load(__modules) {{\n{modules}return __modules[\"{path}\"];\n}}\n"
        ))
    }

    fn push(&mut self, path: &str) -> Result<(), JoinError> {
        if self.joined.iter().any(|joined| joined == path) {
            return Ok(());
        }
        let Module { body, exports, .. } = self.open(path)?;
        let exports = exports.join(", ");
        write!(
            self.script,
            "// {path}\n__modules[\"{path}\"] ??= (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        )
        .expect("a string takes all");
        self.joined.push(path.to_owned());
        Ok(())
    }
}

/// A module as the body of a function.
#[derive(Default)]
struct Module {
    imports: Vec<String>,
    later: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn read(path: &str, source: &str) -> Result<Self, JoinError> {
        let mut module = Self::default();
        let mut lines = code_lines(source);
        while let Some(line) = lines.next() {
            let rewritten = if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let next = lines.next();
                    statement +=
                        next.ok_or_else(|| JoinError::new(path, "an import is incomplete"))?;
                }
                module.import(path, &statement)
            } else if let Some(declaration) = line.strip_prefix("export ") {
                module.export(declaration).map(|()| declaration.to_owned())
            } else {
                module.load_later(path, line)
            };
            let wrong = || JoinError::new(path, format!("this cannot be joined: {line}"));
            module.body += without_types(&rewritten.ok_or_else(wrong)?).trim_start();
            module.body.push('\n');
        }
        Ok(module)
    }

    /// `import { a, b as c } from "./d.js";`, with `* as a` instead of the names, or with nothing.
    fn import(&mut self, path: &str, statement: &str) -> Option<String> {
        let rest = statement.strip_prefix("import ")?.strip_suffix("\";")?;
        let (names, file) = rest.split_once('"')?;
        let file = resolve(path, file)?;
        let module = format!("__modules[\"{file}\"];");
        self.imports.push(file);
        if names.is_empty() {
            return Some(String::new());
        }
        let names = names.strip_suffix(" from ")?;
        if let Some(name) = names.strip_prefix("* as ") {
            return Some(format!("const {name} = {module}"));
        }
        names.strip_prefix('{')?.strip_suffix('}')?;
        Some(format!("const {} = {module}", names.replace(" as ", ": ")))
    }

    /// `function name(`, `async function name(`, `class Name `, `const NAME ` or `const [A, B] `.
    fn export(&mut self, declaration: &str) -> Option<()> {
        let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
        let rest =
            ["function ", "class ", "const "].iter().find_map(|word| rest.strip_prefix(word))?;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = match rest.strip_prefix('[') {
            Some(list) => list.split_once(']')?.0,
            None => &rest[..rest.find(|c| !is_letter(c))?],
        };
        for name in names.split(", ") {
            let is_name = !name.is_empty() && name.chars().all(is_letter);
            self.exports.push(is_name.then(|| name.to_owned())?);
        }
        Some(())
    }

    /// A line in which `await import("./a.js")` becomes the joined module, or loads its separate script.
    fn load_later(&mut self, path: &str, line: &str) -> Option<String> {
        const LOAD: &str = "await import(\"";
        let Some((before, rest)) = line.split_once(LOAD) else { return Some(line.to_owned()) };
        let (file, after) = rest.split_once("\")")?;
        let file = resolve(path, file)?;
        let rewritten = if APART.contains(&&*file) {
            format!("{before}(await import(\"{}\")).load(__modules){after}", way_to(&file))
        } else {
            format!("{before}await __modules[\"{file}\"]{after}")
        };
        self.later.push(file);
        (!after.contains(LOAD)).then_some(rewritten)
    }
}

/// The lines of a module or a style sheet without its comments, which are a third of it, and without empty ones.
/// Comments beside code stay.
pub(super) fn code_lines(source: &str) -> impl Iterator<Item = &str> {
    let mut is_inside = false;
    source.lines().filter(move |line| {
        let line = line.trim();
        let is_first = !is_inside && line.starts_with("/*");
        let has_code = is_first && line.contains("*/") && !line.ends_with("*/");
        let is_comment = is_inside || line.starts_with("//") || is_first && !has_code;
        is_inside = (is_inside || is_first && !has_code) && !line.ends_with("*/");
        !is_comment && !line.is_empty()
    })
}

/// A line of code without the types beside it, as in `(/** @type {number} */ by) => by + 1`.
fn without_types(line: &str) -> String {
    let (mut code, mut rest) = (String::new(), line);
    while let Some((before, comment)) = rest.split_once("/** @")
        && let Some((_, after)) = comment.split_once("*/")
    {
        code += before;
        rest = after.trim_start();
    }
    code + rest
}

/// The path of a file in `page/`, given relative to another file: `./` or `../` and names.
fn resolve(from: &str, path: &str) -> Option<String> {
    let mut folders: Vec<_> = from.split('/').collect();
    folders.pop();
    let mut rest = path.strip_prefix("./").unwrap_or(path);
    while let Some(outer) = rest.strip_prefix("../") {
        folders.pop()?;
        rest = outer;
    }
    (path.starts_with('.') && !rest.starts_with('.'))
        .then(|| [&folders[..], &[rest]].concat().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: Result<&str, &str>) {
        let read = |path: &str| {
            files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
        };
        let joined = join("main.js", read).map_err(|error| error.to_string());
        assert_eq!(joined.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        check(
            &[
                (
                    "main.js",
                    "import \"./a.js\";\nimport * as b from \"./core/b.js\";\nawait b.run();\n",
                ),
                ("a.js", "import {\n  run as go,\n  LEAST,\n} from \"./core/b.js\";\ngo(LEAST);\n"),
                (
                    "core/b.js",
                    "export const LEAST = 1;\nexport const [A, B] = [2, 3];\nexport async function run() {\n  (await import(\"../c.js\")).C;\n}\n",
                ),
                ("c.js", "import { LEAST } from \"./core/b.js\";\nexport class C {}"),
            ],
            Ok("const __modules = {};\n\
                // core/b.js\n__modules[\"core/b.js\"] ??= (() => {\n\
                const LEAST = 1;\nconst [A, B] = [2, 3];\nasync function run() {\n(await __modules[\"c.js\"]).C;\n}\n\
                return { LEAST, A, B, run };\n})();\n\
                // a.js\n__modules[\"a.js\"] ??= (() => {\n\
                const {  run: go,  LEAST,} = __modules[\"core/b.js\"];\ngo(LEAST);\nreturn {  };\n})();\n\
                // c.js\n__modules[\"c.js\"] ??= (() => {\n\
                const { LEAST } = __modules[\"core/b.js\"];\nclass C {}\nreturn { C };\n})();\n\
                \nconst b = __modules[\"core/b.js\"];\nawait b.run();\n"),
        );
    }

    #[test]
    fn types_beside_code_are_left_out() {
        let line = "  go((/** @type {A} */ a, /** @type {B} */ b) => a + /** 1 */ b);";
        assert_eq!(without_types(line), "  go((a, b) => a + /** 1 */ b);");
        assert_eq!(without_types("a(/** @type"), "a(/** @type");
    }

    #[test]
    fn comments_and_indents_are_left_out() {
        let source = "// One.\n/** @type {A} */\na();\n/**\n * Two,\n * three.\n */\n\
                      /** @type {B} */ (b).c(); // four\n  // Five.\n  d(\"// no\");\n";
        let code = "(b).c(); // four\nd(\"// no\");\n";
        check(&[("main.js", source)], Ok(&format!("const __modules = {{}};\na();\n{code}")));
    }

    #[test]
    fn what_cannot_be_joined_is_said() {
        for line in [
            "import a from \"./a.js\";",
            "import { a } from \"a.js\";",
            "import { a } from \"../a.js\";",
            "export let a = 1;",
            "export default 1;",
            "export { a };",
            "export const { a } = b;",
            "(await import(\"a.js\")).a;",
        ] {
            check(
                &[("main.js", line)],
                Err(&format!("page/main.js: this cannot be joined: {line}")),
            );
        }
        check(&[("main.js", "import {")], Err("page/main.js: an import is incomplete"));
        let missing = "page/a.js: there is no such file, or it is not text of the page";
        check(&[("main.js", "import \"./a.js\";")], Err(missing));
        let circle = [
            ("main.js", "import \"./a.js\";"),
            ("a.js", "import \"./b.js\";"),
            ("b.js", "import \"./a.js\";"),
        ];
        check(&circle, Err("page/a.js: main.js imports a.js imports b.js imports a.js again"));
    }
}
