//! Corner cases of Crazy 4 Poker.

use super::bounds::{assert_near, most, play_out};
use super::four_card_poker::called;
use super::{
    arrange, assert_paid, bet, close_bets, finish_round, hand, open, play_arranged, play_with_rulings,
    report, tell, until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER};
use engine::{Actor, Beneficiary, Due, Game, Input, Patron, Place, Rank, RulingAct, WagerId};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub const KNOWN: Known = Known {
    habits: Habits {
        bets: 12,
        favourites: &["ante", "super-bonus"],
        equal: &["ante", "super-bonus"],
        called: Some(called),
        ..POKER
    },
    corners: sessions,
    bounds: dearest,
    standing: |game| (0..10).map(|seed| at_an_approval(game, seed)).collect(),
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for dealing in ["hand", "shoe"] {
        sessions.push(every_row(game, dealing));
        sessions.push(progressives(game, dealing));
        sessions.push(envy_after_a_fold(game, dealing));
        sessions.push(told_at_odd_times(game, &[("dealing", dealing)]));
        sessions.push(claims(game, dealing));
        sessions.push(seen_before_it_is_turned(game, dealing));
        sessions.push(a_held_card_is_turned(game, dealing));
    }
    sessions.push(who_leaves_loses(game));
    sessions.push(told_at_odd_times(game, &[("shuffler", "no")]));
    for (seed, dealing) in (1..).zip(["hand", "shoe"].into_iter().cycle().take(16)) {
        sessions.push(great_hands(game, dealing, seed));
    }
    sessions
}

/// The hand of a patron and of the dealer, and what Super Bonus and Queens Up pay for ten and five; zero if a
/// wager loses or is returned.
type Round = (&'static str, &'static str, [i64; 2]);

const ROUNDS: [Round; 16] = [
    ("Ac Ad Ah As 2c", "Kh Qd Jh 9d 3c", [2_000, 250]),
    ("8c 8d 8h 8s 2c", "Ah Kh Qh Jh 9d", [300, 250]),
    ("8c 8d 8h 8s 2c", "9c 9d 9h 9s 3d", [300, 250]),
    ("Jh Th 9h 8h 2s", "Ac Ad As Kc 9d", [150, 150]),
    ("Ah 2h 3h 4h Ks", "Qc Jd 9s 7c 5d", [150, 150]),
    ("4c 4d 4h Kc Jd", "5c 5d 5h 2s 9s", [20, 45]),
    ("Ac Tc 9c 5c 3d", "7d 6s 5d 4s Kd", [15, 20]),
    ("7d 6s 5d 4s Kd", "Ac Tc 9c 5c 3d", [10, 15]),
    ("9h 8d 7c 6s 2c", "9s 8h 7d 6c Ah", [10, 15]),
    ("Js Jc 3c 3s 9d", "Jh Jd 3h 3d Kd", [0, 10]),
    ("Qd Qs Ts 6c 2d", "Kc Kd 9h 8s 4c", [0, 5]),
    ("Jd Js Ts 6c 2d", "Qc Kd 9h 8s 4c", [0, 0]),
    ("Kd Js 9s 7c 2d", "Kc Jd 9h 7s 4c", [0, 0]),
    ("Jd Ts 8s 6c 2d", "Qc 9d 7h 5s 4c", [0, 0]),
    ("Qd Ts 8s 6c 2d", "Kc 9d 7h 5s 4c", [0, 0]),
    ("2c 2d Ah Kd Qs", "Kc Kh 3h 4s 5d", [0, 0]),
];

/// Every row of both tables, for hands that win, tie and lose, with and without a dealer who qualifies.
fn every_row(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    for (own, dealer, [super_bonus, queens_up]) in ROUNDS {
        stakes(&mut session);
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        play_arranged(&mut session);
        assert_paid(&session, A, "super-bonus", super_bonus);
        assert_paid(&session, A, "queens-up", queens_up);
    }
    session
}

