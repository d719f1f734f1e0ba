//! Words that say what a piece of a heading is.

use scorebook_lexicon::{BOARD_WORDS, GAME_WORDS, is_against_word, is_played_word};

/// Whether a word stands between two players.
pub(super) fn is_against(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    is_against_word(word) || matches!(word, "VS" | "Vs" | "x")
}

/// Nouns, beside those for a game, that a line begins with before it names the players: `Partie zwischen`, `Endgame from`, `FIRST GAME.`
const LEADS: &[&str] = &[
    "partiet",
    "партія",
    "endgame",
    "ending",
    "endspiel",
    "schlussspiel",
    "eindspel",
    "finale",
    "final",
    "окончание",
    "końcówka",
    "position",
    "stellung",
    "stelling",
    "posición",
    "posizione",
    "posição",
    "позиция",
];

/// Nouns for a match of two, before their names: `Zápas Horák – Šimek`.
const MATCHES: &[&str] = &[
    "match",
    "wettkampf",
    "zweikampf",
    "zápas",
    "mecz",
    "tweekamp",
    "tvekamp",
    "kamp",
    "duelo",
    "encuentro",
    "incontro",
    "ottelu",
    "párosmérkőzés",
    "матч",
    "meč",
    "dvoboj",
];

/// Whether a word is a noun for a match.
#[must_use]
pub fn is_match(word: &str) -> bool {
    MATCHES.contains(&word.to_lowercase().as_str())
}

/// Words beside these nouns.
const BESIDE_LEADS: &[&str] = &[
    "the",
    "a",
    "die",
    "eine",
    "der",
    "la",
    "le",
    "una",
    "une",
    "il",
    "de",
    "this",
    "following",
    "folgende",
    "from",
    "of",
    "aus",
    "uit",
    "dalla",
    "del",
    "di",
    "da",
    "du",
    "из",
    "z",
    "från",
    "fra",
    "played",
    "gespielt",
    "gespielte",
    "jouée",
    "jugada",
    "giocata",
    "gespeeld",
    "jogada",
    "spelad",
    "spillet",
    "сыгранная",
    "grana",
    "erste",
    "zweite",
    "dritte",
    "vierte",
    "fünfte",
    "première",
    "deuxième",
    "primera",
    "segunda",
    "prima",
    "seconda",
    "eerste",
    "tweede",
    "первая",
    "вторая",
];

/// Whether words lead to the players behind them.
pub(super) fn is_lead(words: &[&str]) -> bool {
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let noun = |word: &str| LEADS.contains(&word) || GAME_WORDS.contains(&word) || MATCHES.contains(&word);
    low.iter().filter(|word| noun(word)).count() == 1
        && low.iter().all(|word| {
            noun(word)
                || BESIDE_LEADS.contains(&word.as_str())
                || crate::detail::ORDINALS.iter().any(|ordinal| ordinal.0 == word)
        })
}

/// Words before two players whom `and` joins.
const BETWEEN: &[&str] = &[
    "between",
    "zwischen",
    "entre",
    "tra",
    "fra",
    "tussen",
    "mellan",
    "mellem",
    "mellom",
    "между",
    "між",
    "między",
    "mezi",
    "medzi",
    "između",
];

/// Whether a word says that two players follow.
pub(crate) fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word.to_lowercase().as_str())
}

/// Whether a word stands before a day, or says that a game was played then: `gespielt am 3. Mai 1921`.
pub(super) fn is_before_day(word: &str) -> bool {
    scorebook_lexicon::is_before_day(word) || is_played_word(word)
}

