#!/usr/bin/env bash
# Uses the .tar.gz and the .deb in a Debian where nothing else is installed, in a chroot. The .deb comes
# with all that it depends on, rewrites, verifies, and leaves nothing when it is removed. clang-22 comes
# from the sources of packages that this machine has.
#
#   scripts/check-packages.sh
#
# Needs root, debootstrap and the network: where one is missing it says so, and the exit status is 77.
# What was fetched is kept in build/chroot, where a second run takes a third of the time.
# WARPSMITH_BUILD_DIR is the build tree; WARPSMITH_PACKAGES_ONLY=1 packs what it holds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH=$PATH:/usr/sbin:/sbin # which a user's may lack
build=$(realpath "${WARPSMITH_BUILD_DIR:-build}")
skip() {
  echo "SKIPPED: $*"
  exit 77
}
[ "$(id -u)" -eq 0 ] || skip "a chroot needs root"
command -v debootstrap >/dev/null || skip "debootstrap is not installed (scripts/setup.sh)"
unshare --mount true 2>/dev/null || skip "this machine does not let root make a mount namespace"
# shellcheck source=/dev/null
. /etc/os-release
[ "${ID:-}" = debian ] || skip "the package is for Debian, and this is ${PRETTY_NAME:-another system}"
# shellcheck disable=SC2016 # which apt-get reads
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $VERSION_CODENAME" \
           2>/dev/null | head -1)
mirror=${mirror:-http://deb.debian.org/debian}
mirror=${mirror%/}

# A base system, made once.
kept=$build/chroot
base=$kept/$VERSION_CODENAME.tar
scratch=$(mktemp -d "${TMPDIR:-/tmp}/warpsmith-chroot.XXXXXX")
root=$scratch/root
# All mounts are those of the namespace below, and end with it.
trap 'rm -rf --one-file-system "$scratch"' EXIT
mkdir -p "$kept/archives" "$root"
if [ ! -f "$base" ]; then
  curl -fsSL --max-time 30 -o /dev/null "$mirror/dists/$VERSION_CODENAME/Release" 2>/dev/null ||
    skip "$mirror cannot be reached"
  echo "Making a base system of $VERSION_CODENAME ..."
  debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$kept/debootstrap.log" 2>&1 || {
    tail -5 "$kept/debootstrap.log" >&2
    exit 1
  }
  rm -f "$root"/var/cache/apt/archives/*.deb
  tar -C "$root" -cf "$base.new" . && mv "$base.new" "$base"
else
  tar -C "$root" -xf "$base"
fi

./scripts/package.sh tar deb
mkdir "$root/check"
cp "$build"/packages/warpsmith-*.tar.gz "$build"/packages/warpsmith_*.deb "$root/check"
cp tests/packaging/Inputs/product.cu tests/packaging/Inputs/use.sh "$root/check"
# Packages come from where this machine's come from.
rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d" "$root/etc/apt/trusted.gpg.d"
cp -rL /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/trusted.gpg.d "$root/etc/apt" 2>/dev/null || true
for folder in /etc/apt/keyrings /usr/share/keyrings; do
  [ ! -d "$folder" ] || { mkdir -p "$root$folder" && cp -rL "$folder/." "$root$folder"; }
done
for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
  if grep -qs '^ *Acquire' "$file"; then cp -L "$file" "$root/etc/apt/apt.conf.d"; fi
done
cp -L /etc/resolv.conf /etc/hosts "$root/etc"
[ ! -d /etc/ssl/certs ] || { mkdir -p "$root/etc/ssl/certs" && cp -rL /etc/ssl/certs/. "$root/etc/ssl/certs"; }

cat >"$root/check/check.sh" <<'CHECK'
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C HOME=/check PATH=/usr/sbin:/usr/bin:/sbin:/bin
fail() { echo "check-packages.sh: $*" >&2; exit 1; }
expect() { # expect TEXT FILE
  grep -qF -e "$1" "$2" || { cat "$2" >&2; fail "'$1' was expected"; }
}
cd /check

echo "The .tar.gz, without Clang"
mkdir /opt/anywhere
tar -C /opt/anywhere -xzf warpsmith-*.tar.gz
tools=$(echo /opt/anywhere/*/bin)
"$tools/warpsmith" product.cu --passes=tile -o tar.cu -- 2>log || { cat log; fail "not rewritten"; }
expect "remark: rewrote 'product'" log
if "$tools/warpsmith" product.cu --passes=tile --verify -o tar.cu -- 2>log; then fail "verified"; fi
expect "not verified: clang++-22 was not found" log
expect "apt-get install clang-22" log

echo "The .deb"
apt-get update -qq >log 2>&1 || { cat log; echo "SKIPPED: the lists of packages cannot be fetched"; exit 77; }
apt-get install -y -qq --no-install-recommends ./warpsmith_*.deb >log 2>&1 || { tail -20 log; fail "not installed"; }
test -n "$(ls /usr/lib/warpsmith/*.pch)" || fail "no headers were precompiled"
sh ./use.sh /usr /check >log 2>&1 || { cat log; fail "use.sh"; }
expect "rewrote 'product': tile<128;128;16;8;8> [warpsmith-tile]" log
expect "product 186" log
expect "gemm       tile      float  40    ok" log
if grep -q "not verified" log; then cat log; fail "not verified"; fi
# The whole output, for another C++ library than the one that it was built with.
sh -c 'WARPSMITH_NO_PRECOMPILED_HEADERS=1 warpsmith product.cu --passes=tile -o plain.cu -- 2>log'
warpsmith product.cu --passes=tile -o precompiled.cu -- 2>log
cmp plain.cu precompiled.cu
for library in /usr/lib/warpsmith/*.so /usr/lib/warpsmith/polybench-worker-emulator /usr/bin/polybench; do
  if ldd "$library" | grep "not found"; then fail "$library lacks a library"; fi
done
dpkg --verify warpsmith || fail "files of the package have changed"

apt-get remove -y -qq warpsmith >log 2>&1 || { cat log; fail "not removed"; }
test ! -e /usr/lib/warpsmith || { ls /usr/lib/warpsmith; fail "files were left"; }
echo "The packages work."
CHECK
# shellcheck disable=SC2016 # which the inner shell reads
unshare --mount bash -euc '
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount --bind "$2" "$1/var/cache/apt/archives"
  mkdir -p "$2/partial"
  exec env -i "$(command -v chroot)" "$1" /bin/bash /check/check.sh' bash "$root" "$kept/archives"
