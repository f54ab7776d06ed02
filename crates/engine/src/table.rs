//! The contract between a game and everything that drives it.

use crate::awaits::{Ask, By, Due, Offer};
use crate::bounds::Bounds;
use crate::compact;
use crate::dictionary;
use crate::event::{Event, Named, Sink};
use crate::input::{FileHash, Input};
use crate::layout::{LaidCard, Layout, Marker, Place, Spot};
use crate::people::{Actor, Patron, Rank};
use crate::refusal::{AmountRange, Refusal, protocol};
use crate::rule::Rule;
use crate::snapshot::{LoadError, Origin, Snapshot};
use crate::transcript::Transcript;
use crate::view::{BankView, CupView};
use crate::wager::{Beneficiary, Line, Wagers};
use crate::ways::Way;
use crate::words::{
    ChoiceId, HandId, IrregularityId, MarkerId, MeterId, RemedyId, RowId, SectionId, StepId, WagerId,
};
use felt::{Card, Currency, Money, Shoe, WheelKind};
use rulebook::{Finding, RuleBook, TableConfig};
use schemars::JsonSchema;
use serde::{Deserializer, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A table of one game: pure rules, fed with inputs, answering with events.
///
/// Implementations do no I/O, read no clock, draw no random number and hold no floats. All checks of
/// [`Table::apply`] precede its first change, so a refused input leaves the table as it was.
pub trait Table: Clone + Send + Sync + std::fmt::Debug {
    /// Applies an input.
    ///
    /// # Errors
    /// Returns the refusal; the table is unchanged.
    fn apply<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal>;

    /// Shows the table a file that may replace its own, and returns the hash by which [`Input::Terms`] switches to it.
    /// Until then nothing changes; saving the table forgets a file it has not switched to.
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError>;

    /// Returns what the round needs before it can continue.
    fn due(&self) -> Due;

    /// Visits everything that would be granted now.
    fn offers(&self, visit: &mut dyn FnMut(Offer));

    /// Visits the offers that this patron may take. A table with many offers finds them faster than by visiting the
    /// offers of all.
    fn offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer)) {
        self.offers(&mut |offer| {
            if offer.by == By::AnyPatron || offer.by == By::Patron(patron) {
                visit(offer);
            }
        });
    }

    /// Returns what a patron may stake on one wager now, or `None` if the wager would not be accepted. The result
    /// equals that of the offers, but a table with many wagers finds it without visiting the others.
    fn stakes(
        &self,
        patron: Patron,
        box_number: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
    ) -> Option<AmountRange> {
        let mut range = None;
        let wanted = Ask::bet(box_number, wager, beneficiary);
        self.offers_to(patron, &mut |offer| {
            if offer.each().any(|one| one.ask == wanted) {
                range = range.or(offer.amount);
            }
        });
        range
    }

    /// Returns the phase that the round has reached, one of the vocabulary's phases.
    fn phase(&self) -> &'static str;

    /// The round's number.
    fn round(&self) -> u32;

    /// The cards on the layout.
    fn layout(&self) -> &Layout;

    /// The shoe's bookkeeping.
    fn shoe(&self) -> &Shoe;

    /// The wagers of the round.
    fn wagers(&self) -> &Wagers;

    /// The lines settled in the round so far.
    fn lines(&self) -> &[Line];

    /// Returns the currency of the table.
    fn currency(&self) -> Currency;

    /// What the terms of the table were resolved from.
    fn origin(&self) -> &Origin;

    /// The version of its procedure: [`Vocabulary::procedure`].
    fn procedure(&self) -> u32;

    /// Returns everything that the table remembers, without what was resolved when it opened.
    fn state(&self) -> impl Serialize;

    /// What a state stored in [`crate::Snapshot`]s of schema 1 lacks at its end.
    const ADDED_IN_2: &'static [u8] = &[];

    /// Restores a state of a table of the same origin. After a failure the table must not be used any more.
    ///
    /// # Errors
    /// Returns what the bytes contain that is impossible for a table.
    fn restore<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error>;

    /// Forgets what no later event depends on, and renumbers wagers, draws and the like: two tables of one origin that
    /// are then in the same state settle the same lines for the same inputs. When in doubt it keeps the value.
    fn forget(&mut self);

    /// Returns the longest regular round of the table and the most that the house pays in one. It depends on the terms
    /// alone, so compute it once when the table opens, not at every step.
    fn bounds(&self) -> Bounds;

    /// What lies on the layout besides cards and wagers.
    fn markers(&self, visit: &mut dyn FnMut(Marker)) {
        let _ = visit;
    }

    /// Visits what each patron owes in deferred charges. Their chips for it are marked and stay at the table until the
    /// debt is collected.
    fn owed(&self, visit: &mut dyn FnMut(Owed)) {
        let _ = visit;
    }

    /// Returns the bank that a patron holds; `None` if the house is the bank.
    fn bank(&self) -> Option<BankView> {
        None
    }

    /// Returns what these cards make as the hand of that place, with the open community cards, by the game's own
    /// ranking; `None` if the game names no hand. Only the given cards may be used.
    fn name_hand(&self, place: Place, own: &[Card], board: &[Card]) -> Option<Named> {
        let _ = (place, own, board);
        None
    }

    /// Visits the ways in which the cards of a hand may be set in two, if patrons set hands in this game: several until
    /// the hand is set, then the one in which it was set, and none once it is exposed. The cards are those of the hand
    /// in their order, and only they may be used.
    fn ways(&self, spot: Spot, cards: &[Card], visit: &mut dyn FnMut(Way)) {
        let _ = (spot, cards, visit);
    }

    /// Returns which cards take part in the shuffle that is due.
    fn shuffling(&self) -> Shuffling {
        Shuffling::All
    }

    /// Returns the number of a card that was drawn already and is held as the next one, if there is one: the dealer
    /// lays it before drawing another.
    fn held_next(&self) -> Option<u32> {
        None
    }

    /// Visits the numbers of cards that are out of the shoe and lie neither on the layout nor in the rack: held as the
    /// next ones, or shown and not yet assigned to a hand.
    fn set_aside(&self, visit: &mut dyn FnMut(u32)) {
        let _ = visit;
    }

    /// Returns the true answer of a device that looks under cards, given what lies under each; `None` if no device is
    /// asked, or if it cannot know.
    fn device_answer(&self, under: &dyn Fn(&LaidCard) -> Option<Card>) -> Option<bool> {
        let _ = under;
        None
    }

    /// Returns the shared hands that may get cards, besides those of the patrons and the dealer.
    fn shared_hands(&self) -> &'static [Place] {
        &[]
    }

    /// Returns the wheel of a game that has one.
    fn wheel(&self) -> Wheel<'_> {
        Wheel::None
    }

    /// Visits the open cups of dice, in the order in which they were opened.
    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        let _ = visit;
    }

    /// Visits the last results, the newest first, for a display at the table; the game does not depend on them.
    fn results(&self, visit: &mut dyn FnMut(&str)) {
        let _ = visit;
    }
}

