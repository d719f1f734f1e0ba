use super::parts;

/// Lines and the tags that they give, `Tag=value` with `|` between; an empty text is no heading.
fn told(line: &str) -> String {
    parts(line).map_or(String::new(), |parts| {
        let tags = parts.tags.iter().map(|(tag, value)| format!("{tag}={value}"));
        tags.chain(parts.rest.iter().map(|rest| format!("rest={rest}"))).collect::<Vec<_>>().join("|")
    })
}

#[test]
fn lines_of_headings() {
    let text = include_str!("lines.tsv");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    let wrong: Vec<String> = lines
        .filter_map(|line| {
            let (line, wanted) = line.split_once("\t").expect("a tab");
            let line = line.replace("\\t", "\t");
            let found = told(&line);
            (found != wanted).then(|| format!("{line}\n  found  {found}\n  wanted {wanted}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
