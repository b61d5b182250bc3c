"""Tells sentences of an abstract apart by what they do: state a problem, announce, explain, report, set the scene."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.prose.mentions import measures, named
from bot.prose.shorten import shorten
from bot.prose.sift import is_quotable, sift, unsifted


class Zone(StrEnum):
    PROBLEM = "problem"
    ANNOUNCEMENT = "announcement"
    METHOD = "method"
    RESULT = "result"
    SCOPE = "scope"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence: as its source has it, shortened, where it stands, and how much it does of what.

    `leans` says that it can't be understood without the sentence before it.
    """

    quotes: tuple[str, ...]
    text: str
    place: int
    leans: bool
    figures: int
    weights: Mapping[Zone, float]

    @property
    def words(self) -> int:
        return len(self.text.split())


_SELF = (
    r"(?:we|i|this (?:\w+[- ]){0,2}(?:paper|work|article|study|document|draft|memo|note|specification|talk|session"
    r"|presentation|tutorial|workshop|panel|demo|poster|lecture|keynote|report)|the (?:paper|authors?|talk|document"
    r"|session|presentation|speakers?|panel|workshop|tutorial)|panelists)"
)
_FOUND = (
    r"(?:present|propos|introduc|describ|defin|specif|develop|design|buil[dt]|report|unveil|releas|advocat|explor"
    r"|examin|stud(?:y|ie)|investigat|analy[sz]|discuss|outlin|provid|cover|establish|offer|advance|extend|revisit"
    r"|envision|rethink|shar[ei]|walk|explain|look|dive|dig|unpack|recap|demo|show|demonstrat|argu|identif|highlight"
    r"|aim|focus|address|take|creat|implement|formali[sz]|regist|bring|trace|guide|give|tell|about|speak|talk)"
)
# Each zone's cues and what one counts.
_CUES: dict[Zone, tuple[tuple[str, float], ...]] = {
    Zone.PROBLEM: (
        (r"^(?:however|unfortunately|despite|but|yet)\b|, however,|\byet\b", 1.5),
        (r"\b(?:challeng\w*|bottleneck|suffers?|struggl\w*|fail(?:s|ed|ing)? (?:to|short)|fall(?:s|ing)? short"
         r"|lacks?|lacking|limits?|limited|limitations?|limiting|problems?|inefficien\w*|insufficient|impractical"
         r"|prohibitive\w*|suboptimal|sub-optimal)\b", 1.4),
        (r"\b(?:difficult\w*|costly|expensive|error-prone|hard to|vulnerab\w*|threats?|attacks?|trade-?offs?"
         r"|unexplored|overlook\w*|remains?|cannot|can['’]t|not supported|no sign|few known|complex\w*|overheads?"
         r"|degrad\w*|incur\w*|burden\w*|gaps?|risks?|impair\w*|prone|outages?|unaware|unavailab\w*|concern"
         r"|drawbacks?|issues?|intimidating|overwhelming|broken|stuck|lock-in|failures?|bugs?|fragment\w*|exceed\w*"
         r"|impossible|opaque|inconsisten\w*|intensif\w*|critical|defects?)\b", 0.8),
        (r"\b(?:demands?|increasing(?:ly)?|growing|rapid(?:ly)?|essential|need(?:s|ed)?|requires?|important"
         r"|unprecedented|pressing|scal(?:e|es|ing)|as [\w -]{3,40} (?:scales?|grows?|evolves?|increases?))\b", 0.4),
    ),
    Zone.ANNOUNCEMENT: (
        (rf"\b{_SELF}\b(?:['’]\w+)?(?! also| further)(?: \w+){{0,4}}? {_FOUND}\w*", 2.0),
        (r"\b(?:we|this (?:paper|work|talk|document|draft|memo|specification)) (?!also|further)(?:\w+ )?(?:present"
         r"|propose|introduce|specif(?:y|ies)|define|describe)", 1.2),
        (rf"\bwill (?:also )?{_FOUND}|\byou(?: will|['’]ll) (?:learn|see|discover|hear)\b", 1.5),
        (r"^in this (?:\w+ ){0,2}(?:paper|work|talk|session|tutorial|study|presentation|workshop|discussion)\b", 1.0),
        (r"^(?:our|the proposed) (?:work|approach|system|solution|framework|method|tool|project)\b", 1.5),
        (r"^(?:in addition to|more specifically|specifically|in particular)\b", -1.5),
        (r"^to (?:this end|address|tackle|solve|overcome|bridge|fill)\b", 0.8),
        (r"\b(?:novel|new|first|framework|system|approach|method|architecture|protocol|algorithm|scheme"
         r"|called)\b", 0.3),
    ),
    Zone.METHOD: (
        (r"\b(?:leverag\w+|consists? of|composed of|comprises?|at (?:its|the) core|key (?:idea|insights?"
         r"|innovations?|design)|works by|innovations?|techniques?|mechanisms?|algorithms?|decoupl\w+|partition\w*"
         r"|integrat\w+|employ\w*|adopts?|harness\w*|co-design\w*|exploit\w*|translat\w+|utili[sz]\w+"
         r"|architecture)\b", 1.0),
        (r"\b(?:by \w+ing|through \w+|via|based on|combin\w+|using|uses?|model(?:s|ed)?|layers?|encod\w+|embed\w*"
         r"|introduc\w+|implement\w*|design\w*|develop\w*|protocol|binds?|extension|format|maintain\w*|enabl\w+"
         r"|provid\w+|dynamic\w*|achieved by|obtained|signed|defines?|steps?|allow\w*|walk\w*|demo\w*|patterns?|live"
         r"|conduct\w*|perform(?:s|ed)?|analysis|appl(?:y|ies)|replac\w+|built|migrat\w+)\b", 0.5),
    ),
    Zone.RESULT: (
        (r"\b(?:achiev\w+|improv\w+|outperform\w*|speed-?ups?|reduc\w+|accelerat\w+|sav(?:es?|ed|ings?)|increas(?:es"
         r"|ed)|decreas\w+|deliver\w*|boost\w*|lower(?:s|ed)?|faster|drop(?:s|ped)|cut(?:s)? |resolves|converges?"
         r"|exceed\w*|reach(?:es|ed)?)\b", 0.6),
        (r"\b(?:evaluations?|experiments?|results?|we (?:show|find|found|demonstrate)|findings?|benchmarks?"
         r"|prove[ns]?|observed|uncover(?:ed)?|lessons|insights)\b", 0.9),
        (r"\bto (?:our|the best of our) knowledge\b|\bis the first\b", 1.4),
        (r"\b(?:show|demonstrate|reveal|prove|find|found|confirm|indicate|suggest)(?:s|ed)? (?:that|it|how"
         r"|an?)\b", 0.6),
        (r"\b(?:up to|compared (?:to|with)|on average|state[- ]of[- ]the[- ]art|baselines?|at most|at least"
         r"|over \d+)\b", 0.6),
    ),
    Zone.SCOPE: (
        (r"\bthis (?:session|talk|workshop|tutorial|panel) is (?:designed|aimed|intended) (?:for|at)\b", 1.5),
        (r"\b(?:in production|deployed|production deployment|deployments (?:at|in|across|of)|production(?:-ready"
         r"|-level)?|operational for|used on a daily|in use|adopted|available (?:at|on|from)|publicly available"
         r"|open[- ]sourced?|github\.com|updates rfc|obsoletes|applicab\w+)\b", 1.3),
        (r"\b(?:prototyp\w+|implement\w*)\b.* (?:on|over|using|with|in|based on|atop) ", 1.0),
        (r"\b(?:testbed|real-world|commodity|prototype|fleet|simulat\w+|emulation|case stud(?:y|ies)|use cases?"
         r"|customers?)\b", 0.6),
        (r"\b(?:data ?cent(?:er|re)s?|clusters?|cloud|regions|traces|hardware|gpus|fpga|switches|servers"
         r"|environments?|infrastructure|networks?)\b", 0.2),
        (r"\b(?:applies|scope|compatible|agnostic|seamless\w*|existing infrastructure|suitable|intended"
         r"|designed (?:for|to work)|targets?|limited to|no modifications?|without (?:any )?(?:modif|chang)\w*"
         r"|not rely on|independent of|constrained|attendees with|used (?:by|for|in|to)|useful|support(?:s|ing)?"
         r"|requir(?:es|ing)|focus(?:es)?|for (?:\w+ )?teams|aimed at)\b", 0.7),
    ),
}  # fmt: skip
_PATTERNS = {zone: tuple((re.compile(cue), weight) for cue, weight in cues) for zone, cues in _CUES.items()}
# In how many forms a cue counts.
_COUNTED = {zone: 1 if zone is Zone.ANNOUNCEMENT else 2 for zone in Zone}
# What a listener is promised to feel afterwards says nothing of the contribution.
_PROMISE = re.compile(
    r"\b(?:walk away|come away|leave with|leave knowing|you['’]ll leave|with confidence|the confidence to"
    r"|by the end of|takeaways?|actionable|practical (?:insights|tips|next steps|guidance)|whether you|for anyone"
    r"|behind-the-scenes|sneak peek|clear roadmap|fresh eyes|new passion|in an instant)\b",
    re.I,
)

