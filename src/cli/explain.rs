//! `scorebook explain`: what a code means.

use std::io::{Write, stdout};

use anyhow::{Result, bail};

use super::Status;
use crate::finding::{Code, code};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Codes to explain, like A101; all of them, a line each, if none is given
    codes: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut out = stdout().lock();
    if args.codes.is_empty() {
        for code in code::all() {
            writeln!(out, "{}  {:<8} {}", code.id, code.severity.to_string(), code.title)?;
        }
    }
    for id in &args.codes {
        let Some(code) = code::find(id) else {
            bail!("no code {id}: `scorebook explain` lists them all");
        };
        print(&mut out, code)?;
    }
    Ok(Status::Clean)
}

fn print(out: &mut impl Write, code: &Code) -> Result<()> {
    writeln!(
        out,
        "{} ({}): {}\n\n{}\n\nExample: {}",
        code.id, code.severity, code.title, code.explanation, code.example
    )?;
    Ok(())
}
