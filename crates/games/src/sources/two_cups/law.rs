//! The law of two cups of dice, and the words that they add to those of their game.

use super::super::Words;
use crate::common::{chapter, words};
use engine::{ChoiceId, IrregularityId, RemedyId, StepId, WagerId};

chapter! {
    /// Shaking and opening the cups.
    Shaking:
    cups: "Two cups of three dice stand for the player's and the banker's hand.";
    value: "A hand counts the last digit of the sum of its dice.";
    shaken: "The dealer shakes each cup when all wagers are placed.";
    handed: "The operator may let patrons shake.";
    dealer_first: "The dealer has shaken a cup before a patron gets it.";
    not_exposed: "Nobody exposes dice before the patron has shaken them.";
    opened: "The dealer reveals the dice.";
    holder: "The patron with the highest wager on a hand may shake its cup.";
    order: "The player's cup is opened before the banker's.";
    not_flat: "Dice that do not lie flat are shaken again by the dealer.";
}

/// The whole law.
#[derive(Clone, Copy, Debug)]
pub struct TwoCupsLaw {
    /// The paragraphs on shaking.
    pub shaking: Shaking,
    /// The wagers on the player's and on the banker's hand: the patron with the highest one has the cup.
    pub on_hands: [WagerId; 2],
}

words! { StepId STEPS:
    SHAKE_CUPS = "shake-cups";
}

words! { ChoiceId CHOICES:
    SHAKE_PLAYER = "shake-player";
    SHAKE_BANKER = "shake-banker";
    LEAVE_TO_DEALER = "leave-to-dealer";
}

/// The dice of a cup do not lie flat.
pub const DICE_NOT_FLAT: IrregularityId = IrregularityId::new(&"dice-not-flat");
/// The dice were seen too early.
pub const DICE_EXPOSED: IrregularityId = IrregularityId::new(&"dice-exposed");
/// A cup holds other dice.
pub const WRONG_DICE: IrregularityId = IrregularityId::new(&"wrong-dice");

words! { RemedyId REMEDIES:
    SHAKEN_AGAIN = "shaken-again";
}

pub(super) const WORDS: Words = Words {
    steps: STEPS,
    choices: CHOICES,
    before: &[],
    after: &["shake", "shakers", "cups"],
    events: &["asked", "chosen", "rolled-three", "announced"],
    remedies: REMEDIES,
    refusals: &["no-cards-here", "no-dice-thrown", "no-closed-cup", "not-shaken-yet", "result-called"],
    counts: "what the dice show counts, and not the call",
};
