//! Where a name in a sentence ends, and whose a text is: words that are in no name, words before one, towns where people play,
//! labels of sources.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The game, as pages and columns are called.
const CHESS: &[&str] = &[
    "chess",
    "schach",
    "échecs",
    "echecs",
    "ajedrez",
    "scacchi",
    "xadrez",
    "escacs",
    "schaken",
    "schaak",
    "szachy",
    "sakk",
    "šach",
    "šachy",
    "šah",
    "skák",
    "skak",
    "sjakk",
    "schack",
    "shakki",
    "šachmatai",
    "šahs",
    "șah",
    "şah",
    "satranç",
    "σκάκι",
    "σκακι",
    "шахматы",
    "шахмат",
    "шахи",
    "шах",
    "catur",
    "şahmat",
    "xake",
    "チェス",
    "国际象棋",
    "체스",
    "شطرنج",
    "שחמט",
];

/// Whether a word in small letters is the name of the game, as columns and pages are headed.
///
/// ```
/// use scorebook_lexicon::is_chess;
/// assert!(is_chess("ajedrez") && is_chess("шахматы") && !is_chess("chessman"));
/// ```
#[must_use]
pub fn is_chess(word: &str) -> bool {
    CHESS.contains(&word)
}

/// Words before the number of a page.
const PAGE: &[&str] = &[
    "page",
    "seite",
    "página",
    "pagina",
    "side",
    "sida",
    "sivu",
    "strona",
    "strana",
    "stránka",
    "oldal",
    "страница",
    "стр",
    "сторінка",
    "qupperneq",
    "blaðsíða",
    "bls",
    "lk",
    "lpp",
    "psl",
    "σελίδα",
    "sayfa",
];

/// Whether a word in small letters stands before the number of a page.
///
/// ```
/// use scorebook_lexicon::is_page_word;
/// assert!(is_page_word("page") && is_page_word("oldal") && !is_page_word("game"));
/// ```
#[must_use]
pub fn is_page_word(word: &str) -> bool {
    PAGE.contains(&word)
}

/// Words in small letters that are in no name of a player: of time and of place, and what begins a clause. Particles of names are not
/// among them, and no word that joins two people in some language.
const NO_PARTS: &[&str] = &[
    // English
    "yesterday",
    "today",
    "tonight",
    "last",
    "this",
    "next",
    "ago",
    "recently",
    "lately",
    "once",
    "then",
    "there",
    "here",
    "now",
    "later",
    "earlier",
    "early",
    "online",
    "during",
    "before",
    "after",
    "since",
    "until",
    "at",
    "in",
    "on",
    "by",
    "from",
    "for",
    "when",
    "while",
    "where",
    "which",
    "who",
    "whose",
    "that",
    "about",
    "around",
    "near",
    "played",
    // German
    "gestern",
    "heute",
    "neulich",
    "kürzlich",
    "letzten",
    "letzte",
    "letztes",
    "vorigen",
    "vorige",
    "voriges",
    "vergangenen",
    "dieser",
    "diesem",
    "vor",
    "nach",
    "während",
    "seit",
    "am",
    "im",
    "bei",
    "beim",
    "aus",
    "auf",
    "für",
    "wo",
    "als",
    // French
    "hier",
    "aujourd'hui",
    "récemment",
    "dernier",
    "dernière",
    "avant",
    "après",
    "pendant",
    "durant",
    "depuis",
    "à",
    "au",
    "aux",
    "dans",
    "lors",
    "chez",
    "pour",
    "qui",
    "où",
    "cette",
    // Spanish and Catalan
    "ayer",
    "hoy",
    "anoche",
    "pasado",
    "pasada",
    "último",
    "última",
    "antes",
    "después",
    "durante",
    "desde",
    "hasta",
    "para",
    "que",
    "donde",
    "cuando",
    "este",
    "esta",
    "ahir",
    "avui",
    // Portuguese
    "ontem",
    "hoje",
    "depois",
    "até",
    "em",
    "no",
    "onde",
    "quando",
    // Italian
    "ieri",
    "oggi",
    "scorso",
    "scorsa",
    "prima",
    "dopo",
    "nel",
    "nella",
    "alla",
    "per",
    "che",
    "dove",
    // Dutch
    "gisteren",
    "gisteravond",
    "vandaag",
    "onlangs",
    "vorige",
    "afgelopen",
    "tijdens",
    "sinds",
    "uit",
    "bij",
    "waar",
    // Scandinavian
    "igår",
    "går",
    "idag",
    "nyligen",
    "nylig",
    "förra",
    "forrige",
    "sidste",
    "siste",
    "före",
    "før",
    "efter",
    "etter",
    "under",
    "sedan",
    "siden",
    "vid",
    "ved",
    "på",
    "från",
    "fra",
    "hos",
    // Finnish and Hungarian
    "eilen",
    "tänään",
    "viime",
    "ennen",
    "jälkeen",
    "tegnap",
    "múlt",
    "előtt",
    "után",
    // Slavic
    "wczoraj",
    "dzisiaj",
    "dziś",
    "podczas",
    "przed",
    "w",
    "we",
    "včera",
    "dnes",
    "minulý",
    "během",
    "před",
    "v",
    "ve",
    "jučer",
    "juče",
    "danas",
    "prošle",
    "tokom",
    "tijekom",
    "u",
    "iz",
    "včeraj",
    "вчера",
    "сегодня",
    "недавно",
    "во",
    "в",
    "из",
    "после",
    "вчора",
    "сьогодні",
    "під",
    "після",
    "у",
    "преди",
    "през",
    // Others
    "azi",
    "după",
    "înainte",
    "în",
    "dün",
    "bugün",
    "χθες",
    "στο",
    "στη",
    "hieraŭ",
    "vakar",
    "eile",
];

