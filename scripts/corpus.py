#!/usr/bin/env python3
"""Runs warpsmith over a checkout of public repositories and counts the products it rewrites.

tests/corpus/files.csv names the files: a repository, a commit and a path, and for each kernel that
multiplies and adds in a loop what should become of it. No text of these files is kept here.

  scripts/corpus.py FOLDER --fetch              fetch what is missing into FOLDER/OWNER/NAME
  scripts/corpus.py FOLDER --half=open          count the half that may be looked at
  scripts/corpus.py FOLDER --half=held --verify count the other half, and verify what is rewritten

A file belongs to the half that a hash of its path says. Look at the results of the half `held` only
when the work is done: it shows how the tool fares on files that nobody had in mind.
"""

import argparse
import collections
import concurrent.futures
import csv
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def half_of(repository, path):
    digest = hashlib.sha256(f"{repository}/{path}".encode()).hexdigest()
    return "held" if int(digest, 16) % 2 else "open"


def fetch(folder, rows):
    """Brings each repository's one commit into FOLDER/OWNER/NAME."""
    for repository, commit in sorted({(row["repository"], row["commit"]) for row in rows}):
        target = folder / repository
        if target.exists():
            continue
        target.mkdir(parents=True)
        git = ["git", "-C", str(target)]
        subprocess.run([*git, "init", "--quiet"], check=True)
        url = f"https://github.com/{repository}.git"
        subprocess.run([*git, "fetch", "--quiet", "--depth=1", url, commit], check=True)
        subprocess.run([*git, "checkout", "--quiet", "FETCH_HEAD"], check=True)


INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
NAMED = re.compile(r'^\ufeff?\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


# A file of the repository with such a name is not what <...> means.
CUDA_HEADERS = {"cuda.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_runtime.h", "mma.h"}


@functools.cache
def included(repository):
    """The names of what each file of a repository includes."""
    includes = {}
    for path in sorted(repository.rglob("*")):
        if path.suffix in (".cu", ".cuh", ".h", ".hpp", ".inl") and path.is_file():
            names = INCLUDE.findall(path.read_text(errors="replace"))
            includes[path] = {pathlib.PurePath(name).name for name in names}
    return includes


def including(repository, header):
    """The sources of a repository that include a header, directly or through other headers."""
    includes = included(repository)
    reached, found = {header.name}, []
    while True:
        more = [path for path, names in includes.items() if names & reached and path not in found]
        if not more:
            return [path for path in found if path.suffix == ".cu"][:3]
        found += more
        reached |= {path.name for path in more}


@functools.cache
def headers(repository):
    """The repository's files by their name."""
    named = collections.defaultdict(list)
    for path in sorted(repository.rglob("*")):
        if path.suffix in (".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl") and path.is_file():
            named[path.name].append(path)
    return named


def include_folders(source, repository):
    """The folders that a file's build names by -I: where the repository has the headers that the
    file includes, directly or through other headers, and that do not lie beside what includes them.
    Of several headers of a name, the one that shares most folders with the file."""
    folders, seen, waiting = [], {source}, [source]

    def shared(header):
        return len(pathlib.PurePath(os.path.commonpath([source, header])).parts)

    while waiting:
        path = waiting.pop()
        for name, quoted in NAMED.findall(path.read_text(errors="replace")):
            found = pathlib.Path(os.path.normpath(path.parent / (quoted or name)))
            if not quoted or not found.is_file():
                if name in CUDA_HEADERS:
                    continue
                parts = pathlib.PurePath(quoted or name).parts
                candidates = [
                    header
                    for header in headers(repository)[parts[-1]]
                    if header.parts[-len(parts) :] == parts
                ]
                if not candidates:
                    continue
                found = max(candidates, key=shared)
                folder = found.parents[len(parts) - 1]
                if folder not in folders:
                    folders.append(folder)
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return [f"-I{folder}" for folder in folders]


# What a remark says of a kernel that a looser contract would let through: products on tensor cores,
# and sums of two products of which nvcc contracts one.
LOOSER = re.compile(
    r"(?:adds up on tensor cores, .*|adds products, and which one nvcc contracts.*)--numerics=(\w+)"
)


def run(arguments, source, repository):
    """The tool's verdicts on a file: {kernel: [(verdict, message)]}, and how it ended.

    A kernel that needs a looser contract is given to the tool again, with the numerics that its
    remark names: so a user would do it.
    """
    verdicts, status, remarks = run_with(arguments, source, repository)
    wanted = collections.defaultdict(set)
    for kernel, known in verdicts.items():
        for found in filter(None, (LOOSER.search(message) for _, message in known)):
            wanted[found[1]].add(kernel)
    for numerics, kernels in wanted.items():
        more, _, text = run_with(arguments, source, repository, [f"--numerics={numerics}"])
        for kernel in kernels & set(more):
            if is_rewritten(more[kernel]):
                verdicts[kernel] = [("rewritten", f"--numerics={numerics}")]
                remarks += text
    return verdicts, status, remarks


def is_rewritten(known):
    return any(verdict == "rewritten" for verdict, _ in known)


def run_with(arguments, source, repository, flags=()):
    """The same with certain flags.

    A kernel that nothing in its file launches is given to the tool again, with the sources that
    include the file, and all headers of the repository: so a user would do it.
    """
    verdicts, status, remarks = run_tool(arguments, [source], repository, flags)
    unlaunched = {
        kernel
        for kernel, known in verdicts.items()
        if not is_rewritten(known)
        and any("no launch of the kernel in" in message for _, message in known)
    }
    sources = including(repository, source) if unlaunched else []
    if sources:
        filtered = [*flags, "--header-filter=^" + re.escape(str(repository)) + "/"]
        more, _, text = run_tool(arguments, sources, repository, filtered)
        for kernel in unlaunched & set(more):
            verdicts[kernel] = more[kernel]
        remarks += text
    return verdicts, status, remarks


def run_tool(arguments, sources, repository, flags=()):
    folders = [flag for source in sources for flag in include_folders(source, repository)]
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "report.json"
        command = [arguments.warpsmith, *map(str, sources), "--diff", "--passes=auto"]
        command += [f"--report={report}", f"--arch={arguments.arch}", *flags]
        command += ["--verify"] if arguments.verify else []
        try:
            ended = subprocess.run(
                [*command, "--", *dict.fromkeys(folders)], capture_output=True, timeout=arguments.timeout, cwd=scratch
            )
            status, remarks = ended.returncode, ended.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            status, remarks = "timeout", ""
        verdicts = collections.defaultdict(list)
        if report.exists():
            for entry in json.loads(report.read_text()).get("kernels", []):
                verdicts[entry["kernel"]].append((entry["verdict"], entry["message"]))
    return verdicts, status, remarks


def outcome(kernel, verdicts, status, remarks):
    """What became of a kernel, and why."""
    known = verdicts.get(kernel, [])
    if any(verdict == "rewritten" for verdict, _ in known):
        how = [message for _, message in known if message.startswith("--numerics=")]
        checked = [line for line in remarks.splitlines() if "warpsmith-verify" in line]
        return "rewritten", "; ".join(how + checked)
    if known:
        return "left", known[0][1]
    errors = [line for line in remarks.splitlines() if ": error:" in line]
    return "left", errors[0] if errors else f"no verdict (exit status {status})"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path, help="where the repositories are")
    parser.add_argument("--files", type=pathlib.Path, default=ROOT / "tests/corpus/files.csv")
    parser.add_argument("--half", choices=["open", "held"], default="open")
    parser.add_argument("--fetch", action="store_true", help="fetch what is missing, and end")
    parser.add_argument("--verify", action="store_true", help="also run --verify")
    parser.add_argument("--arch", default="sm_80")
    parser.add_argument("--warpsmith", default=str(ROOT / "build/bin/warpsmith"))
    parser.add_argument("--only", default="", help="only paths that contain this")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for a file")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    arguments = parser.parse_args()

    with open(arguments.files, newline="") as text:
        rows = list(csv.DictReader(text))
    if arguments.fetch:
        fetch(arguments.folder, rows)
        return 0
    rows = [row for row in rows if half_of(row["repository"], row["path"]) == arguments.half]
    rows = [row for row in rows if arguments.only in row["repository"] + "/" + row["path"]]
    files = collections.defaultdict(list)
    for row in rows:
        files[arguments.folder / row["repository"] / row["path"]].append(row)
    missing = [source for source in files if not source.exists()]
    if missing:
        print(f"{len(missing)} files are not in {arguments.folder}: --fetch", file=sys.stderr)
        return 1

    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        results = pool.map(
            lambda source: run(
                arguments, source, arguments.folder / files[source][0]["repository"]
            ),
            files,
        )
        for (source, kernels), result in zip(files.items(), results):
            if result[1] not in (0, 1):
                print(f"{source}: exit status {result[1]}")
            for row in kernels:
                state, reason = outcome(row["kernel"], *result)
                counts[row["expected"], state] += 1
                print("\t".join([row["expected"], state, row["kernel"], str(source), reason]))
    print()
    for (expected, state), count in sorted(counts.items()):
        print(f"{expected}: {count} {state}")
    products = counts["product", "rewritten"] + counts["product", "left"]
    if products:
        share = 100 * counts["product", "rewritten"] / products
        print(f"{counts['product', 'rewritten']} of {products} products rewritten ({share:.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
