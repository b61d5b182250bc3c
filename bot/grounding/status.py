"""Words that claim a standing for a work: in production, first, open source, at line rate. Each needs words that bear it out."""

import re
from collections.abc import Iterator

# What is claimed, and what in a source bears it out; without a second pattern, only the same does.
_CLAIMS: tuple[tuple[str, str], ...] = (
    (r"production-(?:ready|grade|quality|proven|hardened)", r"production-(?:ready|grade|quality|proven|hardened)"),
    (r"production", r"production"),
    (r"deployed|deploys|rolled out|in (?:daily |live |active )?(?:operation|service)|gone live|live traffic|in daily use",
     r"deployed|deploys|deployments?|roll(?:ed|s|ing)?[ -]?out|in operation|operational|in service|in production|adopted|live"),
    (r"deployments?|deploying", r"deploy\w*"),
    (r"adopted|adoption", r"adopt\w*"),
    (r"(?:the|an?|is|are|was|as|their|its|our|this|world's|industry's) (?:very )?first(?!,)|first[ -]ever|first (?:\w+ ){0,3}to|first time",
     r"(?:the|an?|is|are|was|as|their|its|our|my|your|this|\w+'s) (?:very )?first(?!,)|first[ -]ever|first (?:[\w-]+ ){0,5}to|first time"),
    (r"the only|only (?:system|one|solution|approach|work|method|design)", r"the only|only (?:system|one|solution|approach|work|method|design)"),
    (r"open[ -]sourced|(?:is|are|as|now|fully|made) open[ -]source|publicly available|freely available|made public|on GitHub"
     r"|(?:code|implementation|artifacts?|datasets?|data|tools?|source|prototype|models?) (?:is |are |was |were |has been |have been )"
     r"(?:now |also |fully )*(?:public|available|released|open)|released (?:as|under)|available (?:as|under) (?:an? )?open",
     r"open[ -]sourc(?:ed|es|ing)|(?:is|are|as|fully) open[ -]source|publicly|made public|git(?:hub|lab)|zenodo"
     r"|(?:code|implementation|artifacts?|datasets?|data|tools?|source|prototype|models?|they|it)\b[^.]{0,60} (?:public|available|released|open)"
     r"|(?:release|publish|open|share|make)\w* (?:[\w-]+ ){0,5}(?:code|implementation|artifacts?|datasets?|data|traces?|tools?|models?)"),
    (r"closed[ -]source|proprietary", r"closed[ -]source|proprietary"),
    (r"open[ -]sourc(?:e|ing)", r"open[ -]sourc\w+"),
    (r"(?:line|wire)[ -](?:rate|speed)", r"(?:line|wire)[ -](?:rate|speed)"),
    (r"fleet[ -]?wide|(?:entire|whole|its|their|the) fleet", r"fleet"),
    (r"world-?wide|planet-scale", r"world-?wide|planet\W?\w*|globally|(?:across|around) the (?:world|globe)"),
    (r"global(?:ly)?", r"glob\w*|world-?wide|planet\W?\w*"),
    (r"hyperscale\w*", r"hyperscale\w*"),
    (r"at (?:\w+ )?scale|(?:large|massive|web|internet)[ -]scale", r"\w*[ -]?scal\w+"),
    (r"real[ -]world|in the wild|in practice", r"real[ -]world|in the wild|practice|practical|real"),
    (r"state[ -]of[ -]the[ -]art", r"state[ -]of[ -]the[ -]art"),
    (r"commodity|off[ -]the[ -]shelf", r"commodity|off[ -]the[ -]shelf"),
    (r"best[ -]paper|award\w*", r"best[ -]paper|award\w*"),
    (r"generally available|general availability", r"generally available|general availability"),
    (r"by default", r"by default|default"),
    (r"prov(?:en|ed|es|ably)", r"prov(?:en|ed|es|e|ing|ably|able)|proofs?"),
    (r"standardi[sz]\w*|ratified", r"standard\w*|ratified"),
    (r"field (?:test|trial)\w*|pilot\w*", r"field|pilot\w*"),
    (r"upstream(?:ed)?|mainline|merged into", r"upstream\w*|mainline|merged"),
    (r"ship(?:s|ped|ping)", r"ship\w*"),
)  # fmt: skip
# Claims that only their own stem bears out.
_STEMS = (
    "simulat emulat testbed test-bed prototyp commerci patent certif audit verified guarantee customer peer-review beta-"
    " user-stud case-stud benchmark loss-?less real-?time drop-in backward downtime zero-copy unprecedent breakthrough"
    " industry-lead world-record cutting-edge award-win impossib revolution superior"
).split()
_SAID = re.compile(
    r"\b(?:(?:"
    + "|".join(f"(?P<c{number}>{said})" for number, (said, _) in enumerate(_CLAIMS))
    + r"|(?P<superlative>(?!\w*(?:qu|ter|for|har|ont|rot|di|if|inv|sugg|arr|att)est)\w{3,20}est))(?!\w)"
    + rf"|(?P<stem>{'|'.join(_STEMS)})\w*)",
    re.I,
)
_EVIDENCE = tuple(re.compile(rf"\b(?:{evidence})\b", re.I) for _, evidence in _CLAIMS)


def claims(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every claim of standing in a text, with the pattern of what would bear it out."""
    for match in _SAID.finditer(text):
        kind = match.lastgroup or ""
        if kind.startswith("c"):
            yield match[0], _EVIDENCE[int(kind[1:])]
        else:
            own = match[kind].replace("-", "-? ?").replace("-? ??", "-? ?")
            yield match[0], re.compile(rf"\b{own}", re.I)
