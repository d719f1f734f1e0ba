//! `scorebook explain`: what a code means.

use std::io::Write;

use anyhow::{Result, bail};

use super::Status;
use super::output::Output;
use crate::finding::{Code, code};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook explain A101       what it means, with an example
  scorebook explain A          all codes of ambiguity, one per line
  scorebook explain            all codes

Exit status: 0 all codes explained, 2 unknown code.")]
pub(super) struct Args {
    /// Codes such as A101, or letters such as A for all codes with that letter [default: list all codes]
    codes: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut out = Output::create(None)?;
    if args.codes.is_empty() {
        code::all().try_for_each(|code| line(&mut out, code))?;
    }
    for id in &args.codes {
        if let Some(code) = code::find(id) {
            print(&mut out, code)?;
            continue;
        }
        let family: Vec<&Code> = code::all().filter(|code| begins(code.id, id.trim())).collect();
        if family.is_empty() {
            bail!("no code {id}: `scorebook explain` lists them all");
        }
        family.into_iter().try_for_each(|code| line(&mut out, code))?;
    }
    out.finish()?;
    Ok(Status::Clean)
}

/// Whether a code begins with `head`, ignoring case; false for an empty `head`.
fn begins(id: &str, head: &str) -> bool {
    !head.is_empty() && id.get(..head.len()).is_some_and(|own| own.eq_ignore_ascii_case(head))
}

fn line(out: &mut impl Write, code: &Code) -> Result<()> {
    writeln!(out, "{}  {:<8} {}", code.id, code.severity.to_string(), code.title)?;
    Ok(())
}

fn print(out: &mut impl Write, code: &Code) -> Result<()> {
    writeln!(
        out,
        "{} ({}): {}\n\n{}\n\nExample: {}",
        code.id, code.severity, code.title, code.explanation, code.example
    )?;
    Ok(())
}
