//! Values as JSON.

use super::{Out, Value, names_moves};

/// Writes a value as JSON in one line, but for the items of a list that is everything, which are a line each: what looks for
/// the line of a place then has no long one.
pub(super) fn json(value: &Value<'_>, raw: &str, out: &mut Out) {
    let mut writer = Writer { raw, out, at: 0 };
    match value {
        Value::List(items) => writer.list(items, ",\n"),
        value => writer.value(value),
    }
    writer.sign("\n");
}

struct Writer<'w> {
    raw: &'w str,
    out: &'w mut Out,
    /// Where the signs stand that the text does not have.
    at: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value<'_>) {
        match value {
            Value::Scalar { text, start, end } => self.text(text, *start, *end),
            Value::List(items) => self.list(items, ","),
            Value::Map(fields) => {
                self.sign("{");
                for (at, (name, value)) in fields.iter().enumerate() {
                    self.sign(if at > 0 { ",\"" } else { "\"" });
                    let name = if names_moves(name) { "moves" } else { name };
                    self.sign(&name.replace(['"', '\\', '\n'], ""));
                    self.sign("\":");
                    self.value(value);
                }
                self.sign("}");
            }
        }
    }

    fn list(&mut self, items: &[Value<'_>], between: &str) {
        self.sign("[");
        for (at, item) in items.iter().enumerate() {
            self.sign(if at > 0 { between } else { "" });
            self.value(item);
        }
        self.sign("]");
    }

    fn sign(&mut self, sign: &str) {
        self.out.put(sign, self.at, self.at);
    }

    /// A text as a string, each character at its place as far as the text is the one of the file.
    fn text(&mut self, text: &str, start: usize, end: usize) {
        /// Characters that are passed over for one of the text: the blanks of a block, a quote before a quote.
        const MOST: usize = 40;
        self.at = start;
        self.sign("\"");
        let place = self.raw.get(start..end).unwrap_or_default();
        let mut at = place.find(text).unwrap_or(0);
        for c in text.chars() {
            let rest = &place[at..];
            let is_passed =
                |c: &char| c.is_whitespace() || matches!(c, '\\' | '"' | '\'' | '`' | '&' | '+' | '|');
            let passed: usize = rest
                .chars()
                .take(MOST)
                .take_while(|next| *next != c && is_passed(next))
                .map(char::len_utf8)
                .sum();
            // `\n` is the end of a line.
            let is_code = matches!((c, rest[passed..].chars().next()), ('\n', Some('n')) | ('\t', Some('t')))
                && rest[..passed].ends_with('\\');
            let is_own = is_code || rest[passed..].starts_with(c);
            let length = if is_own { c.len_utf8() } else { 0 };
            if length > 0 {
                at += passed;
            }
            let (from, to) = (start + at, start + at + length);
            match c {
                '"' => self.out.put("\\\"", from, to),
                '\\' => self.out.put("\\\\", from, to),
                '\n' => self.out.put("\\n", from, to),
                '\t' => self.out.put("\\t", from, to),
                c if c.is_control() => {}
                _ if length > 0 => self.out.copy(self.raw, from, to),
                c => self.out.put(c.encode_utf8(&mut [0; 4]), from, to),
            }
            at += length;
        }
        self.at = end;
        self.sign("\"");
    }
}
