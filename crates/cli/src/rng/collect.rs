//! `croupier rng collect`: writes outcomes or raw bits, for tests by other programs.

use super::sample::{Drawing, Gear, What};
use crate::failure::{Failure, Outcome, Verdict};
use crate::progress::Progress;
use crate::screen::Screen;
use clap::ValueEnum;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
Examples:
  croupier rng collect cards --decks 8 --count 1000 --out shoes.txt
  croupier rng collect dice --count 1000000 --form binary --out dice.bin
  croupier rng collect pockets --wheel single-zero --count 100
  croupier rng collect raw --count 100000000 --out raw.bin
  croupier rng collect raw --endless | dieharder -g 200 -a

In text each shoe, throw or spin is a line, the first card first; raw bytes are
lines of hexadecimal digits. In binary a die is its pips, a pocket its number
(37 for 00), a card 0 to 51 from the two of clubs up, suits in the order
clubs, diamonds, hearts, spades, and 52 the joker.";

/// The largest number of raw bytes drawn at a time.
const MANY: usize = 1 << 16;
/// The number of raw bytes per line of text.
const LINE: usize = 32;

/// Write raw bits or outcomes of the live source of chance.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// What to draw.
    what: What,
    /// How many: shoes, throws, spins, or bytes of raw output.
    #[arg(long, value_name = "N", required_unless_present = "endless")]
    count: Option<u64>,
    /// Go on until the reader closes the pipe.
    #[arg(long, conflicts_with_all = ["count", "out"])]
    endless: bool,
    /// The format; by default text for outcomes and binary for raw output.
    #[arg(long, value_name = "FORM")]
    form: Option<Form>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    gear: Gear,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Binary,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let usual = if args.what == What::Raw { Form::Binary } else { Form::Text };
    let form = args.form.unwrap_or(usual);
    let mut drawing = Drawing::begin(args.what, args.gear)?;
    // An endless run: none reaches this number.
    let wanted = args.count.unwrap_or(u64::MAX);
    match &args.out {
        Some(path) => {
            let unwritable = |error| unwritable(path, &error);
            let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
            let progress = Progress::silent(wanted, args.what.unit());
            write(&mut drawing, &mut file, args.what, form, wanted, progress).map_err(
                |failure| match failure {
                    Failure::Output(error) => unwritable(error),
                    other => other,
                },
            )?;
            file.flush().map_err(unwritable)?;
        }
        None if form == Form::Binary && std::io::stdout().is_terminal() => {
            return Err(Failure::usage(
                "a terminal cannot show bytes: name a file by --out, or take --form text",
            ));
        }
        None => {
            let progress = Progress::new(wanted, args.what.unit());
            write(&mut drawing, screen, args.what, form, wanted, progress)?;
        }
    }
    Ok(Verdict::Well)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}

fn write(
    drawing: &mut Drawing,
    out: &mut impl Write,
    what: What,
    form: Form,
    wanted: u64,
    mut progress: Progress,
) -> Result<(), Failure> {
    let mut done = 0;
    let mut bytes = vec![0; MANY];
    while done < wanted {
        if what == What::Raw {
            // At most what memory can address, if more are requested.
            let now = usize::try_from(wanted - done).unwrap_or(MANY).min(MANY);
            drawing.raw(&mut bytes[..now])?;
            match form {
                Form::Text => bytes[..now].chunks(LINE).try_for_each(|line| hexadecimal(out, line))?,
                Form::Binary => out.write_all(&bytes[..now])?,
            }
            done += now as u64;
        } else {
            let drawn = drawing.next()?;
            match form {
                Form::Text => writeln!(out, "{}", drawn.text())?,
                Form::Binary => out.write_all(&drawn.bytes())?,
            }
            done += 1;
        }
        progress.tick(done);
    }
    progress.done();
    Ok(())
}

fn hexadecimal(out: &mut impl Write, line: &[u8]) -> std::io::Result<()> {
    line.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
    writeln!(out)
}
