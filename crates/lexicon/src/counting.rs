//! Numbers in words, and the words for a game before or behind one: `the first seven moves`, `in der ersten Partie`.

/// Words for a game.
pub const GAME_WORDS: &[&str] = &[
    "game",
    "partie",
    "partij",
    "partida",
    "partita",
    "parti",
    "партия",
    "партии",
    "партію",
    "partia",
    "partii",
    "játszma",
];

/// Words for several moves, and for one where it is not said alone.
pub const MOVES_WORDS: &[&str] = &[
    "züge",
    "zuge",
    "zügen",
    "coups",
    "jugadas",
    "mosse",
    "zetten",
    "ходы",
    "ходов",
    "хода",
    "lances",
    "ruchy",
    "ruchów",
    "tahy",
    "tahů",
    "opening",
    "eröffnung",
];

/// From 1 on, each with the beginnings of the words for it, cardinal and ordinal. The ends of the words are those of number, case and
/// gender.
const NUMBERS: &[&[&str]] = &[
    &["first", "one", "eins", "erste", "premi", "primer", "prima", "primo", "eerste", "перв"],
    &["second", "two", "zwei", "deux", "segund", "secondo", "seconda", "dos", "due", "tweede", "втор", "два"],
    &[
        "third", "three", "dritt", "drei", "trois", "tercer", "terz", "tres", "tre", "derde", "drie", "трет",
        "три",
    ],
    &["four", "vier", "quatr", "quart", "cuart", "cuatro", "quattro", "четыр", "четвер"],
    &["five", "fifth", "fünf", "cinq", "quint", "cinco", "vijf", "пят"],
    &["six", "sechs", "sext", "seis", "sei", "sest", "zes", "шест"],
    &["seven", "sieben", "siebt", "sept", "siete", "séptim", "sette", "settim", "zeven", "сем", "седьм"],
    &["eight", "acht", "huit", "ocho", "octav", "otto", "ottav", "восьм", "восем"],
    &["nine", "ninth", "neun", "neuf", "neuv", "nueve", "noven", "nove", "nono", "negen", "девят"],
    &["ten", "zehn", "dix", "diez", "décim", "dieci", "decim", "tien", "десят"],
    &["eleven", "elf", "onze", "once", "undici", "одиннадцат"],
    &["twelve", "twelfth", "zwölf", "douz", "doce", "dodici", "twaalf", "двенадцат"],
];

/// Letters behind the figures of an ordinal number.
const ENDINGS: &[&str] =
    &["", "st", "nd", "rd", "th", "e", "er", "ère", "ème", "me", "te", "ten", "de", "a", "o", "ª", "º"];

/// The number that a word in small letters is, in figures or in words up to twelve; 1 and more.
///
/// ```
/// use scorebook_lexicon::ordinal;
/// assert_eq!(["7", "12th", "seven", "siebenten", "première"].map(ordinal), [Some(7), Some(12), Some(7), Some(7), Some(1)]);
/// assert_eq!(["move", "tendency", "0", "game"].map(ordinal), [None; 4]);
/// ```
#[must_use]
pub fn ordinal(word: &str) -> Option<u32> {
    /// Letters that languages add to the beginning of such a word.
    const MORE: usize = 4;
    let figures = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if figures > 0 {
        let number = word[..figures].parse().ok().filter(|number| *number > 0)?;
        return ENDINGS.contains(&&word[figures..]).then_some(number);
    }
    let is_of = |begins: &&str| {
        word.strip_prefix(*begins).is_some_and(|more| {
            // `ten`, not `tend`: short words stand alone, but for their ordinals.
            let is_alone = more.is_empty() || matches!(more, "th" | "te" | "ten" | "ter" | "i" | "e");
            if begins.chars().count() < 4 { is_alone } else { more.chars().count() <= MORE }
        })
    };
    (1..).zip(NUMBERS).find(|(_, begins)| begins.iter().any(is_of)).map(|(number, _)| number)
}
