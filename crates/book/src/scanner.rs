//! What the program that read a scan says of its words: how sure it is of each, and what else they may be.

use std::ops::Range;

use crate::print::Print;

/// A word as such a program read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScannedWord {
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// How sure the program is of it, from 0 to 1.
    pub confidence: Option<f32>,
    /// What else it may be, and how much so, from 0 to 1; 0 where the program does not say.
    pub alternatives: Vec<(String, f32)>,
}

/// Another reading of a word of a print.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The characters of the word.
    pub chars: Range<u32>,
    /// What it may be.
    pub text: Vec<char>,
    /// What that costs, in nats.
    pub cost: f32,
}

/// The confidence of a character of which nothing is known.
pub const UNKNOWN: u8 = u8::MAX;

/// What an alternative costs of which the program does not say how likely it is, in nats.
const UNSAID: f32 = 2.0;
/// What any alternative costs, in nats, so that each move that it gives has a finding.
const LEAST: f32 = 1.3;
/// No alternative costs more.
const MOST: f32 = 4.0;

/// Tells a print what the program says of its words, which come in the order of the text.
pub(crate) fn tell(print: &mut Print, words: &[ScannedWord]) {
    if words.iter().all(|word| word.confidence.is_none() && word.alternatives.is_empty()) {
        return;
    }
    print.sure = vec![UNKNOWN; print.chars.len()];
    for row in 0..print.rows.len() {
        let chars = print.rows[row].chars.clone();
        if chars.is_empty() {
            continue;
        }
        let byte = |at: u32| print.bytes[at as usize] as usize;
        let bytes = byte(chars.start)..byte(chars.end);
        let first = words.partition_point(|word| word.bytes.end <= bytes.start);
        let mut at = chars.start;
        for word in words[first..].iter().take_while(|word| word.bytes.start < bytes.end) {
            while at < chars.end && byte(at) < word.bytes.start {
                at += 1;
            }
            let start = at;
            while at < chars.end && byte(at) < word.bytes.end {
                at += 1;
            }
            if let Some(confidence) = word.confidence {
                let percent = (confidence.clamp(0.0, 1.0) * 100.0).round() as u8;
                print.sure[start as usize..at as usize].fill(percent);
            }
            // Of a word that is cut in two its alternatives say nothing.
            if byte(start) == word.bytes.start && start < at && word.bytes.end <= bytes.end {
                print.alternatives.extend(word.alternatives.iter().map(|(text, share)| Alternative {
                    chars: start..at,
                    text: text.chars().map(crate::print::plain).collect(),
                    cost: cost(word.confidence, *share),
                }));
            }
        }
    }
}

/// What an alternative costs by its share and by that of the reading that was taken.
fn cost(confidence: Option<f32>, share: f32) -> f32 {
    if share <= 0.0 {
        return UNSAID;
    }
    (confidence.unwrap_or(1.0) / share).ln().clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::ScannedWord;
    use crate::book;
    use crate::columns;
    use crate::grammar::Grammar;
    use crate::print::Print;

    fn word(text: &str, word: &str, confidence: f32, alternatives: &[(&str, f32)]) -> ScannedWord {
        let start = text.find(word).unwrap();
        let alternatives = alternatives.iter().map(|(text, share)| ((*text).to_owned(), *share)).collect();
        ScannedWord { bytes: start..start + word.len(), confidence: Some(confidence), alternatives }
    }

    #[test]
    fn a_word_may_be_what_else_its_reader_held_possible() {
        let text = "1. P-K4 P-K4\n2. Kt-KB3 W-QB3\n3. B-B4 B-B4\n";
        let words =
            [word(text, "Kt-KB3", 0.96, &[]), word(text, "W-QB3", 0.6, &[("Kt-QB3", 0.3), ("Q-Q4x", 0.0)])];
        let grammar = Grammar::english();
        let print = |words: &[ScannedWord]| Print::new(text, &columns::pieces(text, grammar)).scanned(words);
        let at = print(&[]).chars.iter().position(|c| *c == 'W').unwrap() as u32;
        let read = |words: &[ScannedWord]| {
            let evidence = book::evidence(print(words), grammar);
            let token = evidence.tokens.all.iter().find(|token| token.start == at)?;
            let said = token.said.iter().find(|said| said.end == at + 5)?;
            Some((said.desc.man.role, said.cost))
        };
        let (role, cost) = read(&words).unwrap();
        assert_eq!(role, shakmaty::Role::Knight);
        // It is not as good as what the program took.
        assert!(cost >= 1.3, "{cost}");
        assert!(read(&[]).is_none_or(|(_, known)| known > cost));
        let print = print(&words);
        assert_eq!(print.sureness(at..at + 5), Some(60));
        assert_eq!(print.sureness(0..4), None);
    }
}
