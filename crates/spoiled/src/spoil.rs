//! What may happen to a record between the writer and the file.

use scorebook_random::Random;

use crate::print::Row;

/// What scanners and typists take for each other.
const CONFUSED: &[(&str, &str)] = &[
    ("1", "l"),
    ("1", "I"),
    ("1", "7"),
    ("2", "z"),
    ("3", "8"),
    ("3", "5"),
    ("4", "1"),
    ("5", "S"),
    ("5", "6"),
    ("6", "8"),
    ("8", "B"),
    ("0", "O"),
    ("0", "o"),
    ("B", "R"),
    ("B", "E"),
    ("K", "R"),
    ("K", "E"),
    ("Kt", "K"),
    ("N", "R"),
    ("Q", "O"),
    ("Q", "G"),
    ("P", "F"),
    ("P", "B"),
    ("R", "K"),
    ("a", "d"),
    ("b", "h"),
    ("c", "e"),
    ("e", "c"),
    ("f", "t"),
    ("g", "q"),
    ("h", "b"),
    ("x", "r"),
    ("-", "."),
    ("-", " "),
    ("+", "t"),
    ("d", "cl"),
    ("D", "O"),
    ("T", "I"),
    ("C", "G"),
    ("S", "5"),
    ("L", "I"),
    ("\u{2013}", "-"),
    ("x", "-"),
    ("-", "x"),
];

/// Words that get between moves.
const STRAY: &[&str] =
    &["and", "(a)", "*", "Page", "see", "12", "1)", "!", "e.p.", "White", "|", "III", "ch"];

/// What may be done to a record.
pub const WAYS: usize = 17;

/// Changes something in a record. The second half of what is given back are the texts as they were meant, where the
/// change is one of blanks alone.
pub fn spoil(rows: &mut Vec<Row>, random: &mut Random) -> (&'static str, Option<Vec<String>>) {
    let meant = cells(rows);
    let row = random.below(rows.len());
    let at = random.below(rows[row].cells.len().max(1));
    if rows[row].cells.is_empty() {
        return ("nothing", None);
    }
    let how = match random.below(WAYS) {
        0 | 1 => {
            rows[row].cells.remove(at);
            "dropped"
        }
        2 => {
            let text = some_cell(rows, random);
            rows[row].cells.insert(at, text);
            "injected"
        }
        3 => {
            let text = rows[row].cells[at].clone();
            rows[row].cells.insert(at, text);
            "doubled"
        }
        4 => {
            swap(rows, random);
            "swapped"
        }
        5 | 6 => damage(&mut rows[row].cells[at], &meant, random),
        7..=9 => misread(&mut rows[row].cells[at], random),
        10 => {
            rows[row].number.clear();
            "number lost"
        }
        11 => {
            let mut number = rows[row].number.clone();
            misread(&mut number, random);
            rows[row].number = number;
            "number misread"
        }
        12 if rows.len() > 2 => {
            rows.remove(row);
            "row lost"
        }
        13 if rows.len() > 2 => {
            let side = random.below(2);
            let from = random.below(rows.len());
            rows[from..].iter_mut().for_each(|row| {
                if row.cells.len() > side {
                    row.cells.remove(side);
                }
            });
            "column torn off"
        }
        14 if rows[row].cells.len() > 1 => {
            let text = rows[row].cells.concat();
            rows[row].cells = vec![text];
            return ("run together", Some(meant));
        }
        15 => {
            let text: Vec<char> = rows[row].cells[at].chars().collect();
            let cut = 1 + random.below(text.len().max(2) - 1);
            let (a, b) = text.split_at(cut.min(text.len()));
            rows[row].cells[at] = format!("{} {}", String::from_iter(a), String::from_iter(b));
            return ("parted", Some(meant));
        }
        16 => {
            let stray = (*random.pick(STRAY)).to_owned();
            rows[row].cells.insert(at, stray);
            return ("stray word", Some(meant));
        }
        _ => return ("nothing", None),
    };
    (how, None)
}

/// Takes one character of one move for another that looks like it.
pub fn wear(rows: &mut [Row], random: &mut Random) -> &'static str {
    let row = random.below(rows.len());
    match rows[row].cells.len() {
        0 => "nothing",
        cells => misread(&mut rows[row].cells[random.below(cells)], random),
    }
}

/// All texts of a record in their order.
pub fn cells(rows: &[Row]) -> Vec<String> {
    rows.iter().flat_map(|row| row.cells.iter().cloned()).collect()
}

fn some_cell(rows: &[Row], random: &mut Random) -> String {
    random.pick(&cells(rows)).clone()
}

/// Two texts that follow each other change places.
fn swap(rows: &mut [Row], random: &mut Random) {
    let places: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, cells)| (0..cells.cells.len()).map(move |at| (row, at)))
        .collect();
    let first = random.below(places.len().max(2) - 1);
    if let [a, b] = places[first..][..2.min(places.len() - first)] {
        let text = rows[a.0].cells[a.1].clone();
        rows[a.0].cells[a.1] = std::mem::replace(&mut rows[b.0].cells[b.1], text);
    }
}

/// One character lost, put in or changed for one that stands elsewhere in the record.
fn damage(text: &mut String, all: &[String], random: &mut Random) -> &'static str {
    let mut chars: Vec<char> = text.chars().collect();
    let place = random.below(chars.len());
    let others: Vec<char> = all.concat().chars().collect();
    match random.below(3) {
        0 if chars.len() > 1 => drop(chars.remove(place)),
        1 => chars.insert(place, *random.pick(&others)),
        _ => chars[place] = *random.pick(&others),
    }
    *text = chars.into_iter().collect();
    "damaged"
}

/// One character taken for another that looks like it.
fn misread(text: &mut String, random: &mut Random) -> &'static str {
    let mut places: Vec<(usize, &str, &str)> = Vec::new();
    for &(a, b) in CONFUSED {
        for (from, to) in [(a, b), (b, a)] {
            places.extend(text.match_indices(from).map(|(at, _)| (at, from, to)));
        }
    }
    if places.is_empty() {
        return "nothing";
    }
    let &(at, from, to) = random.pick(&places);
    text.replace_range(at..at + from.len(), to);
    "misread"
}
