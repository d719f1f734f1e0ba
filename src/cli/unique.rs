//! Duplicates that `select` and `fix` leave out: options, the first pass over the corpus, the report.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, KnownOutcome};

use super::corpus::{Run, Segment, named, segments};
use super::interrupt;
use super::output::Output;
use super::sbk;
use crate::archive::{Archive, Body, Stored, VariantRules};
use crate::convert::input::Input;
use crate::corpus::check::{CheckedGame, Work};
use crate::corpus::unique::{Finder, Gone, Removal, Rule, Substance, UniquePlace};
use crate::pgn::{Lexer, TokenKind};
use crate::render::{Escape, count, shown_on_a_line};
use crate::verify::{Identity, Options};

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Duplicates")]
pub(super) struct UniqueArgs {
    /// Which games are duplicates
    #[arg(long, value_enum, value_name = "RULE", value_delimiter = ',', default_value = "same,part")]
    duplicate_rules: Vec<RuleName>,
    /// Also compare with the games of these PGN files, directories or archives, which are kept in any case; may be given more
    /// than once
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Write to this file (CSV) which games were left out, by which rule, which game is kept for each, and in what they contradict
    /// each other
    #[arg(long, value_name = "FILE")]
    removed: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RuleName {
    /// The same players, whatever the spelling of their names, the same moves, and no contradiction in given names, date, round,
    /// address, time or result (which do not matter from 40 half-moves on)
    Same,
    /// The beginning of a longer record of the same players and date, without such a contradiction
    Part,
    /// The same moves, whoever plays them
    Moves,
}

/// The games to leave out.
#[derive(Default)]
pub(super) struct Found {
    pub(super) gone: Gone,
    /// How many, by rule.
    counts: [usize; Rule::ALL.len()],
}

impl Found {
    /// `3 duplicates left out (of all games: 2 same, 1 part)`; `left_out`: how many of those to be written were.
    pub(super) fn summary(&self, left_out: usize) -> String {
        let by_rule = Rule::ALL.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let by_rule: Vec<String> = by_rule.map(|(rule, count)| format!("{count} {}", rule.name())).collect();
        let listed = if by_rule.is_empty() {
            String::new()
        } else {
            format!(" (of all games: {})", by_rule.join(", "))
        };
        format!("{} left out{listed}", count(left_out, "duplicate"))
    }
}

impl UniqueArgs {
    /// Checks that no option is given in vain; `flag` is the option that asks for duplicates to be left out.
    pub(super) fn check(&self, wanted: bool, flag: &str) -> Result<()> {
        if !wanted && (!self.against.is_empty() || self.removed.is_some()) {
            bail!("--against and --removed need {flag}");
        }
        Ok(())
    }

    /// Reads the corpus once and finds the games to leave out. They are read once more by who asks, so that a pipe is kept.
    pub(super) fn find(
        &self,
        inputs: &[Input],
        options: &Options,
        jobs: Option<usize>,
        quiet: bool,
    ) -> Result<Found> {
        for input in inputs {
            input.keep().with_context(|| format!("cannot read {}", shown_on_a_line(&input.name())))?;
        }
        let rules: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| self.has(*rule)).collect();
        let mut pass = Pass { finder: Finder::new(&rules), names: Vec::new(), options, jobs, quiet };
        pass.pgn(inputs, false)?;
        // Each is opened once: it may be a pipe.
        let against = if self.against.is_empty() { Vec::new() } else { segments(named(&self.against))? };
        for segment in against {
            match segment {
                Segment::Archive(input) => pass.archive(&input)?,
                Segment::Corpus(inputs) => pass.pgn(&inputs, true)?,
            }
        }
        let mut report = self.removed.as_deref().map(RemovedFile::create).transpose()?;
        let mut found = Found::default();
        for removal in pass.finder.removals().context("cannot sort the games")? {
            let removal = removal.context("cannot sort the games")?;
            found.gone.add(removal.place);
            found.counts[removal.rule as usize] += 1;
            if let Some(report) = &mut report {
                report.row(&removal, &pass.names)?;
            }
        }
        report.map_or(Ok(()), RemovedFile::finish)?;
        Ok(found)
    }

    fn has(&self, rule: Rule) -> bool {
        let name = match rule {
            Rule::Same => RuleName::Same,
            Rule::Part => RuleName::Part,
            Rule::Moves => RuleName::Moves,
        };
        self.duplicate_rules.contains(&name)
    }
}

/// A game of a chunk, as it is compared.
struct Compared {
    offset: u64,
    identity: Box<Identity>,
    substance: Substance,
}

/// The pass over all games.
struct Pass<'a> {
    finder: Finder,
    /// The names of the inputs.
    names: Vec<String>,
    options: &'a Options,
    jobs: Option<usize>,
    quiet: bool,
}

