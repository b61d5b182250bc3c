"""Mends what sites do to text before two texts are compared: LaTeX, ligatures, doubled formulas, look-alike signs."""

import re
import unicodedata
from functools import lru_cache

from bot.text import JOINERS, visible

_JOINERS = dict.fromkeys(map(ord, JOINERS))
_SUPERSCRIPT = re.compile("(?<=[0-9])[⁻⁰¹²³⁴-⁹]{1,4}")
_GROUPED = re.compile("(?<=[0-9])(?:[\u00a0\u2009\u202f'’]|\\{,\\}|\\\\,)(?=[0-9]{3}(?![0-9]))")
_LOOK_ALIKES = str.maketrans(
    {"—": " - ", "≈": "~", "∼": "~"}
    | dict.fromkeys("“”„«»", '"')
    | dict.fromkeys("‘’`´", "'")
    | dict.fromkeys("‐‑‒–−", "-")
)
_WORD_AFTER = r"(?!and\b|or\b|to\b|nor\b|vs\b)(?=[a-z]{2})"
# What to mend where a sign stands in the text at all; most texts hold few of them.
_MENDS = (
    ("''", re.compile("''"), '"'),
    ("--", re.compile(r"(?<=\s)---?(?=\s)|--"), "-"),
    ("\n", re.compile(r"(?<=[a-z])-\s{0,9}\n\s{0,9}(?=[a-z])"), "- "),
    ("~", re.compile(r"(?<=[\d%×])\s?~\s?(?=\d)"), "-"),
    ("on-", re.compile(r"\b([Nn]on)-(?=[a-z])"), r"\1"),
    ("- ", re.compile(rf"(\b[A-Z]\w{{0,30}}-) {_WORD_AFTER}"), r"\1"),
    ("- ", re.compile(rf"(?<=[a-z]{{2}})- {_WORD_AFTER}"), ""),
    ("an", re.compile(r"\b([Cc]an)(?:not|'t)\b"), r"\1 not"),
    ("n't", re.compile(r"(?<=[a-z])n't\b"), " not"),
    ("^{", re.compile(r"\^\{(-?\d{1,3})\}"), r"^\1"),
    ("10^", re.compile(r"(?<=\d)\s?[×x*·]\s?10\^(?=-?\d)"), "e"),
    (" 000", re.compile(r"(?<=\d) (?=(?:\d{3} ){0,3}000(?!\d))"), ""),
    # Formulas that a site kept twice: "256256", "7.89×7.89×", "O(10)O(10)", "2.5××", "10nsns".
    ("", re.compile(r"(?<![\w.])((?=[A-Za-z]{0,9}\d)(?:\w{3,12}|\d{1,9}\.\d{1,6}×?|\d{1,9}×))\1(?!\w)"), r"\1"),
    (")O(", re.compile(r"(O\(\w{1,9}\))\1"), r"\1"),
    ("××", re.compile("×+"), "×"),
    ("μμ", re.compile("μ+"), "μ"),
    ("", re.compile(r"(?<=\d)(\s?)([A-Za-zμ]{2,4})\2\b"), r"\1\2"),
    # "8xA100" and "4x4" multiply nothing.
    ("x", re.compile(r"(?<=\d)\s?x\s?(?=\d)|(?<=\d)x(?=[A-Z]\w)"), " by "),
    ("×", re.compile(r"(?<=\d)\s?×\s?(?=\d)|(?<=\d)×(?=[A-Z]\w)"), " by "),
    ("×", re.compile("×(?=[a-z])"), "× "),
    ("RFC", re.compile(r"\bRFC(?=\d)"), "RFC "),
)  # fmt: skip
_FORMULA = re.compile(r"\$(?=\S)([^$\n]{0,60}?[^\s$])\$(?!\d)")
_COMMAND = re.compile(r"\\([A-Za-z]{1,16})\s?")
_SIGNS = {
    "times": "×", "mu": "μ", "approx": "~", "sim": "~", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lt": "<",
    "gt": ">", "ldots": "...", "dots": "...", "circ": "°", "pm": "±", "cdot": "·", "percent": "%",
    "textasciitilde": "~", "textmu": "μ", "textendash": "-",
}  # fmt: skip


@lru_cache(maxsize=512)
def tidy(text: str) -> str:
    """One line as it was meant."""
    text = visible(text).translate(_JOINERS)
    text = _SUPERSCRIPT.sub(lambda power: "^" + unicodedata.normalize("NFKC", power[0]), text)
    text = unicodedata.normalize("NFKC", _GROUPED.sub("", text))
    if "\\" in text or "$" in text:
        text = _without_latex(text)
    text = text.translate(_LOOK_ALIKES)
    for sign, pattern, instead in _MENDS:
        if sign in text:
            text = pattern.sub(instead, text)
    return " ".join(text.split())


def _without_latex(text: str) -> str:
    """Prices keep their dollar: a pair of them around words is no formula."""
    text = text.replace("\\$", "\ue000")
    text = _FORMULA.sub(lambda found: found[0] if re.search(r"(?<!\\)\b[a-z]{3}", found[1]) else found[1], text)
    text = _COMMAND.sub(lambda found: _SIGNS.get(found[1], ""), text)
    text = re.sub(r"[{}]", "", re.sub(r"\\([%&#_,;! ])", r"\1", text.replace("^{", "^")))
    return text.replace("\ue000", "$")
