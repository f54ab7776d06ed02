//! Corner cases of DJ Wild.

use super::bounds::{assert_near, most, play_out};
use super::{
    arrange, assert_paid, bet, close_bets, hand, open, play_arranged, play_with_rulings, report, tell,
    until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, nothing};
use engine::{Actor, Beneficiary, Due, Game, Input, LineKind, Patron, Place, What};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

const ALL_WILD: &str = "2c 2d 2h 2s Jk";
const NOTHING: &str = "Ad Ks Jd 8s 3s";

pub const KNOWN: Known = Known {
    habits: Habits { bets: 12, favourites: &["ante", "blind"], equal: &["ante", "blind"], ..POKER },
    corners: sessions,
    bounds: |game| vec![dearest_wild_hands(game), longest_wild_hands(game)],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for dealing in ["hand", "shoe"] {
        sessions.push(every_row(game, dealing));
        for ties in ["pays", "pushes", "loses"] {
            sessions.push(equal_hands(game, dealing, ties));
        }
        sessions.push(a_folded_hand_is_cut(game, dealing));
        sessions.push(told_at_odd_times(game, &[("dealing", dealing)]));
        sessions.push(a_card_face_up(game, dealing));
    }
    sessions.push(the_payout_limit(game));
    sessions.push(who_leaves_loses(game));
    sessions.push(told_at_odd_times(game, &[("shuffler", "no")]));
    for (seed, dealing) in (1..).zip(["hand", "shoe"].into_iter().cycle().take(16)) {
        sessions.push(great_hands(game, dealing, seed));
    }
    sessions
}

/// The hands of two patrons and of the dealer, what trips pays to each of the two for one, and what Two Way Bad Beat does.
type Round = (&'static str, &'static str, &'static str, [i64; 2], [i64; 2]);

const ROUNDS: [Round; 11] = [
    (ALL_WILD, "Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", [2_000, 1_000], [500, 500]),
    ("Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", ALL_WILD, [1_000, 200], [500, 500]),
    ("9c 9d 9h 9s 2h", "8c 7c 6c 5c Jk", "As Ks Qs Js Ts", [70, 25], [500, 500]),
    ("9c 9d 9h 9s 4c", "8c 8d 8h 5s 5c", "Kc Kd Kh 2c 2d", [60, 30], [300, 200]),
    ("Qh 9h 7h 5h 4h", "9c 8d 7c 6s 5c", "Kc Kd Kh 2c 2d", [25, 20], [100, 50]),
    ("9c 9d 9s 6h 4c", "Qc Qd 2h 2s 5d", "Kc Kd Kh 2c 2d", [6, 6], [15, 300]),
    ("9c 9d 5c 5d Jk", "Kh 9h 7h 5h 2c", NOTHING, [5, 4], [0, 0]),
    ("9c 8d 7h 6s 2c", "Qc Qd Jk 5h 4s", NOTHING, [3, 1], [0, 0]),
    // A deuce that counts as a two.
    ("2d 3h 4s 5c 6c", "Kc Tc 7c 4c 2c", NOTHING, [20, 25], [0, 0]),
    ("2d 3d 4d 5d 6d", "Ac Kc Qc Jc 2c", "Kh Jh 9d 8s 3s", [200, 90], [0, 0]),
    // The best of the blind with wild cards, and hands that only wild cards tell apart.
    ("Th 2c 2d 2h 2s", "9c 9d 9h 9s Jk", "Ac Kc Qd 7s 3h", [90, 70], [0, 0]),
];

/// Every row of the three tables.
fn every_row(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)], "5..500 step 5");
    for (first, second, dealer, trips, beat) in ROUNDS {
        stakes(&mut session, 10);
        play(&mut session, first, second, dealer);
        for (patron, at) in [(A, 0), (B, 1)] {
            assert_paid(&session, patron, "trips", 5 * trips[at]);
            assert_paid(&session, patron, "two-way-bad-beat", 5 * beat[at]);
        }
    }
    for (patron, odds) in [(A, 1_000), (A, 50), (B, 10), (A, 9), (A, 3), (B, 2), (A, 1)] {
        assert_paid(&session, patron, "blind", 10 * odds);
    }
    session
}

/// Neither a natural hand nor a suit breaks a tie, and neither of two equal hands is beaten.
fn equal_hands(game: &'static Game, dealing: &str, ties: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing), ("bad-beat-ties", ties)], "5..500 step 5");
    let rounds = [
        ("Kh Kd Kc 9s 5h", "Ad Qs 8c 7h 3c", "Ks 2d Jk 9d 5c"),
        ("Ah Kh Qh Jh Th", "2c 2d 2h 2s Tc", "As Ks Qs Js Jk"),
        ("As Ks 9s 5s 2h", "Qd Td 5d 2c Jk", "Ah Kh 9h 5h 2s"),
        ("9c 8d 7h 6s 2c", "Th 9d 8c 7s 6c", "9h 8s 7d 6d Jk"),
    ];
    for (first, second, dealer) in rounds {
        stakes(&mut session, 10);
        play(&mut session, first, second, dealer);
    }
    session
}

