//! Random table files by the rule book: every option of a casino is chosen sometimes.

use crate::chance::Chance;
use crate::habits::{self, Habits};
use engine::{Chance as _, Game};
use felt::{Odds, OddsForm};
use rulebook::{Allowed, OptionRule, RuleBook, TableConfig, TableDraft, WagerRule};

/// Keys with values that must be set together.
type Setting = Vec<(String, String)>;

/// A wish of the casino, with its alternatives.
type Wish = Vec<Setting>;

const LIMITS: &[&str] = &[
    "5..100 step 5",
    "10..50 step 5",
    "1..20 step 1",
    "5..100 step 5",
    "10..50 step 5",
    "1..20 step 1",
    "6..60 step 6",
    "2..40 step 2",
    "25..1000 step 25",
];
const SIDE_LIMITS: &[&str] =
    &["5..25 step 5", "5..25 step 5", "1..25 step 1", "1..100 step 1", "10..100 step 10"];
const COINS: &[&str] = &["0.50", "0.25", "1"];
const ROUNDINGS: &[&str] = &["down", "up", "nearest-up", "nearest-down"];

/// A random table file that lint accepts and the game can open. Wishes are granted one by one, in any order;
/// one that lint refuses is tried again at the end, when others may have made room for it.
pub fn random_config(game: &Game, book: &RuleBook, chance: &mut Chance) -> TableConfig {
    let mut wishes = wishes(book, &habits::of(game), chance);
    // Side bets of other documents that only a study table may combine with the game.
    if !game.side_bets.is_empty() && chance.one_in(3) {
        wishes.push(just("study", "true"));
    }
    chance.shuffle(&mut wishes);
    let mut granted = Setting::new();
    let mut config = check(game, book, &granted).expect("a table that chooses nothing may be opened");
    for _ in 0..2 {
        wishes.retain(|wish| {
            for setting in wish {
                let with: Setting = granted.iter().chain(setting).cloned().collect();
                if let Some(found) = check(game, book, &with) {
                    (granted, config) = (with, found);
                    return false;
                }
            }
            true
        });
    }
    let again = TableConfig::from_settings(book, &config.settings(book)).unwrap();
    assert_eq!(again.hash, config.hash, "a table written down is the same table");
    config
}

fn check(game: &Game, book: &RuleBook, setting: &Setting) -> Option<TableConfig> {
    let mut draft = TableDraft::with_defaults(book);
    for (key, value) in setting {
        draft.set(key.clone(), value.clone(), None);
    }
    draft.check(book).ok().filter(|config| (game.open)(book, config).is_ok())
}

/// A step of a session visits every offer: 160 wagers at 64 places would be ten thousand.
const OFFERS: u32 = 2_000;

fn wishes(book: &RuleBook, habits: &Habits, chance: &mut Chance) -> Vec<Wish> {
    let decks = book.decks.allowed;
    let few = [decks.min, decks.min, decks.max.min(decks.min + 1), book.decks.default.into(), decks.max];
    let mut wishes = vec![
        just("decks", &chance.pick(&few).to_string()),
        just("coin", COINS[chance.below(COINS.len())]),
        main_limits(book, chance),
    ];
    if chance.one_in(2) {
        wishes.push(just("steps", "by-dealer"));
    }
    let boxes = book.boxes.allowed;
    let most = boxes.max.min(OFFERS / u32::try_from(book.wagers.len().max(1)).unwrap()).max(boxes.min);
    if chance.one_in(4) || u32::from(book.boxes.default) > most {
        wishes.push(just("boxes", &between(boxes.min, most, chance).to_string()));
    }
    if habits.rounding && chance.one_in(6) {
        wishes.push(just("rounding", ROUNDINGS[chance.below(ROUNDINGS.len())]));
    }
    for option in &book.options {
        if chance.one_in(2) {
            wishes.push(just(&option.id, &value_of(option, chance)));
        }
    }
    for wager in &book.wagers {
        wishes.extend(wager_wish(book, wager, habits, chance));
    }
    wishes
}

fn just(key: &str, value: &str) -> Wish {
    vec![vec![(key.to_owned(), value.to_owned())]]
}

fn between(min: u32, max: u32, chance: &mut Chance) -> u32 {
    min + u32::try_from(chance.below(usize::try_from(max - min + 1).unwrap())).unwrap()
}

/// Limits of the main wager.
fn main_limits(book: &RuleBook, chance: &mut Chance) -> Wish {
    let main = book.main_wager().map(|wager| wager.id.as_str()).unwrap_or_default();
    let with = |text: &str| vec![(format!("limits.{main}"), text.to_owned())];
    (0..3).map(|_| with(LIMITS[chance.below(LIMITS.len())])).collect()
}

fn value_of(option: &OptionRule, chance: &mut Chance) -> String {
    match &option.allowed {
        Allowed::OneOf(values) => chance.pick(values).clone(),
        // For large ranges of amounts the lowest ones are not representative.
        Allowed::Range(range) if range.max > 1_000 => chance.pick(&[0, 20, 150, 1_000]).to_string(),
        Allowed::Range(range) => between(range.min, range.max.min(range.min + 5), chance).to_string(),
        Allowed::AtLeast(least) => raised(*least, chance).to_string(),
    }
}

/// Odds of at least these; increases by whole units keep them payable in the same coins.
fn raised(least: Odds, chance: &mut Chance) -> Odds {
    let per = least.per_units();
    let more = *chance.pick(&[0, 1, 2, per, 2 * per]);
    let won = least.win_units() + more;
    let written = if least.form() == OddsForm::To { won } else { won + per };
    Odds::checked(written, per, least.form()).unwrap()
}

/// Limits of another wager; a side bet is offered by setting them.
fn wager_wish(book: &RuleBook, wager: &WagerRule, habits: &Habits, chance: &mut Chance) -> Option<Wish> {
    let main = book.main_wager().is_some_and(|main| main.id == wager.id);
    let wanted = if wager.side_bet { !chance.one_in(4) } else { chance.one_in(8) };
    if main || wager.equals.is_some() || wager.follows.is_some() || !wanted {
        return None;
    }
    let (group, texts) = if wager.side_bet { ("side-bets", SIDE_LIMITS) } else { ("limits", LIMITS) };
    let with = |text: &str| vec![(format!("{group}.{}", wager.id), text.to_owned())];
    let mut wish: Wish = (0..3).map(|_| with(texts[chance.below(texts.len())])).collect();
    if wager.side_bet {
        // Where exactly one unit may be staked.
        wish.push(with(chance.clone().pick::<&str>(habits.units)));
    }
    if wager.paytables.len() > 1 {
        let code = chance.pick(&wager.paytables).clone();
        let named = wish.iter().map(|setting| {
            let paytable = (format!("paytable.{}", wager.id), code.clone());
            setting.iter().cloned().chain([paytable]).collect()
        });
        wish.extend(named.collect::<Vec<Setting>>());
    }
    Some(wish)
}
