#!/usr/bin/env bash
# Prints a file that holds all the suite's sources, each in a namespace, its entry under its own name:
# one-file.sh ROOT.
set -euo pipefail
cd "$1"
echo '#include "polybench/common/element_types.cuh"'
echo '#include "polybench/common/polybench_abi.h"'
for descriptor in polybench/*/benchmark.cpp; do
  name=$(basename "$(dirname "$descriptor")")
  own=b_${name//-/_}
  echo "#define polybench_run ${own}_run"
  echo "namespace $own {"
  echo "#include \"polybench/$name/$name.cu\""
  echo "} // namespace $own"
  echo "#undef polybench_run"
  sed -n 's/^#define \(DIM_[A-Z0-9_]*\|EPS\) .*/#undef \1/p' "polybench/$name/$name".cu*
done
