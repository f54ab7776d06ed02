//! The trace id of a request, the same in every process that it passes and at its client, by the W3C's `traceparent`;
//! and, with a collector, the spans sent to it: the endpoint, the duration and the outcome, but never who asked, nor
//! what.

use crate::api::endpoints::Endpoint;
use crate::tasks::Tasks;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;

/// The header.
pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// How many spans may wait for the collector; any more are dropped.
const MOST_WAITING: usize = 4_096;
/// How many are sent at once.
const AT_ONCE: usize = 512;
/// How long spans are collected before they are sent.
const GATHER: Duration = Duration::from_secs(1);
/// The time limit of a collector.
const PATIENCE: Duration = Duration::from_secs(2);

/// The place of a request in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    id: [u8; 16],
    span: [u8; 8],
    parent: Option<[u8; 8]>,
    /// Whether it is sent to a collector, as the client's header requests.
    told: bool,
}

impl Trace {
    /// Returns the trace of the request's header, or a new one.
    pub(crate) fn of(headers: &HeaderMap) -> Trace {
        let mut all = headers.get_all(TRACEPARENT).iter();
        let given = all.next().and_then(|value| parse(value.to_str().ok()?)).filter(|_| all.next().is_none());
        let mut fresh = [0; 24];
        // Without entropy the id is all zeros, which means no trace.
        let _ = getrandom::fill(&mut fresh);
        let (new, own) = fresh.split_at(16);
        let mut span = [0; 8];
        span.copy_from_slice(own);
        if let Some((id, parent, told)) = given {
            return Trace { id, span, parent: Some(parent), told };
        }
        let mut id = [0; 16];
        id.copy_from_slice(new);
        Trace { id, span, parent: None, told: true }
    }

    /// Returns the trace's id.
    pub(crate) fn id(&self) -> String {
        hex(&self.id)
    }

    /// Writes it into the headers of the next request.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let text = format!("00-{}-{}-0{}", hex(&self.id), hex(&self.span), u8::from(self.told));
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.insert(TRACEPARENT, value);
        }
    }
}

/// Parses the trace, the span and whether it is sampled. Later versions may append more.
fn parse(text: &str) -> Option<([u8; 16], [u8; 8], bool)> {
    let mut parts = text.split('-');
    let (version, id, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let version: [u8; 1] = bytes(version)?;
    if version == [0xff] || (version == [0] && parts.next().is_some()) {
        return None;
    }
    let (id, span, flags): ([u8; 16], [u8; 8], [u8; 1]) = (bytes(id)?, bytes(span)?, bytes(flags)?);
    (id != [0; 16] && span != [0; 8]).then_some((id, span, flags[0] & 1 == 1))
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let lower = text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    if text.len() != 2 * N || !lower {
        return None;
    }
    let mut found = [0; N];
    for (byte, pair) in found.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(found)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the span that all log lines of a request belong to.
pub(crate) fn span_of(trace: &Trace, endpoint: &Endpoint) -> tracing::Span {
    tracing::info_span!("request", trace = %trace.id(), endpoint = endpoint.id)
}

/// A request that was answered.
struct Answered {
    trace: Trace,
    endpoint: &'static Endpoint,
    status: u16,
    ended: SystemTime,
    took: Duration,
}

/// The channel to a collector, if there is one.
#[derive(Default)]
pub(crate) struct Spans(Option<mpsc::Sender<Answered>>);

impl Spans {
    /// Sends a span of every request to a collector, by OTLP over HTTP. Requests never wait for the collector.
    pub(crate) fn to(collector: &str, client: reqwest::Client, process: String, tasks: &Tasks) -> Spans {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        let address = format!("{}/v1/traces", collector.trim_end_matches('/'));
        tasks.start("spans", tell(receiver, address, client, process));
        Spans(Some(sender))
    }

    /// Records a request that was answered.
    pub(crate) fn put(&self, trace: &Trace, endpoint: &'static Endpoint, status: u16, took: Duration) {
        let Some(sender) = self.0.as_ref().filter(|_| trace.told) else { return };
        let answered = Answered { trace: *trace, endpoint, status, ended: SystemTime::now(), took };
        if sender.try_send(answered).is_err() {
            metrics::counter!("croupier_spans_dropped_total").increment(1);
        }
    }
}

async fn tell(
    mut answered: mpsc::Receiver<Answered>,
    address: String,
    client: reqwest::Client,
    process: String,
) {
    let mut waiting = Vec::new();
    while answered.recv_many(&mut waiting, AT_ONCE).await > 0 {
        if waiting.len() < AT_ONCE {
            tokio::time::sleep(GATHER).await;
            while waiting.len() < AT_ONCE
                && let Ok(one) = answered.try_recv()
            {
                waiting.push(one);
            }
        }
        let body = spans(&process, &waiting);
        let sent = client.post(&address).timeout(PATIENCE).json(&body).send().await;
        let taken = sent.is_ok_and(|answer| answer.status().is_success());
        if !taken {
            metrics::counter!("croupier_spans_dropped_total").increment(waiting.len() as u64);
        }
        waiting.clear();
    }
}

fn attribute(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}

fn spans(process: &str, answered: &[Answered]) -> Value {
    let resource = [
        attribute("service.name", "croupier"),
        attribute("service.version", env!("CARGO_PKG_VERSION")),
        attribute("service.instance.id", process),
    ];
    let spans: Vec<Value> = answered.iter().map(Answered::span).collect();
    json!({ "resourceSpans": [{
        "resource": { "attributes": resource },
        "scopeSpans": [{ "scope": { "name": "croupier" }, "spans": spans }],
    }] })
}

/// The kind of incoming requests in OTLP.
const SERVER: u8 = 2;
/// The status of a failure in OTLP.
const FAILED: u8 = 2;

impl Answered {
    fn span(&self) -> Value {
        let Answered { trace, endpoint, status, ended, took } = self;
        let nanos =
            |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos().to_string();
        let begun = ended.checked_sub(*took).unwrap_or(*ended);
        let code = json!({ "key": "http.response.status_code", "value": { "intValue": status.to_string() } });
        let attributes = [
            attribute("http.request.method", endpoint.method),
            attribute("http.route", endpoint.path),
            attribute("croupier.endpoint", endpoint.id),
            code,
        ];
        let mut span = json!({
            "traceId": hex(&trace.id),
            "spanId": hex(&trace.span),
            "name": format!("{} {}", endpoint.method, endpoint.path),
            "kind": SERVER,
            "startTimeUnixNano": nanos(begun),
            "endTimeUnixNano": nanos(*ended),
            "attributes": attributes,
        });
        if let Some(parent) = trace.parent {
            span["parentSpanId"] = hex(&parent).into();
        }
        if *status >= 500 {
            span["status"] = json!({ "code": FAILED });
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &'static str) -> Trace {
        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, HeaderValue::from_static(text));
        Trace::of(&headers)
    }

    #[test]
    fn what_the_request_says_is_kept_and_what_is_no_traceparent_is_not() {
        let name = "4bf92f3577b34da6a3ce929d0e0e4736";
        let kept = of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");
        assert_eq!((kept.id().as_str(), kept.told), (name, false));
        assert_eq!(kept.parent.map(|parent| hex(&parent)).as_deref(), Some("00f067aa0ba902b7"));
        assert_eq!(of("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more").id(), name);
        for other in [
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "nonsense",
        ] {
            let made = of(other);
            assert!(made.parent.is_none() && made.told && made.id() != name, "{other}");
        }
    }
}
