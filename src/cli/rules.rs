//! `--variants`: rules of variants from a user's files.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use scorebook_variants::Rules;

/// Files with rules of variants.
#[derive(clap::Args, Debug, Default)]
pub(super) struct RulesArgs {
    /// Rules of variants (Fairy-Stockfish's variants.ini): games whose tag Variant names one are proven by them
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    variants: Vec<PathBuf>,
}

impl RulesArgs {
    /// The rules of all files, for as long as the program runs. Each variant that cannot be read is told on standard
    /// error by line and key, and its games stay unproven; a file of which nothing can be read ends the run.
    pub(super) fn rules(&self) -> Result<&'static [Rules]> {
        let mut all = Vec::new();
        for path in &self.variants {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let file = Rules::load(&String::from_utf8_lossy(&bytes));
            let said: Vec<String> =
                file.errors.iter().map(|error| format!("{}: {error}", path.display())).collect();
            if file.variants.is_empty() {
                bail!("{} holds no rules that can be read\n{}", path.display(), said.join("\n"));
            }
            let mut out = std::io::stderr().lock();
            said.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            all.extend(file.variants);
        }
        Ok(Vec::leak(all))
    }
}
