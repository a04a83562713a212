#!/usr/bin/env bash
# Runs a rewritten kernel with each tile of its menu in turn, whatever the launch would choose, and
# checks it against the original:
#
#   every-tile.sh exact SOURCE OUTPUT PASSES [OPTION...]   the same bytes (OUTPUT.original)
#   every-tile.sh close SOURCE OUTPUT PASSES [OPTION...]   within the error bound of the driver
#
# With MULTIPROCESSORS in the environment the device has so many of them; with SLICES, '2 7', tiles
# that may be summed in slices of k are, too, in each of these numbers; TILES are those that run as a
# whole, if not all. OUTPUT.NAME.trace has the launches with the tile NAME, and with RaggedNAME,
# where there is one, of rows that begin anywhere;
# OUTPUT.every is the program, which has no memory for its own with NO_MEMORY in the environment.
set -euo pipefail
mode=$1 source=$2 output=$3 passes=$4
shift 4
inputs=$(dirname "${BASH_SOURCE[0]}")/Inputs

warpsmith "$source" --passes="$passes" "$@" -o "$output.rewritten.cu" --error-on-missed \
  -- "-I$inputs" 2>"$output.remarks" || { cat "$output.remarks" >&2 && exit 1; }
# A declaration on one line.
sed -i -e '/^using [A-Za-z]* =$/{N;s/=\n */= /}' -e '/^using [A-Za-z]* = .*[,<]$/{N;s/\n */ /}' \
  -e '/^struct [A-Za-z]* : .*[,<]$/{N;s/\n */ /}' "$output.rewritten.cu"
# Tiles are structures of their own, or names of instances of one template.
names=$(sed -n -e 's/^using \([A-Z][a-z]*\) = warpsmith::.*Tile<.*/\1/p' \
  -e 's/^struct \([A-Z][a-z]*\) : warpsmith::.*Tile<.*/\1/p' "$output.rewritten.cu" |
  grep -v '^Ragged')
# isWhole NAME: true but for a tile that is summed in slices alone.
isWhole() {
  grep -q "^using $1 = warpsmith::" "$output.rewritten.cu" ||
    tr '\n' ' ' <"$output.rewritten.cu" | sed 's/Sliced<[A-Z][a-z]*>//g' | grep -q "[<,] *$1 *[,>]"
}
# argumentsOf NAME: what tells that tile in a kernel's name; nothing where there is no such tile.
argumentsOf() {
  sed -n -e "s/^using \($1\) = warpsmith::.*/\1/p" -e "s/^struct \($1\) : warpsmith::.*/\1/p" \
    "$output.rewritten.cu"
}
# ran true|false: the arguments of all tiles that ran, of aligned rows or of others; some kernels take both.
ran() {
  sed -n -e "s/.*::kernel[A-Za-z]*<[^<]*::\([A-Z][A-Za-z]*\), $1>.*/\1/p" \
    -e "s/.*::kernel[A-Za-z]*<[^<]*::\([A-Z][a-z]*\)>(.*/\1/p" "$output.trace" | sort -u
}
[ "$(wc -w <<<"$names")" -gt 1 ] || { echo "there is no menu" >&2 && exit 1; }
sliced=$(sed -n 's/Sliced<[A-Z]/\n&/gp' "$output.rewritten.cu" |
  sed -n 's/^Sliced<\([A-Z][a-z]*\)>.*/\1/p' | sort -u)
names=${TILES-$(for name in $names; do if isWhole "$name"; then echo "$name"; fi; done)}
[ -z "${SLICES:-}" ] || [ -n "$sliced" ] ||
  { echo "no tile may be summed in slices" >&2 && exit 1; }
