"""Recognises what a site shows in place of its program: a check for robots, a login, an error, a bare script shell.

A challenge is certain, so it is always refused; the others are suspicions, which count only when no platform knows
the page.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from bot.errors import Blocked, BotError, LayoutChanged, NotPublished
from bot.page import Format, Page
from bot.text import clipped

SAVE_IT = "open it in your browser until the program shows, save that page, and read the file with --from FILE"

# Characters that can be read on a page. Even a page about walls has an ARTICLE's worth; a shell has menus and filters.
ARTICLE, SHELL, LITTLE = 3000, 1000, 500
LARGEST_WALL = 1_000_000  # with all its scripts

_TITLES = {
    "Cloudflare": r"Just a moment\.\.\.|Attention Required! \| Cloudflare|Access denied \| .* used Cloudflare.*",
    "Imperva": r"Pardon Our Interruption.*",
    "PerimeterX": r"Access to this page has been denied\.?",
    "AWS WAF": r"Human Verification",
    "Anubis": r"Making sure you['’]re not a bot!?|Oh noes!",
    "Radware": r"(?:Radware|ShieldSquare) .*",
    "Vercel": r"Vercel Security Checkpoint",
    "Sucuri": r"Sucuri Web ?Site Firewall.*",
    "DDoS-Guard": r"DDoS-Guard",
    "browser check": r"Checking your browser.*|Client Challenge|(?:Ro)?bot Check|Security Check|Access Denied",
}
_CERTAIN = {  # only challenges carry these
    "Cloudflare": r"_cf_chl_opt|/orchestrate/(?:chl|captcha|managed|jsch)|cf-browser-verification",
    "Akamai": r"errors\.edgesuite\.net|sec-if-cpt-container|sec-bc-tile-container|[?&]bm-verify=",
    "Imperva": r"Incapsula incident ID",
    "PerimeterX": r"captcha\.px-c",
    "AWS WAF": r"gokuProps",
    "DataDome": r"geo\.captcha-delivery\.com/",
    "Anubis": r"/\.within\.website/|id=.anubis_",
    "Radware": r"(?:validate|captcha)\.perfdrive\.com",
    "Sucuri": r"sucuri_cloudproxy_js",
    "SiteGround": r"/\.well-known/sgcaptcha",
}
_LIKELY = {  # real pages have these too, to watch their visitors or as words of an abstract
    "Cloudflare": r"challenges\.cloudflare\.com/turnstile|/cdn-cgi/challenge-platform/",
    "Akamai": r"Reference\s*#\s*\d+\.[0-9a-f]+\.\d+",
    "Imperva": r"_Incapsula_Resource",
    "PerimeterX": r"px-captcha|_pxAppId",
    "AWS WAF": r"awswaf\.com|AwsWafIntegration",
    "DataDome": r"captcha-delivery\.com|enable JS and disable any ad blocker",
    "F5": r"The requested URL was rejected\. Please consult",
    "hCaptcha": r"hcaptcha\.com/1/api\.js",
    "reCAPTCHA": r"g-recaptcha|unusual traffic from your computer",
    "browser check": r"verify(?:ing)? (?:that )?you(?:['’]| a)re (?:a human|human|not a robot|not a bot)",
}
_HEADERS = {
    "cf-mitigated": ("Cloudflare", ("challenge", "block")),
    "x-amzn-waf-action": ("AWS WAF", ("challenge", "captcha")),
    "x-vercel-mitigated": ("Vercel", ("challenge", "deny")),
    "sg-captcha": ("SiteGround", ("challenge",)),
}

_LOGIN = re.compile(r"\b(?:sign|log)[ -]?in\b|\bsingle sign-on\b|\banmeld(?:en|ung)\b|\bconnexion\b", re.I)
_MISSING = re.compile(
    r"\b404\b|not found|no longer (?:available|exists)|(?:does not|doesn['’]t) exist"
    r"|nicht gefunden|introuvable|no encontrad",
    re.I,
)
_EARLY = re.compile(
    r"coming soon|under construction|to be announced|check back"
    r"|not yet (?:been )?(?:available|published|announced|released|online)"
    r"|will (?:soon )?be (?:available|published|announced|released|posted|online)",
    re.I,
)
# Where an interface says why it has no data, and what it says.
_SAID = "detail", "message", "error.message", "error", "error_message", "errorMessage", "errors.*.message"
_REFUSED = re.compile(
    r"\b(?:un)?authori[sz]|authenticat|credential|forbidden|permission|access denied|not allowed|\bprivate\b"
    r"|api[ _-]?key|\btoken\b|\b(?:log|sign)[ -]?in\b|rate limit|too many requests|\b40[13]\b|\b429\b",
    re.I,
)
_UNKNOWN = re.compile(r"\bno (?:such|event|meeting|conference)\b|\bunknown\b", re.I)
_FOR_A_FEE = re.compile(
    r"\b(?:purchase|buy|rent) (?:this |the |an? )?(?:article|paper|chapter|pdf|access)"
    r"|\bget (?:full(?:[- ]text)? )?access\b|\baccess (?:this|the) (?:article|paper) (?:for|with)\b"
    r"|\b(?:log|sign)[ -]?in to (?:access|read|download|view)\b"
    r"|\b(?:via|through) your (?:institution|organi[sz]ation|library)\b|\binstitutional (?:log|sign)[ -]?in\b"
    r"|\bsubscribe to (?:access|read|download)\b",
    re.I,
)
_NEEDS_SCRIPTS = re.compile(r"javascript", re.I)
_MOUNT = "#root:empty, #app:empty, #__next:empty, #__nuxt:empty, app-root:empty"


def in_headers(headers: Mapping[str, str]) -> str:
    """The name of the wall that an answer's headers declare, or ""."""
    for header, value in headers.items():
        name, actions = _HEADERS.get(header.lower(), ("", ()))
        if value.strip().lower() in actions:
            return name
    return ""


