//! HTTP and WebSocket for a house: any number of processes that share its tables, sign-in, and streams by audience.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `config.rs` | the configuration of a process, by file and environment |
//! | `serve.rs`, `tasks.rs` | a process from its start to its end, and its essential tasks |
//! | `program.rs` | which build of the program runs |
//! | `app.rs` | the state shared by all request handlers |
//! | `api/` | the endpoints, as data, and their handlers; problems; the OpenAPI document |
//! | `accounts/`, `roles/` | who a person is, and what they may do |
//! | `crew.rs` | simulated people who use only what the API offers, for load, tests and a demonstration |
//! | `demo.rs` | how a house is marked as a demonstration |
//! | `forward.rs` | requests for streams of other processes, and messages between such streams |
//! | `frame.rs`, `hub.rs`, `fanout.rs`, `socket.rs` | a unit in the form for each audience, and its delivery to sockets |
//! | `lobby.rs` | the list of all tables, built once for all requests |
//! | `page.rs`, `page/` | a page to try the API |
//! | `listen.rs`, `rates.rs`, `watch.rs` | connections, plain or by TLS; rate limits; what is done for every request |
//! | `signing.rs` | signing roots, and checking the ledger |
//! | `figures.rs`, `telemetry.rs`, `log.rs` | metrics, traces and logs for the people who run the servers |
//! | `load.rs` | how long people wait, depending on the number of tables |
//!
//! The crate contains no games: the caller passes in the registry.

pub mod accounts;
pub mod api;
pub mod app;
pub mod config;
mod connections;
pub mod crew;
pub mod demo;
pub mod fanout;
pub mod figures;
mod forward;
pub mod frame;
pub mod hub;
mod listen;
pub mod load;
mod lobby;
mod log;
mod page;
mod program;
mod rates;
pub mod roles;
mod serve;
mod signing;
mod socket;
mod tasks;
mod telemetry;
mod watch;

pub use listen::{TlsError, by_ring};
pub use log::{log_to_file, log_to_stderr};
pub use serve::{Server, StartError, start, start_on};