/// Unread cards: the maximum is played on hands that do not allow it.
fn claims(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    session.house.reads = false;
    for (own, dealer, _) in ROUNDS {
        stakes(&mut session);
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        close_bets(&mut session);
        play_out(&mut session, &["play"], |_| {});
    }
    session
}

/// Every row of the progressive table for the first patron, who has an envy bonus for the second one's
/// straight flush.
fn progressives(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    let rounds = [
        ("As Ks Qs Js Ts", "9h 2c 4d 6s 8d", None),
        ("6h 7h 8h 9h Th", "Jd Qd Kd Td 9d", None),
        ("9h 9c 9d 9s Th", "Kd 2c 4d 6s 8d", Some(300)),
        ("9h 9c 9d Ts Th", "Kd 2c 4d 6s 8d", Some(50)),
        ("2h 9h Qh Jh 5h", "Kd 2c 4d 6s 8d", Some(40)),
        ("8h 9c Ts Jh Qd", "Kd 2c 4d 6s 8d", Some(30)),
        ("8h 8c 8s Jh 4c", "Kd 2c 4d 6s 9d", Some(9)),
        ("Ah Kh Qh Jh 9c", "Kd 2c 4d 6s 8d", Some(0)),
    ];
    for (first, second, pays) in rounds {
        stakes(&mut session);
        arrange(&mut session, &[(hand(1), first), (hand(2), second)]);
        play_arranged(&mut session);
        if let Some(pays) = pays {
            assert_paid(&session, A, "progressive", pays);
        }
    }
    session
}

/// A fold forfeits the progressive wager, but not the envy bonus for a straight flush of a patron without the
/// wager.
fn envy_after_a_fold(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    until_bets(&mut session);
    for (wager, stake) in [("ante", 10), ("super-bonus", 10), ("progressive", 1)] {
        bet(&mut session, A, 1, wager, stake);
    }
    for (wager, stake) in [("ante", 10), ("super-bonus", 10)] {
        bet(&mut session, B, 2, wager, stake);
    }
    arrange(&mut session, &[(hand(1), "4s 2c 9d Kd Qs"), (hand(2), "Jh Qh 8h 9h Th")]);
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
    session.prefer = &["fold"];
    session.answer_due();
    session.prefer = &["play"];
    finish_round(&mut session);
    assert_paid(&session, A, "envy", 300);
    session
}

/// A dealer's card is seen before the last decision, after it, and while the dealer turns the cards.
fn seen_before_it_is_turned(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    session.house.reads = false;
    let undecided = |due: Due| matches!(due, Due::Choice { patron: B, .. });
    let turning = |due: Due| due == Due::Turn { place: Place::Dealer };
    for at in [undecided, turning] {
        for look in [false, true] {
            stakes(&mut session);
            close_bets(&mut session);
            while !at(session.table.due()) {
                session.answer_due();
            }
            match look {
                true => {
                    let looked = Input::Look { patron: Some(B), place: Place::Dealer };
                    assert_eq!(tell(&mut session, looked), Ok(()));
                }
                false => assert_eq!(report(&mut session, "dealer-card-exposed"), Ok(())),
            }
            assert_eq!(session.table.due(), Due::Shuffle, "the round is void");
            until_bets(&mut session);
        }
    }
    stakes(&mut session);
    close_bets(&mut session);
    while !turning(session.table.due()) {
        session.answer_due();
    }
    session.answer_due();
    assert_eq!(report(&mut session, "dealer-card-exposed"), Ok(()));
    assert_ne!(session.table.due(), Due::Shuffle, "they are being turned");
    until_bets(&mut session);
    session
}

