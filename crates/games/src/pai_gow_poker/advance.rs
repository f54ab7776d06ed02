//! Decides what comes next. This is the only place that moves a round forward.

use super::rules;
use super::state::{DeckStage, PaiGowTable, hand_place};
use super::words;
use crate::common::{self, tell};
use engine::{Due, Face, Patrons, Place, Rank, Sink, Spot, What};

type Next = common::Next<Act>;

/// An automatic step.
#[derive(Clone, Copy, Debug)]
enum Act {
    OpenRound,
    HouseBanks,
    OfferBank,
    PassOver,
    StartAtButton,
    Deliver,
    CountLeft,
    AskAboutExposed(u8),
    PlayExposed(u8),
    BeginSetting,
    SetByHouseWay(u8),
    /// Cards face down that a device has read are turned.
    Turn(Place),
    GiveBankCards,
    ExposeBank,
    SetDealer,
    Expose(u8),
    BeginPaying,
    Pay(u8),
    BeginBonus,
    PayBonus(u8),
    PayHouse,
    SettleBank,
    EndRound,
}

impl PaiGowTable {
    /// Performs all automatic steps, then says what is due.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        // A round has far fewer automatic steps. The bound turns a bug of ours into a call for the floor.
        for _ in 0..200 {
            match self.next() {
                Next::Await(due) => {
                    self.due = due;
                    return;
                }
                Next::Do(act) => self.perform(act, out),
            }
        }
        self.round.ruling_due = true;
        self.due = Due::Ruling { rank: Rank::Floor };
    }

    fn next(&self) -> Next {
        let round = &self.round;
        if round.void || round.over {
            return Next::Do(Act::EndRound);
        }
        if round.ruling_due {
            return Next::Await(Due::Ruling { rank: Rank::Floor });
        }
        match self.deck.stage {
            DeckStage::Shuffle => return Next::Await(Due::Shuffle),
            DeckStage::Cut => return Next::Await(Due::Cut),
            DeckStage::Ready => {}
        }
        if !round.opened {
            return Next::Do(Act::OpenRound);
        }
        if self.terms.banking && !round.bank_settled {
            return self.next_of_bank();
        }
        if !round.closed {
            return Next::Await(Due::Bets { closes: words::NO_MORE_BETS });
        }
        match round.counted {
            false => self.next_of_deal(),
            true => self.next_of_hands(),
        }
    }

    /// Offers the bank from place to place until a patron takes it or it reaches the dealer.
    fn next_of_bank(&self) -> Next {
        let place = self.rotation.turn;
        match self.may_bank() {
            _ if place == 0 => Next::Do(Act::HouseBanks),
            None => Next::Do(Act::PassOver),
            Some((patron, _)) if self.round.asked == Some(place) => {
                Next::Await(Due::Choice { patron, spot: Spot::first(place) })
            }
            Some(_) => Next::Do(Act::OfferBank),
        }
    }

    /// From the shoe, the start is determined before the stacks are dealt; from the hand, after.
    fn next_of_deal(&self) -> Next {
        let round = &self.round;
        let start = || self.start_due().map_or(Next::Do(Act::StartAtButton), Next::Await);
        if self.terms.from_shoe && round.start.is_none() {
            return start();
        }
        if !round.is_dealt() {
            return Next::Await(Due::Card { to: self.next_place(), up: false });
        }
        if round.start.is_none() {
            return start();
        }
        Next::Do(if round.delivered { Act::CountLeft } else { Act::Deliver })
    }

    fn next_of_hands(&self) -> Next {
        let round = &self.round;
        if let Some(number) = round.exposed.leftmost() {
            return self.exposed_due(number);
        }
        if !round.setting {
            return Next::Do(Act::BeginSetting);
        }
        let gone = |number: &u8| self.patron_of(*number).is_none_or(|patron| self.left.has(patron));
        if let Some(number) = round.unset.leftmost_first().find(gone) {
            return Next::Do(Act::SetByHouseWay(number));
        }
        let left = self.setting_left();
        if !left.is_empty() {
            return Next::Await(Due::Choices { closes: words::HANDS_SET, left });
        }
        if let Some(bank) = &round.bank {
            if !bank.setting {
                return Next::Do(Act::GiveBankCards);
            }
            if !bank.exposed {
                return self.turn_due(hand_place(bank.place)).unwrap_or(Next::Do(Act::ExposeBank));
            }
        }
        self.next_of_settlement()
    }

    /// Patrons who have a hand to set.
    pub(crate) fn setting_left(&self) -> Patrons {
        let mut left = Patrons::NONE;
        for number in self.round.unset.leftmost_first() {
            self.patron_of(number).into_iter().for_each(|patron| left.add(patron));
        }
        left
    }

    fn next_of_settlement(&self) -> Next {
        let round = &self.round;
        // The dealer's hand is set even if every patron has surrendered.
        if !round.dealer_set {
            return self.turn_due(Place::Dealer).unwrap_or(Next::Do(Act::SetDealer));
        }
        if let Some(number) = round.unexposed.rightmost() {
            if self.terms.by_dealer && !round.released {
                return Next::Await(Due::Step(words::EXPOSE));
            }
            return self.turn_due(hand_place(number)).unwrap_or(Next::Do(Act::Expose(number)));
        }
        let house_won = round.bank.is_some_and(|bank| bank.house_won);
        match round.bonus {
            None if (house_won || !round.winners.is_empty()) && !round.released => {
                match self.terms.by_dealer {
                    true => Next::Await(Due::Step(words::SETTLE)),
                    false => Next::Do(Act::BeginPaying),
                }
            }
            None => match round.winners.rightmost() {
                Some(number) => Next::Do(Act::Pay(number)),
                None if house_won => Next::Do(Act::PayHouse),
                None => Next::Do(Act::BeginBonus),
            },
            Some(boxes) => match boxes.rightmost() {
                Some(number) => Next::Do(Act::PayBonus(number)),
                None if self.bank_lies() => Next::Do(Act::SettleBank),
                None => Next::Do(Act::EndRound),
            },
        }
    }

    /// Whether a patron's bank has yet to be settled.
    fn bank_lies(&self) -> bool {
        self.round.bank.is_some_and(|bank| self.is_open(Some(bank.cover)))
    }

    fn perform<S: Sink>(&mut self, act: Act, out: &mut S) {
        match act {
            Act::OpenRound => self.open_round(out),
            Act::HouseBanks => self.house_banks(out),
            Act::OfferBank => self.offer_bank(out),
            Act::PassOver => self.pass_over(),
            Act::GiveBankCards => self.give_bank_cards(out),
            Act::ExposeBank => self.expose_bank(out),
            Act::PayHouse => self.pay_house(out),
            Act::SettleBank => self.settle_bank(out),
            Act::StartAtButton => self.start_at_button(),
            Act::Deliver => self.deliver(out),
            Act::CountLeft => self.count_left(out),
            Act::AskAboutExposed(number) => self.ask_about_exposed(number, out),
            Act::PlayExposed(number) => {
                self.play_exposed(number, rules::EXPOSED_TOO_LATE.applies(), true, out);
            }
            Act::BeginSetting => self.begin_setting(out),
            Act::SetByHouseWay(number) => self.set_by_house_way(number, rules::SILENCE.applies(), out),
            Act::Turn(place) => self.turn_read_cards(place, out),
            Act::SetDealer => self.set_dealer(out),
            Act::Expose(number) => self.expose(number, out),
            Act::BeginPaying => self.begin_paying(out),
            Act::Pay(number) => self.pay_winner(number, out),
            Act::BeginBonus => self.begin_bonus(),
            Act::PayBonus(number) => self.pay_bonus(number, out),
            Act::EndRound => self.end_round(out),
        }
    }

    /// A patron decides about their card that the dealer exposed; the hand of a patron who has left is
    /// played.
    fn exposed_due(&self, number: u8) -> Next {
        match self.patron_of(number) {
            Some(patron) if !self.left.has(patron) => match self.round.asked == Some(number) {
                true => Next::Await(Due::Choice { patron, spot: Spot::first(number) }),
                false => Next::Do(Act::AskAboutExposed(number)),
            },
            _ => Next::Do(Act::PlayExposed(number)),
        }
    }

    /// Cards that lie face down must be turned. Those that a device has read turn automatically.
    fn turn_due(&self, place: Place) -> Option<Next> {
        let mut hidden = self.layout.at(place).filter(|laid| !laid.face.is_up()).peekable();
        hidden.peek()?;
        Some(match hidden.any(|laid| matches!(laid.face, Face::Down(_))) {
            true => Next::Do(Act::Turn(place)),
            false => Next::Await(Due::Turn { place }),
        })
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.round.opened = true;
        self.round_number += 1;
        tell(out, What::RoundOpened { round: self.round_number }, None);
    }
}
