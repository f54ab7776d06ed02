//! `play`: a seat at a table.

use crate::common::{Said, command, croupier, directory, feed};
use std::path::{Path, PathBuf};

/// The parts must come in this order; line breaks do not matter.
fn in_order(said: &Said, parts: &[&str]) {
    let flowing = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let out = flowing(&said.out);
    let mut from = 0;
    for part in parts {
        let at = out[from..]
            .find(&flowing(part))
            .unwrap_or_else(|| panic!("{part} after {from} in:\n{}", said.out));
        from += at + flowing(part).len();
    }
}

/// Plays with these answers, one on each line.
fn play(args: &[&str], answers: &[&str]) -> Said {
    let typed: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
    let said = croupier(&[&["play"], args].concat(), &typed);
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

/// The screen at each question, from its heading to the line of the answer.
fn frames(said: &Said) -> Vec<Vec<&str>> {
    let mut frames: Vec<Vec<&str>> = Vec::new();
    for line in said.out.lines() {
        if line.contains("  You have ") {
            frames.push(Vec::new());
        }
        match frames.last_mut() {
            Some(frame) => frame.push(line),
            None => assert_eq!(line, "", "something stands before the first head"),
        }
    }
    for frame in &mut frames {
        let answer = frame.iter().rposition(|line| line.starts_with('>') && !line.starts_with("> you"));
        frame.truncate(answer.expect("every question has a line for its answer") + 1);
    }
    frames
}

fn example_tables() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Every game at the table of its rule book, and every example table, with three boxes.
fn tables_of_three() -> Vec<Vec<String>> {
    let games = games::GAMES.iter().map(|game| vec![game.id.to_owned()]);
    let files =
        example_tables().into_iter().map(|file| vec!["--table".to_owned(), file.display().to_string()]);
    games.chain(files).map(|args| [args, vec!["--seats".to_owned(), "3".to_owned()]].concat()).collect()
}

/// Answers that carry every game through rounds: all the letters, so that any question is soon answered, bets by name
/// and by number, and every page.
const EVERYTHING: [&str; 39] = [
    "",
    "l",
    "w",
    "pass 10, field 5",
    "red 10, straight-17 5",
    "one 10, joker 5",
    "banker 10, player 5",
    "25",
    "",
    "p",
    "t",
    "",
    "f",
    "d",
    "",
    "h",
    "i",
    "",
    "s",
    "c",
    "p",
    "",
    "u",
    "s",
    "?",
    "",
    "hard 4 5",
    "roll",
    "$",
    "s",
    "#",
    "c",
    "f",
    "!",
    "n",
    "e",
    "k",
    "-",
    "s",
];

#[test]
fn play_goes_through_a_piped_session() {
    let said =
        play(&["ohio/blackjack", "--seed", "3"], &["2", "ten", "10", "", "x", "d 20", "s", "!", "", "", "q"]);
    let parts = [
        "Blackjack · round 1                                        You have 1,000.00 USD",
        "ohio/blackjack, 6 decks, seed 3",
        "Enter bet main 5 and deal · a number bets main, 5 to 500 by 5 · ? help\n> 2",
        "refused: outside limits; allowed: 5 to 500 in steps of 5",
        "\"ten\" means nothing here; ? says what can be typed",
        "\n> 10",
        "You have 990.00 USD, 10.00 at stake",
        "  you  main 10",
        "Enter deal · a number adds to main · - undo · ? help",
        "  dealer  6♣ ▒▒\n> you     3♣ 9♥  12  main 10\n",
        "h hit · s stand · d double for up to 10",
        "\"x\" means nothing here",
        "answer with h (hit), s (stand), d (double), o",
        "refused: double too much",
        "  dealer  6♣ Q♦ A♣  17\n  you     3♣ 9♥     12  lost 10\n",
        "you: main loses 10",
        "OH-BJ-4.II:a",
        "You lost 10.",
        "Enter bet main 10 and deal",
        "  OH-BJ-4.II:a\n      ",
        "Enter back to the table · page 1 of 1",
        "A♥ 10♠  blackjack  won 15",
        "you: main wins 15 at 3 to 2",
    ];
    in_order(&said, &parts);
    assert!(said.out.lines().last().unwrap().starts_with("You leave with "));
}

#[test]
fn play_sets_cards_in_two_hands() {
    let answers = ["10", "", "qs qc", "as kc", "no", "7c", "kc js", "", "q"];
    let said = play(&["ohio/pai-gow-poker", "--seed", "7"], &answers);
    let parts = [
        "you     10♥ 4♥ J♠ 9♥ K♣ 7♣ A♠  main 10",
        "House way: K♣ J♠ low, ace high / king-jack (no pair) OH-PGP-12.I.A",
        "K♣ J♠ (two cards) set your low hand · h house way · u surrender",
        "you have no Qs",
        "Foul: jack high / ace-king loses. Set it all the same [no]\n> no",
        "\n> 7c",
        "refused: low hand is two",
        "\n> kc js",
        "dealer low  10♠ 8♦",
        "you, high   10♥ 4♥ 9♥ 7♣ A♠       ace high    won 9.50",
        "you, low    J♠ K♣                 king-jack",
        "you: main wins 10 at 1 to 1, stake 10 returned",
        "you: charged 0.50 (main)",
        "House way: 7♠ 7♣ low, pair of aces / pair of sevens",
    ];
    in_order(&said, &parts);
    assert!(
        !said.out.contains("box 2   ▒▒"),
        "cards that nobody staked on are taken up unseen:\n{}",
        said.out
    );
}

/// What the README shows is what the command prints.
#[test]
fn play_is_as_the_readme_shows_it() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let shown = readme
        .split("```console\n")
        .skip(1)
        .filter_map(|shown| shown.split("```").next())
        .find(|shown| shown.contains(" play "))
        .unwrap();
    let (line, screens) = shown.split_once('\n').unwrap();
    let args: Vec<&str> = line.split(" play ").nth(1).unwrap().split(' ').collect();
    let said = play(&args, &["10", "", "p", "s", "s"]);
    assert!(said.out.contains(screens.trim_end()), "{}", said.out);
}

