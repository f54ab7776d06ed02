//! Events and settlement lines as JSON, for logs, streams and pages.
//!
//! Ids are printed, never numbered: a stored event must be readable by every later version.

use crate::event::{Announcement, Event, What};
use crate::explain::explain_line;
use crate::input::RulingAct;
use crate::layout::{Place, Spot};
use crate::people::Audience;
use crate::rule::Cites;
use crate::wager::{Beneficiary, Line, Outcome};
use felt::{Currency, Money};
use serde_json::{Map, Value};
use std::fmt::Display;

/// An event as JSON: its `kind`, its fields, the paragraphs it rests on (`rules`) and the ids as they are
/// cited, points included (`points`). With an audience the event is first made fit for it; `None` tells all
/// and belongs in the house's own journal only.
pub fn event_json(event: &Event, audience: Option<Audience>) -> Value {
    let event = audience.map_or(*event, |audience| event.seen_by(audience));
    let mut fields = Fields::new();
    fields.put("kind", event.kind());
    what_fields(&mut fields, event.what);
    fields.cites(event.cites);
    fields.done()
}

/// A settlement line as JSON, with the sentence a patron reads. Money is in minor units.
pub fn line_json(line: &Line, currency: Currency) -> Value {
    let mut fields = line_fields(line);
    fields.put("currency", currency.code);
    fields.put("text", explain_line(line, currency));
    fields.done()
}

fn line_fields(line: &Line) -> Fields {
    let mut fields = Fields::new();
    fields.put("seq", line.seq);
    fields.put("kind", line.kind.word());
    fields.word("patron", line.patron);
    fields.put("beneficiary", whose(line.beneficiary));
    fields.word("against", line.against);
    fields.spot(line.spot);
    fields.put("wager", line.wager.word());
    fields.money("stake", line.stake);
    fields.money("basis", line.basis);
    fields.put("outcome", line.outcome.map(Outcome::word));
    fields.put("odds", line.odds.map(|odds| odds.to_string()));
    fields.money("paid", line.paid);
    fields.money("returned", line.returned);
    fields.money("charged", line.charged);
    fields.put("reverses", line.reverses);
    fields.put("cuts", line.cuts);
    fields.cites(line.cites);
    fields
}

fn whose(beneficiary: Beneficiary) -> &'static str {
    match beneficiary {
        Beneficiary::Patron => "patron",
        Beneficiary::Dealers => "dealers",
    }
}

