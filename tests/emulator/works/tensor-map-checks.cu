// RUN: warpsmith-emulate %s -o %t && %t
// RUN: warpsmith-emulate %s -o %t && env WARPSMITH_EMULATOR_DEVICE=sm_80 not %t
// Arguments that cuTensorMapEncodeTiled must refuse.
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

int main() {
  int wrong = 0;
  const auto expect = [&](bool accepted, const char *what, auto change) {
    Arguments arguments;
    change(arguments);
    if (arguments.accepted() != accepted) {
      std::printf("%s: %s\n", what, accepted ? "refused" : "accepted");
      ++wrong;
    }
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
  void *function = &function;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
  cudaGetDriverEntryPoint("cuNoSuchFunction", &function, cudaEnableDefault, &status);
  if (function || status != cudaDriverEntryPointSymbolNotFound)
    ++wrong;
  return wrong;
}
