#!/usr/bin/env bash
# Runs every variant of the suite, with every type that it supports, under compute-sanitizer's
# memcheck, racecheck and synccheck. The shapes have whole tiles and edges, aligned rows and others;
# a launch chooses each tile of its menu for at least one of them.
#
#   scripts/check-sanitizer.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/check-sanitizer.sh --run FOLDER         needs a GPU, compute-sanitizer and the CUDA runtime
#   scripts/check-sanitizer.sh --list               prints what is run, one line per process:
#                                                   benchmark, type, variants, sizes; needs polybench
#
# Options: --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --arch sm_90a        what to build for
#          --results FOLDER     where sanitizer.json goes (default: polybench/results/GPU)
#          --only REGEX         run the lines of --list that match, also with --prepare;
#                               sanitizer.json keeps its other rows, with their commit
#          --jobs N             processes that share the GPU (default: 6); nothing is timed
#          --limit SECONDS      start nothing after that time; what was not started is listed, as if
#                               --only had left it out, but the exit status is 1
# The exit status is 1 if a schedule is not clean. Takes about four minutes on an H200 with 16 cores and
# --jobs 8.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode='' folder='' warpsmith='' rewritten='' arch=sm_90a results='' only='' jobs=6 limit=86400
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --list) mode=list ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --results) results=$2 && shift ;;
    --only) only=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    --limit) limit=$2 && shift ;;
    *) mode='' && break ;;
  esac
  shift
done
[ -n "$mode" ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2; }
. "$root/scripts/bench-tools.sh"

# Tiles on the FP32 units are chosen by m and n: 32 x 64 and 64 x 64, 96 x 64, 64 x 128, 96 x 192,
# 128 x 192, 128 x 256.
small=150x170x276,256x192x272 menu='620x580x400 760x768x400 1024x1024x800 1536x1536x128
1408x2304x128 1408x3072x128
1025x1023x333 1407x3071x129'
# On warpgroup products (tests/unit/rewriter/TileTimeTest.cpp): all tiles of the menus, with the small
# ones, whatever the type of the operands.
wgmma=126x141x73,368x2080x112,516x2143x239,646x2663x14,1224x1682x268,1340x1665x266,1408x640x208,1512x2721x357,1648x592x160,1680x1296x192,2241x669x355,2247x986x169,2288x560x288
# Few tiles of many steps, which are summed in slices of k: 64 x 64 and 128 x 128.
# By the bytes of their operands on the tensor cores.
deep1=222x128x4384,724x352x7584
deep2=108x400x3888,470x368x8400
deep4=258x240x3280,94x624x3584
# With split operands, which take 256 steps of k or more: 128 x 128 and, in two parts, 128 x 192.
split=1408x3072x272,1500x2080x272
# mma.sync of 16 bits: 64 x 128, 128 x 128 and 128 x 256, and 64 x 64 with the small ones; of FP64:
# 32 x 64, 64 x 64, 80 x 64, 64 x 96, 64 x 128, 128 x 112 and 128 x 128, and 16 x 32 with the small
# ones. Its last one has more tiles than multiprocessors: idle warps pack what the first tiles do not
# need.
mma=1000x900x240,1250x1500x240,1408x3072x240
fp64=512x510x240,640x700x240,760x760x240,768x1050x240,1022x1024x240,1400x1344x240,2048x2048x64
# Of a triangle: 128 x 64, 128 x 128 and, in two parts, 128 x 192.
triangles=300x272,1024x256,1536x256,2048x256

# The variants of `polybench list` with the types of GEMM that each is for: a line each.
variants() {
  "$polybench" list | awk '
    $1 == "gemm" { gemm = 1 }
    gemm && $1 ~ /^float,/ { types = $1; gemm = 0 }
    /^Variants/ { listed = 1; next }
    listed && $1 != "original" {
      count = split($3 == "any" ? types : $3, each, ",")
      for (i = 1; i <= count; ++i) print $1, each[i]
    }'
}

