//! `benches/RESULTS.md`, from a run and from the figures of the other benches.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::run::{Row, Run};

/// `benches/others.toml`: figures of benches that are not part of the score.
#[derive(Deserialize)]
struct Others {
    figure: Vec<Other>,
}

#[derive(Deserialize)]
struct Other {
    what: String,
    figure: String,
    command: String,
    of: String,
}

/// Figures of several rows, added up.
#[derive(Default)]
struct Sum {
    figures: Vec<(&'static str, u64)>,
    processor_s: f64,
}

impl Sum {
    fn of<'r>(rows: impl Iterator<Item = &'r Row>, what: &[&'static str]) -> Sum {
        let mut sum = Sum { figures: what.iter().map(|&what| (what, 0)).collect(), processor_s: 0.0 };
        for row in rows {
            for (what, count) in &mut sum.figures {
                *count += row.figure(what);
            }
            sum.processor_s += row.processor_s;
        }
        sum
    }

    fn get(&self, what: &str) -> u64 {
        self.figures.iter().find(|(own, _)| *own == what).map_or(0, |&(_, count)| count)
    }
}

const BOOK_FIGURES: &[&str] = &["games", "exact", "tail", "plies", "plies right", "silent"];

fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

/// A row as the terminal shows it.
pub fn one_line(row: &Row) -> String {
    let figures: Vec<String> = row.figures.iter().map(|(what, count)| format!("{what} {count}")).collect();
    format!(
        "{} {}: {}; {:.1} s ({:.1} s wall)",
        row.kind,
        row.name,
        figures.join(", "),
        row.processor_s,
        row.wall_s
    )
}

/// Writes `RESULTS.md` into `benches`, with the figures of `others.toml` there.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write_report(run: &Run, benches: &Path) -> Result<()> {
    let path = benches.join("others.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let others: Others = toml::from_str(&text).with_context(|| path.display().to_string())?;
    let path = benches.join("RESULTS.md");
    std::fs::write(&path, report_of(run, &others)?).with_context(|| path.display().to_string())
}

fn report_of(run: &Run, others: &Others) -> Result<String> {
    let memory = run.machine.memory_gb.map_or_else(String::new, |memory| format!(", {memory} GB of memory"));
    let mut text = format!(
        "# Results\n\n\
         Of commit {}, taken {} on {} cores{memory}. Generated, with the figures of [others.toml](others.toml), by\n\n\
         ```sh\n\
         cargo run --release -p scorebook-score                # all of it; the run is kept in benches/score\n\
         cargo run --release -p scorebook-score -- --report    # this file, from the newest run\n\
         ```\n\n\
         \"Exact\": every half-move equals the reference. \"But for the tail\": up to two half-moves more or less. \"Silent\": it parts from the\n\
         reference where nothing is reported, though it claims to be read. \"Claimed\": called verified or settled. Seconds are of all processors\n\
         together, of the profile `release`.\n\n",
        run.commit, run.taken, run.machine.cores
    );
    write_books(run, &mut text)?;
    write_records(run, &mut text)?;
    write_others(others, &mut text)?;
    Ok(text)
}

fn write_books(run: &Run, text: &mut String) -> Result<()> {
    text.push_str("| books | games | exact | but for the tail | half-moves right | silent | s |\n|---|---|---|---|---|---|---|\n");
    for row in run.of_kind("book") {
        write_book(&row.name, &Sum::of(std::iter::once(row), BOOK_FIGURES), text)?;
    }
    for (kind, name) in
        [("printed-clean", "clean text"), ("printed-text", "text of the scan"), ("printed-hocr", "hOCR")]
    {
        for wear in ["0.2", "0.6"] {
            let rows = run.of_kind(kind).filter(|row| row.name.ends_with(wear));
            write_book(&format!("printed sets, wear {wear}, {name}"), &Sum::of(rows, BOOK_FIGURES), text)?;
        }
    }
    text.push('\n');
    Ok(())
}

fn write_book(name: &str, sum: &Sum, text: &mut String) -> Result<()> {
    let right = share(sum.get("plies right"), sum.get("plies"));
    let [games, exact, tail, silent] = ["games", "exact", "tail", "silent"].map(|what| sum.get(what));
    writeln!(text, "| {name} | {games} | {exact} | {tail} | {right} | {silent} | {:.0} |", sum.processor_s)?;
    Ok(())
}

fn write_records(run: &Run, text: &mut String) -> Result<()> {
    text.push_str(
        "| records | all | right | claimed | wrong, but claimed | s |\n|---|---|---|---|---|---|\n",
    );
    for row in run.of_kind("records") {
        let [all, right, wrong] = ["records", "right", "wrong claimed"].map(|what| row.figure(what));
        writeln!(text, "| {} | {all} | {right} | – | {wrong} | {:.1} |", row.name, row.processor_s)?;
    }
    for row in run.of_kind("made") {
        let [all, exact, claimed, wrong] =
            ["records", "exact", "claimed", "wrong claimed"].map(|what| row.figure(what));
        writeln!(
            text,
            "| made: {} | {all} | {exact} | {claimed} | {wrong} | {:.1} |",
            row.name, row.processor_s
        )?;
    }
    for row in run.of_kind("unknown") {
        let [games, claimed] = ["games", "games claimed"].map(|what| row.figure(what));
        writeln!(
            text,
            "| {}, games without a reference | {games} | – | {claimed} | – | {:.1} |",
            row.name, row.processor_s
        )?;
    }
    text.push_str(
        "\n| score sheets | known | exact | half-moves right | claimed | wrong, but claimed | read to the end | s |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in run.of_kind("sheets") {
        let [known, exact, claimed, wrong, ended, sheets] =
            ["sheets known", "exact", "claimed", "wrong claimed", "read to the end", "sheets"]
                .map(|what| row.figure(what));
        let right = share(row.figure("plies right"), row.figure("plies"));
        writeln!(
            text,
            "| {} | {known} | {exact} | {right} | {claimed} | {wrong} | {ended} of {sheets} | {:.0} |",
            row.name, row.processor_s
        )?;
    }
    text.push('\n');
    Ok(())
}

fn write_others(others: &Others, text: &mut String) -> Result<()> {
    text.push_str("| other benches | figure | command | of |\n|---|---|---|---|\n");
    for Other { what, figure, command, of } in &others.figure {
        writeln!(text, "| {what} | {figure} | `{command}` | {of} |")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Spent;
    use crate::run::Machine;

    #[test]
    fn a_report_is_short_and_says_what_the_run_says() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/others.toml");
        let others: Others = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let spent = Spent { processor: 41.4, wall: 20.0, timeouts: 0 };
        let counts =
            [("games", 81), ("exact", 71), ("tail", 5), ("plies", 200), ("plies right", 196), ("silent", 4)];
        let run = Run {
            commit: "311cf67".to_owned(),
            taken: "2026-11-27T10:00Z".to_owned(),
            machine: Machine { cores: 2, memory_gb: Some(23) },
            quick: false,
            complete: true,
            rows: vec![Row::new("book", "blue-book", &counts, String::new(), spent)],
            skipped: Vec::new(),
        };
        let text = report_of(&run, &others).unwrap();
        assert!(text.contains("| blue-book | 81 | 71 | 5 | 98.0 % | 4 | 41 |"), "{text}");
        assert!(text.lines().count() < 80);
    }
}
