//! Words that say what a piece of a heading is.

/// Words between two players.
const AGAINST: &[&str] = &[
    "v",
    "vs",
    "versus",
    "against",
    "gegen",
    "contre",
    "contra",
    "contro",
    "tegen",
    "mot",
    "mod",
    "против",
    "проти",
    "срещу",
    "protiv",
    "proti",
    "przeciw",
    "przeciwko",
    "ellen",
    "împotriva",
    "x",
    "vastaan",
];

/// Whether a word stands between two players.
pub(super) fn is_against(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    AGAINST.contains(&word) || matches!(word, "VS" | "Vs")
}

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
pub(super) fn is_opening(words: &[&str]) -> bool {
    let low: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let game = |word: &str| {
        matches!(word, "game" | "partie" | "partij" | "partita" | "partida" | "партия" | "parti")
    };
    low.iter().any(|word| OPENINGS.iter().any(|end| word.ends_with(end)))
        || low.iter().any(|word| game(word)) && low.iter().any(|word| OF_GAMES.contains(&word.as_str()))
}

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
    "olimpíada",
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
    "zonenturnier",
    "-sm",
    "-dm",
    "-nm",
    "-vm",
    "-em",
];
/// Words for tournaments that ends of others are like.
const EVENT_WORDS: &[&str] = &[
    "cup", "open", "copa", "coppa", "coupe", "final", "ch", "corr", "festival", "blitz", "rapid", "team",
    "лига", "division",
];

/// Whether words name a tournament.
pub(super) fn is_event(words: &[&str]) -> bool {
    words.iter().any(|word| {
        let low = word.to_lowercase();
        EVENTS.iter().any(|end| low.ends_with(end)) || EVENT_WORDS.contains(&low.as_str())
    })
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
/// Words beside the number of a board.
const BOARDS: &[&str] = &[
    "board",
    "bd",
    "brett",
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
/// Words before the number of a game.
const GAMES: &[&str] = &[
    "game",
    "partie",
    "partij",
    "partida",
    "partita",
    "partia",
    "parti",
    "партия",
    "партія",
    "no",
    "nr",
    "n°",
    "nº",
    "№",
    "number",
    "nummer",
    "num",
    "játszma",
    "joc",
    "peli",
];

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
    } else if is(BOARDS) {
        Some(Counted::Board)
    } else if is(GAMES) {
        Some(Counted::Game)
    } else {
        None
    }
}

/// Words before a place.
pub(super) const AT: &[&str] =
    &["at", "in", "à", "zu", "te", "en", "ve", "em", "played", "gespielt", "jouée", "jugada"];
