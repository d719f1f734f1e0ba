//! Records and fields of a table with their byte ranges, which the crate `csv` does not give.

use crate::text::Span;

/// Lines before the table in which its separator is looked for.
const LEAD: usize = 6;

/// One field: its text without quotes, and its byte range in the source.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    pub text: std::borrow::Cow<'a, str>,
    pub span: Span,
}

/// The records of a table. A field may be quoted, with doubled quotes and line ends inside.
pub(super) fn records(text: &str, separator: char) -> impl Iterator<Item = Vec<Field<'_>>> {
    let mut at = body(text).1;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let mut fields = Vec::new();
        loop {
            let (field, next) = field(text, at, separator);
            fields.push(field);
            at = next;
            match text[at..].chars().next() {
                Some(c) if c == separator => at += c.len_utf8(),
                Some('\r') if text[at..].starts_with("\r\n") => {
                    at += 2;
                    return Some(fields);
                }
                Some(c) => {
                    at += c.len_utf8();
                    return Some(fields);
                }
                None => return Some(fields),
            }
        }
    })
}

fn field(text: &str, start: usize, separator: char) -> (Field<'_>, usize) {
    let rest = &text[start..];
    if let Some(body) = rest.strip_prefix('"') {
        let mut end = 0;
        loop {
            match body[end..].find('"') {
                Some(quote) if body[end + quote + 1..].starts_with('"') => end += quote + 2,
                Some(quote) => {
                    end += quote;
                    break;
                }
                None => {
                    end = body.len();
                    break;
                }
            }
        }
        let inner = &body[..end];
        let text = if inner.contains('"') { inner.replace("\"\"", "\"").into() } else { inner.into() };
        let span = Span::new(start + 1, start + 1 + end);
        // Text between the closing quote and the separator is ignored.
        let after = (start + end + 2).min(rest.len() + start);
        let skip = rest[after - start..].find([separator, '\n', '\r']).unwrap_or(rest.len() + start - after);
        return (Field { text, span }, after + skip);
    }
    let end = rest.find([separator, '\n', '\r']).unwrap_or(rest.len());
    let raw = &rest[..end];
    let text = raw.trim();
    let lead = raw.len() - raw.trim_start().len();
    (Field { text: text.into(), span: Span::new(start + lead, start + lead + text.len()) }, start + end)
}

/// The table without the line `sep=;` that Excel reads, and the offset of its first byte.
fn body(text: &str) -> (&str, usize) {
    let Some(rest) = text.strip_prefix("sep=").or_else(|| text.strip_prefix("SEP=")) else {
        return (text, 0);
    };
    let start = rest.find('\n').map_or(text.len(), |end| 4 + end + 1);
    (&text[start..], start)
}

/// The separator that most of the first lines have; of those that as many have, the one used most on the first line that has one.
pub(super) fn separator(text: &str) -> Option<char> {
    const SIGNS: [char; 3] = ['\t', ';', ','];
    let lines = || body(text).0.lines().take(LEAD);
    let first = lines().find(|line| line.contains(SIGNS))?;
    let used = |sign: &char| {
        let having = lines().filter(|line| line.contains(*sign)).count();
        (having, first.matches(*sign).count())
    };
    SIGNS.into_iter().rev().max_by_key(used)
}
