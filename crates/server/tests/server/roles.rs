//! Rights of roles: every cell of the table in both directions, the games' own rules, and the page in the docs.

use engine::{
    Actor, Beneficiary, ChoiceId, Face, FileHash, Input, Patron, Person, Place, Positions, RefusalKind,
    RulingAct, SectionId, Spot,
};
use felt::{Card, Money, Pocket, ThreeDice, TwoDice};
use rulebook::TableConfig;
use server::roles::{InputKind, RIGHTS, Right, Role, TWO_PERSONS, allows, input_right, may_send};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The whole table once more, written independently: a right, and the first letters of the roles that have it; D is the
/// dealer and A the auditor, N the administrator.
const EXPECTED: &str = "
    sign-in PDFTSAN     games PDFTSAN    rules PDFTSAN          tables PDFTSAN     cages PDFTSAN
    table-rules PDFTSAN rule PDFTSAN     ask P
    meters PDFTSAN      health PDFTSAN   ready PDFTSAN          openapi PDFTSAN
    sign-out PDFTSAN    me PDFTSAN       change-password PDFTSAN
    table PDFTSAN       stream PDFTSAN   units PDFTSAN          play PDFTS
    buy-in P            cash-out P       wallet PT              my-rounds P        round PFTSA
    orders FTAN         decide-order FT  second-person N
    deposit T           withdraw T       open-table T           change-table T     close-table FT
    new-cards FT
    fill T              credit T         persons TN             journal A          ledger A
    roots A             sign-ins AN      make-account N         change-account N   processes N
    drain N
    bet P               found DFT        take-back P            work P             choose P
    pick P              look PDFT        lapse -                step DFT           permit FT
    leave PDFT          card D           turn D                 answer D           roll DFT
    roll-three D        number D         spin D             wheel-stopped D    shuffled D    cut PD
    cut-card D          new-dealer DFT   irregular DFT          approve FTS        terms -
    meter -             ruling FT        granted -";

const LETTERS: [(Role, char); 7] = [
    (Role::Patron, 'P'),
    (Role::Dealer, 'D'),
    (Role::Floor, 'F'),
    (Role::Pit, 'T'),
    (Role::Surveillance, 'S'),
    (Role::Auditor, 'A'),
    (Role::Administrator, 'N'),
];

#[test]
fn every_role_has_the_rights_that_it_should_have_and_no_other() {
    let words: Vec<&str> = EXPECTED.split_whitespace().collect();
    let mut seen = BTreeSet::new();
    for row in words.chunks(2) {
        let [id, roles] = row else { panic!("{row:?}") };
        for (role, letter) in LETTERS {
            let expected = roles.contains(letter);
            let kind = InputKind::ALL.iter().find(|kind| kind.word() == *id);
            let has = kind.map_or_else(|| allows(role, id), |kind| may_send(role, *kind));
            assert_eq!(has, expected, "{role} and {id}");
            // An input is not an operation and has no endpoint of its own.
            assert!(kind.is_none() || !allows(role, id), "{id}");
        }
        assert!(seen.insert(*id), "{id} twice");
    }
    let all = Right::OPERATIONS.iter().copied().chain(InputKind::ALL.iter().map(|kind| Right::Input(*kind)));
    let all: Vec<Right> = all.collect();
    assert_eq!(seen, all.iter().map(|right| right.id()).collect(), "every right is expected of a role");
    assert_eq!(
        RIGHTS.iter().map(|row| row.right).collect::<Vec<_>>(),
        all,
        "every right has one row, in order"
    );
    assert!(Role::ALL.iter().all(|role| !allows(*role, "") && !allows(*role, "no-such-thing")));
    // Administrators of accounts touch neither money nor play, and auditors change nothing.
    let changes = [
        "play",
        "deposit",
        "withdraw",
        "fill",
        "credit",
        "decide-order",
        "open-table",
        "change-table",
        "close-table",
        "new-cards",
    ];
    for id in changes {
        assert!(!allows(Role::Administrator, id) && !allows(Role::Auditor, id), "{id}");
    }
}

#[test]
fn roles_are_printed_and_read_and_stand_for_actors_and_audiences() {
    for (role, (of, _)) in Role::ALL.iter().zip(LETTERS) {
        assert_eq!((*role, Role::parse(role.name())), (of, Some(of)));
        assert_eq!(serde_json::to_string(role).unwrap(), format!("\"{role}\""));
        let seat = Some(Patron::B);
        let at_a_table = matches!(role.actor(seat), Some(Actor::Patron(Patron::B)));
        assert_eq!(at_a_table, of == Role::Patron, "nobody else speaks as a patron");
        assert_eq!(
            role.actor(seat).is_some(),
            allows(*role, "play"),
            "a role that plays has a place at the table"
        );
        let hidden = role.audience(seat) == engine::Audience::Surveillance;
        assert_eq!(hidden, of == Role::Surveillance, "one role sees hidden cards");
    }
    assert_eq!((Role::Patron.actor(None), Role::parse("Pit")), (None, None));
    assert_eq!(Role::Patron.audience(None), engine::Audience::Spectator);
}

