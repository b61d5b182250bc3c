// What a page can do with a script: remember the theme, copy a citation, show where one is. Everything else works without.
// STYLE is site.css: a page that runs this needs no request of its own for it.
const root = document.documentElement;
try {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [sheet];
} catch { // a browser of 2022 or before
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("site.css", document.currentScript.src);
  document.head.append(link);
}
root.dataset.scripted = "";
const kept = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
if (["light", "dark"].includes(kept())) root.dataset.theme = kept();

function setUp() {
  const theme = document.getElementById("theme");
  const label = () => { theme.title = `Switch to ${isDark() ? "light" : "dark"} colours`; theme.ariaLabel = theme.title; };
  if (theme) {
    label();
    theme.hidden = false;
    theme.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a private window forgets */ }
      label();
    });
  }
  const buttons = document.querySelectorAll(".copy");
  if (buttons.length) copying(buttons);
  const contents = document.querySelector(".contents");
  if (contents) following(contents);
}

// What became of it is said on the button, and aloud.
function copying(buttons) {
  const aloud = document.createElement("p");
  aloud.className = "unseen";
  aloud.setAttribute("role", "status");
  document.getElementById("main").append(aloud);
  for (const button of buttons) {
    const said = button.textContent;
    const text = button.previousElementSibling;
    button.hidden = false;
    button.addEventListener("click", async () => {
      let done = "Copied";
      try {
        await navigator.clipboard.writeText(text.textContent);
      } catch { // not allowed, or a page without https
        getSelection().selectAllChildren(text);
        done = "Selected, to be copied by hand";
      }
      button.textContent = aloud.textContent = done;
      setTimeout(() => { button.textContent = said; aloud.textContent = ""; }, 3000);
    });
  }
}

// Marks in the contents what is being read: what began last above a line that sinks to the bottom as the page ends.
function following(contents) {
  const places = [...contents.querySelectorAll("a")].map((link) => [link, document.getElementById(link.hash.slice(1))]);
  let current;
  const mark = () => {
    const left = root.scrollHeight - innerHeight - scrollY;
    const line = innerHeight * Math.max(0.25, 1 - left / innerHeight);
    const [link] = places.findLast(([, place]) => place.getBoundingClientRect().top < line) || [];
    if (link === current) return;
    if (current) current.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const top = link.offsetTop - contents.scrollTop;
    if (top < 0 || top + link.offsetHeight > contents.clientHeight) contents.scrollTop += top - contents.clientHeight / 3;
  };
  mark();
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", setUp);
else setUp();
