//! Clocks and evaluations in comments.

/// The clocks and evaluations after each half-move of the main line.
///
/// ```
/// use scorebook_tables::Shown;
/// let mut shown = Shown::default();
/// shown.comment(1, "[%eval 0.17] [%clk 0:10:00]");
/// shown.comment(2, "[%eval #-3]");
/// assert_eq!(shown.clocks, [Some(600.0)]);
/// assert_eq!(shown.evals, [Some(0.17)]);
/// assert_eq!(shown.mates, [None, Some(-3)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Seconds on the clock of the player who moved (`[%clk]`); ends with the last known value.
    pub clocks: Vec<Option<f32>>,
    /// Pawns, from White's side (`[%eval 0.35]`); ends likewise.
    pub evals: Vec<Option<f32>>,
    /// Moves to mate, negative if Black mates (`[%eval #-3]`); ends likewise.
    pub mates: Vec<Option<i16>>,
}

/// Most bytes of a command's value.
const LONGEST: usize = 64;

impl Shown {
    /// Removes the data of the previous game.
    pub fn clear(&mut self) {
        self.clocks.clear();
        self.evals.clear();
        self.mates.clear();
    }

    /// Adds the values in a comment after half-move `ply`, from 1. A comment before the first half-move is
    /// ignored; of two values the first counts.
    pub fn comment(&mut self, ply: usize, text: &str) {
        let bytes = text.as_bytes();
        if ply == 0 {
            return;
        }
        for at in memchr::memmem::find_iter(bytes, b"[%") {
            let rest = &bytes[at + 2..];
            let rest = &rest[..rest.len().min(LONGEST)];
            let Some(end) = rest.iter().position(|&byte| byte == b']') else { continue };
            let Ok(command) = std::str::from_utf8(&rest[..end]) else { continue };
            match command.split_once(' ') {
                Some(("clk", value)) => put(&mut self.clocks, ply, seconds(value.trim())),
                Some(("eval", value)) => {
                    // A depth may follow a comma.
                    let value = value.split(',').next().unwrap_or_default().trim();
                    match value.strip_prefix('#') {
                        Some(mate) => put(&mut self.mates, ply, mate.parse().ok()),
                        None => put(&mut self.evals, ply, pawns(value)),
                    }
                }
                _ => {}
            }
        }
    }
}

fn put<T: Copy>(column: &mut Vec<Option<T>>, ply: usize, value: Option<T>) {
    if value.is_none() || column.get(ply - 1).is_some_and(Option::is_some) {
        return;
    }
    if column.len() < ply {
        column.resize(ply, None);
    }
    column[ply - 1] = value;
}

/// `1:02:03`, `1:02:03.4`.
fn seconds(text: &str) -> Option<f32> {
    let mut parts = text.split(':');
    let (hours, minutes, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds = number(rest).filter(|seconds| *seconds >= 0.0)?;
    (parts.next().is_none() && minutes < 60 && seconds < 60.0)
        .then(|| (f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds) as f32)
}

fn pawns(text: &str) -> Option<f32> {
    number(text).map(|value| value as f32)
}

/// A decimal number, but not `inf` or `1e5`.
fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_no_nonsense() {
        let mut shown = Shown::default();
        for odd in [
            "[%clk 0:60:00]",
            "[%clk 1:2]",
            "[%eval inf]",
            "[%eval ]",
            "[%clk 0:00:01",
            "[%csl Ga1]",
            "clk 1:00:00",
        ] {
            shown.comment(1, odd);
        }
        shown.comment(0, "[%clk 1:00:00]");
        assert_eq!(shown, Shown::default());
    }

    #[test]
    fn the_first_value_counts() {
        let mut shown = Shown::default();
        shown.comment(2, "[%clk 0:00:09.5] and [%clk 0:00:08]");
        shown.comment(2, "[%clk 0:00:07] [%eval -1.5,20]");
        assert_eq!(shown.clocks, [None, Some(9.5)]);
        assert_eq!(shown.evals, [None, Some(-1.5)]);
    }
}
