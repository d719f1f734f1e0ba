//! How people say that a game ended.

use std::sync::LazyLock;

use crate::index::Index;

/// What a word about the end of a game says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// `resigns`: the side that is named has lost.
    Resigns,
    /// `wins`: the side that is named has won.
    Wins,
    /// `won`: the same, and a word of other sentences too.
    Won,
    /// `loses`.
    Loses,
    /// `drawn`, `stalemate`.
    Drawn,
    /// `exceeded` (the time limit).
    Time,
    /// `adjourned`, `unfinished`.
    Unfinished,
}

/// A word that says how a game ended.
#[derive(Copy, Clone, Debug)]
pub struct EndingWord {
    /// The word.
    pub text: &'static str,
    /// What it says.
    pub saying: Saying,
    /// ISO 639-1.
    pub language: &'static str,
}

/// Words by language and meaning.
type Group = (&'static str, Saying, &'static [&'static str]);

const GROUPS: &[Group] = &[
    (
        "en",
        Saying::Resigns,
        &[
            "resigns",
            "resigned",
            "resign",
            "surrenders",
            "surrendered",
            "abandons",
            "conceded",
            "concedes",
            "forfeits",
            "forfeited",
            "capitulates",
            "capitulated",
        ],
    ),
    ("en", Saying::Wins, &["wins", "win"]),
    ("en", Saying::Won, &["won"]),
    ("en", Saying::Loses, &["loses", "lost"]),
    ("en", Saying::Drawn, &["drawn", "draw", "draws", "stalemate"]),
    ("en", Saying::Time, &["exceeded", "exceeds", "overstepped"]),
    ("de", Saying::Time, &["überschritt", "überschritten", "zeitüberschreitung"]),
    ("nl", Saying::Time, &["overschreed"]),
    ("pl", Saying::Time, &["przekroczył", "przekroczyły"]),
    ("ru", Saying::Time, &["просрочил", "просрочила", "просрочили"]),
    ("uk", Saying::Time, &["прострочив", "прострочили"]),
    ("en", Saying::Unfinished, &["unfinished", "adjourned", "abandoned"]),
    (
        "de",
        Saying::Resigns,
        &["aufgegeben", "aufgabe", "aufg", "aufgeg", "kapituliert", "kapitulierte", "kapituliere"],
    ),
    ("de", Saying::Wins, &["gewinnt"]),
    ("de", Saying::Won, &["gewann", "gewannen"]),
    ("de", Saying::Drawn, &["remis", "unentschieden", "remisschluss"]),
    (
        "es",
        Saying::Resigns,
        &[
            "abandonan",
            "abandona",
            "abandonaron",
            "rinden",
            "rinde",
            "abandonó",
            "abandono",
            "rindió",
            "rindieron",
            "rindo",
        ],
    ),
    ("es", Saying::Wins, &["ganan"]),
    ("es", Saying::Won, &["ganaron", "ganó"]),
    ("es", Saying::Drawn, &["tablas", "empate"]),
    (
        "fr",
        Saying::Resigns,
        &[
            "abandonne",
            "abandonnent",
            "abandonnèrent",
            "abandon",
            "abandonna",
            "abandonné",
            "résigne",
            "résignent",
        ],
    ),
    ("fr", Saying::Wins, &["gagnent"]),
    ("fr", Saying::Won, &["gagnèrent", "gagna"]),
    ("fr", Saying::Drawn, &["nulle", "remise"]),
    (
        "it",
        Saying::Resigns,
        &[
            "abbandona",
            "abbandonano",
            "abbandonò",
            "abbandono",
            "abbandonarono",
            "abbandonato",
            "arrende",
            "arrendo",
            "arrendono",
            "arrese",
        ],
    ),
    ("it", Saying::Wins, &["vincono"]),
    ("it", Saying::Won, &["vinsero", "vinse"]),
    ("it", Saying::Drawn, &["patta"]),
    (
        "pt",
        Saying::Resigns,
        &[
            "abandonam",
            "abandonaram",
            "abandona",
            "abandonou",
            "desiste",
            "desistem",
            "desistiu",
            "desistiram",
            "rendem",
            "rendeu",
            "renderam",
        ],
    ),
    ("pt", Saying::Drawn, &["empatada", "empate", "empataram"]),
    ("pt", Saying::Won, &["ganharam", "venceram", "vencem"]),
    ("nl", Saying::Won, &["wint", "wonnen"]),
    ("nl", Saying::Resigns, &["opgegeven", "opgave", "opgeeft", "opgeven"]),
    ("sv", Saying::Won, &["vann", "vinner"]),
    ("da", Saying::Won, &["vandt", "vinder"]),
    ("no", Saying::Won, &["vant"]),
    ("pl", Saying::Won, &["wygrały", "wygrywają"]),
    ("ru", Saying::Won, &["выиграли", "выигрывают"]),
    ("tr", Saying::Won, &["kazandı", "kazanır"]),
    ("tr", Saying::Resigns, &["terketti", "terkediyor", "çekildi"]),
    (
        "sv",
        Saying::Resigns,
        &[
            "uppgivet",
            "uppg",
            "uppgifvet",
            "uppgav",
            "uppgaf",
            "uppger",
            "uppgifver",
            "uppgiver",
            "resignerar",
            "resignerade",
            "kapitulerar",
            "kapitulerade",
        ],
    ),
    ("da", Saying::Resigns, &["opgivet", "opgav", "opgiver", "opgivne", "resignerer", "resignerede"]),
    ("no", Saying::Resigns, &["oppgitt", "oppgav", "oppgir", "oppga", "oppgis", "resignerte"]),
    ("is", Saying::Drawn, &["jafntefli"]),
    (
        "fi",
        Saying::Resigns,
        &[
            "luovutti",
            "luovuttaa",
            "luovuttivat",
            "luovuttavat",
            "luovutan",
            "luovutus",
            "antautui",
            "antautuivat",
            "antautuu",
        ],
    ),
    ("fi", Saying::Drawn, &["tasapeli"]),
    ("hu", Saying::Resigns, &["feladta", "feladja", "feladták", "feladás", "feladva", "feladom", "feladják"]),
    ("hu", Saying::Drawn, &["döntetlen", "döntetlenben", "döntetlennel", "döntetlenre", "remiben"]),
    (
        "pl",
        Saying::Resigns,
        &["poddał", "poddała", "poddały", "poddali", "poddaje", "poddają", "poddało", "poddanie", "poddaję"],
    ),
    ("pl", Saying::Drawn, &["remis", "remisem", "remisu", "zremisowali", "zremisowano"]),
    ("cs", Saying::Resigns, &["vzdal", "vzdala", "vzdali", "vzdává", "vzdaly", "vzdávají", "vzdávám"]),
    ("cs", Saying::Drawn, &["remíza", "remiza", "remízou", "remízu", "remíze"]),
    ("sk", Saying::Drawn, &["remíza"]),
    (
        "ru",
        Saying::Resigns,
        &[
            "сдались",
            "сдался",
            "сдаются",
            "сдается",
            "сдаётся",
            "сдалась",
            "сдача",
            "сдаюсь",
            "капитулировали",
        ],
    ),
    ("ru", Saying::Drawn, &["ничья", "реми", "ничью", "ничьей", "ничьёй"]),
    ("uk", Saying::Resigns, &["здались", "здалися", "здався", "здалась", "здалася", "здаються", "здаюся"]),
    ("uk", Saying::Drawn, &["нічия", "нічию"]),
    ("bg", Saying::Drawn, &["равен", "равенство"]),
    (
        "hr",
        Saying::Resigns,
        &[
            "predao",
            "predaje",
            "predali",
            "predala",
            "predaju",
            "предао",
            "предала",
            "предали",
            "предаје",
            "предају",
            "predajem",
            "predalo",
        ],
    ),
    ("hr", Saying::Drawn, &["remi", "remiz", "remisa"]),
    ("tr", Saying::Drawn, &["berabere", "beraberlik", "beraberlikle"]),
    ("lv", Saying::Drawn, &["neizšķirts"]),
    ("lt", Saying::Drawn, &["lygiosios"]),
    ("el", Saying::Drawn, &["ισοπαλία", "ισόπαλη", "ισόπαλο", "ισόπαλοι"]),
    ("sk", Saying::Resigns, &["vzdal", "vzdala", "vzdali", "vzdáva", "vzdávajú"]),
    ("bg", Saying::Resigns, &["предадоха", "предаде", "предава", "предават"]),
    ("lv", Saying::Resigns, &["padevās", "padodas"]),
    ("lt", Saying::Resigns, &["pasidavė", "pasiduoda"]),
    ("et", Saying::Resigns, &["alistus", "alistusid", "alistub", "alistuvad", "alistun"]),
    ("et", Saying::Drawn, &["viik"]),
    ("ro", Saying::Resigns, &["cedează", "cedat", "abandonează", "abandonat", "cedez", "capitulează"]),
    ("ro", Saying::Drawn, &["remiză", "remizat"]),
    (
        "el",
        Saying::Resigns,
        &[
            "εγκαταλείπει",
            "εγκαταλείπουν",
            "εγκατέλειψε",
            "εγκατέλειψαν",
            "παραιτήθηκε",
            "παραιτήθηκαν",
            "παραιτείται",
        ],
    ),
    ("ca", Saying::Resigns, &["abandonen", "abandonaren", "rendeixen"]),
    ("ca", Saying::Drawn, &["taules"]),
    ("da", Saying::Drawn, &["remis"]),
    ("nl", Saying::Drawn, &["remise"]),
    ("sv", Saying::Drawn, &["remi"]),
    ("no", Saying::Drawn, &["remis"]),
    ("eo", Saying::Resigns, &["rezignas", "rezignis", "kapitulacas", "kapitulacis"]),
    ("eo", Saying::Drawn, &["remizo", "egalvenko"]),
    ("sl", Saying::Resigns, &["vdal", "vdala", "vdali"]),
    ("mk", Saying::Resigns, &["предадоа", "предаваат"]),
    ("be", Saying::Resigns, &["здаліся", "здаўся"]),
    ("be", Saying::Drawn, &["нічыя"]),
    ("id", Saying::Resigns, &["menyerah"]),
];

/// The number of words in [`GROUPS`].
const fn count_words() -> usize {
    let (mut count, mut at) = (0, 0);
    while at < GROUPS.len() {
        count += GROUPS[at].2.len();
        at += 1;
    }
    count
}

const fn flatten() -> [EndingWord; count_words()] {
    let mut words = [EndingWord { text: "", saying: Saying::Drawn, language: "" }; count_words()];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let (language, saying, texts) = GROUPS[group];
        let mut text = 0;
        while text < texts.len() {
            words[at] = EndingWord { text: texts[text], saying, language };
            at += 1;
            text += 1;
        }
        group += 1;
    }
    words
}

/// The words that say by themselves how a game ended.
pub static ENDING_WORDS: &[EndingWord] = &flatten();

/// The words for stalemate.
const STALEMATE: &[&str] = &[
    "stalemate",
    "stalemated",
    "patt",
    "pat",
    "ahogado",
    "ahogada",
    "stallo",
    "пат",
    "pata",
    "patowa",
    "sakkpatt",
];

/// Whether a word, in whatever case, says stalemate.
#[must_use]
pub fn is_stalemate(word: &str) -> bool {
    STALEMATE.contains(&&*crate::lowered(word))
}

/// A verb that says how a game ended with another word behind it: `gibt auf`, `geeft het op`, `perdieron por tiempo`.
#[derive(Copy, Clone, Debug)]
pub struct EndingPhrase {
    /// Forms of the verb.
    pub verbs: &'static [&'static str],
    /// The words of which one completes it.
    pub completed_by: &'static [&'static str],
    /// What both say.
    pub saying: Saying,
    /// ISO 639-1.
    pub language: &'static str,
}

