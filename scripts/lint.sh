#!/usr/bin/env bash
# Formatting of every C++ file, also of those that are not yet added, and with --tidy (minutes)
# clang-tidy over what the default preset has compiled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files --cached --others --exclude-standard '*.cpp' '*.h' '*.cu' '*.cuh' |
  grep -v '^tests/rewrite/' | xargs clang-format-22 --dry-run --Werror
echo "Formatting is clean."
if [ "${1:-}" = --tidy ]; then
  git ls-files 'rewriter/*.cpp' 'runtime/*.cpp' 'polybench/*.cpp' 'tests/*.cpp' | grep -v '/fakes/' |
    xargs -P "$(nproc)" -n 4 clang-tidy-22 -p build --quiet
  echo "clang-tidy is clean."
fi
