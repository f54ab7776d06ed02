//! Corner cases of Pontoon Plus.

use super::{assert_paid, bet, bounds, close_bets, finish_round, open};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, PLAIN};
use engine::{
    Actor, Ask, CardAt, Due, Face, Game, Input, Offer, Patron, Place, Rank, RefusalKind, RulingAct, Spot,
    StepId, What,
};
use felt::{Card, Money};

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const C: Patron = Patron::C;

/// What the driver needs to know about Pontoon Plus: seven boxes, and several patrons on each of them.
pub const KNOWN: Known = Known {
    habits: Habits { favourites: &["main"], bets: 28, shared: true, staff: 60, ..PLAIN },
    corners: sessions,
    bounds: bounds::of_pontoon,
    standing: |game| (0..10).map(|seed| two_cards_after_a_payment(game, seed)).collect(),
};

fn sessions(game: &'static Game) -> Vec<Session> {
    vec![
        every_line_of_a_21(game),
        super_bonus(game),
        overlooked_super_bonus(game),
        sevens_split(game),
        overlooked_split(game),
        a_full_box(game),
        an_error_after_a_payment(game, "9c 8h 4d"),
        an_error_after_a_payment(game, "Ac Kh"),
        an_early_pontoon(game),
        the_shoe_runs_out(game),
        foreign_cards(game),
        a_split_declined(game),
        several_cards_at_once(game, 3),
        several_cards_at_once(game, 4),
        a_squeezed_card(game),
        what_cannot_be(game),
        the_last_two_cards_at_once(game),
        every_report_at_every_point(game),
    ]
}

/// A cutting card behind the last card of the shoe, an answer of a device that the game does not have, and a
/// card that the floor wants to move to a box without a bet.
fn what_cannot_be(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..500 step 5")]);
    let behind = Input::Shuffled { cut_card: Some(u16::MAX) };
    assert_eq!(session.send(Actor::DEALER, behind).unwrap_err().name, "impossible-card");
    assert_eq!(session.send(Actor::DEALER, Input::Answer { yes: false }).unwrap_err().name, "no-device");
    until(&mut session, |due| matches!(due, Due::Bets { .. }));
    bet(&mut session, A, 1, "main", 20);
    session.prefer = &["hit"];
    arrange(&mut session, &[(1, "2c 3d 2h")], "6c");
    close_bets(&mut session);
    let hand = Place::Hand(Spot::first(1));
    until(&mut session, |due| matches!(due, Due::Choice { .. }));
    session.answer_due();
    until(&mut session, |due| matches!(due, Due::Choice { .. }));
    let elsewhere =
        RulingAct::MoveCard { card: CardAt { place: hand, nth: 3 }, to: Place::Hand(Spot::first(5)) };
    let refused = session.send(Actor::Staff(Rank::Shift), Input::Ruling(elsewhere)).unwrap_err();
    assert_eq!(refused.name, "no-card-due");
    finish_round(&mut session);
    session
}

/// Two cards are left in the shoe, and one is reported as drawn with the other. Then only that other one can
/// come out, and after it none, although a card lies ready as the next one.
fn the_last_two_cards_at_once(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..500 step 5"), ("decks", "4")]);
    session.send(Actor::DEALER, Input::Shuffled { cut_card: None }).unwrap();
    let unread = |to| Input::Card { to, face: Face::Unread };
    while session.table.shoe().remaining() > 6 {
        session.send(Actor::DEALER, unread(Place::Rack)).unwrap();
    }
    for _ in 0..4 {
        session.send(Actor::DEALER, unread(Place::Next)).unwrap();
    }
    bet(&mut session, A, 1, "main", 20);
    close_bets(&mut session);
    let spot = Spot::first(1);
    until(&mut session, |due| due == Due::Choice { patron: A, spot });
    session.prefer = &["hit"];
    session.answer_due();
    let report = |session: &mut Session, word: &str| {
        let mut kinds = session.game.vocabulary.irregularities.iter().map(|irregular| irregular.id);
        let kind = kinds.find(|kind| kind.word() == word).unwrap();
        let card = session.house.top_card(&*session.table);
        session.send(Actor::DEALER, Input::Irregular { kind, place: None, card }).map_err(|no| no.name)
    };
    assert_eq!(report(&mut session, "drawn-together"), Ok(()));
    assert_eq!(report(&mut session, "face-up-in-shoe"), Err("no-cards-in-shoe"));
    let face = Face::Up(session.house.top_card(&*session.table).unwrap());
    session.send(Actor::DEALER, Input::Card { to: Place::Next, face }).unwrap();
    assert_eq!(session.send(Actor::DEALER, unread(Place::Next)).unwrap_err().name, "no-cards-in-shoe");
    finish_round(&mut session);
    session
}

