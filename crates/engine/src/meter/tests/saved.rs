use super::super::MeterLoadError;
use super::*;
use crate::snapshot::sum;

/// A meter with every kind of event, and its events.
fn lived() -> (Meter, Vec<MeterEvent>) {
    let mut meter = opened(MeterTerms { reserve: Some("2%".parse().unwrap()), ..ohio() });
    let mut log = Vec::new();
    meter.contribute(key(1, 1), cents(100), &mut log).unwrap();
    meter.contribute(key(2, 1), cents(500), &mut log).unwrap();
    let grant = meter.draw(key(1, 2), &shared(10_000, &[Patron::A, Patron::C]), &mut log).unwrap();
    meter.take_back(key(1, 0), key(1, 1), &mut log).unwrap();
    meter.change(2, MeterTerms { rate: "1/3".parse().unwrap(), ..ohio() }, &mut log).unwrap();
    meter.contribute(key(2, 2), cents(700), &mut log).unwrap();
    meter.void(key(1, 3), grant.number, &mut log).unwrap();
    meter.draw(key(2, 3), &share(2_500), &mut log).unwrap();
    (meter, log)
}

#[test]
fn what_is_saved_is_loaded() {
    let (meter, _) = lived();
    let loaded = Meter::load(&meter.save().unwrap()).unwrap();
    assert_eq!(loaded, meter);
    assert_eq!(loaded.shows(), meter.shows());
}

#[test]
fn events_give_the_same_meter_again() {
    let (meter, log) = lived();
    assert_eq!(Meter::replay(meter.opening().clone(), &log), Ok(meter.clone()));
    let written = serde_json::to_string(&log).unwrap();
    let read: Vec<MeterEvent> = serde_json::from_str(&written).unwrap();
    assert_eq!(read, log);
    let fed =
        r#"{"contributed":{"key":{"table":1,"unit":1,"item":0},"terms":1,"stake":100,"takes_back":null}}"#;
    assert!(written.starts_with(&format!("[{fed},")), "{written}");
    // The rows and the steps are enough, although their order among each other is not stored.
    let rows = meter.rows().copied().collect::<Vec<_>>();
    assert_eq!(Meter::restored(meter.opening().clone(), rows, meter.steps().to_vec()), Ok(meter));
}

#[test]
fn a_log_that_says_something_else_is_refused() {
    let (meter, log) = lived();
    let told = |log: &[MeterEvent]| Meter::replay(meter.opening().clone(), log).map(drop);
    // A row left out, and a row moved behind the step that had counted it.
    assert_eq!(told(&log[1..]), Err(MeterError::Differs(1)));
    let mut moved = log.clone();
    moved.swap(1, 2);
    assert_eq!(told(&moved), Err(MeterError::Differs(1)));
    // A step left out.
    let without: Vec<MeterEvent> = [&log[..2], &log[3..]].concat();
    assert_eq!(told(&without), Err(MeterError::Conflict { found: 2, last: 0 }));
    // Another amount.
    let mut dearer = log;
    if let MeterEvent::Stepped(step) = &mut dearer[2]
        && let super::super::Act::Drawn { parts, .. } = &mut step.act
    {
        parts[0] += cents(1);
    }
    assert_eq!(told(&dearer), Err(MeterError::Differs(1)));
    let rows = || meter.rows().copied().filter(|row| row.key != key(2, 2));
    let restored = Meter::restored(meter.opening().clone(), rows(), meter.steps().to_vec());
    assert_eq!(restored.map(drop), Err(MeterError::Differs(3)), "a row that a step has counted is missing");
}

#[test]
fn damage_is_noticed_wherever_it_is() {
    let bytes = lived().0.save().unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Meter::load(&damaged).is_err(), "byte {at}, bit {bit}");
        }
        assert!(Meter::load(&bytes[..at]).is_err(), "{at} bytes");
    }
    let mut later = bytes;
    later[0] = 2;
    assert!(matches!(Meter::load(&later), Err(MeterLoadError::Schema { found: 2 })));
}

#[test]
fn no_bytes_make_it_panic() {
    let bytes = lived().0.save().unwrap();
    let kept = bytes.len() - 8;
    for at in 0..kept {
        for value in 0..=u8::MAX {
            // The checksum is corrected, so that the change is read and not detected as damage.
            let mut changed = bytes[..kept].to_vec();
            changed[at] = value;
            changed.extend(sum(&changed).to_le_bytes());
            if let Ok(meter) = Meter::load(&changed) {
                assert!(meter.balance().is_ok_and(|balance| balance.holds()), "byte {at} is {value}");
            }
        }
    }
}
