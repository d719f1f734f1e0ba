//! `--allow`, `--note`, `--warn`, `--deny`: which codes are reported, and with which severity.

use anyhow::{Result, bail};

use crate::finding::{Code, Severity, code};
use crate::verify::Levels;

/// What to report, and how gravely.
#[derive(clap::Args, Debug, Default)]
pub(super) struct LevelArgs {
    /// Do not report this code, or all codes of this letter
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append, value_delimiter = ',')]
    allow: Vec<String>,
    /// Report this code as a note
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append, value_delimiter = ',')]
    note: Vec<String>,
    /// Report this code as a warning
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append, value_delimiter = ',')]
    warn: Vec<String>,
    /// Report this code as an error
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append, value_delimiter = ',')]
    deny: Vec<String>,
}

impl LevelArgs {
    /// The levels; an option for a code overrides one for its letter.
    pub(super) fn levels(&self) -> Result<Levels> {
        let mut levels = Levels::default();
        let all = [
            (&self.allow, None),
            (&self.note, Some(Severity::Note)),
            (&self.warn, Some(Severity::Warning)),
            (&self.deny, Some(Severity::Error)),
        ];
        for single in [false, true] {
            for (ids, severity) in &all {
                for id in ids.iter().filter(|id| (id.trim().len() > 1) == single) {
                    let codes = codes(id)?;
                    codes.into_iter().for_each(|code| match severity {
                        None => levels.allow(code),
                        Some(severity) => levels.set(code, *severity),
                    });
                }
            }
        }
        Ok(levels)
    }
}

/// The codes that `id` selects: one code, or all codes of a letter.
fn codes(id: &str) -> Result<Vec<&'static Code>> {
    let id = id.trim();
    let found: Vec<&'static Code> = if id.len() == 1 {
        code::all().filter(|code| code.id[..1].eq_ignore_ascii_case(id)).collect()
    } else {
        code::find(id).into_iter().collect()
    };
    if found.is_empty() {
        bail!("no code {id}: `scorebook explain` lists them all");
    }
    Ok(found)
}
