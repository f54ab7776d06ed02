//! The side bets that exist, and what the documents say about each.
//!
//! A side bet is declared once, here. A base game that offers it reads from this declaration when it may be
//! placed, what it depends on and by which rules it is settled. Its rule book says where it may be offered.

use super::Bet;
use crate::common::{Clause, clauses, count, law, rules_of, together};
use engine::{MeterId, Rule, WagerId};

clauses! {
    /// What the documents say about one side bet.
    SideBetLaw:

    // Placing it.
    offered: "The house chooses whether to offer it.";
    placed: "When it is placed.";
    too_late: "Not once bets are closed.";
    locked: "When bets close it is locked in.";
    on_any_box: "Anybody may place it on a box with a bet.";
    before_further_cards: "It is settled before further cards.";
    with_others: "Beside any other side bet that is approved.";
    deal_follows: "Only then are cards dealt.";
    beside_main: "Only beside a main wager.";
    alone: "Without a main wager two cards are dealt and nobody is asked.";
    companion: "Only beside another side bet.";
    limits: "Within the posted limits.";
    after_deal: "Not before the first cards lie there.";
    before_reveal: "Nor later than the house closes it.";
    no_dealer_bet: "Nobody bets it for the dealers.";

    // Deciding it.
    decides: "What it is about.";
    too_high: "It loses with a hand of 30.";
    too_high_noted: "The same, said again.";
    by_up_card: "The row is found by the up card.";
    three_eights: "A line for three eights.";
    counts_doubles: "Lammers of doubles count.";
    counts_splits: "Lammers of splits count.";
    ace_of_blackjack: "A line that a blackjack meets like any other hand with its ace.";
    dealer_alone: "A line for the dealer's cards alone.";
    waits: "It waits until the dealer is known to have a blackjack or not.";
    plays_out: "The dealer draws for its sake.";
    cards_stay: "The cards of a finished hand stay on the table for it.";

    // Paying it.
    odds: "How its pays are meant.";
    highest_only: "Only the best line.";
    by_pay_table: "By its pay table.";
    nothing: "What hits no line loses.";
    dealer_envy: "The dealers have an award.";
    scales: "Amounts grow with the unit wagered.";
    own_meter: "Which meter a line empties.";
    torn_columns: "Lines that print has torn.";
    missing_rows: "Lines that print has lost.";
    capped: "What is paid on it together has a limit.";
    returned: "Of a dead or void hand it goes back.";
    missed: "A dealer's blackjack that was missed undoes what it was paid.";
}

impl SideBetLaw {
    /// The rule by which it is placed.
    pub(crate) fn placing(&self) -> Clause {
        if self.after_deal.exists() { self.after_deal } else { self.placed }
    }
}

/// A side bet: its word, what it depends on, and its law.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideBet {
    /// What it is about.
    pub(crate) bet: Bet,
    /// The word of the wager.
    pub(crate) wager: WagerId,
    /// Its law.
    pub(crate) law: SideBetLaw,
    /// Its pay tables, cited as a whole, or the rows of one that numbers them.
    pub(crate) tables: &'static [Rule],
    /// The meters of its rows, from the top, if any.
    pub(crate) meters: &'static [MeterId],
}

impl SideBet {
    /// Whether its wager is locked in when bets close and is never returned.
    pub(crate) fn is_progressive(&self) -> bool {
        !self.meters.is_empty()
    }

    /// Whether it depends on the dealer's whole hand.
    pub(crate) fn hangs_on_dealer(&self) -> bool {
        matches!(self.bet, Bet::Push22 | Bet::Hedge22 | Bet::BustBonus)
    }
}

law! {
    /// What Ohio says about Push 22.
    SideBetLaw PUSH_22, otherwise SideBetLaw::NONE;
    placed = "OH-FBB-16.I.A";
    too_late = "OH-FBB-16.I.B:a";
    beside_main = "OH-FBB-16.I.B:a";
    decides = "OH-FBB-16.I.B:b";
    nothing = "OH-FBB-16.I.B/T1:not-22";
    plays_out = "RULING-FBB-40";
}

