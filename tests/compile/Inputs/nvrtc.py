"""Compiles a source by NVRTC, without headers, for each of the architectures:

    nvrtc.py LIBRARY SOURCE ARCHITECTURE...
"""

import ctypes
import sys


def check(status, what):
    if status != 0:
        sys.exit(f"{what}: NVRTC error {status}")


library = ctypes.CDLL(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    source = file.read()
for architecture in sys.argv[3:]:
    program = ctypes.c_void_p()
    check(library.nvrtcCreateProgram(ctypes.byref(program), source, b"kernel.cu", 0, None, None), "create")
    options = [f"--gpu-architecture={architecture}".encode()]
    status = library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    size = ctypes.c_size_t()
    check(library.nvrtcGetProgramLogSize(program, ctypes.byref(size)), "log")
    log = ctypes.create_string_buffer(size.value)
    check(library.nvrtcGetProgramLog(program, log), "log")
    print(architecture, log.value.decode(), end="\n")
    check(status, "compile")
