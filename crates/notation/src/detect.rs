//! Ranks the notations by how well they read the texts of a record.
//!
//! Several may read nearly as well; the decoder then tries which gives a legal game.

use shakmaty::Color;

use super::{Habit, Notation, Senses, guessable};

/// A notation and how well it reads a record.
#[derive(Copy, Clone)]
pub struct Ranked {
    /// The notation.
    pub notation: &'static dyn Notation,
    /// From 0 (no text is a move) to 1 (every text is a standard move).
    pub score: f32,
}

impl std::fmt::Debug for Ranked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:.2}", self.notation.name(), self.score)
    }
}

/// The notations by score, best first; equal ones in the order of the table.
#[derive(Clone, Debug, Default)]
pub struct Detection(Vec<Ranked>);

/// Score of a lenient form; a standard form has 1.
const LENIENT: f32 = 0.8;
/// A notation is a contender if its score is at least this share of the best score.
const NEARLY: f32 = 0.95;

/// The contribution of one text with these senses to the score of a notation.
///
/// ```
/// use scorebook_notation::{detect::likeness, find};
/// use shakmaty::Color;
/// let san = find("san").unwrap();
/// assert_eq!(likeness(&san.read("Nf3", Color::White)), 1.0);
/// assert_eq!(likeness(&san.read("nf3", Color::White)), 0.8);
/// assert_eq!(likeness(&san.read("Kt-KB3", Color::White)), 0.0);
/// ```
#[must_use]
pub fn likeness(senses: &Senses) -> f32 {
    match senses.iter().map(|sense| sense.habit).min_by_key(|&habit| habit != Habit::Plain) {
        Some(Habit::Plain) => 1.0,
        Some(_) => LENIENT,
        None => 0.0,
    }
}

impl Detection {
    /// Ranks `scored`, which is in the order of the table.
    #[must_use]
    pub fn of(scored: impl IntoIterator<Item = Ranked>) -> Detection {
        let mut ranking: Vec<Ranked> = scored.into_iter().collect();
        // The sort is stable: equal scores keep the order of the table.
        ranking.sort_by(|a, b| b.score.total_cmp(&a.score));
        Detection(ranking)
    }

