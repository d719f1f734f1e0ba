//! Which character set the lines are in that are not UTF-8.
//!
//! Each set is scored by the text that it makes of the bytes above ASCII, each with its neighbours: letters of one
//! script inside words, capitals at the beginning of words, vowels between consonants, signs where signs stand. The
//! detector of the web, which knows the frequencies of languages, adds its word.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::Charset;

/// The character set that the lines of a file are taken to be in that are not UTF-8.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Assumed {
    /// The likeliest.
    pub charset: Charset,
    /// Whether every other set that gives another text is far less likely.
    pub is_sure: bool,
    /// The likeliest other set that gives another text.
    rival: Option<Charset>,
    /// All sets that are nearly as likely as the likeliest and give another text, a bit each.
    others: u32,
    /// Whether the user has named it.
    pub is_named: bool,
}

impl Assumed {
    /// The set that the user has named.
    #[must_use]
    pub fn named(charset: Charset) -> Assumed {
        Assumed { charset, is_sure: true, rival: None, others: 0, is_named: true }
    }

    /// Whether all sets that are about as likely give these bytes the same text: `Krämer` in Windows-1252 and Windows-1250.
    fn is_sure_of(&self, line: &[u8]) -> bool {
        let mut others = Charset::all().filter(|other| self.others >> other.number() & 1 == 1);
        others.all(|other| line.iter().all(|&byte| other.char_of(byte) == self.charset.char_of(byte)))
    }

    /// The set of one line: that of the file, unless the line cannot be in it.
    #[must_use]
    pub fn of_line(&self, line: &[u8]) -> Charset {
        if self.is_named { self.charset } else { detect_for(line, self.charset) }
    }

    /// The text of a line, or of a part of one.
    ///
    /// ```
    /// use scorebook_charset::{Assumed, Charset};
    /// let assumed = Assumed::named(Charset::named("cp437").unwrap());
    /// assert_eq!(assumed.decode(b"M\x81ller"), "Müller");
    /// ```
    #[must_use]
    pub fn decode<'b>(&self, line: &'b [u8]) -> Cow<'b, str> {
        self.of_line(line).decode(line)
    }

    /// The text of a line, if it is certain.
    #[must_use]
    pub fn certain<'b>(&self, line: &'b [u8]) -> Option<Cow<'b, str>> {
        if let Ok(text) = std::str::from_utf8(line) {
            return Some(Cow::Borrowed(text));
        }
        if self.is_sure_of(line) && self.of_line(line) == self.charset {
            return Some(self.charset.decode(line));
        }
        detect(line).filter(|own| own.is_sure).map(|own| own.charset.decode(line))
    }

    /// The set in words: `Windows-1251`, `Windows-1250 (or Windows-1257)`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.rival.filter(|_| !self.is_sure) {
            Some(rival) => format!("{} (or {})", self.charset.name(), rival.name()),
            None => self.charset.name().to_owned(),
        }
    }

    /// The set of a line in words, as [`Assumed::words`].
    #[must_use]
    pub fn words_of(&self, line: &[u8]) -> String {
        let charset = self.of_line(line);
        match charset == self.charset && !self.is_sure_of(line) {
            true => self.words(),
            false => charset.name().to_owned(),
        }
    }
}

/// Gathers evidence over the pieces of a long file.
#[derive(Debug, Default)]
pub struct Detector {
    foreign: Vec<u8>,
    assumed: Option<Assumed>,
}

impl Detector {
    /// What is assumed after this piece, which ends with a line; `None` as long as all is UTF-8.
    pub fn feed(&mut self, piece: &[u8]) -> Option<Assumed> {
        let full = self.foreign.len() >= SAMPLE;
        if !full && std::str::from_utf8(piece).is_err() {
            self.foreign.extend(foreign_lines(piece));
            self.assumed = Some(judge(&self.foreign));
        }
        self.assumed
    }
}

/// Most bytes above ASCII that are examined.
const SAMPLE: usize = 20_000;
/// Least lead, in points, over any other text. A well-formed letter has about one point, a malformed one costs three.
const LEAD: f32 = 3.0;
/// What the detector of the web is worth.
const WEB: f32 = 2.0;
/// A line is in another set than its file if that is so many points better.
const OTHER_LINE: f32 = 8.0;

