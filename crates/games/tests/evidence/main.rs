//! Checks every game against its documents, besides the conformance run and the second settlements:
//! scenarios, trace, rulings, records, and the pages that are generated from the code.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod common;
mod craps_offers;
mod dealt;
mod deletion;
mod derived;
mod examples;
mod family_page;
mod fixtures;
mod new_cards;
mod new_terms;
mod pay_lines;
mod pure_parts;
mod records;
mod registry;
mod rulings;
mod scenario_guide;
mod scenarios;
mod words;
