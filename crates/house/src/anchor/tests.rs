use super::*;
use crate::hex::Hex;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const FIRST: &str = "1 1000000 0000000000000000000000000000000000000000000000000000000000000000 \
    03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8 \
    13da25b75617f6a23304b65edd69ecf6f68e2a77d37b289be5bcf8e9f9f40079\
    41d5747edac3621e1f118183f889d00fd2729ceab52f7f15a1411a6cfb81c308 \
    -3:1:1111111111111111111111111111111111111111111111111111111111111111,\
    7:12:2222222222222222222222222222222222222222222222222222222222222222";
const SECOND: &str = "2 61000000 a370e114ff59f8afd093c9aa5164163593cac401da738db4c6119776013f11fd \
    03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8 \
    3f52c1335480fca1841305b1cfe80bb9a46b8ccc0c582e67243329b5596ebeb9\
    13462983bfa23a22daff74180496b6d2559c7c18c33dd3c4583a2d54009ee309 -";

fn signer() -> Signer {
    Signer::parse("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n").unwrap()
}

fn head(stream: i64, seq: i64, hash: u8) -> Head {
    Head { stream: StreamId(stream), seq, hash: Hash([hash; 32]) }
}

fn minute(number: i64) -> Time {
    Time(1_000_000 + 60_000_000 * number)
}

/// Signs a chain of these heads, one root a minute.
fn chain(heads: &[&[Head]]) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    for (at, heads) in (0..).zip(heads) {
        let tip = roots.last().map_or(Tip::NONE, Root::tip);
        roots.push(signer().sign(tip, minute(at), heads.to_vec()).unwrap());
    }
    roots
}

/// Two streams over five minutes; in one of the minutes nothing happened.
fn roots() -> Vec<Root> {
    chain(&[
        &[head(-3, 1, 0x11), head(7, 12, 0x22)],
        &[],
        &[head(7, 30, 0x33)],
        &[head(7, 31, 0x44), head(-3, 2, 0x55)],
        &[head(8, 1, 0x66)],
    ])
}

fn fault(roots: &[Root]) -> RootFault {
    verify_roots(roots, &signer().public()).unwrap_err()
}

fn changed(change: impl FnOnce(&mut Vec<Root>)) -> RootFault {
    let mut roots = roots();
    change(&mut roots);
    fault(&roots)
}

#[test]
fn good_roots_give_the_last_heads() {
    let heads = verify_roots(&roots(), &signer().public()).unwrap();
    let last = [head(-3, 2, 0x55), head(7, 31, 0x44), head(8, 1, 0x66)];
    assert!(heads.into_iter().eq(last.map(|head| (head.stream, (head.seq, head.hash)))));
    assert_eq!(verify_roots(&[], &signer().public()), Ok(BTreeMap::new()));
}

#[test]
fn every_anchored_row_is_listed() {
    let mut roots = roots();
    // After a restart all heads are repeated.
    let again = vec![head(-3, 2, 0x55), head(7, 31, 0x44), head(8, 2, 0x77)];
    roots.push(signer().sign(roots[4].tip(), minute(5), again).unwrap());
    verify_roots(&roots, &signer().public()).unwrap();
    let rows = |of: &[(i64, u8)]| of.iter().map(|(seq, hash)| (*seq, Hash([*hash; 32]))).collect::<Vec<_>>();
    let expected = BTreeMap::from([
        (StreamId(-3), rows(&[(1, 0x11), (2, 0x55)])),
        (StreamId(7), rows(&[(12, 0x22), (30, 0x33), (31, 0x44)])),
        (StreamId(8), rows(&[(1, 0x66), (2, 0x77)])),
    ]);
    assert_eq!(anchored(&roots), expected);
}

/// Computed with another program: roots can be checked without our code.
#[test]
fn the_form_is_fixed() {
    let roots = chain(&[&[head(7, 12, 0x22), head(-3, 1, 0x11)], &[]]);
    assert_eq!(roots[0].to_string(), FIRST);
    assert_eq!(roots[1].to_string(), SECOND);
    assert_eq!(FIRST.parse(), Ok(roots[0].clone()));
    assert_eq!(SECOND.parse(), Ok(roots[1].clone()));
}

