//! What the tests of the layouts take for the text of a move.

use std::sync::LazyLock;

use regex::Regex;

use super::MoveSense;

/// Knows the shapes of moves by a pattern, no more.
pub(super) struct Shapes;

static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?xi)^
        (?: [kq]?(?:kt|n|b|r|q|k)?p? (?:\((?:kt|n|b|r|q|k)[1-8]\))? (?:to|-) [kq]?(?:kt|n|b|r|q|k) (?:[1-8](?:st|nd|d|rd|th)?|sq)? (?:\(q\))?
          | [kq]?(?:kt|n|b|r|q|k|p)p? (?:x|\*|takes) [kq]?(?:kt|n|b|r|q|k)? p? (?:\((?:kt|n|b|r|q|k)[1-8]\))?
          | (?:kt|n|b|r|q|k|p|c|t|d|a)? [a-h]?[1-8]?x? [a-h][1-8] (?:=q)?
          | [a-h][1-8]-?[a-h][1-8]
          | [pcadtr] [1-8] [tcad]?[rd] | [pcadtr] x [pcadt]
          | castles (?:[kq]r?)? | [o0]-[o0](?:-[o0])? )
        (?:ch|\+|\#|mate|e\.?p)? [!?]* $",
    )
    .unwrap()
});

impl MoveSense for Shapes {
    fn likeness(&self, text: &str) -> f32 {
        let tight: String =
            text.chars().filter(|c| !c.is_whitespace() && *c != '.' && *c != '\'' && *c != ',').collect();
        let bare = tight.ends_with(['-', 'o']) && tight.len() < 4;
        let word = tight.len() > 1 && SHAPE.is_match(&tight) && !bare;
        f32::from(u8::from(word))
    }
}

/// Knows no move at all: the layout of scans looks at shapes of its own.
pub(super) struct NoSense;

impl MoveSense for NoSense {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}
