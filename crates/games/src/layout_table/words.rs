//! The words that layout games share.

use super::law::Clause;
use super::play::{Alone, Pass, Play, Then};
use crate::common::{Gathered, List, words};
use crate::sources::Words;
use engine::{Irregularity, IrregularityId, MarkerId, MeterId, RemedyId, StepId, WagerId};

/// An award that the floor grants by a ruling.
pub const RULING: WagerId = WagerId::new(&"ruling");

/// Vigorish that patrons owed.
pub const VIGORISH: WagerId = WagerId::new(&"vigorish");

/// The marker on the result.
pub const POINT: MarkerId = MarkerId::new(&"point");

/// The point of a round at which the result is awaited.
pub const SPINNING: &str = "spinning";

words! { StepId STEPS:
    SPIN = "spin";
    NO_MORE_BETS = "no-more-bets";
    BALL_SOUND = "ball-sound";
    BALL_DAMAGED = "ball-damaged";
    NEW_BALL = "new-ball";
}

words! { IrregularityId COMMON_MISHAPS:
    VERBAL_WAGER = "verbal-wager";
    MISANNOUNCED = "misannounced";
    TECHNICAL_INTERRUPTION = "technical-interruption";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
}

words! { RemedyId REMEDIES:
    NO_SPIN = "no-spin";
    ROUND_VOID = "round-void";
    NOT_ACCEPTED = "not-accepted";
    CASH_CONVERTED = "cash-converted";
    FLOOR_DECIDES = "floor-decides";
    NO_EFFECT = "no-effect";
    SETTLED_LATE = "settled-late";
    TAKEN_BACK = "taken-back";
}

/// The words of a source that is spun, except its kind of event.
pub(crate) const SPUN_WORDS: Words = Words {
    steps: &[],
    choices: &[],
    before: &[],
    after: &[SPINNING],
    events: &[],
    remedies: &[],
    refusals: &["no-cards-here", "not-spun", "result-called"],
    counts: "what the wheel shows counts, and not the call",
};

/// The points of a round.
pub(crate) const fn phases<L>(play: &Play<L>, source: &Words) -> List<&'static str> {
    let mut all = List::new("");
    all.extend(source.before);
    let mut at = 0;
    while at < play.windows.len() {
        all.push(play.windows[at].phase);
        at += 1;
    }
    all.extend(source.after);
    all.push_if(play.has_links(), "meter");
    all.push_if(play.inspects(), "inspection");
    all.push("ruling");
    all
}

/// The dealer's steps.
pub(crate) const fn steps<L>(play: &Play<L>, source: &Words) -> List<StepId> {
    let mut all = List::new(SPIN);
    let mut at = 0;
    while at < play.windows.len() {
        all.push(play.windows[at].closes);
        at += 1;
    }
    if play.inspects() {
        all.extend(&[BALL_SOUND, BALL_DAMAGED, NEW_BALL]);
    }
    all.extend(source.steps);
    all
}

/// The remedies of irregularities.
pub(crate) const fn remedies<L>(play: &Play<L>, source: &Words) -> List<RemedyId> {
    let mut all = List::new(NO_SPIN);
    let (mut again, mut at) = (false, 0);
    while at < play.mishaps.len() {
        again |= !matches!(play.mishaps[at].then, Then::Void | Then::Source);
        at += 1;
    }
    all.push_if(again, NO_SPIN);
    all.push(ROUND_VOID);
    all.push_if(play.law.wagers.cash_refused.exists(), NOT_ACCEPTED);
    all.push_if(play.law.wagers.cash_taken.exists(), CASH_CONVERTED);
    all.extend(&[FLOOR_DECIDES, NO_EFFECT, SETTLED_LATE, TAKEN_BACK]);
    all.extend(source.remedies);
    all
}

/// The kinds of event.
pub(crate) const fn events<L>(play: &Play<L>, source: &Words) -> List<&'static str> {
    let mut all = List::new("");
    all.extend(&["round-opened", "wager-placed", "stake-added", "wager-taken-back"]);
    all.push_if(play.law.settling.marker.exists(), "marked");
    all.push("stepped");
    all.extend(source.events);
    all.push_if(play.has_links(), "meter-granted");
    all.extend(&["decided", "settled", "irregular", "remedied", "duty", "ruled", "left"]);
    all.extend(&["dealer-changed", "round-ended", "terms-changed"]);
    all
}

