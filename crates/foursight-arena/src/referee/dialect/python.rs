//! Analyzes Python source: its definitions, and whether the arena calls it or it reads lines itself.

/// Parts of parameter names that mean a board. The script for courses has the same list.
const BOARDS: [&str; 4] = ["board", "field", "grid", "state"];

/// A function that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// The text between its parentheses, on its first line.
    pub(super) parameters: String,
}

/// The block that a line at the left margin opens, for itself and the indented lines below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// A function for the arena to call.
    Agent,
    /// The code that runs only if the file is started as a program.
    Main,
    Other,
}

/// Whether Python code defines an agent: a function that takes an observation, or anything and a configuration, or any
/// arguments if its name is `agent`.
///
/// A file that reads lines is a program, not an agent. But an agent may read lines by mistake, or below
/// `if __name__ == "__main__"` for its author's tests, unless it also `speaks` a dialect of lines.
pub(super) fn is_agent(text: &str, speaks: bool) -> bool {
    let (mut block, mut found) = (Block::Other, false);
    let mut reads = false;
    for line in text.lines() {
        if is_at_margin(line) {
            block = opened_by(line);
        }
        found |= block == Block::Agent || takes_observation(line);
        reads |= reads_input(line) && (speaks || block == Block::Other);
    }
    found && !reads
}

/// The functions at the top level of Python code.
fn functions(text: &str) -> impl Iterator<Item = Function> {
    text.lines().filter(|line| is_at_margin(line)).filter_map(function)
}

/// Whether Python code defines a function `agent` that takes a board, not an observation.
pub(super) fn takes_board(text: &str) -> bool {
    let is_board = |name: &str| BOARDS.iter().any(|board| name.contains(board));
    let takes = |agent: Function| {
        let names: Vec<&str> = agent.parameters.split(',').map(str::trim).collect();
        !are_of_kaggle(&names) && names.into_iter().any(is_board)
    };
    functions(text).filter(|function| function.name == "agent").last().is_some_and(takes)
}

/// Whether a line outside a class reads standard input.
pub(super) fn reads_outside_classes(text: &str) -> bool {
    let mut in_class = false;
    text.lines().any(|line| {
        if is_at_margin(line) {
            in_class = class(line).is_some();
        }
        !in_class && reads_input(line)
    })
}

/// The classes at the top level of Python code.
pub(super) fn classes(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(class)
}

/// The class whose definition a line at the left margin begins.
fn class(line: &str) -> Option<&str> {
    let name = line.strip_prefix("class ")?.split(['(', ':', ' ']).next();
    name.filter(|name| !name.is_empty())
}

/// Whether a line begins a statement at the left margin.
fn is_at_margin(line: &str) -> bool {
    line.starts_with(|c: char| c.is_alphabetic() || "_@".contains(c))
}

fn opened_by(line: &str) -> Block {
    if line.starts_with("if __name__") {
        return Block::Main;
    }
    let is_agent = function(line).is_some_and(|function| {
        let parameters = function.parameters.trim_end_matches([')', ':', ' ']);
        takes_observation(line) || function.name == "agent" && !parameters.is_empty()
    });
    // The parameters may be on the lines below.
    let is_open = line.trim_end() == "def agent(";
    if is_agent || is_open { Block::Agent } else { Block::Other }
}

/// The function whose definition a line begins.
pub(super) fn function(line: &str) -> Option<Function> {
    let (name, rest) = line.trim_start().strip_prefix("def ")?.split_once('(')?;
    let parameters = rest.rsplit_once(')').map_or(rest, |(parameters, _)| parameters);
    Some(Function { name: name.trim().to_owned(), parameters: parameters.trim().to_owned() })
}

/// Whether a line defines a function whose first parameter is an observation, or whose second one is a configuration.
fn takes_observation(line: &str) -> bool {
    let parameters = function(line).map(|function| function.parameters).unwrap_or_default();
    let names = parameters.split(',').map(str::trim).filter(|name| *name != "self");
    are_of_kaggle(&names.collect::<Vec<_>>()) || line.contains("lambda obs")
}

/// Whether these parameters are an observation, or anything and a configuration.
fn are_of_kaggle(names: &[&str]) -> bool {
    names.first().is_some_and(|name| name.starts_with("obs"))
        || names.get(1).is_some_and(|name| name.starts_with("conf"))
}

/// Whether a line reads standard input.
fn reads_input(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default();
    code.contains("stdin") || code.contains("input(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_told_from_programs() {
        let tested = "def agent(obs): return 3\nif __name__ == '__main__':\n    agent(input())";
        for (text, speaks, expected) in [
            ("def my_agent(observation, configuration):\n    return 3", false, true),
            ("class A:\n    def __call__(self, obs, config):\n        return 3", false, true),
            ("agent = lambda obs: 3", false, true),
            ("def my_agent(state, configuration):\n    return 3", false, true),
            ("def agent(board):\n    return 3", false, true),
            ("def agent(o, c): return 3", false, true),
            ("def agent(\n    observation,\n    configuration,\n):\n    return 3", false, true),
            // An agent that reads input by mistake, or only in its author's tests.
            ("def agent(observation, configuration):\n    return int(input())", false, true),
            (tested, false, true),
            ("# never calls input()\ndef agent(obs): return 3", false, true),
            // A program, not an agent.
            (tested, true, false),
            ("def agent(board): return 3\nwhile True:\n    print(agent(input()))", false, false),
            ("import sys\ndef act(obs): pass\nfor line in sys.stdin: act(line)", false, false),
            ("def agent():\n    while True:\n        print(input())\nagent()", false, false),
            ("def main():\n    print(input())\ndef act(obs): pass\nmain()", false, false),
            ("def choose(board):\n    return 3", false, false),
        ] {
            assert_eq!(is_agent(text, speaks), expected, "{text}");
        }
    }

    #[test]
    fn functions_at_the_top() {
        let text = "import sys\ndef one(a, b=(1, 2)):\n    def inner(): pass\nclass A:\n    def two(self): pass\n\
                    def three(\n    a\n): pass\n";
        let found: Vec<(String, String)> =
            functions(text).map(|function| (function.name, function.parameters)).collect();
        let expected = [("one", "a, b=(1, 2)"), ("three", "")];
        assert_eq!(found, expected.map(|(name, rest)| (name.to_owned(), rest.to_owned())));
    }
}
