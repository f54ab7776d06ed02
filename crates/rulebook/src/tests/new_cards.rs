//! The time after which cards are changed: the file of the documents, and the entries of a table file.

use super::{join, shelf};
use crate::new_cards::read;
use crate::{NewCards, RuleBook, TableConfig, TableDraft, card_hours, lint_table};

const FILE: &str = include_str!("../../new_cards.toml");
const LET_IT_RIDE: &str = include_str!("../../../../rulebooks/ohio/let-it-ride.toml");

fn refused(text: &str) -> String {
    join(&read(text).unwrap_err())
}

fn row(rest: &str) -> String {
    format!("[[cards]]\ngame = \"ohio/blackjack\"\nparagraph = \"OH-BJ-3.IV\"\n{rest}")
}

#[test]
fn the_hours_of_the_documents_can_be_read() {
    assert_eq!(read(FILE).unwrap_or_else(|all| panic!("{}", join(&all))), card_hours());
    for row in card_hours() {
        let hours = match row.dealt.as_deref() {
            None => 24,
            Some("hand") => 6,
            _ => 8,
        };
        assert_eq!(row.hours, hours, "{}", row.paragraph);
    }
}

#[test]
fn hours_that_bind_nobody_are_refused() {
    for hours in ["0", "-6", "169", "six", "6.5"] {
        let expected = format!("line 4: \"{hours}\" is no number of hours; allowed: 1..168");
        assert_eq!(refused(&row(&format!("hours = \"{hours}\"\n"))), expected);
    }
    assert_eq!(refused(&row("")), "line 1: hours is missing");
    let nowhere = "[[cards]]\ngame = \"ohio/blackjack\"\nparagraph = \" \"\nhours = 24\n";
    assert_eq!(refused(nowhere), "line 3: hours need a paragraph");
    let always = row("hours = 24\n");
    let hand = row("hours = 6\ndealt = \"hand\"\n");
    for (first, second) in [(&always, &always), (&always, &hand), (&hand, &always), (&hand, &hand)] {
        let found = refused(&format!("{first}{second}"));
        assert!(found.ends_with("ohio/blackjack has these hours twice"), "{found}");
    }
    assert!(read(&format!("{hand}{}", row("hours = 8\ndealt = \"shoe\"\n"))).is_ok());
}

#[test]
fn how_the_cards_are_dealt_says_which_hours_hold() {
    let book = RuleBook::parse(LET_IT_RIDE).unwrap();
    let of = |dealing: &str| {
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("dealing", dealing, None);
        draft.check(&book).unwrap().card_hours().unwrap()
    };
    assert_eq!((of("hand").hours, of("hand").paragraph.as_str()), (6, "OH-LIR-3.III.A"));
    assert_eq!((of("shoe").hours, of("shoe").paragraph.as_str()), (8, "OH-LIR-3.III.B"));
    let craps = RuleBook::parse(super::OHIO_CRAPS).unwrap();
    assert_eq!(TableConfig::default_for(&craps).card_hours(), None);
}

fn blackjack(more: &str) -> String {
    format!("game = \"ohio/blackjack\"\ncoin = \"0.50\"\nlimits.main = \"5..500 step 5\"\n{more}")
}

#[test]
fn a_table_file_says_whether_the_time_is_kept_and_when_it_warns() {
    let accept =
        |more: &str| lint_table(&blackjack(more), &shelf).unwrap_or_else(|all| panic!("{}", join(&all)));
    let plain = accept("");
    assert_eq!((plain.new_cards, plain.new_cards_warning), (NewCards::Unsaid, 30));
    let said = accept("new-cards = \"kept\"\nnew-cards-warning = 45\n");
    assert_eq!((said.new_cards, said.new_cards_warning), (NewCards::Kept, 45));
    let left = accept("new-cards = \"left-out\"\n");
    assert_eq!(left.new_cards, NewCards::LeftOut);
    // Play does not depend on it, and it is stored only if it was set.
    assert_eq!((&plain.hash, &plain.hash), (&said.hash, &left.hash));
    let book = shelf("ohio/blackjack").unwrap();
    assert!(plain.settings(&book).keys().all(|key| !key.starts_with("new-cards")));
    for table in [said, left] {
        let again = TableConfig::from_settings(&book, &table.settings(&book)).unwrap();
        assert_eq!((again.new_cards, again.new_cards_warning), (table.new_cards, table.new_cards_warning));
    }
}

#[test]
fn what_a_table_file_may_not_say_of_it_is_refused_by_the_paragraph() {
    let refuse = |text: &str| join(&lint_table(text, &shelf).unwrap_err());
    assert_eq!(
        refuse(&blackjack("new-cards = \"never\"\n")),
        "line 4: new-cards \"never\" is not known; allowed: kept, left-out"
    );
    for minutes in ["0", "1440", "soon"] {
        let expected = format!(
            "line 4: new-cards-warning \"{minutes}\" is no number of minutes within the hours; allowed: 1..1439 (OH-BJ-3.IV)"
        );
        assert_eq!(refuse(&blackjack(&format!("new-cards-warning = \"{minutes}\"\n"))), expected);
    }
    let found = refuse("game = \"test/craps\"\nlimits.place-six = \"6..600 step 6\"\nnew-cards = \"kept\"\n");
    assert!(found.contains("no paragraph of test/craps has cards changed by the hour"), "{found}");
}

#[test]
fn at_a_table_with_a_dealer_it_is_never_left_out() {
    let book = shelf("ohio/blackjack").unwrap();
    let mut table = TableConfig::default_for(&book);
    assert_eq!(table.opened(false).unwrap().new_cards, NewCards::Unsaid);
    assert_eq!(table.opened(true).unwrap().new_cards, NewCards::Kept);
    table.new_cards = NewCards::LeftOut;
    assert_eq!(table.opened(false).unwrap().new_cards, NewCards::LeftOut);
    assert_eq!(
        table.opened(true).unwrap_err().to_string(),
        "new-cards \"left-out\" is for tables that the house deals itself; allowed: kept (OH-BJ-3.IV)"
    );
    // A game without such hours is opened unchanged.
    let craps = TableConfig::default_for(&RuleBook::parse(super::OHIO_CRAPS).unwrap());
    assert_eq!(craps.opened(true).unwrap().new_cards, NewCards::Unsaid);
}