/// The deferred charges that a patron owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Owed {
    /// Who owes it.
    pub patron: Patron,
    /// Where they stand: the number of the marker.
    #[serde(rename = "hand")]
    pub spot: Spot,
    /// How much.
    pub amount: Money,
}

/// The wheel of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wheel<'t> {
    /// No wheel.
    None,
    /// A wheel in which a ball runs.
    Ball(WheelKind),
    /// A big wheel of these sections, clockwise.
    Sections(&'t [SectionId]),
}

impl Wheel<'_> {
    /// Returns what its pockets or sections show, clockwise.
    pub fn faces(self) -> Vec<String> {
        match self {
            Wheel::None => Vec::new(),
            Wheel::Ball(kind) => kind.pockets().iter().map(ToString::to_string).collect(),
            Wheel::Sections(sections) => sections.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Which cards take part in a shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffling {
    /// All of them, wherever they lie.
    All,
    /// All but those that lie on the layout or were set aside.
    Discards,
}

/// A condition that was evaluated for a settlement line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule that has the condition.
    pub rule: Rule,
    /// Whether it held.
    pub held: bool,
    /// The facts it was evaluated on, in words.
    pub facts: String,
}

/// The object-safe face of [`Table`], for code that iterates the registry.
pub trait AnyTable: Send + Sync {
    /// See [`Table::apply`].
    ///
    /// # Errors
    /// Returns the refusal; the table is unchanged.
    fn apply(&mut self, actor: Actor, input: Input, out: &mut Vec<Event>) -> Result<(), Refusal>;
    /// See [`Table::apply`]; the events are stored in the compact [`Transcript`].
    ///
    /// # Errors
    /// Returns the refusal; the table is unchanged.
    fn apply_to(&mut self, actor: Actor, input: Input, out: &mut Transcript) -> Result<(), Refusal>;
    /// See [`Table::show_file`].
    ///
    /// # Errors
    /// Names what the rule book or the table file lacks.
    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError>;
    /// See [`Table::due`].
    fn due(&self) -> Due;
    /// See [`Table::offers`].
    fn offers(&self, visit: &mut dyn FnMut(Offer));
    /// See [`Table::offers_to`].
    fn offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer));
    /// See [`Table::stakes`].
    fn stakes(
        &self,
        patron: Patron,
        box_number: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
    ) -> Option<AmountRange>;
    /// See [`Table::phase`].
    fn phase(&self) -> &'static str;
    /// See [`Table::round`].
    fn round(&self) -> u32;
    /// See [`Table::layout`].
    fn layout(&self) -> &Layout;
    /// See [`Table::shoe`].
    fn shoe(&self) -> &Shoe;
    /// See [`Table::wagers`].
    fn wagers(&self) -> &Wagers;
    /// See [`Table::lines`].
    fn lines(&self) -> &[Line];
    /// See [`Table::currency`].
    fn currency(&self) -> Currency;
    /// See [`Table::bounds`].
    fn bounds(&self) -> Bounds;
    /// See [`Table::markers`].
    fn markers(&self, visit: &mut dyn FnMut(Marker));
    /// See [`Table::owed`].
    fn owed(&self, visit: &mut dyn FnMut(Owed));
    /// See [`Table::bank`].
    fn bank(&self) -> Option<BankView>;
    /// See [`Table::name_hand`].
    fn name_hand(&self, place: Place, own: &[Card], board: &[Card]) -> Option<Named>;
    /// See [`Table::ways`].
    fn ways(&self, spot: Spot, cards: &[Card], visit: &mut dyn FnMut(Way));
    /// See [`Table::shuffling`].
    fn shuffling(&self) -> Shuffling;
    /// See [`Table::held_next`].
    fn held_next(&self) -> Option<u32>;
    /// See [`Table::set_aside`].
    fn set_aside(&self, visit: &mut dyn FnMut(u32));
    /// See [`Table::device_answer`].
    fn device_answer(&self, under: &dyn Fn(&LaidCard) -> Option<Card>) -> Option<bool>;
    /// See [`Table::shared_hands`].
    fn shared_hands(&self) -> &'static [Place];
    /// See [`Table::wheel`].
    fn wheel(&self) -> Wheel<'_>;
    /// See [`Table::dice`].
    fn dice(&self, visit: &mut dyn FnMut(CupView));
    /// See [`Table::results`].
    fn results(&self, visit: &mut dyn FnMut(&str));
    /// Returns the table as it is now, to be stored and loaded again by [`Game::load`].
    ///
    /// # Errors
    /// Returns a value that the compact form cannot represent; no game has one in its state.
    fn save(&self) -> Result<Snapshot, compact::Error>;
    /// Continues from a snapshot of a table of the same origin.
    ///
    /// # Errors
    /// The snapshot does not belong to this table or cannot be read; the table is then unchanged.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), LoadError>;
    /// Returns bytes that are equal for two tables of one origin that behave alike: for the same inputs they grant and
    /// refuse the same and settle the same lines, except for the numbers of rounds, wagers, draws and lines.
    ///
    /// # Errors
    /// As [`AnyTable::save`].
    fn key(&self) -> Result<Vec<u8>, compact::Error>;
    /// Returns the key with the names of its parts, to find out why two keys differ.
    ///
    /// # Errors
    /// As [`AnyTable::save`].
    fn key_parts(&self) -> Result<compact::KeyParts, compact::Error>;
    /// Returns a copy, for trials.
    fn boxed_clone(&self) -> Box<dyn AnyTable>;
}

