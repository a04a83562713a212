#!/usr/bin/env bash
# Asks a GPU whether an element's bits depend on its row of A, its column of B and k alone: of every contract
# with `invariant`, products of many sizes, subsets of rows and columns, batches, layouts and alignments are
# compared bit by bit (tests/emulate/programs/invariant.cu). Then it times the layers of transformers beside the
# contracts without it, as CUDA graphs of launches with operands that are not in the cache.
#
#   scripts/check-invariant.sh                      on a GPU machine: everything
#   scripts/check-invariant.sh --prepare FOLDER     needs warpsmith; no GPU
#   scripts/check-invariant.sh --run FOLDER         needs nvcc and a GPU
#
# Options: --arch sm_90a         what to rewrite and build for
#          --warpsmith FILE      the rewriter; default: build/bin/warpsmith
#          --contracts fp16,...  only these
#          --no-times            compares and does not time
# The exit status is 1 if some bits differ. Takes two minutes on a machine with an H200 and 16 cores.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=all folder=$root/build/check-invariant arch=sm_90a warpsmith=$root/build/bin/warpsmith times=1
contracts=fp16,bf16,tf32,fp32,fp64,bitexact,bitexact-double
while [ $# -gt 0 ]; do
  case $1 in
    --prepare) mode=prepare folder=$2 && shift ;;
    --run) mode=run folder=$2 && shift ;;
    --arch) arch=$2 && shift ;;
    --warpsmith) warpsmith=$2 && shift ;;
    --contracts) contracts=$2 && shift ;;
    --no-times) times=0 ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done

# The type of the operands: a macro of the program.
type_of() {
  case $1 in
    fp16) echo OF_HALF ;;
    bf16) echo OF_BFLOAT16 ;;
    fp64 | bitexact-double) echo OF_DOUBLE ;;
    *) echo OF_FLOAT ;;
  esac
}

# rewrite NAME CONTRACT FLAG...: the program, rewritten under the contract.
rewrite() {
  local name=$1 numerics=$2
  shift 2
  "$warpsmith" "$root/tests/emulate/programs/invariant.cu" --passes=auto --numerics="$numerics" --arch="$arch" \
    -o "$folder/$name.cu" -- "$@" 2>"$folder/$name.remarks" || { cat "$folder/$name.remarks" >&2 && exit 1; }
  printf '%s' "$*" >"$folder/$name.flags"
}

prepare() {
  local contract numerics flag
  mkdir -p "$folder"
  for contract in ${contracts//,/ }; do
    numerics=${contract%-double} flag=-D$(type_of "$contract")
    rewrite "$contract" "$numerics,invariant" "$flag"
    if [ "$times" = 1 ] && [ "$numerics" != bitexact ]; then
      rewrite "$contract.with" "$numerics,invariant" "$flag" -DTIMES
      rewrite "$contract.without" "$numerics" "$flag" -DTIMES
    fi
  done
}

compile() {
  local flags
  read -ra flags <"$1.flags" || true
  nvcc -std=c++17 -O3 "-gencode=arch=compute_${arch#sm_},code=$arch" "${flags[@]}" "$1.cu" -o "$1" 2>"$1.log" || {
    cat "$1.log" >&2 && exit 1
  }
}
export -f compile
export arch

run() {
  local contract status=0
  for contract in ${contracts//,/ }; do
    find "$folder" -name "$contract.cu" -o -name "$contract.with*.cu"
  done | sed 's/\.cu$//' | xargs -P "$(nproc)" -I{} bash -c 'compile {}'
  echo "under each contract, with invariant: products, layers, batches, layouts, subsets and alignments"
  for contract in ${contracts//,/ }; do
    "$folder/$contract" large >"$folder/$contract.bits" || status=1
    printf '%-16s %s\n' "$contract" "$(grep comparisons "$folder/$contract.bits" | paste -sd' ')"
  done
  [ "$times" = 0 ] || print_times
  return "$status"
}

print_times() {
  local contract form
  for contract in ${contracts//,/ }; do
    [ -e "$folder/$contract.with" ] || continue
    rm -f "$folder/$contract".with*.times
    for form in without with with without; do
      "$folder/$contract.$form" >>"$folder/$contract.$form.times"
    done
    awk -v contract="$contract" '
      { layer = $2 " " $3 " " $4 " " $5 }
      FNR == NR { if (!(layer in before) || $6 < before[layer]) before[layer] = $6; next }
      !(layer in after) || $6 < after[layer] { after[layer] = $6; m[layer] = $3 }
      END {
        worst[0] = worst[1] = 9
        for (layer in after) {
          ratio = before[layer] / after[layer]
          few = m[layer] <= 64
          logs[few] += log(ratio)
          ++count[few]
          if (ratio < worst[few]) { worst[few] = ratio; at[few] = layer }
        }
        printf "%s: %.3f of the speed without invariant, geometric mean;", contract,
               exp((logs[0] + logs[1]) / (count[0] + count[1]))
        printf " M <= 64: %.3f, worst %.2f at %s; M > 64: %.3f, worst %.2f at %s\n",
               exp(logs[1] / count[1]), worst[1], at[1], exp(logs[0] / count[0]), worst[0], at[0]
      }' "$folder/$contract.without.times" "$folder/$contract.with.times"
  done
}

[ "$mode" = run ] || prepare
[ "$mode" = prepare ] || run