/// The character set of the lines of `bytes` that are not UTF-8; `None` if all are.
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Assumed> {
    let foreign = foreign_lines(bytes);
    (!foreign.is_empty()).then(|| judge(&foreign))
}

/// The character set of one line of a file that is in `file`: another, if the line cannot be in that.
fn detect_for(line: &[u8], file: Charset) -> Charset {
    if line.is_ascii() || std::str::from_utf8(line).is_ok() {
        return file;
    }
    let own = score(file, line);
    let ranked = Charset::all().map(|charset| (charset, score(charset, line)));
    let best = ranked.max_by(|a, b| a.1.total_cmp(&b.1));
    best.filter(|(_, points)| *points > own + OTHER_LINE).map_or(file, |(charset, _)| charset)
}

/// The lines that are not UTF-8, up to [`SAMPLE`].
fn foreign_lines(bytes: &[u8]) -> Vec<u8> {
    let mut found = Vec::new();
    if std::str::from_utf8(bytes).is_ok() {
        return found;
    }
    let mut high = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line.is_ascii() || std::str::from_utf8(line).is_ok() {
            continue;
        }
        found.extend_from_slice(line);
        high += line.iter().filter(|byte| !byte.is_ascii()).count();
        if high >= SAMPLE {
            break;
        }
    }
    found
}

/// The ranking of all sets on bytes of which some are not UTF-8.
fn judge(bytes: &[u8]) -> Assumed {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let web = detector.guess(None, Utf8Detection::Deny);
    let points = |charset: Charset| {
        let said = if charset.web() == Some(web) { WEB } else { 0.0 };
        score(charset, bytes) + said - rarity(charset)
    };
    let mut ranked: Vec<(Charset, f32)> = Charset::all().map(|charset| (charset, points(charset))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (charset, best) = ranked.first().copied().unwrap_or((Charset::WINDOWS_1252, 0.0));
    let differs = |other: Charset| bytes.iter().any(|&byte| charset.char_of(byte) != other.char_of(byte));
    let mut others = ranked.iter().skip(1).filter(|(other, _)| differs(*other));
    let near = others.clone().take_while(|(_, points)| best - points < LEAD);
    let near = near.fold(0, |bits, (other, _)| bits | 1 << other.number());
    Assumed {
        charset,
        is_sure: near == 0,
        others: near,
        rival: others.next().map(|(other, _)| *other),
        is_named: false,
    }
}

/// How unusual a set is, in points; small beside what the text says.
fn rarity(charset: Charset) -> f32 {
    match charset.name() {
        "Windows-1252" => 0.0,
        "Windows-1251" | "Windows-1250" => 0.2,
        name if name.starts_with("Windows") => 0.4,
        name if name.starts_with("Mac") => 1.0,
        _ if charset.is_dos() => 0.6,
        _ => 0.5,
    }
}

/// The script of a letter, or what else a character is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Ascii,
    Latin,
    Cyrillic,
    Greek,
    /// Quotation marks, dashes and spaces.
    Punctuation,
    /// Signs that records of chess use.
    Chess,
    /// Lines and blocks, as in the frames of DOS programs.
    Frame,
    Sign,
    Undefined,
}

fn kind(c: char) -> Kind {
    match c {
        'a'..='z' | 'A'..='Z' => Kind::Ascii,
        'ª' | 'º' => Kind::Sign,
        '×' | '½' | '¼' | '±' | '†' | '‡' | '∞' | '²' | '³' | '¹' => Kind::Chess,
        '÷' => Kind::Sign,
        'À'..='ɏ' | 'Ȁ'..='ʯ' => Kind::Latin,
        'Α'..='ώ' | 'Ά' | 'Έ' | 'Ή' | 'Ί' | 'Ό' | 'Ύ' | 'Ώ' | 'ΐ' => Kind::Greek,
        'Ѐ'..='ӿ' => Kind::Cyrillic,
        '‘' | '’' | '‚' | '“' | '”' | '„' | '–' | '—' | '…' | '«' | '»' | '·' | '•' | '\u{a0}' | '´'
        | '‹' | '›' | '№' => Kind::Punctuation,
        '─'..='▟' | '■'..='◿' => Kind::Frame,
        '\u{80}'..='\u{9f}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => Kind::Undefined,
        c if c.is_ascii() => Kind::Punctuation,
        _ => Kind::Sign,
    }
}

