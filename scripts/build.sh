#!/usr/bin/env bash
# Configures and builds the default preset, or WARPSMITH_PRESET where nothing has been configured yet:
# `unity` is for building from scratch. With LLVM absent from the machine, use `cmake --preset no-llvm`
# instead: it builds the harness alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./scripts/setup.sh
export CUDA_PATH
CUDA_PATH=$(./scripts/find-cuda.sh)
[ -f build/build.ninja ] || cmake --preset "${WARPSMITH_PRESET:-default}"
cmake --build --preset default -- --quiet
