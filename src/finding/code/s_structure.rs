//! S: the structure of PGN.

use super::{Code, Severity};

codes! {    S190 Warning "variations nested too deeply"
        "Variations inside variations are followed to a hundred levels; what lies deeper is left out."
        "A hundred and one opening parentheses.";
}
