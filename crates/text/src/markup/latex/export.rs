//! Games as the package `xskak` exports them: a definition for each thing that is known of a half-move,
//! `\csname Xskak.mygame.3.w.move\endcsname {b1-c3}`.

use super::{FACTS, Out, group};

/// The first position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const OPENS: &str = "\\csname Xskak";
const CLOSES: &str = "\\endcsname";
/// Most bytes of a name with its value.
const LONGEST: usize = 2048;

/// The games of an export; `None` if the text is none.
pub(super) fn strip(raw: &str) -> Option<Out> {
    let mut out = Out::default();
    let mut ending: Option<&str> = None;
    let mut last: Option<(&str, usize)> = None;
    for (at, _) in raw.match_indices(OPENS) {
        let from = at + OPENS.len();
        // A name is short.
        let rest = &raw[from..raw.floor_char_boundary(from + LONGEST)];
        let Some((name, behind)) = rest.split_once(CLOSES) else { continue };
        let behind = behind.trim_start_matches(' ');
        let Some(length) = group(behind) else { continue };
        let from = from + rest.len() - behind.len() + 1;
        let to = from + length - 2;
        let value = &raw[from..to];
        if let Some(own) = name.strip_prefix('.') {
            // `mygame.3.w.move`
            let mut parts = own.rsplitn(4, '.');
            let (Some("move"), Some(side), Some(number)) = (parts.next(), parts.next(), parts.next()) else {
                continue;
            };
            if !out.text.ends_with(char::is_whitespace) || out.text.ends_with("]\n") {
                out.put("\n", from, from);
            }
            let dots = if side == "w" { ". " } else { "... " };
            // A half-move that stands there again is the same one.
            let number_of = number.parse::<usize>().unwrap_or(0);
            if last == Some((side, number_of)) {
                continue;
            }
            last = Some((side, number_of));
            out.put(&format!("{number}{dots}"), from, from);
            // The move of the rook stands behind that of the king: `e1-g1,h1-f1`.
            let king = value.find(',').map_or(to, |length| from + length);
            out.copy(raw, from, king);
            out.put(" ", king, to);
            continue;
        }
        // A game begins with its first position.
        if name.ends_with("initfen") {
            close(&mut out, ending.take(), at);
            last = None;
            if value != START && !value.is_empty() {
                tag("FEN", (from, to), raw, &mut out);
            }
            continue;
        }
        let known = FACTS.iter().filter(|(own, _)| name.ends_with(own)).max_by_key(|(own, _)| own.len());
        if let Some((_, label)) = known.filter(|_| !value.is_empty()) {
            ending = if *label == "Result" { Some(value) } else { ending };
            tag(label, (from, to), raw, &mut out);
        }
    }
    close(&mut out, ending, raw.len());
    let has_moves = out.text.lines().any(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    has_moves.then_some(out)
}

fn tag(label: &str, (from, to): (usize, usize), raw: &str, out: &mut Out) {
    out.put(&format!("[{label} \""), from, from);
    out.put(&raw[from..to].replace('"', ""), from, to);
    out.put("\"]\n", to, to);
}

/// Ends a game.
fn close(out: &mut Out, ending: Option<&str>, at: usize) {
    if !out.text.trim().is_empty() {
        out.put(ending.unwrap_or("*"), at, at);
        out.put("\n\n", at, at);
    }
}
