//! The imports of a crate's modules, read with a parser: grouped imports, paths in code, and paths within macros.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, UseTree};

/// For each top-level module of a crate, its imports: other such modules as `crate::NAME`, crates by their names.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

/// The imports of a crate, without those of its tests. `lib` is the name of its root file.
pub(crate) fn imports(source: &Path, lib: &str) -> Imports {
    let root = parse(&source.join(lib));
    let reexports = reexports(&root);
    let mut imports = Imports::new();
    for item in &root.items {
        let Item::Mod(module) = item else { continue };
        if is_test(&module.attrs) {
            continue;
        }
        let name = module.ident.to_string();
        let mut reader = Reader { path: vec![name.clone()], found: BTreeSet::new() };
        reader.read_module(source, module);
        let used = reader.found.into_iter().map(|used| match used.strip_prefix("crate::") {
            Some(item) => format!("crate::{}", reexports.get(item).map_or(item, String::as_str)),
            None => used,
        });
        let own = format!("crate::{name}");
        imports.insert(name, used.filter(|used| *used != own).collect());
    }
    imports
}

fn parse(path: &Path) -> syn::File {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names that the root of a crate exports, with the modules from which they come.
fn reexports(root: &syn::File) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for item in &root.items {
        let Item::Use(import) = item else { continue };
        for path in paths(&import.tree) {
            let path: Vec<_> =
                path.into_iter().filter(|part| part != "self" && part != "crate").collect();
            if let [module, .., name] = &path[..] {
                found.insert(name.clone(), module.clone());
            }
        }
    }
    found
}

/// The paths of an import, one for each name that it introduces.
fn paths(tree: &UseTree) -> Vec<Vec<String>> {
    let below = |part: String, rest: Vec<Vec<String>>| {
        rest.into_iter().map(|path| [vec![part.clone()], path].concat()).collect()
    };
    match tree {
        UseTree::Path(path) => below(path.ident.to_string(), paths(&path.tree)),
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(rename) => vec![vec![rename.ident.to_string(), rename.rename.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_owned()]],
        UseTree::Group(group) => group.items.iter().flat_map(paths).collect(),
    }
}

/// Whether an item with these attributes is compiled only for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens = attribute.meta.require_list().map(|list| list.tokens.to_string());
        attribute.path().is_ident("cfg") && tokens.is_ok_and(|tokens| tokens.contains("test"))
    })
}

/// Whether a module is in a file with another name.
fn has_path(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("path"))
}

struct Reader {
    /// The module that is being read.
    path: Vec<String>,
    found: BTreeSet<String>,
}

impl Reader {
    /// Reads a module: inline, or in the file with its name.
    fn read_module(&mut self, folder: &Path, module: &ItemMod) {
        let file;
        let items = if let Some((_, items)) = &module.content {
            items
        } else {
            let file_name = format!("{}.rs", module.ident);
            file = parse(&folder.join(file_name));
            &file.items
        };
        let folder = folder.join(module.ident.to_string());
        for item in items {
            match item {
                // A file of another crate is read there.
                Item::Mod(child) if is_test(&child.attrs) || has_path(&child.attrs) => {}
                Item::Mod(child) => {
                    self.path.push(child.ident.to_string());
                    self.read_module(&folder, child);
                    self.path.pop();
                }
                _ => self.visit_item(item),
            }
        }
    }

    /// Records the module to which a path leads.
    fn note(&mut self, path: &[String]) {
        let mut at = self.path.clone();
        let mut rest = path;
        let is_relative = ["crate", "self", "super"].contains(&path[0].as_str());
        while let [first, tail @ ..] = rest {
            match first.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                _ => break,
            }
            rest = tail;
        }
        let whole = [&at[..], rest].concat();
        match (is_relative, whole.first()) {
            (true, Some(first)) => self.found.insert(format!("crate::{first}")),
            (true, None) => false,
            (false, _) => self.found.insert(path[0].clone()),
        };
    }

    fn read_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for window in tokens.windows(4) {
            if let [
                TokenTree::Ident(root),
                TokenTree::Punct(_),
                TokenTree::Punct(_),
                TokenTree::Ident(name),
            ] = window
                && root == "crate"
            {
                self.note(&["crate".to_owned(), name.to_string()]);
            }
        }
        for token in tokens {
            if let TokenTree::Group(group) = token {
                self.read_tokens(group.stream());
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_use(&mut self, import: &'ast ItemUse) {
        for path in paths(&import.tree) {
            self.note(&path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.note(&parts);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.read_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

#[test]
fn imports_are_read_in_every_form() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    fs::create_dir(folder.path().join("a")).expect("a folder");
    write("lib.rs", "mod a; mod b; mod c; mod d; mod e; pub use c::Thing; #[cfg(test)] mod tests;");
    write(
        "a.rs",
        "mod inner; use crate::{b::{self, X as Y}, Thing}; fn f() { json!({ \"k\": [crate::d::f()] }) }",
    );
    write(
        "a/inner.rs",
        "fn g(x: &super::super::e::E) -> std::io::Result<()> { self::h(); super::f() }",
    );
    for name in ["b.rs", "c.rs", "d.rs", "e.rs"] {
        write(name, "#[cfg(test)] mod tests { use crate::a; }");
    }
    let imports = imports(folder.path(), "lib.rs");
    let used: Vec<&str> = imports["a"].iter().map(String::as_str).collect();
    for name in ["crate::b", "crate::c", "crate::d", "crate::e", "std"] {
        assert!(used.contains(&name), "{name} is not in {used:?}");
    }
    assert!(!used.contains(&"crate::Thing") && imports["b"].is_empty(), "{imports:?}");
}
