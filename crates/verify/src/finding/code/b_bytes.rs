//! B: bytes and encodings.

use scorebook_core::codes;

codes! {
    B201 Warning "not UTF-8"
        "The bytes of this game are not UTF-8. They are decoded in the character set that fits all such lines of the \
         file best (Windows, ISO, KOI8, DOS or Mac); `--encoding NAME` says which. `scorebook fix` writes UTF-8 where \
         no other character set fits nearly as well, and leaves the bytes as they are elsewhere."
        "`[White \"M\\xfcller\"]` with the single byte FC.";
    B202 Note "byte order mark"
        "The file begins with a byte order mark, which is not part of PGN and confuses some readers. `scorebook \
         fix` removes it."
        "EF BB BF before `[Event \"…\"]`.";
    B203 Warning "UTF-16"
        "The file is UTF-16. PGN requires UTF-8 or Latin-1, and most readers cannot read it. Byte offsets in \
         findings refer to the text converted to UTF-8."
        "FF FE at the start of the file.";
    B204 Error "control bytes"
        "NUL or other control bytes stand between tokens, or NUL inside a comment or tag. The usual cause is a \
         damaged disk or a broken transfer. `scorebook fix` removes them."
        "`1. e4 \\0\\0\\0 e5`";
    B205 Note "invisible character"
        "A no-break space, a byte order mark, a form feed or a vertical tab stands between tokens. PGN does not count it \
         as white space. `scorebook fix` replaces it by a space."
        "`1. e4<U+00A0>e5`";
    B214 Warning "doubled carriage returns"
        "The lines of the game end with two carriage returns and a line feed, as files do that were converted for Windows \
         twice. Many readers take each for an empty line, which ends a section of the game. `scorebook fix` removes one."
        "`[Event \"?\"]` followed by the bytes 0D 0D 0A.";
}
