"""The demo's program some weeks later, when slides and videos are there and a talk did not take place."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.desk import DEMO

SLIDES = {"title": "Slides", "url": "https://talks.example.org/media/slides_(1).pdf"}
VIDEO = {"title": "Recording", "url": "https://tube.example.org/watch?v=1"}
WITHDRAWN = {"title": "CANCELLED: {title}"}
Talks = Mapping[str, Mapping[str, Any] | None]
"""What is different of talks, by words of their titles; None for one that is not listed any more."""


def later(place: Path, talks: Talks) -> Path:
    """A recording of it in a new folder."""
    place.mkdir(parents=True)
    schedule = json.loads((DEMO / "recording" / "schedule.json").read_text())
    for day in schedule["schedule"]["conference"]["days"]:
        for room, events in day["rooms"].items():
            day["rooms"][room] = [changed for event in events if (changed := now(event, talks))]
    (place / "schedule.json").write_text(json.dumps(schedule))
    (place / "index.json").write_text((DEMO / "recording" / "index.json").read_text())
    return place


def now(event: Mapping[str, Any], talks: Talks) -> dict[str, Any] | None:
    changes = [change for words, change in talks.items() if words in event["title"]]
    if None in changes:
        return None
    found = dict(event)
    for change in filter(None, changes):
        title = str(change.get("title", "{title}")).format(title=event["title"])
        found |= {**change, "title": title}
    return found
