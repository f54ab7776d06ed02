//! Every rule that a table of a game can cite, gathered from the way the game is written down.

use super::law::{Clause, Law};
use super::play::{
    Choice, Course, Does, Envy, Link, Made, Miscount, Play, Prize, Question, Row, Step, Verified, Wager,
};
use engine::{Rule, protocol};

/// Rules, each once.
#[derive(Debug)]
pub struct Gathered {
    rules: [Rule; Gathered::MOST],
    count: usize,
}

/// The number of rules of a game.
pub const fn rule_count(play: &Play) -> usize {
    gather(play).count
}

/// The rules of a game; there must be exactly `N`.
pub const fn rules_of_play<const N: usize>(play: &Play) -> [Rule; N] {
    let gathered = gather(play);
    assert!(gathered.count == N, "another number of rules");
    let mut rules = [protocol::AWAITED; N];
    let mut at = 0;
    while at < N {
        rules[at] = gathered.rules[at];
        at += 1;
    }
    rules
}

/// The clauses that the table acts by have a rule.
const fn acts_by_rules(play: &Play) -> bool {
    let Law { deck, seats, mishaps, .. } = &play.law;
    let counts = match play.miscount {
        Miscount::RunsAgain => deck.count_again.exists(),
        Miscount::DeckRemoved => deck.count_removes.exists(),
    };
    let devices = mishaps.shuffler_jam.exists() && mishaps.shoe_jam.exists();
    let dealer = !play.has_dealer() || mishaps.dealer_exposed.exists();
    counts && devices && dealer && seats.takes_part.exists()
}

const fn gather(play: &Play) -> Gathered {
    assert!(acts_by_rules(play), "the table acts by a clause that has no rule");
    let law = &play.law;
    let mut all = Gathered { rules: [protocol::AWAITED; Gathered::MOST], count: 0 };
    all.clauses(&law.deck.clauses());
    all.clauses(&[law.ranks.hand, law.ranks.ace_high, law.ranks.ace_low]);
    let mut at = 0;
    while at < law.ranks.wild.len() {
        all.clause(law.ranks.wild[at].1);
        at += 1;
    }
    let mut at = 0;
    while at < law.ranks.described.len() {
        all.clause(law.ranks.described[at].1);
        at += 1;
    }
    all.clauses(&law.compare.clauses());
    all.clauses(&law.seats.clauses());
    all.clauses(&law.dealing.clauses());
    all.course(&play.from_hand);
    all.course(&play.from_shoe);
    all.clauses(&law.ending.clauses());
    all.wagers(play.wagers);
    all.rules(play.own_rules);
    all.clauses(&law.cap.clauses());
    all.clauses(&law.mishaps.clauses());
    all.clauses(&law.ours.clauses());
    all
}

impl Gathered {
    const MOST: usize = 400;

    const fn rule(&mut self, rule: Rule) {
        let mut at = 0;
        while at < self.count {
            if same(self.rules[at].id(), rule.id()) {
                return;
            }
            at += 1;
        }
        self.rules[self.count] = rule;
        self.count += 1;
    }

    const fn rules(&mut self, rules: &[Rule]) {
        let mut at = 0;
        while at < rules.len() {
            self.rule(rules[at]);
            at += 1;
        }
    }

    const fn clause(&mut self, clause: Clause) {
        if clause.exists() {
            self.rule(clause.rule());
        }
    }

    const fn clauses(&mut self, clauses: &[Clause]) {
        let mut at = 0;
        while at < clauses.len() {
            self.clause(clauses[at]);
            at += 1;
        }
    }

    const fn course(&mut self, course: &Course) {
        self.clauses(&course.folds.clauses());
        let mut at = 0;
        while at < course.deal.len() {
            self.clauses(&[course.deal[at].by, course.deal[at].others]);
            at += 1;
        }
        let mut at = 0;
        while at < course.steps.len() {
            match course.steps[at] {
                Step::Ask(question) => self.question(question),
                Step::Burn(by)
                | Step::Board(_, by)
                | Step::CardFor(_, by)
                | Step::TurnBoard(_, by)
                | Step::DealerTurns(by) => {
                    self.clause(by);
                }
                Step::StubAway => {}
            }
            at += 1;
        }
    }

    const fn question(&mut self, question: &Question) {
        self.clauses(&[question.asked, question.asked_too, question.not_again]);
        let mut at = 0;
        while at < question.choices.len() {
            let Choice { by, does, .. } = question.choices[at];
            self.clause(by);
            match does {
                Does::Raise { amount, .. } => self.clause(amount),
                Does::Withdraw(_, allowed) => self.clause(allowed),
                Does::Fold | Does::Nothing => {}
            }
            at += 1;
        }
        let mut at = 0;
        while at < question.refused.len() {
            self.clause(question.refused[at].1);
            at += 1;
        }
    }

    const fn wagers(&mut self, wagers: &[Wager]) {
        let mut at = 0;
        while at < wagers.len() {
            let Wager { made, beside, rows, posted, .. } = wagers[at];
            self.clauses(&[beside, posted]);
            match made {
                Made::Required => {}
                Made::Optional { after } => self.clause(after),
                Made::Raise(by) => self.clause(by),
                Made::Prize(prize) => self.prize(prize),
            }
            self.rows(rows);
            at += 1;
        }
    }

    const fn prize(&mut self, prize: &Prize) {
        let Prize {
            after,
            amount,
            late,
            stays,
            cards,
            paid,
            lost,
            not_for_dealers,
            scales,
            folded,
            outlives_fold,
            not_returned,
            link,
            ..
        } = *prize;
        self.clauses(&[after, amount, late, stays, cards, scales, lost, not_for_dealers]);
        self.clauses(&[outlives_fold, not_returned]);
        self.clauses(&paid);
        if let Some(folded) = folded {
            self.clause(folded);
        }
        if let Some(Link { table, in_turn, verified, envy, .. }) = link {
            self.clauses(&[table, in_turn]);
            if let Verified::BySupervisorAndSurveillance(by) = verified {
                self.clause(by);
            }
            if let Some(Envy { paid, of_others, despite_fold, .. }) = envy {
                self.clauses(&[paid, of_others, despite_fold]);
            }
        }
    }

    const fn rows(&mut self, rows: &[Row]) {
        let mut at = 0;
        while at < rows.len() {
            self.rule(rows[at].rule);
            at += 1;
        }
    }
}

/// Whether two ids are the same; they differ at the end, so they are compared from there.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = one.len();
    if at != other.len() {
        return false;
    }
    while at > 0 {
        at -= 1;
        if one[at] != other[at] {
            return false;
        }
    }
    true
}
