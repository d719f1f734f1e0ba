//! The meaning of a column, by its heading.

use shakmaty::Color;

use crate::shape;

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// An identifier that changes from one game to the next.
    Game,
    /// The move number.
    Number,
    /// The half-move, counted from 1.
    Ply,
    /// The side to move: `w`, `white`, `b`, `black`.
    Side,
    /// The move.
    Move,
    /// The same move in another notation than in the column `Move`.
    Twin,
    /// White's move.
    WhiteMove,
    /// Black's move.
    BlackMove,
    /// A whole game's moves.
    Moves,
    /// A comment on the move.
    Comment,
    /// The starting position, or where the game stands before or behind the moves of the row.
    Fen,
    /// The name of the player who moves.
    Mover,
    /// The result.
    Result,
    /// Who won: `white`, `black`, `draw`.
    Winner,
    /// How the game ended for one side: `win`, `checkmated`, `agreed`.
    SideResult(Color),
    /// Any other tag, by its name.
    Tag(String),
}

/// The columns of tables on the web that are tags, by their names without signs.
const TAGS: &[(&str, &str)] = &[
    ("whiteid", "White"),
    ("whiteusername", "White"),
    ("whitename", "White"),
    ("whiteuser", "White"),
    ("blackid", "Black"),
    ("blackusername", "Black"),
    ("blackname", "Black"),
    ("blackuser", "Black"),
    ("whiterating", "WhiteElo"),
    ("whiteelo", "WhiteElo"),
    ("welo", "WhiteElo"),
    ("elowhite", "WhiteElo"),
    ("elow", "WhiteElo"),
    ("ratingwhite", "WhiteElo"),
    ("wrating", "WhiteElo"),
    ("wrtg", "WhiteElo"),
    ("whitertg", "WhiteElo"),
    ("eloweiß", "WhiteElo"),
    ("eloweiss", "WhiteElo"),
    ("weißelo", "WhiteElo"),
    ("weisselo", "WhiteElo"),
    ("eloblancs", "WhiteElo"),
    ("eloblancas", "WhiteElo"),
    ("blackrating", "BlackElo"),
    ("blackelo", "BlackElo"),
    ("belo", "BlackElo"),
    ("eloblack", "BlackElo"),
    ("elob", "BlackElo"),
    ("ratingblack", "BlackElo"),
    ("brating", "BlackElo"),
    ("brtg", "BlackElo"),
    ("blackrtg", "BlackElo"),
    ("eloschwarz", "BlackElo"),
    ("schwarzelo", "BlackElo"),
    ("elonoirs", "BlackElo"),
    ("elonegras", "BlackElo"),
    ("whitetitle", "WhiteTitle"),
    ("blacktitle", "BlackTitle"),
    ("timecontrol", "TimeControl"),
    ("incrementcode", "TimeControl"),
    ("timeincrement", "TimeControl"),
    ("openingeco", "ECO"),
    ("ecocode", "ECO"),
    ("openingname", "Opening"),
    ("openingtags", "Opening"),
    ("victorystatus", "Termination"),
    ("termination", "Termination"),
    ("gameurl", "Site"),
    ("url", "Site"),
    ("link", "Site"),
    ("utcdate", "UTCDate"),
    ("puzzleid", "PuzzleId"),
    ("themes", "Themes"),
    ("variant", "Variant"),
];

