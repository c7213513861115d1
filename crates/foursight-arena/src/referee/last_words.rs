//! Extracts the reason why a program ended from its standard error.

/// The maximum number of characters to keep.
const MAX_CHARS: usize = 400;

/// Parts of lines that state an exception, in the words of JavaScript, Java, Go, C++ and others.
const MARKS: [&str; 7] = [
    "Error: ",
    "syntax error",
    "Exception: ",
    "Exception in thread",
    "panic: ",
    "what():",
    "Caused by:",
];

/// The exception that ended a program and where it was raised, with the hints of the arena's scripts; without an
/// exception, the last line.
///
/// `None` if the program wrote nothing.
pub(crate) fn last_words(errors: &str) -> Option<String> {
    let is_blank = |line: &str| line.chars().all(|c| c.is_whitespace() || c.is_control());
    let lines = errors.lines().filter(|line| !is_blank(line));
    let (hints, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("hint: "));
    let of_known = [of_python, of_ruby, of_rust, of_others];
    let words = of_known.iter().find_map(|of| of(&lines));
    let words = words.or_else(|| Some(lines.last()?.trim().to_owned()));
    let hints = hints.iter().filter_map(|hint| hint.strip_prefix("hint: ")).map(str::to_owned);
    let all: Vec<String> = words.into_iter().chain(hints).collect();
    let text: String = all.join("; ").chars().take(MAX_CHARS).collect();
    (!text.is_empty()).then_some(text)
}

/// The first unindented line below the last frame, and the last frame in a file of the player.
fn of_python(lines: &[&str]) -> Option<String> {
    let is_frame = |line: &&str| line.starts_with("  File \"");
    let is_own = |line: &&str| is_frame(line) && !line.contains("/lib/python");
    let last = lines.iter().rposition(is_frame)?;
    let words = lines[last..].iter().find(|line| !line.starts_with(' '))?;
    let frame = lines[..=last].iter().rev().copied().find(is_own).unwrap_or(lines[last]);
    // `  File "/bots/ann.py", line 4, in choose`
    let (path, rest) = frame.strip_prefix("  File \"")?.split_once("\", line ")?;
    let (line, function) = rest.split_once(", in ").unwrap_or((rest, "<module>"));
    let function =
        if function.starts_with('<') { String::new() } else { format!(", in {function}") };
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(format!("{words} (line {line} of {name}{function})"))
}

/// The line that begins with the innermost frame and ends with the class.
fn of_ruby(lines: &[&str]) -> Option<String> {
    let is_head =
        |line: &&&str| line.contains(":in ") && line.ends_with(')') && line.contains(" (");
    lines.iter().rfind(is_head).map(|line| base_name(line).to_owned())
}

/// The message, which is below the line with the place.
fn of_rust(lines: &[&str]) -> Option<String> {
    let place = lines.iter().rposition(|line| line.contains(" panicked at "))?;
    let message = lines.get(place + 1).filter(|line| !line.starts_with("note: "));
    let words = [Some(&lines[place]), message];
    Some(words.into_iter().flatten().copied().collect::<Vec<_>>().join(" "))
}

/// The last line that states an exception, with the innermost frame below it or the line of code above it.
fn of_others(lines: &[&str]) -> Option<String> {
    let index = lines.iter().rposition(|line| MARKS.iter().any(|mark| line.contains(mark)))?;
    let words = lines[index].trim();
    let frame = lines.get(index + 1).and_then(|line| line.trim().strip_prefix("at "));
    let place = match frame.filter(|frame| !frame.contains("node:")) {
        Some(frame) => match frame.split_once('(') {
            Some((function, place)) => format!("{function}({}", base_name(place)),
            None => base_name(frame).to_owned(),
        },
        None => match lines[..index].iter().rev().find(|line| is_place(line)) {
            Some(place) => base_name(place).to_owned(),
            None => return Some(words.to_owned()),
        },
    };
    Some(format!("{words}, at {place}"))
}

/// Whether a line is a path with the number of a line.
fn is_place(line: &str) -> bool {
    let number = line.rsplit_once(':').map_or("", |(_, number)| number);
    line.starts_with('/') && number.parse::<usize>().is_ok()
}

/// A text without the folders of the absolute path at its start.
fn base_name(text: &str) -> &str {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let folders = text[..end].rfind('/').filter(|_| text.starts_with('/'));
    folders.map_or(text, |slash| &text[slash + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(errors: &str, expected: &str) {
        assert_eq!(last_words(errors).unwrap_or_default(), expected, "{errors}");
    }

    #[test]
    fn of_exceptions() {
        let python = "thinking\nTraceback (most recent call last):\n  File \"/bots/ann.py\", line 2, in agent\n    \
                      return choose(board)\n           ^^^^^\n  File \"/bots/ann.py\", line 4, in choose\n    \
                      return board[99]\nIndexError: list index out of range\n";
        check(python, "IndexError: list index out of range (line 4 of ann.py, in choose)");
        check(
            &format!("{python}hint: count again\n"),
            "IndexError: list index out of range (line 4 of ann.py, in choose); count again",
        );
        check(
            "Traceback (most recent call last):\n  File \"/bots/ann.py\", line 3, in <module>\n    json.loads(3)\n  \
             File \"/usr/lib/python3.11/json/__init__.py\", line 339, in loads\n    raise TypeError()\nTypeError: no\n",
            "TypeError: no (line 3 of ann.py)",
        );
        check(
            "  File \"/bots/ann.py\", line 1\n    def agent(o)\n                ^\nSyntaxError: expected ':'\n",
            "SyntaxError: expected ':' (line 1 of ann.py)",
        );
        check(
            "/bots/ann.rb:4:in `take_turn': undefined method `x' for nil:NilClass (NoMethodError)\n\n    a.x\n     ^^\n\
             \tfrom /bots/ann.rb:2:in `y'\n",
            "ann.rb:4:in `take_turn': undefined method `x' for nil:NilClass (NoMethodError)",
        );
        check(
            "/bots/ann.js:3\n  a.b.c\n\nTypeError: a.b is undefined\n    at move (/bots/ann.js:3:7)\n    at x (/y.js:1:1)\n\n\
             Node.js v20.20.2\n",
            "TypeError: a.b is undefined, at move (ann.js:3:7)",
        );
        check(
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Bot.main(Bot.java:5)\n",
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero, at Bot.main(Bot.java:5)",
        );
        check(
            "thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1`\n",
            "thread 'main' panicked at src/main.rs:3:5: index out of bounds",
        );
        check(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at\n",
            "what():  vector::at",
        );
        check("Error: no\n    at /bots/ann.js:3:7\n", "Error: no, at ann.js:3:7");
        check(
            "/bots/ann.js:3\nlet = 3;\n    ^\nSyntaxError: Unexpected token\n    at wrapSafe (node:internal/loader:1464:18)\n",
            "SyntaxError: Unexpected token, at ann.js:3",
        );
        check("panic: oops\n\ngoroutine 1 [running]:\nmain.main()\n", "panic: oops");
    }

    #[test]
    fn of_everything_else() {
        check("thinking\nno module named bot\n\n", "no module named bot");
        check("hint: read lines\n", "read lines");
        check("\0\0\n", "");
        check("", "");
        check(&"x".repeat(1000), &"x".repeat(MAX_CHARS));
    }
}
