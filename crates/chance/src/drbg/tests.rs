use super::*;
use std::collections::BTreeMap;

const VECTORS: &str = include_str!("../../tests/data/hmac-drbg-sha256.txt");

/// One published vector: its heading and its values by name.
struct Vector {
    heading: &'static str,
    values: BTreeMap<&'static str, Vec<u8>>,
}

impl Vector {
    fn get(&self, name: &str) -> &[u8] {
        &self.values[name]
    }
}

fn vectors() -> Vec<Vector> {
    let mut vectors: Vec<Vector> = Vec::new();
    for line in VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once('=') {
            None => vectors.push(Vector { heading: line, values: BTreeMap::new() }),
            Some((name, value)) => {
                let value = value.trim();
                let byte = |at: usize| u8::from_str_radix(&value[at..at + 2], 16).unwrap();
                let bytes = (0..value.len()).step_by(2).map(byte).collect();
                vectors.last_mut().unwrap().values.insert(name.trim(), bytes);
            }
        }
    }
    vectors
}

#[test]
fn the_published_answers_come_out() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 24);
    for vector in &vectors {
        let get = |name| vector.get(name);
        let mut drbg = Drbg::instantiate(get("entropy"), get("nonce"), get("personalisation"));
        let mut bytes = [0; 128];
        match vector.heading.split_once(']').unwrap().0 {
            "[no-reseed" => {
                drbg.generate(&mut bytes, get("additional-1")).unwrap();
                drbg.generate(&mut bytes, get("additional-2")).unwrap();
            }
            "[reseed" => {
                drbg.reseed(get("reseed"), get("additional-reseed"));
                drbg.generate(&mut bytes, get("additional-1")).unwrap();
                drbg.generate(&mut bytes, get("additional-2")).unwrap();
            }
            // Prediction resistance: fresh entropy before each request, together with the additional input.
            "[fresh" => {
                for (fresh, additional) in [("fresh-1", "additional-1"), ("fresh-2", "additional-2")] {
                    drbg.reseed(get(fresh), get(additional));
                    drbg.generate(&mut bytes, &[]).unwrap();
                }
            }
            other => panic!("{other}"),
        }
        assert_eq!(bytes, get("returned"), "{}", vector.heading);
    }
}

#[test]
fn the_answer_that_is_tested_at_the_start_is_a_published_one() {
    let heading = "[reseed] drbgvectors_pr_false, personalisation 256, additional 256, count 0";
    let vectors = vectors();
    let vector = vectors.iter().find(|vector| vector.heading == heading).unwrap();
    assert_eq!(PUBLISHED.entropy, vector.get("entropy"));
    assert_eq!(PUBLISHED.nonce, vector.get("nonce"));
    assert_eq!(PUBLISHED.personalisation, vector.get("personalisation"));
    assert_eq!(PUBLISHED.reseed, vector.get("reseed"));
    let additional = ["additional-reseed", "additional-1", "additional-2"].map(|name| vector.get(name));
    assert_eq!(PUBLISHED.additional.each_ref().map(|part| &part[..]), additional);
    assert_eq!(PUBLISHED.answer, vector.get("returned")[..32]);
    assert_eq!(PUBLISHED.test(), Ok(()));
}

#[test]
fn another_answer_fails() {
    for at in 0..PUBLISHED.answer.len() {
        let mut wrong = PUBLISHED;
        wrong.answer[at] ^= 1;
        assert_eq!(wrong.test(), Err(Fault::KnownAnswer));
    }
    let mut wrong = PUBLISHED;
    wrong.personalisation[31] ^= 0x80;
    assert_eq!(wrong.test(), Err(Fault::KnownAnswer), "the personalisation counts");
}

#[test]
fn no_more_is_given_than_the_standard_allows() {
    let mut drbg = Drbg::instantiate(&[1; 32], &[2; 16], &[]);
    assert_eq!(drbg.generate(&mut vec![0; MOST_BYTES], &[]), Ok(()));
    assert_eq!(drbg.generate(&mut vec![0; MOST_BYTES + 1], &[]), Err(Fault::TooMuch));
    drbg.requests = MOST_REQUESTS;
    assert_eq!(drbg.generate(&mut [0; 2], &[]), Ok(()), "the last request before a reseed is due");
    assert_eq!(drbg.generate(&mut [0; 2], &[]), Err(Fault::TooMuch));
    drbg.reseed(&[3; 32], &[]);
    assert_eq!(drbg.generate(&mut [0; 2], &[]), Ok(()));
}

#[test]
fn a_request_leaves_another_state_behind() {
    let mut drbg = Drbg::instantiate(&[1; 32], &[2; 16], &[]);
    let before = (drbg.key, drbg.v);
    drbg.generate(&mut [], &[]).unwrap();
    assert!(drbg.key != before.0 && drbg.v != before.1, "also a request of nothing");
}

#[test]
fn the_state_is_overwritten() {
    let mut drbg = Drbg::instantiate(&[1; 32], &[2; 16], &[]);
    drbg.zeroize();
    assert_eq!((drbg.key, drbg.v, drbg.requests), ([0; 32], [0; 32], 0));
    fn is_overwritten_when_dropped(_: &impl ZeroizeOnDrop) {}
    is_overwritten_when_dropped(&drbg);
    // HMAC stores two states of the hash derived from the key; these overwrite themselves too.
    is_overwritten_when_dropped(&Sha256::default());
}

impl Drbg {
    /// Whether the state is completely overwritten.
    pub(crate) fn is_overwritten(&self) -> bool {
        self.key == [0; SIZE] && self.v == [0; SIZE]
    }
}
