//! Faults that the account must notice.

use super::super::Terms;
use super::builder::{A, B, Session, dollars, mark};
use engine::{
    Beneficiary, IrregularityId, Line, Rank, RemedyId, RulingAct, StepId, WagerId, WagerNumber, What,
};
use felt::Money;

/// A point of 6, a pass bet of 10, a place bet of 12 on the 8.
fn point_six() -> Session {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "place-8", 12);
    s.roll("3-3").puck(6).call(2, true).end();
    s
}

#[test]
fn what_the_puck_turns_must_be_told() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "place-8", 12).bet(A, "hard-8", 5).call(3, false);
    s.roll("3-3").puck(6);
    let told = s.trouble(What::RoundEnded { round: 1 });
    assert!(told.contains("wager 2 is on and nobody said so"), "{told}");
    let (wrong, too_much) = (s.calling(2, false), s.calling(3, true));
    assert!(s.trouble(wrong).contains("said to be off"));
    assert!(s.trouble(too_much).contains("said to be on"));
    s.call(2, true).end();
}

#[test]
fn what_is_bet_for_the_dealers_is_theirs() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet_for_dealers(A, "place-8", 12);
    let (back, off) = (s.taking(2, 12), s.calling(2, false));
    assert!(s.trouble(back).contains("the dealers' and is taken back"));
    assert!(s.trouble(off).contains("the dealers' and is called"));
    s.roll("4-4");
    let own = s.winning(2, 14, "7 to 6");
    assert!(s.trouble(What::Settled(own)).contains("beneficiary should be dealers"));
    let theirs = Line { beneficiary: Beneficiary::Dealers, ..own };
    s.settle(theirs).end();
}

#[test]
fn wrong_amounts() {
    let mut s = point_six();
    s.roll("4-4");
    let right = s.staying(2, 14, "7 to 6");
    for (wrong, word) in [
        (Line { paid: dollars(13), ..right }, "paid should be 1400, is 1300"),
        (Line { returned: dollars(12), ..right }, "returned should be 0, is 1200"),
        (Line { basis: dollars(6), ..right }, "basis should be 1200, is 600"),
        (Line { stake: dollars(12), ..right }, "stake should be 0, is 1200"),
        (Line { odds: Some("9 to 5".parse().unwrap()), ..right }, "odds should be 7 to 6"),
        (Line { odds: None, ..right }, "odds should be 7 to 6"),
        (Line { wager: WagerId::new(&"place-6"), ..right }, "wager should be place-8"),
        (Line { patron: B, ..right }, "patron should be A"),
        (Line { charged: Money::minor(1), ..right }, "charged should be 0"),
        (Line { seq: 3, ..right }, "carries the number 3"),
        (s.losing(2), "outcome should be wins"),
        (s.losing(1), "wager should be place-8"),
    ] {
        let trouble = s.trouble(What::Settled(wrong));
        assert!(trouble.contains(word), "{trouble}");
        assert!(trouble.contains("by this account the puck is Some(6)"), "{trouble}");
    }
    s.settle(right).end();
}

#[test]
fn lines_left_out_or_out_of_order_or_too_many() {
    let mut s = point_six();
    s.roll("3-4");
    let second = s.losing(2);
    assert!(s.trouble(What::Settled(second)).contains("wager should be pass"));
    s.loses(1);
    assert!(s.trouble(What::RoundEnded { round: 2 }).contains("has not told"));
    assert!(s.trouble(mark("puck", 0, None)).contains("has not told"));
    s.loses(2);
    let third = s.losing(2);
    assert!(s.trouble(What::Settled(third)).contains("not expected"));
    assert!(s.trouble(What::RoundEnded { round: 2 }).contains("nobody marked"));
    s.puck(0).end();
    let between = s.losing(1);
    assert!(s.trouble(What::Settled(between)).contains("not expected"));
}

#[test]
fn a_wrong_puck_and_wrong_fire_points() {
    let mut s = point_six();
    s.roll("2-4").wins(1, 10, "1 to 1");
    assert!(s.trouble(mark("puck", 6, None)).contains("should be None"));
    assert!(s.trouble(mark("fire", 2, None)).contains("2 Fire points"));
    s.puck(0).call(2, false);
    assert!(s.trouble(What::RoundEnded { round: 2 }).contains("Fire points"));
    s.fire(1).end();
}