fn is_letter(kind: Kind) -> bool {
    matches!(kind, Kind::Ascii | Kind::Latin | Kind::Cyrillic | Kind::Greek)
}

/// The points of a set for the bytes above ASCII.
fn score(charset: Charset, bytes: &[u8]) -> f32 {
    let text: Vec<char> = bytes.iter().map(|&byte| charset.char_of(byte)).collect();
    let high = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
    high.map(|(at, _)| points(&text, at)).sum()
}

/// The letters of the men in the languages that do not write them in ASCII: Russian, Ukrainian, Bulgarian, Serbian;
/// Greek. The letters of the Latin languages are all ASCII.
const MEN: [&str; 18] =
    ["К", "Кр", "кр", "Ф", "Л", "С", "п", "Т", "Ц", "Д", "О", "П", "р", "Ρ", "Β", "Π", "Α", "Ι"];
/// A letter of a man at a square, and one that no language has.
const MAN: f32 = 1.3;
const NO_MAN: f32 = -3.0;

/// Whether the letters around `at` stand where a move has its man, `Кf3` or `e8Ф`, and then whether they are one.
fn man(text: &[char], at: usize) -> Option<bool> {
    let is_foreign = |c: &char| !c.is_ascii() && is_letter(kind(*c));
    let start = at - text[..at].iter().rev().take(2).take_while(|c| is_foreign(c)).count();
    let end = at + text[at..].iter().take(3).take_while(|c| is_foreign(c)).count();
    let (before, after) = (&text[..start], &text[end..]);
    if end - start > 2 || !is_before_square(before, after) && !is_behind_promotion(before, after) {
        return None;
    }
    let letters: String = text[start..end].iter().collect();
    Some(MEN.contains(&letters.as_str()))
}

/// Whether a man may stand here: no letter before, and the rest of a move behind.
fn is_before_square(before: &[char], after: &[char]) -> bool {
    let is_part = |c: &&char| matches!(c, 'a'..='h' | '1'..='8' | 'x' | ':' | '-' | '×');
    let length = after.iter().take(7).take_while(is_part).count();
    let is_square = matches!(&after[..length], [.., 'a'..='h', '1'..='8']) && length <= 6;
    is_square && !before.last().is_some_and(|c| c.is_alphabetic())
}

/// Whether the man of a promotion may stand here: a square of the last ranks before, and no letter behind.
fn is_behind_promotion(before: &[char], after: &[char]) -> bool {
    let is_square = matches!(before, [.., 'a'..='h', '1' | '8'] | [.., 'a'..='h', '1' | '8', '=']);
    is_square && !after.first().is_some_and(|c| c.is_alphanumeric())
}

/// The points of the character at `at`.
fn points(text: &[char], at: usize) -> f32 {
    let c = text[at];
    if is_letter(kind(c))
        && let Some(is_man) = man(text, at)
    {
        return if is_man { MAN } else { NO_MAN };
    }
    let (before, after) = (at.checked_sub(1).map(|at| text[at]), text.get(at + 1).copied());
    let neighbours = [before, after].map(|c| c.map_or(Kind::Punctuation, kind));
    let inside = neighbours.iter().all(|&kind| is_letter(kind));
    let own = kind(c);
    match own {
        Kind::Undefined => -6.0,
        Kind::Frame => {
            if neighbours.contains(&Kind::Frame) || !neighbours.iter().any(|&k| is_letter(k)) {
                -0.5
            } else {
                -4.0
            }
        }
        Kind::Sign => {
            if inside {
                -4.0
            } else if neighbours.iter().any(|&k| is_letter(k)) {
                -3.0
            } else {
                -1.5
            }
        }
        Kind::Chess => {
            if inside && c != '×' {
                -4.0
            } else if before.is_some_and(char::is_alphabetic) && c != '×' {
                -2.0
            } else {
                0.3
            }
        }
        Kind::Punctuation if matches!(c, '’' | '´') && inside => -0.3,
        Kind::Punctuation => {
            if inside {
                -4.0
            } else if matches!(c, '\u{a0}' | '·' | '•') {
                -0.7
            } else {
                0.0
            }
        }
        Kind::Latin => latin(text, at, neighbours),
        Kind::Cyrillic | Kind::Greek => other_script(c, before, after, own, neighbours),
        Kind::Ascii => 0.0,
    }
}

