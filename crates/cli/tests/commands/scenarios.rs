//! `run`, `why`, `test`, `trace` and `lint`: everything that reads files.

use crate::common::{croupier, directory, events, missing};
use serde_json::Value;
use std::path::Path;

const WINS: &str = "\
scenario A wins with twenty
table ohio/blackjack limits 5..100
bets A at 1: main 10
deal 1: Kd Qs  dealer: 7c ??
A stand
turn dealer: Td
expect A at 1: main wins 10   OH-BJ-4.II.B OH-BJ-4.VI:a
";

const LOSES: &str = "\
scenario A loses with eighteen
table ohio/blackjack limits 5..100
bets A at 1: main 10
deal 1: Kd 8s  dealer: Tc ??
peek no
A stand
turn dealer: Td
expect A at 1: main loses 10   OH-BJ-4.II:a
";

const LINE_KEYS: &[&str] = &[
    "seq",
    "kind",
    "patron",
    "beneficiary",
    "against",
    "number",
    "hand",
    "wager",
    "stake",
    "basis",
    "outcome",
    "odds",
    "row",
    "share",
    "paid",
    "returned",
    "charged",
    "rules",
    "reverses",
    "cuts",
];

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn run_plays_standard_input() {
    let said = croupier(&["run", "-"], WINS);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("main wins 10 at 1 to 1"), "{}", said.out);
    assert!(said.out.contains("OH-BJ-4.II.B OH-BJ-4.VI:a"));
    assert!(said.out.ends_with("as expected\n"));
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
}

#[test]
fn run_marks_what_was_not_expected() {
    let said = croupier(&["run", "-"], &WINS.replace("main wins 10 ", "main wins 20 "));
    assert_eq!(said.code, 1);
    assert!(said.out.contains("     ! expected 20, was 10.00"), "{}", said.out);
    assert!(said.out.ends_with("not as expected\n"));
}

/// The lines of a document of records, in order.
fn lines(json: &Value) -> Vec<&Value> {
    events(json).into_iter().filter_map(|event| event["what"].get("settled")).collect()
}

#[test]
fn run_json_is_a_record_and_what_was_thought_of_it() {
    let said = croupier(&["run", "-", "--json"], WINS);
    let json = said.json();
    assert_eq!((&json["schema"], &json["ok"]), (&1.into(), &true.into()));
    let header = &json["records"][0]["header"];
    let keys = ["program", "game", "procedure", "book", "table", "settings", "seed"];
    assert_eq!(missing(header, &keys), Vec::<&str>::new());
    assert_eq!((&header["game"], &header["seed"]), (&"ohio/blackjack".into(), &Value::Null));
    let [line] = lines(&json)[..] else { panic!("{}", said.out) };
    let mut there: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
    let mut wanted = LINE_KEYS.to_vec();
    there.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(there, wanted);
    assert_eq!((&line["paid"], &line["rules"][1]), (&Value::from(1000), &Value::from("OH-BJ-4.VI:a")));
    let judged = &json["scenarios"][0];
    let keys = ["name", "game", "records", "settlement", "applied", "points", "ok", "problems"];
    assert_eq!(missing(judged, &keys), Vec::<&str>::new());
    assert_eq!(judged["settlement"][0], "A at 1: main wins 10 at 1 to 1, stake 10 returned");
    let applied = judged["applied"].as_array().unwrap();
    assert!(applied.contains(&Value::from("OH-BJ-7.III.A")), "rules that nobody expected are applied too");
    assert!(!applied.contains(&Value::from("OH-BJ-2.II")), "a duty is not applied by the engine");
    assert!(judged["points"].as_array().unwrap().contains(&Value::from("OH-BJ-4.VI:a")));
}

#[test]
fn run_json_has_one_shape_for_several_scenarios() {
    let json = croupier(&["run", "-", "--json"], &format!("{WINS}\n{LOSES}")).json();
    assert_eq!(json["records"].as_array().unwrap().len(), 2);
    assert_eq!(json["scenarios"][1]["records"], serde_json::json!([1]));
    assert_eq!(lines(&json).len(), 2);
}

