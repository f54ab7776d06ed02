//! The generator: HMAC_DRBG of NIST SP 800-90A revision 1, section 10.1.2, over SHA-256, security strength 256.
//!
//! It is implemented here on top of the hash alone, so that it can be compared with the standard; the comments use the
//! standard's names. The caller instantiates and reseeds it with at least 256 bits of entropy, as `source.rs` does.

use crate::fault::Fault;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The size of the hash, and so of Key and of V, in bytes.
const SIZE: usize = 32;
/// The most bytes of one request, `max_number_of_bits_per_request`.
pub(crate) const MOST_BYTES: usize = 1 << 16;
/// The most requests between two reseeds, `reseed_interval`. A source reseeds long before.
const MOST_REQUESTS: u64 = 1 << 48;

/// The generator's state. It can be neither copied nor printed, and is overwritten when it is dropped.
pub(crate) struct Drbg {
    key: [u8; SIZE],
    v: [u8; SIZE],
    /// `reseed_counter`: requests since the last reseed, the next one included.
    requests: u64,
}

impl Drbg {
    /// `HMAC_DRBG_Instantiate_algorithm`, section 10.1.2.3.
    pub(crate) fn instantiate(entropy: &[u8], nonce: &[u8], personalisation: &[u8]) -> Drbg {
        let mut drbg = Drbg { key: [0; SIZE], v: [1; SIZE], requests: 1 };
        drbg.update(&[entropy, nonce, personalisation]);
        drbg
    }

    /// `HMAC_DRBG_Reseed_algorithm`, section 10.1.2.4.
    pub(crate) fn reseed(&mut self, entropy: &[u8], additional: &[u8]) {
        self.update(&[entropy, additional]);
        self.requests = 1;
    }

    /// `HMAC_DRBG_Generate_algorithm`, section 10.1.2.5.
    pub(crate) fn generate(&mut self, bytes: &mut [u8], additional: &[u8]) -> Result<(), Fault> {
        if self.requests > MOST_REQUESTS || bytes.len() > MOST_BYTES {
            return Err(Fault::TooMuch);
        }
        if !additional.is_empty() {
            self.update(&[additional]);
        }
        let keyed = self.keyed();
        for chunk in bytes.chunks_mut(SIZE) {
            self.v = keyed.clone().chain_update(self.v).finalize().into_bytes().into();
            chunk.copy_from_slice(&self.v[..chunk.len()]);
        }
        self.update(&[additional]);
        self.requests += 1;
        Ok(())
    }

    /// `HMAC_DRBG_Update`, section 10.1.2.2; the data may be given in parts.
    fn update(&mut self, provided: &[&[u8]]) {
        let none = provided.iter().all(|part| part.is_empty());
        for round in [0x00, 0x01] {
            let begun = self.keyed().chain_update(self.v).chain_update([round]);
            let mac = provided.iter().fold(begun, |mac, part| mac.chain_update(part));
            self.key = mac.finalize().into_bytes().into();
            self.v = self.keyed().chain_update(self.v).finalize().into_bytes().into();
            if none {
                return;
            }
        }
    }

    /// HMAC under Key. A key shorter than a block of the hash is padded with zeros, so this cannot fail.
    fn keyed(&self) -> Hmac<Sha256> {
        let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
        block[..SIZE].copy_from_slice(&self.key);
        let keyed = Hmac::new(&block);
        block.as_mut_slice().zeroize();
        keyed
    }
}

/// `Uninstantiate`, section 9.4.
impl Zeroize for Drbg {
    fn zeroize(&mut self) {
        self.key.zeroize();
        self.v.zeroize();
        self.requests.zeroize();
    }
}

impl ZeroizeOnDrop for Drbg {}

impl Drop for Drbg {
    fn drop(&mut self) {
        self.zeroize();
    }
}

/// The inputs and the expected output of a test of the generator: instantiated, reseeded, and asked twice.
pub(crate) struct KnownAnswer {
    entropy: [u8; 32],
    nonce: [u8; 16],
    personalisation: [u8; 32],
    reseed: [u8; 32],
    additional: [[u8; 32]; 3],
    pub(crate) answer: [u8; 32],
}

impl KnownAnswer {
    /// Section 11.3: the generator is tested as a whole before it is used.
    pub(crate) fn test(&self) -> Result<(), Fault> {
        let [to_reseed, first, second] = &self.additional;
        let mut drbg = Drbg::instantiate(&self.entropy, &self.nonce, &self.personalisation);
        drbg.reseed(&self.reseed, to_reseed);
        // NIST asks twice for 1,024 bits; the expected answer is the beginning of the second.
        let mut bytes = [0; 128];
        drbg.generate(&mut bytes, first)?;
        drbg.generate(&mut bytes, second)?;
        if bytes.starts_with(&self.answer) { Ok(()) } else { Err(Fault::KnownAnswer) }
    }
}

/// The published vector that is tested at every start: drbgvectors_pr_false, HMAC_DRBG.rsp, SHA-256, personalisation
/// and additional input of 256 bits, count 0.
pub(crate) const PUBLISHED: KnownAnswer = KnownAnswer {
    entropy: hex("cdb0d9117cc6dbc9ef9dcb06a97579841d72dc18b2d46a1cb61e314012bdf416"),
    nonce: hex("d0c0d01d156016d0eb6b7e9c7c3c8da8"),
    personalisation: hex("6f0fb9eab3f9ea7ab0a719bfa879bf0aaed683307fda0c6d73ce018b6e34faaa"),
    reseed: hex("8ec6f7d5a8e2e88f43986f70b86e050d07c84b931bcf18e601c5a3eee3064c82"),
    additional: [
        hex("1ab4ca9014fa98a55938316de8ba5a68c629b0741bdd058c4d70c91cda5099b3"),
        hex("16e2d0721b58d839a122852abd3bf2c942a31c84d82fca74211871880d7162ff"),
        hex("53686f042a7b087d5d2eca0d2a96de131f275ed7151189f7ca52deaa78b79fb2"),
    ],
    answer: hex("dda04a2ca7b8147af1548f5d086591ca4fd951a345ce52b3cd49d47e84aa31a1"),
};

/// Decodes hexadecimal at compile time.
const fn hex<const N: usize>(text: &str) -> [u8; N] {
    let digits = text.as_bytes();
    assert!(digits.len() == 2 * N, "two digits for each byte");
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = digit(digits[2 * at]) * 16 + digit(digits[2 * at + 1]);
        at += 1;
    }
    bytes
}

#[allow(clippy::panic, reason = "it would not compile")]
const fn digit(letter: u8) -> u8 {
    match letter {
        b'0'..=b'9' => letter - b'0',
        b'a'..=b'f' => letter - b'a' + 10,
        _ => panic!("no hexadecimal digit"),
    }
}

#[cfg(test)]
mod tests;
