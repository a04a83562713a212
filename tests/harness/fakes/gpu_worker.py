#!/usr/bin/env python3
"""A worker that plays a GPU for tests of the parent: it answers every command with made-up but
consistent numbers, and misbehaves where a contestant's name says so."""
import json
import os
import signal
import sys
import time


def send(**message):
    print(json.dumps(message), flush=True)


def begin(name, step):
    send(event="begin", name=name, step=step)


def checked(name, step, passed=True):
    """`tells-process` has the number of its process for an error. FAKE_GPU_NOT_SUPPORTED=NAME is a
    library's routine that has nothing for the product."""
    if name == os.environ.get("FAKE_GPU_NOT_SUPPORTED"):
        send(event="checked", name=name, probe="random", step=step, passed=False, applicable=False,
             reason="no algorithm for this product", examples=[], max_error=0, error_bound=0,
             max_ratio=0, scaled_error=0)
        return
    error = os.getpid() if name == "tells-process" else 0.5
    send(event="checked", name=name, probe="random", step=step, passed=passed,
         reason="" if passed else "1 of 4 elements are wrong", examples=[] if passed else ["C[0][0]"],
         elements=4, failures=0 if passed else 1, max_error=error, error_bound=1.0,
         max_ratio=0.5 if passed else "inf", scaled_error=0.1, identical=True)


def seconds(name, round_number, mode="graph-cold"):
    """The original takes 4 ms, everything else 1 ms, but 0.5 ms for FAKE_GPU_FAST=NAME and 0.75 ms
    for FAKE_GPU_SECOND=NAME, drifting alike from round to round. A warm cache takes a tenth off, and
    a stream takes another 2 ms."""
    base = 4e-3 if name == "original" else 1e-3
    if name == os.environ.get("FAKE_GPU_FAST"):
        base = 5e-4
    elif name == os.environ.get("FAKE_GPU_SECOND"):
        base = 7.5e-4
    if mode.endswith("-warm"):
        base *= 0.9
    return (base + (2e-3 if mode.startswith("stream-") else 0)) * (1 + 0.1 * round_number)


def run_time(command):
    names = [contestant["name"] for contestant in command["contestants"]]
    for name in names:
        kernel = "gemm_kernel" if name in ("original", "falls-back") else name + "_kernel"
        algorithms = command["algorithms"] if name.startswith("cublaslt-") else 1
        in_stream = command["mode"].startswith("stream-")
        host = {"kernel_host_seconds": 1.5e-6} if in_stream else {}
        send(event="planned", name=name, kernels=[kernel], graph=not in_stream,
             algorithms=algorithms, algorithm=algorithms - 1, **host)
    for round_number in range(command["rounds"]):
        for name in names:
            begin(name, "timing")
            if name == "crash-in-timing" and round_number == 1:
                os.kill(os.getpid(), signal.SIGSEGV)
            if name == "hang-in-timing" and round_number == 1:
                time.sleep(60)
            if name == "refused-in-timing":
                send(reply="error", reason="launch: invalid configuration", lost=False)
                return
            send(event="sample", name=name, round=round_number, launches=10,
                 seconds=seconds(name, round_number, command["mode"]), host_seconds=2e-6, sm_clock_mhz=1980)
    for name in names if command["check"] else []:
        begin(name, "verification after timing")
        checked(name, "verification after timing", passed=name != "wrong-after-timing")
    send(reply="timed", buffer_sets=3, buffer_bytes=300)


def visible_device():
    """The first device that CUDA_VISIBLE_DEVICES leaves."""
    return int(os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0] or 0)


def meet():
    """With FAKE_GPU_MEETS=FOLDER no GPU gets on with its first problem before two have one; with
    FAKE_GPU_MEETS_BY=process no process, and with =variant none with its first variant."""
    folder = os.environ.get("FAKE_GPU_MEETS")
    if not folder:
        return
    by_process = "FAKE_GPU_MEETS_BY" in os.environ
    open(os.path.join(folder, str(os.getpid() if by_process else visible_device())), "w").close()
    limit = time.monotonic() + 60
    while len(os.listdir(folder)) < 2 and time.monotonic() < limit:
        time.sleep(0.01)


def name_of_gpu():
    """With FAKE_GPU_NAMES=A,B,... the tasks of an array job find themselves on different ones."""
    names = os.environ.get("FAKE_GPU_NAMES", "Fake GPU").split(",")
    return names[int(os.environ.get("SLURM_ARRAY_TASK_ID", "0")) % len(names)]


def fall_off_the_bus():
    """With FAKE_GPU_FALLS_OFF=FILE the GPU answers until it has a problem, and never again."""
    print("CUDA error: the GPU has fallen off the bus", file=sys.stderr)
    sys.exit(1)


def main():
    prepared = 0
    meets_by_variant = os.environ.get("FAKE_GPU_MEETS_BY") == "variant"
    flag = os.environ.get("FAKE_GPU_FALLS_OFF")
    if flag and os.path.exists(flag):
        fall_off_the_bus()
    for line in sys.stdin:
        command = json.loads(line)
        kind = command["command"]
        if kind == "quit":
            return
        if kind == "hello":
            send(reply="hello", protocol=1, devices=int(os.environ.get("FAKE_GPUS", "1")),
                 device={"kind": "gpu", "name": name_of_gpu(), "compute_capability": "8.0",
                         "cublas": "13.1.0",
                         "pci_bus_id": f"0000:{visible_device():02x}:00.0"})
        elif kind == "prepare":
            prepared += 1
            time.sleep(float(os.environ.get("FAKE_GPU_DELAY", "0")))
            if not meets_by_variant:
                meet()
            if flag:
                open(flag, "w").close()
                fall_off_the_bus()
            send(reply="prepared")
        elif kind == "verify":
            name = command["contestant"]["name"]
            begin(name, "verification on random inputs")
            if meets_by_variant and name != "original":
                meet()
            crashes_here = name == f"crash-on-device-{visible_device()}"
            if crashes_here or name == "crash-in-verification":
                os.kill(os.getpid(), signal.SIGSEGV)
            if name == "hang-in-verification":
                time.sleep(60)
            if name == "lost-context":
                checked(name, "verification on random inputs", passed=False)
                send(reply="error", reason="an illegal memory access", lost=True)
                continue
            checked(name, "verification on random inputs", passed=name != "wrong")
            send(reply="verified", passed=name != "wrong")
        elif kind == "profile":
            name = command["contestant"]["name"]
            begin(name, "profiling")
            with open(os.environ["FAKE_NCU_KERNELS"], "a", encoding="utf-8") as launched:
                launched.write(f"{name}_kernel<float, 8>(float *, int)\n")
            send(reply="profiled")
        elif kind == "time":
            run_time(command)


main()
