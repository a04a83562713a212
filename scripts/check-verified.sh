#!/usr/bin/env bash
# What `auto` writes is verified: each contract crossed with each type and architecture, in place.
#
#   check-verified.sh [CONTRACTS [ARCHITECTURES [KERNELS]]]    each a list in quotes; else all
#
# Names what was not verified and exits with status 1 then. Minutes for all of them.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
contracts=${1:-bitexact fp32 fp64 tf32 fp16 bf16 fp8-sums}
architectures=${2:-sm_70 sm_80 sm_86 sm_90a sm_80,sm_90a}
kernels=${3:-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for contract in $contracts; do
  for architecture in $architectures; do
    cp "$folder/tests/emulate/Inputs/every-type.cu" "$work/products.cu"
    warpsmith "$work/products.cu" -i --passes=auto "--numerics=$contract" "--arch=$architecture" \
      "--kernel=$kernels" -- >"$work/out" 2>&1 && grep -q 'verified on' "$work/out" &&
      ! grep 'not verified\|error:' "$work/out" ||
      { echo "not verified: $contract, $architecture" && cat "$work/out" && status=1; }
  done
done
exit "$status"
