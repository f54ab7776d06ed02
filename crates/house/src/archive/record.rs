//! Reads and writes the records that the lines of an archive hold.

use super::line::{Fields, Line};
use super::month::Month;
use crate::account::{AccountId, Transfer};
use crate::anchor::Tip;
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use crate::secrets::{Bound, KeyRing};
use crate::table::Link;
use crate::unit::Unit;
use felt::Money;
use zeroize::Zeroizing;

/// The format version that is written, and the only one that can be read.
pub(super) const FORMAT: u32 = 1;

/// A stream's description; it does not change while the stream is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Described {
    pub(crate) id: StreamId,
    pub(crate) kind: String,
    pub(crate) realm: Realm,
    pub(crate) name: String,
    pub(crate) opened: Time,
    pub(crate) cage: Option<StreamId>,
    pub(crate) follows: Option<StreamId>,
    /// Of a table: who deals, its game, the version of its procedure, the hashes of rule book and file, the contents of
    /// the file, the number of its dictionary, and its clocks in milliseconds.
    pub(crate) dealt: String,
    pub(crate) game: Option<String>,
    pub(crate) procedure: Option<i32>,
    pub(crate) book: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) settings: Option<String>,
    pub(crate) dictionary: Option<i32>,
    pub(crate) bets_ms: Option<i32>,
    pub(crate) decision_ms: Option<i32>,
}

/// A stream as it stood at the border of a month.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// A state without secrets.
    Open(Vec<u8>),
    /// An encrypted state, since some of it is still secret.
    Sealed(Vec<u8>),
}

impl State {
    /// Returns the state in clear, or why it cannot be opened.
    pub(crate) fn plain(
        &self,
        stream: StreamId,
        seq: i64,
        keys: Option<&KeyRing>,
    ) -> Result<Zeroizing<Vec<u8>>, String> {
        match (self, keys) {
            (State::Open(plain), _) => Ok(Zeroizing::new(plain.clone())),
            (State::Sealed(sealed), Some(keys)) => {
                keys.open(Bound::Snapshot { stream, seq }, sealed).map_err(|error| error.to_string())
            }
            (State::Sealed(_), None) => Err(
                "a shoe that was in play then is not opened yet; going on from there needs the house's keys"
                    .to_owned(),
            ),
        }
    }
}

/// Where a stream stood before the first unit of a month.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) seq: i64,
    pub(crate) head: Hash,
    pub(crate) at: Time,
    /// The round that was open, if only for bets.
    pub(crate) round: Option<u32>,
    /// Whether any wager lay there, so that the round belongs to the month before.
    pub(crate) begun: bool,
    /// What a replay of a round must know about earlier cards.
    pub(crate) course: Vec<u8>,
    pub(crate) state: State,
}

/// A shoe as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptShoe {
    pub(crate) number: i64,
    pub(crate) seq: i64,
    pub(crate) commitment: Vec<u8>,
    /// Salt and order, encrypted, unless they are open.
    pub(crate) sealed: Option<Vec<u8>>,
    pub(crate) opened: Option<i64>,
    pub(crate) salt: Option<Vec<u8>>,
    pub(crate) cards: Option<Vec<u8>>,
}

/// A contribution to a meter, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptContribution {
    pub(crate) seq: i64,
    pub(crate) item: i32,
    pub(crate) meter: StreamId,
    pub(crate) terms: i32,
    pub(crate) stake: i64,
    pub(crate) back: Option<(i64, i32)>,
}

