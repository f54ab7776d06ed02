//! Corner cases of Three Card Poker.

use super::bounds::{assert_near, most, play_out};
use super::{
    arrange, assert_paid, bet, close_bets, hand, open, play_arranged, play_with_rulings, report, tell,
    until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, nothing};
use engine::{Actor, Beneficiary, Due, Game, Input, Patron, Place, Rank, RulingAct};
use felt::{Card, Money};
use second::three_card_poker::rank::{Kind, worth};

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub const KNOWN: Known = Known {
    habits: Habits { bets: 12, favourites: &["ante", "pair-plus"], called: Some(called), ..POKER },
    corners: sessions,
    bounds: dearest,
    standing: nothing,
};

fn called(cards: &[Card]) -> (&'static str, Vec<u8>) {
    let found = worth(cards);
    let word = match found.kind {
        Kind::Nothing => "high-card",
        Kind::Pair => "pair",
        Kind::Flush => "flush",
        Kind::Straight => "straight",
        Kind::Three => "three-of-a-kind",
        Kind::StraightFlush => "straight-flush",
    };
    (word, found.ranks)
}

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for dealing in ["hand", "shoe"] {
        sessions.push(every_row(game, dealing));
        sessions.push(told_at_odd_times(game, &[("dealing", dealing)]));
        sessions.push(support_is_taken_away(game, dealing));
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

/// The hand of a patron and of the dealer, and what ante bonus, Pair Plus and Six Card Bonus pay for one;
/// zero if a wager loses or the bonus is not paid. A six-card royal is given by its amount.
type Round = (&'static str, &'static str, [i64; 3]);

const AMOUNT: i64 = 100_000;

const ROUNDS: [Round; 16] = [
    ("Ad Kd Qd", "Jd Td 9d", [5, 40, AMOUNT]),
    ("Ah Jh 9h", "Kh Qh Th", [0, 3, AMOUNT]),
    ("9s Ts Js", "Qs Ks As", [5, 40, AMOUNT]),
    ("Ac Kc 9c", "Qc Jc Tc", [0, 3, AMOUNT]),
    ("Ah Kh 2h", "Qh Jh Th", [0, 3, 1_000]),
    ("Ks Qs Js", "Ts 9s 8s", [5, 40, 200]),
    ("7c 7d 7h", "7s Kd 2c", [4, 30, 50]),
    ("4c 4d 4h", "9s 9d 9c", [4, 30, 20]),
    ("Ah 9h 4h", "Qh 7h 2c", [0, 3, 15]),
    ("5c 6d 7h", "8s 9c Qd", [1, 6, 10]),
    ("Jc Jd 4h", "Js Qd 2c", [0, 1, 5]),
    ("Jc 8d 4h", "Ts 9d 2c", [0, 0, 0]),
    ("Qc 8d 4h", "Qs 8c 4d", [0, 0, 0]),
    ("Qc Jd Th", "Qs Jc Td", [1, 6, 0]),
    ("Ac 2d 3h", "As 2c 3d", [1, 6, 0]),
    ("2c 2d Ah", "Kc Kd 3h", [0, 1, 0]),
];

/// Every row of the three tables; the second patron has the same wagers and folds.
fn every_row(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing)]);
    for (own, dealer, [bonus, pair_plus, six]) in ROUNDS {
        stakes(&mut session);
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        play_arranged(&mut session);
        if bonus > 0 {
            assert_paid(&session, A, "ante-bonus", 10 * bonus);
        }
        assert_paid(&session, A, "pair-plus", 5 * pair_plus);
        assert_paid(&session, A, "six-card-bonus", if six == AMOUNT { six } else { 5 * six });
    }
    session
}

/// Ante, Pair Plus or both are taken back, and the Six Card Bonus beside them is returned.
fn support_is_taken_away(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, &[("dealing", dealing), ("dealer-bets", "offered")]);
    for gone in [&["ante"][..], &["pair-plus"], &["ante", "pair-plus"]] {
        stakes(&mut session);
        for wager in ["ante", "pair-plus", "six-card-bonus"] {
            bet_for_dealers(&mut session, A, 1, wager);
        }
        for wager in gone {
            let wager = *game.vocabulary.wagers.iter().find(|known| known.word() == *wager).unwrap();
            let back = Input::TakeBack { patron: A, box_number: 1, wager, amount: None };
            session.send(Actor::Patron(A), back).unwrap();
        }
        close_bets(&mut session);
        until_bets(&mut session);
    }
    session
}