law! {
    /// What Colorado says about all bonus wagers of Ride Free.
    SideBetLaw RIDE_FREE, otherwise SideBetLaw::NONE;
    offered = "CO-RF-2";
    placed = "CO-RF-6:b";
    beside_main = "CO-RF-3:b";
    alone = "RULING-RF-3";
    limits = "CO-RF-4:a";
    by_pay_table = "CO-RF-20:b";
    returned = "RULING-RF-32";
}

law! {
    /// What Colorado says about hedge-22.
    SideBetLaw HEDGE_22, otherwise RIDE_FREE;
    decides = "CO-RF-21.A:a";
    too_high = "CO-RF-21.A:b";
    cards_stay = "CO-RF-9.A";
    plays_out = "CO-RF-9.B";
    odds = "CO-RF-23.A.I";
    highest_only = "CO-RF-23.A.II";
    capped = "CO-RF-23.A.III";
}

law! {
    /// What Colorado says about silver-stack.
    SideBetLaw SILVER_STACK, otherwise RIDE_FREE;
    decides = "CO-RF-21.B";
    counts_doubles = "CO-RF-12";
    counts_splits = "CO-RF-16";
    odds = "CO-RF-24.A.I";
    highest_only = "CO-RF-24.A.II";
    capped = "CO-RF-24.A.III";
}

law! {
    /// What Colorado says about bust-bonus.
    SideBetLaw BUST_BONUS, otherwise RIDE_FREE;
    decides = "CO-RF-21.C:a";
    too_high = "CO-RF-21.C:b";
    after_deal = "CO-RF-21.C:c";
    before_reveal = "CO-RF-21.C:d";
    by_up_card = "CO-RF-21.C:e";
    plays_out = "RULING-RF-17";
    odds = "CO-RF-25.A.I";
    highest_only = "CO-RF-25.A.II";
    three_eights = "CO-RF-25.A.IV";
    too_high_noted = "CO-RF-25.A.V";
}

law! {
    /// What Colorado says about 21-3-classic.
    SideBetLaw CLASSIC, otherwise RIDE_FREE;
    decides = "CO-RF-21.D:a";
    odds = "CO-RF-26.A.I";
    highest_only = "CO-RF-26.A.II";
    dealer_envy = "CO-RF-26.A.IV";
}

law! {
    /// What Colorado says about 21-3-xtreme.
    SideBetLaw XTREME, otherwise RIDE_FREE;
    decides = "CO-RF-21.D:b";
    odds = "CO-RF-27.A.I";
    highest_only = "CO-RF-27.A.II";
}

law! {
    /// What Colorado says about top-3.
    SideBetLaw TOP_3, otherwise RIDE_FREE;
    decides = "CO-RF-21.D:c";
    odds = "CO-RF-28.A.I";
    highest_only = "CO-RF-28.A.II";
    companion = "CO-RF-28.A.IV";
}

law! {
    /// What Colorado says about lucky-ladies.
    SideBetLaw LUCKY_LADIES, otherwise RIDE_FREE;
    decides = "CO-RF-21.E";
    odds = "CO-RF-29.A.I";
    highest_only = "CO-RF-29.A.II";
}

law! {
    /// What Colorado says about 21-3-progressive.
    SideBetLaw PROGRESSIVE_21_3, otherwise RIDE_FREE;
    decides = "CO-RF-21.F";
    odds = "CO-RF-30.A.I";
    highest_only = "CO-RF-30.A.II";
    scales = "CO-RF-30.A.IV:a";
    own_meter = "RULING-RF-26";
    torn_columns = "RULING-RF-29";
    missing_rows = "RULING-RF-30";
    no_dealer_bet = "CO-RF-7:c";
}