#[test]
fn a_bet_that_is_off_must_be_told_to_stay() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "place-8", 12);
    s.roll("5-2").wins(1, 10, "1 to 1");
    let lost = s.losing(2);
    assert!(s.trouble(What::Settled(lost)).contains("is off and stays"));
    assert!(s.trouble(What::RoundEnded { round: 1 }).contains("is off and stays"));
    s.stays(2).end();
}

#[test]
fn a_come_bet_must_travel_to_the_right_number() {
    let mut s = point_six();
    s.bet(A, "come", 5);
    s.roll("4-5");
    let wrong = s.moving(3, "come-8");
    assert!(s.trouble(wrong).contains("to come-9"));
    s.moves(3, "come-9").end();
}

#[test]
fn vigorish_left_out_or_wrong() {
    let mut s = point_six();
    s.bet(B, "lay-4", 80);
    let wrong = s.charging(3, 4);
    assert!(s.trouble(What::Settled(wrong)).contains("charged should be 200, is 400"));
    let next = s.placing(B, "field", 5);
    assert!(s.trouble(next).contains("has not told"));
    assert!(s.trouble(What::Rolled("1-1".parse().unwrap())).contains("has not told"));
    s.charged(3, 2);
    // 5% of 15 is below a coin: nothing is charged.
    s.bet(B, "buy-4", 15);
    let charge = s.charging(4, 1);
    assert!(s.trouble(What::Settled(charge)).contains("not expected"));
}

#[test]
fn the_wrong_moment() {
    let mut s = Session::new();
    for (kind, word) in [
        ("come", "no point is on"),
        ("dont-come", "no point is on"),
        ("put-6", "no point is on"),
        ("pass-odds", "no point is on"),
        ("come-6", "travels"),
        ("come-odds-6", "has no come-6"),
    ] {
        let bet = s.placing(A, kind, 10);
        assert!(s.trouble(bet).contains(word), "{kind}");
    }
    assert!(s.trouble(What::Rolled("1-1".parse().unwrap())).contains("without a line bet"));
    s.bet(A, "pass", 10).bet(B, "fire", 5);
    let again = s.adding(2, 1);
    assert!(s.trouble(again).contains("4.III.D"));
    s.roll("3-3").puck(6).end();
    for (kind, word) in [
        ("pass", "has pass already"),
        ("dont-pass", "a point is on"),
        ("fire", "a point was established"),
        ("dont-pass-odds", "has no dont-pass"),
    ] {
        let bet = s.placing(A, kind, 10);
        assert!(s.trouble(bet).contains(word), "{kind}");
    }
    for (number, back, word) in [(1, 10, "4.III.A"), (2, 5, "4.III.D")] {
        let what = s.taking(number, back);
        assert!(s.trouble(what).contains(word));
    }
    let raised = s.adding(1, 5);
    assert!(s.trouble(raised).contains("a point is on"));
    s.bet(A, "come", 10).bet(A, "put-4", 10).take(4, 5);
    s.roll("4-5").moves(3, "come-9").end();
    for (number, back, word) in [(3, 10, "4.III.B"), (4, 5, "4.III.C")] {
        let what = s.taking(number, back);
        assert!(s.trouble(what).contains(word));
    }
    s.tell(What::Stepped { step: engine::StepId::new(&"throw"), by: engine::Rank::Dealer });
    let bet = s.placing(A, "field", 5);
    assert!(s.trouble(bet).contains("4.I"));
}

#[test]
fn a_dont_bet_reduced_is_not_raised_again() {
    let mut s = Session::new();
    s.bet(A, "dont-pass", 10).bet(B, "pass", 5).take(1, 5);
    let raised = s.adding(1, 5);
    assert!(s.trouble(raised).contains("4.IV"));
    s.take(1, 5);
    let replaced = s.placing(A, "dont-pass", 5);
    assert!(s.trouble(replaced).contains("4.IV"));
    s.roll("6-6").loses(2).end();
    s.bet(A, "dont-pass", 5);
}

