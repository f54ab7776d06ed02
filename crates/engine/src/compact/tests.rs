//! Round trips of every serde shape, damaged bytes, words and keys.

use super::*;
use crate::history::History;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "$word")]
struct Word(String);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "$number")]
struct Number(u32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(i16);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Triple(u8, String, char);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Plain,
    New(u32),
    Word(Word),
    Tuple(u8, String),
    Struct { a: i64, b: Option<char>, c: Number },
}

#[derive(Clone, Debug, PartialEq)]
struct Raw(Vec<u8>);

impl Serialize for Raw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Raw(bytes.to_vec()))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Everything {
    numbers: (u8, u16, u32, u64, u128),
    signed: (i8, i16, i32, i64, i128),
    flag: bool,
    nothing: (),
    unit: Unit,
    newtype: Newtype,
    triple: Triple,
    maybe: Option<Option<u8>>,
    list: Vec<Kind>,
    map: BTreeMap<String, Vec<i32>>,
    raw: Raw,
    past: History<u64>,
}

fn word() -> impl Strategy<Value = Word> {
    prop_oneof![Just("hit"), Just("stand"), Just("OH-BJ-9.IV"), Just("")]
        .prop_map(|word| Word(word.to_owned()))
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Plain),
        any::<u32>().prop_map(Kind::New),
        word().prop_map(Kind::Word),
        (any::<u8>(), ".{0,9}").prop_map(|(a, b)| Kind::Tuple(a, b)),
        (any::<i64>(), any::<Option<char>>(), 0..9_u32).prop_map(|(a, b, c)| Kind::Struct {
            a,
            b,
            c: Number(c)
        }),
    ]
}

fn everything() -> impl Strategy<Value = Everything> {
    let lists = (
        vec(kind(), 0..5),
        btree_map(".{0,3}", vec(any::<i32>(), 0..3), 0..4),
        vec(any::<u8>(), 0..9).prop_map(Raw),
    );
    let triple = (any::<u8>(), ".*", any::<char>()).prop_map(|(a, b, c)| Triple(a, b, c));
    let rest = (any::<bool>(), any::<i16>(), triple, option::of(any::<Option<u8>>()), any::<u64>());
    (any::<(u8, u16, u32, u64, u128)>(), any::<(i8, i16, i32, i64, i128)>(), lists, rest).prop_map(
        |(numbers, signed, (list, map, raw), (flag, newtype, triple, maybe, past))| Everything {
            numbers,
            signed,
            flag,
            nothing: (),
            unit: Unit,
            newtype: Newtype(newtype),
            triple,
            maybe,
            list,
            map,
            raw,
            past: History(past),
        },
    )
}

fn words(list: &[&str]) -> WordTable {
    let mut table = WordTable::default();
    for word in list {
        table.enter(word);
    }
    table
}

/// The bytes of a value, after it has been read back from them.
fn kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    let mut table = WordTable::default();
    let bytes = to_bytes(value, &mut table).unwrap();
    assert_eq!(from_bytes::<T>(&bytes, &table).as_ref(), Ok(value));
    bytes
}

fn refusal<T: DeserializeOwned + Debug>(bytes: &[u8]) -> String {
    from_bytes::<T>(bytes, &words(&["hit"])).unwrap_err().to_string()
}

#[test]
fn small_things_are_small() {
    assert_eq!(kept(&0_u64), [0]);
    assert_eq!(kept(&127_u32), [127]);
    assert_eq!(kept(&300_u32), [0xac, 2]);
    assert_eq!(kept(&200_u8), [200]);
    assert_eq!(kept(&-1_i64), [1]);
    assert_eq!(kept(&1_i64), [2]);
    assert_eq!(kept(&(1_u128 << 64)), [0, 1]);
    assert_eq!(kept(&Some(Kind::Struct { a: -3, b: None, c: Number(7) })), [1, 4, 5, 0, 7]);
    assert_eq!(kept(&vec![Kind::Plain, Kind::New(9)]), [2, 0, 1, 9]);
    assert_eq!(kept(&(u64::MAX, i64::MIN, u128::MAX, i128::MIN)).len(), 10 + 10 + 20 + 20);
}