/// Titles of tables of pairs and results, which are neither players nor places: `Ergebnisse 3. Runde`.
const TABLES: &[&str] = &[
    "results",
    "index",
    "calendar",
    "crosstable",
    "crosstables",
    "result",
    "pairings",
    "standings",
    "ergebnisse",
    "ergebnis",
    "paarungen",
    "tabelle",
    "résultats",
    "appariements",
    "resultados",
    "emparejamientos",
    "emparceiramentos",
    "risultati",
    "abbinamenti",
    "uitslagen",
    "uitslag",
    "indeling",
    "resultat",
    "lottning",
    "parringer",
    "tulokset",
    "eredmények",
    "párosítás",
    "wyniki",
    "kojarzenia",
    "výsledky",
    "rezultati",
    "результаты",
    "пары",
    "результати",
];

/// Whether a word is the title of a table.
pub(super) fn is_table(word: &str) -> bool {
    TABLES.contains(&word.to_lowercase().as_str())
}

/// Titles before a player in a sentence, in small letters.
pub(super) const TITLE_WORDS: &[&str] =
    &["mr", "mrs", "miss", "herr", "hr", "frau", "dr", "prof", "m", "mme", "sr", "sig", "sra"];

/// Words inside of names.
pub(super) const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "du", "la", "le", "di", "da", "do", "dos", "del", "della", "el", "ter",
    "ten", "zu", "zur", "af", "av", "bin", "ibn", "of", "the", "des", "las", "los", "y", "sur", "am", "an",
    "im", "in", "upon", "na", "nad", "на", "фон",
];

/// Words between two people on one side.
pub(super) const ALLIES: &[&str] =
    &["and", "&", "und", "et", "y", "e", "i", "en", "og", "och", "и", "/", "+"];

/// Short forms behind a name that keep their full stop.
pub(super) const SHORT: &[&str] = &["jr", "sr", "jun", "sen", "ml", "mł", "st", "esq", "мл", "ст"];

/// Titles of players.
pub(super) const TITLES: &[&str] = &[
    "GM",
    "IM",
    "FM",
    "CM",
    "NM",
    "WGM",
    "WIM",
    "WFM",
    "WCM",
    "LM",
    "MI",
    "GMI",
    "MF",
    "MK",
    "FIDE-Meister",
    "ГМ",
    "ММ",
    "МГ",
    "МГМ",
    "МС",
    "КМС",
    "МФ",
    "МСМК",
    "м",
    "кмс",
    "мс",
];

/// The first words of sentences: no name begins with one of them.
pub(super) const SENTENCE: &[&str] = &[
    "I",
    "A",
    "An",
    "The",
    "My",
    "This",
    "That",
    "Here",
    "In",
    "At",
    "On",
    "It",
    "He",
    "She",
    "We",
    "You",
    "They",
    "After",
    "When",
    "If",
    "But",
    "And",
    "Now",
    "So",
    "As",
    "Der",
    "Die",
    "Das",
    "Ein",
    "Eine",
    "Ich",
    "Er",
    "Sie",
    "Wir",
    "Hier",
    "Nach",
    "Im",
    "Am",
    "Und",
    "Aber",
    "Le",
    "Les",
    "Un",
    "Une",
    "Il",
    "Elle",
    "Je",
    "Ici",
    "El",
    "Los",
    "Las",
    "Una",
    "Yo",
    "Aquí",
    "Lo",
    "Gli",
    "Uno",
    "Io",
    "Ecco",
    "De",
    "Het",
    "Een",
    "Ik",
    "В",
    "На",
    "Я",
    "Это",
    "Вот",
    "После",
    "Some",
    "Me",
    "Between",
    "Played",
    "Note",
    "Notes",
    "See",
    "Position",
    "Diagram",
    "From",
    "To",
    "With",
    "By",
];

