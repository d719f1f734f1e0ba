//! Classifies lines: moves, prose, or possibly part of a heading.

use super::fuzzy::fold;

/// The kind of a line; only `Other` can be part of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// No text.
    Blank,
    /// Moves of a game.
    Moves,
    /// Running text.
    Prose,
    /// Anything else.
    Other,
}

/// True if the token may be (part of) a move, a move number or a mark.
fn move_token(token: &str) -> bool {
    let t = token.trim_matches(|c: char| "()[]{}.,;:!?*'\"†‡".contains(c));
    if t.is_empty() || t.chars().all(|c| c.is_ascii_digit()) {
        return true;
    }
    let letters = t.chars().filter(|c| c.is_alphabetic()).count();
    let digits = t.chars().filter(char::is_ascii_digit).count();
    let low = fold(t);
    if matches!(
        low.as_str(),
        "to" | "takes"
            | "castles"
            | "ch"
            | "sq"
            | "mate"
            | "check"
            | "dis"
            | "from"
            | "at"
            | "2nd"
            | "3rd"
            | "resigns"
    ) {
        return true;
    }
    if low.ends_with("th") && digits == 1 && letters == 2 || low.ends_with("sq") && letters <= 4 {
        return true;
    }
    if matches!(
        low.as_str(),
        "qs" | "ks"
            | "bs"
            | "rs"
            | "kts"
            | "qb"
            | "qr"
            | "kb"
            | "kr"
            | "qkt"
            | "kkt"
            | "bp"
            | "rp"
            | "ktp"
            | "qp"
            | "kp"
    ) && t.starts_with(char::is_uppercase)
    {
        return true;
    }
    if t.chars().any(|c| "♔♕♖♗♘♙♚♛♜♝♞♟".contains(c)) {
        return true;
    }
    // `BtoB`, `QxR`: moves without spaces and digits
    if let Some((l, r)) = t.split_once("to").or_else(|| t.split_once('x')).or_else(|| t.split_once("takes")) {
        if (1..=3).contains(&l.len())
            && l.starts_with(['P', 'K', 'Q', 'R', 'B', 'N'])
            && r.starts_with(['K', 'Q', 'R', 'B', 'P', 'N'])
        {
            return true;
        }
    }
    // letters of pieces and files, one or two others at most, and something that only moves have
    let known = t
        .chars()
        .filter(|c| c.is_ascii_digit() || "KQRBPNtxX×-–—=:/+()abcdefghoO'sSLTDCAkq.".contains(*c))
        .count();
    let all = t.chars().count();
    let moveish = digits > 0 && letters >= 1
        || t.contains(['-', '–', '—', '×', ':']) && letters <= 6
        || t.contains('x') && letters <= 5;
    if moveish && all <= 10 && known + 1 >= all && letters <= 7 {
        return true;
    }
    matches!(
        t,
        "K" | "Q" | "R" | "B" | "P" | "Kt" | "N" | "KB" | "QB" | "KR" | "QR" | "KKt" | "QKt" | "x" | "X"
    )
}

/// The kind of one line.
pub fn kind(line: &str) -> LineKind {
    let tokens: Vec<&str> = line.split_whitespace().collect();
    if tokens.is_empty() {
        return LineKind::Blank;
    }
    let moves = tokens.iter().filter(|t| move_token(t)).count();
    let has_digit = line.chars().any(|c| c.is_ascii_digit());
    if moves * 10 >= tokens.len() * 7
        && (has_digit || tokens.len() <= 4)
        && line.chars().any(char::is_alphanumeric)
    {
        return LineKind::Moves;
    }
    let words: Vec<&str> = tokens
        .iter()
        .copied()
        .filter(|t| t.chars().filter(|c| c.is_alphabetic()).count() >= 2 && !move_token(t))
        .collect();
    let low = words
        .iter()
        .filter(|t| t.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase))
        .count();
    if tokens.len() >= 6 && low * 10 >= words.len() * 6 && words.len() >= 3 {
        return LineKind::Prose;
    }
    LineKind::Other
}

/// A line above several blocks of columns, each with the same names or heads, as far as the first: `Teichmann  Alekhine  Teichmann
/// Alekhine`.
pub fn first_block(line: &str) -> &str {
    let mut cells: Vec<&str> = Vec::new();
    for part in line.split('\t').flat_map(|part| part.split("  ")).map(str::trim) {
        if !part.is_empty() {
            cells.push(part);
        }
    }
    let half = cells.len() / 2;
    if half < 2 || cells.len() % 2 == 1 || cells[..half] != cells[half..] {
        return line;
    }
    let last = cells[half - 1];
    &line[..last.as_ptr() as usize - line.as_ptr() as usize + last.len()]
}

