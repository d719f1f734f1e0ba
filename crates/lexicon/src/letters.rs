//! Words of those who write about a game of their own: how they call themselves, how their letters begin and end, which side
//! they say was theirs, and on which day.

use shakmaty::Color;

/// What a writer puts in the place of his own name.
const SELF: &[&str] = &[
    "undersigned",
    "unterzeichnete",
    "unterzeichneter",
    "unterfertigte",
    "soussigné",
    "soussignée",
    "suscribe",
    "infrascrito",
    "sottoscritto",
    "sottoscritta",
    "scrivente",
    "abaixo-assinado",
    "ondergetekende",
    "undertecknad",
    "undertecknade",
    "undertegnede",
    "podpisany",
    "podepsaný",
    "allekirjoittanut",
    "alulírott",
    "нижеподписавшийся",
    "me",
    "myself",
    "ich",
    "moi",
    "yo",
    "io",
    "ik",
    "jag",
    "jeg",
    "minä",
    "já",
    "én",
    "я",
    "i",
];

/// Words beside these.
const BESIDE_SELF: &[&str] = &["the", "der", "die", "le", "la", "el", "il", "lo", "de", "que", "o", "niżej"];

/// Whether a text stands for the writer and is nobody's name: `the undersigned`, `undertecknad`.
///
/// ```
/// use scorebook_lexicon::is_writer;
/// assert!(is_writer("der Unterzeichnete") && is_writer("undertecknad") && !is_writer("de la Bourdonnais"));
/// ```
#[must_use]
pub fn is_writer(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.to_lowercase()
    });
    let mut found = false;
    words.all(|word| {
        let own = SELF.contains(&&*word);
        found |= own;
        own || BESIDE_SELF.contains(&&*word)
    }) && found
}

/// One of the two people of a letter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Person {
    /// Who writes it.
    Writer,
    /// To whom it is written.
    Reader,
}

/// Person and verb before a side.
const CLAIMS: &[(Person, &[&str])] = &[
    (
        Person::Writer,
        &[
            "i have",
            "i had",
            "i was",
            "i am",
            "i played",
            "i play",
            "i took",
            "ich hatte",
            "ich habe",
            "ich spielte",
            "ich war",
            "ich führte",
            "hatte ich",
            "habe ich",
            "j avais",
            "j ai",
            "je jouais",
            "yo llevaba",
            "yo llevo",
            "yo tenía",
            "llevo",
            "llevaba",
            "avevo",
            "ho",
            "io avevo",
            "ik had",
            "ik heb",
            "ik speelde",
            "had ik",
            "jag hade",
            "jag har",
            "jeg havde",
            "jeg hadde",
            "jeg har",
            "miałem",
            "měl jsem",
            "у меня",
            "я играл",
        ],
    ),
    (
        Person::Reader,
        &[
            "you are",
            "you have",
            "you had",
            "you were",
            "you play",
            "you played",
            "du hast",
            "du hattest",
            "sie haben",
            "sie hatten",
            "vous avez",
            "vous aviez",
            "tu as",
            "tu avais",
            "usted lleva",
            "usted tiene",
            "usted llevaba",
            "tú llevas",
            "lei ha",
            "u hebt",
            "u heeft",
            "u had",
            "jij hebt",
            "je hebt",
            "ni har",
            "ni hade",
            "du har",
            "du hade",
            "du havde",
            "de har",
        ],
    ),
];

/// Most words between the verb and the side: `j'avais les Blancs`.
const WORDS_BETWEEN: usize = 2;

/// Who says on a line which side was his, or whom the writer tells it: `(I have White)`, `you are Black`. A side in small letters
/// ends its part of the sentence, for things are black and white too.
///
/// ```
/// use scorebook_lexicon::{Person, claimed_side};
/// use shakmaty::Color;
/// assert_eq!(claimed_side("v. Lamb (I have White)"), Some((Person::Writer, Color::White)));
/// assert_eq!(claimed_side("klar (ich hatte Schwarz, Brandt - Vogel)"), Some((Person::Writer, Color::Black)));
/// assert_eq!(claimed_side("usted lleva las blancas:"), Some((Person::Reader, Color::White)));
/// assert_eq!(claimed_side("I had black coffee"), None);
/// ```
#[must_use]
pub fn claimed_side(line: &str) -> Option<(Person, Color)> {
    let is_letter = |c: char| c.is_alphabetic();
    let words: Vec<&str> = line.split(|c| !is_letter(c)).filter(|word| !word.is_empty()).collect();
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    for (at, word) in words.iter().enumerate() {
        let Some(side) = crate::side_of(word) else { continue };
        let end = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        let behind = line[end..].trim_start_matches([' ', '\t']);
        let is_end = behind.chars().next().is_none_or(|c| !c.is_alphanumeric());
        if !is_end && !word.starts_with(char::is_uppercase) {
            continue;
        }
        for (person, phrases) in CLAIMS {
            for phrase in *phrases {
                let length = phrase.split(' ').count();
                let starts = (0..=WORDS_BETWEEN).filter_map(|gap| at.checked_sub(gap + length));
                for start in starts {
                    if low[start..start + length].join(" ") == *phrase {
                        return Some((*person, side));
                    }
                }
            }
        }
    }
    None
}

