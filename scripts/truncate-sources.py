#!/usr/bin/env python3
"""Truncates .cu files at random places and runs warpsmith on what is left: it must not crash.

    scripts/truncate-sources.py --places 200 [--seed 1] [--jobs 2] FILE...   (default: all in the tree)

A file cut off in the middle of anything is what an editor's integration hands to a tool.
"""

import argparse
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def crashes(warpsmith: str, text: bytes, include: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "truncated.cu"
        source.write_bytes(text)
        try:
            done = subprocess.run([warpsmith, str(source), "--diff", "--passes=tile", "--", *include],
                                  capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "takes more than a minute"
        if done.returncode not in (0, 1):
            return f"exit status {done.returncode}: {done.stderr.decode(errors='replace')[-400:]}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--warpsmith", default=str(ROOT / "build/bin/warpsmith"))
    parser.add_argument("--keep", type=pathlib.Path, help="folder for inputs that crash it")
    options = parser.parse_args()
    files = options.files or sorted(path for folder in ("tests", "polybench")
                                    for path in (ROOT / folder).rglob("*.cu"))
    include = [f"-I{ROOT}/tests/emulate/Inputs", f"-I{ROOT}", f"-I{ROOT}/polybench/common"]
    source = random.Random(options.seed)
    work = []
    for path in files:
        text = path.read_bytes()
        for _ in range(options.places):
            work.append((path, text[:source.randrange(len(text) + 1)]))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda item: crashes(options.warpsmith, item[1], include), work)
        for (path, text), why in zip(work, results):
            if why:
                failed += 1
                print(f"{path} cut after {len(text)} bytes: {why}")
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{path.stem}-{len(text)}.cu").write_bytes(text)
    print(f"seed {options.seed}: {len(work)} truncated files, {failed} crashes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
