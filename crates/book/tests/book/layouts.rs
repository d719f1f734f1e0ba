//! One game, set in the ways that books set games: all of it is read, whatever the page looks like.

use scorebook_book::trust::{Trust, judge};
use scorebook_book::{Book, Prices, columns, grammar::Grammar, read};
use shakmaty::{Chess, san::SanPlus};

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: the moves in English descriptive notation.
const MOVES: &[(&str, &str)] = &[
    ("P-K4", "P-K4"),
    ("Kt-KB3", "P-Q3"),
    ("P-Q4", "B-Kt5"),
    ("PxP", "BxKt"),
    ("QxB", "PxP"),
    ("B-QB4", "Kt-KB3"),
    ("Q-QKt3", "Q-K2"),
    ("Kt-B3", "P-B3"),
    ("B-KKt5", "P-Kt4"),
    ("KtxP", "PxKt"),
    ("BxKtP ch", "QKt-Q2"),
    ("Castles QR", "R-Q1"),
    ("RxKt", "RxR"),
    ("R-Q1", "Q-K3"),
    ("BxR ch", "KtxB"),
    ("Q-Kt8 ch", "KtxQ"),
    ("R-Q8 mate", ""),
];
const SAN: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                   Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
const HEAD: &str = "The game that follows was played at the opera, and has been given in every book since then.\n\n\
                    Game 1.\nPHILIDOR'S DEFENCE.\n\n";
const NOTE: &str =
    "\nThe attack is conducted with great spirit, and the end is worthy of what went before.\n";

