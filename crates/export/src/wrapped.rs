//! Movetext in lines of less than 80 columns, or of another width.

use scorebook_core::text::without_hidden;

/// Most columns of a line in PGN's export format.
const COLUMNS: usize = 79;

/// Collects tokens into lines. A closing parenthesis is never separated from the token before it, nor an opening one from
/// the token after it.
///
/// ```
/// let mut out = String::new();
/// let mut wrapped = scorebook_export::Wrapped::new(&mut out);
/// wrapped.token("1.");
/// wrapped.token("e4");
/// wrapped.open();
/// wrapped.token("1.");
/// wrapped.token("d4");
/// wrapped.close();
/// wrapped.end();
/// assert_eq!(out, "1. e4 (1. d4)\n");
/// ```
#[derive(Debug)]
pub struct Wrapped<'o> {
    out: &'o mut String,
    /// Columns of the current line.
    column: usize,
    /// Where the last token begins in `out`, and its columns.
    last: usize,
    width: usize,
    /// Opening parentheses to be joined to the next token.
    open: usize,
    /// Most columns of a line.
    columns: usize,
}

impl<'o> Wrapped<'o> {
    /// Appends to `out`, from the start of a line.
    pub fn new(out: &'o mut String) -> Wrapped<'o> {
        Wrapped::of_width(out, COLUMNS)
    }

    /// The same with lines of so many columns; 0 for a single line.
    ///
    /// ```
    /// let mut out = String::new();
    /// let mut wrapped = scorebook_export::Wrapped::of_width(&mut out, 5);
    /// ["1.", "e4", "e5"].map(|token| wrapped.token(token));
    /// wrapped.end();
    /// assert_eq!(out, "1. e4\ne5\n");
    /// ```
    pub fn of_width(out: &'o mut String, columns: usize) -> Wrapped<'o> {
        let last = out.len();
        let columns = if columns == 0 { usize::MAX } else { columns };
        Wrapped { out, column: 0, last, width: 0, open: 0, columns }
    }

    /// Adds a token that must not be broken.
    pub fn token(&mut self, token: &str) {
        self.begin(token.chars().count());
        self.out.push_str(token);
    }

    /// The same of a text in ASCII, whose columns are its bytes.
    #[inline]
    pub(crate) fn ascii(&mut self, token: &str) {
        self.begin(token.len());
        self.out.push_str(token);
    }

    /// Makes room for a token of so many columns, on this line or on the next.
    #[inline]
    fn begin(&mut self, columns: usize) {
        let width = columns + self.open;
        if self.column > 0 {
            let fits = self.column + 1 + width <= self.columns;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.last = self.out.len();
        self.width = width;
        self.column += width;
        self.out.extend(std::iter::repeat_n('(', std::mem::take(&mut self.open)));
    }

    /// Begins a variation.
    pub fn open(&mut self) {
        self.open += 1;
    }

    /// Ends a variation.
    pub fn close(&mut self) {
        self.out.push(')');
        self.width += 1;
        self.column += 1;
        if self.column > self.columns && self.column > self.width {
            // The token before it moves to the next line with it.
            self.out.replace_range(self.last - 1..self.last, "\n");
            self.column = self.width;
        }
    }

    /// Adds a comment in braces, broken at spaces; braces inside become parentheses.
    pub fn comment(&mut self, text: &str) {
        let seen = without_hidden(text);
        let text = &*seen;
        let replaced;
        let text = if text.contains(['{', '}']) {
            replaced = text.replace('{', "(").replace('}', ")");
            &replaced
        } else {
            text
        };
        let mut words = text.split_whitespace().peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            let last = words.peek().is_none();
            self.begin(word.chars().count() + usize::from(first) + usize::from(last));
            if first {
                self.out.push('{');
            }
            self.out.push_str(word);
            if last {
                self.out.push('}');
            }
            first = false;
        }
    }

    /// Ends the last line.
    pub fn end(self) {
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens wrapped with each held back until the next is known.
    fn plainly(tokens: &[&str]) -> String {
        let mut joined: Vec<String> = Vec::new();
        let mut open = 0;
        for token in tokens {
            match *token {
                "(" => open += 1,
                ")" => joined.last_mut().unwrap().push(')'),
                token => joined.push("(".repeat(std::mem::take(&mut open)) + token),
            }
        }
        let mut out = String::new();
        let mut column = 0;
        for token in joined {
            let width = token.chars().count();
            if column > 0 && column + 1 + width > COLUMNS {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out += &token;
            column += width;
        }
        out + "\n"
    }

    #[test]
    fn parentheses_stay_with_their_tokens() {
        let mut random = scorebook_random::Random::new(79);
        for _ in 0..200 {
            let mut tokens = vec!["e4"];
            let mut depth = 0;
            for _ in 0..120 {
                let pick = *random.pick(&["(", ")", "Nf3", "12.", "Müßig", "exd8=Q+", "$1"]);
                match pick {
                    ")" if depth == 0 || *tokens.last().unwrap() == "(" => continue,
                    ")" => depth -= 1,
                    "(" => depth += 1,
                    _ => {}
                }
                tokens.push(pick);
            }
            tokens.push("*");
            let mut out = String::new();
            let mut wrapped = Wrapped::new(&mut out);
            for token in &tokens {
                match *token {
                    "(" => wrapped.open(),
                    ")" => wrapped.close(),
                    token => wrapped.token(token),
                }
            }
            wrapped.end();
            assert_eq!(out, plainly(&tokens));
        }
    }
}
