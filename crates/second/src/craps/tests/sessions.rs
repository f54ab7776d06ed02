//! Whole sessions as the rules have them; every amount is worked out by hand.

use super::super::Terms;
use super::builder::{A, B, Session, mark};
use engine::{Outcome, RulingAct, WagerNumber, What};

#[test]
fn a_pass_bet_with_odds_wins_its_point() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(B, "dont-pass", 10);
    s.roll("2-2").puck(4).end();
    s.bet(A, "pass-odds", 30).bet(B, "dont-pass-odds", 60);
    s.idle("5-6").idle("6-6");
    s.roll("1-3").wins(1, 10, "1 to 1").loses(2).wins(3, 60, "2 to 1").loses(4).puck(0).fire(1).end();
}

#[test]
fn a_seven_out_pays_the_donts() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(B, "dont-pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet(B, "dont-pass-odds", 60).bet(A, "pass-odds", 50);
    s.roll("3-4").loses(1).wins(2, 10, "1 to 1").wins(3, 50, "5 to 6").loses(4).puck(0).end();
    s.bet(B, "dont-pass", 5);
    s.roll("6-6");
    let push = s.back(5, Outcome::Pushes);
    s.settle(push).end();
}

#[test]
fn come_bets_travel_and_their_odds_are_off_on_the_come_out() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet(A, "come", 10).bet(B, "dont-come", 10);
    s.roll("4-5").moves(2, "come-9").moves(3, "dont-come-9").end();
    s.bet(A, "come-odds-9", 20).bet(B, "dont-come-odds-9", 30);
    s.roll("2-4").wins(1, 10, "1 to 1").puck(0).call(4, false).fire(1).end();
    s.bet(A, "pass", 10);
    // A come-out 7: the line wins, the flat come bet loses, its odds come back; the don'ts work.
    s.roll("2-5")
        .loses(2)
        .wins(3, 10, "1 to 1")
        .returned(4)
        .wins(5, 20, "2 to 3")
        .wins(6, 10, "1 to 1")
        .end();
}

#[test]
fn come_odds_called_on_are_paid_and_a_new_come_bet_takes_the_place_of_the_old() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet(A, "come", 10);
    s.roll("4-5").moves(2, "come-9").end();
    s.bet(A, "come-odds-9", 20).bet(A, "come", 5);
    s.roll("4-5").wins(2, 10, "1 to 1").wins(3, 30, "3 to 2").moves(4, "come-9").end();
    s.bet(A, "come-odds-9", 10);
    s.roll("1-5").wins(1, 10, "1 to 1").puck(0).call(5, false).fire(1).end();
    s.bet(A, "pass", 10).call(5, true);
    s.roll("3-6").wins(4, 5, "1 to 1").wins(5, 15, "3 to 2").puck(9).end();
}

#[test]
fn put_bets_and_their_odds() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet(A, "put-6", 10).bet(A, "put-odds-6", 25).bet(B, "put-5", 10).bet(B, "put-odds-5", 20);
    s.call(5, false);
    s.roll("1-4").wins(4, 10, "1 to 1").returned(5).end();
    s.roll("2-4").wins(1, 10, "1 to 1").wins(2, 10, "1 to 1").wins(3, 30, "6 to 5").puck(0).fire(1).end();
}

#[test]
fn place_bets_sleep_on_the_come_out_and_a_call_off_holds() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "place-6", 12).bet(A, "hard-8", 5).bet(B, "place-8", 6);
    s.call(3, false).call(4, true);
    s.roll("4-4").stays(3).wins_and_stays(4, 7, "7 to 6").puck(8).call(2, true).end();
    s.roll("3-3").wins_and_stays(2, 14, "7 to 6").end();
    s.bet(B, "place-5", 10).call(5, false);
    s.roll("1-4").stays(5).end();
    // The hardway is off as its patron called it; the call on has ended with the come-out.
    s.roll("2-6").wins(1, 10, "1 to 1").stays(3).wins_and_stays(4, 7, "7 to 6");
    s.puck(0).fire(1).call(2, false).call(4, false).end();
    s.bet(B, "pass", 5);
    s.roll("2-5").stays(2).stays(3).stays(4).stays(5).wins(6, 5, "1 to 1").end();
    s.bet(B, "pass", 5).call(3, true);
    s.roll("4-4").wins_and_stays(3, 45, "9 to 1").stays(4).puck(8).call(2, true).call(4, true).end();
}

