#!/usr/bin/env bash
# Rewrites a kernel by some passes, runs it in the emulator under the address sanitizer, and checks
# it against the original:
#
#   rewrite-and-run.sh exact SOURCE OUTPUT PASSES [OPTION...]   the same bytes (OUTPUT.original)
#   rewrite-and-run.sh close SOURCE OUTPUT PASSES [OPTION...]   within the error bound of the driver
#
# Options go to warpsmith. Either way the rewritten kernel must have run, not the fallback. With
# PACKED in the environment operands are copied before that only large products would copy; FLAGS in
# it go to every compilation.
set -euo pipefail
mode=$1 source=$2 output=$3 passes=$4
shift 4
inputs=$(dirname "${BASH_SOURCE[0]}")/Inputs
read -ra flags <<<"-I$inputs ${FLAGS:-}"

warpsmith "$source" --passes="$passes" "$@" -o "$output.rewritten.cu" --error-on-missed \
  -- "${flags[@]}" 2>"$output.remarks" || { cat "$output.remarks" >&2 && exit 1; }
[ -z "${PACKED:-}" ] ||
  sed -i 's/\(constexpr double \(Least\|Surely\)Packed\) = .*;/\1 = 0;/' "$output.rewritten.cu"
warpsmith-emulate --sanitize "$output.rewritten.cu" -o "$output.rewritten" -- "${flags[@]}"
WARPSMITH_EMULATOR_TRACE=1 "$output.rewritten" "$output.result" 2>"$output.trace" ||
  { grep -v 'emulator: launch' "$output.trace" >&2 && exit 1; }
grep -q 'launch of .*_rewritten::\(.*::\)\?kernel\|launch of .*\(_support\|warpsmith\)::\([0-9a-z_]*::\)*kernel' "$output.trace" || { echo "only the fallback ran" >&2 && exit 1; }
[ -z "${PACKED:-}" ] || grep -q 'launch of .*::packOperands' "$output.trace" ||
  { echo "no operand was copied" >&2 && exit 1; }
[ "$mode" = close ] || cmp "$output.original" "$output.result"
