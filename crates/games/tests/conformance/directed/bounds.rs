//! Rounds that come close to the bounds that their tables state.

use super::{arrange, bet, close_bets, hand, open, until_bets};
use crate::bounds::{BOUNDED, bounds_of, per_mille, regular_rounds};
use crate::driver::Session;
use engine::{Actor, Ask, Beneficiary, Due, Game, Input, Offer, Patron, Place, Spot, WagerId, What};
use felt::{Card, Money};

/// The most expensive and the longest round of a game of the blackjack family.
pub fn of_the_family(game: &'static Game) -> Vec<Session> {
    vec![every_hand_doubled(game, &[], &[]), longest_of_the_family(game)]
}

/// The same with a side bet that makes the round more expensive.
pub fn of_the_family_with(
    game: &'static Game,
    settings: &[(&str, &str)],
    sides: &[&'static str],
) -> Vec<Session> {
    of_the_family(game).into_iter().chain([every_hand_doubled(game, settings, sides)]).collect()
}

pub fn of_pontoon(game: &'static Game) -> Vec<Session> {
    vec![
        sevens_on_every_box(game),
        best_21_on_every_hand(game),
        longest_of_the_family(game),
        everybody_follows(game),
    ]
}

pub fn of_craps(game: &'static Game) -> Vec<Session> {
    vec![dearest_roll(game), fire_and_everything_on_the_seven(game)]
}

/// Checks that the last round was regular and reached at least `least` thousandths of this bound.
pub(super) fn assert_near(session: &Session, what: &str, least: i128) {
    let at = BOUNDED.iter().position(|name| *name == what).unwrap();
    let reached = regular_rounds(session).last().expect("the round was regular").reached[at];
    let bound = bounds_of(session)[at];
    let thousandths = per_mille(reached, bound);
    println!("{}: {what} {reached} of {bound}, {thousandths} in 1000", session.game.id);
    assert!(thousandths >= least, "{}: {what} {reached} of {bound}", session.game.id);
}

/// The maximum stake of a wager in whole units.
pub(super) fn most(session: &Session, wager: &str) -> i64 {
    session.config.limits(wager).unwrap().max.as_minor() / 100
}

/// Plays the round out with the first of these choices that is offered, always with the highest amount, and
/// with no others.
pub(super) fn play_out(session: &mut Session, choices: &[&str], mut before: impl FnMut(&mut Session)) {
    let from = session.events.len();
    let ended = |s: &Session| s.events[from..].iter().any(|e| matches!(e.what, What::RoundEnded { .. }));
    while !ended(session) {
        session.phases.push(session.table.phase());
        before(session);
        match session.table.due() {
            Due::Choice { .. } => assert!(choose(session, choices), "one of {choices:?} is offered"),
            Due::Choices { closes, .. } => {
                if !choose(session, choices) {
                    session.send(Actor::DEALER, Input::Step(closes)).unwrap();
                }
            }
            _ => session.answer_due(),
        }
    }
}

fn choose(session: &mut Session, choices: &[&str]) -> bool {
    let offers = session.offers();
    let find = |word: &&str| {
        offers.iter().find_map(|offer: &Offer| match (offer.ask, offer.by) {
            (Ask::Choose { spot, choice }, engine::By::Patron(patron)) if choice.word() == *word => {
                Some((patron, spot, choice, offer.amount.map(|range| range.max)))
            }
            _ => None,
        })
    };
    let Some((patron, spot, choice, amount)) = choices.iter().find_map(find) else { return false };
    session.send(Actor::Patron(patron), Input::Choose { patron, spot, choice, amount }).unwrap();
    true
}

fn bet_for_dealers(session: &mut Session, patron: Patron, box_number: u8, wager: &'static &'static str) {
    let stake = Money::minor(most(session, wager) * 100);
    let (wager, beneficiary) = (WagerId::new(wager), Beneficiary::Dealers);
    let _ = session.send(Actor::Patron(patron), Input::Bet { patron, box_number, wager, stake, beneficiary });
}

// ------------------------------------------------------------------------ blackjack and its family

/// Seven boxes at the maximum, fives split into four hands each, all doubled on eleven, and the dealer goes
/// over 21.
fn every_hand_doubled(game: &'static Game, settings: &[(&str, &str)], sides: &[&'static str]) -> Session {
    let mut session = open(game, &[&[("decks", "8")], settings].concat());
    session.patrons = 7;
    until_bets(&mut session);
    for number in 1..=7 {
        let patron = Patron::nth(number - 1).unwrap();
        let main = most(&session, "main");
        bet(&mut session, patron, number, "main", main);
        bet_for_dealers(&mut session, patron, number, &"main");
        for wager in sides {
            let stake = most(&session, wager);
            bet(&mut session, patron, number, wager, stake);
            bet_for_dealers(&mut session, patron, number, Box::leak(Box::new(*wager)));
        }
        let split = |hand| Place::Hand(Spot { box_number: number, hand });
        arrange(&mut session, &[(split(1), "5c 5d 5h 5s 6c Tc"), (split(2), "6d Td"), (split(3), "6h Th")]);
        arrange(&mut session, &[(split(4), "6s Ts")]);
    }
    arrange(&mut session, &[(Place::Dealer, "7c 8c Tc")]);
    close_bets(&mut session);
    play_out(&mut session, &["add", "free-split", "split", "free-double", "double", "stand"], |_| {});
    assert_near(&session, "pays", 1_000);
    session
}

