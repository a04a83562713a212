#!/usr/bin/env bash
# Measures how units overlap inside an SM, alone and inside GEMM, and writes micro.json with its plots:
#
#   scripts/bench-micro.sh                     on a GPU machine: everything; writes
#                                              polybench/results/GPU/micro.json and micro/*.svg
#
# As scripts/bench-gemm.sh, the GPU machine needs neither Clang nor a compiler if a folder was
# prepared elsewhere:
#
#   scripts/bench-micro.sh --prepare FOLDER    needs nvcc and warpsmith; no GPU
#   scripts/bench-micro.sh --run FOLDER        needs a GPU with its driver, cuBLAS and the CUDA runtime
#   scripts/bench-micro.sh --show FOLDER       neither: tables and plots of the folder's micro.json
#
# Options: --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --arch sm_90a        what to build for
#          --results FOLDER     where the JSON goes (default: polybench/results/GPU)
#          --experiments LIST   some of them, by name (see polybench micro --list)
# Without matplotlib the plots are left out; --show draws them later.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/bench-micro
warpsmith='' rewritten='' arch=sm_90a results='' experiments=(--all)
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --show) mode=show folder=$2 && shift ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --results) results=$2 && shift ;;
    --experiments) IFS=, read -ra experiments <<<"$2" && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
. "$root/scripts/bench-tools.sh"

prepare() {
  mkdir -p "$folder"
  build_tools
  # A variant that fails to build is in the manifest with its error; the others are still timed.
  WARPSMITH_ROOT=$root "$folder/bin/polybench" micro "${experiments[@]}" --device=gpu --arch="$arch" \
    --warpsmith="$warpsmith" --cache="$folder/cache" --build-only="$folder/built" ||
    echo "bench-micro.sh: something was not built; its rows will say so" >&2
  rm -rf "$folder/cache"
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
  "$folder/bin/polybench" micro "${experiments[@]}" --device=gpu --prebuilt="$folder/built" \
    --output="$folder/micro.json"
}

# Prints the tables and draws the plots. A plot that cannot be drawn is reported and does not fail.
draw() {
  /usr/bin/python3 "$root/scripts/plot.py" "$1/micro.json" -o "$1/micro" --plots=micro ||
    echo "bench-micro.sh: no plots; scripts/bench-micro.sh --show FOLDER makes them" >&2
}

case $mode in
  show)
    "$root/build/bin/polybench" table "$folder/micro.json"
    draw "$folder"
    exit
    ;;
  all | prepare) prepare ;;
esac
[ "$mode" != prepare ] || exit 0
[ -n "$results" ] || results=$(results_folder)
mkdir -p "$results"
status=0
rm -f "$folder/micro.json"
run || status=$?
publish "$folder/micro.json"
draw "$results"
exit "$status"
