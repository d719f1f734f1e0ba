//! Lines of fields: `White: Anderssen`, `Weiß: Tarrasch   Schwarz: Marshall`, `Event: Club Ch   Round 3`.

/// Names that people put before a colon, and the tags that they mean.
const LABELS: &[(&str, &str)] = &[
    ("white", "White"),
    ("weiß", "White"),
    ("weiss", "White"),
    ("blancas", "White"),
    ("blancs", "White"),
    ("bianco", "White"),
    ("brancas", "White"),
    ("wit", "White"),
    ("black", "Black"),
    ("schwarz", "Black"),
    ("negras", "Black"),
    ("noirs", "Black"),
    ("nero", "Black"),
    ("pretas", "Black"),
    ("zwart", "Black"),
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
    ("eco", "ECO"),
    ("annotator", "Annotator"),
    ("source", "Source"),
];

/// The fields of a line, tags and values as they stand, and what is before them. No fields in other lines.
pub(super) fn fields(line: &str) -> (&str, Vec<(&'static str, &str)>) {
    let starts = starts(line);
    let Some(first) = starts.first() else { return (line, Vec::new()) };
    let ends = starts.iter().skip(1).map(|next| next.at).chain([line.len()]);
    let fields =
        starts.iter().zip(ends).map(|(field, end)| (field.tag, tidy(&line[field.value..end]))).collect();
    (tidy(&line[..first.at]), fields)
}

struct Field {
    tag: &'static str,
    /// Where its label begins, and where its value does.
    at: usize,
    value: usize,
}

/// Where fields begin: a label with a colon at the line's start, after a wide gap or after a stop; behind such
/// a one also a bare label before a number (`Round 3`, `Date 12.3.1961`). Only the players may have other words
/// before them, and a comma for a colon if both do.
fn starts(line: &str) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    let mut at = 0;
    let commas = line.contains("White, ") && line.contains("Black, ");
    for word in line.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let name = word.trim_end().trim_end_matches([':', ',']);
        let lower = name.to_lowercase();
        let Some(&(_, tag)) = LABELS.iter().find(|(known, _)| *known == lower) else { continue };
        let side = matches!(tag, "White" | "Black");
        if found.iter().any(|field| field.tag == tag) || found.is_empty() && start > 0 && !side {
            continue;
        }
        let rest = line[start + name.len()..].trim_start();
        let before = &line[..start];
        let apart = before.trim_end().len() + 1 < before.len()
            || before.trim_end().ends_with(['.', ',', ';', '|', '/', ')'])
            || before.is_empty();
        let value = line.len() - rest.len();
        let named = rest.get(1..).is_some_and(|name| name.trim_start().starts_with(char::is_uppercase));
        if apart && (rest.starts_with(':') || side && commas && rest.starts_with(',') && named) {
            found.push(Field { tag, at: start, value: value + 1 });
        } else if apart && !found.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(Field { tag, at: start, value });
        }
    }
    found
}

/// A value without what parts it from the next; an initial and a short title keep their dot.
fn tidy(value: &str) -> &str {
    let value = value.trim().trim_end_matches([',', ';', '|', '/', '-', '–', '—', ' ']);
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
        for line in
            ["The result: a draw", "White to move", "Black plays round 3", "1. e4 e5", "Note: White won"]
        {
            assert!(super::fields(line).1.is_empty(), "{line}");
        }
    }
}