impl<T: Table + 'static> AnyTable for T {
    fn apply(&mut self, actor: Actor, input: Input, out: &mut Vec<Event>) -> Result<(), Refusal> {
        Table::apply(self, actor, input, out)
    }
    fn apply_to(&mut self, actor: Actor, input: Input, out: &mut Transcript) -> Result<(), Refusal> {
        Table::apply(self, actor, input, out)
    }
    fn show_file(&mut self, book: &RuleBook, config: &TableConfig) -> Result<FileHash, OpenError> {
        Table::show_file(self, book, config)
    }
    fn due(&self) -> Due {
        Table::due(self)
    }
    fn offers(&self, visit: &mut dyn FnMut(Offer)) {
        Table::offers(self, visit);
    }
    fn offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer)) {
        Table::offers_to(self, patron, visit);
    }
    fn stakes(
        &self,
        patron: Patron,
        box_number: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
    ) -> Option<AmountRange> {
        Table::stakes(self, patron, box_number, wager, beneficiary)
    }
    fn phase(&self) -> &'static str {
        Table::phase(self)
    }
    fn round(&self) -> u32 {
        Table::round(self)
    }
    fn layout(&self) -> &Layout {
        Table::layout(self)
    }
    fn shoe(&self) -> &Shoe {
        Table::shoe(self)
    }
    fn wagers(&self) -> &Wagers {
        Table::wagers(self)
    }
    fn lines(&self) -> &[Line] {
        Table::lines(self)
    }
    fn currency(&self) -> Currency {
        Table::currency(self)
    }
    fn bounds(&self) -> Bounds {
        Table::bounds(self)
    }
    fn markers(&self, visit: &mut dyn FnMut(Marker)) {
        Table::markers(self, visit);
    }
    fn owed(&self, visit: &mut dyn FnMut(Owed)) {
        Table::owed(self, visit);
    }
    fn bank(&self) -> Option<BankView> {
        Table::bank(self)
    }
    fn name_hand(&self, place: Place, own: &[Card], board: &[Card]) -> Option<Named> {
        Table::name_hand(self, place, own, board)
    }
    fn ways(&self, spot: Spot, cards: &[Card], visit: &mut dyn FnMut(Way)) {
        Table::ways(self, spot, cards, visit);
    }
    fn shuffling(&self) -> Shuffling {
        Table::shuffling(self)
    }
    fn held_next(&self) -> Option<u32> {
        Table::held_next(self)
    }
    fn set_aside(&self, visit: &mut dyn FnMut(u32)) {
        Table::set_aside(self, visit);
    }
    fn device_answer(&self, under: &dyn Fn(&LaidCard) -> Option<Card>) -> Option<bool> {
        Table::device_answer(self, under)
    }
    fn shared_hands(&self) -> &'static [Place] {
        Table::shared_hands(self)
    }
    fn wheel(&self) -> Wheel<'_> {
        Table::wheel(self)
    }
    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        Table::dice(self, visit);
    }
    fn results(&self, visit: &mut dyn FnMut(&str)) {
        Table::results(self, visit);
    }
    fn save(&self) -> Result<Snapshot, compact::Error> {
        Snapshot::of(self.origin(), self.procedure(), &self.state())
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), LoadError> {
        snapshot.check(self.origin(), self.procedure())?;
        let mut table = self.clone();
        let state = snapshot.state_with(Self::ADDED_IN_2);
        compact::read_with(&state, snapshot.words(), |reader| Table::restore(&mut table, reader))?;
        *self = table;
        Ok(())
    }
    fn key(&self) -> Result<Vec<u8>, compact::Error> {
        let mut table = self.clone();
        table.forget();
        compact::key(&table.state())
    }
    fn key_parts(&self) -> Result<compact::KeyParts, compact::Error> {
        let mut table = self.clone();
        table.forget();
        compact::key_parts(&table.state())
    }
    fn boxed_clone(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}

