#!/usr/bin/env python3
"""Parses a page of `polybench report` and checks it against the results files it was made from.

Well-formed with nothing from elsewhere and no script; every contestant's median, rate and verdict
is there; plots have titles and descriptions; identifiers are unique and every link has its target.
"""
import html.parser
import json
import re
import sys

VOID = {"meta", "col", "br", "hr", "img", "link", "input"}
SVG = "http://www.w3.org/2000/svg"


class Page(html.parser.HTMLParser):
    """Elements in order; a tag that closes another than the open one is an error."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.errors, self.text, self.style = [], [], [], [], []
        self.feed(text)
        self.close()
        self.errors += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            self.errors.append(f"{self.getpos()}: <{tag}> has an attribute twice")
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.errors.append(f"{self.getpos()}: </{tag}> in <{'> <'.join(self.open[-3:])}>")
        else:
            self.open.pop()

    def handle_data(self, data):
        (self.style if self.open and self.open[-1] == "style" else self.text).append(data)

    def having(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def check(page, documents):
    yield from page.errors
    for tag, attributes in page.elements:
        if tag in ("script", "link", "img", "iframe", "object", "embed", "base", "form"):
            yield f"there is a <{tag}>"
        for name, value in attributes.items():
            if name.startswith("on") or name == "style":
                yield f"<{tag}> has the attribute {name}"
            if name in ("href", "src", "xlink:href") and not (value or "").startswith("#"):
                yield f"<{tag}> refers to {value}"
    for tag, attributes in page.elements:
        for name, value in attributes.items():
            if "//" in (value or "") and (name, value) != ("xmlns", SVG):
                yield f"<{tag}> has the address {value} in {name}"
    if re.search(r"@import|url\(|//", "".join(page.style)):
        yield "the style sheet fetches something"
    identifiers = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    if len(set(identifiers)) != len(identifiers):
        yield "identifiers are not unique"
    for _, attributes in page.elements:
        links = [attributes["href"][1:]] if "href" in attributes else []
        for target in links + attributes.get("aria-labelledby", "").split():
            if target not in identifiers:
                yield f"nothing has the identifier {target}"
    plots = [attributes for attributes in page.having("svg") if attributes.get("role") == "img"]
    for attributes in plots:
        if "aria-labelledby" not in attributes:
            yield "a plot has no title"
    if len(page.having("caption")) != len(page.having("table")):
        yield "a table has no caption"
    shown = "".join(page.text)
    values = {float(attributes["value"]) for attributes in page.having("data")}
    for document in documents:
        for row in document.get("benchmarks", []):
            if "verdict" not in row or row.get("twin"):
                continue
            for text_key in ("benchmark", "variant", "type", "size"):
                if row[text_key].replace("\x01", "\ufffd") not in shown:
                    yield f"{row['name']}: its {text_key} is not in the page"
            if row["verdict"] == "failed" and row["error_message"] not in shown:
                yield f"{row['name']}: its error is not in the page"
            keys = ["error_ratio", "scaled_error"]
            if "TFLOPS" in row:
                keys += ["real_time", "TFLOPS", "speedup_vs_original", "speedup_vs_cublas"]
            numbers = {key: row[key] for key in keys if key in row}
            numbers.update(row.get("utilisation", {}))
            for key, value in numbers.items():
                if float(value) not in values and key != "error_ratio":
                    yield f"{row['name']}: its {key} {value} is not in the page"
        device = document["context"].get("device", {}).get("name", "")
        if device not in shown:
            yield f"the device {device} is not in the page"


def main(page_file, *result_files):
    with open(page_file, encoding="utf-8") as file:
        text = file.read()
    documents = []
    for result_file in result_files:
        with open(result_file, encoding="utf-8") as file:
            documents.append(json.load(file))
    page = Page(text)
    errors = list(check(page, documents))
    for error in errors[:20]:
        print(f"check-page.py: {page_file}: {error}", file=sys.stderr)
    headings = [tag for tag, _ in page.elements if tag in ("h1", "h2", "h3", "h4")]
    plots = sum(attributes.get("role") == "img" for attributes in page.having("svg"))
    print(f"{len(headings)} headings, {plots} plots, {len(page.having('table'))} tables")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
