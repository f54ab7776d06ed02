use super::*;
use crate::input::{Input, RulingAct};
use crate::layout::{Face, Place, Spot};
use crate::people::{Actor, Patron, Rank};
use crate::rule::Rule;
use crate::table::{Irregularity, Vocabulary};
use crate::words::{ChoiceId, IrregularityId, StepId, WagerId};
use felt::{Card, Money};

const A: Patron = Patron(0);
const Z: Patron = Patron(25);
const MAIN: WagerId = WagerId::new(&"main");
const HOUSE_MONEY: WagerId = WagerId::new(&"house-money");
const HIT: ChoiceId = ChoiceId::new(&"hit");
const DOUBLE: ChoiceId = ChoiceId::new(&"double");
const SETTLE: StepId = StepId::new(&"settle");
const EXPOSED: IrregularityId = IrregularityId::new(&"drawn-exposed");
const TABLE: Spot = Spot::first(0);
const SECOND: Spot = Spot { box_number: 1, hand: 2 };

static WRONG: [Irregularity; 1] = [Irregularity {
    id: EXPOSED,
    what: "a card was seen",
    remedy: "it is offered on",
    decides: "each patron",
    rule: Rule::new(&"OH-BJ-1.I"),
}];

const MAIN_METER: crate::words::MeterId = crate::words::MeterId::new(&"main");

static WORDS: Vocabulary = Vocabulary {
    events: &[],
    meters: &[MAIN_METER],
    ruling_rank: crate::people::Rank::Floor,
    wagers: &[MAIN, HOUSE_MONEY],
    choices: &[HIT, DOUBLE],
    steps: &[SETTLE],
    phases: &[],
    irregularities: &WRONG,
    remedies: &[],
    refusals: &[],
    rules: &[],
};

fn every_input() -> Vec<Input> {
    let card: Card = "Td".parse().unwrap();
    let ten = Money::minor(1000);
    let mut inputs = vec![
        Input::Bet {
            patron: A,
            box_number: 1,
            wager: MAIN,
            stake: ten,
            beneficiary: crate::wager::Beneficiary::Patron,
        },
        Input::Bet {
            patron: Z,
            box_number: 255,
            wager: HOUSE_MONEY,
            stake: Money::MAX_AMOUNT,
            beneficiary: crate::wager::Beneficiary::Dealers,
        },
        Input::Found { patron: A, box_number: 1, wager: MAIN, stake: ten },
        Input::Found { patron: Z, box_number: 0, wager: HOUSE_MONEY, stake: Money::ZERO },
        Input::TakeBack { patron: A, box_number: 1, wager: HOUSE_MONEY, amount: None },
        Input::Choose { patron: A, spot: SECOND, choice: HIT, amount: None },
        Input::Choose { patron: A, spot: TABLE, choice: DOUBLE, amount: Some(ten) },
        Input::Lapse { patron: Some(A), spot: Spot::first(7) },
        Input::Step(SETTLE),
        Input::Permit { patron: A },
        Input::Leave { patron: Z },
        Input::Turn { place: Place::Dealer, card },
        Input::Answer { yes: true },
        Input::Answer { yes: false },
        Input::Shuffled { cut_card: None },
        Input::Shuffled { cut_card: Some(200) },
        Input::Cut { depth: 60 },
        Input::CutCard,
        Input::NewDealer,
        Input::Irregular { kind: EXPOSED, place: None, card: None },
        Input::Irregular { kind: EXPOSED, place: Some(Place::Next), card: Some(Card::JOKER) },
        Input::Approve,
        Input::Meter { meter: MAIN_METER, amount: Money::ZERO },
        Input::Ruling(RulingAct::VoidRound),
        Input::Ruling(RulingAct::VoidHand(SECOND)),
        Input::Ruling(RulingAct::Award { patron: A, amount: ten }),
        Input::Ruling(RulingAct::GoOn),
        Input::Roll("3-4".parse().unwrap()),
        Input::RollThree("3-4-6".parse().unwrap()),
        Input::Spin("00".parse().unwrap()),
        Input::Spin("17".parse().unwrap()),
    ];
    inputs.extend(felt::Section::ALL.map(Input::WheelStopped));
    for to in [Place::Hand(SECOND), Place::Dealer, Place::Board, Place::Rack, Place::Next] {
        for face in [Face::Up(card), Face::Down(card), Face::Unread, Face::Up(Card::JOKER)] {
            inputs.push(Input::Card { to, face });
        }
    }
    inputs
}