/// The line with cells of moves replaced by spaces, so that positions stay the same: beside a heading may be
/// the other half of a table (`White.   Black.      15. Kt-B4   B-B2`).
#[must_use]
pub fn without_moves(text: &str) -> String {
    let mut out: Vec<char> = text.chars().collect();
    // cells separated by spaces
    let mut at = 0;
    while at < out.len() {
        let mut end = at;
        let mut gap = 0;
        while end < out.len() && gap < 3 {
            gap = if out[end].is_whitespace() { gap + 1 } else { 0 };
            end += 1;
        }
        let cell: String = out[at..end].iter().collect();
        let words = cell.split_whitespace().count();
        if at > 0
            && kind(&cell) == LineKind::Moves
            && (cell.chars().any(|c| c.is_ascii_digit()) && words >= 2
                || cell.contains('x')
                || cell.contains("Castles")
                || cell.contains("akes")
                || cell.contains("esigns")
                || cell.contains('-'))
        {
            out[at..end].fill(' ');
        }
        at = end;
    }
    let left: String = out.iter().collect();
    if kind(&left) == LineKind::Moves {
        return left;
    }
    let mut tokens: Vec<(usize, usize)> = vec![];
    let mut start = None;
    for i in 0..=out.len() {
        let space = out.get(i).is_none_or(|c| c.is_whitespace());
        match (space, start) {
            (false, None) => start = Some(i),
            (true, Some(s)) => {
                tokens.push((s, i));
                start = None;
            }
            _ => {}
        }
    }
    let word = |t: &(usize, usize)| -> String { out[t.0..t.1].iter().collect() };
    let numbered = |w: &str| {
        let t = w.trim_matches(|c: char| ".,)".contains(c));
        let digits = t.chars().take_while(|c| c.is_ascii_digit() || "lIO".contains(*c)).count();
        (1..=3).contains(&digits)
            && t.chars().any(|c| c.is_ascii_digit())
            && (digits == t.len() || move_token(t))
    };
    // worn moves behind names: a number with a full stop, and what begins like a move
    let begins = |at: usize| {
        let (Some(number), Some(piece)) = (tokens.get(at), tokens.get(at + 1)) else { return false };
        let (number, piece) = (word(number), word(piece));
        let near: String = tokens[at + 1..].iter().take(3).map(word).collect();
        let is_piece = ["P", "K", "Q", "R", "B", "N", "Kt", "Kt.", "QR", "KR", "QKt", "KKt", "QB", "KB"];
        let said =
            ["to", "takes", "x", "-"].iter().any(|sign| near.contains(sign)) || piece.starts_with("Castles");
        number.ends_with('.')
            && numbered(&number)
            && number.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit())
            && (is_piece.contains(&piece.as_str())
                || move_token(&piece)
                || piece.starts_with("Castles")
                || piece.chars().nth(1) == Some('t'))
            && piece.starts_with(char::is_uppercase)
            && said
    };
    if let Some(at) = (1..tokens.len()).find(|&at| begins(at)) {
        for t in &tokens[at..] {
            out[t.0..t.1].fill(' ');
        }
        return out.into_iter().collect();
    }
    // the last run of moves that begins with a number
    let mut tail = tokens.len();
    while tail > 0 && move_token(&word(&tokens[tail - 1])) {
        tail -= 1;
    }
    while tail < tokens.len() && !numbered(&word(&tokens[tail])) {
        tail += 1;
    }
    // the day and the year behind a month
    let month = tail.checked_sub(1).is_some_and(|at| super::detail::is_month(&word(&tokens[at])));
    if month {
        return left;
    }
    let moves = tokens[tail..].iter().filter(|t| word(t).chars().any(char::is_alphabetic)).count();
    if tail > 0 && moves >= 1 && tokens.len() - tail >= 2 {
        for t in &tokens[tail..] {
            for c in &mut out[t.0..t.1] {
                *c = ' ';
            }
        }
    }
    out.into_iter().collect()
}

/// True for a line that is only a page number (`31`, `[ 12 ]`, `xiv`).
#[must_use]
pub fn page_number(line: &str) -> bool {
    let t = line.trim().trim_matches(|c: char| "[]()-–—. ".contains(c));
    // a lone `v.` stands between two names
    !t.is_empty()
        && !t.eq_ignore_ascii_case("v")
        && t.len() <= 4
        && (t.chars().all(|c| c.is_ascii_digit()) || t.chars().all(|c| "ivxlc".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_beside_a_head_go() {
        assert_eq!(without_moves("WHITE. BLACK. 15. P-KR3 Kt-R3").trim(), "WHITE. BLACK.");
        assert_eq!(
            without_moves("  White.    Black.    15. Kt-B4      B-B2").trim_end(),
            "  White.    Black."
        );
        assert_eq!(
            without_moves("Game 43, played on the 15th of May."),
            "Game 43, played on the 15th of May."
        );
    }

    #[test]
    fn rows_are_moves_and_names_are_not() {
        for row in [
            "1 PtoK4 PtoK3",
            "IP— K4 P— K4",
            "14. Kt. to K. B's 3rd. 14. P. takes P.",
            "12 Nf3 e5",
            "P-K4 1. P-K4",
        ] {
            assert_eq!(kind(row), LineKind::Moves, "{row}");
        }
        for head in [
            "A. Albin v. E. Schiffers.",
            "WHITE. BLACK.",
            "J. H. Blackbume. M. Tschigorin.",
            "Game No. 3.",
            "RUY LOPEZ.",
        ] {
            assert_eq!(kind(head), LineKind::Other, "{head}");
        }
    }
}