#[test]
fn where_winners_come_down_they_are_bet_again() {
    let mut s = Session::at(Terms { winners_stay: false, ..Terms::default() });
    s.bet(A, "pass", 10).bet(A, "hard-8", 5);
    s.roll("4-4").wins(2, 45, "9 to 1").puck(8).end();
    s.bet(A, "place-6", 12);
    s.roll("3-3").wins(3, 14, "7 to 6").end();
    s.roll("1-5").end();
    s.bet(A, "place-6", 12);
    s.roll("3-4").loses(1).loses(4).puck(0).end();
}

#[test]
fn buy_and_lay_pay_vigorish_when_placed() {
    let mut s = Session::new();
    s.bet(A, "dont-pass", 10);
    s.bet(A, "buy-4", 20).charged(2, 1).add(2, 25).charged(2, 1);
    s.bet(B, "lay-10", 80).charged(3, 2);
    // 15 on a buy bet: 75 cents, which is no coin.
    s.bet(B, "buy-10", 15);
    s.take(2, 25).charged(2, -1);
    s.roll("2-2").stays(2).puck(4).call(2, true).call(4, true).end();
    // What stays up owes again.
    s.roll("1-3").loses(1).wins_and_stays(2, 40, "2 to 1").charged(2, 1);
    s.puck(0).fire(1).call(2, false).call(4, false).end();
    s.bet(A, "dont-pass", 10).take(3, 80).charged(3, -2).bet(B, "lay-10", 40).charged(6, 1);
    s.take(2, 20).charged(2, -1);
    s.roll("3-4").stays(4).loses(5).wins_and_stays(6, 20, "1 to 2").charged(6, 1).end();
}

#[test]
fn vigorish_on_a_win() {
    let terms = Terms { vigorish_on_win: true, lay_on_come_out: false, ..Terms::default() };
    let mut s = Session::at(terms);
    s.bet(A, "pass", 10).bet(A, "buy-4", 40).bet(B, "lay-5", 60).bet(B, "buy-5", 20);
    s.roll("3-4").wins(1, 10, "1 to 1").stays(2).stays(3).stays(4).end();
    s.bet(A, "pass", 10);
    s.roll("4-4").puck(8).call(2, true).call(3, true).call(4, true).end();
    s.roll("1-3").wins_and_stays(2, 80, "2 to 1").charged(2, 2).end();
    s.roll("3-4").loses(2).wins_and_stays(3, 40, "2 to 3").charged(3, 2).loses(4).loses(5);
    s.puck(0).call(3, false).end();
}

#[test]
fn bets_in_parts_return_what_won() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "horn", 8).bet(A, "horn-high-12", 10).bet(A, "world", 5);
    s.bet(B, "craps-eleven", 4).bet(B, "field", 10).bet(B, "hop-1-3", 1);
    s.roll("6-6").loses(1);
    for (number, part, paid, odds) in [(2, 2, 60, "30 to 1"), (3, 4, 120, "30 to 1"), (4, 1, 30, "30 to 1")] {
        let line = s.winning_part(number, part, paid, odds);
        s.settle(line);
    }
    let line = s.winning_part(5, 2, 14, "7 to 1");
    s.settle(line).wins(6, 20, "2 to 1").loses(7).end();
}

#[test]
fn raised_odds_reach_the_parts() {
    let mut terms = Terms::default();
    terms.raised.insert("field-twelve".into(), (3, 1));
    terms.raised.insert("craps-twelve".into(), (31, 1));
    let mut s = Session::at(terms);
    s.bet(A, "dont-pass", 10).bet(A, "horn", 4).bet(B, "field", 10);
    s.roll("6-6");
    let push = s.back(1, Outcome::Pushes);
    s.settle(push);
    let line = s.winning_part(2, 1, 31, "31 to 1");
    s.settle(line).wins(3, 30, "3 to 1").end();
}

