//! Why a report cannot be true, in a sentence for whoever made it. Games share the words.

/// Each name of a refusal that calls a report impossible, and what it means.
const WHY: &[(&str, &str)] = &[
    ("bets-are-open", "bets are open, so chips that lie there are bets and are told as such"),
    ("bets-open", "bets are open, so chips that lie there are bets and are told as such"),
    ("box-full", "the box holds no more"),
    ("card-not-named", "the report is about a card that was seen and does not say which"),
    ("card-read-otherwise", "a device has read that card as another one"),
    ("dealer-not-standing", "the dealer's hand is not one on which he must stand"),
    ("dice-are-out", "the dice are out and nobody has called them"),
    ("face-up-due", "a card that goes there is seen by all"),
    ("impossible-card", "no card is named, or the shoe cannot hold the one that is"),
    ("no-blackjack-found", "the dealer has no blackjack that went unnoticed"),
    ("no-blackjack-there", "the dealer's cards make no blackjack"),
    ("no-card-due", "no card can have come, or none was due there"),
    ("no-card-face-down", "no card lies face down there"),
    ("no-card-there", "no such card lies there, or the report is about no card there"),
    ("no-card-to-turn", "no card lies face down there"),
    ("no-cards-dealt", "no card has been dealt"),
    ("no-cards-here", "the game has no cards"),
    ("no-cards-in-shoe", "no card is left in the shoe"),
    ("no-cutting-card", "the game has no cutting card"),
    ("no-device", "no device looks under cards at this table"),
    ("no-device-here", "the game has no such device"),
    ("no-dice-thrown", "no dice have been thrown"),
    ("no-hand-dealt", "no hand lies there whose total could be called"),
    ("no-hole-card", "the dealer has no card face down"),
    ("no-shoe", "the table deals from no shoe"),
    ("no-shuffler", "the table has no shuffler"),
    ("no-such-box", "the table has no such box, or nobody plays on it"),
    ("no-such-card", "no such card lies there"),
    ("no-such-hand", "there is no such hand"),
    ("no-such-irregularity", "the game has no such word"),
    ("no-such-line", "nothing of the kind was settled there in this round or the last"),
    ("no-such-place", "the game has no such place, or the report has nothing to do with one"),
    ("no-such-wager", "no such wager is offered or lies there"),
    ("nobody-waits", "nobody has asked for a card and waits for it"),
    ("not-passed-over", "no box and no card has been passed over there"),
    ("nothing-announced", "no hand has been announced"),
    ("not-at-table", "he does not stand at the table"),
    ("not-this-game", "the game has nothing of the kind"),
    ("outside-limits", "nobody can have staked so much or so little"),
    ("shoe-empty", "no card is left in the shoe"),
    ("shuffler-idle", "the shuffler has no cards to shuffle"),
    ("told-by-itself", "the table sees this by itself, in the card or the chips that are reported"),
];

/// Why what a refusal of this name answers cannot have happened; nothing where no report is refused by it.
pub fn why_impossible(name: &str) -> Option<&'static str> {
    WHY.iter().find(|(word, _)| *word == name).map(|(_, why)| *why)
}
