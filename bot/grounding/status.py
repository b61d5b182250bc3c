"""Words that claim a standing: in production, first, open source, at line rate. Each needs words that bear it out."""

import re
from collections.abc import Iterator

_WORKS = r"(?:code|implementation|artifacts?|datasets?|data|tools?|source|prototype|models?)"
_ONE = r"(?:the|an?|is|are|was|as|their|its|our|my|your|this|\w+'s)"
# What is claimed, and what in a source bears it out; where the second is "", only the same does.
_CLAIMS: tuple[tuple[str, str], ...] = (
    (r"production-(?:ready|grade|quality|proven|hardened)", ""),
    (r"production", ""),
    (
        r"deployed|deploys|rolled out|in (?:daily |live |active )?(?:operation|service)|in (?:daily|active|wide) use"
        r"|gone live|live traffic",
        r"deployed|deploys|deployments?|roll(?:ed|s|ing)?[ -]?out|in operation|operational|in service|in \w+ use"
        r"|adopted|live",
    ),
    (r"deployments?|deploying", r"deploy\w*"),
    (r"adopted|adoption", r"adopt\w*"),
    (
        rf"{_ONE} (?:very )?first(?!,)|first[ -]ever|first (?:\w+ ){{0,3}}to|first time",
        rf"{_ONE} (?:very )?first(?!,)|first[ -]ever|first (?:[\w-]+ ){{0,5}}to|first time",
    ),
    (r"the only|only (?:system|one|solution|approach|work|method|design)", ""),
    (
        r"open[ -]sourced|(?:is|are|as|now|fully|made) open[ -]source|(?:publicly|freely) available|made public"
        rf"|{_WORKS} (?:(?:is|are|was|were|has|have|been|now|also|fully) ){{1,4}}(?:public|available|released|open)"
        r"|on GitHub|released (?:as|under)|available (?:as|under) (?:an? )?open",
        r"open[ -]sourc(?:ed|es|ing)|(?:is|are|as|fully) open[ -]source|publicly|made public|git(?:hub|lab)|zenodo"
        rf"|(?:{_WORKS}|they|it)\b[^.]{{0,60}} (?:public|available|released|open)"
        rf"|(?:release|publish|open|share|make)\w* (?:[\w-]+ ){{0,5}}{_WORKS}",
    ),
    (r"open[ -]sourc(?:e|ing)", r"open[ -]sourc\w+"),
    (r"closed[ -]source|proprietary", ""),
    (r"(?:line|wire)[ -](?:rate|speed)", ""),
    (r"fleet[ -]?wide|(?:entire|whole|its|their|the) fleet", r"fleet"),
    (r"world-?wide|planet-scale", r"world-?wide|planet\W?\w*|globally|(?:across|around) the (?:world|globe)"),
    (r"global(?:ly)?", r"glob\w*|world-?wide|planet\W?\w*"),
    (r"hyperscale\w*", ""),
    (r"at (?:\w+ )?scale|(?:large|massive|web|internet)[ -]scale", r"\w*[ -]?scal\w+"),
    (r"real[ -]world|in the wild|in practice", r"real[ -]world|in the wild|practice|practical|real"),
    (r"state[ -]of[ -]the[ -]art", ""),
    (r"commodity|off[ -]the[ -]shelf", ""),
    (r"best[ -]paper|award\w*", ""),
    (r"generally available|general availability", ""),
    (r"by default", r"default"),
    (r"prov(?:en|ed|es|ably)", r"prov(?:en|ed|es|e|ing|ably|able)|proofs?"),
    (r"standardi[sz]\w*|ratified", r"standard\w*|ratified"),
    (r"field (?:test|trial)\w*|pilot\w*", r"field|pilot\w*"),
    (r"upstream(?:ed)?|mainline|merged into", r"upstream\w*|mainline|merged"),
    (r"ship(?:s|ped|ping)", r"ship\w*"),
)
# Claims that only their own stem bears out.
_STEMS = (
    "simulat emulat testbed test-bed prototyp commerci patent certif audit verified guarantee customer peer-review"
    " beta- user-stud case-stud benchmark lossless real-time drop-in backward downtime zero-copy unprecedent"
    " breakthrough industry-lead world-record cutting-edge impossib revolution superior"
)
# Not: request, interest, forest, harvest, contest, protest, digest, manifest, invest, suggest, arrest, latest.
_NO_SUPERLATIVE = r"(?!\w*(?:qu|ter|for|harv|cont|rot|dig|if|inv|sugg|arr|lat)est)"
_CLAIMED = re.compile(
    r"\b(?:(?:"
    + "|".join(f"(?P<c{number}>{claimed})" for number, (claimed, _) in enumerate(_CLAIMS))
    + rf"|(?P<superlative>{_NO_SUPERLATIVE}\w{{3,20}}est))(?!\w)"
    + rf"|(?P<stem>{'|'.join(_STEMS.split()).replace('-', '[ -]?')})\w*)",
    re.I,
)
_EVIDENCE = tuple(re.compile(rf"\b(?:{evidence or claimed})\b", re.I) for claimed, evidence in _CLAIMS)


def claims(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every claim of standing in a text, with the pattern of what would bear it out."""
    for match in _CLAIMED.finditer(text):
        kind = match.lastgroup or ""
        if kind.startswith("c"):
            yield match[0], _EVIDENCE[int(kind[1:])]
        else:
            yield match[0], re.compile(rf"\b{re.sub('[ -]', '[ -]?', match[kind])}", re.I)
