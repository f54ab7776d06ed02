//! Simulated patrons, dealers and supervisors who choose among what is offered: for load, for tests, for a
//! demonstration.
//!
//! They know no game; they use only what a table asks for and offers.

use crate::ids::PersonId;
use crate::table::TableStream;
use engine::{
    Actor, AmountRange, AnyTable, Ask, Beneficiary, By, Due, Game, Input, Offer, Patron, Person, Place,
    Positions, Rank, RulingAct, Spot, WagerId,
};
use felt::Money;
use rulebook::{Finding, TableConfig};

/// Reproducible pseudorandom numbers: for playing, never for money.
#[derive(Clone, Debug)]
pub struct Whim(u64);

impl Whim {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Whim {
        Whim(seed)
    }

    /// Returns the next number: splitmix64.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below the bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The remainder is below the bound, so it fits.
        self.draw().checked_rem(bound as u64).map_or(0, |rest| usize::try_from(rest).unwrap_or(0))
    }

    /// Returns a key for a command.
    pub fn key(&mut self) -> crate::ids::Key {
        let mut key = [0; 16];
        key[..8].copy_from_slice(&self.draw().to_be_bytes());
        key[8..].copy_from_slice(&self.draw().to_be_bytes());
        crate::ids::Key(key)
    }
}

/// Returns the person who plays a role: a separate person for every patron, every rank and surveillance, so that two
/// roles are always two persons.
pub fn person_of(actor: Actor) -> PersonId {
    let staff = |rank: Rank| (STAFF..).zip(Rank::ALL).find(|(_, of)| *of == rank).map_or(STAFF, |(n, _)| n);
    PersonId(match actor {
        Actor::Patron(patron) => i64::from(patron.index()) + 1,
        Actor::Staff(of) => staff(of),
        Actor::Surveillance => STAFF - 1,
    })
}

/// The number of the first dealer; patrons have smaller ones.
const STAFF: i64 = 100;

/// The settings under which patrons have as many decisions as possible.
const BUSY: [(&str, &str); 2] = [("dealing", "patrons-hold"), ("banking", "yes")];

/// Returns the table file with which patrons of a game have as many decisions as possible: the default one, but patrons
/// hold the cards and have the bank if they may.
///
/// # Errors
/// What the rule book does not allow.
pub fn usual_table(game: &Game) -> Result<TableConfig, Vec<Finding>> {
    let book = game.book()?;
    let mut config = TableConfig::default_for(&book);
    for (option, value) in BUSY {
        if book.option(option).is_some_and(|option| option.allowed.contains(value)) {
            config = config.with(&book, &[(&format!("options.{option}"), value)])?;
        }
    }
    Ok(config)
}

/// How many optional wagers a patron makes.
const BESIDE: usize = 2;

/// Returns the next move at the table; `None` if no decision is awaited.
pub fn next_move(table: &TableStream, whim: &mut Whim) -> Option<(Actor, Input)> {
    let face = table.face();
    match face.due() {
        // A closing table takes no new wager, and stakes that can lead to no round must be taken back.
        Due::Bets { closes } if table.closes() => {
            let step = step_if_offered(face, Ask::Step(closes));
            let back = take_back(face).or_else(|| bank_goes(face));
            if whim.below(2) == 0 { step.or(back) } else { back.or(step) }
        }
        Due::Bets { closes } => {
            let seats = table.seats().iter().filter(|(_, seat)| seat.stack.is_positive());
            let bet = seats.map(|(patron, _)| patron).find_map(|patron| bet(table, *patron, whim));
            bet.or_else(|| step_if_offered(face, Ask::Step(closes)))
        }
        Due::Roll { closes: Some(closes), .. } => step_if_offered(face, Ask::Step(closes)),
        Due::Choice { patron, spot } => choose(face, patron, Some(spot), whim),
        Due::Choices { closes, left } => {
            let patron = left.iter().find(|_| whim.below(4) == 0);
            let taken = patron.and_then(|patron| choose(face, patron, None, whim));
            let close = step_if_offered(face, Ask::Step(closes));
            taken.or(close).or_else(|| left.iter().find_map(|patron| choose(face, patron, None, whim)))
        }
        Due::Cut => pass_the_cut(face),
        Due::Approval { by, not, .. } => {
            let person = Person(not.map_or(1, |first| first.0.wrapping_add(1)));
            Some((by.into(), Input::Approve { yes: true, person }))
        }
        Due::Decision { rank } => decide(face, rank, whim),
        Due::Ruling { rank } => Some((Actor::Staff(rank), Input::Ruling(RulingAct::VoidRound))),
        _ => None,
    }
}

/// Returns a step of the dealer, if it is offered.
pub(crate) fn step_if_offered(face: &dyn AnyTable, wanted: Ask) -> Option<(Actor, Input)> {
    let mut found = None;
    face.offers(&mut |offer| {
        if let (Ask::Step(step), true) = (offer.ask, offer.ask == wanted) {
            found = Some((Actor::DEALER, Input::Step(step)));
        }
    });
    found
}

/// Takes a wager back, if that is offered.
fn take_back(face: &dyn AnyTable) -> Option<(Actor, Input)> {
    let mut found = None;
    face.offers(&mut |offer| {
        if let (By::Patron(patron), Ask::TakeBack { box_number, wager }) = (offer.by, offer.ask) {
            let input = Input::TakeBack { patron, box_number, wager, amount: None };
            found = found.or(Some((Actor::Patron(patron), input)));
        }
    });
    found
}

/// Lets the holder of a bank leave, if there is one: the cover of a bank cannot be taken back.
fn bank_goes(face: &dyn AnyTable) -> Option<(Actor, Input)> {
    let patron = face.bank()?.patron;
    Some((Actor::Patron(patron), Input::Leave { patron }))
}

