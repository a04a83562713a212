#!/usr/bin/env bash
# As warpsmith-emulate, which stands in PATH: plants a mistake in the rewritten kernels that are
# verified. MISTAKE is a script of sed.
set -euo pipefail
rewritten=$(dirname "$1")/rewritten.cuh
cp "$rewritten" "$rewritten.before"
sed -i -E "$MISTAKE" "$rewritten"
! cmp -s "$rewritten" "$rewritten.before" || { echo "error: no mistake was planted" >&2 && exit 1; }
exec warpsmith-emulate "$@"
