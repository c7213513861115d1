//! Explanations obeyed literally, by a reader who knows only the page that describes them.

use crate::reader::survey;

#[test]
fn whoever_obeys_the_words_gets_what_they_say() {
    let survey = survey(16, 300, (30, 2), 7);
    let n = survey.errors.len();
    assert!(
        survey.errors.is_empty(),
        "{n} are false, first:\n{}",
        survey.errors[..n.min(8)].join("\n")
    );
    assert!(survey.n_positions > 250 && survey.n_mistakes > 100 && survey.n_sentences > 700);
}
