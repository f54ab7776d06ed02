//! Tests the second settlement of Pontoon Plus on rounds made by hand.

mod builder;
mod irregular;
mod regular;
