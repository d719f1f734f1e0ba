//! `scorebook man`: the manual pages.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;

use super::{Cli, Status};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook man | man -l -
  scorebook man --dir ~/.local/share/man/man1")]
pub(super) struct Args {
    /// Write a page for each command into this directory, instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let cli = Cli::command();
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        Man::new(cli).render(&mut page)?;
        stdout().lock().write_all(&page)?;
        return Ok(Status::Clean);
    };
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    clap_mangen::generate_to(cli.disable_help_subcommand(true), dir)
        .with_context(|| format!("cannot write to {}", dir.display()))?;
    Ok(Status::Clean)
}