/// The words of a game, for parsers, pages and counts, and the version of its procedure.
#[derive(Debug)]
pub struct Vocabulary {
    /// The version of the game's procedure, from 1. Raise it with every change that makes a stored round replay
    /// differently, and explain that in the changelog. The new procedure may never reach some states of the old one.
    pub procedure: u32,
    /// Its wagers.
    pub wagers: &'static [WagerId],
    /// What patrons may choose.
    pub choices: &'static [ChoiceId],
    /// The dealer's steps.
    pub steps: &'static [StepId],
    /// The phases of a round.
    pub phases: &'static [&'static str],
    /// What can go wrong.
    pub irregularities: &'static [Irregularity],
    /// The remedies for them.
    pub remedies: &'static [RemedyId],
    /// The kinds of event it puts out.
    pub events: &'static [&'static str],
    /// Its progressive meters.
    pub meters: &'static [MeterId],
    /// What is paid without a wager: an envy bonus, an amount by a ruling.
    pub awards: &'static [WagerId],
    /// What the dealer calls hands.
    pub hands: &'static [HandId],
    /// What lies on the layout besides cards and wagers.
    pub markers: &'static [MarkerId],
    /// The rank that rules where no rule covers the case.
    pub ruling_rank: Rank,
    /// The names of the refusals it gives.
    pub refusals: &'static [&'static str],
    /// Every rule its code can cite.
    pub rules: &'static [Rule],
    /// Rules of side bets that it plays from the book of another game; that game's trace covers them.
    pub side_bet_rules: &'static [Rule],
}

