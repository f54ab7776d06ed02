//! The result of replaying a round.

use crate::account::Transfer;
use crate::ids::StreamId;
use crate::table::{Dealt as DealtBy, TableStream};
use chance::Commitment;
use engine::{Event, Vocabulary};
use felt::{Card, Currency};

/// What is wrong with a round.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RoundFault {
    /// A unit does not follow the one before it.
    #[error("unit {seq} does not name the hash of the unit before it: the journal was changed")]
    Chain {
        /// The unit.
        seq: i64,
    },
    /// A unit does not replay as it was written.
    #[error("unit {seq} does not play again: {what}")]
    Replay {
        /// The unit.
        seq: i64,
        /// The reason.
        what: String,
    },
    /// A shoe is not stored.
    #[error("shoe {number} is not stored any more")]
    NoShoe {
        /// The shoe.
        number: i64,
    },
    /// The stored commitment differs from the one in the journal.
    #[error("shoe {number} is stored with another commitment than the journal has")]
    OtherCommitment {
        /// The shoe.
        number: i64,
    },
    /// The stored shoe names another unit that shuffled it.
    #[error("shoe {number} was shuffled by unit {journal}, and is stored as shuffled by unit {stored}")]
    OtherUnit {
        /// The shoe.
        number: i64,
        /// The unit by the journal.
        journal: i64,
        /// The unit by its row.
        stored: i64,
    },
    /// The order that was opened is not the one that was committed to.
    #[error("the order of shoe {number} is not the one that was committed to")]
    OtherOrder {
        /// The shoe.
        number: i64,
    },
    /// A scanned card that was opened is not the one that was committed to.
    #[error("scanned card {number} is not the one that was committed to")]
    OtherCard {
        /// Its number among the shoes.
        number: i64,
    },
    /// Another card was dealt than the next one.
    #[error("card {draw} was {dealt}, and the committed order has {committed} there")]
    Card {
        /// The number of the card.
        draw: u32,
        /// What was dealt.
        dealt: Card,
        /// The card that should have been dealt.
        committed: Card,
    },
    /// Dice were thrown or a wheel turned while wagers could be made.
    #[error("unit {seq} drew before wagers were closed")]
    NotClosed {
        /// The unit.
        seq: i64,
    },
    /// The ledger has other transfers for a unit than its replay.
    #[error("the ledger has other transfers for unit {seq} than come out of it")]
    Ledger {
        /// The unit.
        seq: i64,
    },
}

/// A shoe from which cards of the round came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeReport {
    /// Which of the table's shoes.
    pub number: i64,
    /// The unit that shuffled it and committed to it.
    pub shuffled: i64,
    /// The commitment, as the journal has it.
    pub commitment: Commitment,
    /// The unit that opened it; `None` where it is still in play.
    pub opened: Option<i64>,
    /// Whether its order is the one that was committed to; `None` if that is not known yet.
    pub holds: Option<bool>,
    /// Whether the commitment was written by a unit before the round's first wager.
    pub before_first_wager: bool,
    /// Whether it was shuffled within the round.
    pub within_round: bool,
}

/// A card of the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// Its number; shuffles do not restart the numbering.
    pub draw: u32,
    /// The unit that dealt it.
    pub seq: i64,
    /// The shoe that it came from.
    pub shoe: Option<i64>,
    /// Its place in the shoe after the cut, from 1.
    pub place: Option<usize>,
    /// The card, if it may be known.
    pub card: Option<Card>,
    /// Whether it was laid or turned face up.
    pub shown: bool,
    /// The card by the committed order, or the one that the scanner read.
    pub committed: Option<Card>,
    /// The scan, if a scanner read the card face down. At a live-dealt table a card without a scan was read when it lay
    /// face up.
    pub scan: Option<ScanReport>,
}

/// A card that a scanner read face down at a live-dealt table: sealed as a shoe of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScanReport {
    /// Its number among the table's shoes.
    pub number: i64,
    /// The unit that read it and committed to it.
    pub read: i64,
    /// The commitment, as the journal has it.
    pub commitment: Commitment,
    /// The unit that opened it; `None` if it is still sealed.
    pub opened: Option<i64>,
    /// Whether it is the card that was committed to; `None` if that is not known yet.
    pub holds: Option<bool>,
}

/// A throw of dice or a turn of a wheel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The unit that drew.
    pub seq: i64,
    /// The result.
    pub event: Event,
    /// The unit of the last wager before it.
    pub wager: Option<i64>,
    /// The unit that closed wagers before it; the same unit if the house draws immediately.
    pub closed: Option<i64>,
}

/// A replayed round.
#[derive(Clone, Debug)]
pub struct RoundReport {
    /// The table.
    pub table: StreamId,
    /// Its name.
    pub name: String,
    /// Who dealt.
    pub dealt: DealtBy,
    /// The game.
    pub game: &'static str,
    /// The words of the game.
    pub vocabulary: &'static Vocabulary,
    /// The currency.
    pub currency: Currency,
    /// The round.
    pub round: u32,
    /// Its first unit and its last.
    pub units: (i64, i64),
    /// The unit of the first wager.
    pub first_wager: Option<i64>,
    /// Whether nothing more can be decided in it.
    pub ended: bool,
    /// Whether all its units replayed to the same bytes; otherwise a shoe is not open yet, or there is a fault.
    pub replayed: bool,
    /// The shoes.
    pub shoes: Vec<ShoeReport>,
    /// The cards in the order in which they were dealt.
    pub cards: Vec<Dealt>,
    /// Dice and wheels.
    pub drawn: Vec<Drawn>,
    /// Everything that happened in it, by unit.
    pub events: Vec<(i64, Event)>,
    /// The money that moved, by unit.
    pub transfers: Vec<(i64, Transfer)>,
    /// What is wrong.
    pub faults: Vec<RoundFault>,
}

impl RoundReport {
    pub(super) fn new(table: &TableStream, round: u32, units: (i64, i64)) -> RoundReport {
        let facts = table.facts();
        RoundReport {
            table: facts.id,
            name: facts.name.clone(),
            dealt: facts.dealt,
            game: facts.game.id,
            vocabulary: facts.game.vocabulary,
            currency: facts.config.currency,
            round,
            units,
            first_wager: None,
            ended: false,
            replayed: false,
            shoes: Vec::new(),
            cards: Vec::new(),
            drawn: Vec::new(),
            events: Vec::new(),
            transfers: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Whether no fault was found, as far as could be checked.
    pub fn is_well(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether everything could be checked: all units were replayed, and every shoe and scanned card is open.
    pub fn is_whole(&self) -> bool {
        let scanned = || self.cards.iter().filter_map(|dealt| dealt.scan);
        self.replayed
            && self.shoes.iter().all(|shoe| shoe.holds.is_some())
            && scanned().all(|scan| scan.holds.is_some())
    }
}
