# Random kernels and mutants: recognised, rewritten, run.
import os
import lit.formats

config.name = "property"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ["WARPSMITH_BUILD_DIR"], "tests", "property")
# What is rewritten must not depend on the GPU of the machine, whose architecture is the default.
config.environment["CUDA_VISIBLE_DEVICES"] = ""
config.environment["PATH"] = os.pathsep.join(
    [os.environ["WARPSMITH_BIN_DIR"], os.environ["WARPSMITH_LLVM_TOOLS_DIR"], os.environ["PATH"]])
config.substitutions.append(("%run", os.path.join(config.test_source_root, "run.py")))
config.substitutions.append(
    ("%same", os.path.join(config.test_source_root, "same.py")))
source = os.environ["WARPSMITH_SOURCE_DIR"]
config.substitutions.append(("%truncate", os.path.join(source, "scripts", "truncate-sources.py")))
