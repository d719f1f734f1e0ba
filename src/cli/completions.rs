//! `scorebook completions`: shell completions.

use std::io::{Write, stdout};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Status};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook completions bash > ~/.local/share/bash-completion/completions/scorebook
  scorebook completions fish > ~/.config/fish/completions/scorebook.fish

Exit status: 0 written, 2 could not run.")]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "scorebook", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(Status::Clean)
}
