#!/usr/bin/env python3
"""interrupt-when.py FILE TEXT COMMAND...: Ctrl-C for the command once FILE has TEXT in it; exits as
the command does."""
import pathlib
import signal
import subprocess
import sys
import time

LIMIT_SECONDS = 60

file, text = pathlib.Path(sys.argv[1]), sys.argv[2]
with subprocess.Popen(sys.argv[3:]) as process:
    limit = time.monotonic() + LIMIT_SECONDS
    while process.poll() is None:
        if time.monotonic() > limit:
            process.kill()
            sys.exit(f"{file} did not say {text!r} within {LIMIT_SECONDS} s")
        if file.exists() and text in file.read_text(encoding="utf-8", errors="replace"):
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.02)
sys.exit(process.returncode)
