#!/bin/sh
# A compiler for the worker that plays a GPU: the library is the source.
if [ "$1" = --version ]; then
  echo "fake nvcc"
  exit
fi
for argument; do
  case "$previous" in -o) output=$argument ;; esac
  case "$argument" in *.cu) source=$argument ;; esac
  previous=$argument
done
if [ -n "$FAKE_NVCC_REFUSES" ] && grep -q "$FAKE_NVCC_REFUSES" "$source"; then
  echo "ptxas error : too many registers" >&2
  exit 1
fi
[ -z "$FAKE_NVCC_SLEEPS" ] || sleep "$FAKE_NVCC_SLEEPS"
cp "$source" "$output"
