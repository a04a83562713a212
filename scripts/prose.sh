#!/usr/bin/env bash
# Checks spelling and style of the pages that people read, with the tools of scripts/prose/requirements.txt
# in a virtual environment of the build tree. Arguments are the files to check; default: every Markdown page.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=build/prose-venv
if ! cmp -s scripts/prose/requirements.txt "$venv/requirements.txt"; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check --no-deps -r scripts/prose/requirements.txt
  cp scripts/prose/requirements.txt "$venv/"
fi

if [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.md' | sort -u)
fi
"$venv/bin/codespell" --builtin=clear,rare --ignore-words-list=runn "${files[@]}"
"$venv/bin/python" scripts/prose/check.py "${files[@]}"

# A check that finds nothing anywhere proves little: it must find what is wrong in this file.
{ "$venv/bin/python" scripts/prose/check.py scripts/prose/wrong.txt 2>/dev/null || true; } |
  diff - scripts/prose/wrong.expected ||
  { echo "scripts/prose/check.py does not find what it must in scripts/prose/wrong.txt" >&2 && exit 1; }
echo "Prose is clean."
