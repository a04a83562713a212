/// load_matrix_sync() and store_matrix_sync().
///
/// A load does not make lanes meet: each reads its own elements, and mma_sync() or
/// store_matrix_sync() finds out whether all meant the same matrix.
#pragma once

#include "warpsmith_emulator/core.h"
#include "warpsmith_emulator/wmma_fragment.h"

namespace warpsmith {
namespace emulator {

/// PTX ISA, "Matrix Storage for WMMA": the address is aligned to the size of a thread's fragment.
/// CUDA C++ Programming Guide, load_matrix_sync: a leading dimension that is a multiple of 16
/// bytes. (The guide asks for 32 bytes of every address. That is a fragment of halves; those of
/// bytes have 4 to 16, and tiles of 16 columns of bytes lie at multiples of 16.)
template <typename Element>
WARPSMITH_DEVICE void checkMatrixAddress(const Element *matrix, unsigned leadingDimension,
                                         size_t fragmentBytes, Location where) {
  if (reinterpret_cast<uintptr_t>(matrix) % fragmentBytes != 0)
    fail("emulator-wmma", "the matrix is not aligned to the size of a thread's fragment", where);
  if (leadingDimension * sizeof(Element) % 16 != 0)
    fail("emulator-wmma", "the leading dimension is not a multiple of 16 bytes", where);
}

template <typename Element>
WARPSMITH_DEVICE unsigned long long matrixOrigin(const Element *matrix, unsigned leadingDimension) {
  return reinterpret_cast<uintptr_t>(matrix) +
         (static_cast<unsigned long long>(leadingDimension) << 47);
}

template <size_t Bytes>
struct UnsignedOfSize;
template <>
struct UnsignedOfSize<1> {
  using type = unsigned char;
};
template <>
struct UnsignedOfSize<2> {
  using type = unsigned short;
};
template <>
struct UnsignedOfSize<4> {
  using type = unsigned int;
};
template <>
struct UnsignedOfSize<8> {
  using type = unsigned long long;
};

/// A fragment's elements in one register, so that of all accesses only those of the matrix are
/// checked one by one.
template <typename Element, int Length>
struct PackedElements {
  using Bits = typename UnsignedOfSize<sizeof(Element)>::type;
  typedef Bits Vector __attribute__((ext_vector_type(Length)));
};

template <typename Use, int m, int n, int k, typename Type, typename Order>
WARPSMITH_INLINE void loadElements(nvcuda::wmma::fragment<Use, m, n, k, Type, Order> &target,
                                   const typename WmmaStorage<Type>::type *matrix,
                                   unsigned leadingDimension, bool rowMajor, Location where) {
  using Place = WmmaLayout<Use, m, n, k, Type>;
  constexpr int Length = FragmentLength<Use, m, n, k, Type>::value;
  using Packed = PackedElements<typename WmmaStorage<Type>::type, Length>;
  checkMatrixAddress(matrix, leadingDimension, sizeof target.x, where);
  const int lane = laneIndex();
  const size_t rowStride = rowMajor ? leadingDimension : 1;
  const size_t columnStride = rowMajor ? 1 : leadingDimension;
  typename Packed::Vector elements;
#pragma clang loop unroll(full)
  for (int i = 0; i < Place::Elements; ++i) {
    const Position at = Place::position(lane, i);
    elements[i] =
        bitCast<typename Packed::Bits>(matrix[at.row * rowStride + at.column * columnStride]);
  }
#pragma clang loop unroll(full)
  for (int i = Place::Elements; i < Length; ++i)
    elements[i] = elements[i % Place::Elements];
  __builtin_memcpy(static_cast<void *>(target.x), &elements, sizeof target.x);
  target.warpsmithOrigin = matrixOrigin(matrix, leadingDimension);
}

/// Whether all lanes that are there agree, and all 32 are.
struct StoreAgreement {
  unsigned long long target, origin;
  bool agreed;
};

WARPSMITH_UNCHECKED void combineAgreement(void *, void *const values[32]) {
  const StoreAgreement *first = static_cast<StoreAgreement *>(values[0]);
  bool agreed = true;
  for (int lane = 0; lane < 32; ++lane) {
    const StoreAgreement *own = static_cast<StoreAgreement *>(values[lane]);
    agreed = agreed && first && own && own->target == first->target && own->origin == first->origin;
  }
  for (int lane = 0; lane < 32; ++lane)
    if (values[lane])
      static_cast<StoreAgreement *>(values[lane])->agreed = agreed;
}

WARPSMITH_UNCHECKED bool agreeOnStore(unsigned long long target, unsigned long long origin,
                                      Location where) {
  StoreAgreement agreement{target, origin, true};
  combineWarp(0xffffffff, &agreement, sizeof agreement, combineAgreement, nullptr, where);
  return agreement.agreed;
}

} // namespace emulator
} // namespace warpsmith

namespace nvcuda {
namespace wmma {

template <typename Use, int m, int n, int k, typename T>
WARPSMITH_INLINE void
load_matrix_sync(fragment<Use, m, n, k, T, row_major> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, true, where);
}
template <typename Use, int m, int n, int k, typename T>
WARPSMITH_INLINE void
load_matrix_sync(fragment<Use, m, n, k, T, col_major> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, false, where);
}
template <int m, int n, int k, typename T>
WARPSMITH_INLINE void
load_matrix_sync(fragment<accumulator, m, n, k, T> &target,
                 const typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                 unsigned leadingDimension, layout_t layout,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::loadElements(target, matrix, leadingDimension, layout == mem_row_major,
                                    where);
}

template <int m, int n, int k, typename T>
WARPSMITH_INLINE void
store_matrix_sync(typename warpsmith::emulator::WmmaStorage<T>::type *matrix,
                  const fragment<accumulator, m, n, k, T> &source, unsigned leadingDimension,
                  layout_t layout,
                  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  using namespace warpsmith::emulator;
  using Place = WmmaLayout<accumulator, m, n, k, T>;
  checkMatrixAddress(matrix, leadingDimension, sizeof source.x, where);
  if (!agreeOnStore(matrixOrigin(matrix, leadingDimension), source.warpsmithOrigin, where))
    fail("emulator-wmma",
         "the lanes of the warp store to different matrices, or loaded different ones", where);
  using Packed = PackedElements<T, Place::Elements>;
  typename Packed::Vector elements;
  __builtin_memcpy(&elements, source.x, sizeof source.x);
  const int lane = laneIndex();
  const size_t rowStride = layout == mem_row_major ? leadingDimension : 1;
  const size_t columnStride = layout == mem_row_major ? 1 : leadingDimension;
#pragma clang loop unroll(full)
  for (int i = 0; i < Place::Elements; ++i) {
    const Position at = Place::position(lane, i);
    const typename Packed::Bits element = elements[i];
    matrix[at.row * rowStride + at.column * columnStride] = bitCast<T>(element);
  }
}

} // namespace wmma
} // namespace nvcuda
