//! Meters attached to a table: what its wagers contribute, what they grant, and what other tables do to them.

use super::{Runner, Trouble};
use crate::awaits::Due;
use crate::event::What;
use crate::input::Input;
use crate::meter::{Draw, Meter, MeterKey, Opening};
use crate::people::{Actor, Patron};
use crate::refusal::Refusal;
use crate::scenario::ast::{Elsewhere, Statement};
use crate::scenario::report::Step;
use crate::wager::{Against, LineKind, Outcome, Share, WagerNumber};
use crate::words::MeterId;
use felt::{Money, Pay};
use rulebook::{Finding, HouseFile, RuleBook, TableConfig};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The number of this table; `ELSEWHERE` stands for all other tables of the house.
const HERE: u64 = 1;
const ELSEWHERE: u64 = 2;

/// A meter that is attached to the table.
pub(super) struct Linked {
    /// Its word at the table, or the house's own name for a secondary jackpot.
    word: String,
    /// The wager that feeds it.
    wager: String,
    meter: Meter,
    /// The number of requests so far, from which the next one gets its own key.
    requests: u64,
    /// The wagers that have fed it.
    fed: BTreeMap<WagerNumber, MeterKey>,
    /// The draws for this table, each with the wager that it was paid on.
    drawn: Vec<(u64, Option<WagerNumber>)>,
}

impl Linked {
    fn key(&mut self, table: u64) -> MeterKey {
        self.requests += 1;
        MeterKey { table, unit: self.requests, item: 0 }
    }

    fn draw(&mut self, table: u64, share: Share, winner: Patron) -> Result<(u64, Money, Money), Trouble> {
        let key = self.key(table);
        let draw = Draw { share, winners: vec![winner] };
        let grant = self.meter.draw(key, &draw, &mut Vec::new()).map_err(|error| error.to_string())?;
        Ok((grant.number, grant.stands, grant.amount))
    }

    /// Adds the contribution of a wager.
    fn feed(&mut self, table: u64, stake: Money) -> Result<MeterKey, Trouble> {
        let key = self.key(table);
        self.meter.contribute(key, stake, &mut Vec::new()).map_err(|error| error.to_string())?;
        Ok(key)
    }

    /// Takes back the contribution of a wager that was returned to its patron.
    fn give_back(&mut self, wager: WagerNumber) -> Result<(), Trouble> {
        let Some(of) = self.fed.remove(&wager) else { return Ok(()) };
        let key = self.key(HERE);
        self.meter.take_back(key, of, &mut Vec::new()).map_err(|error| error.to_string())
    }

