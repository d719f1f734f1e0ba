//! Lines of fields: `White: Anderssen`, `Weiß: Tarrasch   Schwarz: Marshall`, `Event: Club Ch   Round 3`.

use scorebook_lexicon::side_of;
use shakmaty::Color;

use crate::ending;

/// Labels before a colon, and the tags that they denote; the names of the sides are labels too.
const LABELS: &[(&str, &str)] = &[
    ("event", "Event"),
    ("tournament", "Event"),
    ("tourney", "Event"),
    ("match", "Event"),
    ("turnier", "Event"),
    ("torneo", "Event"),
    ("tournoi", "Event"),
    ("torneio", "Event"),
    ("toernooi", "Event"),
    ("evento", "Event"),
    ("site", "Site"),
    ("place", "Site"),
    ("venue", "Site"),
    ("ort", "Site"),
    ("lugar", "Site"),
    ("lieu", "Site"),
    ("luogo", "Site"),
    ("local", "Site"),
    ("plaats", "Site"),
    ("date", "Date"),
    ("year", "Date"),
    ("datum", "Date"),
    ("fecha", "Date"),
    ("data", "Date"),
    ("played", "Date"),
    ("round", "Round"),
    ("runde", "Round"),
    ("ronda", "Round"),
    ("ronde", "Round"),
    ("turno", "Round"),
    ("rodada", "Round"),
    ("board", "Board"),
    ("brett", "Board"),
    ("tablero", "Board"),
    ("result", "Result"),
    ("ergebnis", "Result"),
    ("resultado", "Result"),
    ("résultat", "Result"),
    ("risultato", "Result"),
    ("opening", "Opening"),
    ("eröffnung", "Opening"),
    ("apertura", "Opening"),
    ("ouverture", "Opening"),
    ("abertura", "Opening"),
    ("wettkampf", "Event"),
    ("concours", "Event"),
    ("turniej", "Event"),
    ("turnaj", "Event"),
    ("verseny", "Event"),
    ("turnering", "Event"),
    ("turnaus", "Event"),
    ("турнир", "Event"),
    ("соревнование", "Event"),
    ("比赛", "Event"),
    ("赛事", "Event"),
    ("turneu", "Event"),
    ("turnir", "Event"),
    ("miejsce", "Site"),
    ("místo", "Site"),
    ("hely", "Site"),
    ("plats", "Site"),
    ("sted", "Site"),
    ("paikka", "Site"),
    ("место", "Site"),
    ("地点", "Site"),
    ("locul", "Site"),
    ("mjesto", "Site"),
    ("päivä", "Date"),
    ("dátum", "Date"),
    ("дата", "Date"),
    ("日期", "Date"),
    ("runda", "Round"),
    ("kolo", "Round"),
    ("forduló", "Round"),
    ("rond", "Round"),
    ("kierros", "Round"),
    ("тур", "Round"),
    ("轮次", "Round"),
    ("manche", "Round"),
    ("wynik", "Result"),
    ("výsledek", "Result"),
    ("eredmény", "Result"),
    ("resultat", "Result"),
    ("tulos", "Result"),
    ("результат", "Result"),
    ("结果", "Result"),
    ("uitslag", "Result"),
    ("rezultat", "Result"),
    ("otwarcie", "Opening"),
    ("zahájení", "Opening"),
    ("megnyitás", "Opening"),
    ("öppning", "Opening"),
    ("avaus", "Opening"),
    ("дебют", "Opening"),
    ("开局", "Opening"),
    ("eco", "ECO"),
    ("annotator", "Annotator"),
    ("source", "Source"),
];

/// The tag that a word denotes as a label, in whatever case.
fn label_tag(word: &str) -> Option<&'static str> {
    match side_of(word) {
        Some(Color::White) => Some("White"),
        Some(Color::Black) => Some("Black"),
        None => {
            let lower = word.to_lowercase();
            LABELS.iter().find(|(known, _)| *known == lower).map(|&(_, tag)| tag)
        }
    }
}

