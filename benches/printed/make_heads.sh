#!/bin/sh
# Prints books with headings of many kinds: benches/printed/make_heads.sh OUT SEED WEAR GAMES KIND…
# OUT/KIND-LAYOUT holds clean.txt, book.txt, book.hocr, truth.pgn and headings.json (what the print says of each game).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shared=${SHARED:-$(cd "$here/../../../shared" && pwd)}
out=$1 seed=$2 wear=$3 games=$4
shift 4
for kind in "$@"; do
    pick='import random, sys; r = random.Random("/".join(sys.argv[1:])); print(r.choice("plain plain between running two".split()), r.choice("spaced dash times".split()))'
    chosen=$(python3 -c "$pick" "$seed" "$kind")
    layout=${chosen% *} style=${chosen#* }
    book=$out/$kind-$layout
    mkdir -p "$book"
    python3 "$here/heads.py" games "$shared/pgn/masters.pgn.zst" "$book/games.pgn" --seed "$seed/$kind" --games $((games * 8))
    HEADING=$kind python3 "$shared/tools/print_book.py" make "$book/games.pgn" "$book" --plugin "$here/heads.py" \
        --layout "$layout" --style "$style" --seed "$seed" --wear "$wear" --games "$games" --no-images
    rm "$book/games.pgn"
done
