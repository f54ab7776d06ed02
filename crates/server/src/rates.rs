//! Rate limits. Every person has a bucket of requests that refills with time, and so has every address without a token;
//! sign-in attempts have separate buckets.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The size of a bucket, in seconds' worth of requests.
const BURST: Duration = Duration::from_secs(2);
/// How many sign-in attempts an address has per minute.
const SIGN_INS: u32 = 10;
/// One minute.
const MINUTE: Duration = Duration::from_secs(60);
/// Beyond this many buckets, those that are full again are removed.
const MANY: usize = 8_192;

/// The owner of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Whose {
    /// A person who has signed in.
    Person(i64),
    /// An address.
    Address(IpAddr),
    /// An address, for its sign-in attempts.
    SignIn(IpAddr),
}

impl Whose {
    /// Returns the bucket of an address. An IPv6 client usually controls the lower 64 bits as well.
    pub(crate) fn address(address: IpAddr) -> Whose {
        Whose::Address(network(address))
    }

    /// Returns the bucket for sign-in attempts of an address.
    pub(crate) fn sign_in(address: IpAddr) -> Whose {
        Whose::SignIn(network(address))
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into(),
        four => four,
    }
}

/// All buckets, each by the moment at which it is full again.
pub(crate) struct Rates {
    /// How long a bucket takes to regain one request.
    each: Duration,
    full: Mutex<BTreeMap<Whose, Instant>>,
}

impl Rates {
    /// Creates buckets with this rate of requests per second.
    pub(crate) fn of(rate: u32) -> Rates {
        Rates { each: Duration::from_secs(1) / rate.max(1), full: Mutex::default() }
    }

    /// Takes one request from a bucket.
    ///
    /// # Errors
    /// The bucket is empty: the time until it has a request again.
    pub(crate) fn take(&self, whose: Whose) -> Result<(), Duration> {
        self.take_at(whose, Instant::now())
    }

    /// Checks whether a request is available, without taking it.
    pub(crate) fn has(&self, whose: Whose) -> Result<(), Duration> {
        let full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        self.after(whose, full.get(&whose).copied(), Instant::now()).map(drop)
    }

    fn take_at(&self, whose: Whose, now: Instant) -> Result<(), Duration> {
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if full.len() > MANY && !full.contains_key(&whose) {
            full.retain(|_, at| *at > now);
        }
        let after = self.after(whose, full.get(&whose).copied(), now)?;
        full.insert(whose, after);
        Ok(())
    }

    /// Returns when a bucket would be full again after one more request.
    fn after(&self, whose: Whose, full: Option<Instant>, now: Instant) -> Result<Instant, Duration> {
        let (each, most) = match whose {
            Whose::SignIn(_) => (MINUTE / SIGN_INS, MINUTE),
            _ => (self.each, BURST),
        };
        let after = full.map_or(now, |full| full.max(now)) + each;
        let over = after.saturating_duration_since(now + most);
        if over.is_zero() { Ok(after) } else { Err(over) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_two_seconds_and_fills_up_again() {
        let rates = Rates::of(10);
        let (start, whose) = (Instant::now(), Whose::Person(1));
        for _ in 0..20 {
            assert_eq!(rates.take_at(whose, start), Ok(()));
        }
        let wait = rates.take_at(whose, start).unwrap_err();
        assert!(wait <= Duration::from_millis(101), "{wait:?}");
        assert_eq!(rates.take_at(Whose::Person(2), start), Ok(()), "another person's");
        let later = start + Duration::from_secs(1);
        let taken = (0..20).take_while(|_| rates.take_at(whose, later).is_ok()).count();
        assert_eq!(taken, 10);
    }

    #[test]
    fn tries_to_sign_in_are_ten_a_minute_and_neighbours_of_the_sixth_version_share() {
        let rates = Rates::of(1_000);
        let start = Instant::now();
        let from = |text: &str| Whose::sign_in(text.parse().unwrap());
        let taken = (0..20).take_while(|_| rates.take_at(from("2001:db8::1"), start).is_ok()).count();
        assert_eq!(taken, 10);
        assert!(rates.take_at(from("2001:db8::2"), start).is_err());
        assert!(rates.take_at(from("2001:db8:0:1::2"), start).is_ok());
        assert!(rates.take_at(from("2001:db8::1"), start + MINUTE / SIGN_INS).is_ok());
    }

    #[test]
    fn buckets_of_those_who_are_gone_are_thrown_away() {
        let rates = Rates::of(1);
        let start = Instant::now();
        for person in 0..=8_192 {
            rates.take_at(Whose::Person(person), start).unwrap();
        }
        rates.take_at(Whose::Person(-1), start + Duration::from_secs(3)).unwrap();
        assert_eq!(rates.full.lock().unwrap().len(), 1);
    }
}
