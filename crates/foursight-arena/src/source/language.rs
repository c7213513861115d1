//! Languages and build files that the arena can compile.

use std::path::Path;

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
    pub(crate) fn is_rust(self) -> bool {
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
