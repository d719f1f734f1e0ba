//! Words that seat the players in a sentence: `White being Mr. Bird`, `Białymi grał Kos, czarnymi Lis`, `opponent Tariq M.`

/// Words between a side and who had it, in either order; articles and prepositions beside the verb are links too.
const LINKS: &[&str] = &[
    // English
    "is",
    "was",
    "were",
    "being",
    "are",
    "by",
    "played",
    "plays",
    "playing",
    "had",
    "has",
    "having",
    "took",
    "takes",
    "with",
    "as",
    "the",
    "handled",
    "handles",
    "conducted",
    "conducts",
    "led",
    "leads",
    "pieces",
    "men",
    // German
    "ist",
    "war",
    "waren",
    "von",
    "geführt",
    "gespielt",
    "wurde",
    "führte",
    "führt",
    "hatte",
    "hat",
    "spielte",
    "spielt",
    "mit",
    "die",
    "steine",
    "wird",
    // French
    "est",
    "était",
    "étaient",
    "étant",
    "sont",
    "par",
    "conduits",
    "joués",
    "tenus",
    "menés",
    "avait",
    "avec",
    "ayant",
    "jouait",
    "les",
    "conduisait",
    "menait",
    // Spanish and Portuguese
    "son",
    "eran",
    "fueron",
    "por",
    "conducidas",
    "llevadas",
    "jugadas",
    "tenía",
    "con",
    "llevaba",
    "conducía",
    "jugó",
    "jugaba",
    "las",
    "conduzidas",
    "jogadas",
    "foram",
    "tinha",
    "com",
    "jogou",
    "jogava",
    "conduzia",
    // Italian
    "è",
    "era",
    "condotto",
    "giocato",
    "guidato",
    "da",
    "dal",
    "aveva",
    "il",
    "conduceva",
    "giocava",
    "col",
    // Dutch
    "werd",
    "door",
    "gespeeld",
    "speelde",
    "speelt",
    "met",
    "heeft",
    // Scandinavian
    "var",
    "är",
    "er",
    "av",
    "af",
    "spelades",
    "fördes",
    "förda",
    "spilledes",
    "hade",
    "havde",
    "hadde",
    "spelade",
    "spillede",
    "spilte",
    "spelar",
    "spiller",
    "med",
    "ført",
    "førtes",
    // Finnish and Hungarian
    "oli",
    "pelasi",
    "volt",
    "vezette",
    "játszott",
    "vezeti",
    // Slavic
    "играл",
    "играла",
    "играет",
    "были",
    "у",
    "вёл",
    "вел",
    "имел",
    "грав",
    "грала",
    "мав",
    "grał",
    "grała",
    "gra",
    "prowadził",
    "prowadziła",
    "miał",
    "hrál",
    "hrála",
    "hraje",
    "vedl",
    "měl",
    "igrao",
    "igrala",
    "vodio",
    "imao",
    "играеше",
];

/// Whether a word in small letters links a side with a player.
///
/// ```
/// use scorebook_lexicon::is_seat_link;
/// assert!(is_seat_link("being") && is_seat_link("condotto") && !is_seat_link("castles"));
/// ```
#[must_use]
pub fn is_seat_link(word: &str) -> bool {
    LINKS.contains(&word)
}

/// The links that are no verbs.
const NO_VERBS: &[&str] = &[
    "by", "with", "as", "the", "pieces", "men", "von", "mit", "die", "steine", "par", "avec", "les", "por",
    "con", "las", "com", "da", "dal", "il", "col", "door", "met", "av", "af", "med", "у",
];
/// Verbs of sentences that name a game by its players, beside those that seat them: `Bird against Noa ended the round`.
const OTHER_VERBS: &[&str] = &[
    "ended",
    "ends",
    "lasted",
    "lasts",
    "proved",
    "began",
    "begins",
    "became",
    "saw",
    "turned",
    "drew",
    "lost",
    "met",
    "meets",
    "faced",
    "beat",
    "beats",
    "defeated",
    "endete",
    "dauerte",
    "begann",
    "schlug",
    "besiegte",
    "verlor",
    "bleibt",
    "blieb",
    "fut",
    "dura",
    "battit",
    "perdit",
    "resta",
    "fue",
    "duró",
    "venció",
    "perdió",
    "terminó",
    "fu",
    "durò",
    "batté",
    "perse",
    "finì",
    "foi",
    "durou",
    "venceu",
    "perdeu",
    "terminou",
    "duurde",
    "versloeg",
    "verloor",
    "blev",
    "varade",
    "slog",
    "förlorade",
    "ble",
    "varte",
    "slo",
    "kesti",
    "voitti",
    "hävisi",
    "lett",
    "legyőzte",
    "vesztett",
    "było",
    "była",
    "był",
    "trwała",
    "pokonał",
    "przegrał",
    "byla",
    "byl",
    "trvala",
    "porazil",
    "prohrál",
    "bila",
    "bio",
    "trajala",
    "pobijedio",
    "izgubio",
    "была",
    "был",
    "было",
    "длилась",
    "победил",
    "проиграл",
    "стала",
    "була",
    "був",
    "тривала",
    "беше",
    "fost",
    "învins",
    "oldu",
    "yendi",
    "yenildi",
    "ήταν",
    "estis",
];