# Where no tile may be summed in slices, they do not say so.
inSlices=false
! grep -q 'bool InSlices' "$output.rewritten.cu" || inSlices=Tiles::InSlices
# Each tile's time is 0 where its name is asked for, of aligned rows or others, and 1 otherwise.
{
  echo '#include <algorithm>'
  echo '#include <cstdlib>'
  echo '#include <cstring>'
  echo 'static long long timeOf(const char *name) { return !!std::strcmp(std::getenv("TILE"), name); }'
  echo 'static long long timeOf(bool sliced, const char *name) {'
  echo '  const char *const asked = std::getenv("TILE");'
  echo '  const bool inSlices = !std::strncmp(asked, "Sliced<", 7);'
  echo '  return sliced != inSlices || std::strncmp(asked + 7 * inSlices, name, std::strlen(name));'
  echo '}'
  sed -e 's/^struct \([A-Z][a-z]*\) : warpsmith::.*Tile<.*{/& static constexpr const char *TileName = "\1";/' \
    -e 's/timeOf<\(Problem, \)*Tiles>([^)]*)\.\.\./(double)::timeOf('$inSlices', Tiles::TileName).../' \
    -e 's/^using \(Ragged\)*\([A-Z][a-z]*\) = \(warpsmith::.*Tile<.*>\);/struct \1\2 : \3 { static constexpr const char *TileName = "\2"; };/' \
    -e 's/timeWith<\(Problem, \)*Tiles>(.*)\.\.\./::timeOf(Tiles::TileName).../' \
    -e 's/timeWith<\([A-Z][a-z]*\)>(device, m, n[^)]*)/::timeOf("\1")/g' \
    -e 's/^inline int slicesOfK(.*{/& return (int)std::min(parts, std::atoll(std::getenv("SLICES")));/' \
    -e 's/cudaMallocFromPoolAsync(&/!std::getenv("NO_MEMORY") \&\& &/' "$output.rewritten.cu" |
    if [ -n "${MULTIPROCESSORS:-}" ]; then
      sed "s/^    device.number = number;/& device.multiprocessors = $MULTIPROCESSORS;/"
    else
      cat
    fi
} >"$output.every.cu"
warpsmith-emulate --sanitize "$output.every.cu" -o "$output.every" -- "-I$inputs"
for name in $names; do
  TILE=$name WARPSMITH_EMULATOR_TRACE=1 "$output.every" "$output.result" 2>"$output.trace" ||
    { grep -v 'emulator: launch' "$output.trace" >&2 && exit 1; }
  cp "$output.trace" "$output.$name.trace"
  own=$(argumentsOf "$name") ragged=$(argumentsOf "Ragged$name")
  grep -q '^using Ragged' "$output.rewritten.cu" || ragged=$own
  [ "$(ran true)" = "$own" ] ||
    { echo "of aligned rows not $name ($own) ran, but: $(ran true)" >&2 && exit 1; }
  [ -z "$ragged" ] || [ "$(ran false)" = "$ragged" ] ||
    { echo "of other rows not $name ($ragged) ran, but: $(ran false)" >&2 && exit 1; }
  [ "$mode" = close ] || cmp "$output.original" "$output.result"
done
for slices in ${SLICES:-}; do
  for name in $sliced; do
    TILE="Sliced<$name>" SLICES=$slices WARPSMITH_EMULATOR_TRACE=1 "$output.every" "$output.result" \
      2>"$output.trace" || { grep -v 'emulator: launch' "$output.trace" >&2 && exit 1; }
    cp "$output.trace" "$output.$name.$slices.trace"
    blocks=$(sed -n "s/.*::kernel<.*Sliced<.*[<:]$(argumentsOf "$name")>.*<<<(\([0-9]*\),.*/\1/p" \
      "$output.trace")
    grep -q . <<<"$blocks" && awk -v slices="$slices" '$1 % slices == 0 {n++} END {exit !n}' <<<"$blocks" ||
      { echo "$name did not run in $slices slices, but: $(grep launch "$output.trace")" >&2 && exit 1; }
    [ "$mode" = close ] || cmp "$output.original" "$output.result"
  done
done
