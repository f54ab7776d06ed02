//! What the sessions of layout games share.

use super::bounds::assert_near;
use super::{bet, open};
use crate::driver::Session;
use crate::habits::{Habits, PLAIN};
use engine::{Actor, Ask, Beneficiary, Due, Game, Input, Offer, Patron, RulingAct, StepId, Wheel};

/// How a layout game is played at random.
pub const fn layout_habits() -> Habits {
    Habits { bets: 8, hands: false, rounding: false, ..PLAIN }
}

/// The dealer takes a step.
pub fn step(session: &mut Session, step: &'static str) {
    session.send(Actor::DEALER, Input::Step(StepId::new(Box::leak(Box::new(step))))).unwrap();
}

/// Closes all windows.
pub fn close_all(session: &mut Session) {
    while let Due::Bets { closes } = session.table.due() {
        session.send(Actor::DEALER, Input::Step(closes)).unwrap();
    }
}

/// Every result of the wheel.
fn results(session: &Session) -> Vec<Input> {
    match session.table.wheel() {
        Wheel::Ball(kind) => kind.pockets().iter().map(|pocket| Input::Spin(*pocket)).collect(),
        Wheel::Sections(sections) => {
            let mut all = sections.to_vec();
            all.sort();
            all.dedup();
            all.into_iter().map(Input::WheelStopped).collect()
        }
        Wheel::None => Vec::new(),
    }
}

/// One unit on every place, and some results of the wheel; `settlements` tests all of them.
pub fn every_wager_on_some_results(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = open(game, settings);
    let all = results(&session);
    let every = all.len().div_ceil(7);
    for result in all.into_iter().step_by(every) {
        bet_everything(&mut session, Patron::A, 1, |offer| offer.amount.map(|range| range.min));
        close_all(&mut session);
        let round = session.table.round();
        session.send(Actor::DEALER, result).unwrap();
        if session.table.round() == round {
            // It did not count.
            session.answer_due();
        }
    }
    session
}

/// Takes every bet that is offered to a patron, at an amount.
pub fn bet_everything(
    session: &mut Session,
    patron: Patron,
    place: u8,
    stake: impl Fn(&Offer) -> Option<felt::Money>,
) {
    let mut offers: Vec<Offer> = Vec::new();
    session.table.offers_to(patron, &mut |offer| offers.extend(offer.each()));
    for offer in offers {
        let Ask::Bet { box_number, wager, beneficiary, .. } = offer.ask else { continue };
        if box_number != place || beneficiary == Beneficiary::House {
            continue;
        }
        let Some(stake) = stake(&offer) else { continue };
        let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
        session.send(Actor::Patron(patron), input).unwrap();
    }
}

/// Every patron has every wager on the layout, and the most expensive result comes.
pub fn dearest(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut best: Option<(felt::Money, Input)> = None;
    let alone = open(game, settings);
    for result in results(&alone) {
        let mut session = open(game, settings);
        bet_everything(&mut session, Patron::A, 1, |offer| offer.amount.map(|range| range.max));
        close_all(&mut session);
        let from = session.events.len();
        session.send(Actor::DEALER, result).unwrap();
        let paid = session.events[from..].iter().filter_map(|event| match event.what {
            engine::What::Settled(line) => Some(line.paid),
            _ => None,
        });
        let paid = paid.fold(felt::Money::ZERO, |sum, paid| sum + paid);
        if best.is_none_or(|(most, _)| paid > most) {
            best = Some((paid, result));
        }
    }
    let (_, result) = best.unwrap();
    let mut session = open(game, settings);
    for (nth, place) in (1..=session.config.boxes).enumerate() {
        let patron = Patron::nth(u8::try_from(nth).unwrap()).unwrap();
        bet_everything(&mut session, patron, place, |offer| offer.amount.map(|range| range.max));
    }
    close_all(&mut session);
    session.send(Actor::DEALER, result).unwrap();
    assert_near(&session, "pays", 1_000);
    assert_near(&session, "lines", 1_000);
    session
}

/// Reports that are impossible at any table of the kind.
fn impossible(session: &mut Session) {
    let kind = engine::IrregularityId::new(&"no-such-word");
    let nowhere = match session.table.wheel() {
        Wheel::Ball(_) => Input::Spin(felt::Pocket::DOUBLE_ZERO),
        _ => Input::WheelStopped(engine::SectionId::new(&"nowhere")),
    };
    for input in [Input::Irregular { kind, place: None, card: None }, nowhere] {
        assert!(session.send(Actor::DEALER, input).is_err());
    }
}

/// Reports before a spin, repeated reports, and reports while the floor has yet to rule.
pub fn reports_at_odd_times(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = open(game, settings);
    let first = game.vocabulary.wagers[0].word();
    let mishaps: Vec<_> = game.vocabulary.irregularities.iter().map(|one| one.id).collect();
    for kind in &mishaps {
        for steps in 0..3 {
            let tell = Input::Irregular { kind: *kind, place: None, card: None };
            bet(&mut session, Patron::A, 1, first, 5);
            for _ in 0..steps {
                if let Due::Bets { closes } = session.table.due() {
                    session.send(Actor::DEALER, Input::Step(closes)).unwrap();
                }
            }
            let _ = session.send(Actor::DEALER, tell);
            if matches!(session.table.due(), Due::Ruling { .. }) {
                let act = if steps == 1 { RulingAct::VoidRound } else { RulingAct::GoOn };
                session.send(Actor::Staff(engine::Rank::Floor), Input::Ruling(act)).unwrap();
            }
            impossible(&mut session);
            let round = session.table.round();
            while session.table.round() == round {
                match session.table.due() {
                    Due::Bets { closes } => {
                        session.send(Actor::DEALER, Input::Step(closes)).unwrap();
                    }
                    _ => session.answer_due(),
                }
            }
        }
    }
    session
}
