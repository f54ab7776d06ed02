use super::*;
use felt::{DeckKind, Pack};

fn shoe() -> Vec<Card> {
    Pack { kind: DeckKind::Joker53, decks: 2 }.cards().collect()
}

fn sealed() -> Sealed {
    Sealed::new(&[7; 32], "main-floor/7", 12, &shoe())
}

#[test]
fn what_is_opened_is_what_was_committed_to() {
    let commitment = sealed().commitment();
    let opening = sealed().open();
    assert!(commitment.verify(&opening));
    assert_eq!(opening.order, shoe());
    assert_eq!(opening.salt, *sealed().salt());
    assert!(sealed().order().eq(shoe()));
}

#[test]
fn any_change_is_found() {
    let commitment = sealed().commitment();
    let changed = |change: &dyn Fn(&mut Opening)| {
        let mut opening = sealed().open();
        change(&mut opening);
        !commitment.verify(&opening)
    };
    for at in 0..shoe().len() - 1 {
        assert!(changed(&|opening| opening.order.swap(at, at + 1)), "two cards changed places");
    }
    assert!(changed(&|opening| opening.order[0] = opening.order[1]));
    assert!(changed(&|opening| opening.order.truncate(105)));
    assert!(changed(&|opening| opening.order.push(Card::JOKER)));
    assert!(changed(&|opening| opening.salt[31] ^= 1));
    assert!(changed(&|opening| opening.shoe += 1));
    assert!(changed(&|opening| opening.table.push('0')));
    // Moving bytes from one part to the next changes the commitment.
    assert!(changed(&|opening| opening.table.truncate(11)));
}

/// Computed with another program: a shoe can be checked without this code.
#[test]
fn the_form_is_fixed() {
    assert_eq!(
        sealed().commitment().to_string(),
        "b8f02731b10189cf5b44cf41426400f0d4486de96678fc713ffeddcc514be61d"
    );
}

#[test]
fn a_commitment_is_read_as_it_is_written() {
    let commitment = sealed().commitment();
    assert_eq!(commitment.to_string().parse(), Ok(commitment));
    let written = commitment.to_string();
    let wrong = ["", "00", &written[1..], &format!("{written}0"), &written.replacen(&written[..1], "+", 1)];
    for text in wrong {
        assert_eq!(text.parse::<Commitment>(), Err(NoCommitment), "{text}");
    }
    let signs = "é".repeat(32);
    assert_eq!(signs.parse::<Commitment>(), Err(NoCommitment), "as long, but not in letters");
}

#[test]
fn a_sealed_shoe_is_overwritten() {
    let mut sealed = sealed();
    sealed.zeroize();
    assert_eq!(sealed.salt, [0; 32]);
    assert!(sealed.order.is_empty());
}
