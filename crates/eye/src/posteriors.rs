//! What a network says of a picture, and what a text costs as its reading.

use scorebook_search::Nats;

/// The chances of all signs at each step of a picture, from left to right. The first is the blank: nothing new here.
#[derive(Clone, Debug)]
pub struct Posteriors {
    signs: Vec<char>,
    /// Steps × (1 + signs).
    chances: Vec<f32>,
}

/// No chance is smaller: a network is never that sure.
const LEAST: f64 = 1e-7;

/// What a text costs that has a sign that the network does not know, or more signs than steps.
pub(crate) const IMPOSSIBLE: Nats = 1e9;

impl Posteriors {
    /// `chances` has for each step the chance of the blank and of each of `signs`.
    #[must_use]
    pub fn new(signs: Vec<char>, chances: Vec<f32>) -> Posteriors {
        Posteriors { signs, chances }
    }

    /// The number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.chances.len() / (self.signs.len() + 1)
    }

    /// The chances of each step: the blank, then the signs.
    pub fn each_step(&self) -> impl Iterator<Item = &[f32]> {
        self.chances.chunks_exact(self.signs.len() + 1)
    }

    /// The negative logarithm of the chance that the picture says `text`: the sum over all ways to write it in these steps.
    /// A space that the text does not have costs nothing: hands leave gaps.
    ///
    /// ```
    /// use scorebook_eye::Posteriors;
    /// // Two steps: "a" is likely in the first, nothing in the second.
    /// let posteriors = Posteriors::new(vec!['a', 'b'], vec![0.1, 0.8, 0.1, 0.9, 0.05, 0.05]);
    /// // a and blank, blank and a, a and a.
    /// let chance: f64 = 0.8 * 0.9 + 0.1 * 0.05 + 0.8 * 0.05;
    /// assert!((f64::from(posteriors.cost("a")) + chance.ln()).abs() < 1e-6);
    /// assert!(posteriors.cost("b") > posteriors.cost("a"));
    /// ```
    #[must_use]
    pub fn cost(&self, text: &str) -> Nats {
        self.cost_within(text, Nats::INFINITY)
    }

    /// The same, or any cost of at least `most` where it is no less: steps behind those that make it sure are not looked at.
    #[must_use]
    pub fn cost_within(&self, text: &str, most: Nats) -> Nats {
        let Some(numbers) = text.chars().map(|c| self.number(c)).collect::<Option<Vec<usize>>>() else {
            return IMPOSSIBLE;
        };
        let gap = if numbers.iter().any(|&n| self.signs[n - 1] == ' ') { None } else { self.number(' ') };
        let states = 2 * numbers.len() + 1;
        let mut ways = vec![0.0f64; states];
        let mut next = vec![0.0f64; states];
        let mut cost = 0.0;
        for (step, chances) in self.each_step().enumerate() {
            let blank = f64::from(chances[0] + gap.map_or(0.0, |gap| chances[gap])).max(LEAST);
            for state in 0..states {
                let come = match (step, state) {
                    (0, 0 | 1) => 1.0,
                    (0, _) => 0.0,
                    _ => ways[state] + before(&ways, state, 1) + skipped(&numbers, &ways, state),
                };
                let chance =
                    if state % 2 == 0 { blank } else { f64::from(chances[numbers[state / 2]]).max(LEAST) };
                next[state] = come * chance;
            }
            let total: f64 = next.iter().sum();
            if total <= 0.0 {
                return IMPOSSIBLE;
            }
            cost -= total.ln();
            if cost >= f64::from(most) {
                return most;
            }
            next.iter_mut().for_each(|way| *way /= total);
            std::mem::swap(&mut ways, &mut next);
        }
        let end = ways[states - 1] + before(&ways, states - 1, 1);
        if end <= 0.0 { IMPOSSIBLE } else { (cost - end.ln()) as Nats }
    }

    /// The text of the likeliest sign at each step: for people, not for the search.
    #[must_use]
    pub fn best(&self) -> String {
        let mut text = String::new();
        let mut last = 0;
        for chances in self.each_step() {
            let best = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0);
            if best != last && best > 0 {
                text.push(self.signs[best - 1]);
            }
            last = best;
        }
        text
    }

    fn number(&self, c: char) -> Option<usize> {
        Some(self.signs.iter().position(|&sign| sign == c)? + 1)
    }
}

fn before(ways: &[f64], state: usize, by: usize) -> f64 {
    state.checked_sub(by).map_or(0.0, |state| ways[state])
}

/// A sign may follow another at once, unless it is the same.
fn skipped(numbers: &[usize], ways: &[f64], state: usize) -> f64 {
    let differs = state % 2 == 1 && state >= 3 && numbers[state / 2] != numbers[state / 2 - 1];
    if differs { ways[state - 2] } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of a few signs, summed over their ways, have together chance 1.
    #[test]
    fn chances_of_all_texts_add_up() {
        let chances = [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.1, 0.2, 0.7]];
        let posteriors = Posteriors::new(vec!['a', 'b'], chances.concat());
        let mut texts = vec![String::new()];
        let mut all = texts.clone();
        for _ in 0..3 {
            texts = texts.iter().flat_map(|text| [format!("{text}a"), format!("{text}b")]).collect();
            all.extend(texts.iter().cloned());
        }
        let total: f64 = all.iter().map(|text| f64::from(-posteriors.cost(text)).exp()).sum();
        assert!((total - 1.0).abs() < 1e-5, "{total}");
    }

    #[test]
    fn a_double_sign_needs_a_blank_between() {
        let posteriors = Posteriors::new(vec!['a'], vec![0.0, 1.0, 0.0, 1.0]);
        assert!(posteriors.cost("a") < 1e-3);
        assert!(posteriors.cost("aa") > 10.0);
    }

    #[test]
    fn what_cannot_be_written_is_impossible() {
        let posteriors = Posteriors::new(vec!['a'], vec![0.5, 0.5]);
        assert!(posteriors.cost("ф") >= IMPOSSIBLE);
        assert!(posteriors.cost("aaa") >= IMPOSSIBLE);
    }
}
