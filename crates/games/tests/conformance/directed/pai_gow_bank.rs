//! Patrons' banks at Pai Gow Poker.

use super::pai_gow_poker::{
    A, B, C, DEALT, OUTCOMES, choose, deal_to, finish, go_until, is_setting, sets, table, told_of,
};
use super::{bet, close_bets, hand, play_with_rulings, report};
use crate::chance::Chance;
use crate::driver::Session;
use engine::{
    Actor, Against, Beneficiary, ChoiceId, Due, Game, Input, Line, LineKind, Outcome, Patron, Place, Rank,
    RulingAct, Spot, WagerId, What,
};
use felt::Money;

const D: Patron = Patron::nth(3).unwrap();

/// The place of the bank in these sessions.
const BANK: u8 = 6;

/// Sessions in which patrons have the bank.
pub fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = Vec::new();
    for settings in DEALT {
        all.push(every_outcome(game, settings));
        all.push(goes_round(game, settings));
        all.push(partners(game, settings));
        all.push(given_up(game, settings));
        all.push(who_leaves(game, settings));
        all.push(told_at_odd_times(game, settings));
        for word in ["wrong-count", "dealer-card-exposed", "technical-interruption", "set-wrongly"] {
            all.push(goes_wrong_everywhere(game, settings, word));
        }
        for seed in 1..4 {
            all.push(as_chance_has_it(game, settings, seed));
        }
    }
    all
}

fn banking(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut all = settings.to_vec();
    all.push(("banking", "yes"));
    table(game, &all)
}

/// The patron who is offered the bank, and the place; `None` when bets are open.
fn offered(session: &mut Session) -> Option<(Patron, u8)> {
    loop {
        session.phases.push(session.table.phase());
        match session.table.due() {
            Due::Bets { .. } => return None,
            Due::Choice { patron, spot } if session.table.phase() == "bank" => {
                session.probe();
                return Some((patron, spot.box_number));
            }
            _ => session.answer_due(),
        }
    }
}

/// A patron makes a choice about the bank; returns the name of the refusal, if refused.
fn says(
    session: &mut Session,
    (patron, number): (Patron, u8),
    word: &'static str,
    dollars: Option<i64>,
) -> Result<(), &'static str> {
    let choice = ChoiceId::new(Box::leak(Box::new(word)));
    let amount = dollars.map(|dollars| Money::minor(dollars * 100));
    let input = Input::Choose { patron, spot: Spot::first(number), choice, amount };
    session.send(Actor::Patron(patron), input).map_err(|refusal| refusal.name)
}

fn bets(
    session: &mut Session,
    (patron, number): (Patron, u8),
    wager: &'static str,
    dollars: i64,
) -> Result<(), &'static str> {
    let input = Input::Bet {
        patron,
        box_number: number,
        wager: WagerId::new(Box::leak(Box::new(wager))),
        stake: Money::minor(dollars * 100),
        beneficiary: Beneficiary::Patron,
    };
    session.send(Actor::Patron(patron), input).map_err(|refusal| refusal.name)
}

/// The house banks, and these patrons wager against it.
fn house_banks(session: &mut Session, wagers: &[(Patron, u8, i64)]) {
    while let Some(asked) = offered(session) {
        assert_eq!(says(session, asked, "pass-bank", None), Ok(()));
    }
    for (patron, number, dollars) in wagers {
        bet(session, *patron, *number, "main", *dollars);
    }
    close_bets(session);
    finish(session);
}

/// After a hand that the house has banked, A has the bank at the dealer's right.
fn a_banks(session: &mut Session, dollars: i64) {
    house_banks(session, &[(A, BANK, 50), (B, 3, 20)]);
    assert_eq!(offered(session), Some((A, BANK)));
    assert_eq!(says(session, (A, BANK), "take-bank", Some(dollars)), Ok(()));
}

/// The lines since then.
fn lines(session: &Session, from: usize) -> Vec<Line> {
    let line = |event: &engine::Event| if let What::Settled(line) = event.what { Some(line) } else { None };
    session.events[from..].iter().filter_map(line).collect()
}

