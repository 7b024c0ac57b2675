/* The page of a match: a board after every move, one file, nothing is fetched.

This comment is not written into pages. page.html is a `string.Template`: `lang`, `title`
("Seismic 42"), `description`, `scores` (`<li>` for each seat: "Ann 61") and `wait` (below) are HTML,
so escaped; `preview` is HTML that chats read, of a page at an address; `css` is page.css; `js` is what
follows this comment; `policy` names the SHA-256 of exactly `css` and `js`, and as `connect-src` 'none'
or the origin of `head.live`; `head`, `say`, `pic` are the data:

head: JSON with "<" written \u003c.
  v        1
  game, title, match   "seismic", "Seismic", 42 or null
  lang     the language if the browser wants none of those in `say`
  date     "2026-11-23", or null while the match runs
  seats    [{name, letter}]; names are plain text, nothing is escaped in them
  outcome  {scores, ranks, end: "rules" or "vote"}, or null while the match runs
  w, h     of the picture in pixels; `tight` is the width by the height of the part in its middle
           that matters (phones show no more); b: 16
  pal      the palette, "rrggbb" for each colour
  cols     [[letter, middle by the width]] of the columns, or []
  version  what tells these contents from all others
  steps    one for each move, #1 first: {l: line, once the match is over, p: [points by seat] or null where they are not
           told, s: seat that moved, k: "q" quake or "s" scoring or the end, m: magnitude, n: number
           of the scoring, x: 1 if it was taken back}; all but p may lack
  review   null or one for each seat: {judged, lost: {language: sentence}, luck: the same or null, best,
           worst: [[move from 0, {language: [played, better or "", by how much]}]]}
  live     null or the address of the events, see below
  proof    {seal, seed, joins, lines, draws}; while the match runs seed is null, the lists are []
    seal   hex; `Header.commitment`
    seed   hex
    joins  `Header.joins`
    lines  [[text, digest]], the digest being the first 16 hex digits of the SHA-256 of the digest
           before ("" at first), "\n" and the text (engine.record). First the header:
           [canonical(header), root_digest(header)]. Then each line of the record, so that
           lines[n] is line n: [f"{seq} {canonical(move)}" or f"{seq} undo_to {n}", digest] with
           seq = n - 1. At last, after a vote: [f"{len(entries)} ended vote", digest].
    draws  [line, number, total, from, weight, what] for each line of chance, ascending, also those
           taken back. number: `Header.draw`; total: the sum of all weights; from: the sum of those
           before it in the order of `engine.draws`; what: `canonical(action)`, text. Right is
           from <= HMAC(HMAC(seed, joins), number) modulo total < from + weight.

say: base64 of raw deflate of JSON {language: {ui, say, note, text}}.
  say      [move][sentence]. Sentences (here, in `note`, `text`, `review`, `ui`) are plain text with
           **bold**, `code`, and a backslash before a sign that means itself.
  note     [move][seat], or "": crews, money
  text     {lines, at: [move][page][index of a line]}: the board as text; a line may begin with
           "## ", "### " or "- "; the first line of a page is its title, with "## "
  ui       the words of the page, by key. A list is [one, many], chosen by the first number.
    skip "To the board in words" · first "First move" · back "Back" · play "Play" · pause "Pause" ·
    next "Next" · last "Last move" · speed "Speed {n}" · moves "Moves" · review "Review" ·
    words "In words" · draws "Draws" · language "Language" · theme "Dark or light" ·
    help "Keys and gestures" · close "Close" · letters "Letter and digit keys" ·
    keys [["← →", "one move"], ["Home End", "first, last move"], ["Page ↑ ↓", "the mark before,
      after: quake, scoring, review"], ["Space", "play, pause"], ["1 … 5", "next move of this
      seat"], ["+ − 0", "zoom in, out, whole map"], ["s", "speed"], ["t", "board in words"],
      ["l", "language"], ["d", "dark or light"], ["?", "keys and gestures"], ["swipe", "one move;
      keep the finger moving for more"], ["pinch, double tap", "zoom; drag to look around"]] ·
    slider "Move" · of "of {n}" · board "Board after move {n}. {t}" · points "Points" ·
    timeline "Course of the match" · count ["{n} move", "{n} moves"] ·
    won ["{w} wins with {p}", "{w} win with {p}"], with n winners · vote "Ended by vote" · gone "taken back" ·
    good "good move" · bad "could have been better" ·
    best "Best moves" · worst "What could have been better" · better "better: {m}" ·
    away ["{n} decision", "{n} decisions"] ·
    none "Nothing stands out here." · noreview "No review yet. In Discord, `/table review` asks for
      one; then load this page again." ·
    how "Every draw follows from a seed that was sealed before anybody sat down. This page can do
      the sum itself: nothing is sent anywhere." · check "Check the draws" ·
    lines ["{n} line", "{n} lines"] · drawn ["{n} draw", "{n} draws"] ·
    right "{lines} and {draws} are right." ·
    proves "So nothing in the record was changed after it was written, and chance chose nothing but
      what the sealed seed says. `faultline verify` checks every line against the rules, too." ·
    wrong_seal "The seed does not match its seal: it is not the one of before the match." ·
    wrong_header "The beginning of the record is not right: the match, its seal or who joined was
      changed." ·
    wrong_line "Line {i} is not right: it, or what stands before it, was changed after it was
      written." · wrong_draw "The draw at line {i} is not right: something else follows from the
      seed." · keep "Keep this file and show it to the table." ·
    seal "Sealed before the first move" · seed "Opened at the end" · sealed "The seed is opened when
      the match ends." · line "line" · came "what came" · among "among" ·
    new ["{n} new move", "{n} new moves"] · lost "Not live any more; trying again"
  `wait` is no word of `ui`: "Unfolding the map … If nothing more comes: this page takes a browser of
  2023 or later, with scripts." It stands below the points until the match is there.

pic: base64 of raw deflate of the places of all frames (Uint16, little-endian), then the blocks (256
  bytes each, row by row, indices of `pal`). The picture is cut into blocks of 16 x 16, rows first;
  what juts out on the right and below is not seen. A place is 0 as in the frame before (in the
  first frame never), 1 the next new block, n + 2 block n.

head.live: server-sent events. The id of each is the version of the page then (`head.version` at
  first); the first connection has it in the address, as `?after=…`, later ones in Last-Event-ID.
  `step`: JSON {n: [moves from 0 that are new or changed, ascending], step: [of each], say:
  {language: {say: [of each], note: [of each], text: [of each: pages of lines; a number is a line of
  all pages of the move before]}}, pic: as above the frames of these, but each after that of the
  move before it, new or not, and of other frames no block is used}. `end`: the same, and head:
  {outcome, proof, review, date}; nothing follows. `again`: the page has to be loaded anew.
*/
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
const on = (target, type, does, options) => target.addEventListener(type, does, options);
const all = (query) => [...document.querySelectorAll(query)];
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const made = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
};
const make = (tag, attributes = {}, ...children) =>
  made(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) =>
  made(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
const label = (element, name) => made(element, { "aria-label": name, title: name }, []);
const fill = (id, ...nodes) => $(id).replaceChildren(...nodes);
const kept = (name) => {
  try { return localStorage.getItem("faultline-" + name); } catch { return null; }
};
const keep = (name, value) => {
  try { localStorage.setItem("faultline-" + name, value); } catch { /* for this visit, then */ }
};

// The data
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const inflated = (text) => new Response(
  new Blob([bytes(text)]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw")),
).arrayBuffer();
const head = JSON.parse($("head").textContent);
const { steps, seats } = head;
const texts = JSON.parse(new TextDecoder().decode(await inflated($("say").textContent)));
const languages = Object.keys(texts);
const last = () => steps.length - 1;

// Words
let language = kept("language") ?? navigator.language.slice(0, 2);
if (!texts[language]) language = head.lang;
let words, plurals;
const say = (key, values = {}) => {
  const found = words.ui[key];
  const text = Array.isArray(found) ? found[+(plurals.select(values.n) !== "one")] : found;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
};
const rich = (text) => {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(/\*\*((?:\\.|[^\\])+?)\*\*|`([^`]+)`|\\(.)/gs)) {
    const [whole, bold, code, sign] = found;
    nodes.push(text.slice(end, found.index));
    nodes.push(bold ? make("b", {}, rich(bold)) : code ? make("kbd", {}, code) : sign);
    end = found.index + whole.length;
  }
  return [...nodes, text.slice(end)];
};
const bare = (text) => make("p", {}, rich(text)).textContent;
const told = (n) => words.say[n].map(bare).join(" ");
const signed = (value) => (value > 0 ? "+" : "−") + Math.abs(value);

// The map: every frame is a table of blocks; only places that differ are painted
const SIDE = head.b;
const across = Math.ceil(head.w / SIDE);
const places = across * Math.ceil(head.h / SIDE);
const frames = [], blocks = [];
let used = 0;
const add = async (numbers, text) => {
  const picture = await inflated(text), table = new Uint16Array(picture, 0, places * numbers.length);
  for (let i = table.byteLength; i < picture.byteLength; i += SIDE * SIDE)
    blocks.push(new Uint8Array(picture, i, SIDE * SIDE));
  numbers.forEach((n, i) => {
    frames[n] = Uint32Array.from(table.subarray(places * i, places * (i + 1)), (number, place) =>
      number > 1 ? number - 2 : number ? used++ : frames[n - 1][place]);
  });
};
await add([...steps.keys()], $("pic").textContent);
const colours = Uint32Array.from(head.pal.match(/.{6}/g), (colour) => {
  const [red, green, blue] = colour.match(/../g).map((part) => parseInt(part, 16));
  return 255 * 2 ** 24 + blue * 65536 + green * 256 + red;
});
const board = $("board");
const brush = board.getContext("2d", { alpha: false });
board.width = head.w;
board.height = head.h;
const image = brush.createImageData(head.w, head.h);
const pixels = new Uint32Array(image.data.buffer);
const painted = new Int32Array(places).fill(-1);
const paint = (n) => {
  let top = head.h, bottom = 0;
  frames[n].forEach((id, place) => {
    if (painted[place] === id) return;
    painted[place] = id;
    const left = place % across * SIDE, above = Math.floor(place / across) * SIDE;
    const right = Math.min(left + SIDE, head.w), below = Math.min(above + SIDE, head.h);
    for (let y = above; y < below; y++)
      for (let x = left; x < right; x++)
        pixels[y * head.w + x] = colours[blocks[id][(y - above) * SIDE + x - left]];
    top = Math.min(top, above);
    bottom = Math.max(bottom, below);
  });
  if (top < bottom) brush.putImageData(image, 0, 0, 0, top, head.w, bottom - top);
};

// Signs
const SHAPES = ["M-10-10H10V10H-10Z", "M0-12 13 10H-13Z", "M0-14 14 0 0 14-14 0Z",
  "M-12 0a12 12 0 0 1 24 0a12 12 0 0 1-24 0Z",
  "M0-15 4.7-6.5 14.3-4.6 7.6 2.5 8.8 12.1 0 8-8.8 12.1-7.6 2.5-14.3-4.6-4.7-6.5Z"];
const shape = (seat, { letter = seats[seat].letter, hollow, ...where } = {}) => draw(
  "svg", { viewBox: "-16 -16 32 32", class: "shape", "aria-hidden": true, ...where },
  draw("path", { d: SHAPES[seat], class: "halo" }),
  draw("path", { d: SHAPES[seat], fill: hollow ? "#f8f1e2" : `var(--s${seat})` }),
  draw("text", { y: seat === 1 ? 7 : 4.6, class: "on" + (hollow ? "" : seat) }, letter));
const ICONS = {
  first: "M5 5V19M19 5V19L8.5 12Z", back: "M17 5V19L7 12Z", play: "M7 4V20L20 12Z",
  pause: "M7 5V19H9V5ZM15 5V19H17V5Z", next: "M7 5V19L17 12Z", last: "M19 5V19M5 5V19L15.5 12Z",
  theme: "M12 3a9 9 0 0 0 0 18a9 9 0 0 0 0-18V21",
  ask: "M8.5 9a3.5 3.5 0 1 1 5 3.2q-1.5 1-1.5 2.3M12 18.6V19",
};
const icon = (name) => draw(
  "svg", { viewBox: "0 0 24 24", class: "icon-" + name, "aria-hidden": true },
  draw("path", { d: ICONS[name] }));
const mark = (good) => make(
  "i", { class: good ? "mark" : "mark bad", role: "img", "aria-label": say(good ? "good" : "bad") },
  good ? "!" : "?");

// What is special about a move: marks to jump to, what a review found, what points changed
const found = [];
const review = () => {
  found.length = 0;
  for (const [seat, { best, worst }] of (head.review ?? []).entries())
    for (const [good, list] of [[true, best], [false, worst]])
      for (const [n] of list) (found[n] ??= []).push({ seat, good });
};
const changes = (n) => seats.map((_, seat) =>
  n && steps[n].p && steps[n - 1].p ? steps[n].p[seat] - steps[n - 1].p[seat] : 0);

// The state: which move is shown, what runs
let at = -1, tab = "moves", timer = 0, speed = 1, saying = 0;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = [0.5, 1, 2];

const go = (to) => {
  const n = clamp(to, 0, last()), before = at;
  if (n === before) return;
  at = n;
  paint(n);
  show();
  unseen(0);
  if (before >= 0 && n === before + 1 && steps[n].k === "q" && !calm.matches)
    board.animate([0, -4, 4, -3, 2, 0].map((x) => ({ translate: `${x}px ${-x / 3}px` })), 360);
  clearTimeout(saying);
  saying = setTimeout(() => {
    fill("live", `${n + 1}. ${told(n)} ` + seats.map(({ name }, seat) =>
      [name, steps[n].p?.[seat] ?? "", bare(words.note[n][seat])].join(" ").trim()).join(", "));
    try { history.replaceState(null, "", "#" + (n + 1)); } catch { /* some viewers refuse it */ }
  }, timer ? 1200 : 300);
};

const show = () => {
  const step = steps[at], count = say("of", { n: steps.length });
  fill("number", at + 1, make("small", {}, count));
  fill("said",
    step.x ? make("span", { class: "tag" }, say("gone")) : "", " ",
    ...rich(words.say[at].join(" ")));
  board.setAttribute("aria-label", say("board", { n: at + 1, t: told(at) }));
  fill("seats", ...seats.map(({ name }, seat) => {
    const change = changes(at)[seat], note = words.note[at][seat];
    return make("li", { class: seat === step.s && "on" },
      shape(seat),
      make("div", {}, make("b", {}, name), make("small", { class: "note" }, rich(note))),
      step.p ? make("div", { class: "points" },
        change ? make("small", { class: change < 0 && "lost" }, signed(change)) : "",
        make("span", {}, `${step.p[seat]}`)) : "");
  }));
  for (const button of all("#bar [data-to]"))
    button.disabled = at === (["first", "back"].includes(button.dataset.to) ? 0 : last());
  const slider = $("slider");
  slider.max = steps.length;
  slider.value = at + 1;
  slider.setAttribute("aria-valuetext", `${at + 1} ${count}: ${told(at)}`);
  cursor();
  const panel = $("moves"), [row] = all(`#moves [data-go="${at}"]`);
  const [held] = all("[aria-current=step]");
  if (held) made(held, { "aria-current": "false", tabindex: -1 }, []);
  made(row, { "aria-current": "step", tabindex: 0 }, []);
  if (document.activeElement === held) row.focus({ preventScroll: true });
  if (panel.scrollHeight > panel.clientHeight + 4)
    panel.scrollTop = row.offsetTop - panel.offsetTop - panel.clientHeight / 3;
  if (tab === "words") spell();
};

// The board as text, which follows
const spell = () => {
  const { lines, at: { [at]: pages } } = words.text;
  // What goes on over a page has its title on both
  const again = (i) => i && pages[i][0] === pages[i - 1][0];
  const nodes = [make("div", { class: "chips" }, pages.map(([title], i) => again(i) ? "" :
    make("button", { "data-page": i }, rich(lines[title].replace(/^#+ /, "")))))];
  pages.forEach((page, i) => {
    for (const line of page.slice(again(i)).map((index) => lines[index]).filter(Boolean)) {
      const [, sign, text] = /^(## |### |- )?(.*)$/s.exec(line);
      if (sign === "- ") {
        if (nodes.at(-1).tagName !== "UL") nodes.push(make("ul"));
        nodes.at(-1).append(make("li", {}, rich(text)));
      } else nodes.push(make({ "## ": "h2", "### ": "h3" }[sign] ?? "p",
        { id: sign === "## " && "page-" + i }, rich(text)));
    }
  });
  fill("words", ...nodes);
};

// Everything that a language or new moves change
const write = () => {
  words = texts[language];
  plurals = new Intl.PluralRules(language);
  root.lang = language;
  fill("live");
  for (const each of all("[data-say]")) each.textContent = say(each.dataset.say);
  for (const each of all("[data-name]")) each.setAttribute("aria-label", say(each.dataset.name));
  label($("theme"), say("theme"));
  label($("ask"), say("help"));
  fill("languages", ...languages.map((code) => make("button", {
    lang: code, "aria-pressed": `${code === language}`,
    title: new Intl.DisplayNames(code, { type: "language" }).of(code),
  }, code)));
  const { outcome } = head;
  const winners = seats.filter((_, seat) => outcome?.ranks[seat] === 1).map(({ name }) => name);
  fill("facts", [
    head.date && new Date(head.date).toLocaleDateString(
      language, { dateStyle: "long", timeZone: "UTC" }),
    say("count", { n: steps.length }),
    outcome?.end === "vote" && say("vote"),
    winners.length && say("won", {
      n: winners.length, w: new Intl.ListFormat(language).format(winners),
      p: Math.max(...outcome.scores),
    }),
  ].filter(Boolean).join(" · "));
  fill("bar", 
    ...["first", "back", "play", "next", "last"].map((key) => label(make(
      "button", { [key === "play" ? "id" : "data-to"]: key }, icon(key)), say(key))),
    make("button", { id: "speed" }));
  run(timer);
  fill("moves", make("ol", {}, steps.map((step, n) => {
    const shift = changes(n).map((change, seat) => change && make(
      "span", {}, signed(change), shape(seat, { letter: "" }))).filter(Boolean);
    return make("li", { class: step.x && "gone" }, row(n, [
      step.s === undefined ? "" : shape(step.s, { hollow: step.x }),
      make("span", { class: "text" },
        step.x ? make("span", { class: "tag" }, say("gone")) : "",
        words.say[n].map((sentence) => make("span", {}, rich(sentence)))),
      make("span", { class: "side" }, found[n] ? mark(found[n][0].good) : "", shift),
    ], -1));
  })));
  fill("review", ...judged());
  proving();
  fill("help", 
    make("h2", { id: "help-title" }, say("help")),
    make("table", {}, words.ui.keys.map(([key, does]) => make(
      "tr", {}, make("th", { scope: "row" }, key), make("td", {}, does)))),
    make("label", {}, make("input", { type: "checkbox", id: "letters" }), " ", say("letters")),
    make("button", { id: "close", class: "call" }, say("close")));
  $("letters").checked = kept("letters") !== "no";
  chart();
  if (at >= 0) show();
};
const row = (n, parts, tabindex) => make("button", { class: "row", "data-go": n, tabindex },
  make("span", { class: "number" }, `${n + 1}`), parts);

const judged = () => head.review ? head.review.flatMap((each, seat) => [
  make("h2", {}, shape(seat), seats[seat].name),
  make("p", { class: "soft" }, `${say("away", { n: each.judged })} · ${each.lost[language]}`),
  each.luck ? make("p", { class: "soft" }, rich(each.luck[language])) : "",
  ...["best", "worst"].filter((key) => each[key].length).flatMap((key) => [
    make("h3", {}, say(key)),
    ...each[key].map(([n, { [language]: [played, better, told] }]) => row(n, [
      mark(key === "best"),
      make("span", { class: "text" }, make("span", {}, rich(played)),
        better ? make("span", { class: "soft" }, rich(say("better", { m: better }))) : "",
        make("span", { class: "soft" }, told)),
    ])),
  ]),
  each.best.length + each.worst.length ? "" : make("p", {}, say("none")),
]) : [make("p", { class: "soft" }, rich(say("noreview")))];

// The timeline: chart, lanes and slider on one axis
let axis = (n) => n;
const chart = () => {
  const width = $("time").clientWidth || 800, narrow = width < 600;
  const left = 28, right = width - (narrow ? 30 : 34), top = 22, lane = narrow ? 10 : 12;
  const points = steps.flatMap(({ p }) => p ?? []), most = Math.max(10, ...points);
  const room = $("time").clientHeight - seats.length * lane - 70;
  const high = !points.length ? 8 : narrow ? 74 : clamp(room, 50, 170);
  const level = (value) => top + high * (1 - Math.max(0, value) / most);
  const lanes = top + high + 12, track = lanes + seats.length * lane + 18;
  axis = (n) => left + (right - left) * n / Math.max(1, last());
  const middle = (seat) => lanes + seat * lane + lane / 2;
  const parts = [];
  const put = (tag, attributes, ...inside) => parts.push(draw(tag, attributes, ...inside));
  const disc = (x, y, r, text, hot) => {
    put("circle", { cx: x, cy: y, r, class: hot ? "disc hot" : "disc" });
    put("text", { x, y: y + r * 0.42, class: "ondisc", "font-size": r * (text.length > 1 ? 1 : 1.4) },
      text);
  };
  const every = [5, 10, 25, 50, 100, 250].find((each) => most / each < 4.5);
  for (let value = 0; points.length && value <= most; value += every) {
    put("path", { d: `M${left} ${level(value)}H${right}`, class: "rule" });
    put("text", { x: left - 6, y: level(value) + 4, class: "value" }, `${value}`);
  }
  for (const [n, step] of steps.entries()) {
    const x = axis(n);
    if (step.k === "q") {
      const jags = Array.from({ length: Math.ceil(high / 8) }, (_, i) => `l${i % 2 ? -4 : 4} 8`);
      put("path", { d: `M${x} ${top - 4}${jags.join("")}`, class: "jag" });
      disc(x, top - 11, 10, step.m ?? "!", true);
    } else if (step.k === "s") {
      put("path", { d: `M${x} ${top}V${top + high}`, class: "dots" });
      if (step.n) disc(x, top - 11, 10, `${step.n}`);
    }
  }
  for (const under of [true, false])
    for (const seat of seats.keys()) {
      const line = steps.map(({ p }, n) => p && `H${axis(n)}V${level(p[seat])}`).filter(Boolean);
      if (!line.length) continue;
      line[0] = line[0].replace(/H(.*)V/, "M$1 ");
      put("path", {
        d: line.join(""), class: under ? "line case" : "line", stroke: `var(--s${seat})`,
      });
    }
  const tick = clamp((right - left) / steps.length - 1.5, 2, 9);
  for (const seat of seats.keys()) {
    parts.push(shape(seat, { letter: "", x: left - 21, y: middle(seat) - 7, width: 14, height: 14 }));
    put("path", { d: `M${left} ${middle(seat)}H${right}`, class: "rule" });
    for (const [n, step] of steps.entries()) if (step.s === seat) put("rect", {
      x: axis(n) - tick / 2, y: middle(seat) - lane / 2 + 1, width: tick, height: lane - 2, rx: 1,
      class: "tick", fill: step.x ? "none" : `var(--s${seat})`,
    });
  }
  found.forEach((marks, n) => marks.forEach(({ seat, good }) =>
    disc(axis(n), middle(seat), narrow ? 5.6 : 6.8, good ? "!" : "?", !good)));
  let free = Infinity;
  const ends = seats.map((_, seat) => [steps.at(-1).p?.[seat], seat]);
  for (const [i, [value, seat]] of points.length ? ends.sort(([a], [b]) => a - b).entries() : []) {
    free = Math.max(Math.min(level(value ?? 0), free - 15), 9 + 15 * (seats.length - 1 - i));
    parts.push(shape(seat, { x: right + 11, y: free - 9, width: 18, height: 18 }));
  }
  put("path", { d: `M${left} ${track}H${right}`, class: "track" });
  put("path", { id: "done", class: "track" });
  put("g", { id: "cursor" },
    draw("path", { d: `M0 ${top}V${track}` }),
    draw("rect", { x: -19, y: track - 13, width: 38, height: 26, rx: 13 }),
    draw("text", { id: "pill", class: "ondisc", y: track + 5 }));
  fill("chart", draw("svg", { width, viewBox: `0 0 ${width} ${track + 16}` }, parts));
  $("chart").dataset.track = track;
  letters();
};
const cursor = () => {
  $("cursor").setAttribute("transform", `translate(${axis(at)})`);
  $("done").setAttribute("d", `M${axis(0)} ${$("chart").dataset.track}H${axis(at)}`);
  fill("pill", at + 1);
};
const time = $("time");
const under = ({ clientX }) => {
  const place = clientX - time.getBoundingClientRect().left - axis(0);
  return clamp(Math.round(place / (axis(1) - axis(0))), 0, last());
};
on(time, "pointerdown", (event) => {
  if (event.target.id === "fresh") return;
  time.setPointerCapture(event.pointerId);
  run(false);
  go(under(event));
  $("slider").focus({ preventScroll: true });
});
on(time, "pointermove", (event) => {
  const n = under(event), tip = $("tip"), held = time.hasPointerCapture(event.pointerId);
  if (held) go(n);
  tip.hidden = held || event.pointerType !== "mouse";
  fill("tip", `${n + 1} · ${bare(words.say[n][0] ?? "")}`);
  tip.style.left = `${clamp(axis(n), 150, time.clientWidth - 150)}px`;
});
on(time, "pointerleave", () => { $("tip").hidden = true; });

// Playing
const run = (on) => {
  clearInterval(timer);
  timer = 0;
  if (on) {
    if (at === last()) go(0);
    timer = setInterval(() => {
      const next = steps.findIndex((step, n) => n > at && !step.x);
      if (next > 0) go(next);
      if (next < 0 || next === last()) run(false);
    }, (calm.matches ? 2400 : 1100) / SPEEDS[speed]);
  }
  const name = timer ? "pause" : "play", pace = `${SPEEDS[speed]}×`.replace("0.5", "½");
  fill("play", icon(name));
  label($("play"), say(name));
  fill("speed", pace);
  label($("speed"), say("speed", { n: pace }));
};
const hurry = () => {
  speed = (speed + 1) % SPEEDS.length;
  run(timer);
};

// The map under fingers
const map = $("map");
const view = { scale: 1, x: 0, y: 0 };
const fingers = new Map();
let tapped = 0, start = null;
const look = (dx, dy) => {
  view.x = clamp(view.x + dx, map.clientWidth * (1 - view.scale), 0);
  view.y = clamp(view.y + dy, map.clientHeight * (1 - view.scale), 0);
  board.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  map.style.touchAction = view.scale === 1 ? "pan-y" : "none";
  letters();
};
const zoom = (wanted, x = map.clientWidth / 2, y = map.clientHeight / 2) => {
  const scale = clamp(wanted, 1, 5), by = scale / view.scale;
  view.scale = scale;
  look((x - view.x) * (1 - by), (y - view.y) * (1 - by));
};
const within = ({ clientX, clientY }) => {
  const { left, top } = map.getBoundingClientRect();
  return [clientX - left, clientY - top];
};
const pair = () => {
  const [[ax, ay], [bx, by]] = fingers.values();
  return { apart: Math.hypot(ax - bx, ay - by), x: (ax + bx) / 2, y: (ay + by) / 2 };
};
on(map, "pointerdown", (event) => {
  map.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, within(event));
  start = { x: within(event)[0], still: fingers.size === 1 };
});
on(map, "pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const [x, y] = within(event), [oldX, oldY] = fingers.get(event.pointerId);
  const before = fingers.size === 2 && pair();
  fingers.set(event.pointerId, [x, y]);
  if (Math.abs(x - start.x) > 8) start.still = false;
  if (before) {
    const now = pair();
    zoom(view.scale * now.apart / before.apart, now.x, now.y);
    look(now.x - before.x, now.y - before.y);
  } else if (view.scale > 1) look(x - oldX, y - oldY);
  else if (Math.abs(x - start.x) > 36) {
    run(false);
    go(at + (x < start.x ? 1 : -1));
    start.x = x;
  }
});
const lift = (event) => {
  fingers.delete(event.pointerId);
  if (event.type === "pointerup" && start?.still && !fingers.size) {
    if (event.timeStamp - tapped < 350) zoom(view.scale > 1 ? 1 : 2.5, ...within(event));
    tapped = event.timeStamp;
  }
  if (fingers.size) start = { x: [...fingers.values()][0][0], still: false };
};
on(map, "pointerup", lift);
on(map, "pointercancel", lift);
on(map, "wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(view.scale * Math.exp(-event.deltaY / 200), ...within(event));
}, { passive: false });
const letters = () => {
  const factor = Math.max(map.clientWidth / head.w, map.clientHeight / head.h);
  const out = (map.clientWidth - head.w * factor) / 2;
  fill("columns", ...(view.scale === 1 ? head.cols : []).map(([letter, part]) => {
    const column = make("span", {}, letter);
    column.style.left = `${out + part * head.w * factor}px`;
    return column;
  }));
};

// Check the draws: SHA-256 and HMAC, as crypto.subtle lacks on pages without https
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => root % 1 * 2 ** 32 | 0;
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => word >>> by | word << 32 - by;
const sha256 = (message) => {
  const data = new DataView(new ArrayBuffer(message.length + 72 >> 6 << 6));
  new Uint8Array(data.buffer).set([...message, 128]);
  data.setUint32(data.byteLength - 4, message.length * 8);
  const state = Int32Array.from(START), w = new Int32Array(64);
  for (let block = 0; block < data.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const early = w[i - 15], late = w[i - 2];
      w[i] = i < 16 ? data.getInt32(block + 4 * i) : w[i - 16] + w[i - 7]
        + (turned(early, 7) ^ turned(early, 18) ^ early >>> 3)
        + (turned(late, 17) ^ turned(late, 19) ^ late >>> 10);
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g)
        + ROUNDS[i] + w[i] | 0;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
};
const hmac = (key, message) => {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256([...block.map((each) => each ^ 0x36), ...message]);
  return sha256([...block.map((each) => each ^ 0x5c), ...inner]);
};
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (data) => [...data].map((each) => each.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const SPAN = 2n ** 256n;
const drawn = (key, number, total) => {
  const limit = SPAN - SPAN % BigInt(total);
  for (let attempt = 0; ; attempt++) {
    const message = utf8(attempt ? `${number}:${attempt}` : `${number}`);
    const value = BigInt("0x" + hex(hmac(key, message)));
    if (value < limit) return Number(value % BigInt(total));
  }
};
const wrong = ({ seal, seed, joins, lines, draws }) => {
  const secret = unhex(seed);
  if (hex(secret) !== seed || hex(sha256(secret)) !== seal) return ["wrong_seal"];
  let before = "";
  for (const [i, [text, digest]] of lines.entries()) {
    if (hex(sha256(utf8(`${before}\n${text}`))).slice(0, 16) !== digest)
      return i ? ["wrong_line", { i }] : ["wrong_header"];
    before = digest;
  }
  const header = JSON.parse(lines[0][0]), joined = joins.join("\n");
  if (header.commitment !== seal || header.joins.join("\n") !== joined) return ["wrong_header"];
  const key = hmac(secret, utf8(joined)), standing = [0], left = [...draws];
  for (const [i, [text]] of lines.entries()) {
    if (!i) continue;
    const back = /^\d+ undo_to (\d+)$/.exec(text), chance = text.endsWith(',"actor":"chance"}');
    standing.push(back ? standing[back[1]] : standing[i - 1] + chance);
    if (!chance) continue;
    const [line, number, total, from, weight, what] = left.shift() ?? [];
    const value = total > 0 && drawn(key, number, total);
    if (line !== i || number !== (header.format === 1 ? i - 1 : standing[i - 1])
      || text !== `${i - 1} {"action":${what},"actor":"chance"}`
      || from < 0 || from + weight > total || !(from <= value && value < from + weight))
      return ["wrong_draw", { i }];
  }
  return left.length ? ["wrong_draw", { i: left[0][0] }] : null;
};
const check = () => {
  const { lines, draws } = head.proof, fault = wrong(head.proof);
  const ended = / ended \w+$/.test(lines.at(-1)[0]);
  fill("verdict", make("div", { class: fault ? "box bad" : "box" },
    make("p", {}, make("b", {}, fault ? say(...fault) : say("right", {
      lines: say("lines", { n: lines.length - 1 - ended }),
      draws: say("drawn", { n: draws.length }),
    }))),
    make("p", {}, rich(say(fault ? "keep" : "proves")))));
};
const proving = () => {
  const { seal, seed, draws } = head.proof;
  const code = (key, text) => [make("h2", {}, say(key)), make("code", {}, text)];
  fill("draws", 
    make("p", {}, say("how")),
    seed ? make("button", { id: "check", class: "call" }, say("check")) : "",
    make("div", { id: "verdict", role: "status" }),
    ...code("seal", seal),
    ...(seed ? code("seed", seed) : [make("p", { class: "soft" }, say("sealed"))]),
    draws.length ? make("details", {},
      make("summary", {}, say("drawn", { n: draws.length })),
      make("table", {},
        make("tr", {}, ["line", "came", "among"].map((key) => make(
          "th", { scope: "col" }, say(key)))),
        draws.map(([line, , total, , weight, what]) => make("tr", {},
          make("td", {}, `${line}`),
          make("td", {}, what.replace(/"type":"[^"]*",|,"type":"[^"]*"|[{}"]/g, "")),
          make("td", {}, `${weight} / ${total}`))))) : "");
};

// Hands on the rest
const turn = (name) => {
  tab = name;
  for (const each of all("[role=tab]")) {
    const chosen = each.dataset.say === name;
    made(each, { "aria-selected": `${chosen}`, tabindex: chosen - 1 }, []);
    $(each.dataset.say).hidden = !chosen;
  }
  show();
};
const speak = (code) => {
  language = code;
  keep("language", code);
  write();
};
const dress = (theme) => { root.dataset.theme = theme; };
const redress = () => {
  dress(root.dataset.theme === "dark" ? "light" : "dark");
  keep("theme", root.dataset.theme);
};
const to = { first: () => 0, back: () => at - 1, next: () => at + 1, last };
const special = (by) => {
  let n = at + by;
  while (steps[n] && !steps[n].k && !found[n]) n += by;
  go(n);
};
on(document, "click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { id, lang, dataset } = button;
  if (dataset.go || dataset.to) {
    run(false);
    go(dataset.go ? +dataset.go : to[dataset.to]());
  } else if (dataset.page) $("page-" + dataset.page).scrollIntoView();
  else if (lang) {
    speak(lang);
    all(`#languages [lang=${lang}]`)[0].focus();
  } else if (dataset.say) turn(dataset.say);
  else ({
    play: () => run(!timer), speed: hurry, theme: redress, check, close: () => $("help").close(),
    ask: () => $("help").showModal(), fresh: () => go(last()),
  })[id]?.();
});
on($("skip"), "click", (event) => {
  event.preventDefault();
  turn("words");
  $("words").focus();
});
on($("help"), "change", ({ target }) => keep("letters", target.checked ? "yes" : "no"));
on($("slider"), "input", ({ target }) => go(target.value - 1));
on(document, "keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const tabs = all("[role=tab]"), held = tabs.indexOf(target);
  const scrolls = target.matches("[role=tabpanel]") && /^(Page|Home|End)/.test(key);
  const moves = {
    ArrowLeft: to.back, ArrowRight: to.next, Home: to.first, End: to.last,
    ...(target.closest("#moves ol") && { ArrowUp: to.back, ArrowDown: to.next }),
  };
  const letter = {
    "+": () => zoom(view.scale * 1.5), "=": () => zoom(view.scale * 1.5),
    "-": () => zoom(view.scale / 1.5), 0: () => zoom(1), s: hurry, d: redress,
    t: () => turn(tab === "words" ? "moves" : "words"), "?": () => $("help").showModal(),
    l: () => speak(languages[(languages.indexOf(language) + 1) % languages.length]),
  };
  if (held >= 0 && /^Arrow(Left|Right)$/.test(key)) {
    const next = tabs.at((held + (key === "ArrowLeft" ? -1 : 1)) % tabs.length);
    next.click();
    next.focus();
  } else if (scrolls) return;
  else if (moves[key] || key === "PageUp" || key === "PageDown") {
    run(false);
    if (moves[key]) go(moves[key]());
    else special(key === "PageUp" ? -1 : 1);
  } else if (key === " " && !target.closest("button, summary")) run(!timer);
  else if (kept("letters") === "no") return;
  else if (letter[key]) letter[key]();
  else if (/^[1-5]$/.test(key)) {
    const next = steps.findIndex((step, n) => n > at && step.s === key - 1);
    if (next > 0) {
      run(false);
      go(next);
    }
  } else return;
  event.preventDefault();
});
const addressed = (hash = location.hash) => {
  const number = /^#\d+$/.test(hash) ? +hash.slice(1) : 0;
  return (number || steps.length) - 1;
};
// Where one came from may be written over the address by now: the event says where to go.
on(window, "hashchange", ({ newURL }) => go(addressed(new URL(newURL).hash)));

// A match that runs: new moves come by themselves
let news;
const follow = () => {
  const events = new EventSource(`${head.live}?after=${head.version}`);
  const put = async ([{ data, lastEventId }]) => {
    const { n, step, say: told, pic, head: end } = JSON.parse(data);
    await add(n, pic);
    const count = last();
    n.forEach((place, i) => {
      steps[place] = step[i];
      for (const code in told) {
        const known = texts[code], { lines, at } = known.text, before = at[place - 1]?.flat();
        for (const key of ["say", "note"]) known[key][place] = told[code][key][i];
        at[place] = told[code].text[i].map((page) => page.map((line) =>
          line.at ? lines.push(line) - 1 : before[line]));
      }
    });
    Object.assign(head, end, { version: lastEventId });
    review();
    write();
    paint(at);
    if (at === count) go(last());
    else unseen(last() - count);
  };
  const hear = (event) => {
    const { type } = event, state = events.readyState;
    fill("lost", say("lost"));
    $("lost").hidden = state === 1;
    // By itself a browser tries again only where the server is reached
    if (state > 1) setTimeout(follow, 1e4 * Math.random());
    if (event.data) news = Promise.all([event, news]).then(put);
    if (/end|again/.test(type)) events.close();
    if (type === "again") setTimeout(() => {
      if (at === last()) location.hash = "";
      location.reload();
    }, 2e3 * Math.random());
  };
  for (const type of ["open", "error", "step", "end", "again"]) on(events, type, hear);
};
let waiting = 0;
const unseen = (more) => {
  waiting = at === last() ? 0 : waiting + more;
  $("fresh").hidden = !waiting;
  if (waiting) fill("fresh", say("new", { n: waiting }));
};

// The start
map.style.setProperty("--aspect", head.w / head.h);
map.style.setProperty("--tight", head.tight);
map.style.setProperty("--lanes", `${12 * seats.length}px`);
$("theme").append(icon("theme"));
$("ask").append(icon("ask"));
dress(kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
for (const name of ["moves", "review", "words", "draws"]) {
  $("tabs").append(make(
    "button", { role: "tab", id: "to-" + name, "aria-controls": name, "data-say": name }));
  $("side").append(make(
    "div", { role: "tabpanel", id: name, "aria-labelledby": "to-" + name, tabindex: 0 }));
}
$("plain").remove();
$("tools").hidden = document.querySelector("main").hidden = false;
review();
write();
go(addressed());
turn(tab);
new ResizeObserver(() => { chart(); cursor(); }).observe(time);
new ResizeObserver(() => look(0, 0)).observe(map);
if (head.live) follow();
