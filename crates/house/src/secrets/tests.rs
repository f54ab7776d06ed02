use super::*;

const SHOE: Bound = Bound::Shoe { stream: StreamId(7), shoe: 12 };
const PLAIN: &[u8] = b"the order of a shoe";

fn digits(first: u8) -> String {
    let bytes: Vec<u8> = (first..first + 32).collect();
    Hex(&bytes).to_string()
}

fn ring(current: u32, keys: &[(u32, u8)]) -> KeyRing {
    let lines = keys.iter().map(|(number, first)| format!("{number} = {}\n", digits(*first)));
    KeyRing::parse(&format!("current = {current}\n{}", lines.collect::<String>())).unwrap()
}

fn fault_of(text: &str) -> KeyError {
    KeyRing::parse(text).err().unwrap()
}

fn line(line: usize, fault: KeyLineFault) -> KeyError {
    KeyError::Line { line, fault }
}

#[test]
fn what_was_sealed_opens() {
    let ring = KeyRing::generate().unwrap();
    let snapshot = Bound::Snapshot { stream: StreamId(-1), seq: i64::MAX };
    for plain in [&b""[..], b"1", PLAIN, &[0; 5000]] {
        for bound in [SHOE, snapshot] {
            let sealed = ring.seal(bound, plain).unwrap();
            assert_eq!(ring.open(bound, &sealed).unwrap().as_slice(), plain);
            assert_eq!(sealed.len(), 45 + plain.len());
        }
    }
}

/// Computed with another program.
#[test]
fn the_form_is_fixed() {
    let mut nonce = [0; NONCE_BYTES];
    (64..).zip(&mut nonce).for_each(|(value, byte)| *byte = value);
    let sealed = ring(3, &[(3, 0)]).seal_with(nonce, SHOE, PLAIN).unwrap();
    assert_eq!(
        Hex(&sealed).to_string(),
        "0100000003404142434445464748494a4b4c4d4e4f5051525354555657a0516050bf921d73\
         fdd4e8d88ffd45e1fad5c8b73e1f26360f271e269f9954dc033c6f"
    );
}

#[test]
fn two_seals_of_one_secret_differ() {
    let ring = ring(1, &[(1, 0)]);
    let (first, second) = (ring.seal(SHOE, PLAIN).unwrap(), ring.seal(SHOE, PLAIN).unwrap());
    let body = HEADER_BYTES..HEADER_BYTES + NONCE_BYTES;
    assert_ne!(first[body.clone()], second[body], "nonces");
    assert_ne!(first[29..], second[29..], "secrets");
    assert!(!first.windows(PLAIN.len()).any(|part| part == PLAIN));
}

#[test]
fn every_changed_bit_is_found() {
    // Also with every other key in the ring that a flipped bit of the number could name.
    let others = (0..32_u8).map(|bit| (1 << bit, bit)).filter(|(number, _)| *number != 1);
    let keys: Vec<_> = others.map(|(number, bit)| (number ^ 1, bit + 1)).chain([(1, 0)]).collect();
    let ring = ring(1, &keys);
    let sealed = ring.seal(SHOE, PLAIN).unwrap();
    for bit in 0..8 * sealed.len() {
        let mut changed = sealed.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let found = ring.open(SHOE, &changed).unwrap_err();
        let expected = match bit {
            0..8 => SecretError::Version(changed[0]),
            // Number 0, which no key has.
            32 => SecretError::UnknownKey(0),
            _ => SecretError::NotThis,
        };
        assert_eq!(found, expected, "bit {bit}");
    }
}

#[test]
fn what_is_cut_short_or_longer_is_found() {
    let ring = ring(1, &[(1, 0)]);
    let mut sealed = ring.seal(SHOE, PLAIN).unwrap();
    for length in 0..sealed.len() {
        let found = ring.open(SHOE, &sealed[..length]).unwrap_err();
        let expected = if length < 45 { SecretError::Short } else { SecretError::NotThis };
        assert_eq!(found, expected, "{length} bytes");
    }
    sealed.push(0);
    assert_eq!(ring.open(SHOE, &sealed).unwrap_err(), SecretError::NotThis);
}

