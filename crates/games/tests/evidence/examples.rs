//! Checks that the examples work.

#[path = "../../examples/bot.rs"]
mod bot;
#[path = "../../examples/round.rs"]
mod round;
#[path = "../../examples/scanner.rs"]
mod scanner;

#[test]
fn a_round_is_settled_stored_and_replayed() {
    round::main().unwrap();
}

#[test]
fn a_bot_plays_every_game_from_offers_alone() {
    bot::main().unwrap();
}

#[test]
fn a_scanner_deals_a_round() {
    scanner::main().unwrap();
}
