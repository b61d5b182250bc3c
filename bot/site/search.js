// Looks words up in small files, year by year, newest first; nothing is loaded before the first question.
const form = document.getElementById("search");
const field = document.getElementById("q");
const status = document.getElementById("status");
const results = document.getElementById("results");
const more = document.getElementById("more");
const COMMON = new Set(form.dataset.common.split(" "));
const LETTERS = new Map(form.dataset.letters.split(" ").map((pair) => pair.split("=")));
const PAGE = 10;
const loaded = new Map();
let query = [];
let hits = [];
let asked = 0;
let isLost = false;

// What could not be loaded is asked for again the next time.
const load = (path) => {
  if (!loaded.has(path)) {
    loaded.set(path, fetch(path).then((answer) => answer.ok ? answer.json() : Promise.reject(new Error(path))));
    loaded.get(path).catch(() => loaded.delete(path));
  }
  return loaded.get(path);
};
const stem = (word) => word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
const plain = (text) => [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()].map((letter) => LETTERS.get(letter) || letter).join("");
const words = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) || [];

// The last file whose first word is not behind the one looked for.
const fileOf = (table, word) => table.words.findLastIndex((first) => first <= word);

async function postings(year, table, word, isPrefix) {
  const first = Math.max(0, fileOf(table, word));
  const last = isPrefix ? Math.min(fileOf(table, word + "\uffff"), first + 2) : first;
  const scores = new Map();
  for (let at = first; at <= last; at++) {
    const file = await load(`${year}-${at}.json`);
    for (const [found, numbers] of Object.entries(file)) {
      if (found !== word && !(isPrefix && found.startsWith(word))) continue;
      const rarity = Math.log(1 + table.count / numbers.length) * (found === word ? 1 : 0.6);
      for (const number of numbers) {
        const doc = Math.floor(number / 16);
        scores.set(doc, Math.max(scores.get(doc) || 0, (number % 16) * rarity));
      }
    }
  }
  return scores;
}

async function inYear(year, asked) {
  const table = await load(`${year}.json`);
  if (!table.words || !table.words.length) return [];
  const found = await Promise.all(asked.map((word, at) => postings(year, table, word, at === asked.length - 1)));
  const total = new Map();
  for (const scores of found) for (const [doc, score] of scores) {
    const [times, sum] = total.get(doc) || [0, 0];
    total.set(doc, [times + 1, sum + score]);
  }
  return [...total].map(([doc, [times, sum]]) => ({ ...place(table, doc), times, sum }));
}

// Documents are numbered through: a digest's head, its picks, the next digest's head …
function place(table, doc) {
  for (const [key, title, count] of table.digests) {
    if (doc < count) return { key, title, pick: doc - 1 };
    doc -= count;
  }
  return {};
}

function search() {
  const text = field.value.trim();
  const all = words(text).map(stem);
  query = all.filter((word) => !COMMON.has(word)).slice(0, 8);
  const mine = ++asked;
  history.replaceState(null, "", text ? `?q=${encodeURIComponent(text)}` : "./");
  status.textContent = query.length ? "Searching …" : all.length ? "Words as common as these are not looked up." : "";
  if (query.length) return told(find(mine), mine);
  isLost = false;
  results.replaceChildren();
  more.hidden = true;
}

// Says so where files could not be loaded; what was found before is no answer then.
async function told(work, mine) {
  try {
    await work;
    if (mine === asked) isLost = false;
  } catch {
    if (mine !== asked) return;
    isLost = true;
    status.textContent = "The search could not be loaded. Check the connection, then search again.";
  }
}

