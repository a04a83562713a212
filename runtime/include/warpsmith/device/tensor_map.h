/// Tensor maps, which tell the tensor memory accelerator (TMA) how a matrix lies in global memory:
/// CUDA Driver API, cuTensorMapEncodeTiled. Host code.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace warpsmith {

/// The driver's function, found at run time so that nothing has to be linked; null when the driver
/// has none.
inline auto tensorMapEncoder() {
  using Encoder = decltype(&cuTensorMapEncodeTiled);
  static const Encoder encoder = [] {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found) == cudaSuccess)
      return reinterpret_cast<Encoder>(function);
    cudaGetLastError(); // the fallback must not report it
    return Encoder{};
  }();
  return encoder;
}

inline CUtensorMapDataType tensorMapType(const __half *) {
  return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
}
inline CUtensorMapDataType tensorMapType(const __nv_bfloat16 *) {
  return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
}

/// `planes` matrices of rows x columns elements of two bytes, columns contiguous, rows `pitch` and
/// matrices `plane` elements apart. It is copied in boxes of boxRows x boxColumns elements of all
/// of them; rows of a box, which are 64 or 128 bytes long, lie in shared memory swizzled over as
/// many bytes, and elements beyond the matrix are zero. False when TMA cannot copy it: addresses
/// and strides must be multiples of 16 bytes.
template <typename Element>
bool encodeTensorMap(CUtensorMap *map, const Element *matrices, long long rows, long long columns,
                     long long pitch, int planes, long long plane, int boxRows, int boxColumns) {
  const cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows, (cuuint64_t)planes};
  const cuuint64_t strides[] = {pitch * sizeof(Element), plane * sizeof(Element)};
  const cuuint32_t box[] = {(cuuint32_t)boxColumns, (cuuint32_t)boxRows, (cuuint32_t)planes};
  const cuuint32_t everyElement[] = {1, 1, 1};
  const bool wide = boxColumns * sizeof(Element) == 128;
  const auto encode = tensorMapEncoder();
  return encode && encode(map, tensorMapType(matrices), 3, const_cast<Element *>(matrices), sizes,
                          strides, box, everyElement, CU_TENSOR_MAP_INTERLEAVE_NONE,
                          wide ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
                          CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                          CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
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