    /// Voids draws that are not paid after all.
    fn void(&mut self, meant: impl Fn(Option<WagerNumber>) -> bool) -> Result<(), Trouble> {
        while let Some(at) = self.drawn.iter().position(|(_, paid_on)| meant(*paid_on)) {
            let (draw, _) = self.drawn.remove(at);
            let key = self.key(HERE);
            self.meter.void(key, draw, &mut Vec::new()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Runner<'_> {
    /// Opens a meter, unless the documents forbid it.
    pub(super) fn link(
        &mut self,
        (meter, kind, chosen): (&str, &str, &[(String, String)]),
        statement: &Statement,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let (book, config) = self.opened_by()?;
        let (house, findings) = match rulebook::read_house(&house_file(&book, &config, meter, kind, chosen)) {
            Ok(house) => {
                let findings = rulebook::check_feed(&book, &config, &house);
                (Some(house), findings)
            }
            Err(findings) => (None, findings),
        };
        if statement.refused {
            return judge_refused(&findings, statement, step);
        }
        match house.filter(|_| findings.is_empty()) {
            Some(_) if self.links.iter().any(|linked| linked.word == meter) => {
                Err(format!("a meter `{meter}` is kept already"))
            }
            Some(house) => {
                self.meter(meter)?;
                match house.meters.first().and_then(rulebook::HouseMeter::drawn_as) {
                    Some(word) if word == meter => self.keep(house),
                    Some(word) => Err(format!("its tables call that meter `{word}`, not `{meter}`")),
                    None => Err(format!("no table draws on a meter of kind {kind}")),
                }
            }
            None => Err(without_lines(&findings).join("; ")),
        }
    }

    fn keep(&mut self, house: HouseFile) -> Result<(), Trouble> {
        for own in house.meters {
            let opening = Opening { link: own.id.clone(), currency: house.currency, terms: own.terms };
            self.links.push(Linked {
                word: own.id,
                wager: own.kind.wager.clone(),
                meter: Meter::open(opening).map_err(|error| error.to_string())?,
                requests: 0,
                fed: BTreeMap::new(),
                drawn: Vec::new(),
            });
        }
        Ok(())
    }

    /// Returns the rule book and the file of the open table.
    fn opened_by(&mut self) -> Result<(Arc<RuleBook>, TableConfig), Trouble> {
        let open = self.open()?;
        let book = open.game.book().map_err(|_| "the rule book cannot be read")?;
        Ok((book, open.config.clone()))
    }

    fn linked(&mut self, word: &str) -> Result<&mut Linked, Trouble> {
        let known = self.links.iter().map(|linked| linked.word.clone()).collect::<Vec<_>>().join(", ");
        let found = self.links.iter_mut().find(|linked| linked.word == word);
        found.ok_or_else(|| match known.is_empty() {
            true => format!("no meter `{word}` is kept here; `link {word} ...` keeps one"),
            false => format!("no meter `{word}` is kept here; there are {known}"),
        })
    }

    /// Updates the meters after the events of wagers that feed them.
    pub(super) fn feed_meters(&mut self, from: usize) -> Result<(), Trouble> {
        if self.links.is_empty() {
            return Ok(());
        }
        let events = self.step[from..].to_vec();
        let mut went_back = false;
        for event in events {
            match event.what {
                What::Stepped { step, .. } if step.word() == "no-more-bets" => self.lock_in()?,
                What::Settled(line) => {
                    let Some(number) = line.number else { continue };
                    let of_wager = |linked: &&mut Linked| linked.wager == line.wager.word();
                    for linked in self.links.iter_mut().filter(of_wager) {
                        match (line.kind, line.against, line.outcome) {
                            (LineKind::Reversal, Against::Meter(_), _) => {
                                linked.void(|paid_on| paid_on == Some(number))?;
                            }
                            (LineKind::Wager, Against::Meter(meter), _) if linked.word == meter.word() => {
                                let last =
                                    linked.drawn.iter_mut().rev().find(|(_, paid_on)| paid_on.is_none());
                                if let Some((_, paid_on)) = last {
                                    *paid_on = Some(number);
                                }
                            }
                            (LineKind::Wager, _, Some(Outcome::Returned)) => {
                                linked.give_back(number)?;
                                went_back = true;
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        // If a hand with a grant was voided and its approval is no longer due, the grant is not paid. The grants of
        // other hands stand.
        if went_back && !matches!(self.due()?, Due::Approval { .. }) {
            self.links.iter_mut().try_for_each(|linked| linked.void(|paid_on| paid_on.is_none()))?;
        }
        Ok(())
    }

    /// Bets are closed: the wagers on the layout feed their meters.
    fn lock_in(&mut self) -> Result<(), Trouble> {
        let Some(open) = &self.open else { return Ok(()) };
        for wager in open.table.wagers().iter().filter(|wager| wager.on_layout()) {
            for linked in self.links.iter_mut().filter(|linked| linked.wager == wager.kind.word()) {
                let key = linked.feed(HERE, wager.stake)?;
                linked.fed.insert(wager.number, key);
            }
        }
        Ok(())
    }

    /// Returns what a meter grants: computed if it is attached here, else as the scenario says.
    pub(super) fn meter_grants(
        &mut self,
        word: &str,
        amount: Option<&str>,
        stands: Option<&str>,
    ) -> Result<Option<Refusal>, Trouble> {
        let meter = self.meter(word)?;
        let amount = amount.map(|amount| self.money(amount)).transpose()?;
        let stands = stands.map(|stands| self.money(stands)).transpose()?;
        let due = self.due()?;
        let input = match (self.asked_of_kept(meter, due), amount, stands) {
            (Some((share, patron)), ..) => {
                let (stands, amount) = self.grant_kept(word, (share, patron), amount, stands)?;
                Input::Granted { meter, stands, amount }
            }
            (None, Some(amount), Some(stands)) => Input::Granted { meter, stands, amount },
            (None, Some(amount), None) => Input::Meter { meter, amount }.as_told_now(due),
            (None, None, _) => {
                return Err(format!(
                    "say what it grants, as `meter {word} 100`, or keep one with `link {word} ...`"
                ));
            }
        };
        self.send(Actor::DEALER, input)
    }

    /// Returns what is due of a meter that is attached here.
    fn asked_of_kept(&self, meter: MeterId, due: Due) -> Option<(Share, Patron)> {
        let kept = self.links.iter().any(|linked| linked.word == meter.word());
        match due {
            Due::Meter { meter: asked, share, patron } if asked == meter && kept => {
                Share::of(share).map(|share| (share, patron))
            }
            _ => None,
        }
    }

    /// Grants a share of an attached meter; if the scenario gives the amount, it must match.
    fn grant_kept(
        &mut self,
        word: &str,
        (share, patron): (Share, Patron),
        said: Option<Money>,
        said_to_stand: Option<Money>,
    ) -> Result<(Money, Money), Trouble> {
        let currency = self.open()?.currency;
        let linked = self.linked(word)?;
        let (draw, stands, amount) = linked.draw(HERE, share, patron)?;
        linked.drawn.push((draw, None));
        let as_said =
            said.is_none_or(|said| said == amount) && said_to_stand.is_none_or(|said| said == stands);
        match as_said {
            true => Ok((stands, amount)),
            false => Err(format!(
                "the meter stands at {} and grants {}",
                currency.format_short(stands),
                currency.format_short(amount)
            )),
        }
    }

    /// Executes what other tables do: feed a meter or draw on it.
    pub(super) fn elsewhere(&mut self, word: &str, did: &Elsewhere) -> Result<(), Trouble> {
        match did {
            Elsewhere::Stakes(amount) => {
                let stake = self.money(amount)?;
                let wager = self.linked(word)?.wager.clone();
                let mut fed = self.links.iter_mut().filter(|linked| linked.wager == wager);
                fed.try_for_each(|linked| linked.feed(ELSEWHERE, stake).map(drop))
            }
            Elsewhere::Draws(share) => {
                let share = share.parse::<Pay>().ok().and_then(Share::of);
                let share = share.ok_or("a share of a meter is a percentage, as 10%")?;
                self.linked(word)?.draw(ELSEWHERE, share, Patron::A).map(drop)
            }
        }
    }

    /// Compares what a meter shows, and its account, with the statement.
    pub(super) fn shows(
        &mut self,
        word: &str,
        amount: &str,
        reserve: Option<&str>,
        seeds: Option<&str>,
    ) -> Result<(), Trouble> {
        let currency = self.open()?.currency;
        let [amount, reserve, seeds] =
            [Some(amount), reserve, seeds].map(|text| text.map(|text| self.money(text)));
        let meter = &self.linked(word)?.meter;
        let account = meter.balance().map_err(|error| error.to_string())?;
        if !account.holds() {
            return Err(format!("the account of {word} does not add up: {account:?}"));
        }
        let shown = meter.shows().map_err(|error| error.to_string())?;
        let reserved = account.reserve.whole().map_err(|error| error.to_string())?;
        let is = [
            ("it shows", shown, amount),
            ("its reserve has", reserved, reserve),
            ("the house has paid", account.seeds, seeds),
        ];
        for (what, found, said) in is {
            if let Some(said) = said.transpose()?.filter(|said| *said != found) {
                let (found, said) = (currency.format_short(found), currency.format_short(said));
                return Err(format!("{what} {found}, not {said}"));
            }
        }
        Ok(())
    }
}

/// Builds a house file with one meter for the open table, and its secondary jackpot if one is chosen.
fn house_file(
    book: &RuleBook,
    config: &TableConfig,
    meter: &str,
    kind: &str,
    chosen: &[(String, String)],
) -> String {
    let progressive = rulebook::progressives().iter().find(|known| known.id == kind);
    let limits = progressive.and_then(|known| config.limits(&known.wager));
    // The wager is the table's own, unless a scenario demonstrates a different one.
    let (wagers, chosen): (Vec<_>, Vec<_>) = chosen.iter().partition(|(key, _)| key == "wager");
    let wager = match (wagers.first(), limits) {
        (Some((_, wager)), _) => wager.clone(),
        (None, Some(limits)) => book.currency.format_short(limits.max),
        (None, None) => "1".to_owned(),
    };
    let (name, wager) = (toml_text(&config.name), toml_text(&wager));
    let mut text = format!(
        "house = \"scenario\"\njurisdiction = {}\ncurrency = {}\n",
        toml_text(&book.jurisdiction),
        toml_text(book.currency.code)
    );
    let (own, secondary): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|(key, _)| !key.starts_with("secondary"));
    let mut put = |id: &str, tables: &str, keys: &mut dyn Iterator<Item = (&str, &str)>| {
        let (id, kind) = (toml_text(id), toml_text(kind));
        let _ = write!(text, "[[meter]]\nid = {id}\nkind = {kind}\nwager = {wager}\n{tables}\n");
        for (key, value) in keys {
            let value = if key == "number" { value.to_owned() } else { toml_text(value) };
            let _ = writeln!(text, "{key} = {value}");
        }
    };
    let tables = format!("tables = [{name}]");
    put(meter, &tables, &mut own.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    if !secondary.is_empty() {
        let of = format!("secondary-of = {}", toml_text(meter));
        let keys = secondary.iter().map(|(key, value)| match key.as_str() {
            "secondary" => ("rate", value.as_str()),
            other => (other.trim_start_matches("secondary-"), value.as_str()),
        });
        put(&format!("{meter}-second"), &of, &mut keys.into_iter());
    }
    text
}

/// Quotes a text as a TOML value.
fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The findings without line numbers, because the file is generated.
fn without_lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| Finding { line: None, ..finding.clone() }.to_string()).collect()
}

/// Checks a refused meter against the rules that the statement names.
fn judge_refused(findings: &[Finding], statement: &Statement, step: &mut Step) -> Result<(), Trouble> {
    if findings.is_empty() {
        return Err("this meter was to be refused, and lint accepts it".into());
    }
    let cited: BTreeSet<String> = findings.iter().filter_map(|finding| finding.rule.clone()).collect();
    for rule in &statement.rules {
        if !cited.contains(rule) {
            return Err(format!("refused, but not by {rule}: {}", without_lines(findings).join("; ")));
        }
        step.evidence.insert(rule.clone());
    }
    step.findings = without_lines(findings);
    Ok(())
}
