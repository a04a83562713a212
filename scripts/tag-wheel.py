#!/usr/bin/env python3
"""Gives a wheel the platform tag that its programs allow, by auditwheel, which reads their symbols.

    scripts/tag-wheel.py WHEEL FOLDER

Libraries that the wheel leaves to others: CUDA's come with the user's toolkit and driver, the address
sanitizer's with clang-22; nothing is copied into the wheel. Its own emulator library is in it.
"""
import pathlib
import subprocess
import sys

LEFT_TO_OTHERS = ["libcudart.so.*", "libcublas.so.*", "libcublasLt.so.*", "libcuda.so.*",
                  "libclang_rt.asan-*.so", "libwarpsmith_emulator.so"]


def main():
    wheel, folder = map(pathlib.Path, sys.argv[1:])
    command = [sys.executable, "-m", "auditwheel", "repair", "--only-plat", "-w", str(folder)]
    for name in LEFT_TO_OTHERS:
        command += ["--exclude", name]
    done = subprocess.run(command + [str(wheel)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