/// Returns an input of each kind that anyone could send.
pub fn sample(kind: InputKind, game: &engine::Game) -> Input {
    let (patron, spot, place) = (Patron::A, Spot::TABLE, Place::Dealer);
    let (wager, box_number, stake) = (game.vocabulary.wagers[0], 1, Money::minor(500));
    let card = Card::from_index(0).unwrap();
    let (amount, stands, meter) = (Money::minor(5), Money::minor(50), engine::MeterId::new(&"pit"));
    match kind {
        InputKind::Bet => Input::Bet { patron, box_number, wager, stake, beneficiary: Beneficiary::Patron },
        InputKind::Found => Input::Found { patron, box_number, wager, stake },
        InputKind::TakeBack => Input::TakeBack { patron, box_number, wager, amount: None },
        InputKind::Work => Input::Work { patron, box_number, wager, on: true },
        InputKind::Choose => {
            let choice = game.vocabulary.choices.first().copied().unwrap_or(ChoiceId::new(&"stand"));
            Input::Choose { patron, spot, choice, amount: None }
        }
        InputKind::Pick => Input::Pick { patron, spot, cards: Positions::default() },
        InputKind::Look => Input::Look { patron: Some(patron), place },
        InputKind::Lapse => Input::Lapse { patron: None, spot },
        InputKind::Step => Input::Step(game.vocabulary.steps[0]),
        InputKind::Permit => Input::Permit { patron },
        InputKind::Leave => Input::Leave { patron },
        InputKind::Card => Input::Card { to: place, face: Face::Up(card) },
        InputKind::Turn => Input::Turn { place, card },
        InputKind::Answer => Input::Answer { yes: true },
        InputKind::Roll => Input::Roll(TwoDice::all().next().unwrap()),
        InputKind::RollThree => Input::RollThree(ThreeDice::all().next().unwrap()),
        InputKind::Spin => Input::Spin(Pocket::new(7).unwrap()),
        InputKind::WheelStopped => Input::WheelStopped(SectionId::new(&"joker")),
        InputKind::Shuffled => Input::Shuffled { cut_card: None },
        InputKind::Cut => Input::Cut { depth: 20 },
        InputKind::CutCard => Input::CutCard,
        InputKind::NewDealer => Input::NewDealer,
        InputKind::Irregular => {
            Input::Irregular { kind: game.vocabulary.irregularities[0].id, place: None, card: None }
        }
        InputKind::Approve => Input::Approve { yes: true, person: Person(7) },
        InputKind::Terms => Input::Terms { file: FileHash([0; 32]) },
        InputKind::Meter => Input::Meter { meter, amount },
        InputKind::Ruling => Input::Ruling(RulingAct::GoOn),
        InputKind::Granted => Input::Granted { meter, stands, amount },
        InputKind::Number => Input::Number(3),
    }
}

/// Where the house is stricter than the games, which let every rank do what a lower one may: only the dealer reports
/// what comes from the shoe, the dice and the wheel, and no person reports for the clock and the meters.
fn is_stricter(kind: InputKind) -> bool {
    use InputKind::{Answer, Card, Cut, CutCard, Granted, Lapse, Shuffled, Terms, Turn};
    matches!(kind, Answer | Card | Cut | CutCard | Granted | Lapse | Shuffled | Terms | Turn)
}