fn what_fields(fields: &mut Fields, what: What) {
    match what {
        What::Shuffled { all } => fields.put("all", all),
        What::Cut { by, depth } => {
            fields.put("by", by.map_or_else(|| "dealer".to_owned(), |patron| patron.to_string()));
            fields.put("depth", depth);
        }
        What::CutDeclined { patron } | What::Left { patron } => fields.word("patron", patron),
        What::RoundOpened { round } | What::RoundEnded { round } => fields.put("round", round),
        What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.spot(spot);
            fields.put("wager", wager.word());
            fields.money("stake", stake);
            fields.put("beneficiary", whose(beneficiary));
            fields.money("lammer", lammer);
        }
        What::StakeAdded { number, patron, spot, wager, added, won } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.spot(spot);
            fields.put("wager", wager.word());
            fields.money("added", added);
            fields.put("won", won);
        }
        What::WagerTakenBack { number, patron, wager, stake, left } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.put("wager", wager.word());
            fields.money("stake", stake);
            fields.money("left", left);
        }
        What::WagerWorks { number, patron, wager, on } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.put("wager", wager.word());
            fields.put("on", on);
        }
        What::WagerStays { number, patron, wager } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.put("wager", wager.word());
        }
        What::WagerMoved { number, patron, from, to } => {
            fields.put("number", number.0);
            fields.word("patron", patron);
            fields.put("from", from.word());
            fields.put("to", to.word());
        }
        What::Marked(marker) => {
            fields.put("marker", marker.id.word());
            fields.put("value", marker.value);
            fields.put("patron", marker.patron.map(|patron| patron.to_string()));
        }
        What::Stepped { step, by } => {
            fields.put("step", step.word());
            fields.put("by", by.word());
        }
        What::CardLaid { draw, place, face, seen } => {
            fields.put("draw", draw);
            fields.word("place", place);
            fields.word("face", face);
            // Everybody saw who looked; only what they saw is theirs.
            fields.put("seen", seen.patrons.iter().map(|p| p.to_string()).collect::<Vec<_>>());
        }
        What::CardTurned { draw, place, face } => {
            fields.put("draw", draw);
            fields.word("place", place);
            fields.word("face", face);
        }
        What::CardMoved { draw, from, to } => {
            fields.put("draw", draw);
            fields.word("from", from);
            fields.word("to", to);
        }
        What::Collected { place, cards } => {
            fields.word("place", place);
            fields.put("cards", cards);
        }
        What::Rolled(dice) => fields.word("dice", dice),
        What::RolledThree(dice) => fields.word("dice", dice),
        What::Spun(pocket) => fields.word("pocket", pocket),
        What::WheelStopped(section) => fields.word("section", section),
        What::MeterGranted { meter, amount } => {
            fields.word("meter", meter);
            fields.money("amount", amount);
        }
        What::Answered { yes } => fields.put("yes", yes),
        What::Asked { patron, spot } => {
            fields.word("patron", patron);
            fields.spot(spot);
        }
        What::Chosen { patron, spot, choice, amount } => {
            fields.word("patron", patron);
            fields.spot(spot);
            fields.put("choice", choice.word());
            fields.put("amount", amount.map(Money::as_minor));
        }
        What::Announced { place, hand } => {
            fields.word("place", place);
            match hand {
                Announcement::Total { value, soft } => {
                    fields.put("value", value);
                    fields.put("soft", soft);
                }
                Announcement::Called(name) => fields.put("called", name.word()),
            }
        }
        What::Decided { number, outcome } => {
            fields.put("number", number.0);
            fields.put("outcome", outcome.word());
        }
        What::Settled(line) => {
            let mut inner = line_fields(&line);
            inner.put("number", line.number.map(|number| number.0));
            fields.put("line", inner.done());
        }
        What::CutCardReached | What::DealerChanged => {}
        What::Irregular { kind, place } => {
            fields.put("irregularity", kind.word());
            fields.place(place);
        }
        What::Remedied { remedy, place } => {
            fields.put("remedy", remedy.word());
            fields.place(place);
        }
        What::Duty { by } | What::Approved { by } => fields.put("by", by.word()),
        What::Ruled { by, act } => {
            fields.put("by", by.word());
            fields.ruling(act);
        }
        What::Admission { patron, admitted } => {
            fields.word("patron", patron);
            fields.put("admitted", admitted);
        }
    }
}

/// A JSON object in the making.
struct Fields(Map<String, Value>);

impl Fields {
    fn new() -> Fields {
        Fields(Map::new())
    }

    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn word(&mut self, key: &str, value: impl Display) {
        self.put(key, value.to_string());
    }

    fn money(&mut self, key: &str, amount: Money) {
        self.put(key, amount.as_minor());
    }

    fn spot(&mut self, spot: Spot) {
        self.put("box", spot.box_number);
        self.put("hand", spot.hand);
    }

    fn place(&mut self, place: Option<Place>) {
        self.put("place", place.map(|place| place.to_string()));
    }

    fn ruling(&mut self, act: RulingAct) {
        match act {
            RulingAct::VoidRound => self.put("act", "void-round"),
            RulingAct::VoidWager(number) => {
                self.put("act", "void-wager");
                self.put("number", number.0);
            }
            RulingAct::VoidHand(spot) => {
                self.put("act", "void-hand");
                self.spot(spot);
            }
            RulingAct::Award { patron, amount } => {
                self.put("act", "award");
                self.word("patron", patron);
                self.money("amount", amount);
            }
            RulingAct::GoOn => self.put("act", "go-on"),
        }
    }

    /// Two points of one paragraph are one rule to a reader, so paragraphs are named once.
    fn cites(&mut self, cites: Cites) {
        let mut rules: Vec<&str> = Vec::new();
        for rule in cites.iter() {
            if !rules.contains(&rule.paragraph()) {
                rules.push(rule.paragraph());
            }
        }
        self.put("rules", rules);
        self.put("points", cites.iter().map(|rule| rule.id()).collect::<Vec<_>>());
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Face, Seen};
    use crate::people::Patron;
    use crate::rule::Rule;
    use crate::wager::{LineKind, Outcome, WagerNumber};
    use crate::words::WagerId;
    use felt::Odds;

    const A: Patron = Patron(0);

