use super::*;
use crate::entropy::AT_START;
use engine::Chance;
use felt::{DeckKind, Pack, WheelKind};
use sha2::{Digest, Sha256};
use zeroize::ZeroizeOnDrop;

const PURPOSE: Purpose<'static> = Purpose { table: "t", shoe: 1 };
/// The blocks taken when a source is opened: the start-up tests, the entropy and the nonce.
const TO_OPEN: u64 = AT_START as u64 + 2;

/// Hashes of a counter, up to a number of blocks.
struct Counted {
    given: u64,
    most: u64,
}

impl Entropy for Counted {
    fn fill(&mut self, bytes: &mut [u8]) -> Option<usize> {
        if self.given == self.most {
            return None;
        }
        self.given += 1;
        bytes.copy_from_slice(&Sha256::digest(self.given.to_be_bytes()));
        Some(bytes.len())
    }
}

fn counted(purpose: Purpose<'_>, most: u64) -> Result<Source<Counted>, Fault> {
    Source::on(Counted { given: 0, most }, purpose)
}

fn endless() -> Source<Counted> {
    counted(PURPOSE, u64::MAX).unwrap()
}

fn shoe(decks: u8) -> Vec<Card> {
    Pack { kind: DeckKind::Standard52, decks }.cards().collect()
}

#[test]
fn a_generator_that_fails_its_known_answer_is_never_used() {
    let mut wrong = PUBLISHED;
    wrong.answer = [0; 32];
    let refused = Source::tested(OperatingSystem, PURPOSE, &wrong);
    assert_eq!(refused.err(), Some(Fault::KnownAnswer));
}

#[test]
fn entropy_is_taken_to_open_and_never_less() {
    assert_eq!(counted(PURPOSE, TO_OPEN - 1).err(), Some(Fault::NoEntropy));
    let source = counted(PURPOSE, TO_OPEN).unwrap();
    assert_eq!((source.seeds(), source.fault()), (1, None));
}

#[test]
fn a_shuffle_takes_fresh_entropy_every_26_cards() {
    let mut source = endless();
    let mut order = shoe(8);
    source.shuffle(&mut order).unwrap();
    // 415 cards are chosen, the last one is left over: 16 seeds.
    assert_eq!(source.seeds(), 16);
    assert_eq!(source.entropy.source.given, TO_OPEN + 15);
    let mut sorted = order.clone();
    sorted.sort();
    let mut all = shoe(8);
    all.sort();
    assert_eq!(sorted, all, "no card is lost or doubled");
    assert_ne!(order, shoe(8));
}

#[test]
fn no_seed_gives_more_numbers_or_bits_than_it_may() {
    // Bounds up to 512 are counted by number, larger ones by their bits; a bound without a choice is not counted.
    let seeds = |bound: usize, numbers: usize| {
        let mut source = endless();
        for _ in 0..numbers {
            source.number(bound).unwrap();
        }
        source.seeds()
    };
    assert_eq!((seeds(6, 26), seeds(6, 27)), (1, 2));
    assert_eq!((seeds(512, 26), seeds(512, 27)), (1, 2));
    assert_eq!((seeds(513, 23), seeds(513, 24)), (1, 2));
    assert_eq!((seeds(13_515, 16), seeds(13_515, 17)), (1, 2));
    assert_eq!((seeds(usize::MAX, 3), seeds(usize::MAX, 4)), (1, 2));
    assert_eq!((seeds(1, 1_000), seeds(0, 1_000)), (1, 1));
}

#[test]
fn every_throw_and_every_turn_takes_fresh_entropy() {
    let mut source = endless();
    source.two_dice().unwrap();
    assert_eq!(source.seeds(), 2);
    source.three_dice().unwrap();
    assert_eq!(source.seeds(), 3);
    assert!(source.pick(WheelKind::DoubleZero.pockets()).unwrap().is_some());
    assert_eq!(source.seeds(), 4);
    assert_eq!(source.pick::<u8>(&[]), Ok(None));
    let before = source.seeds();
    let drawn: Vec<u8> = (0..200).map(|_| source.number_up_to(7).unwrap()).collect();
    assert_eq!(source.seeds(), before + 200);
    assert_eq!(((drawn.iter().min()), drawn.iter().max()), (Some(&1), Some(&7)));
}

#[test]
fn sources_for_different_purposes_differ_on_the_same_entropy() {
    let drawn = |table, shoe| {
        let mut bytes = [0; 32];
        counted(Purpose { table, shoe }, u64::MAX).unwrap().raw(&mut bytes).unwrap();
        bytes
    };
    assert_eq!(drawn("t", 1), drawn("t", 1), "nothing else goes into it");
    let all = [drawn("t", 1), drawn("t", 2), drawn("u", 1), drawn("t\0", 1), drawn("", 1)];
    for (at, one) in all.iter().enumerate() {
        assert!(all[at + 1..].iter().all(|other| other != one));
    }
}

