//! The corrections file: CSV with a heading, one row per correction.

use std::io::{self, Read, Write};

use super::{Anchor, Correction, CorrectionKind};

/// The columns. `hash` may be empty in rows written by hand; `value` and `note` may be.
pub const COLUMNS: [&str; 7] = ["file", "line", "text", "hash", "kind", "value", "note"];

/// The number of a row and the message of its error.
pub type Fault = (usize, String);

/// Reads a file. Errors in single rows are returned beside the valid rows, with their row numbers.
///
/// # Errors
/// If it cannot be read, or if its first row does not name the columns.
pub fn read(reader: impl Read) -> io::Result<(Vec<Correction>, Vec<Fault>)> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|_| invalid("a corrections file is UTF-8".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let heading = reader.headers().map_err(|error| invalid(error.to_string()))?.clone();
    let column = |name: &str| heading.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
    let needed = |name: &str| {
        column(name).ok_or_else(|| {
            invalid(format!("no column `{name}`; a corrections file has the columns {}", COLUMNS.join(",")))
        })
    };
    let (file, line, text, kind) = (needed("file")?, needed("line")?, needed("text")?, needed("kind")?);
    let (hash, value, note) = (column("hash"), column("value"), column("note"));
    let mut rows = Vec::new();
    let mut faults = Vec::new();
    for (number, record) in (2..).zip(reader.records()) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                faults.push((number, error.to_string()));
                continue;
            }
        };
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let field = |at: Option<usize>| at.and_then(|at| record.get(at)).unwrap_or_default().to_owned();
        let Some(known) = CorrectionKind::find(&field(Some(kind))) else {
            faults.push((number, format!("`{}` is no kind of correction", field(Some(kind)))));
            continue;
        };
        let Ok(at) = field(Some(line)).trim().parse::<usize>() else {
            faults.push((number, format!("`{}` is no line number", field(Some(line)))));
            continue;
        };
        let row = Correction {
            anchor: Anchor {
                file: field(Some(file)),
                line: at,
                text: field(Some(text)),
                hash: field(hash).trim().to_owned(),
            },
            kind: known,
            value: field(value).trim().to_owned(),
            note: field(note),
            row: number,
        };
        match fault(&row) {
            Some(fault) => faults.push((number, fault)),
            None => rows.push(row),
        }
    }
    Ok((rows, faults))
}

/// Largest corrections file, in bytes.
const MOST_BYTES: u64 = 1 << 28;

fn fault(row: &Correction) -> Option<String> {
    if row.anchor.file.trim().is_empty() {
        return Some("no file is named".to_owned());
    }
    if row.anchor.text.trim().is_empty() {
        return Some("no text is quoted, so the place cannot be found".to_owned());
    }
    if row.kind.needs_value() && row.value.is_empty() {
        return Some(format!("`{}` needs a value", row.kind.as_str()));
    }
    if row.kind == CorrectionKind::Game && !row.value.is_empty() && !row.is_whole() {
        return Some(format!("`{}` is no value of `game`: use `whole` or nothing", row.value));
    }
    if row.kind == CorrectionKind::Tag && row.tag().is_none() {
        return Some(format!("`{}` is no tag: write Name=value", row.value));
    }
    None
}

/// Writes a file.
///
/// # Errors
/// If writing fails.
pub fn write<'c>(out: impl Write, rows: impl IntoIterator<Item = &'c Correction>) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for row in rows {
        let line = row.anchor.line.to_string();
        let fields = [
            row.anchor.file.as_str(),
            &line,
            &row.anchor.text,
            &row.anchor.hash,
            row.kind.as_str(),
            &row.value,
            &row.note,
        ];
        writer.write_record(fields)?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let row = Correction {
            anchor: Anchor {
                file: "books/a, b.txt".into(),
                line: 12,
                text: "Kt-\"K5\"".into(),
                hash: "01234567-89abcdef".into(),
            },
            kind: CorrectionKind::Misprint,
            value: "Ne5".into(),
            note: "see\nthe errata".into(),
            row: 2,
        };
        let mut out = Vec::new();
        write(&mut out, [&row]).unwrap();
        assert_eq!(read(out.as_slice()).unwrap(), (vec![row], Vec::new()));
    }

    #[test]
    fn rows_that_make_no_sense_are_told_one_by_one() {
        let text = "file,line,text,kind,value\na.txt,1,P-K4,move,e4\na.txt,one,P-K4,move,e4\n\
                    a.txt,1,P-K4,guess,e4\na.txt,1,P-K4,move,\na.txt,1,,junk,\na.txt,2,x,tag,White\n,1,x,junk,\n";
        let (rows, faults) = read(text.as_bytes()).unwrap();
        assert_eq!(rows.len(), 1);
        let numbers: Vec<usize> = faults.iter().map(|(row, _)| *row).collect();
        assert_eq!(numbers, [3, 4, 5, 6, 7, 8]);
        assert!(read("game,ply\n1,2\n".as_bytes()).is_err());
        assert!(read(&b"\xff\xfe"[..]).is_err());
    }
}
