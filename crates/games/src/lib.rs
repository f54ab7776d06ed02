//! The games, one folder or file each, and the registry that lists them.
//!
//! ```
//! use engine::{Actor, Input};
//! use rulebook::TableConfig;
//!
//! let game = games::find("ohio/craps").ok_or("no such game")?;
//! let book = game.book().map_err(|findings| format!("{findings:?}"))?;
//! let mut table = (game.open)(&book, &TableConfig::default_for(&book))?;
//!
//! // It says what it waits for, and refuses what it does not: with a name, a rule, and no effect.
//! let due = table.due();
//! let refusal = table.apply(Actor::DEALER, Input::Answer { yes: true }, &mut Vec::new()).unwrap_err();
//! assert_eq!(table.due(), due);
//! println!("{due:?}: {}", refusal.name);
//!
//! // And what it would accept, with amounts and rules: a page can be drawn and a bot can play from that alone.
//! let mut offers = 0;
//! table.offers(&mut |_| offers += 1);
//! assert!(offers > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod blackjack;
mod common;
pub mod craps;
mod impossible;
pub mod layout_games;
pub mod layout_table;
mod notes;
pub mod pai_gow_poker;
pub mod poker;
pub mod poker_games;
pub mod poker_table;
mod side_bets;
pub mod sources;

pub use common::{PayRow, Verdict};
use engine::{Game, Rule};
pub use impossible::why_impossible;
pub use notes::{note, notes_of};
use rulebook::{Finding, RuleBook};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every game, in the order of the documents.
pub static GAMES: &[&Game] = &[
    &blackjack::colorado::GAME,
    &blackjack::ride_free::GAME,
    &layout_games::three_dice_baccarat::GAME,
    &blackjack::ohio::GAME,
    &blackjack::free_bet::GAME,
    &craps::GAME,
    &poker_games::four_card_poker::GAME,
    &poker_games::let_it_ride::GAME,
    &layout_games::mini_baccarat::GAME,
    &layout_games::dragon_bonus_baccarat::GAME,
    &pai_gow_poker::GAME,
    &layout_games::roulette::GAME,
    &poker_games::three_card_poker::GAME,
    &poker_games::ultimate_texas_holdem::GAME,
    &poker_games::mississippi_stud::GAME,
    &poker_games::texas_holdem_bonus::GAME,
    &poker_games::crazy_four_poker::GAME,
    &layout_games::big_six::GAME,
    &poker_games::dj_wild::GAME,
    &poker_games::deuces_wild_xtreme::GAME,
    &blackjack::pontoon::GAME,
];

/// Finds a game by its id.
pub fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().copied().find(|game| game.id == id)
}

/// Finds the game whose id is probably meant by a mistyped one. Only the part after the slash is compared:
/// many games share the part before it.
pub fn meant(id: &str) -> Option<&'static str> {
    let last = |id: &'static str| id.rsplit('/').next().unwrap_or(id);
    let all: Vec<&'static str> = GAMES.iter().map(|game| game.id).collect();
    let names: Vec<&'static str> = all.iter().copied().map(last).collect();
    let name = rulebook::nearest(id.rsplit('/').next()?, &names)?;
    let so_named: Vec<&'static str> = all.into_iter().filter(|known| last(known) == name).collect();
    rulebook::nearest(id, &so_named).or(so_named.first().copied())
}

/// A rule set of side bets alone: it joins tables of other games, whose code plays it.
pub struct SideBetSet {
    /// Its id: `colorado/rocket-aces`.
    pub id: &'static str,
    /// The text of its rule book.
    pub rulebook: &'static str,
    /// Its classification for the trace.
    pub trace: &'static str,
    /// Our rulings on it, as Markdown.
    pub rulings: &'static str,
    /// Every rule of the set that code can cite.
    pub rules: &'static [Rule],
}

impl SideBetSet {
    /// Parses its rule book.
    ///
    /// # Errors
    /// Lists everything that is wrong with the text.
    pub fn book(&self) -> Result<Arc<RuleBook>, Vec<Finding>> {
        RuleBook::parse(self.rulebook).map(Arc::new)
    }
}

/// Every rule set of side bets alone, in the order of the documents.
pub static SIDE_BETS: &[SideBetSet] = &[
    SideBetSet {
        id: "colorado/rocket-aces",
        rulebook: include_str!("../rulebooks/colorado/rocket-aces.toml"),
        trace: include_str!("../trace/colorado/rocket-aces.toml"),
        rulings: include_str!("../rulings/colorado-rocket-aces.md"),
        rules: side_bets::ROCKET_ACES_RULES,
    },
    SideBetSet {
        id: "ohio/multi-link-progressive",
        rulebook: include_str!("../rulebooks/ohio/multi-link-progressive.toml"),
        trace: include_str!("../trace/ohio/multi-link-progressive.toml"),
        rulings: include_str!("../rulings/ohio-multi-link-progressive.md"),
        rules: poker_games::MULTI_LINK_RULES,
    },
];

