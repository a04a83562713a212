/// Tensor maps, which tell the tensor memory accelerator (TMA) how a matrix lies in global memory:
/// CUDA Driver API, cuTensorMapEncodeTiled. Host code.
#pragma once

#include "warpsmith/device/tensor_copy.h"
#include <cstring>

namespace warpsmith {

/// Values of the driver's enumerations CUtensorMapDataType, CUtensorMapSwizzle and
/// CUtensorMapL2promotion.
enum TensorMapConstant : int {
  TensorMapUint8 = 0,
  TensorMapUint16 = 1,
  TensorMapUint32 = 2,
  TensorMapFloat16 = 6,
  TensorMapFloat64 = 8,
  TensorMapBfloat16 = 9,
  TensorMapTfloat32 = 11,
  TensorMapSwizzle32 = 1,
  TensorMapSwizzle64 = 2,
  TensorMapSwizzle128 = 3,
  TensorMapPromotion256 = 3
};

/// A function of the driver, found at run time so that nothing has to be linked, or null.
template <typename Function>
Function driverFunction(const char *name) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult found;
  if (cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found) ==
      cudaSuccess)
    return reinterpret_cast<Function>(function);
  cudaGetLastError(); // the fallback must not report it
  return nullptr;
}

/// The map that depends on these numbers alone, as `encode` makes it. Each thread keeps the last.
template <int Count, typename Encode>
bool keptMap(TensorMap *map, const long long (&numbers)[Count], const Encode &encode) {
  struct Kept {
    long long numbers[Count];
    TensorMap map;
  };
  thread_local Kept known[32]; // at first of zeros, which nobody asks for
  thread_local unsigned next = 0;
  for (const Kept &kept : known)
    if (memcmp(kept.numbers, numbers, sizeof(numbers)) == 0) {
      *map = kept.map;
      return true;
    }
  if (!encode())
    return false;
  Kept &kept = known[next++ % 32];
  memcpy(kept.numbers, numbers, sizeof(numbers));
  kept.map = *map;
  return true;
}

/// cuTensorMapEncodeTiled, with enumerations as the integers that they are.
using TensorMapEncoder = int (*)(TensorMap *map, int type, unsigned rank, void *address,
                                 const unsigned long long *sizes, const unsigned long long *strides,
                                 const unsigned *box, const unsigned *elementStrides,
                                 int interleave, int swizzle, int promotion, int fill);

/// The driver's number of an element type.
template <typename Element>
constexpr int TensorMapType = 0;
template <>
constexpr int TensorMapType<double> = TensorMapFloat64;

/// Floats become the nearest TF32 numbers, of two the even one, when they are copied: seen on an
/// H200, where cuBLAS rounds them so, too.
template <>
constexpr int TensorMapType<float> = TensorMapTfloat32;
/// What keeps its bits, floats that must not be rounded among it.
template <>
constexpr int TensorMapType<unsigned> = TensorMapUint32;
/// 8-bit integers of either sign.
template <>
constexpr int TensorMapType<signed char> = TensorMapUint8;
template <>
constexpr int TensorMapType<char> = TensorMapUint8;
template <>
constexpr int TensorMapType<unsigned char> = TensorMapUint8;

/// The map of a tensor of three dimensions, which is copied in boxes.
inline bool encodeBoxes(TensorMap *map, int type, const void *tensor,
                        const unsigned long long (&sizes)[3],
                        const unsigned long long (&strides)[2], const unsigned (&box)[3],
                        int swizzle) {
  static const auto encode = driverFunction<TensorMapEncoder>("cuTensorMapEncodeTiled");
  const long long numbers[] = {type,
                               (long long)tensor,
                               (long long)sizes[0],
                               (long long)sizes[1],
                               (long long)sizes[2],
                               box[0],
                               box[1],
                               (long long)strides[0],
                               (long long)strides[1],
                               box[2],
                               swizzle};
  const unsigned everyElement[] = {1, 1, 1};
  return keptMap(map, numbers, [&] { // not interleaved, filled with zeros
    return encode && encode(map, type, 3, const_cast<void *>(tensor), sizes, strides, box,
                            everyElement, 0, swizzle, TensorMapPromotion256, 0) == 0;
  });
}

/// Rows of a box lie in shared memory swizzled over as many bytes as they have: 32, 64 or 128.
constexpr int swizzleOf(int rowBytes) {
  return rowBytes == 128  ? TensorMapSwizzle128
         : rowBytes == 64 ? TensorMapSwizzle64
                          : TensorMapSwizzle32;
}

/// Matrices of rows x columns elements, columns contiguous, rows `pitch` and matrices `plane`
/// elements apart.
template <typename Element>
struct Matrices {
  const Element *elements;
  long long rows, columns, pitch;
  int planes;
  long long plane;
};

/// The map of matrices that are copied in boxes of boxRows x boxColumns elements of boxPlanes of
/// them; elements beyond a matrix are zero. False when TMA cannot copy them: addresses and strides
/// must be multiples of 16 bytes.
template <typename Element>
bool encodeTensorMap(TensorMap *map, const Matrices<Element> &of, int boxRows, int boxColumns,
                     int boxPlanes = 1) {
  return encodeBoxes(
      map, TensorMapType<Element>, of.elements,
      {(unsigned long long)of.columns, (unsigned long long)of.rows, (unsigned long long)of.planes},
      {of.pitch * sizeof(Element), of.plane * sizeof(Element)},
      {(unsigned)boxColumns, (unsigned)boxRows, (unsigned)boxPlanes},
      swizzleOf(boxColumns * sizeof(Element)));
}

/// The map of complex matrices that are copied in boxes of eight columns. TMA copies them as pairs
/// of doubles, whose columns are counted.
inline bool encodeComplexMap(TensorMap *map, const Matrices<double2> &of, int boxRows) {
  constexpr int BoxDoubles = 16, MostColumns = 0x3fffffff; // coordinates have 32 bits
  return of.columns <= MostColumns &&
         encodeBoxes(
             map, TensorMapFloat64, of.elements,
             {2ull * of.columns, (unsigned long long)of.rows, (unsigned long long)of.planes},
             {of.pitch * sizeof(double2), of.plane * sizeof(double2)},
             {BoxDoubles, (unsigned)boxRows, 1}, TensorMapSwizzle128);
}

/// The map of matrices that TMA stores to: elements' bits stay as they are.
template <typename Element>
bool encodeStoreMap(TensorMap *map, const Matrices<Element> &of, int boxRows, int boxColumns) {
  constexpr int Type = sizeof(Element) == 1   ? TensorMapUint8
                       : sizeof(Element) == 2 ? TensorMapUint16
                                              : TensorMapUint32;
  return encodeBoxes(
      map, Type, of.elements,
      {(unsigned long long)of.columns, (unsigned long long)of.rows, (unsigned long long)of.planes},
      {of.pitch * sizeof(Element), of.plane * sizeof(Element)},
      {(unsigned)boxColumns, (unsigned)boxRows, 1}, swizzleOf(boxColumns * sizeof(Element)));
}

} // namespace warpsmith
