#!/usr/bin/env bash
# Formatting of every C++ file that a person wrote, also of those not yet added; which folders of the rewriter
# include which; how often other folders ask which family of kernels a schedule is of; no kernel in a string of
# the generator; paths of a machine in any file; the prose of every page; and with --tidy (minutes) clang-tidy
# over what the build has compiled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files --cached --others --exclude-standard '*.cpp' '*.h' '*.cu' '*.cuh' |
  grep -v -e '^tests/rewrite/' -e '^docs/gallery/.*-' | xargs clang-format-22 --dry-run --Werror
echo "Formatting is clean."
./scripts/check-includes.py
echo "Folders include what they may."
./scripts/count-family-tests.py --most=49,19
./scripts/check-strings.py
echo "Kernels are files."

# Files that anybody may read name no folder of the machine that they were made on. Results have no
# absolute path at all, nor samples.
if git ls-files --cached --others --exclude-standard |
  xargs -d '\n' grep -nIE '(^|[^[:alnum:]_.$}/*-])/(home|root|work|mnt|Users)/[[:alnum:]_.]' --; then
  echo "lint.sh: these lines hold a path of a machine" >&2 && exit 1
fi
git ls-files --cached --others --exclude-standard 'polybench/results/*.json' |
  xargs scripts/publish-results.py --check
echo "No file holds a path of a machine."
./scripts/prose.sh
if [ "${1:-}" = --tidy ]; then
  git ls-files 'rewriter/*.cpp' 'runtime/*.cpp' 'polybench/*.cpp' 'tests/*.cpp' | grep -v '/fakes/' |
    xargs -P "$(nproc)" -n 4 clang-tidy-22 -p build --quiet
  echo "clang-tidy is clean."
fi
