#!/usr/bin/env bash
# Verifies GEMM's schedules on random shapes, on a GPU, and writes shapes.json: how many shapes each
# variant had right, and how many it left to the original.
#
#   scripts/check-shapes.sh FOLDER        FOLDER is what `bench-h200.sh --prepare` made
#
# Options: --shapes 1000         how many; three fifths of them are for float, a tenth for each other type
#          --largest 1500        the largest extent; shapes are log-uniform from 1 to it
#          --devices all         GPUs that share the shapes, as `polybench run` takes them
#          --seed 1              other shapes, other data
#          --limit SECONDS       for each type; what was verified by then counts
#          --results FOLDER      where the JSON goes (default: polybench/results/GPU)
# A shape takes about half a second on one GPU.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

folder='' shapes=1000 largest=1500 devices=all seed=1 results='' limit=0
while [ $# -gt 0 ]; do
  case $1 in
    --shapes) shapes=$2 && shift ;;
    --largest) largest=$2 && shift ;;
    --devices) devices=$2 && shift ;;
    --seed) seed=$2 && shift ;;
    --limit) limit=$2 && shift ;;
    --results) results=$2 && shift ;;
    -*) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
[ -e "$folder/bin/polybench" ] || {
  echo "check-shapes.sh: '$folder' was not prepared by bench-h200.sh --prepare" >&2 && exit 2
}
. "$root/scripts/bench-tools.sh"

LD_LIBRARY_PATH=$(library_path)
export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
[ -n "$results" ] || results=$(results_folder)
mkdir -p "$results" "$folder/parts"
status=0 parts=()
while read -r benchmark type variants _; do
  [ "$benchmark" = gemm ] || continue
  count=$((shapes / 10))
  [ "$type" != float ] || count=$((shapes * 6 / 10))
  part=$folder/parts/shapes-$type.json
  timeout --signal=INT "$limit" "$folder/bin/polybench" run gemm --device=gpu --devices="$devices" --seed="$seed" \
    --prebuilt="$folder/gemm-$type" --dtype="$type" --variants="$variants" --inputs=random \
    --sizes="random:$count:$largest" --no-time --json="$part" </dev/null >"$part.log" 2>&1 ||
    { status=$? && tail -5 "$part.log" >&2; }
  [ ! -e "$part" ] || parts+=("$part")
done <"$folder/runs"
python3 "$root/scripts/count-shapes.py" "${parts[@]}" -o "$results/shapes.json"
exit "$status"
