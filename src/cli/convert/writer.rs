//! Writes the games, the findings and the summary of `scorebook convert`.

use std::collections::BTreeSet;
use std::io::{Write, stderr};

use anyhow::{Result, bail};
use scorebook_source::recognise;

use super::super::findings::FindingsFile;
use super::super::output::{self, Output};
use super::super::table::{Table, To};
use super::super::{Status, tell};
use super::explained::ExplainedFile;
use super::{Args, SHOWN, review};
use crate::convert::input::Input;
use crate::convert::{Converted, Format, Plan, Text};
use crate::explained::Explained;
use crate::finding::{Severity, code};
use crate::render::{Escape, Style, Summary, count, finding};
use crate::sink;
use crate::text::{Source, Span};

/// The destination of the games.
enum Sink {
    Text(Output),
    Table(Box<Table>),
}

/// Numbers the games and writes games, findings and report.
pub(super) struct GameWriter {
    out: Sink,
    report: Option<FindingsFile>,
    explained: Option<ExplainedFile>,
    summary: Summary,
    games: usize,
    quiet: bool,
    style: Style,
    shown: usize,
    withheld: usize,
    /// Number of findings that a person should look at.
    doubts: usize,
    /// Whether an input has no game at all, and whether one has only fragments.
    without: bool,
    pieces: bool,
    /// The `review` command that shows the doubts.
    review: String,
    /// Findings for the terminal, not yet shown, since the games are written first.
    pending: String,
}

impl GameWriter {
    pub(super) fn create(args: &Args, plan: &Plan) -> Result<GameWriter> {
        let path = args.output.as_deref();
        let out = match args.to.as_deref().and_then(To::named) {
            Some(to) => Sink::Table(Box::new(Table::create(path, to)?)),
            None => {
                let escape = if matches!(plan.format, Format::Json) { Escape::Json } else { Escape::Text };
                let mut out = Output::create(path)?.escaped(escape);
                if matches!(plan.format, Format::Csv) {
                    csv_row(&mut out, sink::csv::COLUMNS.iter())?;
                }
                Sink::Text(out)
            }
        };
        let report = args.report.as_deref().map(FindingsFile::create);
        let explained = args.explain_layout.as_deref().map(|path| ExplainedFile::create(path, &plan.scan));
        let colour = output::colours(&stderr());
        Ok(GameWriter {
            out,
            report: report.transpose()?,
            explained: explained.transpose()?,
            summary: Summary::default(),
            games: 0,
            quiet: args.quiet,
            style: Style { colour, notes: false },
            shown: 0,
            withheld: 0,
            doubts: 0,
            without: false,
            pieces: false,
            review: review(args),
            pending: String::new(),
        })
    }

    /// Writes a game or a remark. Returns the game's number.
    pub(super) fn game(&mut self, file: &str, game: Converted) -> Result<Option<usize>> {
        let mut number = None;
        if let Some(verdict) = game.verdict {
            self.games += 1;
            number = Some(self.games);
            self.summary.game(verdict, game.notation, game.plies);
            self.summary.guessed(game.guessed);
            self.put(file, game.text)?;
        }
        let doubtful = game.findings.iter().map(|located| &located.finding);
        let doubtful = doubtful.filter(|finding| finding.severity > Severity::Note);
        let places: BTreeSet<Span> = doubtful.map(|finding| finding.span).collect();
        self.doubts += if number.is_some() { places.len() } else { 0 };
        for located in &game.findings {
            let page = located.page.as_ref().map(ToString::to_string);
            let is_placed = located.finding.span != Span::default();
            self.summary.finding(located.finding.code, is_placed.then_some((page, located.line)));
            self.without |= located.finding.code == &code::L104;
            if located.finding.code == &code::L321 {
                self.without |= game.unread;
                self.pieces |= !game.unread;
                let page = located.page.as_ref().map(ToString::to_string);
                self.summary.left_out(page, located.line);
            }
            if let Some(report) = &mut self.report {
                report.write(file, number, located)?;
            }
            if self.quiet || located.finding.severity == Severity::Note && !self.style.notes {
                continue;
            }
            if self.shown < SHOWN {
                self.shown += 1;
                finding(file, number, located, self.style, &mut self.pending);
            } else {
                self.withheld += 1;
            }
        }
        Ok(number)
    }

