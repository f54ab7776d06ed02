//! The inputs of a table: requests that ask, and reports that state what happened.

use crate::awaits::Due;
use crate::driver::Granted;
use crate::layout::{Face, Place, Positions, Spot};
use crate::people::{Patron, Person};
use crate::printed::printed;
use crate::wager::{Beneficiary, WagerNumber};
use crate::words::{ChoiceId, IrregularityId, MeterId, SectionId, StepId, WagerId};
use felt::{Card, Money, Pocket, ThreeDice, TwoDice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An input. Requests are granted or refused; reports are refused only when they cannot be true or come
/// from someone who may not make them.
///
/// Stored records number the kinds in this order: a new one comes last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Input {
    /// Request: place a wager, or add to one already placed.
    Bet {
        /// Who stakes.
        patron: Patron,
        /// On which box; box 0 where the game knows the patron's place, or has no boxes.
        #[serde(rename = "box")]
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// How much is added.
        #[serde(deserialize_with = "crate::wire::amount")]
        stake: Money,
        /// For whom: the patron, or the dealers.
        #[serde(default)]
        beneficiary: Beneficiary,
    },
    /// Report by staff: the chips found there when bets were closed, whatever had been granted before.
    Found {
        /// Whose chips.
        patron: Patron,
        /// On which box; box 0 where the game knows the patron's place, or has no boxes.
        #[serde(rename = "box")]
        box_number: u8,
        /// On the area of which kind of wager.
        wager: WagerId,
        /// The total found there, including what had been granted of it.
        #[serde(deserialize_with = "crate::wire::amount")]
        stake: Money,
    },
    /// Request: take a wager back, or a part of it.
    TakeBack {
        /// Whose wager.
        patron: Patron,
        /// On which box.
        #[serde(rename = "box")]
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// How much; by default all of it.
        #[serde(default, deserialize_with = "crate::wire::maybe_amount")]
        amount: Option<Money>,
    },
    /// Request: call a wager on or off.
    Work {
        /// Whose wager.
        patron: Patron,
        /// On which box.
        #[serde(rename = "box")]
        box_number: u8,
        /// Which kind of wager.
        wager: WagerId,
        /// Whether it shall work.
        on: bool,
    },
    /// Request: decide.
    Choose {
        /// About which hand; box 0 if the choice concerns the whole table, as a cut does.
        patron: Patron,
        /// About which hand; box 0 where the matter is the table's, as a cut.
        #[serde(rename = "hand")]
        spot: Spot,
        /// What.
        choice: ChoiceId,
        /// The amount or the depth, if the choice has one.
        #[serde(default, deserialize_with = "crate::wire::maybe_amount")]
        amount: Option<Money>,
    },
    /// Request: say which cards of a hand are meant.
    Pick {
        /// Who decides.
        patron: Patron,
        /// Of which hand.
        #[serde(rename = "hand")]
        spot: Spot,
        /// The cards.
        cards: Positions,
    },
    /// Report: a person looked at cards that lie face down.
    Look {
        /// The patron who looked; the dealer if none is named.
        #[serde(default)]
        patron: Option<Patron>,
        /// Where they lie.
        place: Place,
    },
    /// Report by the house: a patron did not answer in time, so the default choice is taken.
    Lapse {
        /// The patron who did not answer; all who have not answered if none is named.
        #[serde(default)]
        patron: Option<Patron>,
        /// About which hand.
        #[serde(rename = "hand")]
        spot: Spot,
    },
    /// Request by staff: the next step that brings no information.
    Step(StepId),
    /// Request by staff: a standing permission or order about a patron, as to bet again.
    Permit {
        /// For whom.
        patron: Patron,
    },
    /// Report: a patron left the table.
    Leave {
        /// Who.
        patron: Patron,
    },
    /// Report: a card came from the shoe.
    Card {
        /// Where it was laid.
        to: Place,
        /// How it lies.
        face: Face,
    },
    /// Report: a card that lay face down was turned.
    Turn {
        /// Where it lies.
        place: Place,
        /// Which card it is.
        card: Card,
    },
    /// Report: a device answered yes or no, and revealed nothing else.
    Answer {
        /// What it said.
        yes: bool,
    },
    /// Report: two dice came to rest.
    Roll(TwoDice),
    /// Report: three dice came to rest.
    RollThree(ThreeDice),
    /// Report: the ball rests in this pocket.
    Spin(Pocket),
    /// Report: the big wheel stopped at this section.
    WheelStopped(SectionId),
    /// Report: the cards were shuffled.
    Shuffled {
        /// How many cards come out before the cutting card shows, if that is known.
        #[serde(default)]
        cut_card: Option<u16>,
    },
    /// Request: cut the shuffled cards.
    Cut {
        /// Cards from the top of the stack to the cutting card.
        depth: u16,
    },
    /// Report: the cutting card came out of the shoe.
    CutCard,
    /// Report: another dealer took the table.
    NewDealer,
    /// Report: something went wrong.
    Irregular {
        /// What.
        kind: IrregularityId,
        /// Where, if a place is concerned.
        #[serde(default)]
        place: Option<Place>,
        /// The card concerned, if it was exposed.
        #[serde(default)]
        card: Option<Card>,
    },
    /// Staff or surveillance acknowledge, approve, or withhold their approval.
    Approve {
        /// Whether it is given.
        yes: bool,
        /// Who gives it.
        #[serde(default)]
        person: Person,
    },
    /// Request by staff: from now on the table uses the file with this hash, which it was shown before.
    Terms {
        /// The hash of the table file.
        file: FileHash,
    },
    /// A meter granted this amount, as older records say it, without what the meter showed. No table accepts this
    /// input; [`Input::as_told_now`] converts it to one that tables accept.
    Meter {
        /// Which meter.
        meter: MeterId,
        /// The amount.
        #[serde(deserialize_with = "crate::wire::amount")]
        amount: Money,
    },
    /// A ruling by a named rank, for cases that no rule covers.
    Ruling(RulingAct),
    /// A meter granted a share of itself.
    Granted {
        /// Which meter.
        meter: MeterId,
        /// What it showed.
        #[serde(deserialize_with = "crate::wire::amount")]
        stands: Money,
        /// The share of it, rounded as the table's file says.
        #[serde(deserialize_with = "crate::wire::amount")]
        amount: Money,
    },
    /// Report: a device that draws numbers shows this one.
    Number(u8),
}

