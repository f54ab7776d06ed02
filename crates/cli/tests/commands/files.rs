//! Table files wherever a table is named, the built-in files, and messages about typing errors.

use crate::common::{Said, command, croupier, directory, feed};
use std::path::Path;

const HOUSE: &str = "\
game = \"ohio/blackjack\"
name = \"The corner table\"
boxes = 3
decks = 2
coin = \"1\"
[limits]
main = \"10..100 step 10\"
[options]
blackjack-pays = \"6 to 5\"
dealing = \"pitch\"
";

const ASKS: &str = "\
scenario What does a blackjack pay at the corner table
table corner.toml
bets A at 1: main 10
deal 1: (As) (Kd)  dealer: 7c ??
A show
turn 1: As Kd
";

/// Runs the program in a directory.
fn within(folder: &Path, args: &[&str]) -> Said {
    let mut command = command(args);
    command.current_dir(folder);
    feed(command, "")
}

#[test]
fn a_table_file_stands_wherever_a_table_is_named() {
    let house = directory("table-files", &[("corner.toml", HOUSE), ("asks.scenario", ASKS)]);
    for args in [&["deal", "corner.toml"][..], &["deal", "--table", "corner.toml"]] {
        let said = within(&house, args);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.contains("on box 1 (main)"), "{}", said.out);
    }
    let said = within(&house, &["deal", "blackjack", "--table", "corner.toml", "--seats", "4"]);
    assert!(said.err.contains("\"blackjack\" is a game of several states"), "{}", said.err);
    let said = within(&house, &["deal", "ohio/blackjack", "--table", "corner.toml", "--seats", "4"]);
    assert!(said.err.contains("the table has 3 boxes"), "{}", said.err);
    let said = within(&house, &["deal", "ohio/craps", "--table", "corner.toml"]);
    assert!(said.err.contains("corner.toml is a table of ohio/blackjack, not of ohio/craps"), "{}", said.err);
    let said = within(&house, &["deal", "--table", "corner.toml soft-17 stand mid-shoe-entry maybe"]);
    assert!(said.err.contains("corner.toml: mid-shoe-entry \"maybe\" is not approved"), "{}", said.err);
    let said = within(&house, &["irregular", "corner.toml"]);
    assert!(
        said.out.contains("turn-hands") && said.code == 0,
        "hands are turned where two decks are pitched"
    );
    assert_eq!(within(&house, &["deal"]).code, 2, "a game or a file must be named");
}

#[test]
fn a_scenario_names_a_table_file_beside_it() {
    let house = directory("table-files-scenario", &[("corner.toml", HOUSE), ("asks.scenario", ASKS)]);
    let asks = house.join("asks.scenario");
    let said = croupier(&["run", asks.to_str().unwrap()], "");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("expect   A at 1: main wins 12 at 6 to 5"), "{}", said.out);
    std::fs::write(&asks, ASKS.replace("corner", "croner")).unwrap();
    let said = croupier(&["run", asks.to_str().unwrap()], "");
    assert!(said.code == 1 && said.out.contains("croner.toml"), "{}", said.out);
}

