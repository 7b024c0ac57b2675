"""Style and script without what only people need: comments, indentation, spaces.

They know no more of the two languages than page.css and page.js use: no comments between
statements but those that begin with two strokes, no template within a template.
"""

import re
from typing import Final

_SCRIPT: Final = re.compile(
    r"""
    (?P<kept> "(?:\\.|[^"\\])*" | `(?:\\.|[^`\\])*`  # text
      | (?: (?<=[(=?:,]) | (?<=[(=?:,][ ]) ) /(?!/) (?:\\.|[^/\\\n])+ / )  # a pattern
    | \s*//[^\n]*  # a comment
    | \( (?P<parameter> \w+ ) \) (?= \s*=> )
    | \b (?P<constant> const ) \b  # to a browser it is as good a variable
    | \b (?P<truth> true | false ) \b
    | \s* [;,] \s* (?= [}\])] )
    | \s* (?P<sign> [=*/%<>!&|^?:;,(){}\[\]] ) \s*
    | [ ] (?P<sum> [-+] ) [ ] (?![-+])
    | (?P<space> \s+ )
    """,
    re.VERBOSE,
)

_ALONE: Final = re.compile(r"(?m)^( *)(const .*);\n(?=\1const )")
"""A constant in a line of its own, with one in the next line."""


def squeezed_script(script: str) -> str:
    r"""Return a script that does the same; statements in it end with a semicolon or a brace.

    >>> squeezed_script('const a = (b) => { return b / 2 - "c d"; };  // half')
    'let a=b=>{return b/2-"c d"};'
    >>> squeezed_script('on(a, /^- "+ /g, x ? / (y) / : 2)')
    'on(a,/^- "+ /g,x?/ (y) /:2)'
    >>> squeezed_script('const a = "true";\nconst b = true;')
    'let a="true",b=!0;'
    """
    declared = re.sub(r",\n *const ", ", ", _ALONE.sub(r"\1\2,\n", script))
    return _SCRIPT.sub(_shorter, declared).strip()


def squeezed_style(style: str) -> str:
    """Return a style sheet that does the same.

    >>> squeezed_style('a :focus { margin: 0 2px; color: red } b, i { top: calc(1px + 2px) }')
    'a :focus{margin:0 2px;color:red}b,i{top:calc(1px + 2px)}'
    """
    return re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", style).strip()


def _shorter(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"].strip()
    if found["constant"]:
        return "let"
    if found["truth"]:
        return "!0" if found["truth"] == "true" else "!1"
    return found["parameter"] or found["sign"] or found["sum"] or (found["space"] and " ") or ""