/// The case of a letter beside its neighbours: a capital behind a small letter, or one small letter among capitals.
fn casing(c: char, before: Option<char>, after: Option<char>) -> f32 {
    let is_small = |c: Option<char>| c.is_some_and(char::is_lowercase);
    let is_capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
    if c.is_uppercase() {
        return match () {
            () if is_small(before) => -3.0,
            () if is_capital(before) && is_small(after) => -2.0,
            () => 0.0,
        };
    }
    if is_capital(after) { -2.0 } else { 0.0 }
}

/// Letters that are frequent, and less so, in the names and words of the languages that have them.
const FREQUENT: &str = "éüöäáíóšžčñçøåćł";
const USUAL: &str = "èàêãúýßřěęąśńżůőűëïôâîşţğıæòìùđźūėāēīņļķģųįșțõďťňľĺŕ";

fn latin(text: &[char], at: usize, neighbours: [Kind; 2]) -> f32 {
    let c = text[at];
    let (before, after) = (at.checked_sub(1).map(|at| text[at]), text.get(at + 1).copied());
    if neighbours.iter().any(|kind| matches!(kind, Kind::Cyrillic | Kind::Greek)) {
        return -4.0;
    }
    let small = c.to_lowercase().next().unwrap_or(c);
    let usual = if FREQUENT.contains(small) {
        0.3
    } else if USUAL.contains(small) {
        0.0
    } else {
        -1.5
    };
    let letters = neighbours.iter().filter(|&&kind| is_letter(kind)).count();
    let in_word = if letters > 0 { 0.7 } else { -0.8 };
    // No language writes three letters with marks one after the other.
    let foreign = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|&c| kind(c) == Kind::Latin);
    let crowd = if foreign(at.checked_sub(1)) && (foreign(at.checked_sub(2)) || foreign(Some(at + 1))) {
        -2.0
    } else {
        0.0
    };
    usual + in_word + crowd + casing(c, before, after) + syllable(small, before, after)
}

/// Whether a letter is a vowel, by its form without a mark.
fn is_vowel(c: char) -> bool {
    "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýāăąēėęěīįıōőœūůűųўаеёиоуыэюяіїє".contains(c)
}

/// Vowels stand between consonants, consonants beside vowels.
fn syllable(c: char, before: Option<char>, after: Option<char>) -> f32 {
    let small = |c: Option<char>| c.and_then(|c| c.to_lowercase().next()).filter(|c| c.is_alphabetic());
    let around = [small(before), small(after)];
    let vowels = around.iter().flatten().filter(|&&c| is_vowel(c)).count();
    let consonants = around.iter().flatten().count() - vowels;
    match (is_vowel(c), vowels, consonants) {
        (true, 0, 1..) => 0.6,
        (true, 2, _) => -0.6,
        (true, 1, _) => 0.0,
        (false, 1.., _) => 0.5,
        (false, 0, 2) => -0.8,
        _ => 0.0,
    }
}

/// Cyrillic letters by frequency.
const CYRILLIC: &str = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";

