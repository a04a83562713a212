#!/bin/sh
# status.sh N COMMAND...: succeeds when the command exits with status N.
expected=$1
shift
"$@"
actual=$?
[ "$actual" -eq "$expected" ] && exit 0
echo "status.sh: exit status $actual instead of $expected: $*" >&2
exit 1
