"""Style and script without what only people need: comments, indentation, spaces, long names.

They know no more of the two languages than page.css and page.js use: no comments between
statements but those that begin with two strokes, no template within a template, no methods.
"""

import re
from string import ascii_letters, ascii_uppercase
from typing import Final

_SCRIPT: Final = re.compile(
    r"""
    (?P<kept> "(?:\\.|[^"\\])*" | `(?:\\.|[^`\\])*`  # text
      | (?: (?<=[(=?:,]) | (?<=[(=?:,][ ]) ) /(?!/) (?:\\.|[^/\\\n])+ / )  # a pattern
    | \s*//[^\n]*  # a comment
    | \( (?P<parameter> \w+ ) \) (?= \s*=> )
    | \b (?P<constant> const ) \b  # to a browser it is as good a variable
    | \s* [;,] \s* (?= [}\])] )
    | \s* (?P<sign> [=*/%<>!&|^?:;,(){}\[\]] ) \s*
    | [ ] (?P<sum> [-+] ) [ ] (?![-+])
    | (?P<space> \s+ )
    """,
    re.VERBOSE,
)


_TEXT: Final = re.compile(
    r"""("(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|(?<=[(=?:,])/(?:\\.|[^/\\\n])+/)"""
)


def squeezed_script(script: str) -> str:
    """Return a script that does the same; statements in it end with a semicolon or a brace.

    A name is shortened everywhere, whatever it stands for, if one variable has it and no property,
    no key of an object and no word in a text.

    >>> squeezed_script('const a = (b) => { return b / 2 - "c d"; };  // half')
    'let a=b=>{return b/2-"c d"};'
    >>> squeezed_script('on(a, /^- "+ /g, x ? / (y) / : 2)')
    'on(a,/^- "+ /g,x?/ (y) /:2)'
    >>> squeezed_script('const put = 1, key = [...put]; put(key, key.put2, "key", { ...put });')
    'let a=1,key=[...a];a(key,key.put2,"key",{...a});'
    """
    return _renamed(_SCRIPT.sub(_shorter, script).strip())


def squeezed_style(style: str) -> str:
    """Return a style sheet that does the same.

    >>> squeezed_style('a :focus { margin: 0 2px; color: red } b, i { top: calc(1px + 2px) }')
    'a :focus{margin:0 2px;color:red}b,i{top:calc(1px + 2px)}'
    """
    return re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", style).strip()


def _renamed(script: str) -> str:
    texts = _TEXT.findall(script)
    code, words = _TEXT.sub('""', script), set(re.findall(r"\w+", script))
    fixed = set(re.findall(r"\w+", " ".join(texts)))
    # Properties; keys; names that stand for both in braces, or look like it.
    for kind in (r"(?<!\.\.)\.(\w+)", r"(\w+):", r"(?<=[{,])(\w+)(?=[,}=])"):
        fixed.update(re.findall(kind, code))
    uses = {
        name: len(re.findall(rf"\b{name}\b", code))
        for name in re.findall(r"\blet (\w\w\w+)", code)
        if name not in fixed
    }
    # No word of the language has a capital at its end.
    short = (letter + more for more in ("", *ascii_uppercase) for letter in ascii_letters)
    free = (each for each in short if each not in words)
    order = sorted(uses, key=lambda name: (-uses[name] * len(name), name))
    new = dict(zip(order, free, strict=False))
    parts = _TEXT.split(script)
    parts[::2] = (
        re.sub(r"\w+", lambda found: new.get(found[0], found[0]), each) for each in parts[::2]
    )
    return "".join(parts)


def _shorter(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"].strip()
    if found["constant"]:
        return "let"
    return found["parameter"] or found["sign"] or found["sum"] or (found["space"] and " ") or ""
