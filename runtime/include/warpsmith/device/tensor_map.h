/// Tensor maps, which tell the tensor memory accelerator (TMA) how a matrix lies in global memory:
/// CUDA Driver API, cuTensorMapEncodeTiled. Host code.
#pragma once

#include "warpsmith/device/tensor_copy.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace warpsmith {

/// Values of the driver's enumerations CUtensorMapDataType, CUtensorMapSwizzle and
/// CUtensorMapL2promotion.
enum TensorMapConstant : int {
  TensorMapFloat16 = 6,
  TensorMapBfloat16 = 9,
  TensorMapSwizzle64 = 2,
  TensorMapSwizzle128 = 3,
  TensorMapPromotion256 = 3
};

/// cuTensorMapEncodeTiled, with enumerations as the integers that they are.
using TensorMapEncoder = int (*)(TensorMap *map, int type, unsigned rank, void *address,
                                 const unsigned long long *sizes, const unsigned long long *strides,
                                 const unsigned *box, const unsigned *elementStrides,
                                 int interleave, int swizzle, int promotion, int fill);

/// The driver's function, found at run time so that nothing has to be linked; null when the driver
/// has none.
inline TensorMapEncoder tensorMapEncoder() {
  static const TensorMapEncoder encoder = [] {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found) == cudaSuccess)
      return reinterpret_cast<TensorMapEncoder>(function);
    cudaGetLastError(); // the fallback must not report it
    return TensorMapEncoder{};
  }();
  return encoder;
}

inline int tensorMapType(const __half *) {
  return TensorMapFloat16;
}
inline int tensorMapType(const __nv_bfloat16 *) {
  return TensorMapBfloat16;
}

/// `planes` matrices of rows x columns elements of two bytes, columns contiguous, rows `pitch` and
/// matrices `plane` elements apart. It is copied in boxes of boxRows x boxColumns elements of all
/// of them; rows of a box, which are 64 or 128 bytes long, lie in shared memory swizzled over as
/// many bytes, and elements beyond the matrix are zero. False when TMA cannot copy it: addresses
/// and strides must be multiples of 16 bytes.
template <typename Element>
bool encodeTensorMap(TensorMap *map, const Element *matrices, long long rows, long long columns,
                     long long pitch, int planes, long long plane, int boxRows, int boxColumns) {
  const unsigned long long sizes[] = {(unsigned long long)columns, (unsigned long long)rows,
                                      (unsigned long long)planes};
  const unsigned long long strides[] = {pitch * sizeof(Element), plane * sizeof(Element)};
  const unsigned box[] = {(unsigned)boxColumns, (unsigned)boxRows, (unsigned)planes};
  const unsigned everyElement[] = {1, 1, 1};
  const bool wide = boxColumns * sizeof(Element) == 128;
  const TensorMapEncoder encode = tensorMapEncoder();
  return encode && encode(map, tensorMapType(matrices), 3, const_cast<Element *>(matrices), sizes,
                          strides, box, everyElement, 0, // not interleaved
                          wide ? TensorMapSwizzle128 : TensorMapSwizzle64, TensorMapPromotion256,
                          0) == 0; // filled with zeros; no error
}

/// Elements from one row to the next of a packed matrix, so that TMA can copy it.
template <typename Element>
long long packedPitch(long long columns) {
  constexpr int Unit = 16 / sizeof(Element);
  return (columns + Unit - 1) / Unit * Unit;
}

/// True when TMA can copy the matrix as it lies.
template <typename Element>
bool isCopyable(const Element *matrix, long long leadingDimension) {
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 &&
         leadingDimension * sizeof(Element) % 16 == 0;
}

} // namespace warpsmith
