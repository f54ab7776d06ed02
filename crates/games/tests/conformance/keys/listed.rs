//! What `parts.txt` says about the parts of keys.

use engine::Game;

/// Beside this file: a line for each part that no pair of states shows to be needed.
const PARTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/keys/parts.txt");

/// Parts of a game's keys that are kept although nothing shows that they are needed.
pub struct Listed {
    /// No two states differ in it alone.
    follow: Vec<String>,
    /// Two states may, and go on alike all the same.
    kept: Vec<String>,
}

impl Listed {
    /// The lines of a game: itself, its family or `all`, whether its parts follow or are kept, the parts, the reason.
    pub fn of(game: &Game) -> Listed {
        let text = std::fs::read_to_string(PARTS).unwrap();
        let (mut follow, mut kept) = (Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (what, _) = line.split_once(": ").unwrap_or_else(|| panic!("no reason: {line}"));
            let mut words = what.split(' ');
            let is_of = words.next().is_some_and(|of| of == family(game.id) || of == "all" || of == game.id);
            let list = match words.next() {
                Some("follow") => &mut follow,
                Some("kept") => &mut kept,
                other => panic!("{other:?} in {line}"),
            };
            if is_of {
                list.extend(words.map(str::to_owned));
            }
        }
        Listed { follow, kept }
    }

    /// Whether a part is said to follow from others.
    pub fn follows(&self, part: &str) -> bool {
        within(&self.follow, part) || self.is_kept(part)
    }

    /// Whether there is a reason to keep a part that tells states apart which go on alike.
    pub fn is_kept(&self, part: &str) -> bool {
        within(&self.kept, part)
    }
}

/// Whether a part is named, or one that it stands in.
fn within(names: &[String], part: &str) -> bool {
    names.iter().any(|name| {
        let rest = part.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

fn family(game: &str) -> &str {
    match game {
        "ohio/craps" => "craps",
        "ohio/ultimate-texas-holdem" => "holdem",
        _ => "blackjack",
    }
}
