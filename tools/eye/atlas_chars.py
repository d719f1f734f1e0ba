"""What atlas.py and train.py agree on."""
CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-+=#!?()/'\"*[]&×½–♔♕♖♗♘"
FIGURES = "♔♕♖♗♘"
# Pixels of a tile; the column and row of a glyph's origin; the height of capitals.
SIZE, LEFT, BASE, CAP = 96, 28, 60, 36
