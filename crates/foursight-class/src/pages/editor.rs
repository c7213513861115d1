//! How a pupil hands in a bot: a file, a folder, or a text that is typed on the page.

use maud::{Markup, html};

use crate::languages::{Draft, LANGUAGES, Language};
use crate::settings::Settings;

pub(crate) fn hand_in(settings: &Settings, draft: Option<Draft>) -> Markup {
    let may = |language: &&Language| settings.allows(language.name);
    let (ready, missing): (Vec<_>, Vec<_>) =
        LANGUAGES.iter().filter(may).partition(|language| language.is_installed());
    let missing: Vec<&str> = missing.iter().map(|language| language.name).collect();
    html! {
        form.card.drop method="post" action="/class/upload" enctype="multipart/form-data" {
            label for="file" { "Your bot: a file, or a folder as zip or tar.gz" }
            input #file type="file" name="file" required;
            p.quiet.only-with-script hidden { "Or drop a file or a folder here." }
            p role="alert" {}
            button.primary { "Hand in" }
        }
        @if !ready.is_empty() { (editor(&ready, draft)) }
        @if !missing.is_empty() {
            p.quiet { "This computer does not have " (missing.join(", ")) "." }
        }
        script src="/class/editor.js" defer {}
    }
}

/// Starts from the draft or, without one, from a template in the first language.
fn editor(languages: &[&'static Language], draft: Option<Draft>) -> Markup {
    let draft =
        draft.filter(|draft| languages.iter().any(|known| known.name == draft.language.name));
    let is_open = draft.is_some();
    let (chosen, text) = match draft {
        Some(Draft { language, text }) => (language, text),
        None => (languages[0], languages[0].template.to_owned()),
    };
    html! {
        details.card open[is_open] {
            summary { "Write a bot here" }
            form.fields method="post" action="/class/upload" enctype="multipart/form-data" {
                label for="language" { "Language" }
                select #language name="name" {
                    @for language in languages {
                        option value=(language.file) selected[language.name == chosen.name] data-template=(language.template) {
                            (language.name)
                        }
                    }
                }
                label for="text" { "Your bot" }
                textarea #text name="file" rows="20" required spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" {
                    // Browsers leave out a line break at the beginning.
                    "\n" (text)
                }
                button.primary { "Hand in" }
            }
        }
    }
}
