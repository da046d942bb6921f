"""Generates the SDKs, checks the players' types, and lets each play a whole game: `make sdk-test`."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from service import serve

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SPEC = ROOT / "openapi" / "spielwart.json"
NODE = ROOT / "node_modules"


def run(*command: str | Path, cwd: Path, **environ: str) -> None:
    """Runs a program; SystemExit when it fails."""
    done = subprocess.run([*map(str, command)], cwd=cwd, env=os.environ | environ, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed")


def python(folder: Path) -> None:
    """The Python client, and its player held against its types."""
    tools = Path(sys.executable).parent
    run(
        *(tools / "openapi-python-client", "generate", "--path", SPEC, "--meta", "none"),
        *("--config", ROOT / "openapi" / "python-client.yaml", "--output-path", folder / "spielwart_client"),
        cwd=folder,
        PATH=f"{tools}{os.pathsep}{os.environ['PATH']}",
    )
    players = ("python_player.py", "python_verifier.py")
    for name in players:
        shutil.copy(HERE / name, folder)
    run(
        *(sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file="),
        *players,
        cwd=folder,
        MYPYPATH=str(folder),
    )


def typescript(folder: Path) -> None:
    """The TypeScript types, and their player compiled strictly."""
    (folder / "node_modules").symlink_to(NODE)
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("player.ts", "verifier.ts"):
        shutil.copy(HERE / name, folder)
    run(
        NODE / ".bin/openapi-typescript",
        SPEC,
        "--default-non-nullable=false",
        "-o",
        "schema.d.ts",
        cwd=folder,
    )
    run(
        *(
            NODE / ".bin/tsc",
            "--strict",
            "--noUncheckedIndexedAccess",
            "--skipLibCheck",
            "--target",
            "es2022",
        ),
        *("--module", "nodenext", "--types", "node", "--typeRoots", NODE / "@types", "player.ts"),
        cwd=folder,
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="spielwart-sdk-") as name:
        folders = [Path(name) / kind for kind in ("python", "typescript")]
        for folder, generate in zip(folders, (python, typescript), strict=True):
            folder.mkdir()
            generate(folder)
        bind = f"127.0.0.1:{serve.free_port()}"
        with serve.running(Path(name) / "data", bind, os.environ):
            run(
                sys.executable,
                "python_player.py",
                f"http://{bind}",
                cwd=folders[0],
                PYTHONPATH=str(folders[0]),
            )
            run("node", "player.js", f"http://{bind}", cwd=folders[1])


if __name__ == "__main__":
    main()
