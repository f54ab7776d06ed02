//! A game's rule book: the regulator's side, as data.

use felt::{Currency, DeckKind, Money, Odds, Pay, Rounding};

use crate::finding::Finding;
use crate::limits::{Bounds, Range, Ranges};
use crate::option::OptionRule;

/// One game as one regulator approved it, or a set of side bets that join other games.
#[derive(Debug, Clone)]
pub struct RuleBook {
    /// What table files call the game, such as `ohio/blackjack`.
    pub id: String,
    /// The game's name for people.
    pub name: String,
    /// Whose rules these are.
    pub jurisdiction: String,
    /// The document the paragraphs are in; `none` where the game rests on rulings alone.
    pub document: String,
    /// The day the document took effect, as `YYYY-MM-DD`; `undated` where it prints none, nothing without a document.
    pub effective: String,
    /// What every paragraph id of this book starts with, such as `OH-BJ`; may be empty where there is no document.
    pub prefix: String,
    /// The prefixes of other rule sets that this game must follow too, such as that of a progressive it offers.
    pub also: Vec<String>,
    /// The money the table plays for.
    pub currency: Currency,
    /// Whether the book is of side bets alone: it has neither boxes nor a main wager, and its decks are those of
    /// the games it may join.
    pub only_side_bets: bool,
    /// How many betting boxes a table may have; none in a book of side bets alone.
    pub boxes: BoxRule,
    /// Which cards are used; a game without cards has a range of `0`.
    pub decks: DeckRule,
    /// The paragraphs by which every payment is exact, so that no table may name a rounding; none where the
    /// document leaves that open.
    pub exact_cites: Vec<String>,
    /// The roundings that the document approves; none where it leaves that open.
    pub rounding: Option<RoundingRule>,
    /// The paragraphs by which the regulator approves every side bet before it is offered; none where the document does
    /// not speak of others than its own.
    pub side_bets_cites: Vec<String>,
    /// Every wager, in the order of the book; a row with targets stands for one wager a target.
    pub wagers: Vec<WagerRule>,
    /// Every approved pay table.
    pub paytables: Vec<PayTable>,
    /// Everything the casino may choose.
    pub options: Vec<OptionRule>,
    /// What staff must do and the engine cannot see.
    pub duties: Vec<Duty>,
    /// What the sections of its big wheel show and how often each does; none at other games.
    pub sections: Vec<SectionRule>,
    /// The sections clockwise, each by what it shows.
    pub wheel: Vec<String>,
    /// SHA-256 of the book's text, in hexadecimal; of all texts where side bets of other books were merged in.
    pub hash: String,
}

/// How many betting boxes a table may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxRule {
    /// The approved numbers.
    pub allowed: Range,
    /// The number when a table names none.
    pub default: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// How a table may round what is no whole number of coins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundingRule {
    /// The approved ways; a table may also be exact.
    pub allowed: Vec<Rounding>,
    /// The coin to which is rounded.
    pub coin: Money,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// Which cards a table may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckRule {
    /// What one deck consists of.
    pub kind: DeckKind,
    /// The approved numbers of decks.
    pub allowed: Range,
    /// The number when a table names none.
    pub default: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// One wager of the game.
