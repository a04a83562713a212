#!/usr/bin/env bash
# Prints the root of a CUDA toolkit: CUDA_PATH, CUDA_HOME, nvcc on PATH, /usr/local/cuda, or the one
# that scripts/setup.sh has put into the build tree. Exit 1 when there is none.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

for candidate in "${CUDA_PATH:-}" "${CUDA_HOME:-}" \
                 "$(command -v nvcc >/dev/null && dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")" \
                 /usr/local/cuda "$repository/build/cuda/nvidia/cu13"; do
  if [ -n "$candidate" ] && [ -x "$candidate/bin/nvcc" ]; then
    echo "$candidate"
    exit 0
  fi
done
exit 1
