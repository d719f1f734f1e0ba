//! How moves are spelled: each text is read as its move, to its end, before any other.

use scorebook_book::algebraic::Letters;
use scorebook_book::board::Node;
use scorebook_book::grammar::Grammar;
use scorebook_notation::languages::GERMAN;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

/// Italian game; both sides may castle.
const OPEN: &str = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1";
/// A pawn may queen, with and without a capture; another may be taken in passing.
const LATE: &str = "r6k/1P6/8/3pP3/8/8/8/R6K w - d6 0 1";
/// Two rooks may go to the middle of the first rank.
const ROOKS: &str = "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1";

/// The move that a text says first in a position, and what it costs.
fn first(grammar: Grammar, fen: &str, text: &str) -> Option<(String, f32)> {
    let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let node = Node::new(position);
    let chars: Vec<char> = text.chars().chain("  \n".chars()).collect();
    let mut best: Option<(usize, f32)> = None;
    for said in grammar.read(&chars, 0) {
        let whole = text.chars().skip(said.end as usize).all(|c| !c.is_alphanumeric());
        node.fits(&said.desc, |at, cost| {
            let cost = said.cost + cost;
            if whole && best.is_none_or(|(_, least)| cost < least) {
                best = Some((at, cost));
            }
        });
    }
    best.map(|(at, cost)| (UciMove::from_move(node.legal[at].m, CastlingMode::Standard).to_string(), cost))
}

fn hold(grammar: Grammar, cases: &[(&str, &str, &str)]) {
    for &(fen, texts, uci) in cases {
        for text in texts.split('|').map(str::trim) {
            let (read, cost) = first(grammar, fen, text).unwrap_or_else(|| panic!("{text} reads as nothing"));
            assert_eq!(read, uci, "{text}");
            assert!(cost < 1.3, "{text} costs {cost}");
        }
    }
}

#[test]
fn english_of_many_houses() {
    let cases = [
        (OPEN, "N-Q5 | NtoQ5 | Kt-Q5 | Kt. to Q. 5th | Kn-Q5", "c3d5"),
        (OPEN, "BxB | B takes B | B tks. B | BxB(B5)", "e3c5"),
        (OPEN, "Castles K | Castles KR | Castles (K.R.) | O-O | 0-0 | Castles on the King's side", "e1g1"),
        (OPEN, "Castles Q | Castles QR | O-O-O | Castles with the Queen's Rook", "e1c1"),
        (
            LATE,
            "P-Kt8(Q) | P-N8=Q | P-Kt8 = Q | P to Kt's 8th, becoming a Queen | P-N8(=Q) | P-Kt8, queening",
            "b7b8q",
        ),
        (LATE, "P-Kt8(Kt) | P-N8=N | P-N8(=N) | P-Kt8/Kt | P to Kt's 8th, becoming a Knight", "b7b8n"),
        (LATE, "PxR(Q) | PxR=Q | P takes R, becoming a Queen", "b7a8q"),
        (LATE, "PxP e.p. | PxP ep | P takes P en passant | PxP (e.p.)", "e5d6"),
        (
            ROOKS,
            "R(QR1)-K1 | R (QR sq.)-K sq. | R(R1)-K1 | QR-K1 | R (at QR1)-K1 | R from Q. R's sq. to K. sq.",
            "a1e1",
        ),
        (ROOKS, "R(B1)-K1 | R (KB sq)-K sq | KR-K1 | R from K. B's sq to K. sq", "f1e1"),
    ];
    hold(Grammar::english(), &cases);
    // As the magazines of the 1840s write.
    let words = [
        (OPEN, "Q. Kt. P. one | P. to Q. Kt. third | Q. Kt. P. onc", "b2b3"),
        (OPEN, "K. Kt. P. two | P. to K. Kt. fourth", "g2g4"),
        (OPEN, "Q. P. one | P. to Q. fourth", "d3d4"),
        (OPEN, "Q. to her square | Q. to Q. square | Q. to her sq.", "d2d1"),
        (OPEN, "K. to his B. square | K. to K. B. square | K. to B. square", "e1f1"),
        (OPEN, "Q. Kt. to Q. Kt. fifth | Kt. to Kt. fifth | Q. Kt. to Q. Kt. fiflh", "c3b5"),
        (LATE, "R. to Q. R. seventh | R. to R. seventh | R. to R. sevcnth", "a1a7"),
    ];
    hold(Grammar::english(), &words);
    hold(Grammar::english(), &[(OPEN, "NxP | KtxP | Kt takes P", "f3e5")]);
}