/// Seven boxes of fives split into four hands each, which draw the lowest cards up to 20 and then one more.
fn longest_of_the_family(game: &'static Game) -> Session {
    let mut session = open(game, &[("decks", "8")]);
    session.patrons = 7;
    until_bets(&mut session);
    let main = most(&session, "main");
    for number in 1..=7 {
        bet(&mut session, Patron::nth(number - 1).unwrap(), number, "main", main);
    }
    close_bets(&mut session);
    play_out(&mut session, &["split", "free-split", "hit", "stand"], |session| {
        if let Due::Card { to, .. } = session.table.due() {
            bring(session, to);
        }
    });
    assert_near(&session, "cards", 880);
    session
}

/// Brings the card that makes the hand longest to the top of the shoe.
fn bring(session: &mut Session, to: Place) {
    let there: Vec<Card> =
        session.table.layout().at(to).filter_map(|laid| session.house.really(laid)).collect();
    let undealt = session.house.undealt(&*session.table).to_vec();
    let worth = |card: &Card| if card.rank_number() == 14 { 1 } else { card.rank_number().min(10) };
    let total: u8 = there.iter().map(worth).sum();
    let soft = |v: u8| (v == 1 || there.iter().any(|card| worth(card) == 1)) && total + v <= 11;
    let left = |v: u8| undealt.iter().any(|card| worth(card) == v);
    let new = |v: &u8| !there.iter().any(|card| worth(card) == *v);
    let (order, most): (Vec<u8>, u8) = match to {
        Place::Hand(spot) => {
            let hands = session.table.layout().cards().filter(|laid| {
                matches!(laid.place, Place::Hand(there) if there.box_number == spot.box_number && there.hand == 4)
            });
            let splitting = there.len() < 2 && hands.count() == 0;
            if splitting {
                (vec![5], 20)
            } else {
                // The fives are kept for the hands that are split later.
                let fresh = [4, 3, 2, 1].into_iter().filter(new);
                (fresh.chain([4, 3, 2, 1]).collect(), 20)
            }
        }
        _ => (vec![3, 2, 6, 1], 16),
    };
    let fits = |v: &u8| left(*v) && total + v <= most && !soft(*v);
    let hand_over = total == 20 && matches!(to, Place::Hand(_));
    let last =
        [if hand_over && matches!(to, Place::Hand(Spot { box_number: 7, hand: 4 })) { 1 } else { 10 }, 10, 9];
    let wanted = order.iter().find(|v| fits(v)).or_else(|| last.iter().find(|v| left(**v))).copied();
    let pile = session.house.undealt(&*session.table);
    if let Some(at) = wanted.and_then(|v| pile.iter().position(|card| worth(card) == v)) {
        pile.swap(at, 0);
    }
}

// ------------------------------------------------------------------------------------- Pontoon Plus

