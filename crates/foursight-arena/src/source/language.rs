//! Languages and build files that the arena can compile, and the command lines that do it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Source, java};

/// A language, or a way to build a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Language {
    C,
    #[strum(serialize = "c++")]
    Cpp,
    Go,
    Java,
    Rust,
    /// Compiled Java.
    Jar,
    Make,
    #[strum(serialize = "cmake")]
    CMake,
    Cargo,
    GoModule,
}

/// A program and the Debian package that contains it.
type Tool = (&'static str, &'static str);

const CC: Tool = ("cc", "gcc");
const GO: Tool = ("go", "golang-go");
const JAVA: Tool = ("java", "default-jre-headless");
const RUSTC: Tool = ("rustc", "rustc");

impl Language {
    /// The language of a file, according to its name.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        match path.file_name()?.to_str()? {
            "Makefile" | "makefile" | "GNUmakefile" => return Some(Self::Make),
            "CMakeLists.txt" => return Some(Self::CMake),
            "Cargo.toml" => return Some(Self::Cargo),
            "go.mod" => return Some(Self::GoModule),
            _ => {}
        }
        match path.extension()?.to_str()? {
            "c" => Some(Self::C),
            "cpp" | "cc" | "cxx" => Some(Self::Cpp),
            "go" => Some(Self::Go),
            "java" => Some(Self::Java),
            "rs" => Some(Self::Rust),
            "jar" => Some(Self::Jar),
            _ => None,
        }
    }

    /// The language's name in the script that compiles it.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// The programs that compile the language and run the result.
    pub(crate) fn tools(self) -> &'static [Tool] {
        match self {
            Self::C => &[CC],
            Self::Cpp => &[("c++", "g++")],
            Self::Go | Self::GoModule => &[GO],
            Self::Java => {
                &[("javac", "default-jdk-headless"), ("jar", "default-jdk-headless"), JAVA]
            }
            Self::Rust => &[RUSTC, CC],
            Self::Jar => &[JAVA],
            Self::Make => &[("make", "make")],
            Self::CMake => &[("cmake", "cmake"), ("make", "make")],
            Self::Cargo => &[("cargo", "cargo"), RUSTC, CC],
        }
    }

    /// Whether this language builds a whole folder, which then belongs to the player.
    pub(crate) fn is_build(self) -> bool {
        matches!(self, Self::Make | Self::CMake | Self::Cargo | Self::GoModule)
    }

    /// Whether the compiler receives one file and finds the others itself.
    pub(crate) fn compiles_one_file(self) -> bool {
        matches!(self, Self::Rust | Self::Jar)
    }

    /// Whether Rust's own programs compile it.
    fn is_rust(self) -> bool {
        matches!(self, Self::Rust | Self::Cargo)
    }

    /// Whether Java runs the result.
    pub(crate) fn is_java(self) -> bool {
        matches!(self, Self::Java | Self::Jar)
    }

    /// Whether a file of the player's folder is compiled, or searched for the dialect if this is a build file.
    pub(crate) fn is_part(self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match Self::of_file(path) {
            Some(Self::Go) if name.ends_with("_test.go") => false,
            Some(Self::Java) if path.components().any(|part| part.as_os_str() == "test") => false,
            Some(other) if self.is_build() => !other.is_build() && other != Self::Jar,
            other => other == Some(self),
        }
    }
}

const SCRIPT: &str = include_str!("compile.sh");

/// Runs the script that compiles these files.
pub(crate) fn command(source: &Source, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let text = |path: &Path| match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(io::Error::other(format!("the path {} is not UTF-8", path.display()))),
    };
    let language = source.language;
    let is_alone = language == Language::Java && files.len() == 1;
    let class = files.iter().find_map(|file| java::main_class(file));
    let mut words = ["sh", "-c", SCRIPT, "sh"].map(str::to_owned).to_vec();
    words.extend([
        if is_alone { "java-file" } else { language.name() }.to_owned(),
        if language.is_rust() { rust_tools() } else { String::new() },
        text(Path::new(source.root.file_name().unwrap_or_default()))?,
        class.filter(|_| language == Language::Java).unwrap_or_default(),
    ]);
    for file in files {
        words.push(text(file)?);
    }
    if is_alone {
        words.push(java::file_name(&source.main));
    }
    Ok(words)
}

/// A compiler's information about itself.
pub(crate) fn version(tool: &str) -> Vec<u8> {
    ask(tool, if tool == "go" { &["version"] } else { &["--version"] })
}

/// The folder with Rust's own programs: rustup's programs look for them in the user's home, which the jail hides.
fn rust_tools() -> String {
    let root = ask("rustc", &["--print", "sysroot"]);
    format!("{}/bin", String::from_utf8_lossy(&root).trim())
}

/// The output of an installed program, run in a folder without players' files, so that none of them runs.
fn ask(tool: &str, words: &[&str]) -> Vec<u8> {
    let output = Command::new(tool).args(words).current_dir("/").stdin(Stdio::null()).output();
    output.map(|output| output.stdout).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which of the files belong to a player in this language.
    #[track_caller]
    fn check(language: Language, expected: &[&str]) {
        let files = "a/main.c a/main.cpp a/main.go a/main_test.go a/Main.java a/test/MainTest.java a/main.rs \
                 a/main.jar a/Makefile a/go.mod a/notes.txt";
        let is_part = |file: &&str| language.is_part(Path::new(file));
        let parts: Vec<&str> = files.split(' ').filter(is_part).collect();
        assert_eq!(parts, expected, "{language:?}");
    }

    #[test]
    fn files_that_are_compiled() {
        check(Language::C, &["a/main.c"]);
        check(Language::Cpp, &["a/main.cpp"]);
        check(Language::Go, &["a/main.go"]);
        check(Language::Java, &["a/Main.java"]);
        check(Language::Rust, &["a/main.rs"]);
        check(Language::Jar, &["a/main.jar"]);
        // A build file may compile any language, but neither archives nor other build files.
        for language in [Language::Make, Language::CMake, Language::Cargo, Language::GoModule] {
            check(language, &["a/main.c", "a/main.cpp", "a/main.go", "a/Main.java", "a/main.rs"]);
        }
    }
}
