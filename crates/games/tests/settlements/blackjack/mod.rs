//! Tests the second settlement on rounds made by hand.

mod builder;
mod irregular;
mod regular;
