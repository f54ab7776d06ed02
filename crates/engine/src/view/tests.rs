use super::*;
use crate::bounds::Bounds;
use crate::event::Sink;
use crate::input::Input;
use crate::layout::{LaidCard, Layout, Seen};
use crate::people::Actor;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::wager::{Line, Outcome, Standing, Wagers};
use felt::{DeckKind, Pack, Shoe};

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const BOX: Spot = Spot::first(1);
const MAIN: WagerId = WagerId::new(&"main");
const HIT: ChoiceId = ChoiceId::new(&"hit");
const CLOSE: StepId = StepId::new(&"no-more-bets");
const RULE: Rule = Rule::new(&"OH-BJ-1.I");
const AUDIENCES: [Audience; 6] = [
    Audience::Patron(A),
    Audience::Patron(B),
    Audience::Dealer,
    Audience::Floor,
    Audience::Surveillance,
    Audience::Spectator,
];

/// A table without play: it shows what it was given.
#[derive(Clone, Debug)]
struct Still {
    due: Due,
    offers: Vec<Offer>,
    layout: Layout,
    shoe: Shoe,
    wagers: Wagers,
}

impl Table for Still {
    fn apply<S: Sink>(&mut self, _: Actor, _: Input, _: &mut S) -> Result<(), Refusal> {
        Err(Refusal::not_awaited("not-now"))
    }
    fn show_file(
        &mut self,
        _: &rulebook::RuleBook,
        _: &rulebook::TableConfig,
    ) -> Result<crate::FileHash, crate::OpenError> {
        Err(crate::OpenError("a table without files".to_owned()))
    }
    fn due(&self) -> Due {
        self.due
    }
    fn offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offers.iter().copied().for_each(visit);
    }
    fn phase(&self) -> &'static str {
        "decisions"
    }
    fn round(&self) -> u32 {
        3
    }
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn shoe(&self) -> &Shoe {
        &self.shoe
    }
    fn origin(&self) -> &crate::Origin {
        static NOWHERE: crate::Origin = crate::Origin {
            game: String::new(),
            book: crate::FileHash([0; 32]),
            table: crate::FileHash([0; 32]),
        };
        &NOWHERE
    }
    fn procedure(&self) -> u32 {
        1
    }
    fn state(&self) -> impl serde::Serialize {
        (self.due, &self.layout, &self.shoe, &self.wagers)
    }
    fn restore<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        (self.due, self.layout, self.shoe, self.wagers) = serde::Deserialize::deserialize(from)?;
        Ok(())
    }
    fn forget(&mut self) {}
    fn bounds(&self) -> Bounds {
        Bounds { cards: 0, inputs: 0, lines: 0, pays: Money::ZERO, wagers: Vec::new() }
    }
    fn wagers(&self) -> &Wagers {
        &self.wagers
    }
    fn lines(&self) -> &[Line] {
        &[]
    }
    fn currency(&self) -> Currency {
        Currency::USD
    }
}

fn still(due: Due, offers: Vec<Offer>) -> Still {
    let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 1 });
    shoe.shuffle_all(None);
    Still { due, offers, layout: Layout::default(), shoe, wagers: Wagers::default() }
}

fn choose(patron: Patron) -> Offer {
    Offer::new(By::Patron(patron), Ask::Choose { spot: BOX, choice: HIT }, RULE)
}

fn step(step: StepId) -> Offer {
    Offer::new(By::Staff(Rank::Dealer), Ask::Step(step), RULE)
}

fn bet() -> Offer {
    let range = AmountRange { min: Money::minor(500), max: Money::minor(10_000), step: Money::minor(500) };
    let ask = Ask::bet(1, MAIN, Beneficiary::Patron);
    Offer::new(By::AnyPatron, ask, RULE).with(range)
}

