// What a page can do with a script: remember the theme, copy a citation. Everything else works without.
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
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll(".copy")) {
    const said = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = said; }, 2000);
    });
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", setUp);
else setUp();