/// At every point of two rounds, the second with open errors, each report and each card is accepted, or
/// refused because it is impossible or belongs to a round before the last.
fn every_report_at_every_point(game: &'static Game) -> Session {
    let settings =
        [("limits.main", "5..500 step 5"), ("side-bets.bonus", "5..50 step 5"), ("squeezing", "permitted")];
    let mut session = open(game, &settings);
    report_all(&mut session);
    until(&mut session, |due| matches!(due, Due::Bets { .. }));
    for erring in [false, true] {
        report_all(&mut session);
        bet(&mut session, A, 1, "main", 20);
        bet(&mut session, B, 1, "main", 10);
        bet(&mut session, B, 2, "main", 20);
        bet(&mut session, C, 2, "bonus", 5);
        report_all(&mut session);
        session.prefer = if erring { &["hit"] } else { &["split", "double"] };
        arrange(&mut session, &[(1, "8c 8h 3d 3c"), (2, "9d 7h")], "Ah 6d");
        close_bets(&mut session);
        let from = session.events.len();
        let ended = |session: &Session| {
            session.events[from..].iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
        };
        let mut told = 0;
        while !ended(&session) {
            report_all(&mut session);
            if erring && told < 9 {
                told += 1;
                let (to, face) = match told % 3 {
                    0 => (Place::Next, Face::Unread),
                    1 => (Place::Hand(Spot::first(2)), Face::Unread),
                    _ => (Place::Hand(Spot::first(3)), Face::Up("2c".parse().unwrap())),
                };
                let _ = session.send(Actor::DEALER, Input::Card { to, face });
                report_all(&mut session);
            }
            session.phases.push(session.table.phase());
            session.answer_due();
        }
        session.arranged.clear();
        until(&mut session, |due| matches!(due, Due::Bets { .. }));
    }
    session
}

/// Reports everything that can go wrong to a copy of the table.
fn report_all(session: &mut Session) {
    let five: Card = "5d".parse().unwrap();
    let card = Some(five);
    let split = Place::Hand(Spot { box_number: 1, hand: 2 });
    let hand = |number| Place::Hand(Spot::first(number));
    let places =
        [hand(1), hand(2), hand(5), hand(9), split, Place::Dealer, Place::Next, Place::Rack, Place::Board];
    let mut inputs = Vec::new();
    for kind in session.game.vocabulary.irregularities.iter().map(|irregularity| irregularity.id) {
        for place in places.into_iter().map(Some).chain([None]) {
            inputs.extend([None, card].map(|card| Input::Irregular { kind, place, card }));
        }
    }
    for to in places {
        inputs.extend([Face::Up(five), Face::Unread].map(|face| Input::Card { to, face }));
    }
    let wager = session.game.vocabulary.wagers[0];
    inputs.push(Input::Found { patron: A, box_number: 1, wager, stake: dollars(50) });
    for input in inputs {
        let Err(refusal) = session.table.boxed_clone().apply(Actor::DEALER, input, &mut Vec::new()) else {
            continue;
        };
        let told = format!("{input:?} at {}: {refusal:?}", session.table.phase());
        let behind = ["next-round-begun", "found-too-late"].contains(&refusal.name);
        assert!(refusal.kind == RefusalKind::Impossible || behind, "{told}");
        session.refusals.push(refusal);
    }
}

