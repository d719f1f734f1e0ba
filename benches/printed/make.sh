#!/bin/sh
# Prints books that no layout was fitted to: benches/printed/make.sh OUT SEED WEAR GAMES LAYOUT…
# The layouts of century.py are printed in the same way, with its own styles. Needs what ../shared/tools/print_book.py needs. OUT/LAYOUT-WEAR holds clean.txt, book.txt, book.hocr and truth.pgn.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shared=$(cd "$here/../../../shared" && pwd)
out=$1 seed=$2 wear=$3 games=$4
shift 4
for layout in "$@"; do
    style=$(python3 - "$seed" "$layout" <<'P'
import random, sys
print(random.Random("/".join(sys.argv[1:])).choice("morphy spaced dash times didot long spread tight".split()))
P
    )
    python3 "$shared/tools/print_book.py" make "$shared/pgn/masters.pgn.zst" "$out/$layout-$wear" --plugin "$here/layouts.py" \
        --layout "$layout" --style "$style" --seed "$seed" --wear "$wear" --games "$games" --no-images
done
