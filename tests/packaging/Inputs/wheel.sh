#!/bin/sh
# Makes the wheel of what is built, installs it in a fresh virtual environment, and uses it where there
# are neither sources nor Clang.
set -eu
inputs=$(dirname "$0")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/warpsmith-wheel.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
WARPSMITH_PACKAGES_ONLY=1 "$WARPSMITH_SOURCE_DIR/scripts/package.sh" wheel
"$PYTHON" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps \
  "$WARPSMITH_BUILD_DIR"/packages/warpsmith-*.whl
cp "$inputs/product.cu" "$inputs/module_test.py" "$scratch"
cat >"$scratch/use.sh" <<'USE'
#!/bin/sh
cd "$1" || exit
PATH=$1/venv/bin:/usr/bin:/bin
export PATH
echo "== rewrites"
warpsmith product.cu --passes=tile --diff -- 2>&1 | grep -e remark: -e '^[-+].*launch(grid' -e '^-  product'
echo "== cannot verify"
warpsmith product.cu --passes=tile --verify -o verified.cu -- 2>&1
echo "status $?"
test -e verified.cu && echo "was written"
cp product.cu in-place.cu
warpsmith in-place.cu --passes=tile -i -- 2>&1
echo "status $?"
warpsmith-emulate product.cu -c -o product.o -- 2>&1
echo "status $?"
polybench run gemm --variants=original --sizes=40 --device=emulator 2>&1
echo "status $?"
echo "== module"
WARPSMITH_TEST_INSTALLED=1 python module_test.py 2>&1
USE
chmod +x "$scratch/use.sh"
WARPSMITH_CACHE=$scratch/cache "$inputs/hide.sh" "$WARPSMITH_SOURCE_DIR" "$WARPSMITH_BUILD_DIR" \
  "$(dirname "$LLVM")" -- "$scratch/use.sh" "$scratch"
