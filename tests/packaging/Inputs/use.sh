#!/bin/sh
# use.sh PREFIX FOLDER: each installed program does its work. FOLDER holds product.cu.
set -eu
PATH=$1/bin:/usr/bin:/bin
export PATH
cd "$2"
echo "== rewrites"
warpsmith product.cu --passes=tile,pipeline -o rewritten.cu -- 2>&1
grep -c product_rewritten::launch rewritten.cu
echo "== verifies"
warpsmith product.cu --passes=tile --verify -o verified.cu -- 2>&1
echo "== includes"
warpsmith product.cu --passes=tile --device-headers -o headers.cu -- 2>/dev/null
sed -n 's/^#include <\(warpsmith\/device\/[a-z_0-9]*\.h\)>/\1/p' headers.cu | while read -r header; do
  test -f "$1/include/$header" && echo "found $header"
done
echo "== emulates"
cat >program.cu <<'PROGRAM'
#include "rewritten.cu"
#include <cstdio>
int main() {
  const int n = 33;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i)
    a[i] = i % 7, b[i] = i % 5;
  multiply(n, n, n, a, b, c);
  cudaDeviceSynchronize();
  std::printf("product %g\n", c[n * n - 1]);
}
PROGRAM
warpsmith-emulate program.cu -o program --
./program
echo "== measures"
polybench run gemm --variants=original,tile --sizes=40 --device=emulator
polybench list | grep -c '^  '
echo "== manuals"
for file in share/man/man1/polybench.1 share/bash-completion/completions/warpsmith \
            share/zsh/site-functions/_polybench share/fish/vendor_completions.d/warpsmith.fish; do
  test -s "$1/$file" && echo "has $file"
done