#[test]
fn the_games_agree_about_who_may_say_what() {
    for kind in InputKind::ALL {
        for (role, actor) in Role::ALL.iter().filter_map(|role| Some((role, role.actor(Some(Patron::A))?))) {
            let answers = games::GAMES.iter().map(|game| {
                let book = game.book().unwrap();
                let input = sample(*kind, game);
                assert_eq!(input_right(&input), *kind);
                let told = serde_json::to_value(input).unwrap();
                let word = told.as_str().or_else(|| told.as_object()?.keys().next().map(String::as_str));
                assert_eq!(word, Some(kind.word()), "the word that records have");
                let mut table = game.open_live(&book, &TableConfig::default_for(&book)).unwrap();
                table.apply(actor, input, &mut Vec::new())
            });
            let answers: Vec<_> = answers.collect();
            if may_send(*role, *kind) {
                let not_his = |refusal: &engine::Refusal| refusal.kind == RefusalKind::NotYours;
                let some_game = answers.iter().any(|answer| !answer.as_ref().is_err_and(not_his));
                assert!(some_game, "a {role} may send {kind:?}, and every game refuses it");
            } else if !is_stricter(*kind) {
                assert!(
                    answers.iter().all(Result::is_err),
                    "a {role} may not send {kind:?}, and a game takes it"
                );
            }
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn where_two_persons_are_wanted_the_documents_say_so_and_the_games_ask() {
    let paragraphs = std::fs::read_to_string(root().join("trace/paragraphs.tsv")).unwrap();
    let known: BTreeSet<&str> = paragraphs.lines().filter_map(|line| line.split('\t').next()).collect();
    for row in TWO_PERSONS {
        for rule in row.rules {
            assert!(known.contains(rule), "{rule} is no paragraph");
            let of = rule.split('-').take(2).collect::<Vec<_>>().join("-");
            let played = games::GAMES.iter().any(|game| game.rulebook.contains(&format!("{of}-")));
            assert!(played, "{rule} is of no game here");
        }
    }
}

const HEAD: &str = "# Roles

Every person who signs in has one role, and a role has these rights. This page is made from `crates/server/src/roles` by
`just roles-page`; a test fails when it is out of date, and others hold every cell of both tables.

";

const RANKS: &str = "
A floor supervisor has the rank that the documents of Ohio and Colorado ask for, under whatever name, and Singapore's pit
supervisor, who is also the box person of craps. The pit has the highest rank: SG-PP-5.19 wants a shift manager or above where
no rule foresees what happened, and a table must not wait for a rank that nobody has. A casino whose pit managers may not
rule there gives the role to its shift managers alone. Auditors and administrators speak at no table. Cards that lie face
down are seen by surveillance alone: an auditor has the journal, in which they do not stand, and rounds that are over.

";

const PERSONS: &str = "
## Two different persons

Where the documents want two persons, a table that waits for an approval takes it from nobody who brought it about: not
from who reported what must be noted, nor from who gave the approval before it. The journal names the person who is signed
in, whatever the request says.

";

const MONEY: &str = "
Of fills, credits and other movements of chips between cage and table no document here says who signs; they are the pit's,
and stand in the journal with the person who ordered them. An account is unlocked, disabled and given another role or a new
password by another person than its own.
";

fn line(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

fn table(first: &str, is: impl Fn(Right) -> bool) -> String {
    let heads = Role::ALL.iter().map(ToString::to_string);
    let mut text = line(std::iter::once(first.to_owned()).chain(heads).chain(["what it is for".to_owned()]));
    text += &line(std::iter::repeat_n("---".to_owned(), Role::ALL.len() + 2));
    for row in RIGHTS.iter().filter(|row| is(row.right)) {
        let cell = |role: &Role| match (row.open, row.roles.has(*role)) {
            (true, _) => "open".to_owned(),
            (_, true) => "yes".to_owned(),
            _ => String::new(),
        };
        let cells = Role::ALL.iter().map(cell);
        let id = format!("`{}`", row.right.id());
        text += &line(std::iter::once(id).chain(cells).chain([row.purpose.to_owned()]));
    }
    text
}

#[test]
fn roles_page_is_what_the_table_says() {
    let mut page = HEAD.to_owned();
    page += &line(["role", "at a table", "sees"].map(str::to_owned));
    page += &line(std::iter::repeat_n("---".to_owned(), 3));
    for role in Role::ALL {
        let seat = Some(Patron::A).filter(|_| role == Role::Patron);
        let actor = role.actor(seat).map_or_else(String::new, |actor| actor.to_string());
        let sees = role.audience(seat).to_string();
        let own = |word: String| if seat.is_some() { "their own seat".to_owned() } else { word };
        page += &line([format!("`{role}`"), own(actor), own(sees)]);
    }
    page += RANKS;
    write!(page, "## Operations\n\n`open` needs no token.\n\n{}\n", table("operation", Right::is_operation))
        .unwrap();
    let inputs = table("input", |right| !right.is_operation());
    write!(
        page,
        "## Inputs to a table\n\nBy the operation `play`; the game still refuses what is not theirs.\n\n{inputs}"
    )
    .unwrap();
    page += PERSONS;
    page += &line(["paragraphs", "who does what", "how it is held"].map(str::to_owned));
    page += &line(std::iter::repeat_n("---".to_owned(), 3));
    for row in TWO_PERSONS {
        page += &line([row.rules.join(", "), row.what.to_owned(), row.held.told().to_owned()]);
    }
    page += MONEY;
    let path = root().join("docs/roles.md");
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/roles.md is out of date: run `just roles-page`");
}
