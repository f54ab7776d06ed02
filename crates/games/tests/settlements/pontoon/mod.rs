//! The second settlement of Pontoon Plus, tested on rounds made by hand.

mod builder;
mod irregular;
mod regular;
