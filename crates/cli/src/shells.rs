//! `croupier completions` and `croupier man`: shell completions and manual pages.

use crate::Cli;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen::Screen;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

const COMPLETIONS: &str = "\
Examples:
  croupier completions bash > ~/.local/share/bash-completion/completions/croupier
  croupier completions fish > ~/.config/fish/completions/croupier.fish
  croupier completions zsh                  put it where $fpath looks, as _croupier";

const MAN: &str = "\
Example:
  croupier man ~/.local/share/man/man1      then: man croupier, man croupier-run";

/// Print what a shell needs to complete the command.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionArgs {
    /// The shell.
    shell: Shell,
}

/// Write the manual pages, one a command.
#[derive(clap::Args)]
#[command(after_help = MAN)]
pub(crate) struct ManArgs {
    /// The directory they go to; it is made where it is not there.
    directory: PathBuf,
}

pub(crate) fn completions(args: &CompletionArgs, screen: &mut Screen) -> Outcome {
    // The generator does not report a closed pipe, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "croupier", &mut text);
    screen.write_all(&text)?;
    Ok(Verdict::Well)
}

pub(crate) fn man(args: &ManArgs, screen: &mut Screen) -> Outcome {
    let written = std::fs::create_dir_all(&args.directory)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), &args.directory));
    let directory = args.directory.display();
    written.map_err(|error| Failure::usage(format!("cannot write to {directory}: {error}")))?;
    screen.line(format!("The manual pages are in {directory}."))?;
    Ok(Verdict::Well)
}