_POINTERS = r"(?:its?|they|their|them|this|that|these|those|such|the (?:former|latter|above|same))"
_LEANS = re.compile(
    rf"(?:{_POINTERS}|he|she|both|each|one of|another|others|since then|for (?:example|instance)|because of this"
    r"|among them|of these|the (?:other|two|three)"
    # A pointer among the first words, or after an opening that names nothing it could mean.
    rf"|(?:\w+ing|to \w+|despite|given|with|for|in|of|by|from|due to|because of|as)(?: \w+){{0,3}}? {_POINTERS}"
    r"|(?:to|during|by|in|with|for|through|from|at|on|based on|rather than) [^,]{3,140}, (?:it|they))\b"
    # "This paper" and "this year" point at nothing before.
    r"(?! (?:(?:\w+ ){0,2}?(?:paper|work|article|study|document|draft|memo|note|specification|talk|session"
    r"|presentation|tutorial|workshop|panel|lecture|keynote|poster|demo|report|year|is because)\b"
    r"|is (?:the )?(?:first|your chance)))",
    re.I,
)

_IT = re.compile(r"(?:(?<=^)|(?<=, ))its?(?= )", re.I)
_THIS_THING = re.compile(
    r"^(?:This|These) (?=((?:[\w-]+ )?(?:approach|strategy|design|method|mechanism|system|framework|architecture"
    r"|technique|protocol|scheme|solution|tool|model|format|extension|algorithm|abstraction|library|platform|pattern"
    r"|innovation|identifier|header|payload type)s?\b))"
)


