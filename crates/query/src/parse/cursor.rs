//! A place in the text of a query, and the words and values there.

use super::Parsed;
use crate::error::{BadQuery, Fault};
use crate::field::Value;

pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    pub fn bad(&self, fault: Fault, at: usize, message: impl Into<String>) -> BadQuery {
        BadQuery { fault, message: message.into(), at }
    }

    /// A syntax error here.
    pub fn syntax<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(self.bad(Fault::Syntax, self.at, message))
    }

    /// The next word, without consuming it.
    pub fn word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "()=<>!~\"'".contains(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    /// The next word up to a comma.
    pub fn word_of_list(&mut self) -> &'a str {
        let word = self.word();
        word.split(',').next().unwrap_or(word)
    }

    pub fn keyword(&mut self, keyword: &str) -> bool {
        let word = self.word_of_list();
        let found = word.eq_ignore_ascii_case(keyword);
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn sign(&mut self, sign: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// A value: a word, a text in quotes, or, if that may be, a regular expression.
    pub fn value(&mut self, may_be_regex: bool) -> Parsed<Value> {
        self.space();
        if may_be_regex && self.rest().starts_with('/') {
            return self.regex();
        }
        self.text().map(Value::Text)
    }

    /// A word or a text in quotes.
    pub fn text(&mut self) -> Parsed<String> {
        self.space();
        if let Some(text) = self.quoted()? {
            return Ok(text);
        }
        let word = self.word();
        if word.is_empty() {
            return self.syntax("a value is missing");
        }
        self.at += word.len();
        Ok(word.to_owned())
    }

    /// A value of a list: a text in quotes, or what stands before the next comma or the bracket.
    pub fn listed(&mut self) -> Parsed<String> {
        if let Some(text) = self.quoted()? {
            return Ok(text);
        }
        let end = self.rest().find([',', ')']).unwrap_or(self.rest().len());
        let text = self.rest()[..end].trim();
        if text.is_empty() {
            return self.syntax("a value is missing");
        }
        self.at += end;
        Ok(text.to_owned())
    }

    fn quoted(&mut self) -> Parsed<Option<String>> {
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return Ok(None);
        };
        let Some(end) = self.rest()[1..].find(quote) else {
            return self.syntax("the closing quote is missing");
        };
        let text = self.rest()[1..=end].to_owned();
        self.at += end + 2;
        Ok(Some(text))
    }

    /// `/mor.*/i`; a slash within it is written `\/`.
    fn regex(&mut self) -> Parsed<Value> {
        let mut pattern = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        let end = loop {
            match letters.next() {
                None => {
                    return self.syntax(
                        "the closing / of the regular expression is missing; a text that begins with / is put in quotes",
                    );
                }
                Some((at, '/')) => break at + 1,
                Some((_, '\\')) => match letters.next() {
                    Some((_, '/')) => pattern.push('/'),
                    Some((_, other)) => pattern.extend(['\\', other]),
                    None => pattern.push('\\'),
                },
                Some((_, other)) => pattern.push(other),
            }
        };
        let rest = &self.rest()[end..];
        let flags: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        if let Some(wrong) = flags.chars().find(|flag| !matches!(flag, 'i' | 'm' | 's' | 'x')) {
            let message = format!("`{wrong}` is no flag of a regular expression: i (any case), m, s, x");
            return Err(self.bad(Fault::Value, self.at + end, message));
        }
        self.at += end + flags.len();
        Ok(Value::Regex(pattern, flags))
    }
}