/// How a wager of a patron's ended.
fn ended(lines: &[Line], whose: Beneficiary, patron: Patron, wager: &str) -> Option<&'static str> {
    let found = lines.iter().find(|line| {
        let own = (line.patron, line.beneficiary) == (patron, whose) && line.kind == LineKind::Wager;
        own && line.wager.word() == wager
    });
    found.and_then(|line| line.outcome).map(Outcome::word)
}

/// What a patron gets from the bank in the end, and what they are charged on it, in cents.
fn of_the_bank(lines: &[Line], patron: Patron) -> (i64, i64) {
    let own = lines.iter().filter(|line| line.patron == patron && line.wager.word() == "cover");
    let back = own.clone().filter(|line| line.kind == LineKind::Bank);
    (
        back.map(|line| (line.paid + line.returned).as_minor()).sum(),
        own.map(|line| line.charged.as_minor()).sum(),
    )
}

/// The same hands as against the dealer: copies go to the bank, and a foul hand loses. In the last of them
/// the bank is foul.
fn every_outcome(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    for (own, low, opposed, ends) in OUTCOMES {
        a_banks(&mut session, 200);
        assert_eq!(says(&mut session, (A, BANK), "no-house-bet", None), Ok(()));
        bet(&mut session, B, 3, "main", 20);
        let lines = settles(&mut session, &[(3, own), (BANK, opposed)], |session| {
            assert!(choose(session, A, BANK, "house-way").is_err(), "not before the others have set");
            sets(session, B, 3, low);
            if matches!(session.table.due(), Due::Choice { .. } | Due::Choices { .. }) {
                assert_eq!(choose(session, A, BANK, "house-way"), Ok(()));
            }
        });
        assert_eq!(ended(&lines, Beneficiary::Patron, B, "main"), Some(ends), "{own} against {opposed}");
        let against = lines.iter().find(|line| line.patron == B).map(|line| line.against);
        assert_eq!(against, Some(Against::Bank(A)));
        let (back, charged) = of_the_bank(&lines, A);
        let wanted = match ends {
            "wins" => (18_000, 0),
            "loses" => (22_000, 100),
            _ => (20_000, 0),
        };
        assert_eq!((back, charged), wanted, "{own} against {opposed}");
    }
    // Aces before king high.
    for (own, low, ends) in
        [("Jh Td 8s 6s 4h 3s 2d", "Td 8s", "wins"), ("9c 9d Ks Th 7d 5s 2c", "9c 9d", "loses")]
    {
        a_banks(&mut session, 200);
        assert_eq!(says(&mut session, (A, BANK), "house-bets", Some(10)), Ok(()));
        bet(&mut session, B, 3, "main", 20);
        let lines = settles(&mut session, &[(3, own), (BANK, "As Ah Kd Qs 8c 6d 3c")], |session| {
            sets(session, B, 3, low);
            sets(session, A, BANK, "As Ah");
        });
        assert_eq!(ended(&lines, Beneficiary::Patron, B, "main"), Some(ends), "{own} against a foul bank");
        assert_eq!(ended(&lines, Beneficiary::House, A, "main"), Some("wins"), "the house is never foul");
    }
    // The house against the bank: it loses, ties and wins.
    let hands = [
        ("As Ah Kd Qs 8c 6d 3c", "Kc Qd 9h 7s 5c 4d 2h", "loses"),
        ("3d 3h Jc Ts 7d 5h 2c", "Kc Qd 9h 7s 5c 4d 2h", "pushes"),
        ("Jh Td 8s 6s 4h 3s 2d", "Kc Qd 9h 7s 5c 4d 2h", "wins"),
        // Copies.
        ("Ks Qh 9d 7c 5h 4s 2d", "Kc Qd 9h 7s 5c 4d 2h", "loses"),
    ];
    for (bank, dealer, ends) in hands {
        a_banks(&mut session, 200);
        let lines = settles(&mut session, &[(BANK, bank), (7, dealer)], |session| {
            assert_eq!(choose(session, A, BANK, "house-way"), Ok(()));
        });
        assert_eq!(ended(&lines, Beneficiary::House, A, "main"), Some(ends), "{bank} against the house");
        let wanted = match ends {
            "wins" => (15_000, 0),
            "loses" => (25_000, 250),
            _ => (20_000, 0),
        };
        assert_eq!(of_the_bank(&lines, A), wanted, "{bank} against the house");
    }
    session
}

