//! The program that is killed: this test binary itself, started again by a test that has told it where to die.
//!
//! It opens the house, plays every table at once, moves money between tables and cage and draws on a meter, and writes
//! down every command before it is sent and every answer after it came.

use crate::crowd::{self, Wish};
use crate::life::{Life, SHARDS};
use crate::support::Floor;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// Where a victim finds its orders.
const ORDERS: &str = "CROUPIER_VICTIM";
/// What it ends with when it was not killed.
pub const SURVIVED: i32 = 3;

/// How a victim lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every table is played at once; a process that reaches the end has survived.
    AtOnce,
    /// The same, and the program kills itself at the end.
    AtOnceToTheEnd,
    /// Every table is played to the same number of commands before any goes on; at the end the program kills itself.
    InStep,
    /// Tables at which vigorish is owed are played until their rounds come to this number; then the program kills itself.
    Owing,
    /// The same at tables at which patrons have the bank.
    Banking,
}

impl Way {
    const ALL: [Way; 5] = [Way::AtOnce, Way::AtOnceToTheEnd, Way::InStep, Way::Owing, Way::Banking];

    fn named(name: &str) -> Way {
        Way::ALL.into_iter().find(|way| format!("{way:?}") == name).unwrap()
    }

    /// What patrons with whims of their own want, where such patrons play.
    fn wish(self) -> Option<Wish> {
        match self {
            Way::Owing => Some(crate::owed_kill::wish),
            Way::Banking => Some(crate::banked_kill::wish),
            Way::AtOnce | Way::AtOnceToTheEnd | Way::InStep => None,
        }
    }
}

/// What a victim is told.
#[derive(Clone)]
pub struct Orders {
    /// The house's database and keys.
    pub name: String,
    pub keys: String,
    /// Which victim it is: by it its keys and whims differ from those of the others.
    pub run: i64,
    /// How many commands it sends to each table at most.
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

    /// What the victim printed.
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
