#!/usr/bin/env bash
# Rewrites GEMM by some passes and compiles the result with nvcc for sm_80, sm_90a and sm_120:
#
#   compile.sh SOURCE OUTPUT TYPE ARCH PASSES [OPTION...]
#
# ARCH is what the schedule is made for; what that needs newer hardware than an architecture is not
# compiled for it. Fails on a warning, on a register spill, on local memory, and where ptxas leaves
# setmaxnreg out. The PTX of sm_90a is left in OUTPUT.ptx.
set -euo pipefail
source=$1 output=$2 type=$3 arch=$4 passes=$5
shift 5
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
flags=(-I"$root" -DDATA_TYPE="$type")

warpsmith "$source" --passes="$passes" --arch="$arch" "$@" -o "$output.cu" --error-on-missed \
  -- "${flags[@]}"
targets=(80 90a 120)
[ "$arch" != sm_90a ] || targets=(90a 120)
! grep -q setmaxnreg "$output.cu" || targets=(90a) # which nothing else has
for target in "${targets[@]}"; do
  nvcc -std=c++17 -O3 -Werror all-warnings -gencode="arch=compute_$target,code=sm_$target" \
    -Xptxas -v -I"$(dirname "$source")" "${flags[@]}" -c "$output.cu" -o "$output.$target.o" \
    2>"$output.$target.log" || { cat "$output.$target.log" >&2 && exit 1; }
  if grep -E '[1-9][0-9]* bytes (stack frame|spill)' "$output.$target.log" >&2; then
    echo "sm_$target: registers are spilled" >&2
    exit 1
  fi
  if grep "'setmaxnreg' ignored" "$output.$target.log" >&2; then
    echo "sm_$target: registers stay where they are" >&2
    exit 1
  fi
done
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=compute_90a -I"$(dirname "$source")" \
  "${flags[@]}" -ptx "$output.cu" -o "$output.ptx"
