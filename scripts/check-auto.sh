#!/usr/bin/env bash
# Times `auto` on sizes that it was not tuned for, beside the other schedules that are known for such
# products. Prints for each size how much longer `auto` takes than the fastest.
#
#   scripts/check-auto.sh                      on a GPU machine: everything
#   scripts/check-auto.sh --prepare FOLDER     needs nvcc and warpsmith; no GPU
#   scripts/check-auto.sh --run FOLDER         needs a GPU with its driver, cuBLAS and the CUDA runtime
#
# Options: --arch sm_90a        what to build for
#          --within 5           the exit status is 1 if auto takes more than 5 % longer
# scripts/auto-gap.py says what is timed; after --prepare, FOLDER/runs lists it, one line per run.
# Takes about three minutes on an H200, after the builds.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/check-auto
warpsmith="" rewritten="" arch=sm_90a within=5
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --arch) arch=$2 && shift ;;
    --within) within=$2 && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
. "$root/scripts/bench-tools.sh"

prepare() {
  mkdir -p "$folder"
  build_tools
  python3 "$root/scripts/auto-gap.py" runs >"$folder/runs"
  local run passes pipeline
  while IFS=$'\t' read -r -a run; do
    passes=()
    for pipeline in "${run[@]:5}"; do passes+=("--passes=$pipeline"); done
    WARPSMITH_ROOT=$root "$folder/bin/polybench" build "${run[1]}" --device=gpu --arch="$arch" \
      --dtype="${run[2]}" "${passes[@]}" --numerics="${run[3]}" --warpsmith="$warpsmith" \
      --cache="$folder/cache" --out="$folder/${run[0]}" </dev/null
  done <"$folder/runs"
  rm -rf "$folder/cache"
}

run() {
  LD_LIBRARY_PATH=$(library_path)
  export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
  local status=0 parts=() run
  mkdir -p "$folder/parts"
  while IFS=$'\t' read -r -a run; do
    local part=$folder/parts/${run[0]}.json
    "$folder/bin/polybench" run "${run[1]}" --device=gpu --prebuilt="$folder/${run[0]}" \
      --dtype="${run[2]}" --sizes="${run[4]}" --inputs=random --repetitions=9 --min-time=0.06 \
      --warmup-time=0.05 --json="$part" </dev/null >"$part.log" 2>&1 ||
      { status=$? && tail -3 "$part.log" >&2; }
    [ ! -e "$part" ] || parts+=("$part")
  done <"$folder/runs"
  python3 "$root/scripts/auto-gap.py" table "${parts[@]}" --within "$within" || status=$?
  return "$status"
}

[ "$mode" = run ] || prepare
[ "$mode" = prepare ] || run