    fn line() -> Line {
        Line {
            seq: 4,
            kind: LineKind::Wager,
            number: Some(WagerNumber(2)),
            patron: A,
            beneficiary: Beneficiary::Patron,
            against: crate::wager::Against::House,
            spot: Spot { box_number: 1, hand: 2 },
            wager: WagerId::new(&"main"),
            stake: Money::minor(1000),
            basis: Money::minor(1_000),
            outcome: Some(Outcome::Wins),
            odds: Some(Odds::to(3, 2)),
            paid: Money::minor(1500),
            returned: Money::minor(1000),
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::one(Rule::new(&"OH-BJ-9.I:a"))
                .and(Rule::new(&"OH-BJ-9.I:b"))
                .and(Rule::new(&"OH-BJ-4.I")),
        }
    }

    #[test]
    fn a_line_has_exactly_its_keys() {
        let expected = serde_json::json!({
            "seq": 4, "kind": "wager", "patron": "A", "beneficiary": "patron", "against": "house",
            "box": 1, "hand": 2, "wager": "main", "stake": 1000, "basis": 1000, "outcome": "wins", "odds": "3 to 2",
            "paid": 1500, "returned": 1000, "charged": 0, "currency": "USD",
            "rules": ["OH-BJ-9.I", "OH-BJ-4.I"],
            "points": ["OH-BJ-9.I:a", "OH-BJ-9.I:b", "OH-BJ-4.I"],
            "text": "A at 1.2: main wins 15 at 3 to 2, stake 10 returned", "reverses": null, "cuts": null,
        });
        assert_eq!(line_json(&line(), Currency::USD), expected);
    }

    #[test]
    fn a_settled_event_carries_its_line() {
        let json = event_json(&Event::new(What::Settled(line()), line().cites), None);
        assert_eq!(json["kind"], "settled");
        assert_eq!(json["line"]["number"], 2);
        assert_eq!(json["line"]["paid"], 1500);
        assert_eq!(json["rules"], json["line"]["rules"]);
    }

    #[test]
    fn a_lammer_is_no_stake() {
        let mut wagers = crate::wager::Wagers::default();
        let spot = Spot { box_number: 1, hand: 2 };
        let wager = wagers.place(A, spot, WagerId::new(&"free-split"), Money::ZERO);
        wager.lammer = Money::minor(1000);
        let expected = serde_json::json!({
            "kind": "wager-placed", "number": 1, "patron": "A", "box": 1, "hand": 2, "wager": "free-split",
            "stake": 0, "beneficiary": "patron", "lammer": 1000, "rules": [], "points": [],
        });
        assert_eq!(event_json(&Event::fact(What::placed(wager)), None), expected);
        let line = line_json(&Line::of(wager), Currency::USD);
        assert_eq!((&line["stake"], &line["basis"]), (&0.into(), &1000.into()));
    }

    #[test]
    fn an_event_tells_each_audience_what_it_may_know() {
        let face = Face::Down("Kd".parse().unwrap());
        let laid = What::CardLaid { draw: 7, place: Place::Dealer, face, seen: Seen::by(A) };
        let event = Event::new(laid, Rule::new(&"OH-BJ-7.II:a"));
        let expected = |face: &str| {
            serde_json::json!({
                "kind": "card-laid", "draw": 7, "place": "dealer", "face": face, "seen": ["A"],
                "rules": ["OH-BJ-7.II"], "points": ["OH-BJ-7.II:a"],
            })
        };
        assert_eq!(event_json(&event, None), expected("(Kd)"));
        for audience in [Audience::Patron(A), Audience::Surveillance] {
            assert_eq!(event_json(&event, Some(audience)), expected("(Kd)"));
        }
        for audience in [Audience::Patron(Patron(1)), Audience::Dealer, Audience::Floor, Audience::Spectator]
        {
            assert_eq!(event_json(&event, Some(audience)), expected("??"));
        }
    }

    #[test]
    fn a_ruling_names_its_act() {
        let act = RulingAct::Award { patron: A, amount: Money::minor(2500) };
        let event = Event::fact(What::Ruled { by: crate::people::Rank::Floor, act });
        let expected = serde_json::json!({
            "kind": "ruled", "by": "floor", "act": "award", "patron": "A", "amount": 2500,
            "rules": [], "points": [],
        });
        assert_eq!(event_json(&event, None), expected);
    }
}
