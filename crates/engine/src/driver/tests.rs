use super::*;
use crate::layout::{Layout, Seen};
use crate::table::Shuffling;
use crate::wager::{Line, Wagers};
use crate::words::{SectionId, StepId};
use felt::{Currency, DeckKind, Pack, Shoe, WheelKind};

/// Cycles through its numbers, so that all orders occur equally often.
#[derive(Clone, Debug)]
struct Counting(usize);

impl Chance for Counting {
    fn below(&mut self, bound: usize) -> usize {
        let number = self.0 % bound.max(1);
        self.0 /= bound.max(1);
        number
    }
}

/// Lays every card it gets. A card laid on the board is held as the next card.
#[derive(Clone, Debug)]
struct Laying {
    due: Due,
    layout: Layout,
    shoe: Shoe,
    held: Option<u32>,
    which: Shuffling,
    wagers: Wagers,
    sections: Vec<SectionId>,
}

impl Table for Laying {
    fn apply<S: Sink>(&mut self, _: Actor, input: Input, _: &mut S) -> Result<(), Refusal> {
        match input {
            Input::Card { to: place, face } => {
                let draw = self.held.take().or_else(|| self.shoe.draw(face.card()).ok());
                let draw = draw.ok_or(Refusal::impossible("impossible-card"))?;
                match place {
                    Place::Board => self.held = Some(draw),
                    _ => self.layout.lay(LaidCard { draw, place, face, seen: Seen::NOBODY }),
                }
            }
            Input::Shuffled { .. } if self.which == Shuffling::All => self.shoe.shuffle_all(None),
            Input::Shuffled { .. } => {
                let held = self.held.map(|_| None);
                self.shoe.shuffle_rack(self.layout.cards().map(|laid| laid.face.card()).chain(held));
            }
            Input::Ruling(RulingAct::GoOn) => return Err(Refusal::not_awaited("not-now")),
            _ => {}
        }
        Ok(())
    }
    fn origin(&self) -> &crate::Origin {
        static NOWHERE: crate::Origin = crate::Origin {
            game: String::new(),
            book: crate::FileHash([0; 32]),
            table: crate::FileHash([0; 32]),
        };
        &NOWHERE
    }
    fn procedure(&self) -> u32 {
        1
    }
    fn state(&self) -> impl serde::Serialize {
        (self.due, &self.layout, &self.shoe, &self.wagers)
    }
    fn restore<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        (self.due, self.layout, self.shoe, self.wagers) = serde::Deserialize::deserialize(from)?;
        Ok(())
    }
    fn forget(&mut self) {}
    fn bounds(&self) -> crate::Bounds {
        crate::Bounds { cards: 0, inputs: 0, lines: 0, pays: felt::Money::ZERO, wagers: Vec::new() }
    }
    fn show_file(
        &mut self,
        _: &rulebook::RuleBook,
        _: &rulebook::TableConfig,
    ) -> Result<crate::FileHash, crate::OpenError> {
        Err(crate::OpenError("a table without files".to_owned()))
    }
    fn due(&self) -> Due {
        self.due
    }
    fn offers(&self, _: &mut dyn FnMut(Offer)) {}
    fn phase(&self) -> &'static str {
        "deal"
    }
    fn round(&self) -> u32 {
        1
    }
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn shoe(&self) -> &Shoe {
        &self.shoe
    }
    fn wagers(&self) -> &Wagers {
        &self.wagers
    }
    fn lines(&self) -> &[Line] {
        &[]
    }
    fn currency(&self) -> Currency {
        Currency::USD
    }
    fn shuffling(&self) -> Shuffling {
        self.which
    }
    fn held_next(&self) -> Option<u32> {
        self.held
    }
    fn set_aside(&self, visit: &mut dyn FnMut(u32)) {
        self.held.into_iter().for_each(visit);
    }
    fn wheel(&self) -> Wheel<'_> {
        match self.due {
            Due::WheelStop => Wheel::Sections(&self.sections),
            _ => Wheel::Ball(WheelKind::SingleZero),
        }
    }
}

const TO_DEALER: Due = Due::Card { to: Place::Dealer, up: false };

