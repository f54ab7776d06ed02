use super::*;
use crate::awaits::By;
use crate::layout::Seen;
use crate::people::{Approver, Audience};
use crate::refusal::RefusalKind;
use crate::rule::{Cites, Rule};
use crate::table::Irregularity;
use crate::wager::{Share, WagerNumber};
use crate::words::{ChoiceId, MarkerId, MeterId, RemedyId, RowId, StepId, WagerId};
use felt::{Card, Odds, Pay};

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const BOX: Spot = Spot::first(1);
const SECOND: Spot = Spot { box_number: 1, hand: 2 };
const TABLE: Spot = Spot::first(0);
const MAIN: WagerId = WagerId::new(&"main");
const RULE: Rule = Rule::new(&"OH-BJ-9.IV");
const EXPOSED: IrregularityId = IrregularityId::new(&"drawn-exposed");

fn usd(whole: i64) -> Money {
    Money::minor(whole * 100)
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn said(what: What) -> String {
    explain_event(&Event::new(what, RULE), Currency::USD)
}

fn line() -> Line {
    Line {
        seq: 1,
        kind: LineKind::Wager,
        number: Some(WagerNumber(1)),
        patron: A,
        beneficiary: Beneficiary::Patron,
        against: Against::House,
        spot: BOX,
        wager: MAIN,
        stake: usd(10),
        basis: Money::minor(1_000),
        outcome: Some(Outcome::Wins),
        odds: Some(Odds::to(3, 2)),
        row: None,
        share: None,
        paid: usd(15),
        returned: usd(10),
        charged: Money::ZERO,
        reverses: None,
        cuts: None,
        cites: Cites::one(RULE),
    }
}

fn told(line: Line) -> String {
    explain_line(&line, Currency::USD)
}

#[test]
fn bets_are_told_in_the_words_of_the_trade() {
    let (number, patron, wager) = (WagerNumber(3), A, MAIN);
    let placed = |spot, stake| What::WagerPlaced {
        number,
        patron,
        spot,
        wager,
        stake,
        beneficiary: Beneficiary::Patron,
        lammer: Money::ZERO,
    };
    assert_eq!(said(placed(BOX, usd(10))), "A bets 10 on box 1 (main)");
    assert_eq!(said(placed(SECOND, Money::minor(1250))), "A bets 12.50 on box 1.2 (main)");
    let added = |won| What::StakeAdded { number, patron, spot: BOX, wager, added: usd(5), won };
    assert_eq!(said(added(false)), "A adds 5 to main on box 1");
    assert_eq!(said(added(true)), "A adds 5 of money won to main on box 1");
    let taken = |left| What::WagerTakenBack { number, patron, wager, stake: usd(5), left };
    assert_eq!(said(taken(Money::ZERO)), "A takes back 5 of main");
    assert_eq!(said(taken(usd(10))), "A takes back 5 of main, 10 stay");
    assert_eq!(said(What::WagerWorks { number, patron, wager, on: false }), "A's main is off");
    assert_eq!(said(What::WagerStays { number, patron, wager }), "A's main was off and stays");
    let (from, to) = (WagerId::new(&"come"), WagerId::new(&"come-6"));
    assert_eq!(said(What::WagerMoved { number, patron, from, to }), "A's come moves to come 6");
    let marker = |value, patron| What::Marked(Marker { id: MarkerId::new(&"puck"), value, patron });
    assert_eq!(said(marker(6, None)), "marker puck: 6");
    assert_eq!(said(marker(0, None)), "marker puck is off");
    assert_eq!(said(marker(0, Some(patron))), "marker puck before A");
    assert_eq!(said(What::Decided { number, outcome: Outcome::Wins }), "wager 3 wins");
    assert_eq!(said(What::Decided { number, outcome: Outcome::Returned }), "wager 3 is returned");
}

#[test]
fn cards_are_told_as_far_as_they_are_known() {
    let laid = |place, face| What::CardLaid { draw: 1, place, face, seen: Seen::by(A) };
    let two = Place::Hand(Spot::first(2));
    assert_eq!(said(laid(two, Face::Up(card("9h")))), "card to box 2: 9h");
    assert_eq!(said(laid(Place::Dealer, Face::Up(card("9h")))), "card to the dealer: 9h");
    assert_eq!(said(laid(Place::Dealer, Face::Unread)), "dealer: a card face down");
    assert_eq!(said(laid(Place::Rack, Face::Unread)), "rack: a card face down");
    let hidden = Event::fact(laid(two, Face::Down(card("Kd"))));
    let read_by = |audience| explain_event(&hidden.seen_by(audience), Currency::USD);
    assert_eq!(read_by(Audience::Patron(A)), "box 2: a card face down (Kd)");
    assert_eq!(read_by(Audience::Spectator), "box 2: a card face down");
    let turned = |place| What::CardTurned { draw: 1, place, face: Face::Up(card("Kd")) };
    assert_eq!(said(turned(Place::Dealer)), "dealer turns Kd");
    assert_eq!(said(turned(Place::Hand(BOX))), "box 1 shows Kd");
    let moved = What::CardMoved { draw: 1, from: Place::Next, to: Place::Hand(BOX) };
    assert_eq!(said(moved), "a card moves from the next card's place to box 1");
    let collected = |place, cards| said(What::Collected { place, cards });
    assert_eq!(collected(Place::Hand(BOX), 1), "dealer collects 1 card from box 1");
    assert_eq!(collected(Place::Rack, 9), "dealer collects 9 cards");
    assert_eq!(collected(Place::Dealer, 2), "dealer collects their own 2 cards");
}

#[test]
fn the_course_of_a_round_is_told() {
    let (patron, spot) = (A, BOX);
    let chosen = |spot, word, amount| What::Chosen {
        patron,
        spot,
        choice: ChoiceId::new(word),
        amount,
        lapsed: false,
    };
    let announced = |place, soft| What::Announced { place, hand: Announcement::Total { value: 17, soft } };
    for (what, text) in [
        (What::Shuffled { all: true }, "all cards are shuffled"),
        (What::Shuffled { all: false }, "the discards are shuffled"),
        (What::Cut { by: Some(A), depth: 60 }, "A cuts 60 cards deep"),
        (What::Cut { by: None, depth: 60 }, "the dealer cuts 60 cards deep"),
        (What::CutDeclined { patron }, "A declines the cut"),
        (What::RoundOpened { round: 4 }, "round 4 opens for bets"),
        (What::Stepped { step: StepId::new(&"no-more-bets"), by: Rank::Dealer }, "dealer: no more bets"),
        (What::Answered { yes: true }, "the device answers yes"),
        (What::Answered { yes: false }, "the device answers no"),
        (What::Asked { patron, spot }, "A is asked about box 1"),
        (chosen(BOX, &"hit", None), "A at 1: hit"),
        (chosen(SECOND, &"double", Some(usd(10))), "A at 1.2: double for 10"),
        (chosen(TABLE, &"decline-cut", None), "A: decline cut"),
        (announced(Place::Hand(BOX), true), "box 1 has 17 (soft)"),
        (announced(Place::Dealer, false), "dealer has 17"),
        (What::CutCardReached, "the cutting card comes out"),
        (What::Duty { by: Rank::Floor }, "floor has a duty (OH-BJ-9.IV)"),
        (What::Approved { by: Approver::Staff(Rank::Floor), yes: true }, "floor takes note"),
        (What::Admission { patron, admitted: true }, "A may bet"),
        (What::Admission { patron, admitted: false }, "A may not bet until admitted"),
        (What::Left { patron }, "A leaves"),
        (What::DealerChanged, "another dealer takes the table"),
        (What::RoundEnded { round: 4 }, "round 4 ends"),
        (What::RoundReopened { round: 4 }, "round 4 goes on"),
        (What::Settled(line()), "A at 1: main wins 15 at 3 to 2, stake 10 returned"),
    ] {
        assert_eq!(said(what), text);
    }
}

#[test]
fn rulings_are_told() {
    let ruled = |act| said(What::Ruled { by: Rank::Pit, act });
    assert_eq!(ruled(RulingAct::VoidRound), "pit rules: the round is void");
    let hand = "pit rules: the hand of box 1.2 is void and its stakes go back";
    assert_eq!(ruled(RulingAct::VoidHand(SECOND)), hand);
    assert_eq!(ruled(RulingAct::Award { patron: A, amount: usd(25) }), "pit rules: A is awarded 25");
    assert_eq!(ruled(RulingAct::GoOn), "pit rules: play goes on");
}

#[test]
fn what_went_wrong_is_told_in_the_games_words() {
    let irregular = What::Irregular { kind: EXPOSED, place: Some(Place::Hand(BOX)) };
    assert_eq!(said(irregular), "irregularity: drawn-exposed at box 1");
    static KNOWN: [Irregularity; 1] = [Irregularity {
        id: EXPOSED,
        what: "a card was drawn in error and its face was seen",
        remedy: "it is offered on",
        decides: "each patron in turn",
        rule: RULE,
    }];
    let vocabulary = Vocabulary {
        procedure: 1,
        events: &[],
        meters: &[],
        awards: &[],
        hands: &[],
        markers: &[],
        ruling_rank: crate::people::Rank::Floor,
        wagers: &[],
        choices: &[],
        steps: &[],
        phases: &[],
        irregularities: &KNOWN,
        remedies: &[],
        refusals: &[],
        rules: &[],
        side_bet_rules: &[],
    };
    let event = Event::fact(What::Irregular { kind: EXPOSED, place: None });
    assert_eq!(
        explain_event_with(&event, Currency::USD, &vocabulary),
        "irregularity: a card was drawn in error and its face was seen (drawn-exposed)"
    );
    let remedied = |place| What::Remedied { remedy: RemedyId::new(&"used-as-next"), place };
    assert_eq!(said(remedied(None)), "remedy: used-as-next");
    assert_eq!(said(remedied(Some(Place::Dealer))), "remedy: used-as-next at the dealer");
}

#[test]
fn a_line_says_what_moves() {
    let lost = Line {
        outcome: Some(Outcome::Loses),
        odds: None,
        paid: Money::ZERO,
        returned: Money::ZERO,
        ..line()
    };
    assert_eq!(told(lost), "A at 1: main loses 10");
    let half = Line { returned: usd(5), ..lost };
    assert_eq!(told(half), "A at 1: main loses 5, 5 of the stake returned");
    let push = Line { outcome: Some(Outcome::Pushes), returned: usd(10), ..lost };
    assert_eq!(told(push), "A at 1: main pushes, stake 10 returned");
    assert_eq!(told(Line { outcome: Some(Outcome::Returned), ..push }), "A at 1: main is returned: 10");
    let taxed = Line { charged: Money::minor(75), ..line() };
    assert_eq!(told(taxed), "A at 1: main wins 15 at 3 to 2, stake 10 returned, 0.75 charged");
    let dealers = Line { beneficiary: Beneficiary::Dealers, ..lost };
    assert_eq!(told(dealers), "A at 1 for the dealers: main loses 10");
    assert_eq!(
        told(Line { against: Against::Bank(A), ..lost }),
        "A at 1: main loses 10, against the bank of A"
    );
}

#[test]
fn a_lammer_is_told_by_its_worth() {
    let free = WagerId::new(&"free-split");
    let placed = |stake, lammer| What::WagerPlaced {
        number: WagerNumber(4),
        patron: A,
        spot: SECOND,
        wager: free,
        stake,
        beneficiary: Beneficiary::Patron,
        lammer,
    };
    assert_eq!(said(placed(Money::ZERO, usd(10))), "A bets a lammer worth 10 on box 1.2 (free split)");
    assert_eq!(said(placed(usd(5), usd(10))), "A bets 5 and a lammer worth 10 on box 1.2 (free split)");
    let base = Line { spot: SECOND, wager: free, stake: Money::ZERO, basis: usd(10), ..line() };
    let won = Line { odds: Some(Odds::EVEN), paid: usd(10), returned: Money::ZERO, ..base };
    assert_eq!(told(won), "A at 1.2: free split wins 10 at 1 to 1");
    let over = |outcome| Line { outcome: Some(outcome), odds: None, paid: Money::ZERO, ..won };
    assert_eq!(told(over(Outcome::Loses)), "A at 1.2: free split loses a lammer worth 10");
    assert_eq!(told(over(Outcome::Pushes)), "A at 1.2: free split pushes");
    assert_eq!(told(over(Outcome::Returned)), "A at 1.2: free split is undone: a lammer worth 10");
}

#[test]
fn lines_without_a_wager_say_what_they_are() {
    let base = Line {
        number: None,
        spot: TABLE,
        stake: Money::ZERO,
        odds: None,
        paid: Money::ZERO,
        returned: Money::ZERO,
        ..line()
    };
    let award = Line { kind: LineKind::Award, wager: WagerId::new(&"ruling"), paid: usd(25), ..base };
    assert_eq!(told(award), "A: awarded 25 (ruling)");
    let meter = Line { against: Against::Meter(MeterId::new(&"main")), ..award };
    assert_eq!(told(meter), "A: awarded 25 (ruling), from the meter main");
    let charge = Line { kind: LineKind::Charge, spot: BOX, charged: usd(1), ..base };
    assert_eq!(told(charge), "A at 1: charged 1 (main)");
    let debt = Line { kind: LineKind::Debt, ..charge };
    assert_eq!(told(debt), "A at 1: owes 1 (main)");
    assert_eq!(told(debt.undone(Cites::NONE)), "A at 1: owes 1 less (main)");
    let collection = Line::collection(Patron::A, BOX, WagerId::new(&"vigorish"), usd(1), Cites::NONE);
    assert_eq!(told(collection), "A at 1: pays 1 that was owed (vigorish)");
    assert_eq!(told(collection.undone(Cites::NONE)), "A at 1: owes 1 again (vigorish)");
    let cap = Line { kind: LineKind::Cap, spot: BOX, paid: usd(-50), ..base };
    assert_eq!(told(cap), "A at 1: the cap takes 50 off (main)");
}

#[test]
fn a_line_says_by_which_row_it_was_paid() {
    let row = |id: &str| Some(RowId::from_book(id));
    let side = Line { wager: WagerId::new(&"21-3-classic"), row: row("straight-flush"), ..line() };
    assert_eq!(told(side), "A at 1: 21 3 classic wins 15 at 3 to 2 (straight flush), stake 10 returned");
    let share = Share::of(Pay::MeterPercent(1_000));
    let against = Against::Meter(MeterId::new(&"main"));
    let drawn = Line { odds: None, returned: Money::ZERO, against, share, ..side };
    assert_eq!(told(drawn), "A at 1: 21 3 classic wins 15 (straight flush), 10% of the meter main");
    let award = Line { kind: LineKind::Award, wager: WagerId::new(&"dealer-envy"), ..side };
    assert_eq!(told(award), "A at 1: awarded 15 (dealer envy: straight flush)");
    let place = Line { wager: WagerId::new(&"place-6"), row: row("place-6"), ..line() };
    assert_eq!(told(place), "A at 1: place 6 wins 15 at 3 to 2, stake 10 returned", "the word says it");
}

#[test]
fn a_reversal_names_what_it_undoes() {
    let undo = |line: Line| Line {
        kind: LineKind::Reversal,
        paid: -line.paid,
        returned: -line.returned,
        charged: -line.charged,
        reverses: Some(3),
        ..line
    };
    assert_eq!(told(undo(line())), "reversal of line 3: A at 1: main wins 15 at 3 to 2, stake 10 returned");
    let award = Line { kind: LineKind::Award, number: None, returned: Money::ZERO, ..line() };
    assert_eq!(told(undo(award)), "reversal of line 3: A at 1: awarded 15 (main)");
}

#[test]
fn a_refusal_says_what_would_be_allowed() {
    let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", RULE);
    assert_eq!(
        explain_refusal(&refusal, Currency::USD, &Due::Shuffle),
        "refused: outside limits (OH-BJ-9.IV)"
    );
    let range = AmountRange { min: usd(5), max: usd(100), step: usd(5) };
    assert_eq!(
        explain_refusal(&refusal.allowing(range), Currency::USD, &Due::Shuffle),
        "refused: outside limits; allowed: 5 to 100 in steps of 5 (OH-BJ-9.IV)"
    );
}

#[test]
fn a_refusal_of_what_is_not_awaited_says_what_is() {
    let left = [A, B].into_iter().fold(crate::people::Patrons::NONE, |mut left, patron| {
        left.add(patron);
        left
    });
    let due = Due::Choices { closes: StepId::new(&"insurance-closed"), left };
    assert_eq!(
        explain_refusal(&Refusal::not_awaited("not-now"), Currency::USD, &due),
        "refused: not now; due now: decisions of A, B, until the dealer closes them (insurance-closed) \
         (PROTOCOL-AWAITED)"
    );
}

#[test]
fn what_is_due_is_told() {
    let close = StepId::new(&"no-more-bets");
    for (due, text) in [
        (Due::Shuffle, "the dealer shuffles the cards"),
        (Due::Cut, "the cards must be cut"),
        (Due::Bets { closes: close }, "bets, until the dealer closes the bets (no-more-bets)"),
        (Due::Card { to: Place::Hand(BOX), up: true }, "a card for box 1, face up"),
        (Due::Card { to: Place::Dealer, up: false }, "a card for the dealer, face down"),
        (Due::Turn { place: Place::Dealer }, "the card face down at the dealer must be turned"),
        (Due::Answer, "the device answers yes or no"),
        (Due::Choice { patron: A, spot: BOX }, "A decides about box 1"),
        (
            Due::Choices { closes: close, left: crate::people::Patrons::NONE },
            "decisions, until the dealer closes them (no-more-bets)",
        ),
        (Due::Step(close), "the dealer's next step: no more bets"),
        (Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None }, "floor must take note"),
        (Due::Decision { rank: Rank::Pit }, "pit must decide"),
        (Due::Ruling { rank: Rank::Floor }, "floor must rule: no rule foresees this"),
    ] {
        assert_eq!(explain_due(&due), text);
    }
}

