//! What stands around a row: the number that its own goes on from, and the heading of another game.

use crate::number::Label;
use crate::print::Print;
use crate::token::{STRONG, Token, Tokens};
use scorebook_heading::detail::game_number;

/// From these log odds on a row by itself is score.
const SCORE: f32 = 2.0;
/// A note between two rows of score takes up so many rows at the most.
const NOTE: usize = 40;
/// A number that costs less, in nats, is clean.
const CLEAN: f32 = 0.5;
/// The heading of a game is no longer than so many characters.
const HEADING: u32 = 40;

/// By row, whether it begins with the number that goes on from the last row above that is score.
pub(super) fn goes_on(print: &Print, tokens: &Tokens, odds: &[f32]) -> Vec<bool> {
    // The last such row, the number of its last move, and whether Black's stands behind it.
    let mut above: Option<(usize, u16, bool)> = None;
    let rows = print.rows.iter().enumerate().map(|(index, row)| {
        let moves = strong(tokens, row.chars.start, row.chars.end);
        let number = moves.first().and_then(|token| Some((value(&token.label)?, token.label.dots)));
        let follows = above.zip(number).is_some_and(|((last, before, replied), (own, dots))| {
            let due = if replied { !dots && own == before + 1 } else { own == before || own == before + 1 };
            due && index - last <= NOTE
        });
        if odds[index] > SCORE {
            let last = moves.iter().rposition(|token| value(&token.label).is_some());
            if let Some((at, number)) = last.and_then(|at| Some((at, value(&moves[at].label)?))) {
                above = Some((index, number, at + 1 < moves.len() || moves[at].label.dots));
            }
        }
        follows
    });
    rows.collect()
}

/// Whether a row without moves says the number of a game.
pub(super) fn is_heading(print: &Print, tokens: &Tokens, row: usize) -> bool {
    let chars = &print.rows[row].chars;
    chars.end - chars.start <= HEADING
        && strong(tokens, chars.start, chars.end).is_empty()
        && game_number(&print.text(row)).is_some()
}

/// The moves of the best cut between two characters.
fn strong(tokens: &Tokens, from: u32, to: u32) -> Vec<&Token> {
    let first = tokens.cut.partition_point(|cut| cut.0 < from);
    let cuts = tokens.cut[first..].iter().take_while(|cut| cut.0 < to).filter(|cut| cut.2 > STRONG);
    cuts.filter_map(|cut| tokens.all.get(tokens.within(cut.0, cut.0 + 1).start)).collect()
}

/// The number that a label surely says.
fn value(label: &Label) -> Option<u16> {
    let clean = label.values.iter().filter(|value| value.1 < CLEAN && !label.apart);
    clean.min_by(|a, b| a.1.total_cmp(&b.1)).map(|value| value.0)
}

#[cfg(test)]
mod tests {
    use crate::grammar::Grammar;
    use crate::page;
    use crate::print::Print;
    use crate::token::Tokens;

    fn found(text: &str) -> (Print, Tokens) {
        let print = Print::new(text, &page::lines(text));
        let tokens = Tokens::find(&print, Grammar::english());
        (print, tokens)
    }

    #[test]
    fn a_row_goes_on_with_the_next_number() {
        let text = "7. P-K4 P-K4\nHe is in no hurry.\n8. Kt-KB3\n8. ... Kt-QB3\n9. B-B4\n12. P-Q3 P-Q3\n";
        let (print, tokens) = found(text);
        let odds = [3.0, -3.0, 1.0, 1.0, 1.0, 3.0];
        assert_eq!(super::goes_on(&print, &tokens, &odds), [false, false, true, false, false, false]);
        let odds = [3.0, -3.0, 3.0, 3.0, 3.0, 3.0];
        assert_eq!(super::goes_on(&print, &tokens, &odds), [false, false, true, true, true, false]);
    }

    #[test]
    fn the_number_of_a_game_is_a_heading() {
        let (print, tokens) = found("Game 2.\nHe won at last.\n2. Kt-KB3 Kt-QB3\n");
        assert_eq!([0, 1, 2].map(|row| super::is_heading(&print, &tokens, row)), [true, false, false]);
    }
}