/// Payments and collections without a wager.
pub(crate) const fn awards<L>(play: &Play<L>) -> List<WagerId> {
    let mut all = List::new(RULING);
    all.push(RULING);
    all.push_if(play.law.charge.put_off.exists(), VIGORISH);
    all
}

/// The meters that its wagers are joined to.
pub(crate) const fn meters<L>(play: &Play<L>) -> List<MeterId> {
    let mut all = List::new(MeterId::new(&""));
    let mut at = 0;
    while at < play.rows.len() {
        if let Some(link) = play.rows[at].link {
            all.push(link.meter);
        }
        at += 1;
    }
    all
}

/// The markers.
pub(crate) const fn markers<L>(play: &Play<L>) -> List<MarkerId> {
    let mut all = List::new(POINT);
    all.push_if(play.law.settling.marker.exists(), POINT);
    all
}

/// The names of refusals.
pub(crate) const fn refusals<L>(
    play: &Play<L>,
    source: &Words,
    barred: &'static [&'static str],
) -> List<&'static str> {
    let mut all = List::new("");
    all.extend(&[
        "no-such-place",
        "place-taken",
        "stands-elsewhere",
        "no-such-wager",
        "not-for-dealers",
        "bets-closed",
        "outside-limits",
        "no-wager-there",
        "not-at-table",
        "not-now",
        "wrong-person",
        "ruling-due",
        "round-under-way",
        "file-not-shown",
        "no-device-here",
        "no-such-line",
        "no-such-irregularity",
        "bets-are-open",
    ]);
    all.extend(source.refusals);
    all.push_if(play.has_links(), "not-its-share");
    all.push_if(play.inspects(), "floor-gives-ball");
    all.push_if(play.inspects(), "ball-not-inspected");
    all.push_if(play.law.wagers.as_it_lies.exists(), "lies-as-known");
    all.push_if(play.law.ours.dealer_bet_beside_own.exists(), "dealer-bet-alone");
    all.extend(barred);
    all
}

