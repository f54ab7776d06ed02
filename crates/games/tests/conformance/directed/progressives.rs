//! Every row of the progressives on blackjack tables of Colorado, and other cases there that need rare cards.

use super::{
    answer_wrongly, arrange, assert_paid, bet, close_bets, finish_round, hand, open, play_arranged,
    until_bets,
};
use crate::driver::Session;
use engine::{Actor, Game, Input, Patron, Place, Spot, What};

const A: Patron = Patron::A;
const B: Patron = Patron::B;

/// The first two cards of the box and the dealer's first two.
type Deal = (&'static str, &'static str);

/// Spades are the suit of the first row.
const THREE_CARDS: &[Deal] = &[
    ("As As", "As 8c"),
    ("Ks Ks", "Ks 8c"),
    ("Qs Qs", "Qs 8c"),
    ("Ah Ah", "Ah 8c"),
    ("Kd Kd", "Kd 8c"),
    ("Qc Qc", "Qc 8d"),
    ("7h 7h", "7h 8c"),
    ("5s 6s", "7s 8c"),
    ("7h 7s", "7c 8c"),
    ("5s 6s", "7h 8c"),
    ("2s 6s", "9s 8c"),
    ("2s 6s", "9d 8c"),
];

const TWENTIES: &[Deal] = &[
    ("Qh Qh", "As Ks"),
    ("Qh Qh", "Kd Ad"),
    ("Qh Qh", "Ac Jd"),
    ("Qh Qh", "Ac 9d"),
    ("Qh Qh", "7c 9d"),
    ("Ts Ts", "7c 9d"),
    ("Ts Ks", "7c 9d"),
    ("Ah 9d", "7c 9d"),
    ("Ah 8d", "7c 9d"),
];

/// None needs more than two equal cards, except with six decks.
const ACES: &[Deal] = &[
    ("As As", "Ah Kh"),
    ("Ad Ad", "Ts As"),
    ("Ad Ad", "Ac Js"),
    ("Ac Ad", "Qs As"),
    ("Ac Ad", "Qs 9s"),
    ("Ah Ah", "As 9s"),
    ("Ah Ah", "7s 9s"),
    ("Ac Ad", "7s 9s"),
    ("Ac Kd", "Kh Ah"),
    ("Ac Kd", "Kh 9h"),
    ("Ac Kd", "6h 9h"),
    ("Ac 5d", "6h 9h"),
    ("8c 5d", "As Qs"),
    ("8c 5d", "6h 9h"),
];

pub fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for number in 1..=11 {
        let code = format!("CO-RF/PT-BJS-213-{number:02}");
        sessions.push(every_row(game, "6", "21-3-progressive", &code, &[THREE_CARDS]));
    }
    for number in 26..=35 {
        let code = format!("CO-RF/PT-BJS-LL-{number}");
        sessions.push(every_row(game, "6", "lucky-ladies-progressive", &code, &[TWENTIES]));
    }
    for number in 1..=11 {
        let decks = if [1, 3, 5, 7].contains(&number) { "2" } else { "6" };
        let spades: &[Deal] = if decks == "6" { &[("As As", "As Ks")] } else { &[] };
        let code = format!("CO-RA-2/T{number}");
        sessions.push(every_row(game, decks, "rocket-aces", &code, &[spades, ACES]));
        sessions.push(missed(game, decks, &code));
    }
    if game.id == "colorado/ride-free" {
        sessions.extend(["CO-RF/PT-FLT-SB2-01", "CO-RF/PT-FLT-SB2-02"].map(|code| seven_lammers(game, code)));
    }
    sessions
}

/// A table that offers this side bet by this pay table, with two patrons.
fn table(game: &'static Game, decks: &str, wager: &str, code: &str) -> Session {
    let (limits, paytable) = (format!("side-bets.{wager}"), format!("paytable.{wager}"));
    let settings = [("study", "true"), ("decks", decks), (&limits, "1..5 step 1"), (&paytable, code)];
    let mut session = open(game, &settings);
    session.patrons = 2;
    session.prefer = &["stand"];
    session
}

/// Plays one round after the other, each with other cards.
fn every_row(
    game: &'static Game,
    decks: &str,
    wager: &'static str,
    code: &str,
    deals: &[&[Deal]],
) -> Session {
    let mut session = table(game, decks, wager, code);
    for (first, dealer) in deals.iter().copied().flatten() {
        arrange(&mut session, &[(hand(1), first), (Place::Dealer, dealer)]);
        stakes_on_fresh_shoe(&mut session, &[(A, 1, 2)], wager);
        play_arranged(&mut session);
    }
    session
}

/// The device reports no blackjack, but the hole card makes one: the settlement is reversed, and both patrons
/// draw on the meter, one after the other.
fn missed(game: &'static Game, decks: &str, code: &str) -> Session {
    let mut session = table(game, decks, "rocket-aces", code);
    for (first, second) in [("Ad Ad", "Ah Ah"), ("Ac Ad", "Ah Ah"), ("8c 7d", "Ac Kd")] {
        let from = session.events.len();
        arrange(&mut session, &[(hand(1), first), (hand(2), second), (Place::Dealer, "Ks As")]);
        stakes_on_fresh_shoe(&mut session, &[(A, 1, 1), (B, 2, 3)], "rocket-aces");
        close_bets(&mut session);
        answer_wrongly(&mut session);
        finish_round(&mut session);
        let undone =
            |event: &&engine::Event| matches!(event.what, What::Settled(line) if line.reverses.is_some());
        assert_eq!(session.events[from..].iter().filter(undone).count(), 2, "{code}: both are undone");
    }
    session
}

/// Three splits and four doubles, all on lammers.
fn seven_lammers(game: &'static Game, code: &str) -> Session {
    let mut session = table(game, "6", "silver-stack", code);
    session.prefer = &["free-split", "free-double", "stand"];
    let split = |hand| Place::Hand(Spot { box_number: 1, hand });
    let places = [
        (split(1), "5c 5d 5h 5s 6c Tc"),
        (split(2), "6d Td"),
        (split(3), "6h Th"),
        (split(4), "6s Ts"),
        (Place::Dealer, "7c Kc"),
    ];
    arrange(&mut session, &places);
    stakes_on_fresh_shoe(&mut session, &[(A, 1, 1)], "silver-stack");
    play_arranged(&mut session);
    assert_paid(&session, A, "silver-stack", if code.ends_with("01") { 1_000 } else { 100 });
    session
}

/// Every patron stakes 10 and this amount on the side bet; the shoe is complete.
fn stakes_on_fresh_shoe(session: &mut Session, stakes: &[(Patron, u8, i64)], wager: &'static str) {
    until_bets(session);
    let floor = Actor::Staff(engine::Rank::Floor);
    let reshuffle = session.game.vocabulary.steps.iter().find(|step| step.word() == "reshuffle").unwrap();
    session.send(floor, Input::Step(*reshuffle)).unwrap();
    until_bets(session);
    for (patron, box_number, units) in stakes {
        bet(session, *patron, *box_number, "main", 10);
        bet(session, *patron, *box_number, wager, *units);
    }
}
