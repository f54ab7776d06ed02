//! The last round of a table, in memory without a database: which wagers it still takes, what the clock does, and where
//! the chips go when it is over.

use crate::alone::{Alone, CAGE, TABLE, person};
use crate::closing::CHIPS;
use crate::pit::table_file;
use engine::{Actor, Ask, Beneficiary, Due, Input, Patron, Rank, RulingAct, WagerId};
use house::account::Account;
use house::ids::PersonId;
use house::patrons::Whim;
use house::stream::{Command, Draft, NotHere, Refused, Stream};

const LAST_ROUND: Refused = Refused::NotHere(NotHere::LastRound);

fn wager(alone: &Alone, word: &str) -> WagerId {
    *alone.table.facts().game.vocabulary.wagers.iter().find(|wager| wager.word() == word).unwrap()
}

fn bet(alone: &mut Alone, patron: Patron, word: &str) -> Result<Draft, Refused> {
    let wager = wager(alone, word);
    let (box_number, beneficiary) = (patron.index() + 1, Beneficiary::Patron);
    let range = alone.table.face().stakes(patron, box_number, wager, beneficiary);
    let stake = range.unwrap_or_else(|| panic!("{word} is not offered")).min;
    let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
    alone.send(person(patron), Command::Play { by: Actor::Patron(patron), input })
}

fn lying(alone: &Alone) -> Vec<(Patron, WagerId)> {
    let wagers = alone.table.face().wagers().iter().filter(|wager| wager.on_layout());
    wagers.map(|wager| (wager.patron, wager.kind)).collect()
}

fn step(alone: &mut Alone, step: &str) {
    let words = alone.table.facts().game.vocabulary.steps;
    let step = *words.iter().find(|known| known.word() == step).unwrap();
    alone.send(PersonId(100), Command::Play { by: Actor::DEALER, input: Input::Step(step) }).unwrap();
}

fn expire(alone: &mut Alone) -> Result<Draft, Refused> {
    let asked = alone.table.asked();
    assert!(alone.table.window().is_some(), "nobody is asked: {:?}", alone.table.face().due());
    alone.send(PersonId::HOUSE, Command::Expire { asked })
}

fn seated(game: &str) -> Alone {
    let mut alone = Alone::of(games::find(game).unwrap());
    for patron in [Patron::A, Patron::B] {
        alone.arrive(patron, person(patron), CHIPS);
    }
    alone
}

fn begin_closing(alone: &mut Alone) {
    alone.send(PersonId(100), Command::Close { reopen: false }).unwrap();
}

/// A wager that is needed in addition to an existing one is taken; any other is refused, and changes nothing.
#[test]
fn a_closing_table_lets_its_patrons_complete_what_they_began() {
    for (game, first, needed, other) in [
        ("ohio/ultimate-texas-holdem", "ante", Some("blind"), "trips"),
        ("ohio/let-it-ride", "bet-1", Some("bet-2"), "bet-1"),
        ("ohio/dj-wild", "ante", Some("blind"), "ante"),
        ("colorado/deuces-wild-xtreme", "ante", Some("odds"), "ante"),
        ("ohio/blackjack", "main", None, "main"),
    ] {
        let mut alone = seated(game);
        bet(&mut alone, Patron::A, first).unwrap();
        begin_closing(&mut alone);
        let before = alone.table.save().unwrap();
        assert_eq!(bet(&mut alone, Patron::B, first).unwrap_err(), LAST_ROUND, "{game}");
        let more = wager(&alone, other);
        if alone.table.face().stakes(Patron::A, 1, more, Beneficiary::Patron).is_some() {
            assert_eq!(bet(&mut alone, Patron::A, other).unwrap_err(), LAST_ROUND, "{game}");
        }
        assert!(alone.table.save().unwrap() == before, "{game}: a refused wager changed something");
        if let Some(needed) = needed {
            bet(&mut alone, Patron::A, needed).unwrap_or_else(|refused| panic!("{game}: {refused}"));
        }
    }
}