const fn phrase(
    language: &'static str,
    saying: Saying,
    verbs: &'static [&'static str],
    completed_by: &'static [&'static str],
) -> EndingPhrase {
    EndingPhrase { verbs, completed_by, saying, language }
}

/// The verbs that need another word.
pub const ENDING_PHRASES: &[EndingPhrase] = &[
    phrase("en", Saying::Resigns, &["gives", "gave"], &["up"]),
    phrase("en", Saying::Resigns, &["decides", "decided", "chose", "chooses"], &["resign"]),
    phrase("en", Saying::Resigns, &["throws", "threw"], &["towel"]),
    phrase("de", Saying::Resigns, &["wirft", "warf", "werfen", "warfen"], &["handtuch"]),
    phrase("fr", Saying::Resigns, &["jette", "jeta", "jettent"], &["éponge"]),
    // `giebt`: as it was spelled until 1901.
    phrase("de", Saying::Resigns, &["gibt", "giebt", "gab", "geben", "gaben", "gebe"], &["auf"]),
    phrase("de", Saying::Resigns, &["streckt", "streckte", "strecken", "streckten"], &["waffen"]),
    phrase("de", Saying::Resigns, &["ergibt", "ergiebt", "ergab", "ergeben", "ergaben"], &["sich"]),
    phrase("nl", Saying::Resigns, &["geeft", "gaf", "geven", "gaven", "geef"], &["op"]),
    phrase(
        "sv",
        Saying::Resigns,
        &["ger", "gav", "gir", "gaf", "gefur", "giver", "gafst", "gefst", "gáfust", "gefast", "gefist"],
        &["upp"],
    ),
    phrase("no", Saying::Resigns, &["gir", "ga", "giver", "gav", "gitt"], &["opp"]),
    phrase("da", Saying::Resigns, &["giver", "gav", "givet"], &["op", "fortabt"]),
    phrase(
        "tr",
        Saying::Resigns,
        &["terk", "pes"],
        &["etti", "eder", "ediyor", "ettiler", "ediyorum", "ettim"],
    ),
    phrase("af", Saying::Resigns, &["gee", "gegee"], &["op"]),
    phrase("en", Saying::Resigns, &["give"], &["up"]),
    phrase("en", Saying::Time, &["flag", "flags"], &["fell", "falls", "dropped"]),
    phrase("ru", Saying::Time, &["вышло", "истекло"], &["проиграл", "проиграла", "проиграли"]),
    phrase("de", Saying::Time, &["verliert", "verlor", "verlieren", "verloren"], &["zeit"]),
    phrase("es", Saying::Time, &["pierde", "pierden", "perdió", "perdieron", "perdio"], &["tiempo", "reloj"]),
    phrase("pt", Saying::Time, &["perde", "perdem", "perdeu", "perderam"], &["tempo"]),
    phrase("it", Saying::Time, &["perde", "perdono", "perse", "persero", "perso"], &["tempo"]),
    phrase("fr", Saying::Time, &["perd", "perdent", "perdit", "perdirent"], &["temps"]),
    phrase("nl", Saying::Time, &["verliest", "verloor", "verloren"], &["tijd"]),
    phrase("sv", Saying::Time, &["förlorar", "förlorade"], &["tid"]),
    phrase("da", Saying::Time, &["taber", "tabte"], &["tid"]),
    phrase("no", Saying::Time, &["taper", "tapte"], &["tid"]),
    phrase(
        "pl",
        Saying::Time,
        &["przegrał", "przegrała", "przegrały", "przegrywa", "przegrywają"],
        &["czas"],
    ),
    phrase("ru", Saying::Time, &["проиграл", "проиграла", "проиграли", "проигрывают"], &["времени", "время"]),
    phrase("cs", Saying::Time, &["prohrál", "prohráli", "prohrála"], &["čas"]),
    phrase("en", Saying::Wins, &["announced", "announces", "announcing", "gives", "gave"], &["mate"]),
    phrase("de", Saying::Wins, &["kündigt", "kündigte", "kündigten"], &["matt"]),
    phrase("fr", Saying::Wins, &["annonce", "annoncent", "annonça", "annoncèrent"], &["mat"]),
    phrase("es", Saying::Wins, &["anuncian", "anunciaron", "anuncia", "anunció"], &["mate"]),
    phrase("it", Saying::Wins, &["annuncia", "annunciano", "annunciò"], &["matto"]),
    phrase("nl", Saying::Wins, &["kondigt", "kondigde"], &["mat"]),
    phrase("de", Saying::Wins, &["setzt", "setzte", "setzen", "setzten"], &["matt"]),
    phrase("es", Saying::Wins, &["da", "dan", "dio", "dieron"], &["mate"]),
    phrase("fr", Saying::Wins, &["fait", "font", "fit", "firent"], &["mat"]),
    phrase("it", Saying::Wins, &["dà", "danno", "diede"], &["matto"]),
    phrase("nl", Saying::Wins, &["geeft", "zet"], &["mat"]),
];