#[test]
fn an_edited_root_is_found() {
    let signature = RootFault::Signature { number: 3 };
    assert_eq!(changed(|roots| roots[2].heads[0].hash.0[31] ^= 1), signature);
    assert_eq!(changed(|roots| roots[2].heads[0].seq += 1), signature);
    assert_eq!(changed(|roots| roots[2].heads[0].stream.0 += 1), signature);
    assert_eq!(changed(|roots| roots[2].at.0 += 1), signature);
    assert_eq!(changed(|roots| roots[2].heads.clear()), signature);
    assert_eq!(changed(|roots| roots[2].heads.push(head(9, 1, 0))), signature);
    assert_eq!(changed(|roots| roots[2].previous.0[0] ^= 1), RootFault::Previous { number: 3 });
    assert_eq!(changed(|roots| roots[3].heads.swap(0, 1)), RootFault::Order { number: 4 });
    assert_eq!(changed(|roots| roots[3].heads[1] = roots[3].heads[0]), RootFault::Order { number: 4 });
}

#[test]
fn every_changed_bit_of_a_signature_is_found() {
    for bit in 0..512 {
        let found = changed(|roots| roots[4].signature[bit / 8] ^= 1 << (bit % 8));
        assert_eq!(found, RootFault::Signature { number: 5 }, "bit {bit}");
    }
    assert_eq!(changed(|roots| roots[3].signature = roots[2].signature), RootFault::Signature { number: 4 });
}

#[test]
fn removed_added_and_moved_roots_are_found() {
    let number = |before, number| RootFault::Number { before, number };
    assert_eq!(changed(|roots| drop(roots.remove(0))), number(0, 2));
    assert_eq!(changed(|roots| drop(roots.remove(2))), number(2, 4));
    assert_eq!(changed(|roots| roots.swap(2, 3)), number(2, 4));
    assert_eq!(changed(|roots| roots.insert(2, roots[1].clone())), number(2, 2));
    // Renumbered roots are not what was signed.
    let renumbered = changed(|roots| {
        roots.remove(2);
        roots[2].number = 3;
    });
    assert_eq!(renumbered, RootFault::Previous { number: 3 });
    let rechained = changed(|roots| {
        roots.remove(2);
        (roots[2].number, roots[2].previous) = (3, roots[1].hash());
    });
    assert_eq!(rechained, RootFault::Signature { number: 3 });
}

#[test]
fn another_key_is_refused() {
    let other = Signer::generate().unwrap();
    let sign = |roots: &mut Vec<Root>| {
        roots[2] = other.sign(roots[1].tip(), roots[2].at, roots[2].heads.clone()).unwrap();
    };
    assert_eq!(changed(sign), RootFault::Key { number: 3 });
    // Presented as signed by the trusted key.
    let disguised = changed(|roots| {
        sign(roots);
        roots[2].key = signer().public();
    });
    assert_eq!(disguised, RootFault::Signature { number: 3 });
    assert_eq!(verify_roots(&roots(), &other.public()), Err(RootFault::Key { number: 1 }));
    let no_point = (0..=255).map(|byte| [byte; 32]).find(|key| Chain::new(key).is_err()).unwrap();
    assert_eq!(verify_roots(&roots(), &no_point), Err(RootFault::NoKey));
}

/// Even the holder of the key cannot take back an anchored row.
#[test]
fn a_stream_does_not_go_back() {
    let back = chain(&[&[head(7, 12, 1)], &[head(8, 1, 1)], &[head(7, 11, 2)]]);
    let (number, stream) = (3, StreamId(7));
    assert_eq!(fault(&back), RootFault::Back { number, stream, seq: 11, before: 12 });
    let fork = chain(&[&[head(7, 12, 1)], &[head(8, 1, 1)], &[head(7, 12, 2)]]);
    assert_eq!(fault(&fork), RootFault::Fork { number, stream, seq: 12 });
}