#[test]
fn offers_are_told() {
    let offer = |ask| Offer::new(By::Patron(A), ask, RULE);
    let told = |offer: Offer| explain_offer(&offer, Currency::USD);
    let range = |min, max, step| AmountRange { min, max, step };
    let choose = |word| offer(Ask::Choose { spot: BOX, choice: ChoiceId::new(word) });
    let coins = range(usd(1), usd(10), Money::minor(1));
    let limits = range(usd(5), usd(500), usd(5));
    assert_eq!(told(choose(&"hit")), "hit");
    assert_eq!(told(choose(&"double").with(coins)), "double for 1 to 10");
    assert_eq!(told(choose(&"split").with(AmountRange::just(usd(10)))), "split for 10");
    let bet = |beneficiary| offer(Ask::bet(2, MAIN, beneficiary)).with(limits);
    assert_eq!(told(bet(Beneficiary::Patron)), "bet main on box 2, 5 to 500 in steps of 5");
    let dealers = "bet main for the dealers on box 2, 5 to 500 in steps of 5";
    assert_eq!(told(bet(Beneficiary::Dealers)), dealers);
    assert_eq!(told(offer(Ask::TakeBack { box_number: 2, wager: MAIN })), "take back main from box 2");
    assert_eq!(told(offer(Ask::Cut)), "cut the cards");
    assert_eq!(told(offer(Ask::Step(StepId::new(&"cut-again")))), "cut again");
    assert_eq!(told(offer(Ask::Permit { patron: A })), "let A bet");
    assert_eq!(told(offer(Ask::Approve)), "take note");
    let report = |place, card| told(offer(Ask::Report { kind: EXPOSED, place, card }));
    assert_eq!(report(None, false), "report: drawn-exposed");
    assert_eq!(report(Some(Place::Dealer), true), "report: drawn-exposed at the dealer");
}