#[test]
fn worn_words_for_to() {
    let cases = [(OPEN, "KttroQ5 | KttwoQ5 | KtrtoQ5 | Kt ro Q5 | Kt itoQ5", "c3d5")];
    hold(Grammar::english(), &cases);
    let (read, cost) = first(Grammar::english(), OPEN, "PO Q4").expect("a pawn's move");
    assert_eq!(read, "d3d4");
    assert!(cost > 1.2, "{cost}");
}

#[test]
fn ranks_behind_strokes() {
    let fen = "4k3/8/8/8/8/N7/8/N5K1 w - - 0 1";
    hold(
        Grammar::english(),
        &[(fen, "N/3-B2 | Kt/3-B2 | N/R3-B2", "a3c2"), (fen, "N/1-B2 | Kt/1-B2", "a1c2")],
    );
}

#[test]
fn a_stroke_parts_two_moves() {
    // It stands before a promotion, too: `P-Kt8/Kt`.
    for text in
        ["P to Q. 4th/Kt. to K. B's 3rd", "P takes KP/Kt. takes P", "P-Kt8/KtxP", "PxP/BxKt", "PxP/Q-Q2"]
    {
        let chars: Vec<char> = text.chars().chain("  \n".chars()).collect();
        let stroke = text.find('/').expect("each has a stroke");
        let cheapest =
            Grammar::english().read(&chars, 0).into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost));
        assert_eq!(cheapest.map(|said| said.end as usize), Some(stroke), "{text}");
    }
}

#[test]
fn algebraic_of_many_houses() {
    let fen = "rnbqkb1r/ppp2ppp/5n2/3pp3/2P5/2N3P1/PP1PPP1P/R1BQKBNR w KQkq - 0 1";
    hold(
        Grammar::algebraic(Letters::Of(&GERMAN)),
        &[
            (fen, "cxd5 | c:d5 | cd5 | cd5: | c4xd5 | c4:d5", "c4d5"),
            (fen, "Sxd5 | S:d5 | Sc3xd5 | Sd5: | Sc3:d5", "c3d5"),
            (LATE, "exd6 e.p. | ed6 e.p. | e5xd6", "e5d6"),
            (LATE, "b8D | b8=D | b8(D) | b7-b8D | b7-b8=D", "b7b8q"),
        ],
    );
    hold(Grammar::algebraic(Letters::Signs), &[(fen, "♘xd5 | ♘ xd5 | ♘c3xd5", "c3d5")]);
}

#[test]
fn words_of_prose_are_no_captures_of_pawns() {
    let german = Grammar::algebraic(Letters::Of(&GERMAN));
    // `h` and `a` are no neighbours: `has` is not h takes a5.
    let fen = "4k3/8/8/p7/7P/8/8/4K3 w - - 0 1";
    assert!(first(german, fen, "has").is_none_or(|(read, cost)| read != "h4a5" && cost > 3.0));
}

#[test]
fn english_as_scanners_and_narrow_columns_leave_it() {
    let cases = [
        // An ordinal that is cut short, a 1 read as a colon, dashes between blanks.
        (OPEN, "Kt to Q. 5t | Kt - Q5", "c3d5"),
        (OPEN, "R to Q: | R - Q1", "a1d1"),
        (LATE, "R to QR7t", "a1a7"),
    ];
    hold(Grammar::english(), &cases);
}
