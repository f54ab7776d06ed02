//! `croupier keys`: creates and rotates the keys of a house.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{HouseArgs, wait};
use crate::screen::{DIM, ID, Screen};
use house::anchor::{Signer, SignerError};
use house::secrets::{KeyError, KeyRing};
use house::store::Rotated;
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

const EXAMPLE: &str = "\
Examples:
  croupier keys new --encryption house.keys --signing roots.key
  croupier keys new --signing roots.key --json
  croupier keys public roots.key        the public key again, for an auditor
  croupier keys add house.keys house-2.keys
  croupier keys rotate --database postgresql://... --keys house-2.keys

The encryption keys seal the shoes and the snapshots: without them no table in
mid-round can be restored. The signing key signs the roots of the journal; auditors
need its public key, which is no secret, and should get it from the house by another
channel than the roots. Keep both files apart from
the database and its backups. Only their owner can read the files, and an
existing file is never overwritten.";

/// Make the keys of a house.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    New(New),
    Public(Public),
    Add(Add),
    Rotate(Rotate),
}

/// Add an encryption key, which encrypts everything written from then on.
///
/// The new file has the old keys too: start every process of the house with it, then run `croupier keys rotate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Add {
    /// The file with the keys so far.
    from: PathBuf,
    /// The new file.
    to: PathBuf,
}

/// Encrypt every shoe and every snapshot of a house under its current key.
///
/// Afterwards the other keys of the file are no longer needed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Rotate {
    #[command(flatten)]
    house: HouseArgs,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// Make new key files.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct New {
    /// The file for a key by which shoes and snapshots are encrypted.
    #[arg(long, value_name = "FILE", required_unless_present = "signing")]
    encryption: Option<PathBuf>,
    /// The file for a key by which roots of the journal are signed.
    #[arg(long, value_name = "FILE")]
    signing: Option<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// Print the public key of a signing key.
#[derive(clap::Args)]
struct Public {
    /// The file of the signing key.
    signing: PathBuf,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    match &args.command {
        Command::New(args) => new(args, screen),
        Command::Public(args) => public(args, screen),
        Command::Add(args) => add(args, screen),
        Command::Rotate(args) => rotate(args, screen),
    }
}

fn add(args: &Add, screen: &mut Screen) -> Outcome {
    let failed = |error: KeyError| Failure::usage(format!("{}: {error}", args.from.display()));
    let text = std::fs::read_to_string(&args.from).map(Zeroizing::new);
    let text =
        text.map_err(|error| Failure::usage(format!("cannot read {}: {error}", args.from.display())))?;
    let ring = KeyRing::parse(&text).map_err(failed)?.with_new_key().map_err(failed)?;
    write(&args.to, ring.reveal_key_file().as_bytes())?;
    screen.line(format!("key {} is current in {}", ring.current(), shown(&args.to)))?;
    Ok(Verdict::Well)
}

fn rotate(args: &Rotate, screen: &mut Screen) -> Outcome {
    let (database, keys) = (args.house.database()?, args.house.keys()?);
    let rotated = wait(async {
        let client = database.connect().await?;
        Ok(house::store::rotate(&client, &keys).await?)
    })?;
    let Rotated { shoes, snapshots, current } = rotated;
    if args.json {
        screen.json(
            &json!({ "key": keys.current(), "shoes": shoes, "snapshots": snapshots, "before": current }),
        )?;
        return Ok(Verdict::Well);
    }
    screen.line(format!("under key {}", keys.current()))?;
    let mut grid = Grid::new(&["", ">"]);
    for (what, count) in [("shoes", shoes), ("snapshots", snapshots), ("there before", current)] {
        grid.row([what.into(), count.to_string().into()]);
    }
    grid.print(screen, 2)?;
    Ok(Verdict::Well)
}

fn new(args: &New, screen: &mut Screen) -> Outcome {
    // If one of the files exists already, neither is created.
    for path in args.encryption.iter().chain(&args.signing) {
        if path.exists() {
            return Err(is_there(path));
        }
    }
    let mut grid = Grid::new(&["", "", ""]);
    let mut public = None;
    if let Some(path) = &args.encryption {
        let ring = KeyRing::generate().map_err(|error| Failure::usage(error.to_string()))?;
        write(path, ring.reveal_key_file().as_bytes())?;
        grid.row(["encryption".into(), shown(path).into(), Cell::styled(DIM, "a secret")]);
    }
    if let Some(path) = &args.signing {
        let signer = Signer::generate().map_err(|error| Failure::usage(error.to_string()))?;
        write(path, signer.reveal_key_file().as_bytes())?;
        grid.row(["signing".into(), shown(path).into(), Cell::styled(DIM, "a secret")]);
        public = Some(digits(&signer.public()));
    }
    if args.json {
        let (encryption, signing) =
            (args.encryption.as_deref().map(shown), args.signing.as_deref().map(shown));
        screen.json(&json!({ "encryption": encryption, "signing": signing, "public-key": public }))?;
        return Ok(Verdict::Well);
    }
    if let Some(public) = public {
        grid.row(["public".into(), Cell::styled(ID, public), Cell::styled(DIM, "for auditors")]);
    }
    grid.print(screen, 0)?;
    Ok(Verdict::Well)
}

fn public(args: &Public, screen: &mut Screen) -> Outcome {
    let public = digits(&signer(&args.signing)?.public());
    match args.json {
        true => screen.json(&json!({ "public-key": public }))?,
        false => screen.line(public)?,
    }
    Ok(Verdict::Well)
}

/// Reads the signing key from a file.
pub(crate) fn signer(path: &Path) -> Result<Signer, Failure> {
    let text = std::fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    let signer = Signer::parse(&text);
    signer.map_err(|error: SignerError| Failure::usage(format!("{}: {error}", path.display())))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_there(path: &Path) -> Failure {
    let path = path.display();
    Failure::usage(format!("{path} exists already, and a key file is never overwritten: name another"))
}

/// Writes a secret to a new file that only its owner can read.
fn write(path: &Path, secret: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => is_there(path),
        _ => Failure::usage(format!("cannot write {}: {error}", path.display())),
    };
    let mut file = new_file(path).map_err(failed)?;
    file.write_all(secret).and_then(|()| file.sync_all()).map_err(failed)
}

#[cfg(unix)]
fn new_file(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn new_file(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}
