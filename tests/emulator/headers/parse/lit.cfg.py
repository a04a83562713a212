# The CUDA headers as the rewriter and the emulator's translator parse them, and as plain C++.
import os
import lit.formats

config.name = "emulator-headers"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(
    os.environ["WARPSMITH_BUILD_DIR"], "tests", "emulator", "headers", "parse")

source = os.environ["WARPSMITH_SOURCE_DIR"]
tools = os.environ["WARPSMITH_LLVM_TOOLS_DIR"]
include = os.path.join(source, "runtime", "emulator", "include")
config.environment["PATH"] = os.pathsep.join([tools, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"

# As rewriter/frontend/clang/CudaEnvironment.cpp does it.
included_later = (f"{tools}/clang++ -fsyntax-only -x cuda --cuda-host-only -nocudainc -nocudalib "
                  f"-Wno-unknown-cuda-version -Wall -Wextra -Werror -isystem {include}")
parse = f"{included_later} -include cuda_runtime.h"
config.substitutions.append(("%included-later", included_later))
config.substitutions.append(("%parse", parse))
config.substitutions.append(
    ("%accepted", " && ".join(f"{parse} -std=c++{year} %s" for year in (14, 17, 20))))
# In emulation mode; warnings in the headers themselves count.
config.substitutions.append(
    ("%emulation", f"{tools}/clang++ -fsyntax-only -x c++ -std=c++20 -mfma -mf16c -mavx2 -Wall "
     f"-Wextra -Werror -Wshadow -Wno-unused-parameter -I {include} -include cuda_runtime.h"))
config.substitutions.append(("%headers", include))
config.substitutions.append(("%clang", f"{tools}/clang++"))

# The same programs must be CUDA to nvcc, where it is installed.
for folder in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"):
    nvcc = folder and os.path.join(folder, "bin", "nvcc")
    if nvcc and os.path.exists(nvcc):
        config.available_features.add("nvcc")
        config.substitutions.append(
            ("%nvcc", f"{nvcc} -arch=sm_90 -std=c++17 --expt-relaxed-constexpr --ptx -o %t.ptx"))
        break
