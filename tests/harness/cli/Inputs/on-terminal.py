#!/usr/bin/env python3
"""Runs a command whose standard error is a terminal of 100 columns; prints that, a line a redraw."""
import fcntl
import os
import struct
import subprocess
import sys
import termios

parent, child = os.openpty()
fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
with subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=child) as process:
    os.close(child)
    text = b""
    try:
        while piece := os.read(parent, 4096):
            text += piece
    except OSError:  # the other end is closed
        pass
print(text.decode().replace("\r\x1b[K", "\n"))
sys.exit(process.returncode)
