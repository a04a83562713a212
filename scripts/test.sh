#!/usr/bin/env bash
# Builds what is missing and runs every test; the last line says how many passed and failed.
# Arguments are passed on to ctest, e.g. `scripts/test.sh -R rewriter`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./scripts/build.sh
export CUDA_PATH
CUDA_PATH=$(./scripts/find-cuda.sh)

rm -rf build/test-results
mkdir -p build/test-results
status=0
# lit suites are single CTest entries; each writes its own tests' results to build/test-results.
ctest --test-dir build --verbose --no-tests=error -j"$(nproc)" \
  --output-junit test-results/ctest.xml "$@" 2>&1 | ./scripts/progress.py tests || status=$?
python3 scripts/count-tests.py build/test-results || status=1
exit "$status"
