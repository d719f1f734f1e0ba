//! Lists of openings, a line each: a code, the name in marks, and the moves, `A00 "Apertura Crab" 1.a4 e5 2.h4 *`. Each line is a game.

use super::{Left, Out};

/// Fewest lines of a list.
const FEWEST: usize = 3;

/// A line of a list.
struct Named<'t> {
    code: &'t str,
    name: &'t str,
    moves: &'t str,
}

impl<'t> Named<'t> {
    fn of(line: &'t str) -> Option<Named<'t>> {
        let (code, rest) = line.trim().split_once(|c: char| c.is_whitespace() || c == '"')?;
        let is_code = matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..]
            if rest.len() < 6 && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'/'));
        if !is_code {
            return None;
        }
        // A mark behind the code is the one before the name.
        let rest = rest.trim_start().trim_start_matches('"');
        let (name, moves) = rest.rsplit_once('"')?;
        let moves = moves.trim_start_matches([' ', '\t', ',', ';']).trim();
        (moves.is_empty() || moves == "*" || moves.starts_with("1.")).then_some(Named { code, name, moves })
    }

    fn has_moves(&self) -> bool {
        super::code::moves_in(self.moves) > 0
    }
}

/// The games of a list of openings. What the lines behind one of them begin with blanks belongs to it.
pub(super) fn lines(raw: &str, left: &mut Left) -> Option<Out> {
    let is_remark = |line: &str| line.trim().is_empty() || line.trim_start().starts_with(['#', ';', '%']);
    let is_more = |line: &str| line.starts_with([' ', '\t']) && super::code::moves_in(line) > 0;
    let (mut named, mut others, mut with_moves) = (0, 0, 0);
    for line in raw.lines().filter(|line| !is_remark(line)) {
        match Named::of(line) {
            Some(row) => {
                named += 1;
                with_moves += usize::from(row.has_moves());
            }
            None => others += usize::from(!is_more(line)),
        }
    }
    if with_moves < FEWEST || others * 10 > named {
        return None;
    }
    let place = |part: &str| part.as_ptr() as usize - raw.as_ptr() as usize;
    let mut out = Out::default();
    let (mut at, mut is_open) = (0, false);
    for line in raw.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let row = Named::of(line);
        if let Some(row) = &row {
            if is_open {
                close(&mut out, start);
            }
            is_open = row.has_moves();
            if !is_open {
                continue;
            }
            for (label, value) in [("ECO", row.code), ("Opening", row.name)] {
                out.put(&format!("[{label} \""), place(value), place(value));
                out.put(&value.replace('"', "'"), place(value), place(value) + value.len());
                out.put("\"]\n", place(value) + value.len(), place(value) + value.len());
            }
            out.put("\n", place(row.moves), place(row.moves));
            out.copy(raw, place(row.moves), place(row.moves) + row.moves.len());
        } else if is_open && is_more(line) {
            out.put(" ", start, start);
            out.copy(raw, start, start + line.trim_end().len());
        } else if !is_remark(line) {
            left.push((out.text.len(), "a line of the list"));
        }
    }
    if is_open {
        close(&mut out, raw.len());
    }
    Some(out)
}

/// Ends a game that its line does not end.
fn close(out: &mut Out, at: usize) {
    let ended = out.text.ends_with('*');
    out.put(if ended { "\n\n" } else { " *\n\n" }, at, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_games() {
        let read = |raw: &str| lines(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("# a list\nA00a \"Start\" *\nA00b\t\"Orang \"Utan\"\"\t1.b4\t*\nB00 \"Owen\" 1.e4 b6\n  2.d4 *\nC20 \"Open\" 1.e4 e5\n")
                .as_deref(),
            Some(
                "[ECO \"A00b\"]\n[Opening \"Orang 'Utan'\"]\n\n1.b4\t*\n\n[ECO \"B00\"]\n[Opening \"Owen\"]\n\n1.e4 b6   2.d4 *\n\n\
                 [ECO \"C20\"]\n[Opening \"Open\"]\n\n1.e4 e5 *\n\n"
            )
        );
        assert_eq!(read("B12 \"Caro\" is an opening.\nIt is old.\n"), None);
    }
}
