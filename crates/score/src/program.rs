//! The program that is scored: started once an input, timed, its output read.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use wait_timeout::ChildExt as _;

/// Set for a child process that shall be `scorebook` itself.
pub const AS_SCOREBOOK: &str = "SCOREBOOK_SCORE_AS_SCOREBOOK";

/// A build of `scorebook`.
pub struct Program {
    path: PathBuf,
    /// Whether `path` is this executable, which is `scorebook` where [`AS_SCOREBOOK`] is set.
    is_this: bool,
}

/// What became of one input.
#[derive(Default)]
pub struct Converted {
    /// The games, in the order of the output; none where nothing was written.
    pub games: Vec<Game>,
    /// The report of findings, as CSV.
    pub report: String,
    /// What it took.
    pub spent: Spent,
}

/// What a run or a part of it took.
#[derive(Copy, Clone, Default)]
pub struct Spent {
    /// Seconds of all processors together; 0 where the system does not tell.
    pub processor: f64,
    /// Seconds on the clock.
    pub wall: f64,
    /// Inputs that were given up after their time.
    pub timeouts: u64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.processor += other.processor;
        self.wall += other.wall;
        self.timeouts += other.timeouts;
    }
}

/// One game as `convert --to json` writes it.
#[derive(Deserialize)]
pub struct Game {
    /// The input file.
    #[serde(default)]
    pub file: String,
    /// `verified`, `settled`, `incomplete`, …
    #[serde(default)]
    pub reading: String,
    /// The notation in which it was read.
    #[serde(default)]
    pub notation: String,
    /// The tag pairs.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    #[serde(default)]
    plies: Vec<Ply>,
    #[serde(default)]
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Ply {
    #[serde(default)]
    san: String,
    #[serde(default)]
    uci: String,
}

#[derive(Deserialize)]
struct Finding {
    ply: Option<usize>,
}

impl Game {
    /// The half-moves in UCI.
    pub fn uci(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.uci.clone()).collect()
    }

    /// The half-moves in SAN, parted by blanks.
    pub fn san(&self) -> String {
        self.plies.iter().map(|ply| ply.san.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The half-moves (from 1) that have a finding.
    pub fn doubted(&self) -> BTreeSet<usize> {
        self.findings.iter().filter_map(|finding| finding.ply).collect()
    }

    /// Whether it is called verified or settled.
    pub fn is_claimed(&self) -> bool {
        matches!(self.reading.as_str(), "verified" | "settled")
    }

    /// Whether it begins elsewhere than a game of chess does.
    pub fn is_set_up(&self) -> bool {
        self.tags.contains_key("FEN")
    }
}

/// Where an input comes from.
pub enum Input<'i> {
    /// A file or a directory.
    Path(&'i Path),
    /// Standard input.
    Text(&'i str),
}

impl Program {
    /// The program at `path`; without one, the `scorebook` that this executable is built with.
    ///
    /// # Errors
    /// If this executable cannot be found, or is built without `scorebook`.
    pub fn find(path: Option<PathBuf>) -> Result<Program> {
        Ok(match path {
            Some(path) => Program { path, is_this: false },
            None if cfg!(feature = "own") => Program { path: std::env::current_exe()?, is_this: true },
            None => anyhow::bail!("built without scorebook (feature `own`): name one with --program"),
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        if self.is_this {
            command.env(AS_SCOREBOOK, "1");
        }
        command
    }

    /// Whether there is such a command.
    pub fn has_command(&self, name: &str) -> bool {
        let status =
            self.command().args([name, "--help"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// Converts an input, in no more than `limit`.
    ///
    /// # Errors
    /// If the program cannot be started, or its output is not what it should be.
    pub fn convert<S: AsRef<OsStr>>(&self, input: &Input, args: &[S], limit: Duration) -> Result<Converted> {
        let folder = tempfile::tempdir()?;
        let (out, report) = (folder.path().join("out.json"), folder.path().join("report.csv"));
        let mut command = self.command();
        command.args(["convert", "--quiet", "--to", "json"]).args(args);
        command.arg("--report").arg(&report).arg("--output").arg(&out);
        command.arg(match input {
            Input::Path(path) => path.as_os_str(),
            Input::Text(_) => OsStr::new("-"),
        });
        let text = match input {
            Input::Path(_) => None,
            Input::Text(text) => Some(*text),
        };
        let spent = run_child(command, text, limit).with_context(|| self.path.display().to_string())?;
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        let games = read(&out)
            .lines()
            .map(|line| serde_json::from_str(line).with_context(|| line.to_owned()))
            .collect::<Result<_>>()?;
        Ok(Converted { games, report: read(&report), spent })
    }

    /// The PGN that another command makes of files; empty where it makes none.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn pgn_of(&self, name: &str, files: &[PathBuf], limit: Duration) -> Result<(Vec<u8>, Spent)> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("out.pgn");
        let mut command = self.command();
        command.arg(name).args(files).arg("--quiet").arg("--output").arg(&out);
        let spent = run_child(command, None, limit)?;
        Ok((std::fs::read(out).unwrap_or_default(), spent))
    }
}

/// Runs a child to its end, or to the end of its time.
fn run_child(mut command: Command, text: Option<&str>, limit: Duration) -> Result<Spent> {
    let (before, began) = (children_seconds(), Instant::now());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.stdin(if text.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn()?;
    if let (Some(text), Some(mut pipe)) = (text, child.stdin.take()) {
        // A program that does not want all of it closes the pipe, which is its affair.
        let _ = pipe.write_all(text.as_bytes());
    }
    let timeouts = match child.wait_timeout(limit)? {
        Some(_) => 0,
        None => {
            child.kill()?;
            child.wait()?;
            1
        }
    };
    let processor = children_seconds() - before;
    Ok(Spent { processor, wall: began.elapsed().as_secs_f64(), timeouts })
}

/// Seconds of processor time of all children that have ended.
#[cfg(unix)]
fn children_seconds() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return 0.0 };
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

#[cfg(not(unix))]
fn children_seconds() -> f64 {
    0.0
}
