//! Why a report cannot be true, in a sentence for whoever made it. Games share the words.

/// Each name of a refusal that calls a report impossible, and what it means.
const WHY: &[(&str, &str)] = &[
    ("box-full", "the box holds no more"),
    ("card-read-otherwise", "a device has read that card as another one"),
    ("face-up-due", "no card lies face down there"),
    ("impossible-card", "no card is named, or the shoe cannot hold the one that is"),
    ("no-card-due", "no card can have gone there"),
    ("no-such-box", "the table has no such box, or nobody plays on it"),
    ("no-such-hand", "there is no such hand"),
    ("no-such-place", "the game has no such place"),
    ("no-such-wager", "no such wager is offered or lies there"),
    ("outside-limits", "nobody can have staked so much or so little"),
];

/// Why what a refusal of this name answers cannot have happened; nothing where no report is refused by it.
pub fn why_impossible(name: &str) -> Option<&'static str> {
    WHY.iter().find(|(word, _)| *word == name).map(|(_, why)| *why)
}
