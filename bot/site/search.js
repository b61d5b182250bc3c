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
let hits = [];
let asked = 0;

const load = (path) => {
  if (!loaded.has(path)) loaded.set(path, fetch(path).then((answer) => answer.ok ? answer.json() : {}).catch(() => ({})));
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

async function search() {
  const text = field.value.trim();
  const mine = ++asked;
  const all = words(text).map(stem);
  const query = all.filter((word) => !COMMON.has(word));
  history.replaceState(null, "", text ? `?q=${encodeURIComponent(text)}` : "./");
  results.replaceChildren();
  more.hidden = true;
  status.textContent = query.length ? "Searching …" : "";
  if (!query.length) return;
  const years = form.dataset.years.split(" ").filter(Boolean);
  const found = (await Promise.all(years.map((year) => inYear(year, query.slice(0, 8))))).flat();
  if (mine !== asked) return;
  const best = Math.max(0, ...found.map((hit) => hit.times));
  hits = found.filter((hit) => hit.times === best).sort((a, b) => b.sum - a.sum);
  const missed = best && best < query.length ? " No text has all of these words; these have most of them." : "";
  status.textContent = (hits.length === 1 ? "1 result." : `${hits.length} results.`) + missed;
  await show(mine);
}

async function show(mine) {
  const next = hits.splice(0, PAGE);
  const cards = await Promise.all(next.map((hit) => load(`../${hit.key}/card.json`)));
  if (mine !== asked) return;
  next.forEach((hit, at) => { if (cards[at].picks) results.append(result(hit, cards[at])); });
  more.hidden = !hits.length;
}

function result(hit, card) {
  const pick = card.picks[hit.pick];
  const made = (name, text, type) => { const node = document.createElement(name); node.textContent = text; if (type) node.className = type; return node; };
  const entry = made("article", "", "card");
  const heading = made("h2", "");
  const link = made("a", pick ? pick.title : card.title);
  link.href = `../${card.key}/${pick ? `#${pick.anchor}` : ""}`;
  heading.append(link);
  entry.append(heading, made("p", pick ? [pick.who, card.title].filter(Boolean).join(" · ") : "The digest", "facts"), made("p", pick ? pick.text : card.summary));
  return entry;
}

let wait;
field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(search, 200); });
form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(wait); search(); });
more.addEventListener("click", () => show(asked));
field.value = new URLSearchParams(location.search).get("q") || "";
if (field.value) search();
