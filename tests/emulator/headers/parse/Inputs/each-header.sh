#!/bin/sh
# each-header.sh FOLDER COMMAND...: compiles each public header of the folder by itself.
folder=$1
shift
status=0
cd "$folder" || exit 1
for header in *.h cooperative_groups/*.h; do
  echo "#include <$header>" | "$@" - || {
    echo "$header is not complete by itself" >&2
    status=1
  }
done
exit $status
