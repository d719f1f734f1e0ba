//! The moves that a worn text is nearest to, whatever stands on the board: `nearest TEXT…`.
use scorebook_channel::aligner::TextAligner;
use scorebook_channel::channel::SCANS;
use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use scorebook_channel::words::{End, Goal, Head, Man, Piece, Wing};

fn main() {
    let pieces = [("Kt", Piece::Knight), ("B", Piece::Bishop), ("R", Piece::Rook)];
    let pieces = pieces.map(|(name, piece)| (name, Man::Piece(piece, Wing::Wrong, Wing::Wrong)));
    let men: Vec<(&str, Man)> =
        [("K", Man::King), ("Q", Man::Queen), ("P", Man::Pawn(4))].into_iter().chain(pieces).collect();
    let files = ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"];
    let mut vocabulary = Vocabulary::default();
    let end = End { check: false, promotes: 0, passing: false };
    let mut moves = Vec::new();
    for (name, man) in &men {
        for (file, rank) in (0..8u8).flat_map(|file| (0..8u8).map(move |rank| (file, rank))) {
            let said = (Head { man: *man, from: (4, 1) }, Goal::To(file, rank, false), end);
            let text = format!("{name}-{}{}", files[usize::from(file)], rank + 1);
            moves.push((text, DescriptiveMove::new(said, &mut vocabulary)));
        }
        for (victim, taken) in &men {
            let said = (Head { man: *man, from: (4, 1) }, Goal::Takes(*taken, 3, 4), end);
            moves.push((format!("{name}x{victim}"), DescriptiveMove::new(said, &mut vocabulary)));
        }
    }
    for text in std::env::args().skip(1) {
        let mut aligner = TextAligner::new(&text, &SCANS);
        let mut costs: Vec<(f32, &str)> =
            moves.iter().map(|(name, said)| (aligner.cost_of(said, &SCANS), name.as_str())).collect();
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let nearest: Vec<String> =
            costs.iter().take(4).map(|(cost, name)| format!("{name} {cost:.1}")).collect();
        println!("{text}: {}", nearest.join(", "));
    }
}
