//! A layout with many wagers: the table as it lies, and one line to type what one wants.
//!
//! Where a table has a handful of wagers each is asked for in turn; where it has ninety, nobody wants to be asked.

use super::command::{Command, Words};
use super::{ME, MY_BOX, Sitting, Stay, mine};
use crate::failure::Failure;
use crate::families;
use crate::grid::Grid;
use crate::screen::{DIM, HEAD, PLAIN, paint};
use engine::{
    Actor, AmountRange, Ask, Beneficiary, ChoiceId, Due, Input, Marker, RefusalKind, Wager, WagerId,
};
use felt::Money;

/// With more kinds of wager than this on offer, they are not asked for one by one.
const FEW: usize = 8;

const HELP: &[(&str, &str)] = &[
    ("pass 10", "bet, or add to a bet; several at once with commas: pass 10, field 5"),
    ("place 6 12", "the same as place-6 12 and bet place-6 12"),
    ("back place-6", "take a bet back; back place-6 6 takes 6 of it"),
    ("off hard-4", "call a bet off, and with on back on, where the game allows it"),
    ("Enter, or roll", "let the dealer go on"),
    ("bets", "what may be bet now, with amounts and odds"),
    ("? place-6", "what a wager is; ? alone shows the rules behind the last payment"),
    ("q", "leave; what stands stays on the table"),
];