#[test]
fn play_ends_with_the_input() {
    for input in ["", "10\n", "q\n", "10\nq\n", "?\n"] {
        let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.contains("You leave with "), "{}", said.out);
        assert_eq!(said.out.contains("10.00 stays on the table"), input.starts_with("10"), "{}", said.out);
    }
}

#[test]
fn play_may_be_left_when_asked_for_an_amount() {
    let said = play(&["ohio/blackjack", "--seed", "3"], &["10", "", "d", "q", "s"]);
    let last: Vec<&str> = said.out.lines().rev().take(3).collect();
    assert!(last[2].contains("how much [10]"), "{}", said.out);
    assert_eq!(last[1], "> q");
    assert!(last[0].starts_with("You leave with 990.00 USD; 10.00 stays"), "{}", said.out);
}

/// The table, the question and the messages fit together on 80 columns and 24 lines, one of which the cursor needs,
/// through whole rounds of every game with three boxes; and no answers lead a table to a fault.
#[test]
fn play_never_scrolls_past_the_table() {
    for args in tables_of_three() {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let answers: Vec<&str> = (0..700).map(|n: usize| EVERYTHING[n * 5 % EVERYTHING.len()]).collect();
        let said = play(&[&args[..], &["--seed", "11"]].concat(), &answers);
        let frames = frames(&said);
        // A player who surrenders every other hand runs out of chips eventually.
        let broke = said.out.contains("Your chips are fewer than the table takes.");
        let asked = frames.len() == 701 || broke && frames.len() > 600;
        assert!(asked, "a question for every answer, not {}: {args:?}", frames.len());
        for frame in &frames {
            assert!(frame.len() < 24, "{} lines at {args:?}:\n{}", frame.len(), frame.join("\n"));
            let wide = frame.iter().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{args:?}");
        }
        let ended = ["You won ", "You lost ", "You are even"].map(|end| said.out.matches(end).count());
        assert!(ended.iter().sum::<usize>() > 30, "{args:?} settled {ended:?}");
        // Big Six and baccarat have no questions after bets are closed, so the others' bets are never on the table at a
        // question.
        let at_once = args.iter().any(|arg| arg.contains("big-six") || arg.contains("baccarat"));
        let seen = frames.iter().any(|frame| frame.iter().any(|line| line.starts_with("  box 3 ")));
        assert!(seen || at_once, "{args:?}");
    }
}

