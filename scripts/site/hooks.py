"""What mkdocs does beside its own: a link from a page to a file of the repository that is not a page of
docs/ works on the site as it does in a viewer of plain Markdown.

Source files become pages with highlighted code, other Markdown files pages, folders lists of their files,
and everything else is copied. All of them are under repository/ on the site.
"""
import logging
import os
import pathlib
import re
import subprocess

from mkdocs.structure.files import File

log = logging.getLogger("mkdocs.plugins.warpsmith")  # a warning ends a strict build

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".cpp": "cpp", ".h": "cpp", ".def": "cpp", ".py": "python",
             ".sh": "bash", ".txt": "text", ".test": "text", ".cmake": "cmake", ".yml": "yaml", "": "text"}
# Code first, which holds no links; then the destinations of links and of pictures.
LINK = re.compile(r"(?P<code>^```.*?^```|`[^`\n]+`)"
                  r"|(?P<before>\]\(|\b(?:src|srcset|href)=\")(?P<target>[^)\"#\s]+)(?P<anchor>#[^)\"\s]*)?",
                  re.DOTALL | re.MULTILINE)

places = {}  # of each page of the site its file in the repository


def is_external(target):
    return re.match(r"[a-z]+:", target) is not None


def place_on_site(path):
    """Where a file or folder of the repository is on the site, as mkdocs names sources."""
    relative = path.relative_to(ROOT)
    own = relative.parts[0] == "docs"
    if path.is_dir():
        return f"repository/{relative}/index.md"
    if path.suffix == ".md":
        return str(relative.relative_to("docs")) if own else f"repository/{relative}"
    if path.suffix in LANGUAGES:
        return f"repository/{relative}.md"
    return str(relative.relative_to("docs")) if own else f"repository/{relative}"


def tracked(path):
    return subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard",
                           path], capture_output=True, text=True, check=True).stdout.splitlines()


def page_of(path):
    """The Markdown of the page that shows a file or folder."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    relative = path.relative_to(ROOT)
    begin = f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n\n`{relative}`\n\n"
    if path.is_dir():
        return begin + "".join(f"- `{name}`\n" for name in tracked(relative))
    return f"{begin}````{LANGUAGES[path.suffix]}\n{path.read_text(encoding='utf-8')}````\n"


def targets(markdown, path):
    """The files and folders of the repository that a page links to."""
    for link in LINK.finditer(markdown):
        if link["target"] and not is_external(link["target"]):
            yield link["target"], (path.parent / link["target"]).resolve()


def on_files(files, config):
    """Adds what the pages link to."""
    places.clear()
    pending = []
    for file in files.documentation_pages():
        places[file.src_uri] = ROOT / "docs" / file.src_uri
        pending.append(places[file.src_uri])
    while pending:
        path = pending.pop()
        for target, file in targets(path.read_text(encoding="utf-8"), path):
            if not file.exists() or ROOT not in (file, *file.parents):
                log.warning("%s links to '%s', which is not in the repository", path, target)
                continue
            place = place_on_site(file)
            if files.get_file_from_path(place):
                continue
            if place.endswith(".md"):
                files.append(File.generated(config, place, content=page_of(file)))
                places[place] = file
                if file.suffix == ".md":
                    pending.append(file)
            else:
                files.append(File.generated(config, place, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Turns links between files of the repository into links between files of the site."""
    path = places[page.file.src_uri]
    if path.suffix != ".md":
        return markdown
    folder = os.path.dirname(page.file.src_uri)

    def moved(link):
        if link["code"] or is_external(link["target"]):
            return link[0]
        file = (path.parent / link["target"]).resolve()
        if not file.exists():
            return link[0]  # on_files has warned
        place = os.path.relpath(place_on_site(file), folder or ".")
        return f"{link['before']}{place}{link['anchor'] or ''}"

    return "\n".join(map(with_plain_bars, LINK.sub(moved, markdown).split("\n")))


def with_plain_bars(line):
    """A row of a table with the bars in its code as they are meant: viewers of plain Markdown need `\\|`
    there, this one shows the backslash."""
    if not line.startswith("|"):
        return line
    return re.sub(r"`[^`]+`", lambda code: code[0].replace(r"\|", "|"), line)
