#!/usr/bin/env python3
"""An ncu that plays Nsight Compute: it runs the program and prints, for each kernel that the worker
says it launched between cudaProfilerStart and cudaProfilerStop, a line as `--csv --page raw` has it."""
import os
import subprocess
import sys
import tempfile

# Of an H200, shortened.
LISTING = """Device NVIDIA H200 (GH100)
------------------------------------------ --------- --------------- -----------------------------
Metric Name                                Metric Type     Metric Unit     Metric Description
------------------------------------------ --------- --------------- -----------------------------
dram__throughput                           Throughput      %               DRAM throughput
gpu__time_duration                         Counter         ns              incremental duration
lts__t_sectors                             Counter         sector          # of LTS sectors
sm__inst_executed_pipe_fp64                Counter         inst            # of warp instructions
sm__inst_issued                            Counter         inst            # of warp instructions
sm__pipe_fma_cycles_active                 Counter         cycle           # of cycles
"""
COLUMNS = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream",
           "Block Size", "Grid Size", "Device", "CC"]


def quoted(fields):
    return ",".join('"' + field.replace('"', '""') + '"' for field in fields) + "\n"


def table(metrics, kernels):
    """Of each kernel a short one besides, whose shares are all 99."""
    values = {"gpu__time_duration.sum": "1,234,567", "sm__inst_issued": "87.654321",
              "sm__pipe_fma_cycles_active": "43.21", "lts__t_sectors": "n/a"}
    text = quoted(COLUMNS + metrics) + quoted([""] * len(COLUMNS) + ["ns"] + ["%"] * (len(metrics) - 1))
    number = 0
    for kernel in kernels:
        for name, row in ((kernel, values), ("pack<float, (int)4>(float*, int)", {})):
            fixed = [str(number), "77", "polybench-worker-gpu", "127.0.0.1", name, "1", "7",
                     "(256, 1, 1)", "(132, 1, 1)", "0", "9.0"]
            cells = [row.get(metric, row.get(metric.split(".")[0], "0" if row else "99"))
                     for metric in metrics]
            text += quoted(fixed + cells)
            number += 1
    return text


def main():
    if "--query-metrics" in sys.argv:
        if os.environ.get("FAKE_NCU_HAS_NO_GPU"):
            print("==ERROR== No devices found.")
            return 1
        print(LISTING, end="")
        return 0
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    values = dict(option.split("=", 1) for option in options if "=" in option)
    program = sys.argv[1 + len(options):]
    for option in ("--profile-from-start=off", "--csv", "--page=raw", "--print-units=base"):
        if option not in options:
            sys.exit(f"ncu.py: {option} is missing")
    with tempfile.NamedTemporaryFile("r") as launched:
        environment = os.environ | {"FAKE_NCU_KERNELS": launched.name}
        status = subprocess.run(program, env=environment, check=False).returncode
        kernels = launched.read().splitlines()
    with open(values["--log-file"], "w", encoding="utf-8") as log:
        log.write(f"==PROF== Connected to process 77 ({program[-1]})\n")
        if os.environ.get("FAKE_NCU_REFUSED"):
            log.write("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access "
                      "NVIDIA GPU Performance Counters on the target device 0.\n")
            return 1
        log.write(table(values["--metrics"].split(","), kernels))
    return status


if __name__ == "__main__":
    sys.exit(main())