/// Parts of words that only openings have; a word ends with one of them.
const OPENINGS: &[&str] = &[
    "gambit",
    "gambito",
    "gambetto",
    "gambiet",
    "gambitt",
    "defence",
    "defense",
    "defensa",
    "difesa",
    "défense",
    "defesa",
    "verteidigung",
    "verdediging",
    "obrona",
    "obrana",
    "védelem",
    "försvar",
    "forsvar",
    "forsvaret",
    "puolustus",
    "защита",
    "захист",
    "opening",
    "eröffnung",
    "apertura",
    "ouverture",
    "abertura",
    "otwarcie",
    "zahájení",
    "megnyitás",
    "öppning",
    "åbning",
    "åpning",
    "avaus",
    "дебют",
    "гамбит",
    "гамбіт",
    "angriff",
    "lopez",
    "lópez",
    "giuoco",
    "sicilian",
    "siciliana",
    "sicilienne",
    "sicilisch",
    "sizilianisch",
    "caro-kann",
    "nimzo-indian",
    "benoni",
    "fianchetto",
    "springerspiel",
    "läuferspiel",
    "cseljáték",
    "partiet",
    "attack",
    "ataque",
    "attaque",
    "attacco",
    "апертура",
    "fegatello",
];

/// Words that make an opening of `Game`, `Partie` or `Parti`.
const OF_GAMES: &[&str] = &[
    "vienna",
    "scotch",
    "knights",
    "knights'",
    "italian",
    "italienische",
    "wiener",
    "spanische",
    "spanish",
    "schottische",
    "schotse",
    "spaanse",
    "italiaanse",
    "russische",
    "viennoise",
    "écossaise",
    "espagnole",
    "italienne",
    "испанская",
    "итальянская",
    "шотландская",
    "венская",
    "русская",
    "centre",
    "center",
    "bishop's",
    "scozzese",
    "viennese",
    "spagnola",
    "italiana",
    "española",
    "escocesa",
    "vienesa",
];

/// Whether words name an opening.
pub(crate) fn is_opening(words: &[&str]) -> bool {
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let game = |word: &str| {
        matches!(word, "game" | "partie" | "partij" | "partita" | "partida" | "партия" | "parti")
    };
    low.iter().any(|word| OPENINGS.iter().any(|end| word.ends_with(end)))
        || low.iter().any(|word| game(word)) && low.iter().any(|word| OF_GAMES.contains(&word.as_str()))
}

/// A text behind the name of an opening in capitals, if it goes on in small letters: `SICILIANA Mazzotti`, `DIFESA FRANCESE Conti`. `SHORT
/// Nigel` is one name.
#[must_use]
pub fn behind_opening(text: &str) -> &str {
    let is_capitals = |word: &str| word.chars().count() > 3 && !word.chars().any(char::is_lowercase);
    let first: usize =
        text.split_inclusive(' ').take_while(|word| is_capitals(word.trim())).map(str::len).sum();
    let (title, name) = text.split_at(first);
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_kind = |word: &&str| {
        let low = word.to_lowercase();
        OF_GAMES.contains(&&*low) || BRACKETED.contains(&&*low)
    };
    let named = is_opening(&words) || words.len() == 1 && words.iter().all(is_kind);
    if named && name.chars().any(char::is_lowercase) { name } else { text }
}

/// Whether words name an opening of which the kind is not said alone: `Vienna Game`, `King's Knight's Game`, `Partie espagnole`, and not
/// `FIRST GAME` or `Opening of the week`.
#[must_use]
pub fn names_opening_alone(text: &str) -> bool {
    const GENERAL: &[&str] = &["game", "partie", "partij", "partita", "partida", "партия", "parti"];
    const KINDS: &[&str] =
        &["opening", "eröffnung", "apertura", "ouverture", "abertura", "otwarcie", "дебют", "début"];
    const MEN: &[&str] = &["pawn", "knight", "knights", "knights'", "bishop", "pion", "cavalier", "fou"];
    let text = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let of_a_man = |word: &str| {
        matches!(
            word.trim_end_matches('s').trim_end_matches('\''),
            "king" | "queen" | "bishop" | "knight" | "rook"
        ) || matches!(word, "knights'")
    };
    let is_said = |word: &str| of_a_man(word) || MEN.contains(&word) || OF_GAMES.contains(&word);
    let is_kind = |word: &str| {
        !crate::detail::ORDINALS.iter().any(|ordinal| ordinal.0 == word)
            && !is_played_word(word)
            && !SENTENCE.iter().any(|first| first.to_lowercase() == word)
            && !BESIDE_LEADS.contains(&word)
            && word.chars().count() > 2
            && !word.contains(|c: char| c.is_ascii_digit())
    };
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|at| words[at]);
        let behind = words.get(at + 1);
        if GENERAL.contains(word) {
            before.is_some_and(is_said) || behind.is_some_and(|word| OF_GAMES.contains(word))
        } else {
            KINDS.contains(word)
                && (before.is_some_and(is_kind)
                    || *word != "opening" && behind.is_some_and(|word| is_kind(word)))
        }
    })
}

