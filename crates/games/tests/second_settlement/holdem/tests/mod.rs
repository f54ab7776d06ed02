//! Rounds made by hand. The lines are worked out with the document beside, not by the code that checks them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

mod builder;
mod irregular;
mod progressive;
mod ranks;
mod regular;