/// Whether a word in small letters completes a verb of [`ENDING_PHRASES`].
#[must_use]
pub fn completes_ending_phrase(word: &str) -> bool {
    static INDEX: LazyLock<Index<()>> =
        LazyLock::new(|| Index::set(ENDING_PHRASES.iter().flat_map(|phrase| phrase.completed_by).copied()));
    INDEX.has(word)
}

/// Words that may stand in a phrase about the end of a game, beside the sides and the words that say it.
const BESIDE: &[&str] = &[
    "and",
    "the",
    "game",
    "a",
    "an",
    "by",
    "perpetual",
    "check",
    "his",
    "is",
    "was",
    "as",
    "on",
    "time",
    "limit",
    "up",
    "gives",
    "gave",
    "of",
    "mutual",
    "consent",
    "agreed",
    "upon",
    "consented",
    "to",
    "here",
    "after",
    "won",
    "party",
    "next",
    "some",
    "further",
    "later",
    "several",
    "eventually",
    "finally",
    "im",
    "in",
    "nächsten",
    "zuge",
    "zug",
    "durch",
    "auf",
    "por",
    "par",
    "per",
    "au",
    "al",
    "op",
    "på",
    "na",
    "по",
    "las",
    "los",
    "se",
    "si",
    "les",
    "il",
    "left",
    "move",
    "moves",
    "few",
    "more",
    "het",
    "się",
    "sie",
    "es",
    "die",
    "der",
    "das",
    "partie",
    "partij",
    "partida",
    "partita",
    "le",
    "gli",
    "i",
    "gibt",
    "gab",
    "geeft",
    "gaf",
    "ger",
    "gav",
    "gir",
    "und",
    "en",
    "et",
    "y",
    "e",
    "hier",
    "ici",
    "aqui",
    "des",
    "os",
    "се",
    "си",
    "партията",
    "partiet",
    "és",
    "og",
    "och",
    "ja",
    "ve",
    "и",
    "oraz",
    "și",
    "two",
    "three",
    "four",
    "five",
    "six",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "zügen",
    "deux",
    "trois",
    "quatre",
    "coups",
    "dos",
    "tres",
    "cuatro",
    "jugadas",
    "tre",
    "mosse",
    "drie",
    "zetten",
    "aan",
    "we",
    "they",
    "adjudicated",
    "adjudged",
    "given",
    // `Schwarz hat aufgegeben`, `les Noirs ont abandonné`
    "hat",
    "haben",
    "ont",
    "ha",
    "hanno",
    "heeft",
    "hebben",
    "har",
    // Who resigned: `He resigned.`, `my opponent resigned`.
    "he",
    "she",
    "my",
    "opponent",
    "ich",
    "mein",
    "gegner",
    "hij",
    "han",
    "ik",
    "jag",
    "jeg",
    // Who proposed a draw that was agreed: `remise op voorstel van zwart`.
    "voorstel",
    "van",
    "proposal",
    "vorschlag",
    "proposta",
    "proposition",
    "propuesta",
    "förslag",
    // Articles, and who did it, of languages beside the first ones.
    "τα",
    "το",
    "la",
    "seg",
    "sig",
    "cu",
    "au",
    "sa",
    "es",
    "em",
    "me",
    "mi",
    "io",
    "ја",
    "ja",
    "я",
    "minä",
    "ben",
    "ok",
    "oyunu",
    "pelin",
    "partia",
    "partija",
    "partie",
    "партия",
    "партію",
    "партию",
    "партија",
    "játszmát",
    "contest",
    "struggle",
    "kampf",
    "den",
    "lucha",
    "lutte",
    "partię",
    "partii",
    "partiju",
    "ο",
    "οι",
    "με",
    "de",
    "di",
    "d",
    "za",
    "за",
    "nach",
    "efter",
    "etter",
    "enligt",
    "med",
    "prin",
    "pe",
    "meg",
    "bitti",
    "sona",
    "erdi",
    "päättyi",
    "endete",
    "endet",
    "terminó",
    "termina",
    "slutade",
    "endte",
    "zakończyła",
    "skončila",
    "завершилась",
    "закончилась",
    "ολοκληρώθηκε",
];

