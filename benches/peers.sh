#!/bin/bash
# Whole processes in turn on one pinned core: ours, pgn-reader + shakmaty, and, where they are
# installed, pgn-extract and python-chess. Prints the median of user CPU seconds and the ratio to
# the reference, per round, so that a noisy machine hits all alike.
# usage: benches/peers.sh [ROUNDS] [FILE.pgn…]   (default: 5 rounds on ../shared/pgn)
set -eu
# Debian has its chess programs there.
PATH=$PATH:/usr/games
cd "$(dirname "$0")/.."
rounds=${1:-5}; shift || true
build() { # the executable of a cargo call
    cargo "$@" --message-format=json 2>/dev/null | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1
}
# OURS and REFERENCE name programs that are built already.
ours=${OURS:-$(build build --profile dist --bin scorebook)}
reference=${REFERENCE:-$(build bench --profile dist --no-run --bench reference)}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
files=("$@")
if [ ${#files[@]} -eq 0 ]; then
    for name in masters annotated; do
        packed=../shared/pgn/$name.pgn.zst
        [ -r "$packed" ] || { echo "no $packed: name files" >&2; exit 2; }
        zstd -dqc "$packed" > "$work/one" 2>/dev/null || { echo "zstd is needed to unpack $packed" >&2; exit 2; }
        # At least 100 MB.
        while [ "$(stat -c %s "$work/$name.pgn" 2>/dev/null || echo 0)" -lt 100000000 ]; do
            cat "$work/one" >> "$work/$name.pgn"
        done
        files+=("$work/$name.pgn")
    done
fi
seconds() { # user + system CPU seconds of a command, pinned to core 0
    local TIMEFORMAT='%U %S'
    { time taskset -c 0 "$@" >/dev/null 2>&1 || true; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
for file in "${files[@]}"; do
    echo "$file ($(stat -c %s "$file") bytes, $rounds rounds)"
    : > "$work/ours"; : > "$work/ref"; : > "$work/tokens"; : > "$work/ratio"; : > "$work/extract"
    for _ in $(seq "$rounds"); do
        r=$(seconds "$reference" "$file"); o=$(seconds "$ours" verify -j1 -q "$file")
        t=$(seconds "$reference" --tokens "$file")
        echo "$r" >> "$work/ref"; echo "$o" >> "$work/ours"; echo "$t" >> "$work/tokens"
        awk -v o="$o" -v r="$r" 'BEGIN { printf "%.3f\n", o / r }' >> "$work/ratio"
        if command -v pgn-extract >/dev/null; then seconds pgn-extract -s -r "$file" >> "$work/extract"; fi
    done
    printf '  reference (pgn-reader + shakmaty)  %s s\n' "$(median < "$work/ref")"
    printf '  its tokens only                    %s s\n' "$(median < "$work/tokens")"
    printf '  scorebook verify, all checks       %s s, %s of the reference\n' "$(median < "$work/ours")" "$(median < "$work/ratio")"
    [ -s "$work/extract" ] && printf '  pgn-extract -r                     %s s\n' "$(median < "$work/extract")"
    if python3 -c 'import chess.pgn' 2>/dev/null && [ "${PYTHON_CHESS:-0}" = 1 ]; then
        printf '  python-chess                       %s s\n' "$(seconds python3 -c "
import chess.pgn, sys
with open(sys.argv[1], encoding='utf-8', errors='replace') as f:
    while chess.pgn.read_game(f): pass" "$file")"
    fi
done