/// Ends of words that are made of a name and a noun: of openings, events and clubs.
const COMPOUNDS: &[&str] = &[
    "indisch",
    "indian",
    "india",
    "variante",
    "variation",
    "variant",
    "system",
    "systeem",
    "spiel",
    "spel",
    "partie",
    "partij",
    "turniers",
    "turniere",
    "club",
    "klub",
    "verein",
    "zug",
    "stadt",
    "system",
    "angriffs",
    "eröffnungen",
    "diemer",
    "pokals",
    "memorials",
    "kongresses",
    "варіант",
    "вариант",
    "система",
    "клуб",
    "турнира",
    "матча",
];

/// Whether a word is of a line of an opening: `Czech System`.
pub(super) fn is_of_variation(word: &str) -> bool {
    const VARIATIONS: &[&str] =
        &["system", "systeem", "variation", "variante", "variant", "система", "вариант"];
    VARIATIONS.contains(&word.to_lowercase().as_str())
}

/// Whether a word with a hyphen is made of a name and a noun: `Evans-Gambit`, `AVRO-Turnier`.
pub(super) fn is_compound(word: &str) -> bool {
    let low = word.to_lowercase();
    is_opening(&[word]) || is_event(&[word]) || COMPOUNDS.iter().any(|end| low.ends_with(end))
}

/// What openings are called in brackets behind the players: by a person, a place or an adjective.
const BRACKETED: &[&str] = &[
    "alekhine",
    "aljechin",
    "allgaier",
    "albin",
    "benko",
    "benoni",
    "bird",
    "blackmar-diemer",
    "bogo-indian",
    "budapest",
    "caro-kann",
    "catalan",
    "katalanisch",
    "catalana",
    "colle",
    "damiano",
    "dragon",
    "drachen",
    "dutch",
    "holländisch",
    "holandesa",
    "english",
    "englisch",
    "inglesa",
    "englund",
    "evans",
    "falkbeer",
    "four knights",
    "vierspringer",
    "french",
    "französisch",
    "francesa",
    "française",
    "francese",
    "frans",
    "fransk",
    "grünfeld",
    "gruenfeld",
    "hungarian",
    "italian",
    "italienisch",
    "italiana",
    "jänisch",
    "kieseritzky",
    "king's indian",
    "königsindisch",
    "india de rey",
    "larsen",
    "latvian",
    "london",
    "meran",
    "muzio",
    "najdorf",
    "nimzo-indian",
    "nimzoindisch",
    "nimzowitsch",
    "old indian",
    "petroff",
    "petrov",
    "petrow",
    "philidor",
    "pirc",
    "ponziani",
    "queen's indian",
    "damenindisch",
    "réti",
    "reti",
    "rousseau",
    "ruy lopez",
    "russian",
    "russisch",
    "scandinavian",
    "skandinavisch",
    "escandinava",
    "schara",
    "scotch",
    "schottisch",
    "escocesa",
    "semi-slav",
    "sicilian",
    "sizilianisch",
    "siciliana",
    "sicilienne",
    "siciliaans",
    "siciliansk",
    "slav",
    "slawisch",
    "eslava",
    "spanish",
    "spanisch",
    "española",
    "spaans",
    "spansk",
    "tarrasch",
    "trompowsky",
    "two knights",
    "zweispringer",
    "vienna",
    "wiener",
    "winawer",
    "сицилианская",
    "французская",
    "испанская",
    "славянская",
    "голландская",
    "староиндийская",
    "новоиндийская",
    "каро-канн",
    "пирц",
    "филидор",
];

