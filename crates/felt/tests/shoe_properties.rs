//! Plays random sequences of calls on a shoe against a model that holds real cards.
//!
//! The model knows every face, even those that the shoe does not. The shoe must always agree
//! with it on all counts, and must never rule out a card that can really come.

use felt::{Card, DeckKind, Pack, Shoe, ShoeError};
use proptest::prelude::*;

#[derive(Debug, Clone, Copy)]
enum Step {
    ShuffleAll(Option<u16>),
    ShuffleRack,
    /// Which of the cards in the shoe comes, and whether its face is told.
    Draw(usize, bool),
    /// A card by face, whether or not it can come.
    Claim(usize),
    /// Which of the unread cards on the layout is turned over.
    Reveal(usize),
    ToRack(u16),
    EmptyIntoRack,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => proptest::option::of(0..120_u16).prop_map(Step::ShuffleAll),
        1 => Just(Step::ShuffleRack),
        20 => (any::<usize>(), any::<bool>()).prop_map(|(at, told)| Step::Draw(at, told)),
        3 => (0..Card::COUNT).prop_map(Step::Claim),
        5 => any::<usize>().prop_map(Step::Reveal),
        4 => (0..12_u16).prop_map(Step::ToRack),
        1 => Just(Step::EmptyIntoRack),
    ]
}

/// A card that is out of the shoe, and whether its face was told.
type Out = (Card, bool);

#[derive(Debug)]
struct Model {
    pack: Pack,
    shoe: Vec<Card>,
    layout: Vec<Out>,
    rack: Vec<Out>,
    drawn: u16,
    draws: u32,
    cut: Option<u16>,
}

impl Model {
    fn unseen(&self, card: Card) -> usize {
        let hidden = self.layout.iter().chain(&self.rack).filter(|(face, told)| *face == card && !told);
        self.shoe.iter().filter(|face| **face == card).count() + hidden.count()
    }

    fn unread(&self) -> usize {
        self.layout.iter().chain(&self.rack).filter(|(_, told)| !told).count()
    }
}

fn play(shoe: &mut Shoe, model: &mut Model, step: Step) -> Result<(), TestCaseError> {
    match step {
        Step::ShuffleAll(cut) => {
            shoe.shuffle_all(cut);
            model.shoe = model.pack.cards().collect();
            model.layout.clear();
            model.rack.clear();
            (model.drawn, model.cut) = (0, cut);
        }
        Step::ShuffleRack => {
            shoe.shuffle_rack(model.layout.iter().map(|(face, told)| told.then_some(*face)));
            model.shoe.extend(model.rack.drain(..).map(|(face, _)| face));
            (model.drawn, model.cut) = (0, None);
        }
        Step::Draw(_, _) if model.shoe.is_empty() => {
            prop_assert_eq!(shoe.draw(None), Err(ShoeError::Empty));
        }
        Step::Draw(at, told) => {
            let face = model.shoe.swap_remove(at % model.shoe.len());
            model.draws += 1;
            model.drawn += 1;
            prop_assert!(shoe.can_be(face));
            prop_assert_eq!(shoe.draw(told.then_some(face)), Ok(model.draws));
            model.layout.push((face, told));
        }
        Step::Claim(index) => {
            let card = Card::from_index(index).ok_or_else(|| TestCaseError::fail("no such index"))?;
            let before = shoe.clone();
            // Only a claim that must fail is made, because the model cannot follow a false one.
            if model.shoe.is_empty() {
                prop_assert_eq!(shoe.draw(Some(card)), Err(ShoeError::Empty));
            } else if model.unseen(card) == 0 {
                prop_assert_eq!(shoe.draw(Some(card)), Err(ShoeError::NoSuchCard(card)));
            }
            if model.unread() == 0 {
                prop_assert_eq!(shoe.reveal(card), Err(ShoeError::NothingUnread(card)));
            } else if model.unseen(card) == 0 {
                prop_assert_eq!(shoe.reveal(card), Err(ShoeError::NoSuchCard(card)));
            }
            prop_assert_eq!(&*shoe, &before);
        }
        Step::Reveal(at) => {
            let mut hidden: Vec<&mut Out> = model.layout.iter_mut().filter(|(_, told)| !told).collect();
            if !hidden.is_empty() {
                let at = at % hidden.len();
                hidden[at].1 = true;
                prop_assert_eq!(shoe.reveal(hidden[at].0), Ok(()));
            }
        }
        Step::ToRack(n) => {
            shoe.to_rack(n);
            let moved = usize::from(n).min(model.layout.len());
            model.rack.extend(model.layout.drain(..moved));
        }
        Step::EmptyIntoRack => {
            shoe.empty_into_rack();
            model.rack.extend(model.shoe.drain(..).map(|face| (face, false)));
        }
    }
    Ok(())
}

fn compare(shoe: &Shoe, model: &Model) -> Result<(), TestCaseError> {
    prop_assert_eq!(usize::from(shoe.remaining()), model.shoe.len());
    prop_assert_eq!(usize::from(shoe.rack()), model.rack.len());
    prop_assert_eq!(usize::from(shoe.on_layout()), model.layout.len());
    prop_assert_eq!(shoe.remaining() + shoe.rack() + shoe.on_layout(), shoe.pack().len());
    prop_assert_eq!(usize::from(shoe.unread()), model.unread());
    prop_assert_eq!(shoe.drawn_since_shuffle(), model.drawn);
    prop_assert_eq!(shoe.cut_card_reached(), model.cut.is_some_and(|cut| model.drawn > cut));
    let mut total = 0;
    for card in Card::all() {
        prop_assert_eq!(usize::from(shoe.unseen(card)), model.unseen(card));
        prop_assert_eq!(shoe.can_be(card), model.unseen(card) > 0);
        total += shoe.unseen(card);
    }
    prop_assert_eq!(total, shoe.unseen_total());
    prop_assert_eq!(total, shoe.remaining() + shoe.unread());
    Ok(())
}

proptest! {
    #[test]
    fn the_account_agrees_with_real_cards(
        kind in proptest::sample::select(DeckKind::ALL.to_vec()),
        decks in 1..=2_u8,
        steps in proptest::collection::vec(step(), 0..200),
    ) {
        let pack = Pack { kind, decks };
        let mut shoe = Shoe::new(pack);
        // Before the first shuffle the whole pack counts as seen.
        let rack = pack.cards().map(|face| (face, true)).collect();
        let mut model =
            Model { pack, shoe: Vec::new(), layout: Vec::new(), rack, drawn: 0, draws: 0, cut: None };
        compare(&shoe, &model)?;
        for step in steps {
            play(&mut shoe, &mut model, step)?;
            compare(&shoe, &model)?;
        }
    }

    #[test]
    fn a_wrong_list_of_the_layout_leaves_the_account_sound(
        kind in proptest::sample::select(DeckKind::ALL.to_vec()),
        decks in 0..=2_u8,
        listed in proptest::collection::vec(proptest::option::of(0..Card::COUNT), 0..150),
    ) {
        let mut shoe = Shoe::new(Pack { kind, decks });
        shoe.shuffle_rack(listed.iter().map(|index| index.and_then(Card::from_index)));
        let total: u16 = Card::all().map(|card| shoe.unseen(card)).sum();
        prop_assert_eq!(total, shoe.remaining() + shoe.unread());
        prop_assert_eq!(shoe.remaining() + shoe.rack() + shoe.on_layout(), shoe.pack().len());
    }
}