/// How much an archive holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Streams that had units in the month.
    pub streams: u64,
    /// Units of the month.
    pub units: u64,
    /// Units after its end, up to the root that covers the last unit of the month and to the end of rounds that were
    /// open.
    pub after: u64,
    /// Transfers of all these units.
    pub transfers: u64,
    /// Contributions of all these units.
    pub contributions: u64,
    /// Shoes that were dealt from.
    pub shoes: u64,
    /// Signed roots.
    pub roots: u64,
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    Archive {
        month: Month,
    },
    Operator {
        id: i32,
        name: String,
    },
    Property {
        id: i32,
        operator: i32,
        name: String,
    },
    Dictionary {
        id: i32,
        words: Vec<String>,
    },
    Stream(Box<Described>),
    Link {
        table: StreamId,
        link: Link,
    },
    /// The root before the first that follows.
    Before(Tip),
    Root(String),
    /// All lines from here on belong to that stream.
    Of(StreamId),
    /// Where it stood before; absent if its first unit is in the month.
    Start(Start),
    Shoe(KeptShoe),
    /// The unit's currency is that of its stream.
    Unit(Unit),
    Transfer {
        seq: i64,
        transfer: Transfer,
    },
    Contribution(KeptContribution),
    /// The last unit of the month.
    End {
        seq: i64,
        head: Hash,
    },
    /// The counts, and the SHA-256 of all lines before.
    Total {
        counts: Counts,
        hash: Hash,
    },
    /// Where in the file the part of a stream begins. Not hashed, since it depends on the compression.
    Index {
        stream: StreamId,
        offset: u64,
    },
}

impl Record {
    /// Writes the record.
    pub(super) fn write<'l>(&self, line: &'l mut Line) -> &'l [u8] {
        match self {
            Record::Archive { month } => line.begin("archive").number(FORMAT).number(month),
            Record::Operator { id, name } => line.begin("operator").number(id).text(name),
            Record::Property { id, operator, name } => {
                line.begin("property").number(id).number(operator).text(name)
            }
            Record::Dictionary { id, words } => {
                line.begin("dictionary").number(id);
                words.iter().fold(line, |line, word| line.text(word))
            }
            Record::Stream(stream) => write_stream(stream, line),
            Record::Link { table, link } => {
                line.begin("link").number(table.0).text(&link.wager);
                line.maybe(link.drawn_as.as_deref(), |line, of| _ = line.text(of));
                line.number(link.meter.0).number(link.terms)
            }
            Record::Before(tip) => {
                line.begin("before").number(tip.number).number(tip.at.0).bytes(&tip.hash.0)
            }
            Record::Root(root) => line.begin("root").text(root),
            Record::Of(stream) => line.begin("of").number(stream.0),
            Record::Start(start) => write_start(start, line),
            Record::Shoe(shoe) => write_shoe(shoe, line),
            Record::Unit(unit) => write_unit(unit, line),
            Record::Transfer { seq, transfer } => write_transfer(*seq, transfer, line),
            Record::Contribution(one) => write_contribution(one, line),
            Record::End { seq, head } => line.begin("end").number(seq).bytes(&head.0),
            Record::Total { counts, hash } => {
                let Counts { streams, units, after, transfers, contributions, shoes, roots } = counts;
                let all = [streams, units, after, transfers, contributions, shoes, roots];
                all.iter().fold(line.begin("total"), |line, count| line.number(count)).bytes(&hash.0)
            }
            Record::Index { stream, offset } => line.begin("index").number(stream.0).number(offset),
        }
        .end()
    }

    /// Reads a record; units belong to the stream that was named last.
    pub(super) fn read(text: &str, of: StreamId) -> Result<Record, String> {
        let (word, mut fields) = Fields::of(text);
        let f = &mut fields;
        let record = match word {
            "archive" => {
                let format: u32 = f.number()?;
                if format != FORMAT {
                    return Err(format!("it is of form {format}, and this build reads form {FORMAT} only"));
                }
                Record::Archive { month: f.number()? }
            }
            "operator" => Record::Operator { id: f.number()?, name: f.text()? },
            "property" => Record::Property { id: f.number()?, operator: f.number()?, name: f.text()? },
            "dictionary" => Record::Dictionary { id: f.number()?, words: f.texts()? },
            "stream" => Record::Stream(Box::new(read_stream(f)?)),
            "link" => {
                let (table, wager, drawn_as) = (StreamId(f.number()?), f.text()?, f.maybe(Fields::text)?);
                let (meter, terms) = (StreamId(f.number()?), f.number()?);
                Record::Link { table, link: Link { wager, drawn_as, meter, terms } }
            }
            "before" => Record::Before(Tip { number: f.number()?, at: Time(f.number()?), hash: f.hash()? }),
            "root" => Record::Root(f.text()?),
            "of" => Record::Of(StreamId(f.number()?)),
            "start" => Record::Start(read_start(f)?),
            "shoe" => Record::Shoe(read_shoe(f)?),
            "unit" => Record::Unit(read_unit(f, of)?),
            "transfer" => read_transfer(f)?,
            "contribution" => Record::Contribution(read_contribution(f)?),
            "end" => Record::End { seq: f.number()?, head: f.hash()? },
            "total" => {
                let counts = Counts {
                    streams: f.number()?,
                    units: f.number()?,
                    after: f.number()?,
                    transfers: f.number()?,
                    contributions: f.number()?,
                    shoes: f.number()?,
                    roots: f.number()?,
                };
                Record::Total { counts, hash: f.hash()? }
            }
            "index" => Record::Index { stream: StreamId(f.number()?), offset: f.number()? },
            other => return Err(format!("\"{other}\" is no word of an archive")),
        };
        fields.end()?;
        Ok(record)
    }
}

