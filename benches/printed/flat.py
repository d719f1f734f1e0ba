"""Joins the lines of each paragraph of a text, as web archives show pages: flat.py BOOK.txt > FLAT.txt"""
import re
import sys

for page in open(sys.argv[1], encoding="utf-8").read().split("\f"):
    for paragraph in re.split(r"\n\s*\n", page):
        if paragraph.strip():
            print(" ".join(paragraph.split()), end="\n\n")
