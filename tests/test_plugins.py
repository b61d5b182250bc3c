"""The members of a family are the modules of its folder."""

import pytest

from bot import plugins
from bot.errors import ConfigError


def test_a_family_lists_its_members() -> None:
    assert {"canonical", "sched", "pretalx"} <= set(plugins.names("platforms"))


def test_a_member_that_does_not_exist_names_the_nearest_one() -> None:
    with pytest.raises(ConfigError) as error:
        plugins.load("platforms", "shed")
    assert "did you mean 'sched'?" == error.value.hint


def test_a_name_cannot_reach_outside_its_family() -> None:
    for name in ("..config", "os", "__init__", "canonical.re"):
        with pytest.raises(ConfigError):
            plugins.load("platforms", name)