/// What a word says about the end of a game, in whatever case; `None` for all other words.
#[must_use]
pub fn ending_of(word: &str) -> Option<Saying> {
    static INDEX: LazyLock<Index<Saying>> =
        LazyLock::new(|| Index::of(ENDING_WORDS.iter().map(|known| (known.text, known.saying))));
    INDEX.get(&crate::lowered(word))
}

/// Whether a word in lower case may stand in a phrase about the end of a game: `by perpetual check`, `las blancas`.
#[must_use]
pub fn is_beside_ending(word: &str) -> bool {
    static INDEX: LazyLock<Index<()>> = LazyLock::new(|| {
        let verbs = ENDING_PHRASES.iter().flat_map(|phrase| phrase.verbs);
        Index::set(BESIDE.iter().chain(verbs).copied())
    });
    INDEX.has(word) || crate::side_of(word).is_some()
}

/// Words behind a draw that was offered and agreed.
const ACCEPTANCES: &[&str] = &[
    "accepted",
    "accepts",
    "agreed",
    "angenommen",
    "acceptée",
    "aceptadas",
    "accettata",
    "aangenomen",
    "принята",
];

/// Whether a word in small letters says that an offer was accepted.
#[must_use]
pub fn is_acceptance(word: &str) -> bool {
    ACCEPTANCES.contains(&word)
}