law! {
    /// What Colorado says about lucky-ladies-progressive.
    SideBetLaw LUCKY_LADIES_PROGRESSIVE, otherwise RIDE_FREE;
    decides = "CO-RF-21.G";
    odds = "CO-RF-31.A.I";
    highest_only = "CO-RF-31.A.II";
    scales = "CO-RF-31.A.III:a";
    own_meter = "RULING-RF-26";
    no_dealer_bet = "CO-RF-7:c";
}

/// The pay tables of Ride Free, cited as a whole: the settlement line names its row.
const RIDE_FREE_TABLES: &[Rule] = &[
    Rule::new(&"CO-RF/PT-FLT-SB1-01"),
    Rule::new(&"CO-RF/PT-FLT-SB1-02"),
    Rule::new(&"CO-RF/PT-FLT-SB1-03"),
    Rule::new(&"CO-RF/PT-FLT-SB2-01"),
    Rule::new(&"CO-RF/PT-FLT-SB2-02"),
    Rule::new(&"CO-RF/PT-FLT-BB-01"),
    Rule::new(&"CO-RF/PT-FLT-213-01"),
    Rule::new(&"CO-RF/PT-FLT-213-03"),
    Rule::new(&"CO-RF/PT-FLT-213-E01"),
    Rule::new(&"CO-RF/PT-FLT-213-E02"),
    Rule::new(&"CO-RF/PT-FLT-213-E03"),
    Rule::new(&"CO-RF/PT-FLT-213-E04"),
    Rule::new(&"CO-RF/PT-FLT-213XT-01"),
    Rule::new(&"CO-RF/PT-FLT-213XT-03"),
    Rule::new(&"CO-RF/PT-FLT-213XT-04"),
    Rule::new(&"CO-RF/PT-FLT-TOP3-01"),
    Rule::new(&"CO-RF/PT-FLT-TOP3-02"),
    Rule::new(&"CO-RF/PT-FLT-LL-01"),
    Rule::new(&"CO-RF/PT-FLT-LL-02"),
    Rule::new(&"CO-RF/PT-FLT-LL-03"),
    Rule::new(&"CO-RF/PT-BJS-213-01"),
    Rule::new(&"CO-RF/PT-BJS-213-04"),
    Rule::new(&"CO-RF/PT-BJS-213-07"),
    Rule::new(&"CO-RF/PT-BJS-213-10"),
    Rule::new(&"CO-RF/PT-BJS-213-02"),
    Rule::new(&"CO-RF/PT-BJS-213-05"),
    Rule::new(&"CO-RF/PT-BJS-213-08"),
    Rule::new(&"CO-RF/PT-BJS-213-03"),
    Rule::new(&"CO-RF/PT-BJS-213-06"),
    Rule::new(&"CO-RF/PT-BJS-213-09"),
    Rule::new(&"CO-RF/PT-BJS-213-11"),
    Rule::new(&"CO-RF/PT-BJS-LL-26"),
    Rule::new(&"CO-RF/PT-BJS-LL-27"),
    Rule::new(&"CO-RF/PT-BJS-LL-28"),
    Rule::new(&"CO-RF/PT-BJS-LL-29"),
    Rule::new(&"CO-RF/PT-BJS-LL-30"),
    Rule::new(&"CO-RF/PT-BJS-LL-31"),
    Rule::new(&"CO-RF/PT-BJS-LL-32"),
    Rule::new(&"CO-RF/PT-BJS-LL-33"),
    Rule::new(&"CO-RF/PT-BJS-LL-34"),
    Rule::new(&"CO-RF/PT-BJS-LL-35"),
];

law! {
    /// What Colorado says about Rocket Aces.
    SideBetLaw ROCKET_ACES, otherwise SideBetLaw::NONE;
    placed = "CO-RA-1.A";
    limits = "CO-RA-1.A";
    too_late = "CO-RA-1";
    locked = "CO-RA-1.B";
    with_others = "CO-RA-0.3";
    deal_follows = "CO-RA-1.C";
    beside_main = "RULING-RA-10";
    no_dealer_bet = "RULING-RA-11";
    decides = "CO-RA-1.D";
    highest_only = "RULING-RA-4";
    ace_of_blackjack = "RULING-RA-6";
    dealer_alone = "RULING-RA-7";
    odds = "RULING-RA-8";
    own_meter = "RULING-RA-9";
    waits = "RULING-RA-12";
    returned = "RULING-RA-14";
    missed = "RULING-RA-13";
}

