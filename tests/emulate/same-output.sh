#!/usr/bin/env bash
# Rewrites a whole program and compares what it prints with what the original prints:
#
#   same-output.sh rewritten|fallback SOURCE OUTPUT PASSES [OPTION...]
#
# The first argument says which kernel must have run. Options go to warpsmith, FLAGS in the environment to
# every compilation.
set -euo pipefail
expected=$1 source=$2 output=$3 passes=$4
shift 4
inputs=$(dirname "${BASH_SOURCE[0]}")/Inputs
read -ra flags <<<"-I$inputs ${FLAGS:-}"

warpsmith "$source" --passes="$passes" "$@" -o "$output.rewritten.cu" --error-on-missed \
  -- "${flags[@]}"
if [ -n "${MULTIPROCESSORS:-}" ]; then # the device has so many
  sed -i "s/^    device.number = number;/& device.multiprocessors = $MULTIPROCESSORS;/" "$output.rewritten.cu"
fi
warpsmith-emulate --sanitize "$output.rewritten.cu" -o "$output.rewritten" -- "${flags[@]}"
# Tests rewrite one program in several ways: what the original prints stays, as long as it is made of the same.
made="${FLAGS:-} $(warpsmith-emulate --identity "$(dirname "$source")" "$inputs")"
if [ "$made" != "$(cat "$output.original.made" 2>/dev/null)" ]; then
  rm -f "$output.original.made"
  warpsmith-emulate "$source" -o "$output.original" -- "${flags[@]}"
  "$output.original" >"$output.original.txt"
  echo "$made" >"$output.original.made"
fi
WARPSMITH_EMULATOR_TRACE=1 "$output.rewritten" >"$output.rewritten.txt" 2>"$output.trace"
ran=fallback
# A kernel of internal linkage has no name in the trace, but tiled kernels have blocks of one row.
! grep -q ', ([0-9]*,1,1), [0-9]*>>>' "$output.trace" || ran=rewritten
[ "$ran" = "$expected" ] || { echo "ran: $ran" >&2 && exit 1; }
cmp "$output.original.txt" "$output.rewritten.txt"