/// Closes the bets, lets these cards come, sets the hands, plays the round out, and returns its lines.
fn settles(session: &mut Session, hands: &[(u8, &str)], set: impl Fn(&mut Session)) -> Vec<Line> {
    deal_to(session, hands);
    let from = session.events.len();
    close_bets(session);
    let may_set = |session: &Session| {
        is_setting(session)
            || matches!(session.table.due(), Due::Choice { .. }) && session.table.phase() == "setting"
    };
    go_until(session, may_set);
    set(session);
    finish(session);
    lines(session, from)
}

/// The bank passes from the dealer's right to the left and over the dealer. A patron who passes is asked
/// again in the next rotation; one who only wagered against a patron is not.
fn goes_round(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    let s = &mut session;
    let all = [(A, 6, 50), (B, 4, 20), (C, 1, 5)];
    house_banks(s, &all);
    assert_eq!(offered(s), Some((A, 6)));
    assert!(says(s, (B, 4), "take-bank", Some(50)).is_err(), "it is A's turn");
    assert_eq!(says(s, (A, 6), "pass-bank", None), Ok(()));
    assert_eq!(offered(s), Some((B, 4)));
    assert_eq!(says(s, (B, 4), "take-bank", Some(100)), Ok(()));
    // The patron who passed may wager, and so may a new one.
    bet(s, A, 6, "main", 5);
    bet(s, D, 2, "main", 5);
    close_bets(s);
    finish(s);
    assert_eq!(offered(s), Some((C, 1)), "D has not wagered against the house");
    let silent = Input::Lapse { patron: None, spot: Spot::first(1) };
    s.send(Actor::DEALER, silent).unwrap();
    assert_eq!(offered(s), None, "the house banks");
    bet(s, D, 2, "main", 5);
    bet(s, A, 6, "main", 5);
    close_bets(s);
    finish(s);
    assert_eq!(offered(s), Some((A, 6)), "a new rotation");
    assert_eq!(says(s, (A, 6), "take-bank", Some(100)), Ok(()));
    bet(s, D, 2, "main", 5);
    close_bets(s);
    // A void round does not count: A is asked again.
    s.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::VoidRound)).unwrap();
    finish_or_open(s);
    assert_eq!(offered(s), Some((A, 6)), "the round was void");
    assert_eq!(says(s, (A, 6), "pass-bank", None), Ok(()));
    assert_eq!(offered(s), Some((D, 2)), "B and C have not wagered");
    assert_eq!(says(s, (D, 2), "pass-bank", None), Ok(()));
    assert_eq!(offered(s), None);
    // A patron with two places is asked once, at the higher one.
    house_banks(s, &[(C, 4, 5), (C, 5, 10), (B, 1, 5)]);
    assert_eq!(offered(s), Some((C, 5)));
    assert_eq!(says(s, (C, 5), "take-bank", Some(100)), Ok(()));
    bet(s, B, 1, "main", 5);
    close_bets(s);
    finish(s);
    assert_eq!(offered(s), Some((B, 1)));
    session
}

/// The round may have ended already.
fn finish_or_open(session: &mut Session) {
    if session.table.wagers().iter().any(engine::Wager::on_layout) {
        finish(session);
    }
}

