//! Explanations obeyed literally, by a reader who knows only the page that describes them.

use crate::reader::{Survey, mirrored, survey};

#[track_caller]
fn check(survey: &Survey) {
    let (n, errors) = (survey.errors.len(), &survey.errors);
    assert!(errors.is_empty(), "{n} are false, first:\n{}", errors[..n.min(8)].join("\n"));
}

#[test]
fn whoever_obeys_the_words_gets_what_they_say() {
    let survey = survey(16, 300, (30, 2), 7);
    check(&survey);
    assert!(survey.n_positions > 250 && survey.n_mistakes > 100 && survey.n_sentences > 700);
}

#[test]
fn a_mistake_and_its_image_in_a_mirror_get_the_same_words() {
    let survey = mirrored(18, 2_000, 5);
    check(&survey);
    assert!(survey.n_sentences > 3_000, "{}", survey.n_sentences);
}
