"""bad-grids.py GRID.PY FOLDER: what grid.py says of files with a mistake each."""
import os
import subprocess
import sys

HEAD = "form,batch,m,n,k,kind,layouts,types,quick\n"
GOOD = "product,1,64,64,64,square,NN,fp16,NN\n"
FILES = (
    "m,n,k\n",
    HEAD + "product,1,64,64,64,square,NN,fp16\n",
    HEAD + "sum,1,64,64,64,square,NN,fp16,\n",
    HEAD + "product,1,64,0,64,square,NN,fp16,\n",
    HEAD + "product,1,64,64,64,square,NX,fp16,\n",
    HEAD + "product,1,64,64,64,square,NN+NN,fp16,\n",
    HEAD + "product,1,64,64,64,square,NN,fp8,\n",
    HEAD + "product,1,64,64,64,square,,fp16,\n",
    HEAD + "product,1,64,64,64,square,NN,fp16,NT\n",
    HEAD + "alpha-beta,1,64,64,64,square,NT,fp16,\n",
    HEAD + "product,2,64,64,64,square,NN,int8,\n",
    HEAD + GOOD + "# again\n" + GOOD,
    HEAD,
)

script, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
for text in FILES:
    path = os.path.join(folder, "bad.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run([sys.executable, script, "left", f"--grid={path}", f"--out={folder}/none"],
                         capture_output=True, text=True)
    assert run.returncode == 1, run
    print(run.stderr, end="")
