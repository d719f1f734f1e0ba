//! Progress bars, shown on a terminal only.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::convert::input::Input;
use crate::convert::progress::{Progress, Step};
use crate::text::bare_name;

/// A bar that counts the bytes of `inputs`, with a message; a spinner if a size is unknown. Hidden if `quiet`.
pub(super) fn bytes(inputs: &[Input], quiet: bool) -> ProgressBar {
    let template = match total(inputs) {
        Some(_) => "{spinner} {bar:30} {bytes}/{total_bytes} {elapsed_precise} {msg}",
        None => "{spinner} {bytes} {elapsed_precise} {msg}",
    };
    bar(total(inputs), quiet, template)
}

/// The size of all inputs; that of a compressed one is not known before it is read.
pub(super) fn total(inputs: &[Input]) -> Option<u64> {
    let packed = |input: &Input| bare_name(&input.name()) != input.name();
    if inputs.iter().any(packed) { None } else { inputs.iter().map(Input::size).sum() }
}

/// A bar that counts the blocks of an archive. Hidden if `quiet`.
pub(super) fn blocks(total: usize, quiet: bool) -> ProgressBar {
    bar(Some(total as u64), quiet, "{spinner} {bar:30} block {pos} of {len} {elapsed_precise} {msg}")
}

/// Shows the steps of a conversion as the message of a bar: `book.txt, page 3 of 12: finding columns`.
pub(super) fn conversion(bar: &ProgressBar) -> Progress {
    if bar.is_hidden() {
        return Progress::default();
    }
    let bar = bar.clone();
    Progress::new(move |step| {
        let Step { file, thing, done, of, doing } = step;
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        bar.set_message(match of {
            0 => format!("{name}: {doing}"),
            _ => format!("{name}, {thing} {done} of {of}: {doing}"),
        });
    })
}

/// The same with the speed, which is known without the total size too.
pub(super) fn bytes_and_speed(total: Option<u64>, quiet: bool) -> ProgressBar {
    let template = if total.is_some() {
        "{spinner} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} {msg}"
    } else {
        "{spinner} {bytes} {bytes_per_sec} {msg}"
    };
    bar(total, quiet, template)
}

/// A spinner with a message and the time. Hidden if `quiet`.
pub(super) fn spinner(quiet: bool) -> ProgressBar {
    bar(None, quiet, "{spinner} {elapsed_precise} {prefix}{msg}")
}

/// Whether to show progress: standard error is a terminal, and the user did not ask for quiet.
pub(super) fn is_shown(quiet: bool) -> bool {
    !quiet && stderr().is_terminal()
}

fn bar(total: Option<u64>, quiet: bool, template: &str) -> ProgressBar {
    if !is_shown(quiet) {
        return ProgressBar::hidden();
    }
    let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