/// The pay tables of Rocket Aces, cited as a whole.
const ROCKET_ACES_TABLES: &[Rule] = &[
    Rule::new(&"CO-RA-2/T1"),
    Rule::new(&"CO-RA-2/T2"),
    Rule::new(&"CO-RA-2/T3"),
    Rule::new(&"CO-RA-2/T4"),
    Rule::new(&"CO-RA-2/T5"),
    Rule::new(&"CO-RA-2/T6"),
    Rule::new(&"CO-RA-2/T7"),
    Rule::new(&"CO-RA-2/T8"),
    Rule::new(&"CO-RA-2/T9"),
    Rule::new(&"CO-RA-2/T10"),
    Rule::new(&"CO-RA-2/T11"),
];

law! {
    /// What Singapore says about both side bets of Pontoon Plus.
    SideBetLaw PONTOON, otherwise SideBetLaw::NONE;
    beside_main = "SG-PP-3.9:a";
    placed = "SG-PP-3.9:b";
    too_late = "SG-PP-5.8:a";
    on_any_box = "SG-PP-3.9:b";
    limits = "SG-PP-3.5";
    before_further_cards = "SG-PP-3.13";
}

law! {
    /// What Singapore says about Player Pair.
    SideBetLaw PLAYER_PAIR, otherwise PONTOON;
    decides = "SG-PP-3.14";
}

law! {
    /// What Singapore says about the Bonus.
    SideBetLaw BONUS, otherwise PONTOON;
    decides = "SG-PP-3.15";
}

const PLAYER_PAIR_LINES: &[Rule] = &[Rule::new(&"SG-PP-4.1.1/T1:player-pair")];

const BONUS_LINES: &[Rule] = &[
    Rule::new(&"SG-PP-4.1.3/T1:aces-suited"),
    Rule::new(&"SG-PP-4.1.3/T1:aces"),
    Rule::new(&"SG-PP-4.1.3/T1:high-pair"),
    Rule::new(&"SG-PP-4.1.3/T1:ace-picture"),
    Rule::new(&"SG-PP-4.1.3/T1:low-pair"),
    Rule::new(&"SG-PP-4.1.3/T1:ace-low"),
];

/// The side bet of that law, without meters.
const fn plain(bet: Bet, law: SideBetLaw, tables: &'static [Rule]) -> SideBet {
    SideBet { bet, wager: WagerId::new(bet.word()), law, tables, meters: &[] }
}

const METERS_21_3: &[MeterId] = &[MeterId::new(&"21-3-1"), MeterId::new(&"21-3-2")];
const METERS_LUCKY_LADIES: &[MeterId] =
    &[MeterId::new(&"lucky-ladies-1"), MeterId::new(&"lucky-ladies-2"), MeterId::new(&"lucky-ladies-3")];

const METERS_ROCKET_ACES: &[MeterId] =
    &[MeterId::new(&"rocket-aces-1"), MeterId::new(&"rocket-aces-2"), MeterId::new(&"rocket-aces-3")];

