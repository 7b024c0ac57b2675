"""Makes the README's picture of a page: `python -m tests.bot.messages.page.picture`, a minute."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import sync_playwright

from bot.command_line.page import page
from tests.bot.browser import FLAGS, installed_browser
from tests.games.titles import part

PICTURE = Path(__file__).parent / "pictures" / "page.png"
DESKTOP, PHONE, GAP = (1280, 860), (400, 860), 24
MOVE = 52


def seen(address: str) -> list[Image.Image]:
    """Return how a desktop shows a page by day, and a phone by night."""
    found = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=installed_browser(), args=FLAGS)
        for (width, height), theme in ((DESKTOP, "light"), (PHONE, "dark")):
            tab = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
            tab.add_init_script(f"localStorage.setItem('faultline-theme', '{theme}')")
            tab.goto(address)
            tab.locator("main").wait_for(state="visible")
            found.append(Image.open(BytesIO(tab.screenshot())).convert("RGB"))
        browser.close()
    return found


def main() -> None:
    """Write the picture."""
    record = part("seismic", "golden").RECORDS / "three-seats-greedy.json"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "match.html"
        words = [str(record), "--review", "--names", "Ann,Ben,Cleo", "--out", str(file)]
        CliRunner().invoke(page, words, catch_exceptions=False)
        shots = seen(f"{file.as_uri()}#{MOVE}")
    size = (sum(each.width for each in shots) + GAP, DESKTOP[1])
    both, left = Image.new("RGBA", size), 0
    for each in shots:
        both.paste(each, (left, 0))
        left += each.width + GAP
    PICTURE.parent.mkdir(exist_ok=True)
    both.quantize(128, Image.Quantize.FASTOCTREE).save(PICTURE, optimize=True)
    print(f"{PICTURE}: {PICTURE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
