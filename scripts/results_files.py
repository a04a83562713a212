"""Results files, and documents whose tables are made of them: what the scripts beside this share."""
import json
import os
import re


class BadInput(Exception):
    """What is wrong with a file, with its name and line."""


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: not JSON: {error.msg}") from error


def write(path, text):
    """Whole or not at all."""
    temporary = f"{path}.tmp{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)


def write_json(path, document):
    write(path, json.dumps(document, indent=1) + "\n")


def write_results(path, document):
    """As polybench writes them: a line for each row, which holds its samples too."""
    rows = ",\n".join("  " + json.dumps(row) for row in document["benchmarks"])
    context = json.dumps(document["context"], indent=1).replace("\n", "\n ")
    write(path, f'{{\n "context": {context},\n "benchmarks": [\n{rows}\n ]\n}}\n')


def refreshed(path, mark, table):
    """The document, and the same with what stands between `<!-- MARK:begin FILE -->` and
    `<!-- MARK:end -->` replaced by table(FILE)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    done, position = "", 0
    folder = os.path.dirname(os.path.abspath(path))
    for begin in re.finditer(rf"<!-- {mark}:begin (\S+) -->\n", text):
        end = text.find(f"<!-- {mark}:end -->", begin.end())
        if end < 0:
            row = text.count("\n", 0, begin.start()) + 1
            raise BadInput(f"{path}:{row}: {mark}:begin without {mark}:end")
        done += text[position:begin.end()] + table(os.path.join(folder, begin.group(1)))
        position = end
    if not position:
        raise BadInput(f"{path}: no line <!-- {mark}:begin FILE -->")
    return text, done + text[position:]


def update_or_check(update, check, mark, table, script):
    """Writes the refreshed document, or raises where it is not what stands there."""
    path = update or check
    old, new = refreshed(path, mark, table)
    if update:
        write(path, new)
    elif old != new:
        raise BadInput(f"{path}: its tables differ from their results files; run "
                       f"scripts/{script} table --update {path}")
