//! Big wheels and roulette felts.

use super::{book, spoiled};

const BIG_SIX: &str = include_str!("../../../games/rulebooks/ohio/big-six.toml");
const ROULETTE: &str = include_str!("../../../games/rulebooks/ohio/roulette.toml");
const LAYOUT: &str = include_str!("../../../games/layouts/ohio/roulette.toml");

#[test]
fn the_54_sections_are_counted() {
    let book = book(BIG_SIX);
    let counts: Vec<(&str, u8)> = book.sections.iter().map(|one| (one.id.as_str(), one.count)).collect();
    let wanted = [("1", 23), ("2", 15), ("5", 8), ("10", 4), ("20", 2), ("joker", 1), ("logo", 1)];
    assert_eq!(counts, wanted);
    assert_eq!(book.wheel.len(), 54);
    let neighbours = book.wheel.iter().zip(book.wheel.iter().cycle().skip(1));
    assert!(neighbours.into_iter().all(|(one, next)| one != next));
}

#[test]
fn a_wheel_that_does_not_fit_its_sections_is_refused() {
    let said = spoiled(BIG_SIX, "count = 23", "count = 24");
    assert!(said.contains("section \"1\" stands 23 times on the wheel, not 24"), "{said}");
    let said = spoiled(BIG_SIX, "wheel = \"joker 1", "wheel = \"jester 1");
    assert!(said.contains("section \"joker\" stands 0 times"), "{said}");
    assert!(said.contains("the wheel shows \"jester\", which is no section"), "{said}");
    let said = spoiled(BIG_SIX, "count = 23", "count = \"many\"");
    assert!(said.contains("count \"many\" is not a number"), "{said}");
}

#[test]
fn places_of_a_felt_are_wagers_of_a_family() {
    let roulette = book(ROULETTE);
    let families = ["straight", "split", "three", "four", "six", "column", "dozen"];
    let counts = families.map(|family| roulette.family(family).count());
    assert_eq!(counts, [38, 63, 16, 23, 11, 3, 3]);
    assert_eq!(roulette.wagers.len(), 164);
    let split = roulette.wager("split-17-20").unwrap();
    assert_eq!((split.name.as_str(), split.target.as_deref()), ("Split on 17-20", Some("17-20")));
    let said = spoiled(ROULETTE, "spots = \"split\"", "spots = \"red\"");
    assert!(said.contains("spots \"red\" is no kind of place of which there are several"), "{said}");
}

#[test]
fn a_layout_has_the_places_of_its_wheel() {
    let on = |wheel: &'static str| {
        let layout = crate::LayoutFile::parse(LAYOUT).unwrap();
        assert_eq!(layout.check(&book(ROULETTE)), []);
        layout.filled(|option| (option == "wheel").then_some(wheel))
    };
    // The two zeros have a second place, which is the same wager.
    let counts = ["double-zero", "single-zero", "double-zero-as-single"].map(|wheel| {
        let layout = on(wheel);
        (layout.numbers.len(), layout.outside.len(), layout.spots.len())
    });
    assert_eq!(counts, [(38, 12, 150), (37, 12, 145), (38, 12, 142)]);
    let double = on("double-zero");
    let zeros = double.spots.iter().filter(|spot| spot.wager == "split-0-00");
    assert_eq!(zeros.map(|spot| spot.at).collect::<Vec<_>>(), [[3, -1], [-1, 16]]);
    assert!(double.outside.iter().all(|one| !one.label.is_empty()));
}