#[test]
fn rules_shows_what_a_table_really_offers() {
    let house = directory("rules-of-a-table", &[("corner.toml", HOUSE)]);
    let said = within(&house, &["rules", "corner.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for part in ["The corner table", "2 decks, 3 boxes", "10..100 step 10", "6 to 5", "not the default"] {
        assert!(said.out.contains(part), "{part} in:\n{}", said.out);
    }
    assert!(!said.out.contains("house-money"), "a side bet that is not offered:\n{}", said.out);
    let json = within(&house, &["rules", "corner.toml", "--json"]).json();
    assert_eq!((&json["settings"]["options.dealing"], &json["study"]), (&"pitch".into(), &false.into()));
    let craps = within(&house, &["rules", "tables/craps.toml"]);
    assert!(craps.out.contains("place-4, 10"), "wagers that are alike are told together:\n{}", craps.out);
    assert!(craps.out.lines().all(|line| line.chars().count() <= 80), "{}", craps.out);
}

#[test]
fn new_table_writes_a_file_that_lint_accepts_and_never_over_another() {
    let house = directory("new-table", &[]);
    for game in games::GAMES {
        let name = game.id.replace('/', "-") + ".toml";
        let said = within(&house, &["new-table", game.id, &name]);
        assert_eq!(said.code, 0, "{}", said.err);
        assert_eq!(within(&house, &["new-table", game.id, &name]).code, 2, "it is there already");
        let printed = within(&house, &["new-table", game.id]);
        assert_eq!(printed.out, std::fs::read_to_string(house.join(&name)).unwrap());
    }
    let said = within(&house, &["lint", "."]);
    assert_eq!(said.code, 0, "{}", said.out);
}

/// Outside the project's directory, its scenarios, tables and rule books are still available.
#[test]
fn the_program_carries_what_it_needs() {
    let empty = directory("empty", &[]);
    let said = within(&empty, &["test", "scenarios/ohio/blackjack"]);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(
        said.out.contains("scenarios/ohio/blackjack/") && said.out.contains(", 0 failed"),
        "{}",
        said.out
    );
    let trace = within(&empty, &["trace", "ohio/ultimate-texas-holdem"]);
    assert_eq!(trace.code, 0, "{}", trace.out);
    for args in [
        &["games"][..],
        &["rules", "ohio/craps"],
        &["deal", "tables/craps.toml"],
        &["run", "scenarios/ohio/craps/come.scenario"],
    ] {
        let said = within(&empty, args);
        assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    }
    let said = within(&empty, &["test", "scenarios/ohio/bingo"]);
    assert!(said.code == 2 && said.err.contains("cannot read scenarios/ohio/bingo"), "{}", said.err);
}

#[test]
fn slips_of_the_pen_are_answered_with_what_was_meant() {
    for (args, meant) in [
        (&["deal", "ohio/blakjack"][..], "did you mean ohio/blackjack?"),
        (&["rules", "carps"], "did you mean ohio/craps?"),
        (&["dael", "ohio/craps"], "'deal'"),
    ] {
        let said = croupier(args, "");
        assert!(said.code == 2 && said.err.contains(meant), "{}", said.err);
    }
    let craps = |line: &str| format!("scenario t\ntable ohio/craps\n{line}\n");
    for (text, meant) in [
        ("scenario t\ntable ohio/blakjack\n".to_owned(), "did you mean `ohio/blackjack`?"),
        (craps("bets A at 1: pss 10"), "did you mean `pass`?"),
        (craps("bets A: pass 10"), "name the patron's place, as `bets A at 1: pass 10`"),
        (craps("bets A at 1: place 6 12"), "did you mean `place-6 12`?"),
        (craps("bats A at 1: pass 10"), "did you mean `bets`?"),
    ] {
        let said = croupier(&["run", "-"], &text);
        let words = format!("{}{}", said.out, said.err).replace("\n       ", " ");
        assert!(said.code != 0 && words.contains(meant), "{meant} in:\n{words}");
    }
}

#[test]
fn play_ends_at_the_first_refusal_that_was_not_expected() {
    let text = "scenario t\ntable ohio/blackjack\nbets A at 1: main 10\ndeal 1: Kd 9s  dealer: Tc ??\nA stand\n\
                turn dealer: 7d\nexpect A at 1: main wins 10\n";
    let said = croupier(&["run", "-"], text);
    assert_eq!(said.code, 1);
    let words = said.out.replace("\n       ", " ");
    assert!(words.contains("write `peek no` or `peek yes` above this line"), "{words}");
    assert!(!said.out.contains("turn dealer"), "what follows was written for another course:\n{}", said.out);
    assert_eq!(said.out.matches(" ! ").count(), 1, "{}", said.out);
}

/// A question is answered by `run` and proves nothing in `test`; the same holds for an unfinished round.
#[test]
fn a_scenario_may_ask_and_may_stop() {
    let asks = "scenario t\ntable ohio/blackjack limits 5..100\nbets A at 1: main 10\ndeal 1: Kd 9s  dealer: 7c ??\n";
    let house = directory("asks", &[("stops.scenario", asks)]);
    let said = within(&house, &["run", "stops.scenario"]);
    assert_eq!(said.code, 0, "{}", said.out);
    let words = said.out.replace('\n', " ");
    assert!(
        words.contains("The round is not over: A decides about box 1") && words.contains("`A stand`"),
        "{words}"
    );
    let said = within(&house, &["test", "stops.scenario"]);
    assert!(said.code == 1 && said.out.contains("the round is not over"), "{}", said.out);
    std::fs::write(house.join("stops.scenario"), format!("{asks}open\n")).unwrap();
    assert_eq!(within(&house, &["test", "stops.scenario"]).code, 0);
    std::fs::write(house.join("stops.scenario"), format!("{asks}A stand\nturn dealer: Td\n")).unwrap();
    let said = within(&house, &["run", "stops.scenario"]);
    assert!(said.code == 0 && said.out.contains("expect   A at 1: main wins 10 at 1 to 1"), "{}", said.out);
    let said = within(&house, &["test", "stops.scenario"]);
    assert!(said.code == 1 && said.out.contains("no payment is expected"), "{}", said.out);
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = croupier(&["completions", shell], "");
        assert!(said.code == 0 && said.out.contains("irregular"), "{shell}");
    }
    let pages = directory("man", &[]);
    assert_eq!(croupier(&["man", pages.to_str().unwrap()], "").code, 0);
    for page in ["croupier.1", "croupier-run.1", "croupier-new-table.1"] {
        let text = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn only_plain_letters_where_the_locale_has_no_others() {
    for args in [&["test", "scenarios/ohio/craps"][..], &["rules", "ohio/craps"]] {
        let mut plain = command(args);
        plain.env("LC_ALL", "C");
        let said = feed(plain, "10\n");
        assert!(said.out.is_ascii(), "{args:?}: {}", said.out);
        let mut rich = command(args);
        rich.env("LC_ALL", "C.UTF-8");
        assert!(!feed(rich, "10\n").out.is_ascii(), "{args:?} has nothing to show");
    }
}

#[test]
fn lint_checks_a_house_file_with_its_tables() {
    let house = directory("house-file", &[]);
    // Built-in files are found from any folder.
    let said = within(&house, &["lint", "tables", "houses"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("2 house files, "), "{}", said.out);
    let alone = within(&house, &["lint", "houses/ohio.toml"]);
    assert_eq!(alone.code, 1, "{}", alone.out);
    assert!(alone.out.contains("no table file is checked together with this house"), "{}", alone.out);
    assert!(alone.out.ends_with("1 house file, 0 table files: 6 findings\n"), "{}", alone.out);

    let low = include_str!("../../../games/houses/ohio.toml").replace("20%", "19%");
    std::fs::write(house.join("ohio.toml"), low).unwrap();
    let said = within(&house, &["lint", "tables", "ohio.toml", "--json"]);
    let json = said.json();
    let rate = &json["findings"][0];
    assert_eq!(
        (said.code, &rate["rule"], &rate["line"]),
        (1, &"OH-MLP-7.III:b".into(), &15.into()),
        "{json}"
    );
    assert_eq!(rate["file"], "ohio.toml");
    let mistaken = within(&house, &["rules", "ohio.toml"]);
    assert!(mistaken.code == 2 && mistaken.err.contains("this is a house file"), "{}", mistaken.err);
}

#[test]
fn what_is_asked_of_meters_rests_on_paragraphs_that_there_are() {
    let known: Vec<&str> = games::PARAGRAPHS.lines().filter_map(|line| line.split('\t').next()).collect();
    let sets: Vec<&str> = games::RULE_SETS.iter().map(|(_, id)| *id).chain(["colorado/blackjack"]).collect();
    for kind in rulebook::progressives() {
        let cites = [&kind.games_cites, &kind.unit_cites, &kind.base_cites, &kind.least_cites];
        let more = [&kind.secondary_cites, &kind.seed_cites, &kind.reserve_cites, &kind.fixed_seed_cites];
        for id in cites.into_iter().chain(more).flatten() {
            assert!(known.contains(&engine::paragraph_of(id)), "{id} of {}", kind.id);
        }
        assert!(kind.games.iter().all(|game| sets.contains(&game.as_str())), "{:?}", kind.games);
    }
}
