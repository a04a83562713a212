# Installed trees and packages, used without the sources and the build tree.
import os
import shutil
import subprocess
import sys
import lit.formats

config.name = "packaging"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
build = os.environ["WARPSMITH_BUILD_DIR"]
source = os.environ["WARPSMITH_SOURCE_DIR"]
config.test_exec_root = os.path.join(build, "tests", "packaging")
config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"], os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.environment["WARPSMITH_BUILD_DIR"] = build
config.environment["WARPSMITH_SOURCE_DIR"] = source
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.substitutions += [
    ("%build", build), ("%source", source), ("%python", sys.executable),
    ("%bin", os.environ["WARPSMITH_BIN_DIR"]), ("%llvm", os.environ["WARPSMITH_LLVM_TOOLS_DIR"])]
# Folders are hidden in a mount namespace, which root has, and others where the kernel lets them.
unshare = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
if shutil.which("unshare") and subprocess.run(
        unshare + ["mount", "-t", "tmpfs", "none", "/mnt"], stderr=subprocess.DEVNULL,
        check=False).returncode == 0:
    config.available_features.add("hidden-folders")
# scripts/setup.sh installs them.
if os.path.exists(os.path.join(build, "packaging-venv", "tools")):
    config.available_features.add("wheel-tools")
# Made by the build where there is a Python.
if os.path.exists(os.path.join(build, "manuals", "stamp")):
    config.available_features.add("manuals")