/// Words that say that both players agreed to what is said beside them: `auf Remis geeinigt`.
const AGREEMENTS: &[&str] = &[
    "agreed",
    "geeinigt",
    "einigten",
    "einigen",
    "vereinbart",
    "vereinbarten",
    "überein",
    "übereingekommen",
    "convinrent",
    "accord",
    "acordamos",
    "acordaron",
    "acordado",
    "acordadas",
    "accordati",
    "accordarono",
    "accordammo",
    "combinaram",
    "overeengekomen",
    "akkoord",
    "överens",
    "enige",
    "enedes",
    "sovimme",
    "sovittiin",
    "uzgodniono",
    "zgodzili",
    "dohodli",
    "megegyeztek",
    "megegyeztünk",
    "согласились",
    "договорились",
    "adjudicated",
    "adjudged",
    "agreement",
    "einvernehmen",
    "einverständnis",
    "vereinbarung",
    "convenue",
    "convenu",
    "acuerdo",
    "acordo",
    "acordada",
    "accordo",
    "concordata",
    "acord",
    "overeenkomst",
    "afgesproken",
    "överenskommelse",
    "overenskomst",
    "aftale",
    "aftalt",
    "avtale",
    "avtalt",
    "samkomulagi",
    "sopimuksella",
    "sopimukseen",
    "kokkuleppel",
    "zgodą",
    "zgodzono",
    "uzgodniony",
    "dohodou",
    "domluvou",
    "dohodnutá",
    "megegyezéssel",
    "megegyezés",
    "соглашению",
    "согласию",
    "согласились",
    "соглашение",
    "угодою",
    "згодою",
    "съгласие",
    "dogovorom",
    "dogovoren",
    "dogovoreno",
    "sporazumom",
    "споразумно",
    "anlaştılar",
    "anlaşıldı",
    "anlaşmayla",
    "anlaşması",
    "convenită",
    "convenit",
    "συμφωνία",
    "συμφωνήθηκε",
    "συμφώνησαν",
    "interkonsente",
    "interkonsento",
    "interkonsentita",
    "konsentita",
    "vienojās",
    "vienošanos",
    "susitarus",
    "susitarimu",
    "egyeztek",
    "mutuel",
    "mutuo",
    "mutua",
    "mútuo",
    "común",
    "comun",
    "comum",
    "commun",
    "mutual",
    "consent",
    "beiderseitigem",
    "gegenseitigem",
    "beiderseits",
    "onderling",
    "obopólną",
    "wzajemną",
    "vzájemnou",
    "обоюдному",
    "взаимному",
    "взаємною",
    "kölcsönös",
    "ömsesidig",
    "gensidig",
    "gjensidig",
    "karşılıklı",
    "αμοιβαία",
];