fn write_stream<'l>(stream: &Described, line: &'l mut Line) -> &'l mut Line {
    line.begin("stream").number(stream.id.0).text(&stream.kind);
    line.number(stream.realm.operator).number(stream.realm.property).text(stream.realm.code());
    line.text(&stream.name).number(stream.opened.0);
    line.maybe(stream.cage, |line, of| _ = line.number(of.0));
    line.maybe(stream.follows, |line, of| _ = line.number(of.0));
    line.text(&stream.dealt);
    line.maybe(stream.game.as_deref(), |line, of| _ = line.text(of));
    line.maybe(stream.procedure, |line, of| _ = line.number(of));
    for text in [&stream.book, &stream.file, &stream.settings] {
        line.maybe(text.as_deref(), |line, of| _ = line.text(of));
    }
    for number in [stream.dictionary, stream.bets_ms, stream.decision_ms] {
        line.maybe(number, |line, of| _ = line.number(of));
    }
    line
}

fn read_stream(f: &mut Fields<'_>) -> Result<Described, String> {
    let (id, kind) = (StreamId(f.number()?), f.text()?);
    let (operator, property, currency) = (f.number()?, f.number()?, f.text()?);
    let currency = currency.as_bytes().try_into().map_err(|_| "a currency has three letters".to_owned())?;
    Ok(Described {
        id,
        kind,
        realm: Realm { operator, property, currency },
        name: f.text()?,
        opened: Time(f.number()?),
        cage: f.maybe(Fields::number)?.map(StreamId),
        follows: f.maybe(Fields::number)?.map(StreamId),
        dealt: f.text()?,
        game: f.maybe(Fields::text)?,
        procedure: f.maybe(Fields::number)?,
        book: f.maybe(Fields::text)?,
        file: f.maybe(Fields::text)?,
        settings: f.maybe(Fields::text)?,
        dictionary: f.maybe(Fields::number)?,
        bets_ms: f.maybe(Fields::number)?,
        decision_ms: f.maybe(Fields::number)?,
    })
}

fn write_start<'l>(start: &Start, line: &'l mut Line) -> &'l mut Line {
    line.begin("start").number(start.seq).bytes(&start.head.0).number(start.at.0);
    line.maybe(start.round, |line, of| _ = line.number(of)).number(start.begun).bytes(&start.course);
    match &start.state {
        State::Open(plain) => line.text("open").bytes(plain),
        State::Sealed(sealed) => line.text("sealed").bytes(sealed),
    }
}

fn read_start(f: &mut Fields<'_>) -> Result<Start, String> {
    let (seq, head, at) = (f.number()?, f.hash()?, Time(f.number()?));
    let (round, begun, course) = (f.maybe(Fields::number)?, f.number()?, f.bytes()?);
    let state = match f.text()?.as_str() {
        "open" => State::Open(f.bytes()?),
        "sealed" => State::Sealed(f.bytes()?),
        other => return Err(format!("a state is open or sealed, not {other}")),
    };
    Ok(Start { seq, head, at, round, begun, course, state })
}

