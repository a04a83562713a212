# What the scripts that measure on a GPU share; to be sourced. They set root, folder, warpsmith and
# rewritten.

# polybench, its worker and the rewriter; without Clang, the no-llvm preset and what was given.
build_tools() {
  CUDA_PATH=$("$root/scripts/find-cuda.sh") || {
    echo "${0##*/}: no CUDA toolkit was found; nvcc is needed to build" >&2 && exit 1
  }
  export CUDA_PATH
  local preset=default tree=$root/build targets=(polybench polybench-worker-gpu warpsmith)
  if [ -n "$warpsmith$rewritten" ]; then
    preset=no-llvm tree=$root/build/no-llvm targets=(polybench polybench-worker-gpu)
  fi
  (cd "$root" && cmake --preset "$preset" >"$folder/configure.log") || {
    cat "$folder/configure.log" >&2 && exit 1
  }
  cmake --build "$tree" --target "${targets[@]}" -- --quiet
  install -D -t "$folder/bin" "$tree/bin/polybench" "$tree/bin/polybench-worker-gpu"
  [ -n "$warpsmith$rewritten" ] || warpsmith=$tree/bin/warpsmith
}

# Directories of libcudart and libcublas that the loader may not know.
library_path() {
  local cuda
  cuda=$("$root/scripts/find-cuda.sh" 2>/dev/null) && printf '%s:' "$cuda/lib64" "$cuda/lib"
  python3 - 2>/dev/null <<'PYTHON' || true
import glob, site
for folder in site.getsitepackages():
    print(":".join(glob.glob(folder + "/nvidia/*/lib")), end=":")
PYTHON
  printf '%s' "${LD_LIBRARY_PATH:-}"
}

# Results as they are committed, into the folder of results; FILE keeps its samples, for
# `polybench compare`.
publish() {
  local file
  for file in "$@"; do
    [ -e "$file" ] || continue
    cp "$file" "$results/${file##*/}.new"
    python3 "$root/scripts/publish-results.py" "$results/${file##*/}.new"
    mv "$results/${file##*/}.new" "$results/${file##*/}"
  done
}

# The folder of this machine's results.
results_folder() {
  local gpu
  gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | tr 'A-Z ' 'a-z-')
  printf '%s/polybench/results/%s' "$root" "${gpu#nvidia-}"
}
