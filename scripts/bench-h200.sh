#!/usr/bin/env bash
# Measures every case of scripts/performance.py beside cuBLAS and writes performance.json:
#
#   scripts/bench-h200.sh                      on a GPU machine: everything; writes
#                                              polybench/results/GPU/performance.json
#
# As scripts/bench-gemm.sh, the GPU machine needs neither Clang nor a compiler if a folder was
# prepared elsewhere:
#
#   scripts/bench-h200.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/bench-h200.sh --run FOLDER         needs a GPU with its driver, cuBLAS and the CUDA runtime
#
# Options: --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --arch sm_90a        what to build for
#          --results FOLDER     where the JSON goes (default: polybench/results/GPU)
#          --no-profile         without ncu, which reads how busy each unit was
#          --devices 0,1        GPUs that share the benchmarks; contestants are always on one (default: 0)
# Takes about six minutes on an H200 with 16 cores, after the builds.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/bench-h200
warpsmith='' rewritten='' arch=sm_90a results='' profile=yes devices=0
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --results) results=$2 && shift ;;
    --no-profile) profile=no ;;
    --devices) devices=$2 && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
. "$root/scripts/bench-tools.sh"

prepare() {
  mkdir -p "$folder"
  build_tools
  python3 "$root/scripts/performance.py" runs >"$folder/runs"
  while read -r benchmark type variants _; do
    WARPSMITH_ROOT=$root "$folder/bin/polybench" build "$benchmark" --device=gpu --arch="$arch" \
      --dtype="$type" --variants="$variants" --warpsmith="$warpsmith" --cache="$folder/cache" \
      --out="$folder/$benchmark-$type" ||
      echo "bench-h200.sh: some variants were not built; their rows will say so" >&2
  done <"$folder/runs"
  rm -rf "$folder/cache"
}

# One GPU's part: it takes the next benchmark until there is none.
measure() {
  local status=0 benchmark type variants sizes
  exec 4>"$folder/parts/lock"
  while flock 4 && read -r -u 3 benchmark type variants sizes; do
    flock -u 4
    local part=$folder/parts/$benchmark-$type.json profiling=()
    if [ "$profile" = yes ] && [[ ,$sizes, == *,4096,* ]]; then
      profiling=(--profile --profile-sizes=4096)
    fi
    CUDA_VISIBLE_DEVICES=$1 "$folder/bin/polybench" run "$benchmark" --device=gpu \
      --prebuilt="$folder/$benchmark-$type" --dtype="$type" --variants="$variants" \
      --sizes="$sizes" --inputs=random --repetitions=31 --min-time=0.05 --warmup-time=0.2 "${profiling[@]}" \
      --json="$part" </dev/null 3<&- 4>&- || status=$?
  done
  return "$status"
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
  [ -n "$results" ] || results=$(results_folder)
  mkdir -p "$results" "$folder/parts"
  PATH=$PATH:$("$root/scripts/find-cuda.sh" 2>/dev/null)/bin
  if [ "$profile" = yes ] && ! command -v ncu >/dev/null; then
    echo "bench-h200.sh: ncu was not found; --no-profile measures without it" >&2 && exit 1
  fi
  rm -f "$folder"/parts/*
  local status=0 parts=() device workers=()
  exec 3<"$folder/runs" # the workers read on where the last one stopped
  for device in ${devices//,/ }; do
    measure "$device" &
    workers+=($!)
  done
  for worker in "${workers[@]}"; do
    wait "$worker" || status=$?
  done
  exec 3<&-
  local benchmark type
  while read -r benchmark type _; do
    [ ! -e "$folder/parts/$benchmark-$type.json" ] || parts+=("$folder/parts/$benchmark-$type.json")
  done <"$folder/runs"
  python3 "$root/scripts/performance.py" merge "${parts[@]}" -o "$folder/performance.json"
  publish "$folder/performance.json"
  python3 "$root/scripts/performance.py" summary "$results/performance.json"
  return "$status"
}

[ "$mode" = run ] || prepare
[ "$mode" = prepare ] || run
