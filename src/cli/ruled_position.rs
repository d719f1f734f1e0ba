//! Positions of variants for `scorebook position`: the rules and their verdict. Whether a game can reach the
//! position is answered only for chess.

use scorebook_variants::{Position, Rules};
use serde_json::{Value, json};

/// The verdict of the rules on a position.
pub(super) struct Ruling {
    /// The name of the variant.
    pub rules: &'static str,
    /// `impossible` if the rules exclude it, `unreadable`, or else `undecided`.
    pub verdict: &'static str,
    /// The reason, in words.
    pub explanation: String,
    /// Side to move, check, number of legal moves, and the result if the game has ended.
    facts: Option<(String, bool, usize, Option<String>)>,
}

impl Ruling {
    /// Judges a FEN.
    pub(super) fn of(fen: &str, rules: &'static Rules) -> Ruling {
        let name = rules.name.as_str();
        let position = match Position::from_fen(rules, fen) {
            Ok(position) => position,
            Err(error) => {
                return Ruling { rules: name, verdict: "unreadable", explanation: error.0, facts: None };
            }
        };
        let (side, other) = (position.side(), position.side().other());
        let check = position.in_check(side);
        let moves = position.legal_moves().len();
        let end = position.outcome().map(|outcome| format!("{} ({})", outcome.result(), outcome.reason));
        let takes = position.in_check(other) && rules.checking;
        let (verdict, explanation) = if takes {
            ("impossible", format!("{side} is to move, but {other} is in check"))
        } else if position.generals_face() {
            (
                "impossible",
                format!("the kings face each other on an open line; {other} may not move into that"),
            )
        } else {
            ("undecided", "reachability is only analysed for chess".to_owned())
        };
        Ruling { rules: name, verdict, explanation, facts: Some((side.to_string(), check, moves, end)) }
    }

    /// Whether the position is impossible or unreadable.
    pub(super) fn is_remarkable(&self) -> bool {
        self.verdict != "undecided"
    }

    /// As text, followed by an empty line.
    pub(super) fn text(&self, fen: &str) -> String {
        let mut out = format!("{fen}\n  rules: {}\n  {}: {}\n", self.rules, self.verdict, self.explanation);
        if let Some((side, check, moves, end)) = &self.facts {
            let check = if *check { ", in check" } else { "" };
            out.push_str(&format!("  {side} to move{check}; legal moves: {moves}\n"));
            if let Some(end) = end {
                out.push_str(&format!("  the game is over: {end}\n"));
            }
        }
        out.push('\n');
        out
    }

    /// As a JSON object.
    pub(super) fn json(&self, fen: &str) -> Value {
        let mut value = json!({
            "fen": fen,
            "rules": self.rules,
            "verdict": self.verdict,
            "explanation": self.explanation,
        });
        if let Some((side, check, moves, end)) = &self.facts {
            value["side"] = json!(side);
            value["check"] = json!(check);
            value["legal_moves"] = json!(moves);
            value["ended"] = json!(end);
        }
        value
    }

    /// As a CSV row.
    pub(super) fn row(&self, fen: &str) -> [String; 11] {
        let side = self.facts.as_ref().map_or(String::new(), |(side, ..)| side.to_lowercase());
        let explanation = format!("by the rules of {}: {}", self.rules, self.explanation);
        let empty = String::new;
        [
            fen.to_owned(),
            self.verdict.to_owned(),
            empty(),
            explanation,
            empty(),
            empty(),
            side,
            empty(),
            empty(),
            empty(),
            empty(),
        ]
    }
}
