#include "runtime/emulator/lib/TensorMap.h"
#include "runtime/emulator/lib/DeviceTable.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace warpsmith::emulator {
namespace {

constexpr uint32_t PieceBytes = 16;

uint64_t bytesOf(CUtensorMapDataType type) {
  switch (type) {
  case CU_TENSOR_MAP_DATA_TYPE_UINT8:
    return 1;
  case CU_TENSOR_MAP_DATA_TYPE_UINT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
    return 2;
  case CU_TENSOR_MAP_DATA_TYPE_UINT32:
  case CU_TENSOR_MAP_DATA_TYPE_INT32:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
  case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    return 4;
  case CU_TENSOR_MAP_DATA_TYPE_UINT64:
  case CU_TENSOR_MAP_DATA_TYPE_INT64:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
    return 8;
  default: // flushes denormals, or packs
    return 0;
  }
}

CUresult refuse(CUresult result, const char *why) {
  std::fprintf(stderr, "emulator: cuTensorMapEncodeTiled: %s\n", why);
  return result;
}

} // namespace

uint64_t TensorMap::boxBytes() const {
  uint64_t bytes = strides[0];
  for (int i = 0; i < rank; ++i)
    bytes *= count(i);
  return bytes;
}

std::vector<BoxPiece> boxPieces(const TensorMap &map, const int *coordinates, uint32_t shared) {
  const auto element = static_cast<int64_t>(map.strides[0]);
  const int64_t rowBytes = map.count(0) * element;
  const int64_t begin = coordinates[0] * element, extent = static_cast<int64_t>(map.extents[0]);
  uint32_t rows = 1;
  for (int i = 1; i < map.rank; ++i)
    rows *= map.count(i);
  std::vector<BoxPiece> pieces;
  pieces.reserve(rows * rowBytes / PieceBytes);
  for (uint32_t row = 0; row < rows; ++row) {
    std::byte *global = map.address + begin;
    bool inside = true;
    uint32_t rest = row;
    for (int i = 1; i < map.rank; rest /= map.count(i), ++i) {
      const int64_t at = coordinates[i] + static_cast<int64_t>(rest % map.count(i)) * map.steps[i];
      inside = inside && at >= 0 && at < static_cast<int64_t>(map.extents[i]);
      global += at * static_cast<int64_t>(map.strides[i]);
    }
    for (int64_t at = 0; at < rowBytes; at += PieceBytes) {
      const auto clamped = [](int64_t value) {
        return static_cast<uint8_t>(std::clamp<int64_t>(value, 0, PieceBytes));
      };
      BoxPiece piece{global + at, swizzled(shared, static_cast<SwizzleSpan>(map.span)), 0, 0};
      if (inside) {
        piece.first = clamped(-(begin + at));
        piece.last = std::max(piece.first, clamped(extent * element - (begin + at)));
      }
      pieces.push_back(piece);
      shared += PieceBytes;
    }
  }
  return pieces;
}

} // namespace warpsmith::emulator

using namespace warpsmith::emulator;

extern "C" CUresult cuTensorMapEncodeTiled(
    CUtensorMap *tensorMap, CUtensorMapDataType type, cuuint32_t rank, void *globalAddress,
    const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim,
    const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  const RuntimeCall calling(__func__);
  const auto invalid = [](const char *why) { return refuse(CUDA_ERROR_INVALID_VALUE, why); };
  const auto unsupported = [](const char *why) { return refuse(CUDA_ERROR_NOT_SUPPORTED, why); };
  if (device().major < 9)
    return unsupported("the device has no tensor maps, which came with sm_90");
  if (!tensorMap || reinterpret_cast<uintptr_t>(tensorMap) % 64)
    return invalid("the map is not 64-byte aligned");
  if (rank < 1 || rank > MaxTensorRank)
    return invalid("the rank is not 1 to 5");
  if (!globalDim || (rank > 1 && !globalStrides) || !boxDim || !elementStrides)
    return invalid("a null array");
  if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    return unsupported("interleaved layouts are not emulated");
  const uint64_t element = bytesOf(type);
  if (element == 0)
    return unsupported("packed types and those that flush denormals are not emulated");
  if (swizzle < CU_TENSOR_MAP_SWIZZLE_NONE || swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    return unsupported("swizzles of chunks other than 16 bytes are not emulated");
  if (oobFill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    return unsupported("only zeros are emulated outside the tensor");
  if (l2Promotion < CU_TENSOR_MAP_L2_PROMOTION_NONE ||
      l2Promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
    return invalid("an L2 promotion that does not exist");
  if (!globalAddress || reinterpret_cast<uintptr_t>(globalAddress) % 16)
    return invalid("the global address is not 16-byte aligned");
  TensorMap map{};
  map.magic = TensorMap::Magic;
  map.address = static_cast<std::byte *>(globalAddress);
  map.rank = static_cast<uint8_t>(rank);
  map.strides[0] = element;
  map.roundedToTf32 = type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  map.span = static_cast<uint8_t>(swizzle ? 16u << swizzle : 0);
  for (cuuint32_t i = 0; i < rank; ++i) {
    if (globalDim[i] == 0 || globalDim[i] > uint64_t(1) << 32)
      return invalid("an extent of the tensor is 0 or above 2^32");
    if (i > 0 && (globalStrides[i - 1] % 16 || globalStrides[i - 1] >= uint64_t(1) << 40))
      return invalid("a stride is no multiple of 16 bytes, or not below 2^40");
    if (boxDim[i] == 0 || boxDim[i] > 256)
      return invalid("an extent of the box is not 1 to 256");
    if (elementStrides[i] == 0 || elementStrides[i] > 8)
      return invalid("an element stride is not 1 to 8");
    map.extents[i] = globalDim[i];
    if (i > 0)
      map.strides[i] = globalStrides[i - 1];
    map.boxLast[i] = static_cast<uint8_t>(boxDim[i] - 1);
    map.steps[i] = static_cast<uint8_t>(elementStrides[i]);
  }
  if (boxDim[0] * element % 16)
    return invalid("the box's rows are no multiple of 16 bytes");
  if (map.span && boxDim[0] * element > map.span)
    return invalid("the box's rows are longer than the swizzle's span");
  std::memset(static_cast<void *>(tensorMap), 0, sizeof *tensorMap);
  std::memcpy(static_cast<void *>(tensorMap), &map, sizeof map);
  return CUDA_SUCCESS;
}

namespace {

cudaError_t entryPoint(const char *symbol, void **function, unsigned int version,
                       cudaDriverEntryPointQueryResult *status) {
  if (!symbol || !function)
    return cudaErrorInvalidValue;
  const bool known = std::strcmp(symbol, "cuTensorMapEncodeTiled") == 0;
  const bool there = known && version >= 12000;
  *function = there ? reinterpret_cast<void *>(&cuTensorMapEncodeTiled) : nullptr;
  if (status)
    *status = there   ? cudaDriverEntryPointSuccess
              : known ? cudaDriverEntryPointVersionNotSufficent
                      : cudaDriverEntryPointSymbolNotFound;
  return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long,
                                    cudaDriverEntryPointQueryResult *status) {
  const RuntimeCall calling(__func__);
  return entryPoint(symbol, function, CUDA_VERSION, status);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long,
                                             cudaDriverEntryPointQueryResult *status) {
  const RuntimeCall calling(__func__);
  return entryPoint(symbol, function, version, status);
}

} // extern "C"
