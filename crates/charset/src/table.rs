//! The character sets.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::Encoding;
use oem_cp::code_table;

/// A single-byte character set whose first 128 characters are ASCII.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Charset(u8);

/// Where the upper 128 characters of a character set are found.
enum Upper {
    /// In the encodings of the web.
    Web(&'static Encoding),
    /// In the code pages of DOS.
    Dos(&'static [char; 128]),
}

struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    upper: Upper,
}

const fn web(name: &'static str, aliases: &'static [&'static str], encoding: &'static Encoding) -> Row {
    Row { name, aliases, upper: Upper::Web(encoding) }
}

/// All, the likelier before the less likely where their texts are equal.
static TABLE: &[Row] = &[
    web("Windows-1252", &["latin1", "latin-1", "iso-8859-1", "cp1252", "ansi"], encoding_rs::WINDOWS_1252),
    web("Windows-1251", &["cp1251"], encoding_rs::WINDOWS_1251),
    web("Windows-1250", &["cp1250"], encoding_rs::WINDOWS_1250),
    web("Windows-1253", &["cp1253"], encoding_rs::WINDOWS_1253),
    web("Windows-1254", &["cp1254", "latin5", "iso-8859-9"], encoding_rs::WINDOWS_1254),
    web("Windows-1257", &["cp1257"], encoding_rs::WINDOWS_1257),
    web("ISO-8859-2", &["latin2", "latin-2"], encoding_rs::ISO_8859_2),
    web("ISO-8859-5", &[], encoding_rs::ISO_8859_5),
    web("ISO-8859-7", &[], encoding_rs::ISO_8859_7),
    web("ISO-8859-15", &["latin9", "latin-9"], encoding_rs::ISO_8859_15),
    web("KOI8-R", &["koi8"], encoding_rs::KOI8_R),
    web("KOI8-U", &[], encoding_rs::KOI8_U),
    web("CP866", &["ibm866", "dos-866"], encoding_rs::IBM866),
    Row { name: "CP437", aliases: &["ibm437", "dos"], upper: Upper::Dos(&code_table::DECODING_TABLE_CP437) },
    Row { name: "CP850", aliases: &["ibm850"], upper: Upper::Dos(&code_table::DECODING_TABLE_CP850) },
    Row { name: "CP852", aliases: &["ibm852"], upper: Upper::Dos(&code_table::DECODING_TABLE_CP852) },
    web("Macintosh", &["mac", "macroman", "mac-roman"], encoding_rs::MACINTOSH),
    web("MacCyrillic", &["x-mac-cyrillic", "mac-cyrillic"], encoding_rs::X_MAC_CYRILLIC),
];

/// The upper 128 characters of each; the replacement character where there is none.
static UPPER: LazyLock<Vec<[char; 128]>> = LazyLock::new(|| TABLE.iter().map(upper).collect());

fn upper(row: &Row) -> [char; 128] {
    match &row.upper {
        Upper::Dos(table) => **table,
        Upper::Web(encoding) => std::array::from_fn(|at| {
            let byte = [0x80 + at as u8];
            let (text, _) = encoding.decode_without_bom_handling(&byte);
            text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
        }),
    }
}

impl Charset {
    /// Windows-1252, which includes Latin-1.
    pub const WINDOWS_1252: Charset = Charset(0);

    /// All, the likelier before the less likely.
    pub fn all() -> impl Iterator<Item = Charset> {
        (0..TABLE.len() as u8).map(Charset)
    }

    /// The one with this name; case, `-` and `_` do not count.
    ///
    /// ```
    /// use scorebook_charset::Charset;
    /// assert_eq!(Charset::named("koi8_r").unwrap().name(), "KOI8-R");
    /// assert_eq!(Charset::named("cp1251"), Charset::named("windows-1251"));
    /// assert_eq!(Charset::named("klingon"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Charset> {
        let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        let wanted = plain(name);
        Charset::all().find(|charset| {
            let row = charset.row();
            plain(row.name) == wanted || row.aliases.iter().any(|alias| plain(alias) == wanted)
        })
    }

    /// Its place among all.
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    fn row(self) -> &'static Row {
        TABLE.get(usize::from(self.0)).unwrap_or(&TABLE[0])
    }

    /// The usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub(crate) fn web(self) -> Option<&'static Encoding> {
        match self.row().upper {
            Upper::Web(encoding) => Some(encoding),
            Upper::Dos(_) => None,
        }
    }

    /// Whether it is a code page of DOS.
    pub(crate) fn is_dos(self) -> bool {
        self.name().starts_with("CP")
    }

    /// The character of a byte.
    #[must_use]
    pub fn char_of(self, byte: u8) -> char {
        match byte.checked_sub(0x80) {
            None => char::from(byte),
            Some(at) => UPPER
                .get(usize::from(self.0))
                .map_or(char::REPLACEMENT_CHARACTER, |upper| upper[usize::from(at)]),
        }
    }

    /// The text of bytes: UTF-8 if they are, otherwise in this character set.
    ///
    /// ```
    /// use scorebook_charset::Charset;
    /// let dos = Charset::named("cp437").unwrap();
    /// assert_eq!(dos.decode(b"M\x81ller"), "Müller");
    /// assert_eq!(dos.decode("Müller".as_bytes()), "Müller");
    /// ```
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().map(|&byte| self.char_of(byte)).collect()),
        }
    }

    /// The bytes of a text; `None` if it has a character that the set lacks.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let byte = |c: char| match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => Some(byte),
            _ => (0x80..=0xff).find(|&byte| self.char_of(byte) == c),
        };
        text.chars().map(byte).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_name_and_writes_what_it_reads() {
        for charset in Charset::all() {
            assert_eq!(Charset::named(charset.name()), Some(charset));
            for byte in 0..=255 {
                let c = charset.char_of(byte);
                if c != char::REPLACEMENT_CHARACTER {
                    assert_eq!(charset.encode(&c.to_string()), Some(vec![byte]), "{} {byte}", charset.name());
                }
            }
        }
    }
}