/// Others put money in; they share what is won and lost, and the charge.
fn partners(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    for (bank, ends) in [
        ("As Ah Kd Qs 8c 6d 3c", "loses"),
        ("Jh Td 8s 6s 4h 3s 2d", "wins"),
        ("3d 3h Jc Ts 7d 5h 2c", "pushes"),
    ] {
        a_banks(&mut session, 100);
        let s = &mut session;
        bet(s, C, 5, "main", 5);
        assert!(bets(s, (C, BANK), "cover", 50).is_err(), "with a wager against the bank");
        bet(s, B, BANK, "cover", 50);
        bet(s, D, BANK, "cover", 50);
        bet(s, B, BANK, "cover", 50);
        for refused in [("no-house-bet", None), ("house-bets", Some(5)), ("pass-bank", None)] {
            assert!(says(s, (A, BANK), refused.0, refused.1).is_err(), "{refused:?} with partners");
        }
        assert!(bets(s, (B, 3), "main", 5).is_err() && bets(s, (A, 5), "main", 5).is_err());
        assert!(bets(s, (A, BANK), "fortune", 5).is_err());
        let hands = [(BANK, bank), (7, "Kc Qd 9h 7s 5c 4d 2h"), (5, "Ac Ad Kh Qc 9c 6c 8h")];
        let lines = settles(s, &hands, |s| {
            assert_eq!(choose(s, C, 5, "house-way"), Ok(()));
            assert!(choose(s, B, BANK, "house-way").is_err(), "it is the holder's hand");
            assert_eq!(choose(s, A, BANK, "house-way"), Ok(()));
        });
        assert_eq!(ended(&lines, Beneficiary::House, A, "main"), Some(ends));
        let (put, back): (i64, i64) = (25_000, [A, B, D].map(|who| of_the_bank(&lines, who).0).iter().sum());
        let won: i64 = lines
            .iter()
            .filter(|line| line.kind == LineKind::Wager && line.against == Against::Bank(A))
            .map(|line| (line.stake - line.returned - line.paid).as_minor())
            .sum();
        assert_eq!(back - put, won, "what all have back");
        let charged: i64 = [A, B, D].map(|who| of_the_bank(&lines, who).1).iter().sum();
        let rounded = session.config.rounding.is_some();
        assert!(charged == won.max(0) / 20 || rounded, "{charged} of {won}");
    }
    session
}

/// The bank is taken and given up again, which is refused once a patron has wagered; then the next one is
/// asked.
fn given_up(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    let s = &mut session;
    house_banks(s, &[(A, BANK, 50), (B, 3, 20)]);
    assert_eq!(offered(s), Some((A, BANK)));
    for dollars in [None, Some(0), Some(-5), Some(1)] {
        assert!(says(s, (A, BANK), "take-bank", dollars).is_err(), "{dollars:?}");
    }
    assert_eq!(says(s, (A, BANK), "take-bank", Some(100)), Ok(()));
    bet(s, A, BANK, "cover", 20);
    assert!(bets(s, (B, 3), "main", 125).is_err(), "more than is covered");
    assert_eq!(says(s, (A, BANK), "house-bets", Some(5)), Ok(()));
    for dollars in [None, Some(0), Some(3), Some(55)] {
        assert!(says(s, (A, BANK), "house-bets", dollars).is_err(), "{dollars:?}");
    }
    assert_eq!(says(s, (A, BANK), "pass-bank", None), Ok(()));
    assert_eq!(offered(s), Some((B, 3)));
    assert_eq!(says(s, (B, 3), "take-bank", Some(50)), Ok(()));
    bet(s, A, BANK, "main", 20);
    assert!(says(s, (B, 3), "pass-bank", None).is_err(), "A has wagered");
    let back = Input::TakeBack { patron: B, box_number: 3, wager: WagerId::new(&"cover"), amount: None };
    assert!(s.send(Actor::Patron(B), back).is_err(), "it covers the bank");
    assert!(bets(s, (C, 1), "main", 35).is_err(), "more than is covered");
    bet(s, C, 1, "main", 30);
    close_bets(s);
    finish(s);
    // Everything is covered by others' wagers: the house cannot bet.
    let (house, from) = (
        |event: &engine::Event| match event.what {
            What::WagerPlaced { beneficiary: Beneficiary::House, .. } => Some(()),
            _ => None,
        },
        s.events.len(),
    );
    a_banks(s, 20);
    bet(s, B, 3, "main", 20);
    close_bets(s);
    finish(s);
    assert_eq!(s.events[from..].iter().find_map(house), None);
    session
}