/// What a side does in a sentence about its moves.
const MOVE_VERBS: &[&str] = &[
    "gives",
    "moves",
    "takes",
    "threatens",
    "mates",
    "castles",
    "gibt",
    "zieht",
    "donne",
    "joue",
    "juega",
    "muove",
];

/// Whether a word in small letters says what a side does in a game: `White gives`.
#[must_use]
pub fn is_move_verb(word: &str) -> bool {
    MOVE_VERBS.contains(&word)
}

/// Whether a word in small letters is a verb of sentences about players, before which a name ends.
///
/// ```
/// use scorebook_lexicon::is_seat_verb;
/// assert!(is_seat_verb("was") && is_seat_verb("spielte") && !is_seat_verb("von"));
/// ```
#[must_use]
pub fn is_seat_verb(word: &str) -> bool {
    OTHER_VERBS.contains(&word) || is_seat_link(word) && !NO_VERBS.contains(&word)
}

/// Labels before the score of a match or of an evening so far, which is that of no game: `Score: Bird 1, Noa 0`.
const RUNNING_SCORES: &[&str] = &[
    "score",
    "stand",
    "spielstand",
    "zwischenstand",
    "punktestand",
    "marque",
    "marcador",
    "puntuación",
    "tanteo",
    "placar",
    "punteggio",
    "tussenstand",
    "ställning",
    "ställningen",
    "stilling",
    "stillingen",
    "tilanne",
    "állás",
    "stav",
    "skóre",
    "счёт",
    "счет",
    "рахунок",
    "skor",
    "scor",
    "σκορ",
];

/// Whether a word in small letters stands before the score of a match so far.
#[must_use]
pub fn is_running_score(word: &str) -> bool {
    RUNNING_SCORES.contains(&word)
}

/// The men in words, in small letters: what stands on a board is no player.
const MEN: &[&str] = &[
    "castles", "knight", "bishop", "queen", "rook", "pawn", "pawns", "dame", "turm", "springer", "läufer",
    "bauer", "tour", "cavalier", "torre", "alfil", "caballo", "dama", "alfiere", "cavallo", "toren", "paard",
    "loper", "steine",
];

/// Whether a word in small letters is that of a man on the board.
#[must_use]
pub fn is_man_word(word: &str) -> bool {
    MEN.contains(&word)
}

/// Words that say that something holds in all games.
const EVERY: &[&str] = &[
    "every",
    "each",
    "all",
    "both",
    "throughout",
    "jedem",
    "allen",
    "alle",
    "überall",
    "chaque",
    "toutes",
    "tous",
    "cada",
    "todas",
    "todos",
    "ogni",
    "tutte",
    "tutti",
    "elk",
    "ieder",
    "alla",
    "varje",
    "hver",
    "всех",
    "каждой",
    "wszystkich",
    "všech",
    "kaikissa",
];

/// Whether a word in small letters says that something holds in all games.
#[must_use]
pub fn is_every_word(word: &str) -> bool {
    EVERY.contains(&word)
}

/// Words for games with odd numbers.
const ODD: &[&str] = &[
    "odd",
    "ungeraden",
    "impaires",
    "impares",
    "dispari",
    "oneven",
    "udda",
    "ulige",
    "нечётных",
    "нечетных",
];

/// Whether a word in small letters is for games with odd numbers.
#[must_use]
pub fn is_odd_word(word: &str) -> bool {
    ODD.contains(&word)
}

/// Words for games with even numbers.
const EVEN: &[&str] = &["even", "geraden", "paires", "pares", "pari", "jämna", "lige", "чётных", "четных"];

/// Whether a word in small letters is for games with even numbers.
#[must_use]
pub fn is_even_word(word: &str) -> bool {
    EVEN.contains(&word)
}

