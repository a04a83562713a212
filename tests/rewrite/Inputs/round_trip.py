"""revert(rewrite(x)) == x, and rewriting by A, then by B, is rewriting by B: for many sources.

round_trip.py FOLDER LEAST PATH...: of sources, or of those below a folder. LEAST of them must be
rewritten at all. Every fourth is also tried with the line ends of Windows. By turns, B comes after A
and after B.
"""
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FIRST = ["--passes=tile"]
SECOND = ["--passes=auto", "--arch=sm_90a"]
AGAIN = [("first", "other passes"), ("second", "the same passes")]


def run(source, given, target, flags):
    """The result of one call, or None and what went wrong."""
    target.mkdir(parents=True, exist_ok=True)
    result = target / source.name
    call = ["warpsmith", str(given), "-o", str(result), "--format-style=LLVM", *flags, "--"]
    call += ["-I", str(source.parent), "-I", str(source.parent.parent / "common")]
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return (result if done.returncode == 0 else None), done.stderr


def check(number, source, root):
    """The wrong things found, and whether the source was rewritten."""
    wrong, changed = [], False
    for kind in ("as-is", "crlf") if number % 4 == 0 else ("as-is",):
        folder = root / str(number) / kind
        original = folder / "original" / source.name
        original.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_bytes()
        if kind == "crlf":
            text = text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        original.write_bytes(text)
        results = {}
        for name, flags in (("first", FIRST), ("second", SECOND)):
            rewritten, _ = run(source, original, folder / name, flags)
            if not rewritten or rewritten.read_bytes() == text:
                continue
            changed = True
            results[name] = rewritten
            reverted, errors = run(source, rewritten, folder / f"{name}-reverted", ["--revert"])
            if not reverted:
                wrong.append(f"{rewritten}: not reverted: {errors}")
            elif reverted.read_bytes() != text:
                wrong.append(f"{rewritten}: {reverted} is not {source}")
        if len(results) == 2:
            # One of both for each text: SECOND takes most of the time.
            name, title = AGAIN[(number + (kind == "crlf")) % len(AGAIN)]
            again, errors = run(source, results[name], folder / f"{name}-again", SECOND)
            if not again or again.read_bytes() != results["second"].read_bytes():
                wrong.append(f"{results[name]}: rewritten by {title}: {again}\n{errors}")
        if not results:
            break
    return wrong, changed


def main():
    root, least = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    sources = []
    for path in map(pathlib.Path, sys.argv[3:]):
        sources += sorted(path.resolve().rglob("*.cu")) if path.is_dir() else [path.resolve()]
    with ThreadPoolExecutor() as pool:
        checked = list(pool.map(lambda pair: check(*pair, root), enumerate(sources)))
    for wrong, _ in checked:
        for message in wrong:
            print(message)
    changed = sum(changed for _, changed in checked)
    print(f"{changed} of {len(sources)} sources rewritten and reverted")
    return any(wrong for wrong, _ in checked) or changed < least


sys.exit(main())