    /// Writes how a unit was read; `numbers` has the numbers of its results.
    pub(super) fn explained(
        &mut self,
        explained: &Explained,
        source: &Source,
        numbers: &[Option<usize>],
    ) -> Result<()> {
        match &mut self.explained {
            Some(file) => file.unit(explained, source, numbers),
            None => Ok(()),
        }
    }

    /// Writes a game that already has its number.
    fn put(&mut self, file: &str, text: Text) -> Result<()> {
        let out = match &mut self.out {
            Sink::Text(out) => out,
            #[cfg(feature = "tables")]
            Sink::Table(table) => {
                return if let Text::Table(game) = text { table.game(&game, file) } else { Ok(()) };
            }
            #[cfg(not(feature = "tables"))]
            Sink::Table(_) => {
                let _ = file;
                return Ok(());
            }
        };
        match text {
            Text::Plain(text) => out.write_all(text.as_bytes())?,
            Text::Json(line) => sink::json::write_numbered(&line, self.games, out)?,
            Text::Rows(rows) => {
                let number = self.games.to_string();
                for row in rows {
                    // Games of variants have no columns for what comments show.
                    let lacking = sink::csv::COLUMNS.len().saturating_sub(row.len() + 1);
                    let rest = std::iter::repeat_n("", lacking);
                    let cells = std::iter::once(number.as_str()).chain(row.iter().map(String::as_str));
                    csv_row(out, cells.chain(rest))?;
                }
            }
            #[cfg(feature = "arrow")]
            Text::Table(_) => {}
        }
        Ok(())
    }

    /// Writes the findings and the summary to standard error.
    pub(super) fn show(&mut self) -> Result<()> {
        if let Sink::Text(out) = &mut self.out {
            out.flush()?;
        }
        if self.quiet {
            return Ok(());
        }
        tell(&self.pending);
        if self.withheld > 0 {
            tell(&format!(
                "{} more findings are not shown; --report FILE writes all of them\n\n",
                self.withheld
            ));
        }
        tell(&self.summary.text(self.style.colour));
        if self.doubts > 0 {
            tell(&format!("Review {}: {}\n", count(self.doubts, "doubt"), self.review));
        }
        Ok(())
    }

    /// Whether the inputs have no games, but perhaps fragments, which are left out.
    pub(super) fn has_nothing(&self) -> bool {
        self.games == 0 && (self.without || self.pieces)
    }

    /// Reports that there is no game: writes the report, but no output file.
    pub(super) fn nothing(mut self, inputs: &[Input]) -> Result<Status> {
        self.show()?;
        if let Some(report) = self.report {
            report.finish()?;
        }
        if let Some(explained) = self.explained {
            explained.finish()?;
        }
        let is_picture = |input: &Input| {
            input.head(64).is_ok_and(|head| recognise(&head).is_ok_and(|form| form.is_picture()))
        };
        match inputs {
            [one] if is_picture(one) => bail!(
                "no game was found in {}; if it is a score sheet whose cells are not found by themselves, give them with --grid FILE",
                one.name()
            ),
            [one] => bail!("no game was found in {}", one.name()),
            _ => bail!("no game was found in any of {} inputs", inputs.len()),
        }
    }

    pub(super) fn finish(mut self) -> Result<Status> {
        self.show()?;
        let GameWriter { out, report, explained, summary, .. } = self;
        match out {
            Sink::Text(out) => out.finish()?,
            Sink::Table(table) => table.finish()?,
        }
        if let Some(report) = report {
            report.finish()?;
        }
        if let Some(explained) = explained {
            explained.finish()?;
        }
        Ok(if summary.has_findings() { Status::Findings } else { Status::Clean })
    }
}

pub(in crate::cli) fn csv_row<T: AsRef<str>>(
    out: &mut impl Write,
    fields: impl Iterator<Item = T>,
) -> Result<()> {
    let mut row = csv::WriterBuilder::new().from_writer(Vec::new());
    row.write_record(fields.map(|field| field.as_ref().to_owned()))?;
    out.write_all(&row.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?)?;
    Ok(())
}
