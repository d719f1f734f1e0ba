//! `scorebook man`: the manual pages.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::output::Output;
use super::{Cli, Status};
use crate::render::path_name;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook man | man -l -
  scorebook man --dir ~/.local/share/man/man1

Exit status: 0 written, 2 could not run.")]
pub(super) struct Args {
    /// Write one page per command into this directory, instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let Some(dir) = &args.dir else {
        stdout().lock().write_all(&page(&cli)?)?;
        return Ok(Status::Clean);
    };
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", path_name(dir)))?;
    for command in std::iter::once(&cli).chain(cli.get_subcommands()) {
        let file = dir.join(Man::new(command.clone()).get_filename());
        let mut out = Output::create(Some(&file))?;
        out.write_all(&page(command)?)?;
        out.finish()?;
    }
    Ok(Status::Clean)
}

/// The page of one command, in roff.
fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let source = concat!("scorebook ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("Scorebook");
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(help) = command.get_after_help() {
        rest(&help.to_string()).to_writer(&mut page)?;
    }
    Ok(page)
}

/// The text after the options; indented lines are examples and keep their line breaks.
fn rest(help: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    let mut kept = false;
    for line in help.lines().filter(|&line| line != "Examples:") {
        let example = line.starts_with("  ");
        if example != kept {
            roff.control(if example { "EX" } else { "EE" }, []);
            kept = example;
        }
        if line.is_empty() {
            roff.control("PP", []);
        } else {
            roff.text([roman(line)]);
        }
    }
    if kept {
        roff.control("EE", []);
    }
    roff
}
