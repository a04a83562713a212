# make-project.py FOLDER COUNT [FLAGS]: sources FOLDER/src/aNN.cu, one kernel each, and a
# compile_commands.json in FOLDER/build; with FLAGS a second command for each file.
import json
import os
import sys

folder, count, more = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
with open(os.path.join(os.path.dirname(__file__), "gemm.cu")) as file:
    text = file.read()
commands = []
for number in range(count):
    name = f"a{number:02}.cu"
    with open(os.path.join(folder, "src", name), "w") as file:
        file.write(text.replace("int nk, ", "").replace("nk, alpha", "alpha").replace("nk", "NK")
                   .replace("gemm_kernel", f"kernel{number:02}").replace("void gemm(",
                                                                         f"void gemm{number:02}("))
    for flags in [f"-DNK={100 + number}", *more]:
        commands.append({"directory": os.path.join(folder, "build"), "file": f"../src/{name}",
                         "command": f"nvcc {flags} -arch=sm_80 -c ../src/{name} -o {name}.{len(commands)}.o"})
with open(os.path.join(folder, "build", "compile_commands.json"), "w") as file:
    json.dump(commands, file)