/// A round in which the dealer's hole card and A's second card lie face down; A has looked at their own.
fn dealt(hole: Option<&str>, own: &str) -> Still {
    let mut table = still(Due::Choice { patron: A, spot: BOX }, vec![choose(A).by_default()]);
    let down = |text: &str| Face::Down(text.parse().unwrap());
    let cards = [
        (Place::Dealer, Face::Up("9h".parse().unwrap()), Seen::NOBODY),
        (Place::Hand(BOX), Face::Up("8c".parse().unwrap()), Seen::NOBODY),
        (Place::Dealer, hole.map_or(Face::Unread, down), Seen::NOBODY),
        (Place::Hand(BOX), down(own), Seen::by(A)),
    ];
    for (place, face, seen) in cards {
        let draw = table.shoe.draw(face.card()).unwrap();
        table.layout.lay(LaidCard { draw, place, face, seen });
    }
    table.wagers.place(A, BOX, MAIN, Money::minor(1000));
    table
}

fn faces(view: &View, place: Place) -> Vec<String> {
    let cards = view.cards.iter().filter(|at| at.place == place).flat_map(|at| &at.cards);
    cards.map(|card| card.face.to_string()).collect()
}

#[test]
fn each_audience_sees_the_faces_it_may_know() {
    let table = dealt(Some("Kd"), "7s");
    for audience in AUDIENCES {
        let view = View::of(&table, audience);
        let (hole, own) = match audience {
            Audience::Surveillance => ("(Kd)", "(7s)"),
            Audience::Patron(A) => ("??", "(7s)"),
            _ => ("??", "??"),
        };
        assert_eq!(faces(&view, Place::Dealer), ["9h", hole], "{audience}");
        assert_eq!(faces(&view, Place::Hand(BOX)), ["8c", own], "{audience}");
        assert_eq!(view.shoe, ShoeView { remaining: 48, rack: 0 });
    }
}

#[test]
fn a_hidden_card_changes_no_view() {
    let written = |table: &Still, audience| serde_json::to_string(&View::of(table, audience)).unwrap();
    let table = dealt(Some("Kd"), "7s");
    for (other, knows_own) in
        [(dealt(Some("2c"), "7s"), false), (dealt(None, "7s"), false), (dealt(Some("Kd"), "As"), true)]
    {
        for audience in AUDIENCES {
            let same = written(&table, audience) == written(&other, audience);
            let may_know =
                audience == Audience::Surveillance || (knows_own && audience == Audience::Patron(A));
            assert_eq!(same, !may_know, "{audience}");
        }
    }
}

#[test]
fn a_wager_leaves_the_view_with_its_chips() {
    let mut table = dealt(None, "7s");
    let view = |table: &Still| View::of(table, Audience::Spectator);
    let open = view(&table);
    assert_eq!(open.wagers.len(), 1);
    assert_eq!((open.wagers[0].patron, open.wagers[0].stake), (A, Money::minor(1000)));
    let number = open.wagers[0].number;
    let decided = Standing::Decided(Outcome::Loses, RULE.into());
    table.wagers.get_mut(number).unwrap().standing = decided;
    assert_eq!(view(&table), open, "chips that lie there look alike before and after the decision");
    table.wagers.get_mut(number).unwrap().standing = Standing::Settled;
    assert_eq!(view(&table).wagers, []);
}

#[test]
fn a_choice_is_listed_to_its_owner_and_named_to_others() {
    let table = dealt(None, "7s");
    for audience in AUDIENCES {
        let list = awaits(&table, audience);
        assert_eq!(list.len(), 1, "{audience}");
        let owner = matches!(audience, Audience::Patron(A) | Audience::Surveillance);
        let choice = owner.then_some(HIT);
        assert_eq!(list[0].what, Awaited::Choose { hand: BOX, choice }, "{audience}");
        assert_eq!(list[0].text, if owner { "hit" } else { "A decides about box 1" });
        assert_eq!((list[0].due, list[0].by, list[0].default), (true, By::Patron(A), owner));
    }
}

