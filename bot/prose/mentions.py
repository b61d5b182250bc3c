"""What a sentence mentions beside its statement: figures that measure, the name of its subject, where that runs."""

import re

_NUMBER = re.compile(r"(?<![\w.,/-])[~∼≤≥<>]?\d[\d,]*(?:\.\d+)?(?P<unit>\s?(?:%|×|x\b|percent\b|pp\b)|[KMBGT]\w*\b)?")
_VERSIONED = re.compile(r"(?:\b[A-Z][\w-]*|\b(?:section|version|figure|table|chapter|port|layer))\s$")

_LABELS = re.compile(
    r"(?:project )?(?:lightning talk|keynote|panel|tutorial|workshop|poster|demo|invited talk|bof|contribfest)$", re.I
)
_INTRODUCED = re.compile(
    r"\b(?:solution|system|framework|approach|method|tool|prototype|protocol), ([A-Z][\w.+-]+),|\b(?:presents?"
    r"|proposes?|introduces?|designs?|develop(?:s|ed|ing)?|implements?|called|named|calls?|describes|defines"
    r"|specifies) ([A-Z][\w.+-]+)(?=,| \()"
)

# A kind of place or machinery with at least one word that says which, after a preposition.
_NOT_A_KIND = (
    r"(?:the|an?|of|in|for|to|and|or|with|our|their|its|his|her|this|that|these|those|on|by|as|is|are|from|which"
    r"|under|using|across|we|it|be|at|has|have|can|both|such|via|into|than|more|other|existing|new|when|while|not"
    r"|current|many|different|various|any|your|my|multiple|healthy|simplified|neural|recurrent|convolutional|graph"
    r"|deep|adversarial|social|[a-z]+ing)"
)
_SETTING = re.compile(
    r"\b(?:in|on|at|across|within|over|for|from|under|our|using|with|of|through) (?:an? |the |all |our )?"
    rf"(?P<words>(?:(?:up to|over|more than|about|at least) )?(?:(?!{_NOT_A_KIND}\b)(?:[\w/&’'.-]+|O\(\w+\)) ){{1,4}}"
    r"(?:environments?|deployments|(?<=production )deployment|(?<=test )deployment|testbeds?|clusters?"
    r"|data ?cent(?:er|re)s?|clouds?|networks|fabrics|regions|CPU cores|FPGAs|(?<=\d )GPUs|(?<=\d [A-Z]\d\d\d )GPUs"
    r"|switches|devices|servers|phones|WANs?|traces|backbones?|supercomputers?"
    r"|browsers?)(?: of [A-Z][\w-]+(?: [A-Z][\w-]+)?)?)(?=[,.;:)]|$|\s\(|\s(?:and|or|to|for|with|by|that|which|where"
    r"|in|on|at|of|from|as|is|are|has|have|can|will|using|while|when|without|across|under|—|–|-)\b)"
)


def measures(text: str) -> tuple[str, ...]:
    """The numbers that measure something; not versions, years, or the numbers of documents."""
    return tuple(
        number[0].strip()
        for number in _NUMBER.finditer(text)
        if number["unit"]
        or not (re.fullmatch(r"(?:19|20)\d\d", number[0]) or _VERSIONED.search(text[: number.start()]))
    )


def named(title: str, text: str) -> str:
    """The name that a contribution gives its subject, such as "Falcon"; "" where neither title nor text shows one."""
    parts = [part.strip() for part in title.split(":")]
    heads = [part for part in parts[:-1] if part and not is_label(part) and len(part.split()) <= 4]
    introduced = _INTRODUCED.search(text)
    names = (
        *(name for head in heads for name in (head, head.split()[-1])),
        *(introduced.groups() if introduced else ()),
    )
    return next((name for name in names if name and name in text), "")


def is_label(part: str) -> bool:
    """Whether the part of a title before a colon says what kind of contribution it is."""
    return bool(_LABELS.search(part))


def settings(sentence: str) -> tuple[str, ...]:
    """The words with which a sentence names where something runs: "a production cloud", "up to 128 H100 GPUs"."""
    return tuple(match["words"] for match in _SETTING.finditer(sentence))
