"""Adds to picks what others know of them: passages and links, from the enrichers in config.yml's order.

What the program says stays as it is: an abstract is added where there is none, a link where none is so called. The
paper itself is read from an open PDF that is certainly this paper's, wherever it lies; readers are then shown that one.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from bot import plugins
from bot.enrich import paper
from bot.enrich.links import checked
from bot.enrich.purse import Purse
from bot.enrich.tell import Lookup, findings
from bot.enrichers import FAILURES, Enricher, Known, Reached, failed
from bot.model import Contribution, Depth, Finding, Pick
from bot.web import Web

AT_A_TIME = 8  # threads; each host still sees no more than its limits allow
MEAGRE = 200  # characters; less is no abstract
PAPERS = ("pdf", "paper", "preprint")  # links that may lead to the paper itself
BESIDE = ("slides", "poster", "supplement", "supp", "handout", "video", "code")


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """How far looking into a pick has come. `waiting` are PDFs to be tried, `tried` those that were."""

    pick: Pick
    lookups: tuple[Lookup, ...] = ()
    waiting: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def contribution(self) -> Contribution:
        return self.pick.contribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Enriched:
    """The picks, and for each, by contribution id, who was asked and what came of it."""

    picks: tuple[Pick, ...]
    lookups: dict[str, tuple[Lookup, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    requests: int = 0

    @property
    def whole(self) -> int:
        """How many papers were read."""
        return sum(has_full_text(pick.contribution) for pick in self.picks)


def enrich(picks: Sequence[Pick], enrichers: Sequence[str], web: Web, most_requests: int) -> Enriched:
    """The picks with what was found. With no enrichers nothing is asked, and nothing changes."""
    if not enrichers:
        return Enriched(picks=tuple(picks))
    purse = Purse(web, most_requests)
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        looked = [Looked(pick=pick, waiting=papers(pick.contribution)) for pick in picks]
        looked = list(pool.map(partial(with_paper, web=purse), looked))
        for name in enrichers:
            looked = asked(looked, name, purse, pool)
            looked = list(pool.map(partial(with_paper, web=purse), looked))
        looked = list(pool.map(partial(with_checked_links, web=purse), looked))
    told = {each.contribution.id: each.lookups for each in looked}
    unread = {each.contribution.id: each.contribution.title for each in looked if not has_full_text(each.contribution)}
    gone = [finding for each in looked for finding in each.findings]
    return Enriched(
        picks=tuple(each.pick for each in looked),
        lookups=told,
        findings=(*findings(told, unread), *gone),
        requests=purse.spent,
    )


def asked(looked: Sequence[Looked], name: str, web: Web, pool: ThreadPoolExecutor) -> list[Looked]:
    """The picks with what one enricher knows of those that want something."""
    enricher = cast(Enricher, plugins.load("enrichers", name))
    wanting = [each.contribution for each in looked if not is_whole(each.contribution)]
    groups = [wanting[at : at + enricher.AT_ONCE] for at in range(0, len(wanting), enricher.AT_ONCE)]
    answers = [known for group in pool.map(partial(answered, enricher, web=web), groups) for known in group]
    told = {one.id: known for one, known in zip(wanting, answers, strict=True)}
    return [added(each, name, told[each.contribution.id]) if each.contribution.id in told else each for each in looked]


def answered(enricher: Enricher, group: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    try:
        return enricher.enrich(group, web)
    except FAILURES as error:
        return (failed(error),) * len(group)


# ---- what is added


def added(looked: Looked, by: str, known: Known) -> Looked:
    """The pick with what is known and it has not; a PDF waits until it is read."""
    contribution = looked.contribution
    abstract = [each for each in known.passages if each.part != Depth.FULL_TEXT and not has_abstract(contribution)]
    full_text = [each for each in known.passages if each.part == Depth.FULL_TEXT and not has_full_text(contribution)]
    contribution = replace(
        contribution,
        passages=(*abstract, *contribution.passages, *full_text),
        links={**_fitting(known.links, contribution), **contribution.links},
    )
    new = known.pdf and known.pdf not in (*looked.tried, *looked.waiting)
    return replace(
        looked,
        pick=replace(looked.pick, contribution=contribution),
        lookups=(*looked.lookups, Lookup(by=by, known=known)),
        waiting=(*looked.waiting, known.pdf) if new else looked.waiting,
    )


def _fitting(links: Mapping[str, str], contribution: Contribution) -> dict[str, str]:
    """Links without a page where the program names one."""
    return {name: url for name, url in links.items() if name != "page" or not contribution.url}


def with_paper(looked: Looked, web: Web) -> Looked:
    """The pick with the paper from the first of its PDFs that is the paper."""
    for address in looked.waiting:
        looked = replace(looked, tried=(*looked.tried, address))
        if not has_full_text(looked.contribution):
            known = paper.read(looked.contribution, address, web)
            own = address in looked.contribution.links.values()
            looked = linked(added(looked, "pdf", known if own else replace(known, links={})), address, known)
    return replace(looked, waiting=())


def linked(looked: Looked, address: str, known: Known) -> Looked:
    """The paper's real PDF is the one that is shown; what only claimed to be it is called what it is."""
    links = dict(looked.contribution.links)
    if known.reached is Reached.READ:
        links["pdf"] = known.pdf
    elif known.links and links.get("pdf") == address:
        del links["pdf"]
    contribution = replace(looked.contribution, links=links)
    return replace(looked, pick=replace(looked.pick, contribution=contribution))


def with_checked_links(looked: Looked, web: Purse) -> Looked:
    contribution, gone = checked(looked.contribution, web)
    return replace(looked, pick=replace(looked.pick, contribution=contribution), findings=gone)


# ---- what there is


def papers(contribution: Contribution) -> tuple[str, ...]:
    """Where the program says that the paper is."""
    links = contribution.links
    named = [links[name] for name in PAPERS if name in links]
    others = [url for name, url in links.items() if name not in BESIDE]
    pdfs = [url for url in (*others, contribution.url) if url.lower().partition("?")[0].endswith(".pdf")]
    return tuple(dict.fromkeys((*named, *pdfs)))


def is_whole(contribution: Contribution) -> bool:
    return has_abstract(contribution) and has_full_text(contribution)


def has_abstract(contribution: Contribution) -> bool:
    return any(len(each.text) >= MEAGRE for each in contribution.passages if each.part != Depth.FULL_TEXT)


def has_full_text(contribution: Contribution) -> bool:
    return any(each.part == Depth.FULL_TEXT for each in contribution.passages)
