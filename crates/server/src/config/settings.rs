//! All settings, as data: environment variables, the output of `--check-config` and the documentation are made from
//! this table.

use super::{Config, ConfigError};
use toml::{Table, Value};

/// The form of a setting's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A text: an address, a file.
    Text,
    /// A whole number.
    Number,
    /// Several texts, separated by commas in the environment.
    List,
}

/// A setting.
pub struct Setting {
    /// Its name; in a section, preceded by the section and a dot.
    pub name: &'static str,
    /// The form of its value.
    pub shape: Shape,
    /// What it is for.
    pub about: &'static str,
}

impl Setting {
    /// Returns its environment variable.
    pub fn variable(&self) -> String {
        format!("CROUPIER_{}", self.name.to_uppercase().replace(['.', '-'], "_"))
    }
}

const fn text(name: &'static str, about: &'static str) -> Setting {
    Setting { name, shape: Shape::Text, about }
}

const fn number(name: &'static str, about: &'static str) -> Setting {
    Setting { name, shape: Shape::Number, about }
}

/// All settings.
pub static SETTINGS: &[Setting] = &[
    text("listen", "Address and port on which the process listens."),
    text(
        "address",
        "Where other processes reach this one, such as `http://10.0.0.7:7500`; by default the listening address.",
    ),
    text(
        "database",
        "The database of the house; with failover list all hosts and set `target_session_attrs=read-write`. `?sslmode=require` turns on TLS and needs `ca`.",
    ),
    text("keys", "The file with the encryption keys of shoes and snapshots. The same for all processes."),
    text(
        "nats",
        "NATS; for a cluster all addresses, separated by commas. Without it observers of a table of another process hear of units up to 2 s later.",
    ),
    text("nats-prefix", "Prefix of the subjects in NATS: houses that share a NATS have one each."),
    number("nats-replicas", "Number of replicas of units in a NATS cluster: 3 of 3 survive the loss of one."),
    text("tls.certificate", "The certificate in PEM, with the intermediate ones. Reloaded on SIGHUP."),
    text("tls.key", "The certificate's key in PEM. Reloaded on SIGHUP."),
    text("ca", "Certificate authorities in PEM, for TLS to other processes, PostgreSQL and NATS."),
    Setting {
        name: "proxies",
        shape: Shape::List,
        about: "Addresses of trusted proxies: their `X-Forwarded-For` is used as the client's address.",
    },
    text(
        "metrics",
        "Listening address of `/metrics` for Prometheus: a listener of its own, which patrons must not reach.",
    ),
    text("traces", "A trace collector that accepts OTLP over HTTP, such as `http://127.0.0.1:4318`."),
    text("signing-key", "The file with the key that signs roots. The same for all processes."),
    text("roots-file", "The file of signed roots outside the database. Each process has its own."),
    text(
        "archives",
        "The directory with the archives of dropped months, named as by `croupier archive export`: rounds of these months can then be shown.",
    ),
    number("ledger-check-hours", "Hours between checks of the ledger; 0 for never."),
    number("limits.body-bytes", "Maximum size of a request body in bytes; beyond that 413."),
    number("limits.requests", "Maximum number of concurrent requests; beyond that 503."),
    number("limits.connections", "Maximum number of open connections; beyond that they wait."),
    number("limits.sockets", "Maximum number of open sockets; beyond that 503."),
    number(
        "limits.rate",
        "Rate limit: average requests per second of a person, or of an address without a token; bursts above two seconds' worth get 429.",
    ),
    number("limits.waiting", "Maximum number of commands waiting for a shard; beyond that 503."),
    number("limits.answer-seconds", "Timeout of a request in seconds."),
];

/// Overrides the settings of the file by those of the environment.
pub(super) fn take(
    table: &mut Table,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    for setting in SETTINGS {
        let name = setting.variable();
        let Some(said) = environment(&name) else { continue };
        let value = value_of(setting.shape, &said).map_err(|why| ConfigError::Environment { name, why })?;
        match setting.name.split_once('.') {
            None => {
                table.insert(setting.name.to_owned(), value);
            }
            Some((section, key)) => {
                let section = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(section) = section {
                    section.insert(key.to_owned(), value);
                }
            }
        }
    }
    Ok(())
}

