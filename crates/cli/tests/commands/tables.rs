//! `games`, `rules`, `irregular` and `deal`: all commands that open tables, except `play`.

use crate::common::{command, croupier, directory, events, feed, kind, missing, part_of, round_events};
use serde_json::Value;
use std::io::Read;

#[test]
fn games_lists_the_registry() {
    let said = croupier(&["games"], "");
    assert_eq!(said.code, 0);
    let json = croupier(&["games", "--json"], "").json();
    let all = json.as_array().unwrap();
    assert_eq!(all.len(), games::GAMES.len() + games::SIDE_BETS.len());
    for game in all {
        assert!(said.out.contains(game["id"].as_str().unwrap()), "{}", said.out);
        let keys = ["id", "name", "jurisdiction", "rulebook-hash", "wagers", "paytables", "options"];
        assert_eq!(missing(game, &keys), Vec::<&str>::new());
        assert_eq!(missing(&game["wagers"][0], &["id", "name"]), Vec::<&str>::new());
        for option in game["options"].as_array().unwrap() {
            assert_eq!(missing(option, &["id", "name", "allowed", "default", "cites"]), Vec::<&str>::new());
        }
    }
}

#[test]
fn rules_shows_every_book_within_the_terminal() {
    for game in games::GAMES {
        let said = croupier(&["rules", game.id], "");
        assert_eq!(said.code, 0, "{}", said.err);
        let widest = said.out.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{widest} columns:\n{}", said.out);
        let json = croupier(&["rules", game.id, "--json"], "").json();
        for wager in json["wagers"].as_array().unwrap() {
            // A family is shown once, with all that its wagers are made on.
            let told = match wager["family"].as_str() {
                Some(family) => format!("{family}-N"),
                None => wager["id"].as_str().unwrap().to_owned(),
            };
            let row = said.out.lines().position(|line| line.trim_start().starts_with(&format!("{told} ")));
            let row = row.unwrap_or_else(|| panic!("{told} in:\n{}", said.out));
            // A felt has many places of one kind: their list continues over several lines.
            let words = said.out.lines().skip(row).take(12).flat_map(str::split_whitespace);
            let entry: Vec<&str> = words.map(|word| word.trim_end_matches(',')).collect();
            let target = wager["target"].as_str();
            assert!(target.is_none_or(|target| entry.contains(&target)), "{target:?} in {entry:?}");
        }
        for option in json["options"].as_array().unwrap() {
            let id = option["id"].as_str().unwrap();
            let of = id
                .strip_suffix("-pays")
                .filter(|of| json["wagers"].as_array().unwrap().iter().any(|w| w["id"] == *of));
            assert!(
                said.out.contains(id) || of.is_some(),
                "{id} is told by itself or with the wager of its name"
            );
        }
        for one in game.vocabulary.irregularities {
            assert!(said.out.contains(one.id.word()) && said.out.contains(one.rule.id()));
        }
        assert_eq!(json["irregularities"].as_array().unwrap().len(), game.vocabulary.irregularities.len());
    }
}

#[test]
fn a_game_may_be_named_briefly_and_an_unknown_one_is_explained() {
    assert_eq!(croupier(&["rules", "craps"], "").code, 0);
    let said = croupier(&["rules", "blackjack"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("colorado/blackjack or ohio/blackjack"), "{}", said.err);
    let said = croupier(&["rules", "ohio/bingo"], "");
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("\"ohio/bingo\" is no game") && said.err.contains("ohio/blackjack"),
        "{}",
        said.err
    );
}

