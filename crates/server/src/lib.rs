//! HTTP and WebSocket over a house: any number of processes that share its tables, people who sign in, streams by
//! audience.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `config.rs` | how a process is set up, by file and environment |
//! | `serve.rs`, `tasks.rs` | a process from its start to its end, and the tasks that it cannot go on without |
//! | `program.rs` | which build of the program runs |
//! | `app.rs` | what every request is answered with |
//! | `api/` | the endpoints, as data, and what answers them; problems; the OpenAPI document |
//! | `accounts/`, `roles/` | who a person is, and what they may do |
//! | `crew.rs` | people who play by what the API offers, for load, tests and a demonstration |
//! | `demo.rs` | what marks a house as a demonstration |
//! | `forward.rs` | requests for a stream that another process has, and messages between such streams |
//! | `frame.rs`, `hub.rs`, `fanout.rs`, `socket.rs` | a unit in the form for each audience, on its way to sockets |
//! | `lobby.rs` | the list of all tables, made once for everybody who looks |
//! | `page.rs`, `page/` | a page to try the API |
//! | `listen.rs`, `rates.rs`, `watch.rs` | connections, plain or by TLS; who asks too often; what stands around every request |
//! | `signing.rs` | who signs roots, and who checks the ledger |
//! | `figures.rs`, `trace.rs`, `log.rs` | what an operator's engineer sees |
//! | `load.rs` | how long people wait, however many tables there are |
//!
//! No game is known here: the registry is handed in.

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
