//! Corners of Ultimate Texas Hold 'Em.

use super::{
    arrange, assert_paid, bet, close_bets, open, play_arranged, play_with_rulings, report, tell, until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use engine::{Actor, Against, Due, Game, Input, Patron, Place, Spot, What};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for dealing in ["hand", "shoe"] {
        sessions.push(royal_flush_on_the_flop(game, dealing));
        sessions.push(straight_flush_on_the_flop(game, dealing));
        sessions.push(four_of_a_kind(game, dealing));
        sessions.push(small_pays_of_the_progressive(game, dealing));
    }
    // The limit is 50,000, or what a royal flush wins at the minimum where that is more.
    sessions.push(the_payout_limit(game, "5..1000 step 5", 50_000));
    sessions.push(the_payout_limit(game, "200..1000 step 200", 505 * 200 + 50 * 5));
    sessions.push(a_fold_that_stands(game));
    let told = OddTimes { stakes: &["ante", "blind"], prefer: &["check", "fold"], looks_at: Place::Dealer };
    sessions.extend(told.sessions(game));
    for (seed, dealing) in (1..).zip(["hand", "hand", "shoe"].into_iter().cycle().take(15)) {
        sessions.push(great_hands(game, dealing, seed));
    }
    sessions
}

/// Reports that cannot be true, or come too late, each refused by its name, and people who look under cards.
pub(super) struct OddTimes {
    pub(super) stakes: &'static [&'static str],
    pub(super) prefer: &'static [&'static str],
    pub(super) looks_at: Place,
}

impl OddTimes {
    pub(super) fn sessions(&self, game: &'static Game) -> Vec<Session> {
        let settings: [&[(&str, &str)]; 3] = [&[], &[("shuffler", "no")], &[("dealing", "shoe")]];
        settings.into_iter().map(|settings| self.session(game, settings)).collect()
    }

    fn session(&self, game: &'static Game, settings: &[(&str, &str)]) -> Session {
        let mut session = open(game, settings);
        until_bets(&mut session);
        let s = &mut session;
        let (from_shoe, by_hand) =
            (settings.contains(&("dealing", "shoe")), settings.contains(&("shuffler", "no")));
        let first = s.game.vocabulary.wagers[0];
        let found = Input::Found { patron: A, box_number: 1, wager: first, stake: Money::minor(500) };
        assert_eq!(report(s, "wrong-count"), Err("no-cards-dealt"));
        assert_eq!(report(s, "total-misannounced"), Err("nothing-announced"));
        assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
        assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
        assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
        assert_eq!(tell(s, found), Err("bets-are-open"));
        for wager in self.stakes {
            bet(s, A, 1, wager, 10);
        }
        s.prefer = self.prefer;
        close_bets(s);
        while !matches!(s.table.due(), Due::Choice { .. }) {
            s.answer_due();
        }
        assert_eq!(report(s, "shuffler-jam"), Err(if by_hand { "no-shuffler" } else { "shuffler-idle" }));
        assert_eq!(report(s, "shoe-jam"), Err(if from_shoe { "shoe-empty" } else { "no-shoe" }));
        assert_eq!(tell(s, Input::Look { patron: Some(B), place: Place::Hand(Spot::first(1)) }), Ok(()));
        assert_eq!(tell(s, Input::Look { patron: None, place: self.looks_at }), Ok(()));
        until_bets(s);
        assert_eq!(report(s, "wrong-count"), Err("round-is-over"));
        session
    }
}

/// One has folded when a card of the dealer's is seen, and the house has folds stand.
fn a_fold_that_stands(game: &'static Game) -> Session {
    let mut session = open(game, &[("exposed-card-folds", "stand")]);
    until_bets(&mut session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        bet(&mut session, patron, box_number, "ante", 10);
        bet(&mut session, patron, box_number, "blind", 10);
    }
    session.patrons = 2;
    session.prefer = &["check", "fold"];
    arrange(&mut session, &[(Place::Dealer, "4d 7c")]);
    close_bets(&mut session);
    let last_word = |due: Due| matches!(due, Due::Choice { patron: B, .. });
    while !(last_word(session.table.due()) && session.table.phase() == "at-last") {
        session.answer_due();
    }
    let kinds = session.game.vocabulary.irregularities;
    let kind = kinds.iter().find(|irregular| irregular.id.word() == "dealer-card-exposed").unwrap().id;
    let card = Some("4d".parse().unwrap());
    session.send(Actor::DEALER, Input::Irregular { kind, place: None, card }).unwrap();
    until_bets(&mut session);
    session
}

/// The whole meter for one patron, an envy bonus for the other, who folded.
fn royal_flush_on_the_flop(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "As Ks", "9h 2c", "4d 7c", "Qs Js Ts 3h 3d");
    assert_paid(&session, A, "blind", 5_000);
    assert_paid(&session, B, "envy", 1_000);
    session
}