fn table() -> Laying {
    Laying {
        due: Due::Shuffle,
        layout: Layout::default(),
        shoe: Shoe::new(Pack { kind: DeckKind::Standard52, decks: 1 }),
        held: None,
        which: Shuffling::All,
        wagers: Wagers::default(),
        sections: vec![SectionId::new(&"joker")],
    }
}

/// A shuffled table and its house, without a device that reads the cards.
fn shuffled(seed: usize) -> (Laying, Driver<Counting>) {
    let (mut table, mut house) = (table(), Driver::new(Counting(seed)));
    house.reads = false;
    house.step(&mut table, &mut ()).unwrap();
    table.due = TO_DEALER;
    (table, house)
}

/// The real cards on the layout.
fn lying(table: &Laying, house: &Driver<Counting>) -> Vec<Card> {
    table.layout.cards().filter_map(|laid| house.really(laid)).collect()
}

const ROLL_THREE: Due = Due::RollThree { place: Place::Player, by: None };

#[test]
fn every_first_pair_of_cards_comes_equally_often() {
    let mut seen = std::collections::BTreeMap::<Vec<Card>, u32>::new();
    for seed in 0..52 * 51 * 5 {
        // The place of the cutting card takes one of five numbers.
        let (mut table, mut house) = shuffled(seed);
        house.step(&mut table, &mut ()).unwrap();
        house.step(&mut table, &mut ()).unwrap();
        *seen.entry(lying(&table, &house)).or_default() += 1;
    }
    assert_eq!(seen.len(), 52 * 51);
    assert!(seen.values().all(|times| *times == 5));
}

#[test]
fn cards_drawn_one_by_one_are_the_pack() {
    let (mut table, mut house) = shuffled(123_456_789);
    for _ in 0..52 {
        house.step(&mut table, &mut ()).unwrap();
    }
    let mut cards = lying(&table, &house);
    cards.sort();
    assert_eq!(cards, Card::all().filter(|card| !card.is_joker()).collect::<Vec<_>>());
    assert!(matches!(house.step(&mut table, &mut ()), Err(Fault::NoAnswer(_))));
}

/// Returns that many numbers, then fails.
struct Failing(usize);

impl Chance for Failing {
    fn below(&mut self, _: usize) -> usize {
        self.0 = self.0.saturating_sub(1);
        0
    }
    fn holds(&self) -> bool {
        self.0 > 0
    }
}

#[test]
fn nothing_of_failed_chance_reaches_a_table() {
    let (mut table, _) = shuffled(0);
    table.due = Due::Shuffle;
    let mut house = Driver::new(Failing(4));
    house.step(&mut table, &mut ()).unwrap();
    table.due = Due::Card { to: Place::Dealer, up: true };
    house.step(&mut table, &mut ()).unwrap();
    house.step(&mut table, &mut ()).unwrap();
    let laid = table.layout.cards().count();
    assert!(matches!(house.step(&mut table, &mut ()), Err(Fault::NoChance(Due::Card { .. }))));
    assert_eq!(table.layout.cards().count(), laid);
    table.due = ROLL_THREE;
    assert!(matches!(house.answer(&table), Err(Fault::NoChance(ROLL_THREE))));
    assert!(matches!(house.step(&mut table, &mut ()), Err(Fault::NoChance(ROLL_THREE))));
}

#[test]
fn a_cut_puts_what_lay_above_it_below() {
    let (mut table, mut house) = shuffled(99);
    let before = house.undealt(&table).to_vec();
    house.send(&mut table, Actor::DEALER, Input::Cut { depth: 20 }, &mut ()).unwrap();
    assert_eq!(house.undealt(&table), [&before[20..], &before[..20]].concat());
}

#[test]
fn a_held_card_is_laid_before_another_is_drawn() {
    let (mut table, mut house) = shuffled(7);
    let first = house.next_card(&table).unwrap();
    table.due = Due::Card { to: Place::Board, up: false };
    house.step(&mut table, &mut ()).unwrap();
    assert_eq!(house.next_card(&table).unwrap(), first);
    assert_ne!(house.top_card(&table), Some(first));
    table.due = TO_DEALER;
    house.step(&mut table, &mut ()).unwrap();
    assert_eq!(lying(&table, &house), [first]);
}