#[test]
fn bets_are_open_until_the_step_that_closes_them() {
    let due = Due::Bets { closes: CLOSE };
    let list = awaits(&still(due, vec![bet(), step(CLOSE)]), Audience::Spectator);
    let brief: Vec<_> = list.iter().map(|a| (a.text.as_str(), a.due, a.closes)).collect();
    assert_eq!(
        brief,
        [("no more bets", true, None), ("bet main on box 1, 5 to 100 in steps of 5", false, Some(CLOSE)),]
    );
    let nobody = awaits(&still(due, vec![bet()]), Audience::Spectator);
    assert!(nobody[0].due && nobody.len() == 1, "with no bet on the table a bet is what the round waits for");
}

#[test]
fn several_may_choose_until_the_step() {
    let table = still(
        Due::Choices { closes: CLOSE, left: crate::people::Patrons::NONE },
        vec![choose(A), choose(B), step(CLOSE)],
    );
    let list = awaits(&table, Audience::Patron(B));
    assert_eq!(list.len(), 2);
    assert_eq!((list[0].what, list[0].due), (Awaited::Step(CLOSE), true));
    assert_eq!((list[1].by, list[1].due, list[1].closes), (By::Patron(B), false, Some(CLOSE)));
    assert_eq!(awaits(&table, Audience::Dealer).len(), 1);
}

#[test]
fn a_bet_for_the_dealers_is_named_as_the_message_that_sends_it() {
    let written = |offer: Offer| {
        let list = awaits(&still(Due::Bets { closes: CLOSE }, vec![offer]), Audience::Spectator);
        (serde_json::to_value(list[0].what).unwrap(), list[0].text.clone())
    };
    let mut offer = bet();
    assert_eq!(written(offer).0, serde_json::json!({"bet": {"box": 1, "wager": "main"}}));
    offer.ask = Ask::bet(1, MAIN, Beneficiary::Dealers);
    let (what, text) = written(offer);
    assert_eq!(what, serde_json::json!({"bet": {"box": 1, "wager": "main", "for-dealers": true}}));
    assert_eq!(text, "bet main for the dealers on box 1, 5 to 100 in steps of 5");
}

#[test]
fn a_lammer_lies_on_the_layout() {
    let mut table = still(Due::Bets { closes: CLOSE }, Vec::new());
    let free = table.wagers.place(A, Spot { box_number: 1, hand: 2 }, MAIN, Money::ZERO);
    free.lammer = Money::minor(1000);
    let seen = View::of(&table, Audience::Spectator).wagers[0];
    assert_eq!((seen.stake, seen.lammer), (Money::ZERO, Money::minor(1000)));
}

#[test]
fn staff_decide_by_one_of_the_steps_of_their_rank() {
    let floor = |word| Offer::new(By::Staff(Rank::Floor), Ask::Step(StepId::new(word)), RULE);
    let offers = vec![step(CLOSE), floor(&"reconstruct"), floor(&"cannot-reconstruct")];
    let table = still(Due::Decision { rank: Rank::Floor }, offers);
    for audience in AUDIENCES {
        let view = View::of(&table, audience);
        assert_eq!((view.due.kind, view.due.rank), ("decision", Some(Rank::Floor)));
        let brief: Vec<_> = view.awaits.iter().map(|a| (a.text.as_str(), a.due)).collect();
        assert_eq!(brief, [("reconstruct", true), ("cannot reconstruct", true), ("no more bets", false)]);
    }
}

#[test]
fn what_nobody_offers_is_awaited_all_the_same() {
    let dealer = By::Staff(Rank::Dealer);
    let floor = By::Staff(Rank::Floor);
    let report = IrregularityId::new(&"face-up-in-shoe");
    let offer = Offer::new(dealer, Ask::Report { kind: report, place: None, card: true }, RULE);
    for (due, what, by) in [
        (Due::Shuffle, Awaited::Shuffled, dealer),
        (Due::Cut, Awaited::Cut, dealer),
        (Due::Card { to: Place::Dealer, up: true }, Awaited::Card { to: Place::Dealer, up: true }, dealer),
        (Due::Turn { place: Place::Dealer }, Awaited::Turn { place: Place::Dealer }, dealer),
        (Due::Answer, Awaited::Answer, dealer),
        (Due::Step(CLOSE), Awaited::Step(CLOSE), dealer),
        (Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None }, Awaited::Approve, floor),
        (Due::Decision { rank: Rank::Floor }, Awaited::Decision, floor),
        (Due::Ruling { rank: Rank::Floor }, Awaited::Ruling, floor),
    ] {
        let list = awaits(&still(due, vec![offer]), Audience::Dealer);
        assert_eq!((list[0].what, list[0].by, list[0].due), (what, by, true));
        assert_eq!(list[0].text, explain_due(&due));
        assert_eq!(list.len(), 2);
        assert!(!list[1].due, "a report may come; nothing waits for it");
    }
}

