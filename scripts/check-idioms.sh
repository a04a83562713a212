#!/usr/bin/env bash
# Runs the programs of tests/emulate/idioms on a GPU, as written and rewritten, and compares every
# bit they print:
#
#   scripts/check-idioms.sh --prepare FOLDER   rewrites them; needs warpsmith, no GPU
#   scripts/check-idioms.sh --run FOLDER       builds and runs them; needs nvcc and a GPU, no Clang
#
# CI does the same in the emulator.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mode=${1:-} folder=${2:-}
warpsmith=${WARPSMITH:-$root/build/bin/warpsmith}
include=$root/tests/emulate/Inputs

prepare() {
  mkdir -p "$folder"
  for source in "$root"/tests/emulate/idioms/*.cu; do
    local name
    name=$(basename "$source" .cu)
    local options
    for options in '--passes=tile' '--passes=tile,pipeline' '--passes=tile<32;32;16;4;4>'; do
      local output status=0
      output="$folder/$name.rewritten$(echo "$options" | tr -c 'a-z0-9\n' '-').cu"
      # shellcheck disable=SC2086 # several options
      "$warpsmith" "$source" $options --arch=sm_90a -o "$output" -- "-I$include" \
        2>"$folder/remarks" || status=$?
      # With 1 the pass does not apply to one of its kernels, and nothing is written.
      [ "$status" -lt 2 ] || { cat "$folder/remarks" >&2 && exit 1; }
    done
    cp "$source" "$folder/$name.original.cu"
  done
}

# One original and all its rewritten forms.
compare() {
  local name=${1%.original.cu.exe}
  "$1" >"$name.expected" || { echo "$(basename "$name"): the original fails" && return; }
  for rewritten in "$name".rewritten*.cu.exe; do
    [ -e "$rewritten" ] || continue # these passes do not apply to it
    "$rewritten" >"$rewritten.found" && cmp -s "$name.expected" "$rewritten.found" ||
      echo "DIFFERS: $(basename "$rewritten")"
  done
}

run() {
  local cuda failures
  cuda=$("$root/scripts/find-cuda.sh")
  find "$folder" -name '*.cu' -print0 |
    xargs -0 -P "$(nproc)" -I{} "$cuda/bin/nvcc" -arch=sm_90a -std=c++17 -w --expt-relaxed-constexpr "-I$include" {} -o {}.exe
  export -f compare
  failures=$(printf '%s\0' "$folder"/*.original.cu.exe |
    xargs -0 -P "$(nproc)" -I{} bash -c 'compare "$1"' compare {})
  echo "${failures:+$failures
}$(find "$folder" -name '*.rewritten*.exe' | wc -l) rewritten programs compared, $(grep -c . <<<"$failures") failed"
  [ -z "$failures" ]
}

case $mode in
  --prepare) prepare ;;
  --run) run ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
esac
