//! Wraps text.

/// Breaks `text` at spaces into lines of at most `width` characters; longer words stay whole.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_keep_to_the_width() {
        assert_eq!(wrap("the bishop on c1 is blocked", 10), ["the bishop", "on c1 is", "blocked"]);
        assert_eq!(wrap("", 10), [""]);
    }
}
