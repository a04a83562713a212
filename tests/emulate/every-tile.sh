#!/usr/bin/env bash
# Runs a rewritten kernel with each tile of its menu in turn, whatever the launch would choose, and
# checks it against the original:
#
#   every-tile.sh exact SOURCE OUTPUT PASSES [OPTION...]   the same bytes (OUTPUT.original)
#   every-tile.sh close SOURCE OUTPUT PASSES [OPTION...]   within the error bound of the driver
#
# With MULTIPROCESSORS in the environment the device has so many of them. OUTPUT.NAME.trace has the
# launches with the tile NAME; OUTPUT.every is the program, which has no memory for its own with
# NO_MEMORY in the environment.
set -euo pipefail
mode=$1 source=$2 output=$3 passes=$4
shift 4
inputs=$(dirname "${BASH_SOURCE[0]}")/Inputs

warpsmith "$source" --passes="$passes" "$@" -o "$output.rewritten.cu" --error-on-missed \
  -- "-I$inputs" 2>"$output.remarks" || { cat "$output.remarks" >&2 && exit 1; }
names=$(sed -n 's/^using \([A-Z][a-z]*\) = Tile<.*/\1/p' "$output.rewritten.cu")
[ "$(wc -w <<<"$names")" -gt 1 ] || { echo "there is no menu" >&2 && exit 1; }
# Each tile's time is 0 where its name is asked for, of aligned rows or others, and 1 otherwise. None
# is left out for few steps.
{
  echo '#include <cstdlib>'
  echo '#include <cstring>'
  echo 'static long long timeOf(const char *name) { return !!std::strcmp(std::getenv("TILE"), name); }'
  sed -e 's/timeWith<\(Ragged\)*\([A-Z][a-z]*\)>(m, n[^)]*)/timeOf("\2")/g' \
    -e 's/\(constexpr int EnoughSteps\) = .*;/\1 = 0;/' \
    -e 's/cudaMallocFromPoolAsync(&/!std::getenv("NO_MEMORY") \&\& &/' "$output.rewritten.cu" |
    if [ -n "${MULTIPROCESSORS:-}" ]; then
      sed "s/^inline int multiprocessors() {/& return $MULTIPROCESSORS;/"
    else
      cat
    fi
} >"$output.every.cu"
warpsmith-emulate --sanitize "$output.every.cu" -o "$output.every" -- "-I$inputs"
for name in $names; do
  size=$(sed -n "s/^using $name = Tile<\([0-9]*, [0-9]*\), .*/\1/p" "$output.rewritten.cu")
  TILE=$name WARPSMITH_EMULATOR_TRACE=1 "$output.every" "$output.result" 2>"$output.trace" ||
    { grep -v 'emulator: launch' "$output.trace" >&2 && exit 1; }
  cp "$output.trace" "$output.$name.trace"
  grep -q "_rewritten::kernel<.*$size" "$output.trace" ||
    { echo "$name did not run" >&2 && exit 1; }
  [ "$mode" = close ] || cmp "$output.original" "$output.result"
done