/// Three or four cards come out together, and the patron takes the last of them.
fn several_cards_at_once(game: &'static Game, count: usize) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 20);
    arrange(&mut session, &[(1, "2c 3d")], "6c");
    close_bets(&mut session);
    let spot = Spot::first(1);
    until(&mut session, |due| due == Due::Choice { patron: A, spot });
    let choose = |session: &mut Session, word: &str| {
        let choice = *session.game.vocabulary.choices.iter().find(|choice| choice.word() == word).unwrap();
        session.send(Actor::Patron(A), Input::Choose { patron: A, spot, choice, amount: None }).unwrap();
    };
    choose(&mut session, "hit");
    let kinds = session.game.vocabulary.irregularities;
    let kind = kinds.iter().find(|irregular| irregular.id.word() == "drawn-together").unwrap().id;
    let card = Some("2h".parse().unwrap());
    session.send(Actor::DEALER, Input::Irregular { kind, place: None, card }).unwrap();
    for card in ["3h", "4h", "5h"].into_iter().take(count - 1) {
        let face = Face::Up(card.parse().unwrap());
        session.send(Actor::DEALER, Input::Card { to: Place::Next, face }).unwrap();
    }
    choose(&mut session, "continue");
    choose(&mut session, if count == 3 { "take-third" } else { "take-fourth" });
    finish_round(&mut session);
    session
}

/// Cards come out together for B after A's pontoon has been paid.
fn two_cards_after_a_payment(game: &'static Game, seed: u64) -> Session {
    let mut session = table(game);
    session.chance = Chance::new(seed);
    bet(&mut session, A, 1, "main", 20);
    bet(&mut session, B, 2, "main", 20);
    arrange(&mut session, &[(1, "Ac Kh"), (2, "2c 3d")], "6c");
    close_bets(&mut session);
    until(&mut session, |due| due == Due::Choice { patron: B, spot: Spot::first(2) });
    session.prefer = &["hit"];
    session.answer_due();
    session.prefer = &[];
    super::report(&mut session, "drawn-together").unwrap();
    session
}

/// A card that the shoe has read lies face down to be squeezed, and is first called as another card.
fn a_squeezed_card(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..1000 step 5"), ("squeezing", "permitted")]);
    super::until_bets(&mut session);
    bet(&mut session, A, 1, "main", 20);
    let spot = Spot::first(1);
    let choice = *session.game.vocabulary.choices.iter().find(|choice| choice.word() == "squeeze").unwrap();
    session.send(Actor::Patron(A), Input::Choose { patron: A, spot, choice, amount: None }).unwrap();
    close_bets(&mut session);
    let (to, face) = (Place::Hand(spot), Face::Down("9c".parse().unwrap()));
    session.send(Actor::DEALER, Input::Card { to, face }).unwrap();
    let misread = Input::Turn { place: to, card: "8c".parse().unwrap() };
    let refused = session.send(Actor::DEALER, misread).unwrap_err();
    assert_eq!(refused.name, "card-read-otherwise");
    session.send(Actor::DEALER, Input::Turn { place: to, card: "9c".parse().unwrap() }).unwrap();
    finish_round(&mut session);
    session
}

/// A patron who did not follow a split decides after the other has gone, and may not split the hand that they
/// stayed on.
fn a_split_declined(game: &'static Game) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 20);
    bet(&mut session, B, 1, "main", 10);
    arrange(&mut session, &[(1, "8c 8d 8h")], "6c");
    close_bets(&mut session);
    let spot = Spot::first(1);
    let choose = |session: &mut Session, patron, word: &str, amount| {
        let choice = *session.game.vocabulary.choices.iter().find(|choice| choice.word() == word).unwrap();
        session.send(Actor::Patron(patron), Input::Choose { patron, spot, choice, amount })
    };
    until(&mut session, |due| due == Due::Choice { patron: A, spot });
    choose(&mut session, A, "split", Some(dollars(20))).unwrap();
    choose(&mut session, B, "decline", None).unwrap();
    until(&mut session, |due| due == Due::Choice { patron: A, spot });
    session.send(Actor::Patron(A), Input::Leave { patron: A }).unwrap();
    let refused = choose(&mut session, B, "split", Some(dollars(10))).unwrap_err();
    assert_eq!(refused.name, "split-declined");
    finish_round(&mut session);
    session
}

