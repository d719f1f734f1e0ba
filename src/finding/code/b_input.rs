//! B: inputs that cannot be read, or not as they are.

use scorebook_core::codes;

codes! {
    B101 Error "input cannot be read"
        "The file cannot be opened, read or decompressed. The other inputs are still processed. Check the path, \
         the permissions and whether the file is complete."
        "`games.pgn.gz` that was cut off during a download.";
    B102 Error "truncated scan"
        "The file of a scan (hOCR, ALTO, PDF, an archive of pages, …) is damaged from some point on. Everything \
         before that point is read. Get a complete copy of the file."
        "An ALTO file without its last `</alto>`.";
    B103 Error "not a game record"
        "The file holds no text: it is a program, a database or an archive of an unknown kind, or a scan \
         without words that could not be read from its images. It is skipped."
        "`scorebook convert a.out`";
    B104 Error "required program not installed"
        "This scan can only be read with the help of another program (poppler, djvulibre or tesseract), which \
         is not installed. The message contains the command that installs it."
        "`scorebook convert scan.png` without tesseract.";
    B105 Warning "pages not read"
        "A page of a scan has no words or could not be read by the OCR program, or a file next to the pages has \
         another format. The other pages are read."
        "An empty page; `notes.docx` among page images.";
    B106 Warning "size limit exceeded"
        "A line, a page or a file is larger than scorebook accepts. Everything beyond the limit is skipped. \
         Split the input."
        "A directory of a million pages.";
    B107 Warning "half-move in doubt in a picture"
        "The cell of a score sheet does not say this half-move clearly enough. The message has its chance, what a \
         network reads there without the rules of chess, and what the cells say next best. Compare it with the \
         picture; the game is not claimed to be verified."
        "A cell in which `Nd7` and `Nb7` look alike.";
    B206 Note "content removed with markup"
        "The file contains markup (HTML, MediaWiki, BBCode, Markdown). The markup was removed, and with it some \
         content: a reference, a template, a comment or an image. Locations refer to the original file."
        "`'''1. e4'''<ref>Lee, p. 12</ref> e5`";
    B207 Note "pages in several formats"
        "The pages of a directory or an archive have several file formats, so they may overlap. All are read, \
         in natural order of their names. If pages repeat, pass only one set."
        "`page-1.png`, `page-2.xml`, `page-3.pdf`";
    B208 Note "text from OCR"
        "The file contains no text; an OCR program (tesseract) read the page images. If several page \
         segmentation modes were given (`--psm`), the one in which most moves can be read is used."
        "A PDF without a text layer.";
    B209 Note "estimated word positions"
        "The file gives the positions of lines but not of words. Word positions are estimated from the number \
         of letters."
        "hOCR without `ocrx_word`.";
    B210 Note "character set assumed"
        "The file is not UTF-8. It is read in the character set (Windows, ISO, KOI8, DOS or Mac) that fits its letters \
         by far best. Another can be chosen with `--encoding NAME`."
        "`[White \"\\xcd\\xe5\\xef\\xee\"]`, read as Windows-1251.";
    B211 Warning "character set uncertain"
        "The file is not UTF-8, and several character sets fit its letters nearly as well. The likeliest is used; names \
         may be wrong. Choose one with `--encoding NAME`."
        "One `\\xe6` in a file: ć in Windows-1250, æ in Windows-1252.";
    B212 Note "score sheet read from a picture"
        "A picture is a filled score sheet: its rules were found, or its cells were given (`--grid`), and a neural network \
         that is part of the program read them. Each legal move was asked what it costs as the reading of its cell. Lines of \
         the findings are rows of the sheet. With a `--layout`, a picture is read as a printed page."
        "`scorebook convert sheet.jpg`";
}