/// Whether words in brackets are what an opening is called.
pub(super) fn names_opening(words: &[&str]) -> bool {
    BRACKETED.contains(&words.join(" ").to_lowercase().replace('’', "'").as_str())
}

/// Programs, which have a version behind their name.
pub(super) const PROGRAMS: &[&str] = &[
    "fritz",
    "junior",
    "shredder",
    "rybka",
    "stockfish",
    "komodo",
    "houdini",
    "crafty",
    "hiarcs",
    "rebel",
    "genius",
    "nimzo",
    "mchess",
    "m-chess",
    "gnuchess",
    "sargon",
    "tiger",
    "blue",
    "thought",
    "belle",
    "blitz",
    "hitech",
    "mephisto",
    "fidelity",
    "novag",
    "leela",
    "lc0",
    "alphazero",
    "ethereal",
    "toga",
    "fruit",
    "glaurung",
    "zappa",
    "naum",
    "spike",
    "arasan",
    "ruffian",
    "comet",
    "yace",
    "phalanx",
    "gandalf",
    "diep",
    "ferret",
    "wchess",
    "zarkov",
    "sjeng",
    "saitek",
    "chessmaster",
    "chess",
    "colossus",
    "cyrus",
    "psion",
    "spark",
    "berserk",
    "dragon",
    "koivisto",
    "rubichess",
    "igel",
    "texel",
    "senpai",
];

/// Ends of words for tournaments; a word ends with one of them.
const EVENTS: &[&str] = &[
    "tournament",
    "tourney",
    "congress",
    "kongress",
    "championship",
    "championships",
    "match",
    "olympiad",
    "olympiade",
    "olimpiad",
    "olimpiada",
    "olimpiadas",
    "olimpíada",
    "olimpíadas",
    "olympiades",
    "olimpiade",
    "turnier",
    "torneo",
    "torneio",
    "tournoi",
    "toernooi",
    "turnering",
    "turneringen",
    "turniej",
    "turnaj",
    "turneu",
    "turnir",
    "turnaus",
    "verseny",
    "concours",
    "concurso",
    "campeonato",
    "mundial",
    "campionato",
    "campionat",
    "championnat",
    "championat",
    "kampioenschap",
    "meisterschaft",
    "mistrzostwa",
    "mistrovství",
    "přebor",
    "bajnokság",
    "mästerskap",
    "mästerskapet",
    "mesterskab",
    "mesterskap",
    "mesterskapet",
    "wettkampf",
    "bundesliga",
    "liga",
    "league",
    "ligue",
    "festival",
    "memorial",
    "memoriał",
    "interzonal",
    "zonal",
    "candidates",
    "candidatos",
    "candidats",
    "candidati",
    "kandidaten",
    "ottelu",
    "holdkamp",
    "tvekamp",
    "tweekamp",
    "lagkamp",
    "landskamp",
    "simultan",
    "simul",
    "pokal",
    "puchar",
    "чемпионат",
    "первенство",
    "турнир",
    "турнір",
    "мемориал",
    "матч",
    "кубок",
    "полуфинал",
    "финал",
    "чемпіонат",
    "първенство",
    "masters",
    "maestros",
    "mestres",
    "zonenturnier",
    "vereinsabend",
    "klubabend",
    "clubabend",
    "schachabend",
    "spielabend",
    "spieleabend",
    "clubavond",
    "klubbkväll",
    "klubaften",
    "klubkveld",
    "klubbkveld",
    "kerhoilta",
    "-sm",
    "-dm",
    "-nm",
    "-vm",
    "-em",
];
/// Words for tournaments that ends of others are like.
const EVENT_WORDS: &[&str] = &[
    "postal",
    "cup",
    "open",
    "mem",
    "copa",
    "coppa",
    "coupe",
    "final",
    "ch",
    "corr",
    "festival",
    "casual",
    "trophy",
    "trophée",
    "trofeo",
    "troféu",
    "blitz",
    "rapid",
    "team",
    "лига",
    "division",
    "fernpartie",
    "fernpartien",
    "fernschach",
    "korrespondenzpartie",
    "korrespondenzschach",
    "postschach",
    "correspondence",
    "corrispondenza",
    "correspondencia",
    "correspondência",
    "correspondance",
    "kirjeshakki",
    "korrespondensparti",
    "brevskak",
    "levelezési",
    "korespondencyjna",
    "korespondenční",
    "correspondentiepartij",
];