/// Whether a word, as it is printed, is in no name: `yesterday`, `en`, `during`.
///
/// ```
/// use scorebook_lexicon::ends_name;
/// assert!(ends_name("yesterday,") && ends_name("tijdens") && ends_name("(who"));
/// assert!(!ends_name("von") && !ends_name("Winter") && !ends_name("and"));
/// ```
#[must_use]
pub fn ends_name(word: &str) -> bool {
    // `Dr. v. Holst`
    let is_short = word.ends_with('.') && word.chars().count() == 2;
    !is_short && NO_PARTS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Words before the word for somebody: `my friend Tom Hill`.
const OWNED: &[&str] = &[
    "my", "our", "his", "her", "mein", "meinem", "meiner", "meinen", "unser", "unserem", "mon", "ma",
    "notre", "mi", "mis", "nuestro", "nuestra", "mio", "mia", "nostro", "meu", "minha", "nosso", "mijn",
    "onze", "min", "mitt", "vår", "vor", "mój", "moim", "nasz", "můj", "mým", "moj", "мой", "моим", "мій",
    "minun", "egy",
];

/// What is left of a text without the words that say whose somebody is: `my friend Tom Hill`, `mein Bruder Karl`. Nothing is left of
/// `my brother`.
///
/// ```
/// use scorebook_lexicon::without_owner;
/// assert_eq!(without_owner("my old friend Tom Hill"), "Tom Hill");
/// assert_eq!(without_owner("my brother"), "");
/// assert_eq!(without_owner("de la Bourdonnais"), "de la Bourdonnais");
/// ```
#[must_use]
pub fn without_owner(name: &str) -> &str {
    let Some((first, rest)) = name.split_once(' ').filter(|(first, _)| OWNED.contains(first)) else {
        return name;
    };
    let own = rest.split(' ').find(|word| word.starts_with(char::is_uppercase));
    // In German the word for somebody has a capital too: `mein Bruder Karl`.
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let is_german = first.starts_with("mein") || first.starts_with("unser");
    let at = own.map_or(rest.len(), |own| own.as_ptr() as usize - rest.as_ptr() as usize);
    let behind = &rest[at..];
    match behind.split_once(' ') {
        Some((_, next)) if is_german && is_capital(next) => next,
        _ if is_german => "",
        _ => behind,
    }
}

/// Towns and countries where people play, in several spellings, in small letters.
static TOWNS: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("towns.txt").lines().collect());

/// Whether a text is the name of a town or a country that is known, in whatever case.
///
/// ```
/// use scorebook_lexicon::is_town;
/// assert!(is_town("London") && is_town("NEW YORK") && is_town("Москва") && !is_town("Schachecke"));
/// ```
#[must_use]
pub fn is_town(text: &str) -> bool {
    TOWNS.contains(&*text.trim().trim_matches([',', '.', ';', ':', '(', ')']).to_lowercase())
}

/// Labels before the book or the newspaper from which a game is taken.
const SOURCES: &[&str] = &[
    "source",
    "sources",
    "quelle",
    "quellen",
    "fuente",
    "fuentes",
    "font",
    "fonte",
    "fonti",
    "bron",
    "bronnen",
    "källa",
    "kilde",
    "lähde",
    "forrás",
    "źródło",
    "zdroj",
    "izvor",
    "vir",
    "источник",
    "джерело",
    "източник",
    "sursa",
    "sursă",
    "kaynak",
    "πηγή",
    "allikas",
    "avots",
    "šaltinis",
];

/// What stands behind the label of a source; `None` for other lines. Its date is that of a newspaper.
///
/// ```
/// use scorebook_lexicon::source_of;
/// assert_eq!(source_of("(Quelle: Wiener Zeitung, 3. Mai 1883)"), Some("Wiener Zeitung, 3. Mai 1883"));
/// assert_eq!(source_of("Sources are lost"), None);
/// ```
#[must_use]
pub fn source_of(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches(['(', '[', '*', '_', '—', '–', '-', ' ']);
    let (label, value) = line.split_once([':', '.'])?;
    let is_label = SOURCES.contains(&&*label.trim().trim_matches(['*', '_']).to_lowercase());
    is_label.then(|| value.trim().trim_end_matches([')', ']', '*', '_']))
}