/// Dice: patrons with wagers may add odds, and shoot while a wager waits for a throw. New wagers are refused.
#[test]
fn a_closing_craps_table_rolls_on_until_nothing_lies_there() {
    let (mut odds, mut line_bets, mut closed) = (0, 0, 0);
    for seed in 0..40 {
        let mut alone = seated("ohio/craps");
        let mut whim = Whim::new(seed);
        bet(&mut alone, Patron::A, "pass").unwrap();
        step(&mut alone, "offer-dice");
        for _ in 0..2 + whim.below(8) {
            alone.play(&mut whim).unwrap();
            let come = wager(&alone, "come");
            if alone.table.face().stakes(Patron::B, 2, come, Beneficiary::Patron).is_some() {
                bet(&mut alone, Patron::B, "come").unwrap();
            }
        }
        begin_closing(&mut alone);
        for _ in 0..2_000 {
            if alone.table.is_home() {
                break;
            }
            for word in ["field", "pass", "come", "pass-odds"] {
                let known = wager(&alone, word);
                // A patron without a line bet of their own does not throw for the others' wagers.
                let asked = matches!(alone.table.face().due(), Due::Choice { patron: Patron::A, .. });
                let lying = lying(&alone);
                let bare = !lying.contains(&(Patron::A, known)) && !lying.is_empty();
                let taken = word == "pass-odds" || word == "pass" && asked && bare;
                if alone.table.face().stakes(Patron::A, 1, known, Beneficiary::Patron).is_none() {
                    continue;
                }
                let made = bet(&mut alone, Patron::A, word);
                assert_eq!(made.is_ok(), taken, "{word}: {made:?}");
                odds += usize::from(word == "pass-odds");
                line_bets += usize::from(word == "pass" && taken);
            }
            if alone.play(&mut whim).is_err() {
                break;
            }
        }
        closed += usize::from(alone.table.is_home());
    }
    assert!(
        closed == 40 && odds > 0 && line_bets > 0,
        "{closed} closed, {odds} with odds, {line_bets} line bets"
    );
}

/// Everyone falls silent: the clock alone closes a table of every game, at whatever point it was, and returns wagers
/// that lead to no round.
#[test]
fn the_clock_alone_closes_every_table() {
    let mut handed_back = 0;
    for game in games::GAMES {
        for seed in 0..40 {
            let mut alone = seated(game.id);
            let mut whim = Whim::new(seed);
            for _ in 0..whim.below(30) {
                alone.play(&mut whim).unwrap();
            }
            begin_closing(&mut alone);
            for _ in 0..1_000 {
                if alone.table.is_home() {
                    break;
                }
                let draft = expire(&mut alone).unwrap_or_else(|refused| panic!("{}: {refused}", game.id));
                let back = |event: &engine::Event| matches!(event.what, engine::What::WagerTakenBack { .. });
                handed_back += draft.events.iter().filter(|event| back(event)).count();
            }
            assert!(alone.table.is_home() && alone.table.window().is_none(), "{}", game.id);
            let left = alone.table.balances();
            let bank = Account::Bank.of(TABLE);
            let others = left.iter().filter(|(account, _)| *account != bank);
            assert!(others.clone().all(|(_, held)| held.is_zero()), "{}: {left:?}", game.id);
            assert!(alone.table.outstanding().iter().all(|sent| sent.to == CAGE));
        }
    }
    assert!(handed_back > 50, "{handed_back}");
}

/// Returns how many answers a patron who is asked can choose from.
fn answers(alone: &Alone, patron: Patron) -> usize {
    let mut count = 0;
    alone.table.face().offers_to(patron, &mut |offer| {
        count += usize::from(matches!(offer.ask, Ask::Choose { .. }));
    });
    count
}

/// Plays until the table's chips are sent back. The floor voids wagers for which no patron can throw the dice: the dice
/// went round, each patron could only decline them, and the table waits for bets before they are offered again.
fn play_home(alone: &mut Alone, whim: &mut Whim) {
    let (mut asked, mut free) = (0, 0);
    for _ in 0..5_000 {
        if alone.table.is_home() {
            return;
        }
        match alone.table.face().due() {
            Due::Choice { patron, .. } => {
                asked += 1;
                free += usize::from(answers(alone, patron) > 1);
            }
            Due::Bets { closes } => {
                let in_vain = closes.word() == "offer-dice" && asked > 0 && free == 0;
                (asked, free) = (0, 0);
                if in_vain {
                    void_all(alone);
                    continue;
                }
            }
            _ => {}
        }
        let _ = alone.play(whim);
    }
    panic!("it never closes: {:?}, {:?}", alone.table.face().due(), lying(alone));
}

fn void_all(alone: &mut Alone) {
    let wagers = alone.table.face().wagers().iter().filter(|wager| wager.on_layout());
    for number in wagers.map(|wager| wager.number).collect::<Vec<_>>() {
        let input = Input::Ruling(RulingAct::VoidWager(number));
        // A ruling on one wager can settle others with it.
        let _ = alone.send(PersonId(100), Command::Play { by: Actor::Staff(Rank::Shift), input });
    }
}

fn held(alone: &Alone, account: Account) -> i64 {
    alone.books.get(&account.of(TABLE)).copied().unwrap_or(0)
}

