#!/usr/bin/env bash
# Fuzzes the rewriter under the address and undefined-behaviour sanitizers:
#
#     scripts/fuzz.sh [SECONDS]   (default 600, on every core; reading the corpus is part of it)
#
# Seeds are the .cu files of the tree; the corpus in build/fuzz/corpus grows from run to run. Inputs
# that crash warpsmith are left in build/fuzz/crashes, and the exit status is 1. Inputs that crash
# Clang's own parser are left in build/fuzz/clang-crashes; they are not bugs of warpsmith.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-600}
limit=8192 # bytes of an input; the largest source of the tree has 6390

[ -f build/fuzz/build.ninja ] || cmake --preset fuzz
cmake --build --preset fuzz -- --quiet

cd build/fuzz
rm -rf seeds crashes clang-crashes
mkdir -p seeds corpus crashes clang-crashes
(cd ../.. && find tests polybench -name '*.cu' -size "-$((limit + 1))c") |
  while read -r source; do cp "../../$source" "seeds/${source//\//-}"; done

# Linked statically beside libFuzzer, libstdc++ has its own operator new over the sanitizer's malloc.
export ASAN_OPTIONS=alloc_dealloc_mismatch=0
export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_SYMBOLIZER_PATH=${ASAN_SYMBOLIZER_PATH:-$(command -v llvm-symbolizer-22)}
options=(-max_len="$limit" -timeout=60 -report_slow_units=300 -rss_limit_mb=4096
  -detect_leaks=0)
bin/frontend_fuzzer "${options[@]}" -len_control=0 -fork="$(nproc)" -max_total_time="$seconds" \
  -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -artifact_prefix=crashes/ corpus seeds \
  2>&1 | tee fuzz.log | grep --line-buffered -E '^#[0-9]+: cov|^INFO: -fork|SUMMARY' || true

# A crash is Clang's when no function of ours is on the stack above Clang's parse: what we hang into
# the parse, and everything after it, is ours.
isClangs() {
  awk '/^ *#[0-9]+ / { if (/clang::ParseAST/) exit
                       if (/warpsmith::/) ours = 1
                       if (/ clang::/) clang = 1 }
       END { exit !(clang && !ours) }' "$1"
}
for input in crashes/*; do
  [ -f "$input" ] || continue
  if timeout 300 bin/frontend_fuzzer "${options[@]}" "$input" >"$input.log" 2>&1; then
    echo "$input: does not crash alone" | tee -a "$input.log"
  elif isClangs "$input.log"; then
    mv "$input" "$input.log" clang-crashes/
  fi
done

echo "seeds: $(find seeds -type f | wc -l), corpus: $(find corpus -type f | wc -l)"
last=$(grep -E '^#[0-9]+: cov' fuzz.log | tail -1)
echo "executions and coverage: $last"
echo "crashes in Clang's parser: $(find clang-crashes -type f ! -name '*.log' | wc -l)"
found=$(find crashes -type f ! -name '*.log' | wc -l)
echo "crashes: $found"
executions=${last%%:*}
[ "$found" = 0 ] && [ "${executions#\#}" -gt "$(find seeds -type f | wc -l)" ]
