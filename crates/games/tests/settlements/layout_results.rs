//! Every result of every wheel, with one unit on every place: paid and lost as the second settlement says.

use engine::{Actor, AnyTable, Ask, Due, Event, Input, Offer, Patron, What, Wheel};
use rulebook::TableDraft;

/// Every result that a wheel can bring.
fn results(table: &dyn AnyTable) -> Vec<Input> {
    match table.wheel() {
        Wheel::Ball(kind) => kind.pockets().iter().map(|pocket| Input::Spin(*pocket)).collect(),
        Wheel::Sections(sections) => sections.iter().map(|section| Input::WheelStopped(*section)).collect(),
        Wheel::None => Vec::new(),
    }
}

#[test]
fn every_place_wins_and_loses_on_every_result_as_the_second_settlement_has_it() {
    for game in games::GAMES {
        let book = game.book().unwrap();
        let wheels = match book.option("wheel") {
            Some(_) => vec![Some("double-zero"), Some("single-zero"), Some("double-zero-as-single")],
            None => vec![None],
        };
        for wheel in wheels {
            let mut draft = TableDraft::with_defaults(&book);
            if let Some(wheel) = wheel {
                draft.set("wheel", wheel, None);
            }
            let config = draft.check(&book).unwrap();
            let mut table = (game.open)(&book, &config).unwrap();
            let mut checker = second::checker(game.id, &book, &config).unwrap();
            for result in results(&*table) {
                let mut events: Vec<Event> = Vec::new();
                let mut offers: Vec<Offer> = Vec::new();
                table.offers_to(Patron::A, &mut |offer| offers.extend(offer.each()));
                let mut placed = 0;
                for offer in offers {
                    let Ask::Bet { box_number: 1, wager, beneficiary, .. } = offer.ask else { continue };
                    let stake = offer.amount.unwrap().min;
                    let bet = Input::Bet { patron: Patron::A, box_number: 1, wager, stake, beneficiary };
                    table.apply(Actor::Patron(Patron::A), bet, &mut events).unwrap();
                    placed += 1;
                }
                while let Due::Bets { closes } = table.due() {
                    table.apply(Actor::DEALER, Input::Step(closes), &mut events).unwrap();
                }
                table.apply(Actor::DEALER, result, &mut events).unwrap();
                if !matches!(table.due(), Due::Bets { .. }) {
                    // That spin did not count, and another comes.
                    table.apply(Actor::DEALER, Input::Spin(felt::Pocket::ZERO), &mut events).unwrap();
                }
                for event in &events {
                    checker
                        .see(event)
                        .unwrap_or_else(|why| panic!("{} {wheel:?} {result:?}: {why}", game.id));
                }
                let settled = events.iter().filter(|event| matches!(event.what, What::Settled(_))).count();
                assert_eq!(settled, placed, "{} {wheel:?} {result:?}", game.id);
            }
        }
    }
}