#[test]
fn irregular_asks_the_engine() {
    let said = croupier(&["irregular", "ohio/blackjack", "--at", "deal"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    for part in
        ["At deal", "face-up-in-shoe", "OH-BJ-15.I", "reported by: dealer", "-> it goes to the discard rack"]
    {
        assert!(said.out.contains(part), "{part} in:\n{}", said.out);
    }
    assert!(!said.out.contains("dealer-overdrew"), "the dealer cannot overdraw during the first deal");
    let json = croupier(&["irregular", "ohio/blackjack", "--json"], "").json();
    let phases = json.as_array().unwrap();
    let named: Vec<&str> = phases.iter().map(|phase| phase["phase"].as_str().unwrap()).collect();
    assert_eq!(named, games::find("ohio/blackjack").unwrap().vocabulary.phases);
    let approval = phases.iter().find(|phase| phase["phase"] == "approval").unwrap();
    assert_eq!(approval["reached"], true, "some points are reached only after an irregularity");
    let first = phases.iter().find_map(|phase| phase["irregularities"].get(0)).unwrap();
    assert_eq!(
        missing(first, &["id", "what", "reported-by", "decides", "remedy", "rule"]),
        Vec::<&str>::new()
    );
}

#[test]
fn irregular_tells_every_game_point_by_point() {
    for game in part_of(games::GAMES) {
        let json = croupier(&["irregular", game.id, "--json"], "").json();
        let phases = json.as_array().unwrap();
        let told: Vec<&str> = phases.iter().map(|phase| phase["phase"].as_str().unwrap()).collect();
        assert_eq!(told, game.vocabulary.phases);
        let said = croupier(&["irregular", game.id], "");
        for one in game.vocabulary.irregularities {
            // In full once, and by name at every other point.
            let full = said.out.lines().filter(|line| line.starts_with(&format!("  {} ", one.id))).count();
            assert_eq!(full, 1, "{} of {}:\n{}", one.id, game.id, said.out);
        }
        assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
    }
    let said = croupier(&["irregular", "ohio/craps", "--at", "disputed"], "");
    assert!(said.out.contains("disputed-face") && !said.out.contains("out-of-turn"), "{}", said.out);
}

#[test]
fn irregular_lists_the_points_for_an_unknown_one() {
    let said = croupier(&["irregular", "ohio/blackjack", "--at", "lunch"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no point \"lunch\"; it has: shuffle, cut, burn, bets, deal"), "{}", said.err);
}

#[test]
fn deal_prints_rounds_that_a_seed_repeats() {
    let args = ["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2", "--seed", "5"];
    let said = croupier(&args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Round 3") && said.out.contains("B bets") && said.out.contains("3 rounds, "));
    assert_eq!(said.out, croupier(&args, "").out);
    assert_ne!(said.out, croupier(&["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2"], "").out);
    let said = croupier(&["deal", "ohio/blackjack", "--seats", "20"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("the table has 7 boxes; --seats may be 1 to 7"), "{}", said.err);
}

/// Tables with all features, by game: a registered game that fails here is found immediately. An example table with the
/// game's name has all its features.
fn full_tables() -> Vec<(&'static str, String)> {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tables");
    let full = |id: &str| match id {
        "ohio/blackjack" => "house-money 5..100 step 5".to_owned(),
        "ohio/craps" => "buy 20..500 lay 20..500 fire 1..100".to_owned(),
        _ => {
            let example = format!("{tables}/{}.toml", id.rsplit('/').next().unwrap());
            if std::path::Path::new(&example).exists() { example } else { String::new() }
        }
    };
    games::GAMES.iter().flat_map(|game| [(game.id, String::new()), (game.id, full(game.id))]).collect()
}

/// Chips neither appear nor vanish: unsettled stakes are on the layout, including wagers of earlier rounds, and the sum
/// at the end shows this. A study table is played like any other, and is marked as one.
#[test]
fn a_study_table_is_named_as_such() {
    let note = "A study table, for analysis only";
    let said = croupier(&["deal", "ohio/blackjack", "--table", "study decks 2"], "");
    assert!(said.code == 0 && said.out.starts_with(note), "{}{}", said.out, said.err);
    assert!(!croupier(&["deal", "ohio/blackjack"], "").out.contains(note));
    let said = croupier(&["deal", "ohio/blackjack", "--table", "study", "--json"], "");
    assert!(said.err.contains(note) && !said.out.contains(note), "{}{}", said.out, said.err);
    let said = croupier(&["play", "ohio/blackjack", "--table", "study"], "q\n");
    assert!(said.out.contains(note), "{}{}", said.out, said.err);
}

#[test]
fn deal_balances_for_every_game() {
    for (game, table) in full_tables() {
        let args = ["deal", game, "--rounds", "200", "--seats", "5", "--seed", "4", "--table", &table];
        let json = croupier(&[&args[..], &["--json"]].concat(), "");
        assert_eq!(json.code, 0, "{game} {table}: {}", json.err);
        let (mut staked, mut settled, mut received) = (0, 0, 0);
        let json = json.json();
        for event in events(&json) {
            let told = &event["what"][kind(event)];
            let money = |key: &str| told[key].as_i64().unwrap();
            match kind(event) {
                "wager-placed" => staked += money("stake"),
                "stake-added" => staked += money("added"),
                "wager-taken-back" => staked -= money("stake"),
                "settled" => {
                    settled += if told["kind"] == "wager" { money("stake") } else { 0 };
                    received += money("paid") + money("returned") - money("charged");
                }
                _ => {}
            }
        }
        let on_layout = staked - settled;
        assert!(settled > 0, "{game}");
        let currency = games::find(game).unwrap().book().unwrap().currency;
        check_sum(&croupier(&args, "").out, currency, [staked, received, on_layout]);
    }
}

/// The last paragraph names the exact sums.
fn check_sum(out: &str, currency: felt::Currency, [staked, received, on_layout]: [i64; 3]) {
    let sum = out.rsplit("\n\n").next().unwrap().replace('\n', " ");
    let amount = |minor: i64| currency.format(felt::Money::minor(minor.abs()));
    let net = received + on_layout - staked;
    let mut parts = vec![format!("{} staked", amount(staked)), format!("{} received", amount(received))];
    if on_layout != 0 {
        parts.push(format!("{} still on the layout", amount(on_layout)));
    }
    let fared = if net < 0 { "lost" } else { "won" };
    parts.push(format!("the patrons {fared} {} {}", amount(net), currency));
    for part in parts {
        assert!(sum.contains(&part), "{part} in: {sum}");
    }
}

/// A handful of wagers each, one throw; a round is one roll.
#[test]
fn deal_bets_modestly_where_there_is_much_to_bet() {
    let said = croupier(&["deal", "ohio/craps", "--rounds", "100", "--seats", "4", "--json"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    let json = said.json();
    let rounds = json["records"][0]["rounds"].as_array().unwrap();
    assert!(rounds.len() >= 100);
    for round in rounds.iter().filter(|round| round["round"] != 0) {
        let kinds: Vec<&str> = round_events(round).into_iter().map(kind).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "rolled").count(), 1, "{kinds:?}");
        assert!(kinds.iter().filter(|kind| **kind == "wager-placed").count() <= 4 * 4, "{kinds:?}");
    }
    assert!(said.out.contains("take-dice") && said.out.contains(r#""wager":"pass""#));
}

/// Every set-up in which a shoe runs out, hands are hidden or side bets feed wagers must run without end.
#[test]
fn deal_json_is_a_balanced_record() {
    for table in ["", "house-money 5..100 step 5", "decks 1 dealing pitch house-money 5..100 step 5"] {
        let said = croupier(
            &["deal", "ohio/blackjack", "--rounds", "300", "--seats", "7", "--json", "--table", table],
            "",
        );
        assert_eq!(said.code, 0, "{table}: {}", said.err);
        assert!(said.out.lines().count() >= 300, "a round on each line");
        let json = said.json();
        let rounds = json["records"][0]["rounds"].as_array().unwrap();
        let played: Vec<&Value> = rounds.iter().filter(|round| round["round"] != 0).collect();
        assert_eq!(played.len(), 300);
        for (n, round) in played.into_iter().enumerate() {
            assert_eq!(round["round"], n + 1);
            let kinds: Vec<&str> = round_events(round).into_iter().map(kind).collect();
            assert_eq!(kinds.iter().filter(|kind| **kind == "round-ended").count(), 1, "{table} round {n}");
            let count = |wanted: &str| kinds.iter().filter(|kind| **kind == wanted).count();
            assert_eq!(
                count("settled"),
                count("wager-placed"),
                "every wager is settled once: {table} round {n}"
            );
        }
    }
}

/// A recorded session replays identically from either format, and a changed record is detected.
#[test]
fn a_record_is_replayed() {
    let files = directory("replay", &[]);
    let path = |name: &str| files.join(name).to_str().unwrap().to_owned();
    let (json, compact) = (path("a.json"), path("b.crec"));
    for file in [&json, &compact] {
        let said =
            croupier(&["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2", "--record", file], "");
        assert_eq!(said.code, 0, "{}", said.err);
    }
    let text = std::fs::read_to_string(&json).unwrap();
    let printed = croupier(&["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2", "--json"], "");
    assert_eq!(printed.out, text, "--json prints what --record writes");
    let said = croupier(&["replay", &json, &compact], "");
    assert_eq!((said.code, said.out.matches("the same").count()), (0, 2), "{}{}", said.out, said.err);

    let changed = path("changed.json");
    std::fs::write(&changed, text.replacen(r#""value":1"#, r#""value":2"#, 1)).unwrap();
    let said = croupier(&["replay", &changed], "");
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("not the same") && said.out.contains(", event 2: expected"), "{}", said.out);
    let differs = croupier(&["replay", &changed, "--json"], "").json();
    assert_eq!(
        missing(&differs["records"][0]["differs"], &["round", "input", "event", "expected", "got"]),
        Vec::<&str>::new()
    );

    let book = Value::from("0".repeat(64)).to_string();
    let hash = serde_json::from_str::<Value>(&text).unwrap()["records"][0]["header"]["book"].to_string();
    std::fs::write(&changed, text.replacen(&hash, &book, 1)).unwrap();
    let said = croupier(&["replay", &changed], "");
    assert!(
        said.code == 1 && said.out.contains("the rule book of ohio/blackjack is another one"),
        "{}",
        said.out
    );
    assert_eq!(croupier(&["replay", &changed, "--anyway"], "").code, 0);

    for bad in ["{}", "nonsense", r#"{"schema":9,"records":[]}"#, "CREC"] {
        std::fs::write(&changed, bad).unwrap();
        let said = croupier(&["replay", &changed], "");
        assert!(said.code == 2 && said.err.contains("cannot be read"), "{bad}: {}", said.err);
    }
    let said = croupier(&["deal", "ohio/blackjack", "--record", "night.txt"], "");
    assert!(said.code == 2 && said.err.contains("a record is a .json or a .crec file"), "{}", said.err);
}

#[test]
fn play_and_run_are_recorded_too() {
    let files =
        directory("recorded", &[("hand.scenario", "scenario x\ntable ohio/craps\nbets A at 1: pass 10\n")]);
    let path = |name: &str| files.join(name).to_str().unwrap().to_owned();
    let (evening, hand) = (path("evening.crec"), path("hand.json"));
    croupier(&["play", "ohio/blackjack", "--seed", "3", "--record", &evening], "10\ns\nq\n");
    croupier(&["run", &path("hand.scenario"), "--record", &hand], "");
    let said = croupier(&["replay", &evening, &hand], "");
    assert_eq!((said.code, said.out.matches("the same").count()), (0, 2), "{}{}", said.out, said.err);
}

#[test]
fn a_reader_that_stops_is_no_failure() {
    let mut child = command(&["deal", "ohio/blackjack", "--rounds", "2000"]).spawn().unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands =
        ["games", "rules", "play", "deal", "run", "replay", "why", "test", "trace", "lint", "irregular"];
    let overview = croupier(&["--help"], "");
    for command in commands {
        assert!(overview.out.contains(command), "{}", overview.out);
        let help = croupier(&[command, "--help"], "");
        assert_eq!(help.code, 0);
        assert!(
            help.out.contains("Example") && help.out.contains(&format!("croupier {command}")),
            "{}",
            help.out
        );
        let examples = help.out.split("Example").nth(1).unwrap();
        let wide = examples.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
    }
    assert_eq!(croupier(&["shuffle"], "").code, 2);
}

/// Wrong examples are worse than none.
#[test]
fn examples_in_the_help_work() {
    let help = croupier(&["run", "--help"], "").out;
    let lines = help.lines().skip_while(|line| !line.starts_with("Examples"));
    let scenarios: String =
        lines.filter_map(|line| line.strip_prefix("  ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(scenarios.matches("scenario ").count(), 2, "cards and dice:\n{scenarios}");
    let said = croupier(&["run", "-"], &scenarios);
    assert_eq!(said.code, 0, "{}", said.out);
    for command in ["games", "rules", "irregular", "deal", "play"] {
        let help = croupier(&[command, "--help"], "").out;
        let examples = help.lines().filter_map(|line| line.strip_prefix("  croupier "));
        for example in examples.filter(|example| !example.contains('|')) {
            // The output of an example follows it.
            let example = example.split("   ").next().unwrap();
            // The settings of a table are in quotes and are one argument.
            let mut args: Vec<&str> = Vec::new();
            for (n, part) in example.split('\'').enumerate() {
                if n % 2 == 0 { args.extend(part.split_whitespace()) } else { args.push(part) }
            }
            // Some write a file.
            let mut program = crate::common::command(&args);
            program.current_dir(env!("CARGO_TARGET_TMPDIR"));
            let said = feed(program, "");
            assert_eq!(said.code, 0, "{example}: {}", said.err);
        }
    }
}

#[test]
fn colour_only_where_it_is_wanted() {
    let said = croupier(&["games", "--color", "always"], "");
    assert!(said.out.contains("\u{1b}[38;5;30m"), "{:?}", said.out);
    assert!(!croupier(&["games"], "").out.contains('\u{1b}'));
}
