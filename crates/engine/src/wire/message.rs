//! Inputs as text: what a log keeps and what a network client sends.

use super::WireError;
use super::parse::{parse_actor, parse_card, parse_face, parse_patron, parse_place, parse_spot};
use crate::input::{Input, RulingAct};
use crate::people::Actor;
use crate::table::Vocabulary;
use crate::wager::{Beneficiary, WagerNumber};
use felt::Money;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;

/// An input and who sends it, in words.
///
/// ```
/// use engine::Message;
///
/// let text = r#"{"by":"A","input":{"bet":{"patron":"A","box":1,"wager":"main","stake":1000}}}"#;
/// let message: Message = serde_json::from_str(text)?;
/// assert_eq!(serde_json::to_string(&message)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// A patron's letter, `dealer`, `box`, `floor`, `pit` or `shift`.
    pub by: String,
    /// What is asked or reported.
    pub input: WireInput,
}

/// [`Input`] in words: the same variants with the same meaning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum WireInput {
    /// See [`Input::Bet`].
    Bet {
        /// The patron's letter.
        patron: String,
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The wager's word.
        wager: String,
        /// How much is added, in minor units.
        stake: Money,
        /// Whether it is a bet for the dealers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_dealers: bool,
    },
    /// See [`Input::Found`].
    Found {
        /// The patron's letter.
        patron: String,
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The wager's word.
        wager: String,
        /// How much lay there, in minor units.
        stake: Money,
    },
    /// See [`Input::TakeBack`].
    TakeBack {
        /// The patron's letter.
        patron: String,
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The wager's word.
        wager: String,
        /// How much, in minor units; all of it where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Money>,
    },
    /// See [`Input::Work`].
    Work {
        /// The patron's letter.
        patron: String,
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The wager's word.
        wager: String,
        /// Whether it shall work.
        on: bool,
    },
    /// See [`Input::Choose`].
    Choose {
        /// The patron's letter.
        patron: String,
        /// The hand: `1`, `1.2`, or `0` for the table.
        hand: String,
        /// The choice's word.
        choice: String,
        /// How much or how deep, in minor units.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Money>,
    },
    /// See [`Input::Lapse`].
    Lapse {
        /// The patron's letter; everybody's silence where nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        patron: Option<String>,
        /// The hand.
        hand: String,
    },
    /// See [`Input::Step`]; the step's word.
    Step(String),
    /// See [`Input::Permit`].
    Permit {
        /// The patron's letter.
        patron: String,
    },
    /// See [`Input::Leave`].
    Leave {
        /// The patron's letter.
        patron: String,
    },
    /// See [`Input::Card`].
    Card {
        /// The place: a hand, `dealer`, `board`, `rack` or `next`.
        to: String,
        /// `As` face up, `(As)` face down and read, `??` unread.
        face: String,
    },
    /// See [`Input::Turn`].
    Turn {
        /// The place.
        place: String,
        /// The card.
        card: String,
    },
    /// See [`Input::Answer`].
    Answer {
        /// What the device said.
        yes: bool,
    },
    /// See [`Input::Roll`]: `3-4`.
    Roll(String),
    /// See [`Input::RollThree`]: `3-4-6`.
    RollThree(String),
    /// See [`Input::Spin`]: `17`, `0` or `00`.
    Spin(String),
    /// See [`Input::WheelStopped`]: `20`, `joker`, `logo`.
    WheelStopped(String),
    /// See [`Input::Shuffled`].
    Shuffled {
        /// How many cards come out before the cutting card shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cut_card: Option<u16>,
    },
    /// See [`Input::Cut`].
    Cut {
        /// How deep.
        depth: u16,
    },
    /// See [`Input::CutCard`].
    CutCard,
    /// See [`Input::NewDealer`].
    NewDealer,
    /// See [`Input::Irregular`].
    Irregular {
        /// The irregularity's word.
        kind: String,
        /// The place concerned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
        /// The exposed card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
    },
    /// See [`Input::Approve`].
    Approve,
    /// See [`Input::Meter`].
    Meter {
        /// The meter's word.
        meter: String,
        /// The amount in minor units.
        amount: Money,
    },
    /// See [`Input::Ruling`].
    Ruling(WireRuling),
}

/// [`RulingAct`] in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum WireRuling {
    /// See [`RulingAct::VoidRound`].
    VoidRound,
    /// See [`RulingAct::VoidHand`]; the hand.
    VoidHand(String),
    /// See [`RulingAct::VoidWager`]; the wager's number.
    VoidWager(u32),
    /// See [`RulingAct::Award`].
    Award {
        /// The patron's letter.
        patron: String,
        /// The amount in minor units.
        amount: Money,
    },
    /// See [`RulingAct::GoOn`].
    GoOn,
}