impl Column {
    /// The column that a heading names; `White` and `Black` are tags here, see `settle_sides`.
    pub(crate) fn named(name: &str) -> Option<Column> {
        let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        Some(match plain.as_str() {
            "game" | "gameid" | "id" | "gid" | "partie" | "partienr" | "partieid" | "partida" | "partita"
            | "partij" | "партия" | "gameno" | "gamenumber" => Column::Game,
            "number" | "no" | "movenumber" | "moveno" | "n" | "nr" | "num" | "numero" | "número"
            | "numéro" | "núm" | "номер" | "nummer" | "zugnummer" | "zugnr" | "movenr" => {
                Column::Number
            }
            "ply" | "halfmove" | "halbzug" | "demicoup" | "plyno" | "plynumber" | "halfmoveno"
            | "halfmovenumber" | "halbzugnr" | "semijugada" | "полуход" => Column::Ply,
            "side" | "color" | "colour" | "turn" | "farbe" | "couleur" | "colore" | "kleur" | "цвет"
            | "seite" | "player" | "mover" | "camp" | "bando" | "trait" | "сторона" => Column::Side,
            "zug" | "coup" | "jugada" | "mossa" | "zet" | "ход" | "ruch" | "tah" | "lance" => Column::Move,
            "time"
            | "clock"
            | "zeit"
            | "temps"
            | "tiempo"
            | "tempo"
            | "eval"
            | "evaluation"
            | "bewertung"
            | "bemerkung"
            | "anmerkung"
            | "remarks"
            | "evaluación"
            | "evaluacion"
            | "évaluation"
            | "время"
            | "оценка"
            | "комментарий"
            | "nota"
            | "thinktime"
            | "bedenkzeit"
            | "depth"
            | "tiefe"
            | "kommentar"
            | "commentaire"
            | "comentario"
            | "opmerking"
            | "comments"
            | "notes" => Column::Comment,
            "move" | "text" | "san" | "uci" | "notation" | "lan" => Column::Move,
            "whitemove" | "wmove" => Column::WhiteMove,
            "blackmove" | "bmove" => Column::BlackMove,
            "moves" | "pgn" | "movetext" | "gamemoves" | "movelist" | "züge" | "zuege" | "coups"
            | "jugadas" | "movimientos" | "mosse" | "zetten" | "lances" | "ходы" => Column::Moves,
            "comment" | "note" | "remark" | "annotation" => Column::Comment,
            "fen" | "position" | "start" | "stellung" | "posición" | "posicion" => Column::Fen,
            name if name.starts_with("fen") || name.ends_with("fen") && name.len() < 12 => Column::Fen,
            "result" | "res" | "erg" | "endstand" | "score" | "outcome" | "gameresult" | "finalresult"
            | "ergebnis" | "resultat" | "résultat" | "resultado" | "risultato" | "esito" | "uitslag"
            | "wynik" | "výsledek" | "результат" => Column::Result,
            "winner" => Column::Winner,
            "whiteresult" => Column::SideResult(Color::White),
            "blackresult" => Column::SideResult(Color::Black),
            name if TAGS.iter().any(|(known, _)| *known == name) => {
                let tag = TAGS.iter().find(|(known, _)| *known == name).map(|(_, tag)| *tag)?;
                Column::Tag(tag.into())
            }
            "white" | "whiteplayer" => Column::Tag("White".into()),
            "black" | "blackplayer" => Column::Tag("Black".into()),
            side if side.chars().count() > 2 && shape::side(side).is_some() => {
                let white = shape::side(side) == Some(Color::White);
                Column::Tag(if white { "White" } else { "Black" }.into())
            }
            "event" | "tournament" | "eventname" | "tournamentname" | "turnier" | "tournoi" | "torneo"
            | "torneio" | "toernooi" | "turniej" | "турнир" => Column::Tag("Event".into()),
            "site" | "place" | "location" | "venue" | "city" | "ort" | "lieu" | "lugar" | "luogo"
            | "plaats" | "место" => Column::Tag("Site".into()),
            "date" | "year" | "jahr" | "année" | "annee" | "año" | "anno" | "ano" | "год" | "rok"
            | "playedon" | "playedat" | "dateplayed" | "gamedate" | "played" | "datum" | "fecha" | "дата" => {
                Column::Tag("Date".into())
            }
            "round" | "rd" | "roundno" | "runde" | "ronde" | "ronda" | "rodada" | "тур" => {
                Column::Tag("Round".into())
            }
            "eco" => Column::Tag("ECO".into()),
            "opening" => Column::Tag("Opening".into()),
            _ if side_of_moves(name).is_some() => match side_of_moves(name)? {
                Color::White => Column::WhiteMove,
                Color::Black => Column::BlackMove,
            },
            _ if name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
            {
                Column::Tag(name.to_owned())
            }
            _ => return None,
        })
    }
}

/// The side whose moves a head of two words names: `coup blancs`, `zug_weiss`, `black san`.
fn side_of_moves(name: &str) -> Option<Color> {
    const MOVES: &[&str] = &[
        "move", "san", "uci", "lan", "zug", "coup", "jugada", "mossa", "zet", "ход", "ruch", "tah", "lance",
    ];
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let [one, other] = words.as_slice() else { return None };
    let is_move = |word: &String| MOVES.contains(&word.as_str());
    match (is_move(one), is_move(other)) {
        (true, false) => scorebook_lexicon::side_of(other),
        (false, true) => scorebook_lexicon::side_of(one),
        _ => None,
    }
}

/// The value of a tag as PGN writes it, from a table or an object; `None` if it is none: no date, or the number of a player
/// in place of a name.
///
/// A time control in minutes and seconds (`15+2`) becomes PGN's seconds, a date of any form PGN's.
pub(crate) fn tag_value(name: &str, value: &str) -> Option<String> {
    /// A number before `+` from here on is one of seconds.
    const MOST_MINUTES: u32 = 60;
    match name {
        "TimeControl" => {
            let parsed = |text: &str| text.parse::<u32>().ok();
            let numbers = value.split_once('+').and_then(|(one, two)| Some((parsed(one)?, parsed(two)?)));
            Some(match numbers {
                Some((minutes, more)) if minutes < MOST_MINUTES => format!("{}+{more}", minutes * 60),
                _ => value.to_owned(),
            })
        }
        "Date" | "UTCDate" | "EventDate" => pgn_date(value),
        "White" | "Black" => {
            let is_number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
            (!is_number && !is_sentence(value)).then(|| value.to_owned())
        }
        _ => Some(value.to_owned()),
    }
}

/// Whether a value says something instead of naming someone: `Put the king on e8, join the rooks.`
fn is_sentence(value: &str) -> bool {
    /// Fewest words of a sentence that ends as one does, and of any other.
    const ENDED: usize = 5;
    const FEWEST: usize = 8;
    let words = value.split_whitespace();
    let small = words.clone().filter(|word| word.starts_with(char::is_lowercase)).count();
    let ends = value.trim_end().ends_with(['.', '!', '?', '…']);
    let count = words.count();
    count >= if ends { ENDED } else { FEWEST } && small * 2 > count
}

/// A date in PGN's form, also one with the time of the day behind it (`1999-01-11T18:00:00Z`).
fn pgn_date(value: &str) -> Option<String> {
    if value.len() == 10 && scorebook_pgn::date::is_in_form(value) {
        return Some(value.to_owned());
    }
    let day = value.split(['T', ' ']).next().filter(|_| value.contains(':'));
    crate::heading::date::date(day.unwrap_or(value))
}
