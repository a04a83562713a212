# The emulator's tests: programs that work, and one planted bug for each mistake it must catch.
import os
import lit.formats

config.name = "emulator"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu"]
config.excludes = ["Inputs", "headers"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "emulator")

config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"], os.environ["PATH"]])
config.environment["WARPSMITH_EMULATOR_RACECHECK"] = "1"
# A program that must end well, for several orders of its threads, also under the address sanitizer.
run = " && ".join(f"env WARPSMITH_EMULATOR_SEED={seed} %t" for seed in (1, 2, 77))
config.substitutions.append(
    ("%works", f"warpsmith-emulate %s -o %t -- && {run} && "
     "warpsmith-emulate --sanitize %s -o %t.asan -- && %t.asan"))
# A program with a planted bug: the remark below its CHECK line must come, whatever the seed.
check = "FileCheck %s --check-prefix=ERROR --implicit-check-not=error:"
caught = " && ".join(
    f"env WARPSMITH_EMULATOR_SEED={seed} not %t 2> %t.{seed} && {check} --input-file=%t.{seed}"
    for seed in (1, 2, 77))
config.substitutions.append(
    ("%caught", f"warpsmith-emulate %s -o %t -- && {caught}"))
