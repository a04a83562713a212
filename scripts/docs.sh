#!/usr/bin/env bash
# Builds the pages of docs/ as a site into build/site, and fails on a link that leads nowhere.
#   scripts/docs.sh          builds
#   scripts/docs.sh serve    shows the site on http://127.0.0.1:8000 and builds it again on changes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=build/site-venv
if ! cmp -s scripts/site/requirements.txt "$venv/requirements.txt"; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check --no-deps -r scripts/site/requirements.txt
  cp scripts/site/requirements.txt "$venv/"
fi
export NO_MKDOCS_2_WARNING=1 # the theme's notice about a later mkdocs
if [ "${1:-}" = serve ]; then
  exec "$venv/bin/mkdocs" serve
fi
"$venv/bin/mkdocs" build --strict --clean
echo "The site is build/site/index.html."
