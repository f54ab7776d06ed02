//! Shared code of the second settlements for games of a layout and one result: it *reads* a table. What a document says
//! about a game is in that game's own folder, behind [`Document`].
//!
//! It shares no code with `crates/games`. [`Account`] receives every event of a session. It accepts as given that chips
//! were laid, raised, taken back and found, what was reported and ruled, and where the wheel or the ball stopped. It
//! computes everything else and compares: when chips may move, what each wager is, which lines follow in which order,
//! and the effect of an invalid spin.
//!
//! - `document`: what a game must answer about its document;
//! - `account`: the table from its opening, event by event;
//! - `bets`: chips on the layout, and when and how much may be wagered there;
//! - `line`: an expected line, and its differences from a line of the record.
//!
//! Where the text is silent the project's rulings apply: losers, and then winners, in the order in which their wagers
//! were made; a result that was called stands; a patron who leaves while bets are open takes their chips along, and one
//! who leaves later has them settled; the floor may undo a round or a wager, or award an amount; a bet for the dealers
//! is theirs and the patron may not take it back; one patron per place and one place per patron.
//!
//! Where neither a text nor a ruling gives an order, any order is accepted: for what is returned when a round or a
//! wager is void, and for the position of an award by ruling.
//!
//! One fact is read from citations because the events do not contain it: that chips were found after bets had closed.
//! Such an event names the paragraph by which they count as they lie ([`Document::found`]). Other citations are
//! ignored.
//!
//! Fields that are not compared: the row of the pay table; for what a ruling gives, the place of an award.

pub mod account;
mod bets;
#[allow(
    dead_code,
    unused_imports,
    reason = "the conformance run has a harness of its own, which drops tests"
)]
#[cfg(test)]
pub(crate) mod builder;
pub mod document;
pub mod line;
mod owed;

pub use account::Account;
pub use document::{Dealt, Document, Fate, Follows, House, Mishap, Moment};
