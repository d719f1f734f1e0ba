//! The format of an output by its file extension, so that `games.json` never contains PGN.

use std::path::Path;

use crate::render::path_name;
use anyhow::{Result, bail};

/// The format for the extension of a file, from `known` (pairs of extension and format).
///
/// `None` if there is no extension, or one of plain text.
///
/// # Errors
/// If the extension is another one: a file must not contain something else than its name says.
pub(super) fn format<T: Copy>(path: Option<&Path>, known: &[(&str, T)]) -> Result<Option<T>> {
    let Some(path) = path else { return Ok(None) };
    let Some(ending) = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase)
    else {
        return Ok(None);
    };
    if let Some((_, format)) = known.iter().find(|(own, _)| *own == ending) {
        return Ok(Some(*format));
    }
    if PLAIN.contains(&ending.as_str()) {
        return Ok(None);
    }
    let own: Vec<String> = known.iter().map(|(ending, _)| format!(".{ending}")).collect();
    bail!("{}: this output cannot be written as .{ending}; use {}", path_name(path), own.join(", "));
}

/// Extensions of plain text, which is any format.
const PLAIN: &[&str] = &["txt", "text"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_says_the_format_or_no() {
        let known = &[("csv", 1), ("json", 2)];
        let format = |name: &str| format(Some(Path::new(name)), known).ok();
        assert_eq!(format("x.csv"), Some(Some(1)));
        assert_eq!(format("x.JSON"), Some(Some(2)));
        assert_eq!(format("x"), Some(None));
        assert_eq!(format("x.txt"), Some(None));
        assert_eq!(format("x.pdf"), None);
        assert_eq!(format("x.xyz"), None);
    }
}
