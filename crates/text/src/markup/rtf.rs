//! RTF, as word processors save it: the text of its groups, without fonts, styles, pictures, headers and struck-out words.

use scorebook_charset::Charset;

use super::{Left, Out};

/// Groups that hold no text of the document.
const HIDDEN: &[&str] = &[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "listtable",
    "listoverridetable",
    "revtbl",
    "rsidtbl",
    "generator",
    "themedata",
    "colorschememapping",
    "latentstyles",
    "datastore",
    "xmlnstbl",
    "fldinst",
    "object",
    "nonshppict",
];

/// Control words that stand for a character.
const SIGNS: &[(&str, &str)] = &[
    ("par", "\n"),
    ("line", "\n"),
    ("sect", "\n"),
    ("page", "\n"),
    ("row", "\n"),
    ("tab", "\t"),
    ("cell", "\t"),
    ("nestcell", "\t"),
    ("emdash", "—"),
    ("endash", "–"),
    ("bullet", "•"),
    ("lquote", "‘"),
    ("rquote", "’"),
    ("ldblquote", "“"),
    ("rdblquote", "”"),
    ("emspace", " "),
    ("enspace", " "),
];

/// The state of a group.
#[derive(Copy, Clone)]
struct Group {
    hidden: bool,
    struck: bool,
    /// Characters that stand in the place of one in Unicode, for readers that know none.
    fallback: usize,
}

/// Takes the control words off a text that begins as RTF does.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    if !raw.trim_start().starts_with("{\\rtf") {
        return None;
    }
    let charset = code_page(raw);
    let mut out = Out::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut now = Group { hidden: false, struck: false, fallback: 1 };
    let (mut at, mut skip) = (0, 0);
    while let Some(c) = raw[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        match c {
            '{' => groups.push(now),
            '}' => {
                now = groups.pop().unwrap_or(now);
                skip = 0;
            }
            '\r' | '\n' => {}
            '\\' => {
                let control = Control::read(&raw[at..]);
                at += control.length;
                let shown = !now.hidden && !now.struck;
                match (control.word, control.parameter) {
                    ("'", Some(byte)) => {
                        if skip > 0 {
                            skip -= 1;
                        } else if shown {
                            let c = charset.char_of(u8::try_from(byte).unwrap_or(b'?'));
                            out.put(c.encode_utf8(&mut [0; 4]), start, at);
                        }
                    }
                    ("u", Some(code)) => {
                        // Negative numbers are those beyond 32767.
                        let code = u32::try_from(if code < 0 { code + 65536 } else { code }).ok();
                        if let Some(c) = code.and_then(char::from_u32).filter(|_| shown) {
                            out.put(c.encode_utf8(&mut [0; 4]), start, at);
                        }
                        skip = now.fallback;
                    }
                    ("uc", Some(count)) => now.fallback = usize::try_from(count).unwrap_or(1),
                    ("bin", Some(bytes)) => {
                        let end = at + usize::try_from(bytes).unwrap_or(0);
                        at = raw.floor_char_boundary(end.min(raw.len()));
                    }
                    ("*", _) => now.hidden = true,
                    ("strike" | "striked", on) => {
                        now.struck = on != Some(0);
                        if now.struck {
                            left.push((out.text.len(), "text struck out"));
                        }
                    }
                    ("plain", _) => now.struck = false,
                    ("\\" | "{" | "}", _) if shown => out.put(control.word, start, at),
                    ("~", _) if shown => out.put(" ", start, at),
                    ("_", _) if shown => out.put("-", start, at),
                    ("\n" | "\r", _) if shown => out.put("\n", start, at),
                    (word, _) if HIDDEN.contains(&word) => now.hidden = true,
                    (word, _) => {
                        let sign = SIGNS.iter().find(|(name, _)| *name == word);
                        if let Some((_, sign)) = sign.filter(|_| shown) {
                            out.put(sign, start, at);
                        }
                    }
                }
            }
            _ if skip > 0 => skip -= 1,
            _ if now.hidden || now.struck => {}
            _ => out.copy(raw, start, at),
        }
    }
    Some(out)
}

/// The character set of bytes: `\ansicpg1251`, `\mac`, `\pc`.
fn code_page(raw: &str) -> Charset {
    let head = &raw[..raw.floor_char_boundary(raw.len().min(400))];
    let number =
        head.split("\\ansicpg").nth(1).map(|rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let page = number.and_then(|digits| {
        let rest = head.split("\\ansicpg").nth(1)?;
        Charset::named(&format!("windows-{}", &rest[..digits]))
            .or_else(|| Charset::named(&format!("cp{}", &rest[..digits])))
    });
    page.unwrap_or(Charset::WINDOWS_1252)
}

/// A control word behind its backslash.
struct Control<'t> {
    word: &'t str,
    parameter: Option<i32>,
    /// Its bytes, with the blank that ends it.
    length: usize,
}

impl Control<'_> {
    fn read(text: &str) -> Control<'_> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            let sign = text.chars().next().map_or(0, char::len_utf8);
            let word = &text[..sign];
            let byte =
                text.get(1..3).filter(|_| word == "'").and_then(|hex| i32::from_str_radix(hex, 16).ok());
            return Control { word, parameter: byte, length: if byte.is_some() { 3 } else { sign } };
        }
        let rest = &text[letters..];
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count().min(10);
        let number = if digits > 0 { sign + digits } else { 0 };
        let blank = usize::from(rest[number..].starts_with(' '));
        Control {
            word: &text[..letters],
            parameter: rest[..number].parse().ok(),
            length: letters + number + blank,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Option<String> {
        strip(text, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn the_text_of_a_document_is_left() {
        for (rtf, text) in [
            (
                r"{\rtf1\ansi{\fonttbl\f0 Times;}\f0 1. e4 e5\par 2. \b Nf3\b0  Nc6\par}",
                "1. e4 e5\n2. Nf3 Nc6\n",
            ),
            (r"{\rtf1\ansi\ansicpg1251 1. e4 e5 2. \'ca\'f43}", "1. e4 e5 2. Кф3"),
            (r"{\rtf1 {\*\generator Word;}{\info{\title x}}caf\'e9 \u8212? \u-10179?}", "café — "),
            (r"{\rtf1\uc2 \u9816??f3 \{a\}\~b\_c\emdash d}", "♘f3 {a} b-c—d"),
            (r"{\rtf1 1. e4 \strike c5 \strike0 e5\tab x}", "1. e4 e5\tx"),
        ] {
            assert_eq!(plain(rtf).as_deref(), Some(text), "{rtf}");
        }
        assert_eq!(plain("1. e4 {\\rtf1 x}"), None);
        for broken in
            [r"{\rtf1 \", r"{\rtf1 \'z", r"{\rtf1 \bin99999999 x", r"}{\rtf1", r"{\rtf1 }}}} x \u99999999?"]
        {
            let _ = plain(broken);
        }
    }
}
