//! Which letters the terminal can show.

use felt::Suit;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A text in the letters that the terminal can show: as it is, or in plain letters where the locale names another
/// encoding than UTF-8. Every letter becomes one letter, so columns stay.
pub(crate) fn fit(text: &str) -> Cow<'_, str> {
    static PLAIN: OnceLock<bool> = OnceLock::new();
    let plain = *PLAIN.get_or_init(|| is_plain(|name| std::env::var(name).ok()));
    if plain && !text.is_ascii() { Cow::Owned(text.chars().map(plain_letter).collect()) } else { text.into() }
}

fn plain_letter(letter: char) -> char {
    match letter {
        ' '..='~' | '\u{1b}' | '\t' | '\n' => letter,
        '·' | '–' | '—' => '-',
        '×' => 'x',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        sign => Suit::ALL.into_iter().find(|suit| suit.sign() == sign).map_or('?', Suit::letter),
    }
}

/// The first of these that is set and not empty decides, as in every program of the system. Where none is, nothing
/// is known of the terminal, and those of today read UTF-8.
fn is_plain(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_plain_one() {
        let plain: String = "K♠ 10♥ ▒▒ · 5 × 2 “or more” ’Em".chars().map(plain_letter).collect();
        assert_eq!(plain, "Ks 10h ?? - 5 x 2 \"or more\" 'Em");
    }

    #[test]
    fn the_locale_decides() {
        let with = |set: &[(&str, &str)]| {
            is_plain(|name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(with(&[("LANG", "C")]) && with(&[("LANG", "de_DE@euro")]) && with(&[("LC_ALL", "POSIX")]));
        assert!(!with(&[]) && !with(&[("LANG", "")]));
        assert!(!with(&[("LANG", "C.UTF-8")]) && !with(&[("LANG", "en_US.utf8")]));
        assert!(!with(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")]), "LC_ALL comes first");
        assert!(with(&[("LC_ALL", ""), ("LC_CTYPE", "C"), ("LANG", "C.UTF-8")]), "an empty one says nothing");
    }
}
