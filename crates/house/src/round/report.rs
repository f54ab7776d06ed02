//! What came of a round that was dealt and settled again.

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
    /// A unit does not come out as it is written.
    #[error("unit {seq} does not play again: {what}")]
    Replay {
        /// The unit.
        seq: i64,
        /// Why.
        what: String,
    },
    /// A shoe is not stored at all.
    #[error("shoe {number} is not stored any more")]
    NoShoe {
        /// The shoe.
        number: i64,
    },
    /// Another commitment is stored than stands in the journal.
    #[error("shoe {number} is stored with another commitment than the journal has")]
    OtherCommitment {
        /// The shoe.
        number: i64,
    },
    /// The shoe is said to be shuffled by another unit.
    #[error("shoe {number} was shuffled by unit {journal}, and is stored as shuffled by unit {stored}")]
    OtherUnit {
        /// The shoe.
        number: i64,
        /// By the journal.
        journal: i64,
        /// By its row.
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
    /// Another card was dealt than was next.
    #[error("card {draw} was {dealt}, and the committed order has {committed} there")]
    Card {
        /// The number of the card.
        draw: u32,
        /// What was dealt.
        dealt: Card,
        /// What should have been.
        committed: Card,
    },
    /// Dice were thrown or a wheel turned while wagers could be made.
    #[error("unit {seq} drew before wagers were closed")]
    NotClosed {
        /// The unit.
        seq: i64,
    },
    /// The ledger has other transfers than the unit makes.
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
    /// Whether its order is the one that was committed to; `None` where that is not known yet.
    pub holds: Option<bool>,
    /// Whether the commitment was written by a unit before that of the round's first wager.
    pub before_first_wager: bool,
    /// Whether it was shuffled within the round.
    pub within_round: bool,
}

/// A card of the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// Its number, which no shuffle sets back.
    pub draw: u32,
    /// The unit that dealt it.
    pub seq: i64,
    /// The shoe that it came from.
    pub shoe: Option<i64>,
    /// Its place in the shoe after the cut, from 1.
    pub place: Option<usize>,
    /// Which it was, where that may be known.
    pub card: Option<Card>,
    /// Whether it was laid or turned face up.
    pub shown: bool,
    /// Which it should have been by the committed order, or which the scanner read.
    pub committed: Option<Card>,
    /// Where a scanner read it face down: what was committed to then. At a live-dealt table a card without it was read
    /// when it lay face up.
    pub scan: Option<ScanReport>,
}

/// A card that a scanner read face down at a live-dealt table: sealed as a shoe of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScanReport {
    /// Which of the table's shoes it is counted as.
    pub number: i64,
    /// The unit that read it and committed to it.
    pub read: i64,
    /// The commitment, as the journal has it.
    pub commitment: Commitment,
    /// The unit that opened it; `None` where it is still sealed.
    pub opened: Option<i64>,
    /// Whether it is the card that was committed to; `None` where that is not known yet.
    pub holds: Option<bool>,
}

/// A throw of dice or a turn of a wheel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The unit that drew.
    pub seq: i64,
    /// What came.
    pub event: Event,
    /// The unit of the last wager before.
    pub wager: Option<i64>,
    /// The unit that closed wagers before it; the same one where the house draws at once.
    pub closed: Option<i64>,
}

/// A round, dealt and settled again.
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
    /// Whether all its units were played again and came out byte for byte; otherwise a shoe is not open yet, or there is
    /// a fault.
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

    /// Whether nothing is wrong, as far as could be seen.
    pub fn is_well(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether everything could be seen: all units were played again, and every shoe and scanned card is open.
    pub fn is_whole(&self) -> bool {
        let scanned = || self.cards.iter().filter_map(|dealt| dealt.scan);
        self.replayed
            && self.shoes.iter().all(|shoe| shoe.holds.is_some())
            && scanned().all(|scan| scan.holds.is_some())
    }
}