/// Three sevens of a suit on every box against a seven, with nine bets of a hundred or more on each.
fn sevens_on_every_box(game: &'static Game) -> Session {
    let mut session = open(game, &[("decks", "8"), ("limits.main", "10..1000 step 10")]);
    session.patrons = 9;
    until_bets(&mut session);
    for (number, suit) in (1..=7).zip(["s", "s", "h", "h", "d", "d", "c"]) {
        for patron in 0..9 {
            bet(
                &mut session,
                Patron::nth(patron).unwrap(),
                number,
                "main",
                if patron == 0 { 200 } else { 100 },
            );
        }
        let sevens = format!("7{suit} 7{suit} 7{suit}");
        arrange(&mut session, &[(hand(number), &sevens)]);
    }
    arrange(&mut session, &[(Place::Dealer, "7c")]);
    close_bets(&mut session);
    play_out(&mut session, &["hit", "stand"], |_| {});
    assert_near(&session, "pays", 1_000);
    session
}

/// Four hands on every box, each of seven cards or 6, 7, 8 of spades, and insured against the dealer's
/// pontoon.
fn best_21_on_every_hand(game: &'static Game) -> Session {
    let mut session = open(game, &[("decks", "8"), ("limits.main", "2..8 step 2")]);
    session.patrons = 7;
    until_bets(&mut session);
    for number in 1..=7 {
        bet(&mut session, Patron::nth(number - 1).unwrap(), number, "main", 8);
        let (start, rest) = match number {
            1 | 2 => ("7s", "6s 8s"),
            3 => ("4h", "3h 3h 4h 3h 2h 2h"),
            _ => ("5h", "4h 3h 5h 2h Ah Ah"),
        };
        // The dealer has one of the aces.
        let last = if number == 7 { "3h 2h 2h 2h 2h 5h" } else { rest };
        let split = |hand| Place::Hand(Spot { box_number: number, hand });
        let first = format!("{start} {start} {start} {start} {rest}");
        arrange(&mut session, &[(split(1), &first), (split(2), rest), (split(3), rest), (split(4), last)]);
    }
    arrange(&mut session, &[(Place::Dealer, "Ac Kc")]);
    by_rank(&mut session);
    close_bets(&mut session);
    play_out(&mut session, &["insure", "split", "hit"], |_| {});
    assert_near(&session, "pays", 1_000);
    session
}

/// Arranged hearts stand for cards of any suit; the other suits are used first.
fn by_rank(session: &mut Session) {
    let mut left = session.house.undealt(&*session.table).to_vec();
    let mut take = |wanted: Card, any: bool| {
        let same = |card: &Card| *card == wanted || (any && card.rank_number() == wanted.rank_number());
        let at = left.iter().position(same).expect("the shoe holds it");
        left.remove(at)
    };
    for any in [false, true] {
        let is_any = |card: &Card| card.suit() == Some(felt::Suit::Hearts);
        for (_, card) in session.arranged.iter_mut().filter(|(_, card)| is_any(card) == any) {
            *card = take(*card, any);
        }
    }
}

/// Nine patrons on each box; every hand is split and doubled, all follow, and no double is taken back.
fn everybody_follows(game: &'static Game) -> Session {
    let mut session = open(game, &[("decks", "8"), ("limits.main", "10..1000 step 10")]);
    session.patrons = 9;
    until_bets(&mut session);
    for number in 1..=7 {
        for patron in 0..9 {
            bet(&mut session, Patron::nth(patron).unwrap(), number, "main", 10);
        }
        let split = |hand| Place::Hand(Spot { box_number: number, hand });
        arrange(&mut session, &[(split(1), "5c 5d 5h 5s 6c 9c"), (split(2), "6d 9d"), (split(3), "6h 9h")]);
        arrange(&mut session, &[(split(4), "6s 9s")]);
    }
    arrange(&mut session, &[(Place::Dealer, "Ac 9c")]);
    close_bets(&mut session);
    play_out(&mut session, &["insure", "split", "double", "follow", "play-on"], |_| {});
    assert_near(&session, "inputs", 900);
    assert_near(&session, "lines", 900);
    session
}

// ------------------------------------------------------------------------------------------------- poker tables

