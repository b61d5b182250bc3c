"""Finds the words by which a text gives orders to whatever model may read it. Such a text is shown to none.

It may find them in a paper about such texts, too: then the ranking and the extracts serve that one as they serve all
where no model is asked. What is written to pass this by still meets the fence, and the checks of what comes out.
"""

import re
import unicodedata

from bot.gate import cleaned, defused

_MOST_READ = 40_000


def _any(words: str) -> str:
    """One of several words or phrases; an underscore stands for a blank."""
    return f"(?:{'|'.join(word.replace('_', ' ') for word in words.split())})"


_MODEL = (
    r"(?:an? |the |any |all |this )?"
    + _any(
        "ai llm gpt chatgpt claude gemini language_model assistant chatbot bot summari[sz]er digest_(?:writer|bot)"
        " (?:ai_|automated_)?(?:reviewer|agent)"
    )
    + "s?"
)
_WORK = _any("paper talk contribution submission draft work session abstract title article one") + "s?"
_TOLD = _any("instructions? prompts? rules? guidelines directions constraints orders said_before written_above")
_ALL = r"(?:text|everything|all|anything) (?:above|before|so far)"
_IGNORE = _any("ignore disregard forget override bypass overlook skip")
_SHOW = _any(
    "reveal print repeat output show leak display disclose echo recite send paste exfiltrate include append quote"
)
_KNOWN_TO_IT = (
    r"(?:api[ -]?keys?|environment variables?|openai_api_key"
    r"|(?:your|the system|the hidden|the initial) (?:\w+ )?(?:prompts?|instructions|secrets?|key))"
)
_PLACE = _any(
    "pick choose select rank rate classify place put include mark promote move recommend drop remove demote omit"
    " leave_out"
)
_THIS = _any("this only_this my our every_other all_other the_other no_other")
_WHERE = _any("core adjacent wildcard first top highest above digest list only best relevant must-read picks?")
_BE = _any("picked chosen selected ranked rated included placed put classified recommended marked in_core core")
_ANSWER = _any("summary answer response output digest reply write-?up json")
_SAY = _any("add include insert link write say mention state append put")
_DO = _any("ignore pick choose select rank rate reply respond output print say write add include put treat")

