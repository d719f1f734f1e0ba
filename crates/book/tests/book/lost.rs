//! A move that the print has lost, and that only much later ones tell.

use scorebook_book::{prices::Prices, read};
use shakmaty::{Chess, san::SanPlus};

/// A game of Alekhine against Kunze, printed for a test with numbers before both moves, worn, and read by tesseract. The
/// rook's square of move 16 is gone: `R (Q 1) to K B 1` of move 22 tells it.
const WORN: &str = "\
WHITE. BLACK.
ALEXANDER ALEKHINE. O. KUNZE.
1 Ptok4 1 PtoK3
2. PtoQ4 2. PtoQ4
3. Kt to Q B3 3. KttoK B3
4. P takes P 4. P takes P
5. Bto Kt 5 5. BtoK2
6. B to Q3(a) 6. BtoK Kts
7. Kt(K Kt1) toK2 7. Kt(Q Kt1) toQ2
8 PtoB3 8. BtoK3
9. KttoB4 9. Castles
Io. QtoK2 10. RtoK1
nu. Kt takes B u. P takes Kt
12. PtoB4 12. Bto Kts
3. Castles 3. PtoB4
14. P takes P 14. Btakes P ch
1. KtoR1 15. PtoKR3
16. (QR) toQ1 16. Kt to Br
17. BtoR4 17. PtoR3
18. PtoK Kt4 18. BtoK2
19. RtoK Kt1 19. QtoB2
20. PtoKts 20. P takes P
a1. P takes P 21. Kt(K B3) to Q2
22. R(Q1) toKB1 22. PtoK Kt3
23. B takes KtP 23. Kt takes B
24. Q takes P ch 24. KtoR1
25. Q takes Kt(K Kt 6) 25. Qto B3
26. QtoRsch 26. Kto Kt1
27. QtoB7ch 27. KtoR1
28. PtoKt6 28. PtoQsch
29. KttoQ5 29. Resigns.
";
const FROM_15: &str = "Kh1 h6 Rad1 Nf8 Bh4 a6 g4 Be7 Rg1 Qc7 g5 hxg5 fxg5 N6d7 Rdf1 g6 Bxg6 Nxg6 Qxe6+ Kh8 Qxg6 Qc6 Qh5+ Kg8 Qf7+ Kh8 g6 d4+ Nd5";

#[test]
fn a_lost_move_is_the_one_that_later_moves_need() {
    let heading = "The game was played in the first round.\n\nGame 5.\nFRENCH DEFENCE.\n\n";
    let book =
        read(&format!("{heading}{WORN}\nWhite conducts the attack with spirit.\n"), &Prices::default());
    let mut position = Chess::default();
    let sans: Vec<String> = book.games[0]
        .reading
        .steps
        .iter()
        .map(|step| SanPlus::from_move_and_play_unchecked(&mut position, step.m).to_string())
        .collect();
    assert_eq!(sans[28..].join(" "), FROM_15);
}
