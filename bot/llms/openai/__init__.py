"""Any endpoint that speaks OpenAI's protocol: OpenAI itself, Nebius Token Factory, vLLM, Ollama, llama.cpp, …"""

import re
from dataclasses import replace
from difflib import get_close_matches
from urllib.parse import urlsplit

from bot.answers import Answers
from bot.budget import Budget
from bot.errors import ConfigError, NoAnswer
from bot.llms import Listener, Settings
from bot.llms.openai import line
from bot.llms.openai.batches import Batches
from bot.llms.openai.endpoint import Endpoint
from bot.llms.openai.later import SHARE, Later
from bot.llms.openai.reply import Trouble

OPENAI = "https://api.openai.com/v1"
_NAME = re.compile(r"[\w./:@+-]{1,100}")
_KEY = re.compile(r"[!-~]{1,500}")
_HERE = ("localhost", "127.0.0.1", "::1")


def connect(settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Endpoint:
    """The endpoint, once it is sure that both models are there. Raises NoAnswer when it cannot answer at all."""
    base_url = settings.base_url or OPENAI
    host = _host(base_url)
    if not _KEY.fullmatch(settings.key):
        raise ConfigError("OPENAI_API_KEY holds what no key has in it", hint="copy the key once more, and nothing else")
    endpoint = Endpoint(
        client=line.opened(base_url, settings.key),
        host=host,
        settings=settings,
        budget=budget,
        answers=answers,
        listen=listen,
        coming=frozenset(k for batch in answers.batches() if not batch.is_done for k in batch.asks),
    )
    _expect(endpoint, host)
    for name in dict.fromkeys((settings.triage, settings.writing)):
        if budget.price(name, 0, 0) is None:
            listen(f"config.yml has no price for {name}: what it costs is unknown, and only its tokens are limited")
    return endpoint


def connect_later(settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Later:
    """The endpoint as one that answers by batches, with all that has come back."""
    budget = budget.anew(SHARE)
    endpoint = connect(replace(settings, stream=False), budget, answers, listen)
    for name in dict.fromkeys((settings.triage, settings.writing)):
        endpoint.trouble_with(name)  # a batch finds out nothing about how a model wants to be asked
    batches = Batches(endpoint=endpoint, prices=budget)
    batches.fetch()
    return Later(batches=batches, budget=budget.anew())


def _host(base_url: str) -> str:
    """Where a base URL leads. A key travels in the clear only within this machine."""
    try:
        url = urlsplit(base_url)
    except ValueError:
        url = urlsplit("")
    is_private = url.scheme == "https" or (url.scheme == "http" and url.hostname in _HERE)
    if not url.hostname or not is_private:
        raise ConfigError("OPENAI_BASE_URL is no address to send a key to", hint="it begins with https://")
    return url.hostname


def _expect(endpoint: Endpoint, host: str) -> None:
    """Looks whether the models are there. Some servers list none, or know a model by a second name: those are asked."""
    listed = line.models(endpoint.client)
    if isinstance(listed, Trouble):
        _refuse_to_go_on(listed, host)
    names = () if isinstance(listed, Trouble) else tuple(name for name in listed if _NAME.fullmatch(name))
    for name, use in {endpoint.settings.triage: "triage", endpoint.settings.writing: "writing"}.items():
        if name in names:
            continue
        trouble = endpoint.trouble_with(name)
        if trouble is None:
            continue
        _refuse_to_go_on(trouble, host)
        if trouble.is_missing:
            raise NoAnswer(f"{host} has no model {name!r} (model.{use} in config.yml)", hint=_instead(name, names))


def _refuse_to_go_on(trouble: Trouble, host: str) -> None:
    if trouble.is_locked:
        raise NoAnswer(f"{host}: {trouble.why}", hint="put a key of that endpoint into the secret OPENAI_API_KEY")
    if trouble.is_lost:
        raise NoAnswer(f"nobody answers at {host}", hint="check OPENAI_BASE_URL, and whether the server is running")


def _instead(name: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(name, names, n=1, cutoff=0.4)
    if near:
        return f"did you mean {near[0]!r}?"
    if names:
        return f"it has {', '.join(names[:8])}{' …' if names[8:] else ''}"
    return "name one that it has; and OPENAI_BASE_URL mostly ends with /v1"