impl Pass<'_> {
    /// Adds the games of PGN files; `other`: they are those that the corpus is compared with.
    fn pgn(&mut self, inputs: &[Input], other: bool) -> Result<()> {
        let first = self.names.len();
        self.names.extend(inputs.iter().map(Input::name));
        let options = Options { identities: true, count_only: true, ..self.options.clone() };
        let (mut input, mut games) = (0, 0);
        let mut failed = None;
        let (finder, names) = (&mut self.finder, &self.names);
        let all = Run { inputs, jobs: self.jobs, quiet: self.quiet, charset: None, stop: interrupt::flag() }
            .each(
                |chunk| {
                    let (index, mut compared) = (chunk.input, Vec::new());
                    let mut work = Some(Box::new(Work::new(chunk)));
                    let mut error = None;
                    while let Some(next) = work {
                        let report =
                            next.report_each(&options, false, |game| compared.extend(compare(&game, other)));
                        error = report.failed.or(error);
                        work = report.rest;
                    }
                    (index, compared, error)
                },
                |(index, compared, error)| {
                    if index != input {
                        (input, games) = (index, 0);
                    }
                    if let Some(error) = error {
                        failed.get_or_insert(format!("{}: {error}", names[first + index]));
                    }
                    for game in compared {
                        games += 1;
                        let place = UniquePlace {
                            input: u32::try_from(first + index)?,
                            game: games,
                            offset: game.offset,
                        };
                        finder
                            .push(place, &game.identity, game.substance)
                            .context("cannot sort the games")?;
                    }
                    Ok(())
                },
            )?;
        if let Some(failed) = failed {
            bail!("cannot read {}", shown_on_a_line(&failed));
        }
        if !all {
            bail!("stopped by the user: no output was written");
        }
        Ok(())
    }

    /// Adds the games of an archive that the corpus is compared with.
    fn archive(&mut self, archive: &Input) -> Result<()> {
        let input = u32::try_from(self.names.len())?;
        let name = archive.name();
        let failed = || format!("cannot read {}", shown_on_a_line(&name));
        let archive = sbk::open_input(archive)?;
        self.names.push(name.clone());
        for number in 0..archive.block_count() {
            let block = archive.block(number).with_context(failed)?;
            for index in 0..block.len() {
                let game = Archive::game_in(&archive, &block, index).with_context(failed)?;
                let Some(identity) = identity(&game) else { continue };
                let game = block.first() + index as u64 + 1;
                let substance = Substance { other: true, proven: true, ..Substance::default() };
                let place = UniquePlace { input, game, offset: 0 };
                self.finder.push(place, &identity, substance).context("cannot sort the games")?;
            }
        }
        Ok(())
    }
}

/// What a game is compared by; `None` if it is no game.
fn compare(game: &CheckedGame<'_>, other: bool) -> Option<Compared> {
    let report = game.report;
    let identity = report.identity.clone().filter(|_| report.is_game)?;
    let (tags, notes) = substance(game.bytes.get(report.span.range()).unwrap_or_default());
    Some(Compared {
        offset: game.offset + report.span.start as u64,
        identity,
        substance: Substance { other, proven: report.proven && !report.broken, tags, notes },
    })
}

/// Number of tags with a value, and bytes of comments and variations.
fn substance(game: &[u8]) -> (u32, u32) {
    let mut lexer = Lexer::new(game);
    let (mut tags, mut notes, mut depth) = (0, 0, 0u32);
    if !lexer.begin_game() {
        return (0, 0);
    }
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Tag(tag) => {
                let value = game.get(tag.value.range()).unwrap_or_default().trim_ascii();
                tags += u32::from(!value.iter().all(|b| matches!(b, b'?' | b'.' | b'-' | b'*')));
            }
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let noted = matches!(
            token.kind,
            TokenKind::Comment { .. } | TokenKind::LineComment | TokenKind::Nag(_) | TokenKind::Glyph(_)
        );
        if depth > 0 || noted {
            notes += u32::try_from(token.span.len()).unwrap_or(u32::MAX / 4).min(u32::MAX / 4 - notes);
        }
    }
    (tags, notes)
}

/// What a stored game is compared by, as the verifier tells it of its text; `None` if it is stored as text.
fn identity(game: &Stored) -> Option<Identity> {
    let Body::Moves(moves) = &game.body else { return None };
    let value = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
    let fen = value("FEN");
    let is_array = || {
        fen.parse::<Fen>().ok() == Some(Fen::from_position(&Chess::default(), shakmaty::EnPassantMode::Legal))
    };
    let is_chess = VariantRules::of(&game.tags)
        .and_then(|rules| rules.start(&game.tags).ok())
        .is_some_and(|start| matches!(start, VariantPosition::Chess(_)));
    let start = match (is_chess, fen.is_empty() || is_array()) {
        (true, true) => None,
        (true, false) => Some(fen),
        (false, _) => Some(value("Variant") + " " + &fen),
    };
    Some(Identity {
        start,
        white: value("White"),
        black: value("Black"),
        date: value("Date"),
        round: value("Round"),
        site: value("Site"),
        time: value("UTCTime"),
        outcome: KnownOutcome::from_ascii(value("Result").as_bytes()).ok(),
        moves: moves.line.iter().map(|word| word.bits()).collect(),
    })
}

/// The report on the games that were left out.
struct RemovedFile(csv::Writer<Output>);

impl RemovedFile {
    fn create(path: &Path) -> Result<RemovedFile> {
        let mut out = csv::Writer::from_writer(Output::create(Some(path))?.escaped(Escape::Text));
        out.write_record(["file", "game", "rule", "kept_file", "kept_game", "kept_because", "differs"])?;
        Ok(RemovedFile(out))
    }

    fn row(&mut self, removal: &Removal, names: &[String]) -> Result<()> {
        let name = |place: &UniquePlace| names.get(place.input as usize).map_or("", String::as_str);
        self.0.write_record([
            name(&removal.place),
            &removal.place.game.to_string(),
            removal.rule.name(),
            name(&removal.kept),
            &removal.kept.game.to_string(),
            removal.better.words(),
            &removal.differs.words(),
        ])?;
        Ok(())
    }

    fn finish(self) -> Result<()> {
        self.0.into_inner().map_err(|error| error.into_error())?.finish()
    }
}
