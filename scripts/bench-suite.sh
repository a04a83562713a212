#!/usr/bin/env bash
# Verifies and times the matrix products of the suite, original beside tile and tile,pipeline beside
# cuBLAS, on sizes that differ and are no multiples of a tile, and on 1024 and 2048:
#
#   scripts/bench-suite.sh [--prepare FOLDER | --run FOLDER] [--results FOLDER] [--warpsmith FILE]
#
# As scripts/bench-gemm.sh, which it runs for each benchmark; writes NAME.json. About three minutes
# on an H200.
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
