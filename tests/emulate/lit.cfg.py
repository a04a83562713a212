# Every pass on kernels of every form: the rewritten program must give what the original gives.
import os
import lit.formats

config.name = "emulate"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "emulate")

# What is rewritten must not depend on the GPU of the machine, whose architecture is the default.
config.environment["CUDA_VISIBLE_DEVICES"] = ""
config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"], os.environ["PATH"]])
# The harness finds its rewriter and compilers beside itself; results are built anew.
# Every kernel here, original or rewritten, is checked for races on global memory too.
config.environment["WARPSMITH_EMULATOR_RACECHECK"] = "1"
config.environment["WARPSMITH_CACHE"] = os.path.join(config.test_exec_root, "cache")
inputs = os.path.join(config.test_source_root, "Inputs")
flags = f"-I{inputs}"
# %original PROGRAM: the program as written leaves its results in %t.original.
config.substitutions.append(
    ("%original", f"warpsmith-emulate %s -o %t.program -- {flags} && %t.program %t.original"))
config.substitutions.append(("%flags", flags))
# %exact PASSES [OPTION...] and %close PASSES [OPTION...]: see rewrite-and-run.sh.
script = os.path.join(config.test_source_root, "rewrite-and-run.sh")
config.substitutions.append(("%rewriteAndRun", script))
config.substitutions.append(("%exact", f"{script} exact %s %t"))
config.substitutions.append(("%close", f"{script} close %s %t"))
# %everyTile PASSES [OPTION...] and %everyTileClose PASSES [OPTION...]: see every-tile.sh.
script = os.path.join(config.test_source_root, "every-tile.sh")
config.substitutions.append(("%everyTileClose", f"{script} close %s %t"))
config.substitutions.append(("%everyTile", f"{script} exact %s %t"))
# %same rewritten|fallback PASSES [OPTION...]: see same-output.sh.
script = os.path.join(config.test_source_root, "same-output.sh")
config.substitutions.append(("%same rewritten", f"{script} rewritten %s %t"))
config.substitutions.append(("%same fallback", f"{script} fallback %s %t"))
# %contraction: what is recognised, against the CHECK lines.
config.substitutions.append(
    ("%contraction", f"warpsmith %s --emit=contraction -- {flags} | FileCheck %s"))
# %checkVerified CONTRACTS ARCHITECTURES [KERNELS]
config.substitutions.append(
    ("%checkVerified",
     os.path.join(os.environ["WARPSMITH_SOURCE_DIR"], "scripts", "check-verified.sh")))
# Tests of the suite: %suite is its folder; %run BENCHMARK takes the files in %t for rewritten forms.
suite = os.path.join(os.environ["WARPSMITH_SOURCE_DIR"], "polybench")
config.substitutions.append(("%suite", suite))
config.substitutions.append(("%run", "polybench run --device=emulator --jobs=1 --inputs=random "
                             "--variants=tile,tile-pipeline --rewritten=%t"))
config.substitutions.append(("%bin", os.environ["WARPSMITH_BIN_DIR"]))
# What the emulator runs must also be what nvcc compiles, where it is installed.
nvcc = os.path.join(os.environ.get("CUDA_PATH", ""), "bin", "nvcc")
if os.access(nvcc, os.X_OK):
    config.available_features.add("nvcc")
config.substitutions.append(("%nvcc", nvcc))
# A folder on another file system than the tests' results.
if os.access("/dev/shm", os.W_OK) and \
        os.stat("/dev/shm").st_dev != os.stat(os.environ["WARPSMITH_BUILD_DIR"]).st_dev:
    config.available_features.add("shared-memory-folder")
