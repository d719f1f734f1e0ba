//! B: inputs that cannot be read, or not as they are.

use scorebook_core::codes;

codes! {
    B101 Error "input cannot be read"
        "The file cannot be opened, read or unpacked. The other inputs are processed all the same."
        "`games.pgn.gz` that breaks off in the middle.";
    B102 Error "a scan that breaks off"
        "The file of a scan (hOCR, ALTO, PDF, an archive of pages, …) is damaged from some place on. What stands before is \
         read."
        "An ALTO file without its last `</alto>`.";
    B103 Error "no record"
        "The file is nothing that is written in words: a program, a database, a packed archive of an unknown kind. It is not \
         read. A scan whose pages have no words and cannot be read from their pictures is no record, either."
        "`scorebook convert a.out`";
    B104 Error "a program is missing"
        "The scan can be read only with the help of another program (poppler, djvulibre, tesseract), which is not installed. \
         The message has the command that installs it."
        "`scorebook convert scan.png` where tesseract is not installed";
    B105 Warning "pages not read"
        "A page of a scan has no words, could not be read by the program that reads pictures, or a file beside the pages is \
         of another kind. The other pages are read."
        "An empty page; `notes.docx` among page images.";
    B106 Warning "larger than is read"
        "A line, a page or a file is larger than scorebook takes. What is beyond the limit is not read."
        "A directory of a million pages.";
    B206 Note "left out with markup"
        "The file has markup (HTML, MediaWiki, BBCode, Markdown). It was taken off, and with it something that is no \
         sign of the markup: a reference, a template, a comment, a picture. Places of findings are those of the file as it is."
        "`'''1. e4'''<ref>Lee, p. 12</ref> e5`";
    B207 Note "pages of several forms"
        "The pages of a directory or an archive are files of several kinds, which may overlap. All are read, in the natural \
         order of their names."
        "`page-1.png`, `page-2.xml`, `page-3.pdf`";
    B208 Note "read from pictures"
        "The words were not in the file: a program (tesseract) has read them from the pictures of the pages. Where it was \
         asked to cut pages up in several ways (`--psm`), the way is taken in which most moves can be read."
        "A PDF without a text layer.";
    B209 Note "places are estimates"
        "The file gives the places of lines, not of words. Those of the words are reckoned from the length of their letters."
        "hOCR without `ocrx_word`.";
}