fn sans(book: &Book) -> Vec<String> {
    book.games
        .iter()
        .map(|game| {
            let mut position = Chess::default();
            let san = |m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
            game.reading.steps.iter().map(|step| step.m).map(san).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Reads a page and holds it to the game.
fn holds(what: &str, score: &str) {
    let text = format!("{HEAD}{score}{NOTE}");
    let book = read(&text, &Prices::default());
    assert_eq!(sans(&book), [SAN], "{what}:\n{text}");
    assert!(!matches!(judge(&book.games[0].reading), Trust::Until(_)), "{what} is not trusted to its end");
}

fn rows(row: impl Fn(usize, &str, &str) -> String) -> String {
    MOVES.iter().enumerate().map(|(at, (white, black))| row(at + 1, white, black)).collect()
}

#[test]
fn a_table_with_its_numbers_on_the_left() {
    holds("rows", &rows(|n, white, black| format!("{n:3}. {white:<16}{black}\n")));
}

#[test]
fn numbers_before_both_moves() {
    holds(
        "both",
        &rows(|n, white, black| {
            let black = if black.is_empty() { String::new() } else { format!("{n:3}. {black}") };
            format!("{n:3}. {white:<16}{black}\n")
        }),
    );
}

#[test]
fn running_text_that_wraps_inside_moves() {
    let text = rows(|n, white, black| format!("{n} {white}, {black}; "));
    let text = text.replace('-', " to ").replace("Castles QR", "Castles Q R");
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        lines.push_str(word);
        width += word.len() + 1;
        lines.push(if width > 56 { '\n' } else { ' ' });
        width = if width > 56 { 0 } else { width };
    }
    holds("running", &lines);
}

#[test]
fn a_column_for_each_side_one_below_the_other() {
    let white: String = MOVES.iter().enumerate().map(|(at, m)| format!("{}. {}\n", at + 1, m.0)).collect();
    let black: String = MOVES.iter().map(|m| format!("{}\n", m.1)).collect();
    holds("torn columns", &format!("{white}\n{black}"));
}

#[test]
fn two_halves_of_a_table_side_by_side() {
    let line = |at: usize| {
        MOVES.get(at).map_or(String::new(), |(white, black)| format!("{:2}. {white:<12}{black:<12}", at + 1))
    };
    let text: String = (0..9).map(|at| format!("{:<34}{}\n", line(at), line(at + 9))).collect();
    holds("halves", &text);
}

#[test]
fn lost_spaces_and_letters_for_numbers() {
    let worn = |text: &str| text.replace('-', "to");
    holds(
        "worn",
        &rows(|n, white, black| {
            let number = n.to_string().replace('1', "l");
            format!("{number} {} {}\n", worn(white), worn(black))
        }),
    );
}

#[test]
fn prose_and_openings_in_prose_are_no_games() {
    let text = "If Black plays 4...KtxP, White has 5 R-K1 with a good game.\nAfter 1 P-K4 P-K4 the game is open, and the \
                student does well\nto look at both kinds before he goes on. The second player may also\ntry something else \
                here, as we shall see in the next chapter.\n";
    assert!(sans(&read(text, &Prices::default())).is_empty());
    assert!(sans(&read("", &Prices::default())).is_empty());
}

/// The same game in algebraic notation with other letters for the men.
fn algebraic(letters: [&str; 5]) -> Vec<(String, String)> {
    let moves: Vec<String> = SAN
        .split_whitespace()
        .map(|san| {
            let man = |c: char| match c {
                'N' => letters[0].to_owned(),
                'B' => letters[1].to_owned(),
                'R' => letters[2].to_owned(),
                'Q' => letters[3].to_owned(),
                'K' => letters[4].to_owned(),
                c => c.to_string(),
            };
            if san.starts_with('O') { san.replace('O', "0") } else { san.chars().map(man).collect() }
        })
        .collect();
    moves.chunks(2).map(|pair| (pair[0].clone(), pair.get(1).cloned().unwrap_or_default())).collect()
}

#[test]
fn algebraic_books_in_the_letters_of_their_language() {
    for (name, letters) in [
        ("san", ["N", "B", "R", "Q", "K"]),
        ("san-de", ["S", "L", "T", "D", "K"]),
        ("san-es", ["C", "A", "T", "D", "R"]),
        ("figurine", ["♘", "♗", "♖", "♕", "♔"]),
    ] {
        let rows: String = algebraic(letters)
            .iter()
            .enumerate()
            .map(|(at, (white, black))| format!("{:>2}. {white:<12}{black}\n", at + 1))
            .collect();
        let book = read(&format!("{HEAD}{rows}{NOTE}"), &Prices::default());
        assert_eq!(book.grammar.name(), name);
        assert_eq!(sans(&book), [SAN], "{name}\n{rows}");
    }
}

#[test]
fn two_tables_that_a_scanner_read_by_turns() {
    let block = |from: usize, to: usize| {
        let side = |of: &dyn Fn(usize) -> String| (from..to).map(of).collect::<String>();
        let black = side(&|at| format!("{}\n", MOVES[at].1));
        format!("{}\n{}\n", side(&|at| format!("{} {}\n", at + 1, MOVES[at].0)), black)
    };
    let turns = [(0, 2), (9, 10), (2, 3), (10, 12), (3, 6), (12, 13), (6, 7), (13, 15), (7, 9), (15, 17)];
    holds("tables by turns", &turns.map(|(from, to)| block(from, to)).concat());
}

#[test]
fn parts_of_a_page_in_any_order_go_by_their_numbers() {
    // The second rows of a table of two halves stand above its first ones, and below them a column for each side.
    let half = |n: usize| format!("{n} {} {}", MOVES[n - 1].0, MOVES[n - 1].1);
    let row = |n: usize| format!("{} {}\n", half(n), half(n + 6));
    let halves: String = [4, 5, 6].map(|n| half(n) + "\n").concat() + &[1, 2, 3].map(row).concat();
    let white: String = (10..=17).map(|n| format!("{n} {}\n", MOVES[n - 1].0)).collect();
    let black: String = (10..=16).map(|n| format!("{}\n", MOVES[n - 1].1)).collect();
    holds("by numbers", &format!("{halves}\n{white}\n{black}"));
}

#[test]
fn what_a_text_says_as_well_is_known() {
    let moves = "1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3\n3 Kt-B3 Kt-B3\n4 P-Q4 KtxP\n5 KtxKt P-Q4\n6 Kt-Kt3 P-K5\n7 Kt-K5 KtxKt\n\
                 8 PxKt B-QB4\n";
    let book = read(&format!("{HEAD}{moves}{NOTE}"), &Prices::default());
    let mut position = Chess::default();
    let mut also = Vec::new();
    for step in &book.games[0].reading.steps {
        let other =
            book.also_says(&position, step).map(|m| SanPlus::from_move(position.clone(), m).to_string());
        let san = SanPlus::from_move_and_play_unchecked(&mut position, step.m).to_string();
        also.extend(other.map(|other| (san, other)));
    }
    assert_eq!(also, [("Nxe4".to_owned(), "Nxd4".to_owned())]);
}

#[test]
fn a_number_read_as_a_bracket_hides_nothing() {
    let row = |n: usize, white: &str, black: &str| {
        let number = if n == 9 { "(9".to_string() } else { n.to_string() };
        // A mark of a note that has lost its first bracket seems to close the one of the number.
        let note = if n == 13 { "h)" } else { "" };
        format!("{number} {white}\n\n{black} {note}\n\n")
    };
    holds("(9 for 9", &rows(row));
}

#[test]
fn knights_called_n() {
    let modern = |text: &str| text.replace("Kt", "N");
    holds("N", &rows(|n, white, black| format!("{n:2} {:<14}{}\n", modern(white), modern(black))));
}

/// A table of three parts: rows 1 to 6, 7 to 12 and 13 to 17.
fn three_parts(gap: &str, wide: bool) -> String {
    let line = |at: usize| {
        let (white, black) = MOVES.get(at)?;
        let text = if wide {
            format!("{:2} {white:<12}{black:<12}", at + 1)
        } else {
            format!("{} {white} {black}", at + 1)
        };
        Some(text)
    };
    (0..6)
        .map(|at| [at, at + 6, at + 12].into_iter().filter_map(line).collect::<Vec<_>>().join(gap) + "\n")
        .collect()
}

#[test]
fn three_parts_of_a_table_side_by_side() {
    holds("three parts", &three_parts("   ", true));
    holds("three parts read across", &three_parts(" ", false));
}

#[test]
fn games_below_each_other_in_tables_of_three_parts() {
    let table = three_parts("   ", true);
    let text =
        format!("{HEAD}{table}\n                 Game 2.\n             THE SAME AGAIN.\n\n{table}{NOTE}");
    let book = read(&text, &Prices::default());
    assert_eq!(sans(&book), [SAN, SAN], "{text}");
}

#[test]
fn moves_between_paragraphs_that_only_indents_part() {
    let score = rows(|n, white, black| {
        let score = format!("   {n}. {white} {black}\n");
        let note = "   There is, however, one exception to the rules set out,\nnamely, when the king is in the corner. Here the\n\
                    defence succeeds in drawing if it can be reached.\n";
        if matches!(n, 4 | 9 | 11) { score + note } else { score }
    });
    holds("indents", &score);
}

#[test]
fn black_moves_below_white_ones_several_on_a_line() {
    let parts = MOVES.chunks(4).enumerate().map(|(part, moves)| {
        let numbered = |(at, m): (usize, &(&str, &str))| format!("{:2} {:<12}", part * 4 + at + 1, m.0);
        let upper: String = moves.iter().enumerate().map(numbered).collect();
        let lower: String = moves.iter().map(|m| format!("   {:<12}", m.1)).collect();
        format!("{}\n{}\n", upper.trim_end(), lower.trim_end())
    });
    holds("fractions", &parts.collect::<String>());
}

#[test]
fn notes_beside_a_table() {
    let note = [
        "(a) Black could not well take the Pawn",
        "at once, because of 4 Kt-K5, and after",
        "the exchange of men White has the two",
        "Bishops for it all. If 6...Q-B3, 7 Q-QKt3,",
        "P-QKt3, he has a fine game, as will be",
        "seen in the note to the move that comes",
        "next; compare the game that was played",
        "at the match. There 8 QxP, Q-Kt5 ch, 9",
        "QxQ, BxQ was to be preferred, and the end",
        "was a draw, which the master thought to",
        "be fair. If 10 B-K3, Kt-Q2 he has a plan, and",
        "he carried them out with great spirit.",
    ];
    let score = rows(|n, white, black| {
        let row = format!("{n:2} {white:<12}{black}");
        let beside = n.checked_sub(2).and_then(|line| note.get(line)).copied().unwrap_or_default();
        format!("{row:<32}{beside}").trim_end().to_owned() + "\n"
    });
    holds("a sidebar", &score);
    let pieces = columns::pieces(&score, Grammar::english());
    let place = |text| pieces.iter().position(|piece| score[piece.bytes.clone()].starts_with(text));
    assert!(place("17 R-Q8") < place("(a) Black"), "the table is read first");
}

#[test]
fn one_word_ends_a_game_whatever_its_letter() {
    let score = rows(|n, white, black| {
        let black = if black.is_empty() { "resigns." } else { black };
        format!("{n:2} {white:<14}{black}\n")
    });
    holds("resigns", &score);
}

#[test]
fn clean_print_has_no_second_reading() {
    let clean = rows(|n, white, black| format!("{n:2}. {white:<14}{black}\n"));
    let worn = rows(|n, white, black| {
        format!("{n:2}. {:<14}{}\n", white.replace('K', "E"), black.replace('P', "F"))
    });
    let surcharge = |score: &str| {
        let text = format!("{HEAD}{score}{NOTE}");
        read(&text, &Prices::default()).evidence.wear.surcharge
    };
    assert!(surcharge(&clean) > 0.5, "{}", surcharge(&clean));
    assert_eq!(surcharge(&worn), 0.0);
}
