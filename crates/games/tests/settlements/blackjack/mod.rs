//! The second settlement, tested on rounds made by hand.

mod builder;
mod irregular;
mod regular;
