//! House files: every refusal once, with its line, its paragraph and the allowed values.

use std::sync::Arc;

use felt::{Money, Rounding};

use super::{book, join};
use crate::house::kind;
use crate::{Division, Reset, RuleBook, is_house, lint_house, progressives, read_house};

const PROGRESSIVES: &str = include_str!("../../progressives.toml");
const ULTIMATE: &str = include_str!("../../../../rulebooks/ohio/ultimate-texas-holdem.toml");
const LET_IT_RIDE: &str = include_str!("../../../../rulebooks/ohio/let-it-ride.toml");
const RIDE_FREE: &str = include_str!("../../../../rulebooks/colorado/ride-free.toml");
const WILD: &str = include_str!("../../../../rulebooks/colorado/deuces-wild-xtreme.toml");
const THREE_DICE: &str = include_str!("../../../../rulebooks/colorado/three-dice-baccarat.toml");
const BLACKJACK: &str = include_str!("../../../../rulebooks/colorado/blackjack.toml");
const ROCKET_ACES: &str = include_str!("../../../../rulebooks/colorado/rocket-aces.toml");

const OHIO: &str = include_str!("../../../../houses/ohio.toml");
const COLORADO: &str = include_str!("../../../../houses/colorado.toml");
const ULTIMATE_TABLE: &str = include_str!("../../../../tables/ultimate-texas-holdem.toml");
const LET_IT_RIDE_TABLE: &str = include_str!("../../../../tables/let-it-ride.toml");
const RIDE_FREE_TABLE: &str = include_str!("../../../../tables/ride-free.toml");
const THREE_DICE_TABLE: &str = include_str!("../../../../tables/three-dice-baccarat.toml");
const BLACKJACK_TABLE: &str = include_str!("../../../../tables/colorado-blackjack.toml");

fn shelf(id: &str) -> Option<Arc<RuleBook>> {
    Some(Arc::new(match id {
        "ohio/ultimate-texas-holdem" => book(ULTIMATE),
        "ohio/let-it-ride" => book(LET_IT_RIDE),
        "colorado/ride-free" => book(RIDE_FREE),
        "colorado/deuces-wild-xtreme" => book(WILD),
        "colorado/three-dice-baccarat" => book(THREE_DICE),
        "colorado/blackjack" => book(BLACKJACK).with_side_bets(&[book(ROCKET_ACES)]),
        _ => return super::shelf(id),
    }))
}

/// A house of one meter, on line 4, whose keys follow in the order in which they are given.
fn meter(jurisdiction: &str, keys: &str) -> String {
    format!("house = \"H\"\njurisdiction = \"{jurisdiction}\"\ncurrency = \"USD\"\n[[meter]]\n{keys}")
}

/// A valid multi-link meter, with one change.
fn linked(change: &str) -> String {
    let mut keys: Vec<String> =
        ["id = \"pit\"", "kind = \"multi-link\"", "wager = \"1\"", "seed = \"10,000\""]
            .into_iter()
            .chain(["rate = \"21%\"", "tables = [\"ultimate\"]"])
            .map(str::to_owned)
            .collect();
    for line in change.lines() {
        let key = line.split('=').next().unwrap_or_default();
        match keys.iter_mut().find(|known| known.starts_with(key)) {
            Some(known) => line.clone_into(known),
            None => keys.push(line.to_owned()),
        }
    }
    meter("ohio", &keys.join("\n"))
}

fn alone(text: &str) -> String {
    match read_house(text) {
        Ok(_) => String::new(),
        Err(findings) => join(&findings),
    }
}

