//! The leftovers of small texts.

use super::*;
use crate::testing::Shapes;

/// The leftovers of `text` if the texts in `read`, in this order, are moves of the game.
fn left(text: &str, read: &[&str]) -> Vec<(String, bool)> {
    let mut at = 0;
    let marks: Vec<ReadCell> = read
        .iter()
        .enumerate()
        .map(|(ply, cell)| {
            let start = at + text[at..].find(cell).unwrap();
            at = start + cell.len();
            ReadCell { span: Span::new(start, at), ply: ply as u32 + 1, in_order: true }
        })
        .collect();
    let whole = Span::new(0, text.len());
    let print = GameText {
        text,
        region: whole,
        own: whole,
        read: &marks,
        explained: &[],
        due: read.len() as u32 / 2 + 1,
        end: None,
        numeric: false,
        whole: true,
    };
    let found = left_over(&print, &Shapes);
    found.into_iter().map(|one| (text[one.span.range()].to_owned(), one.behind)).collect()
}

#[test]
fn what_was_read_is_accounted_for() {
    assert!(left("A v. B\n\n1. P-K4 P-K4\n2. Kt-KB3 Resigns\n", &["P-K4", "P-K4", "Kt-KB3"]).is_empty());
    assert!(left("1. P-K4 (or P-Q4) P-K4 {2. Kt-KB3 too} *", &["P-K4", "P-K4"]).is_empty());
    let noted = "1. P-K4 P-K4\nThe best answer. White can now play Kt-KB3 or the bolder\nP-KB4.\n2. P-Q4\n";
    assert!(left(noted, &["P-K4", "P-K4", "P-Q4"]).is_empty());
}

#[test]
fn a_row_behind_a_note_without_a_blank_line() {
    let note = "1. P-K4 P-K4\n  The best answer, as many games of the last years have\nshown to the world.\n";
    for row in ["2 Kt-KB3 Resigns.", "2 Kt-KB3", "   2. Kt-KB3 Kt-QB3"] {
        assert_eq!(left(&format!("{note}{row}\n"), &["P-K4", "P-K4"]).len(), 1, "{row}");
    }
    assert!(left(&format!("{note}3 Kt-KB3 and so on.\n"), &["P-K4", "P-K4"]).is_empty());
}

#[test]
fn a_figure_behind_the_last_move() {
    let read = ["P-K4", "P-K4", "P-Q4"];
    assert_eq!(left("1. P-K4 P-K4 2. P-Q4 65 *", &read), [("65".to_owned(), true)]);
    assert!(left("1. P-K4 P-K4 2. P-Q4\n65\n", &read).is_empty());
    let timed = ["P-K4", "P-K4", "P-Q4", "PxP", "QxP"];
    assert!(left("1. P-K4 12 P-K4 8 2. P-Q4 65 PxP 7 3. QxP 14", &timed).is_empty());
    assert!(left("1. P-K4 P-K4 2. P-Q4 2...", &read).is_empty());
    assert_eq!(left("1. P-K4 P-K4 2. P-Q4 2", &read), [("2".to_owned(), true)]);
    assert_eq!(left("1. P-K4 P-K4\n2. P-Q4\n2. 44\n", &read), [("2. 44".to_owned(), true)]);
}

#[test]
fn what_is_left_of_a_move_behind_the_last_one() {
    let read = ["P-K4", "P-K4", "P-Q4"];
    for tail in [" prb", "\nP takcs E", "\nCastlcs", "\n2... P tahes P", "\nP takcs Q."] {
        assert_eq!(left(&format!("1. P-K4 P-K4\n2. P-Q4{tail}\n"), &read).len(), 1, "{tail}");
    }
    for tail in ["\nB. Castlcs", "\nB takcs P.", "\nQueeu", "\nKt. Takes"] {
        assert_eq!(left(&format!("1. P-K4 P-K4\n2. P-Q4{tail}\n"), &read).len(), 1, "{tail}");
    }
    for tail in [
        "\nJ. Smith",
        "\nPage 14",
        " ch",
        " and wins",
        "\nResigns.",
        " Resigns\nGAME II",
        "\nWhite resigned",
        " | ",
        "\n\nP takcs",
        " with the better game",
    ] {
        assert_eq!(left(&format!("1. P-K4 P-K4\n2. P-Q4{tail}\n"), &read), [], "{tail}");
    }
}

#[test]
fn bare_moves_are_left_over() {
    let text = "1. P-K4 P-K4\n2. P-Q4 PxP\n";
    assert_eq!(left(text, &["P-K4", "P-K4"]), [("P-Q4 PxP".to_owned(), true)]);
    assert_eq!(left(text, &["P-K4", "P-K4", "PxP"]), [("P-Q4".to_owned(), false)]);
    assert_eq!(left("1.;P-K4;P-K4", &[]), [("P-K4;P-K4".to_owned(), true)]);
}

#[test]
fn what_accounts_for_text_may_reach_beyond_the_region() {
    let text = "1. P-K4 P-K4\n2. P-Q4 A note that goes on.\n3. KtxP";
    let read = [ReadCell { span: Span::new(3, 7), ply: 1, in_order: true }];
    let explained = [Span::new(8, 50), Span::new(51, 53)];
    let print = GameText {
        text,
        region: Span::new(0, 20),
        own: Span::new(0, 20),
        read: &read,
        explained: &explained,
        due: 1,
        end: None,
        numeric: false,
        whole: true,
    };
    assert_eq!(left_over(&print, &Shapes), []);
}
