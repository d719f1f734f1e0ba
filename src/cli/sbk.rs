//! What the archive commands share: opening, selecting games, reporting damage.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use rayon::prelude::*;

use super::damage::Reporter;
use super::{Status, progress};
use crate::archive::{Archive, Damage, Error, is_archive};
use crate::convert::input::Input;
use crate::finding::{Code, Severity, code};
use crate::query::{BadQuery, Fault, Query};
use crate::render::shown_on_a_line;
use crate::text::FileBytes;

/// Opens an archive; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<Archive<FileBytes>> {
    open_input(&Input::of(path))
}

/// Opens the archive in an input.
pub(super) fn open_input(input: &Input) -> Result<Archive<FileBytes>> {
    let name = input.name();
    let path = Path::new(&name);
    let bytes = match input {
        Input::File(path) => FileBytes::open(path),
        Input::Stream(_) | Input::Pages(..) => input.open().and_then(FileBytes::read),
    };
    let bytes = bytes.with_context(|| format!("cannot open {}", shown_on_a_line(&name)))?;
    let opened = Archive::open(bytes).map(|mut archive| {
        if let Input::File(path) = input
            && let Ok(index) = FileBytes::open(&positions_of(path))
        {
            archive.set_positions(index);
        }
        archive
    });
    opened.map_err(|error| {
        let command =
            super::kind::command_for(path).filter(|_| matches!(error, Error::NotAnArchive) && path.is_file());
        let hint = command.map(|command| {
            format!(
                "; use: {}",
                crate::render::command(["scorebook".to_owned(), command.to_owned(), name.clone()])
            )
        });
        anyhow!("cannot read {}: {error}{}", shown_on_a_line(&name), hint.unwrap_or_default())
    })
}

/// The index of positions of an archive: the file beside it.
pub(super) fn positions_of(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".positions");
    PathBuf::from(name)
}

/// Whether an input begins like an archive.
pub(super) fn begins_like_archive(input: &Input) -> bool {
    input.head(8).is_ok_and(|head| head.len() == 8 && is_archive(&head))
}

/// `error[K203]`, in colour on a terminal.
pub(super) fn head(code: &Code) -> String {
    let colour = match code.severity {
        Severity::Error => anstyle::AnsiColor::Red,
        Severity::Warning => anstyle::AnsiColor::Yellow,
        Severity::Note => anstyle::AnsiColor::Cyan,
    };
    let style = anstyle::Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{}[{}]{style:#}", code.severity, code.id)
}

/// Writes a line to standard error, with colours if they are wanted.
pub(super) fn line(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Game numbers and ranges from 1: `5,10-20,100-`.
pub(super) fn ranges(text: &str) -> Result<Vec<(u64, u64)>, String> {
    let number = |text: &str| match text.trim().parse::<u64>() {
        Ok(0) => Err("games are counted from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("`{}` is not a game number", text.trim())),
    };
    text.split(',')
        .map(|part| match part.split_once('-') {
            None => number(part).map(|n| (n, n)),
            Some((first, "")) => number(first).map(|n| (n, u64::MAX)),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if last < first { Err(format!("`{part}` ends before it begins")) } else { Ok((first, last)) }
            }
        })
        .collect()
}

/// Which games to read.
#[derive(clap::Args, Debug)]
pub(super) struct Choice {
    /// Only these games: numbers and ranges from 1, such as 5,10-20,100-
    #[arg(long, value_name = "LIST", value_parser = Ranges)]
    games: Option<std::sync::Arc<Vec<(u64, u64)>>>,
    /// Only games that match this query, such as 'white ~ morphy and (date < 1860 or checkmate)': see `scorebook select --help`
    #[arg(long = "where", value_name = "QUERY")]
    question: Option<String>,
}

/// Parses `--games`.
#[derive(Clone)]
struct Ranges;

impl clap::builder::TypedValueParser for Ranges {
    type Value = std::sync::Arc<Vec<(u64, u64)>>;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let text = value.to_string_lossy();
        ranges(&text).map(std::sync::Arc::new).map_err(|error| {
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("--games: {error}\n"))
                .with_cmd(cmd)
        })
    }
}