/// Each special 21, drawn by one patron who has bet 20.
fn every_line_of_a_21(game: &'static Game) -> Session {
    let mut session = table(game);
    let lines = [
        ("2h 3c 4d 5s 7c", 30),
        ("2h 2c 2d 5s 6c 4c", 40),
        ("2h 2c 2d 3s 3c 4c 5d", 60),
        ("2h 2c 2d 3s 3c 3h 2s 4c", 60),
        ("6h 7c 8d", 30),
        ("8h 6h 7h", 40),
        ("7s 8s 6s", 60),
        ("7h 7c 7d", 30),
        ("7d 7d 7d", 40),
        ("7s 7s 7s", 60),
        ("Ah Kc", 30),
        ("9h Kc 2d", 20),
    ];
    for (cards, pays) in lines {
        bet(&mut session, A, 1, "main", 20);
        let from = session.events.len();
        play(&mut session, &[(1, cards)], "6c");
        assert_eq!(paid_since(&session, from, "main"), [Money::minor(pays * 100)], "{cards}");
    }
    session
}

/// Two bets on one box, one of 100 or more; each other box gets fifty, and only once.
fn super_bonus(game: &'static Game) -> Session {
    let mut session = table(game);
    for (suit, main) in [("d", 2), ("s", 3)] {
        bet(&mut session, A, 2, "main", 100);
        bet(&mut session, B, 2, "main", 20);
        bet(&mut session, C, 2, "main", 5);
        bet(&mut session, B, 1, "main", 50);
        bet(&mut session, C, 1, "main", 40);
        bet(&mut session, C, 3, "main", 10);
        let sevens = format!("7{suit} 7{suit} 7{suit}");
        let from = session.events.len();
        play(&mut session, &[(1, "Kd 9c 5h"), (2, &sevens), (3, "7c 7c 7c")], "7h");
        assert_eq!(paid_since(&session, from, "super-bonus"), [5_000, 1_000, 1_000].map(dollars));
        assert_eq!(paid_since(&session, from, "super-bonus-table"), [50, 50].map(dollars));
        assert_paid(&session, A, "main", 100 * main);
    }
    // No bet reaches ten dollars, so there is neither a bonus nor a share.
    bet(&mut session, A, 2, "main", 5);
    bet(&mut session, C, 3, "main", 10);
    let from = session.events.len();
    play(&mut session, &[(2, "7s 7s 7s"), (3, "Kd 9c 5h")], "7h");
    assert_eq!(paid_since(&session, from, "super-bonus-table"), [] as [Money; 0]);
    session
}

/// The dealer overlooks the three sevens: the bonus and the shares of others are paid at the settlement.
fn overlooked_super_bonus(game: &'static Game) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 100);
    bet(&mut session, B, 2, "main", 20);
    session.prefer = &["hit"];
    arrange(&mut session, &[(1, "7s 7s 7s"), (2, "9c Kh")], "7h Kd");
    close_bets(&mut session);
    until(&mut session, |due| matches!(due, Due::Choice { patron: B, .. }));
    let missed = |o: &Offer| matches!(o.ask, Ask::Report { kind, .. } if kind.word() == "twenty-one-missed");
    assert!(session.take_one(missed), "a paid 21 may have been overlooked");
    session.prefer = &["stand"];
    finish_round(&mut session);
    let from = 0;
    assert_eq!(paid_since(&session, from, "super-bonus"), [5_000, -5_000, 5_000].map(dollars));
    assert_eq!(paid_since(&session, from, "super-bonus-table"), [50, -50, 50].map(dollars));
    session
}