/// A card drawn by mistake is kept as the next one and turned; the floor lets play continue without it.
fn a_held_card_is_turned(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    session.house.reads = false;
    stakes(&mut session);
    close_bets(&mut session);
    assert_eq!(report(&mut session, "drawn-unexposed"), Ok(()));
    let card = session.house.undealt(&*session.table)[0];
    assert_eq!(tell(&mut session, Input::Turn { place: Place::Next, card }), Ok(()));
    session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
    until_bets(&mut session);
    session
}

/// One patron leaves before being asked and one after a fold, where the house lets them lose.
fn who_leaves_loses(game: &'static Game) -> Session {
    let mut session = table(game, &[("wagers-left", "lose")]);
    for leaves in [A, B] {
        session.house.reads = leaves == A;
        session.prefer = if leaves == A { &["fold"] } else { &["play"] };
        stakes(&mut session);
        close_bets(&mut session);
        while !matches!(session.table.due(), Due::Choice { patron: B, .. }) {
            session.answer_due();
        }
        session.send(Actor::Patron(leaves), Input::Leave { patron: leaves }).unwrap();
        until_bets(&mut session);
    }
    session
}

/// Impossible or late reports, each refused by its name, and people who look under cards.
fn told_at_odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = open(game, settings);
    until_bets(&mut session);
    let s = &mut session;
    let (from_shoe, by_hand) =
        (settings.contains(&("dealing", "shoe")), settings.contains(&("shuffler", "no")));
    let found =
        Input::Found { patron: A, box_number: 1, wager: known(game, "ante"), stake: Money::minor(500) };
    assert_eq!(report(s, "wrong-count"), Err("no-cards-dealt"));
    assert_eq!(report(s, "total-misannounced"), Err("nothing-announced"));
    assert_eq!(report(s, "winner-unpaid"), Err("no-such-line"));
    assert_eq!(report(s, "no such word"), Err("no-such-irregularity"));
    assert_eq!(report(s, "dealer-looked"), Err("no-card-face-down"));
    assert_eq!(tell(s, Input::Answer { yes: true }), Err("no-device-here"));
    assert_eq!(tell(s, found), Err("bets-are-open"));
    bet(s, A, 1, "ante", 10);
    bet(s, A, 1, "super-bonus", 10);
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

/// Four of a kind waits for the supervisor; random rounds rarely reach this point.
fn at_an_approval(game: &'static Game, seed: u64) -> Session {
    let dealing = if seed.is_multiple_of(2) { "hand" } else { "shoe" };
    let mut session = table(game, &[("dealing", dealing)]);
    session.chance = Chance::new(seed);
    stakes(&mut session);
    arrange(&mut session, &[(hand(1), "8c 8d 8h 8s 2c"), (Place::Dealer, "Ah Kh Qh Jh 9d")]);
    close_bets(&mut session);
    while session.table.phase() != "approval" {
        session.answer_due();
    }
    session
}

/// Random rounds except for high hands of a patron and of the dealer; mishaps happen, the floor rules, and
/// people leave.
fn great_hands(game: &'static Game, dealing: &str, seed: u64) -> Session {
    let left = if seed.is_multiple_of(3) { "lose" } else { "play" };
    let mut session = table(game, &[("dealing", dealing), ("wagers-left", left), ("dealer-bets", "offered")]);
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
        let stake = *session.chance.pick(&[10, 50, 100]);
        bet(session, patron, box_number, "ante", stake);
        bet(session, patron, box_number, "super-bonus", stake);
        if !session.chance.one_in(3) {
            bet(session, patron, box_number, "queens-up", 25);
        }
        if !session.chance.one_in(4) {
            bet(session, patron, box_number, "progressive", 1);
        }
        for wager in ["ante", "super-bonus", "queens-up"] {
            if session.chance.one_in(3) {
                bet_for_dealers(session, patron, box_number, wager);
            }
        }
    }
    let box_number = 1 + u8::try_from(session.chance.below(4)).unwrap();
    let (own, dealer, _) = *session.chance.pick(&ROUNDS);
    arrange(session, &[(hand(box_number), own), (Place::Dealer, dealer)]);
    close_bets(session);
    play_with_rulings(session);
}

