//! Live-dealt tables without a database.

use super::*;
use engine::{Ask, Offer, Place};
use felt::Card;

const NO_CLOCKS: Clocks = Clocks::all(Duration::ZERO);

fn open(game: &'static Game, clocks: Clocks) -> Played {
    Played::by(facts_of(game, Dealt::Live, clocks))
}

impl Played {
    /// Makes the next move of the dealer or a patron.
    pub(super) fn deal(&mut self, dealer: &mut LiveDealer, whim: &mut Whim) {
        let next = dealer.next(self.table.face()).or_else(|| next_move(&self.table, whim));
        let (by, input) = next.expect("a person is awaited");
        self.tell(by, input).unwrap();
    }

    fn tell(&mut self, by: Actor, input: Input) -> Result<(), Refused> {
        let person = if let Actor::Patron(patron) = by { i64::from(patron.index()) + 1 } else { 100 };
        self.send(person, None, Command::Play { by, input })
    }

    /// Returns all inputs, with the faces that the journal leaves out.
    fn said(&self) -> Vec<(Actor, Input)> {
        let mut words = self.table.facts.dictionary.clone();
        let mut all = Vec::new();
        for (unit, draft) in &self.units {
            let body = Body::read(&unit.body, &mut words).unwrap();
            let mut down = draft.events.iter().filter_map(|event| match event.what {
                What::CardLaid { face: Face::Down(card), .. } => Some(card),
                _ => None,
            });
            all.extend(body.said.iter().map(|(by, told)| match *told {
                Told::Plain(input) => (*by, input),
                Told::Down(to) => (*by, Input::Card { to, face: Face::Down(down.next().unwrap()) }),
                Told::Shuffled { cut_card, .. } => (*by, Input::Shuffled { cut_card }),
                scanned => (*by, scanned.with_card(down.next()).unwrap()),
            }));
        }
        all
    }

    /// Replays all units on a new table, with the sealed cards.
    pub(super) fn again(&self) -> TableStream {
        let (facts, keys) = (Arc::clone(&self.table.facts), Arc::clone(&self.table.keys));
        let mut again = TableStream::open(facts, keys).unwrap();
        for shoe in self.units.iter().flat_map(|(_, draft)| &draft.shoes) {
            let number = u64::try_from(shoe.number).unwrap();
            let bound = crate::secrets::Bound::Shoe { stream: ID, shoe: number };
            let plain = again.keys.open(bound, &shoe.sealed).unwrap();
            let (salt, order) = plain.split_first_chunk::<32>().unwrap();
            again.shelve(SecretShoe { number: shoe.number, salt: *salt, order: order.to_vec() });
        }
        again
    }
}

#[test]
fn the_same_cards_settle_alike_for_every_dealer() {
    for game in games::GAMES {
        let mut computer = Played::open(game);
        computer.play(400, 17);
        let mut live = open(game, NO_CLOCKS);
        for (by, input) in computer.said() {
            live.tell(by, input).unwrap_or_else(|refused| panic!("{}: {input:?}: {refused}", game.id));
        }
        let events = |played: &Played| -> Vec<engine::Event> {
            played.units.iter().flat_map(|(_, draft)| draft.events.clone()).collect()
        };
        assert_eq!(events(&computer), events(&live), "{}", game.id);
        assert_eq!(computer.table.seats(), live.table.seats(), "{}", game.id);
        assert_eq!(computer.table.face().save().unwrap(), live.table.face().save().unwrap(), "{}", game.id);
    }
}

#[test]
fn every_scanned_card_is_sealed_opened_in_time_and_plays_again() {
    let (mut burnt, mut turned) = (0, 0);
    for game in games::GAMES {
        let mut played = open(game, NO_CLOCKS);
        let (mut dealer, mut whim) = (LiveDealer::new(5), Whim::new(5));
        for _ in 0..900 {
            played.deal(&mut dealer, &mut whim);
        }
        let mut words = played.table.facts.dictionary.clone();
        // By the number of its seal: where a card was laid, and whether a round has ended since.
        let mut sealed: BTreeMap<i64, (Place, bool)> = BTreeMap::new();
        for (unit, draft) in &played.units {
            let body = Body::read(&unit.body, &mut words).unwrap();
            for (_, told) in &body.said {
                let face =
                    matches!(told, Told::Down(_) | Told::Plain(Input::Card { face: Face::Down(_), .. }));
                assert!(!face, "{}: unit {} says {told:?}", game.id, unit.seq);
                if let (Told::Scanned { to, commitment }, [row]) = (told, &draft.shoes[..]) {
                    assert_eq!(row.commitment, *commitment);
                    sealed.insert(row.number, (*to, false));
                }
            }
            let shown = draft.events.iter().any(|event| matches!(event.what, What::CardTurned { .. }));
            let ended = draft.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }));
            let shuffled = draft.events.iter().any(|event| matches!(event.what, What::Shuffled { .. }));
            for opened in &draft.opened {
                let (place, _) = sealed.remove(&opened.number).unwrap();
                assert!(shown || ended || shuffled, "{}: unit {}", game.id, unit.seq);
                assert!(
                    place != Place::Rack || shuffled,
                    "{}: unit {} shows a burnt card",
                    game.id,
                    unit.seq
                );
                burnt += usize::from(place == Place::Rack);
                turned += usize::from(!ended && !shuffled);
            }
            if ended {
                let late = sealed.values().filter(|(place, _)| *place != Place::Rack).count();
                assert_eq!(late, 0, "{}: unit {}", game.id, unit.seq);
            }
        }
        let mut again = played.again();
        for (unit, draft) in &played.units {
            let replayed = again.replay(unit).unwrap();
            assert_eq!(replayed.opened, draft.opened, "{}: unit {}", game.id, unit.seq);
            assert_eq!(replayed.events, draft.events, "{}: unit {}", game.id, unit.seq);
            assert_eq!(replayed.transfers, draft.transfers, "{}: unit {}", game.id, unit.seq);
        }
        let kept = played.table.save().unwrap();
        assert_eq!(again.save().unwrap(), kept, "{}", game.id);
        let (facts, keys) = (Arc::clone(&played.table.facts), Arc::clone(&played.table.keys));
        assert_eq!(TableStream::load(facts, keys, &kept).unwrap().save().unwrap(), kept, "{}", game.id);
    }
    assert!(burnt > 5 && turned > 50, "{burnt} {turned}");
}

