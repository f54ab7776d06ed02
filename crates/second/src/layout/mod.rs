//! What second settlements of games of a layout and one result share: the *reading* of a table. What a document says
//! about a game is in that game's own folder, behind [`Document`].
//!
//! It shares no code with `crates/games`. [`Account`] is fed every event of a session. It believes that chips were laid,
//! raised, taken back and found, what was reported and ruled, and where the wheel or the ball stopped. It works out
//! everything else and compares: when chips may move, what each wager is, which lines follow in which order, what an
//! invalid spin does.
//!
//! - `document`: what a game must answer;
//! - `account`: the table from its opening, event by event;
//! - `bets`: chips on the layout, and when and how much may be laid there;
//! - `line`: a line as it must be, and in what one of the record differs from it.
//!
//! Where the text is silent the project's rulings hold: losers, and then winners, in the order in which their wagers were
//! made; a result that was called stands; chips of a patron who leaves while bets are open go with them, and are settled
//! if they leave later; the floor may undo a round or a wager, or award an amount; a bet for the dealers is theirs and the
//! patron does not take it back; one patron a place and one place a patron.
//!
//! Where neither a text nor a ruling gives an order, any order does: what goes back when a round or a wager is void, and
//! where an award by ruling falls.
//!
//! What the events do not say and citations do: that chips were found to lie so after bets had closed. Such an event names
//! the paragraph by which they count as they lie ([`Document::found`]). Otherwise citations are not looked at.
//!
//! Fields that are not compared: the row of the pay table; of what a ruling gives, the place of an award.

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
