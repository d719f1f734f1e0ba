//! What bytes are, by what they begin with.

use crate::form::Form;
use crate::forms::{Entry, TABLE};

/// The form of a document that begins so: some thousand bytes are wanted, unpacked; all of a short one.
///
/// # Errors
/// What it is, when it is no document.
pub fn recognise(head: &[u8]) -> Result<Form, String> {
    entry(head).map(|entry| entry.form)
}

pub(crate) fn entry(head: &[u8]) -> Result<&'static Entry, String> {
    if head.trim_ascii().is_empty() {
        return Err("an empty file".into());
    }
    let head = Head::new(head);
    if let Some(entry) = TABLE.iter().find(|entry| (entry.knows)(&head)) {
        return Ok(entry);
    }
    Err(what(&head))
}

/// The beginning of a file, looked at in the ways that forms are told by.
pub(crate) struct Head<'h> {
    /// As it is.
    pub bytes: &'h [u8],
    /// What of it is text, without byte order mark and leading blanks: UTF-16 is spelled out.
    pub text: String,
    /// The local name of the root element, if it is XML or HTML.
    pub root: Option<String>,
}

impl<'h> Head<'h> {
    fn new(bytes: &'h [u8]) -> Head<'h> {
        let mut text = String::new();
        // A character may be cut at the end; that is no matter here.
        let _ = std::io::Read::read_to_string(&mut crate::decoder::Decoder::new(bytes), &mut text);
        let text = text.trim_start().to_owned();
        let root = root(&text);
        Head { bytes, text, root }
    }

    pub fn starts(&self, magic: &[u8]) -> bool {
        self.bytes.starts_with(magic)
    }

    pub fn has(&self, word: &str) -> bool {
        memchr::memmem::find(self.text.as_bytes(), word.as_bytes()).is_some()
    }

    pub fn is_root(&self, name: &str) -> bool {
        self.root.as_deref().is_some_and(|root| root.eq_ignore_ascii_case(name))
    }

    pub fn is_json(&self) -> bool {
        let inside = self.text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '['));
        // A name without quotes is one of a program: `[{ from: 'e2' }]`.
        let is_word = inside.starts_with(char::is_alphabetic) && inside.contains(':');
        let is_value = ["null", "true", "false"].iter().any(|value| inside.starts_with(value));
        self.text.starts_with(['{', '[']) && (!is_word || is_value)
    }

    /// Whether it begins as XML or HTML does, though no element may follow.
    fn is_markup(&self) -> bool {
        let start = |word: &str| self.text.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        start("<?xml") || start("<!doctype")
    }

    /// Whether it looks like something that a person or a program wrote in letters.
    pub fn is_text(&self) -> bool {
        // Escapes stand in texts of terminals; form feeds part pages.
        let odd = |c: char| (c < ' ' && !"\t\n\r\u{c}\u{b}\u{1b}\u{1a}".contains(c)) || c == '\u{7f}';
        let (mut controls, mut many) = (0_usize, 0_usize);
        for c in self.text.chars() {
            many += 1;
            controls += usize::from(odd(c) || c == char::REPLACEMENT_CHARACTER);
        }
        controls * 100 <= many && self.root.is_none() && !self.is_markup()
    }
}

/// The local name of the first element behind declaration, comments and document type.
fn root(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let inner = rest.strip_prefix('<')?;
        let end = if inner.starts_with("!--") {
            inner.find("-->").map(|at| at + 3)
        } else if inner.starts_with(['?', '!']) {
            // A document type may hold a part in brackets.
            let end = inner.find('>')?;
            match inner[..end].find('[') {
                Some(_) => inner.find("]>").map(|at| at + 2),
                None => Some(end + 1),
            }
        } else {
            let name: String =
                inner.chars().take_while(|c| c.is_alphanumeric() || "_-:.".contains(*c)).collect();
            let local = name.rsplit(':').next().unwrap_or_default();
            // `<3.Nf3` is no element, and neither is `< Kt`.
            return local.starts_with(char::is_alphabetic).then(|| local.to_owned());
        }?;
        rest = &inner[end..];
    }
}

/// Names what is no document.
fn what(head: &Head<'_>) -> String {
    const KNOWN: &[(&[u8], &str)] = &[
        (b"\x89SBK\r\n\x1a\n", "an archive of scorebook; unpack it"),
        (b"\x7fELF", "an executable"),
        (b"MZ", "an executable"),
        (b"\xcf\xfa\xed\xfe", "an executable"),
        (b"\xca\xfe\xba\xbe", "an executable"),
        (b"\0asm", "an executable"),
        (b"\xfd7zXZ", "packed with xz; unpack it first"),
        (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
        (b"Rar!", "a RAR archive; unpack it first"),
        (b"SQLite format 3", "a database"),
        (b"\xd0\xcf\x11\xe0", "an old Office document; save it as PDF or plain text"),
        (b"{\\rtf", "an RTF document; save it as plain text"),
    ];
    if let Some((_, name)) = KNOWN.iter().find(|(magic, _)| head.starts_ignoring_case(magic)) {
        return (*name).to_owned();
    }
    if let Some(root) = &head.root {
        return if root.eq_ignore_ascii_case("html") {
            "a web page without places of words; save it as plain text".to_owned()
        } else {
            format!("XML of an unknown kind (<{root}>)")
        };
    }
    if head.is_markup() {
        return "XML or HTML without an element".to_owned();
    }
    if head.is_json() {
        return "JSON of an unknown kind".to_owned();
    }
    if let Some(kind) = infer::get(head.bytes) {
        return format!("a file of type {}", kind.mime_type());
    }
    "unknown bytes".to_owned()
}

impl Head<'_> {
    fn starts_ignoring_case(&self, magic: &[u8]) -> bool {
        self.bytes.get(..magic.len()).is_some_and(|start| start.eq_ignore_ascii_case(magic))
    }
}
