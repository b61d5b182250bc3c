"""What the double serves: GitHub's name for each operation, and the function that does it."""

from collections.abc import Callable, Mapping

from tests.github.exchange import Answer, Call
from tests.github.operations import (
    account,
    actions,
    administration,
    checks,
    comments,
    contents,
    issues,
    labels,
    merging,
    objects,
    pulls,
    refs,
)
from tests.github.state import Hub

FAMILIES = (account, actions, administration, checks, comments, contents, issues, labels, merging, objects, pulls, refs)
OPERATIONS: Mapping[str, Callable[[Hub, Call], Answer]] = {
    name: operation for family in FAMILIES for name, operation in family.OPERATIONS.items()
}