fn together(files: &[(&str, &str)]) -> String {
    let all = lint_house(files, &shelf);
    all.iter().map(|(path, finding)| format!("{path} {finding}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_progressives_of_the_documents_can_be_read() {
    let read = kind::read(PROGRESSIVES).unwrap_or_else(|findings| panic!("{}", join(&findings)));
    assert_eq!(read, progressives());
    assert_eq!(read.len(), 14);
    for kind in &read {
        let ids = progressives().iter().filter(|other| other.id == kind.id);
        assert_eq!(ids.count(), 1, "{}", kind.id);
        assert!(!kind.games.is_empty() && !kind.games_cites.is_empty(), "{}", kind.id);
        // A refusal based on a figure names the paragraph.
        assert_eq!(kind.least_rate.is_some() || kind.least_seed.is_some(), !kind.least_cites.is_empty());
        assert!(kind.unit.is_none() || !kind.unit_cites.is_empty());
        assert_eq!(kind.base.is_some(), !kind.base_cites.is_empty());
        assert!(!kind.unit_cites.is_empty() || !kind.base_cites.is_empty());
        for game in kind.games.iter().filter_map(|game| shelf(game)) {
            assert!(
                game.wager(&kind.wager).is_some_and(|wager| wager.side_bet),
                "{} of {}",
                kind.id,
                game.id
            );
            assert_eq!(game.jurisdiction, kind.jurisdiction);
            assert_eq!(game.currency, kind.currency);
        }
    }
    let spoiled = |from: &str, to: &str| join(&kind::read(&PROGRESSIVES.replacen(from, to, 1)).unwrap_err());
    assert!(spoiled("least_rate = \"21%\"", "least_rate = \"much\"").contains("\"much\" is not a rate"));
    assert!(spoiled("unit = \"1\"", "unit = \"one\"").contains("\"one\" is not an amount"));
    assert!(spoiled("\"USD\"", "\"XXX\"").contains("\"XXX\" is not a known currency"));
    assert!(spoiled("base = \"1\"", "basis = \"1\"").contains("did you mean \"base\"?"));
}

#[test]
fn the_example_houses_are_accepted_with_the_example_tables() {
    let bonus = include_str!("../../../../rulebooks/ohio/texas-holdem-bonus.toml");
    let mississippi = include_str!("../../../../rulebooks/ohio/mississippi-stud.toml");
    let four = include_str!("../../../../rulebooks/ohio/four-card-poker.toml");
    let crazy = include_str!("../../../../rulebooks/ohio/crazy-four-poker.toml");
    let shelf = |id: &str| match id {
        "ohio/texas-holdem-bonus" => Some(Arc::new(book(bonus))),
        "ohio/mississippi-stud" => Some(Arc::new(book(mississippi))),
        "ohio/four-card-poker" => Some(Arc::new(book(four))),
        "ohio/crazy-four-poker" => Some(Arc::new(book(crazy))),
        _ => shelf(id),
    };
    let files = [
        ("houses/colorado.toml", COLORADO),
        ("houses/ohio.toml", OHIO),
        ("tables/colorado-blackjack.toml", BLACKJACK_TABLE),
        ("tables/crazy-four-poker.toml", include_str!("../../../../tables/crazy-four-poker.toml")),
        ("tables/deuces-wild-xtreme.toml", include_str!("../../../../tables/deuces-wild-xtreme.toml")),
        ("tables/four-card-poker.toml", include_str!("../../../../tables/four-card-poker.toml")),
        ("tables/let-it-ride.toml", LET_IT_RIDE_TABLE),
        ("tables/mississippi-stud.toml", include_str!("../../../../tables/mississippi-stud.toml")),
        ("tables/ride-free.toml", RIDE_FREE_TABLE),
        ("tables/texas-holdem-bonus.toml", include_str!("../../../../tables/texas-holdem-bonus.toml")),
        ("tables/three-dice-baccarat.toml", THREE_DICE_TABLE),
        ("tables/ultimate-texas-holdem.toml", ULTIMATE_TABLE),
    ];
    let errors = lint_house(&files, &shelf);
    let errors: Vec<_> = errors.iter().filter(|(_, f)| f.severity == crate::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn a_meter_is_read_with_everything_it_says() {
    let house = read_house(COLORADO).unwrap();
    assert_eq!((house.name.as_str(), house.meters.len()), ("Gold Camp", 10));
    let rockets = &house.meters[5];
    assert_eq!(
        (rockets.id.as_str(), rockets.kind.id.as_str(), rockets.number),
        ("rockets", "rocket-aces", 1)
    );
    assert_eq!(rockets.wager, Money::minor(500));
    assert_eq!(rockets.terms.seed, Money::minor(2_000_000));
    assert_eq!(rockets.terms.rate.to_string(), "15%");
    assert_eq!(rockets.terms.reserve.map(|rate| rate.to_string()), Some("1/30".to_owned()));
    assert_eq!((rockets.terms.rounding, rockets.terms.coin), (Rounding::Down, Money::minor(100)));
    assert_eq!((rockets.terms.reset, rockets.terms.division), (Reset::BelowSeed, Division::Equal));
    assert_eq!(house.meters[1].number, 2);
    let ohio = read_house(OHIO).unwrap();
    assert_eq!(ohio.meters[1].secondary_of.as_deref(), Some("poker-pit"));
    let said = linked("rounding = \"nearest-up\"\ndivision = \"first-paid\"\nreset = \"emptied\"");
    let said = read_house(&said).unwrap().meters[0].terms;
    assert_eq!((said.rounding, said.division), (Rounding::NearestUp, Division::FirstPaid));
}

#[test]
fn a_house_file_is_known_by_its_first_lines() {
    assert!(is_house(OHIO) && is_house("house=\"H\"") && is_house("currency = \"USD\"\n house = = broken"));
    assert!(!is_house(ULTIMATE_TABLE) && !is_house("[options]\nhouse = \"x\"\n") && !is_house(""));
    let mistaken = join(&crate::lint_table(OHIO, &shelf).unwrap_err());
    assert!(mistaken.starts_with("this is a house file, which names meters"), "{mistaken}");
    let unread = lint_house(&[("h.toml", "house = \"H\"\n= 5")], &shelf);
    assert!(unread.len() == 1 && unread[0].1.what.starts_with("column 1"), "{unread:?}");
}

#[test]
fn what_the_file_itself_gets_wrong() {
    assert_eq!(alone("house = \"H\""), "line 1: jurisdiction is missing\nline 1: currency is missing");
    let lost = "house = \"H\"\njurisdiction = \"ohoi\"\ncurrency = \"USB\"\nmeters = 1\n";
    assert_eq!(
        alone(lost),
        "line 4: unknown key \"meters\"; did you mean \"meter\"?; allowed: house, jurisdiction, currency, meter\n\
         line 2: unknown jurisdiction \"ohoi\"; did you mean \"ohio\"?; allowed: ohio, colorado\n\
         line 3: unknown currency \"USB\"; did you mean \"USD\"?; allowed: USD, SGD"
    );
    let bare = alone(&meter("ohio", ""));
    for key in ["id", "kind", "seed", "rate", "wager"] {
        assert!(bare.contains(&format!("line 4: {key} is missing")), "{bare}");
    }
    let said = |change: &str| alone(&linked(change));
    assert_eq!(said(""), "");
    assert_eq!(
        said("kind = \"multilink\""),
        "line 6: unknown kind of progressive \"multilink\"; did you mean \"multi-link\"?; allowed: multi-link, \
         let-it-ride, mississippi-stud, ultimate-texas-holdem, texas-holdem-bonus, four-card-poker, crazy-four-poker"
    );
    assert_eq!(
        said("rate = \"a fifth\""),
        "line 9: rate: \"a fifth\" is not a rate: write a part of the stake such as 21%, 0.5% or 1/3"
    );
    assert!(said("rate = 0.21").contains("put amounts in quotes"), "{}", said("rate = 0.21"));
    assert!(said("seed = \"much\"").starts_with("line 8: seed: \"much\" is not an amount"));
    assert_eq!(said("coin = \"0\""), "line 11: coin \"0\" is not a positive amount");
    assert_eq!(said("number = 0"), "line 11: number \"0\" is not the number of a meter: 1, 2 or 3");
    assert_eq!(
        said("rounding = \"nearest\""),
        "line 11: rounding \"nearest\" is not known; allowed: down, up, nearest-up, nearest-down"
    );
    assert_eq!(
        said("reset = \"never\""),
        "line 11: reset \"never\" is not known; allowed: emptied, below-seed"
    );
    assert_eq!(
        said("division = \"fair\""),
        "line 11: division \"fair\" is not known; allowed: equal, first-paid"
    );
    assert_eq!(
        said("reserve = \"80%\""),
        "line 11: pit cannot be kept: meter and reserve together take more than the stake"
    );
    assert!(said("sed = \"1\"").contains("did you mean \"seed\"?"));
    assert_eq!(said("tables = []"), "line 4: no table feeds pit; name those that do");
    let twice = linked("").replace("[[meter]]", "[[meter]]\nid = \"pit\"\nkind = \"multi-link\"\nwager = \"1\"\nseed = \"10,000\"\nrate = \"21%\"\ntables = [\"x\"]\n[[meter]]");
    assert_eq!(alone(&twice), "line 12: there are two meters \"pit\"");
}

#[test]
fn ohio_wants_so_much_at_least() {
    let said = |change: &str| alone(&linked(change));
    assert_eq!(
        said("rate = \"20.9999%\""),
        "line 9: the rate 20.9999% of pit is too low; allowed: 21% or more, a secondary jackpot's with it \
         (OH-MLP-7.III:a)"
    );
    assert_eq!(
        said("seed = \"9,999.99\""),
        "line 8: pit begins, and begins again, with 9,999.99, which is too little; allowed: 10,000.00 or more \
         (OH-MLP-7.III:c)"
    );
    assert_eq!(
        said("wager = \"5\""),
        "line 7: a wager of 5 on pit is not approved; allowed: 1 (OH-MLP-3.II)"
    );
    // The part for a reserve does not count towards the rate of progression.
    assert!(said("rate = \"20%\"\nreserve = \"5%\"").ends_with("(OH-MLP-7.III:a)"));
    // The words of its own document govern a game's own progressive.
    let own = said("kind = \"ultimate-texas-holdem\"\nrate = \"1%\"\nseed = \"1\"\nwager = \"2\"");
    assert_eq!(own.matches("(OH-UTH-12.3.III)").count(), 2, "{own}");
    assert!(own.contains("(OH-UTH-12.1.II:a)"));
}

#[test]
fn a_secondary_jackpot_has_a_part_of_the_rate() {
    let with = |first: &str, second: &str| {
        let second = format!(
            "\n[[meter]]\nid = \"second\"\nkind = \"multi-link\"\nwager = \"1\"\nseed = \"5\"\n{second}"
        );
        alone(&(linked(first) + &second))
    };
    assert_eq!(with("rate = \"14%\"", "secondary-of = \"pit\"\nrate = \"7%\""), "");
    assert_eq!(
        with("rate = \"14%\"", "secondary-of = \"pit\"\nrate = \"6%\""),
        "line 9: the rate 14% of pit is too low, and with its secondary jackpot only 20%; allowed: 21% or more, a \
         secondary jackpot's with it (OH-MLP-7.III:b)"
    );
    assert_eq!(
        with("", "secondary-of = \"pitt\"\nrate = \"7%\""),
        "line 16: unknown meter \"pitt\"; did you mean \"pit\"?; allowed: pit"
    );
    assert_eq!(
        with("", "secondary-of = \"pit\"\nrate = \"7%\"\ntables = [\"ultimate\"]"),
        "line 16: second is fed by the tables of pit, and names none of its own (OH-MLP-7.III:b)"
    );
    assert_eq!(
        with("kind = \"let-it-ride\"", "secondary-of = \"pit\"\nrate = \"7%\""),
        "line 16: pit is Let It Ride Progressive, which has no secondary jackpot of that kind (OH-LIR-15.1.I:a)"
    );
    let own = with("", "secondary-of = \"second\"\nrate = \"7%\"");
    assert!(own.starts_with("line 16: unknown meter \"second\""), "{own}");
}

#[test]
fn a_fixed_seed_grows_with_the_wager() {
    let seeded = |kind: &str, keys: &str| {
        let keys = format!("id = \"m\"\nkind = \"{kind}\"\ntables = [\"ride-free\"]\nrate = \"10%\"\n{keys}");
        alone(&meter("colorado", &keys))
    };
    let five = "wager = \"5\"\nseed = \"5,000\"\nfixed-seed = \"1,000\"";
    assert_eq!(seeded("21-3", five), "");
    assert_eq!(
        seeded("21-3", "wager = \"5\"\nseed = \"1,000\"\nfixed-seed = \"1,000\""),
        "line 10: the seed 1,000.00 of m is not the fixed seed of 1,000.00 scaled from a wager of 1 to one of 5; \
         allowed: 5,000.00 (CO-RF-30.A.VI)"
    );
    assert!(
        seeded("lucky-ladies", "wager = \"2\"\nseed = \"1\"\nfixed-seed = \"1\"").ends_with("(CO-RF-31.A.V)")
    );
    assert!(
        seeded("triple", "wager = \"2\"\nseed = \"1\"\nfixed-seed = \"1\"").ends_with("(CO-3DB-14.A.VII)")
    );
    // The document scales what it does not fix; a house that writes it is checked against it.
    assert!(
        seeded("goin-wild", "wager = \"2\"\nseed = \"1\"\nfixed-seed = \"1\"")
            .ends_with("(CO-DWX-17.A.III:b)")
    );
    assert_eq!(seeded("goin-wild", "wager = \"2\"\nseed = \"1\""), "");
    assert_eq!(
        seeded("21-3", "wager = \"1\"\nseed = \"1,000\""),
        "line 10: m has neither a reserve nor a fixed seed; a pay table of 21+3 Progressive was approved with the one \
         or the other; allowed: reserve = a rate, or fixed-seed = the seed approved for the pay table (CO-RF-30.A.VI)"
    );
    assert_eq!(seeded("21-3", "wager = \"1\"\nseed = \"0\"\nreserve = \"5%\""), "");
    assert_eq!(
        seeded("lucky-ladies", &format!("{five}\nreserve = \"5%\"")),
        "line 11: m has both a reserve and a fixed seed; with a reserve any seed will do; allowed: one of the two \
         (CO-RF-31.A.IV)"
    );
    assert_eq!(
        seeded("21-3", "wager = \"0.50\"\nseed = \"5\"\nfixed-seed = \"10.01\""),
        "line 11: a fixed seed of 10.01 cannot be scaled from a wager of 1 to one of 0.50 in whole cents \
         (CO-RF-30.A.VI)"
    );
    assert_eq!(
        seeded("rocket-aces", five),
        "line 11: Rocket Aces Blackjack Progressive knows no fixed seed; allowed: seed alone (CO-RA-0.2)"
    );
    assert_eq!(seeded("rocket-aces", "wager = \"5\"\nseed = \"0\""), "");
}

#[test]
fn only_the_games_that_may_be_linked_feed_a_meter() {
    let ohio = |change: &str, file: (&str, &str)| together(&[("h.toml", &linked(change)), file]);
    assert_eq!(ohio("", ("t/ultimate.toml", ULTIMATE_TABLE)), "");
    assert_eq!(ohio("tables = [\"ultimate.toml\"]", ("ultimate.toml", ULTIMATE_TABLE)), "");
    let craps = "game = \"ohio/craps\"\ncoin = \"1\"\nlimits.main = \"15..2000 step 5\"\n";
    assert_eq!(
        ohio("", ("ultimate.toml", craps)),
        "h.toml line 10: ultimate is a table of ohio/craps, which may not feed a Multi-Linked Progressive Jackpot; \
         allowed: ohio/let-it-ride, ohio/mississippi-stud, ohio/ultimate-texas-holdem, ohio/texas-holdem-bonus, \
         ohio/four-card-poker, ohio/crazy-four-poker (OH-MLP-5.II)"
    );
    let own = ohio("kind = \"let-it-ride\"", ("ultimate.toml", ULTIMATE_TABLE));
    assert!(
        own.contains("may not feed a Let It Ride Progressive; allowed: ohio/let-it-ride (OH-LIR-15.1.I:a)"),
        "{own}"
    );
    assert_eq!(
        ohio("", ("ultimate.toml", RIDE_FREE_TABLE)).lines().next().unwrap(),
        "h.toml line 10: ultimate is under the rules of colorado, the house under those of ohio"
    );
    let linked = meter(
        "colorado",
        "id = \"m\"\nkind = \"five-card-linked\"\nwager = \"1\"\nseed = \"1\"\nrate = \"1%\"\ntables = [\"ride-free\"]",
    );
    let found = together(&[("h.toml", &linked), ("ride-free.toml", RIDE_FREE_TABLE)]);
    assert!(found.contains("may not feed a Five-Card Linked Progressive"), "{found}");
    assert!(found.contains("(CO-DWX-11.F:b)"), "{found}");
    let other = meter("ohio", "id = \"m\"\nkind = \"21-3\"");
    assert!(
        alone(&other).contains("line 6: 21-3 is a progressive of colorado, not of ohio; allowed: multi-link")
    );
    let foreign = super::meters::linked("").replace("USD", "SGD");
    assert_eq!(
        alone(&foreign),
        "line 6: multi-link is approved in USD, and the house plays for SGD; allowed: USD (OH-MLP-5.II)"
    );
    let dollars = |id: &str| {
        let text = ULTIMATE.replace("currency = \"USD\"", "currency = \"SGD\"");
        (id == "ohio/ultimate-texas-holdem").then(|| Arc::new(book(&text)))
    };
    let found = lint_house(
        &[("h.toml", super::meters::linked("").as_str()), ("ultimate.toml", ULTIMATE_TABLE)],
        &dollars,
    );
    assert_eq!(found[0].1.what, "ultimate plays for SGD, the house for USD");
}

#[test]
fn tables_are_found_by_the_names_of_their_files() {
    let named = |names: &str, files: &[(&str, &str)]| {
        let house = linked(&format!("tables = [{names}]"));
        let mut all = vec![("h.toml", house.as_str())];
        all.extend(files);
        together(&all)
    };
    let tables = [("a/ultimate.toml", ULTIMATE_TABLE), ("b/ultimate.toml", ULTIMATE_TABLE)];
    assert_eq!(named("\"a/ultimate\", \"b/ultimate.toml\"", &tables), "");
    assert!(
        named("\"ultimate\"", &tables).starts_with(
            "h.toml line 10: \"ultimate\" may be several tables; name more of its path; allowed: a/ultimate.toml, \
             b/ultimate.toml"
        )
    );
    let found = named("\"ultimat\"", &[("a/ultimate.toml", ULTIMATE_TABLE)]);
    assert!(
        found.starts_with(
            "h.toml line 10: unknown table \"ultimat\"; did you mean \"ultimate\"?; allowed: ultimate"
        ),
        "{found}"
    );
    assert_eq!(
        named("\"ultimate\"", &[]),
        "h.toml line 10: there is no table \"ultimate\": no table file is checked together with this house"
    );
    assert_eq!(
        named("\"ultimate\", \"ultimate\"", &tables[..1]),
        "h.toml line 10: pit is fed by ultimate twice"
    );
}

#[test]
fn a_table_offers_what_its_meters_are_for() {
    let ohio = |table: &str| together(&[("h.toml", &linked("")), ("ultimate.toml", table)]);
    let without = ULTIMATE_TABLE.replace("[side-bets.progressive]\nlimits = \"1\"\n", "");
    assert_eq!(
        ohio(&without),
        "h.toml line 10: ultimate does not offer progressive; allowed: [side-bets.progressive] in its file \
         (OH-MLP-5.II)"
    );
    let study = ULTIMATE_TABLE.replace("boxes = 6", "boxes = 6\nstudy = true");
    assert_eq!(
        ohio(&study),
        "h.toml line 10: ultimate is for study and is never opened, so it cannot feed pit (OH-MLP-5.II)"
    );
    // A table with faults of its own must be fixed first.
    let faulty = ohio(&ULTIMATE_TABLE.replace("boxes = 6", "boxes = 66"));
    assert!(faulty.starts_with("ultimate.toml ") && faulty.lines().count() == 1, "{faulty}");

    let rockets = |wager: &str, number: u8| {
        let keys = format!(
            "id = \"m\"\nkind = \"rocket-aces\"\nwager = \"{wager}\"\nseed = \"1\"\nrate = \"1%\"\ncoin = \"1\"\nnumber = {number}\ntables = [\"bj\"]"
        );
        together(&[("h.toml", &meter("colorado", &keys)), ("bj.toml", BLACKJACK_TABLE)])
    };
    assert_eq!(rockets("5", 1), "");
    assert_eq!(
        rockets("1", 1),
        "h.toml line 12: bj takes 5 on rocket-aces, and m is for wagers of 1; allowed: 1 (CO-RA-1.A)"
    );
    assert_eq!(
        rockets("5", 3),
        "h.toml line 12: m is number 3, and pay table CO-RA-2/T9 of bj has 1; allowed: 1..1 (CO-RA-2/T9)\n\
         bj.toml line 21: rocket-aces draws on a meter, and none in h.toml names this table; allowed: a meter of kind \
         rocket-aces (CO-RA-2/T9)"
    );
}

#[test]
fn a_table_rounds_awards_as_its_meter_does() {
    let linked = |change: &str, awards: &str| {
        let table = ULTIMATE_TABLE.replace("boxes = 6", &format!("boxes = 6\n{awards}"));
        together(&[("h.toml", &linked(change)), ("ultimate.toml", &table)])
    };
    assert_eq!(
        linked("coin = \"1\"", ""),
        "h.toml line 10: ultimate rounds awards down, and pit pays them down to 1; allowed: awards = \"down to 1\" in \
         its file"
    );
    assert_eq!(linked("coin = \"1\"", "awards = \"down to 1\""), "");
    assert_eq!(linked("", "awards = \"down\""), "");
    let found = linked("rounding = \"up\"", "awards = \"down to 0.05\"");
    assert!(
        found.contains("rounds awards down to 0.05, and pit pays them up; allowed: awards = \"up\""),
        "{found}"
    );
    // No table pays a secondary jackpot, which a house awards in its own ways.
    let second = "\n[[meter]]\nid = \"second\"\nkind = \"multi-link\"\nsecondary-of = \"pit\"\nwager = \"1\"\n\
                  seed = \"5\"\nrate = \"1%\"";
    let house = super::meters::linked("coin = \"0.05\"") + second;
    let table = ULTIMATE_TABLE.replace("boxes = 6", "boxes = 6\nawards = \"down to 0.05\"");
    assert_eq!(together(&[("h.toml", &house), ("ultimate.toml", &table)]), "");
    let house = read_house(&house).unwrap();
    let table = crate::lint_table(&table, &shelf).unwrap();
    assert_eq!(crate::check_feed(&book(ULTIMATE), &table, &house), []);
}

#[test]
fn two_lines_of_all_draw_on_one_meter_where_the_wager_has_no_more() {
    let wild = |paytable: &str, number: u8| {
        let keys = format!(
            "id = \"m\"\nkind = \"five-card-linked\"\nwager = \"1\"\nseed = \"1\"\nrate = \"1%\"\nnumber = {number}\ntables = [\"wild\"]"
        );
        let table = format!(
            "game = \"colorado/deuces-wild-xtreme\"\nlimits.ante = \"5..100 step 5\"\n[side-bets.five-card-linked]\n\
             limits = \"1\"\npaytable = \"{paytable}\"\n"
        );
        together(&[("h.toml", &meter("colorado", &keys)), ("wild.toml", &table)])
    };
    for paytable in ["CO-DWX/PT-BJS-5CL-01", "CO-DWX/PT-BJS-5CL-05", "CO-DWX/PT-BJS-5CL-10"] {
        assert_eq!(wild(paytable, 1), "", "{paytable}");
        assert!(wild(paytable, 2).contains("m is number 2, and pay table"), "{paytable}");
    }
}

#[test]
fn each_meter_of_a_table_is_fed_once() {
    let colorado = |house: &str, blackjack: &str| {
        let wild = include_str!("../../../../tables/deuces-wild-xtreme.toml");
        let tables = [
            ("ride-free.toml", RIDE_FREE_TABLE),
            ("colorado-blackjack.toml", blackjack),
            ("deuces-wild-xtreme.toml", wild),
            ("three-dice-baccarat.toml", THREE_DICE_TABLE),
        ];
        together(&[("c.toml", house), tables[0], tables[1], tables[2], tables[3]])
    };
    assert_eq!(colorado(COLORADO, BLACKJACK_TABLE), "");
    let without = COLORADO.replacen("number = 2\ntables = [\"ride-free\"]", "number = 2\ntables = []", 1);
    let found = colorado(&without, BLACKJACK_TABLE);
    assert!(
        found.ends_with(
            "ride-free.toml line 42: 21-3-progressive draws on 2 meters, and none of number 2 in c.toml names this \
             table; allowed: a meter of kind 21-3 (CO-RF/PT-BJS-213-01)"
        ),
        "{found}"
    );
    let found = colorado(&COLORADO.replacen("number = 2", "number = 1", 1), BLACKJACK_TABLE);
    assert!(found.contains("21-3-progressive of ride-free feeds 21-3-suit already (CO-RF-2)"), "{found}");
    // Independent meters: the last table of Rocket Aces has three.
    let found = colorado(COLORADO, &BLACKJACK_TABLE.replace("CO-RA-2/T9", "CO-RA-2/T11"));
    assert!(found.contains("rocket-aces draws on 3 meters, and none of number 2 or 3 in c.toml"), "{found}");
    // Without a house file meters are not checked, nor with the house file of another state.
    assert_eq!(together(&[("ultimate.toml", ULTIMATE_TABLE)]), "");
    let other = together(&[("o.toml", OHIO), ("t/ride-free.toml", RIDE_FREE_TABLE)]);
    assert!(!other.contains("draws on"), "{other}");
    // If a meter could not be read, its tables are not reported.
    let half = linked("rate = \"x\"");
    assert_eq!(together(&[("h.toml", &half), ("ultimate.toml", ULTIMATE_TABLE)]).lines().count(), 1);
}

#[test]
fn no_text_makes_it_panic() {
    let files = [("t.toml", ULTIMATE_TABLE)];
    for (at, _) in OHIO.char_indices() {
        for put in ["", "\"", "0", "[", "-"] {
            let house = format!("{}{put}{}", &OHIO[..at], OHIO.get(at + 1..).unwrap_or_default());
            let _ = lint_house(&[("h.toml", house.as_str()), files[0]], &|_| None);
        }
    }
}
