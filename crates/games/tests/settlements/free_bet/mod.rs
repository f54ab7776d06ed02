//! Tests the second settlement of the free bet games on rounds made by hand.

mod builder;
mod counts;
mod irregular;
mod play;
mod sides;
mod tables;
