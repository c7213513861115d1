//! The required parts that a class has, under the names that it gives them.

use super::conversation::{Conversation, NoAnswer};
use super::interface::BoardInterface;
use super::signature::Signature;

/// A class that was found, and what it lacks.
pub(super) struct Description {
    /// The rules, with the names as the class spells them.
    pub(super) rules: BoardInterface,
    /// The reason why each signature is missing, by its name in a rubric.
    missing: Vec<(&'static str, String)>,
}

/// A method of a class.
struct Method {
    name: String,
    /// The method as its author wrote it: `drop(column, player)`.
    text: String,
    parameters: Vec<String>,
}

impl Method {
    fn read(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once('(')?;
        let inside = rest.strip_suffix(')')?;
        let parameters = inside.split(", ").filter(|word| !word.is_empty()).map(str::to_owned);
        Some(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            parameters: parameters.collect(),
        })
    }

    /// Whether it can be called with this many arguments.
    fn takes(&self, n_arguments: usize) -> bool {
        let is_open = self.parameters.iter().any(|name| name == "*");
        let named = self.parameters.iter().filter(|name| *name != "*");
        let n_needed = named.clone().filter(|name| !name.ends_with('?')).count();
        n_needed <= n_arguments && (is_open || n_arguments <= named.count())
    }
}

impl Description {
    /// Asks what a class has. If the class is missing, the error says what was found instead.
    pub(super) fn ask(
        conversation: &mut Conversation<'_>,
        rules: &BoardInterface,
    ) -> Result<Self, NoAnswer> {
        let language = conversation.program.language;
        let class = &rules.new.name;
        let words = conversation.describe(class)?;
        let methods = match words.split_first() {
            Some((first, rest)) if first == "class" => rest,
            Some((first, rest)) if first == "raised" => {
                return Err(NoAnswer::Class(format!(
                    "the file cannot be loaded: {}",
                    rest.concat()
                )));
            }
            Some((first, rest)) if first == "absent" => {
                return Err(NoAnswer::Class(absent(class, rest)));
            }
            _ => {
                return Err(NoAnswer::Class(format!(
                    "it wrote {words:?} while it was being loaded"
                )));
            }
        };
        let methods: Vec<Method> = methods.iter().filter_map(|text| Method::read(text)).collect();
        let mut rules = rules.clone();
        let mut missing = Vec::new();
        let mut fit = |role: &'static str, signature: &mut Signature| match fitting(
            &methods,
            role,
            signature,
            &language.spelled(&signature.name),
        ) {
            Ok(name) => signature.name = name,
            Err(reason) => missing.push((role, format!("class {class} {reason}"))),
        };
        fit("new", &mut rules.new);
        fit("drop", &mut rules.drop);
        fit("winner", &mut rules.winner);
        fit("full", &mut rules.full);
        if let Some(cell) = &mut rules.cell {
            fit("cell", cell);
        }
        Ok(Self { rules, missing })
    }

    /// The reason why a required part of the class cannot be called.
    pub(super) fn missing(&self, role: &str) -> Option<&str> {
        self.missing.iter().find(|(name, _)| *name == role).map(|(_, reason)| reason.as_str())
    }
}

/// The name of the method that a signature calls, in either spelling; the error says what is wrong.
fn fitting(
    methods: &[Method],
    role: &str,
    signature: &Signature,
    spelled: &str,
) -> Result<String, String> {
    // Only an object has fields; the class does not show them.
    if signature.is_field {
        return Ok(signature.name.clone());
    }
    let is_new = role == "new";
    let wanted = Signature { name: spelled.to_owned(), ..signature.clone() };
    let is_named = |method: &&Method| {
        if is_new {
            method.name == "new"
        } else {
            method.name == signature.name || method.name == spelled
        }
    };
    let named: Vec<&Method> = methods.iter().filter(is_named).collect();
    if let Some(method) = named.iter().find(|method| method.takes(signature.arguments.len())) {
        return Ok(if is_new { signature.name.clone() } else { method.name.clone() });
    }
    Err(match named.first() {
        Some(_) if is_new => {
            let texts: Vec<String> =
                named.iter().map(|method| method.text.replacen("new", &wanted.name, 1)).collect();
            format!("is created with {}, not with {wanted}", texts.join(" or "))
        }
        Some(method) => format!("has {}, but is called with {wanted}", method.text),
        None => {
            let others: Vec<&str> = methods
                .iter()
                .filter(|method| method.name != "new")
                .map(|method| &*method.text)
                .collect();
            if others.is_empty() {
                format!("has no method {wanted}; it has none at all")
            } else {
                format!("has no method {wanted}; it has {}", others.join(", "))
            }
        }
    })
}

/// Says that there is no such class, and what was found instead.
fn absent(class: &str, found: &[String]) -> String {
    let others = match found {
        [] => "the file defines neither a class nor a function".to_owned(),
        found => format!("the file defines {}", found.join(", ")),
    };
    let hint = match found {
        [only] => only.strip_prefix("class ").map(|name| format!("; rename {name} to {class}")),
        _ => None,
    };
    format!("there is no class {class}; {others}{}", hint.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(methods: &[&str], signature: &str, expected: Result<&str, &str>) {
        let methods: Vec<Method> = methods.iter().filter_map(|text| Method::read(text)).collect();
        let signature: Signature = signature.parse().unwrap();
        let role = if signature.name == "Board" { "new" } else { "other" };
        let found = fitting(&methods, role, &signature, "isFull");
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned));
    }

    #[test]
    fn methods_fit_or_it_says_what_is_wrong() {
        check(&["is_full()"], "is_full()", Ok("is_full"));
        check(&["isFull()"], "is_full()", Ok("isFull"));
        check(&["is_full(column?)"], "is_full()", Ok("is_full"));
        check(&["is_full(*)"], "is_full(column)", Ok("is_full"));
        check(
            &["new()", "full()", "drop(column)"],
            "is_full()",
            Err("has no method isFull(); it has full(), drop(column)"),
        );
        check(&[], "is_full()", Err("has no method isFull(); it has none at all"));
        check(&["isFull(side)"], "is_full()", Err("has isFull(side), but is called with isFull()"));
        check(&["new()"], "Board()", Ok("Board"));
        check(&["slots()"], "slots[row][column]", Ok("slots"));
    }

    #[test]
    fn a_class_that_is_not_there() {
        for (found, expected) in [
            ("", "neither a class nor a function"),
            ("class Grid", "class Grid; rename Grid to Board"),
            ("class A, function f", "class A, function f"),
        ] {
            let words = found.split(", ").filter(|word| !word.is_empty()).map(str::to_owned);
            let expected = format!("there is no class Board; the file defines {expected}");
            assert_eq!(absent("Board", &words.collect::<Vec<_>>()), expected);
        }
    }
}