#[test]
fn another_place_is_refused() {
    let ring = ring(1, &[(1, 0)]);
    let sealed = ring.seal(SHOE, PLAIN).unwrap();
    let others = [
        Bound::Shoe { stream: StreamId(8), shoe: 12 },
        Bound::Shoe { stream: StreamId(7), shoe: 13 },
        Bound::Shoe { stream: StreamId(12), shoe: 7 },
        Bound::Snapshot { stream: StreamId(7), seq: 12 },
    ];
    for other in others {
        assert_eq!(ring.open(other, &sealed).unwrap_err(), SecretError::NotThis, "{other:?}");
    }
}

#[test]
fn the_same_key_under_another_number_does_not_open_it() {
    let mut sealed = ring(1, &[(1, 0)]).seal(SHOE, PLAIN).unwrap();
    sealed[4] = 2;
    assert_eq!(ring(2, &[(2, 0)]).open(SHOE, &sealed).unwrap_err(), SecretError::NotThis);
}

#[test]
fn an_unknown_key_is_named() {
    let sealed = ring(70_000, &[(70_000, 9)]).seal(SHOE, PLAIN).unwrap();
    let error = ring(1, &[(1, 0)]).open(SHOE, &sealed).unwrap_err();
    assert_eq!(error, SecretError::UnknownKey(70_000));
    assert!(error.to_string().contains("key 70000"));
    assert_eq!(KeyRing::key_id(&sealed), Ok(70_000));
    // A key of the same number and other digits is not that key.
    let other = ring(70_000, &[(70_000, 10)]);
    assert_eq!(other.open(SHOE, &sealed).unwrap_err(), SecretError::NotThis);
}

#[test]
fn keys_are_rotated() {
    let old = KeyRing::generate().unwrap();
    let sealed = old.seal(SHOE, PLAIN).unwrap();
    assert!(old.is_current(&sealed));
    assert_eq!(old.reseal(SHOE, &sealed), Ok(None));

    let both = old.with_new_key().unwrap();
    assert_eq!((both.current(), both.numbers().collect::<Vec<_>>()), (2, vec![1, 2]));
    assert!(!both.is_current(&sealed));
    assert_eq!(both.open(SHOE, &sealed).unwrap().as_slice(), PLAIN, "the old key still opens");
    let elsewhere = Bound::Snapshot { stream: StreamId(7), seq: 12 };
    assert_eq!(both.reseal(elsewhere, &sealed), Err(SecretError::NotThis), "and keeps its place");
    let anew = both.reseal(SHOE, &sealed).unwrap().unwrap();
    assert!(both.is_current(&anew));
    assert_eq!(both.reseal(SHOE, &anew), Ok(None));

    let file = both.reveal_key_file();
    let without: String =
        file.lines().filter(|line| !line.starts_with("1 =")).map(|line| format!("{line}\n")).collect();
    let new = KeyRing::parse(&without).unwrap();
    assert_eq!(new.open(SHOE, &anew).unwrap().as_slice(), PLAIN, "without the old key");
    assert_eq!(new.open(SHOE, &sealed).unwrap_err(), SecretError::UnknownKey(1));
}

#[test]
fn a_key_file_is_read_as_it_is_written() {
    let ring = KeyRing::generate().unwrap().with_new_key().unwrap();
    let file = ring.reveal_key_file();
    let again = KeyRing::parse(&file).unwrap();
    assert_eq!(*again.reveal_key_file(), *file);
    let sealed = ring.seal(SHOE, PLAIN).unwrap();
    assert_eq!(again.open(SHOE, &sealed).unwrap().as_slice(), PLAIN);
    // A string that grows leaves copies elsewhere in memory.
    assert!(file.len() <= (2 * KEY_BYTES + 16) * 3);
}