impl Sitting<'_> {
    /// Whether the table has too many wagers to be asked for each.
    pub(super) fn has_many_wagers(&self) -> bool {
        let offered = |family: &families::Family<'_>| {
            family.wagers.iter().any(|wager| self.config.offers(&wager.id) && wager.follows.is_none())
        };
        families::of(&self.known.book).into_iter().filter(offered).count() > FEW
    }

    /// The table as it lies, and then whatever is typed until the dealer may go on.
    pub(super) fn at_the_layout(&mut self) -> Result<Stay, Failure> {
        self.show_layout()?;
        loop {
            let question = self.layout_question();
            let Some(text) = self.ask_plainly(&question)? else { return Ok(Stay::No) };
            let before = self.moment();
            for part in text.split(", ").map(str::trim) {
                if !self.do_typed(part)? {
                    break;
                }
            }
            if self.moment() != before {
                return Ok(Stay::Yes);
            }
            if self.driver.has_news() {
                self.tell()?;
                self.show_standing()?;
            }
        }
    }

    /// Where the round stands; when that changes, the whole layout is worth showing again.
    fn moment(&self) -> (u32, &'static str, Due) {
        (self.driver.table.round(), self.driver.table.phase(), self.driver.table.due())
    }

    /// One command. False if it came to nothing, so that what follows on the line is left alone.
    fn do_typed(&mut self, text: &str) -> Result<bool, Failure> {
        let standing: Vec<WagerId> = self.standing().iter().map(|wager| wager.kind).collect();
        let closes = match self.driver.table.due() {
            Due::Bets { closes } => Some(closes),
            _ => None,
        };
        let vocabulary = self.known.game.vocabulary;
        let words = Words {
            wagers: vocabulary.wagers,
            choices: vocabulary.choices,
            standing: &standing,
            closes,
            currency: self.currency,
        };
        let command = match words.read(text) {
            Ok(command) => command,
            Err(why) => {
                self.complain(&why)?;
                return Ok(false);
            }
        };
        match command {
            Command::Bet(wager, amount) => self.bet(wager, amount),
            Command::Back(wager, amount) => {
                self.request(Input::TakeBack { patron: ME, box_number: MY_BOX, wager, amount })
            }
            Command::Call(wager, on) => {
                self.request(Input::Work { patron: ME, box_number: MY_BOX, wager, on })
            }
            Command::Choose(choice) => self.choose(choice),
            Command::GoOn => self.go_on(),
            Command::Bets => self.show_bets().map(|()| true),
            Command::About(wager) => self.about(wager).map(|()| true),
            Command::Rules => self.explain(&[]).map(|()| true),
            Command::Help => self.help().map(|()| true),
        }
    }

    fn bet(&mut self, wager: WagerId, amount: Option<Money>) -> Result<bool, Failure> {
        let asked = match (amount, self.range(wager)) {
            (None, Some(range)) => self.ask_amount(wager, range)?,
            // What may not be bet now is asked for all the same: the refusal says why not.
            (None, None) => {
                Some(self.config.limits(wager.word()).map_or(self.config.coin, |limits| limits.min))
            }
            (amount, _) => amount,
        };
        let Some(stake) = asked else { return Ok(false) };
        let beneficiary = Beneficiary::Patron;
        let input = Input::Bet { patron: ME, box_number: MY_BOX, wager, stake, beneficiary };
        Ok(self.afford(stake)? && self.request(input)?)
    }

    /// How much; Enter means the least.
    fn ask_amount(&mut self, wager: WagerId, range: AmountRange) -> Result<Option<Money>, Failure> {
        let least = self.currency.format_short(range.min);
        let question = format!("How much on {wager}, {} [{least}]", self.amounts(range));
        match self.ask_plainly(&question)?.as_deref() {
            Some("") => Ok(Some(range.min)),
            Some(text) => self.amount(text),
            None => Ok(None),
        }
    }

    fn choose(&mut self, choice: ChoiceId) -> Result<bool, Failure> {
        let about = |offer: &engine::Offer| match offer.ask {
            Ask::Choose { spot, choice: offered } if offered == choice => Some(spot),
            _ => None,
        };
        let offered = self.driver.offers().iter().filter(|offer| mine(offer)).find_map(about);
        let asked = match self.driver.table.due() {
            Due::Choice { spot, .. } => Some(spot),
            _ => None,
        };
        // What is not offered is asked for all the same: the refusal says why not.
        let spot = offered.or(asked).unwrap_or(engine::Spot::first(MY_BOX));
        self.request(Input::Choose { patron: ME, spot, choice, amount: None })
    }

    fn go_on(&mut self) -> Result<bool, Failure> {
        if !self.driver.may_close() {
            let choices = self.choices().join(" or ");
            let may_bet = self.driver.offers().iter().any(|o| mine(o) && matches!(o.ask, Ask::Bet { .. }));
            let first = match (choices.as_str(), may_bet) {
                ("", _) => "a bet".to_owned(),
                (choices, true) => format!("a bet (`bets` shows which), or {choices}"),
                (choices, false) => choices.to_owned(),
            };
            let forbidden = self.forbidden_choices();
            let forbidden =
                if forbidden.is_empty() { String::new() } else { format!(" ({})", forbidden.join("; ")) };
            self.complain(&format!("the table waits for you: {first}{forbidden}"))?;
            return Ok(false);
        }
        let nobody = self.driver.table.wagers().is_empty();
        self.driver.close()?;
        if nobody {
            self.complain("nothing happens before somebody bets")?;
        }
        Ok(true)
    }

    /// Choices that a rule forbids me now, and by which name: what I lack may be a bet.
    fn forbidden_choices(&self) -> Vec<String> {
        let Due::Choice { patron: ME, spot } = self.driver.table.due() else { return Vec::new() };
        let mut forbidden = Vec::new();
        for choice in self.known.game.vocabulary.choices {
            let input = Input::Choose { patron: ME, spot, choice: *choice, amount: None };
            match self.driver.clone().send(Actor::Patron(ME), input) {
                Err(refusal) if refusal.kind == RefusalKind::Forbidden => {
                    forbidden.push(format!(
                        "{choice}: {}, {}",
                        refusal.name.replace('-', " "),
                        refusal.cites
                    ));
                }
                _ => {}
            }
        }
        forbidden
    }

    // ------------------------------------------------------------------ showing

    /// Where the round stands, what lies on the layout, and what may be bet if that is not what it was.
    fn show_layout(&mut self) -> Result<(), Failure> {
        self.screen.blank()?;
        let mut facts = vec![self.driver.table.phase().replace('-', " ")];
        self.driver.table.markers(&mut |marker| facts.extend(marker_text(marker)));
        let bank = format!("You have {} {}.", self.currency.format(self.bank), self.currency.code);
        self.screen.line(format!("{bank}  {}", paint(HEAD, &facts.join(" · "))))?;
        self.show_standing()?;
        let open = self.open_families();
        if open != self.open_before {
            let text = if open.is_empty() { "nothing now".to_owned() } else { open.join(", ") };
            self.screen.hanging_in(DIM, "  you may bet: ", &text)?;
            self.open_before = open;
        }
        Ok(())
    }

    fn show_standing(&mut self) -> Result<(), Failure> {
        let standing: Vec<String> = self.standing().iter().map(|wager| self.wager_text(wager)).collect();
        if standing.is_empty() {
            return Ok(());
        }
        Ok(self.screen.hanging("  on the layout: ", &standing.join(" · "))?)
    }

    fn wager_text(&self, wager: &Wager) -> String {
        let off = if wager.working { "" } else { " off" };
        format!("{} {}{}", wager.kind, self.currency.format_short(wager.stake), paint(DIM, off))
    }

    /// My wagers that lie on the layout.
    fn standing(&self) -> Vec<Wager> {
        let mine = self.driver.table.wagers().iter().filter(|wager| wager.patron == ME);
        mine.filter(|wager| wager.on_layout()).copied().collect()
    }

    /// The families of what may be bet now, in the order of the book.
    fn open_families(&self) -> Vec<String> {
        let open = self.open_bets();
        let is_open = |id: &str| open.iter().any(|(wager, _)| wager.word() == id);
        families::of(&self.known.book)
            .iter()
            .filter(|family| family.wagers.iter().any(|wager| is_open(&wager.id)))
            .map(families::Family::label)
            .collect()
    }

    fn open_bets(&self) -> Vec<(WagerId, AmountRange)> {
        let offers = self.driver.offers();
        let open = offers.iter().filter(|offer| mine(offer)).filter_map(|offer| match offer.ask {
            Ask::Bet { box_number: 0 | MY_BOX, wager, beneficiary: Beneficiary::Patron, .. } => {
                Some((wager, offer.amount?))
            }
            _ => None,
        });
        open.collect()
    }

    fn range(&self, wager: WagerId) -> Option<AmountRange> {
        self.open_bets().iter().find(|(open, _)| *open == wager).map(|(_, range)| *range)
    }

    /// What may be chosen now.
    fn choices(&self) -> Vec<String> {
        let offers = self.driver.offers();
        let choices = offers.iter().filter(|offer| mine(offer)).filter_map(|offer| match offer.ask {
            Ask::Choose { choice, .. } => Some(choice.word().to_owned()),
            _ => None,
        });
        choices.collect()
    }

    fn layout_question(&self) -> String {
        let mut items: Vec<String> = Vec::new();
        if let (Due::Bets { closes }, true) = (self.driver.table.due(), self.driver.may_close()) {
            items.push(format!("{} {}", paint(HEAD, "Enter"), closes.word().replace('-', " ")));
        }
        items.extend(self.choices().iter().map(|choice| paint(HEAD, choice)));
        items.extend(["bets", "help"].map(|word| paint(HEAD, word)));
        items.join(" · ")
    }

    /// What may be bet now, by family: wagers of a family that take and pay the same stand in one row.
    fn show_bets(&mut self) -> Result<(), Failure> {
        let open = self.open_bets();
        let mut grid = Grid::new(&["bet", "on", "amounts", "pays"]);
        for family in families::of(&self.known.book) {
            let mut rows: Vec<(String, String, Vec<&str>)> = Vec::new();
            for wager in &family.wagers {
                let range = open.iter().find(|(open, _)| open.word() == wager.id).map(|(_, range)| *range);
                let Some(range) = range else { continue };
                let (amounts, pays) = (self.amounts(range), self.pays(&wager.id));
                let target = wager.target.as_deref().unwrap_or_default();
                match rows.iter_mut().find(|(a, p, _)| *a == amounts && *p == pays) {
                    Some((.., targets)) => targets.push(target),
                    None => rows.push((amounts, pays, vec![target])),
                }
            }
            for (n, (amounts, pays, targets)) in rows.into_iter().enumerate() {
                let label = if n == 0 { family.label() } else { String::new() };
                grid.row([label.into(), targets.join(" ").into(), amounts.into(), pays.into()]);
            }
        }
        Ok(grid.print(self.screen, 2)?)
    }

    fn pays(&self, wager: &str) -> String {
        let mut pays: Vec<String> = Vec::new();
        for pay in self.config.pays(wager).iter().map(|pay| pay.format_in(self.currency)) {
            if !pays.contains(&pay) {
                pays.push(pay);
            }
        }
        pays.join(", ")
    }

    /// `5 to 500 by 5`.
    fn amounts(&self, range: AmountRange) -> String {
        let money = |amount| self.currency.format_short(amount);
        match range.min == range.max {
            true => money(range.min),
            false => format!("{} to {} by {}", money(range.min), money(range.max), money(range.step)),
        }
    }

    /// What a wager is: its name, odds, amounts and rules.
    fn about(&mut self, wager: WagerId) -> Result<(), Failure> {
        let Some(rule) = self.known.book.wager(wager.word()) else { return Ok(()) };
        let pays = self.pays(&rule.id);
        let pays = if pays.is_empty() { String::new() } else { format!(", pays {pays}") };
        let takes = match self.range(wager) {
            Some(range) => format!("; {}", self.amounts(range)),
            None if self.config.offers(&rule.id) => "; not to be bet now".to_owned(),
            None => "; not offered at this table".to_owned(),
        };
        self.screen.paragraph(2, PLAIN, &format!("{}{pays}{takes}", rule.name))?;
        let notes = crate::notes::Notes::all();
        rule.cites.iter().try_for_each(|id| notes.print(self.screen, 4, id))?;
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        for (typed, meaning) in HELP {
            self.screen.hanging(&format!("  {}  ", paint(HEAD, &format!("{typed:<14}"))), meaning)?;
        }
        Ok(())
    }
}

/// A marker in two words; one that is off and lies nowhere says nothing.
fn marker_text(marker: Marker) -> Option<String> {
    match (marker.patron, marker.value) {
        (Some(ME), _) => Some(format!("{} you", marker.id)),
        (Some(patron), _) => Some(format!("{} {patron}", marker.id)),
        (None, 0) => None,
        (None, value) => Some(format!("{} {value}", marker.id)),
    }
}