const fn common(id: IrregularityId, [what, remedy, decides]: [&'static str; 3], by: Clause) -> Irregularity {
    Irregularity { id, what, remedy, decides, rule: by.rule() }
}

/// The irregularities, and their remedies.
pub(crate) const fn mishaps<L>(play: &Play<L>, source: &Words) -> List<Irregularity> {
    let ours = &play.law.ours;
    let stops = [
        "something stops the play",
        "the document is silent; wagers stand, and the floor says how play goes on",
        "floor",
    ];
    let interruption = common(TECHNICAL_INTERRUPTION, stops, ours.unforeseen);
    let mut all = List::new(interruption);
    let mut at = 0;
    while at < play.mishaps.len() {
        let mishap = &play.mishaps[at];
        all.push(common(mishap.id, [mishap.what, mishap.remedy, "nobody"], mishap.by));
        at += 1;
    }
    let (refused, taken) = (play.law.wagers.cash_refused, play.law.wagers.cash_taken);
    if refused.exists() {
        let text = ["a wager is called out, with cash in hand", "it is not accepted", "nobody"];
        all.push(common(VERBAL_WAGER, text, refused));
    }
    if taken.exists() {
        let remedy = "the dealer confirms it, and the cash becomes chips that are placed";
        all.push(common(VERBAL_WAGER, ["a wager is called out, with cash in hand", remedy, "dealer"], taken));
    }
    let called = ["a wrong result was called out", source.counts, "nobody"];
    all.push(common(MISANNOUNCED, called, ours.unforeseen));
    all.push(interruption);
    let unpaid = ["a wager that won was not paid", "its line stands, and it is paid now", "nobody"];
    all.push(common(WINNER_UNPAID, unpaid, play.law.settling.winners_after));
    let paid = [
        "a wager that lost was paid or left lying",
        "its line stands, and the chips are taken now",
        "nobody",
    ];
    all.push(common(LOSER_PAID, paid, play.law.settling.losers_first));
    all
}

/// Every rule that a table of the game can cite.
pub(crate) const fn gather<L>(play: &Play<L>) -> Gathered {
    let mut all = Gathered::NONE;
    let mut at = 0;
    while at < play.windows.len() {
        all.clause(play.windows[at].by, "What closes the bets.");
        at += 1;
    }
    all.clauses(&play.law.wagers.clauses());
    let mut at = 0;
    while at < play.source_rules.len() {
        all.clauses(play.source_rules[at]);
        at += 1;
    }
    let mut at = 0;
    while at < play.rows.len() {
        let row = &play.rows[at];
        all.clauses(&[
            (row.made, "The wager may be made."),
            (row.also[0], "What else says that the layout has the place."),
            (row.also[1], "What else says that the layout has the place."),
            (row.wins, "It wins."),
            (row.loses, "It loses."),
            (row.paid, "What it is paid."),
        ]);
        let mut line = 0;
        while line < row.table.len() {
            all.clause(row.table[line].by, "What it is paid.");
            line += 1;
        }
        if let Some(beside) = row.beside {
            all.clause(beside.by, "It lies beside a main wager.");
            if let Alone::NoLess(_, by) = beside.alone {
                all.clause(by, "Alone it is no less than the table's minimum.");
            }
            all.clause(beside.goes_back, "One whose main wager was taken back goes back.");
        }
        if let Some(link) = row.link {
            all.clauses(&link.clauses());
        }
        at += 1;
    }
    all.clauses(&play.law.settling.clauses());
    let mut at = 0;
    while at < play.orders.len() {
        gather_order(&mut all, play.orders[at]);
        at += 1;
    }
    all.clauses(&play.law.charge.clauses());
    let mut at = 0;
    while at < play.mishaps.len() {
        all.clause(play.mishaps[at].by, play.mishaps[at].remedy);
        if let Some(inspection) = play.inspection(at) {
            all.clause(inspection.by, "The dealer inspects the ball.");
            all.clause(inspection.replaced, "A damaged ball is replaced by the floor.");
        }
        at += 1;
    }
    all.clauses(&play.law.ours.clauses());
    all
}

const fn gather_order(all: &mut Gathered, passes: &[Pass]) {
    let mut at = 0;
    while at < passes.len() {
        let mut visit = 0;
        while visit < passes[at].visits.len() {
            let groups = passes[at].visits[visit];
            let mut group = 0;
            while group < groups.len() {
                all.clause(groups[group].by, "The order of settlement.");
                group += 1;
            }
            visit += 1;
        }
        at += 1;
    }
}

/// The vocabulary of a game.
macro_rules! vocabulary {
    ($game:ty: procedure $procedure:literal, $wagers:expr, barred $barred:expr, also $also:expr) => {
        const GATHERED: $crate::common::Gathered = {
            let mut all = $crate::layout_table::words::gather(&<$game>::PLAY);
            all.clauses($also);
            all
        };
        static RULES: [engine::Rule; GATHERED.len()] = GATHERED.array();

        /// The vocabulary of the game.
        pub static VOCABULARY: engine::Vocabulary = {
            use $crate::common::listed;
            use $crate::layout_table::words as of;
            const PLAY: &$crate::layout_table::Play<
                <<$game as $crate::layout_table::LayoutGame>::Source as $crate::sources::Source>::Law,
            > = &<$game as $crate::layout_table::LayoutGame>::PLAY;
            const SOURCE: &$crate::sources::Words = &<$game as $crate::layout_table::LayoutGame>::WORDS;
            engine::Vocabulary {
                procedure: $procedure,
                wagers: $wagers,
                choices: SOURCE.choices,
                steps: listed!(engine::StepId, of::steps(PLAY, SOURCE)),
                phases: listed!(&'static str, of::phases(PLAY, SOURCE)),
                irregularities: listed!(engine::Irregularity, of::mishaps(PLAY, SOURCE)),
                remedies: listed!(engine::RemedyId, of::remedies(PLAY, SOURCE)),
                events: listed!(&'static str, of::events(PLAY, SOURCE)),
                meters: listed!(engine::MeterId, of::meters(PLAY)),
                awards: listed!(engine::WagerId, of::awards(PLAY)),
                hands: &[],
                markers: listed!(engine::MarkerId, of::markers(PLAY)),
                ruling_rank: engine::Rank::Floor,
                refusals: listed!(&'static str, of::refusals(PLAY, SOURCE, $barred)),
                rules: &RULES,
                side_bet_rules: &[],
            }
        };

        fn says() -> Vec<(engine::Rule, &'static str)> {
            GATHERED.says()
        }
    };
}

pub(crate) use vocabulary;