#[test]
fn odds_have_a_limit() {
    let mut s = Session::new();
    s.bet(A, "pass", 5).bet(B, "dont-pass", 5);
    s.roll("2-3").puck(5).end();
    // Four times 5, paid 3 to 2; a dollar more is no whole pay, two more are too much.
    for (stake, word) in [(21, "no whole number"), (22, "above 2000")] {
        let odds = s.placing(A, "pass-odds", stake);
        assert!(s.trouble(odds).contains(word));
    }
    s.bet(A, "pass-odds", 20);
    // Against the 5: to win four times 5 takes 30.
    let odds = s.placing(B, "dont-pass-odds", 33);
    assert!(s.trouble(odds).contains("above 3000"));
    s.bet(B, "dont-pass-odds", 30);
    let lowered = s.taking(2, 1);
    assert!(s.trouble(lowered).contains("the most behind 400"));
    // The flat bet goes and its odds stay behind.
    s.take(2, 5);
    assert!(s.trouble(What::Rolled("1-1".parse().unwrap())).contains("without their flat bet"));
}

#[test]
fn the_limit_of_odds_is_raised_to_what_can_be_paid() {
    let terms = Terms { odds_limit: "1".into(), ..Terms::default() };
    // 5 to win six fifths in whole dollars, 10 behind 7; and 3 to 2 needs even stakes.
    for (number, laying, flat, most) in
        [(6, false, 5, 5), (6, false, 7, 10), (9, false, 7, 8), (4, false, 7, 7)].into_iter().chain([
            (4, true, 7, 14),
            (5, true, 7, 12),
            (6, true, 7, 12),
            (8, true, 5, 6),
        ])
    {
        assert_eq!(terms.most_odds(number, laying, flat * 100), most * 100, "{number} {laying} {flat}");
    }
    let rounding = Terms { rounding: Some("down".into()), ..terms };
    assert_eq!(rounding.most_odds(6, false, 700), 700);
    assert_eq!(rounding.most_odds(5, true, 700), 1_100);
}

#[test]
fn rulings_are_checked_too() {
    let mut s = point_six();
    assert!(s.trouble(ruling(RulingAct::VoidWager(WagerNumber(9)))).contains("does not stand"));
    s.rule(RulingAct::VoidWager(WagerNumber(2)));
    let wrong = Line { returned: dollars(10), ..s.back(2, engine::Outcome::Returned) };
    assert!(s.trouble(What::Settled(wrong)).contains("not expected"));
    assert!(s.trouble(What::Rolled("1-1".parse().unwrap())).contains("by ruling"));
    s.returned(2);
    s.rule(RulingAct::Award { patron: B, amount: dollars(7) });
    let wrong = s.award(B, 8);
    assert!(s.trouble(What::Settled(wrong)).contains("not expected"));
    let wrong = s.award(A, 7);
    assert!(s.trouble(What::Settled(wrong)).contains("not expected"));
}

fn ruling(act: RulingAct) -> What {
    What::Ruled { by: engine::Rank::Floor, act }
}

fn step(word: &'static str, by: Rank) -> What {
    What::Stepped { step: StepId::new(Box::leak(Box::new(word))), by }
}

fn off_table() -> What {
    What::Irregular { kind: IrregularityId::new(&"off-table"), place: None }
}

#[test]
fn a_die_that_left_the_table_is_inspected_first() {
    let mut s = point_six();
    s.tell(step("throw", Rank::Dealer)).tell(off_table());
    s.tell(What::Remedied { remedy: RemedyId::new(&"no-roll"), place: None });
    assert!(s.trouble(step("throw", Rank::Dealer)).contains("nobody has inspected"));
    assert!(s.trouble(What::Rolled("4-4".parse().unwrap())).contains("nobody has inspected"));
    assert!(s.trouble(step("inspect-die", Rank::Dealer)).contains("box person or above"));
    s.tell(step("inspect-die", Rank::Box));
    assert!(s.trouble(step("replace-die", Rank::Box)).contains("none has left"));
    s.tell(step("throw", Rank::Dealer)).roll("2-3").end();
}

#[test]
fn a_called_roll_that_was_none_is_undone_whole() {
    let mut s = point_six();
    assert!(s.trouble(What::RoundReopened { round: 1 }).contains("nothing is said of its roll"));
    s.tell(off_table());
    assert!(s.trouble(What::Rolled("4-4".parse().unwrap())).contains("on the way back"));
    let arrived = What::Remedied { remedy: RemedyId::new(&"no-roll"), place: None };
    assert!(s.trouble(arrived).contains("not undone"), "the round must go on first");
}