/// A dealer's card is seen in the deal, before the last decision, after it, and while the dealer turns the
/// cards.
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
        let (ante, pair_plus) =
            *session.chance.pick(&[(true, true), (true, true), (true, false), (false, true)]);
        if ante {
            let stake = *session.chance.pick(&[10, 50, 100]);
            bet(session, patron, box_number, "ante", stake);
        }
        if pair_plus {
            bet(session, patron, box_number, "pair-plus", 25);
        }
        if ante && pair_plus && !session.chance.one_in(4) {
            bet(session, patron, box_number, "six-card-bonus", 5);
        }
        for wager in ["ante", "pair-plus", "six-card-bonus"] {
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

/// It is refused if the patron has no wager of their own there.
fn bet_for_dealers(session: &mut Session, patron: Patron, box_number: u8, wager: &str) {
    let known = session.game.vocabulary.wagers.iter().find(|known| known.word() == wager);
    let (wager, beneficiary, stake) = (*known.unwrap(), Beneficiary::Dealers, Money::minor(500));
    let _ = session.send(Actor::Patron(patron), Input::Bet { patron, box_number, wager, stake, beneficiary });
}

/// A table with a Six Card Bonus and two patrons who play.
fn table(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let offered = [("limits.ante", "5..500 step 5"), ("six-card-bonus", "5..25 step 5")];
    let mut session = open(game, &[settings, &offered].concat());
    session.patrons = 2;
    session.prefer = &["play"];
    session
}

fn stakes(session: &mut Session) {
    until_bets(session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        for (wager, stake) in [("ante", 10), ("pair-plus", 5), ("six-card-bonus", 5)] {
            bet(session, patron, box_number, wager, stake);
        }
    }
}

// ----------------------------------------------------------------------------------------------------- bounds

const HANDS: [&str; 7] = ["Ah Kh Qh", "8h 7h 6h", "Js Jc Jd", "Ts Tc Td", "9s 9c 9d", "As Ks Qs", "Ac Kc Qc"];

/// A six-card royal and a straight flush with the dealer's jack, ten and nine, three times four of a kind,
/// and two straights; every patron has a hand with a bonus.
fn dearest(game: &'static Game) -> Vec<Session> {
    [("5..100 step 5", "not-offered", 950), ("5..500 step 5", "offered", 900)].map(full_table(game)).into()
}

fn full_table(game: &'static Game) -> impl Fn((&str, &str, i128)) -> Session {
    move |(limits, dealer_bets, near)| {
        let settings = [
            ("limits.ante", limits),
            ("limits.pair-plus", limits),
            ("six-card-bonus", "5..25 step 5"),
            ("dealer-bets", dealer_bets),
            ("steps", "by-dealer"),
        ];
        let mut session = open(game, &settings);
        session.patrons = 7;
        until_bets(&mut session);
        for (number, cards) in (1..=7).zip(HANDS) {
            let patron = Patron::nth(number - 1).unwrap();
            for wager in ["ante", "pair-plus", "six-card-bonus"] {
                let stake = most(&session, wager);
                bet(&mut session, patron, number, wager, stake);
                let (known, stake) = (
                    *game.vocabulary.wagers.iter().find(|known| known.word() == wager).unwrap(),
                    Money::minor(stake * 100),
                );
                let (box_number, beneficiary) = (number, Beneficiary::Dealers);
                let theirs = Input::Bet { patron, box_number, wager: known, stake, beneficiary };
                assert_eq!(session.send(Actor::Patron(patron), theirs).is_ok(), dealer_bets == "offered");
            }
            arrange(&mut session, &[(hand(number), cards)]);
        }
        arrange(&mut session, &[(Place::Dealer, "Jh Th 9h")]);
        session.house.reads = false;
        close_bets(&mut session);
        play_out(&mut session, &["play"], |_| {});
        assert_near(&session, "pays", near);
        assert_near(&session, "cards", 1_000);
        assert_near(&session, "inputs", 1_000);
        assert_near(&session, "lines", 1_000);
        session
    }
}
