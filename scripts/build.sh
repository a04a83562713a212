#!/usr/bin/env bash
# Installs what is missing, configures where nothing has been configured yet, and builds.
#
#   scripts/build.sh             everything, the tests too
#   scripts/build.sh TARGET...   those targets alone; `programs` is what users run, without any test
#
# The first configuration is the preset `unity`, which compiles several sources at once: half the work
# from scratch. For development, configure `cmake --preset default` first: less work after an edit.
# On a machine without LLVM use `cmake --preset no-llvm`: it builds the harness alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "$*" = programs ]; then ./scripts/setup.sh --programs; else ./scripts/setup.sh; fi
export CUDA_PATH
CUDA_PATH=$(./scripts/find-cuda.sh)
[ -f build/build.ninja ] || cmake --preset unity
if [ -t 1 ]; then
  cmake --build --preset default --target "${@:-all}"
else
  cmake --build --preset default --target "${@:-all}" 2>&1 | ./scripts/progress.py build
fi