/// Three sevens in a split hand are paid by their row and bring no bonus.
fn sevens_split(game: &'static Game) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 100);
    bet(&mut session, B, 2, "main", 20);
    session.prefer = &["split"];
    arrange(&mut session, &[(1, "7s 7s 7s 7s"), (2, "9c Kh")], "7h Kd");
    close_bets(&mut session);
    until(&mut session, |due| matches!(due, Due::Choice { .. }));
    session.answer_due();
    session.prefer = &["hit"];
    finish_round(&mut session);
    assert_paid(&session, A, "main", 300);
    assert_eq!(paid_since(&session, 0, "super-bonus"), [] as [Money; 0]);
    session
}

/// The dealer overlooks a 21 of a split hand.
fn overlooked_split(game: &'static Game) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 100);
    bet(&mut session, B, 2, "main", 20);
    session.prefer = &["split"];
    arrange(&mut session, &[(1, "7s 7s 7s 7s"), (2, "9c Kh")], "7h Kd");
    close_bets(&mut session);
    until(&mut session, |due| matches!(due, Due::Choice { .. }));
    session.answer_due();
    session.prefer = &["hit"];
    until(&mut session, |due| matches!(due, Due::Choice { patron: B, .. }));
    let missed = |o: &Offer| matches!(o.ask, Ask::Report { kind, .. } if kind.word() == "twenty-one-missed");
    assert!(session.take_one(missed), "a paid 21 may have been overlooked");
    session.prefer = &["stand"];
    finish_round(&mut session);
    session
}

/// Nine patrons bet on a box, and a tenth is refused.
fn a_full_box(game: &'static Game) -> Session {
    let mut session = table(game);
    session.patrons = 10;
    for patron in 0..9 {
        bet(&mut session, Patron::nth(patron).unwrap(), 1, "main", 10);
    }
    let wager = session.game.vocabulary.wagers[0];
    let tenth = Input::Bet {
        patron: Patron::nth(9).unwrap(),
        box_number: 1,
        wager,
        stake: dollars(10),
        beneficiary: engine::Beneficiary::Patron,
    };
    assert_eq!(session.send(Actor::Patron(Patron::nth(9).unwrap()), tenth).unwrap_err().name, "box-full");
    session.probe();
    play(&mut session, &[(1, "8c 8d")], "9h");
    session
}

/// A 21 was paid since the card was laid: the house cannot put the cards right any more.
fn an_error_after_a_payment(game: &'static Game, paid: &str) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 20);
    bet(&mut session, B, 2, "main", 20);
    session.prefer = &["hit"];
    arrange(&mut session, &[(1, paid), (2, "9d Kh")], "9h Kd");
    close_bets(&mut session);
    until(&mut session, |due| matches!(due, Due::Choice { patron: B, .. }));
    let error = |o: &Offer| matches!(o.ask, Ask::Report { kind, .. } if kind.word() == "dealing-error");
    assert!(session.take_one(error), "an error may be reported");
    let step = step(&session, "reconstruct");
    let refusal = session.send(Actor::Staff(Rank::Floor), Input::Step(step)).unwrap_err();
    assert_eq!(refusal.name, "settled-since");
    session.prefer = &["stand"];
    finish_round(&mut session);
    session
}

/// The dealer's second card comes too early and makes a pontoon; a patron who draws to 21 is still paid.
fn an_early_pontoon(game: &'static Game) -> Session {
    let mut session = table(game);
    bet(&mut session, A, 1, "main", 20);
    bet(&mut session, B, 2, "main", 20);
    session.prefer = &["hit"];
    arrange(&mut session, &[(1, "9c 8h 4d"), (2, "9d 3h Kh")], "Kd As");
    close_bets(&mut session);
    until(&mut session, |due| matches!(due, Due::Choices { .. }));
    session.lay_arranged(Place::Dealer);
    let step = step(&session, "cannot-reconstruct");
    session.send(Actor::Staff(Rank::Floor), Input::Step(step)).unwrap();
    let step = self::step(&session, "answers-closed");
    session.send(Actor::DEALER, Input::Step(step)).unwrap();
    finish_round(&mut session);
    assert_paid(&session, A, "main", 20);
    session
}

