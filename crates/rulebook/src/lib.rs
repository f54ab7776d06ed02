//! Rule books are data; procedure is code.
//!
//! A [`RuleBook`] is the regulator's side of one game: which wagers exist, what they may be paid, which
//! options a casino may choose, each with the paragraph it rests on. A *table file* is the casino's side: what
//! it writes to open one table. [`lint_table`] accepts a table file and hands back a [`TableConfig`], or refuses
//! it with [`Finding`]s that name the line, the paragraph and the values that would do.
//!
//! The table file, a scenario's `table` line and any other front end fill a [`TableDraft`] and call
//! [`TableDraft::check`], so there is exactly one place that decides what a table may be.
//!
//! Nothing here reads a file or a clock: callers bring the text.
//!
//! ```
//! use rulebook::{RuleBook, TableDraft};
//!
//! let book = RuleBook::parse(include_str!("../../../rulebooks/ohio/blackjack.toml")).unwrap();
//! let mut draft = TableDraft::new("ohio/blackjack");
//! draft.set("limits", "5..100", None).set("coin", "0.50", None).set("soft-17", "stand", None);
//! let table = draft.check(&book).unwrap();
//! assert_eq!(table.option("soft-17"), "stand");
//!
//! draft.set("blackjack-pays", "1 to 1", Some(9));
//! let findings = draft.check(&book).unwrap_err();
//! assert_eq!(
//!     findings[0].to_string(),
//!     "line 9: blackjack-pays \"1 to 1\" is not approved; allowed: 3 to 2, 6 to 5 (OH-BJ-4.VI)"
//! );
//! ```

mod book;
mod book_check;
mod book_read;
mod check;
mod defaults;
mod draft;
mod exact;
mod finding;
mod limits;
mod lint;
mod merge;
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

pub use book::{BoxRule, DeckRule, Duty, PayLine, PayTable, PayTerm, RuleBook, Vigorish, WagerRule};
pub use draft::TableDraft;
pub use finding::{Finding, Severity};
pub use limits::{Bounds, Limits, Range, Ranges};
pub use lint::{lint_house, lint_table, read_table};
pub use option::{Allowed, OnlyWhen, OptionRule};
pub use table::TableConfig;
