"""The words with which sites and interfaces say, in place of a program, that there is none or not for everybody."""

import re

from bot.page import Format, Page

FEW = 500  # characters that a plain answer of a server may have

LOGIN = re.compile(r"\b(?:sign|log)[ -]?in\b|\bsingle sign-on\b|\banmeld(?:en|ung)\b|\bconnexion\b", re.I)
LOGIN_FORM = (
    "input[type=password], input[name=SAMLRequest], form[action*='/SAML2/'], form[action*='Shibboleth.sso'],"
    " form[action*='/idp/']"
)
CREDENTIALS = re.compile(
    r"credential|\b(?:un)?authori[sz]|authenticat|accessdenied|permission|not allowed|\bprivate\b|api[ _-]?key"
    r"|\btoken\b|\b(?:log|sign)[ -]?in\b|error code: 10\d\d|\brate limit",
    re.I,
)
UNKNOWN = re.compile(r"\bno (?:such|event|meeting|conference)\b|\bunknown\b", re.I)
ERROR_FIELDS = (
    "message Message error error.message error_message errorMessage errors.*.message errors.*.type detail Code name"
)
MISSING = re.compile(
    r"\b404\b|not found|no longer (?:available|exists)|(?:does not|doesn['’]t) exist"
    r"|nicht gefunden|introuvable|no encontrad",
    re.I,
)
REFUSED = re.compile(r"\b40[13]\b|\b429\b|forbidden|unauthori[sz]ed|access denied|too many requests", re.I)
EARLY = re.compile(
    r"(?:coming|available|online|published|announced) soon|under construction|check back|stay tuned|\bTB[AD]\b"
    r"|to be (?:announced|determined|confirmed|published)|will (?:appear|follow)\b"
    r"|not yet (?:been )?(?:available|published|announced|released|online|final)"
    r"|not (?:been )?(?:available|published|announced|released|online) (?:yet|at th[ei])"
    r"|will (?:soon )?be (?:made )?(?:available|published|announced|released|posted|online|updated)"
    r"|in Kürze|demnächst|folgt (?:bald|später|noch)|prochainement|bientôt|à venir|próximamente|en breve|em breve"
    r"|即将|敬请期待|近日公開|準備中",
    re.I,
)
MAIN = "main, [role=main], article, #content, #main, .entry-content, .content"
FOR_A_FEE = re.compile(
    r"\b(?:purchase|buy|rent) (?:this |the |an? )?(?:article|paper|chapter|pdf|access)"
    r"|\bget (?:full(?:[- ]text)? )?access\b|\baccess (?:this|the) (?:article|paper) (?:for|with)\b"
    r"|\b(?:log|sign)[ -]?in to (?:access|read|download|view)\b"
    r"|\b(?:via|through) your (?:institution|organi[sz]ation|library)\b|\binstitutional (?:log|sign)[ -]?in\b"
    r"|\bsubscribe to (?:access|read|download)\b",
    re.I,
)


def said_in(page: Page) -> str:
    """What an interface or a server says in place of its data, in the fields or the few words that errors have."""
    if page.format is Format.TEXT:
        return page.raw() if len(page.raw()) < FEW else ""
    fields = f"{ERROR_FIELDS} title" if page.format is Format.XML or page.has("status") else ERROR_FIELDS
    return " ".join(text for field in fields.split() for text in page.texts(field)) if _is_plain(page) else ""


def _is_plain(page: Page) -> bool:
    return page.format is Format.XML or (page.format is Format.JSON and isinstance(page.tree, dict))
