#!/usr/bin/env bash
# Makes docs/gallery what the warpsmith of this tree writes: each rewritten file, and in its page what
# stands between <!-- gallery:begin FILE --> and <!-- gallery:end -->: the naive kernel, the command,
# and the rewritten kernel.
#
#   scripts/gallery.sh                   writes the files and the pages
#   scripts/gallery.sh --check [FOLDER]  writes nothing, and exits with status 1 where something would change
#
# WARPSMITH names the binary; default: build/bin/warpsmith.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

check=false
gallery=$repository/docs/gallery
if [ "${1:-}" = --check ]; then
  check=true
  gallery=$(cd "${2:-$gallery}" && pwd)
elif [ $# -gt 0 ]; then
  echo "usage: $0 [--check [FOLDER]]" >&2
  exit 2
fi
warpsmith=$(realpath "${WARPSMITH:-$repository/build/bin/warpsmith}")

# The page, whose rewritten file is PAGE.cu; the naive file; options. They name the architecture, so that
# the files do not depend on the machine.
entries=(
  "sgemm-tile       sgemm.cu    --passes=tile --arch=sm_80"
  "sgemm-pipeline   sgemm.cu    --passes='tile,pipeline<stages=3>' --arch=sm_80"
  "linear-relu      linear.cu   --passes='tile<64;64;16;4;4>,pipeline<stages=3>' --arch=sm_80"
  "hgemm-wmma       hgemm.cu    --passes='tile,tensorize<wmma>' --numerics=fp16 --arch=sm_80"
  "conv2d-tile      conv2d.cu   --passes=tile --arch=sm_80"
  "batched-dgemm    batched.cu  --passes='tile,pipeline<stages=3>' --arch=sm_80"
  "trmm-tile        trmm.cu     --passes=tile --arch=sm_80"
  "hgemm-wgmma      hgemm.cu    --device-headers --passes='tensorize<wgmma;256>' --numerics=fp16 --arch=sm_90a"
  "sgemm-split      sgemm.cu    --device-headers --passes='split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a"
)

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# The rewritten kernel with its comment and template line: from the first __global__ after the mark of the
# generated region to the end of that function. Where it is included, what the region has behind the includes.
kernel_of() {
  if ! awk '/^\/\/ warpsmith: begin/ { generated = 1 }
            generated && /__global__/ { found = 1 }
            END { exit !found }' "$1"; then
    sed -n '/^namespace .*_rewritten {$/,/^} \/\/ namespace .*_rewritten$/p' "$1"
    return
  fi
  awk '/^\/\/ warpsmith: begin/ { generated = 1 }
       !generated || done { next }
       found { print; if ($0 == "}") done = 1; next }
       /__global__/ { printf "%s", before; print; found = 1; next }
       /^(\/\/\/|template)/ { before = before $0 "\n"; next }
       { before = "" }' "$1"
}

block_of() { # PAGE NAIVE OPTIONS
  printf '```cuda\n'
  cat "$2"
  printf '```\n\nThe command:\n\n'
  printf '```sh\nwarpsmith %s %s -o %s.cu --\n```\n\n' "$2" "$3" "$1"
  local what='The new kernel in it'
  case "$3" in *--device-headers*) what='It adds' ;; esac
  printf 'It writes [%s.cu](%s.cu), %d lines that keep the original kernel. %s:\n\n' \
    "$1" "$1" "$(wc -l <"$made/$1.cu")" "$what"
  printf '```cuda\n'
  kernel_of "$made/$1.cu"
  printf '```\n'
}

cd "$gallery"
differs=0
for entry in "${entries[@]}"; do
  read -r page naive options <<<"$entry"
  eval "arguments=($options)"
  if ! "$warpsmith" "$naive" "${arguments[@]}" --error-on-missed -o "$made/$page.cu" -- \
      2>"$made/remarks"; then
    cat "$made/remarks" >&2
    echo "gallery.sh: $naive is not rewritten with $options" >&2
    exit 1
  fi
  block_of "$page" "$naive" "$options" >"$made/block"
  [ "$(grep -c "^<!-- gallery:begin $page.cu -->$" "$page.md")" = 1 ] || {
    echo "gallery.sh: $gallery/$page.md: no line <!-- gallery:begin $page.cu -->" >&2
    exit 1
  }
  awk -v block="$made/block" '
    /^<!-- gallery:end -->$/ { inside = 0 }
    !inside
    /^<!-- gallery:begin / { inside = 1; while ((getline line < block) > 0) print line }
  ' "$page.md" >"$made/$page.md"
  for file in "$page.cu" "$page.md"; do
    if ! $check; then
      cmp -s "$made/$file" "$file" || { cp "$made/$file" "$file" && echo "wrote docs/gallery/$file"; }
    elif ! diff -u --label "$file" --label "$file, made anew" "$file" "$made/$file"; then
      differs=1
    fi
  done
done
if [ "$differs" -ne 0 ]; then
  echo "gallery.sh: what warpsmith writes has changed; look at the difference, then run scripts/gallery.sh" >&2
  exit 1
fi