/// Without a cutting card the shoe is dealt to its end, and the round in which that happens is void.
fn the_shoe_runs_out(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..500 step 5"), ("decks", "4")]);
    session.send(Actor::DEALER, Input::Shuffled { cut_card: None }).unwrap();
    session.prefer = &["hit"];
    let ran_out = |session: &Session| {
        session
            .events
            .iter()
            .any(|e| matches!(e.what, What::Irregular { kind, .. } if kind.word() == "shoe-ran-out"))
    };
    while !ran_out(&session) {
        for box_number in 1..=7 {
            bet(&mut session, A, box_number, "main", 10);
        }
        close_bets(&mut session);
        finish_round(&mut session);
    }
    session
}

/// A ten, and a fifth seven of spades from four decks: both void the round.
fn foreign_cards(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..500 step 5"), ("decks", "4")]);
    for (cards, foreign) in [("9c 8h", "Th"), ("7s 7s", "7s")] {
        until(&mut session, |due| matches!(due, Due::Bets { .. }));
        bet(&mut session, A, 1, "main", 20);
        bet(&mut session, B, 2, "main", 20);
        session.prefer = &["hit"];
        arrange(&mut session, &[(1, cards), (2, "7s 7s")], "9h");
        close_bets(&mut session);
        until(&mut session, |due| matches!(due, Due::Choice { .. }));
        session.answer_due();
        let to = Place::Hand(Spot::first(1));
        let face = Face::Up(foreign.parse().unwrap());
        let from = session.events.len();
        session.send(Actor::DEALER, Input::Card { to, face }).unwrap();
        let void = |event: &engine::Event| matches!(event.what, What::RoundEnded { .. });
        assert!(session.events[from..].iter().any(void), "{foreign} ends the round");
    }
    session
}

/// A table for high and low bets, at which bets are open.
fn table(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits.main", "5..500 step 5"), ("coin", "0.50")]);
    session.patrons = 3;
    until(&mut session, |due| matches!(due, Due::Bets { .. }));
    session
}

/// Plays a round with these cards in which all patrons draw while they may.
fn play(session: &mut Session, boxes: &[(u8, &str)], dealer: &str) {
    session.prefer = &["hit"];
    arrange(session, boxes, dealer);
    close_bets(session);
    finish_round(session);
    assert!(session.arranged.is_empty(), "arranged and never dealt: {:?}", session.arranged);
    until(session, |due| matches!(due, Due::Bets { .. }));
}

/// Arranges these cards in a fresh shoe.
fn arrange(session: &mut Session, boxes: &[(u8, &str)], dealer: &str) {
    let reshuffle = step(session, "reshuffle");
    session.send(Actor::Staff(Rank::Floor), Input::Step(reshuffle)).unwrap();
    session.send(Actor::DEALER, Input::Shuffled { cut_card: None }).unwrap();
    let mut lay = |place: Place, cards: &str| {
        session.arranged.extend(cards.split(' ').map(|card| (place, card.parse().unwrap())));
    };
    for (number, cards) in boxes {
        lay(Place::Hand(Spot::first(*number)), cards);
    }
    lay(Place::Dealer, dealer);
}

/// Answers what is due until the test holds.
fn until(session: &mut Session, reached: impl Fn(Due) -> bool) {
    for _ in 0..200 {
        if reached(session.table.due()) {
            return;
        }
        session.phases.push(session.table.phase());
        session.answer_due();
    }
    panic!("never reached: {:?} at {}", session.table.due(), session.table.phase());
}

fn step(session: &Session, word: &str) -> StepId {
    *session.game.vocabulary.steps.iter().find(|step| step.word() == word).expect("a step of the game")
}

/// What the lines of this wager or award have paid since then.
fn paid_since(session: &Session, from: usize, word: &str) -> Vec<Money> {
    let paid = |event: &engine::Event| match event.what {
        What::Settled(line) if line.wager.word() == word => Some(line.paid),
        _ => None,
    };
    session.events[from..].iter().filter_map(paid).collect()
}

fn dollars(units: i64) -> Money {
    Money::minor(units * 100)
}
