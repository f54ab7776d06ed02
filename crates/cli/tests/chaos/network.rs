//! A process in its own network, which can be cut off from the database silently: packets are lost without an error.
//!
//! The network is a namespace with two links, one for people and other processes and one for the database. A link is
//! cut by sending its packets to a station that does not exist. Where namespaces are not permitted, a proxy between the
//! process and the database stops forwarding bytes instead.

use crate::process::Quarters;
use crate::servers::free_port;
use std::net::SocketAddr;
use std::process::Command;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// An address without a station.
const NOWHERE: &str = "02:00:00:00:00:01";

/// The link between one process and the database.
pub enum Line {
    Namespace(Namespace),
    Proxy { first_port: u16, proxy: Option<Proxy> },
}

impl Line {
    /// Creates a link of the best kind that this machine permits.
    pub fn lay(first_port: u16) -> Line {
        match Namespace::make(first_port) {
            Ok(namespace) => Line::Namespace(namespace),
            Err(why) => {
                println!("no network namespace ({}): a proxy stands in for it", why.trim());
                Line::Proxy { first_port, proxy: None }
            }
        }
    }

    /// How it is cut.
    pub fn kind(&self) -> &'static str {
        match self {
            Line::Namespace(_) => "a network namespace whose packets are lost",
            Line::Proxy { .. } => "a proxy that passes nothing on",
        }
    }

    /// The address where PostgreSQL must listen in addition to loopback.
    pub fn postgres_listens(&self) -> Option<String> {
        match self {
            Line::Namespace(namespace) => Some(namespace.address(5)),
            Line::Proxy { .. } => None,
        }
    }

    /// Where the processes outside listen, so that the one inside reaches them.
    pub fn outside(&self) -> String {
        match self {
            Line::Namespace(namespace) => namespace.address(1),
            Line::Proxy { .. } => "127.0.0.1".to_owned(),
        }
    }

    /// Where the process inside runs.
    pub async fn inside(&mut self, database: &str, postgres: u16, nats: u16) -> Quarters {
        match self {
            Line::Namespace(namespace) => {
                let to = SocketAddr::from(([127, 0, 0, 1], nats));
                let at = format!("{}:{}", namespace.address(1), free_port(namespace.first_port + 100));
                let proxy = Proxy::lay(&at, to).await;
                namespace.nats = Some(proxy);
                Quarters {
                    listen: format!("{}:7500", namespace.address(2)),
                    database: database.replace("127.0.0.1", &namespace.address(5)),
                    nats: format!("nats://{at}"),
                    namespace: Some(namespace.name.clone()),
                    metrics: None,
                }
            }
            Line::Proxy { first_port, proxy } => {
                let port = free_port(*first_port + 100);
                let to = SocketAddr::from(([127, 0, 0, 1], postgres));
                *proxy = Some(Proxy::lay(&format!("127.0.0.1:{port}"), to).await);
                Quarters {
                    listen: format!("127.0.0.1:{}", free_port(*first_port + 150)),
                    database: database.replace(&format!(":{postgres}/"), &format!(":{port}/")),
                    nats: format!("nats://127.0.0.1:{nats}"),
                    namespace: None,
                    metrics: None,
                }
            }
        }
    }

    pub fn cut(&self) {
        match self {
            Line::Namespace(namespace) => namespace.send_to(NOWHERE, NOWHERE).unwrap(),
            Line::Proxy { proxy, .. } => {
                proxy.as_ref().unwrap().passes.send_replace(false).then_some(()).unwrap();
            }
        }
    }

    pub fn join(&self) {
        match self {
            Line::Namespace(namespace) => namespace.send_to(&namespace.outer, &namespace.inner).unwrap(),
            Line::Proxy { proxy, .. } => {
                proxy.as_ref().unwrap().passes.send_replace(true);
            }
        }
    }
}

/// A network namespace: addresses 1 and 5 are outside, 2 and 6 inside; 5 and 6 are for the database.
pub struct Namespace {
    name: String,
    device: String,
    third: u32,
    first_port: u16,
    /// The stations at both ends.
    outer: String,
    inner: String,
    nats: Option<Proxy>,
}

fn ip(words: &str) -> Result<String, String> {
    let ended = Command::new("ip").args(words.split(' ')).output().map_err(|error| error.to_string())?;
    match ended.status.success() {
        true => Ok(String::from_utf8_lossy(&ended.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&ended.stderr).into_owned()),
    }
}

impl Namespace {
    fn make(first_port: u16) -> Result<Namespace, String> {
        let number = std::process::id();
        let (name, device) = (format!("croupier-{number}"), format!("cr{number}"));
        let third = 1 + number % 250;
        ip(&format!("netns add {name}"))?;
        let (outer, inner) = (String::new(), String::new());
        let mut made = Namespace { name, device, third, first_port, outer, inner, nats: None };
        made.wire()?;
        Ok(made)
    }

    fn wire(&mut self) -> Result<(), String> {
        let (name, device) = (self.name.clone(), self.device.clone());
        ip(&format!("link add {device} type veth peer name inner netns {name}"))?;
        for (outer, inner) in [(1, 2), (5, 6)] {
            ip(&format!("addr add {}/30 dev {device}", self.address(outer)))?;
            ip(&format!("-n {name} addr add {}/30 dev inner", self.address(inner)))?;
        }
        ip(&format!("link set {device} up"))?;
        ip(&format!("-n {name} link set inner up"))?;
        ip(&format!("-n {name} link set lo up"))?;
        let station = |shown: &str| {
            let mut words = shown.split_whitespace().skip_while(|word| *word != "link/ether");
            words.nth(1).map(str::to_owned).ok_or_else(|| format!("no station in {shown}"))
        };
        self.outer = station(&ip(&format!("-o link show dev {device}"))?)?;
        self.inner = station(&ip(&format!("-n {name} -o link show dev inner"))?)?;
        self.send_to(&self.outer, &self.inner)
    }

    fn address(&self, last: u8) -> String {
        format!("10.213.{}.{last}", self.third)
    }

    /// The stations to which packets between the process and the database go.
    fn send_to(&self, outer: &str, inner: &str) -> Result<(), String> {
        let Namespace { name, device, .. } = self;
        let there = format!("neigh replace {} lladdr {inner} dev {device} nud permanent", self.address(6));
        let back = format!("neigh replace {} lladdr {outer} dev inner nud permanent", self.address(5));
        ip(&there)?;
        ip(&format!("-n {name} {back}")).map(drop)
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = ip(&format!("netns del {}", self.name));
        let _ = ip(&format!("link del {}", self.device));
    }
}

/// Forwards bytes, unless the link is cut.
pub struct Proxy {
    passes: watch::Sender<bool>,
}

impl Proxy {
    async fn lay(listen: &str, to: SocketAddr) -> Proxy {
        let listener = TcpListener::bind(listen).await.unwrap();
        let (passes, passing) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((from, _)) = listener.accept().await {
                tokio::spawn(pass_on(from, to, passing.clone()));
            }
        });
        Proxy { passes }
    }
}

async fn pass_on(from: TcpStream, to: SocketAddr, mut passing: watch::Receiver<bool>) {
    let _ = passing.wait_for(|passes| *passes).await;
    let Ok(to) = TcpStream::connect(to).await else { return };
    let ((from_read, from_write), (to_read, to_write)) = (from.into_split(), to.into_split());
    // When one direction ends, the other does too.
    tokio::select! {
        () = pump(from_read, to_write, passing.clone()) => {}
        () = pump(to_read, from_write, passing) => {}
    }
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut passing: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16_384];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if passing.wait_for(|passes| *passes).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