///
/// A wager is *required*, a *side bet* that a casino may offer, one that *follows* another wager, or, being none
/// of these, a regular wager that is always there (a place bet at craps). Wagers that differ only in what they
/// are made on (a number, a point, two pockets) are a *family*: `place-4` to `place-10`, or `straight-17`.
#[derive(Debug, Clone)]
pub struct WagerRule {
    /// What files call it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The family it belongs to: `place` for `place-6`. Limits and offers may be written for the whole family.
    pub family: Option<String>,
    /// What it is made on, within its family: `6` for `place-6`.
    pub target: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether the casino chooses to offer it.
    pub side_bet: bool,
    /// The id of the book it stands in, which is another one where it was merged in.
    pub from: String,
    /// The games a side bet may be offered at; that of its own book unless `attaches` says otherwise.
    pub attaches: Vec<String>,
    /// The paragraphs that say at which games; those of the wager unless `attaches_cites` says otherwise.
    pub attaches_cites: Vec<String>,
    /// Wagers of which the patron needs one to make this one; none for most.
    pub beside: Vec<String>,
    /// The paragraphs that want another wager beside it; those of the wager unless `beside_cites` says otherwise.
    pub beside_cites: Vec<String>,
    /// The numbers of decks at which it may be offered; its game's where it has none of its own.
    pub decks: Option<Ranges>,
    /// The paragraphs of those decks; those of the wager unless `decks_cites` says otherwise.
    pub decks_cites: Vec<String>,
    /// The wager its amount depends on; such a wager has no limits of its own.
    pub follows: Option<String>,
    /// The wager its proceeds may be added to.
    pub feeds: Option<String>,
    /// The wager whose stake it must equal; it takes that one's limits.
    pub equals: Option<String>,
    /// What it may be paid outside a pay table.
    pub pays: Vec<PayTerm>,
    /// The codes of the pay tables approved for it.
    pub paytables: Vec<String>,
    /// Into how many equal wagers its stake is divided, each of whole coins and paid by itself; one for most.
    pub parts: u8,
    /// Whether limits that were written for another wager or for the family are narrowed to the stakes that this
    /// one is paid for in whole coins.
    pub payable_step: bool,
    /// Whether the table refuses a stake that would not be paid in whole coins, because what is exact depends on
    /// the course of play; lint then has nothing to prove.
    pub refuses_inexact: bool,
    /// The vigorish that is taken on it.
    pub vigorish: Option<Vigorish>,
    /// The limit on what a patron is paid in a round, where wagers of even money count against it.
    pub aggregate: Option<Aggregate>,
    /// The regulator's limits, if there are any.
    pub limits: Option<Bounds>,
    /// The paragraphs of the limits; those of the wager unless `limits_cites` says otherwise.
    pub limits_cites: Vec<String>,
    /// The paragraphs that list its pay tables; those of the wager unless `paytables_cites` says otherwise.
    pub paytables_cites: Vec<String>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// A charge in per cent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vigorish {
    /// The option that says how many per cent.
    pub option: String,
    /// Whether it is a part of what the wager can win; else of its stake.
    pub of_win: bool,
    /// Whether it must come out in whole coins, unless the table names a rounding; else it is rounded down to coins.
    pub exact: bool,
    /// The paragraphs of the rounding, or those that know none.
    pub cites: Vec<String>,
}

/// A limit on all that one patron is paid in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    /// The most that is paid.
    pub most: Money,
    /// How many times the stake of this wager is won at even money, with the wagers that follow it.
    pub times: u8,
    /// The paragraphs of the limit.
    pub cites: Vec<String>,
}

/// One thing a wager may be paid outside a pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayTerm {
    /// Always this.
    Fixed(Pay),
    /// The odds chosen by the option of this id; written `option blackjack-pays`.
    ByOption(String),
}

/// One approved pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayTable {
    /// What files call it.
    pub code: String,
    /// The wager it pays.
    pub wager: String,
    /// The numbers of decks it is approved for.
    pub decks: Ranges,
    /// The ruling that makes out its figures, where the print is torn.
    pub torn: Option<String>,
    /// The table that this one prints once more, line by line, as on a layout; nobody picks it.
    pub repeats: Option<String>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
    /// Its lines, best hand first.
    pub lines: Vec<PayLine>,
}

impl PayTable {
    /// The line with this id.
    #[must_use]
    pub fn line(&self, id: &str) -> Option<&PayLine> {
        self.lines.iter().find(|l| l.id == id)
    }
}

/// One line of a pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayLine {
    /// What the game's code calls the result.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it pays.
    pub pays: Pay,
    /// What the dealers are awarded besides.
    pub envy: Option<Money>,
    /// The least wager that has it.
    pub from: Option<Money>,
}