/// Every side bet of the family.
pub(crate) static SIDE_BETS: &[SideBet] = &[
    plain(Bet::Push22, PUSH_22, PUSH_22_LINES),
    plain(Bet::Hedge22, HEDGE_22, RIDE_FREE_TABLES),
    plain(Bet::SilverStack, SILVER_STACK, RIDE_FREE_TABLES),
    plain(Bet::BustBonus, BUST_BONUS, RIDE_FREE_TABLES),
    plain(Bet::TwentyOneThreeClassic, CLASSIC, RIDE_FREE_TABLES),
    plain(Bet::TwentyOneThreeXtreme, XTREME, RIDE_FREE_TABLES),
    plain(Bet::Top3, TOP_3, RIDE_FREE_TABLES),
    plain(Bet::LuckyLadies, LUCKY_LADIES, RIDE_FREE_TABLES),
    SideBet {
        meters: METERS_21_3,
        ..plain(Bet::TwentyOneThreeProgressive, PROGRESSIVE_21_3, RIDE_FREE_TABLES)
    },
    SideBet {
        meters: METERS_LUCKY_LADIES,
        ..plain(Bet::LuckyLadiesProgressive, LUCKY_LADIES_PROGRESSIVE, RIDE_FREE_TABLES)
    },
    SideBet { meters: METERS_ROCKET_ACES, ..plain(Bet::RocketAces, ROCKET_ACES, ROCKET_ACES_TABLES) },
    plain(Bet::PlayerPair, PLAYER_PAIR, PLAYER_PAIR_LINES),
    plain(Bet::Bonus, BONUS, BONUS_LINES),
];

/// The side bet of that word.
pub(crate) fn side_bet(wager: WagerId) -> Option<&'static SideBet> {
    SIDE_BETS.iter().find(|side_bet| side_bet.wager == wager)
}

/// The rules of one law as a list.
macro_rules! rules {
    ($law:ident) => {
        &rules_of::<{ count(&$law.clauses()) }>(&$law.clauses())
    };
}

const PUSH_22_LINES: &[Rule] = &[
    Rule::new(&"OH-FBB-16.I.B/T1:suited"),
    Rule::new(&"OH-FBB-16.I.B/T1:same-color"),
    Rule::new(&"OH-FBB-16.I.B/T1:other"),
];

/// The rules of Ohio's Push 22, with the rows of its pay table.
pub(crate) const PUSH_22_RULES: &[Rule] =
    &together::<Rule, { count(&PUSH_22.clauses()) + 3 }>(&[rules!(PUSH_22), PUSH_22_LINES]);

const RIDE_FREE_LAWS: [SideBetLaw; 9] = [
    HEDGE_22,
    SILVER_STACK,
    BUST_BONUS,
    CLASSIC,
    XTREME,
    TOP_3,
    LUCKY_LADIES,
    PROGRESSIVE_21_3,
    LUCKY_LADIES_PROGRESSIVE,
];

const RIDE_FREE_COUNT: usize = {
    let (mut at, mut total) = (0, RIDE_FREE_TABLES.len());
    while at < RIDE_FREE_LAWS.len() {
        total += count(&RIDE_FREE_LAWS[at].clauses());
        at += 1;
    }
    total
};

/// The rules of the bonus wagers of Ride Free, with their pay tables.
pub(crate) const RIDE_FREE_RULES: &[Rule] = &together::<Rule, RIDE_FREE_COUNT>(&[
    rules!(HEDGE_22),
    rules!(SILVER_STACK),
    rules!(BUST_BONUS),
    rules!(CLASSIC),
    rules!(XTREME),
    rules!(TOP_3),
    rules!(LUCKY_LADIES),
    rules!(PROGRESSIVE_21_3),
    rules!(LUCKY_LADIES_PROGRESSIVE),
    RIDE_FREE_TABLES,
]);

/// The rules of Rocket Aces, with its pay tables.
pub(crate) const ROCKET_ACES_RULES: &[Rule] = &together::<
    Rule,
    { count(&ROCKET_ACES.clauses()) + ROCKET_ACES_TABLES.len() },
>(&[rules!(ROCKET_ACES), ROCKET_ACES_TABLES]);

const PONTOON_COUNT: usize = count(&PLAYER_PAIR.clauses()) + count(&BONUS.clauses()) + 7;

/// The rules of the side bets of Pontoon Plus, with their rows.
pub(crate) const PONTOON_RULES: &[Rule] =
    &together::<Rule, PONTOON_COUNT>(&[rules!(PLAYER_PAIR), rules!(BONUS), PLAYER_PAIR_LINES, BONUS_LINES]);