/// If the locale has only ASCII, the screen has only ASCII too, in colour or not.
#[test]
fn play_has_plain_letters() {
    for game in games::GAMES {
        let input: String = EVERYTHING.map(|line| format!("{line}\n")).concat();
        let mut plain = command(&["play", game.id, "--seed", "7", "--seats", "2"]);
        plain.env("LC_ALL", "C");
        let plain = feed(plain, &input);
        assert!(plain.out.is_ascii(), "{}", plain.out);
        assert!(!plain.out.contains('\u{1b}'), "NO_COLOR");
        let mut painted = command(&["play", game.id, "--seed", "7", "--seats", "2", "--color", "always"]);
        painted.env("LC_ALL", "C").env_remove("NO_COLOR");
        let painted = feed(painted, &input);
        assert!(painted.out.is_ascii() && painted.out.contains("\u{1b}["), "{}", painted.out);
    }
    let mut lines = command(&["play", "ohio/blackjack", "--seed", "3"]);
    lines.env("LC_ALL", "").env("LC_CTYPE", "").env("LANG", "C");
    let said = feed(lines, "\nq\n");
    in_order(&said, &["dealer  6c ##", "you     3c 9h  12", "h hit | s stand"]);
}

/// Arbitrary answers, for a long time, cause no fault.
#[test]
fn play_survives_any_answers() {
    let tables = [
        ("ohio/blackjack", "house-money 5..100 step 5"),
        ("ohio/blackjack", "decks 1 dealing pitch"),
        ("ultimate-texas-holdem", "trips 5..50 step 5 progressive 1"),
        ("craps", "buy 20..500 lay 20..500 fire 1..100"),
    ];
    for (seed, (game, table)) in ["1", "2", "3", "9"].into_iter().zip(tables) {
        let answers = [
            "5",
            "p",
            "1",
            "",
            "i",
            "d",
            "",
            "s",
            "house 5",
            "h",
            "c",
            "trips 5",
            "place 6 6",
            "take",
            "back place-6",
            "off hard-4",
            "hard 4 5",
            "come 5",
            "roll",
            "pass odds",
            "",
            "pass 5",
            "on hard-4",
            "field 5, any seven 5",
            "decline",
            "fire 1",
            "x",
            "dont pass 5",
            "lay 10 24",
            "undo",
            "roll",
            "k",
        ];
        let input: Vec<&str> = (0..2_000).map(|n: usize| answers[n * 7 % answers.len()]).collect();
        let said = play(&[game, "--seed", seed, "--table", table], &input);
        let rounds = said.out.matches("You lost ").count() + said.out.matches("You won ").count();
        assert!(rounds > 60, "{game}: {rounds}");
    }
}

