#!/usr/bin/env python3
"""Checks the prose of Markdown pages: length of sentences, width of lines, phrases that must not come
back (phrases.txt beside this), and proselint's rules.

  check.py [FILE...]        without files, every Markdown page that git knows of

Code, tables, HTML and generated blocks (from `<!-- X:begin ... -->` to `<!-- X:end -->`) are not prose.
Exit status 1 when something was found, each finding as FILE:LINE: CAUSE.
"""
import argparse
import pathlib
import re
import subprocess
import sys

from markdown_it import MarkdownIt
from proselint.checks import __register__
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

LONGEST_SENTENCE = 40  # words
WIDEST_LINE = 120
# Rules of proselint that do not fit: it wants curly quotes and the sign of multiplication, takes
# "512 x 512 x k" for a word written twice, and some GPU terms for jargon.
PROSELINT = {"checks": {"annotations": True, "archaism": True, "cliches": True, "hedging": True,
                        "industrial_language": False, "lexical_illusions": False,
                        "malapropisms": True, "misc": True, "mixed_metaphors": True,
                        "mondegreens": True, "needless_variants": True, "nonwords": True,
                        "oxymorons": True, "redundancy": True, "skunked_terms": False,
                        "spelling": True, "typography": False, "uncomparables": True,
                        "weasel_words": True},
             "max_errors": 1000}
GENERATED_BEGIN = re.compile(r"<!-- (\w+):begin\b.*-->")
CODE = "\N{OBJECT REPLACEMENT CHARACTER}"  # what a code span counts as: one word
# A sentence ends with a full stop, a question mark or an exclamation mark before white space and
# something that can begin one.
SENTENCE_END = re.compile(rf"(?<=[.!?])[)\"]?\s+(?=[A-Z0-9\"({CODE}])")
ABBREVIATIONS = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|et al|Fig|No)\.", re.IGNORECASE)


def read_phrases():
    phrases = []
    file = pathlib.Path(__file__).with_name("phrases.txt")
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        expression, tab, advice = line.partition("\t")
        if not tab or not advice:
            sys.exit(f"{file}:{number}: no tab between the expression and the advice")
        expression = expression.replace(" ", r"\s+")
        phrases.append((re.compile(expression, re.IGNORECASE), advice))
    return phrases


def without_generated(lines):
    """The lines, with those of generated blocks empty."""
    result, inside = [], None
    for line in lines:
        begin = GENERATED_BEGIN.match(line)
        if begin and not inside:
            inside = begin.group(1)
        result.append("" if inside else line)
        if inside and line.startswith(f"<!-- {inside}:end"):
            inside = None
    return result


def text_of(inline):
    """A paragraph's words as a reader sees them, and the line of each character, counted from the
    paragraph's first."""
    text, lines, line = "", [], 0
    for child in inline.children:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
            piece = " "
        elif child.type == "text":
            piece = child.content
        elif child.type == "code_inline":
            piece = CODE
        else:
            continue  # marks of emphasis and links, pictures, HTML
        text += piece
        lines += [line] * len(piece)
        if child.type == "code_inline":
            line += child.content.count("\n")
    return text, lines


def paragraphs(markdown):
    """(first line, text, its characters' lines, whether in a table) of each paragraph, list item,
    heading and cell."""
    in_table = False
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type in ("table_open", "table_close"):
            in_table = token.type == "table_open"
        if token.type == "inline":
            yield token.map[0] + 1, *text_of(token), in_table


def long_sentences(first, text, lines):
    text = ABBREVIATIONS.sub(lambda found: found.group().replace(".", "\N{ONE DOT LEADER}"), text)
    start = 0
    for end in [found.end() for found in SENTENCE_END.finditer(text)] + [len(text)]:
        words = [word for word in text[start:end].split() if re.search(rf"[\w{CODE}]", word)]
        if len(words) > LONGEST_SENTENCE:
            beginning = " ".join(words[:4]).replace(CODE, "`…`")
            yield first + lines[start], (f"a sentence of {len(words)} words ('{beginning} …'); at most "
                                         f"{LONGEST_SENTENCE}")
        start = end


def wide_lines(lines):
    for number, line in enumerate(lines, 1):
        # What a link points to cannot be broken.
        visible = re.sub(r"\]\([^)\s]*\)|https?://\S+|^\[[^]]+\]: .*", "", line)
        if len(visible) > WIDEST_LINE and not line.lstrip().startswith(("|", "<")):
            yield number, f"{len(line)} characters wide; at most {WIDEST_LINE}"


def crowded_lists(lines):
    """Lists that the site's Markdown does not take for lists, other than CommonMark."""
    for token in MarkdownIt("commonmark").parse("\n".join(lines)):
        if token.type not in ("bullet_list_open", "ordered_list_open"):
            continue
        first = token.map[0]
        if token.level == 0 and first > 0 and lines[first - 1].strip():
            yield first + 1, "a list needs an empty line before it"
        elif token.level > 0 and len(lines[first]) - len(lines[first].lstrip()) < 4:
            yield first + 1, "a list in a list needs four spaces before it"


def check(path, phrases):
    lines = without_generated(path.read_text(encoding="utf-8").splitlines())
    findings = [*wide_lines(lines), *crowded_lists(lines)]
    prose = {}
    for first, text, places, in_table in paragraphs("\n".join(lines)):
        if not in_table:
            findings += long_sentences(first, text, places)
            for character, place in zip(text, places):
                line = first + place
                prose[line] = prose.get(line, "") + ("code" if character == CODE else character)
        for expression, advice in phrases:
            for found in expression.finditer(text):
                shown = " ".join(found.group().split())
                findings.append((first + places[found.start()], f"'{shown}': {advice}"))
    page = "\n".join(prose.get(number, "") for number in range(1, len(lines) + 1))
    if page.strip():
        for result in LintFile(str(path), page).lint(PROSELINT):
            # proselint counts from the line before the first.
            line = page.count("\n", 0, max(result.check_result.span[0] - 1, 0)) + 1
            findings.append((line, f"{result.check_result.message} [proselint "
                                   f"{result.check_result.check_path}]"))
    for line, cause in sorted(findings):
        print(f"{path}:{line}: {cause}")
    return len(findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    files = parser.parse_args().files
    if not files:
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                                 "*.md"], check=True, capture_output=True, text=True).stdout
        files = [file for file in map(pathlib.Path, listed.splitlines()) if file.exists()]
    CheckRegistry().register_many(__register__)
    phrases = read_phrases()
    findings = sum(check(file, phrases) for file in files)
    if findings:
        sys.exit(f"{findings} findings in the prose; the house rules are in {pathlib.Path(__file__).parent}")


if __name__ == "__main__":
    main()
