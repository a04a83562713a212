"""schedules.py LIST.json EVERY: checks a list of --emit=schedules, and asks warpsmith for every so
manieth pipeline of it."""
import json
import subprocess
import sys

source = __file__.replace("cli/Inputs/schedules.py", "Inputs/gemm.cu")
for kernel in json.load(open(sys.argv[1])):
    rows = kernel["schedules"]
    names = [row["schedule"] for row in rows]
    assert len(set(names)) == len(names)
    times = [row["seconds"] for row in rows if row["seconds"] is not None]
    assert times == sorted(times) and rows[len(times):] == [
        row for row in rows if row["seconds"] is None]
    asked = rows[::int(sys.argv[2])]
    for row in asked:
        shown = subprocess.run(
            ["warpsmith", source, "--emit=schedule", "--passes=" + row["passes"],
             "--arch=" + kernel["architecture"], "--numerics=" + kernel["numerics"],
             "--kernel=" + kernel["kernel"], "--"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
        assert f"  passes   {row['schedule']}\n" in shown, row
    print(f"{kernel['kernel']}: {len(rows)} schedules, each once, fastest first; "
          f"{len(asked)} were asked for")
