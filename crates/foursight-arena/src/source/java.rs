//! Facts about a Java file: its package, its class, and whether it has `main`.

use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder in which the packages of a file start: `src` for `src/bots/Main.java` in `package bots`. `None` if the
/// file is in no package, or not in the folder of its package.
pub(crate) fn root(path: &Path) -> Option<PathBuf> {
    let text = text(path);
    let package = package(&text)?;
    package.rsplit('.').try_fold(path.parent()?.to_owned(), |folder, name| {
        (folder.file_name()?.to_str()? == name).then(|| folder.parent().map(Path::to_owned))?
    })
}

/// The class in a file that has `public static void main`, with its package.
pub(crate) fn main_class(path: &Path) -> Option<String> {
    let text = text(path);
    let (before, _) = text.split_once(" static void main")?;
    let class = class(&text, path.file_stem()?.to_str()?)
        .or_else(|| names_of_classes(before).last().map(|(name, _)| name))?;
    Some(package(&text).map_or_else(|| class.clone(), |package| format!("{package}.{class}")))
}

/// The file name that the compiler requires: the name of the public class.
pub(crate) fn file_name(path: &Path) -> String {
    let text = text(path);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    format!("{}.java", class(&text, &stem).unwrap_or(stem))
}

/// The public class, or else the class named like the file.
fn class(text: &str, stem: &str) -> Option<String> {
    let names: Vec<(String, bool)> = names_of_classes(text).collect();
    let public = names.iter().find(|(_, is_public)| *is_public);
    public.or_else(|| names.iter().find(|(name, _)| name == stem)).map(|(name, _)| name.clone())
}

/// The names after `class`, each with whether `public` precedes it.
fn names_of_classes(text: &str) -> impl Iterator<Item = (String, bool)> {
    let words: Vec<&str> = text.split(' ').collect();
    let classes =
        words.iter().enumerate().filter(|(_, word)| ["class", "record", "enum"].contains(word));
    let found = classes.filter_map(|(index, _)| {
        let name =
            words.get(index + 1)?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let modifiers = words[..index].iter().rev().take(3);
        let is_public = modifiers
            .take_while(|word| ["public", "final", "abstract", "strictfp"].contains(word))
            .any(|word| *word == "public");
        (!name.is_empty()).then(|| (name.to_owned(), is_public))
    });
    found.collect::<Vec<_>>().into_iter()
}

fn package(text: &str) -> Option<String> {
    let rest = text.strip_prefix("package ")?;
    Some(rest.split_once(';')?.0.trim().to_owned())
}

/// A larger file is not source code.
const MAX_BYTES: u64 = 1 << 24;

/// The text without comments, and with a single space for each gap.
fn text(path: &Path) -> String {
    let mut whole = Vec::new();
    let read =
        foursight_files::open(path, MAX_BYTES).and_then(|mut file| file.read_to_end(&mut whole));
    let whole = String::from_utf8_lossy(if read.is_ok() { &whole } else { &[] });
    let mut plain = String::new();
    for (index, part) in whole.split("/*").enumerate() {
        let kept =
            if index == 0 { Some(part) } else { part.split_once("*/").map(|(_, rest)| rest) };
        plain.push_str(kept.unwrap_or_default());
    }
    let lines = plain.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Checks where packages start, the main class, and the required file name.
    #[track_caller]
    fn check(path: &str, text: &str, expected: (Option<&str>, Option<&str>, &str)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let root = root(&path).map(|root| root.strip_prefix(folder.path()).unwrap().to_owned());
        let found = (root, main_class(&path), file_name(&path));
        let (root, class, name) = expected;
        assert_eq!(
            found,
            (root.map(PathBuf::from), class.map(str::to_owned), name.to_owned()),
            "{text}"
        );
    }

    #[test]
    fn classes_and_packages() {
        let main = "public static void main(String[] args) {}";
        let text = format!("// class Other\npublic final class Ann {{ class Inner {{}} {main} }}");
        check("ann.java", &text, (None, Some("Ann"), "Ann.java"));
        let text = format!("/* class No */ class Helper {{}}\nclass Bot\n{{ {main} }}");
        check("Bot.java", &text, (None, Some("Bot"), "Bot.java"));
        check("x.java", &text, (None, Some("Bot"), "x.java"));
        let text = format!("package a.b;\nimport java.util.*;\npublic class Main {{ {main} }}");
        check("src/a/b/Main.java", &text, (Some("src"), Some("a.b.Main"), "Main.java"));
        check("src/b/Main.java", &text, (None, Some("a.b.Main"), "Main.java"));
        check("Board.java", "public class Board { void main() {} }", (None, None, "Board.java"));
    }
}
