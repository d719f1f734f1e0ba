//! What a text is at a glance: how much of it is prose, and how many moves it numbers.

/// A page of a book has as many lines of prose.
const NOTES: usize = 3;
/// Fewer lines are no book.
const LINES: usize = 30;

/// The move numbers of a text, each of which has a move behind it, or two: numbers that rise by one, or begin anew.
pub(super) fn numbers(text: &str) -> usize {
    let (mut count, mut last) = (0, 0);
    for word in text.split_whitespace() {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let ends = matches!(word.as_bytes().get(digits), Some(b'.' | b')') | None);
        let Some(number) = word[..digits].parse::<u32>().ok().filter(|_| ends) else { continue };
        if number == last + 1 || number == 1 {
            count += usize::from(number > 1);
            last = number;
        }
    }
    count
}

/// Lines of prose in a text.
pub(super) struct Prose {
    lines: usize,
    /// Of so many lines.
    all: usize,
    /// Whether the text begins with a tag pair.
    is_tagged: bool,
}

impl Prose {
    pub(super) fn of(text: &str) -> Prose {
        let is_prose = |line: &str| {
            let (all, prose) = line
                .split_whitespace()
                .fold((0, 0), |(all, prose), word| (all + 1, prose + usize::from(is_word(word))));
            prose >= 5 || prose >= 3 && prose * 2 > all
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let (all, prose) =
            lines.fold((0, 0), |(all, count), line| (all + 1, count + usize::from(is_prose(line))));
        Prose { lines: prose, all, is_tagged: text.trim_start().starts_with('[') }
    }

    /// Whether there is prose as on a page of a book.
    pub(super) fn is_page(&self) -> bool {
        self.lines >= NOTES
    }

    /// Whether a good part of many lines is prose, as in books.
    pub(super) fn is_book(&self) -> bool {
        self.all >= LINES && self.lines * 5 > self.all && !self.is_tagged
    }
}

fn is_word(word: &str) -> bool {
    word.len() >= 3 && word.chars().all(|c| c.is_lowercase() || matches!(c, ',' | '.' | ';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_and_numbers() {
        let score = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n";
        let page = format!("{score}{}", "White might have won the queen at once here.\n".repeat(3));
        assert!(!Prose::of(score).is_page() && Prose::of(&page).is_page() && !Prose::of(&page).is_book());
        assert!(Prose::of(&page.repeat(8)).is_book());
        assert_eq!(numbers(score), 2);
    }
}
