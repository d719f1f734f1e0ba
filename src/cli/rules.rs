//! `--variants` and `--rules`: the rules for games of variants.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use scorebook_variants::Rules;

use super::output::Output;
use crate::render::{Escape, path_name, shown};
use crate::text::Opened;

/// Largest file of rules, in bytes: those of all variants of Fairy-Stockfish have 100 kB.
const LARGEST: u64 = 16 << 20;

/// Files with rules of variants.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct RulesArgs {
    /// File with rules of variants (Fairy-Stockfish's variants.ini), selected by the tag Variant of a game
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    variants: Vec<PathBuf>,
}

/// The rules of what does not name its own.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct UsualArgs {
    /// The variant of games without a tag Variant; `--rules list` lists those built in and those of --variants
    #[arg(long, value_name = "VARIANT")]
    rules: Option<String>,
}

impl RulesArgs {
    /// The rules in all files, kept for the whole run. A variant that cannot be read is among them with the reason, which
    /// is told where a game needs it. A file with no readable variant is an error.
    pub(super) fn rules(&self) -> Result<&'static [Rules]> {
        let mut all = Vec::new();
        for path in &self.variants {
            let name = path_name(path);
            let bytes = read(path).with_context(|| format!("cannot read {name}"))?;
            let file = Rules::load(&String::from_utf8_lossy(&bytes));
            let said: Vec<String> =
                file.errors.iter().map(|error| format!("{name}: {}\n", shown(&error.to_string()))).collect();
            if file.variants.is_empty() {
                bail!("{name} contains no readable rules\n{}", said.concat().trim_end());
            }
            all.extend(file.variants);
            let of_file = |why: String| format!("{}, {why}", path_name(path));
            all.extend(
                file.refused.into_iter().map(|rules| Rules { refused: rules.refused.map(of_file), ..rules }),
            );
        }
        Ok(Vec::leak(all))
    }
}

/// The bytes of a file of rules.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Opened::path(path)?.into_reader().take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let what = format!("it has more than {} MB, and is no file of rules", LARGEST >> 20);
        return Err(std::io::Error::other(what));
    }
    Ok(bytes)
}

impl UsualArgs {
    /// Whether the user asked for the list of variants.
    pub(super) fn lists(&self) -> bool {
        self.rules.as_deref() == Some("list")
    }

    /// The named rules, among the user's `own` and the built-in ones.
    pub(super) fn rules(&self, own: &'static [Rules]) -> Result<Option<&'static Rules>> {
        let Some(name) = &self.rules else { return Ok(None) };
        let found = Rules::called(name, own)
            .with_context(|| format!("unknown variant `{name}`; see --rules list"))?;
        if let Some(why) = &found.refused {
            bail!("the rules of {name} cannot be used: {why}");
        }
        Ok(Some(found))
    }
}

/// Writes the names of all variants, one per line, those in the user's files first.
pub(super) fn list(own: &'static [Rules]) -> Result<()> {
    let mut out = Output::create(None)?.escaped(Escape::Text);
    for (rules, whose) in own
        .iter()
        .map(|rules| (rules, "of a file"))
        .chain(scorebook_variants::builtin().iter().map(|rules| (rules, "built in")))
    {
        let board = format!("{} × {}", rules.board.files, rules.board.ranks);
        let refused = rules.refused.as_ref().map_or(String::new(), |why| format!(", refused: {why}"));
        writeln!(out, "{:<20} {board:<8} {whose}{refused}", rules.name)?;
    }
    out.finish()
}
