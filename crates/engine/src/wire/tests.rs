use super::*;
use crate::input::{Input, RulingAct};
use crate::layout::{Face, Place, Positions, Spot};
use crate::people::{Actor, Patron, Person, Rank};
use crate::rule::Rule;
use crate::table::{Irregularity, Vocabulary};
use crate::words::{ChoiceId, IrregularityId, SectionId, StepId, WagerId};
use felt::{Card, Money};

const A: Patron = Patron::A;
const Z: Patron = Patron::nth(25).unwrap();
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
    procedure: 1,
    events: &[],
    meters: &[MAIN_METER],
    awards: &[],
    hands: &[],
    markers: &[],
    ruling_rank: crate::people::Rank::Floor,
    wagers: &[MAIN, HOUSE_MONEY],
    choices: &[HIT, DOUBLE],
    steps: &[SETTLE],
    phases: &[],
    irregularities: &WRONG,
    remedies: &[],
    refusals: &[],
    rules: &[],
    side_bet_rules: &[],
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
        Input::Approve { yes: true, person: Person(7) },
        Input::Terms { file: crate::input::FileHash([7; 32]) },
        Input::Pick { patron: A, spot: Spot::first(1), cards: Positions(0b101) },
        Input::Look { patron: None, place: Place::Dealer },
        Input::Meter { meter: MAIN_METER, amount: Money::ZERO },
        Input::Granted { meter: MAIN_METER, stands: ten, amount: Money::ZERO },
        Input::Ruling(RulingAct::VoidRound),
        Input::Ruling(RulingAct::VoidHand(SECOND)),
        Input::Ruling(RulingAct::Award { patron: A, amount: ten }),
        Input::Ruling(RulingAct::GoOn),
        Input::Roll("3-4".parse().unwrap()),
        Input::RollThree("3-4-6".parse().unwrap()),
        Input::Spin("00".parse().unwrap()),
        Input::Spin("17".parse().unwrap()),
    ];
    inputs.push(Input::WheelStopped(SectionId::from_book("joker")));
    for to in [Place::Hand(SECOND), Place::Dealer, Place::Board, Place::Rack, Place::Next] {
        for face in [Face::Up(card), Face::Down(card), Face::Unread, Face::Up(Card::JOKER)] {
            inputs.push(Input::Card { to, face });
        }
    }
    inputs
}

#[test]
fn every_input_survives_the_wire() {
    WORDS.learn();
    let actors = Rank::ALL.map(Actor::Staff).into_iter().chain([Actor::Patron(A), Actor::Patron(Z)]);
    for by in actors.chain([Actor::Surveillance]) {
        for input in every_input() {
            let message = Message { by, input };
            let json = serde_json::to_string(&message).unwrap();
            assert_eq!(Message::from_json(&json, &WORDS).unwrap(), message, "{json}");
        }
    }
}