impl Message {
    /// Writes an input down.
    pub fn of(actor: Actor, input: Input) -> Message {
        Message { by: actor.to_string(), input: WireInput::from(input) }
    }

    /// Reads the words with the vocabulary of the table's game.
    ///
    /// # Errors
    /// Names the first word that could not be read, and the words that would be right. Whether the rules
    /// allow the input is not asked here.
    pub fn resolve(&self, words: &Vocabulary) -> Result<(Actor, Input), WireError> {
        Ok((parse_actor(&self.by)?, self.input.resolve(words)?))
    }
}

impl WireInput {
    fn resolve(&self, words: &Vocabulary) -> Result<Input, WireError> {
        let wager = |word: &str| known("wager", word, words.wagers.iter().map(|id| (*id, id.word())));
        Ok(match self {
            WireInput::Bet { patron, box_number, wager: word, stake, for_dealers } => Input::Bet {
                patron: parse_patron(patron)?,
                box_number: *box_number,
                wager: wager(word)?,
                stake: payable(*stake)?,
                beneficiary: if *for_dealers { Beneficiary::Dealers } else { Beneficiary::Patron },
            },
            WireInput::Found { patron, box_number, wager: word, stake } => Input::Found {
                patron: parse_patron(patron)?,
                box_number: *box_number,
                wager: wager(word)?,
                stake: payable(*stake)?,
            },
            WireInput::TakeBack { patron, box_number, wager: word, amount } => Input::TakeBack {
                patron: parse_patron(patron)?,
                box_number: *box_number,
                wager: wager(word)?,
                amount: amount.map(payable).transpose()?,
            },
            WireInput::Work { patron, box_number, wager: word, on } => Input::Work {
                patron: parse_patron(patron)?,
                box_number: *box_number,
                wager: wager(word)?,
                on: *on,
            },
            WireInput::Choose { patron, hand, choice, amount } => Input::Choose {
                patron: parse_patron(patron)?,
                spot: parse_spot(hand)?,
                choice: known("choice", choice, words.choices.iter().map(|id| (*id, id.word())))?,
                amount: amount.map(payable).transpose()?,
            },
            WireInput::Lapse { patron, hand } => Input::Lapse {
                patron: patron.as_deref().map(parse_patron).transpose()?,
                spot: parse_spot(hand)?,
            },
            WireInput::Step(step) => {
                Input::Step(known("step", step, words.steps.iter().map(|id| (*id, id.word())))?)
            }
            WireInput::Permit { patron } => Input::Permit { patron: parse_patron(patron)? },
            WireInput::Leave { patron } => Input::Leave { patron: parse_patron(patron)? },
            WireInput::Card { to, face } => Input::Card { to: parse_place(to)?, face: parse_face(face)? },
            WireInput::Turn { place, card } => {
                Input::Turn { place: parse_place(place)?, card: parse_card(card)? }
            }
            WireInput::Answer { yes } => Input::Answer { yes: *yes },
            WireInput::Roll(dice) => Input::Roll(chance("roll", dice, "two dice such as 3-4")?),
            WireInput::RollThree(dice) => Input::RollThree(chance("roll", dice, "three dice such as 3-4-6")?),
            WireInput::Spin(pocket) => Input::Spin(chance("pocket", pocket, "a number 1 to 36, 0 or 00")?),
            WireInput::WheelStopped(section) => {
                Input::WheelStopped(chance("section", section, "1, 2, 5, 10, 20, joker or logo")?)
            }
            WireInput::Shuffled { cut_card } => Input::Shuffled { cut_card: *cut_card },
            WireInput::Cut { depth } => Input::Cut { depth: *depth },
            WireInput::CutCard => Input::CutCard,
            WireInput::NewDealer => Input::NewDealer,
            WireInput::Irregular { kind, place, card } => {
                let kinds = words.irregularities.iter().map(|known| (known.id, known.id.word()));
                Input::Irregular {
                    kind: known("irregularity", kind, kinds)?,
                    place: place.as_deref().map(parse_place).transpose()?,
                    card: card.as_deref().map(parse_card).transpose()?,
                }
            }
            WireInput::Approve => Input::Approve,
            WireInput::Meter { meter, amount } => Input::Meter {
                meter: known("meter", meter, words.meters.iter().map(|id| (*id, id.word())))?,
                amount: payable(*amount)?,
            },
            WireInput::Ruling(act) => Input::Ruling(act.resolve()?),
        })
    }
}