/// What sections of a big wheel show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionRule {
    /// What files call it.
    pub id: String,
    /// On how many sections it stands.
    pub count: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// Something staff must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    /// The paragraph that asks for it.
    pub id: String,
    /// When it falls due, such as `opening`.
    pub due: String,
    /// Who does it, such as `dealer`.
    pub by: String,
    /// What is to be done.
    pub what: String,
}

impl RuleBook {
    /// Reads and validates a rule book.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in the order of its lines.
    pub fn parse(text: &str) -> Result<Self, Vec<Finding>> {
        crate::book_read::read(text)
    }

    /// Whether the game rests on rulings alone.
    #[must_use]
    pub fn has_no_document(&self) -> bool {
        self.document == "none"
    }

    /// The wager with this id.
    #[must_use]
    pub fn wager(&self, id: &str) -> Option<&WagerRule> {
        self.wagers.iter().find(|w| w.id == id)
    }

    /// The wagers of a family, in the order of the book.
    pub fn family<'b>(&'b self, id: &'b str) -> impl Iterator<Item = &'b WagerRule> {
        self.wagers.iter().filter(move |w| w.family.as_deref() == Some(id))
    }

    /// The option with this id.
    #[must_use]
    pub fn option(&self, id: &str) -> Option<&OptionRule> {
        self.options.iter().find(|o| o.id == id)
    }

    /// The pay table with this code.
    #[must_use]
    pub fn paytable(&self, code: &str) -> Option<&PayTable> {
        self.paytables.iter().find(|p| p.code == code)
    }

    /// The wager that a bare `limits` speaks of: `main`, else the first required one, else the first regular one.
    #[must_use]
    pub fn main_wager(&self) -> Option<&WagerRule> {
        let own = || self.wagers.iter().filter(|w| w.follows.is_none() && !w.side_bet);
        own().find(|w| w.id == "main").or_else(|| own().find(|w| w.required)).or_else(|| own().next())
    }

    /// The pay tables approved for a wager at this number of decks.
    pub fn paytables_for<'b>(
        &'b self,
        wager: &'b WagerRule,
        decks: u8,
    ) -> impl Iterator<Item = &'b PayTable> {
        let codes = wager.paytables.iter();
        codes.filter_map(|code| self.paytable(code)).filter(move |p| p.decks.contains(decks.into()))
    }
}

impl WagerRule {
    /// Whether the wager may be offered at the game of this id; only a side bet may not.
    #[must_use]
    pub fn attaches_to(&self, game: &str) -> bool {
        !self.side_bet || self.attaches.iter().any(|id| id == game)
    }

    /// Whether the wager can be without limits of its own and take those of its family or of the main wager.
    pub(crate) fn may_borrow(&self, book: &RuleBook) -> bool {
        let is_main = book.main_wager().is_some_and(|main| main.id == self.id);
        self.has_limits() && (self.family.is_some() || !(self.side_bet || is_main))
    }

    /// Whether a pay table is this wager's: it names the wager, or the family that shares the table.
    #[must_use]
    pub fn is_paid_by(&self, table: &PayTable) -> bool {
        table.wager == self.id || self.family.as_ref() == Some(&table.wager)
    }

    /// Whether the wager takes limits of its own.
    #[must_use]
    pub fn has_limits(&self) -> bool {
        self.follows.is_none()
    }
}

impl PayTerm {
    /// Reads `3 to 2`, `$50`, `100%` or `option <id>`.
    #[must_use]
    pub fn parse(text: &str, currency: Currency) -> Option<Self> {
        match text.strip_prefix("option ") {
            Some(id) => Some(Self::ByOption(id.trim().to_owned())),
            None => Pay::parse_in(text, currency).ok().map(Self::Fixed),
        }
    }

    /// The pay under a choice of options; `None` if the option's value is no odds.
    pub(crate) fn resolve<'v>(&self, option: impl Fn(&str) -> Option<&'v str>) -> Option<Pay> {
        match self {
            Self::Fixed(pay) => Some(*pay),
            Self::ByOption(id) => option(id)?.parse::<Odds>().ok().map(Pay::Odds),
        }
    }
}
