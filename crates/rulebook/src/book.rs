//! A game's rule book: the regulator's side, as data.

use felt::{Currency, DeckKind, Money, Odds, Pay, Rounding};

use crate::finding::Finding;
use crate::limits::{Bounds, Range, Ranges};
use crate::option::OptionRule;

/// The rules of one game as one regulator approved it, or of a set of side bets that join other games.
#[derive(Debug, Clone)]
pub struct RuleBook {
    /// The id of the game in table files, such as `ohio/blackjack`.
    pub id: String,
    /// The game's display name.
    pub name: String,
    /// The jurisdiction of the rules.
    pub jurisdiction: String,
    /// The document that contains the paragraphs; `none` for a game that rests on rulings alone.
    pub document: String,
    /// The day the document took effect, as `YYYY-MM-DD`; `undated` if it prints none, empty without a document.
    pub effective: String,
    /// The prefix of every paragraph id of this book, such as `OH-BJ`; may be empty without a document.
    pub prefix: String,
    /// The prefixes of other rule sets that this game must also follow, such as that of a progressive it offers.
    pub also: Vec<String>,
    /// The money the table plays for.
    pub currency: Currency,
    /// Whether the book contains only side bets: it has neither boxes nor a main wager, and its decks are those of the
    /// games it may join.
    pub only_side_bets: bool,
    /// How many betting boxes a table may have; none in a book of only side bets.
    pub boxes: BoxRule,
    /// Which cards are used; a game without cards has a range of `0`.
    pub decks: DeckRule,
    /// The paragraphs that require every payment to be exact, so that no table may name a rounding; empty if the
    /// document leaves that open.
    pub exact_cites: Vec<String>,
    /// The roundings that the document approves; `None` if it leaves that open.
    pub rounding: Option<RoundingRule>,
    /// The paragraphs by which the regulator must approve every side bet before it is offered; empty if the document
    /// mentions only its own side bets.
    pub side_bets_cites: Vec<String>,
    /// Every wager, in the order of the book; a row with targets becomes one wager per target.
    pub wagers: Vec<WagerRule>,
    /// Every approved pay table.
    pub paytables: Vec<PayTable>,
    /// Everything the casino may choose.
    pub options: Vec<OptionRule>,
    /// What staff must do and the engine cannot see.
    pub duties: Vec<Duty>,
    /// What the sections of its big wheel show and how often each occurs; empty for other games.
    pub sections: Vec<SectionRule>,
    /// The sections clockwise, each by what it shows.
    pub wheel: Vec<String>,
    /// SHA-256 of the book's text, in hexadecimal; of all texts if side bets of other books were merged in.
    pub hash: String,
}

/// How many betting boxes a table may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxRule {
    /// The approved numbers.
    pub allowed: Range,
    /// The number if a table names none.
    pub default: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// How a table may round an amount that is not a whole number of coins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundingRule {
    /// The approved roundings; a table may also be exact.
    pub allowed: Vec<Rounding>,
    /// The coin to which amounts are rounded.
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
    /// The number if a table names none.
    pub default: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// One wager of the game.
///
/// A wager is *required*, a *side bet* that a casino may offer, one that *follows* another wager, or otherwise a
/// regular wager that is always offered (a place bet at craps). Wagers that differ only in their target (a number, a
/// point, two pockets) are a *family*: `place-4` to `place-10`, or `straight-17`.
#[derive(Debug, Clone)]
pub struct WagerRule {
    /// Its id in files.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The family it belongs to: `place` for `place-6`. Limits and offers may be written for the whole family.
    pub family: Option<String>,
    /// Its target within its family: `6` for `place-6`.
    pub target: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether the casino chooses to offer it.
    pub side_bet: bool,
    /// The id of the book that defines it; a different one if it was merged in.
    pub from: String,
    /// The games a side bet may be offered at; that of its own book unless `attaches` says otherwise.
    pub attaches: Vec<String>,
    /// The paragraphs that say at which games; those of the wager unless `attaches_cites` says otherwise.
    pub attaches_cites: Vec<String>,
    /// Wagers of which the patron must have one to make this one; empty for most.
    pub beside: Vec<String>,
    /// The paragraphs that require another wager beside it; those of the wager unless `beside_cites` says otherwise.
    pub beside_cites: Vec<String>,
    /// The numbers of decks with which it may be offered; `None` to use those of its game.
    pub decks: Option<Ranges>,
    /// The paragraphs of those decks; those of the wager unless `decks_cites` says otherwise.
    pub decks_cites: Vec<String>,
    /// The wager its amount depends on; such a wager has no limits of its own.
    pub follows: Option<String>,
    /// The wager its proceeds may be added to.
    pub feeds: Option<String>,
    /// The wager whose stake it must equal; it has the same limits as that wager.
    pub equals: Option<String>,
    /// What it may be paid outside a pay table.
    pub pays: Vec<PayTerm>,
    /// The codes of the pay tables approved for it.
    pub paytables: Vec<String>,
    /// The number of equal wagers into which its stake is divided, each in whole coins and paid separately; one for
    /// most.
    pub parts: u8,
    /// Whether limits written for another wager or for the family are narrowed to the stakes for which this wager is
    /// paid in whole coins.
    pub payable_step: bool,
    /// Whether the table refuses a stake that would not be paid in whole coins, because that depends on the course of
    /// play; lint then has nothing to check.
    pub refuses_inexact: bool,
    /// The vigorish charged on it.
    pub vigorish: Option<Vigorish>,
    /// The limit on a patron's payments in a round, including wagers paid at even money.
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
    /// The option that sets the percentage.
    pub option: String,
    /// Whether it is a percentage of the possible win; otherwise of the stake.
    pub of_win: bool,
    /// Whether it must be a whole number of coins, unless the table names a rounding; otherwise it is rounded down to
    /// coins.
    pub exact: bool,
    /// The paragraphs on the rounding, or those that provide for none.
    pub cites: Vec<String>,
}

