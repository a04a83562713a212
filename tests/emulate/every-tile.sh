#!/usr/bin/env bash
# Runs a rewritten kernel with each tile of its menu in turn, whatever the launch would choose, and
# checks that it gives the original's bytes (OUTPUT.original):
#
#   every-tile.sh SOURCE OUTPUT PASSES [OPTION...]
set -euo pipefail
source=$1 output=$2 passes=$3
shift 3
inputs=$(dirname "${BASH_SOURCE[0]}")/Inputs

warpsmith "$source" --passes="$passes" "$@" -o "$output.rewritten.cu" --error-on-missed \
  -- "-I$inputs" 2>"$output.remarks" || { cat "$output.remarks" >&2 && exit 1; }
names=$(sed -n 's/^using \([A-Z][a-z]*\) = Tile<.*/\1/p' "$output.rewritten.cu")
[ "$(wc -w <<<"$names")" -gt 1 ] || { echo "there is no menu" >&2 && exit 1; }
# Each tile's time is 0 where its name is asked for, and 1 otherwise.
{
  echo '#include <cstdlib>'
  echo '#include <cstring>'
  echo 'static long long timeOf(const char *name) { return !!std::strcmp(std::getenv("TILE"), name); }'
  sed 's/timeWith<\([A-Z][a-z]*\)>(m, n)/timeOf("\1")/g' "$output.rewritten.cu"
} >"$output.every.cu"
warpsmith-emulate --sanitize "$output.every.cu" -o "$output.every" -- "-I$inputs"
for name in $names; do
  size=$(sed -n "s/^using $name = Tile<\([0-9]*, [0-9]*\), .*/\1/p" "$output.rewritten.cu")
  TILE=$name WARPSMITH_EMULATOR_TRACE=1 "$output.every" "$output.result" 2>"$output.trace" ||
    { grep -v 'emulator: launch' "$output.trace" >&2 && exit 1; }
  grep -q "_rewritten::kernel<.*$size" "$output.trace" ||
    { echo "$name did not run" >&2 && exit 1; }
  cmp "$output.original" "$output.result"
done
