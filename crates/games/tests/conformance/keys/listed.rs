//! What `parts.txt` says about the parts of keys.

use engine::Game;

/// Beside this file: a line for each part that no pair of states shows to be needed.
const PARTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/keys/parts.txt");

/// Parts of a game's keys that are kept although nothing shows that they are needed.
pub struct Listed(Vec<String>);

impl Listed {
    /// The lines of a game: itself, its family or `all`, the parts, and the reason.
    pub fn of(game: &Game) -> Listed {
        let text = std::fs::read_to_string(PARTS).unwrap();
        let mut listed = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (what, _) = line.split_once(": ").unwrap_or_else(|| panic!("no reason: {line}"));
            let mut words = what.split(' ');
            if words.next().is_some_and(|of| of == family(game.id) || of == "all" || of == game.id) {
                listed.extend(words.map(str::to_owned));
            }
        }
        Listed(listed)
    }

    /// Whether the list gives the reason for a part, or for one that it stands in.
    pub fn explains(&self, part: &str) -> bool {
        self.0.iter().any(|name| {
            let rest = part.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }
}

fn family(game: &str) -> &str {
    match game {
        "ohio/craps" => "craps",
        "ohio/ultimate-texas-holdem" => "holdem",
        _ => "blackjack",
    }
}
