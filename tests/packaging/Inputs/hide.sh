#!/bin/sh
# hide.sh FOLDER... -- COMMAND...: runs a command for which these folders are empty.
set -eu
if [ "${HIDE_INSIDE:-}" != 1 ]; then
  map=
  [ "$(id -u)" -eq 0 ] || map=--map-root-user
  HIDE_INSIDE=1 exec unshare --mount $map "$0" "$@"
fi
unset HIDE_INSIDE
while [ "$1" != -- ]; do
  [ ! -d "$1" ] || mount -t tmpfs none "$1"
  shift
done
shift
cd /
exec "$@"
