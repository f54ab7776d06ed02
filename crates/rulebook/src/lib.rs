//! Rule books are data; procedure is code.
//!
//! A [`RuleBook`] is the regulator's side of one game: which wagers exist, what they may be paid, which options a
//! casino may choose, each with the paragraph it rests on. A *table file* is the casino's side: what it writes to open
//! one table. [`lint_table`] accepts a table file and returns a [`TableConfig`], or refuses it with [`Finding`]s that
//! name the line, the paragraph and the allowed values.
//!
//! A *house file* names the meters of a house and which of its tables feed them; [`lint_house`] checks it together with
//! all table files.
//!
//! The table file, a scenario's `table` line and any other front end fill a [`TableDraft`] and call
//! [`TableDraft::check`], so only one place decides whether a table is allowed.
//!
//! The crate reads no file and no clock: callers pass in the text.
//!
//! ```
//! use rulebook::{RuleBook, TableDraft};
//!
//! let book = RuleBook::parse(r#"
//! id = "example/high-card"
//! name = "High Card"
//! jurisdiction = "example"
//! document = "Rules of High Card"
//! effective = "2026-01-01"
//! prefix = "EX-HC"
//! currency = "USD"
//!
//! [boxes]
//! allowed = "1..6"
//! default = 6
//! cites = ["EX-HC-1"]
//!
//! [decks]
//! kind = "standard52"
//! allowed = "1..2"
//! default = 1
//! cites = ["EX-HC-2"]
//!
//! [[wager]]
//! id = "high"
//! name = "High card"
//! required = true
//! pays = ["option ace-pays"]
//! cites = ["EX-HC-3"]
//!
//! [[option]]
//! id = "ace-pays"
//! name = "What a winning ace is paid"
//! allowed = ["1 to 1", "6 to 5"]
//! default = "1 to 1"
//! cites = ["EX-HC-4"]
//! "#)
//! .unwrap();
//!
//! let mut draft = TableDraft::new("example/high-card");
//! draft.set("limits", "5..100", None).set("coin", "0.50", None);
//! let table = draft.check(&book).unwrap();
//! assert_eq!(table.option("ace-pays"), "1 to 1");
//!
//! draft.set("ace-pays", "1 to 2", Some(9));
//! let findings = draft.check(&book).unwrap_err();
//! assert_eq!(
//!     findings[0].to_string(),
//!     "line 9: ace-pays \"1 to 2\" is not approved; allowed: 1 to 1, 6 to 5 (EX-HC-4)"
//! );
//! ```

mod awards;
mod book;
mod book_check;
mod book_read;
mod check;
mod defaults;
mod draft;
mod exact;
mod finding;
mod house;
mod layout;
mod limits;
mod lint;
mod merge;
mod new_cards;
mod option;
mod pairing;
mod settings;
mod source;
mod table;
mod table_limits;
mod wager_read;
mod warnings;

#[cfg(test)]
mod tests;

pub use awards::Awards;
pub use book::{
    Aggregate, BoxRule, DeckRule, Duty, PayLine, PayTable, PayTerm, RoundingRule, RuleBook, SectionRule,
    Vigorish, WagerRule,
};
pub use draft::TableDraft;
pub use finding::{Finding, Severity, nearest};
pub use house::{
    Division, HouseFile, HouseLink, HouseMeter, MeterTerms, Progressive, Reset, check_feed, house_links,
    is_house, meters_drawn_on, progressives, read_house,
};
pub use layout::{Grid, LayoutFile, LayoutKind, MarkerSpot, Printed, Zone};
pub use limits::{Bounds, Limits, Range, Ranges};
pub use lint::{lint_house, lint_table, read_table};
pub use new_cards::{CardHours, NewCards, card_hours};
pub use option::{Allowed, Needs, OnlyWhen, OptionRule, OtherOption};
pub use table::TableConfig;
