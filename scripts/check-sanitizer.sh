#!/usr/bin/env bash
# Runs the schedules under compute-sanitizer's memcheck, racecheck and synccheck, on shapes for which
# the launch chooses each tile of its menu, with whole tiles and edges, aligned rows and others.
#
#   scripts/check-sanitizer.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/check-sanitizer.sh --run FOLDER         needs a GPU, compute-sanitizer and the CUDA runtime
#
# Options: --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --arch sm_90a        what to build for
#          --results FOLDER     where sanitizer.json goes (default: polybench/results/GPU)
#          --only REGEX         of the lines that `runs` below prints, those that match; sanitizer.json
#                               then has no others
#          --jobs N             processes that share the GPU (default: 6); nothing is timed
# Exits with 1 when some schedule is not clean. Takes about four minutes on an H200 with 16 cores and
# --jobs 8.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode='' folder='' warpsmith='' rewritten='' arch=sm_90a results='' only='' jobs=6
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --results) results=$2 && shift ;;
    --only) only=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    *) mode='' && break ;;
  esac
  shift
done
[ -n "$mode" ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2; }
. "$root/scripts/bench-tools.sh"

# Benchmark, type, variants and sizes of each process. Tiles on the FP32 units are chosen by m and n:
# 32 x 64 and 64 x 64, 64 x 128, 128 x 192, 128 x 256.
small=150x170x300,256x192x320 menu='620x580x400 1024x1024x800 1536x1536x128 1408x3072x128
1025x1023x333 1407x3071x129'
runs() {
  local size variant
  for size in $menu $small; do
    for variant in warp-specialize-dma group interleave-fp64-columns; do
      echo "gemm float $variant $size"
    done
  done
  echo "gemm float tile,tile-pipeline,warp-specialize-dma-single,interleave-fp64 $small"
  echo "gemm float tile-interleave-fp64,warp-specialize-fp64,wmma-tf32-pipeline $small"
  echo "gemm float mma-fp16,mma-bf16,wgmma-tf32 $small,1408x3072x240"
  echo "gemm float split-fp16x3,split-bf16x6 $small,1408x3072x240"
  echo "gemm half wmma-fp16-pipeline,mma-fp16,wgmma-fp16 $small,1001x900x333,1408x3072x240"
  echo "gemm bfloat16 mma-bf16,wgmma-bf16 $small"
  echo "gemm double mma-fp64,warp-specialize-dma $small,1024x1024x240"
  echo "gemm int8 wgmma-int8 $small,1024x1024x240"
  echo "syrk float symmetric-fp16x3 300x200,1024x256"
  echo "syr2k float symmetric-bf16x6 300x200,1024x256"
  echo "3mm float warp-specialize-dma,group 128x160x96x64x100,512"
}

prepare() {
  mkdir -p "$folder"
  build_tools
  local benchmark type
  runs | cut -d' ' -f1,2 | sort -u | while read -r benchmark type; do
    WARPSMITH_ROOT=$root "$folder/bin/polybench" build "$benchmark" --device=gpu --arch="$arch" \
      --dtype="$type" --warpsmith="$warpsmith" --cache="$folder/cache" \
      --variants="$(runs | awk -v b="$benchmark" -v t="$type" '$1 == b && $2 == t {print $3}' | paste -sd,)" \
      --out="$folder/$benchmark-$type"
  done
  rm -rf "$folder/cache"
}

check() {
  timeout --kill-after=10 280 "$folder/bin/polybench" run "$2" --device=gpu --prebuilt="$folder/$2-$3" \
    --dtype="$3" --variants="$4" --sizes="$5" --inputs=random --no-time \
    --compute-sanitizer=memcheck,racecheck,synccheck --json="$folder/parts/$1.json" \
    >"$folder/parts/$1.log" 2>&1
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root folder
  export -f check
  [ -n "$results" ] || results=$(results_folder)
  rm -rf "$folder/parts" && mkdir -p "$results" "$folder/parts"
  local status=0
  runs | grep -E -- "$only" | nl -w1 -s' ' >"$folder/parts/list" || {
    echo "check-sanitizer.sh: no line of runs matches '$only'" >&2 && return 2
  }
  xargs -P "$jobs" -L1 bash -c 'check "$@"' _ <"$folder/parts/list" || status=1
  local number line
  while read -r number line; do
    [ -e "$folder/parts/$number.json" ] || echo "no result: $line (parts/$number.log)"
  done <"$folder/parts/list"
  python3 - "$folder"/parts "$results/sanitizer.json" <<'PYTHON' || status=1
import glob, json, sys
parts = [json.load(open(path)) for path in sorted(glob.glob(sys.argv[1] + "/*.json"))]
rows, seen = [], set()
for row in (row for part in parts for row in part["sanitizer"]):
    key = tuple(row[name] for name in ("benchmark", "variant", "type", "size", "tool"))
    if key not in seen:
        seen.add(key)
        rows.append(row)
with open(sys.argv[2], "w") as file:
    json.dump({"context": parts[0]["context"], "sanitizer": rows}, file, indent=1)
for row in rows:
    if not row["clean"]:
        print(*(row[name] for name in ("benchmark", "variant", "type", "size", "tool", "summary")))
print(f"{sum(row['clean'] for row in rows)} of {len(rows)} runs are clean")
sys.exit(not all(row["clean"] for row in rows))
PYTHON
  echo "Results are in $results/sanitizer.json"
  return "$status"
}

"$mode"