/// Whether a word in small letters says that what stands beside it was agreed, or decided by a judge.
#[must_use]
pub fn is_agreement(word: &str) -> bool {
    AGREEMENTS.contains(&word)
}

/// Words that say that something did not happen, or only might have.
const DENIALS: &[&str] = &[
    "not", "never", "nearly", "almost", "could", "might", "would", "should", "nicht", "kein", "fast",
    "beinahe", "konnten", "könnten", "hätte", "hätten", "wollten", "pas", "ne", "jamais", "presque", "no",
    "nunca", "casi", "non", "quasi", "mai", "não", "quase", "niet", "nooit", "bijna", "inte", "aldrig",
    "nästan", "ikke", "nesten", "næsten", "nie", "prawie", "nechtěl", "nem", "ei", "не", "чуть",
];

/// Whether a word in small letters denies what stands behind it.
#[must_use]
pub fn is_denial(word: &str) -> bool {
    DENIALS.contains(&word)
}

/// Words before a clause that is no part of the sentence before it: `material is even, but Black resigns`.
const JOINERS: &[&str] = &[
    "and",
    "but",
    "yet",
    "so",
    "then",
    "therefore",
    "still",
    "und",
    "aber",
    "doch",
    "also",
    "da",
    "worauf",
    "et",
    "mais",
    "donc",
    "alors",
    "y",
    "e",
    "pero",
    "mas",
    "así",
    "entonces",
    "ma",
    "quindi",
    "allora",
    "então",
    "portanto",
    "en",
    "maar",
    "dus",
    "toen",
    "och",
    "men",
    "så",
    "og",
    "ja",
    "mutta",
    "joten",
    "és",
    "de",
    "így",
    "i",
    "a",
    "ale",
    "więc",
    "lecz",
    "tak",
    "proto",
    "pa",
    "ali",
    "и",
    "но",
    "а",
    "поэтому",
    "і",
    "але",
    "тому",
    "și",
    "dar",
    "ve",
    "ama",
    "και",
    "αλλά",
    "kaj",
    "sed",
    "però",
];

