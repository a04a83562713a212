#!/usr/bin/env bash
# The main job from a fresh clone: installs what is missing, builds, rewrites polybench/gemm/gemm.cu
# with every standard pipeline of passes, shows what changed, builds each variant, verifies it, and
# prints a table. With an NVIDIA GPU the variants are timed beside cuBLAS; without one they run in
# the emulator, and nothing is timed.
#
#   scripts/run.sh                                   everything, float
#   scripts/run.sh --variants=tile,wmma-fp16 --sizes=4096 --dtype=half
#
# Arguments are passed on to `polybench run gemm`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./scripts/build.sh programs
export CUDA_PATH
CUDA_PATH=$(./scripts/find-cuda.sh)

source=polybench/gemm/gemm.cu
rewritten=build/rewritten
shown=tile
rm -rf "$rewritten"

# `polybench run` takes an option once; what the caller gives replaces what is given here.
arguments=(--variants=all --keep-sources="$rewritten" --cache=build/variants)
case " $* " in *" --variants"* | *" --passes"*) unset 'arguments[0]' ;; esac
echo
echo "Rewriting, building and verifying $source:"
status=0
build/bin/polybench run gemm "${arguments[@]}" "$@" >build/run.log || status=$?

echo
echo "What each pipeline changed (apply with 'patch -p0'):"
for file in "$rewritten"/*.cu; do
  # diff exits 1 when the files differ, which is what is wanted.
  diff -u --label "$source" --label "$source" "$source" "$file" >"${file%.cu}.diff" || [ $? -eq 1 ]
  [ -s "${file%.cu}.diff" ] || { rm "${file%.cu}.diff" && continue; }
  echo "  ${file%.cu}.diff"
done
for diff in "$rewritten/gemm.$shown".*.diff; do
  [ -e "$diff" ] || continue
  echo
  echo "The diff of '$shown':"
  cat "$diff"
  break
done

echo
echo "The results:"
cat build/run.log
exit "$status"