#[test]
fn a_view_is_plain_json() {
    let view = View::of(&dealt(Some("Kd"), "7s"), Audience::Spectator);
    let expected = serde_json::json!({
        "audience": "spectator", "round": 3, "phase": "decisions", "currency": "USD",
        "cards": [
            {"place": "1", "cards": [{"draw": 2, "face": "8c"}, {"draw": 4, "face": "??"}]},
            {"place": "dealer", "cards": [{"draw": 1, "face": "9h"}, {"draw": 3, "face": "??"}]},
        ],
        "wagers": [{
            "number": 1, "patron": "A", "spot": "1", "wager": "main", "stake": 1000, "won_part": 0,
            "working": true, "beneficiary": "patron", "lammer": 0,
        }],
        "markers": [],
        "hands": [],
        "shoe": {"remaining": 48, "rack": 0},
        "due": {"kind": "choice", "text": "A decides about box 1", "patron": "A", "hand": "1"},
        "awaits": [{
            "what": {"choose": {"hand": "1", "choice": null}}, "by": "A", "due": true, "closes": null,
            "amount": null, "rule": "PROTOCOL-AWAITED", "default": false, "text": "A decides about box 1",
        }],
    });
    assert_eq!(serde_json::to_value(&view).unwrap(), expected);
}

#[test]
fn a_page_names_a_bet_once_for_all_free_boxes_and_nothing_that_is_another_patron_s() {
    let range = |max| AmountRange { min: Money::minor(100), max: Money::minor(max), step: Money::minor(100) };
    let bet =
        |by, number, max| Offer::new(by, Ask::bet(number, MAIN, Beneficiary::Patron), RULE).with(range(max));
    let report = Ask::Report { kind: IrregularityId::new(&"misdeal"), place: None, card: false };
    let staff = By::Staff(Rank::Dealer);
    let offers = vec![
        Offer::new(staff, Ask::Step(CLOSE), RULE),
        bet(By::Patron(A), 1, 900),
        bet(By::Patron(B), 2, 900),
        bet(By::AnyPatron, 3, 900),
        bet(By::AnyPatron, 4, 900),
        bet(By::AnyPatron, 5, 500),
        bet(By::AnyPatron, 6, 900),
        Offer::new(staff, report, RULE),
    ];
    let table = still(Due::Bets { closes: CLOSE }, offers.clone());
    let boxes = |audience| -> Vec<(By, Option<u8>, Vec<u8>)> {
        let one = |one: Await| match one.what {
            Awaited::Bet { box_number, .. } => (one.by, Some(box_number), one.also_on),
            _ => (one.by, None, one.also_on),
        };
        View::folded(&table, audience).awaits.into_iter().map(one).collect()
    };
    let free = [(By::AnyPatron, Some(3), vec![4, 6]), (By::AnyPatron, Some(5), vec![])];
    let close = (staff, None, vec![]);
    let own = (By::Patron(A), Some(1), vec![]);
    assert_eq!(boxes(Audience::Patron(A)), [&[close.clone(), own][..], &free].concat());
    assert_eq!(boxes(Audience::Spectator), [&[close][..], &free].concat());
    assert_eq!(boxes(Audience::Dealer).len(), 6, "staff is told of everything");
    assert_eq!(View::of(&table, Audience::Patron(A)).awaits.len(), offers.len());
}