impl WireRuling {
    fn resolve(&self) -> Result<RulingAct, WireError> {
        Ok(match self {
            WireRuling::VoidRound => RulingAct::VoidRound,
            WireRuling::VoidWager(number) => RulingAct::VoidWager(WagerNumber(*number)),
            WireRuling::VoidHand(hand) => RulingAct::VoidHand(parse_spot(hand)?),
            WireRuling::Award { patron, amount } => {
                RulingAct::Award { patron: parse_patron(patron)?, amount: payable(*amount)? }
            }
            WireRuling::GoOn => RulingAct::GoOn,
        })
    }
}

impl From<Input> for WireInput {
    fn from(input: Input) -> WireInput {
        match input {
            Input::Bet { patron, box_number, wager, stake, beneficiary } => {
                let for_dealers = beneficiary == Beneficiary::Dealers;
                WireInput::Bet { patron: text(patron), box_number, wager: text(wager), stake, for_dealers }
            }
            Input::Found { patron, box_number, wager, stake } => {
                WireInput::Found { patron: text(patron), box_number, wager: text(wager), stake }
            }
            Input::TakeBack { patron, box_number, wager, amount } => {
                WireInput::TakeBack { patron: text(patron), box_number, wager: text(wager), amount }
            }
            Input::Work { patron, box_number, wager, on } => {
                WireInput::Work { patron: text(patron), box_number, wager: text(wager), on }
            }
            Input::Choose { patron, spot, choice, amount } => {
                WireInput::Choose { patron: text(patron), hand: text(spot), choice: text(choice), amount }
            }
            Input::Lapse { patron, spot } => WireInput::Lapse { patron: patron.map(text), hand: text(spot) },
            Input::Step(step) => WireInput::Step(text(step)),
            Input::Permit { patron } => WireInput::Permit { patron: text(patron) },
            Input::Leave { patron } => WireInput::Leave { patron: text(patron) },
            Input::Card { to, face } => WireInput::Card { to: text(to), face: text(face) },
            Input::Turn { place, card } => WireInput::Turn { place: text(place), card: text(card) },
            Input::Answer { yes } => WireInput::Answer { yes },
            Input::Roll(dice) => WireInput::Roll(text(dice)),
            Input::RollThree(dice) => WireInput::RollThree(text(dice)),
            Input::Spin(pocket) => WireInput::Spin(text(pocket)),
            Input::WheelStopped(section) => WireInput::WheelStopped(text(section)),
            Input::Shuffled { cut_card } => WireInput::Shuffled { cut_card },
            Input::Cut { depth } => WireInput::Cut { depth },
            Input::CutCard => WireInput::CutCard,
            Input::NewDealer => WireInput::NewDealer,
            Input::Irregular { kind, place, card } => {
                WireInput::Irregular { kind: text(kind), place: place.map(text), card: card.map(text) }
            }
            Input::Approve => WireInput::Approve,
            Input::Meter { meter, amount } => WireInput::Meter { meter: text(meter), amount },
            Input::Ruling(act) => WireInput::Ruling(act.into()),
        }
    }
}

impl From<RulingAct> for WireRuling {
    fn from(act: RulingAct) -> WireRuling {
        match act {
            RulingAct::VoidRound => WireRuling::VoidRound,
            RulingAct::VoidWager(number) => WireRuling::VoidWager(number.0),
            RulingAct::VoidHand(spot) => WireRuling::VoidHand(text(spot)),
            RulingAct::Award { patron, amount } => WireRuling::Award { patron: text(patron), amount },
            RulingAct::GoOn => WireRuling::GoOn,
        }
    }
}

fn text(value: impl Display) -> String {
    value.to_string()
}

/// Finds a word among those the game knows. The id found is the game's own, so a text from outside never has
/// to be kept for the life of the program.
fn known<T>(
    what: &'static str,
    read: &str,
    words: impl Iterator<Item = (T, &'static str)> + Clone,
) -> Result<T, WireError> {
    match words.clone().find(|(_, word)| *word == read) {
        Some((id, _)) => Ok(id),
        None => {
            let all: Vec<&str> = words.map(|(_, word)| word).collect();
            let expected =
                if all.is_empty() { "none: this game has no such word".to_owned() } else { all.join(", ") };
            Err(WireError::new(what, read, expected))
        }
    }
}

fn chance<T: FromStr>(what: &'static str, read: &str, expected: &str) -> Result<T, WireError> {
    read.parse().map_err(|_| WireError::new(what, read, expected))
}

/// Nobody stakes, draws or awards less than nothing; a message built in memory has not been bounded by serde.
fn payable(amount: Money) -> Result<Money, WireError> {
    if amount.is_acceptable() && !amount.is_negative() {
        return Ok(amount);
    }
    let most = Money::MAX_AMOUNT.as_minor();
    Err(WireError::new("amount", &amount.as_minor().to_string(), format!("minor units from 0 to {most}")))
}