fn value_of(shape: Shape, said: &str) -> Result<Value, String> {
    match shape {
        Shape::Text => Ok(said.into()),
        Shape::Number => said.parse().map(Value::Integer).map_err(|_| format!("{said} is no whole number")),
        Shape::List => {
            let parts = said.split(',').map(str::trim).filter(|part| !part.is_empty());
            Ok(Value::Array(parts.map(Value::from).collect()))
        }
    }
}

pub(super) fn in_force(config: &Config) -> Vec<(&'static str, String)> {
    let all = Value::try_from(config).unwrap_or(Value::Table(Table::new()));
    let find = |name: &str| name.split('.').try_fold(&all, |value, part| value.get(part));
    let shown = |value: &Value| match value {
        Value::String(text) => Value::String(without_password(text)).to_string(),
        other => other.to_string(),
    };
    let line = |setting: &Setting| (setting.name, find(setting.name).map_or("(not set)".to_owned(), shown));
    SETTINGS.iter().map(line).collect()
}

/// Removes the password from an address.
fn without_password(text: &str) -> String {
    without_user_password(&without_parameter(text))
}

/// Removes a password in the parameters after the database's name.
fn without_parameter(text: &str) -> String {
    let name = "password=";
    let Some(at) = text.find(name) else { return text.to_owned() };
    let (before, after) = text.split_at(at + name.len());
    let end = after.find(['&', ' ']).unwrap_or(after.len());
    format!("{before}(hidden){}", without_parameter(&after[end..]))
}

/// Removes a password after the user's name.
fn without_user_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let Some((user, host)) = rest.rsplit_once('@') else { return text.to_owned() };
    let user = user.split_once(':').map_or(user.to_owned(), |(user, _)| format!("{user}:(hidden)"));
    format!("{scheme}://{user}@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns a configuration with every setting that the program knows.
    fn whole() -> Config {
        let tls = super::super::Tls { certificate: "c".into(), key: "k".into() };
        Config {
            address: Some("a".to_owned()),
            keys: Some("k".into()),
            nats: Some("nats://user:secret@host".to_owned()),
            tls: Some(tls),
            ca: Some("c".into()),
            metrics: Some(([127, 0, 0, 1], 1).into()),
            traces: Some("t".to_owned()),
            signing_key: Some("s".into()),
            roots_file: Some("r".into()),
            archives: Some("a".into()),
            database: "postgresql://u:secret@h/d?x=1&password=secret&y=2".to_owned(),
            ..Config::default()
        }
    }

    #[test]
    fn the_table_has_every_setting_and_no_other() {
        let all = Table::try_from(whole()).unwrap();
        let mut names = BTreeSet::new();
        for (name, value) in &all {
            match value {
                Value::Table(section) => names.extend(section.keys().map(|key| format!("{name}.{key}"))),
                _ => drop(names.insert(name.clone())),
            }
        }
        assert_eq!(names, SETTINGS.iter().map(|setting| setting.name.to_owned()).collect());
    }

    #[test]
    fn the_environment_can_say_everything_and_counts_for_more() {
        let config = Config::read(None, &|name| match name {
            "CROUPIER_LIMITS_RATE" => Some("7".to_owned()),
            "CROUPIER_PROXIES" => Some("10.0.0.1, 10.0.0.2".to_owned()),
            "CROUPIER_TLS_CERTIFICATE" | "CROUPIER_TLS_KEY" => Some("/x.pem".to_owned()),
            _ => None,
        });
        let config = config.unwrap();
        assert_eq!((config.limits.rate, config.proxies.len()), (7, 2));
        assert_eq!(config.tls.unwrap().key.to_str(), Some("/x.pem"));
        let wrong = Config::read(None, &|name| (name == "CROUPIER_LIMITS_RATE").then(|| "many".to_owned()));
        assert_eq!(wrong.unwrap_err().to_string(), "CROUPIER_LIMITS_RATE: many is no whole number");
    }

    #[test]
    fn what_is_in_force_is_shown_without_passwords() {
        let shown = whole().in_force();
        assert!(shown.iter().all(|(_, value)| !value.contains("secret")), "{shown:?}");
        let find = |name| shown.iter().find(|(of, _)| *of == name).map(|(_, value)| value.as_str());
        assert_eq!(find("nats"), Some("\"nats://user:(hidden)@host\""));
        assert_eq!(find("limits.rate"), Some("50"));
    }
}
