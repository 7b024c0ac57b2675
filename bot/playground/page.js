
// Added to SimCord's own page: where it opens, and a click that it refuses.

/** The last message with a board whose buttons can be pressed. */
const lastBoard = () => [...document.querySelectorAll(".channel-message")]
  .filter((message) => message.querySelector(".message-attachments img") && message.querySelector(".component-button"))
  .at(-1);

// The page opens at its end, below the board. Until a visitor does something, the board is shown.
const opening = setInterval(() => lastBoard()?.scrollIntoView({ block: "start" }), 100);
const opened = () => clearInterval(opening);
setTimeout(opened, 5000);
for (const act of ["pointerdown", "wheel", "touchstart", "keydown"]) addEventListener(act, opened, { capture: true, once: true });

// A click is refused if a message changed in that moment, and dropped while the page catches up.
// The same button is then pressed again, once.
const label = (button) => button.textContent.trim();
const buttonsOf = (id) => [...document.querySelectorAll(`[data-message-id="${id}"] .component-button`)];
let pressed = null;
let refused = false;

addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest(".component-button[data-control-key]");
  if (!button || !event.isTrusted) return;
  pressed = { id: button.closest("[data-message-id]")?.dataset.messageId, label: label(button) };
  refused = button.getAttribute("aria-disabled") === "true";
  if (refused) setTimeout(pressAgain, 100);
}, { capture: true });

new MutationObserver(() => {
  const told = document.getElementById("action-status").textContent;
  if (told === "Callback completed") pressed = null;
  if (told !== "Action was not completed." || !pressed || refused) return;
  refused = true;
  pressAgain();
}).observe(document.getElementById("action-status"), { childList: true, characterData: true, subtree: true });

function pressAgain() {
  if (!pressed) return;
  const every = [...document.querySelectorAll(".component-button")];
  const same = [...buttonsOf(pressed.id), ...every.reverse()].find((each) => label(each) === pressed.label);
  if (same?.getAttribute("aria-disabled") === "true") { setTimeout(pressAgain, 100); return; }
  pressed = null;
  same?.click();
}