/// Finds a set of side bets by its id.
pub fn find_side_bets(id: &str) -> Option<&'static SideBetSet> {
    SIDE_BETS.iter().find(|set| set.id == id)
}

/// Returns the prefix of a rule set's paragraphs, or `None` for a game that is not based on a document.
pub fn prefix(id: &str) -> Option<&'static str> {
    RULE_SETS.iter().find(|(_, known)| *known == id).map(|(prefix, _)| *prefix)
}

/// The project's own list of all paragraphs of the documents: id, kind, heading.
pub static PARAGRAPHS: &str = include_str!("../trace/paragraphs.tsv");

/// The 22 rule sets by the prefix of their paragraphs, built or not.
pub static RULE_SETS: &[(&str, &str)] = &[
    ("CO-DWX", "colorado/deuces-wild-xtreme"),
    ("CO-RA", "colorado/rocket-aces"),
    ("CO-RF", "colorado/ride-free"),
    ("CO-3DB", "colorado/three-dice-baccarat"),
    ("OH-BJ", "ohio/blackjack"),
    ("OH-FBB", "ohio/free-bet-blackjack"),
    ("OH-CR", "ohio/craps"),
    ("OH-4CP", "ohio/four-card-poker"),
    ("OH-LIR", "ohio/let-it-ride"),
    ("OH-MB", "ohio/mini-baccarat"),
    ("OH-DBB", "ohio/dragon-bonus-baccarat"),
    ("OH-PGP", "ohio/pai-gow-poker"),
    ("OH-RO", "ohio/roulette"),
    ("OH-3CP", "ohio/three-card-poker"),
    ("OH-UTH", "ohio/ultimate-texas-holdem"),
    ("OH-MS", "ohio/mississippi-stud"),
    ("OH-THB", "ohio/texas-holdem-bonus"),
    ("OH-MLP", "ohio/multi-link-progressive"),
    ("OH-C4P", "ohio/crazy-four-poker"),
    ("OH-B6", "ohio/big-six"),
    ("OH-DJW", "ohio/dj-wild"),
    ("SG-PP", "singapore/pontoon-plus"),
];

/// Returns the matrix of all paragraphs, with the evidence of the given scenarios.
pub fn trace(suite: &engine::scenario::Suite) -> engine::trace::Matrix {
    matrix_of(Some(suite))
}

/// Returns the matrix with the evidence of these scenarios. Without scenarios the claims are not checked.
fn matrix_of(suite: Option<&engine::scenario::Suite>) -> engine::trace::Matrix {
    use engine::trace::{GameTrace, matrix, read_paragraphs};
    let name = |prefix: &str| {
        RULE_SETS.iter().find(|(known, _)| *known == prefix).map_or(prefix, |(_, id)| id).to_owned()
    };
    let of = |id, classes, rules: &'static [Rule], said: Vec<(Rule, &str)>, book: Option<Arc<RuleBook>>| {
        let prefix = prefix(id).unwrap_or_default();
        let cited = rules.iter().map(|rule| rule.id()).collect();
        let (mut says, mut tables) = (BTreeMap::new(), BTreeMap::new());
        says.extend(said.iter().map(|(rule, says)| (rule.id().to_owned(), says.trim().to_owned())));
        // A row is labelled with its label in the rule book.
        for table in book.iter().flat_map(|book| &book.paytables) {
            let rows = table.lines.iter();
            says.extend(rows.clone().map(|row| (format!("{}:{}", table.code, row.id), row.name.clone())));
            tables.insert(table.code.clone(), rows.map(|row| row.id.clone()).collect());
        }
        GameTrace {
            game: id,
            prefix,
            classes,
            cited,
            says,
            tables,
            evidence: suite.map(|s| s.evidence(prefix)),
        }
    };
    let games = GAMES
        .iter()
        .map(|game| of(game.id, game.trace, game.vocabulary.rules, (game.says)(), game.book().ok()));
    let sets = SIDE_BETS.iter().map(|set| of(set.id, set.trace, set.rules, Vec::new(), set.book().ok()));
    let traces: Vec<GameTrace<'_>> = games.chain(sets).collect();
    matrix(&read_paragraphs(PARAGRAPHS), &traces, &name)
}
