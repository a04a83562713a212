#!/usr/bin/env bash
# Verifies and times the benchmarks of the suite that have matrix products: the original kernels,
# `tile`, `tile,pipeline` and cuBLAS. Sizes are 1024, 2048, and one with extents that differ and are
# not multiples of a tile:
#
#   scripts/bench-suite.sh [--prepare FOLDER | --run FOLDER] [--results FOLDER] [--warpsmith FILE]
#
# Runs scripts/bench-gemm.sh for each benchmark, with the same options, and writes NAME.json. Takes
# about three minutes on an H200.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

declare -A ragged=(
  [2mm]=500x300x777x261 [3mm]=500x301x777x260x123 [syrk]=777x261 [syr2k]=777x261
  [doitgen]=13x77x261 [corr]=777x261 [covar]=777x261
)

mode=all folder=$root/build/bench-suite arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --prepare | --run) mode=$1 folder=$2 && shift ;;
    *) arguments+=("$1") ;;
  esac
  shift
done

status=0
for benchmark in 2mm 3mm syrk syr2k doitgen corr covar; do
  step=()
  [ "$mode" = all ] || step=("$mode" "$folder/$benchmark")
  square=1024,2048
  [ "$benchmark" != doitgen ] || square=128,256
  "$root/scripts/bench-gemm.sh" "${step[@]}" --benchmark "$benchmark" --types float,double \
    --variants tile,tile-pipeline --sizes "${ragged[$benchmark]},$square" \
    "${arguments[@]}" || status=$?
done
exit "$status"
