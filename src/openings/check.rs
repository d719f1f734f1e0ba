//! Compares the tag `ECO` of a game with the openings that its moves reach.

use crate::archive::VariantRules;
use crate::finding::{Finding, code};
use crate::game::{Tag, Tags};
use crate::international::Move16;
use crate::pgn::{Lexer, TagToken, TokenKind};
use crate::text::Span;

use scorebook_openings::{passed, played};

use super::Opening;

/// The opening of a game, and a note if its tag `ECO` names an opening that the game never reaches. `moves`
/// are its proven moves. Games of variants and games from another position have no opening; a tag that is not
/// a code (`?`) is ignored. Since publishers divide the codes differently, the code of any opening on the way
/// is accepted, and so is a code whose moves were played in another order.
#[must_use]
pub fn check(game: &[u8], moves: &[Move16]) -> (Option<Opening>, Option<Finding>) {
    let mut lexer = Lexer::new(game);
    lexer.begin_game();
    let mut eco: Option<TagToken> = None;
    while let Some(token) = lexer.next_token() {
        let TokenKind::Tag(tag) = token.kind else { break };
        match game.get(tag.name.range()).unwrap_or_default() {
            b"FEN" => return (None, None),
            b"Variant" => {
                let mut tags = Tags::default();
                let value = String::from_utf8_lossy(&tag.unescaped(game)).into_owned();
                tags.push(Tag { name: "Variant".into(), value: value.into() });
                if VariantRules::of(&tags) != Some(VariantRules::STANDARD) {
                    return (None, None);
                }
            }
            b"ECO" => eco = eco.or(Some(tag)),
            _ => {}
        }
    }
    let passed = passed(moves);
    let last = passed.last().copied();
    let finding = eco.zip(last).and_then(|(tag, last)| disagreement(game, &tag, &passed, last, moves));
    (last, finding)
}

fn disagreement(
    game: &[u8],
    tag: &TagToken,
    passed: &[Opening],
    last: Opening,
    moves: &[Move16],
) -> Option<Finding> {
    let value = tag.unescaped(game);
    // Some databases subdivide the codes: `B12h`, `C42/03`.
    let said = std::str::from_utf8(&value).ok()?.trim().get(..3)?.to_ascii_uppercase();
    let bytes = said.as_bytes();
    let is_code = matches!(bytes[0], b'A'..=b'E') && bytes[1..].iter().all(u8::is_ascii_digit);
    if !is_code || passed.iter().any(|opening| opening.eco == said) || played(&said, moves) {
        return None;
    }
    let Opening { eco, name, ply } = last;
    let message = format!("the tag says {said}, but the moves lead to {eco}, {name} (half-move {ply})");
    let Span { start, end } = tag.value;
    Some(Finding::new(&code::T220, Span::new(start, end), message).text(String::from_utf8_lossy(&value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{self, Options};

    fn checked(game: &str) -> (Option<&'static str>, Option<String>) {
        let mut lexer = Lexer::new(game.as_bytes());
        lexer.begin_game();
        let report = verify::game(&mut lexer, &Options { moves: true, ..Options::default() });
        let (opening, finding) = check(game.as_bytes(), &report.moves);
        let place = finding.map(|finding| game[finding.span.range()].to_owned());
        (opening.map(|opening| opening.eco), place)
    }

    #[test]
    fn only_a_code_off_the_way_is_noted() {
        let game = |eco: &str| format!("[Event \"x\"]\n[ECO \"{eco}\"]\n\n1. c4 d5 2. d4 *");
        assert_eq!(checked(&game("D06")), (Some("D06"), None));
        assert_eq!(checked(&game("A10")), (Some("D06"), None), "it comes through it");
        assert_eq!(checked(&game("d06a")), (Some("D06"), None), "a code divided further");
        assert_eq!(checked(&game("?")), (Some("D06"), None));
        assert_eq!(checked(&game("B01")), (Some("D06"), Some("B01".to_owned())));
        let transposed = "[ECO \"E11\"]\n\n1. d4 e6 2. c4 Bb4+ 3. Bd2 Bxd2+ 4. Qxd2 Nf6 5. Nf3 *";
        assert_eq!(checked(transposed), (Some("A40"), None), "the moves of E11 in another order");
        assert_eq!(checked("[Variant \"Atomic\"]\n[ECO \"B01\"]\n\n1. c4 d5 *"), (None, None));
        assert_eq!(checked("[ECO \"B01\"]\n\n*"), (None, None), "no moves, no opening");
    }
}
