#!/bin/sh
# A rewriter gone wrong: what it writes does not compile.
for argument; do
  case $argument in
  --out-dir=*) mkdir -p "${argument#*=}" && echo 'this is no program' >"${argument#*=}/$(basename "$1")" && exit ;;
  esac
done
while [ "$1" != -o ]; do shift; done
echo 'this is no program' > "$2"
