//! Adds the tags `ECO` and `Opening` to a game that lacks them.

use crate::finding::Severity;
use crate::pgn::{Lexer, TagToken, TokenKind};
use crate::verify::{self, Options};

use super::classify_words;

/// The game with its missing tags `ECO` and `Opening` added; `None` if there is nothing to add. Games that
/// are not proven, do not begin from the starting position, or have faulty tags stay unchanged.
#[must_use]
pub fn fill(game: &[u8], options: &Options) -> Option<Vec<u8>> {
    let (mut end, mut tags) = (None, [None, None]);
    let mut lexer = Lexer::new(game);
    if !lexer.begin_game() {
        return None;
    }
    while let Some(token) = lexer.next_token() {
        let TokenKind::Tag(tag) = token.kind else { break };
        let name = game.get(tag.name.range())?;
        if tag.fault.is_some() || matches!(name, b"FEN" | b"Variant") {
            return None;
        }
        match name {
            b"ECO" => tags[0] = tags[0].or(Some(tag)),
            b"Opening" => tags[1] = tags[1].or(Some(tag)),
            _ => {}
        }
        end = Some(token.span.end);
    }
    let says = |tag: &Option<TagToken>| {
        tag.is_some_and(|tag| !matches!(tag.unescaped(game).trim_ascii(), b"" | b"?" | b"-"))
    };
    if tags.iter().all(says) {
        return None;
    }
    let mut lexer = Lexer::new(game);
    lexer.begin_game();
    let report = verify::game(&mut lexer, &Options { moves: true, ..options.clone() });
    if !report.proven || report.broken || report.findings.iter().any(|f| f.severity == Severity::Error) {
        return None;
    }
    let opening = classify_words(&report.moves)?;
    let line_end = if memchr::memmem::find(game, b"\r\n").is_some() { "\r\n" } else { "\n" };
    let (mut changes, mut behind) = (Vec::new(), String::new());
    for (tag, (name, value)) in tags.iter().zip([("ECO", opening.eco), ("Opening", opening.name)]) {
        match tag {
            Some(_) if says(tag) => {}
            Some(tag) => changes.push((tag.value.range(), value.to_owned())),
            None => behind.push_str(&format!("{line_end}[{name} \"{value}\"]")),
        }
    }
    let end = end?;
    changes.push((end..end, behind));
    changes.sort_by_key(|(range, _)| range.start);
    let (mut out, mut at) = (Vec::with_capacity(game.len() + 80), 0);
    for (range, text) in changes {
        out.extend_from_slice(&game[at..range.start]);
        out.extend_from_slice(text.as_bytes());
        at = range.end;
    }
    out.extend_from_slice(&game[at..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(game: &str) -> Option<String> {
        fill(game.as_bytes(), &Options::default()).map(|text| String::from_utf8(text).unwrap())
    }

    const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";

    #[test]
    fn puts_in_what_is_missing() {
        let wanted = format!(
            "{ROSTER}[ECO \"B12\"]\n[Opening \"Caro-Kann Defense: Advance Variation\"]\n\n1. e4 c6 2. d4 d5 3. e5 *"
        );
        let moves = "\n1. e4 c6 2. d4 d5 3. e5 *";
        assert_eq!(filled(&format!("{ROSTER}{moves}")).as_ref(), Some(&wanted));
        let unsaid = format!("{ROSTER}[ECO \"?\"]\n[Opening \"\"]\n{moves}");
        assert_eq!(filled(&unsaid).as_ref(), Some(&wanted));
        assert_eq!(filled(&wanted), None, "nothing is left to do");
        let own = format!("{ROSTER}[ECO \"A00\"]\n[Opening \"x\"]\n{moves}");
        assert_eq!(filled(&own), None, "what is said stays");
    }

    #[test]
    fn leaves_what_is_not_proven() {
        for moves in ["1. e4 e5 2. Ke3 *", "*", "1. e4 e5 (1... Ke7 2. Qh9) *"] {
            assert_eq!(filled(&format!("{ROSTER}\n{moves}")), None, "{moves}");
        }
        let elsewhere = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        assert_eq!(filled(&format!("{ROSTER}{elsewhere}")), None);
    }
}