    /// Scores `cells` in every notation that may be guessed.
    ///
    /// ```
    /// use scorebook_notation::detect::Detection;
    /// use shakmaty::Color::{Black, White};
    /// let found = Detection::read(&[("e4", White), ("e5", Black), ("Lc4", White), ("Sc6", Black)]);
    /// assert_eq!(found.best().unwrap().notation.name(), "san-de");
    /// assert!(found.runner_up().unwrap().score < 1.0);
    /// ```
    #[must_use]
    pub fn read(cells: &[(&str, Color)]) -> Detection {
        let score = |notation: &'static dyn Notation| {
            cells.iter().map(|&(text, side)| likeness(&notation.read(text, side))).sum::<f32>()
        };
        let count = cells.len().max(1) as f32;
        Detection::of(guessable().map(|notation| Ranked { notation, score: score(notation) / count }))
    }

    /// The best notation, if any reads anything.
    #[must_use]
    pub fn best(&self) -> Option<Ranked> {
        self.0.first().copied().filter(|best| best.score > 0.0)
    }

    /// The second best.
    #[must_use]
    pub fn runner_up(&self) -> Option<Ranked> {
        self.0.get(1).copied().filter(|next| next.score > 0.0)
    }

    /// The notations that the record may be in: the best and those nearly as good. All, if no text can be
    /// read.
    pub fn contenders(&self) -> impl Iterator<Item = Ranked> + '_ {
        let least = self.0.first().map_or(0.0, |best| best.score * NEARLY);
        self.0.iter().copied().take_while(move |ranked| ranked.score >= least)
    }

    /// All, best first.
    #[must_use]
    pub fn ranking(&self) -> &[Ranked] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best_of(text: &str) -> (&'static str, Vec<&'static str>) {
        let sides = [Color::White, Color::Black].into_iter().cycle();
        let cells: Vec<(&str, Color)> = text.split_whitespace().zip(sides).collect();
        let found = Detection::read(&cells);
        let best = found.best().map_or("", |best| best.notation.name());
        (best, found.contenders().map(|ranked| ranked.notation.name()).collect())
    }

    /// The same opening in every notation: the right one is best, alone or as the first of equals.
    #[test]
    fn a_short_game_is_enough() {
        for (name, text) in [
            ("san", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6 Re1 Kf8"),
            ("san-lower", "e4 e5 nf3 nc6 bb5 a6 bxc6 dxc6 o-o qd6 re1 kf8"),
            ("san-de", "e4 e5 Sf3 Sc6 Lb5 a6 Lxc6 dxc6 O-O Dd6 Te1 Kf8"),
            ("san-fr", "e4 e5 Cf3 Cc6 Fb5 a6 Fxc6 dxc6 O-O Dd6 Te1 Rf8"),
            ("san-es", "e4 e5 Cf3 Cc6 Ab5 a6 Axc6 dxc6 O-O Dd6 Te1 Rf8"),
            ("san-nl", "e4 e5 Pf3 Pc6 Lb5 a6 Lxc6 dxc6 O-O Dd6 Te1 Kf8"),
            ("san-pl", "e4 e5 Sf3 Sc6 Gb5 a6 Gxc6 dxc6 O-O Hd6 We1 Kf8"),
            ("san-cs", "e4 e5 Jf3 Jc6 Sb5 a6 Sxc6 dxc6 O-O Dd6 Ve1 Kf8"),
            ("san-hu", "e4 e5 Hf3 Hc6 Fb5 a6 Fxc6 dxc6 O-O Vd6 Be1 Kf8"),
            ("san-ru", "e4 e5 Кf3 Кc6 Сb5 a6 Сxc6 dxc6 O-O Фd6 Лe1 Крf8"),
            ("figurine", "e4 e5 ♘f3 ♘c6 ♗b5 a6 ♗xc6 dxc6 O-O ♕d6 ♖e1 ♔f8"),
            ("long", "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6 Bb5xc6 d7xc6 O-O Qd8-d6"),
            ("uci", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 d8d6"),
            ("coordinates", "E2-E4 E7-E5 G1-F3 B8-C6 F1-B5 A7-A6 B5-C6 D7-C6 E1-G1 D8-D6"),
            ("iccf", "5254 5755 7163 2836 6125 1716 2536 4736 5171 4846"),
            ("international", "1434 6444 0625 7152 0541 6050 4152 6352 0406 7353"),
            ("bell", "E4 E5 NF3 NC6 BB5 A6 BC6 DC6 00 QD6 RE1 KF8"),
            ("english", "P-K4 P-K4 Kt-KB3 Kt-QB3 B-Kt5 P-QR3 BxKt QPxB Castles Q-Q3"),
            ("spanish", "P4R P4R C3AR C3AD A5C P3TD AxC PDxA O-O D3D"),
            ("french", "P4R P4R C3FR C3FD F5C P3TD FxC PDxF O-O D3D"),
            ("portuguese", "P4R P4R C3BR C3BD B5C P3TD BxC PDxB O-O D3D"),
            ("turbo", "Pe2-e4 Pe7-e5 Ng1-f3 Nb8-c6 Bf1-b5 Pa7-a6 E1G1"),
        ] {
            let (best, contenders) = best_of(text);
            assert_eq!(best, name, "{contenders:?}");
        }
    }

    #[test]
    fn what_cannot_be_told_apart_is_a_contender() {
        let (best, contenders) = best_of("e4 e5 d4 exd4");
        assert_eq!(best, "san");
        assert!(contenders.contains(&"san-de") && contenders.contains(&"figurine"), "{contenders:?}");
        assert_eq!(best_of("xyzzy plugh").0, "");
    }
}