def read(text: str, title: str, people: Sequence[str] = ()) -> tuple[Sentence, ...]:
    """The sentences of a text that say something, in order, each weighed."""
    name = named(title, text)
    found: list[Sentence] = []
    for place, quote, told in sift(text, people):
        short = shorten(told)
        count = len(measures(short))
        sentence = Sentence(
            quotes=(quote,),
            text=short,
            place=place,
            leans=bool(_LEANS.match(short)),
            figures=count,
            weights=_weigh(told, name, count),
        )
        found.append(_anchored(sentence, found[-1], name) if sentence.leans and found else sentence)
    return tuple(found)


def announced(text: str, title: str) -> str:
    """The sentence that announces most of what a text is about, shortened; "" where nothing in it says anything."""
    name = named(title, text)
    best_first = sorted(unsifted(text), key=lambda each: 0.1 * each[0] - _announces(each[2], name))
    return next((shorten(told) for _, quote, told in best_first if is_quotable(quote, told)), "")


def _announces(text: str, name: str) -> float:
    """How much a sentence says what the contribution is."""
    low = text.lower()
    weight = _cued(low, Zone.ANNOUNCEMENT)
    if name and name in text:
        weight += 2.2 if re.match(rf"(?:The )?{re.escape(name)}(?:, | is | are )", text) else 0.7
    return weight - 2 if _promises(low) else weight


def _anchored(sentence: Sentence, before: Sentence, name: str) -> Sentence:
    """The sentence with what it points at named, where only the thing just announced can be meant."""
    announced = before.weights[Zone.ANNOUNCEMENT] >= 2 or bool(name and before.text.startswith(name))
    if before.place != sentence.place - 1 or not announced:
        return sentence
    text = _THIS_THING.sub("The ", sentence.text)
    if name and name in before.text:
        text = _IT.sub(lambda it: f"{name}’s" if it[0].lower() == "its" else name, text, count=1)
    if text == sentence.text:
        return sentence
    return replace(sentence, text=text, leans=False, quotes=(*before.quotes, *sentence.quotes))


def _weigh(text: str, name: str, figures: int) -> dict[Zone, float]:
    low = text.lower()
    weights = {zone: _cued(low, zone) for zone in Zone if zone is not Zone.ANNOUNCEMENT}
    weights[Zone.PROBLEM] += min(0.8, 0.4 * figures) - (0.7 if name and name in text else 0)
    if _promises(low):
        weights = {zone: weight - 2 for zone, weight in weights.items()}
    return weights | {Zone.ANNOUNCEMENT: _announces(text, name)}


def _cued(low: str, zone: Zone) -> float:
    return sum(weight * min(_COUNTED[zone], len(set(cue.findall(low)))) for cue, weight in _PATTERNS[zone])


def _promises(low: str) -> bool:
    """Whether most of it promises what a listener will feel."""
    promise = _PROMISE.search(low)
    return promise is not None and promise.start() * 2 < len(low)
