//! The moves that a worn text is nearest to, whatever stands on the board: `nearest TEXT…`.
use scorebook_channel::aligner::TextAligner;
use scorebook_channel::channel::SCANS;
use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use scorebook_channel::words::{DescriptivePiece, EndMarks, Goal, MoveHead, PairedRole, WingFit};

fn main() {
    let pieces = [("Kt", PairedRole::Knight), ("B", PairedRole::Bishop), ("R", PairedRole::Rook)];
    let pieces =
        pieces.map(|(name, piece)| (name, DescriptivePiece::Paired(piece, WingFit::Wrong, WingFit::Wrong)));
    let men: Vec<(&str, DescriptivePiece)> =
        [("K", DescriptivePiece::King), ("Q", DescriptivePiece::Queen), ("P", DescriptivePiece::Pawn(4))]
            .into_iter()
            .chain(pieces)
            .collect();
    let files = ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"];
    let mut vocabulary = Vocabulary::default();
    let end = EndMarks { check: false, promotes: 0, passing: false };
    let mut moves = Vec::new();
    for (name, man) in &men {
        for (file, rank) in (0..8u8).flat_map(|file| (0..8u8).map(move |rank| (file, rank))) {
            let said = (MoveHead { man: *man, from: (4, 1) }, Goal::To(file, rank, false), end);
            let text = format!("{name}-{}{}", files[usize::from(file)], rank + 1);
            moves.push((text, DescriptiveMove::new(said, &mut vocabulary)));
        }
        for (victim, taken) in &men {
            let said = (MoveHead { man: *man, from: (4, 1) }, Goal::Takes(*taken, 3, 4), end);
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
