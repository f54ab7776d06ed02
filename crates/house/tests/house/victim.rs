//! The program that is killed: this test binary itself, restarted by a test that has told it where to die.
//!
//! It opens the house, plays all tables concurrently, moves money between tables and cage and draws on a meter, and
//! records every command before it is sent and every answer when it has come.

use crate::crowd::{self, Wish};
use crate::life::{Life, SHARDS};
use crate::support::Floor;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// The environment variable with a victim's orders.
const ORDERS: &str = "CROUPIER_VICTIM";
/// Its exit code if it was not killed.
pub const SURVIVED: i32 = 3;

/// How a victim plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// All tables concurrently; a process that reaches the end has survived.
    AtOnce,
    /// The same, but the program kills itself at the end.
    AtOnceToTheEnd,
    /// Every table to the same number of commands before any continues; at the end the program kills itself.
    InStep,
    /// Tables at which vigorish is owed, until their rounds add up to this number; then the program kills itself.
    Owing,
    /// The same at tables where patrons have the bank.
    Banking,
}

impl Way {
    const ALL: [Way; 5] = [Way::AtOnce, Way::AtOnceToTheEnd, Way::InStep, Way::Owing, Way::Banking];

    fn named(name: &str) -> Way {
        Way::ALL.into_iter().find(|way| format!("{way:?}") == name).unwrap()
    }

    /// Returns how patrons with random behaviour choose, if such patrons play.
    fn wish(self) -> Option<Wish> {
        match self {
            Way::Owing => Some(crate::owed_kill::wish),
            Way::Banking => Some(crate::banked_kill::wish),
            Way::AtOnce | Way::AtOnceToTheEnd | Way::InStep => None,
        }
    }
}

/// A victim's orders.
#[derive(Clone)]
pub struct Orders {
    /// The name of the house's database, and the keys.
    pub name: String,
    pub keys: String,
    /// The number of the victim, which makes its keys and random choices unique.
    pub run: i64,
    /// The maximum number of commands to each table.
    pub most: usize,
    pub way: Way,
    pub directory: PathBuf,
}

impl Orders {
    fn write(&self) -> PathBuf {
        let path = self.directory.join(format!("orders-{}", self.run));
        let Orders { name, keys, run, most, way, .. } = self;
        std::fs::write(&path, format!("{name}\n{run}\n{most}\n{way:?}\n{keys}")).unwrap();
        path
    }

    fn read(path: &Path) -> Orders {
        let text = std::fs::read_to_string(path).unwrap();
        let mut parts = text.splitn(5, '\n');
        let mut next = || parts.next().unwrap().to_owned();
        let (name, run, most, way, keys) = (next(), next(), next(), next(), next());
        let directory = path.parent().unwrap().to_owned();
        let (run, most) = (run.parse().unwrap(), most.parse().unwrap());
        Orders { name, keys, run, most, way: Way::named(&way), directory }
    }

    pub fn diary(&self) -> PathBuf {
        self.directory.join(format!("diary-{}", self.run))
    }

    /// Starts a victim, to be killed at a point if one is named.
    pub fn start(&self, kill_at: Option<&str>) -> std::process::Child {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "victim::victim", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(ORDERS, self.write());
        if let Some(point) = kill_at {
            command.env("CROUPIER_KILL_AT", point);
        }
        let log = std::fs::File::create(self.directory.join(format!("log-{}", self.run))).unwrap();
        command.stdout(log.try_clone().unwrap()).stderr(log);
        command.spawn().unwrap()
    }

    /// Waits until it is dead.
    pub fn bury(&self, child: &mut std::process::Child) -> ExitStatus {
        for _ in 0..18_000 {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        panic!("victim {} neither dies nor ends", self.run);
    }

    /// Returns what the victim printed.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.directory.join(format!("log-{}", self.run))).unwrap_or_default()
    }
}

#[test]
#[ignore = "is started by the tests that kill it"]
fn victim() {
    let Some(path) = std::env::var_os(ORDERS) else { return };
    let orders = Orders::read(Path::new(&path));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(live(orders));
    std::process::exit(SURVIVED);
}

async fn live(orders: Orders) {
    let floor = Floor::known(&orders.name, &orders.keys, SHARDS);
    if let Some(wish) = orders.way.wish() {
        crowd::live(&floor, &orders, wish).await;
        return die();
    }
    let life = Life::begin(&floor, floor.open().await, &orders.diary(), orders.run).await;
    life.seat_all().await;
    match orders.way {
        Way::InStep => life.play_in_step(orders.most).await,
        _ => life.play_all(orders.most).await,
    }
    if orders.way != Way::AtOnce {
        die();
    }
}

fn die() {
    let me = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-9", &me]).status();
}
