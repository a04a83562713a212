"""every-variant.py RUNS < LIST: whether each variant of `polybench list` is in some run of RUNS, whose lines are
benchmark, type, variants and sizes, with each of its types that GEMM has. Prints those that are missing."""
import re
import sys

listed = sys.stdin.read()
benchmarks, variants = listed.split("Variants (")
types = re.search(r"\n  gemm .*\n.*\n +(\S+)", benchmarks).group(1).split(",")
wanted = set()
for name, _, own in (line.split()[:3] for line in variants.splitlines()[1:]):
    wanted |= {(name, one) for one in (types if own == "any" else own.split(","))}
assert len(wanted) > 50 and ("wgmma-int8", "uint8") in wanted
wanted -= {("original", one) for one in types}  # which runs beside all others
run = set()
with open(sys.argv[1]) as file:
    for _, one, names, sizes in (line.split() for line in file):
        assert re.fullmatch(r"\d+(x\d+)*(,\d+(x\d+)*)*", sizes), sizes
        run |= {(name, one) for name in names.split(",")}
for name, one in sorted(wanted - run):
    print(name, one)
sys.exit(wanted != run)
