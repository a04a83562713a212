"""Reads results files, and updates the documents whose tables are made from them."""
import json
import math
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
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    os.replace(temporary, path)


def write_json(path, document):
    write(path, json.dumps(document, indent=1) + "\n")


def write_results(path, document):
    """As polybench writes them: a line for each row."""
    rows = ",\n".join("  " + json.dumps(row, separators=(",", ":")) for row in document["benchmarks"])
    context = json.dumps(document["context"], indent=1).replace("\n", "\n ")
    write(path, f'{{\n "context": {context},\n "benchmarks": [\n{rows}\n ]\n}}\n')


def machine(context):
    """Where results were measured, as a sentence."""
    device = context["device"]
    return (f"{device['name']}, driver {device['driver']}, CUDA {device['cuda']}, "
            f"cuBLAS {device['cublas']}, {context['date'][:10]}, "
            f"commit {context['commit'][:7]}.")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


GRAPH = "those under 200 us replayed from a CUDA graph"


def times_taken(context):
    """How the times were taken, in sentences. runtime/harness/report/TimesTaken.cpp says the same."""
    text = f"Each time is the median of {context['repetitions']} samples. "
    if GRAPH in context["time"]:
        text += ("A sample is a batch of launches, one right after the other, between two CUDA events. "
                 "Launches of less than 200 us are replayed from a CUDA graph; longer ones go to a "
                 "stream one by one. The contestants take turns within one process. ")
    else:
        text += context["time"] + ". "
    if context["l2_policy"].startswith("L2 cold"):
        return text + ("The L2 cache is cold: launches rotate over sets of buffers that together are "
                       "larger than twice the cache.")
    if context["l2_policy"].startswith("L2 warm"):
        return text + "The L2 cache is warm: every launch uses the same buffers."
    return text + context["l2_policy"] + "."


def briefly(context):
    """The same in one phrase."""
    if GRAPH not in context["time"]:
        return f"{context['time']}; {context['l2_policy']};"
    cache = "warm" if context["l2_policy"].startswith("L2 warm") else "cold"
    return ("batches of launches between CUDA events, replayed from a CUDA graph below 200 us a launch, "
            f"{cache} L2 cache, contestants in turn.")


def refreshed(path, text, mark, table):
    """The page's text with what stands between `<!-- MARK:begin FILE -->` and `<!-- MARK:end -->` replaced
    by table(FILE, FOLDER), where FOLDER is that of the page."""
    done, position = "", 0
    folder = os.path.dirname(os.path.abspath(path))
    for begin in re.finditer(rf"<!-- {mark}:begin (\S+) -->\n", text):
        end = text.find(f"<!-- {mark}:end -->", begin.end())
        if end < 0:
            row = text.count("\n", 0, begin.start()) + 1
            raise BadInput(f"{path}:{row}: {mark}:begin without {mark}:end")
        done += text[position:begin.end()] + table(os.path.join(folder, begin.group(1)), folder)
        position = end
    return done + text[position:]


def add_page_commands(commands):
    """`update PAGE...` and `check PAGE...`, of which update_or_check() does the work."""
    for name in ("update", "check"):
        commands.add_parser(name).add_argument("pages", nargs="+")


def update_or_check(options, tables, script):
    """`update` writes the pages anew with their tables. `check` raises for the first page that would change.
    `tables` holds pairs of a mark and the function that makes its table."""
    for page in options.pages:
        try:
            with open(page, encoding="utf-8") as file:
                old = file.read()
        except OSError as error:
            raise BadInput(f"{page}: {error.strerror}") from error
        if not any(f"<!-- {mark}:begin " in old for mark, _ in tables):
            raise BadInput(f"{page}: no line <!-- {tables[0][0]}:begin FILE -->")
        new = old
        for mark, table in tables:
            new = refreshed(page, new, mark, table)
        if options.command == "update":
            write(page, new)
        elif old != new:
            raise BadInput(f"{page}: its tables differ from their results files; run "
                           f"scripts/{script} update {page}")
