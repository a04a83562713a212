"""output-lines.py ORIGINAL OUTPUT KERNEL [PASTED]: fails where a rewrite adds more lines than that.

KERNEL is the most lines of the kernel and its launch, PASTED that of device headers whose text stands
in the file. They are counted apart: what is pasted is shared by all kernels of a file, and is no part
of what a reader looks for there."""

import sys

original, output, most = sys.argv[1], sys.argv[2], [int(number) for number in sys.argv[3:]]
with open(original) as file:
    lines = -len(file.readlines())
with open(output) as file:
    text = file.read()
begin = text.find("\nnamespace warpsmith {\n")
end = text.find("\n} // namespace warpsmith\n") + 1 if begin >= 0 else 0
pasted = text[begin + 1 : end].count("\n") + 1 if begin >= 0 else 0
kernel = text.count("\n") + lines - pasted
most += [0] * (2 - len(most))
print(f"{kernel} lines of at most {most[0]}, {pasted} pasted lines of at most {most[1]}")
sys.exit(kernel > most[0] or pasted > most[1])