#[test]
fn play_at_a_layout_takes_commands() {
    let typed = [
        "roll",
        "10",
        "pass 10, field 5",
        "",
        "t",
        "roll",
        "roll odds",
        "pass odds 20",
        "place 8",
        "",
        "off place-8",
        "come",
        "q5",
        "bets",
        "? place-6",
        "back place 8 60",
        "back place 8",
        "undo",
        "sevens",
        "roll",
        "q",
    ];
    let said = play(&["ohio/craps", "--seed", "5"], &typed);
    in_order(
        &said,
        &[
            "no shooter",
            "You may bet pass, dont pass, place N, hard N,",
            "place a bet first",
            "10 on what? Write the bet before it",
            "you  pass 10, field 5",
            "dice offered",
            "t take dice · n decline dice",
            "come out · shooter you",
            "p pass dice · ? help",
            "the dice show 2-4",
            "you: field loses 5",
            "You lost 5.",
            "point · puck 6 · shooter you",
            "\"roll-odds\" means nothing here",
            "you  pass 10, pass odds 20",
            "How much on place-8, 6 to 498 by 6 [6]\n> \n",
            "place-8 6 (off)",
            "How much on come",
            "\"q5\" is not an amount",
            "What you may bet now",
            "Place Bet on 6, pays 7 to 6; 6 to 498 by 6",
            "refused: outside limits",
            "you  pass 10, pass odds 20\n",
            "you  pass 10\n",
            "\"sevens\" means nothing here",
            "the dice show",
            "You leave with ",
        ],
    );
}

/// The error for a missing bet cites its rule, and the table waits.
#[test]
fn play_says_why_a_choice_is_not_there() {
    let answers = ["field 5", "", "", "take-dice", "pass 5", "take-dice", "q"];
    let said = play(&["ohio/craps", "--seed", "5"], &answers);
    in_order(
        &said,
        &[
            "n decline dice",
            "bets what you may bet",
            "the table waits for you: bet (`bets` shows what), or answer with n (decline-dice)",
            "(take dice: line bet needed,",
            "OH-CR-9.I",
            "refused: line bet needed",
            "t take dice · n decline dice",
            "shooter you",
        ],
    );
}

/// Hidden cards of other hands stay hidden until the rules turn them.
#[test]
fn play_shows_no_hidden_card() {
    let said = play(&["ultimate-texas-holdem", "--seed", "2", "--seats", "2"], &["10", "", "q"]);
    let last = frames(&said).pop().unwrap();
    assert!(last.contains(&"  dealer  ▒▒ ▒▒"), "{last:?}");
    assert!(last.iter().any(|line| line.starts_with("  box 2   ▒▒ ▒▒")), "{last:?}");
    assert!(last.contains(&"> you     9♦ K♥  king high  ante 10, blind 10"), "{last:?}");
}

/// One number places all required wagers; an inconsistency is reported with its rule, and can be corrected in three
/// ways.
#[test]
fn play_places_ante_and_blind_together() {
    let args = ["ultimate-texas-holdem", "--seed", "2"];
    let said = play(&args, &["ante 20, blind 10", "", "back ante 10", "", "q"]);
    let reason = "blind must equal ante (OH-UTH-6.III): you have ante 20 and blind 10; `blind 10` adds, \
                  `back ante 10` takes back, - undoes";
    in_order(&said, &["ante 20, blind 10", reason, "ante 10, blind 10", "c check · p play for 30 or 40"]);
    let said = play(&args, &["ante 20", "", "blind 20", "", "q"]);
    in_order(&said, &["`blind 20` adds", "ante 20, blind 20", "c check"]);
    let said = play(&args, &["ante 20", "", "-", "20", "", "play 60", "q"]);
    in_order(&said, &["OH-UTH-6.III", "You have 1,000.00 USD\n", "ante 20, blind 20", "play 60"]);
    let said = play(&args, &["blind 10", "495", "q"]);
    in_order(&said, &["you blind 10", "you blind 10", "refused: outside limits", "> q"]);
}

