#!/bin/sh
# A rewriter gone wrong: what it writes does not compile.
while [ "$1" != -o ]; do shift; done
echo 'this is no program' > "$2"