fn other_script(c: char, before: Option<char>, after: Option<char>, own: Kind, neighbours: [Kind; 2]) -> f32 {
    if neighbours.iter().any(|kind| is_letter(*kind) && *kind != own) {
        return -4.0;
    }
    let small = c.to_lowercase().next().unwrap_or(c);
    let usual = match (own, CYRILLIC.chars().position(|known| known == small)) {
        (Kind::Cyrillic, Some(rank)) => 0.6 - rank as f32 * 0.04,
        (Kind::Cyrillic, None) if "іїєґ".contains(small) => -0.6,
        (Kind::Cyrillic, None) if "јљњћђџ".contains(small) => -1.2,
        (Kind::Cyrillic, None) => -2.0,
        _ => 0.2,
    };
    let in_word = if neighbours.contains(&own) { 0.6 } else { -0.5 };
    usual + in_word + casing(c, before, after) + syllable(small, before, after) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same moves in the languages whose men are not ASCII, with no other word to judge by.
    const MOVES: [(&str, &[&str], &str); 5] = [
        (
            "Russian",
            CYRILLIC_SETS,
            "14. Лad1 Крh8 15. С:f6 Кe4 16. Фd3 К:c3 17. Крe1-d2 e8Ф+ 18. Сc1-g5 Лf8:e8",
        ),
        (
            "Ukrainian",
            CYRILLIC_SETS,
            "14. Тad1 Крh8 15. С:f6 Кe4 16. Фd3 К:c3 17. Крe1-d2 e8Ф+ 18. Сc1-g5 Тf8:e8",
        ),
        (
            "Bulgarian",
            CYRILLIC_SETS,
            "14. Тad1 Цh8 15. Оxf6 Кe4 16. Дd3 Кxc3 17. Цe1-d2 e8=Д+ 18. Оc1-g5 Тf8xe8",
        ),
        (
            "Serbian",
            CYRILLIC_SETS,
            "14. Тad1 Крh8 15. Л:f6 Сe4 16. Дd3 С:c3 17. Крe1-d2 e8Д+ 18. Лc1-g5 Тf8:e8",
        ),
        ("Greek", &["Windows-1253", "ISO-8859-7"], "14. Πad1 Ρh8 15. Αxf6 Ιe4 16. Βd3 Ιxc3 17. Ρe1-d2 e8=Β+"),
    ];
    const CYRILLIC_SETS: &[&str] =
        &["Windows-1251", "KOI8-R", "KOI8-U", "CP866", "ISO-8859-5", "MacCyrillic"];

    #[test]
    fn moves_alone_tell_the_set() {
        for (language, sets, moves) in MOVES {
            for set in sets.iter().filter_map(|name| Charset::named(name)) {
                let bytes = set.encode(moves).unwrap();
                let found = detect(&bytes).unwrap();
                assert!(found.is_sure, "{language} in {}: {}", set.name(), found.words());
                assert_eq!(found.charset.decode(&bytes), moves, "{language} in {}", set.name());
                assert_eq!(found.decode(&bytes), moves, "a line, {language} in {}", set.name());
            }
        }
    }

    /// What all sets in question read alike is certain, though the set is not.
    #[test]
    fn a_text_may_be_certain_where_its_set_is_not() {
        let found = detect(
            b"Kr\xe4mer, S\xe4misch, R\xe9ti, Gr\xfcnfeld, M\xfcller, Bj\xf6rk, Hromadk\xe1\n\xe0 jour\n",
        )
        .unwrap();
        assert!(!found.is_sure, "{}", found.words());
        assert_eq!(found.certain(b"Kr\xe4mer").as_deref(), Some("Krämer"));
        assert_eq!(found.words_of(b"Kr\xe4mer"), "Windows-1252");
        assert_eq!(found.certain(b"\xe0 jour"), None);
        assert_eq!(found.words_of(b"\xe0 jour"), found.words());
    }

    #[test]
    fn the_man_of_a_move_is_known_by_its_place() {
        for (text, expected) in [
            ("Кf3", Some(true)),
            ("Крg8-h8", Some(true)),
            ("e8=Ф", Some(true)),
            ("Ęf3", Some(false)),
            ("Ботвинник", None),
            ("Кe", None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let at = chars.iter().position(|c| !c.is_ascii()).unwrap();
            assert_eq!(man(&chars, at), expected, "{text}");
        }
    }
}
