#!/usr/bin/env bash
# Rewrites GEMM by some passes and compiles the result with nvcc for sm_80 and sm_90a, some for sm_120:
#
#   compile.sh SOURCE OUTPUT TYPE ARCH PASSES [OPTION...]
#
# ARCH is what the schedule is made for; what that needs newer hardware than an architecture is not
# compiled for it. Fails on a warning, on a register spill, on local memory, and where ptxas leaves
# setmaxnreg out or runs warpgroup products one after the other. The PTX of sm_90a is left in OUTPUT.ptx, and
# what is compiled for it alone in OUTPUT.cubin.
set -euo pipefail
source=$1 output=$2 type=$3 arch=$4 passes=$5
shift 5
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
flags=(-I"$root" -DDATA_TYPE="$type")

warpsmith "$source" --passes="$passes" --arch="$arch" "$@" -o "$output.cu" --error-on-missed \
  -- "${flags[@]}"
targets=(80 90a)
[ "$arch" != sm_90a ] || targets=(90a)
# Copies and stages do not differ between sm_90a and sm_120: the plain forms stand for all.
case $passes in tile | tile,tensorize*) targets+=(120) ;; esac
! grep -q setmaxnreg "$output.cu" || targets=(90a) # which nothing else has
code=()
for target in "${targets[@]}"; do
  code+=("-gencode=arch=compute_$target,code=sm_$target")
done
rm -rf "$output.keep" && mkdir -p "$output.keep"
# What is looked at is the device's code.
nvcc -std=c++17 -O3 -Xcompiler -O0 -Werror all-warnings "${code[@]}" -Xptxas -v -I"$(dirname "$source")" \
  "${flags[@]}" -c "$output.cu" -o "$output.o" --keep --keep-dir "$output.keep" \
  2>"$output.log" || { cat "$output.log" >&2 && exit 1; }
# ptxas names the kernel and its architecture on the line before.
if grep -E -B2 "${SPILLED:-[1-9][0-9]*} bytes (stack frame|spill)" "$output.log" >&2; then
  echo "registers are spilled" >&2
  exit 1
fi
if grep 'wgmma.mma_async instructions are serialized' "$output.log" >&2; then
  echo "products wait for each other" >&2
  exit 1
fi
if grep "'setmaxnreg' ignored" "$output.log" >&2; then
  echo "registers stay where they are" >&2
  exit 1
fi
[ "$(grep -c "entry function .* for 'sm_" "$output.log")" -ge "${#targets[@]}" ]
ptx=("$output.keep"/*.ptx)
[ ${#ptx[@]} -eq 1 ] || ptx=("$output.keep"/*.compute_90a.ptx)
cp "${ptx[0]}" "$output.ptx"
cubins=("$output.keep"/*.cubin)
[ ${#cubins[@]} -ne 1 ] || cp "${cubins[0]}" "$output.cubin"
rm -rf "$output.keep"
