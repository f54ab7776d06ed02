//! The documents' pay tables, the rule books that must agree with them, and table files.

use rulebook::{PayTable, RuleBook, read_table};
use second::free_bet::tables;
use second::free_bet::terms::{Prize, Terms, side};
use std::panic::catch_unwind;

const FREE_BET: &str = include_str!("../../../rulebooks/ohio/free-bet-blackjack.toml");
const RIDE_FREE: &str = include_str!("../../../rulebooks/colorado/ride-free.toml");
const ROCKET_ACES: &str = include_str!("../../../rulebooks/colorado/rocket-aces.toml");

/// The text of a rule book with one pay table changed.
fn changed(text: &str, code: &str, from: &str, to: &str) -> PayTable {
    let (before, table) = text.split_once(&format!("code = \"{code}\"")).unwrap();
    assert!(table.contains(from));
    let book = format!("{before}code = \"{code}\"{}", table.replacen(from, to, 1));
    RuleBook::parse(&book).unwrap().paytable(code).unwrap().clone()
}

#[test]
fn the_rule_books_pay_what_the_documents_print() {
    let mut seen = 0;
    for text in [FREE_BET, RIDE_FREE, ROCKET_ACES] {
        for table in RuleBook::parse(text).unwrap().paytables {
            side(&table.wager, &table);
            seen += 1;
        }
    }
    assert_eq!(seen, tables::printed().count());
}

#[test]
fn a_rule_book_with_other_pays_is_found_out() {
    for (text, code, from, to) in [
        (RIDE_FREE, "CO-RF/PT-FLT-SB1-02", "7 to 1", "8 to 1"),
        (RIDE_FREE, "CO-RF/PT-BJS-213-08", "$125", "$150"),
        (ROCKET_ACES, "CO-RA-2/T9", "25%", "20%"),
        (ROCKET_ACES, "CO-RA-2/T9", "5 for 1", "5 to 1"),
    ] {
        let table = changed(text, code, from, to);
        assert!(catch_unwind(|| side(&table.wager, &table)).is_err(), "{code}");
    }
}

#[test]
fn rows_that_cannot_be_read_are_taken_from_the_rule_book() {
    let book = RuleBook::parse(RIDE_FREE).unwrap();
    let rows = side("21-3-progressive", book.paytable("CO-RF/PT-BJS-213-03").unwrap()).rows;
    assert_eq!(rows[6].prize, Prize::For((3, 1)));
    assert_eq!(rows[1].prize, Prize::Meter("21-3-2".into()));
    assert_eq!(side("21-3-progressive", book.paytable("CO-RF/PT-BJS-213-11").unwrap()).rows.len(), 6);
}

#[test]
fn the_dealers_envy_in_the_rule_book_is_the_documents() {
    for number in 1..=4 {
        let code = format!("PT-FLT-213-E0{number}");
        let (_, table) = RIDE_FREE.split_once(&format!("code = \"CO-RF/{code}\"")).unwrap();
        let lines = table.lines().skip_while(|line| !line.contains("{ id")).take(4);
        let in_book: Vec<Option<i64>> = lines
            .map(|line| line.split_once("envy = \"$").map(|(_, rest)| rest.split('"').next().unwrap()))
            .map(|dollars| dollars.map(|dollars| dollars.parse().unwrap()))
            .collect();
        let (_, rows) = tables::printed().find(|(known, _)| *known == code).unwrap();
        let printed: Vec<Option<i64>> =
            rows.iter().take(4).map(|(shape, _)| tables::envy(&code, *shape)).collect();
        assert_eq!(in_book, printed, "{code}");
    }
}

#[test]
fn the_table_files_read() {
    let read = |book: &str, table: &str| {
        let book = RuleBook::parse(book).unwrap();
        Terms::read(&book, &read_table(table).unwrap().check(&book).unwrap())
    };
    let ohio = read(FREE_BET, include_str!("../../../tables/free-bet-blackjack.toml"));
    assert_eq!((ohio.blackjack, ohio.pushes_22, ohio.late_surrender), ((3, 2), true, false));
    assert!(ohio.free_doubles && ohio.free_splits && !ohio.dealers_bets && !ohio.free_first);
    assert_eq!(ohio.sides.len(), 1);
    let colorado = read(RIDE_FREE, include_str!("../../../tables/ride-free.toml"));
    assert!(colorado.late_surrender && colorado.dealers_bets && colorado.free_first && colorado.hits_soft_17);
    assert_eq!(colorado.specific, felt::Suit::Hearts);
    let kinds: Vec<&str> = colorado.sides.iter().map(|side| side.kind.as_str()).collect();
    assert_eq!(kinds[0..3], ["hedge-22", "silver-stack", "bust-bonus"]);
}