/// Whether a word in small letters begins a clause of its own behind another.
///
/// ```
/// use scorebook_lexicon::joins_clauses;
/// assert!(joins_clauses("but") && joins_clauses("worauf") && !joins_clauses("who"));
/// ```
#[must_use]
pub fn joins_clauses(word: &str) -> bool {
    JOINERS.contains(&word)
}

/// Words that make of a statement something that may happen, or that happens to others.
const CONDITIONS: &[&str] = &[
    "if",
    "when",
    "whenever",
    "unless",
    "until",
    "because",
    "usually",
    "often",
    "sometimes",
    "many",
    "most",
    "may",
    "can",
    "will",
    "shall",
    "must",
    "wenn",
    "falls",
    "sobald",
    "bis",
    "weil",
    "oft",
    "meist",
    "kann",
    "muss",
    "darf",
    "si",
    "lorsque",
    "quand",
    "souvent",
    "peut",
    "cuando",
    "suele",
    "puede",
    "se",
    "quando",
    "spesso",
    "può",
    "pode",
    "als",
    "indien",
    "wanneer",
    "vaak",
    "kan",
    "moet",
    "om",
    "när",
    "hvis",
    "når",
    "ofte",
    "ofta",
    "jos",
    "kun",
    "ha",
    "amikor",
    "jeśli",
    "gdy",
    "kiedy",
    "pokud",
    "když",
    "jestliže",
    "ako",
    "kad",
    "если",
    "когда",
    "часто",
    "может",
    "якщо",
    "коли",
];

/// Whether a word in small letters says that what stands behind it may happen, or happens in other games.
#[must_use]
pub fn is_condition(word: &str) -> bool {
    CONDITIONS.contains(&word)
}

/// Words beside a draw that was only offered, or was declined.
const OFFERS: &[&str] = &[
    "offered",
    "offer",
    "offers",
    "proposed",
    "proposes",
    "declined",
    "declines",
    "refused",
    "refuses",
    "rejected",
    "angeboten",
    "abgelehnt",
    "bietet",
    "proposée",
    "refusée",
    "propose",
    "ofrecidas",
    "rechazadas",
    "ofrece",
    "offerta",
    "rifiutata",
    "aangeboden",
    "geweigerd",
    "предложена",
    "предложил",
];

/// Whether a word in small letters says that a draw beside it was offered or declined, and not agreed.
///
/// ```
/// use scorebook_lexicon::is_offer;
/// assert!(is_offer("declined") && !is_offer("agreed"));
/// ```
#[must_use]
pub fn is_offer(word: &str) -> bool {
    OFFERS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_says_two_things() {
        for word in ENDING_WORDS {
            assert_eq!(ending_of(word.text), Some(word.saying), "{} ({})", word.text, word.language);
            assert_eq!(word.text, word.text.to_lowercase());
            assert!(crate::side_of(word.text).is_none(), "{}", word.text);
        }
        assert_eq!(ending_of("Resigns"), Some(Saying::Resigns));
        assert_eq!(ending_of("tables"), None, "furniture; in Spanish it is `tablas`");
    }
}
