#!/bin/bash
# What keepers of corpora do, timed in one run on one pinned core: ours, and, where they are installed, pgn-extract and Scid
# (Debian: pgn-extract, scid). Prints a table of processor seconds, the least of the rounds; each row names the command.
# usage: benches/corpora.sh [ROUNDS] [GAMES.pgn]   (default: 3 rounds on ../shared/pgn/masters.pgn.zst)
set -eu
# Debian has its chess programs there.
PATH=$PATH:/usr/games
cd "$(dirname "$0")/.."
rounds=${1:-3}
# OURS names a program that is built already.
ours=${OURS:-$(cargo build --profile dist --bin scorebook --message-format=json 2>/dev/null | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
if [ $# -ge 2 ]; then games=$2; else
    games=$work/games.pgn
    zstd -dqc ../shared/pgn/masters.pgn.zst > "$games"
fi
placement='r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R'
seconds() { # the least processor seconds of a command
    local TIMEFORMAT='%U %S' least=
    for _ in $(seq "$rounds"); do
        { time taskset -c 0 "$@" >/dev/null 2>&1 || true; } 2>&1 | awk '{ printf "%.2f\n", $1 + $2 }'
    done | sort -n | head -1
}
row() { printf '| %s | %s | %s | %s |\n' "$@"; }
extract() { if command -v pgn-extract >/dev/null; then seconds pgn-extract -s "$@" "$games"; else echo '–'; fi; }
printf 'White "Carlsen"\n' > "$work/tag"
printf 'FENPattern "%s"\n' "$placement" > "$work/fen"
printf 'rp rp\n' > "$work/men"
printf 'e4 e5 Nf3 Nc6 Bb5 a6\n' > "$work/line"
cat > "$work/scid.tcl" <<'T'
proc timed {name body} { set a [clock milliseconds]; uplevel $body; puts "$name [expr {([clock milliseconds]-$a)/1000.0}]" }
sc_base create [lindex $argv 0]
set db [sc_base current]
timed import {sc_base import $db [lindex $argv 1]}
timed tag {sc_filter search $db dbfilter header -white Carlsen -filter RESET}
sc_game startBoard "[lindex $argv 2] b KQkq - 0 1"
timed board {sc_search board 2 E 0 0}
sc_base close $db
exit
T
if command -v tkscid >/dev/null; then tkscid "$work/scid.tcl" "$work/base" "$games" "$placement" > "$work/scid" 2>/dev/null || true; fi
scid() { awk -v name="$1" '$1 == name { printf "%.2f (clock)", $2; found = 1 } END { if (!found) printf "–" }' "$work/scid" 2>/dev/null || echo '–'; }
out=$work/out
echo "$(basename "$games"): $(stat -c %s "$games") bytes"
row "task, \`ours\`" "scorebook" "pgn-extract" "Scid"
row --- --- --- ---
row '`verify -q`' "$(seconds "$ours" verify -q -j1 "$games")" "$(extract -r) (\`-r\`)" "$(scid import) import"
row '`convert`' "$(seconds "$ours" convert -q -j1 "$games" -o "$out")" "$(extract -o "$out.x")" –
row '`convert --to uci`' "$(seconds "$ours" convert -q -j1 --to uci "$games" -o "$out")" "$(extract -Wuci -o "$out.x") (\`-Wuci\`)" –
row '`convert --to json`' "$(seconds "$ours" convert -q -j1 --to json "$games" -o "$out")" "$(extract --json -o "$out.x") (\`--json\`)" –
row '`fix`' "$(seconds "$ours" fix -q -j1 "$games" -o "$out")" – –
row "\`select --where 'white ~ carlsen'\`" "$(seconds "$ours" select -q -j1 "$games" --where 'white ~ carlsen' -o "$out")" "$(extract -t "$work/tag" -o "$out.x") (\`-t\`)" "$(scid tag)"
row "\`select --where 'fen = …'\`" "$(seconds "$ours" select -q -j1 "$games" --where "fen = \"$placement\"" -o "$out")" "$(extract -t "$work/fen" -o "$out.x") (\`-t\`)" "$(scid board)"
row "\`select --where 'line …'\`" "$(seconds "$ours" select -q -j1 "$games" --where 'line "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"' -o "$out")" "$(extract -x "$work/line" -o "$out.x") (\`-x\`)" –
row "\`select --where 'material = KRPvKRP'\`" "$(seconds "$ours" select -q -j1 "$games" --where 'material = KRPvKRP' -o "$out")" "$(extract -z "$work/men" -o "$out.x") (\`-z\`)" –
row '`select --unique`' "$(seconds "$ours" select -q -j1 --unique "$games" -o "$out")" "$(extract -D -o "$out.x") (\`-D\`)" –
"$ours" pack -q "$games" -o "$work/words.sbk" --index; "$ours" pack -q "$games" -o "$work/dense.sbk" --codec dense
row '`pack`' "$(seconds "$ours" pack -q -j1 "$games" -o "$work/x.sbk")" – "$(scid import) import"
row '`unpack` of words' "$(seconds "$ours" unpack -q -j1 "$work/words.sbk" -o "$out")" – –
row '`unpack` of `--codec dense`' "$(seconds "$ours" unpack -q -j1 "$work/dense.sbk" -o "$out")" – –
row "\`select --where 'fen = …'\`, archive with \`--index\`" "$(seconds "$ours" select -q -j1 "$work/words.sbk" --where "fen = \"$placement\"" -o "$out")" – "$(scid board)"