impl Vocabulary {
    /// Returns every word, name and rule that a table of the game can say, except the duties of its rule book.
    pub fn words(&self) -> Vec<&'static &'static str> {
        let mut words: Vec<&'static &'static str> = self.phases.iter().chain(self.refusals).collect();
        words.extend(self.wagers.iter().chain(self.awards).map(|word| word.entry()));
        words.extend(self.choices.iter().map(|word| word.entry()));
        words.extend(self.steps.iter().map(|word| word.entry()));
        words.extend(self.irregularities.iter().flat_map(|one| [one.id.entry(), one.rule.entry()]));
        words.extend(self.remedies.iter().map(|word| word.entry()));
        words.extend(self.meters.iter().map(|word| word.entry()));
        words.extend(self.hands.iter().map(|word| word.entry()));
        words.extend(self.markers.iter().map(|word| word.entry()));
        let rules = self.rules.iter().chain(self.side_bet_rules).chain(&protocol::ALL);
        words.extend(rules.map(|rule| rule.entry()));
        words
    }

    /// Enters all of it into the dictionary, so that it can be read.
    pub fn learn(&self) {
        dictionary::learn(self.words());
        self.rules.iter().chain(self.side_bet_rules).for_each(|rule| crate::rule::keep_above(rule.id()));
    }
}

/// Something that can go wrong, for the staff who deal with it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Irregularity {
    /// Its word.
    pub id: IrregularityId,
    /// What happened, in a sentence.
    pub what: &'static str,
    /// What is done about it, in a sentence.
    pub remedy: &'static str,
    /// Who decides, if there is a choice.
    pub decides: &'static str,
    /// The paragraph.
    pub rule: Rule,
}

/// Opens a table of a game on its rule book and a checked table file.
pub type OpenTable = fn(&RuleBook, &TableConfig) -> Result<Box<dyn AnyTable>, OpenError>;