#[test]
fn the_written_form_is_stable() {
    let written = |input| serde_json::to_string(&Message { by: Actor::DEALER, input }).unwrap();
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
fn what_may_be_left_out_is() {
    WORDS.learn();
    let read = |text: &str| Message::from_json(text, &WORDS).unwrap().input;
    let stake = Money::minor(5);
    let beneficiary = crate::wager::Beneficiary::Patron;
    assert_eq!(
        read(r#"{"by":"A","input":{"bet":{"patron":"A","box":1,"wager":"main","stake":5}}}"#),
        Input::Bet { patron: A, box_number: 1, wager: MAIN, stake, beneficiary }
    );
    assert_eq!(
        read(r#"{"by":"dealer","input":{"lapse":{"hand":"1"}}}"#),
        Input::Lapse { patron: None, spot: Spot::first(1) }
    );
    assert_eq!(read(r#"{"by":"floor","input":{"approve":{"yes":true}}}"#), Input::APPROVED);
}

#[test]
fn unknown_fields_and_variants_are_refused() {
    WORDS.learn();
    for text in [
        r#"{"by":"A","input":"cut-card","at":5}"#,
        r#"{"by":"A","input":{"cut":{"depth":5,"deep":true}}}"#,
        r#"{"by":"A","input":{"ruling":{"award":{"patron":"A","amount":5,"why":"x"}}}}"#,
        r#"{"by":"A","input":"dance"}"#,
        r#"{"by":"A","input":{"meter":{"meter":"main","amount":1.5}}}"#,
        r#"{"by":"A","input":{"bet":{"patron":"A","box":1,"wager":"main","stake":5,"for-dealers":true}}}"#,
        r#"{"by":"A","input":{"bet":{"patron":"A","box":256,"wager":"main","stake":5}}}"#,
    ] {
        assert!(Message::from_json(text, &WORDS).is_err(), "{text}");
    }
}

#[test]
fn an_error_says_what_would_be_right() {
    WORDS.learn();
    crate::dictionary::learn([&"another-games-step"]);
    let error = |by: &str, input: &str| {
        let text = format!(r#"{{"by":"{by}","input":{input}}}"#);
        Message::from_json(&text, &WORDS).unwrap_err().to_string()
    };
    let bet = |wager: &str, stake: i64| {
        error("A", &format!(r#"{{"bet":{{"patron":"A","box":1,"wager":"{wager}","stake":{stake}}}}}"#))
    };
    assert!(bet("house-mony", 5).starts_with(r#"wager "house-mony" is unknown; near it is "house-money""#));
    assert!(bet("main", -5).starts_with("-5 is not an amount: write minor units from 0 to 100000000000"));
    assert!(bet("main", 100_000_000_001).starts_with("100000000001 is not an amount"));
    let award = |amount: i64| {
        error("floor", &format!(r#"{{"ruling":{{"award":{{"patron":"A","amount":{amount}}}}}}}"#))
    };
    assert!(award(-1).starts_with("-1 is not an amount"));
    assert_eq!(
        error("dealer", r#"{"step":"another-games-step"}"#),
        "\"another-games-step\" is not a step: write settle"
    );
    assert!(error("dealer", r#"{"roll":"7-7"}"#).contains("7-7"));
    assert!(error("boss", r#""cut-card""#).starts_with(r#""boss" is not an actor: write a patron's letter"#));
    assert!(error("A", r#""dance""#).contains("unknown variant `dance`, expected one of"));
}

mod events {
    use super::*;
    use crate::event::{Event, What};
    use crate::layout::Seen;
    use crate::people::Audience;
    use crate::rule::Cites;
    use crate::wager::{Line, Outcome, Share, Wagers};
    use crate::words::RowId;
    use felt::Odds;
    use serde_json::json;

    fn line() -> Line {
        let mut wagers = Wagers::default();
        let wager = wagers.place(A, SECOND, MAIN, Money::minor(1000));
        let cites = Cites::one(Rule::new(&"OH-BJ-9.I:a")).and(Rule::new(&"OH-BJ-4.I"));
        Line {
            seq: 4,
            outcome: Some(Outcome::Wins),
            odds: Some(Odds::to(3, 2)),
            paid: Money::minor(1500),
            returned: Money::minor(1000),
            cites,
            ..Line::of(wager)
        }
    }

    #[test]
    fn a_settlement_carries_its_line_and_the_line_its_rules() {
        let event = Event::new(What::Settled(line()), line().cites);
        let expected = json!({ "what": { "settled": {
            "seq": 4, "kind": "wager", "number": 1, "patron": "A", "beneficiary": "patron", "against": "house",
            "hand": "1.2", "wager": "main", "stake": 1000, "basis": 1000, "outcome": "wins", "odds": "3 to 2",
            "row": null, "share": null, "paid": 1500, "returned": 1000, "charged": 0, "reverses": null,
            "cuts": null, "rules": ["OH-BJ-9.I:a", "OH-BJ-4.I"],
        } }, "rules": [] });
        assert_eq!(serde_json::to_value(event).unwrap(), expected);
        let share = Share::of(felt::Pay::MeterPercent(250));
        let drawn = Line { odds: None, row: Some(RowId::new(&"straight-flush")), share, ..line() };
        let json = serde_json::to_value(drawn).unwrap();
        assert_eq!((&json["row"], &json["share"]), (&"straight-flush".into(), &"2.5%".into()));
    }

    #[test]
    fn an_event_tells_each_audience_what_it_may_know() {
        let face = Face::Down("Kd".parse().unwrap());
        let laid = What::CardLaid { draw: 7, place: Place::Dealer, face, seen: Seen::by(A) };
        let event = Event::new(laid, Rule::new(&"OH-BJ-7.II:a"));
        let expected = |face: &str| {
            let seen = json!({ "patrons": ["A"], "staff": false });
            let laid = json!({ "draw": 7, "place": "dealer", "face": face, "seen": seen });
            json!({ "what": { "card-laid": laid }, "rules": ["OH-BJ-7.II:a"] })
        };
        assert_eq!(serde_json::to_value(event).unwrap(), expected("(Kd)"));
        for audience in [Audience::Patron(A), Audience::Surveillance] {
            assert_eq!(serde_json::to_value(event.seen_by(audience)).unwrap(), expected("(Kd)"));
        }
        for audience in [Audience::Patron(Patron::B), Audience::Dealer, Audience::Floor, Audience::Spectator]
        {
            assert_eq!(serde_json::to_value(event.seen_by(audience)).unwrap(), expected("??"));
        }
    }

    #[test]
    fn a_lammer_is_no_stake_and_a_ruling_names_its_act() {
        let mut wagers = Wagers::default();
        let wager = wagers.place(A, SECOND, WagerId::new(&"free-split"), Money::ZERO);
        wager.lammer = Money::minor(1000);
        let expected = json!({ "what": { "wager-placed": {
            "number": 1, "patron": "A", "hand": "1.2", "wager": "free-split", "stake": 0,
            "beneficiary": "patron", "lammer": 1000,
        } }, "rules": [] });
        assert_eq!(serde_json::to_value(Event::fact(What::placed(wager))).unwrap(), expected);
        let act = RulingAct::Award { patron: A, amount: Money::minor(2500) };
        let expected = json!({ "what": { "ruled": {
            "by": "floor", "act": { "award": { "patron": "A", "amount": 2500 } },
        } }, "rules": [] });
        let ruled = Event::fact(What::Ruled { by: Rank::Floor, act });
        assert_eq!(serde_json::to_value(ruled).unwrap(), expected);
    }
}