/// Words for the right to move first: `had the move`.
const TURNS: &[&str] = &["move", "anzug", "trait", "salida", "mossa", "zet", "draget"];

/// Whether a word in small letters is for the right to move first.
#[must_use]
pub fn is_turn_word(word: &str) -> bool {
    TURNS.contains(&word)
}

/// Words before the player of the other side.
const AGAINST: &[&str] = &[
    "against",
    "versus",
    "vs",
    "v",
    "gegen",
    "contre",
    "contra",
    "contro",
    "tegen",
    "mot",
    "mod",
    "против",
    "проти",
    "proti",
    "protiv",
    "przeciw",
    "przeciwko",
    "ellen",
    "vastaan",
    "срещу",
    "împotriva",
];

/// Whether a word in small letters stands before the player of the other side.
#[must_use]
pub fn is_against_word(word: &str) -> bool {
    AGAINST.contains(&word)
}

/// What the other player is called on a sheet or in a sentence.
const OPPONENTS: &[&str] = &[
    "opponent",
    "gegner",
    "gegnerin",
    "adversaire",
    "rival",
    "oponente",
    "adversario",
    "adversária",
    "adversário",
    "avversario",
    "avversaria",
    "tegenstander",
    "motståndare",
    "modstander",
    "motstander",
    "vastustaja",
    "ellenfél",
    "przeciwnik",
    "soupeř",
    "súper",
    "соперник",
    "противник",
    "супротивник",
    "protivnik",
];

/// Whether a word in small letters is what the other player is called.
#[must_use]
pub fn is_opponent_word(word: &str) -> bool {
    OPPONENTS.contains(&word)
}

/// Labels before the name of whose sheet it is.
const OWNERS: &[&str] = &[
    "name",
    "player",
    "spieler",
    "spielerin",
    "nom",
    "joueur",
    "nombre",
    "jugador",
    "jugadora",
    "nome",
    "jogador",
    "giocatore",
    "naam",
    "speler",
    "namn",
    "spelare",
    "navn",
    "spiller",
    "nimi",
    "pelaaja",
    "név",
    "játékos",
    "imię",
    "nazwisko",
    "zawodnik",
    "jméno",
    "hráč",
    "имя",
    "игрок",
    "фамилия",
    "гравець",
];

/// Whether a word in small letters is the label before the name of whose sheet it is.
#[must_use]
pub fn is_owner_label(word: &str) -> bool {
    OWNERS.contains(&word)
}

/// Labels before the side of whose sheet it is.
const COLOURS: &[&str] = &[
    "colour",
    "color",
    "farbe",
    "couleur",
    "cor",
    "colore",
    "kleur",
    "färg",
    "farve",
    "farge",
    "kolor",
    "barva",
    "farba",
    "szín",
    "väri",
    "цвет",
    "колір",
    "boja",
];

/// Whether a word in small letters is the label before a side: `Colour: black`.
#[must_use]
pub fn is_colour_label(word: &str) -> bool {
    COLOURS.contains(&word)
}

/// What several players are called together, before the first of them: `zwischen den Herren Noa und Bird`, `Messrs. Bird and Burn`.
const TOGETHER: &[&str] = &[
    "herren",
    "herrn",
    "messrs",
    "messieurs",
    "mm",
    "sres",
    "señores",
    "srs",
    "senhores",
    "sigg",
    "signori",
    "heren",
    "herrarna",
    "herrar",
    "herrerne",
    "herrene",
    "panowie",
    "panami",
    "pány",
    "pánové",
    "господами",
    "гг",
    "г.г",
    "damen",
    "damerne",
    "ladies",
    "gentlemen",
];

