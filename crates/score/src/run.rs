//! One run of the score: what is written as JSON, and how two runs are compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::program::Spent;

/// One run.
#[derive(Serialize, Deserialize)]
pub struct Run {
    /// The commit of the program that was scored, with `+` if the tree had changes.
    pub commit: String,
    /// When the run ended: UTC, to the minute.
    pub taken: String,
    /// On what.
    pub machine: Machine,
    /// Whether only a sample was scored.
    #[serde(default)]
    pub quick: bool,
    /// Whether all kinds were scored, in full.
    pub complete: bool,
    /// The figures.
    pub rows: Vec<Row>,
    /// What was not there to be scored.
    pub skipped: Vec<String>,
}

/// What can be said of a machine without naming it.
#[derive(Serialize, Deserialize)]
pub struct Machine {
    /// Processors that the run could use.
    pub cores: usize,
    /// Memory in GB; absent where the system does not tell.
    pub memory_gb: Option<u64>,
}

/// The score of one source.
#[derive(Serialize, Deserialize)]
pub struct Row {
    /// `book`, `printed-text`, `pasted`, …
    pub kind: String,
    /// The source.
    pub name: String,
    /// Counts, by what they count.
    pub figures: BTreeMap<String, u64>,
    /// One sign a game or record, in the order of the source.
    pub verdicts: String,
    /// Processor seconds.
    pub processor_s: f64,
    /// Seconds on the clock.
    pub wall_s: f64,
}

impl Row {
    /// A row with its counts.
    pub fn new(kind: &str, name: &str, counts: &[(&str, u64)], verdicts: String, spent: Spent) -> Row {
        let mut figures: BTreeMap<String, u64> =
            counts.iter().map(|&(what, count)| (what.to_owned(), count)).collect();
        if spent.timeouts > 0 {
            figures.insert("timeouts".to_owned(), spent.timeouts);
        }
        let to_hundredths = |seconds: f64| (seconds * 100.0).round() / 100.0;
        Row {
            kind: kind.to_owned(),
            name: name.to_owned(),
            figures,
            verdicts,
            processor_s: to_hundredths(spent.processor),
            wall_s: to_hundredths(spent.wall),
        }
    }

    /// A figure; 0 where the row has none of that name.
    pub fn figure(&self, what: &str) -> u64 {
        self.figures.get(what).copied().unwrap_or(0)
    }
}

impl Machine {
    /// This one.
    pub fn this() -> Machine {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let memory = std::fs::read_to_string("/proc/meminfo").ok();
        let kilobytes = memory.as_deref().and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
            line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()
        });
        Machine { cores, memory_gb: kilobytes.map(|kb| kb.div_ceil(1 << 20)) }
    }
}

impl Run {
    /// Reads a run.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one.
    pub fn read(path: &Path) -> Result<Run> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Writes the run as a new file of `folder`, whose name tells time and commit.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        std::fs::create_dir_all(folder)?;
        let part = if self.complete { "" } else { "-part" };
        let commit = self.commit.replace('+', "-changed");
        let path = folder.join(format!("{}-{commit}{part}.json", self.taken.replace(':', "")));
        std::fs::write(&path, self.to_text()?).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// One line a row, so that versions of a file can be compared.
    fn to_text(&self) -> Result<String> {
        let rows: Vec<String> = self.rows.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        Ok(format!(
            "{{\"commit\": {}, \"taken\": {}, \"quick\": {}, \"complete\": {},\n\"machine\": {},\n\"skipped\": {},\n\"rows\": [\n{}\n]}}\n",
            serde_json::to_string(&self.commit)?,
            serde_json::to_string(&self.taken)?,
            self.quick,
            self.complete,
            serde_json::to_string(&self.machine)?,
            serde_json::to_string(&self.skipped)?,
            rows.join(",\n")
        ))
    }

    /// The rows of a kind.
    pub fn of_kind<'r>(&'r self, kind: &'r str) -> impl Iterator<Item = &'r Row> {
        self.rows.iter().filter(move |row| row.kind == kind)
    }
}

/// All kinds of rows of a complete run.
const ALL_KINDS: [&str; 8] =
    ["records", "sheets", "made", "unknown", "book", "printed-clean", "printed-text", "printed-hocr"];

/// One run of several of the same program, each of which scored a part; of rows that several have, the last counts.
///
/// # Errors
/// If they are none, or of several commits.
pub fn merge_runs(parts: Vec<Run>) -> Result<Run> {
    let mut parts = parts.into_iter();
    let mut whole = parts.next().context("no run to merge")?;
    for part in parts {
        anyhow::ensure!(part.commit == whole.commit, "runs of {} and of {}", whole.commit, part.commit);
        whole.rows.retain(|row| !part.rows.iter().any(|new| new.kind == row.kind && new.name == row.name));
        whole.rows.extend(part.rows);
        whole.skipped.extend(part.skipped);
        whole.quick |= part.quick;
        whole.taken = whole.taken.max(part.taken);
    }
    let has_kind = |kind: &&str| whole.rows.iter().any(|row| row.kind == *kind);
    whole.complete = !whole.quick && whole.skipped.is_empty() && ALL_KINDS.iter().all(has_kind);
    Ok(whole)
}

/// The newest complete run of a folder.
///
/// # Errors
/// If the folder cannot be read, or has none.
pub fn newest_run(folder: &Path) -> Result<Run> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    for path in paths.iter().rev() {
        let run = Run::read(path)?;
        if run.complete {
            return Ok(run);
        }
    }
    anyhow::bail!("{} has no complete run", folder.display())
}

/// What differs between two runs, a line a row, with the games or records (from 1) whose verdicts changed.
pub fn differences(old: &Run, new: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &new.rows {
        let Some(before) = old.rows.iter().find(|own| own.kind == row.kind && own.name == row.name) else {
            continue;
        };
        let mut parts: Vec<String> = Vec::new();
        for (what, &count) in &row.figures {
            let was = before.figure(what);
            if was != count {
                parts.push(format!("{what} {was} → {count}"));
            }
        }
        if before.verdicts.chars().count() == row.verdicts.chars().count() {
            let changed = before.verdicts.chars().zip(row.verdicts.chars()).enumerate();
            parts.extend(
                changed
                    .filter(|(_, (was, is))| was != is)
                    .map(|(at, (was, is))| format!("#{} {was}→{is}", at + 1)),
            );
        }
        let time = format!("{:.1} → {:.1} s", before.processor_s, row.processor_s);
        if parts.is_empty() {
            parts.push("the same".to_owned());
        }
        lines.push(format!("{} {}: {} ({time})", row.kind, row.name, parts.join(", ")));
    }
    lines
}
