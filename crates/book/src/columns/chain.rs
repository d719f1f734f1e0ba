//! How well the numbers of moves go on.

/// What it costs to take a number for another sign, as the mark of a note.
const NO_NUMBER: f32 = 0.8;
/// Numbers in succession that may be such signs.
const MOST_SIGNS: usize = 3;

/// How well numbers go on along moves in some order, where some may be the marks of notes.
pub fn chain(moves: &[Option<u16>]) -> f32 {
    let numbers: Vec<(usize, u16)> =
        moves.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?))).collect();
    if numbers.is_empty() {
        return 0.0;
    }
    // The best chain that ends with each number.
    let mut best = vec![0.0f32; numbers.len()];
    for (index, &(place, number)) in numbers.iter().enumerate() {
        let before = numbers[..index].iter().enumerate().rev().take(MOST_SIGNS + 1);
        let through = before.map(|(from, &(earlier, last))| {
            let signs = (index - from - 1) as f32;
            best[from] - NO_NUMBER * signs + step(number.wrapping_sub(last), place - earlier)
        });
        best[index] = through.fold(f32::MIN, f32::max).max(-NO_NUMBER * index as f32);
    }
    let behind = |index: usize| NO_NUMBER * (numbers.len() - 1 - index) as f32;
    best.iter().enumerate().map(|(index, score)| score - behind(index)).fold(f32::MIN, f32::max)
}

/// How well a number stands so much above the one before it, so many moves on.
fn step(rise: u16, moves: usize) -> f32 {
    match (rise, moves) {
        (0, 1) => 1.0,
        (1, 1) => 0.6,
        (1, 2) => 1.0,
        (1, _) => 0.3,
        (2, 3 | 4) => 0.3,
        _ => -1.0,
    }
}