/// In every game, `undo` takes back the last bet before cards and dice, repeatedly.
#[test]
fn play_undoes_bets() {
    for game in games::GAMES {
        let bet = match game.id {
            "ohio/craps" => ["pass 25", "field 30"],
            "ohio/roulette" => ["red 25", "black 30"],
            "ohio/big-six" => ["one 25", "two 30"],
            "ohio/mini-baccarat" | "ohio/dragon-bonus-baccarat" | "colorado/three-dice-baccarat" => {
                ["player 25", "banker 30"]
            }
            _ => ["25", "30"],
        };
        let said = play(&[game.id, "--seed", "1"], &[bet[0], bet[1], "-", "undo", "-", "q"]);
        let bank = |frame: &Vec<&str>| frame[0].split("You have ").nth(1).unwrap().to_owned();
        let banks: Vec<String> = frames(&said).iter().map(bank).collect();
        assert_eq!(banks.len(), 6, "{}", said.out);
        assert_ne!(banks[1], banks[2], "{}", game.id);
        assert_eq!((&banks[3], &banks[4], &banks[5]), (&banks[1], &banks[0], &banks[0]), "{}", game.id);
        in_order(&said, &["- undo", "there is no bet of this round to undo"]);
        assert!(said.out.ends_with(&format!("You leave with {}.\n", banks[0])), "{}", said.out);
    }
}

/// Enter repeats the last stakes, including side bets, and deals.
#[test]
fn play_repeats_the_last_bets() {
    let args = ["ultimate-texas-holdem", "--seed", "2", "--table", "trips 5..50 step 5 progressive 1"];
    let said = play(&args, &["20, trips 5, prog", "", "c", "c", "f", "", "q"]);
    in_order(
        &said,
        &[
            "queen high",
            "p play for 20 · f fold",
            "you: ante loses 20",
            "Enter bet ante 20, blind 20, trips 5, progressive 1 and deal",
            "ante 20, blind 20, trips 5, progressive 1",
            "Last paid: trips loses 5",
            "OH-",
            "c check",
        ],
    );
}

/// Pages for reference cover the table and go away again.
#[test]
fn play_shows_pages_on_a_key() {
    let table = "trips 5..50 step 5";
    let answers = ["$", "", "", "?", "", "#", "", "5", "", "c", "c", "f", "#", "20", "q"];
    let said = play(&["ultimate-texas-holdem", "--seed", "2", "--table", table], &answers);
    in_order(
        &said,
        &[
            "What this table pays",
            "trips",
            "5 to 50 by 5",
            "Blind wager",
            "OH-UTH-10.III/T1",
            "Royal flush",
            "500 to 1",
            "Enter next page · page 1 of 2",
            "Trips wager",
            "Enter back to the table · page 2 of 2",
            "Enter bet ante 5, blind 5 and deal",
            "Letters here: c check · p play · f fold",
            "No round has been settled yet.",
            "You lost 10.",
            "Round 1. You lost 10.",
            "queen high",
            "you: ante loses 5",
            "OH-UTH-9.V.B",
            "Enter back to the table",
            "> 20",
            "you  ante 20, blind 20",
        ],
    );
}

#[test]
fn play_takes_a_table_file() {
    let files = example_tables();
    let file = |name: &str| files.iter().find(|file| file.ends_with(name)).unwrap().display().to_string();
    let craps = file("craps.toml");
    let said = play(&["--table", &craps, "--seed", "5"], &["pass 10", "pass 15", "q"]);
    in_order(&said, &["Craps, main floor, seed 5", "allowed: 15 to 2000", "you  pass 15"]);
    play(&["ohio/craps", "--table", &craps], &["q"]);
    let other = croupier(&["play", "ohio/blackjack", "--table", &craps], "q\n");
    assert_eq!((other.code, other.out.as_str()), (2, ""));
    assert!(other.err.contains("is a table of ohio/craps, not of ohio/blackjack"), "{}", other.err);
    let missing = croupier(&["play", "--table", "nowhere.toml"], "q\n");
    assert!(missing.code == 2 && missing.err.contains("cannot read nowhere.toml"), "{}", missing.err);
    let words = croupier(&["play", "--table", "decks 2"], "q\n");
    assert!(words.code == 2 && words.err.contains("name a game"), "{}", words.err);
    let house =
        directory("play-table", &[("bad.toml", "game = \"ohio/blackjack\"\ncoin = \"1\"\ndecks = 7\n")]);
    let bad = croupier(&["play", "--table", &house.join("bad.toml").display().to_string()], "q\n");
    assert!(bad.code == 2 && bad.err.contains("OH-BJ-"), "{}", bad.err);
}
