
// Added to SimCord's own page: where it opens, and a click that it refuses.

const messages = () => [...document.querySelectorAll(".channel-message")];
/** The last message with a board whose buttons can be pressed. */
const lastBoard = () => messages()
  .filter((message) => message.querySelector(".message-attachments img") && message.querySelector(".component-button"))
  .at(-1);

/** Keeps a message in view while its picture and those above it come, unless a visitor scrolls. */
let showing = 0;
function show(message, block, milliseconds) {
  clearInterval(showing);
  const until = Date.now() + milliseconds;
  showing = setInterval(() => {
    if (Date.now() > until) clearInterval(showing);
    else message()?.scrollIntoView({ block });
  }, 100);
}
for (const act of ["pointerdown", "wheel", "touchstart", "keydown"]) {
  addEventListener(act, () => clearInterval(showing), { capture: true });
}

// The page opens at its end, below the board.
show(lastBoard, "start", 5000);

// What a visitor's own click brings comes at the end.
let clicked = 0;
new MutationObserver((changes) => {
  if (Date.now() - clicked > 10000 || !changes.some((each) => each.addedNodes.length)) return;
  document.getElementById("new-messages").hidden = true;
  show(() => messages().at(-1), "end", 2000);
}).observe(document.getElementById("channel-message-list"), { childList: true });

// A click is refused if a message changed in that moment, and dropped while the page catches up.
// The same button is then pressed again, once.
const label = (button) => button.textContent.trim();
let pressed = null;
let refused = false;

addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest(".component-button[data-control-key]");
  if (!button) return;
  clicked = Date.now();
  if (!event.isTrusted) return;
  pressed = { id: button.closest("[data-message-id]")?.dataset.messageId, label: label(button) };
  refused = button.getAttribute("aria-disabled") === "true";
  if (refused) pressAgain(pressed);
}, { capture: true });

new MutationObserver(() => {
  const told = document.getElementById("action-status").textContent;
  if (told === "Callback completed") pressed = null;
  if (told !== "Action was not completed." || !pressed || refused) return;
  refused = true;
  pressAgain(pressed);
}).observe(document.getElementById("action-status"), { childList: true, characterData: true, subtree: true });

function pressAgain(refusedOne) {
  if (pressed !== refusedOne) return;
  const own = (button) => button.closest("[data-message-id]")?.dataset.messageId === pressed.id;
  const alike = [...document.querySelectorAll(".component-button")].filter((each) => label(each) === pressed.label);
  const same = alike.find(own) ?? alike.at(-1);
  if (same?.getAttribute("aria-disabled") === "true") { setTimeout(pressAgain, 100, refusedOne); return; }
  pressed = null;
  same?.click();
}