/// Whether a word, in whatever case, stands before several players and their names: `Messrs.`, `Herren`.
#[must_use]
pub fn is_plural_title(word: &str) -> bool {
    TOGETHER.contains(&&*word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
}

/// Words beside them.
const BESIDE_TOGETHER: &[&str] =
    &["den", "die", "der", "the", "les", "los", "os", "i", "gli", "de", "zwischen"];

/// A name without what several players are called together: `den Herren Noa`.
///
/// ```
/// use scorebook_lexicon::without_plural_title;
/// assert_eq!(without_plural_title("den Herren Noa"), "Noa");
/// assert_eq!(without_plural_title("Messrs. Bird"), "Bird");
/// assert_eq!(without_plural_title("de la Bourdonnais"), "de la Bourdonnais");
/// ```
#[must_use]
pub fn without_plural_title(name: &str) -> &str {
    let mut rest = name.trim();
    let mut titled = false;
    while let Some((word, behind)) = rest.split_once(' ') {
        let low = word.trim_end_matches('.').to_lowercase();
        if TOGETHER.contains(&&*low) {
            titled = true;
        } else if titled || !BESIDE_TOGETHER.contains(&&*low) {
            break;
        }
        rest = behind.trim_start();
        if titled {
            break;
        }
    }
    if titled { rest } else { name }
}

/// What a line at the head of a mail or of an article says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MailField<'a> {
    /// What it is about, without `Re:`.
    Subject(&'a str),
    /// Who wrote, when, to whom, by which way: nothing of a game.
    Other,
}

const SUBJECTS: &[&str] = &[
    "subject",
    "betreff",
    "objet",
    "asunto",
    "assunto",
    "oggetto",
    "onderwerp",
    "ämne",
    "emne",
    "aihe",
    "tárgy",
    "temat",
    "předmět",
    "predmet",
    "тема",
];
/// Before what was answered or sent on.
const ANSWERS: &[&str] =
    &["re", "fwd", "fw", "aw", "wg", "sv", "vs", "antw", "odp", "rv", "r", "tr", "res", "ha"];
/// Fields that are nothing else.
const ROUTES: &[&str] = &[
    "newsgroups",
    "message-id",
    "references",
    "in-reply-to",
    "reply-to",
    "path",
    "received",
    "return-path",
    "cc",
    "bcc",
    "organization",
    "nntp-posting-host",
    "x-newsreader",
    "x-mailer",
    "user-agent",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "distribution",
    "followup-to",
    "xref",
    "sender",
    "approved",
];
/// Fields of people, which other heads have too: they have the sign of an address.
const PEOPLE: &[&str] = &[
    "from",
    "to",
    "von",
    "an",
    "de",
    "à",
    "a",
    "para",
    "da",
    "per",
    "van",
    "aan",
    "från",
    "till",
    "fra",
    "til",
    "od",
    "do",
    "от",
    "кому",
    "lähettäjä",
    "feladó",
];
/// Fields of the day on which it was sent: they have a clock with seconds, or a zone.
const SENT: &[&str] = &[
    "date",
    "sent",
    "datum",
    "gesendet",
    "envoyé",
    "enviado",
    "fecha",
    "data",
    "inviato",
    "verzonden",
    "skickat",
    "дата",
];

/// What a line says as one of the head of a mail; `None` for other lines. The game of which it tells was not played when it was sent.
///
/// ```
/// use scorebook_lexicon::{MailField, mail_field};
/// assert_eq!(mail_field("Subject: Re: Benko - Bisguier"), Some(MailField::Subject("Benko - Bisguier")));
/// assert_eq!(mail_field("Date: 4 Apr 1996 07:12:55 GMT"), Some(MailField::Other));
/// assert_eq!(mail_field("Date: 4 Apr 1996"), None);
/// assert_eq!(mail_field("From: the Field, 1881"), None);
/// ```
#[must_use]
pub fn mail_field(line: &str) -> Option<MailField<'_>> {
    let line = line.trim_start_matches(['>', ' ', '\t']);
    let (label, value) = line.split_once(':')?;
    let (label, value) = (label.trim().to_lowercase(), value.trim());
    let is = |labels: &[&str]| labels.contains(&&*label);
    if is(SUBJECTS) {
        let mut about = value;
        while let Some((before, behind)) = about.split_once(':')
            && ANSWERS.contains(&&*before.trim().to_lowercase())
        {
            about = behind.trim_start();
        }
        return Some(MailField::Subject(about));
    }
    let is_sent = is(SENT) && has_clock_of_mail(value);
    (is(ROUTES) || is(PEOPLE) && value.contains('@') || is_sent).then_some(MailField::Other)
}

/// Whether a text has a clock with seconds, or one with a zone behind it.
fn has_clock_of_mail(text: &str) -> bool {
    const ZONES: &[&str] = &[
        "GMT", "UTC", "UT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "CET", "CEST", "MET",
        "BST",
    ];
    let clock = |word: &str| {
        let parts: Vec<&str> = word.trim_end_matches(',').split(':').collect();
        let figures = parts
            .iter()
            .all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
        if figures { parts.len() } else { 0 }
    };
    let is_zone = |word: &&str| {
        let word = word.trim_matches(['(', ')']);
        let figures = word.strip_prefix(['+', '-']);
        ZONES.contains(&word)
            || figures.is_some_and(|rest| rest.len() == 4 && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let parts = words.iter().map(|word| clock(word)).max().unwrap_or(0);
    parts == 3 || parts == 2 && words.iter().any(is_zone)
}
