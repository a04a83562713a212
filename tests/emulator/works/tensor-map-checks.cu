// RUN: warpsmith-emulate %s -o %t && %t
// RUN: warpsmith-emulate %s -o %t && env WARPSMITH_EMULATOR_DEVICE=sm_80 not %t
// Arguments that cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col must refuse.
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

struct Arguments {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  int rank = 2;
  uintptr_t address = 1 << 20;
  cuuint64_t extents[2] = {512, 300}, strides[1] = {1024};
  cuuint32_t box[2] = {64, 256}, steps[2] = {1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;

  bool accepted() const {
    CUtensorMap map;
    return cuTensorMapEncodeTiled(&map, type, rank, reinterpret_cast<void *>(address), extents,
                                  strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                  CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
  }
};

struct PixelArguments {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  int rank = 4;
  uintptr_t address = 1 << 20;
  cuuint64_t extents[5] = {128, 56, 56, 8, 8}, strides[4] = {256, 14336, 802816, 6422528};
  int lower[3] = {-1, -1, 0}, upper[3] = {-1, -1, 0};
  cuuint32_t channels = 64, pixels = 128, steps[5] = {1, 1, 1, 1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;

  bool accepted() const {
    CUtensorMap map;
    void *function = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &function, 12000, cudaEnableDefault,
                                     &status);
    return status == cudaDriverEntryPointSuccess &&
           reinterpret_cast<decltype(&cuTensorMapEncodeIm2col)>(function)(
               &map, type, rank, reinterpret_cast<void *>(address), extents, strides, lower, upper,
               channels, pixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
  }
};

int wrong = 0;

template <typename Arguments, typename Change>
void expectOf(bool accepted, const char *what, Change change) {
  Arguments arguments;
  change(arguments);
  if (arguments.accepted() != accepted) {
    std::printf("%s: %s\n", what, accepted ? "refused" : "accepted");
    ++wrong;
  }
}

void expectOfPixels(bool accepted, const char *what, void (*change)(PixelArguments &)) {
  expectOf<PixelArguments>(accepted, what, change);
}

void checkPixels() {
  using Of = PixelArguments;
  expectOfPixels(true, "a good map for im2col", [](Of &) {});
  expectOfPixels(true, "lines", [](Of &a) {
    a.rank = 3;
    a.lower[0] = -32768;
    a.upper[0] = -1;
  });
  expectOfPixels(true, "volumes", [](Of &a) {
    a.rank = 5;
    a.upper[2] = 15;
    a.lower[2] = -16;
  });
  expectOfPixels(false, "a matrix", [](Of &a) { a.rank = 2; });
  expectOfPixels(false, "six dimensions", [](Of &a) { a.rank = 6; });
  expectOfPixels(false, "pixels' address", [](Of &a) { a.address += 8; });
  expectOfPixels(false, "pixels' stride", [](Of &a) { a.strides[0] = 264; });
  expectOfPixels(false, "no pictures", [](Of &a) { a.extents[3] = 0; });
  expectOfPixels(true, "far corners", [](Of &a) {
    a.lower[0] = -128;
    a.upper[1] = 127;
  });
  expectOfPixels(false, "corner too low", [](Of &a) { a.lower[1] = -129; });
  expectOfPixels(false, "corner too high", [](Of &a) { a.upper[0] = 128; });
  expectOfPixels(false, "corner of a line", [](Of &a) {
    a.rank = 3;
    a.upper[0] = 32768;
  });
  expectOfPixels(false, "corner of a volume", [](Of &a) {
    a.rank = 5;
    a.upper[1] = 16;
  });
  expectOfPixels(true, "one pixel", [](Of &a) { a.upper[0] = -56; });
  expectOfPixels(false, "no pixel", [](Of &a) { a.upper[0] = -57; });
  expectOfPixels(false, "no channels", [](Of &a) { a.channels = 0; });
  expectOfPixels(false, "channels beyond the span", [](Of &a) { a.channels = 72; });
  expectOfPixels(false, "channels of 24 bytes", [](Of &a) { a.channels = 12; });
  expectOfPixels(true, "256 channels", [](Of &a) {
    a.channels = 256;
    a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  });
  expectOfPixels(false, "264 channels", [](Of &a) {
    a.channels = 264;
    a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  });
  expectOfPixels(false, "no pixels in a column", [](Of &a) { a.pixels = 0; });
  expectOfPixels(true, "1024 pixels", [](Of &a) { a.pixels = 1024; });
  expectOfPixels(false, "1025 pixels", [](Of &a) { a.pixels = 1025; });
  expectOfPixels(true, "stride 8", [](Of &a) { a.steps[1] = 8; });
  expectOfPixels(false, "stride 9", [](Of &a) { a.steps[2] = 9; });
  expectOfPixels(false, "stride 0", [](Of &a) { a.steps[2] = 0; });
}

int main() {
  const auto expect = [](bool accepted, const char *what, void (*change)(Arguments &)) {
    expectOf<Arguments>(accepted, what, change);
  };
  expect(true, "a good map", [](Arguments &) {});
  expect(true, "bytes", [](Arguments &a) {
    a.type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
    a.box[0] = 128;
  });
  expect(true, "doubles", [](Arguments &a) {
    a.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    a.box[0] = 16;
  });
  expect(false, "address", [](Arguments &a) { a.address += 8; });
  expect(false, "rank", [](Arguments &a) { a.rank = 6; });
  expect(false, "stride", [](Arguments &a) { a.strides[0] = 1000; });
  expect(false, "large stride", [](Arguments &a) { a.strides[0] = uint64_t(1) << 40; });
  expect(false, "no rows", [](Arguments &a) { a.extents[1] = 0; });
  expect(false, "many rows", [](Arguments &a) { a.extents[1] = (uint64_t(1) << 32) + 1; });
  expect(false, "large box", [](Arguments &a) { a.box[1] = 257; });
  expect(false, "empty box", [](Arguments &a) { a.box[1] = 0; });
  expect(false, "box of odd rows", [](Arguments &a) { a.box[0] = 12; });
  expect(false, "rows beyond the span", [](Arguments &a) { a.box[0] = 72; });
  expect(false, "rows beyond 64", [](Arguments &a) { a.swizzle = CU_TENSOR_MAP_SWIZZLE_64B; });
  expect(true, "long rows", [](Arguments &a) {
    a.box[0] = 256;
    a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  });
  expect(false, "step", [](Arguments &a) { a.steps[1] = 9; });
  checkPixels();
  void *function = &function;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
  cudaGetDriverEntryPoint("cuNoSuchFunction", &function, cudaEnableDefault, &status);
  if (function || status != cudaDriverEntryPointSymbolNotFound)
    ++wrong;
  return wrong;
}
