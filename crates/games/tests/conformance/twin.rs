//! Non-interference: two tables that differ only in a hidden card give the same information to everyone who
//! may not know it.

use crate::driver::Session;
use engine::{
    Actor, AnyTable, Audience, ChoiceId, Due, Event, Face, Input, LaidCard, Patron, Place, Positions,
    Refusal, View,
};
use felt::Card;

/// A second table that was given another face for one hidden card.
pub struct Twin {
    pub table: Box<dyn AnyTable>,
    draw: u32,
    place: Place,
    choices: &'static [ChoiceId],
}

impl Twin {
    /// Lays a hidden card on both tables, with another face on the twin. Returns `None` if no card is hidden.
    pub fn split(session: &mut Session, to: Place, card: Card, other: Card) -> Option<Twin> {
        let mut table = session.table.boxed_clone();
        let from = session.events.len();
        let mut told = Vec::new();
        session.send(Actor::DEALER, Input::Card { to, face: Face::Down(card) }).ok()?;
        table.apply(Actor::DEALER, Input::Card { to, face: Face::Down(other) }, &mut told).ok()?;
        let draw = session.table.layout().at(to).last()?.draw;
        let twin = Twin { table, draw, place: to, choices: session.game.vocabulary.choices };
        twin.compare(&*session.table, &session.events[from..], &told);
        Some(twin)
    }

    fn hidden<'a>(&self, table: &'a dyn AnyTable) -> Option<&'a LaidCard> {
        table.layout().cards().find(|card| card.draw == self.draw).filter(|card| !card.face.is_up())
    }

    /// The hidden card as it lies on the given table.
    pub fn hidden_on(&self, table: &dyn AnyTable) -> Option<LaidCard> {
        self.hidden(table).copied()
    }

    /// Whether the card is still hidden on both tables and neither asks to have it turned.
    pub fn lasts(&self, table: &dyn AnyTable) -> bool {
        let asked = |t: &dyn AnyTable| t.due() == Due::Turn { place: self.place };
        let hidden = self.hidden(table).is_some() && self.hidden(&*self.table).is_some();
        // The rules may require a hand to be shown because of what it holds; at that point they reveal it.
        hidden && (asked(table) == asked(&*self.table))
    }

    /// Sends the twin the same input and compares. Returns false when the comparison ends here.
    pub fn follow(
        &mut self,
        table: &dyn AnyTable,
        before: Option<LaidCard>,
        sent: (Actor, Input),
        result: Result<(), Refusal>,
        events: &[Event],
    ) -> bool {
        let Some(hidden) = before else { return false };
        // The step showed the card, when due or by mistake.
        if self.hidden(table).is_none() {
            return false;
        }
        let mut told = Vec::new();
        let twin_result = self.table.apply(sent.0, sent.1, &mut told);
        let knows = match sent.0 {
            Actor::Patron(patron) => hidden.seen.includes(Audience::Patron(patron)),
            Actor::Staff(_) | Actor::Surveillance => false,
        };
        if result != twin_result {
            assert!(knows, "{sent:?} learned of a hidden card: {result:?} or {twin_result:?}");
            return false;
        }
        if !self.lasts(table) {
            return false;
        }
        self.compare(table, events, &told);
        true
    }

    fn compare(&self, table: &dyn AnyTable, events: &[Event], told: &[Event]) {
        let Some(hidden) = self.hidden(table) else { return };
        let patrons = (0..6).map(|n| Audience::Patron(Patron::nth(n).unwrap()));
        let audiences = patrons.chain([Audience::Dealer, Audience::Floor, Audience::Spectator]);
        for audience in audiences.filter(|audience| !hidden.seen.includes(*audience)) {
            let print = |events: &[Event]| {
                events
                    .iter()
                    .map(|e| serde_json::to_string(&e.seen_by(audience)).unwrap())
                    .collect::<Vec<_>>()
            };
            assert_eq!(print(events), print(told), "{audience} could tell a hidden card from the events");
            let view = serde_json::to_string(&View::of(table, audience)).unwrap();
            let twin_view = serde_json::to_string(&View::of(&*self.table, audience)).unwrap();
            assert_eq!(view, twin_view, "{audience} could tell a hidden card from the view");
            if let Audience::Patron(patron) = audience {
                self.same_answers(table, patron);
            }
        }
    }

    /// Checks that both tables answer a patron who may not know the card in the same way.
    fn same_answers(&self, table: &dyn AnyTable, patron: Patron) {
        let own = table.wagers().iter().filter(|wager| wager.patron == patron).map(|wager| wager.spot);
        for spot in own {
            let choices = self.choices.iter();
            let chosen = choices.map(|choice| Input::Choose { patron, spot, choice: *choice, amount: None });
            let picked =
                [0b11, 0b110_0000].map(|cards| Input::Pick { patron, spot, cards: Positions(cards) });
            for input in chosen.chain(picked) {
                let ask =
                    |t: &dyn AnyTable| t.boxed_clone().apply(Actor::Patron(patron), input, &mut Vec::new());
                assert_eq!(
                    ask(table),
                    ask(&*self.table),
                    "{patron} could tell a hidden card by asking for {input:?}"
                );
            }
        }
    }
}
