//! Leaders: the dots that lead the eye from one cell of a row to the next, which scanners read as words: `we. eeees`.

use std::collections::BTreeMap;

use crate::print::Print;

/// Small letters that a run of dots is read as.
const LETTERS: &str = "aceimnorsuvwxz";
/// Of these, the ones that most of such a word consists of.
const ROUND: &str = "eco";
/// Letters that a long run of dots is read as: no word of any language is so long and has so few others.
const LONG_RUN: &str = "eocsr";
/// A word has so many letters at least to be taken for dots by its letters alone.
const LONG: usize = 12;
/// On a page with leaders, so many are enough.
const MIDDLING: usize = 6;
/// A run of so many dots is a leader.
const RUN: usize = 4;
/// A page with so many rows that bear one has leaders.
const ROWS: usize = 3;

/// Turns what is read in the place of leaders into dots, on pages that have some.
pub(crate) fn restore(print: &mut Print) {
    let mut led: BTreeMap<u32, usize> = BTreeMap::new();
    for row in &print.rows {
        let words = print.words(row.chars.clone());
        let inner = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
        if inner.iter().any(|word| is_run(&print.chars[word.start as usize..word.end as usize])) {
            *led.entry(row.page).or_default() += 1;
        }
    }
    for row in 0..print.rows.len() {
        if led.get(&print.rows[row].page).is_none_or(|rows| *rows < ROWS) {
            continue;
        }
        let words = print.words(print.rows[row].chars.clone());
        for word in words.get(1..words.len().saturating_sub(1)).unwrap_or_default() {
            let text = &mut print.chars[word.start as usize..word.end as usize];
            if is_run(text) || is_like(text) {
                text.fill('.');
            }
        }
    }
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | ':' | '\u{2026}' | '-' | '_')
}

/// Whether most of a word is dots, and many, or what scanners make of many.
fn is_run(word: &[char]) -> bool {
    let dots = word.iter().filter(|c| is_dot(**c)).count();
    let is_dotted =
        dots >= RUN && dots * 2 > word.len() && word.iter().any(|c| matches!(c, '.' | ':' | '\u{2026}'));
    is_dotted || word.len() >= LONG && is_round(word)
}

/// Whether nearly all of a word is what a run of dots is read as: `eessssssssesssssseeesss`.
fn is_round(word: &[char]) -> bool {
    let round = word.iter().filter(|c| is_dot(**c) || LONG_RUN.contains(**c)).count();
    round * 5 >= word.len() * 4
}

/// Whether a word may be a run of dots that was read as letters.
fn is_like(word: &[char]) -> bool {
    if word.len() >= MIDDLING {
        return is_round(word);
    }
    let round = word.iter().filter(|c| is_dot(**c) || ROUND.contains(**c)).count();
    let few = word.len() >= 2 && word.iter().all(|c| is_dot(*c) || LETTERS.contains(*c));
    few && round * 2 >= word.len()
}

#[cfg(test)]
mod tests {
    use crate::page;
    use crate::print::Print;

    #[test]
    fn what_stands_for_leaders_becomes_dots() {
        let text = "see once more how Black wins\n1 P to K. 4th ......... P to K. 4th\n2 B to B. 4th we. eeees B takes P\n\
                    3 P to Q. 4th ..::.... P takes P\n4 Castles oo... ces P to Q. 3rd\n5 Q takes P ....-..2 Kt. to K. sq\n";
        let mut print = Print::new(text, &page::lines(text));
        super::restore(&mut print);
        assert_eq!(print.text(2), "2 B to B. 4th ... ..... B takes P");
        assert_eq!(print.text(4), "4 Castles ..... ... P to Q. 3rd");
        assert_eq!(print.text(5), "5 Q takes P ........ Kt. to K. sq");
    }

    #[test]
    fn long_words_of_few_letters_are_leaders_on_a_page_without_dots() {
        let text = "2 Kt to KB 3 weceececceceseeceeeeenees KttoQB3\n3 B to B 4 viccecscecscccececstesstees BtoB4\n\
                    4 P to Q Kt 4 cre ccssseecsseesssteessees B takes P\n5 P to B 3 wees B to R 4\nHe takes it.\n";
        let mut print = Print::new(text, &page::lines(text));
        super::restore(&mut print);
        assert_eq!(print.text(0), format!("2 Kt to KB 3 {} KttoQB3", ".".repeat(25)));
        assert_eq!(print.text(3), "5 P to B 3 .... B to R 4");
        assert_eq!(print.text(4), "He takes it.");
    }
}
