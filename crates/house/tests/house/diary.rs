//! Records what a program that will be killed has sent and received: written before and after, and read by the
//! surviving process.

use engine::compact::{self, WordTable, read_prefix, write_into};
use house::ids::{Key, PersonId, StreamId, Time};
use house::stream::{Command, Request};
use house::{Done, NotDone};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file is written without a buffer, so that what was written survives a kill.
pub struct Diary(Mutex<File>);

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A unit carried it out.
    Done { seq: i64, at: Time },
    /// It was refused.
    Refused,
    /// Unknown.
    Nothing,
}

/// Creates an empty directory for a test. Its name contains the id of this process, and the system reuses ids: a failed
/// run of an earlier process may have left a directory with the same name.
pub fn folder(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(name);
    if let Err(error) = std::fs::remove_dir_all(&directory) {
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{}: {error}", directory.display());
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

pub struct Entry {
    pub request: Request,
    pub heard: Heard,
}

impl Diary {
    /// Begins with an empty file, even if an earlier run has left one.
    pub fn begin(path: &Path) -> Diary {
        Diary(Mutex::new(File::create(path).unwrap()))
    }

    fn line(&self, text: &str) {
        self.0.lock().unwrap().write_all(format!("{text}\n").as_bytes()).unwrap();
    }

    pub fn sends(&self, request: &Request) {
        let Request { stream, key, person, seen, .. } = request;
        let command = hex(&bytes(&request.command));
        self.line(&format!("sends {key} {} {} {seen} {command}", stream.0, person.0));
    }

    pub fn hears(&self, key: Key, answer: &Result<Done, NotDone>) {
        self.line(&match answer {
            Ok(done) => format!("done {key} {} {}", done.seq, done.at.0),
            Err(NotDone::Refused(_)) => format!("refused {key}"),
            Err(_) => return,
        });
    }

    /// Reads all entries, by key. The last line may be torn.
    pub fn read(path: &Path) -> BTreeMap<Key, Entry> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let mut entries = BTreeMap::new();
        for line in whole.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let key = Key(unhex(words[1]).try_into().unwrap());
            match (words[0], &words[2..]) {
                ("sends", [stream, person, seen, command]) => {
                    let request = Request {
                        stream: StreamId(stream.parse().unwrap()),
                        key,
                        person: PersonId(person.parse().unwrap()),
                        sender: None,
                        seen: seen.parse().unwrap(),
                        question: None,
                        command: value(&unhex(command)),
                    };
                    entries.insert(key, Entry { request, heard: Heard::Nothing });
                }
                ("done", [seq, at]) => {
                    let (seq, at) = (seq.parse().unwrap(), Time(at.parse().unwrap()));
                    entries.get_mut(&key).unwrap().heard = Heard::Done { seq, at };
                }
                _ => entries.get_mut(&key).unwrap().heard = Heard::Refused,
            }
        }
        entries
    }
}

/// Encodes a command, preceded by the words that it uses.
fn bytes(command: &Command) -> Vec<u8> {
    let mut words = WordTable::default();
    let mut rest = Vec::new();
    write_into(&mut rest, command, &mut words).unwrap();
    let mut bytes = Vec::new();
    write_into(&mut bytes, &words, &mut WordTable::default()).unwrap();
    bytes.append(&mut rest);
    bytes
}

fn value(bytes: &[u8]) -> Command {
    let (words, rest) = read_prefix::<WordTable>(bytes, &WordTable::default()).unwrap();
    compact::from_bytes(rest, &words).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

#[test]
fn what_an_earlier_run_left_is_not_read() {
    let name = format!("test_diary_{}", std::process::id());
    let path = folder(&name).join("diary-1");
    let (stream, person) = (StreamId(1), PersonId(1));
    let command = Command::Deposit { person, amount: felt::Money::minor(1) };
    let request =
        Request { stream, key: Key([7; 16]), person, sender: None, seen: 0, question: None, command };
    Diary::begin(&path).sends(&request);
    assert_eq!(Diary::read(&path).len(), 1);
    Diary::begin(&path);
    assert_eq!(Diary::read(&path).len(), 0, "a diary begins with an empty file");
    Diary::begin(&path).sends(&request);
    let directory = folder(&name);
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "a folder begins empty");
    std::fs::remove_dir_all(directory).unwrap();
}