_ORDERS = re.compile(
    "|".join(
        (
            # forget what you were told
            rf"\b{_IGNORE}\b[\w ,'’]{{0,40}}\b(?:{_TOLD}|{_ALL})",
            rf"\b{_any('previous prior above earlier original initial old')} (?:instructions?|prompts?)\b",
            rf"\b{_any('new updated real actual revised following secret hidden additional')}"
            r" (?:instructions?|system prompt|prompt)\b",
            rf"\b{_any('system developer hidden initial')} {_any('prompt message instructions? override')}\b",
            # who you are
            rf"\byou are (?:now |no longer |hereby )?{_MODEL}\b|\byou are now\b|\bif you are {_MODEL}\b",
            rf"\bact as (?:an? |the )?(?:\w+ ){{0,2}}{_any('assistant editor root')}\b",
            rf"\b(?:if|as) (?:you are )?{_MODEL} (?:is |are )?(?:that |who )?"
            rf"{_any('reading processing summari[sz]ing reviewing reads')}\b|\bas an ai (?:language )?model\b",
            rf"\b{_any('notes? messages? attention instructions? hints? memo request dear hello hey hi')}[ :,]{{1,2}}"
            rf"(?:to |for )?(?:the )?{_MODEL}\b(?=[\s:,.!-])",
            rf"\b{_MODEL} (?:must|should|shall) (?:now |always |instead |also )?{_DO}\b",
            # another's turn to speak
            r"(?:^|\n|[.!?\]>] ?)\s*(?:assistant|system|user|developer|human|ai)\s*:\s",
            r"<[|｜][\w ]{1,30}[|｜]>|\[/?(?:INST|SYS)\]|<</?SYS>>|</?(?:start|end)_of_turn>|>>>|<<<",
            r"</?(?:system|assistant|instructions?|tool_call)>",
            rf"\b(?:begin|end|start) (?:of )?{_any('system instructions? prompt material untrusted quoted')}\b",
            rf"\b{_any('developer debug god dan maintenance admin')} mode\b(?= (?:on|enabled|activated|is)|[.:,]|$)",
            # tell what you know
            rf"\b{_SHOW}\b[\w ,'’]{{0,30}}\b{_KNOWN_TO_IT}\b",
            # choose so
            rf"\b{_PLACE}\b[\w ]{{0,12}}\b{_THIS}(?: \w+){{0,2}} {_WORK}\b[^.\n]{{0,60}}\b{_WHERE}\b",
            rf"\b(?:this|our|my) (?:\w+ )?{_WORK} {_any('must should has_to needs_to shall is_to')}"
            rf" (?:always |definitely )?be {_BE}\b",
            # write so
            r"\b(?:respond|reply|answer) (?:only|just|instead|now|always) with\b|\boutput only\b",
            rf"\breturn (?:an )?empty\b|\b{_any('write say state reply respond mention')} (?:exactly|verbatim)"
            r"(?: what i\b|:| [“\"'])",
            rf"\b(?:in|to|at the end of|into) (?:your|the) {_ANSWER}\b[^.\n]{{0,40}}\b{_SAY}\b",
            rf"\b{_SAY}\b[^\n]{{0,80}}\b(?:in|to|at the end of|into) (?:your|the) {_ANSWER}\b",
            r"!\[[^\]\n]{0,200}\]\(|\b(?:decode|rot13|base64)\b[^.\n]{0,40}\b(?:and|then)"
            rf" {_any('follow execute obey do run act')}\b",
            # do so
            r"\b(?:curl|wget) https?://\S+|\brm -rf\b|\bos\.system\(|\$\((?:curl|cat|env)\b",
            rf"^/{_any('drop add regenerate promote demote move unlock')}\b",
            # and the first of these in other languages
            r"\b(?:ignor(?:e|ez|iere|ieren sie|a|ar|are)|vergiss|oublie[rz]?|olvida)\b[^.\n]{0,30}"
            rf"\b{_any('anweisungen instructions instrucciones istruzioni instruções consignes')}\b",
            r"(?:忽略|无视|忘记)[^。\n]{0,12}(?:指令|指示|提示|说明)|(?:以前|上記|これまで)の?(?:指示|命令)",
            r"(?:игнорируй|забудь)\w*[^.\n]{0,30}(?:инструкци|указани)",
        )
    ),
    re.I | re.M,
)
_SPELT = re.compile(r"(?<!\w)((?:\w[ ._*-]){3,}\w)(?!\w)")  # i g n o r e
# Figures amid letters, and Cyrillic ones amid Latin: what only looks like a word.
_POSED = re.compile(
    r"[a-z][0134@$]+[a-z]|(?<!\w)[0134@$](?=[a-z]{3})|[a-z]{3}[0134@$](?!\w)|[a-z][аеіорсухѕ]|[аеіорсухѕ][a-z]", re.I
)
_LOOKS = str.maketrans("0134@$аеіорсухѕ", "oieaasaeiopcyxs")  # figures and Cyrillic letters in a Latin one's place


def orders(text: str) -> str:
    """The words by which a text gives a model orders, "" where it does not."""
    raw = unicodedata.normalize("NFKC", text[:_MOST_READ])
    bare = unicodedata.normalize("NFKC", cleaned(text, _MOST_READ))
    joined = _SPELT.sub(lambda letters: re.sub(r"[ ._*-]", "", letters[1]), bare)
    latin = bare.translate(_LOOKS) if _POSED.search(bare) else bare
    for form in dict.fromkeys((raw, bare, joined, latin, "" if text.isascii() else _tagged(text))):
        if found := _ORDERS.search(form):
            return defused(found.group(), 60)
    return ""


def _tagged(text: str) -> str:
    """What is written in tag characters, which look like nothing and read like ASCII."""
    return "".join(chr(ord(each) - 0xE0000) for each in text if 0xE0020 <= ord(each) <= 0xE007E)
