//! The operated floor: tables, cages and meters that no crash can hurt, on PostgreSQL.
//!
//! Everything is a *stream*: a table, a cage with the wallets of a property, a progressive meter. A stream is a serial
//! sequence of *units*; a unit is one command and everything the house then does until it needs a decision. It is one
//! row of the journal, chained to the row before it by hash. A *shard* is a group of streams with one owner, which
//! applies commands in memory, commits all that wait in one transaction and then answers.
//!
//! Read it in this order:
//!
//! | file | what it holds |
//! | --- | --- |
//! | `stream.rs` | commands, drafts of units, messages between streams; what every stream can do |
//! | `table/`, `cage.rs`, `meter.rs` | the three kinds of stream; how a table closes is in `table/closing.rs` |
//! | `links.rs` | the meters of a house file, and the tables that feed them |
//! | `account.rs` | accounts and transfers |
//! | `unit.rs` | the row of the journal and its hash |
//! | `shard.rs`, `shard/` | the owner: batches, answers, clocks, and what is done when a commit fails |
//! | `store/` | PostgreSQL: one transaction a batch, how streams are brought back, by which build, and what follows a closed table |
//! | `house.rs` | all shards of a process |
//! | `lease.rs` | which process has which shards |
//! | `task.rs` | tasks that run as long as their process, and how it is noticed that one has ended |
//! | `ledger/` | the books verified, by playing the units again and in SQL alone; shifts |
//! | `history.rs` | units as they were told, for observers who missed them |
//! | `recall.rs` | the last rounds of a patron, and the units of a round |
//! | `secrets.rs` | what is encrypted at rest, and by which key |
//! | `anchor.rs` | signed roots of all heads, also outside the database |
//! | `audit.rs`, `audit/` | who signs the roots, and who verifies the journal by them |
//! | `round.rs`, `round/` | one round dealt and settled again, to verify it |
//! | `archive.rs`, `archive/` | months that are closed, written to a file and dropped |
//! | `clock.rs` | the one clock |
//! | `loss.rs` | units that the database has lost in a failover, and the notice of it |
//! | `load.rs` | how fast it is, beside the database alone |
//! | `patrons.rs` | patrons who play by offers alone, for load and for tests |
//! | `dealer.rs` | a dealer of live-dealt tables who goes by what is due alone, for the same |
//!
//! No game is known here: the registry is handed in.

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
