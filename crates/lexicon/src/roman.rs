//! Roman numerals as numbers of games, rounds and chapters.

/// The letters and their values. Books have no numbers that need D and M, which are initials of names.
const LETTERS: [(char, u32); 5] = [('i', 1), ('v', 5), ('x', 10), ('l', 50), ('c', 100)];

/// The value of a Roman numeral of one case, as it is printed today (`XIV`) or was printed once (`XIIII`); 1 to 499.
///
/// `None` for what no printer sets: `IC`, `CIVIL`, `Xv`.
#[must_use]
pub fn roman_value(text: &str) -> Option<u32> {
    let is_one_case = text.chars().all(char::is_lowercase) || text.chars().all(char::is_uppercase);
    if text.is_empty() || !is_one_case {
        return None;
    }
    let values: Vec<u32> = text
        .chars()
        .map(|c| {
            LETTERS.iter().find(|(letter, _)| c.to_ascii_lowercase() == *letter).map(|&(_, value)| value)
        })
        .collect::<Option<_>>()?;
    let sum: i64 = values
        .iter()
        .enumerate()
        .map(|(at, &value)| {
            let is_less = values.get(at + 1).is_some_and(|&next| next > value);
            if is_less { -i64::from(value) } else { i64::from(value) }
        })
        .sum();
    let sum = u32::try_from(sum).ok()?;
    let text = text.to_ascii_lowercase();
    (written(sum, true) == text || written(sum, false) == text).then_some(sum)
}

/// A number in Roman numerals; `with_less` writes 4 as `iv`, else as `iiii`.
fn written(mut number: u32, with_less: bool) -> String {
    const SIGNS: [(u32, &str, bool); 9] = [
        (100, "c", false),
        (90, "xc", true),
        (50, "l", false),
        (40, "xl", true),
        (10, "x", false),
        (9, "ix", true),
        (5, "v", false),
        (4, "iv", true),
        (1, "i", false),
    ];
    let mut text = String::new();
    for (value, sign, is_less) in SIGNS {
        while number >= value && (with_less || !is_less) {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_as_printed() {
        for number in 1..400 {
            assert_eq!(roman_value(&written(number, true)), Some(number));
            assert_eq!(roman_value(&written(number, false).to_uppercase()), Some(number));
        }
        for text in ["", "IC", "VX", "CIVIL", "ILL", "Xv", "MIX", "iix"] {
            assert_eq!(roman_value(text), None, "{text}");
        }
    }
}
