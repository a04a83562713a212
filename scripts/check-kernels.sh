#!/usr/bin/env bash
# Checks users' kernels on a GPU. `polybench run FILE.cu` verifies every program of
# tests/emulate/idioms, original and rewritten, and times the kernels of
# tests/harness/cli/Inputs/course.cu beside cuBLAS:
#
#   scripts/check-kernels.sh [--bin FOLDER] [--results FOLDER]
#
# FOLDER holds polybench, polybench-worker-gpu and warpsmith, which run without Clang; default:
# build/bin. Needs nvcc and a GPU. CI does the same in the emulator for a few of them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=$root/build/bin results=$root/build/check-kernels
while [ $# -gt 0 ]; do
  case $1 in
    --bin) bin=$2 && shift ;;
    --results) results=$2 && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
mkdir -p "$results/kernels"
export WARPSMITH_ROOT=$root PATH=$bin:$PATH

verify() {
  local name
  name=$(basename "$1" .cu)
  # A schedule that a kernel's types or products refuse costs its own row alone.
  polybench run "$1" --device=gpu --no-time --jobs=4 \
    --passes='tile;tile,pipeline;tile<32;32;16;4;4>' -- "-I$root/tests/emulate/Inputs" \
    >"$2/kernels/$name.txt" 2>&1 || true
}
export -f verify
export root
find "$root/tests/emulate/idioms" -name '*.cu' -print0 |
  xargs -0 -P 6 -I{} bash -c 'verify {} "$0"' "$results"
cat "$results"/kernels/*.txt | awk '
  / original / && / ok/ { original++ }
  / tile/ && /ok, same bits/ { same++ }
  /FAILED/ { failed++ }
  END { printf "%d originals verified, %d rewritten kernels verified bit for bit, %d refused or wrong\n", original, same, failed }'
grep -hE "not rewritten|further from|differ in|launch refused|fell back" "$results"/kernels/*.txt || true

polybench run "$root/tests/harness/cli/Inputs/course.cu" --device=gpu --sizes=1000x1024x777,4096 \
  --passes='tile;tile,pipeline;tile,pipeline<stages=3>,warp-specialize<dma=4>' \
  --json="$results/course.json"
python3 "$root/scripts/publish-results.py" "$results/course.json"
