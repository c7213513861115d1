//! The form with which a pupil hands in a bot: a file, a folder, or text typed on the page.

use maud::{Markup, html};

use crate::languages::{Draft, LANGUAGES, Language};
use crate::settings::Settings;

/// The editor, and the form for files.
pub(crate) fn hand_in(settings: &Settings, draft: Option<Draft>) -> [Markup; 2] {
    let may = |language: &&Language| settings.allows(language.name);
    let (ready, missing): (Vec<_>, Vec<_>) =
        LANGUAGES.iter().filter(may).partition(|language| language.is_installed());
    let missing: Vec<&str> = missing.iter().map(|language| language.name).collect();
    let editor = html! { @if !ready.is_empty() { (editor(&ready, draft)) } };
    let files = html! {
        form.card.drop method="post" action="/class/upload" enctype="multipart/form-data" {
            p { "Or hand in a file, or a folder as zip or tar.gz." span.only-with-script hidden { " Drop it here, or choose it." } }
            label.button.file { "Choose a file" input.visually-hidden type="file" name="file" required; }
            p role="alert" {}
            noscript { button { "Hand in" } }
        }
        @if !missing.is_empty() {
            p.quiet { "This computer does not have " (missing.join(", ")) "." }
        }
        script src="/class/editor.js" defer {}
    };
    [editor, files]
}

/// Starts from the draft or, without one, from a template in the first language.
fn editor(languages: &[&'static Language], draft: Option<Draft>) -> Markup {
    let draft =
        draft.filter(|draft| languages.iter().any(|known| known.name == draft.language.name));
    let (chosen, text) = match draft {
        Some(Draft { language, text }) => (language, text),
        None => (languages[0], languages[0].template.to_owned()),
    };
    html! {
        form.card.fields method="post" action="/class/upload" enctype="multipart/form-data" {
            div.row {
                label for="text" { "Your bot in" }
                select #language name="name" aria-label="Language" {
                    @for language in languages {
                        option value=(language.file) selected[language.name == chosen.name] data-template=(language.template) {
                            (language.name)
                        }
                    }
                }
            }
            textarea #text name="file" rows="18" required spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" aria-label="Your bot" {
                // Browsers leave out a line break at the beginning.
                "\n" (text)
            }
            p role="alert" {}
            button.primary { "Hand in" }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    /// The variable set in a test process to simulate a machine with only Python.
    const POOR: &str = "FOURSIGHT_ONLY_PYTHON";

    /// The page if the teacher allows these languages; an empty list allows all.
    fn page(languages: &[&str]) -> String {
        let mut settings = Settings::default();
        settings.languages = languages.iter().copied().map(str::to_owned).collect();
        hand_in(&settings, None).map(Markup::into_string).concat()
    }

    #[track_caller]
    fn check(languages: &[&str], missing: &str, files: &[&str]) {
        let page = page(languages);
        let named = page.split("This computer does not have ").nth(1);
        let named = named.map(|rest| rest.split(".<").next().expect("splits have a part"));
        assert_eq!(named.unwrap_or_default(), missing, "{page}");
        let offered = LANGUAGES.iter().map(|language| language.file);
        let offered: Vec<&str> =
            offered.filter(|file| page.contains(&format!("<option value=\"{file}\""))).collect();
        assert_eq!(offered, files, "{page}");
    }

    /// Tests share their environment, so this one runs again in a separate process.
    #[test]
    fn languages_that_the_machine_lacks_are_named_and_not_offered() {
        if env::var_os(POOR).is_some() {
            check(&[], "JavaScript, Ruby, Java, C, C++, Go, Rust", &["bot.py"]);
            check(&["Python", "Go"], "Go", &["bot.py"]);
            check(&["Python"], "", &["bot.py"]);
            check(&["Java", "C"], "Java, C", &[]);
            return;
        }
        let programs = TempDir::new().unwrap();
        fs::write(programs.path().join("python3"), "").unwrap();
        let (_, module) = module_path!().split_once("::").expect("it is in a module");
        let name = format!("{module}::languages_that_the_machine_lacks_are_named_and_not_offered");
        let mut poor = Command::new(env::current_exe().unwrap());
        let poor = poor.args([&*name, "--exact"]).env("PATH", programs.path()).env(POOR, "yes");
        let output = poor.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
    }
}
