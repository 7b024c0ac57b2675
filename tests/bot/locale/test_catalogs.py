"""Every catalog, the shared ones and the titles', says all that the code says, and no more.

To update the catalogs, run this file as a module: it prints what each lacks as it has to stand in
the .po file, and names what is stale (`python -m tests.bot.locale.test_catalogs de` begins German).
"""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bot
from bot.locale.localisation import LANGUAGES

ROOT = Path(bot.__path__[0])
NAMES = {"say", "count", "named", "mark"}
"""The functions whose first arguments are messages."""

CONTEXTS: dict[str, dict[str, str]] = {
    "Command": {"name": "command", "description": "description"},
    "CommandOption": {"name": "option", "description": "hint"},
    "OptionWord": {"name": "choice"},
    "Choice": {"name": "choice"},
    "ContextMenu": {"name": "command"},
    "locale_str": {"name": "", "context": ""},
    "Commands": {
        "name": "",
        "description": "description",
        "moves": "",
        "desk": "description",
        "mine": "hint",
        "yours": "hint",
    },
}
"""What is typed, as data: the contexts of its fields."""

SPOKEN = [language for language in LANGUAGES if language != "en"]
TITLES = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "panel.py").is_file())
PLACES = ["shared", *TITLES]

Key = tuple[str | None, str, str | None]
"""Context, singular, plural."""