/// Two patrons with a straight flush each: a tenth of the meter twice, and envy both ways.
fn straight_flush_on_the_flop(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "6h 7h", "Jh Qh", "4d 4c", "8h 9h Th 3c 2d");
    assert_paid(&session, A, "envy", 300);
    assert_paid(&session, B, "envy", 300);
    session
}

/// Rounds as chance has them, but for great hands: somebody has a straight flush with the flop, perhaps folds it or has no
/// progressive wager, others envy him, all have one on the board or nobody; things go wrong around it and the floor rules.
fn great_hands(game: &'static Game, dealing: &str, seed: u64) -> Session {
    let limits = if seed.is_multiple_of(2) { "5..1000 step 5" } else { "200..1000 step 200" };
    let mut session = table(game, dealing, limits);
    session.chance = Chance::new(seed);
    session.house.reads = seed.is_multiple_of(3);
    session.patrons = 4;
    session.prefer = &[];
    session.irregular_in = 30;
    for _ in 0..25 {
        great_round(&mut session);
    }
    session
}

fn great_round(session: &mut Session) {
    until_bets(session);
    for box_number in 1..=4 {
        let patron = Patron::nth(box_number - 1).unwrap();
        let ante = *session.chance.pick(&[200, 200, 1_000]);
        bet(session, patron, box_number, "ante", ante);
        bet(session, patron, box_number, "blind", ante);
        for side in [("trips", 5), ("progressive", 1)] {
            if !session.chance.one_in(4) {
                bet(session, patron, box_number, side.0, side.1);
            }
        }
    }
    let hands = ["9h 8h", "9h 8h", "Ah Kh", "9s 9c", "As Ks", "3h 4h"];
    let boards = ["7h 6h 5h 4s 2c", "7h 6h 5h 4h 2c", "Qh Jh Th 2s 2d", "Qs Js Ts Ac 9d"];
    let box_number = 1 + u8::try_from(session.chance.below(4)).unwrap();
    let [hand, board] = [*session.chance.pick(&hands), *session.chance.pick(&boards)];
    arrange(session, &[(Place::Hand(Spot::first(box_number)), hand), (Place::Board, board)]);
    close_bets(session);
    play_with_rulings(session);
}

fn four_of_a_kind(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "9h 9c", "Kd 2c", "4d 7c", "9d 9s Th 3c 2d");
    assert_paid(&session, A, "progressive", 300);
    assert_paid(&session, A, "blind", 100);
    session
}

/// Full house, flush, straight and three of a kind with the flop, one round after the other.
fn small_pays_of_the_progressive(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    let rounds = [
        ("9h 9c", "Kd 2c", "9d Ts Th 3c 2d", 50),
        ("2h 9h", "Kd 2c", "Qh Jh 5h 3c 2d", 40),
        ("8h 9c", "Kd 2c", "Ts Jh Qd 3c 2d", 30),
        ("8h 8c", "Kd 2c", "8s Jh 4d 3c 2d", 9),
    ];
    for (first, second, board, pays) in rounds {
        stakes(&mut session, 10);
        play(&mut session, first, second, "5d 7c", board);
        assert_paid(&session, A, "progressive", pays);
    }
    session
}

/// A royal flush at the highest ante passes the most that one hand is paid.
fn the_payout_limit(game: &'static Game, limits: &str, most: i64) -> Session {
    let mut session = table(game, "hand", limits);
    stakes(&mut session, 1_000);
    play(&mut session, "As Ks", "9h 2c", "4d 7c", "Qs Js Ts 3h 3d");
    let of_the_hand = |event: &engine::Event| match event.what {
        What::Settled(line) if line.patron == A && line.against == Against::House => Some(line.paid),
        _ => None,
    };
    let paid: Money = session.events.iter().filter_map(of_the_hand).sum();
    assert_eq!(paid, Money::minor(most * 100), "with limits of {limits}");
    session
}

/// A table with both side bets and two patrons.
fn table(game: &'static Game, dealing: &str, limits: &str) -> Session {
    let mut session = open(
        game,
        &[("dealing", dealing), ("limits.ante", limits), ("trips", "5..25 step 5"), ("progressive", "1")],
    );
    session.patrons = 2;
    session.prefer = &["play", "fold"];
    until_bets(&mut session);
    session
}

fn stakes(session: &mut Session, ante: i64) {
    until_bets(session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        bet(session, patron, box_number, "ante", ante);
        bet(session, patron, box_number, "blind", ante);
        bet(session, patron, box_number, "trips", 5);
        bet(session, patron, box_number, "progressive", 1);
    }
}

/// Deals these cards to the two patrons, the dealer and the board, and plays the round out.
fn play(session: &mut Session, first: &str, second: &str, dealer: &str, board: &str) {
    let hand = |n| Place::Hand(Spot::first(n));
    let places = [(hand(1), first), (hand(2), second), (Place::Dealer, dealer), (Place::Board, board)];
    arrange(session, &places);
    play_arranged(session);
}
