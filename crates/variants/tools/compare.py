#!/usr/bin/env python3
"""Holds the crate to pyffish, with `examples/oracle.rs`, in one of two ways.

    python3 tools/compare.py [--games N] [--plies N] [--seed N] [--rules FILE] [--every N] [NAME ...] \
        | cargo run --release --features tools --example oracle hold

plays random games with pyffish and writes what it says of every position. pyffish takes 2 ms for every question;

    cargo run --release --features tools --example oracle play GAMES PLIES SEED EVERY NAME ... | python3 tools/compare.py --judge

has the crate play: pyffish judges the SAN of every move, the legal moves of every EVERY-th position (1: all)
and of the last one, its FEN, and how the game ends. `tools/pyffish-each.patch` adds a function to pyffish's source that
tells the legal moves of a whole game at once; without it they are asked for position by position.

Needs `pip install pyffish` (0.0.90). Names that pyffish does not know are left out with a word on
standard error, since pyffish ends the program at an unknown name.
"""
import argparse
import random
import re
import sys

import pyffish as sf

MATE = sf.VALUE_MATE


def word(value):
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def play(name, fen, rng, plies, every, is_960, notation, returns, out):
    """One game. Most is asked of a position some plies back and the moves since, which is much quicker than
    the whole game; what depends on the whole game (repetition, counts) is asked at every n-th ply and at the end."""
    out.write(f"game\t{name}\t{'960' if is_960 else 'std'}\t{fen}\n")
    start, moves, fens = fen, [], []
    for ply in range(plies):
        back = min(ply, 4)
        then, since = (fens[ply - back], moves[ply - back:]) if back < ply else (start, moves)
        fen = sf.get_fen(name, then, since, is_960)
        fens.append(fen)
        legal = sf.legal_moves(name, then, since, is_960)
        check = "true" if sf.gives_check(name, then, since, is_960) else "false"
        end, claim = "-", "?"
        if not legal:
            over, value = sf.is_immediate_game_end(name, start, moves, is_960)
            end = word(value if over else sf.game_result(name, start, moves, is_960))
        elif ply % every == 0 or ply + 1 == plies:
            claimed, value = sf.is_optional_game_end(name, start, moves, is_960)
            claim = word(value) if claimed else "-"
        move = rng.choice(legal) if legal else ""
        # Go back where the man came from, now and then, so that positions repeat.
        if len(moves) > 1 and rng.random() < returns:
            back = [m for m in legal if m[:-2] == moves[-2][-2:] and m[-2:] == moves[-2][:-2]]
            move = back[0] if back else move
        told = legal if ply % every == 0 else [move] if move else []
        sans = " ".join(f"{m}|{sf.get_san(name, fen, m, is_960, notation)}" for m in told)
        out.write("\t".join(["ply", fen, " ".join(legal), move, sans, check, end, claim]) + "\n")
        if not move:
            return
        moves.append(move)


def judge(lines):
    """Judges games that `oracle play` has played; prints the first disagreements and a table."""
    table, known, now, each = {}, set(sf.variants()), None, None

    def differ(what, ours, theirs, where):
        if ours != theirs:
            wrong = table[where[0]][3]
            wrong[what] = wrong.get(what, 0) + 1
            if wrong[what] <= 2:
                print(f"{where[0]} {what}\n   at {where[1]}\n   ours   {ours}\n   theirs {theirs}", flush=True)

    for line in lines:
        kind, *fields = line.rstrip("\n").split("\t")
        if kind == "game":
            name, fen, ucis, sans, last, legal, end, claim = fields
            if name not in known:
                now = None
                continue
            tally = table.setdefault(name, [0, 0, 0, {}])
            moves = ucis.split()
            tally[0], tally[1], tally[2] = tally[0] + 1, tally[1] + len(moves), tally[2] + 1
            now, where = (name, fen, moves), (name, f"{fen} {ucis}")
            each = sf.legal_moves_each(name, fen, moves) if hasattr(sf, "legal_moves_each") else None
            if each and len(each) != len(moves) + 1:
                differ("moves", moves[len(each) - 1], each[-1], where)
                now = None
                continue
            differ("san", sans, " ".join(sf.get_san_moves(name, fen, moves, False, sf.NOTATION_SAN)), where)
            differ("fen", last, sf.get_fen(name, fen, moves), where)
            theirs = sf.legal_moves(name, fen, moves)
            differ("moves", legal, " ".join(sorted(set(theirs))), where)
            if not theirs:
                over, value = sf.is_immediate_game_end(name, fen, moves)
                differ("end", end, word(value if over else sf.game_result(name, fen, moves)), where)
            else:
                claimed, value = sf.is_optional_game_end(name, fen, moves)
                differ("claim", claim, word(value) if claimed else "-", where)
        elif kind == "at" and now:
            name, fen, moves = now
            table[name][2] += 1
            ply = int(fields[0])
            theirs = each[ply].split() if each else sf.legal_moves(name, fen, moves[:ply])
            where = (name, f"{fen} {' '.join(moves[:ply])}")
            differ("moves", fields[1], " ".join(sorted(set(theirs))), where)
    print("variant\tgames\tplies\tpositions\tdisagreements")
    for name, (games, plies, positions, wrong) in sorted(table.items()):
        said = ", ".join(f"{what} {count}" for what, count in wrong.items()) or "none"
        print(name, games, plies, positions, said, sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=4, help="SAN of all legal moves at every n-th ply")
    parser.add_argument("--rules", help="a rules file to load as well")
    parser.add_argument("--fen", help="start from this position")
    parser.add_argument("--notation", choices=["san", "shogi"], default="san")
    parser.add_argument("--returns", type=float, default=0, help="how often a move is taken back, 0 to 1")
    parser.add_argument("--is960", action="store_true")
    parser.add_argument("--judge", action="store_true", help="judge games from standard input")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.judge:
        judge(sys.stdin)
        return
    known = set(sf.variants())
    names = options.names
    notation = sf.NOTATION_SAN if options.notation == "san" else sf.NOTATION_SHOGI_HODGES_NUMBER
    if options.rules:
        text = open(options.rules).read()
        sf.load_variant_config(text)
        print("rules", options.rules, sep="\t")
        known = set(sf.variants())
        names = names or re.findall(r"^\[([^:\]]+)", text, re.M)
    for name in names or sorted(known):
        if name not in known:
            print(f"{name} is not known to pyffish", file=sys.stderr)
            continue
        for game in range(options.games):
            rng = random.Random(f"{options.seed} {name} {game}")
            start = options.fen or sf.start_fen(name)
            play(name, start, rng, options.plies, options.every, options.is960, notation, options.returns,
                 sys.stdout)


if __name__ == "__main__":
    main()
