#!/usr/bin/env bash
# Verifies on random shapes, on a GPU, what bench-h200.sh times: every benchmark, type and schedule
# of scripts/performance.py. Writes shapes.json: on which and how many shapes each variant was right,
# and how many it left to the original kernel.
#
#   scripts/check-shapes.sh FOLDER        FOLDER is what `bench-h200.sh --prepare` made
#
# Options: --shapes 1000         for each benchmark and type
#          --largest 2000        the largest extent; half of the shapes are log-uniform from 1 to
#                                it, half from 256, below which splits run the original kernel
#          --devices all         GPUs that share the shapes, as `polybench run` takes them
#          --jobs 4              workers, which the GPUs share
#          --seed 1              other shapes, other data
#          --timeout 20          seconds of silence after which a shape has failed
#          --limit SECONDS       for the whole run; what was verified until then counts
#          --results FOLDER      where the JSON goes (default: polybench/results/GPU)
# A failure does not stop the other benchmarks. Failures are listed, and the exit status is 1.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

folder='' shapes=1000 largest=2000 devices=all jobs=4 seed=1 timeout=20 results='' limit=86400
while [ $# -gt 0 ]; do
  case $1 in
    --shapes) shapes=$2 && shift ;;
    --largest) largest=$2 && shift ;;
    --devices) devices=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    --seed) seed=$2 && shift ;;
    --timeout) timeout=$2 && shift ;;
    --limit) limit=$2 && shift ;;
    --results) results=$2 && shift ;;
    -*) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
[ -x "$folder/bin/polybench" ] || {
  echo "check-shapes.sh: '$folder' was not prepared by bench-h200.sh --prepare" >&2 && exit 2
}
. "$root/scripts/bench-tools.sh"

LD_LIBRARY_PATH=$(library_path)
export LD_LIBRARY_PATH WARPSMITH_ROOT=$root
sizes=random:$((shapes - shapes / 2)):$largest
[ "$shapes" -lt 2 ] || sizes=$sizes,random:$((shapes / 2)):$((largest < 256 ? largest : 256))-$largest
[ -n "$results" ] || results=$(results_folder)
mkdir -p "$results" "$folder/parts"
rm -f "$folder"/parts/shapes-*
status=0 parts=() part='' child=''
count() {
  [ ! -e "$part" ] || parts+=("$part")
  python3 "$root/scripts/count-shapes.py" "${parts[@]}" -o "$results/shapes.json"
}
# What was verified counts, also where a signal ends it, on which polybench writes what it has.
stop() {
  kill -INT "$child" && wait "$child" || true
  count
  exit 130
}
trap stop INT TERM
while read -r benchmark type variants _; do
  left=$((limit - SECONDS))
  [ "$left" -gt 0 ] || { status=124 && break; }
  [ ! -e "$part" ] || parts+=("$part")
  part=$folder/parts/shapes-$benchmark-$type.json
  timeout --signal=INT --kill-after=60 "$left" "$folder/bin/polybench" run "$benchmark" --device=gpu \
    --devices="$devices" --jobs="$jobs" --seed="$seed" --timeout="$timeout" \
    --prebuilt="$folder/$benchmark-$type" --dtype="$type" --variants="$variants" --inputs=random \
    --sizes="$sizes" --no-time --json="$part" </dev/null >"$part.log" 2>&1 &
  child=$!
  wait "$child" || { status=$? && tail -5 "$part.log" >&2; }
done <"$folder/runs"
trap - INT TERM
count
exit "$status"