/// Whether a line is a field of something else than a game: a label that is none of ours, a colon and no more than a few words.
pub(super) fn is_foreign(line: &str) -> bool {
    /// Most words of a value.
    const MOST: usize = 4;
    let Some((label, value)) = line.split_once(": ") else { return false };
    let label = label.trim();
    let is_word = !label.is_empty() && label.chars().all(char::is_alphabetic);
    let is_ours = label_tag(label).is_some()
        || scorebook_lexicon::GAME_WORDS.contains(&label.to_lowercase().as_str())
        || scorebook_heading::parts::names_event(label);
    is_word
        && !is_ours
        && value.split_whitespace().count() <= MOST
        && scorebook_heading::parts::parts(value).is_none()
}

/// Whether a word is a label before a result: `Result`, `Ergebnis:`.
pub(crate) fn is_result(word: &str) -> bool {
    label_tag(word.trim_end_matches(':')) == Some("Result")
}

/// The side that is the only field of a line, with a name: `White: Shirov`.
pub(crate) fn only_side(line: &str) -> Option<Color> {
    let (head, fields) = fields(line);
    match fields[..] {
        [("White", name)] if head.is_empty() && !name.is_empty() => Some(Color::White),
        [("Black", name)] if head.is_empty() && !name.is_empty() => Some(Color::Black),
        _ => None,
    }
}

