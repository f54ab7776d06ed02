//! A parsed scenario, not yet played on a table.

use crate::input::RulingAct;
use crate::layout::{Face, Place, Spot};
use crate::people::{Actor, Audience, Patron, Rank};
use crate::wager::Beneficiary;
use felt::{Card, Pocket, ThreeDice, TwoDice};

/// A scenario: its title, its statements, and its position in its file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The title after the word `scenario`.
    pub name: String,
    /// The line of the title.
    pub line: usize,
    /// What happens, in order.
    pub statements: Vec<Statement>,
}

impl Scenario {
    /// Whether it states any payment.
    pub fn expects(&self) -> bool {
        self.statements.iter().any(|said| matches!(said.act, Act::Expect { .. }))
    }
}

/// One statement and the rules it expects.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its line in the file.
    pub line: usize,
    /// The line as written, for the transcript.
    pub text: String,
    /// Whether the table must refuse it.
    pub refused: bool,
    /// What is said.
    pub act: Act,
    /// The expected rules: of the events it causes, of the refusal, or of the settlement lines.
    pub rules: Vec<String>,
}

/// What a statement says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Act {
    /// Opens a table: the game or the table file, and settings as written.
    Table {
        /// The game, or the path of a table file.
        game: String,
        /// The settings.
        settings: String,
    },
    /// A patron stakes.
    Bets {
        /// Who.
        patron: Patron,
        /// On which box.
        box_number: u8,
        /// For whom: the patron, or the dealers.
        beneficiary: Beneficiary,
        /// Wagers and amounts.
        wagers: Vec<(String, String)>,
    },
    /// The dealer finds chips when bets are closed.
    Found {
        /// Whose.
        patron: Patron,
        /// On which box.
        box_number: u8,
        /// Wagers and amounts.
        wagers: Vec<(String, String)>,
    },
    /// A patron takes a wager back.
    TakesBack {
        /// Who.
        patron: Patron,
        /// From which box.
        box_number: Option<u8>,
        /// Which wager.
        wager: String,
        /// How much of it; by default all.
        amount: Option<String>,
    },
    /// A patron calls a wager on or off.
    Calls {
        /// Who.
        patron: Patron,
        /// On which box.
        box_number: Option<u8>,
        /// Which wager.
        wager: String,
        /// Whether it shall work.
        on: bool,
    },
    /// A patron decides, with the cards that follow, if any.
    Chooses {
        /// Who.
        patron: Patron,
        /// About which hand; the hand that is asked if it is left out.
        spot: Option<Spot>,
        /// What.
        choice: String,
        /// How much.
        amount: Option<String>,
        /// The cards that are dealt in response.
        cards: Vec<Face>,
    },
    /// No answer was given for this hand.
    Silent {
        /// Whose hand.
        patron: Patron,
        /// Which hand.
        spot: Option<Spot>,
    },
    /// A patron leaves.
    Leaves(Patron),
    /// An actor cuts the cards.
    Cuts(Actor, u16),
    /// Staff take a step.
    Step(Rank, String),
    /// An actor acknowledges, approves, or withholds approval.
    Approves(Actor, bool),
    /// Staff let a patron bet again.
    Permits(Rank, Patron),
    /// Staff rule.
    Rules(Rank, RulingText),
    /// The cards are shuffled.
    Shuffle {
        /// After how many cards the cutting card comes.
        cut_card: Option<u16>,
    },
    /// A card is discarded, seen or unseen.
    Burn(Face),
    /// The first deal: cards by place.
    Deal(Vec<(Place, Vec<Face>)>),
    /// Cards to one place, in order.
    Cards(Place, Vec<Face>),
    /// Cards of one place are turned, in order.
    Turn(Place, Vec<Card>),
    /// A patron or the dealer looks at cards that lie face down.
    Looks(Option<Patron>, Place),
    /// The device answers.
    Peek(bool),
    /// Two dice, as a rank calls them.
    Roll(Rank, TwoDice),
    /// Three dice.
    RollThree(ThreeDice),
    /// A number that a device shows.
    Number(u8),
    /// A patron sets a hand: the cards of the low hand, by their faces or by their positions from 1.
    Sets(Patron, Option<Spot>, LowCards),
    /// The ball.
    Spin(Pocket),
    /// The big wheel: what its section shows.
    Wheel(String),
    /// A meter grants an amount: its word, and if given the amount and what the meter showed, as written.
    Meter(String, Option<String>, Option<String>),
    /// A meter is attached to the table: its word, which progressive of the documents it is, and the settings of its
    /// house.
    Link {
        /// The meter.
        meter: String,
        /// Which progressive it is.
        kind: String,
        /// The keys of a house file with their values.
        chosen: Vec<(String, String)>,
    },
    /// Other tables feed a meter that is kept, or draw on it.
    Elsewhere(String, Elsewhere),
    /// An attached meter must show this amount and, if given, have this reserve and this much paid by the house.
    Shows {
        /// The meter.
        meter: String,
        /// What it shows.
        amount: String,
        /// What is in its reserve.
        reserve: Option<String>,
        /// What the house has paid for seeds.
        seeds: Option<String>,
    },
    /// The cutting card came out.
    CutCard,
    /// Another dealer came.
    NewDealer,
    /// Something went wrong.
    Report {
        /// Who says so.
        by: Rank,
        /// What.
        kind: String,
        /// Where.
        place: Option<Place>,
        /// Which card.
        card: Option<Card>,
    },
    /// An input in its JSON form; its words are read when the table is open, because they are the game's.
    Send(String),
    /// What an audience sees at a place.
    Sees(Audience, Place, Vec<Face>),
    /// What the table waits for.
    Awaits(Awaited),
    /// The scenario stops in mid-round on purpose.
    Open,
    /// Settlement lines since the last expectation.
    Expect {
        /// Whose.
        patron: Option<Patron>,
        /// On which hand.
        spot: Option<Spot>,
        /// For whom: the patron if none is named.
        beneficiary: Beneficiary,
        /// What.
        lines: Vec<ExpectedLine>,
    },
}