/// Gives every box the highest stake on these wagers, and deals it these cards.
pub(super) fn all_bet(
    game: &'static Game,
    settings: &[(&str, &str)],
    wagers: &[&'static str],
    hands: &[&str],
) -> Session {
    let mut session = open(game, settings);
    session.patrons = u8::try_from(hands.len()).unwrap();
    session.house.reads = false;
    until_bets(&mut session);
    for (number, cards) in (1..).zip(hands) {
        for wager in wagers {
            let equal = session.habits.equal;
            let stake = most(&session, if equal.contains(wager) { equal[0] } else { wager });
            bet(&mut session, Patron::nth(number - 1).unwrap(), number, wager, stake);
        }
        arrange(&mut session, &[(hand(number), cards)]);
    }
    session
}

// ---------------------------------------------------------------------------------------------- craps

/// Two patrons have every possible wager on a come-out, and the dice show two ones.
fn dearest_roll(game: &'static Game) -> Session {
    let mut session = open(game, &[("boxes", "2"), ("steps", "by-dealer")]);
    session.patrons = 2;
    session.prefer = &["take-dice"];
    for place in [1, 2] {
        everything(&mut session, Patron::nth(place - 1).unwrap(), place);
    }
    roll(&mut session, "1-1");
    assert_near(&session, "pays", 1_000);
    assert_near(&session, "inputs", 1_000);
    session
}

/// Six points are made, and the next one is lost with every wager on the layout.
fn fire_and_everything_on_the_seven(game: &'static Game) -> Session {
    let lay = [("fire", "1..100 step 1"), ("buy", "20..400"), ("lay", "20..480"), ("boxes", "1")];
    let mut session = open(game, &lay);
    session.patrons = 1;
    session.prefer = &["take-dice"];
    let fire = most(&session, "fire");
    bet(&mut session, Patron::A, 1, "fire", fire);
    for point in ["2-2", "2-3", "3-3", "4-4", "4-5", "5-5"] {
        for _ in 0..2 {
            line_bet(&mut session);
            roll(&mut session, point);
        }
    }
    line_bet(&mut session);
    everything(&mut session, Patron::A, 1);
    roll(&mut session, "1-3");
    // Each number comes on the come line before the seven.
    for number in ["2-3", "3-3", "4-4", "4-5", "5-5"] {
        everything(&mut session, Patron::A, 1);
        roll(&mut session, number);
    }
    everything(&mut session, Patron::A, 1);
    roll(&mut session, "3-4");
    assert_near(&session, "pays", 900);
    session
}

fn line_bet(session: &mut Session) {
    if !session.table.wagers().iter().any(|wager| wager.kind.word() == "dont-pass") && come_out(session) {
        bet(session, Patron::A, 1, "dont-pass", most(session, "dont-pass"));
    }
}

fn come_out(session: &Session) -> bool {
    let mut point = 0;
    session
        .table
        .markers(&mut |marker| point = if marker.id.word() == "puck" { marker.value } else { point });
    point == 0
}

/// The patron bets the maximum on everything that is offered.
fn everything(session: &mut Session, patron: Patron, place: u8) {
    let mut tried: Vec<(WagerId, Beneficiary)> = Vec::new();
    loop {
        let offers = session.offers();
        let own = |offer: &Offer| offer.by == engine::By::Patron(patron) || offer.by == engine::By::AnyPatron;
        let next = offers.iter().filter(|offer| own(offer)).find_map(|offer| match offer.ask {
            Ask::Bet { wager, beneficiary, .. } if !tried.contains(&(wager, beneficiary)) => {
                Some((wager, beneficiary, offer.amount?.max))
            }
            _ => None,
        });
        let Some((wager, beneficiary, stake)) = next else { return };
        tried.push((wager, beneficiary));
        let _ = session
            .send(Actor::Patron(patron), Input::Bet { patron, box_number: place, wager, stake, beneficiary });
    }
}

fn roll(session: &mut Session, dice: &str) {
    for _ in 0..50 {
        session.phases.push(session.table.phase());
        match session.table.due() {
            Due::Roll { by, .. } => {
                session.send(Actor::Staff(by), Input::Roll(dice.parse().unwrap())).unwrap();
                return;
            }
            Due::Bets { closes } => session.send(Actor::DEALER, Input::Step(closes)).unwrap(),
            _ => session.answer_due(),
        }
    }
    panic!("the dice are never awaited");
}