/// All wild cards win more on the blind than a patron is paid in a round.
fn the_payout_limit(game: &'static Game) -> Session {
    let mut session = table(game, &[], "5..1000 step 5");
    stakes(&mut session, 1_000);
    play(&mut session, ALL_WILD, "Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s");
    for patron in [A, B] {
        assert_eq!(paid_to(&session, patron), 50_000, "to {patron}");
    }
    session
}

/// A hand with all wild cards is folded, and Trips alone exceeds the limit.
fn a_folded_hand_is_cut(game: &'static Game, dealing: &str) -> Session {
    let settings = [("dealing", dealing), ("trips", "5..100 step 5"), ("two-way-bad-beat", "5..25 step 5")];
    let mut session = open(game, &settings);
    session.patrons = 2;
    session.prefer = &["fold"];
    until_bets(&mut session);
    for (wager, stake) in [("ante", 10), ("blind", 10), ("trips", 100), ("two-way-bad-beat", 25)] {
        bet(&mut session, A, 1, wager, stake);
    }
    arrange(&mut session, &[(hand(1), ALL_WILD), (Place::Dealer, "Kc Kd Kh 9s 5h")]);
    play_arranged(&mut session);
    assert_eq!(paid_to(&session, A), 50_000);
    session
}

/// One patron leaves before being asked and one after having played, where the house lets them lose.
fn who_leaves_loses(game: &'static Game) -> Session {
    let mut session = table(game, &[("wagers-left", "lose")], "5..500 step 5");
    for leaves in [A, B] {
        session.house.reads = leaves == A;
        stakes(&mut session, 10);
        close_bets(&mut session);
        while !matches!(session.table.due(), Due::Choice { patron: B, .. }) {
            session.answer_due();
        }
        session.send(Actor::Patron(leaves), Input::Leave { patron: leaves }).unwrap();
        until_bets(&mut session);
    }
    session
}

/// A card is found face up before the call and in the deal, but never after it.
fn a_card_face_up(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)], "5..500 step 5");
    stakes(&mut session, 10);
    assert_eq!(report(&mut session, "card-face-up"), Ok(()));
    until_bets(&mut session);
    close_bets(&mut session);
    for _ in 0..3 {
        session.answer_due();
    }
    assert_eq!(report(&mut session, "card-face-up"), Ok(()));
    until_bets(&mut session);
    stakes(&mut session, 10);
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
    assert_eq!(report(&mut session, "card-face-up"), Err("no-card-due"));
    until_bets(&mut session);
    session
}

/// Impossible or late reports, each refused by its name, and people who look under cards.
fn told_at_odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = open(game, settings);
    until_bets(&mut session);
    let s = &mut session;
    let (from_shoe, by_hand) =
        (settings.contains(&("dealing", "shoe")), settings.contains(&("shuffler", "no")));
    let ante = s.game.vocabulary.wagers[0];
    let found = Input::Found { patron: A, box_number: 1, wager: ante, stake: Money::minor(500) };
    assert_eq!(report(s, "wrong-count"), Err("no-cards-dealt"));
    assert_eq!(report(s, "total-misannounced"), Err("nothing-announced"));
    assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
    assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
    assert_eq!(report(s, "dealer-looked"), Err("no-card-face-down"));
    assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
    assert_eq!(tell(s, found), Err("bets-are-open"));
    bet(s, A, 1, "ante", 10);
    bet(s, A, 1, "blind", 10);
    s.prefer = &["fold"];
    close_bets(s);
    while !matches!(s.table.due(), Due::Choice { .. }) {
        s.answer_due();
    }
    assert_eq!(report(s, "shuffler-jam"), Err(if by_hand { "no-shuffler" } else { "shuffler-idle" }));
    assert_eq!(report(s, "shoe-jam"), Err(if from_shoe { "shoe-empty" } else { "no-shoe" }));
    assert_eq!(tell(s, Input::Look { patron: Some(B), place: hand(1) }), Ok(()));
    assert_eq!(tell(s, Input::Look { patron: None, place: Place::Dealer }), Ok(()));
    until_bets(s);
    assert_eq!(report(s, "wrong-count"), Err("round-is-over"));
    session
}

