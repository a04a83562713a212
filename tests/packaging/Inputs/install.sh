#!/bin/sh
# Installs, moves what was installed, and uses it where neither the sources nor the build tree are.
set -eu
inputs=$(dirname "$0")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/warpsmith-install.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cmake --install "$WARPSMITH_BUILD_DIR" --prefix "$scratch/first" --strip >"$scratch/log"
mkdir "$scratch/second"
mv "$scratch/first" "$scratch/second/prefix"
cp "$inputs/product.cu" "$inputs/use.sh" "$scratch"

# No file names a folder of the machine that built it.
if grep -rlF -e "$WARPSMITH_SOURCE_DIR/" -e "$WARPSMITH_BUILD_DIR/" "$scratch/second"; then
  echo "these installed files name the build tree or the sources" >&2
  exit 1
fi
WARPSMITH_CACHE=$scratch/cache "$inputs/hide.sh" "$WARPSMITH_SOURCE_DIR" "$WARPSMITH_BUILD_DIR" -- \
  "$scratch/use.sh" "$scratch/second/prefix" "$scratch"