#[test]
fn an_error_is_json_where_json_was_asked_for() {
    for (args, what) in [
        (["run", "no-such.scenario", "--json"], "cannot read no-such.scenario"),
        (["deal", "ohio/blackjak", "--json"], "is no game"),
        (["deal", "--json", "--wrong"], "--wrong"),
    ] {
        let said = croupier(&args, "");
        let error: Value =
            serde_json::from_str(&said.err).unwrap_or_else(|error| panic!("{error}: {}", said.err));
        assert_eq!((said.code, &error["error"]["kind"]), (2, &"usage".into()));
        assert!(error["error"]["what"].as_str().unwrap().contains(what), "{error}");
        assert_eq!(said.out, "");
    }
}

#[test]
fn run_says_where_a_scenario_cannot_be_read() {
    let said = croupier(&["run", "-"], "scenario x\nwhatever\n");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("error: -:2: no statement begins with `whatever`"), "{}", said.err);
    let said = croupier(&["run", "no-such.scenario"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read no-such.scenario") && said.err.contains("- for standard input"));
}

#[test]
fn why_tells_the_whole_chain() {
    let said = croupier(&["why", "-", "1"], WINS);
    assert_eq!(said.code, 0, "{}", said.err);
    let at = |part: &str| said.out.find(part).unwrap_or_else(|| panic!("{part} in:\n{}", said.out));
    let parts = [
        "Line 1: A at 1: main wins 10",
        "A bets 10 on box 1 (main)",
        "card to box 1: Kd",
        "A at 1: stand",
        "dealer turns Td",
        "What was weighed",
        "stake 10 × 1 to 1 = 10 paid; 10 returned; A receives 20 USD",
        "The rules",
    ];
    assert!(parts.map(at).is_sorted(), "{}", said.out);
    assert!(!said.out.contains("has a duty"), "what does not bear on the line is left out");
}

#[test]
fn why_lists_and_counts() {
    let both = format!("{WINS}\n{LOSES}");
    let said = croupier(&["why", "-", "--list"], &both);
    assert!(said.out.contains("2  A at 1: main loses 10"), "{}", said.out);
    let said = croupier(&["why", "-", "3"], &both);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("there is no line 3; the settlement has lines 1 to 2"), "{}", said.err);
    let listed = croupier(&["why", "-", "--list"], &both);
    let unnamed = croupier(&["why", "-"], &both);
    assert_eq!((unnamed.code, unnamed.out), (0, listed.out), "without a line they are listed");
    assert_eq!(croupier(&["why", "-", "--json"], &both).json().as_array().unwrap().len(), 2);
}

#[test]
fn why_json_has_the_chain() {
    let json = croupier(&["why", "-", "2", "--json"], &format!("{WINS}\n{LOSES}")).json();
    let keys =
        ["settlement", "chain", "reasons", "arithmetic", "rules", "game", "scenario", "not-paid-because"];
    assert_eq!(missing(&json, &keys), Vec::<&str>::new());
    assert_eq!(json["settlement"]["line"]["outcome"], "loses");
    assert_eq!(missing(&json["settlement"], &["line", "currency", "text"]), Vec::<&str>::new());
    assert!(json["chain"][0]["event"]["what"].get("wager-placed").is_some());
    assert!(json["chain"][0]["text"].is_string());
    assert!(!json["rules"][0]["note"].as_str().unwrap().is_empty());
    let reasons = json["reasons"].as_array().unwrap();
    assert!(reasons.iter().all(|reason| missing(reason, &["rule", "held", "facts"]).is_empty()));
    assert_eq!(json["not-paid-because"].is_null(), reasons.iter().all(|reason| reason["held"] == true));
}

const HORN: &str = "\
scenario A quarter of a Horn wins, a Come Bet travels, a Buy Bet is charged
table ohio/craps limits 5..100 horn 4..100 step 4 buy 20..100
bets A at 1: pass 10
dealer offer-dice
A take-dice
roll 2-2
bets A: come 10, horn 4, buy-5 20
roll 5-6
bets A: come 5
roll 4-5
roll 6-3
";

