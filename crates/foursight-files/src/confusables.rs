//! Texts that people would mistake for one another.

use unicode_security::confusable_detection::skeleton;

/// The look of a text: letters and digits that can be mistaken for one another become the same, and all else is
/// removed.
///
/// ```
/// assert_eq!(foursight_files::look("F0ur sight"), foursight_files::look("foursіght"));
/// ```
pub fn look(text: &str) -> String {
    let plain =
        |text: String| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let lower: String = plain(text.chars().map(plain_letter).collect());
    plain(skeleton(&lower).map(plain_letter).collect())
}

/// The letter that a digit or sign stands for in a disguised word.
fn plain_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' | '|' | 'i' | 'I' => 'l',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}