/// Makes the required wagers, then sometimes an optional one.
fn bet(table: &TableStream, patron: Patron, whim: &mut Whim) -> Option<(Actor, Input)> {
    let face = table.face();
    // The holder of the bank plays against all wagers.
    if face.bank().is_some_and(|bank| bank.patron == patron) {
        return None;
    }
    let held = |wager: WagerId| {
        face.wagers().iter().any(|held| held.patron == patron && held.kind == wager && held.on_layout())
    };
    let book = &table.facts().book;
    let main = book.main_wager().map(|main| main.id.as_str());
    let any_required = book.wagers.iter().any(|wager| wager.required);
    let first = |wager: &WagerId| {
        let known = book.wager(wager.word());
        if any_required { known.is_some_and(|wager| wager.required) } else { main == Some(wager.word()) }
    };
    let words = table.facts().game.vocabulary.wagers;
    let needed = words.iter().copied().filter(first).filter(|wager| !held(*wager));
    // Required wagers must mostly have the same stake.
    let held_first =
        face.wagers().iter().find(|held| held.patron == patron && held.on_layout() && first(&held.kind));
    let alike = held_first.map(|held| held.stake);
    for wager in needed {
        if let Some(input) = stake(face, patron, wager, alike, whim) {
            return Some((Actor::Patron(patron), input));
        }
    }
    let standing = face.wagers().iter().filter(|wager| wager.patron == patron && wager.on_layout()).count();
    let has_first = words.iter().filter(|wager| first(wager)).any(|wager| held(*wager));
    if !has_first
        || standing > words.iter().filter(|wager| first(wager)).count() + BESIDE
        || whim.below(3) > 0
    {
        return None;
    }
    let another = *words.get(whim.below(words.len()))?;
    let input = (!held(another)).then(|| stake(face, patron, another, None, whim))??;
    Some((Actor::Patron(patron), input))
}

/// Bets the same stake as before, or a few steps above the minimum, on the patron's own box or on the layout.
fn stake(
    face: &dyn AnyTable,
    patron: Patron,
    wager: WagerId,
    alike: Option<Money>,
    whim: &mut Whim,
) -> Option<Input> {
    let beneficiary = Beneficiary::Patron;
    [patron.index() + 1, 0].into_iter().find_map(|box_number| {
        let range = face.stakes(patron, box_number, wager, beneficiary)?;
        let alike = alike.filter(|stake| range.allows(*stake));
        let stake = alike.unwrap_or_else(|| a_few_steps(range, whim));
        Some(Input::Bet { patron, box_number, wager, stake, beneficiary })
    })
}

fn a_few_steps(range: AmountRange, whim: &mut Whim) -> Money {
    let steps = [0, 1, 2, 3][whim.below(4)];
    let stake = range.step.checked_mul(steps).and_then(|more| range.min.checked_add(more));
    stake.filter(|stake| range.allows(*stake)).unwrap_or(range.min)
}

fn choose(
    face: &dyn AnyTable,
    patron: Patron,
    about: Option<Spot>,
    whim: &mut Whim,
) -> Option<(Actor, Input)> {
    let mut offers: Vec<Offer> = Vec::new();
    face.offers_to(patron, &mut |offer| {
        let fits = matches!(
            offer.ask,
            Ask::Choose { spot, .. } | Ask::Pick { spot, .. } if about.is_none_or(|about| about == spot)
        );
        if fits && offer.by == By::Patron(patron) {
            offers.push(offer);
        }
    });
    let offer = offers.get(whim.below(offers.len()))?;
    let input = match offer.ask {
        Ask::Choose { spot, choice } => {
            let amount = offer.amount.map(|range| if whim.below(2) == 0 { range.min } else { range.max });
            Input::Choose { patron, spot, choice, amount }
        }
        Ask::Pick { spot, count } => {
            let held = face.layout().at(Place::Hand(spot)).count();
            Input::Pick { patron, spot, cards: some_of(held, count, whim) }
        }
        _ => return None,
    };
    Some((Actor::Patron(patron), input))
}

/// Chooses this number of the cards of a hand.
fn some_of(held: usize, count: u8, whim: &mut Whim) -> Positions {
    let (mut cards, mut left) = (0, usize::from(count));
    for place in 0..held {
        // Every remaining card is equally likely.
        if whim.below(held - place) < left {
            cards |= 1 << place;
            left -= 1;
        }
    }
    Positions(cards)
}

/// Declines the cut, or cuts in the middle if it may not be declined.
fn pass_the_cut(face: &dyn AnyTable) -> Option<(Actor, Input)> {
    let (mut declined, mut cuts) = (None, None);
    face.offers(&mut |offer| match (offer.by, offer.ask) {
        (By::Patron(patron), Ask::Choose { spot, choice }) if offer.by_default => {
            declined = Some((Actor::Patron(patron), Input::Choose { patron, spot, choice, amount: None }));
        }
        (By::Patron(patron), Ask::Cut) => {
            cuts = Some((Actor::Patron(patron), Input::Cut { depth: face.shoe().remaining() / 2 }));
        }
        _ => {}
    });
    declined.or(cuts)
}

fn decide(face: &dyn AnyTable, rank: Rank, whim: &mut Whim) -> Option<(Actor, Input)> {
    let mut steps = Vec::new();
    face.offers(&mut |offer| {
        if let (Ask::Step(step), By::Staff(by)) = (offer.ask, offer.by)
            && by <= rank
        {
            steps.push(step);
        }
    });
    steps.get(whim.below(steps.len())).map(|step| (Actor::Staff(rank), Input::Step(*step)))
}
