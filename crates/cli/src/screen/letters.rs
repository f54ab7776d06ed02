//! ASCII fallbacks for terminals without Unicode.

/// Whether the terminal shows more than ASCII, by the locale: the first of the three variables that is set decides. If
/// none is set, UTF-8 is assumed, as in current terminals.
pub(super) fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    if cfg!(windows) {
        return true;
    }
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The text in ASCII, replaced letter by letter so that columns stay aligned; a suit becomes its letter, as in files.
pub(super) fn plain(text: &str) -> String {
    let one = |letter| match letter {
        '♣' => 'c',
        '♦' => 'd',
        '♥' => 'h',
        '♠' => 's',
        '▒' => '#',
        '·' | '─' | '–' | '—' => '-',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '×' => 'x',
        '…' => '.',
        letter if char::is_ascii(&letter) => letter,
        _ => '?',
    };
    // Between the keys of a question a dash would look like a key.
    text.replace(" · ", " | ").chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_that_is_set_decides() {
        let says = |set: &[(&str, &str)]| {
            has_unicode(|name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(says(&[("LANG", "en_US.UTF-8")]));
        assert!(says(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!says(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!says(&[("LANG", "de_DE@euro")]));
        assert!(says(&[]) && says(&[("LANG", "")]));
    }

    #[test]
    fn suits_become_letters_and_nothing_is_lost() {
        assert_eq!(plain("K♥ 10♠ ▒▒"), "Kh 10s ##");
        assert_eq!(plain("h hit · s stand"), "h hit | s stand");
        assert_eq!(plain("“or more” … €"), "\"or more\" . ?");
    }
}
