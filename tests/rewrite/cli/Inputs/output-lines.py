"""output-lines.py ORIGINAL OUTPUT KERNEL [PASTED]: fails where a rewrite adds more lines than that.

KERNEL is the most lines of the instance and its launch, PASTED that of what stands in the file of the
device headers and kernel files. They are counted apart: what is pasted is shared by all kernels of a
run, and is no part of what a reader looks for there."""

import re
import sys

original, output, most = sys.argv[1], sys.argv[2], [int(number) for number in sys.argv[3:]]
with open(original) as file:
    lines = -len(file.readlines())
with open(output) as file:
    text = file.read()
pasted = sum(part.count("\n") + 1 for part in re.findall(
    r"^namespace \w+_support \{$.*?^\} // namespace \w+_support$", text, re.DOTALL | re.MULTILINE))
kernel = text.count("\n") + lines - pasted
most += [0] * (2 - len(most))
print(f"{kernel} lines of at most {most[0]}, {pasted} pasted lines of at most {most[1]}")
sys.exit(kernel > most[0] or pasted > most[1])