impl Input {
    /// Converts an input of an older record to the form in use now, for a table where `due` is due. Older records say
    /// only what a meter granted; the conversion assumes the smallest amount the meter can have shown.
    #[must_use]
    pub fn as_told_now(self, due: Due) -> Input {
        match (self, due) {
            (Input::Meter { meter, amount }, Due::Meter { share, .. }) => {
                match Granted::of_amount(share, amount) {
                    Some(Granted { stands, amount }) => Input::Granted { meter, stands, amount },
                    None => self,
                }
            }
            _ => self,
        }
    }

    /// An approval or acknowledgement by a person whom the house does not name.
    pub const APPROVED: Input = Input::Approve { yes: true, person: Person(0) };
}

/// A card by where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardAt {
    /// The place.
    pub place: Place,
    /// The position of the card there, counted from 1.
    pub nth: u8,
}

impl std::fmt::Display for CardAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "card {} of {}", self.nth, self.place)
    }
}

/// The SHA-256 of a table file, printed in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileHash(pub [u8; 32]);

impl FileHash {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<FileHash> {
        let mut hash = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(digits).ok()?;
            *byte = u8::from_str_radix(digits, 16).ok()?;
        }
        Some(FileHash(hash))
    }
}

impl std::fmt::Display for FileHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

printed!(FileHash, "hash", |text: &str| FileHash::parse(text).ok_or("a hash is 64 hexadecimal digits"));

/// The safe acts that a ruling consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RulingAct {
    /// The round is undone and every stake returned.
    VoidRound,
    /// One hand is undone and its stakes returned.
    VoidHand(Spot),
    /// One wager is undone and its stake returned.
    VoidWager(WagerNumber),
    /// A card goes to the discards and is not replaced.
    DiscardCard(CardAt),
    /// A card goes to the discards and the next of the shoe replaces it.
    ReplaceCard(CardAt),
    /// A card lies elsewhere from now on.
    MoveCard {
        /// Which.
        card: CardAt,
        /// Where to.
        to: Place,
    },
    /// A card is taken up and used as the next of the shoe.
    UseCardNext(CardAt),
    /// A patron receives an amount.
    Award {
        /// Who.
        patron: Patron,
        /// How much.
        #[serde(deserialize_with = "crate::wire::amount")]
        amount: Money,
    },
    /// Play continues as it stands.
    GoOn,
}
