#!/usr/bin/env python3
"""Compares the time of a rewrite with the time that Clang takes to parse the same file.

parse-speed.py [--limit=1.25] [--runs=N] [--cuda-path=FOLDER] FILE... [-- FLAGS]

Runs `warpsmith FILE` and `clang++-22 -fsyntax-only --cuda-host-only FILE` in turn. The ratio of the
processor times of a rewrite and of the parse after it is taken for each pair, since other work on
the machine slows both, and the median of these ratios counts. Both programs read the same headers,
none of them precompiled: the built-in declarations, or those of --cuda-path. The exit status is 1
if the ratio is above the limit.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    own, flags = sys.argv[1:], []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--limit", type=float, default=1.25)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--cuda-path", default="")
    parser.add_argument("--warpsmith", default=os.path.join(root, "build/bin/warpsmith"))
    parser.add_argument("--clang", default="clang++-22")
    options = parser.parse_args(own)
    os.environ["WARPSMITH_NO_PRECOMPILED_HEADERS"] = "1"

    rewrite, parse = [options.warpsmith], [options.clang, "-fsyntax-only", "--cuda-host-only",
                                           "-Wno-unknown-cuda-version", "-w"]
    if options.cuda_path:
        rewrite.append("--cuda-path=" + options.cuda_path)
        parse += ["--cuda-path=" + options.cuda_path, "-isystem",
                  os.path.join(options.cuda_path, "include/cccl")]
    else:
        parse += ["-nocudainc", "-nocudalib", "-isystem",
                  os.path.join(root, "runtime/emulator/include"), "-include", "cuda_runtime.h"]
    worst = 0
    for file in options.files:
        rewrites, parses, ratio = [], [], float("inf")
        # The median comes near the true ratio only after some pairs, more of them on a busy machine.
        while len(parses) < options.runs or (
                ratio > options.limit and len(parses) < 4 * options.runs):
            rewrites.append(processor_time([*rewrite, file, "-o", "/dev/null", "--", *flags]))
            parses.append(processor_time([*parse, *flags, file]))
            ratio = statistics.median(took / parsed for took, parsed in zip(rewrites, parses))
        worst = max(worst, ratio)
        print(f"{file}: rewrite {statistics.median(rewrites) * 1000:.0f} ms, "
              f"parse {statistics.median(parses) * 1000:.0f} ms, "
              f"ratio {ratio:.2f} of at most {options.limit}")
    return 1 if worst > options.limit else 0


sys.exit(main())