@cache
def said() -> dict[Key, str]:
    """Return every message in the code with its place: the title that says it, or "shared".

    What several titles say is shared; it can't be said in two ways.

    Syntax trees, for Babel's own extraction passes over what stands inside an f-string.
    """
    found: dict[Key, set[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for key in _keys_of(node):
                found.setdefault(key, set()).add(title_of(str(path.relative_to(ROOT))))
    return {key: "shared" if len(places) > 1 else places.pop() for key, places in found.items()}


def _keys_of(node: ast.AST) -> list[Key]:
    match node:
        case ast.Call():
            return _keys_of_call(node)
        case ast.ClassDef():
            return _keys_of_group(node)
        case ast.AsyncFunctionDef():
            return _keys_of_command(node)
        case _:
            return []


def _keys_of_group(cog: ast.ClassDef) -> list[Key]:
    """Return the name of a group, and its description: what its cog is about."""
    given = {each.arg: each.value for each in cog.keywords}
    if not isinstance(name := given.get("name"), ast.Constant):
        return []
    return [("command", str(name.value), None), ("description", str(ast.get_docstring(cog)), None)]


def _keys_of_command(method: ast.AsyncFunctionDef) -> list[Key]:
    """Return the names of a slash command and its options, and what is said of them."""
    decorators = {
        ast.unparse(each.func): {one.arg: one.value for one in each.keywords if one.arg}
        for each in method.decorator_list
        if isinstance(each, ast.Call)
    }
    if (said := decorators.get("app_commands.command")) is None:
        return []
    renamed = decorators.get("app_commands.rename", {})
    hints = decorators.get("app_commands.describe", {})
    options = {each.arg: renamed.get(each.arg, ast.Constant(each.arg)) for each in method.args.args}
    found = [
        ("command", said.get("name", ast.Constant(method.name))),
        ("description", said.get("description", ast.Constant(ast.get_docstring(method)))),
        *(("option", options[each]) for each in hints),
        *(("hint", each) for each in hints.values()),
    ]
    return [(w, str(t.value), None) for w, t in found if isinstance(t, ast.Constant)]


def _keys_of_call(call: ast.Call) -> list[Key]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    texts = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    if name in CONTEXTS and isinstance(call.func, ast.Name):
        given = dict(zip(CONTEXTS[name], call.args, strict=False))
        given |= {each.arg: each.value for each in call.keywords if each.arg}
        said = {
            field: each.value for field, each in given.items() if isinstance(each, ast.Constant)
        }
        contexts = CONTEXTS[name] | ({"name": str(said["context"])} if "context" in said else {})
        return [(contexts[f], str(t), None) for f, t in said.items() if t and contexts.get(f)]
    if name not in NAMES or not texts or not isinstance(texts[0], str):
        return []
    if name == "count" and len(texts) == 1:  # of a string, which counts in it
        return []
    if name == "named":  # what is said of data has its messages where they stand
        return [(texts[0], str(texts[1]), None)] if texts[1] else []
    return [(None, texts[0], str(texts[1]) if name == "count" else None)]


def title_of(file: str) -> str:
    parts = Path(file).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else "shared"


def path_of(place: str, language: str) -> Path:
    folder = ROOT / "locale" if place == "shared" else ROOT / "games" / place
    return folder / f"{language}.po"


@cache
def catalog(place: str, language: str) -> Catalog:
    path = path_of(place, language)
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def key_of(message: Message) -> Key:
    if isinstance(message.id, str):
        return (message.context, message.id, None)
    singular, plural = message.id
    return (message.context, singular, plural)


def messages(place: str, language: str) -> list[Message]:
    return [message for message in catalog(place, language) if message.id]


def forms(message: Message) -> tuple[str, ...]:
    string = message.string
    return (string,) if isinstance(string, str) else tuple(string or ())


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


def as_po(key: Key, language: str) -> str:
    context, singular, plural = key
    lines = [f'msgctxt "{context}"'] if context else []
    lines.append(f"msgid {_quoted(singular)}")
    if plural is None:
        return "\n".join([*lines, 'msgstr ""'])
    forms = [f'msgstr[{n}] ""' for n in range(Catalog(locale=language).num_plurals)]
    return "\n".join([*lines, f"msgid_plural {_quoted(plural)}", *forms])


def header(language: str) -> str:
    """Return what a new catalog begins with."""
    lines = [
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {Catalog(locale=language).plural_forms}",
    ]
    return "\n".join(['msgid ""', 'msgstr ""', *(_quoted(f"{line}\n") for line in lines)])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def lacking(place: str, language: str) -> list[Key]:
    """Return what belongs in this catalog and is not there."""
    known = {key_of(message) for message in messages(place, language)}
    return [key for key, where in said().items() if where == place and key not in known]


def stale(place: str, language: str) -> list[Key]:
    """Return what is in this catalog, and no code says it or it belongs in another."""
    known = [key_of(message) for message in messages(place, language)]
    return [key for key in known if said().get(key) != place]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", PLACES)
def test_no_message_is_missing(place: str, language: str) -> None:
    missing = lacking(place, language)

    assert not missing, "\n\n".join(as_po(key, language) for key in missing)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", PLACES)
def test_no_message_is_stale(place: str, language: str) -> None:
    assert not stale(place, language)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", PLACES)
def test_every_message_is_translated_and_none_is_fuzzy(place: str, language: str) -> None:
    unsure = [m.id for m in messages(place, language) if m.fuzzy or not all(forms(m))]

    assert not unsure, unsure
    assert not catalog(place, language).obsolete


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", PLACES)
def test_placeholders_are_the_same_in_every_form(place: str, language: str) -> None:
    wrong = []
    for message in messages(place, language):
        _, singular, plural = key_of(message)
        wanted = placeholders(singular) | placeholders(plural or "")
        wrong += [form for form in forms(message) if not _fits(placeholders(form), wanted)]

    assert not wrong, wrong


def _fits(found: set[str], wanted: set[str]) -> bool:
    """A form may spell the number out ("one crew"); nothing else may be left out or added."""
    return found in (wanted, wanted - {"n"})


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", PLACES)
def test_commands_in_sentences_are_called_as_the_client_calls_them(
    place: str, language: str
) -> None:
    every = [message for each in PLACES for message in messages(each, language)]
    names = {key_of(m)[1]: forms(m)[0] for m in every if m.context == "command"}
    spoken = [form for message in messages(place, language) for form in forms(message)]
    typed = [part for form in spoken for part in re.findall(r"`/([\w -]+)`", form)]

    wrong = [each for each in typed if any(names.get(n, n) != n for n in each.split())]

    assert not wrong, wrong


@pytest.mark.parametrize("place", PLACES)
def test_french_takes_narrow_spaces_before_high_punctuation(place: str) -> None:
    wrong = [
        form
        for message in messages(place, "fr")
        if message.context not in ("command", "option")
        for form in forms(message)
        if re.search(r"[^\u202f\s<\d/][;?!](?=\s|$)|[^\u202f\s<\d`/]:(?=\s|$)|« |«[^\u202f]", form)
        or re.search(r"[ \u00a0][:;?!»](?=\s|$)", form)
    ]

    assert not wrong, wrong


NAMES_FILLED_IN = r"(?:who|name|player|host|guests|late|table|game|card)"
BEFORE_A_NAME = re.compile(
    rf"\b(?:[dD]e|[qQ]ue|[lL]e|[lL]a|[sS]e|[nN]e) \**\{{{NAMES_FILLED_IN}\}}"
)


@pytest.mark.parametrize("place", PLACES)
def test_french_writes_around_what_a_name_would_elide(place: str) -> None:
    wrong = [
        form
        for message in messages(place, "fr")
        for form in forms(message)
        if BEFORE_A_NAME.search(form)
    ]

    assert not wrong, wrong


def report(language: str) -> None:
    """Print what each catalog of a language lacks and what is stale in it."""
    for place in PLACES:
        path = path_of(place, language)
        missing, unsaid = lacking(place, language), stale(place, language)
        print(f"# {path.relative_to(ROOT.parent)}: lacks {len(missing)}, {len(unsaid)} are stale\n")
        if not path.is_file():
            print(header(language), end="\n\n")
        for key in missing:
            others = (each for other in SPOKEN for each in messages(place, other))
            known = next((each for each in others if key_of(each) == key), None)
            for note in known.auto_comments if known else ():
                print(f"#. {note}")
            print(as_po(key, language), end="\n\n")
        for context, singular, _ in unsaid:
            print(f"# stale: {_quoted(singular)}" + (f" (as {context})" if context else ""))


if __name__ == "__main__":
    for each in sys.argv[1:] or SPOKEN:
        report(each)