#[test]
fn time_does_not_go_back() {
    let tip = roots()[4].tip();
    let early = Time(tip.at.0 - 1);
    assert_eq!(signer().sign(tip, early, vec![]), Err(RootFault::Time { number: 6 }));
    // Signed with the right key nevertheless.
    let root = signer().sign(Tip { at: early, ..tip }, early, vec![]).unwrap();
    assert_eq!(changed(|roots| roots.push(root)), RootFault::Time { number: 6 });
    assert!(signer().sign(tip, tip.at, vec![]).is_ok(), "twice at one moment");
}

#[test]
fn a_signer_refuses_two_heads_of_a_stream() {
    let heads = vec![head(7, 1, 1), head(3, 1, 1), head(7, 2, 2)];
    assert_eq!(signer().sign(Tip::NONE, minute(0), heads), Err(RootFault::Order { number: 1 }));
    let full = Tip { number: u64::MAX, ..Tip::NONE };
    assert!(matches!(signer().sign(full, minute(0), vec![]), Err(RootFault::Number { .. })));
}

/// As documented: finding a cut tail takes information from elsewhere.
#[test]
fn a_cut_tail_alone_is_not_found() {
    let key = signer().public();
    assert!((0..5).all(|length| verify_roots(&roots()[..length], &key).is_ok()));
}

#[test]
fn a_refused_root_leaves_the_chain_as_it_was() {
    let roots = roots();
    let mut chain = Chain::new(&signer().public()).unwrap();
    roots[..3].iter().for_each(|root| chain.add(root).unwrap());
    let (tip, heads) = (chain.tip(), chain.heads().clone());
    let mut wrong = roots[3].clone();
    wrong.signature[0] ^= 1;
    assert!(chain.add(&wrong).is_err());
    assert_eq!((chain.tip(), chain.heads()), (tip, &heads));
    chain.add(&roots[3]).unwrap();
    assert_eq!(chain.tip(), roots[3].tip());
}

#[test]
fn a_key_is_read_as_it_is_written() {
    let signer = Signer::generate().unwrap();
    let file = signer.reveal_key_file();
    assert_eq!(Signer::parse(&file).unwrap().public(), signer.public());
    assert_eq!(public_key(&Hex(&signer.public()).to_string()), Ok(signer.public()));
    for wrong in ["", "00", &file[1..], &format!("0{}", file.trim()), &file.replacen(&file[..1], "+", 1)] {
        assert_eq!(Signer::parse(wrong).err(), Some(SignerError::NoSecret));
        assert_eq!(public_key(wrong), Err(SignerError::NoPublic));
    }
    // The neutral point: for it every text has a valid signature.
    assert_eq!(public_key(&format!("01{}", "00".repeat(31))), Err(SignerError::NoPublic));
}

/// Does not compile once a signer can be printed or copied: then it is unclear which of the implementations is meant.
#[test]
fn a_signer_has_no_text_and_no_copy() {
    trait Without<Which> {
        fn holds() {}
    }
    struct Text;
    struct Copies;
    impl<T> Without<()> for T {}
    impl<T: std::fmt::Debug> Without<Text> for T {}
    impl<T: Clone> Without<Copies> for T {}
    <Signer as Without<_>>::holds();
}

#[test]
fn a_wrong_line_is_explained() {
    let wrong = |from: &str, to: &str| FIRST.replacen(from, to, 1).parse::<Root>();
    assert_eq!("".parse::<Root>(), Err(LineFault::Fields));
    assert_eq!(wrong(" ", "  "), Err(LineFault::Fields));
    assert_eq!(format!("{FIRST} ").parse::<Root>(), Err(LineFault::Fields));
    assert_eq!(format!("{FIRST}\n").parse::<Root>(), Err(LineFault::Head(2)));
    assert_eq!(wrong("1 ", "one "), Err(LineFault::Number));
    assert_eq!(wrong("1 1000000", "1 1e6"), Err(LineFault::Time));
    assert_eq!(wrong(" 00", " 0"), Err(LineFault::Previous));
    assert_eq!(wrong(" 03", " g3"), Err(LineFault::Key));
    assert_eq!(wrong("c308 ", "c3 "), Err(LineFault::Signature));
    for head in ["-", "-3:1", "-3:1:1", "x:1:", "-3:1.0:", "-3::", ""] {
        assert_eq!(wrong("-3:1:11", head), Err(LineFault::Head(1)), "{head}");
    }
    assert_eq!(wrong(",7:12:", ",,7:12:"), Err(LineFault::Head(2)));
    assert_eq!(wrong(",", ""), Err(LineFault::Head(1)));
    for (from, to) in
        [("1 ", "01 "), ("1 ", "+1 "), (" 1000000", " +1000000"), ("f6a", "F6a"), (":12:", ":012:")]
    {
        assert_eq!(wrong(from, to), Err(LineFault::Form), "{to}");
    }
    assert_eq!(SECOND.replace(" -", " ").parse::<Root>(), Err(LineFault::Head(1)));
}