#[test]
fn a_card_astray_that_nobody_has_seen_is_sealed_until_it_is_dealt() {
    let game = games::find("ohio/blackjack").unwrap();
    let mut over_the_end = 0;
    for seed in 0..120 {
        let mut played = open(game, NO_CLOCKS);
        let (mut dealer, mut whim) = (LiveDealer::new(seed), Whim::new(seed));
        let (kind, place) = loop {
            match astray(&played.table).filter(|_| whim.below(4) == 0) {
                Some(found) => break found,
                None => played.deal(&mut dealer, &mut whim),
            }
        };
        let shoe = played.table.face().shoe();
        let card = (0..).map_while(Card::from_index).find(|card| shoe.can_be(*card)).unwrap();
        played.tell(Actor::DEALER, Input::Irregular { kind, place, card: Some(card) }).unwrap();
        let (unit, draft) = played.units.last().unwrap();
        let body = Body::read(&unit.body, &mut played.table.facts.dictionary.clone()).unwrap();
        assert!(matches!(body.said[..], [(_, Told::ScannedAstray { .. })]), "{:?}", body.said);
        let number = draft.shoes[0].number;
        // It waits to be dealt, even if a round ends meanwhile.
        while played.table.face().layout().at(Place::Next).next().is_some() {
            let (_, draft) = played.units.last().unwrap();
            assert!(draft.opened.iter().all(|one| one.number != number), "it is shown before it is dealt");
            let ended = |event: &engine::Event| matches!(event.what, What::RoundEnded { .. });
            over_the_end += usize::from(draft.events.iter().any(ended));
            played.deal(&mut dealer, &mut whim);
        }
        let mut again = played.again();
        for (unit, draft) in &played.units {
            assert_eq!(again.replay(unit).unwrap().opened, draft.opened, "unit {}", unit.seq);
        }
    }
    assert!(over_the_end > 0);
}

/// How an unseen card drawn by mistake can be reported while a decision is awaited.
fn astray(table: &TableStream) -> Option<(engine::IrregularityId, Option<Place>)> {
    let mut found = None;
    table.face().offers(&mut |offer: Offer| match offer.ask {
        Ask::Report { kind, place, .. } if kind.word() == "drawn-unexposed" => found = Some((kind, place)),
        _ => {}
    });
    found.filter(|_| matches!(table.face().due(), Due::Choice { .. }))
}

#[test]
fn no_clock_runs_while_the_dealer_is_waited_for() {
    let twenty = Clocks::of(Duration::from_secs(20), Duration::from_secs(10));
    for game in games::GAMES {
        let (mut hurried, mut patient) = (open(game, twenty), open(game, NO_CLOCKS));
        let (mut bets, mut decisions) = (0, 0);
        let (mut dealer, mut whim) = (LiveDealer::new(4), Whim::new(4));
        // A single round of Pai Gow Poker takes sixty inputs.
        for _ in 0..600 {
            let next = dealer.next(hurried.table.face()).or_else(|| next_move(&hurried.table, &mut whim));
            let (by, input) = next.unwrap();
            hurried.tell(by, input).unwrap();
            patient.tell(by, input).unwrap();
            assert_eq!(patient.table.window(), None, "{}", game.id);
            let length = hurried.table.window().map(|window| window.length);
            match hurried.table.face().due() {
                Due::Bets { .. } | Due::Roll { closes: Some(_), .. } => {
                    bets += usize::from(length == Some(twenty.bets));
                }
                Due::Choice { .. } | Due::Choices { .. } => {
                    assert_eq!(length, Some(twenty.decisions), "{}", game.id);
                    decisions += 1;
                }
                Due::Cut => {}
                due => assert_eq!(length, None, "{}: {due:?}", game.id),
            }
        }
        let decides_nothing = hurried.table.face().shoe().pack().is_empty() || lies_open(game);
        assert!(bets > 5 && (decisions > 5 || decides_nothing), "{}: {bets} {decisions}", game.id);
        // If a clock runs, it closes bets in the platform's name, and the dealer continues.
        let closed = (0..100).any(|_| {
            let asked = hurried.table.asked();
            let expired =
                hurried.table.window().is_some() && hurried.send(0, None, Command::Expire { asked }).is_ok();
            if !expired {
                hurried.deal(&mut dealer, &mut whim);
            }
            expired && hurried.table.asked() != asked
        });
        assert!(closed, "{}", game.id);
    }
}