/// The dice of the line's own round, those that moved the wager before, the puck, and odds on the part that won.
#[test]
fn why_explains_dice_and_parts() {
    let list = croupier(&["why", "-"], HORN);
    assert_eq!(list.code, 0, "{}", list.err);
    let number = |part: &str| {
        let row = list.out.lines().find(|row| row.contains(part)).unwrap_or_else(|| panic!("{}", list.out));
        row.split_whitespace().next().unwrap().to_owned()
    };
    let why = |part: &str| croupier(&["why", "-", &number(part)], HORN).out;

    let horn = why("horn wins");
    assert!(
        horn.contains("1 of the stake 4 won: 1 × 15 to 1 = 15 paid; 1 returned; 3 of the stake kept"),
        "{horn}"
    );
    let (puck, dice) = (horn.find("marker puck: 4").unwrap(), horn.find("the dice show 5-6").unwrap());
    assert!(horn.find("the dice show 2-2").unwrap() < puck && puck < dice, "{horn}");
    assert!(!horn.contains("buy 5"), "another wager does not bear on it:\n{horn}");

    let come = why("come 9 wins");
    let told = come.split("What happened").nth(1).unwrap();
    let at = |part: &str| told.find(part).unwrap_or_else(|| panic!("{part} in:\n{come}"));
    let parts = ["A bets 5 on box 1 (come)", "show 4-5", "come moves to come 9", "show 6-3", "come 9 wins 5"];
    assert!(parts.map(at).is_sorted(), "{come}");

    let charge = why("charged 1 (buy 5)");
    assert!(charge.contains("on a stake of 20, 1 is charged; A pays 1 USD"), "{charge}");
    assert!(!charge.contains("the dice show"), "it was charged before any dice:\n{charge}");
}

const LAMMERS: &str = "\
scenario Lammers of two hands, for the dealers too
table    colorado/ride-free  silver-stack 1..5  paytable.silver-stack CO-RF/PT-FLT-SB2-01
bets     A at 1: main 10, silver-stack 1
         A at 1 for dealers: silver-stack 1
deal     1: 8c 8d  dealer: 6h ??
A        free-split: Tc
A        stand
card     1.2: 3c
A        free-double: 9c
turn     dealer: Tc
card     dealer: 2c
";

/// A side bet may depend on every hand of its box, and the dealers get what was bet for them.
#[test]
fn why_shows_the_whole_box_of_a_side_bet_and_who_receives() {
    let said = croupier(&["why", "-", "5"], LAMMERS);
    assert!(said.out.contains("A at 1.2: free double"), "{}", said.out);
    assert!(said.out.contains("1 returned; the dealers receive 11 USD"), "{}", said.out);
}

/// Odds "for" include the stake in the payment: nothing is rounded.
#[test]
fn why_counts_odds_that_keep_the_stake() {
    let aces = "\
scenario One ace
table    colorado/blackjack  rocket-aces 5  decks 6  paytable.rocket-aces CO-RA-2/T2
bets     A at 1: main 20, rocket-aces 5
deal     1: Ac 9d  dealer: 6h ??
";
    let said = croupier(&["why", "-", "1"], aces);
    assert!(said.out.contains("stake 5 × 2 for 1 = 10 paid; 0 returned"), "{}", said.out);
}

#[test]
fn test_counts_and_shows_failures() {
    let good = directory("test-good", &[("b.scenario", LOSES), ("a.scenario", WINS), ("notes.txt", "")]);
    let said = croupier(&["test", text(&good)], "");
    assert_eq!((said.code, said.out.lines().last()), (0, Some("2 passed, 0 failed")), "{}", said.out);
    assert!(said.out.find("a.scenario") < said.out.find("b.scenario"));

    let wrong = WINS.replace("main wins 10 ", "main wins 20 ");
    let bad =
        directory("test-bad", &[("a.scenario", &wrong), ("b.scenario", LOSES), ("c.scenario", "nonsense")]);
    let said = croupier(&["test", text(&bad)], "");
    assert_eq!((said.code, said.out.lines().last()), (1, Some("1 passed, 2 failed")), "{}", said.out);
    assert!(said.out.contains("failed A wins with twenty") && said.out.contains("! expected 20"));
    assert!(said.out.contains("unreadable") && said.out.contains("c.scenario:1:"));
}

