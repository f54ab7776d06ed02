//! The operated floor: tables, cages and meters, stored in PostgreSQL so that a crash loses no committed unit.
//!
//! Everything is a *stream*: a table, a cage with the wallets of a property, a progressive meter. A stream is a serial
//! sequence of *units*; a unit is one command and everything the house then does until it needs a decision. It is one
//! row of the journal, chained to the row before it by hash. A *shard* is a group of streams with one owner, which
//! applies commands in memory, commits all that wait in one transaction and then answers.
//!
//! Read the files in this order:
//!
//! | file | what it holds |
//! | --- | --- |
//! | `stream.rs` | commands, drafts of units, messages between streams; the interface of every stream |
//! | `table/`, `cage.rs`, `meter.rs` | the three kinds of stream; how a table closes is in `table/closing.rs` |
//! | `links.rs` | the meters of a house file, and the tables that feed them |
//! | `account.rs` | accounts and transfers |
//! | `unit.rs` | the row of the journal and its hash |
//! | `shard.rs`, `shard/` | the owner: batches, answers, clocks, and what happens when a commit fails |
//! | `store/` | PostgreSQL: one transaction per batch, restoring streams, and successors of closed tables |
//! | `house.rs` | all shards of a process |
//! | `lease.rs` | which process owns which shards |
//! | `task.rs` | tasks that run as long as their process, and how the end of one is noticed |
//! | `ledger/` | verifying the books, by replaying the units and in SQL alone; shifts |
//! | `history.rs` | units as they were published, for observers who missed them |
//! | `recall.rs` | the last rounds of a patron, and the units of a round |
//! | `secrets.rs` | what is encrypted at rest, and by which key |
//! | `anchor.rs` | signed roots of all heads, also outside the database |
//! | `audit.rs`, `audit/` | signing the roots, and verifying the journal with them |
//! | `round.rs`, `round/` | replaying one round, to verify it |
//! | `archive.rs`, `archive/` | months that are closed, written to a file and dropped |
//! | `clock.rs` | the one clock |
//! | `loss.rs` | units that the database has lost in a failover, and the notice of the loss |
//! | `load.rs` | how fast a house is, compared with the database alone |
//! | `patrons.rs` | simulated patrons who use only what is offered, for load and for tests |
//! | `dealer.rs` | a simulated dealer of live-dealt tables who uses only what is due, for the same purposes |
//!
//! The crate contains no games: the caller passes in the registry.

pub mod account;
pub mod anchor;
pub mod archive;
pub mod audit;
pub mod cage;
pub mod clock;
pub mod dealer;
pub mod failpoint;
mod figures;
mod fortune;
mod hex;
pub mod history;
mod house;
pub mod ids;
pub mod lease;
pub mod ledger;
pub mod links;
pub mod load;
pub mod loss;
pub mod meter;
pub mod patrons;
pub mod recall;
pub mod round;
pub mod secrets;
mod shard;
pub mod store;
pub mod stream;
pub mod table;
pub mod task;
pub mod unit;
mod written;

pub use house::{HeadsReader, House, Listing, MOST_WAITING, Outlets, Sign};
pub use shard::{Brief, DEAD_AFTER, Done, Glance, Heard, NotDone};
