//! `scorebook info`: what an archive holds.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};

use super::Status;
use super::damage::Reporter;
use super::output::Output;
use super::pack::hex;
use super::sbk::{self, Choice, open};
use crate::archive::{Archive, Column};
use crate::render::Escape;
use crate::text::FileBytes;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook info games.sbk
  scorebook info games.sbk --games 1-20
  scorebook info games.sbk --where 'player ~ carlsen and elo >= 2800'
  scorebook info games.sbk --check           is every byte as it was packed?

Exit status: 0 no damage, 1 damage, even if repaired, 2 could not run.")]
pub(super) struct Args {
    /// The archive, or - for standard input
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// Check every byte and every move, as verify does, and report damage
    #[arg(long)]
    check: bool,
    /// The format: a table, or JSON (one line per game)
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    format: Format,
}

#[derive(clap::ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let archive = open(&args.archive)?;
    let mut reporter = Reporter::new(&args.archive, false);
    if args.check {
        sbk::check(&archive, None, &mut reporter, false)?;
    } else {
        reporter.tell_all(archive.damage());
    }
    let numbers = args.choice.numbers(&archive, &sbk::pool(None)?, &mut reporter, false)?;
    let escape = if args.format == Format::Json { Escape::Json } else { Escape::Text };
    let mut out = Output::create(None)?.escaped(escape);
    match (numbers, args.format) {
        (None, Format::Text) => summary(&archive, &mut out)?,
        (None, Format::Json) => writeln!(out, "{}", summary_as_json(&archive))?,
        (Some(numbers), Format::Text) => table(&archive, &numbers, &mut out)?,
        (Some(numbers), Format::Json) => {
            for number in numbers {
                writeln!(out, "{}", game_as_json(&archive, number))?;
            }
        }
    }
    out.finish()?;
    reporter.tell_all(&archive.take_healed());
    Ok(reporter.finish())
}

fn summary(archive: &Archive<FileBytes>, out: &mut impl Write) -> Result<()> {
    let statistics = archive.statistics();
    let size = archive.size();
    let games = archive.games();
    let each = |bytes: u64| bytes as f64 / games.max(1) as f64;
    let codec = archive.codec().map_or_else(|| "not known".to_owned(), |codec| codec.to_string());
    let version = archive.version().map_or_else(|| "not known".to_owned(), |version| version.to_string());
    writeln!(
        out,
        "format        version {version}, codec {codec}{}",
        if archive.is_exact() { ", exact" } else { "" }
    )?;
    writeln!(out, "games         {games} in {} blocks", archive.block_count())?;
    writeln!(out, "half-moves    {}", statistics.plies)?;
    writeln!(out, "size          {size} bytes, {:.1} a game", each(size))?;
    let moves = statistics.sections.get("moves").copied().unwrap_or(0);
    writeln!(out, "moves         {:.2} bits each", moves as f64 * 8.0 / statistics.plies.max(1) as f64)?;
    if let Some(identity) = archive.identity() {
        writeln!(out, "identity      {}", hex(&identity))?;
    }
    if let Some(content) = archive.content() {
        writeln!(out, "content       sha256 {}", hex(&content))?;
    }
    writeln!(out)?;
    let mut sections: Vec<_> = statistics.sections.iter().collect();
    sections.sort_by_key(|&(name, &bytes)| (std::cmp::Reverse(bytes), *name));
    for (name, &bytes) in sections {
        let share = 100.0 * bytes as f64 / size.max(1) as f64;
        writeln!(out, "  {name:<20} {bytes:>12}  {share:>5.1} %  {:>7.2} a game", each(bytes))?;
    }
    Ok(())
}

fn summary_as_json(archive: &Archive<FileBytes>) -> Value {
    let statistics = archive.statistics();
    json!({
        "version": archive.version(),
        "codec": archive.codec().map(|codec| codec.to_string()),
        "exact": archive.is_exact(),
        "games": archive.games(),
        "blocks": archive.block_count(),
        "halfMoves": statistics.plies,
        "bytes": archive.size(),
        "identity": archive.identity().map(|identity| hex(&identity)),
        "content": archive.content().map(|content| hex(&content)),
        "sections": statistics.sections,
    })
}

fn game_as_json(archive: &Archive<FileBytes>, number: u64) -> Value {
    let get = |column| archive.header(number, column);
    json!({
        "game": number + 1,
        "white": get(Column::White),
        "black": get(Column::Black),
        "event": get(Column::Event),
        "site": get(Column::Site),
        "date": get(Column::Date),
        "round": get(Column::Round),
        "result": get(Column::Result),
        "whiteElo": get(Column::WhiteElo),
        "blackElo": get(Column::BlackElo),
        "eco": get(Column::Eco),
        "halfMoves": archive.plies(number),
    })
}

fn table(archive: &Archive<FileBytes>, numbers: &[u64], out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{:>8}  {:<10}  {:<24}  {:<24}  {:<7}  {:<3}  {:>5}  event",
        "game", "date", "white", "black", "result", "eco", "plies"
    )?;
    for &number in numbers {
        let get = |column| archive.header(number, column).unwrap_or_default();
        let short = |text: String| text.chars().take(24).collect::<String>();
        let plies = archive.plies(number).map_or(String::new(), |plies| plies.to_string());
        writeln!(
            out,
            "{:>8}  {:<10}  {:<24}  {:<24}  {:<7}  {:<3}  {plies:>5}  {}",
            number + 1,
            get(Column::Date),
            short(get(Column::White)),
            short(get(Column::Black)),
            get(Column::Result),
            get(Column::Eco),
            get(Column::Event),
        )?;
    }
    Ok(())
}
