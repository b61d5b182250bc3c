"""How several threads take turns: at one host's door, and in doing a thing that needs doing only once."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Semaphore
from time import monotonic, sleep
from typing import Any


@dataclass(slots=True)
class Queue:
    """The queue at one host: how many are served at a time, how far apart, and when the next one may start."""

    slots: Semaphore
    pause: float
    free_at: float = 0
    lock: Lock = field(default_factory=Lock)

    def take(self) -> None:
        """Waits for a turn."""
        with self.lock:
            starts = max(monotonic(), self.free_at)
            self.free_at = starts + self.pause
        sleep(max(0.0, starts - monotonic()))

    def rest(self, seconds: float) -> None:
        """Starts nobody for so long."""
        with self.lock:
            self.free_at = max(self.free_at, monotonic() + seconds)


class Queues:
    """A queue for each host."""

    def __init__(self, *, at_a_time: int, pause: float) -> None:
        self._at_a_time, self._pause = at_a_time, pause
        self._lock, self._queues = Lock(), dict[str, Queue]()

    def at(self, host: str) -> Queue:
        with self._lock:
            return self._queues.setdefault(host, Queue(Semaphore(self._at_a_time), self._pause))


class Once:
    """Does each thing once, for whoever asks first; the others wait and get the same outcome, good or bad."""

    def __init__(self) -> None:
        self._lock, self._outcomes = Lock(), dict[str, Future[Any]]()

    def __len__(self) -> int:
        return len(self._outcomes)

    def do(self, key: str, act: Callable[[], Any]) -> Any:
        with self._lock:
            first = key not in self._outcomes
            outcome = self._outcomes.setdefault(key, Future())
        if first:
            try:
                outcome.set_result(act())
            except BaseException as error:
                outcome.set_exception(error)
                raise
        return outcome.result()