/// A limit on the total that one patron is paid in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    /// The limit.
    pub most: Money,
    /// How many times the stake of this wager is won at even money, including the wagers that follow it.
    pub times: u8,
    /// The paragraphs of the limit.
    pub cites: Vec<String>,
}

/// One thing a wager may be paid outside a pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayTerm {
    /// Always this pay.
    Fixed(Pay),
    /// The odds chosen by the option with this id; written `option blackjack-pays`.
    ByOption(String),
}

/// One approved pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayTable {
    /// Its id in files.
    pub code: String,
    /// The wager it pays.
    pub wager: String,
    /// The numbers of decks it is approved for.
    pub decks: Ranges,
    /// The ruling that settles its figures, if the print is torn.
    pub torn: Option<String>,
    /// The table of which this one is a copy, line by line, as on a layout; it cannot be chosen.
    pub repeats: Option<String>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
    /// Its lines, best hand first.
    pub lines: Vec<PayLine>,
}

impl PayTable {
    /// Returns the line with this id.
    #[must_use]
    pub fn line(&self, id: &str) -> Option<&PayLine> {
        self.lines.iter().find(|l| l.id == id)
    }
}

/// One line of a pay table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayLine {
    /// The game code's name for the result.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// What it pays.
    pub pays: Pay,
    /// The envy bonus, which the dealers are awarded in addition.
    pub envy: Option<Money>,
    /// The smallest wager that is paid this line.
    pub from: Option<Money>,
}

/// What sections of a big wheel show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionRule {
    /// Its id in files.
    pub id: String,
    /// The number of sections that show it.
    pub count: u8,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// Something staff must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    /// The paragraph that requires it.
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
    /// Returns every fault of the text, in the order of its lines.
    pub fn parse(text: &str) -> Result<Self, Vec<Finding>> {
        crate::book_read::read(text)
    }

    /// Whether the game rests on rulings alone.
    #[must_use]
    pub fn has_no_document(&self) -> bool {
        self.document == "none"
    }

    /// Returns the wager with this id.
    #[must_use]
    pub fn wager(&self, id: &str) -> Option<&WagerRule> {
        self.wagers.iter().find(|w| w.id == id)
    }

    /// Returns the wagers of a family, in the order of the book.
    pub fn family<'b>(&'b self, id: &'b str) -> impl Iterator<Item = &'b WagerRule> {
        self.wagers.iter().filter(move |w| w.family.as_deref() == Some(id))
    }

    /// Returns the option with this id.
    #[must_use]
    pub fn option(&self, id: &str) -> Option<&OptionRule> {
        self.options.iter().find(|o| o.id == id)
    }

    /// Returns the pay table with this code.
    #[must_use]
    pub fn paytable(&self, code: &str) -> Option<&PayTable> {
        self.paytables.iter().find(|p| p.code == code)
    }

    /// Returns the wager to which a bare `limits` applies: `main`, else the first required one, else the first regular
    /// one.
    #[must_use]
    pub fn main_wager(&self) -> Option<&WagerRule> {
        let own = || self.wagers.iter().filter(|w| w.follows.is_none() && !w.side_bet);
        own().find(|w| w.id == "main").or_else(|| own().find(|w| w.required)).or_else(|| own().next())
    }

    /// Returns the pay tables approved for a wager with this number of decks.
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
    /// Whether the wager may be offered at the game with this id; false only for some side bets.
    #[must_use]
    pub fn attaches_to(&self, game: &str) -> bool {
        !self.side_bet || self.attaches.iter().any(|id| id == game)
    }

    /// Whether the wager may lack limits of its own and use those of its family or of the main wager.
    pub(crate) fn may_borrow(&self, book: &RuleBook) -> bool {
        let is_main = book.main_wager().is_some_and(|main| main.id == self.id);
        self.has_limits() && (self.family.is_some() || !(self.side_bet || is_main))
    }

    /// Whether a pay table belongs to this wager: it names the wager, or the family that shares the table.
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

    /// Returns the pay for the chosen options; `None` if the option's value is not odds.
    pub(crate) fn resolve<'v>(&self, option: impl Fn(&str) -> Option<&'v str>) -> Option<Pay> {
        match self {
            Self::Fixed(pay) => Some(*pay),
            Self::ByOption(id) => option(id)?.parse::<Odds>().ok().map(Pay::Odds),
        }
    }
}
