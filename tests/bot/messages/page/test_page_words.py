"""The words of the page's own: what page.js reads is what `interface` has."""

import re
from importlib.resources import files

from bot.locale.localisation import words
from bot.messages.page.interface import interface

READ = re.compile(
    r"""\b say \( (?: [^()"]* \? )? \s* "(?P<one>\w+)" (?: \s* : \s* "(?P<other>\w+)" )?
      | \b (?:code \( | return [ ] (?:i [ ] \? [ ])? \[ | : [ ] \[) "(?P<coded>\w+)"
      | words\.ui\.(?P<list>\w+)
      | name [ ] = [ ] timer [ ] \? [ ] "(?P<runs>\w+)" [ ] : [ ] "(?P<stands>\w+)"
      | \[ (?P<each>"\w+" (?:, [ ] "\w+")+) \] (?:\.filter\([^\n]*\))? \.(?:map|flatMap) \( \(key\)
      | for [ ] \(const [ ] name [ ] of [ ] \[ (?P<tabs>[^]]*) \]
      | data-(?:say|name)="(?P<attribute>\w+)"
    """,
    re.VERBOSE,
)
"""Where script and template name a word: as text, or as one of a list that is gone through."""


def test_every_word_is_read_and_every_word_that_is_read_is_there() -> None:
    folder = files("bot.messages.page")
    script = (folder / "page.js").read_text("utf-8").partition("*/\n")[2]

    found = READ.finditer(script + (folder / "page.html").read_text("utf-8"))

    read = " ".join(part for each in found for part in each.groups() if part)
    assert set(re.findall(r"\w+", read)) == set(interface(words("en"), is_lesson=False))
