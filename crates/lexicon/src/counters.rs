//! Words before the number of a move: `Move 12: e4 e5`, `No. 3`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Words for a move, as they stand before its number.
pub const MOVE_WORDS: &[&str] =
    &["move", "moves", "zug", "coup", "jugada", "mossa", "zet", "ход", "lance", "ruch", "tah"];

/// Words for a board, as they stand beside its number.
pub const BOARD_WORDS: &[&str] = &[
    "board",
    "bd",
    "brett",
    "tisch",
    "tablero",
    "tavolo",
    "échiquier",
    "table",
    "bord",
    "bräde",
    "bræt",
    "szachownica",
    "šachovnice",
    "tábla",
    "доска",
    "дошка",
    "scacchiera",
    "tabuleiro",
];

/// Words for that a game was played, as they stand before a day or a place: `gespielt am 3. Mai`, `Played at Paris`.
pub const PLAYED_WORDS: &[&str] = &[
    "played",
    "gespielt",
    "jouée",
    "joué",
    "jugada",
    "giocata",
    "gespeeld",
    "jogada",
    "spelad",
    "spelat",
    "spillet",
    "сыграна",
    "сыграно",
    "сыгранная",
    "игранная",
    "зіграна",
    "grana",
    "rozegrana",
    "hraná",
    "hráno",
    "pelattu",
    "játszották",
    "giuocata",
    "giuocato",
    "giocato",
    "disputata",
    "disputada",
    "disputée",
    "jugado",
    "jogado",
    "zagrana",
    "odehraná",
    "igrana",
    "odigrana",
    "oynandı",
    "jucată",
    "ludita",
    "tefld",
];

/// Words and signs for a number.
pub const NUMBER_WORDS: &[&str] = &["no", "nr", "n°", "№", "#"];

/// Ranks in words, as English moves end with them: `Kt. to Q. second`, `R. to K. square`.
pub const RANK_WORDS: &[&str] =
    &["square", "sq", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// Whether a word, in whatever case and with its full stop, stands before the number of a move.
///
/// ```
/// use scorebook_lexicon::is_counter;
/// assert!(is_counter("Zug") && is_counter("No."));
/// assert!(!is_counter("Nf3"));
/// ```
#[must_use]
pub fn is_counter(word: &str) -> bool {
    let word = crate::lowered(word.trim_end_matches('.'));
    MOVE_WORDS.contains(&&*word) || NUMBER_WORDS.contains(&&*word)
}

/// Words between the word for a move and the move.
const BEING: &[&str] = &["is", "was", "ist", "war", "est", "es", "è", "är"];

/// A text without the words at its end that stand between a number and its move: `my 2. move is`.
///
/// ```
/// use scorebook_lexicon::without_move_words;
/// assert_eq!(without_move_words("my 2. move is "), "my 2.");
/// assert_eq!(without_move_words("my 2. "), "my 2. ");
/// ```
#[must_use]
pub fn without_move_words(text: &str) -> &str {
    let stripped = || {
        let (rest, verb) = text.trim_end().rsplit_once(' ')?;
        let (rest, noun) = rest.trim_end().rsplit_once(' ')?;
        (BEING.contains(&verb) && is_counter(noun)).then(|| rest.trim_end())
    };
    stripped().unwrap_or(text)
}

/// The text behind a word for a move with a capital and a blank, `Move 12`; `None` if it begins with none.
#[must_use]
pub fn behind_move_word(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once(' ')?;
    let is_one = word.starts_with(char::is_uppercase) && MOVE_WORDS.contains(&&*crate::lowered(word));
    is_one.then_some(rest)
}

/// Whether a word, in whatever case, says that a game was played. Gothic type has a long s, which is read as f: `gefpielt`.
///
/// ```
/// use scorebook_lexicon::is_played_word;
/// assert!(is_played_word("Gefpielt") && is_played_word("geſpielt") && !is_played_word("Gespinst"));
/// ```
#[must_use]
pub fn is_played_word(word: &str) -> bool {
    static ALIKE: LazyLock<FxHashSet<String>> =
        LazyLock::new(|| PLAYED_WORDS.iter().map(|known| with_round_s(known)).collect());
    ALIKE.contains(&with_round_s(&crate::lowered(word)))
}

/// A word with an s for each letter that is one or looks like one.
fn with_round_s(word: &str) -> String {
    word.replace(['ſ', 'f'], "s")
}

/// Words between a place, or a word for playing, and a day or a year: `am 3. Mai`, `Paris en 1860`, `im Jahre 1912`.
const BEFORE_DAYS: &[&str] = &[
    "on", "am", "le", "el", "il", "op", "den", "em", "vom", "dnia", "dne", "d.", "en", "in", "im", "nel",
    "i", "w", "we", "v", "ve", "в", "въ", "у", "anno", "jahre", "jahr", "year", "année", "l'année", "l'an",
    "año", "ano", "jaar", "året", "år", "roku", "roce", "году", "році", "vuonna", "évben",
];

/// Whether a word, in whatever case, stands before a day or a year.
#[must_use]
pub fn is_before_day(word: &str) -> bool {
    BEFORE_DAYS.contains(&&*crate::lowered(word))
}
