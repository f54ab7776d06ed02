//! A craps layout has 96 wagers and many patrons, so bets are offered as one offer per family.

use engine::{Actor, AnyTable, Ask, Beneficiary, Input, Offer, Patron};
use felt::Money;
use games::craps::words;
use rulebook::TableDraft;

/// Eight patrons with a Pass Bet each.
fn crowded() -> Box<dyn AnyTable> {
    let game = games::find("ohio/craps").unwrap();
    let book = game.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..500", None);
    let mut table = (game.open)(&book, &draft.check(&book).unwrap()).unwrap();
    for (n, patron) in (0..8).filter_map(Patron::nth).enumerate() {
        let bet = Input::Bet {
            patron,
            box_number: u8::try_from(n + 1).unwrap(),
            wager: words::PASS,
            stake: Money::minor(1_000),
            beneficiary: Beneficiary::Patron,
        };
        table.apply(Actor::Patron(patron), bet, &mut Vec::new()).unwrap();
    }
    table
}

#[test]
fn wagers_of_a_family_are_offered_together() {
    let table = crowded();
    let mut offers: Vec<Offer> = Vec::new();
    table.offers(&mut |offer| offers.push(offer));
    let bets: Vec<&Offer> = offers.iter().filter(|offer| matches!(offer.ask, Ask::Bet { .. })).collect();
    let single: usize = bets.iter().map(|offer| offer.ask.wagers().count()).sum();
    println!("{} offers, {} of them bets, for {single} wagers", offers.len(), bets.len());
    assert!(2 * bets.len() < single, "{} offers for {single} wagers", bets.len());
}

/// Checks that bets that are offered together can be made singly, and that each is granted.
#[test]
fn each_wager_of_an_offer_is_granted() {
    let table = crowded();
    let mut offers: Vec<Offer> = Vec::new();
    table.offers(&mut |offer| offers.extend(offer.each()));
    for offer in offers {
        let (Ask::Bet { box_number, wager, beneficiary, .. }, engine::By::Patron(patron)) =
            (offer.ask, offer.by)
        else {
            continue;
        };
        let stake = offer.amount.unwrap().min;
        let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
        let granted = table.boxed_clone().apply(Actor::Patron(patron), bet, &mut Vec::new());
        assert!(granted.is_ok(), "{wager} for {patron}: {granted:?}");
    }
}
