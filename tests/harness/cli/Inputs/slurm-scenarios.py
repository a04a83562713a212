#!/usr/bin/env python3
"""slurm-scenarios.py FOLDER FAKES WORKER: launches of `polybench run` whose tasks are killed, are
pre-empted or fail, and that are interrupted themselves. Checks how each of them ends; FOLDER has what
they wrote: NAME.json, NAME.out and the job folders NAME. Programs of FAKES wait once at each size N
for which the folder FAKE_WAITS has a file N. FOLDER has a copy of polybench and its variants, to which
the script WORKER plays a GPU."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

LIMIT_SECONDS = 180

folder = pathlib.Path(sys.argv[1])
EMULATED = ["polybench", "run", "gemm", "--launcher=slurm", "--device=emulator",
            f"--prebuilt={sys.argv[2]}", "--variants=OtherOrder,Waits", "--inputs=random",
            "--sizes=5,6,7,8"]
ON_GPU = [f"{folder}/polybench", "run", "gemm", "--launcher=slurm", "--device=gpu",
          f"--prebuilt={folder}/variants", "--repetitions=3", "--sizes=64,128", "--retries=1",
          "--slurm-options=--comment='two words' --time=5"]


def until(condition, what):
    limit = time.monotonic() + LIMIT_SECONDS
    while not condition():
        if time.monotonic() > limit:
            for output in folder.glob("*.out"):
                print(f"--- {output.name}", output.read_text(), sep="\n", file=sys.stderr)
            sys.exit(f"slurm-scenarios.py: not within {LIMIT_SECONDS} s: {what}")
        time.sleep(0.05)


class Launch:
    """A launch whose tasks wait at these sizes."""

    def __init__(self, name, command, output=None, waits_at=()):
        self.jobs = folder / name
        self.waits = folder / f"{name}.waits"
        self.waits.mkdir(exist_ok=True)
        for size in waits_at:
            (self.waits / str(size)).touch()
        self.output = folder / f"{output or name}.out"
        with open(self.output, "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(
                [*command, f"--job-folder={self.jobs}", f"--json={folder / name}.json"],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                env={**os.environ, "FAKE_WAITS": str(self.waits)})

    def until_waiting(self, size):
        until((self.waits / f"{size}.waiting").exists, f"the task of size {size} waits")

    def until_result(self, task):
        until((self.jobs / "results" / f"{task}.json").exists, f"task {task} has a result")

    def job(self):
        return json.loads((self.jobs / "jobs.json").read_text())["jobs"][0]["id"]

    def ends_with(self, status):
        try:
            actual = self.process.wait(LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            actual = "none"
        if actual != status:
            sys.exit(f"slurm-scenarios.py: exit status {actual} instead of {status}:\n"
                     + self.output.read_text())


def slurm(*command):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def kill(launch, task):
    """SIGKILL for all processes of a task."""
    slurm("scancel", "--signal=KILL", "--full", f"{launch.job()}_{task}")


# Two tasks are in the middle of their work: one is killed, the other pre-empted.
killed = Launch("killed", EMULATED, waits_at=(6, 7))
killed.until_waiting(6)
killed.until_waiting(7)
kill(killed, 1)
slurm("scontrol", "requeue", f"{killed.job()}_2")

# Meanwhile another launch is interrupted. Its tasks go on, and so does the next launch.
cut = Launch("cut", EMULATED, waits_at=(5,))
cut.until_waiting(5)
for number in (1, 2, 3):
    cut.until_result(number)
Launch("cut", EMULATED, output="locked").ends_with(2)
cut.process.send_signal(signal.SIGINT)
cut.ends_with(130)
os.rename(folder / "cut.json", folder / "partial.json")
again = Launch("cut", EMULATED, output="again")
kill(cut, 0)
again.ends_with(0)

# Tasks that fail each time, and the same command once the cause is gone.
worker = folder / "polybench-worker-gpu"
worker.write_text("#!/bin/sh\necho no GPU answers >&2\nexit 3\n")
worker.chmod(0o755)
failing = Launch("failing", ON_GPU)
failing.ends_with(1)
shutil.copy(sys.argv[3], worker)
Launch("failing", ON_GPU, output="mended").ends_with(0)

# Nodes that are not alike.
os.environ["FAKE_GPU_NAMES"] = "One GPU,Another GPU"
Launch("mixed", ON_GPU).ends_with(1)

killed.ends_with(0)
