#!/usr/bin/env bash
# Verifies and times every GEMM variant beside cuBLAS, and runs each once under compute-sanitizer.
#
#   scripts/bench-gemm.sh                      on a GPU machine: everything; writes
#                                              polybench/results/GPU/gemm.json and gemm-sanitizer.json
#
# The GPU machine needs neither Clang nor another compiler if you prepare a folder elsewhere. Copy the
# folder and the repository to the GPU machine, and run it there:
#
#   scripts/bench-gemm.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/bench-gemm.sh --run FOLDER         needs a GPU with its driver, cuBLAS and the CUDA runtime
#
# Options: --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --rewritten FOLDER   take rewritten sources from `polybench build --keep-sources` instead
#          --arch sm_90a        what to build for
#          --sizes LIST --types LIST            512,1024,2048,4096 and float,half,double
#          --results FOLDER     where the JSON goes (default: polybench/results/GPU)
#          --no-sanitizer       skip compute-sanitizer
#          --benchmark NAME --variants LIST     another benchmark, or only some variants
# Takes about four minutes on an H200 with 16 cores, after the builds.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/bench-gemm
warpsmith='' rewritten='' arch=sm_90a results='' sanitizer=yes
sizes=512,1024,2048,4096 types=float,half,double benchmark=gemm variants=all
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --rewritten) rewritten=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --sizes) sizes=$2 && shift ;;
    --types) types=$2 && shift ;;
    --results) results=$2 && shift ;;
    --no-sanitizer) sanitizer=no ;;
    --benchmark) benchmark=$2 && shift ;;
    --variants) variants=$2 && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done

. "$root/scripts/bench-tools.sh"

prepare() {
  mkdir -p "$folder"
  build_tools
  local source=()
  [ -z "$warpsmith" ] || source=(--warpsmith="$warpsmith")
  [ -z "$rewritten" ] || source=(--rewritten="$rewritten")
  # A variant that fails to build is in the manifest with its error; the others are still timed.
  WARPSMITH_ROOT=$root "$folder/bin/polybench" build "$benchmark" --device=gpu --arch="$arch" \
    --dtype="$types" --variants="$variants" "${source[@]}" --cache="$folder/cache" --out="$folder/variants" ||
    echo "bench-gemm.sh: some variants were not built; their rows will say so" >&2
  rm -rf "$folder/cache"
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
  [ -n "$results" ] || results=$(results_folder)
  mkdir -p "$results"
  local status=0
  rm -f "$folder/$benchmark.json" "$folder/$benchmark-sanitizer.json"
  "$folder/bin/polybench" run "$benchmark" --device=gpu --prebuilt="$folder/variants" --dtype="$types" \
    --sizes="$sizes" --inputs=random,integer,offset --json="$folder/$benchmark.json" || status=$?
  [ "$sanitizer" = no ] ||
    "$folder/bin/polybench" run "$benchmark" --device=gpu --prebuilt="$folder/variants" --dtype="$types" \
      --compute-sanitizer=memcheck,racecheck,synccheck --json="$folder/$benchmark-sanitizer.json" ||
    status=$?
  publish "$folder/$benchmark.json" "$folder/$benchmark-sanitizer.json"
  echo "Results are in $results; with their samples, in $folder"
  return "$status"
}

[ "$mode" = run ] || prepare
[ "$mode" = prepare ] || run
