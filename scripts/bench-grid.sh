#!/usr/bin/env bash
# Measures the grid of matrix products (polybench/matmul/grid.csv) beside cuBLAS: C = A B as it is written
# most, `auto` under each type's contract, as a CUDA graph with a cold and a warm L2 cache and launched by the
# host. It runs in pieces: it stops by itself after --limit seconds, and the same command goes on with what
# is left.
#
#   scripts/bench-grid.sh                      on a GPU machine: everything; writes
#                                              polybench/results/GPU/grid.json when nothing is left
#
# As scripts/bench-gemm.sh, the GPU machine needs neither Clang nor a compiler if a folder was prepared
# elsewhere. The results of all pieces may come from different machines with the same GPU and driver.
#
#   scripts/bench-grid.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/bench-grid.sh --run FOLDER         needs a GPU with its driver, cuBLAS and the CUDA runtime
#
# Options: --out=DIR            where the pieces go (default: FOLDER/results)
#          --limit=480          stop after so many seconds (default: no limit)
#          --quick              the subset that is marked in the grid, about 15 shapes of each type
#          --types=fp16,bf16    only these types; polybench/matmul/grid.csv names them
#          --warpsmith FILE     the rewriter, prebuilt (default: build it, which needs Clang 22)
#          --tools FOLDER       polybench, its worker and warpsmith, prebuilt
#          --arch sm_90a        what to build for
#          --results FOLDER     where the merged JSON goes (default: polybench/results/GPU)
#          --jobs 2             builds at a time
# The exit status is 3 when something is left. The quick subset takes about ten minutes on an H200, all of
# it more than an hour. scripts/grid.py prints and merges the results.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/bench-grid out='' limit=0 choice=() tools=''
warpsmith='' rewritten='' arch=sm_90a results='' jobs=()
while [ $# -gt 0 ]; do
  case $1 in
    --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" && continue ;;
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --out) out=$2 && shift ;;
    --limit) limit=$2 && shift ;;
    --quick) choice+=(--quick) ;;
    --types) choice+=("--types=$2") && shift ;;
    --warpsmith) warpsmith=$(realpath "$2") && shift ;;
    --tools) tools=$(realpath "$2") && shift ;;
    --arch) arch=$2 && shift ;;
    --results) results=$2 && shift ;;
    --jobs) jobs=("--jobs=$2") && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
. "$root/scripts/bench-tools.sh"
[ -n "$out" ] || out=$folder/results

prepare() {
  mkdir -p "$folder"
  if [ -n "$tools" ]; then
    install -D -t "$folder/bin" "$tools/polybench" "$tools/polybench-worker-gpu"
    [ -n "$warpsmith" ] || warpsmith=$tools/warpsmith
  else
    build_tools
  fi
  local name benchmark type passes contracts numerics contract
  while read -r name benchmark type passes contracts; do
    numerics=()
    for contract in ${contracts//,/ }; do numerics+=("--numerics=$contract"); done
    WARPSMITH_ROOT=$root "$folder/bin/polybench" build "$benchmark" --device=gpu --arch="$arch" \
      --dtype="$type" --passes="$passes" "${numerics[@]}" --warpsmith="$warpsmith" "${jobs[@]}" \
      --cache="$folder/cache" --out="$folder/$name" </dev/null ||
      echo "bench-grid.sh: some variants were not built; their rows will say so" >&2
  done < <(python3 "$root/scripts/grid.py" builds "${choice[@]}")
  rm -rf "$folder/cache"
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
  local status=0
  python3 "$root/scripts/grid.py" run --prepared="$folder" --polybench="$folder/bin/polybench" \
    --out="$out" --limit="$limit" "${choice[@]}" || status=$?
  if [ "$status" != 0 ] && ! ls "$out"/*.json >/dev/null 2>&1; then
    return "$status"
  fi
  python3 "$root/scripts/grid.py" merge "$out" -o "$folder/grid.json"
  python3 "$root/scripts/grid.py" summary "$folder/grid.json"
  if [ "$status" = 0 ]; then
    [ -n "$results" ] || results=$(results_folder)
    mkdir -p "$results"
    publish "$folder/grid.json"
  fi
  return "$status"
}

[ "$mode" = run ] || prepare
[ "$mode" = prepare ] || run