/// A directory that is removed with its contents on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("croupier-anchor-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("roots")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Creates a file with these roots.
fn filled(folder: &Folder, roots: &[Root]) -> AnchorFile {
    let mut file = AnchorFile::open(&folder.file()).unwrap();
    roots.iter().for_each(|root| file.append(root).unwrap());
    file
}

fn add(path: &Path, bytes: &[u8]) {
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

fn read(path: &Path) -> Vec<Root> {
    Roots::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_file_is_read_as_it_is_written() {
    let folder = Folder::new("written");
    let file = AnchorFile::open(&folder.file()).unwrap();
    assert_eq!((file.tip(), file.last(), file.torn()), (Tip::NONE, None, None));
    for root in roots() {
        // Reopened each time, as after a restart.
        let mut file = AnchorFile::open(&folder.file()).unwrap();
        assert_eq!(file.tip().hash, root.previous);
        file.append(&root).unwrap();
        assert_eq!(file.last(), Some(&root));
    }
    assert_eq!(read(&folder.file()), roots());
}

#[test]
fn a_line_longer_than_a_piece_is_found() {
    let folder = Folder::new("long");
    let many: Vec<_> = (0..4000).map(|stream| head(stream, 1, 1)).collect();
    let roots = chain(&[&many, &[], &many, &many]);
    for (at, root) in roots.iter().enumerate() {
        let mut file = AnchorFile::open(&folder.file()).unwrap();
        assert_eq!(file.last(), at.checked_sub(1).map(|before| &roots[before]));
        file.append(root).unwrap();
    }
    assert_eq!(read(&folder.file()), roots);
}

#[test]
fn only_the_next_root_is_taken() {
    let folder = Folder::new("next");
    let roots = roots();
    let mut file = filled(&folder, &roots[..2]);
    for wrong in [0, 1, 3] {
        let error = file.append(&roots[wrong]).unwrap_err();
        assert!(matches!(error, AnchorError::Root(RootFault::Number { before: 2, .. })), "{error}");
    }
    let other = signer().sign(Tip { hash: Hash([9; 32]), ..roots[1].tip() }, minute(3), vec![]).unwrap();
    let error = file.append(&other).unwrap_err();
    assert!(matches!(error, AnchorError::Root(RootFault::Previous { number: 3 })), "{error}");
    assert_eq!(read(&folder.file()), roots[..2]);
}

/// Wherever the write stopped, complete lines stay, and the next root goes after them.
#[test]
fn a_torn_line_is_cut_off_and_reported() {
    let folder = Folder::new("torn");
    let roots = roots();
    for whole in [0, 1, 3] {
        let line = roots[whole].to_string();
        for length in (1..=line.len()).step_by(7).chain([line.len()]) {
            for zeros in [0, 3, 5000] {
                let _ = fs::remove_file(folder.file());
                drop(filled(&folder, &roots[..whole]));
                let torn = [&line.as_bytes()[..length], &vec![0; zeros]].concat();
                add(&folder.file(), &torn);
                let mut reader = Roots::open(&folder.file()).unwrap();
                assert_eq!(reader.by_ref().count(), whole);
                assert_eq!(reader.torn(), Some(&torn[..]));

                let mut file = AnchorFile::open(&folder.file()).unwrap();
                assert_eq!(file.torn(), Some(&torn[..]));
                file.append(&roots[whole]).unwrap();
                assert_eq!(read(&folder.file()), roots[..=whole]);
            }
        }
    }
}

/// A wrong path must not destroy the file there.
#[test]
fn what_is_not_a_torn_line_is_not_cut_off() {
    let folder = Folder::new("not-torn");
    let roots = roots();
    drop(filled(&folder, &roots[..2]));
    for end in ["4 ", "2 1000", "30 ", "a diary", "3x"] {
        let before = fs::read(folder.file()).unwrap();
        add(&folder.file(), end.as_bytes());
        let error = AnchorFile::open(&folder.file()).err().unwrap();
        assert!(matches!(error, AnchorError::NotTorn { expected: 3, .. }), "{error}");
        assert_eq!(fs::read(folder.file()).unwrap(), [&before[..], end.as_bytes()].concat());
        fs::write(folder.file(), before).unwrap();
    }
    fs::write(folder.file(), "a diary without a single line").unwrap();
    let error = AnchorFile::open(&folder.file()).err().unwrap();
    assert!(matches!(error, AnchorError::NotTorn { expected: 1, bytes: 29, .. }), "{error}");
}

#[test]
fn a_wrong_line_is_named() {
    let folder = Folder::new("wrong-line");
    let roots = roots();
    drop(filled(&folder, &roots[..2]));
    add(&folder.file(), b"no root\n3 1");
    let error = AnchorFile::open(&folder.file()).err().unwrap();
    assert!(matches!(error, AnchorError::Line { line: 3, fault: LineFault::Fields, .. }), "{error}");
    add(&folder.file(), b"\xff\n");
    let error = AnchorFile::open(&folder.file()).err().unwrap();
    assert!(matches!(error, AnchorError::Line { line: 4, fault: LineFault::Text, .. }), "{error}");

    let mut reader = Roots::open(&folder.file()).unwrap();
    assert_eq!(reader.by_ref().take(2).map(Result::unwrap).collect::<Vec<_>>(), roots[..2]);
    let error = reader.next().unwrap().unwrap_err();
    assert!(error.to_string().contains("roots, line 3: expected six fields"), "{error}");
    assert!(reader.next().is_none(), "nothing follows a line that cannot be read");
}

#[test]
fn after_a_foreign_change_nothing_is_appended() {
    let folder = Folder::new("foreign");
    let roots = roots();
    let path = folder.file();
    let line = |root: &Root| format!("{root}\n").into_bytes();
    let shorter = [line(&roots[0]), line(&roots[1])].concat();
    let mut edited = line(&roots[2]);
    *edited.iter_mut().rev().nth(1).unwrap() = b'0';
    let contents: [&[u8]; 7] = [
        b"",
        &shorter,
        &[&shorter[..], &line(&roots[2]), &line(&roots[3])].concat(),
        &[&shorter[..], &line(&roots[2]), b"4 "].concat(),
        &[&shorter[..], &edited].concat(),
        &[&shorter[..], &line(&roots[2]), b"\n"].concat(),
        &[&shorter[..], &line(&roots[2])[..line(&roots[2]).len() - 1]].concat(),
    ];
    for content in contents {
        let _ = fs::remove_file(&path);
        let mut file = filled(&folder, &roots[..3]);
        fs::write(&path, content).unwrap();
        let error = file.append(&roots[3]).unwrap_err();
        assert!(matches!(error, AnchorError::Changed { expected: 3, .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content, "left as it was found");
    }
}

#[test]
fn a_file_that_is_gone_is_not_made_again() {
    let folder = Folder::new("gone");
    let roots = roots();
    let mut file = filled(&folder, &roots[..1]);
    fs::rename(folder.file(), folder.0.join("elsewhere")).unwrap();
    assert!(matches!(file.append(&roots[1]), Err(AnchorError::File { .. })));
    assert!(!folder.file().exists());
    assert_eq!(read(&folder.0.join("elsewhere")), roots[..1]);
    assert!(matches!(Roots::open(&folder.file()), Err(AnchorError::File { .. })));
}