# What is run, the longest first.
runs() {
  local all size variant type
  all=$(variants)
  {
    for size in $menu ${small/,/ }; do
      for variant in warp-specialize-dma group interleave-fp64-columns; do
        echo "gemm float $variant $size"
      done
    done
    echo "3mm float warp-specialize-dma,group 128x160x96x64x100,512"
    while read -r variant type; do
      case $variant:$type in
        warp-specialize-dma:float | group:float | interleave-fp64-columns:float) ;; # above
        symmetric-fp16x3:*) echo "syrk $type $variant $triangles" ;;
        symmetric-*:*) echo "syr2k $type $variant $triangles" ;;
        mma-fp64:*) echo "gemm $type $variant $small,$fp64" ;;
        warp-specialize-dma:double) echo "gemm $type $variant $small,1024x1024x240" ;;
        wgmma-*:half) echo "gemm $type $variant $small,1001x900x333,$wgmma,$deep2" ;;
        wgmma-tf32:*) echo "gemm $type $variant $small,$wgmma,$deep4" ;;
        wgmma-int8:*) echo "gemm $type $variant $small,$wgmma,$deep1" ;;
        wgmma-*:*) echo "gemm $type $variant $small,$wgmma,$deep2" ;;
        split-*:*) echo "gemm $type $variant $small,$split" ;;
        mma-*:half) echo "gemm $type $variant $small,1001x900x333,$mma" ;;
        mma-*:*) echo "gemm $type $variant $small,$mma" ;;
        *) echo "gemm $type $variant $small" ;;
      esac
    done <<<"$all"
  } | grep -E -- "$only" || {
    echo "check-sanitizer.sh: no run matches '$only'" >&2 && return 2
  }
}

list() {
  polybench=polybench
  runs
}

prepare() {
  mkdir -p "$folder"
  build_tools
  polybench=$folder/bin/polybench
  local all benchmark type
  all=$(runs)
  cut -d' ' -f1,2 <<<"$all" | sort -u | while read -r benchmark type; do
    WARPSMITH_ROOT=$root "$folder/bin/polybench" build "$benchmark" --device=gpu --arch="$arch" \
      --dtype="$type" --warpsmith="$warpsmith" --cache="$folder/cache" \
      --variants="$(awk -v b="$benchmark" -v t="$type" '$1 == b && $2 == t {print $3}' <<<"$all" | paste -sd,)" \
      --out="$folder/$benchmark-$type"
  done
  rm -rf "$folder/cache"
}

check() {
  [ "$(date +%s)" -lt "$deadline" ] || return 0
  timeout --kill-after=10 280 "$folder/bin/polybench" run "$2" --device=gpu --prebuilt="$folder/$2-$3" \
    --dtype="$3" --variants="$4" --sizes="$5" --inputs=random --no-time \
    --compute-sanitizer=memcheck,racecheck,synccheck --json="$folder/parts/$1.json" \
    >"$folder/parts/$1.log" 2>&1
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  deadline=$(($(date +%s) + limit))
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root folder deadline
  export -f check
  [ -n "$results" ] || results=$(results_folder)
  rm -rf "$folder/parts" && mkdir -p "$results" "$folder/parts"
  local status=0
  polybench=$folder/bin/polybench
  runs | nl -w1 -s' ' >"$folder/parts/list"
  xargs -P "$jobs" -L1 bash -c 'check "$@"' _ <"$folder/parts/list" || status=1
  local number line
  while read -r number line; do
    [ -e "$folder/parts/$number.json" ] && continue
    status=1
    if [ -e "$folder/parts/$number.log" ]; then
      echo "no result: $line (parts/$number.log)"
    else
      echo "not begun: $line"
    fi
  done <"$folder/parts/list"
  python3 - "$folder"/parts "$results/sanitizer.json" "$only" <<'PYTHON' || status=1
import glob, json, os, sys
folder, results, only = sys.argv[1:]
partial = bool(only)
ran = set()  # a line has several variants and sizes; what crashed has no row any more
for line in open(folder + "/list"):
    number, benchmark, kind, variants, sizes = line.split()
    if not os.path.exists(f"{folder}/{number}.log"):
        partial = True  # not begun
        continue
    ran |= {(benchmark, variant, kind, size) for variant in variants.split(",")
            for size in sizes.split(",")}
parts = [json.load(open(path)) for path in sorted(glob.glob(folder + "/*.json"))]
if not parts:
    sys.exit("check-sanitizer.sh: nothing was run")

def key(row):
    return tuple(row[name] for name in ("benchmark", "variant", "type", "size", "tool"))

new = {key(row): row for part in parts for row in part["sanitizer"]}
rows = list(new.values())
for row in rows:
    row["commit"] = parts[0]["context"]["commit"]
kept = []
if partial and os.path.exists(results):
    before = json.load(open(results))
    kept = [{"commit": before["context"]["commit"], **row} for row in before["sanitizer"]
            if key(row)[:4] not in ran and key(row) not in new]
with open(results + ".new", "w") as file:
    json.dump({"context": parts[0]["context"], "sanitizer": kept + rows}, file, indent=1)
os.replace(results + ".new", results)
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
