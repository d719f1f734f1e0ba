//! B: bytes and encodings.

use scorebook_core::codes;

codes! {
    B201 Warning "not UTF-8"
        "The bytes of this game are not UTF-8; they are taken for Windows-1252, which covers Latin-1. `scorebook fix` writes UTF-8."
        "`[White \"M\\xfcller\"]` with the single byte FC.";
    B202 Note "byte order mark"
        "The file begins with a byte order mark, which PGN does not know and some readers stumble over. `scorebook fix` takes it away."
        "EF BB BF before `[Event \"…\"]`.";
    B203 Warning "UTF-16"
        "The file is UTF-16. PGN wants UTF-8 or Latin-1, and most readers see only rubbish. Offsets of findings count bytes of the UTF-8 text."
        "FF FE at the start of the file.";
    B204 Error "control bytes"
        "NUL or other control bytes stand between the tokens, or NUL in a comment or a tag: often a damaged disk or a broken transfer. `scorebook fix` takes them away."
        "`1. e4 \\0\\0\\0 e5`";
    B205 Note "invisible character"
        "A no-break space or a byte order mark stands between the tokens. It is no white space of PGN. `scorebook fix` writes a space."
        "`1. e4<U+00A0>e5`";
}
