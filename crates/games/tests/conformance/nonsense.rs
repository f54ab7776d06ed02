//! Inputs that usually make no sense. The table may refuse or accept them, but must never break.

use crate::chance::Chance;
use crate::driver::Session;
use engine::{
    Actor, Beneficiary, Chance as _, ChoiceId, Face, Input, MeterId, Patron, Place, Positions, Rank, Spot,
    Vocabulary, WagerId,
};
use felt::Money;

pub fn input(session: &mut Session) -> (Actor, Input) {
    let vocabulary = session.game.vocabulary;
    if session.chance.one_in(2)
        && let Some(pertinent) = pertinent(session)
    {
        return pertinent;
    }
    if session.knows("picked") && session.chance.one_in(8) {
        return picking(session);
    }
    let remaining = session.table.shoe().remaining();
    let hidden = session.table.layout().cards().find(|laid| !laid.face.is_up()).map(|laid| laid.place);
    let boxes = usize::from(session.config.boxes);
    let chance = &mut session.chance;
    let patron = Patron::nth(u8::try_from(chance.below(6)).unwrap()).unwrap();
    let actor = match chance.below(5) {
        0 => Actor::DEALER,
        1 => Actor::Staff(Rank::Floor),
        _ => Actor::Patron(patron),
    };
    let box_number = u8::try_from(chance.below(boxes + 2)).unwrap();
    let spot = Spot { box_number, hand: 1 + u8::try_from(chance.below(5)).unwrap() };
    let spot = if chance.one_in(3) { Spot { hand: 1, ..spot } } else { spot };
    let amounts = [0, 1, 25, 50, 100, 500, 700, 1_000, 2_000, 5_000, 10_000, 100_000, 99_999_999_999];
    let stake = Money::minor(*chance.pick(&amounts));
    let amount = chance.one_in(2).then_some(stake);
    let beneficiary = if chance.one_in(9) { Beneficiary::Dealers } else { Beneficiary::Patron };
    let wager = if chance.one_in(20) { WagerId::new(&"no-wager") } else { *chance.pick(vocabulary.wagers) };
    let input = match chance.below(13) {
        0 | 1 => Input::Bet { patron, box_number, wager, stake, beneficiary },
        2 => Input::TakeBack { patron, box_number, wager, amount },
        3..=6 => Input::Choose { patron, spot, choice: a_choice(chance, vocabulary), amount },
        7 => Input::Step(*chance.pick(vocabulary.steps)),
        8 => Input::Cut { depth: u16::try_from(chance.below(usize::from(remaining) + 30)).unwrap() },
        9 => Input::Permit { patron },
        10 => match chance.below(10) {
            0 => Input::Leave {
                patron: Patron::nth((patron.index() + u8::from(chance.one_in(2))) % 6).unwrap(),
            },
            1 => Input::APPROVED,
            2 => Input::Lapse { patron: None, spot },
            3 => Input::Answer { yes: true },
            4..=6 => Input::Turn { place: Place::Hand(spot), card: felt::Card::JOKER },
            _ => Input::Turn { place: hidden.unwrap_or(Place::Dealer), card: felt::Card::JOKER },
        },
        11 => match chance.below(8) {
            0 => Input::Work { patron, box_number, wager, on: chance.one_in(2) },
            1 => Input::Granted { meter: MeterId::new(&"nobody's"), stands: stake, amount: stake },
            2 => Input::Roll(chance.two_dice()),
            3 => Input::RollThree(chance.three_dice()),
            4 => Input::Spin(felt::Pocket::ZERO),
            5 => Input::Found { patron, box_number, wager, stake },
            6 => Input::Number(u8::try_from(chance.below(9)).unwrap()),
            _ => Input::WheelStopped(engine::SectionId::new(&"joker")),
        },
        _ => Input::Card { to: Place::Hand(spot), face: Face::Up(felt::Card::JOKER) },
    };
    (actor, input)
}

/// A request by a patron with a wager, about that wager, with any choice and any amount.
fn pertinent(session: &mut Session) -> Option<(Actor, Input)> {
    let vocabulary = session.game.vocabulary;
    let wagers: Vec<engine::Wager> = session.table.wagers().iter().copied().collect();
    if wagers.is_empty() {
        return None;
    }
    let chance = &mut session.chance;
    let about = *chance.pick(&wagers);
    let patron = about.patron;
    let box_number = about.spot.box_number;
    let choice = a_choice(chance, vocabulary);
    let odd =
        [1, 25, 130, 250, 333, 1_000, 500_000, about.stake.as_minor() / 2, about.stake.as_minor() + 100];
    let amount = chance.one_in(2).then(|| Money::minor(*chance.pick(&odd)));
    let input = match chance.below(9) {
        0 => Input::TakeBack { patron, box_number, wager: about.kind, amount },
        1 => Input::Bet {
            patron,
            box_number,
            wager: if chance.one_in(3) { *chance.pick(vocabulary.wagers) } else { about.kind },
            stake: Money::minor(*chance.pick(&odd)),
            beneficiary: Beneficiary::Patron,
        },
        2 => Input::Work { patron, box_number, wager: about.kind, on: !about.working },
        _ => Input::Choose { patron, spot: about.spot, choice, amount },
    };
    Some((Actor::Patron(patron), input))
}

/// A patron names cards of a hand: usually two of seven, and usually of a hand of their own.
fn picking(session: &mut Session) -> (Actor, Input) {
    let own: Vec<(Patron, Spot)> =
        session.table.wagers().iter().map(|wager| (wager.patron, wager.spot)).collect();
    let boxes = usize::from(session.config.boxes);
    let chance = &mut session.chance;
    let anybody = Patron::nth(u8::try_from(chance.below(6)).unwrap()).unwrap();
    let anywhere = Spot {
        box_number: u8::try_from(chance.below(boxes + 2)).unwrap(),
        hand: if chance.one_in(6) { 2 } else { 1 },
    };
    let (patron, spot) =
        if own.is_empty() || chance.one_in(4) { (anybody, anywhere) } else { *chance.pick(&own) };
    let actor = Actor::Patron(if chance.one_in(4) { anybody } else { patron });
    let cards = match chance.below(4) {
        0 => u16::try_from(chance.below(1 << 10)).unwrap(),
        _ => 1 << chance.below(8) | 1 << chance.below(8),
    };
    (actor, Input::Pick { patron, spot, cards: Positions(cards) })
}

/// Whether the physical cards stay consistent if the table grants it. Inputs such as a joker in a standard
/// deck, or an answer out of turn, are only sent where the table must refuse them.
pub fn is_harmless(input: Input) -> bool {
    !matches!(input, Input::Card { .. } | Input::Answer { .. } | Input::Irregular { .. })
}

/// A choice of the game, if it has any.
fn a_choice(chance: &mut Chance, vocabulary: &Vocabulary) -> ChoiceId {
    match vocabulary.choices {
        [] => ChoiceId::new(&"hit"),
        choices => *chance.pick(choices),
    }
}
