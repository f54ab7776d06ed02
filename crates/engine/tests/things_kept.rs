//! Everything that lies on a table reads back as it was, from JSON and from the compact form.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use engine::compact::{WordTable, from_bytes, key, to_bytes};
use felt::{
    Card, Currency, DeckKind, Die, Money, Odds, OddsForm, Pack, Pay, Pocket, Rounding, Shoe, ThreeDice,
    TwoDice, WheelKind,
};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// The value's compact bytes, after it has come back from them and from JSON.
fn kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
    let mut words = WordTable::default();
    let bytes = to_bytes(value, &mut words).unwrap();
    assert_eq!(&from_bytes::<T>(&bytes, &words).unwrap(), value);
    bytes
}

fn refusal<T: DeserializeOwned + Debug>(bytes: &[u8]) -> String {
    from_bytes::<T>(bytes, &WordTable::default()).unwrap_err().to_string()
}

#[test]
fn every_small_thing_is_one_byte_and_reads_back() {
    let cards = Card::all().map(|card| kept(&card));
    let rolls = TwoDice::all().map(|roll| kept(&roll)).chain(ThreeDice::all().map(|roll| kept(&roll)));
    let dice = Die::ALL.into_iter().map(|die| kept(&die)).chain(rolls);
    let pockets = (0..Pocket::COUNT).filter_map(Pocket::from_index).map(|pocket| kept(&pocket));
    let kinds = DeckKind::ALL.into_iter().map(|kind| kept(&kind));
    let wheels = WheelKind::ALL.into_iter().map(|kind| kept(&kind));
    let ways = Rounding::ALL.into_iter().map(|way| kept(&way));
    let all: Vec<Vec<u8>> = cards.chain(dice).chain(pockets).chain(kinds).chain(wheels).chain(ways).collect();
    assert_eq!(all.len(), 53 + 6 + 36 + 216 + 38 + 3 + 2 + 5);
    assert!(all.iter().all(|bytes| bytes.len() == 1));
    assert_eq!(Currency::ALL.map(|currency| kept(&currency)), [b"USD", b"SGD"]);
}

#[test]
fn people_read_what_is_printed() {
    let printed = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap();
    assert_eq!(printed(&|| serde_json::to_string(&Card::JOKER)), r#""Jk""#);
    assert_eq!(printed(&|| serde_json::to_string(&Odds::to(3, 2))), r#""3 to 2""#);
    assert_eq!(printed(&|| serde_json::to_string(&Pay::MeterPercent(250))), r#""2.5%""#);
    let mut shoe = Shoe::new(Pack { kind: DeckKind::NoTens48, decks: 2 });
    assert_eq!(
        printed(&|| serde_json::to_string(&shoe)),
        r#"{"pack":{"kind":"no-tens48","decks":2},"unseen":{},"remaining":0,"unread":0,"rack":96,"filled":0,"cut_card":null,"cut_reported":false,"draws":0}"#
    );
    shoe.shuffle_all(Some(40));
    let json = serde_json::to_value(&shoe).unwrap();
    assert_eq!(json["unseen"].as_object().unwrap().len(), 48);
    assert_eq!(json["unseen"]["As"], 2);
}

#[test]
fn what_does_not_exist_is_refused() {
    assert_eq!(refusal::<Card>(&[53]), "before byte 1: 53 does not stand for a card such as As, Td or Jk");
    assert!(refusal::<Die>(&[6]).contains("6 does not stand for the face of a die"));
    assert!(refusal::<TwoDice>(&[36]).contains("36 does not stand for"));
    assert!(refusal::<ThreeDice>(&[216]).contains("216 does not stand for"));
    assert!(refusal::<Pocket>(&[38]).contains("38 does not stand for"));
    assert!(refusal::<DeckKind>(&[3]).contains("3 does not stand for"));
    assert!(refusal::<Currency>(b"XXX").contains("does not stand for the code of a currency"));
    for odds in [[0, 2], [1, 0], [1, 5]] {
        assert!(refusal::<Odds>(&odds).contains("does not stand for odds"), "{odds:?}");
    }
    assert!(refusal::<Pay>(&[1, 0]).contains("MeterPercent(0) does not stand for a pay"));
    assert!(refusal::<Pay>(&[2, 1]).contains("does not stand for a pay"));
}

#[test]
fn wins_may_be_larger_than_what_comes_from_outside() {
    let words = &mut WordTable::default();
    let large = Money::minor(Money::MAX_AMOUNT.as_minor() * 1_000);
    let bytes = to_bytes(&large, words).unwrap();
    assert_eq!(from_bytes::<Money>(&bytes, words).unwrap(), large);
    assert_eq!(serde_json::from_str::<Money>(&large.as_minor().to_string()).unwrap(), large);
    let beyond = to_bytes(&Money::minor(Money::MAX_KEPT.as_minor() + 1), words).unwrap();
    assert!(from_bytes::<Money>(&beyond, words).unwrap_err().to_string().contains("out of range"));
}

#[test]
fn an_account_that_cannot_be_is_refused() {
    let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 1 });
    shoe.shuffle_all(None);
    let refused = |field: &str, value: serde_json::Value| {
        let mut json = serde_json::to_value(&shoe).unwrap();
        json[field] = value;
        serde_json::from_value::<Shoe>(json).unwrap_err().to_string()
    };
    assert_eq!(
        refused("unseen", serde_json::json!({"As": 2})),
        "2 copies of As cannot be unseen: the pack has 1"
    );
    assert!(refused("unseen", serde_json::json!({"Jk": 1})).contains("the pack has 0"));
    assert!(refused("rack", 1.into()).contains("are more than the 52 of the pack"));
    assert!(refused("unread", 1.into()).contains("52 unseen faces are not"));
    assert!(refused("filled", 51.into()).contains("filled with 51 cards cannot have 52 left"));
    assert!(refused("filled", 53.into()).contains("filled with 53 cards"));
}

#[test]
fn a_key_does_not_count_the_draws_of_the_past() {
    let mut old = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 6 });
    let mut new = old.clone();
    old.shuffle_all(None);
    old.draw(None).unwrap();
    old.shuffle_all(Some(100));
    new.shuffle_all(Some(100));
    assert_ne!(old, new);
    assert_eq!(key(&old), key(&new));
    new.draw(None).unwrap();
    assert_ne!(key(&old), key(&new));
}

