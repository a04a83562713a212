# Tests of polybench's command line.
import os
import shutil
import sys
import lit.formats

config.name = "polybench"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
build = os.environ["WARPSMITH_BUILD_DIR"]
config.test_exec_root = os.path.join(build, "tests", "harness", "cli")
config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"], os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.environment["WARPSMITH_CACHE"] = os.path.join(config.test_exec_root, "cache")
# Variants with planted faults, as a folder for --prebuilt.
config.substitutions.append(("%fakes", os.path.join(build, "tests", "harness", "fakes")))
config.substitutions.append(("%scripts", os.path.join(os.environ["WARPSMITH_SOURCE_DIR"], "scripts")))
# %status N COMMAND...: succeeds when the command exits with N.
config.substitutions.append(("%status", os.path.join(config.test_source_root, "status.sh")))
config.substitutions.append(("%python", sys.executable))
# Debian's own, which has matplotlib and SciPy (scripts/setup.sh).
config.substitutions.append(("%debian-python", "/usr/bin/python3"))
# Google Benchmark's, of libbenchmark-tools.
config.substitutions.append(("%compare", "/usr/share/benchmark/compare.py"))
# A Slurm of the test's own; its daemons are in sbin, which a user's PATH may lack.
config.substitutions.append(
    ("%with-slurm", f"{sys.executable} {config.test_source_root}/Inputs/with-slurm.py"))
daemons = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
if all(shutil.which(name, path=daemons) for name in ("munged", "slurmctld", "slurmd", "sbatch")):
    config.available_features.add("slurm")
if os.cpu_count() > 1:
    config.available_features.add("several-cores")
source = os.environ.get("WARPSMITH_SOURCE_DIR", os.path.join(config.test_source_root, "../../.."))
config.substitutions.append(("%source", source))
config.substitutions.append(("%results", os.path.join(source, "polybench", "results", "h200")))
config.substitutions.append(
    ("%polybench", os.path.join(os.environ["WARPSMITH_BIN_DIR"], "polybench")))