/// The holder or a partner leaves, before the deal and at several moments of it; others leave too.
fn who_leaves(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    session.house.reads = false;
    for who in [A, B, C] {
        for phase in ["bets", "deal", "setting", "dealer-hand", "hands"] {
            a_banks(&mut session, 200);
            bet(&mut session, C, 2, "main", 20);
            bet(&mut session, B, BANK, "cover", 50);
            if phase != "bets" {
                close_bets(&mut session);
                go_until(&mut session, |session| session.table.phase() == phase);
            }
            let leaves = Input::Leave { patron: who };
            assert!(session.send(Actor::DEALER, leaves).is_ok(), "{who} leaves at {phase}");
            if phase == "bets" {
                let covers = session.table.wagers().iter().filter(|wager| wager.on_layout());
                let covers = covers.filter(|wager| wager.kind.word() == "cover").count();
                assert_eq!(
                    covers,
                    [0, 1, 2][usize::from(who.index())],
                    "what is left of the cover when {who} leaves"
                );
                if who == C {
                    bet(&mut session, D, 1, "main", 5);
                }
                close_bets(&mut session);
            }
            finish(&mut session);
        }
    }
    session
}

/// Reports that are impossible, or that their sender may not make.
fn told_at_odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = banking(game, settings);
    let s = &mut session;
    assert!(says(s, (A, BANK), "take-bank", Some(100)).is_err(), "the house banks the first hand");
    assert!(bets(s, (A, BANK), "cover", 100).is_err());
    a_banks(s, 200);
    bet(s, C, 2, "main", 20);
    close_bets(s);
    go_until(s, is_setting);
    for word in ["surrender", "pass-bank", "take-bank", "house-bets", "no-house-bet"] {
        assert!(says(s, (A, BANK), word, None).is_err(), "{word}");
    }
    assert!(bets(s, (A, BANK), "cover", 100).is_err(), "bets are closed");
    // A patron may look early: it is a request (14.X).
    let _ = s.send(Actor::DEALER, Input::Look { patron: Some(A), place: hand(BANK) });
    assert_eq!(choose(s, C, 2, "surrender"), Ok(()));
    finish(s);
    session
}

/// The same report at every step of a round with a bank; where the floor must rule, it alternates between
/// voiding the round and letting it continue.
fn goes_wrong_everywhere(game: &'static Game, settings: &[(&str, &str)], word: &'static str) -> Session {
    let mut session = banking(game, settings);
    for nth in 0..24 {
        let steps = nth * 5;
        a_banks(&mut session, 200);
        bet(&mut session, C, 2, "main", 20);
        bet(&mut session, C, 2, "fortune", 5);
        if nth % 2 == 0 {
            bet(&mut session, B, BANK, "cover", 50);
        }
        close_bets(&mut session);
        let round = session.table.round();
        let from = session.inputs.len();
        let is_over = move |session: &Session| {
            session.events.iter().rev().any(|event| event.what == What::RoundEnded { round })
        };
        go_until(&mut session, |session| session.inputs.len() >= from + steps || is_over(session));
        let told = match word {
            "dealer-card-exposed" => told_of(&mut session, word, Place::Dealer),
            "set-wrongly" => told_of(&mut session, word, hand([2, BANK][nth / 2 % 2])),
            _ => report(&mut session, word),
        };
        if told.is_ok() && matches!(session.table.due(), Due::Ruling { .. }) {
            let act = if nth % 2 == 0 { RulingAct::VoidRound } else { RulingAct::GoOn };
            if session.send(Actor::Staff(Rank::Floor), Input::Ruling(act)).is_err() {
                session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
            }
        }
        if !is_over(&session) {
            finish(&mut session);
        }
        session.arranged.clear();
    }
    session
}

/// Random rounds with banks in which mishaps happen and the floor rules.
fn as_chance_has_it(game: &'static Game, settings: &[(&str, &str)], seed: u64) -> Session {
    let mut session = banking(game, settings);
    session.chance = Chance::new(seed);
    session.patrons = 5;
    for nth in 0..8 {
        a_banks(&mut session, 500);
        for (patron, number) in [(C, 2), (D, 4)] {
            bet(&mut session, patron, number, "main", 50);
            bet(&mut session, patron, number, "fortune", 5);
        }
        if nth % 2 == 0 {
            bet(&mut session, B, BANK, "cover", 70);
        }
        close_bets(&mut session);
        session.irregular_in = 25;
        play_with_rulings(&mut session);
        session.irregular_in = 0;
    }
    session
}
