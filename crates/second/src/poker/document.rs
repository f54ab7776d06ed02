//! What a game's document says, for the code that reads a round at any poker table.

use super::facts::{Decision, Facts, Staked, hand_of};
use super::line::Expected;
use engine::Place;

/// How many cards are at each place once all are dealt.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// In a player's hand.
    pub own: usize,
    /// In the dealer's hand; zero if the dealer has none.
    pub dealer: usize,
    /// In the middle.
    pub board: usize,
}

/// The consequences of a decision.
#[derive(Clone, Debug, Default)]
pub struct Follows {
    /// Lines that come immediately and in this order. A returned wager may be reported as taken back instead.
    pub now: Vec<Expected>,
    /// Lines that come at any time until the round ends.
    pub sometime: Vec<Expected>,
}

/// The settlement of one player's hand.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The lines in this order.
    pub lines: Vec<Expected>,
    /// The envy bonuses of others for it, after these lines and in any order.
    pub envy: Vec<Expected>,
}

/// The end of a round.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Player by player.
    pub turns: Vec<Turn>,
    /// Whether the document prescribes the order of the players: that of `turns`.
    pub in_order: bool,
}

/// One game's document, and the choices that a table has made under it.
pub trait Document {
    /// Returns how many cards are at each place.
    fn cards(&self) -> Cards;

    /// Whether the cards come from an automated shoe and not from the hand.
    fn has_shoe(&self) -> bool;

    /// Returns the places to which the cards of a regular round are dealt, for these boxes, the dealer's left first;
    /// burnt cards go to the rack. A round may end before all of them are dealt.
    fn course(&self, boxes: &[u8]) -> Vec<Place>;

    /// Whether a box has the wagers it needs to be dealt in; all wagers on other boxes are returned.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool;

    /// Whether a wager on a box that takes part has the other wagers it needs; if not it is returned.
    fn is_supported(&self, _facts: &Facts, _w: &Staked) -> bool {
        true
    }

    /// Checks that such a wager may be made now.
    ///
    /// # Errors
    /// Returns why not.
    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String>;

    /// Returns the consequences of a decision.
    ///
    /// # Errors
    /// Returns why no patron can have made this decision.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String>;

    /// Returns what follows once no decision is left, before a card is turned.
    fn once_decided(&self, _facts: &Facts) -> Follows {
        Follows::default()
    }

    /// Returns the decision of a silent or absent patron.
    fn silence(&self, facts: &Facts, b: u8) -> &'static str;

    /// Returns what follows when a patron leaves in the middle of a round, if they lose their wagers by it.
    fn leave(&self, _facts: &Facts, _b: u8) -> Option<Follows> {
        None
    }

    /// Whether a hand has no decision left.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool;

    /// Returns the paragraph by which all hands are void when a dealer's card is seen too early, if there is one.
    fn exposure(&self) -> Option<&'static str> {
        None
    }

    /// Whether a wager is returned then; the others are settled on the cards.
    fn goes_back(&self, _facts: &Facts, _w: &Staked) -> bool {
        true
    }

    /// Returns the paragraph by which an irregularity makes the round void, if there is one. By all documents, a wrong
    /// count voids the round once a card is dealt (before that there is no hand, so another deck is shuffled), and a
    /// shoe that jams voids it during a round of play, which begins when wagers are closed.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        match irregularity {
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("a wrong number of cards"),
            "shoe-jam" if self.has_shoe() && facts.closed => Some("a jammed shoe"),
            _ => None,
        }
    }

    /// Returns the paragraph by which an irregularity may have made the round void, if the facts alone do not decide.
    fn may_void(&self, _facts: &Facts, _irregularity: &str) -> Option<&'static str> {
        None
    }

    /// Whether a supervisor and then surveillance verify a hand before a share of a meter is paid for it.
    fn is_verified(&self) -> bool {
        false
    }

    /// Whether no further event can change a result.
    fn is_ready(&self, facts: &Facts) -> bool {
        let Cards { own, dealer, board } = self.cards();
        if facts.exposed {
            // The cards are dealt for the wagers that remain.
            let standing = facts.wagers.values().filter(|w| facts.is_open(w));
            let mut hands = standing.map(|w| facts.at(hand_of(w.on())).len());
            return facts.shown(Place::Board) >= board && hands.all(|cards| cards >= own);
        }
        let shown = facts.shown(Place::Board) >= board && facts.shown(Place::Dealer) >= dealer;
        shown && everybody_has_decided(self, facts)
    }

    /// Returns what must be settled once the round is ready.
    ///
    /// # Errors
    /// Returns what cannot be settled, and why.
    fn expected(&self, facts: &Facts) -> Result<Plan, String>;

    /// Returns what comes, in this order, after all of that is settled.
    ///
    /// # Errors
    /// Returns what cannot be settled, and why.
    fn at_last(&self, _facts: &Facts) -> Result<Vec<Expected>, String> {
        Ok(Vec::new())
    }
}

/// Whether no hand of the round has a decision left.
pub fn everybody_has_decided(document: &(impl Document + ?Sized), facts: &Facts) -> bool {
    facts.hands().iter().all(|b| document.has_decided(facts, *b))
}
