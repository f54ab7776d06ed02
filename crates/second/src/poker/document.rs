//! What a game's document says, for the reading that all poker tables share.

use super::facts::{Decision, Facts, Staked, hand_of};
use super::line::Expected;
use engine::Place;

/// How many cards lie where, once all are dealt.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// In a player's hand.
    pub own: usize,
    /// In the dealer's; none where the dealer has no hand.
    pub dealer: usize,
    /// In the middle.
    pub board: usize,
}

/// What follows from a decision.
#[derive(Clone, Debug, Default)]
pub struct Follows {
    /// Lines that come at once and in this order. A wager that goes back may be told as taken back instead.
    pub now: Vec<Expected>,
    /// Lines that come at any time until the round ends.
    pub sometime: Vec<Expected>,
}

/// What is settled on one player's hand.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// In this order.
    pub lines: Vec<Expected>,
    /// What others have for it, after that and in any order.
    pub envy: Vec<Expected>,
}

/// The end of a round.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Player by player.
    pub turns: Vec<Turn>,
    /// Whether the document says in which order players come: this one.
    pub in_order: bool,
}

/// One game's document, and the choices that a table has made by it.
pub trait Document {
    /// How many cards lie where.
    fn cards(&self) -> Cards;

    /// Whether they come from an automated shoe and not from the hand.
    fn has_shoe(&self) -> bool;

    /// Where the cards of a regular round come to that is dealt to these boxes, the dealer's left first; burnt ones come
    /// to the rack. A round may end before all of them are dealt.
    fn course(&self, boxes: &[u8]) -> Vec<Place>;

    /// Whether a box has what it takes to be dealt to; everything on others goes back.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool;

    /// Whether a wager on a box that takes part has beside it what it needs; if not it goes back.
    fn is_supported(&self, _facts: &Facts, _w: &Staked) -> bool {
        true
    }

    /// Whether such a wager may be made now.
    ///
    /// # Errors
    /// Why not.
    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String>;

    /// What follows from a decision.
    ///
    /// # Errors
    /// Why nobody can have decided so.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String>;

    /// What follows once nobody has anything more to decide, before a card is turned.
    fn once_decided(&self, _facts: &Facts) -> Follows {
        Follows::default()
    }

    /// What the decision of a silent or absent patron is.
    fn silence(&self, facts: &Facts, b: u8) -> &'static str;

    /// What follows when a patron leaves in the middle of a round, where they lose their wagers by it.
    fn leave(&self, _facts: &Facts, _b: u8) -> Option<Follows> {
        None
    }

    /// Whether a hand has nothing more to decide.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool;

    /// The paragraph by which all hands are void when a dealer's card is seen too early, if there is one.
    fn exposure(&self) -> Option<&'static str> {
        None
    }

    /// Whether a wager goes back then; what does not is settled on the cards.
    fn goes_back(&self, _facts: &Facts, _w: &Staked) -> bool {
        true
    }

    /// The paragraph by which what went wrong makes the round void, if one does. All documents void for a wrong count
    /// once a card is dealt (before there is no hand to be void: another deck is shuffled) and for a shoe that jams in
    /// a round of play, which begins when wagers are closed.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        match irregularity {
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("a wrong number of cards"),
            "shoe-jam" if self.has_shoe() && facts.closed => Some("a jammed shoe"),
            _ => None,
        }
    }

    /// The paragraph by which what went wrong may have made the round void, where the facts alone do not tell.
    fn may_void(&self, _facts: &Facts, _irregularity: &str) -> Option<&'static str> {
        None
    }

    /// Whether a supervisor and then surveillance look at a hand before a share of a meter is paid for it.
    fn is_verified(&self) -> bool {
        false
    }

    /// Whether nothing that could come any more changes a result.
    fn is_ready(&self, facts: &Facts) -> bool {
        let Cards { own, dealer, board } = self.cards();
        if facts.exposed {
            // The cards are dealt for what stands.
            let standing = facts.wagers.values().filter(|w| facts.is_open(w));
            let mut hands = standing.map(|w| facts.at(hand_of(w.on())).len());
            return facts.shown(Place::Board) >= board && hands.all(|cards| cards >= own);
        }
        let shown = facts.shown(Place::Board) >= board && facts.shown(Place::Dealer) >= dealer;
        shown && everybody_has_decided(self, facts)
    }

    /// What must be settled once that is so.
    ///
    /// # Errors
    /// What cannot be settled, and why.
    fn expected(&self, facts: &Facts) -> Result<Plan, String>;

    /// What comes, in this order, when all of that is settled.
    ///
    /// # Errors
    /// What cannot be settled, and why.
    fn at_last(&self, _facts: &Facts) -> Result<Vec<Expected>, String> {
        Ok(Vec::new())
    }
}

/// Whether no hand of the round has anything more to decide.
pub fn everybody_has_decided(document: &(impl Document + ?Sized), facts: &Facts) -> bool {
    facts.hands().iter().all(|b| document.has_decided(facts, *b))
}
