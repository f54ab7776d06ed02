//! Boxes that are kept for a patron between rounds.

use super::*;
use engine::{Actor, Beneficiary, Wager};

fn table(game: &str, rounds: u16, seconds: u16) -> Played {
    let game = games::find(game).unwrap();
    let mut config = TableConfig::default_for(&game.book().unwrap());
    (config.place_rounds, config.place_seconds) = (rounds, seconds);
    let mut played =
        Played::by(facts_by(game, config, Dealt::Computer, Clocks::all(Duration::from_secs(20))));
    until_bets(&mut played);
    played
}

/// Lets time run out until bets are open and no wager is on the layout.
fn until_bets(played: &mut Played) {
    for _ in 0..200 {
        let lies = played.table.table.wagers().iter().any(Wager::on_layout);
        if matches!(played.table.table.due(), Due::Bets { .. }) && !lies {
            return;
        }
        let asked = played.table.window().unwrap().asked;
        played.send(0, None, Command::Expire { asked }).unwrap();
    }
    panic!("no round ends");
}

/// Bets the minimum on every required wager.
fn bet(played: &mut Played, patron: Patron, box_number: u8) -> Result<(), Refused> {
    let facts = Arc::clone(&played.table.facts);
    for word in facts.book.wagers.iter().filter(|wager| wager.required || wager.id == "main") {
        let wager = *facts.game.vocabulary.wagers.iter().find(|id| id.word() == word.id).unwrap();
        let beneficiary = Beneficiary::Patron;
        let range = played.table.table.stakes(patron, box_number, wager, beneficiary);
        let Some(stake) = range.map(|range| range.min) else { continue };
        let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
        let person = i64::from(patron.index()) + 1;
        played.send(person, None, Command::Play { by: Actor::Patron(patron), input })?;
    }
    Ok(())
}

fn boxes(played: &Played) -> Vec<(u8, Patron)> {
    let now = Time(played.now + played.table.seq());
    played.table.places(now).iter().map(|place| (place.box_number, place.patron)).collect()
}

fn is_kept(answer: &Result<(), Refused>) -> bool {
    matches!(answer, Err(Refused::PlaceKept { .. }))
}

#[test]
fn a_patron_keeps_the_box_for_as_many_rounds_as_the_file_says() {
    let mut played = table("ohio/blackjack", 2, 0);
    bet(&mut played, Patron::A, 1).unwrap();
    until_bets(&mut played);
    assert_eq!(boxes(&played), [(1, Patron::A)]);
    for _ in 0..2 {
        let refused = bet(&mut played, Patron::B, 1);
        assert!(is_kept(&refused), "{refused:?}");
        let text = refused.unwrap_err().to_string();
        assert!(text.starts_with("box 1 is kept for another patron, until round "), "{text}");
        bet(&mut played, Patron::B, 2).unwrap();
        until_bets(&mut played);
    }
    // Two rounds were missed, and a third has begun.
    assert_eq!(boxes(&played), [(2, Patron::B)]);
    bet(&mut played, Patron::B, 1).unwrap();
}

#[test]
fn a_bet_keeps_a_place_anew_and_a_patron_may_keep_several() {
    let mut played = table("ohio/let-it-ride", 1, 0);
    for _ in 0..4 {
        bet(&mut played, Patron::A, 3).unwrap();
        until_bets(&mut played);
        assert_eq!(boxes(&played), [(3, Patron::A)]);
        assert!(is_kept(&bet(&mut played, Patron::B, 3)));
    }
}

#[test]
fn time_counts_where_the_file_says_so() {
    let mut played = table("ohio/blackjack", 0, 60);
    bet(&mut played, Patron::A, 1).unwrap();
    until_bets(&mut played);
    played.now += 59_000_000;
    assert!(is_kept(&bet(&mut played, Patron::B, 1)));
    played.now += 2_000_000;
    assert_eq!(boxes(&played), []);
    bet(&mut played, Patron::B, 1).unwrap();
}

#[test]
fn a_patron_who_leaves_gives_the_place_up() {
    let mut played = table("ohio/blackjack", 5, 0);
    bet(&mut played, Patron::A, 1).unwrap();
    until_bets(&mut played);
    let leave = Command::Play { by: Actor::Patron(Patron::A), input: Input::Leave { patron: Patron::A } };
    played.send(1, None, leave).unwrap();
    assert_eq!(boxes(&played), []);
    bet(&mut played, Patron::B, 1).unwrap();
    until_bets(&mut played);
    played.send(2, None, Command::CashOut { patron: Patron::B, amount: None }).unwrap();
    assert_eq!(boxes(&played), []);
}

#[test]
fn nothing_is_kept_where_the_file_says_nothing_or_the_game_has_seats() {
    for (game, rounds) in [("ohio/blackjack", 0), ("singapore/pontoon-plus", 3)] {
        let mut played = table(game, rounds, 0);
        bet(&mut played, Patron::A, 1).unwrap();
        until_bets(&mut played);
        assert_eq!(boxes(&played), [], "{game}");
        bet(&mut played, Patron::B, 1).unwrap();
    }
}

#[test]
fn what_is_kept_is_brought_back_with_the_table() {
    let mut played = table("ohio/blackjack", 5, 0);
    bet(&mut played, Patron::A, 1).unwrap();
    until_bets(&mut played);
    let kept = played.table.keep().unwrap();
    let again =
        TableStream::load(Arc::clone(&played.table.facts), Arc::clone(&played.table.keys), &kept).unwrap();
    assert_eq!(again.places, played.table.places);
    assert!(!again.places.is_empty());
}