#[test]
fn a_key_file_may_have_comments() {
    let (one, two) = (digits(0), digits(1).to_uppercase());
    let text = format!("# keys\r\n\r\n  1={one} # the first\r\n2 =\t{two}\r\ncurrent = 1");
    let ring = KeyRing::parse(&text).unwrap();
    assert_eq!((ring.current(), ring.numbers().collect::<Vec<_>>()), (1, vec![1, 2]));
}

#[test]
fn a_wrong_key_file_is_explained() {
    let key = digits(0);
    assert_eq!(fault_of(""), KeyError::NoCurrent);
    assert_eq!(fault_of(&format!("1 = {key}")), KeyError::NoCurrent);
    assert_eq!(fault_of(&format!("current = 2\n1 = {key}")), KeyError::CurrentMissing(2));
    assert_eq!(fault_of(&format!("current = 9\n9 = {key}\n3 = {key}")), KeyError::SameKeys(3, 9));
    assert_eq!(fault_of(&format!("\n#\n{key}")), line(3, KeyLineFault::NoPair));
    assert_eq!(fault_of(&format!("{key} = 1")), line(1, KeyLineFault::Name));
    for number in ["0", "+1", "01", "-1", "4294967296", "", "one"] {
        assert_eq!(fault_of(&format!("{number} = {key}")), line(1, KeyLineFault::Name), "{number}");
        assert_eq!(fault_of(&format!("current = {number}")), line(1, KeyLineFault::Current), "{number}");
    }
    for wrong in [&key[1..], &format!("{key}0"), &key.replace("1f", "+1"), &key.replace("1f", "ä"), ""] {
        assert_eq!(fault_of(&format!("1 = {wrong}")), line(1, KeyLineFault::Key), "{wrong}");
    }
    assert_eq!(fault_of(&format!("1 = {}", "00".repeat(32))), line(1, KeyLineFault::NotRandom));
    assert_eq!(fault_of("current = 1\ncurrent = 1"), line(2, KeyLineFault::CurrentAgain));
    assert_eq!(fault_of(&format!("1 = {key}\n1 = {key}")), line(2, KeyLineFault::KeyAgain(1)));
    let last = ring(u32::MAX, &[(u32::MAX, 0)]);
    assert_eq!(last.with_new_key().err(), Some(KeyError::NoNumberLeft));
}

#[test]
fn no_error_prints_a_key() {
    let key = digits(0xc0);
    let wrong = [
        key.clone(),
        format!("current = {key}"),
        format!("{key} = 1"),
        format!("1 = {key}0"),
        format!("1 = {}", &key[1..]),
        format!("1 = x{}", &key[1..]),
        format!("1 = {key}\n1 = {key}"),
        format!("1 = {key}\n2 = {key}\ncurrent = 1"),
        format!("1 = {key}\ncurrent = 2"),
        format!("1 : {key}"),
    ];
    for text in wrong {
        let error = fault_of(&text);
        let printed = format!("{error} {error:?}");
        for part in key.as_bytes().windows(4) {
            let part = std::str::from_utf8(part).unwrap();
            assert!(!printed.contains(part), "{printed}");
        }
    }
}

/// Does not compile once the ring can be printed or copied: then it is unclear which of the implementations is meant.
#[test]
fn a_ring_has_no_text_and_no_copy() {
    trait Without<Which> {
        fn holds() {}
    }
    struct Text;
    struct Copies;
    struct Stored;
    impl<T> Without<()> for T {}
    impl<T: std::fmt::Debug> Without<Text> for T {}
    impl<T: Clone> Without<Copies> for T {}
    impl<T: serde::Serialize> Without<Stored> for T {}
    <KeyRing as Without<_>>::holds();
    <Secret as Without<_>>::holds();
}