#[test]
fn words_are_shared_and_stand_in_the_table_once() {
    let said = ["hit", "stand", "hit", "hit"].map(|word| Word(word.to_owned()));
    let mut table = words(&["split"]);
    let bytes = to_bytes(&said, &mut table).unwrap();
    assert_eq!(bytes, [1, 2, 1, 1]);
    assert_eq!(table.words(), ["split", "hit", "stand"]);
    assert_eq!(from_bytes(&bytes, &table), Ok(said.clone()));
    assert_eq!(to_bytes(&said, &mut table).as_ref(), Ok(&bytes), "a second time nothing is added");
    assert_eq!(table.len(), 3);
    assert_eq!(serde_json::to_string(&said).unwrap(), r#"["hit","stand","hit","hit"]"#);
    assert_eq!(serde_json::from_str::<[Word; 4]>(r#"["hit","stand","hit","hit"]"#).unwrap(), said);
}

#[test]
fn a_table_is_kept_as_a_list_and_has_no_word_twice() {
    let table = words(&["hit", "stand"]);
    let json = serde_json::to_string(&table).unwrap();
    assert_eq!(json, r#"["hit","stand"]"#);
    assert_eq!(serde_json::from_str::<WordTable>(&json).unwrap(), table);
    assert_eq!(kept(&table), b"\x02\x03hit\x05stand");
    let twice = serde_json::from_str::<WordTable>(r#"["hit","hit"]"#).unwrap_err().to_string();
    assert!(twice.contains("\"hit\" stands in the table twice"), "{twice}");
}

#[test]
fn values_stand_behind_one_another() {
    let mut table = WordTable::default();
    let mut bytes = vec![9];
    write_into(&mut bytes, &"As", &mut table).unwrap();
    write_into(&mut bytes, &Word("hit".into()), &mut table).unwrap();
    let (number, rest) = read_prefix::<u8>(&bytes, &table).unwrap();
    let (card, rest) = read_prefix::<&str>(rest, &table).unwrap();
    let (word, rest) = read_prefix::<Word>(rest, &table).unwrap();
    assert_eq!((number, card, word, rest), (9, "As", Word("hit".into()), [].as_slice()));
}

#[test]
fn errors_say_what_was_read_and_where() {
    assert_eq!(refusal::<Word>(&[1]), "byte 0: there is no word 1, the table has 1 from 0");
    assert_eq!(refusal::<(u8, Word)>(&[7]), "byte 1: the bytes end where the number of a word should stand");
    assert_eq!(refusal::<u8>(&[1, 2, 3]), "byte 1: the value ends here and 2 bytes are left over");
    assert_eq!(refusal::<(u8, bool)>(&[1, 2]), "byte 1: 2 is not yes or no");
    assert_eq!(refusal::<Option<u8>>(&[2, 0]), "byte 0: 2 is not something or nothing");
    assert_eq!(refusal::<u16>(&[0x80, 0x80, 4]), "byte 0: 65536 is not a number of 16 bits");
    assert_eq!(refusal::<u32>(&[0x80, 0]), "byte 0: [80, 00] is not a number of 32 bits");
    assert_eq!(
        refusal::<u64>(&[0xff; 10]),
        format!("byte 0: {:02x?} is not a number of 64 bits", [0xff; 10])
    );
    assert_eq!(refusal::<char>(&[0x80, 0xb0, 3]), "byte 0: 55296 is not a sign of Unicode");
    assert_eq!(refusal::<String>(&[2, b'a', 0xfe]), "byte 2: fe is not text");
    assert!(refusal::<Kind>(&[9]).starts_with("before byte 1: invalid value: integer `9`"));
    assert_eq!(refusal::<f32>(&[0; 4]), "the compact form cannot hold a float");
}

#[test]
fn a_length_beyond_the_bytes_is_refused_before_anything_is_made_of_it() {
    let mut bytes = Vec::new();
    bytes::put_varint(&mut bytes, 1 << 60);
    bytes.extend([0; 5]);
    let said = format!("byte 0: a length of {} is too much for the 5 bytes that are left", 1_u64 << 60);
    assert_eq!(refusal::<Vec<u8>>(&bytes), said);
    assert_eq!(refusal::<Vec<()>>(&bytes), said, "a list of nothings would be read for years");
    assert_eq!(refusal::<String>(&bytes), said);
    assert_eq!(refusal::<BTreeMap<u8, ()>>(&bytes), said);
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    #[derive(Serialize)]
    struct Gap {
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<u8>,
    }
    let refused = |written: fn(&mut Vec<u8>, &mut WordTable) -> Result<(), Error>| {
        let mut bytes = vec![1, 2];
        let said = written(&mut bytes, &mut WordTable::default()).unwrap_err().to_string();
        assert_eq!(bytes, [1, 2], "nothing stays of it");
        said
    };
    let gap = refused(|out, table| write_into(out, &(7, Gap { left_out: None }), table));
    assert!(gap.ends_with("a field left out"));
    assert!(refused(|out, table| write_into(out, &[(); 3].as_slice(), table)).ends_with("take no bytes"));
    assert!(refused(|out, table| write_into(out, &(8_u8, [1.5_f32]), table)).ends_with("a float"));
}

#[test]
fn a_list_of_unknown_length_reads_like_any_other() {
    struct Odd(u32);
    impl Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq((0..self.0).filter(|n| n % 2 == 1))
        }
    }
    let mut table = WordTable::default();
    assert_eq!(to_bytes(&Odd(6), &mut table).unwrap(), [3, 1, 3, 5]);
    let many = to_bytes(&Odd(1_000), &mut table).unwrap();
    assert_eq!(from_bytes::<Vec<u32>>(&many, &table).unwrap().len(), 500);
}

#[derive(Clone, Serialize, Deserialize, Debug, PartialEq)]
struct State {
    placed: History<u32>,
    wagers: Vec<(Number, Word)>,
    about: Option<Number>,
    point: u8,
}

fn state(placed: u32, first: u32, second: u32, about: u32) -> State {
    let word = || Word("main".to_owned());
    let wagers = vec![(Number(first), word()), (Number(second), word())];
    State { placed: History(placed), wagers, about: Some(Number(about)), point: 6 }
}

#[test]
fn a_key_leaves_out_the_past_and_counts_numbers_anew() {
    let early = state(2, 1, 2, 2);
    let late = state(940, 317, 940, 940);
    let other = state(940, 317, 940, 317);
    assert_eq!(key(&early).unwrap(), b"\x02\x00\x04main\x01\x04main\x01\x01\x06");
    assert_eq!(key(&early), key(&late));
    assert_ne!(key(&early), key(&other), "the first wager is meant, not the second");
    assert_ne!(key(&early), key(&State { point: 8, ..early.clone() }));
    kept(&early);
    assert_ne!(kept(&late), kept(&early), "what is kept is kept whole");
}

#[test]
fn history_is_what_it_holds_to_people() {
    let mut past = History(7_u8);
    *past += 1;
    assert_eq!(serde_json::to_string(&past).unwrap(), "8");
    assert_eq!(serde_json::from_str::<History<u8>>("8").unwrap(), past);
    assert_eq!(kept(&past), [8]);
    assert!(key(&[past, past]).unwrap().is_empty());
}

/// A way to damage bytes.
#[derive(Debug, Clone)]
enum Damage {
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    Cut(usize),
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let one = prop_oneof![
        any::<(usize, u8)>().prop_map(|(at, byte)| Damage::Replace(at, byte)),
        any::<(usize, u8)>().prop_map(|(at, byte)| Damage::Insert(at, byte)),
        any::<usize>().prop_map(Damage::Remove),
        any::<usize>().prop_map(Damage::Cut),
    ];
    vec(one, 1..4)
}

fn damaged(mut bytes: Vec<u8>, damage: &[Damage]) -> Vec<u8> {
    for one in damage {
        let places = bytes.len().max(1);
        match *one {
            Damage::Insert(at, byte) => bytes.insert(at % (bytes.len() + 1), byte),
            _ if bytes.is_empty() => {}
            Damage::Replace(at, byte) => bytes[at % places] = byte,
            Damage::Remove(at) => drop(bytes.remove(at % places)),
            Damage::Cut(at) => bytes.truncate(at % places),
        }
    }
    bytes
}

proptest! {
    #[test]
    fn everything_round_trips(value in everything()) {
        let mut table = WordTable::default();
        let bytes = to_bytes(&value, &mut table).unwrap();
        prop_assert_eq!(from_bytes::<Everything>(&bytes, &table), Ok(value.clone()));
        prop_assert_eq!(from_bytes::<WordTable>(&kept(&table), &table), Ok(table));
        prop_assert_eq!(key(&value), key(&value.clone()));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..200)) {
        let table = words(&["hit", "stand"]);
        let _ = from_bytes::<Everything>(&bytes, &table);
        let _ = from_bytes::<Vec<Everything>>(&bytes, &table);
        let _ = from_bytes::<WordTable>(&bytes, &table);
    }

    #[test]
    fn damage_never_makes_it_panic(value in everything(), damage in damage()) {
        let mut table = WordTable::default();
        let bytes = to_bytes(&value, &mut table).unwrap();
        let _ = from_bytes::<Everything>(&damaged(bytes, &damage), &table);
    }

    /// Every readable value is written as exactly the bytes that were read, so bytes may be compared and hashed.
    #[test]
    fn one_value_has_one_form(list in vec(kind(), 0..5), wide in any::<(i128, u64, bool)>(), damage in damage()) {
        let mut table = words(&["hit", "stand", "OH-BJ-9.IV", ""]);
        let bytes = damaged(to_bytes(&(list, wide), &mut table).unwrap(), &damage);
        if let Ok(value) = from_bytes::<(Vec<Kind>, (i128, u64, bool))>(&bytes, &table) {
            prop_assert_eq!(to_bytes(&value, &mut table), Ok(bytes));
        }
    }

    #[test]
    fn cut_bytes_are_an_error(value in everything(), at in any::<prop::sample::Index>()) {
        let mut table = WordTable::default();
        let bytes = to_bytes(&value, &mut table).unwrap();
        prop_assert!(from_bytes::<Everything>(&bytes[..at.index(bytes.len())], &table).is_err());
    }

    #[test]
    fn zigzag_goes_both_ways(narrow in any::<i64>(), wide in any::<i128>()) {
        prop_assert_eq!(bytes::unzigzag(bytes::zigzag(narrow)), narrow);
        prop_assert_eq!(bytes::wide_unzigzag(bytes::wide_zigzag(wide)), wide);
    }
}
