//! Move senses for the tests of the layouts.

use std::sync::LazyLock;

use regex::Regex;

use super::MoveSense;

/// Recognises moves by a pattern.
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

/// Recognises no moves: the layout of scans recognises shapes itself.
pub(super) struct NoSense;

impl MoveSense for NoSense {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}