#[test]
fn test_counts_twins_as_failures() {
    let twins =
        directory("test-twins", &[("a.scenario", WINS), ("b.scenario", &WINS.replace("Kd Qs", "Kd Js"))]);
    let said = croupier(&["test", text(&twins)], "");
    assert_eq!((said.code, said.out.lines().last()), (1, Some("1 passed, 1 failed")), "{}", said.out);
    assert!(said.out.contains("twins"));
    let json = croupier(&["test", text(&twins), "--json"], "").json();
    assert_eq!((&json["passed"], &json["failed"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(json["twins"].as_array().unwrap().len(), 1);
    assert_eq!((&json["scenarios"][0]["ok"], &json["scenarios"][1]["ok"]), (&true.into(), &false.into()));
}

/// A failing twin is one failure, twins may share one name, and unreadable files are in the table too.
#[test]
fn test_adds_up() {
    let wrong = WINS.replace("main wins 10 ", "main wins 20 ");
    let files = [
        ("a.scenario", format!("{WINS}\n{WINS}\n{wrong}")),
        ("b.scenario", LOSES.to_owned()),
        ("c.scenario", "nonsense".to_owned()),
    ];
    let files = directory("test-sums", &files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let said = croupier(&["test", text(&files)], "");
    assert_eq!((said.code, said.out.lines().last()), (1, Some("2 passed, 3 failed")), "{}", said.out);
    let rows = said.out.lines().skip(1).take(3).map(|row| {
        let mut numbers = row.split_whitespace().rev().map(|word| word.parse::<usize>().unwrap_or(0));
        (numbers.next().unwrap(), numbers.next().unwrap())
    });
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [(2, 1), (0, 1), (1, 0)],
        "failed and passed by file:\n{}",
        said.out
    );
    let json = croupier(&["test", text(&files), "--json"], "").json();
    let ok: Vec<bool> =
        json["scenarios"].as_array().unwrap().iter().map(|one| one["ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [true, false, false, true]);
    assert_eq!((&json["passed"], &json["failed"]), (&Value::from(2), &Value::from(3)));
}

#[test]
fn test_json_says_what_each_shows_alone() {
    let files = directory("test-json", &[("a.scenario", WINS), ("b.scenario", LOSES)]);
    let said =
        croupier(&["test", text(&files.join("a.scenario")), text(&files.join("b.scenario")), "--json"], "");
    let json = said.json();
    assert_eq!((said.code, &json["passed"], &json["failed"]), (0, &Value::from(2), &Value::from(0)));
    let first = &json["scenarios"][0];
    let keys = ["file", "name", "game", "ok", "applied", "points", "alone"];
    assert_eq!(missing(first, &keys), Vec::<&str>::new());
    assert_eq!(first["applied"], serde_json::json!(["OH-BJ-4.II.B", "OH-BJ-4.VI"]));
    assert_eq!(first["alone"], serde_json::json!(["OH-BJ-4.II.B", "OH-BJ-4.VI:a"]));
}

#[test]
fn test_says_what_it_wants() {
    let empty = directory("test-empty", &[]);
    let said = croupier(&["test", text(&empty)], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("there is no *.scenario file in"), "{}", said.err);
    let json = croupier(&["test", "--json"], "").json();
    assert!(json["passed"].as_u64().unwrap() > 0, "the project's own scenarios are found from anywhere");
}

#[test]
fn trace_has_a_row_for_every_paragraph() {
    let few = directory("trace", &[("a.scenario", WINS)]);
    let said = croupier(&["trace", "--json", "--scenarios", text(&few)], "");
    assert_eq!(said.code, 1, "one scenario proves little");
    assert!(said.err.contains("without evidence"), "{}", said.err);
    let rows = said.json();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), engine::trace::read_paragraphs(games::PARAGRAPHS).len());
    let keys = ["id", "game", "kind", "class", "points", "evidence", "note"];
    assert!(rows.iter().all(|row| missing(row, &keys).is_empty()));
    let shown = rows.iter().find(|row| row["id"] == "OH-BJ-4.II.B").unwrap();
    assert_eq!(shown["evidence"].as_array().unwrap().len(), 1);
}

#[test]
fn trace_prints_counts_or_paragraphs() {
    let few = directory("trace-plain", &[("a.scenario", WINS)]);
    let said = croupier(&["trace", "--scenarios", text(&few)], "");
    assert!(said.out.contains("all games") && said.out.contains("singapore/pontoon-plus"), "{}", said.out);
    assert!(said.out.contains("more; `croupier trace GAME`"));
    let said = croupier(&["trace", "ohio/blackjack", "--scenarios", text(&few)], "");
    assert_eq!(said.code, 1);
    assert!(said.out.contains("OH-BJ-4.II.B") && !said.out.contains("OH-CR-"));
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
    assert_eq!(croupier(&["trace", "ohio/bingo"], "").code, 2);
}

const TABLE: &str = "game = \"ohio/blackjack\"\ncoin = \"0.50\"\n[limits]\nmain = \"5..500 step 5\"\n";

#[test]
fn lint_accepts_a_house_and_refuses_with_the_line() {
    let house = directory("lint-good", &[("a.toml", TABLE), ("b.toml", TABLE)]);
    let said = croupier(&["lint", text(&house)], "");
    assert_eq!((said.code, said.out.as_str()), (0, "2 table files: nothing to object to\n"), "{}", said.out);

    let bad = format!("{TABLE}[options]\nblackjack-pays = \"1 to 1\"\n");
    let bad = directory("lint-bad", &[("a.toml", &bad)]).join("a.toml");
    let said = croupier(&["lint", text(&bad)], "");
    assert_eq!(said.code, 1);
    let line = said.out.lines().next().unwrap();
    assert!(
        line.contains("a.toml:6: blackjack-pays \"1 to 1\" is not approved; allowed: 3 to 2, 6 to 5"),
        "{line}"
    );
    assert!(line.contains("(OH-BJ-4.VI"), "{line}");

    let json = croupier(&["lint", text(&bad), "--json"], "").json();
    assert_eq!((&json["ok"], &json["findings"][0]["line"]), (&Value::from(false), &Value::from(6)));
    assert_eq!(
        missing(&json["findings"][0], &["file", "line", "rule", "what", "allowed"]),
        Vec::<&str>::new()
    );
    assert_eq!(croupier(&["lint", "no-such.toml"], "").code, 2);
}

#[test]
fn lint_goes_on_past_a_file_that_cannot_be_read() {
    let bad = format!("{TABLE}[options]\nblackjack-pays = \"1 to 1\"\n");
    let house = directory("lint-unreadable", &[("a.toml", TABLE), ("c.toml", &bad)]);
    std::fs::write(house.join("b.toml"), b"game = \"\xff\"\n").unwrap();
    let said = croupier(&["lint", text(&house)], "");
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{}", said.out);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].contains("b.toml: cannot be read: "), "{}", said.out);
    assert!(lines[1].contains("c.toml:6: blackjack-pays"), "{}", said.out);
    assert!(said.out.ends_with("3 table files: 2 findings\n"), "{}", said.out);
    let said = croupier(&["lint", text(&house), "--json"], "");
    let json = said.json();
    assert_eq!((said.code, &json["ok"]), (1, &Value::from(false)));
    assert_eq!(json["files"].as_array().unwrap().len(), 3);
    assert!(json["findings"][0]["file"].as_str().unwrap().ends_with("b.toml"));
}

#[test]
fn lint_opens_the_tables_that_the_rule_book_allows() {
    let closed =
        TABLE.replace("5..500", "5..10") + "[options]\nmultiple-box-minimum = 3\nboxes-per-patron = 2\n";
    let house = directory("lint-open", &[("a.toml", &closed), ("b.toml", TABLE)]);
    let said = croupier(&["lint", text(&house)], "");
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("a.toml: multiple-box-minimum "), "{}", said.out);
    assert!(said.out.ends_with("2 table files: 1 finding\n"), "{}", said.out);
}

const CRAPS: &str = "\
game = \"ohio/craps\"
coin = \"1\"
[limits]
main = \"5..500 step 5\"
[side-bets.lay]
limits = \"20..500\"
";

#[test]
fn lint_warns_apart_and_refuses_nothing_for_it() {
    let house = directory("lint-warns", &[("craps.toml", CRAPS), ("blackjack.toml", TABLE)]);
    let said = croupier(&["lint", text(&house)], "");
    assert_eq!(said.code, 0, "{}", said.out);
    let first = "craps.toml:6: warning: lay-4, lay-10: on stakes of 20 to 38 no vigorish is owed, since 5 per cent come to \
                 less than a coin of 1 (RULING-CR-2)";
    assert!(said.out.contains(first), "{}", said.out);
    assert!(said.out.ends_with("2 table files: nothing to object to, 2 warnings\n"), "{}", said.out);
    let json = croupier(&["lint", text(&house), "--json"], "").json();
    assert_eq!(
        (&json["ok"], &json["findings"][0]["severity"]),
        (&Value::from(true), &Value::from("warning"))
    );

    // A house that takes no vigorish sets it to zero explicitly.
    let none = format!("{CRAPS}[options]\nlay-vigorish = 0\n");
    let none = directory("lint-no-vigorish", &[("craps.toml", &none)]);
    assert!(croupier(&["lint", text(&none)], "").out.ends_with("1 table file: nothing to object to\n"));

    let refused = CRAPS.replace("20..500", "20..500\"\npaytable = \"x");
    let refused = directory("lint-warns-not", &[("a.toml", &refused), ("b.toml", CRAPS)]);
    let said = croupier(&["lint", text(&refused)], "");
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(lines[0].contains("a.toml:") && !lines[0].contains("warning"), "{}", said.out);
    assert!(lines[1].is_empty() && lines[2].contains("b.toml:6: warning: "), "{}", said.out);
    let json = croupier(&["lint", text(&refused), "--json"], "").json();
    assert_eq!((&json["ok"], &json["findings"][0]["severity"]), (&Value::from(false), &Value::from("error")));
}

#[test]
fn lint_warns_of_a_pay_table_with_torn_print() {
    let offering = |code: &str| {
        format!(
            "game = \"colorado/ride-free\"\ncoin = \"0.50\"\n[limits]\nmain = \"5..500 step 5\"\n\
             [side-bets.21-3-progressive]\nlimits = \"1\"\npaytable = \"CO-RF/PT-BJS-213-{code}\"\n"
        )
    };
    let (torn, whole) = (offering("05"), offering("01"));
    let house = directory("lint-torn", &[("torn.toml", &torn), ("whole.toml", &whole)]);
    let said = croupier(&["lint", text(&house)], "");
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(
        said.out.contains("torn.toml:7: warning: 21-3-progressive: the print of pay table"),
        "{}",
        said.out
    );
    assert!(said.out.contains("(RULING-RF-29)"), "{}", said.out);
    assert!(!said.out.contains("whole.toml"), "{}", said.out);
}

#[test]
fn why_says_of_what_did_not_hold_what_it_wanted() {
    let seven_out = "scenario The point is lost\ntable ohio/craps limits 5..100\nbets A at 1: pass 10\n\
                     dealer offer-dice\nA take-dice\nroll 4-5\nroll 3-4\n\
                     expect A at 1: pass loses 10   OH-CR-3.I.A.2 OH-CR-3.I.A.2(b)\n";
    let said = croupier(&["why", "-", "1", "--json"], seven_out).json();
    let failed = &said["not-paid-because"];
    assert_eq!(failed["facts"], "the point 9 before a seven: 3-4 makes 7");
    assert_eq!(failed["rule"], "OH-CR-3.I.A.1(b)");
    let held = &said["reasons"][0];
    assert_eq!((&held["held"], &held["facts"]), (&Value::from(true), &"3-4 makes 7 with the point 9".into()));
}
