"""A match as one file for a browser: the board after every move, its words, the proof of its draws.

What the file is made of, and how its parts are written, says `page.js`.
"""
