# Generated variants under nvcc, for every architecture: they compile, do not spill, and hold the
# instructions they are meant to hold.
import os
import shutil
import sys
import lit.formats

config.name = "compile"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "compile")

source = os.environ["WARPSMITH_SOURCE_DIR"]
cuda = os.environ.get("CUDA_PATH") or "/usr/local/cuda"
# What is rewritten must not depend on the GPU of the machine, whose architecture is the default.
config.environment["CUDA_VISIBLE_DEVICES"] = ""
config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"],
     os.path.join(cuda, "bin"), os.environ["PATH"]])
config.substitutions.append(
    ("%compile", f"{config.test_source_root}/compile.sh {source}/polybench/gemm/gemm.cu %t"))
config.substitutions.append(("%source", source))
# Of the toolkit, on the PATH, or the wheel that scripts/setup.sh installs.
nvdisasm = shutil.which("nvdisasm", path=os.pathsep.join(
    [os.path.join(cuda, "bin"), os.environ["PATH"],
     os.path.join(source, "build", "nvdisasm", "nvidia", "cu13", "bin")]))
if nvdisasm:
    config.available_features.add("nvdisasm")
    config.substitutions.append(("%nvdisasm", nvdisasm))
for program in ("cmake", "make", "ccache"):
    if found := shutil.which(program):
        config.available_features.add(program)
        config.substitutions.append(("%" + program + r"\b", found))
config.excludes = ["Inputs"]
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%cudart", os.path.join(cuda, "lib64", "libcudart.so")))
nvrtc = os.path.join(cuda, "lib64", "libnvrtc.so")
if os.path.exists(nvrtc):
    config.available_features.add("nvrtc")
config.substitutions.append(("%nvrtc", nvrtc))