def challenge(page: Page) -> str:
    """The name of the wall that a page is, or ""."""
    if page.format is Format.JSON:
        return _json_challenge(page)
    if page.format is not Format.HTML or page.tree is None:
        return ""
    markup = page.tree.html or ""
    if len(markup) > LARGEST_WALL:
        return ""
    certain, likely = _named(_CERTAIN, markup) or _titled(page), _named(_LIKELY, markup)
    size = readable(page) if certain or likely else 0
    return certain if certain and size < ARTICLE else likely if size < LITTLE else ""


def blocked(url: str, wall: str) -> Blocked:
    return Blocked(f"{host(url)} shows a wall for robots ({wall}) instead of the page", hint=SAVE_IT)


def suspicion(page: Page) -> BotError | None:
    """Why a page that no platform knows holds no program, if that can be told."""
    if page.format is Format.JSON:
        return _no_data(page)
    if page.format is not Format.HTML:
        return None
    name, size, heading = host(page.url), readable(page), f"{page.title} {' '.join(page.texts('h1'))}"
    if size < SHELL and (page.has("input[type=password]") or _LOGIN.search(heading)):
        return Blocked(f"{name} asks for a login instead of showing a program", hint=SAVE_IT)
    if size < ARTICLE and _MISSING.search(heading):
        return NotPublished(f"{name} says that there is no such page", hint="check the address, or come back later")
    if size < SHELL and _EARLY.search(page.text("body", default="")):
        return NotPublished(f"{name} says that its program is not out yet", hint="come back later")
    if is_shell(page):
        return LayoutChanged(f"{name} sent a page that only a browser fills in, with no program in it", hint=SAVE_IT)
    return None


def _no_data(page: Page) -> BotError | None:
    places = (*_SAID, "title") if page.has("status") else _SAID
    name, said = host(page.url), clipped(next(filter(None, (page.text(path, default="") for path in places)), ""), 200)
    if _REFUSED.search(said):
        return Blocked(f"{name} refuses to answer: {said}", hint=SAVE_IT)
    if _MISSING.search(said) or _UNKNOWN.search(said):
        return NotPublished(f"{name} has no answer: {said}", hint="check the address, or come back later")
    if _is_bare(page.tree):
        return NotPublished(f"{name} answers with an empty list", hint="come back when the program is out")
    return None


def _is_bare(tree: Any) -> bool:
    """Whether an answer is no more than an empty list and what is said about it."""
    if not isinstance(tree, dict):
        return bool(tree == [])
    values = [inner for value in tree.values() for inner in (value.values() if isinstance(value, dict) else (value,))]
    return [] in values and not any(value for value in values if isinstance(value, (list, dict)))


def is_paywall(page: Page) -> bool:
    """Whether a page stands where a paper should, and offers it to those who pay or log in."""
    return page.format is Format.HTML and bool(
        page.has("input[type=password]") or _FOR_A_FEE.search(page.text("body", default=""))
    )


def is_shell(page: Page) -> bool:
    """Whether scripts have yet to put in what the page is about."""
    waits = page.has(_MOUNT) or bool(_NEEDS_SCRIPTS.search(page.text("noscript", default="")))
    return page.has("script") and readable(page) < (ARTICLE if waits else SHELL)


def readable(page: Page) -> int:
    """How many characters of a page can be read."""
    return len(page.text("body", default=""))


def host(url: str) -> str:
    """Who answered, as an editor would say it: the host of an address, the name of a saved file."""
    try:
        return urlsplit(url).hostname or url or "the page"
    except ValueError:
        return url


def _named(marks: Mapping[str, str], markup: str) -> str:
    return next((wall for wall, mark in marks.items() if re.search(mark, markup, re.I)), "")


def _titled(page: Page) -> str:
    return next((wall for wall, titles in _TITLES.items() if re.fullmatch(titles, page.title, re.I)), "")


def _json_challenge(page: Page) -> str:
    if page.text("name", default="") == "ChallengeRequiredError":
        return "OpenReview"
    if "captcha-delivery.com/" in page.text("url", default=""):
        return "DataDome"
    return "PerimeterX" if page.has("jsClientSrc") and page.has("blockScript") else ""
