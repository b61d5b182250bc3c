"""How Markdown's tokens become HTML: no tag of the page's own, no image, links only where they are safe."""

import re
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.publish.links import closing, is_link, is_safe, opening
from bot.publish.quick import quick
from bot.text import COMMENT, visible, without

Env = MutableMapping[str, Any]
Tokens = Sequence[Token]

_ADDRESS = re.compile(r"https?://[^\s<>\"“”]*[^\s<>\"“”'’.,;:!?)\]}…]")
_UNIT = re.compile(r" (?<=\d )(?=%|(?:°C|[kKMGTP]?(?:bps|B|B/s|b/s|Hz|W|V)|[nµmk]?(?:s|m)|percent)\b)")


@lru_cache(maxsize=64)
def parser(*left_out: str) -> MarkdownIt:
    """CommonMark with tables, without some rules. It knows HTML only so that a rule can make text of it."""
    made = MarkdownIt("commonmark", {"html": True})
    made.block.ruler.before("table", "quick", quick)
    made.enable(["table", "strikethrough"]).disable(["image", *left_out])
    made.validateLink = is_link  # type: ignore[method-assign, assignment]
    rules = {
        "text": _text,
        "text_special": _text,
        "link_open": _link_open,
        "link_close": _link_close,
        "html_block": _html,
        "html_inline": _html,
        "fence": _fence,
        "table_open": _table_open,
        "table_close": _table_close,
        "th_open": _cell_open,
        "th_close": _cell_close,
        "td_open": _cell_open,
        "ready": _ready,
    }
    made.renderer.rules.update(rules)  # type: ignore[attr-defined]
    return made


def shown(text: str) -> str:
    """Text as HTML. A number and its unit stay on one line."""
    return escape(_UNIT.sub("\N{NO-BREAK SPACE}", text), quote=False)


def linked(address: str, label: str) -> str:
    """A link whose label is text."""
    if not is_safe(address):
        return shown(f"[{label}]({address})")
    opened = opening(address, label)
    return f"{opened}{shown(label)}{closing(opened)}"


def ready(html: str) -> Token:
    """A token that is HTML already."""
    return Token("ready", "", 0, content=html)


def _ready(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    return tokens[at].content


def _text(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    """Text, its bare addresses as links, as GitHub shows them."""
    text = tokens[at].content
    text = text if text.isprintable() else visible(text)  # an entity may stand for what nobody sees
    if "://" not in text or env.get("links"):
        return shown(text)
    parts, end = [], 0
    for match in _ADDRESS.finditer(text):
        if is_safe(match.group()):
            parts += [shown(text[end : match.start()]), linked(match.group(), match.group())]
            end = match.end()
    return "".join(parts) + shown(text[end:])


def _link_open(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    end = next(other for other in range(at, len(tokens)) if tokens[other].type == "link_close")
    label = without(visible("".join(token.content for token in tokens[at:end])), COMMENT)
    opened = opening(str(tokens[at].attrs["href"]), label)
    env["links"].append(closing(opened))
    return opened


def _link_close(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    return str(env["links"].pop())


def _html(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    """A tag as the text that it is; a comment is an editor's note to editors."""
    text = escape(without(tokens[at].content, COMMENT))
    return f"<p>{text.strip()}</p>\n" if tokens[at].type == "html_block" and text.strip() else text.strip("\n")


def _fence(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    """Code, whatever language it says that it is in."""
    return f"<pre><code>{escape(tokens[at].content)}</code></pre>\n"


def _table_open(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    return '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n'


def _cell_open(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    """A cell of a table, aligned by the style sheet: the policy lets no style stand in a tag. What heads nothing is no
    heading."""
    side = str(tokens[at].attrs.get("style", "")).removeprefix("text-align:")
    tag = _tag(tokens[at], tokens[at + 1])
    return f'<{tag} class="{side}">' if side else f"<{tag}>"


def _cell_close(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    return f"</{_tag(tokens[at], tokens[at - 1])}>\n"


def _tag(cell: Token, inside: Token) -> str:
    return cell.tag if any(each.content.strip() for each in inside.children or ()) else "td"


def _table_close(tokens: Tokens, at: int, options: Any, env: Env) -> str:
    return "</table></div>\n"