/// Words for the writer as the subject of a sentence.
const FIRST_PERSON: &[&str] = &["i", "ich", "je", "j", "yo", "io", "eu", "ik", "jag", "jeg", "minä", "я"];
/// Words for his opponent.
const OPPONENT: &[&str] = &[
    "he",
    "she",
    "opponent",
    "er",
    "gegner",
    "gegnerin",
    "il",
    "elle",
    "adversaire",
    "rival",
    "avversario",
    "hij",
    "tegenstander",
    "han",
    "hon",
    "hun",
    "motståndaren",
    "modstanderen",
    "он",
    "соперник",
];

/// Whether words say `I`, `Some(true)`, or name the opponent, `Some(false)`: `I resigned`, `my opponent resigned`.
#[must_use]
pub fn is_first_person(words: &str) -> Option<bool> {
    let low = words.to_lowercase();
    let mut words = low.split(|c: char| !c.is_alphabetic());
    words.find_map(|word| {
        if OPPONENT.contains(&word) { Some(false) } else { FIRST_PERSON.contains(&word).then_some(true) }
    })
}

/// First words of letters.
const SALUTATIONS: &[&str] = &[
    "dear",
    "lieber",
    "liebe",
    "werter",
    "geehrter",
    "hallo",
    "hello",
    "cher",
    "chère",
    "monsieur",
    "querido",
    "querida",
    "estimado",
    "estimada",
    "caro",
    "cara",
    "gentile",
    "egregio",
    "beste",
    "geachte",
    "käre",
    "kära",
    "bäste",
    "kære",
    "kjære",
    "drogi",
    "szanowny",
    "vážený",
    "milý",
    "kedves",
    "tisztelt",
    "hyvä",
    "rakas",
    "дорогой",
    "уважаемый",
];
/// Words beside them, before the name.
const FORMS: &[&str] = &[
    "mr", "mrs", "miss", "ms", "dr", "sir", "herr", "herrn", "frau", "monsieur", "madame", "m", "señor",
    "señora", "sr", "signor", "signora", "heer", "mevrouw", "pan", "pane", "sehr", "très", "prof",
];

/// The name on the first line of a letter: `Dear Mr Oduya,`.
///
/// ```
/// use scorebook_lexicon::addressee;
/// assert_eq!(addressee("Dear Mr Oduya,"), Some("Oduya"));
/// assert_eq!(addressee("Querido Señor Lobo,"), Some("Lobo"));
/// assert_eq!(addressee("Dear me, what a game"), None);
/// ```
#[must_use]
pub fn addressee(line: &str) -> Option<&str> {
    const MOST: usize = 6;
    let line = line.trim().strip_suffix([',', '!', ':'])?;
    let word = |text: &str| text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let mut rest = line;
    let mut greeted = false;
    for (n, text) in line.split_whitespace().enumerate() {
        if n > MOST {
            return None;
        }
        let low = word(text);
        let greets = SALUTATIONS.contains(&&*low);
        if !greets && !FORMS.contains(&&*low) {
            rest = &line[text.as_ptr() as usize - line.as_ptr() as usize..];
            break;
        }
        greeted |= greets;
        rest = "";
    }
    let named = rest.split_whitespace().all(|text| {
        text.starts_with(char::is_uppercase)
            || matches!(text, "von" | "van" | "de" | "der" | "den" | "di" | "la")
    });
    (greeted && named && !rest.is_empty() && rest.split_whitespace().count() < 4).then_some(rest)
}

/// Words above a signature.
const FAREWELLS: &[&str] = &[
    "sincerely",
    "yours",
    "regards",
    "greetings",
    "faithfully",
    "cheers",
    "wishes",
    "gruß",
    "gruss",
    "grüße",
    "grüssen",
    "grüßen",
    "cordialement",
    "amicalement",
    "salutations",
    "atentamente",
    "saludos",
    "saluti",
    "cordiali",
    "cordialmente",
    "groet",
    "groeten",
    "hälsningar",
    "hälsning",
    "hilsen",
    "hilsener",
    "pozdrawiam",
    "pozdravem",
    "pozdrav",
    "üdvözlettel",
    "terveisin",
    "уважением",
    "приветом",
];

