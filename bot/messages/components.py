"""Turns screens and posts into discord.py's classes, and checks Discord's limits.

Views are stopped before they are sent: the library then stores nothing, nothing expires, and
clicks still arrive (`bot.cogs.controls`). A stored view that mixes plain and dynamic items
would unregister the dynamic classes for the whole bot when it times out.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.games.custom_ids import LONGEST
from bot.games.screen import (
    MOST_PARTS,
    Attachment,
    Block,
    Button,
    ChannelSelect,
    Form,
    Image,
    Post,
    RoleSelect,
    Row,
    Screen,
    Select,
    Style,
    Text,
    TextInput,
    UserSelect,
)

V = TypeVar("V", bound=ui.View | ui.LayoutView | ui.Modal)

LIMITS: Final = {
    "components": MOST_PARTS,
    "rows": 5,
    "buttons": 5,
    "options": 25,
    "content": 2000,
    "text": 4000,
    "label": 80,
    "option": 100,
    "placeholder": 150,
    "alt": 1024,
    "custom_id": LONGEST,
}

STYLES: Final = {
    Style.GREY: discord.ButtonStyle.secondary,
    Style.BLUE: discord.ButtonStyle.primary,
    Style.GREEN: discord.ButtonStyle.success,
    Style.RED: discord.ButtonStyle.danger,
}


class OverLimit(ValueError):
    """Discord would refuse this message."""

    def __init__(self, limit: str, size: int) -> None:
        super().__init__(f"{limit}: {size}, at most {LIMITS[limit]}")


@dataclass(frozen=True, slots=True)
class Layout:
    """A built screen."""

    view: ui.LayoutView
    files: tuple[discord.File, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A built post."""

    content: str
    view: ui.View
    files: tuple[discord.File, ...]


def layout(screen: Screen) -> Layout:
    """Build a screen: one container with its blocks in reading order."""
    container: ui.Container[Any] = ui.Container(accent_color=screen.accent)
    files: list[discord.File] = []
    for block in screen.blocks:
        container.add_item(_item(block, files))
    _within("components", 1 + sum(1 for _ in container.walk_children()))
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    _within("text", view.content_length())
    return Layout(sealed(view), tuple(files))


def message(post: Post) -> Message:
    """Build a post: content, picture with alt text, rows of buttons."""
    _within("content", len(post.text))
    _within("rows", len(post.rows))
    view = ui.View(timeout=None)
    for number, row in enumerate(post.rows):
        _within("buttons", len(row.buttons))
        for button in row.buttons:
            view.add_item(_button(button, number))
    files = [_picture(post.image)] if post.image else []
    files += [_file(each) for each in post.files]
    return Message(post.text, sealed(view), tuple(files))


def modal(form: Form) -> ui.Modal:
    """Build a form; its answer comes to `on_interaction`, so it needs no callback."""
    built = ui.Modal(title=form.title[:45], custom_id=_checked(f"m.{form.id}"), timeout=None)
    for question in form.questions:
        match question.menu:
            case TextInput() as line:
                asked: ui.Item[Any] = ui.TextInput(
                    custom_id=_checked(f"s.{line.id}"),
                    default=line.value or None,
                    placeholder=line.placeholder or None,
                    required=line.shortest > 0,
                    min_length=line.shortest or None,
                    max_length=line.longest,
                )
            case menu:
                asked = _select(menu)
        built.add_item(ui.Label(text=question.label[:45], component=asked))
    return sealed(built)


def sealed(view: V) -> V:
    """Stop a view before it is sent."""
    view.stop()
    return view


def _item(block: Block, files: list[discord.File]) -> ui.Item[Any]:
    match block:
        case Text(markdown):
            return ui.TextDisplay(markdown)
        case Image():
            file = _picture(block, files)
            files.append(file)
            return ui.MediaGallery(discord.MediaGalleryItem(file, description=block.alt))
        case Attachment(name):
            files.append(_file(block))
            return ui.File(f"attachment://{name}")
        case Row(buttons):
            _within("buttons", len(buttons))
            return ui.ActionRow(*(_button(button) for button in buttons))
        case Select():
            return ui.ActionRow(_select(block))
        case UserSelect():
            users: ui.UserSelect[Any] = ui.UserSelect(
                custom_id=_checked(f"s.{block.id}"),
                placeholder=block.placeholder,
                max_values=block.most,
            )
            return ui.ActionRow(users)
        case ChannelSelect():
            channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
                custom_id=_checked(f"s.{block.id}"),
                placeholder=block.placeholder,
                channel_types=[discord.ChannelType.text],
                default_values=[discord.Object(each) for each in block.chosen],
                min_values=block.least,
                max_values=block.most,
            )
            return ui.ActionRow(channels)
        case RoleSelect():
            roles: ui.RoleSelect[Any] = ui.RoleSelect(
                custom_id=_checked(f"s.{block.id}"),
                placeholder=block.placeholder,
                default_values=[discord.Object(each) for each in block.chosen],
                min_values=block.least,
                max_values=block.most,
            )
            return ui.ActionRow(roles)


def _button(button: Button, row: int | None = None) -> ui.Button[Any]:
    _within("label", len(button.label))
    if button.url:
        return ui.Button(label=button.label, url=button.url, row=row)
    return ui.Button(
        label=button.label,
        custom_id=_checked(f"b.{button.id}"),
        style=STYLES[button.style],
        disabled=button.disabled,
        row=row,
    )


def _select(menu: Select) -> ui.Select[Any]:
    _within("options", len(menu.options))
    _within("placeholder", len(menu.placeholder))
    options = [
        discord.SelectOption(
            label=each.label[: LIMITS["option"]],
            value=each.value,
            description=each.description[: LIMITS["option"]] or None,
            default=each.chosen,
        )
        for each in menu.options
    ]
    return ui.Select(
        custom_id=_checked(f"s.{menu.id}"),
        placeholder=menu.placeholder or None,
        options=options,
        min_values=menu.least,
        max_values=menu.most,
    )


def _picture(image: Image, others: list[discord.File] | None = None) -> discord.File:
    _within("alt", len(image.alt))
    number = len(others) if others else ""
    name = f"{image.name}{number}.{image.picture.format}"
    return discord.File(BytesIO(image.picture.data), name, description=image.alt)


def _file(attachment: Attachment) -> discord.File:
    _within("alt", len(attachment.alt))
    alt = attachment.alt or None
    return discord.File(BytesIO(attachment.data), attachment.name, description=alt)


def _checked(custom_id: str) -> str:
    _within("custom_id", len(custom_id))
    return custom_id


def _within(limit: str, size: int) -> None:
    if size > LIMITS[limit]:
        raise OverLimit(limit, size)