/// Plays craps until there is vigorish and a tip, and then until the table's chips are sent back.
fn craps_with_vigorish_and_tips(whim: &mut Whim) -> Alone {
    let (_, config) = table_file(include_str!("../../../games/tables/craps.toml"));
    let mut alone = Alone::by(games::find("ohio/craps").unwrap(), config);
    for turn in 0.. {
        if held(&alone, Account::Vigorish) > 0 && held(&alone, Account::Tips) > 0 {
            break;
        }
        assert!(turn < 20_000, "{:?}", alone.books);
        if alone.table.seats().get(&Patron::A).is_none_or(|seat| seat.stack.as_minor() <= 100_000) {
            alone.arrive(Patron::A, person(Patron::A), 10_000_000);
        }
        let beneficiary = [Beneficiary::Patron, Beneficiary::Dealers][whim.below(2)];
        let all = alone.table.facts().game.vocabulary.wagers;
        let wager = all[whim.below(all.len())];
        if let Some(range) = alone.table.face().stakes(Patron::A, 1, wager, beneficiary) {
            let stake = range.min;
            let input = Input::Bet { patron: Patron::A, box_number: 1, wager, stake, beneficiary };
            let _ = alone.send_as_meant(Command::Play { by: Actor::Patron(Patron::A), input });
        }
        let _ = alone.play(whim);
    }
    begin_closing(&mut alone);
    play_home(&mut alone, whim);
    alone
}

/// Vigorish goes to the treasury and tips to the dealers' box at the cage. What was paid for a voided wager goes back
/// to its patron, and the bank may end at zero: then nothing is sent.
#[test]
fn vigorish_and_tips_go_home_each_to_its_own() {
    let mut whim = Whim::new(12);
    for _ in 0..50 {
        let alone = craps_with_vigorish_and_tips(&mut whim);
        let [vigorish, tips, bank] = [Account::Vigorish, Account::Tips, Account::Bank];
        let sent = |account: Account| alone.sent.get(&account.of(TABLE)).copied().unwrap_or(0);
        assert_eq!((held(&alone, vigorish), held(&alone, tips)), (0, 0));
        let messages = alone.table.outstanding();
        let mut house: Vec<i64> = Vec::new();
        let mut box_of_tips: Vec<i64> = Vec::new();
        for message in messages {
            match &message.command {
                Command::Return { person: PersonId::HOUSE, amount } | Command::Cover { amount } => {
                    house.push(amount.as_minor());
                }
                Command::Tips { amount } => box_of_tips.push(amount.as_minor()),
                _ => {}
            }
        }
        // The bank, or its shortfall, and the vigorish.
        let lacks = -held(&alone, bank);
        let mut wanted: Vec<i64> =
            [sent(bank), lacks, sent(vigorish)].into_iter().filter(|amount| *amount > 0).collect();
        house.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(house, wanted);
        assert_eq!(box_of_tips, [sent(tips)]);
        if sent(vigorish) > 0 && wanted.len() == 2 {
            return;
        }
    }
    panic!("no vigorish ever goes home");
}

/// A patron's debt stays in the table's books; everything else leaves it.
#[test]
fn debts_stay_when_a_table_is_closed() {
    let mut alone = seated("ohio/blackjack");
    let mut whim = Whim::new(9);
    let debts = |alone: &Alone| alone.table.seats().values().map(|seat| seat.owed.as_minor()).sum::<i64>();
    for turn in 0.. {
        assert!(turn < 5_000, "nobody ever owes anything");
        for patron in [Patron::A, Patron::B] {
            if alone.seat(patron).stack.is_zero() && alone.seat(patron).staked.is_zero() {
                alone.arrive(patron, person(patron), CHIPS);
            }
        }
        let _ = alone.play(&mut whim);
        if turn % 5 == 4 {
            for patron in [Patron::A, Patron::B] {
                let _ = alone.cash_out(patron, None);
            }
            let input = Input::Ruling(RulingAct::VoidRound);
            let _ = alone.send(PersonId(100), Command::Play { by: Actor::Staff(Rank::Shift), input });
        }
        if debts(&alone) > 0 {
            break;
        }
    }
    begin_closing(&mut alone);
    play_home(&mut alone, &mut whim);
    let owed: i64 = [Patron::A, Patron::B].map(|patron| held(&alone, Account::Owed(patron))).iter().sum();
    assert!(owed < 0 && owed == -debts(&alone), "{owed}");
    let patrons = [Patron::A, Patron::B].into_iter();
    for account in patrons.flat_map(|patron| [Account::Stack(patron), Account::Stake(patron)]) {
        assert_eq!(held(&alone, account), 0, "{account:?}");
    }
}
