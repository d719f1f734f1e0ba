//! Whatever is asked, the parser answers: with a query, or with an error at a place in the text.

use proptest::prelude::*;
use scorebook_query::Query;

/// Words of the language, and what else may stand in a query.
const WORDS: &[&str] = &[
    "white",
    "elo",
    "date",
    "round",
    "eco",
    "result",
    "plies",
    "tag:X",
    "opening",
    "variant",
    "comment",
    "finding",
    "material",
    "fen",
    "position",
    "line",
    "castling",
    "promotion",
    "checkmate",
    "repetition",
    "exists",
    "in",
    "and",
    "or",
    "not",
    "then",
    "by",
    "to",
    "on",
    "turn",
    "ply",
    "count",
    "=",
    "!=",
    "<",
    ">=",
    "~",
    "!~",
    "-",
    "+",
    "(",
    ")",
    ",",
    "'",
    "\"",
    "/",
    "\\",
    "/é/i",
    "Ré",
    "1858.10",
    "1990-13",
    "B33",
    "C20-C29",
    "1-0",
    "draw",
    "40-60",
    "3",
    "KRPvKR",
    "8/8/8/8/8/8/8/8",
    "N",
    "f7",
    "a7-h7",
    "Q",
    "1. e4",
    "kingside",
    "é",
    "𝄞",
    " ",
];

fn checked(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Query>() {
        Ok(query) => {
            // Without any knowledge nothing is decided, unless the query has no condition of the header.
            let unknown = query.verdict(&mut |_| None);
            prop_assert!(unknown.is_none(), "{text}: {unknown:?}");
            // More knowledge does not change a verdict.
            for known in [false, true] {
                let first = query.verdict(&mut |at| (at == 0).then_some(known));
                let all = query.verdict(&mut |at| Some(if at == 0 { known } else { !known }));
                prop_assert!(first.is_none() || first == all, "{text}");
            }
        }
        Err(error) => {
            prop_assert!(text.is_char_boundary(error.at), "{text}: {error}");
            prop_assert!(!error.message.is_empty());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn words_in_any_order(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..12), space in " ?") {
        checked(&words.join(&space))?;
    }

    #[test]
    fn any_text(text in "\\PC{0,40}") {
        checked(&text)?;
    }
}
