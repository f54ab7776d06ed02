//! The server against a real PostgreSQL and a real NATS.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::cast_possible_truncation)]

mod accounts;
mod archived;
mod builds;
mod cards;
mod desk;
mod doors;
mod faults;
mod figures;
mod history;
mod kept;
mod limits;
mod lobby;
mod log;
mod losses;
mod operating_page;
mod pages;
mod play;
mod questions;
mod roles;
mod schema;
mod secrets;
mod signing;
mod sockets;
mod streams;
mod support;
mod tls;
mod traces;
mod twins;
mod windows;