fn write_shoe<'l>(shoe: &KeptShoe, line: &'l mut Line) -> &'l mut Line {
    line.begin("shoe").number(shoe.number).number(shoe.seq).bytes(&shoe.commitment);
    line.maybe(shoe.opened, |line, of| _ = line.number(of));
    for bytes in [&shoe.salt, &shoe.cards, &shoe.sealed] {
        line.maybe(bytes.as_deref(), |line, of| _ = line.bytes(of));
    }
    line
}

fn read_shoe(f: &mut Fields<'_>) -> Result<KeptShoe, String> {
    Ok(KeptShoe {
        number: f.number()?,
        seq: f.number()?,
        commitment: f.bytes()?,
        opened: f.maybe(Fields::number)?,
        salt: f.maybe(Fields::bytes)?,
        cards: f.maybe(Fields::bytes)?,
        sealed: f.maybe(Fields::bytes)?,
    })
}

fn write_unit<'l>(unit: &Unit, line: &'l mut Line) -> &'l mut Line {
    line.begin("unit").number(unit.seq).number(unit.at.0);
    line.number(unit.realm.operator).number(unit.realm.property);
    line.number(unit.person.0).number(unit.sender.0);
    line.bytes(&unit.key.0).bytes(&unit.request.0).bytes(&unit.previous.0).bytes(&unit.body)
}

fn read_unit(f: &mut Fields<'_>, stream: StreamId) -> Result<Unit, String> {
    Ok(Unit {
        stream,
        seq: f.number()?,
        at: Time(f.number()?),
        realm: Realm { operator: f.number()?, property: f.number()?, currency: [0; 3] },
        person: PersonId(f.number()?),
        sender: StreamId(f.number()?),
        key: Key(f.array()?),
        request: f.hash()?,
        previous: f.hash()?,
        body: f.bytes()?,
    })
}

fn write_transfer<'l>(seq: i64, transfer: &Transfer, line: &'l mut Line) -> &'l mut Line {
    line.begin("transfer").number(seq).number(transfer.debit.0).number(transfer.credit.0);
    line.number(transfer.amount.as_minor());
    line.maybe(transfer.round, |line, of| _ = line.number(of));
    line.maybe(transfer.line, |line, of| _ = line.number(of));
    transfer.rules.iter().fold(line, |line, rule| line.number(rule))
}

fn read_transfer(f: &mut Fields<'_>) -> Result<Record, String> {
    let (seq, debit, credit) = (f.number()?, AccountId(f.number()?), AccountId(f.number()?));
    let (amount, round, line) = (f.number()?, f.maybe(Fields::number)?, f.maybe(Fields::number)?);
    let rule = |text: String| text.parse().map_err(|_| format!("\"{text}\" is no number of a rule"));
    let rules = f.texts()?.into_iter().map(rule).collect::<Result<_, String>>()?;
    let transfer = Transfer { debit, credit, amount: Money::minor(amount), round, line, rules };
    Ok(Record::Transfer { seq, transfer })
}

fn write_contribution<'l>(one: &KeptContribution, line: &'l mut Line) -> &'l mut Line {
    line.begin("contribution").number(one.seq).number(one.item).number(one.meter.0);
    line.number(one.terms).number(one.stake);
    line.maybe(one.back, |line, (seq, item)| _ = line.number(seq).number(item))
}

