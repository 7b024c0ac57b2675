/* The page of a match: a board after every move, one file, nothing is fetched.

What stands above "use strict" is not written into pages. page.html is a `string.Template`:
`lang`, `title` ("Seismic 42"), `scores` (`<li>` for each seat: "Ann 61"), `wait`, `needs` (both
below) and `description` are HTML, so escaped; `css` is page.css; `js` is this from "use strict" on;
`style_hash`, `script_hash` are the base64 of the SHA-256 of exactly `css` and `js`; `connect` is
'none' (with its quotes), or the origin of `head.live`; `head`, `say`, `pic` are the data:

head: JSON with "<" written \u003c.
  v        1
  game, title, match   "seismic", "Seismic", 42 or null
  lang     the language if the browser wants none of those in `say`
  date     "2026-11-23" or null
  seats    [{name, letter}]; names are plain text, nothing is escaped in them
  outcome  {scores, ranks, end: "rules" or "vote"}, or null while the match runs
  w, h     of the picture in pixels; `tight` is the width by the height of the part in its middle
           that matters (phones show no more); b: 16
  pal      the palette, "rrggbb" for each colour
  cols     [[letter, middle by the width]] of the columns, or []
  steps    one for each move, #1 first: {l: line, p: [points by seat] or null where they are not
           told, s: seat that moved, k: "q" quake or "s" scoring or the end, m: magnitude, n: number
           of the scoring, x: 1 if it was taken back}; all but l and p may lack
  review   null or one for each seat: {judged, lost, luck: {language: sentence} or null, best, worst:
           [[move from 0, points, {language: [played, better or ""]}]]}
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
    quakes ["{n} quake", "{n} quakes"] · won ["{w} wins with {p}", "{w} win with {p}"], with n
      winners · vote "Ended by vote: the points count as they were." · gone "taken back" ·
    good "good move" · bad "could have been better" · quake "quake" · scoring "scoring" ·
    best "Best moves" · worst "What could have been better" · better "better: {m}" ·
    away ["{n} decision · about {l} points given away", "{n} decisions · …"] ·
    none "Nothing stands out here." · noreview "No review yet. In Discord, `/table review` asks for
      one; then load this page again." ·
    how "Every draw follows from a seed that was sealed before anybody sat down. This page can do
      the sum itself: nothing is sent anywhere." · check "Check the draws" ·
    lines ["{n} line", "{n} lines"] · drawn ["{n} draw", "{n} draws"] ·
    right "{lines} and {draws} are right." ·
    proves "So nothing in the record was changed after it was written, and chance chose nothing but
      what the sealed seed says. `faultline verify` checks every line against the rules, too." ·
    wrong_seal "The seed does not match its seal: it is not the one of before the match." ·
    wrong_header "The seal or who joined differs from the beginning of the record." ·
    wrong_line "Line {i} is not right: it, or what stands before it, was changed after it was
      written." · wrong_draw "The draw at line {i} is not right: something else follows from the
      seed." · keep "Keep this file and show it to the table." ·
    seal "Sealed before the first move" · seed "Opened at the end" · sealed "The seed is opened when
      the match ends." · line "line" · came "what came" · among "among" ·
    new ["{n} new move", "{n} new moves"] · lost "Not live any more; trying again"
  `wait` "Unfolding the map …" and `needs` "This page steps through a match; that takes a browser of
  2023 or later, with scripts. The points are above." are no words of `ui`: they stand in page.html.

pic: base64 of raw deflate of the places of all frames (Uint16, little-endian), then the blocks (256
  bytes each, row by row, indices of `pal`). The picture is cut into blocks of 16 x 16, rows first;
  what juts out on the right and below is not seen. A place is 0 as in the frame before (in the
  first frame never), 1 the next new block, n + 2 block n.

head.live: server-sent events. `step`: id is the count of moves then; data is JSON {step, say:
  {language: {say: [sentence], note, text: {lines: [new lines], at: [page][index]}}}, places:
  base64 of the frame's Uint16, blocks: base64 of the new blocks}. `end`: JSON {outcome, proof,
  review}. A browser that reconnects sends Last-Event-ID; the first time the count of moves that the
  page has stands in the address, as `?after=37`.
*/
"use strict";