#[test]
fn a_new_shoe_forgets_the_one_before() {
    let mut source = endless();
    let mut other = endless();
    // The other source has drawn more from its seed, and has taken as much entropy.
    source.number(6).unwrap();
    assert!((0..20).all(|_| other.number(52).is_ok()));
    let next = Purpose { shoe: 2, ..PURPOSE };
    source.renew(next).unwrap();
    other.renew(next).unwrap();
    assert_eq!(source.seeds(), 2);
    let (mut one, mut two) = ([0; 16], [0; 16]);
    source.raw(&mut one).unwrap();
    other.raw(&mut two).unwrap();
    assert_eq!(one, two);
}

#[test]
fn a_fault_lasts_and_the_state_is_gone() {
    let mut source = counted(PURPOSE, TO_OPEN).unwrap();
    for _ in 0..26 {
        source.number(52).unwrap();
    }
    assert_eq!(source.number(52), Err(Fault::NoEntropy));
    // The entropy source works again, but too late.
    source.entropy.source.most = u64::MAX;
    assert_eq!(source.fault(), Some(Fault::NoEntropy));
    assert_eq!(source.number(52), Err(Fault::NoEntropy));
    assert_eq!(source.number(1), Err(Fault::NoEntropy));
    assert_eq!(source.shuffle(&mut shoe(1)), Err(Fault::NoEntropy));
    assert_eq!(source.two_dice(), Err(Fault::NoEntropy));
    assert_eq!(source.three_dice(), Err(Fault::NoEntropy));
    assert_eq!(source.pick(&[1, 2]), Err(Fault::NoEntropy));
    assert_eq!(source.number_up_to(7), Err(Fault::NoEntropy));
    assert_eq!(source.raw(&mut [0; 4]), Err(Fault::NoEntropy));
    assert_eq!(source.reseed(), Err(Fault::NoEntropy));
    assert_eq!(source.renew(PURPOSE), Err(Fault::NoEntropy));
    assert!(source.seal("t", 1, &shoe(1)).is_err());
    assert!(source.drbg.is_overwritten());
}

#[test]
fn as_the_engines_chance_it_says_that_it_does_not_hold() {
    let mut source = counted(PURPOSE, TO_OPEN).unwrap();
    assert!(Chance::holds(&source));
    assert_eq!(Chance::two_dice(&mut source).total(), 2);
    assert!(!Chance::holds(&source));
    assert_eq!(Chance::below(&mut source, 6), 0);
    assert_eq!(Chance::pick(&mut source, &[1, 2]), None);
    assert_eq!(Chance::three_dice(&mut source).total(), 3);
    assert_eq!(Chance::number_up_to(&mut source, 7), 1);
    let mut items = [1, 2, 3];
    Chance::shuffle(&mut source, &mut items);
    assert!(!Chance::holds(&source));
}

#[test]
fn raw_bytes_are_given_in_requests_of_64_kilobytes() {
    let mut source = endless();
    let mut bytes = vec![0; 3 * MOST_BYTES];
    source.raw(&mut bytes).unwrap();
    assert_eq!(source.seeds(), 4);
    assert_ne!(bytes[..MOST_BYTES], bytes[MOST_BYTES..2 * MOST_BYTES]);
}

#[test]
fn two_sources_of_the_operating_system_differ() {
    let drawn = || {
        let mut bytes = [0; 32];
        Source::open(PURPOSE).unwrap().raw(&mut bytes).unwrap();
        bytes
    };
    assert_ne!(drawn(), drawn());
}

#[test]
fn a_shoe_is_sealed_with_a_salt_of_its_own() {
    let mut source = endless();
    let (one, first) = source.seal("t", 1, &shoe(1)).unwrap();
    let (other, second) = source.seal("t", 1, &shoe(1)).unwrap();
    assert_ne!(first.salt(), second.salt());
    assert_ne!(one, other, "the same order is not seen to be the same");
}

/// Compiles only if the type has none of these traits: with any of them the function call would be ambiguous.
macro_rules! has_none_of {
    ($type:ty: $($trait:path),+) => {
        $({
            trait Unclear<T> {
                fn meant() {}
            }
            impl<T: ?Sized> Unclear<()> for T {}
            struct Has;
            impl<T: ?Sized + $trait> Unclear<Has> for T {}
            let _ = <$type as Unclear<_>>::meant;
        })+
    };
}

#[test]
fn secrets_have_no_text_and_no_copy() {
    use std::fmt::{Debug, Display};
    has_none_of!(Source: Debug, Display, Clone, Copy, serde::Serialize);
    has_none_of!(Drbg: Debug, Display, Clone, Copy, serde::Serialize);
    has_none_of!(Watched<OperatingSystem>: Debug, Display, Clone, Copy, serde::Serialize);
    has_none_of!(Sealed: Debug, Display, Clone, Copy, serde::Serialize);
    fn is_overwritten<T: ZeroizeOnDrop>() {}
    is_overwritten::<Drbg>();
    is_overwritten::<Sealed>();
}