/// Whether a line stands above a signature: `Yours sincerely,`.
#[must_use]
pub fn is_farewell(line: &str) -> bool {
    const MOST: usize = 5;
    let words =
        || line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase());
    words().count() <= MOST && words().any(|word| FAREWELLS.contains(&&*word)) && !line.trim().ends_with('.')
}

/// Whether a text begins with the end of a letter: `Yours, Petersen`.
///
/// ```
/// use scorebook_lexicon::begins_with_farewell;
/// assert!(begins_with_farewell("Yours, Petersen") && !begins_with_farewell("Petersen"));
/// ```
#[must_use]
pub fn begins_with_farewell(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    first.is_some_and(|word| FAREWELLS.contains(&&*word.to_lowercase()))
}

/// Words for days and seasons, which stand before a year like a town.
const DAYS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "easter",
    "christmas",
    "whitsun",
    "whit",
    "michaelmas",
    "lent",
    "boxing",
    "spring",
    "summer",
    "autumn",
    "winter",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonnabend",
    "sonntag",
    "ostern",
    "pfingsten",
    "weihnachten",
    "silvester",
    "ostermontag",
    "pfingstmontag",
    "frühjahr",
    "frühling",
    "sommer",
    "herbst",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "pâques",
    "noël",
    "pentecôte",
    "printemps",
    "été",
    "automne",
    "hiver",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
    "pascua",
    "navidad",
    "primavera",
    "verano",
    "otoño",
    "invierno",
    "pasqua",
    "natale",
    "pentecoste",
    "estate",
    "autunno",
    "inverno",
    "maandag",
    "dinsdag",
    "woensdag",
    "donderdag",
    "vrijdag",
    "zaterdag",
    "zondag",
    "pasen",
    "pinksteren",
    "kerstmis",
    "zomer",
    "herfst",
    "påsk",
    "pingst",
    "jul",
    "sommar",
    "höst",
    "påske",
    "pinse",
    "pasen",
    "wielkanoc",
    "velikonoce",
    "húsvét",
    "joulu",
    "пасха",
    "рождество",
    "lunedì",
    "martedì",
    "mercoledì",
    "giovedì",
    "venerdì",
    "sabato",
    "domenica",
    "poniedziałek",
    "wtorek",
    "środa",
    "czwartek",
    "piątek",
    "sobota",
    "niedziela",
    "pondělí",
    "úterý",
    "středa",
    "čtvrtek",
    "pátek",
    "neděle",
    "понедельник",
    "вторник",
    "среда",
    "четверг",
    "пятница",
    "суббота",
    "воскресенье",
    "hétfő",
    "kedd",
    "szerda",
    "csütörtök",
    "péntek",
    "szombat",
    "vasárnap",
    "måndag",
    "tisdag",
    "onsdag",
    "torsdag",
    "fredag",
    "lördag",
    "söndag",
    "mandag",
    "tirsdag",
    "lørdag",
    "søndag",
    "maanantai",
    "tiistai",
    "keskiviikko",
    "torstai",
    "perjantai",
    "lauantai",
    "sunnuntai",
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "pazartesi",
    "salı",
    "çarşamba",
    "perşembe",
    "cuma",
    "cumartesi",
    "pazar",
];

/// Whether a word in whatever case names a day of the week, a feast or a season.
#[must_use]
pub fn is_day_word(word: &str) -> bool {
    DAYS.contains(&&*crate::lowered(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_claims() {
        assert_eq!(
            claimed_side("j'avais les Blancs, Dupuy - Marchand"),
            Some((Person::Writer, Color::White))
        );
        assert_eq!(claimed_side("To be sure (you are White):"), Some((Person::Reader, Color::White)));
        assert_eq!(claimed_side("The side I was afraid of was White."), None);
        assert!(
            is_farewell("Yours sincerely,")
                && is_farewell("Gruß")
                && !is_farewell("Kind regards to your wife.")
        );
        assert_eq!(addressee("Lieber Otto,"), Some("Otto"));
        assert_eq!(is_first_person("I resigned."), Some(true));
        assert_eq!(is_first_person("my opponent gave up"), Some(false));
        assert!(is_day_word("Easter") && !is_day_word("Lodz"));
        assert!(!is_writer("le Roi"));
    }
}