/// Makes a point that is rolled again immediately.
fn make_point(s: &mut Session, bet: u32, first: &str, again: &str, point: u16, fire: Option<u16>) {
    s.bet(A, "pass", 10);
    s.roll(first).puck(point).end();
    s.roll(again).wins(bet, 10, "1 to 1").puck(0);
    if let Some(fire) = fire {
        s.fire(fire);
    }
    s.end();
}

#[test]
fn a_fire_bet_counts_different_points() {
    let mut s = Session::new();
    s.bet(B, "fire", 2);
    make_point(&mut s, 2, "2-2", "1-3", 4, Some(1));
    make_point(&mut s, 3, "2-3", "1-4", 5, Some(2));
    make_point(&mut s, 4, "2-2", "1-3", 4, None);
    make_point(&mut s, 5, "3-3", "1-5", 6, Some(3));
    make_point(&mut s, 6, "4-4", "2-6", 8, Some(4));
    // A winner 7 on the come-out is no loser.
    s.bet(A, "pass", 10).roll("3-4").wins(7, 10, "1 to 1").end();
    s.bet(A, "pass", 10).roll("4-5").puck(9).end();
    s.roll("3-4").wins(1, 48, "24 to 1").loses(8).puck(0).fire(0).end();
    // From here the count begins again.
    s.bet(B, "fire", 1);
    make_point(&mut s, 10, "5-5", "4-6", 10, Some(1));
    s.bet(A, "pass", 10).roll("4-5").puck(9).end();
    s.roll("3-4").loses(9).loses(11).puck(0).fire(0).end();
}

#[test]
fn a_roll_for_the_come_bets_alone() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(B, "fire", 1);
    s.roll("3-3").puck(6).end();
    s.bet(A, "come", 10).bet(B, "place-5", 10);
    s.roll("4-5").moves(3, "come-9").end();
    s.bet(A, "come-odds-9", 20);
    s.roll("2-4").wins(1, 10, "1 to 1").puck(0).call(4, false).call(5, false).fire(1);
    s.tell(mark("puck", 0, Some(A))).end();
    // No point comes of these.
    s.idle("4-4");
    s.roll("1-4").stays(4).end();
    s.roll("3-4").loses(3).stays(4).returned(5).end();
    s.bet(A, "pass", 10);
    s.roll("4-4").puck(8).call(4, true).end();
    s.roll("3-4").loses(2).loses(4).loses(6).puck(0).fire(0).end();
}

#[test]
fn a_line_bet_ends_it() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.roll("3-3").puck(6).end();
    s.bet(A, "come", 10);
    s.roll("4-5").moves(2, "come-9").end();
    s.roll("2-4").wins(1, 10, "1 to 1").puck(0).fire(1);
    s.tell(mark("puck", 0, Some(A))).end();
    s.bet(B, "dont-pass", 10);
    s.roll("4-4").puck(8).end();
}

#[test]
fn no_roll_settles_nothing_and_opens_the_bets_again() {
    let mut s = Session::new();
    s.bet(A, "pass", 10);
    s.no_roll().bet(A, "field", 5);
    s.roll("3-4").wins(1, 10, "1 to 1").loses(2).end();
}

#[test]
fn rulings() {
    let mut s = Session::new();
    s.bet(A, "pass", 10).bet(A, "buy-4", 20).charged(2, 1);
    s.rule(RulingAct::VoidWager(WagerNumber(2))).returned(2).charged(2, -1);
    s.rule(RulingAct::Award { patron: B, amount: super::builder::dollars(7) });
    let award = s.award(B, 7);
    s.settle(award);
    s.roll("2-2").puck(4).end();
    s.bet(A, "pass-odds", 30).bet(A, "dont-come", 5);
    s.roll("4-5").moves(4, "dont-come-9").end();
    s.bet(A, "dont-come-odds-9", 9);
    // Taking the flat bet down takes its odds along.
    s.take(4, 5).take(5, 9);
    s.tell(What::DealerChanged);
    s.roll("2-2").wins(1, 10, "1 to 1").wins(3, 60, "2 to 1").puck(0).fire(1).end();
}
