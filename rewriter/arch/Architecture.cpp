// Sources of the figures, where a row does not name another:
//
// - fp32, fp64, wideConversions: CUDA C++ Programming Guide 13.0, "Arithmetic Instructions", two
//   operations for each result of a multiply-add
// - fp64Tensor, tf32, fp16, int8: NVIDIA's architecture white papers (Volta, Turing, GA100, GA102,
//   AD102, GH100, Blackwell), with FP32 sums
// - fp64SharesTensorPort: NVIDIA's staff on forums.developer.nvidia.com, 302018/7 and 108729/4
// - sharedMemory*, max*PerSm: CUDA C++ Programming Guide 13.0, "Technical Specifications per
//   Compute Capability"
// - sharedAllocationUnit, reservedSharedPerBlock: cuda_occupancy.h of CUDA 13.0, and the section
//   "Occupancy" of the Nsight Compute documentation
// - product: NVIDIA's data sheets
//
// l2BytesPerClock is what the L2 cache delivers to all SMs together, divided by their number.
#include "rewriter/arch/Architecture.h"
#include <algorithm>

namespace warpsmith {
namespace {

constexpr int KiB = 1024;

constexpr Architecture Volta = {
    .name = "sm_70",
    .computeCapability = 70,
    .product = {"V100", 80, 1530, 900},
    .fp32 = 128,
    .fp64 = 64,
    .fp64Tensor = 0,
    .tf32 = 0,
    .fp16 = 1024,
    .int8 = 0, // DP4A alone
    .fp32IssueInterval = 2,
    .wideConversions = 16,
    .fp64SharesTensorPort = true,
    .sustainedTensor = 1,
    .l2BytesPerClock = 25, // 2048 bytes a clock: GA100 white paper, its comparison with V100
    .sharedMemoryPerBlock = 96 * KiB,
    .sharedMemoryPerSm = 96 * KiB,
    .maxThreadsPerSm = 2048,
    .maxBlocksPerSm = 32,
    .sharedAllocationUnit = 256,
    .reservedSharedPerBlock = 0,
};

constexpr Architecture Turing = {
    .name = "sm_75",
    .computeCapability = 75,
    .product = {"T4", 40, 1590, 320},
    .fp32 = 128,
    .fp64 = 4,
    .fp64Tensor = 0,
    .tf32 = 0,
    .fp16 = 1024,
    .int8 = 2048,
    .fp32IssueInterval = 2,
    .wideConversions = 2,
    .fp64SharesTensorPort = true, // as Volta; nothing was said of Turing
    .sustainedTensor = 1,
    .l2BytesPerClock = 0, // not known
    .sharedMemoryPerBlock = 64 * KiB,
    .sharedMemoryPerSm = 64 * KiB,
    .maxThreadsPerSm = 1024,
    .maxBlocksPerSm = 16,
    .sharedAllocationUnit = 256,
    .reservedSharedPerBlock = 0,
};

constexpr Architecture Ampere = {
    .name = "sm_80",
    .computeCapability = 80,
    .product = {"A100", 108, 1410, 1555},
    .fp32 = 128,
    .fp64 = 64,
    .fp64Tensor = 128,
    .tf32 = 1024,
    .fp16 = 2048,
    .int8 = 4096,
    .fp32IssueInterval = 2,
    .wideConversions = 16,
    .fp64SharesTensorPort = true,
    .sustainedTensor = 0.82, // 257 of 312 TFLOP/s on random data: thonking.ai
    .l2BytesPerClock = 47,   // 5120 bytes a clock: GA100 white paper
    .sharedMemoryPerBlock = 163 * KiB,
    .sharedMemoryPerSm = 164 * KiB,
    .maxThreadsPerSm = 2048,
    .maxBlocksPerSm = 32,
    .sharedAllocationUnit = 128,
    .reservedSharedPerBlock = 1 * KiB,
};

// GeForce: professional boards have twice the rate on the tensor cores with FP32 sums.
constexpr Architecture AmpereGraphics = {
    .name = "sm_86",
    .computeCapability = 86,
    .product = {"RTX 3050 Ti Laptop", 20, 1695, 192},
    .fp32 = 256,
    .fp64 = 4,
    .fp64Tensor = 0,
    .tf32 = 256,
    .fp16 = 512,
    .int8 = 2048,
    .fp32IssueInterval = 1,
    .wideConversions = 2,
    .fp64SharesTensorPort = false,
    .sustainedTensor = 1,
    .l2BytesPerClock = 0, // not known
    .sharedMemoryPerBlock = 99 * KiB,
    .sharedMemoryPerSm = 100 * KiB,
    .maxThreadsPerSm = 1536,
    .maxBlocksPerSm = 16,
    .sharedAllocationUnit = 128,
    .reservedSharedPerBlock = 1 * KiB,
};

constexpr Architecture ada() {
  Architecture row = AmpereGraphics;
  row.name = "sm_89";
  row.computeCapability = 89;
  row.product = {"RTX 4090", 128, 2520, 1008};
  row.maxBlocksPerSm = 24;
  return row;
}

constexpr Architecture Hopper = {
    .name = "sm_90",
    .computeCapability = 90,
    .product = {"H200", 132, 1980, 4800},
    .fp32 = 256,
    .fp64 = 128,
    .fp64Tensor = 256,
    .tf32 = 2048,
    .fp16 = 4096,
    .int8 = 8192,
    .fp32IssueInterval = 1,
    .wideConversions = 16,
    .fp64SharesTensorPort = true,
    // 769 to 798 of 1070 TFLOP/s on random data, 894 on zeros, measured on an H200 of 700 W.
    .sustainedTensor = 0.75,
    .l2BytesPerClock =
        46, // 6154 bytes a clock: DeepGEMM's heuristics; 10 TB/s in gpu-benches' files
    .sharedMemoryPerBlock = 227 * KiB,
    .sharedMemoryPerSm = 228 * KiB,
    .maxThreadsPerSm = 2048,
    .maxBlocksPerSm = 32,
    .sharedAllocationUnit = 128,
    .reservedSharedPerBlock = 1 * KiB,
};

constexpr Architecture hopperAccelerated() {
  Architecture row = Hopper;
  row.name = "sm_90a";
  return row;
}

// FFMA2 of sm_100, two multiply-adds an instruction, is not in generated code: rates are FFMA's.
constexpr Architecture blackwell() {
  Architecture row = Hopper;
  row.name = "sm_100";
  row.computeCapability = 100;
  row.product = {"B200", 148, 1965, 8000};
  row.fp64Tensor = 128; // the data sheet's FP64 on tensor cores is that of its FP64 units
  row.tf32 = 4096;      // of tcgen05; what mma.sync reaches is not known
  row.fp16 = 8192;
  row.int8 = 16384;
  row.sustainedTensor = 1; // not measured
  row.l2BytesPerClock = 0; // not known
  return row;
}

constexpr Architecture blackwellGraphics() {
  Architecture row = AmpereGraphics;
  row.name = "sm_120";
  row.computeCapability = 120;
  row.product = {"RTX 5090", 170, 2407, 1792};
  row.maxBlocksPerSm = 24;
  return row;
}

} // namespace

const std::vector<Architecture> &architectures() {
  static const std::vector<Architecture> Table = {Volta,
                                                  Turing,
                                                  Ampere,
                                                  AmpereGraphics,
                                                  ada(),
                                                  Hopper,
                                                  hopperAccelerated(),
                                                  blackwell(),
                                                  blackwellGraphics()};
  return Table;
}

const Architecture *findArchitecture(std::string_view name) {
  const auto &table = architectures();
  auto found = std::find_if(table.begin(), table.end(),
                            [&](const Architecture &row) { return row.name == name; });
  if (found == table.end())
    found = std::find_if(table.begin(), table.end(), [&](const Architecture &row) {
      return std::string(row.name) + "a" == name;
    });
  return found == table.end() ? nullptr : &*found;
}

const Architecture *architectureOfDevice(int computeCapability) {
  const Architecture *newest = nullptr;
  for (const Architecture &row : architectures()) {
    const bool runs = row.isSpecific() ? row.computeCapability == computeCapability
                                       : row.computeCapability <= computeCapability;
    if (runs && (!newest || row.computeCapability >= newest->computeCapability))
      newest = &row;
  }
  return newest;
}

bool isNewer(const Architecture &one, const Architecture &other) {
  return one.computeCapability != other.computeCapability
             ? one.computeCapability > other.computeCapability
             : one.isSpecific() && !other.isSpecific();
}

std::string nvccFlags(const Architecture &architecture) {
  const std::string number(architecture.name.substr(architecture.name.find('_') + 1));
  return "-gencode=arch=compute_" + number + ",code=sm_" + number;
}

std::vector<const Architecture *> withLessSharedMemory(const Architecture &made, int bytes) {
  std::vector<const Architecture *> less;
  if (!made.movesRegisters()) // else there is no other
    for (const Architecture &row : architectures())
      if (row.computeCapability > made.computeCapability && row.sharedMemoryPerBlock < bytes)
        less.push_back(&row);
  return less;
}

} // namespace warpsmith