impl Choice {
    /// The numbers of the selected games, from 0, in archive order; `None` for all.
    pub fn numbers(
        &self,
        archive: &Archive<FileBytes>,
        pool: &rayon::ThreadPool,
        reporter: &mut Reporter<'_>,
        quiet: bool,
    ) -> Result<Option<Vec<u64>>> {
        let asked = match &self.question {
            None => None,
            Some(text) => {
                let query = query(text)?;
                let bar = progress::spinner(quiet);
                bar.set_message("searching");
                let found = pool.install(|| archive.find(&query));
                bar.finish_and_clear();
                let (found, damage) = found.map_err(|error| anyhow!(pointed(text, &error)))?;
                reporter.tell_all(&damage);
                Some(found)
            }
        };
        let Some(ranges) = &self.games else { return Ok(asked) };
        for &(first, last) in ranges.iter() {
            if first > archive.games() || (last > archive.games() && last != u64::MAX) {
                let verb = if archive.games() == 1 { "is" } else { "are" };
                bail!("--games: there {verb} {}", crate::render::count(archive.games() as usize, "game"));
            }
        }
        let wanted =
            |number: &u64| ranges.iter().any(|&(first, last)| (first..=last).contains(&(number + 1)));
        Ok(Some(match asked {
            Some(found) => found.into_iter().filter(wanted).collect(),
            None => {
                let all = ranges.iter().flat_map(|&(first, last)| first - 1..last.min(archive.games()));
                all.collect::<BTreeSet<u64>>().into_iter().collect()
            }
        }))
    }
}

/// The query of `--where`.
pub(super) fn query(text: &str) -> Result<Query> {
    let query: Query = text.parse().map_err(|error| anyhow!(pointed(text, &error)))?;
    let unknown = query.codes().find(|(asked, _)| !code::all().any(|code| code.id.starts_with(asked)));
    if let Some((asked, at)) = unknown {
        let message =
            format!("there is no finding `{asked}`; `scorebook explain {}` lists them", &asked[..1]);
        bail!(pointed(text, &BadQuery { fault: Fault::Value, message, at }));
    }
    Ok(query)
}

/// The query with a mark under the position of the error.
pub(super) fn pointed(text: &str, error: &BadQuery) -> String {
    let before = text.get(..error.at).map_or(0, |head| head.chars().count());
    format!("--where: {}\n  {text}\n  {}^", error.message, " ".repeat(before))
}

/// The thread pool for `--jobs`.
pub(super) fn pool(jobs: Option<usize>) -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0)).build().context("cannot start threads")
}

/// Checks every byte of an archive (checksums, hashes) and every move. Prints the damage and a summary.
pub(super) fn verify(input: &Input, jobs: Option<usize>, quiet: bool) -> Result<Status> {
    let archive = open_input(input)?;
    let name = input.name();
    let mut reporter = Reporter::new(Path::new(&name), quiet);
    check(&archive, jobs, &mut reporter, quiet)?;
    let lost = reporter.lost_games();
    let status = reporter.finish();
    if !quiet {
        let (games, plies) = (archive.games(), archive.statistics().plies);
        let verdict = match (status, lost) {
            (Status::Clean, _) => "all sound".to_owned(),
            (_, 0) => "damaged, but no game is lost".to_owned(),
            _ => format!("{lost} cannot be read"),
        };
        line(&format!(
            "{}: {}, {}: {verdict}",
            shown_on_a_line(&name),
            crate::render::count(games as usize, "game"),
            crate::render::count(plies as usize, "half-move")
        ));
    }
    Ok(status)
}

/// Checks every byte and every move of an archive.
pub(super) fn check(
    archive: &Archive<FileBytes>,
    jobs: Option<usize>,
    reporter: &mut Reporter<'_>,
    quiet: bool,
) -> Result<()> {
    let pool = pool(jobs)?;
    reporter.tell_all(&archive.check_headers());
    let bar = progress::blocks(archive.block_count(), quiet);
    let check = |number| {
        let damage = archive.check_block(number);
        bar.inc(1);
        damage
    };
    let found: Vec<Vec<Damage>> =
        pool.install(|| (0..archive.block_count()).into_par_iter().map(check).collect());
    bar.finish_and_clear();
    archive.source().check()?;
    for damage in &found {
        reporter.tell_all(damage);
    }
    reporter.tell_all(&archive.take_healed());
    Ok(())
}