fn known(game: &Game, wager: &str) -> WagerId {
    *game.vocabulary.wagers.iter().find(|known| known.word() == wager).unwrap()
}

/// It is refused if the patron has no wager of their own there.
fn bet_for_dealers(session: &mut Session, patron: Patron, box_number: u8, wager: &str) {
    let (wager, beneficiary, stake) = (known(session.game, wager), Beneficiary::Dealers, Money::minor(500));
    let _ = session.send(Actor::Patron(patron), Input::Bet { patron, box_number, wager, stake, beneficiary });
}

/// A table with both side bets and two patrons who play.
fn table(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let offered = [
        ("limits.ante", "5..500 step 5"),
        ("coin", "0.50"),
        ("queens-up", "5..25 step 5"),
        ("progressive", "1"),
    ];
    let mut session = open(game, &[settings, &offered].concat());
    session.patrons = 2;
    session.prefer = &["play"];
    session
}

fn stakes(session: &mut Session) {
    until_bets(session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        for (wager, stake) in [("ante", 10), ("super-bonus", 10), ("queens-up", 5), ("progressive", 1)] {
            bet(session, patron, box_number, wager, stake);
        }
    }
}

// ----------------------------------------------------------------------------------------------------- bounds

const IN_A_ROW: [&str; 6] = [
    "Ah Kh Qh Jh Th",
    "As Ks Qs Js Ts",
    "Ad Kd Qd Jd Td",
    "Ac Kc Qc Jc Tc",
    "9h 8h 7h 6h 5h",
    "9s 8s 7s 6s 5s",
];

const FOURS: [&str; 6] = [
    "Ah As Ad Ac 2h",
    "Kh Ks Kd Kc 3h",
    "Qh Qs Qd Qc 4h",
    "Jh Js Jd Jc 5h",
    "Th Ts Td Tc 6h",
    "9h 9s 9d 9c 7h",
];

/// Six hands of five in a row, four of them royal, or six times four of a kind, once aces.
fn dearest(game: &'static Game) -> Vec<Session> {
    vec![
        full_table(game, "5..20 step 5", "not-offered", &IN_A_ROW),
        full_table(game, "5..1000 step 5", "offered", &FOURS),
    ]
}

fn full_table(game: &'static Game, limits: &str, dealer_bets: &str, hands: &[&str; 6]) -> Session {
    let settings = [
        ("limits.ante", limits),
        ("coin", "0.50"),
        ("queens-up", limits),
        ("progressive", "1"),
        ("dealer-bets", dealer_bets),
        ("steps", "by-dealer"),
        ("dealing", "shoe"),
    ];
    let mut session = open(game, &settings);
    session.patrons = 6;
    until_bets(&mut session);
    for (number, cards) in (1..=6).zip(hands) {
        let patron = Patron::nth(number - 1).unwrap();
        for wager in ["ante", "super-bonus", "queens-up", "progressive"] {
            let stake = most(&session, if wager == "super-bonus" { "ante" } else { wager });
            bet(&mut session, patron, number, wager, stake);
            let (box_number, beneficiary, stake) = (number, Beneficiary::Dealers, Money::minor(stake * 100));
            let theirs = Input::Bet { patron, box_number, wager: known(game, wager), stake, beneficiary };
            let taken = session.send(Actor::Patron(patron), theirs).is_ok();
            assert_eq!(taken, dealer_bets == "offered" && wager != "progressive");
        }
        arrange(&mut session, &[(hand(number), cards)]);
    }
    let dealer = if hands == &FOURS { "8c 8d 3c 2c 4c" } else { "9c 9d 3c 2c 4d" };
    arrange(&mut session, &[(Place::Dealer, dealer)]);
    session.house.reads = false;
    close_bets(&mut session);
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "pays", 1_000);
    assert_near(&session, "cards", 1_000);
    session
}
