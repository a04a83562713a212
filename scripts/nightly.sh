#!/usr/bin/env bash
# What takes too long for every change: clang-tidy on all sources, the tests under the address and
# undefined-behaviour sanitizers, what `auto` writes verified under each contract, and fuzzing.
#
#   scripts/nightly.sh [SECONDS]    of fuzzing (default 14400)
#
# A part that fails does not keep the others from running. The last lines say what failed, and the exit
# status is then 1. build/nightly holds the output of each part.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-14400}
[[ $seconds =~ ^[0-9]+$ ]] || {
  echo "nightly.sh: '$seconds' is no number of seconds" >&2
  exit 2
}
./scripts/setup.sh
export CUDA_PATH
CUDA_PATH=$(./scripts/find-cuda.sh)
# clang-tidy reads the compile commands of single sources, and headers that the build makes.
cmake --preset default
./scripts/build.sh
mkdir -p build/nightly

under_sanitizers() {
  { [ -f build/asan/build.ninja ] || cmake --preset asan; } && cmake --build --preset asan &&
    ctest --test-dir build/asan --output-on-failure --no-tests=error -j"$(nproc)"
}

failed=()
part() { # part NAME COMMAND...
  local name=$1
  shift
  echo "nightly.sh: $name ..."
  if ! "$@" >"build/nightly/$name.log" 2>&1; then
    tail -40 "build/nightly/$name.log"
    failed+=("$name")
  fi
}
part tidy ./scripts/lint.sh --tidy
part sanitizers under_sanitizers
PATH=$PWD/build/bin:$PATH part verified ./scripts/check-verified.sh
part fuzzing ./scripts/fuzz.sh "$seconds"
for name in "${failed[@]}"; do
  echo "nightly.sh: $name failed: see build/nightly/$name.log" >&2
done
[ ${#failed[@]} -eq 0 ] && echo "nightly.sh: all passed"
