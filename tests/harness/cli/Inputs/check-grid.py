"""check-grid.py FILE: what a merged file of fake-grid.py's problems holds."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = [row for row in json.load(file)["benchmarks"] if not row["twin"]]
names = [(row["variant"], row["type"], row["size"]) for row in rows]
assert len(set(names)) == len(names), names
print(len({name[1:] for name in names}), "problems, each once")
for row in rows:
    text = f"{row['variant']} {row['type']} {row['size']}"
    if text == "auto half 64":
        others = " ".join(other["mode"] for other in row["other_modes"])
        types = " ".join(row["element_types"][name] for name in "ABC")
        assert len(row["samples"]) == 3, row
        print(f"{text}: {row['mode']} by {row['launched_by']}, then {others}; {types}, {row['layout']}, "
              f"beta {row['beta']}")
    if text == "cublaslt-fp16 half 64":
        print(f"{text}: {row['algorithm'] + 1} of {row['algorithms']}")
print("the original was not timed:", all(row["real_time"] == 0 for row in rows
                                         if row["variant"] == "original"))
print("int8 without GemmEx:", *(row["variant"] for row in rows if row["baseline"] and row["type"] == "int8"))