fn read_contribution(f: &mut Fields<'_>) -> Result<KeptContribution, String> {
    Ok(KeptContribution {
        seq: f.number()?,
        item: f.number()?,
        meter: StreamId(f.number()?),
        terms: f.number()?,
        stake: f.number()?,
        back: f.maybe(|f| Ok((f.number()?, f.number()?)))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit() -> Unit {
        Unit {
            stream: StreamId(3),
            seq: 9,
            at: Time(1_790_000_000_000_000),
            realm: Realm { operator: 1, property: 2, currency: [0; 3] },
            person: PersonId(7),
            sender: StreamId(0),
            key: Key([5; 16]),
            request: Hash([6; 32]),
            previous: Hash([8; 32]),
            body: vec![1, 2, 3],
        }
    }

    fn described() -> Described {
        Described {
            id: StreamId(3),
            kind: "table".to_owned(),
            realm: Realm { operator: 1, property: 2, currency: *b"USD" },
            name: "pit 7".to_owned(),
            opened: Time(5),
            cage: Some(StreamId(1)),
            follows: None,
            dealt: "computer".to_owned(),
            game: Some("ohio/craps".to_owned()),
            procedure: Some(4),
            book: Some("b".to_owned()),
            file: None,
            settings: Some("minimum = 5\nmaximum = 100\n".to_owned()),
            dictionary: Some(2),
            bets_ms: Some(20_000),
            decision_ms: None,
        }
    }

    #[test]
    fn every_record_is_read_as_it_was_written() {
        let start = Start {
            seq: 4,
            head: Hash([1; 32]),
            at: Time(9),
            round: Some(3),
            begun: true,
            course: vec![],
            state: State::Open(vec![7]),
        };
        let shoe = KeptShoe {
            number: 1,
            seq: 2,
            commitment: vec![3; 32],
            sealed: None,
            opened: Some(8),
            salt: Some(vec![1; 32]),
            cards: Some(vec![0, 51]),
        };
        let transfer = Transfer {
            debit: AccountId(5),
            credit: AccountId(6),
            amount: Money::minor(700),
            round: Some(2),
            line: None,
            rules: vec![-1, 40],
        };
        let contribution =
            |back| KeptContribution { seq: 1, item: 2, meter: StreamId(3), terms: 4, stake: -5, back };
        let counts =
            Counts { streams: 1, units: 2, after: 3, transfers: 4, contributions: 5, shoes: 6, roots: 7 };
        let link = Link { wager: "main".to_owned(), drawn_as: None, meter: StreamId(9), terms: 1 };
        let all = [
            Record::Archive { month: "2026-09".parse().unwrap() },
            Record::Operator { id: 1, name: "River\tfront".to_owned() },
            Record::Property { id: 2, operator: 1, name: String::new() },
            Record::Dictionary { id: 2, words: vec!["a b".to_owned(), "\\N".to_owned()] },
            Record::Stream(Box::new(described())),
            Record::Link { table: StreamId(3), link },
            Record::Before(Tip { number: 7, at: Time(8), hash: Hash([9; 32]) }),
            Record::Root("1 2 3".to_owned()),
            Record::Of(StreamId(3)),
            Record::Start(start.clone()),
            Record::Start(Start { round: None, state: State::Sealed(vec![]), ..start }),
            Record::Shoe(shoe.clone()),
            Record::Shoe(KeptShoe { sealed: Some(vec![4]), opened: None, salt: None, cards: None, ..shoe }),
            Record::Unit(unit()),
            Record::Transfer { seq: 9, transfer: transfer.clone() },
            Record::Transfer { seq: 9, transfer: Transfer { rules: vec![], ..transfer } },
            Record::Contribution(contribution(None)),
            Record::Contribution(contribution(Some((7, 8)))),
            Record::End { seq: 9, head: Hash([2; 32]) },
            Record::Total { counts, hash: Hash([3; 32]) },
            Record::Index { stream: StreamId(3), offset: 99 },
        ];
        let mut line = Line::default();
        for record in all {
            let text = String::from_utf8(record.write(&mut line).to_vec()).unwrap();
            assert_eq!(Record::read(text.trim_end_matches('\n'), StreamId(3)), Ok(record), "{text}");
        }
    }

    #[test]
    fn what_is_of_another_form_is_not_read() {
        let said = Record::read("archive\t2\t2026-09", StreamId(0)).unwrap_err();
        assert!(said.contains("form 2"), "{said}");
        assert!(Record::read("archive\t1\t2026-13", StreamId(0)).is_err());
        assert!(Record::read("page\t1", StreamId(0)).unwrap_err().contains("no word"));
        assert!(Record::read("of\t1\t2", StreamId(0)).unwrap_err().contains("too many"));
        assert!(Record::read("of", StreamId(0)).unwrap_err().contains("too few"));
    }
}