/// The fields of a line, as tags and raw values, and the text before them. Other lines have no fields.
pub(super) fn fields(line: &str) -> (&str, Vec<(&'static str, &str)>) {
    if let Some(found) = equations(line) {
        return found;
    }
    if let Some(found) = equation(line) {
        return ("", vec![found]);
    }
    let starts = starts(line);
    let Some(first) = starts.first() else { return (line, Vec::new()) };
    let ends = starts.iter().skip(1).map(|next| next.at).chain([line.len()]);
    let fields =
        starts.iter().zip(ends).map(|(field, end)| (field.tag, tidy(&line[field.value..end]))).collect();
    (tidy(&line[..first.at]), fields)
}

/// Fields with a sign of equality, both players among them, and the text before them: `game 5512 white=Zoe black="Ida Berg"`.
fn equations(line: &str) -> Option<(&str, Vec<(&'static str, &str)>)> {
    let mut found: Vec<(&'static str, &str)> = Vec::new();
    let mut head = line;
    let mut at = 0;
    while let Some(sign) = line[at..].find('=').map(|sign| at + sign) {
        let label = line[at..sign].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let rest = &line[sign + 1..];
        let (value, end) = match rest.strip_prefix('"').and_then(|inner| inner.split_once('"')) {
            Some((value, _)) => (value, sign + value.len() + 3),
            None => {
                let value = rest.split([' ', '\t', ';', ',']).next().unwrap_or_default();
                (value, sign + 1 + value.len())
            }
        };
        if let Some(tag) = label_tag(label).filter(|_| !value.is_empty()) {
            if found.is_empty() {
                head = &line[..sign - label.len()];
            }
            found.push((tag, value));
        }
        at = end;
    }
    let has = |wanted: &str| found.iter().filter(|(tag, _)| *tag == wanted).count() == 1;
    (has("White") && has("Black")).then(|| (tidy(head), found))
}

/// One field with a sign of equality and nothing else on the line: `Site = {New York}`, `Round = 2`.
fn equation(line: &str) -> Option<(&'static str, &str)> {
    const MARKS: [(&str, &str); 3] = [("{", "}"), ("\"", "\""), ("'", "'")];
    let (label, value) = line.trim().trim_end_matches([',', ';']).split_once('=')?;
    let value = value.trim();
    let inner = |(open, close): &(&str, &str)| value.strip_prefix(open)?.strip_suffix(close);
    Some((label_tag(label.trim())?, MARKS.iter().find_map(inner).unwrap_or(value).trim()))
}

/// The start of the right half of a line that has the same label twice: `White: Ann      White: Bob`.
pub(super) fn second_half(line: &str) -> Option<usize> {
    let first = line.trim_start();
    let letters: usize = first.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
    let (name, rest) = first.split_at(letters);
    if label_tag(name).is_none() || !rest.trim_start().starts_with(':') {
        return None;
    }
    let at = line.len() - rest.len() + rest.find(&format!("  {name}"))? + 2;
    line[at + letters..].trim_start().starts_with(':').then_some(at)
}

struct LabelledField {
    tag: &'static str,
    /// Offsets of its label and of its value.
    at: usize,
    value: usize,
    /// Whether a dash replaces the colon.
    dashed: bool,
}

/// Finds fields: a label with a colon at the start of the line, after a wide gap or after a full stop; after
/// such a field also a bare label before a number (`Round 3`, `Date 12.3.1961`). Only the players may have
/// other words before them, and a comma, a dash or a wide gap instead of a colon if both have it.
fn starts(line: &str) -> Vec<LabelledField> {
    let mut found: Vec<LabelledField> = Vec::new();
    let mut at = 0;
    let both = |mark: &str| line.contains(&format!("White{mark}")) && line.contains(&format!("Black{mark}"));
    let (commas, gaps) = (both(", "), both("  ") || both("\t"));
    for word in line.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let letters = word.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        let (name, behind) = word.split_at(letters);
        let dash = dash(&line[start + letters..]);
        // `White:Anderssen`
        let glued = behind.strip_prefix(':').is_some_and(|value| value.starts_with(char::is_alphanumeric));
        if dash.is_none() && !glued && !behind.trim_end().bytes().all(|b| matches!(b, b':' | b',')) {
            continue;
        }
        let Some(tag) = label_tag(name) else { continue };
        // `Black, J. (1790) - White, P. (1815)`
        if scorebook_heading::is_surname(line, start + letters) {
            continue;
        }
        let side = matches!(tag, "White" | "Black");
        let rest = line[start + name.len()..].trim_start();
        // `3. runde. Resultat: 0-1`
        let said = tag == "Result" && ending::marker(rest.trim_start_matches(':').trim()).is_some();
        if found.iter().any(|field| field.tag == tag) || found.is_empty() && start > 0 && !side && !said {
            continue;
        }
        let before = &line[..start];
        // `Event: Easter Open Round: 4`: behind a field a label begins with a capital and has its colon directly behind it.
        let labelled = !found.is_empty() && name.starts_with(char::is_uppercase) && behind.starts_with(':');
        let apart = labelled
            || before.ends_with('\t')
            || before.trim_end().len() + 1 < before.len()
            || before.trim_end().ends_with(['.', ',', ';', '|', '/', ')'])
            || before.is_empty();
        let value = line.len() - rest.len();
        let named = rest.get(1..).is_some_and(|name| name.trim_start().starts_with(char::is_uppercase));
        let mark = match dash {
            Some(len) if side => Some((len, true)),
            _ if rest.starts_with(':') => Some((1, false)),
            // Newspapers print the names that solvers and players sign with: `White "Victoria, F. Hill"`.
            _ if side && rest.starts_with(OPENING) => Some((0, false)),
            _ if side && commas && rest.starts_with(',') && named => Some((1, false)),
            _ if side && gaps && rest.starts_with(char::is_uppercase) && !rest.starts_with("Black") => {
                Some((0, false))
            }
            _ if !found.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit()) => Some((0, false)),
            // A line that says only the result, or ends with it.
            _ if said => Some((0, false)),
            _ => None,
        };
        if let Some((len, dashed)) = mark.filter(|_| apart) {
            found.push(LabelledField { tag, at: start, value: value + len, dashed });
        }
    }
    // A single dash may separate other things too.
    if found.iter().any(|field| field.dashed) && found.len() < 2 { Vec::new() } else { found }
}

/// Length in bytes of `.—` or `—` after a label, before a name.
fn dash(rest: &str) -> Option<usize> {
    let dashes = rest.trim_start_matches(['.', ':']);
    let name = dashes.trim_start_matches(['-', '–', '—']);
    (name.len() < dashes.len() && name.starts_with(char::is_uppercase)).then_some(rest.len() - name.len())
}

/// Quotation marks before and behind a name.
const OPENING: &[char] = &['"', '“', '„', '«'];
const CLOSING: &[char] = &['"', '”', '“', '»'];

/// A value without the separator from the next; an initial and a short title keep their full stop.
fn tidy(value: &str) -> &str {
    let value = value.trim().trim_end_matches([',', ';', '|', '/', '-', '–', '—', ' ']);
    let quoted =
        value.strip_prefix(OPENING).and_then(|inner| inner.trim_end_matches('.').strip_suffix(CLOSING));
    if let Some(inner) = quoted {
        return inner.trim();
    }
    let last = value.rsplit([' ', '.']).find(|word| !word.is_empty()).unwrap_or_default();
    let stop = value.ends_with('.') && last.chars().count() > 3;
    if stop { value.trim_end_matches('.') } else { value }
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_field_or_several() {
        let fields = |line| super::fields(line).1;
        assert_eq!(fields("White: Anderssen"), [("White", "Anderssen")]);
        assert_eq!(
            fields("Weiß: Dr. Tarrasch   Schwarz: Marshall"),
            [("White", "Dr. Tarrasch"), ("Black", "Marshall")]
        );
        assert_eq!(
            fields("Blancs: La Bourdonnais. Noirs: MacDonnell"),
            [("White", "La Bourdonnais"), ("Black", "MacDonnell")]
        );
        assert_eq!(
            fields("Event: Club Ch   Round 3   Date 12.3.1961"),
            [("Event", "Club Ch"), ("Round", "3"), ("Date", "12.3.1961")]
        );
        assert_eq!(
            fields("White   J. Smith        Black   R. Jones"),
            [("White", "J. Smith"), ("Black", "R. Jones")]
        );
        assert_eq!(
            fields("White.—Mr. Burn.     Black.—Mr. Steinitz."),
            [("White", "Mr. Burn"), ("Black", "Mr. Steinitz")]
        );
        assert_eq!(
            fields("White \"Victoria, F. Hill\"; Black \"A. Member\"."),
            [("White", "Victoria, F. Hill"), ("Black", "A. Member")]
        );
        assert_eq!(
            fields("White:Anderssen, Black:Dufresne"),
            [("White", "Anderssen"), ("Black", "Dufresne")]
        );
        for gap in [" ", "\t", "   "] {
            let line = format!("Event: Easter Open{gap}Round: 4{gap}Date: 3.4.1961");
            assert_eq!(
                super::fields(&line).1,
                [("Event", "Easter Open"), ("Round", "4"), ("Date", "3.4.1961")]
            );
        }
        assert_eq!(fields("Result 1-0"), [("Result", "1-0")]);
        assert_eq!(fields("Result of the match 1-0"), []);
        assert_eq!(fields("White      Black"), []);
        assert_eq!(
            fields("White : J. Smith Jr., Black : R. Jones"),
            [("White", "J. Smith Jr."), ("Black", "R. Jones")]
        );
    }

    #[test]
    fn players_behind_other_words() {
        assert_eq!(
            super::fields("Ruy Lopez. White, Pillsbury; Black, Dr. Tarrasch.--"),
            ("Ruy Lopez", vec![("White", "Pillsbury"), ("Black", "Dr. Tarrasch")])
        );
        assert_eq!(
            super::fields("Torneo di Milano 1934. Bianco: Rosselli; Nero: Monticelli"),
            ("Torneo di Milano 1934", vec![("White", "Rosselli"), ("Black", "Monticelli")])
        );
    }

    #[test]
    fn prose_has_no_fields() {
        for line in [
            "The result: a draw",
            "White—Castles",
            "White to move",
            "Black plays round 3",
            "1. e4 e5",
            "Note: White won",
        ] {
            assert!(super::fields(line).1.is_empty(), "{line}");
        }
    }
}
