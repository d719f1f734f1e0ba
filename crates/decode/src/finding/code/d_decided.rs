//! D: corrections, as the decoder applies them.

use scorebook_core::codes;

codes! {
    D101 Note "decided by a person"
        "A row of the corrections file decides this place; it overrides the text."
        "`book.txt,812,Kt-K5,…,move,Ne5`";
}
