//! Refused commands change nothing, and commands that move money do so once.

use crate::alone::{Alone, person};
use crate::books::{quiet, stack, tell};
use crate::pit::table_file;
use crate::support::{Floor, Furnished, PATIENT, REALM, request, seat};
use engine::{Actor, Ask, Beneficiary, Due, Input, Offer, Patron, Rank, RulingAct};
use felt::Money;
use house::account::Account;
use house::ids::{Key, PersonId, Realm, StreamId};
use house::ledger::verify;
use house::patrons::Whim;
use house::store::{make_cage, make_meter};
use house::stream::{Command, NotHere, Refused, Request, Stream};
use house::{House, NotDone};
use std::collections::BTreeSet;

const HUGE: [i64; 4] = [0, -1, i64::MIN, i64::MAX];

fn refused(result: Result<house::Done, NotDone>) -> Refused {
    match result {
        Err(NotDone::Refused(refused)) => refused,
        other => panic!("{other:?} is no refusal"),
    }
}

/// Opens a house with a table of blackjack, and a patron with chips there.
async fn opened(test: &str) -> (Floor, Furnished, House, StreamId) {
    let floor = Floor::new(test, 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let table = furnished.tables.iter().find(|(game, ..)| *game == "ohio/blackjack").unwrap().1;
    seat(&house, furnished.cage, table, Patron::A, 10_000).await;
    quiet(&house, &[furnished.cage, table]).await;
    (floor, furnished, house, table)
}

async fn ends_sound(floor: Floor, house: House) {
    house.close().await;
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    floor.drop().await;
}

async fn wallet(house: &House, floor: &Floor, cage: StreamId, who: i64) -> i64 {
    // By the stream itself and by the rows: both must be equal.
    let account = Account::Wallet(who).of(cage);
    let remembered = house.look(cage, move |cage| cage.balances()).await.unwrap();
    let remembered =
        remembered.iter().find(|(one, _)| *one == account).map_or(0, |(_, held)| held.as_minor());
    let client = floor.database.connect().await.unwrap();
    let rows = "select coalesce(sum(case credit when $1 then amount else -amount end), 0)::int8
        from transfer where debit = $1 or credit = $1";
    let by_rows: i64 = client.query_one(rows, &[&account.0]).await.unwrap().get(0);
    assert_eq!(remembered, by_rows);
    remembered
}

#[tokio::test(flavor = "multi_thread")]
async fn money_stays_with_its_operator_property_and_currency() {
    let (floor, furnished, house, table) = opened("realms").await;
    let client = floor.database.connect().await.unwrap();
    let others = [
        Realm { operator: 2, property: 3, ..REALM },
        Realm { property: 4, ..REALM },
        Realm { currency: *b"EUR", ..REALM },
    ];
    let mut cages = vec![furnished.marina];
    for (number, realm) in (0..).zip(others) {
        floor.database.found(realm, "elsewhere").await.unwrap();
        cages.push(make_cage(&client, realm, &format!("other cage {number}"), 0).await.unwrap());
    }
    house.bring(&cages).await.unwrap();
    let mut whim = Whim::new(1);
    let amount = Money::minor(500);
    for cage in cages {
        let deposit = Command::Deposit { person: PersonId(1), amount };
        tell(&house, cage, whim.key(), deposit).await.unwrap();
        let buy_in = Command::BuyIn { person: PersonId(1), table, patron: Patron::A, amount };
        for command in [buy_in, Command::Fill { table, amount }] {
            let heads = house.heads().await;
            let result = tell(&house, cage, whim.key(), command).await;
            assert_eq!(refused(result), Refused::OtherRealm("the table"));
            assert_eq!(house.heads().await, heads);
        }
    }
    ends_sound(floor, house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chips_go_to_tables_of_their_own_cage_only() {
    let (floor, furnished, house, table) = opened("own_cage").await;
    let client = floor.database.connect().await.unwrap();
    let second = make_cage(&client, REALM, "second cage", 0).await.unwrap();
    let meter = make_meter(&client, REALM, "meter", 0, furnished.cage).await.unwrap();
    house.bring(&[second, meter]).await.unwrap();
    let mut whim = Whim::new(2);
    let amount = Money::minor(500);
    for cage in [second, furnished.cage] {
        let deposit = Command::Deposit { person: PersonId(1), amount };
        tell(&house, cage, whim.key(), deposit).await.unwrap();
    }
    let fill = |table| Command::Fill { table, amount };
    let other = refused(tell(&house, second, whim.key(), fill(table)).await);
    assert_eq!(other, Refused::NotHere(NotHere::OtherCage));
    // Neither takes chips: they would be in transit forever.
    for target in [meter, second, StreamId(999)] {
        let result = tell(&house, furnished.cage, whim.key(), fill(target)).await;
        assert_eq!(refused(result), Refused::NotHere(NotHere::NoSuchTable));
    }
    ends_sound(floor, house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_streams_send_each_other_messages() {
    let (floor, furnished, house, table) = opened("forged").await;
    let heads = house.heads().await;
    let amount = Money::minor(1_000);
    let (who, message) = (PersonId(1), Key([7; 16]));
    let forged = [
        (furnished.cage, table, Command::Return { person: who, amount }),
        (table, furnished.cage, Command::Arrive { patron: Some(Patron::A), person: who, amount }),
        (table, furnished.cage, Command::Granted { message, draw: 1, stands: amount, amount }),
        (furnished.cage, table, Command::Received { message }),
        (furnished.cage, table, Command::Cover { amount }),
        (furnished.cage, table, Command::Tips { amount }),
        (furnished.cage, table, Command::Undelivered { message }),
    ];
    let mut whim = Whim::new(3);
    for (stream, sender, command) in forged {
        for sender in [None, Some(sender)] {
            let key = whim.key();
            let command = command.clone();
            let result = house
                .send(Request { stream, key, person: who, sender, seen: 0, question: None, command })
                .await;
            assert_eq!(refused(result), Refused::NotHere(NotHere::StreamsOnly));
        }
    }
    assert_eq!(house.heads().await, heads);
    ends_sound(floor, house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_that_are_none_and_money_that_is_not_there_are_refused() {
    let (floor, furnished, house, table) = opened("amounts").await;
    let (cage, mut whim) = (furnished.cage, Whim::new(4));
    let who = PersonId(1);
    let deposit = Command::Deposit { person: who, amount: Money::minor(700) };
    tell(&house, cage, whim.key(), deposit).await.unwrap();
    let heads = house.heads().await;
    for amount in HUGE.into_iter().chain([Money::MAX_AMOUNT.as_minor() + 1]).map(Money::minor) {
        let at_cage = [
            Command::Deposit { person: who, amount },
            Command::Withdraw { person: who, amount },
            Command::BuyIn { person: who, table, patron: Patron::A, amount },
            Command::Fill { table, amount },
        ];
        for command in at_cage {
            let told = format!("{command:?}");
            let said = refused(tell(&house, cage, whim.key(), command).await);
            assert!(matches!(said, Refused::NotHere(_)), "{told}: {said}");
        }
        let said = refused(tell(&house, table, whim.key(), Command::Credit { amount }).await);
        assert!(matches!(said, Refused::NotHere(_)), "{said}");
        let out = Command::CashOut { patron: Patron::A, amount: Some(amount) };
        let said = refused(house.send(request(table, 1, whim.key(), 0, out)).await);
        assert_eq!(said, Refused::NoMoney { wanted: amount, there: Money::minor(10_000) });
    }
    let (wanted, there) = (Money::minor(701), Money::minor(700));
    for command in [
        Command::Withdraw { person: who, amount: wanted },
        Command::BuyIn { person: who, table, patron: Patron::A, amount: wanted },
    ] {
        let said = refused(tell(&house, cage, whim.key(), command).await);
        assert_eq!(said, Refused::NoMoney { wanted, there });
    }
    for nobody in [PersonId(-1), PersonId(Account::MOST_WALLETS), PersonId(i64::MAX)] {
        let deposit = Command::Deposit { person: nobody, amount: there };
        assert_eq!(
            refused(tell(&house, cage, whim.key(), deposit).await),
            Refused::NotHere(NotHere::NoSuchPerson)
        );
    }
    let house_buys = Command::BuyIn { person: PersonId::HOUSE, table, patron: Patron::B, amount: there };
    assert!(matches!(refused(tell(&house, cage, whim.key(), house_buys).await), Refused::NotHere(_)));
    assert_eq!(house.heads().await, heads);
    ends_sound(floor, house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_played_and_left_by_whose_it_is() {
    let (floor, furnished, house, table) = opened("places").await;
    let (cage, mut whim) = (furnished.cage, Whim::new(5));
    let heads = house.heads().await;
    let wager = games::find("ohio/blackjack").unwrap().book().unwrap().main_wager().unwrap().id.clone();
    let wager = engine::WagerId::new(leaked(wager));
    let bet = |stake| Input::Bet {
        patron: Patron::A,
        box_number: 1,
        wager,
        stake: Money::minor(stake),
        beneficiary: Beneficiary::Patron,
    };
    let play = |stake| Command::Play { by: Actor::Patron(Patron::A), input: bet(stake) };
    let seen = house.look(table, |stream| stream.table().unwrap().seq()).await.unwrap();
    for command in [play(1_000), Command::CashOut { patron: Patron::A, amount: None }] {
        let said = refused(house.send(request(table, 2, whim.key(), seen, command)).await);
        assert_eq!(said, Refused::NotYours(Patron::A));
    }
    let said = refused(house.send(request(table, 1, whim.key(), seen, play(10_001))).await);
    assert_eq!(said, Refused::NoMoney { wanted: Money::minor(10_001), there: Money::minor(10_000) });
    let out = Command::CashOut { patron: Patron::A, amount: Some(Money::minor(10_001)) };
    let said = refused(house.send(request(table, 1, whim.key(), 0, out)).await);
    assert_eq!(said, Refused::NoMoney { wanted: Money::minor(10_001), there: Money::minor(10_000) });
    assert_eq!(house.heads().await, heads);

    // Chips for another person's place go back to where they came from.
    let amount = Money::minor(3_000);
    for command in [
        Command::Deposit { person: PersonId(2), amount },
        Command::BuyIn { person: PersonId(2), table, patron: Patron::A, amount },
    ] {
        tell(&house, cage, whim.key(), command).await.unwrap();
    }
    quiet(&house, &[cage, table]).await;
    assert_eq!(wallet(&house, &floor, cage, 2).await, 3_000);
    assert_eq!(stack(&house, table, Patron::A).await, Some(10_000));
    ends_sound(floor, house).await;
}

fn leaked(word: String) -> &'static &'static str {
    Box::leak(Box::new(Box::leak(word.into_boxed_str()) as &'static str))
}

/// The amount exceeds the limit of a transfer from outside, but it belongs to the patron, and must not be in transit
/// forever.
#[tokio::test(flavor = "multi_thread")]
async fn a_stack_of_any_size_is_cashed_out() {
    let (floor, furnished, house, table) = opened("large").await;
    let (cage, mut whim) = (furnished.cage, Whim::new(6));
    let amount = Money::MAX_AMOUNT;
    for _ in 0..2 {
        let deposit = Command::Deposit { person: PersonId(1), amount };
        let buy_in = Command::BuyIn { person: PersonId(1), table, patron: Patron::A, amount };
        for command in [deposit, buy_in] {
            tell(&house, cage, whim.key(), command).await.unwrap();
        }
    }
    quiet(&house, &[cage, table]).await;
    let out = Command::CashOut { patron: Patron::A, amount: None };
    house.send(request(table, 1, whim.key(), 0, out)).await.unwrap();
    quiet(&house, &[cage, table]).await;
    assert_eq!(wallet(&house, &floor, cage, 1).await, 2 * amount.as_minor() + 10_000);
    ends_sound(floor, house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_twice_moves_money_once() {
    let (floor, furnished, mut house, table) = opened("twice").await;
    let (cage, who) = (furnished.cage, PersonId(1));
    let of = |amount: i64| -> Vec<(StreamId, Key, Command)> {
        let amount = Money::minor(amount);
        let buy_in = Command::BuyIn { person: who, table, patron: Patron::A, amount };
        vec![
            (cage, Key([1; 16]), Command::Deposit { person: who, amount }),
            (cage, Key([2; 16]), buy_in),
            (cage, Key([3; 16]), Command::Fill { table, amount }),
            (table, Key([4; 16]), Command::CashOut { patron: Patron::A, amount: Some(amount) }),
            (table, Key([5; 16]), Command::Credit { amount }),
            (cage, Key([6; 16]), Command::Withdraw { person: who, amount }),
        ]
    };
    let mut first = Vec::new();
    for (stream, key, command) in of(500) {
        first.push(house.send(request(stream, 1, key, 0, command)).await.unwrap());
        quiet(&house, &[cage, table]).await;
    }
    let heads = house.heads().await;
    // Again immediately, and again by an owner that has only the journal.
    for restarted in [false, true] {
        if restarted {
            house.close().await;
            house = floor.open().await;
        }
        for ((stream, key, command), done) in of(500).into_iter().zip(&first) {
            let again = house.send(request(stream, 1, key, 0, command)).await.unwrap();
            assert_eq!((again.seq, again.again, done.again), (done.seq, true, false));
        }
        for (stream, key, command) in of(501) {
            let said = refused(house.send(request(stream, 1, key, 0, command)).await);
            assert_eq!(said, Refused::OtherBody(key));
        }
        quiet(&house, &[cage, table]).await;
        assert_eq!(house.heads().await, heads);
    }
    assert_eq!(wallet(&house, &floor, cage, 1).await, 0);
    assert_eq!(stack(&house, table, Patron::A).await, Some(10_000));
    ends_sound(floor, house).await;
}

/// Double, split, raise, insure: if the chips are not enough, the choice is refused and the table is unchanged, to the
/// byte.
#[test]
fn a_choice_beyond_the_chips_changes_nothing() {
    let mut games_that_asked = BTreeSet::new();
    for game in games::GAMES {
        let mut alone = Alone::of(game);
        let mut whim = Whim::new(8);
        for _ in 0..400 {
            if let Due::Choice { patron, .. } = alone.table.face().due() {
                let _ = alone.cash_out(patron, None);
                for command in choices(&alone, patron) {
                    let before = alone.table.save().unwrap();
                    let Command::Play { input, .. } = &command else { panic!("{command:?}") };
                    let other = if patron == Patron::A { Patron::B } else { Patron::A };
                    for by in [Actor::Patron(other), Actor::DEALER, Actor::Staff(Rank::Shift)] {
                        let result = alone.send_as_meant(Command::Play { by, input: *input });
                        assert!(result.is_err(), "{}: {by:?} {input:?}", game.id);
                    }
                    match alone.send_as_meant(command) {
                        Err(Refused::NoMoney { .. }) => games_that_asked.insert(game.id),
                        Err(refused) => panic!("{}: {refused}", game.id),
                        // It was free, and the round has continued.
                        Ok(_) => break,
                    };
                    assert_eq!(alone.table.save().unwrap(), before, "{}", game.id);
                }
                continue;
            }
            for patron in [Patron::A, Patron::B] {
                if alone.table.seats().get(&patron).is_none_or(|seat| seat.stack.as_minor() <= 100_000) {
                    alone.arrive(patron, person(patron), 1_000_000);
                }
            }
            let _ = alone.play(&mut whim);
        }
    }
    assert!(games_that_asked.len() >= 5, "only {games_that_asked:?} have choices that cost something");
}

/// Returns what a patron could answer, choices that cost something first.
fn choices(alone: &Alone, patron: Patron) -> Vec<Command> {
    let mut offers: Vec<Offer> = Vec::new();
    alone.table.face().offers_to(patron, &mut |offer| {
        if matches!(offer.ask, Ask::Choose { .. }) && offer.by == engine::By::Patron(patron) {
            offers.push(offer);
        }
    });
    offers.sort_by_key(|offer| (offer.by_default, offer.amount.is_none()));
    let input = |offer: Offer| {
        let Ask::Choose { spot, choice } = offer.ask else { unreachable!() };
        let amount = offer.amount.map(|range| range.max);
        Input::Choose { patron, spot, choice, amount }
    };
    offers.into_iter().map(|offer| Command::Play { by: Actor::Patron(patron), input: input(offer) }).collect()
}

/// Patrons cash out everything as soon as they have it, and rounds are then ruled void: what a ruling returns is
/// theirs, and what it takes they owe until they win it again.
#[test]
fn who_has_left_is_still_paid_and_owes() {
    let (mut came_back, mut owed, mut paid_off) = (0, 0, 0);
    for game in games::GAMES {
        let mut alone = Alone::of(game);
        let mut whim = Whim::new(9);
        for turn in 0..1_500 {
            for patron in [Patron::A, Patron::B] {
                let seat = alone.table.seats().get(&patron).copied();
                if seat.is_none_or(|seat| seat.stack == Money::ZERO && seat.staked == Money::ZERO) {
                    alone.arrive(patron, person(patron), 1_000_000);
                }
            }
            let debts = debts(&alone);
            let Some(command) = alone.next(&mut whim) else { break };
            let _ = alone.send_as_meant(command);
            paid_off += usize::from(self::debts(&alone) < debts);
            if turn % 5 != 4 {
                continue;
            }
            let left: Vec<Patron> =
                [Patron::A, Patron::B].into_iter().filter(|p| alone.cash_out(*p, None).is_ok()).collect();
            let ruling = Input::Ruling(RulingAct::VoidRound);
            let void = Command::Play { by: Actor::Staff(Rank::Shift), input: ruling };
            if alone.send_as_meant(void).is_ok() {
                for patron in left {
                    let seat = alone.seat(patron);
                    assert_eq!(seat.person, person(patron), "{}: the place was given away", game.id);
                    came_back += usize::from(seat.stack.is_positive());
                    owed += usize::from(seat.owed.is_positive());
                }
            }
        }
    }
    assert!(came_back > 10 && owed > 0 && paid_off > 0, "{came_back}, {owed}, {paid_off}");
}

fn debts(alone: &Alone) -> i64 {
    alone.table.seats().values().map(|seat| seat.owed.as_minor()).sum()
}

/// While a round can still be ruled on, an empty place is kept for its patron; then others may have it.
#[test]
fn an_empty_place_is_given_away_when_nothing_can_come_of_it() {
    let mut alone = Alone::of(games::find("ohio/blackjack").unwrap());
    let mut whim = Whim::new(10);
    for patron in [Patron::A, Patron::B] {
        alone.arrive(patron, person(patron), 1_000_000);
    }
    let stranger = PersonId(50);
    let goes_back = |alone: &mut Alone, who| !alone.arrive(Patron::A, who, 100).messages.is_empty();
    // The patron has lost the hand, and the other plays on: a ruling may still return the stake.
    let lies = |alone: &Alone| alone.table.face().wagers().iter().any(engine::Wager::on_layout);
    let lost = |alone: &Alone| {
        let [own, others] = [Patron::A, Patron::B].map(|patron| alone.seat(patron).staked);
        own == Money::ZERO && others.is_positive() && !matches!(alone.table.face().due(), Due::Bets { .. })
    };
    for turn in 0.. {
        assert!(turn < 10_000, "the patron never loses first");
        alone.play(&mut whim).unwrap();
        if lost(&alone) {
            break;
        }
    }
    assert!(goes_back(&mut alone, stranger), "the chips are still there");
    alone.cash_out(Patron::A, None).unwrap();
    assert!(goes_back(&mut alone, stranger), "the round is not over");
    // So the place stays taken until the next chips.
    assert!(!goes_back(&mut alone, person(Patron::A)));
    alone.cash_out(Patron::A, None).unwrap();
    while lies(&alone) {
        alone.play(&mut whim).unwrap();
    }
    assert!(!goes_back(&mut alone, stranger));
    assert_eq!((alone.seat(Patron::A).person, alone.seat(Patron::A).stack), (stranger, Money::minor(100)));
    assert!(goes_back(&mut alone, person(Patron::A)), "now it is the other's");
}

/// Only the person who sits there spends the chips: not by a bet for the house, whose stake it would be, nor by one for
/// another patron, nor by a dealer's bet for a patron.
#[test]
fn nobody_bets_with_what_is_not_his() {
    for game in games::GAMES {
        let mut alone = Alone::of(game);
        for patron in [Patron::A, Patron::B] {
            alone.arrive(patron, person(patron), 10_000_000);
        }
        let mut whim = Whim::new(11);
        let mut tried = 0;
        for _ in 0..50 {
            let Some(command) = alone.next(&mut whim) else { break };
            if let Command::Play { by, input: input @ Input::Bet { .. } } = command {
                let Actor::Patron(patron) = by else { panic!("{by:?} bets") };
                let other = if patron == Patron::A { Patron::B } else { Patron::A };
                let house_bets = for_the_house(input);
                let wrong = [
                    (by, house_bets),
                    (Actor::DEALER, house_bets),
                    (Actor::Patron(other), input),
                    (Actor::DEALER, input),
                    (Actor::Staff(Rank::Shift), input),
                ];
                for (by, input) in wrong {
                    let before = alone.table.save().unwrap();
                    let result = alone.send_as_meant(Command::Play { by, input });
                    assert!(result.is_err(), "{}: {by:?} {input:?}", game.id);
                    assert_eq!(alone.table.save().unwrap(), before);
                }
                tried += 1;
            }
            let _ = alone.send_as_meant(command);
        }
        assert!(tried > 0, "{}", game.id);
    }
}

fn for_the_house(mut input: Input) -> Input {
    if let Input::Bet { beneficiary, .. } = &mut input {
        *beneficiary = Beneficiary::House;
    }
    input
}

/// Vigorish has a separate account, and so has what is won for the dealers.
#[test]
fn vigorish_and_tips_are_kept_apart() {
    // By default craps has no wagers with vigorish.
    let (_, config) = table_file(include_str!("../../../games/tables/craps.toml"));
    let mut alone = Alone::by(games::find("ohio/craps").unwrap(), config);
    let mut whim = Whim::new(12);
    for turn in 0.. {
        let held = |account: Account| alone.books.get(&account.of(crate::alone::TABLE)).copied().unwrap_or(0);
        if held(Account::Vigorish) > 0 && held(Account::Tips) > 0 {
            break;
        }
        assert!(turn < 20_000, "{:?}", alone.books);
        if alone.table.seats().get(&Patron::A).is_none_or(|seat| seat.stack.as_minor() <= 100_000) {
            alone.arrive(Patron::A, person(Patron::A), 10_000_000);
        }
        let beneficiary = [Beneficiary::Patron, Beneficiary::Dealers][whim.below(2)];
        let words = alone.table.facts().game.vocabulary.wagers;
        let wager = words[whim.below(words.len())];
        let stakes = [0, 1].into_iter().find_map(|place| {
            Some((place, alone.table.face().stakes(Patron::A, place, wager, beneficiary)?.min))
        });
        if let Some((box_number, stake)) = stakes {
            let input = Input::Bet { patron: Patron::A, box_number, wager, stake, beneficiary };
            let _ = alone.send_as_meant(Command::Play { by: Actor::Patron(Patron::A), input });
        }
        let _ = alone.play(&mut whim);
    }
}
