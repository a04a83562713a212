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

/// What a call of the driver returns, and why.
struct Refusal {
  CUresult result;
  std::string why;
};
using Refused = std::optional<Refusal>;

Refusal invalid(std::string why) {
  return {CUDA_ERROR_INVALID_VALUE, std::move(why)};
}
Refusal unsupported(std::string why) {
  return {CUDA_ERROR_NOT_SUPPORTED, std::move(why)};
}

/// The arguments that both kinds of maps have.
struct TensorArguments {
  const CUtensorMap *map;
  CUtensorMapDataType type;
  cuuint32_t rank;
  void *address;
  const cuuint64_t *extents, *strides;
  const cuuint32_t *steps;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion l2Promotion;
  CUtensorMapFloatOOBfill fill;
};

/// The tensor and how it is copied, without the boxes.
Refused describe(const TensorArguments &of, cuuint32_t leastRank, TensorMap &map) {
  if (device().major < 9)
    return unsupported("the device has no tensor maps, which came with sm_90");
  if (!of.map || reinterpret_cast<uintptr_t>(of.map) % 64)
    return invalid("the map is not 64-byte aligned");
  if (of.rank < leastRank || of.rank > MaxTensorRank)
    return invalid("the rank is not " + std::to_string(leastRank) + " to 5");
  if (!of.extents || (of.rank > 1 && !of.strides) || !of.steps)
    return invalid("a null array");
  if (of.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    return unsupported("interleaved layouts are not emulated");
  const uint64_t element = bytesOf(of.type);
  if (element == 0)
    return unsupported("packed types and those that flush denormals are not emulated");
  if (of.swizzle < CU_TENSOR_MAP_SWIZZLE_NONE || of.swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    return unsupported("swizzles of chunks other than 16 bytes are not emulated");
  if (of.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    return unsupported("only zeros are emulated outside the tensor");
  if (of.l2Promotion < CU_TENSOR_MAP_L2_PROMOTION_NONE ||
      of.l2Promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
    return invalid("an L2 promotion that does not exist");
  if (!of.address || reinterpret_cast<uintptr_t>(of.address) % 16)
    return invalid("the global address is not 16-byte aligned");
  map.magic = TensorMap::Magic;
  map.address = static_cast<std::byte *>(of.address);
  map.rank = static_cast<uint8_t>(of.rank);
  map.strides[0] = element;
  map.roundedToTf32 = of.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  map.span = static_cast<uint8_t>(of.swizzle ? 16u << of.swizzle : 0);
  for (cuuint32_t i = 0; i < of.rank; ++i) {
    if (of.extents[i] == 0 || of.extents[i] > uint64_t(1) << 32)
      return invalid("an extent of the tensor is 0 or above 2^32");
    if (i > 0 && (of.strides[i - 1] % 16 || of.strides[i - 1] >= uint64_t(1) << 40))
      return invalid("a stride is no multiple of 16 bytes, or not below 2^40");
    if (of.steps[i] == 0 || of.steps[i] > 8)
      return invalid("an element stride is not 1 to 8");
    map.extents[i] = of.extents[i];
    if (i > 0)
      map.strides[i] = of.strides[i - 1];
    map.steps[i] = static_cast<uint8_t>(of.steps[i]);
  }
  return {};
}

/// So many elements along the first dimension.
Refused describeRow(cuuint32_t elements, TensorMap &map) {
  if (elements * map.strides[0] % 16)
    return invalid("the box's rows are no multiple of 16 bytes");
  if (map.span && elements * map.strides[0] > map.span)
    return invalid("the box's rows are longer than the swizzle's span");
  map.boxLast[0] = static_cast<uint8_t>(elements - 1);
  return {};
}

Refused describeBoxes(const cuuint32_t *box, TensorMap &map) {
  if (!box)
    return invalid("a null array");
  for (int i = 0; i < map.rank; ++i) {
    if (box[i] == 0 || box[i] > 256)
      return invalid("an extent of the box is not 1 to 256");
    map.boxLast[i] = static_cast<uint8_t>(box[i] - 1);
  }
  return describeRow(box[0], map);
}

Refused describePixels(const int *lower, const int *upper, cuuint32_t channels, cuuint32_t pixels,
                       TensorMap &map) {
  if (!lower || !upper)
    return invalid("a null array");
  const int dimensions = map.rank - 2;
  const int most = dimensions == 1 ? 32767 : dimensions == 2 ? 127 : 15;
  for (int i = 0; i < dimensions; ++i) {
    for (const int corner : {lower[i], upper[i]})
      if (corner < -most - 1 || corner > most)
        return invalid("a corner is not " + std::to_string(-most - 1) + " to " +
                       std::to_string(most));
    if (static_cast<int64_t>(map.extents[i + 1]) + upper[i] - lower[i] <= 0)
      return invalid("there is no pixel between the corners");
    map.lower[i] = static_cast<int16_t>(lower[i]);
    map.upper[i] = static_cast<int16_t>(upper[i]);
  }
  if (channels == 0 || channels > 256)
    return invalid("a pixel's channels are not 1 to 256");
  if (pixels == 0 || pixels > 1024)
    return invalid("a column's pixels are not 1 to 1024");
  map.pixels = static_cast<uint16_t>(pixels);
  return describeRow(channels, map);
}

CUresult finish(const char *function, const Refused &refused, const TensorMap &map,
                CUtensorMap *to) {
  if (refused) {
    std::fprintf(stderr, "emulator: %s: %s\n", function, refused->why.c_str());
    return refused->result;
  }
  std::memset(static_cast<void *>(to), 0, sizeof *to);
  std::memcpy(static_cast<void *>(to), &map, sizeof map);
  return CUDA_SUCCESS;
}

/// The 16-byte pieces of a row of a box, of which `inside` tells whether its other coordinates lie
/// in the tensor; it goes to `shared`, which moves on.
void addRow(const TensorMap &map, int column, std::byte *row, bool inside, uint32_t &shared,
            std::vector<BoxPiece> &pieces) {
  const auto element = static_cast<int64_t>(map.strides[0]);
  const int64_t rowBytes = map.count(0) * element, begin = column * element;
  const auto extent = static_cast<int64_t>(map.extents[0]);
  const auto clamped = [](int64_t value) {
    return static_cast<uint8_t>(std::clamp<int64_t>(value, 0, PieceBytes));
  };
  for (int64_t at = 0; at < rowBytes; at += PieceBytes, shared += PieceBytes) {
    BoxPiece piece{row + begin + at, swizzled(shared, static_cast<SwizzleSpan>(map.span)), 0, 0};
    if (inside) {
      piece.first = clamped(-(begin + at));
      piece.last = std::max(piece.first, clamped(extent * element - (begin + at)));
    }
    pieces.push_back(piece);
  }
}

} // namespace

uint64_t TensorMap::boxBytes() const {
  uint64_t bytes = strides[0];
  for (int i = 0; i < rank; ++i)
    bytes *= count(i);
  return bytes;
}

std::vector<BoxPiece> boxPieces(const TensorMap &map, const int *coordinates, uint32_t shared) {
  uint32_t rows = 1;
  for (int i = 1; i < map.rank; ++i)
    rows *= map.count(i);
  std::vector<BoxPiece> pieces;
  pieces.reserve(rows * map.count(0) * map.strides[0] / PieceBytes);
  for (uint32_t row = 0; row < rows; ++row) {
    std::byte *global = map.address;
    bool inside = true;
    uint32_t rest = row;
    for (int i = 1; i < map.rank; rest /= map.count(i), ++i) {
      const int64_t at = coordinates[i] + static_cast<int64_t>(rest % map.count(i)) * map.steps[i];
      inside = inside && at >= 0 && at < static_cast<int64_t>(map.extents[i]);
      global += at * static_cast<int64_t>(map.strides[i]);
    }
    addRow(map, coordinates[0], global, inside, shared, pieces);
  }
  return pieces;
}

std::vector<BoxPiece> pixelPieces(const TensorMap &map, const int *coordinates,
                                  const uint16_t *offsets, uint32_t shared) {
  int64_t at[MaxTensorRank]; // the pixel, without the offsets
  std::copy_n(coordinates, map.rank, at);
  const int pictures = map.rank - 1;
  std::vector<BoxPiece> pieces;
  pieces.reserve(map.pixels * map.count(0) * map.strides[0] / PieceBytes);
  for (uint32_t pixel = 0; pixel < map.pixels; ++pixel) {
    std::byte *global = map.address;
    bool inside = true;
    for (int i = 1; i < map.rank; ++i) {
      const int64_t place = at[i] + (i < pictures ? offsets[i - 1] : 0);
      inside = inside && place >= 0 && place < static_cast<int64_t>(map.extents[i]);
      global += place * static_cast<int64_t>(map.strides[i]);
    }
    addRow(map, coordinates[0], global, inside, shared, pieces);
    // The next one is in the same row, or begins the next row or picture.
    int moving = 1;
    for (; moving < pictures; ++moving) {
      at[moving] += map.steps[moving];
      if (at[moving] < static_cast<int64_t>(map.extents[moving]) + map.upper[moving - 1])
        break;
      at[moving] = map.lower[moving - 1];
    }
    if (moving == pictures)
      at[pictures] += map.steps[pictures];
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
  TensorMap map{};
  Refused refused = describe({tensorMap, type, rank, globalAddress, globalDim, globalStrides,
                              elementStrides, interleave, swizzle, l2Promotion, oobFill},
                             1, map);
  if (!refused)
    refused = describeBoxes(boxDim, map);
  return finish(__func__, refused, map, tensorMap);
}

extern "C" CUresult cuTensorMapEncodeIm2col(
    CUtensorMap *tensorMap, CUtensorMapDataType type, cuuint32_t rank, void *globalAddress,
    const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner,
    const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
    const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  const RuntimeCall calling(__func__);
  TensorMap map{};
  Refused refused = describe({tensorMap, type, rank, globalAddress, globalDim, globalStrides,
                              elementStrides, interleave, swizzle, l2Promotion, oobFill},
                             3, map);
  if (!refused)
    refused = describePixels(pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel,
                             pixelsPerColumn, map);
  return finish(__func__, refused, map, tensorMap);
}

namespace {

cudaError_t entryPoint(const char *symbol, void **function, unsigned int version,
                       cudaDriverEntryPointQueryResult *status) {
  if (!symbol || !function)
    return cudaErrorInvalidValue;
  void *const found = std::strcmp(symbol, "cuTensorMapEncodeTiled") == 0
                          ? reinterpret_cast<void *>(&cuTensorMapEncodeTiled)
                      : std::strcmp(symbol, "cuTensorMapEncodeIm2col") == 0
                          ? reinterpret_cast<void *>(&cuTensorMapEncodeIm2col)
                          : nullptr;
  const bool known = found, there = known && version >= 12000;
  *function = there ? found : nullptr;
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
