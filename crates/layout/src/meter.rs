//! Evaluations (`+0.3`, `#-2`, `+0.30/12`) and times (`0.9s`, `0:05`) printed beside moves.

/// Whether a word is an evaluation or a time, and not part of a move or a number.
pub(super) fn is_meter(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', '[', ']', ',', ';']);
    !bare.is_empty() && (is_time(bare) || is_evaluation(bare) || is_count(bare))
}

/// `0.9s`, `12s`, `0:05`, `1:02:33`, `59:03.4`.
fn is_time(word: &str) -> bool {
    if let Some(number) = word.strip_suffix('s') {
        return is_decimal(number, 0);
    }
    let (parts, tenths) = word.split_once('.').unwrap_or((word, "0"));
    let mut parts = parts.split(':');
    let (Some(first), Some(second)) = (parts.next(), parts.next()) else { return false };
    let third = parts.next();
    let short = |part: &str| part.len() == 2 && digits(part) && part < "60";
    (1..=2).contains(&first.len())
        && digits(first)
        && short(second)
        && third.is_none_or(short)
        && parts.next().is_none()
        && digits(tenths)
}

/// `+0.3`, `−1.25`, `0.0`, `#3`, `#-2`, `+M4`, `0.23/18`.
fn is_evaluation(word: &str) -> bool {
    let (value, depth) = word.split_once('/').unwrap_or((word, "1"));
    let signed = value.strip_prefix(['+', '-', '−', '–']);
    let mate = value.strip_prefix('#').map(|rest| rest.strip_prefix(['-', '−', '+']).unwrap_or(rest));
    let mate = mate.or_else(|| signed.and_then(|rest| rest.strip_prefix('M')));
    // Without a sign it needs decimals, which move numbers do not have.
    let number = signed.unwrap_or(value);
    digits(depth)
        && (mate.is_some_and(digits)
            || is_decimal(number, 1)
            || signed.is_some_and(|rest| rest.len() < 3 && digits(rest)))
}

/// How many have seen something, in thousands or millions: `4.1K`.
fn is_count(word: &str) -> bool {
    word.strip_suffix(['K', 'k', 'M', 'm'])
        .is_some_and(|number| is_decimal(number, 1) && !number.contains(','))
}

/// Digits with at least `least` decimals.
fn is_decimal(text: &str, least: usize) -> bool {
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    digits(whole)
        && whole.len() <= 3
        && decimals.len() >= least
        && decimals.len() <= 3
        && (decimals.is_empty() || digits(decimals))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_are_no_moves() {
        for word in [
            "+0.3", "-0.4", "−0.7", "0.0", "+1.25/18", "0.23/18", "#3", "#-2", "+M4", "0.9s", "12s", "0:05",
            "1:02:33", "(0:05)", "4.1K", "12.5k",
        ] {
            assert!(is_meter(word), "{word}");
        }
        for word in [
            "1.", "12", "1.e4", "e4", "0-0", "1-0", "5254", "1.0-0", "1/2", "1:0", "0:1", "+-", "+", "Kt5",
            "s", "1851", "7:", "2:Kt", "R/1",
        ] {
            assert!(!is_meter(word), "{word}");
        }
    }
}