#[test]
fn a_card_that_is_told_came_out_of_the_shoe() {
    let (mut table, mut house) = shuffled(7);
    let last = *house.undealt(&table).last().unwrap();
    let told = |card| Input::Card { to: Place::Dealer, face: Face::Up(card) };
    house.send(&mut table, Actor::DEALER, told(last), &mut ()).unwrap();
    assert!(!house.undealt(&table).contains(&last));
    assert_eq!(house.undealt(&table).len(), 51);
}

#[test]
fn discards_are_shuffled_without_what_lies_there() {
    let (mut table, mut house) = shuffled(4_711);
    for _ in 0..10 {
        house.step(&mut table, &mut ()).unwrap();
    }
    table.due = Due::Card { to: Place::Board, up: false };
    house.step(&mut table, &mut ()).unwrap();
    let held = house.next_card(&table).unwrap();
    table.layout.take_up(|laid| laid.draw <= 6);
    (table.due, table.which) = (Due::Shuffle, Shuffling::Discards);
    house.step(&mut table, &mut ()).unwrap();
    let mut cards = house.undealt(&table).to_vec();
    assert_eq!(cards.len(), usize::from(table.shoe.remaining()));
    cards.extend(lying(&table, &house));
    cards.push(held);
    cards.sort();
    assert_eq!(cards, table.shoe.pack().cards().collect::<Vec<_>>());
    assert_eq!(house.next_card(&table).unwrap(), held);
    // The next full shuffle brings all of them back.
    (table.which, table.held) = (Shuffling::All, None);
    house.step(&mut table, &mut ()).unwrap();
    assert_eq!(house.undealt(&table).len(), 52);
}

#[test]
fn another_house_takes_a_shoe_over_with_what_the_table_knows() {
    let (mut table, mut house) = shuffled(4_711);
    house.step(&mut table, &mut ()).unwrap();
    house.reads = true;
    house.step(&mut table, &mut ()).unwrap();
    let read = lying(&table, &house)[1];
    let mut other = Driver::new(Counting(987_654_321));
    other.take_over(&table);
    other.counts_agree(&table).unwrap();
    assert_eq!(lying(&table, &other)[1], read);
    for _ in 0..50 {
        other.step(&mut table, &mut ()).unwrap();
    }
    let mut cards = lying(&table, &other);
    cards.sort();
    assert_eq!(cards, Card::all().filter(|card| !card.is_joker()).collect::<Vec<_>>());
}

#[test]
fn a_table_that_counts_other_cards_is_told_so() {
    let (mut table, house) = shuffled(1);
    assert!(house.counts_agree(&table).is_ok());
    table.shoe.empty_into_rack();
    assert!(matches!(house.counts_agree(&table), Err(Fault::OutOfStep { counted: 0, there: 52 })));
}

#[test]
fn the_house_answers_what_is_not_a_persons() {
    let (mut table, mut house) = shuffled(36);
    let mut answer = |due| {
        table.due = due;
        house.answer(&table)
    };
    assert!(matches!(
        answer(Due::Roll { by: Rank::Box, closes: None }),
        Ok(Some((Actor::Staff(Rank::Box), Input::Roll(_))))
    ));
    assert!(matches!(answer(ROLL_THREE), Ok(Some((_, Input::RollThree(_))))));
    assert!(matches!(answer(Due::Spin), Ok(Some((_, Input::Spin(_))))));
    assert!(matches!(answer(Due::WheelStop), Ok(Some((_, Input::WheelStopped(_))))));
    assert!(matches!(answer(Due::Answer), Err(Fault::NoAnswer(Due::Answer))));
    assert!(matches!(answer(Due::Decision { rank: Rank::Floor }), Err(Fault::NoAnswer(_))));
    assert!(matches!(answer(Due::Bets { closes: StepId::new(&"no-more-bets") }), Ok(None)));
    table.due = Due::Ruling { rank: Rank::Floor };
    // The round is void if play may not go on.
    assert!(matches!(house.step(&mut table, &mut ()), Ok(None)));
}

#[test]
fn any_table_of_a_registry_is_driven_alike() {
    let mut boxed: Box<dyn AnyTable> = Box::new(table());
    let mut house = Driver::new(Counting(5));
    assert!(matches!(house.step(&mut *boxed, &mut Vec::new()), Ok(None)));
    assert_eq!(house.undealt(&*boxed).len(), 52);
}