impl Act {
    /// Whether it sends no input to the table, so that play can continue even if it fails.
    pub(super) fn only_looks(&self) -> bool {
        matches!(self, Act::Sees(..) | Act::Awaits(_) | Act::Expect { .. } | Act::Shows { .. } | Act::Open)
    }
}

/// The cards of a low hand as written.
#[derive(Clone, Debug)]
pub enum LowCards {
    /// By their faces.
    Faces(Vec<Card>),
    /// By their positions in the hand, from 1.
    Places(Vec<u8>),
}

/// What other tables do to a meter.
#[derive(Clone, Debug)]
pub enum Elsewhere {
    /// Stakes of this amount are made there.
    Stakes(String),
    /// A share of it is won there.
    Draws(String),
}

/// A ruling as written; amounts are read in the table's currency.
#[derive(Clone, Debug)]
pub enum RulingText {
    /// An act without an amount.
    Act(RulingAct),
    /// An award.
    Award(Patron, String),
}

/// What the table must be waiting for.
#[derive(Clone, Debug)]
pub enum Awaited {
    /// The round has reached this phase.
    Phase(String),
    /// Exactly these choices are offered for a hand.
    Choices(Patron, Option<Spot>, Vec<String>),
}

/// One expected settlement line.
#[derive(Clone, Debug)]
pub struct ExpectedLine {
    /// `wager` by default, or `award`, `charge`, `cap`, `debt`, `collection`, `reversal`.
    pub kind: String,
    /// The wager.
    pub wager: String,
    /// `wins`, `loses`, `pushes`, `returned`.
    pub outcome: String,
    /// The amount as written.
    pub amount: Option<String>,
    /// What is returned of the stake, if it is given.
    pub back: Option<String>,
    /// What the odds were applied to, if it is given.
    pub basis: Option<String>,
    /// The odds, if they are given.
    pub odds: Option<String>,
}
