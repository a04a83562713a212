#!/usr/bin/env python3
"""How many FFMA stand between one DMMA, or another instruction, and the next in the loops of a kernel's machine code.

  instruction-gaps.py CUBIN --nvdisasm NVDISASM [--of LDS.128]

prints a line for each kernel that has one: how many its loop has, and the fewest, the most and the
usual number of FFMA between two of them, round the loop.
"""
import argparse
import re
import subprocess


def kernels(cubin, nvdisasm):
    """The instructions of each kernel as (mnemonic, operands), and the places of its labels."""
    text = subprocess.run([nvdisasm, "-c", cubin], capture_output=True, text=True, check=True).stdout
    for section in re.split(r"\n\s*\.section\s+", text):
        if not section.startswith(".text."):
            continue
        instructions, labels = [], {}
        for line in section.splitlines():
            if match := re.match(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z0-9_.]+)(.*)", line):
                instructions.append((match[1], match[2]))
            elif match := re.match(r"(\.L\S+):", line):
                labels[match[1]] = len(instructions)
        yield instructions, labels


def loop_of(instructions, labels, wanted):
    """The innermost loop with the most of the wanted instructions."""
    best, most = [], 0
    for end, (mnemonic, operands) in enumerate(instructions):
        match = mnemonic == "BRA" and re.search(r"`\((\.L\S+)\)", operands)
        if match and labels.get(match[1], end + 1) <= end:
            body = [name for name, _ in instructions[labels[match[1]]:end + 1]]
            count = sum(name.startswith(wanted) for name in body)
            if count > most:
                best, most = body, count
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin")
    parser.add_argument("--nvdisasm", required=True)
    parser.add_argument("--of", default="DMMA", help="its name, or how that begins")
    options = parser.parse_args()
    for instructions, labels in kernels(options.cubin, options.nvdisasm):
        body = loop_of(instructions, labels, options.of)
        if not body:
            continue
        first = next(i for i, name in enumerate(body) if name.startswith(options.of))
        gaps = []
        for name in body[first:] + body[:first]:
            if name.startswith(options.of):
                gaps.append(0)
            elif name == "FFMA":
                gaps[-1] += 1
        usual = max(gaps, key=gaps.count)
        print(f"{len(gaps)} {options.of}, {min(gaps)} to {max(gaps)} FFMA after each, mostly {usual}")


if __name__ == "__main__":
    main()
