/// load_matrix_sync() and store_matrix_sync().
///
/// A load does not make lanes meet: each reads its own elements, and mma_sync() or
/// store_matrix_sync() finds out whether all meant the same matrix.
#pragma once

#include "warpsmith_emulator/core.h"
#include "warpsmith_emulator/wmma_fragment.h"

namespace warpsmith {
namespace emulator {

/// CUDA C++ Programming Guide, load_matrix_sync: 256-bit alignment, and a leading dimension that is
/// a multiple of 16 bytes.
template <typename Element>
WARPSMITH_DEVICE void checkMatrixAddress(const Element *matrix, unsigned leadingDimension,
                                         Location where) {
  if (reinterpret_cast<uintptr_t>(matrix) % 32 != 0)
    fail("emulator-wmma", "the matrix is not aligned to 32 bytes", where);
  if (leadingDimension * sizeof(Element) % 16 != 0)
    fail("emulator-wmma", "the leading dimension is not a multiple of 16 bytes", where);
}

template <typename Element>
WARPSMITH_DEVICE unsigned long long matrixOrigin(const Element *matrix, unsigned leadingDimension) {
  return reinterpret_cast<uintptr_t>(matrix) +
         (static_cast<unsigned long long>(leadingDimension) << 47);
}

template <typename Use, int M, int N, int K, typename Type, typename Order>
WARPSMITH_DEVICE void loadElements(nvcuda::wmma::fragment<Use, M, N, K, Type, Order> &target,
                                   const typename WmmaStorage<Type>::type *matrix,
                                   unsigned leadingDimension, bool rowMajor, Location where) {
  using Place = WmmaLayout<Use, M, N, K, Type>;
  checkMatrixAddress(matrix, leadingDimension, where);
  const int lane = laneIndex();
  const size_t rowStride = rowMajor ? leadingDimension : 1;
  const size_t columnStride = rowMajor ? 1 : leadingDimension;
#pragma clang loop unroll(full)
  for (int i = 0; i < Place::Elements; ++i) {
    const Position at = Place::position(lane, i);
    target.x[i] = matrix[at.row * rowStride + at.column * columnStride];
  }
  for (int i = Place::Elements; i < target.num_elements; ++i)
    target.x[i] = target.x[i % Place::Elements];
  target.warpsmithOrigin = matrixOrigin(matrix, leadingDimension);
}

/// Whether all lanes that are there agree, and all 32 are.
struct StoreAgreement {
  unsigned long long target, origin;
  bool agreed;
};

WARPSMITH_DEVICE bool agreeOnStore(unsigned long long target, unsigned long long origin,
                                   Location where) {
  StoreAgreement agreement{target, origin, true};
  combineWarp(
      0xffffffff, &agreement, sizeof agreement,
      [](void *, void *const values[32]) {
        const StoreAgreement *first = static_cast<StoreAgreement *>(values[0]);
        bool agreed = true;
        for (int lane = 0; lane < 32; ++lane) {
          const StoreAgreement *own = static_cast<StoreAgreement *>(values[lane]);
          agreed = agreed && first && own && own->target == first->target &&
                   own->origin == first->origin;
        }
        for (int lane = 0; lane < 32; ++lane)
          if (values[lane])
            static_cast<StoreAgreement *>(values[lane])->agreed = agreed;
      },
      nullptr, where);
  return agreement.agreed;
}

} // namespace emulator
} // namespace warpsmith

namespace nvcuda {
namespace wmma {

template <typename Use, int m, int n, int k, typename T>
WARPSMITH_DEVICE void
load_matrix_sync(fragment<Use, m, n, k, T, row_major> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, true, where);
}
template <typename Use, int m, int n, int k, typename T>
WARPSMITH_DEVICE void
load_matrix_sync(fragment<Use, m, n, k, T, col_major> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, false, where);
}
template <int m, int n, int k, typename T>
WARPSMITH_DEVICE void
load_matrix_sync(fragment<accumulator, m, n, k, T> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension, layout_t layout,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, layout == mem_row_major,
                                    where);
}

template <int m, int n, int k, typename T>
WARPSMITH_DEVICE void
store_matrix_sync(typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                  const fragment<accumulator, m, n, k, T> &source, unsigned leadingDimension,
                  layout_t layout,
                  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  using namespace warpsmith::emulator;
  using Place = WmmaLayout<accumulator, m, n, k, T>;
  checkMatrixAddress(matrix, leadingDimension, where);
  if (!agreeOnStore(matrixOrigin(matrix, leadingDimension), source.warpsmithOrigin, where))
    fail("emulator-wmma",
         "the lanes of the warp store to different matrices, or loaded different ones", where);
  const int lane = laneIndex();
  const size_t rowStride = layout == mem_row_major ? leadingDimension : 1;
  const size_t columnStride = layout == mem_row_major ? 1 : leadingDimension;
#pragma clang loop unroll(full)
  for (int i = 0; i < Place::Elements; ++i) {
    const Position at = Place::position(lane, i);
    matrix[at.row * rowStride + at.column * columnStride] = source.x[i];
  }
}

} // namespace wmma
} // namespace nvcuda