/// Whether a word is whole though it is as short as an abbreviation: `Rilton Cup. Stockholm, 2001`.
pub(super) fn is_short_word(word: &str) -> bool {
    word.eq_ignore_ascii_case("cup")
}

/// Whether words name a tournament. `Tournament Results` is the title of a table.
pub(super) fn is_event(words: &[&str]) -> bool {
    !words.iter().any(|word| is_table(word))
        && words.iter().any(|word| {
            let low = word.to_lowercase();
            EVENTS.iter().any(|end| low.ends_with(end)) || EVENT_WORDS.contains(&low.as_str())
        })
}

/// Whether a text has a word for a table of results.
#[must_use]
pub fn names_table(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(is_table)
}

/// Whether a word with a capital begins a sentence: `The`, `Here`, `Ich`.
#[must_use]
pub(crate) fn begins_sentence(word: &str) -> bool {
    SENTENCE.contains(&word)
}

/// Whether a word in small letters joins two people.
#[must_use]
pub(crate) fn is_ally_sign(word: &str) -> bool {
    ALLIES.contains(&word)
}

/// Whether a word in small letters stands in headings beside names: a particle, `between`, `round`, `gambit`.
#[must_use]
pub(crate) fn is_heading_word(word: &str) -> bool {
    PARTICLES.contains(&word)
        || AT.contains(&word)
        || ALLIES.contains(&word)
        || SHORT.contains(&word)
        || TITLE_WORDS.contains(&word)
        || BESIDE_LEADS.contains(&word)
        || LEADS.contains(&word)
        || is_against(word)
        || is_between(word)
        || counted(word).is_some()
        || is_opening(&[word])
}

/// Whether a text has a word for a tournament or another occasion.
#[must_use]
pub fn names_event(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).collect();
    is_event(&words)
}

/// Words beside the number of a round.
const ROUNDS: &[&str] = &[
    "round",
    "rd",
    "runde",
    "ronda",
    "ronde",
    "rond",
    "turno",
    "rodada",
    "runda",
    "rundā",
    "kolo",
    "forduló",
    "kierros",
    "тур",
    "тура",
    "туре",
    "кръг",
    "omgång",
    "omgang",
    "runden",
    "raundi",
    "tur",
    "gyros",
    "γύρος",
];
/// Words before the number of a game, beside those for a game.
const GAMES: &[&str] = &["партія", "no", "nr", "n°", "nº", "№", "number", "nummer", "num", "joc", "peli"];

/// What a word before or behind a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Round,
    Board,
    Game,
}

/// What a word beside a number counts.
pub(super) fn counted(word: &str) -> Option<Counted> {
    let low = word.trim_end_matches('.').to_lowercase();
    let is = |words: &[&str]| words.contains(&low.as_str());
    if is(ROUNDS) {
        Some(Counted::Round)
    } else if is(BOARD_WORDS) {
        Some(Counted::Board)
    } else if is(GAMES) || is(GAME_WORDS) {
        Some(Counted::Game)
    } else {
        None
    }
}

/// Words before a place.
pub(super) const AT: &[&str] =
    &["at", "in", "à", "zu", "te", "en", "ve", "em", "played", "gespielt", "jouée", "jugada"];