fn odds() -> impl Strategy<Value = Odds> {
    let number = 1..=Odds::MAX;
    (number.clone(), number, any::<bool>()).prop_filter_map("loses the stake", |(win, per, counted)| {
        Odds::checked(win, per, if counted { OddsForm::For } else { OddsForm::To })
    })
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Shuffle(Option<u16>),
    ShuffleRack,
    Draw(Option<usize>),
    Reveal(usize),
    ToRack(u16),
    EmptyIntoRack,
    CutCard,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => any::<Option<u16>>().prop_map(Step::Shuffle),
        1 => Just(Step::ShuffleRack),
        20 => proptest::option::of(0..Card::COUNT).prop_map(Step::Draw),
        4 => (0..Card::COUNT).prop_map(Step::Reveal),
        4 => (0..12_u16).prop_map(Step::ToRack),
        1 => Just(Step::EmptyIntoRack),
        1 => Just(Step::CutCard),
    ]
}

fn play(shoe: &mut Shoe, step: Step) {
    match step {
        Step::Shuffle(cut) => shoe.shuffle_all(cut),
        Step::ShuffleRack => shoe.shuffle_rack([None, Card::from_index(3)].into_iter()),
        Step::Draw(card) => drop(shoe.draw(card.and_then(Card::from_index))),
        Step::Reveal(card) => drop(Card::from_index(card).map(|card| shoe.reveal(card))),
        Step::ToRack(cards) => shoe.to_rack(cards),
        Step::EmptyIntoRack => shoe.empty_into_rack(),
        Step::CutCard => shoe.set_cut_card_reached(),
    }
}

proptest! {
    #[test]
    fn money_odds_and_pays_read_back(
        units in -Money::MAX_AMOUNT.as_minor()..=Money::MAX_AMOUNT.as_minor(),
        odds in odds(),
        share in 1..=10_000_u32,
    ) {
        kept(&Money::minor(units));
        kept(&odds);
        kept(&vec![Pay::Odds(odds), Pay::MeterPercent(share)]);
        kept(&Pay::Amount(Money::minor(units.abs().max(1))));
    }

    #[test]
    fn a_shoe_reads_back_at_every_step(
        kind in prop::sample::select(DeckKind::ALL.to_vec()),
        decks in 0..9_u8,
        steps in vec(step(), 0..60),
    ) {
        let pack = Pack { kind, decks };
        kept(&pack);
        let mut shoe = Shoe::new(pack);
        for step in steps {
            play(&mut shoe, step);
            kept(&shoe);
        }
    }

    #[test]
    fn no_bytes_make_a_shoe_that_counts_below_nothing(
        before in vec(step(), 0..20),
        damage in vec((any::<prop::sample::Index>(), 0..4_u8), 0..4),
        after in vec(step(), 0..20),
    ) {
        let words = &mut WordTable::default();
        let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 2 });
        before.into_iter().for_each(|step| play(&mut shoe, step));
        let mut bytes = to_bytes(&shoe, words).unwrap();
        for (at, byte) in damage {
            *at.get_mut(&mut bytes) = byte;
        }
        if let Ok(mut shoe) = from_bytes::<Shoe>(&bytes, words) {
            after.into_iter().for_each(|step| play(&mut shoe, step));
        }
    }
}
