#!/bin/sh
# Converts printed books and scores them: benches/printed/score.sh SCOREBOOK DIR…
# Each DIR holds clean.txt, book.txt, book.hocr and truth.pgn, as make.sh and make_heads.sh write them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shared=$(cd "$here/../../../shared" && pwd)
scorebook=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for form in clean.txt book.txt book.hocr; do
    for dir in "$@"; do
        "$scorebook" convert "$dir/$form" -o "$out/out.pgn" --report "$out/report.csv" >"$out/log" 2>&1 || true
        score=none
        if [ -f "$out/out.pgn" ]; then
            score=$(python3 "$shared/tools/score_books.py" "$out/out.pgn" "$dir/truth.pgn" --report "$out/report.csv" | tail -1)
            printed=
            [ -f "$dir/headings.json" ] && printed="--printed $dir/headings.json"
            # shellcheck disable=SC2086
            score="$score; headings: $(python3 "$here/headings.py" "$out/out.pgn" "$dir/truth.pgn" $printed | tail -1)"
        fi
        echo "$(basename "$dir") $form: $score"
        rm -f "$out"/*
    done
done
