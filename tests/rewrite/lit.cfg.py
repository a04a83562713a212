# The rewriter's tests: recognition, passes, refusals, command line.
import os
import sys
import lit.formats

config.name = "rewrite"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "rewrite")

bin_dir = os.environ["WARPSMITH_BIN_DIR"]
llvm_dir = os.environ["WARPSMITH_LLVM_TOOLS_DIR"]
# What is rewritten must not depend on the GPU of the machine, whose architecture is the default.
config.environment["CUDA_VISIBLE_DEVICES"] = ""
config.environment["PATH"] = os.pathsep.join([bin_dir, llvm_dir, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.substitutions.append(("%bin", bin_dir))
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append(("%polybench", os.path.join(config.test_source_root, "../../polybench")))
# A kernel that must be left alone: the file does not change by a byte, and every remark is expected.
config.substitutions.append(
    ("%unchanged",
     "warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && "
     "FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:"))
# A program that is rewritten in spite of its age: with the built-in declarations, and where there is
# a toolkit also with its headers. Every warning is expected.
toolkit = os.environ.get("CUDA_PATH", "")
parsed = ("warpsmith %s --passes=tile -o %t.cu {} 2> %t.remarks -- && "
          "FileCheck %s --input-file=%t.remarks --implicit-check-not=warning:")
if os.path.exists(os.path.join(toolkit, "include", "cuda_runtime.h")):
    config.available_features.add("toolkit")
    config.substitutions.append(("%parsed-toolkit", parsed.format("--cuda-path=" + toolkit)))
else:
    config.substitutions.append(("%parsed-toolkit", "true"))
if os.access(os.path.join(toolkit, "bin", "nvcc"), os.X_OK):
    config.available_features.add("nvcc")
config.substitutions.append(("%toolkit", toolkit))
config.substitutions.append(("%parsed", parsed.format("")))
config.substitutions.append(("%python", sys.executable))
# %status N COMMAND succeeds when the command exits with that status.
config.substitutions.append(
    ("%status", "sh " + os.path.join(config.test_source_root, "../harness/cli/status.sh")))
config.substitutions.append(("%scripts", os.path.join(config.test_source_root, "../../scripts")))
# How fast it is says something about optimized code alone.
with open(os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "CMakeCache.txt")) as cache:
    settings = cache.read()
if ("CMAKE_BUILD_TYPE:STRING=Release" in settings
        and "WARPSMITH_SANITIZE:BOOL=ON" not in settings):
    config.available_features.add("optimized")
