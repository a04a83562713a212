# Pairs of kernels: the first lines of each file say what `warpsmith same` is to find.
import os
import lit.formats

config.name = "same"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "same")

bin_dir = os.environ["WARPSMITH_BIN_DIR"]
llvm_dir = os.environ["WARPSMITH_LLVM_TOOLS_DIR"]
config.environment["CUDA_VISIBLE_DEVICES"] = ""
config.environment["PATH"] = os.pathsep.join([bin_dir, llvm_dir, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "Inputs")))
# %status N COMMAND succeeds when the command exits with that status.
config.substitutions.append(
    ("%status", "sh " + os.path.join(config.test_source_root, "../harness/cli/status.sh")))
