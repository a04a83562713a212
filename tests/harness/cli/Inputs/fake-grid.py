"""fake-grid.py FOLDER: a grid of ten small products, and prepared folders for a worker that plays a GPU."""
import json
import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "grid.csv"), "w", encoding="utf-8") as grid:
    print("form,batch,m,n,k,kind,layouts,types,quick", file=grid)
    for size in range(64, 64 * 10, 64):
        print(f"product,1,{size},{size},{size},square,NN,fp16,", file=grid)
    print("product,1,64,64,64,square,NN,int8,", file=grid)
for element, numerics in (("half", "fp16"), ("int8", "bitexact")):
    prepared = os.path.join(folder, f"matmul-{element}")
    os.makedirs(prepared)
    builds = [{"benchmark": "matmul", "variant": name, "passes": passes, "numerics": contract,
               "type": element, "library": "a.so"}
              for name, passes, contract in (("original", "", "bitexact"), ("auto", "auto", numerics))]
    with open(os.path.join(prepared, "manifest.json"), "w", encoding="utf-8") as manifest:
        json.dump({"format": 1, "device": "gpu", "commit": "1", "builds": builds}, manifest)
    with open(os.path.join(prepared, "a.so"), "w", encoding="utf-8") as library:
        library.write("library\n")
