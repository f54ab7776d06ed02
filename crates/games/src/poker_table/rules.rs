//! Collects every rule that a table of a game can cite from the definition of the game.

use super::law::Law;
use super::play::{
    Choice, Course, Deal, DealerSeen, Does, Envy, Link, Made, Miscount, Optional, Play, Poker, Prize,
    Question, Row, Step, To, Verified, Wager,
};
use crate::common::Gathered;
use engine::Rule;

/// The number of rules of a game.
pub const fn rule_count(play: &Play) -> usize {
    gather(play).len()
}

/// The rules of a game; there must be exactly `N`.
pub const fn rules_of_play<const N: usize>(play: &Play) -> [Rule; N] {
    gather(play).array()
}

/// Returns each rule of a game with its sentence.
pub(crate) fn says<G: Poker>() -> Vec<(Rule, &'static str)> {
    gather(&G::PLAY).says()
}

/// Whether the clauses that the table acts on have a rule.
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
    assert!(
        play.hands_fit(),
        "a hand is dealt more cards than it holds, or another number than the game says"
    );
    let law = &play.law;
    let mut all = Gathered::NONE;
    all.clauses(&law.deck.clauses());
    all.clauses(&[
        (law.ranks.hand, "What a hand is made of."),
        (law.ranks.ace_high, "The cards rank from the ace down to the two."),
        (law.ranks.ace_low, "The ace is low in a run of ace to five."),
    ]);
    let mut at = 0;
    while at < law.ranks.wild.len() {
        all.clause(law.ranks.wild[at].1, "Which cards are wild.");
        at += 1;
    }
    let mut at = 0;
    while at < law.ranks.described.len() {
        let (kind, by) = law.ranks.described[at];
        all.clause(by, kind.says());
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
    if let DealerSeen::RoundVoid(shuffle) = play.dealer_seen {
        all.clause(shuffle, "And the cards are shuffled.");
    }
    all.clauses(&law.mishaps.clauses());
    all.clauses(&law.ours.clauses());
    all
}

impl Gathered {
    const fn course(&mut self, course: &Course) {
        self.clauses(&course.folds.clauses());
        let mut at = 0;
        while at < course.deal.len() {
            let Deal { to, by, others, open, .. } = course.deal[at];
            self.clause(
                by,
                match to {
                    To::Patrons => "Each patron has cards dealt in turn.",
                    To::Dealer if open => "A card of the dealer's comes face up.",
                    To::Dealer => "The dealer has cards dealt.",
                    To::Board => "Community cards are dealt face down.",
                    To::Rack => "Cards that nobody needs go to the rack unseen.",
                },
            );
            self.clause(others, "So have the others.");
            at += 1;
        }
        let mut at = 0;
        while at < course.steps.len() {
            match course.steps[at] {
                Step::Ask(question) => self.question(question),
                Step::Burn(by) => self.clause(by, "A card is burnt."),
                Step::Board(_, by) => self.clause(by, "Community cards are laid face up."),
                Step::CardFor(_, by) => self.clause(by, "A card is laid face up for the sake of one wager."),
                Step::TurnBoard(_, by) => self.clause(by, "A community card is turned."),
                Step::DealerTurns(by) => self.clause(by, "The dealer's cards are turned."),
                Step::Collect(by) => self.clause(by, "What was folded is collected."),
                Step::StubAway => {}
            }
            at += 1;
        }
    }

    const fn question(&mut self, question: &Question) {
        self.clauses(&[
            (question.asked, "Patrons are asked, from the dealer's left."),
            (question.asked_too, "Patrons who have withdrawn a wager are asked too."),
            (question.not_again, "Patrons who have raised are not asked again."),
        ]);
        let mut at = 0;
        while at < question.choices.len() {
            let Choice { by, does, .. } = question.choices[at];
            match does {
                Does::Raise { amount, .. } => {
                    self.clauses(&[(by, "A patron may raise."), (amount, "How much a raise is.")]);
                }
                Does::Withdraw(_, allowed) => self.clauses(&[
                    (by, "A patron may take a wager back."),
                    (allowed, "Which wagers may be taken back."),
                ]),
                Does::Fold => self.clause(by, "A patron may fold."),
                Does::Nothing => self.clause(by, "A patron may leave everything as it is."),
            }
            at += 1;
        }
        let mut at = 0;
        while at < question.refused.len() {
            self.clause(question.refused[at].1, "What may not be chosen here.");
            at += 1;
        }
    }

    const fn wagers(&mut self, wagers: &[Wager]) {
        let mut at = 0;
        while at < wagers.len() {
            let Wager { made, beside, rows, posted, .. } = wagers[at];
            self.clauses(&[
                (beside, "Where the table offers it, the wager may be placed."),
                (posted, "The house may post the most that the wager pays."),
            ]);
            match made {
                Made::Required => {}
                Made::Optional(Optional { after, alone, folded, .. }) => {
                    self.clauses(&[(after, AFTER), (alone, "It may be bet by itself.")]);
                    if let Some(folded) = folded {
                        self.clause(folded, "A fold forfeits it.");
                    }
                }
                Made::Raise(by) => self.clause(by, "The wager is made in its turn."),
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
        self.clauses(&[
            (after, AFTER),
            (amount, "It has one amount; another is refused."),
            (late, "None is made later."),
            (stays, "Nor taken back."),
            (cards, "The cards it goes by."),
            (scales, "Amounts grow with the unit that the table has chosen."),
            (lost, "Any other hand loses it."),
            (not_for_dealers, "Nobody bets it for the dealers."),
            (outlives_fold, "It stays when its patron folds."),
            (not_returned, "The stake does not come back with what it pays."),
            (paid[0], "What is said of all that it pays."),
            (paid[1], "What is said of all that it pays."),
        ]);
        if let Some(folded) = folded {
            self.clause(folded, "A fold forfeits it.");
        }
        if let Some(Link { table, in_turn, verified, envy, .. }) = link {
            self.clause(table, "The pay table of the link.");
            self.clause(in_turn, "A share is paid of the meter as it stands when the patron's turn comes.");
            if let Verified::BySupervisorAndSurveillance(by) = verified {
                self.clause(by, "A supervisor and surveillance look at the hand before a share is paid.");
            }
            if let Some(Envy { paid, of_others, despite_fold, .. }) = envy {
                self.clauses(&[
                    (paid, "Another patron's hand brings an envy bonus."),
                    (of_others, "Never one's own."),
                    (despite_fold, "Patrons who have folded have it too."),
                ]);
            }
        }
    }

    const fn rows(&mut self, rows: &[Row]) {
        let mut at = 0;
        while at < rows.len() {
            // The sentence of a row is in the rule book.
            self.rule(rows[at].rule, rows[at].word);
            at += 1;
        }
    }
}

const AFTER: &str = "It comes after the wagers that the game asks for.";
