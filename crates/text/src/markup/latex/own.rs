//! The commands and environments that a text of LaTeX defines itself: `\newcommand{\pair}[2]{\textbf{#1} -- \textbf{#2}}`.

use super::{Setter, group, name, plies};

/// Commands that define others.
const DEFINE: &[&str] = &[
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareRobustCommand",
    "newenvironment",
    "renewenvironment",
];
/// Most arguments of a command.
const MOST: usize = 9;
/// Most commands of a text, and most bytes of what one of them is.
const COMMANDS: usize = 256;
const LONGEST: usize = 2000;
/// Most bytes of a definition.
const WHOLE: usize = 8192;

/// A command or an environment of the text's own.
pub(super) struct Own {
    pub name: String,
    pub is_environment: bool,
    pub arguments: usize,
    /// What it sets; of an environment nothing is asked.
    pub pieces: Vec<Piece>,
    /// Whether it sets moves of the main line, which begin a line.
    pub begins_line: bool,
}

#[derive(Clone)]
pub(super) enum Piece {
    Text(String),
    /// Which of its arguments.
    Argument(usize),
}

/// A definition, and where it ends.
struct Definition<'t> {
    by: &'t str,
    name: &'t str,
    arguments: usize,
    body: &'t str,
    len: usize,
}

/// The length of the definition that a text begins with.
pub(super) fn definition(rest: &str) -> Option<usize> {
    read(rest).map(|definition| definition.len)
}

/// All that a text defines. What sets its arguments in another order than it has them is left to what is known of commands.
pub(super) fn of(raw: &str) -> Vec<Own> {
    let defined = raw.match_indices('\\').filter_map(|(at, _)| read(&raw[at..]));
    let own = defined.take(COMMANDS).filter(|own| own.body.len() < LONGEST);
    let mut all: Vec<Own> = own
        .filter_map(|own| {
            let is_environment = own.by.ends_with("environment");
            let pieces = if is_environment { Vec::new() } else { pieces(own.body, own.arguments)? };
            Some(Own {
                name: own.name.to_owned(),
                is_environment,
                arguments: own.arguments,
                pieces,
                begins_line: own.body.contains("\\mainline"),
            })
        })
        .collect();
    // The last definition holds.
    all.reverse();
    all
}

fn read(rest: &str) -> Option<Definition<'_>> {
    let rest = &rest[..rest.floor_char_boundary(WHOLE)];
    let by = name(rest);
    let is_def = matches!(by, "def" | "gdef");
    if !DEFINE.contains(&by) && !is_def {
        return None;
    }
    let mut at = 1 + by.len();
    at += usize::from(rest[at..].starts_with('*'));
    at = rest.len() - rest[at..].trim_start().len();
    let own = match rest[at..].starts_with('{') {
        true => {
            let length = group(&rest[at..])?;
            let inside = &rest[at + 1..at + length - 1];
            at += length;
            inside.trim().trim_start_matches('\\')
        }
        false => {
            let own = name(&rest[at..]);
            at += 1 + own.len();
            own
        }
    };
    if own.is_empty() {
        return None;
    }
    let mut arguments = 0;
    if is_def {
        // `#1#2{`
        let signs = rest[at..].split('{').next()?;
        arguments = signs.matches('#').count();
        at += signs.len();
    }
    while rest[at..].starts_with('[') {
        let end = rest[at..].find(']')?;
        arguments = rest[at + 1..at + end].parse().unwrap_or(arguments);
        at += end + 1;
    }
    let skip = |at: usize| rest.len() - rest[at..].trim_start_matches(['%', '\n', ' ', '\t']).len();
    at = skip(at);
    let length = group(&rest[at..])?;
    let body = &rest[at + 1..at + length - 1];
    at += length;
    // The second group of an environment is its end.
    if by.ends_with("environment") {
        at = skip(at);
        at += group(&rest[at..]).unwrap_or(0);
    }
    (arguments <= MOST).then_some(Definition { by, name: own, arguments, body, len: at })
}

/// What a body sets, its arguments in their order.
fn pieces(body: &str, arguments: usize) -> Option<Vec<Piece>> {
    let mut setter = Setter::new(body, Vec::new(), plies::of(""));
    setter.set(0, body.len());
    let text = setter.out.text;
    let mut pieces = Vec::new();
    let mut rest = text.as_str();
    let mut next = 0;
    while let Some((before, behind)) = rest.split_once('#') {
        let number = behind.chars().next().and_then(|c| c.to_digit(10))? as usize;
        let index = number.checked_sub(1).filter(|index| *index >= next && *index < arguments)?;
        next = index + 1;
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Argument(index));
        rest = &behind[1..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Some(pieces)
}