async function find(mine) {
  const years = form.dataset.years.split(" ").filter(Boolean);
  more.hidden = true;
  try {
    const found = (await Promise.all(years.map((year) => inYear(year, query)))).flat();
    if (mine !== asked) return;
    const best = Math.max(0, ...found.map((hit) => hit.times));
    hits = found.filter((hit) => hit.times === best).sort((a, b) => b.sum - a.sum);
    const count = hits.length;
    const nodes = await page(mine);
    if (mine !== asked) return;
    results.replaceChildren(...nodes);
    const missed = best && best < query.length ? " No text has all of these words; these have most of them." : "";
    const advice = count ? missed : " Fewer or other words may find something.";
    status.textContent = `${count.toLocaleString("en")} result${count === 1 ? "" : "s"}.${advice}`;
  } catch (error) {
    if (mine === asked) results.replaceChildren();
    throw error;
  }
}

// The next results, which count as shown when all of them are there.
async function page(mine) {
  const nodes = await Promise.all(hits.slice(0, PAGE).map(result));
  if (mine !== asked) return [];
  hits = hits.slice(PAGE);
  more.hidden = !hits.length;
  return nodes;
}

async function show(mine) {
  const nodes = await page(mine);
  results.append(...nodes);
  if (nodes.length) nodes[0].querySelector("a").focus();
}

async function result(hit) {
  const card = await load(`../${hit.key}/card.json`);
  const pick = card.picks[hit.pick];
  const entry = document.createElement("article");
  entry.className = "card";
  const heading = document.createElement("h2");
  const link = made("a", pick ? pick.title : card.title);
  link.href = `../${card.key}/${pick ? `#${pick.anchor}` : ""}`;
  heading.append(link);
  const { names, text } = pick ? await why(card, pick) : { names: ["The digest"], text: card.summary };
  entry.append(heading, made("p", names.filter(Boolean).join(" · "), "facts"), made("p", text));
  return entry;
}

// No result waits long for more than it is in need of.
const soon = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 700))]).catch(() => null);

// Beside the people, the digest and what the pick says: whoever or whatever else the words were found in.
async function why(card, pick) {
  const names = [pick.who, card.title];
  const lacking = (text) => query.filter((word) => !finds(text, word));
  if (!lacking([pick.title, ...names, pick.text].join(" ")).length) return { names, text: pick.text };
  const tree = await soon(load(`../${card.key}/index.json`));
  if (!tree) return { names, text: pick.text };
  const entry = tree.sections.flatMap((section) => section.entries).find((each) => each.anchor === pick.anchor);
  if (!entry) return { names, text: pick.text }; // published anew since the card was loaded
  let rest = lacking([pick.title, ...names].join(" "));
  const count = (text) => rest.filter((word) => finds(text, word)).length;
  const said = entry.blocks.flatMap((block) => [...block.parts.map((part) => part.text), block.kind === "prose" ? seen(block.html) : ""]);
  const text = said.flatMap(sentences).reduce((best, each) => count(each) > count(best) ? each : best, pick.text);
  rest = lacking([pick.title, ...names, text].join(" "));
  return { names: [...names, ...[...entry.people, ...entry.topics].filter(count)], text };
}

const finds = (text, word) => words(text).map(stem).some((each) => matches(each, word));
const matches = (each, word) => each === word || (word === query.at(-1) && each.startsWith(word));
const sentences = (text) => text.match(/.+?(?:[.!?。！？](?=\s|$)|$)\s*/gu) || [];
const seen = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

// An element with a text, the words that were asked for marked in it.
function made(name, text, type) {
  const node = document.createElement(name);
  if (type) node.className = type;
  for (const each of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (!words(each).map(stem).some((found) => query.some((word) => matches(found, word)))) node.append(each);
    else node.append(Object.assign(document.createElement("mark"), { textContent: each }));
  }
  return node;
}

let wait;
field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(search, 200); });
form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(wait); search(); });
more.addEventListener("click", () => { const mine = ++asked; told(show(mine), mine); });
addEventListener("online", () => { if (isLost) search(); });
field.value = (new URLSearchParams(location.search).get("q") || "").slice(0, field.maxLength);
if (field.value) search();