#[test]
fn every_input_survives_the_wire() {
    let actors = Rank::ALL.map(Actor::Staff).into_iter().chain([Actor::Patron(A), Actor::Patron(Z)]);
    for actor in actors {
        for input in every_input() {
            let message = Message::of(actor, input);
            let json = serde_json::to_string(&message).unwrap();
            let read: Message = serde_json::from_str(&json).unwrap();
            assert_eq!(read, message, "{json}");
            assert_eq!(read.resolve(&WORDS), Ok((actor, input)), "{json}");
        }
    }
}

#[test]
fn the_written_form_is_stable() {
    let written = |input| serde_json::to_string(&Message::of(Actor::DEALER, input)).unwrap();
    let face = Face::Down("As".parse().unwrap());
    let card = Input::Card { to: Place::Hand(SECOND), face };
    assert_eq!(written(card), r#"{"by":"dealer","input":{"card":{"to":"1.2","face":"(As)"}}}"#);
    assert_eq!(written(Input::CutCard), r#"{"by":"dealer","input":"cut-card"}"#);
    let shuffled = Input::Shuffled { cut_card: Some(9) };
    assert_eq!(written(shuffled), r#"{"by":"dealer","input":{"shuffled":{"cut-card":9}}}"#);
    let found = Input::Found { patron: A, box_number: 1, wager: MAIN, stake: Money::minor(15_000) };
    assert_eq!(
        written(found),
        r#"{"by":"dealer","input":{"found":{"patron":"A","box":1,"wager":"main","stake":15000}}}"#
    );
    let void = Input::Ruling(RulingAct::VoidHand(Spot::first(3)));
    assert_eq!(written(void), r#"{"by":"dealer","input":{"ruling":{"void-hand":"3"}}}"#);
}

#[test]
fn unknown_fields_and_variants_are_refused() {
    for text in [
        r#"{"by":"A","input":"approve","at":5}"#,
        r#"{"by":"A","input":{"cut":{"depth":5,"deep":true}}}"#,
        r#"{"by":"A","input":{"ruling":{"award":{"patron":"A","amount":5,"why":"x"}}}}"#,
        r#"{"by":"A","input":"dance"}"#,
        r#"{"by":"A","input":{"meter":{"amount":100000000001}}}"#,
        r#"{"by":"A","input":{"meter":{"amount":1.5}}}"#,
        r#"{"by":"dealer","input":{"found":{"patron":"A","box":1,"wager":"main","stake":5,"for-dealers":true}}}"#,
        r#"{"by":"A","input":{"bet":{"patron":"A","box":256,"wager":"main","stake":5}}}"#,
    ] {
        assert!(serde_json::from_str::<Message>(text).is_err(), "{text}");
    }
}

#[test]
fn an_error_names_the_words_that_would_be_right() {
    let error = |input| {
        let message = Message { by: "A".to_owned(), input };
        message.resolve(&WORDS).unwrap_err().to_string()
    };
    let bet = |wager: &str, stake| WireInput::Bet {
        for_dealers: false,
        patron: "A".to_owned(),
        box_number: 1,
        wager: wager.to_owned(),
        stake: Money::minor(stake),
    };
    assert_eq!(error(bet("mian", 5)), "\"mian\" is not a wager: write main, house-money");
    assert_eq!(error(bet("main", -5)), "\"-5\" is not an amount: write minor units from 0 to 100000000000");
    assert_eq!(
        error(bet("main", i64::MAX)).split(':').next(),
        Some("\"9223372036854775807\" is not an amount")
    );
    assert_eq!(error(WireInput::Step("go".to_owned())), "\"go\" is not a step: write settle");
    let wrong = WireInput::Irregular { kind: "fire".to_owned(), place: None, card: None };
    assert_eq!(error(wrong), "\"fire\" is not an irregularity: write drawn-exposed");
    assert_eq!(error(WireInput::Roll("7-7".to_owned())), "\"7-7\" is not a roll: write two dice such as 3-4");
    let stranger = Message { by: "boss".to_owned(), input: WireInput::Approve };
    assert_eq!(stranger.resolve(&WORDS).unwrap_err().what, "actor");
}