/// The texts that a game's rule book is made of.
type Texts = (&'static str, &'static [&'static str]);

/// A game in the registry.
pub struct Game {
    /// Its id: `ohio/blackjack`.
    pub id: &'static str,
    /// The text of its rule book.
    pub rulebook: &'static str,
    /// The text of its layout: how a table of it is drawn.
    pub layout: &'static str,
    /// The texts of other rule books whose side bets its code knows.
    pub side_bets: &'static [&'static str],
    /// Its classification for the trace; empty for a game that is not based on a document.
    pub trace: &'static str,
    /// The project's rulings on it, as Markdown.
    pub rulings: &'static str,
    /// The code's own notes on the rules it cites, for those that the trace does not describe.
    pub says: fn() -> Vec<(Rule, &'static str)>,
    /// Its words.
    pub vocabulary: &'static Vocabulary,
    /// Opens a table on a checked table file, `study` tables included. To open a table to the public call
    /// [`Game::open_live`], which refuses those.
    pub open: OpenTable,
    /// Explains why a line was settled as it was, from the events up to it: each condition, and whether it held.
    pub reasons: fn(&[Event], &Line) -> Vec<Reason>,
}

impl Game {
    /// Returns the game's rule book, with the side bets of other books that its code knows. It is read once per
    /// process: opening a table takes microseconds, reading a book milliseconds. The game's words, the duties and the
    /// pay lines of the book are entered into the dictionary at the same time, so code that could open a table can read
    /// its events.
    ///
    /// # Errors
    /// Everything that is wrong with the texts.
    pub fn book(&self) -> Result<Arc<RuleBook>, Vec<Finding>> {
        static BOOKS: Mutex<BTreeMap<Texts, Arc<RuleBook>>> = Mutex::new(BTreeMap::new());
        let texts = (self.rulebook, self.side_bets);
        let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = books.get(&texts) {
            return Ok(Arc::clone(known));
        }
        let others =
            self.side_bets.iter().map(|text| RuleBook::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let book = Arc::new(RuleBook::parse(self.rulebook)?.with_side_bets(&others));
        self.vocabulary.learn();
        for duty in &book.duties {
            let _ = Rule::from_book(&duty.id);
        }
        for line in book.paytables.iter().flat_map(|table| &table.lines) {
            let _ = RowId::from_book(&line.id);
        }
        for symbol in &book.wheel {
            let _ = SectionId::from_book(symbol);
        }
        books.insert(texts, Arc::clone(&book));
        Ok(book)
    }

    /// Returns how a table of the game is drawn.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn drawn(&self) -> Result<rulebook::LayoutFile, Finding> {
        rulebook::LayoutFile::parse(self.layout)
    }

    /// Opens a table to the public, which is never allowed for a table marked `study`.
    ///
    /// # Errors
    /// Refuses a study table, and what [`Game::open`] refuses.
    pub fn open_live(&self, book: &RuleBook, config: &TableConfig) -> Result<Box<dyn AnyTable>, OpenError> {
        if config.study {
            let name = &config.name;
            return Err(OpenError(format!(
                "table \"{name}\" is marked study: it is for the lab and never opened to the public"
            )));
        }
        (self.open)(book, config)
    }

    /// Opens a table and continues from a snapshot.
    ///
    /// # Errors
    /// What [`Game::open`] refuses, and a snapshot that does not belong to these files or cannot be read.
    pub fn load(
        &self,
        book: &RuleBook,
        config: &TableConfig,
        snapshot: &Snapshot,
    ) -> Result<Box<dyn AnyTable>, LoadError> {
        // The words must be in the dictionary before the snapshot is read, even if the caller's book comes from
        // elsewhere.
        let _ = self.book();
        let mut table = (self.open)(book, config)?;
        table.restore(snapshot)?;
        Ok(table)
    }
}

/// A checked table file that this version of the game cannot open; it names what is missing.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(pub String);
