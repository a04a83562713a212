#!/usr/bin/env python3
"""Whether two cubins have the same machine code: their kernels' code, whatever the kernels are called.

same-code.py ONE.cubin OTHER.cubin
"""
import hashlib
import struct
import sys


def code_of(path):
    """A hash of each section of code, in the order of the hashes."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:5] == b"\x7fELF\x02", f"{path}: no ELF file of 64 bits"
    table, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, table + size * i) for i in range(count)]
    strings = headers[names][4]
    hashes = []
    for name, _, _, _, offset, length in headers:
        text = data[strings + name:data.index(b"\0", strings + name)]
        if text.startswith(b".text."):
            hashes.append(hashlib.sha256(data[offset:offset + length]).hexdigest())
    return sorted(hashes)


def main():
    one, other = map(code_of, sys.argv[1:3])
    assert one, f"{sys.argv[1]}: no code"
    different = len(set(one) ^ set(other))
    print(f"{len(one)} and {len(other)} kernels, {different} without their like")
    sys.exit(0 if one == other else 1)


main()
