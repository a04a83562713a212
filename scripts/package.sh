#!/usr/bin/env bash
# Makes packages of what is built, in build/packages: the .tar.gz and the .deb by CPack, the wheel by
# scikit-build-core. Nothing is compiled that is not out of date.
#
#   scripts/package.sh                      all of them
#   scripts/package.sh tar deb wheel        some
#
# WARPSMITH_BUILD_DIR is the build tree; WARPSMITH_PACKAGES_ONLY=1 takes it as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "${WARPSMITH_BUILD_DIR:-build}")
tools=$build/packaging-venv
packages=$build/packages
if [ -z "${WARPSMITH_PACKAGES_ONLY:-}" ]; then
  ./scripts/setup.sh
  cmake --build "$build" --target programs
fi
mkdir -p "$packages"

cpack_one() {
  (cd "$build" && cpack --config CPackConfig.cmake -G "$1" >"$packages/cpack.log" 2>&1) || {
    cat "$packages/cpack.log" >&2
    exit 1
  }
}

make_wheel() {
  local scratch
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' RETURN
  # The tools are pinned and installed: pip need not fetch them again.
  "$tools/bin/pip" wheel . --quiet --no-deps --no-build-isolation --wheel-dir "$scratch" \
    -C build-dir="$scratch/build" -C cmake.define.WARPSMITH_BUILD="$build"
  # auditwheel knows which releases of glibc the programs run with. CUDA's libraries come from the
  # user's toolkit, and the sanitizer's from clang-22.
  rm -f "$packages"/*.whl
  PATH=$tools/bin:$PATH "$tools/bin/python" scripts/tag-wheel.py "$scratch"/*.whl "$packages"
}

[ $# -gt 0 ] || set -- tar deb wheel
for kind in "$@"; do
  case $kind in
    tar) cpack_one TGZ ;;
    deb) cpack_one DEB ;;
    wheel) make_wheel ;;
    *) echo "package.sh: unknown package '$kind' (known: tar, deb, wheel)" >&2 && exit 2 ;;
  esac
done
for file in "$packages"/warpsmith[-_]*; do
  du -h "$file"
done