/// Random rounds except for high hands of a patron and of the dealer; mishaps happen, the floor rules, and
/// people leave.
fn great_hands(game: &'static Game, dealing: &str, seed: u64) -> Session {
    let left = if seed.is_multiple_of(3) { "lose" } else { "play" };
    let settings = [("dealing", dealing), ("wagers-left", left), ("dealer-bets", "offered")];
    let mut session = table(game, &settings, "5..1000 step 5");
    session.chance = Chance::new(seed);
    session.house.reads = seed.is_multiple_of(4);
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
        let ante = *session.chance.pick(&[10, 50, 1_000]);
        bet(session, patron, box_number, "ante", ante);
        bet(session, patron, box_number, "blind", ante);
        for main in ["ante", "blind"] {
            if session.chance.one_in(4) {
                bet_for_dealers(session, patron, box_number, main);
            }
        }
        for side in ["trips", "two-way-bad-beat"] {
            if !session.chance.one_in(4) {
                bet(session, patron, box_number, side, 25);
            }
            if session.chance.one_in(3) {
                bet_for_dealers(session, patron, box_number, side);
            }
        }
    }
    let hands =
        [ALL_WILD, "Ah Kh Qh Jh Th", "2c 2d 2h 2s Th", "9c 9d 9h 2h Jk", "9h 8h 7h 6h 2c", "3d 3c 2s 2d Kh"];
    let dealers = ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "Kc Ks Kd 5c 5s", NOTHING];
    let box_number = 1 + u8::try_from(session.chance.below(4)).unwrap();
    let [own, dealer] = [*session.chance.pick(&hands), *session.chance.pick(&dealers)];
    arrange(session, &[(hand(box_number), own), (Place::Dealer, dealer)]);
    close_bets(session);
    play_with_rulings(session);
}

/// It is refused without a wager of their own there.
fn bet_for_dealers(session: &mut Session, patron: Patron, box_number: u8, wager: &str) {
    let known = session.game.vocabulary.wagers.iter().find(|known| known.word() == wager);
    let (wager, beneficiary, stake) = (*known.unwrap(), Beneficiary::Dealers, Money::minor(500));
    let _ = session.send(Actor::Patron(patron), Input::Bet { patron, box_number, wager, stake, beneficiary });
}

/// What a patron was paid in the session, in whole units.
fn paid_to(session: &Session, patron: Patron) -> i64 {
    let of = |event: &engine::Event| match event.what {
        What::Settled(line) if line.patron == patron && line.kind != LineKind::Award => Some(line.paid),
        _ => None,
    };
    session.events.iter().filter_map(of).sum::<Money>().as_minor() / 100
}

/// A table with both side wagers and two patrons who play.
fn table(game: &'static Game, settings: &[(&str, &str)], limits: &str) -> Session {
    let offered = [("limits.ante", limits), ("trips", "5..25 step 5"), ("two-way-bad-beat", "5..25 step 5")];
    let mut session = open(game, &[settings, &offered].concat());
    session.patrons = 2;
    session.prefer = &["play"];
    session
}

fn stakes(session: &mut Session, ante: i64) {
    until_bets(session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        for (wager, stake) in [("ante", ante), ("blind", ante), ("trips", 5), ("two-way-bad-beat", 5)] {
            bet(session, patron, box_number, wager, stake);
        }
    }
}

/// Deals these cards to the two patrons and the dealer, and plays the round out.
fn play(session: &mut Session, first: &str, second: &str, dealer: &str) {
    arrange(session, &[(hand(1), first), (hand(2), second), (Place::Dealer, dealer)]);
    play_arranged(session);
}

// ------------------------------------------------------------------------- the dearest round and the longest

const WILD_HANDS: [&str; 7] = [
    "2c 2d 2h 2s Jk",
    "Ac Kc Qc Jc Tc",
    "Ad Kd Qd Jd Td",
    "Ah Kh Qh Jh Th",
    "As Ks Qs Js Ts",
    "9h 8h 7h 6h 5h",
    "9s 8s 7s 6s 5s",
];

/// All wild cards, four royal flushes and two straight flushes, against a lower one.
fn dearest_wild_hands(game: &'static Game) -> Session {
    let mut session = full_wild_table(game, "5..20 step 5", "5");
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "pays", 1_000);
    assert_near(&session, "cards", 1_000);
    session
}

/// The same at antes for which five of the hands are cut.
fn longest_wild_hands(game: &'static Game) -> Session {
    let mut session = full_wild_table(game, "5..1000 step 5", "5..25 step 5");
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "inputs", 1_000);
    assert_near(&session, "lines", 1_000);
    assert_near(&session, "pays", 1_000);
    session
}

fn full_wild_table(game: &'static Game, ante: &str, side: &str) -> Session {
    let sides = [("trips", side), ("two-way-bad-beat", side)];
    let mut session = open(game, &[&[("limits.ante", ante), ("steps", "by-dealer")], &sides[..]].concat());
    session.patrons = 7;
    until_bets(&mut session);
    for (number, cards) in (1..=7).zip(WILD_HANDS) {
        for wager in ["ante", "blind", "trips", "two-way-bad-beat"] {
            let stake = if wager == "blind" { most(&session, "ante") } else { most(&session, wager) };
            bet(&mut session, Patron::nth(number - 1).unwrap(), number, wager, stake);
        }
        arrange(&mut session, &[(hand(number), cards)]);
    }
    arrange(&mut session, &[(Place::Dealer, "7c 6c 5c 4c 3c")]);
    session.house.reads = false;
    close_bets(&mut session);
    session
}
