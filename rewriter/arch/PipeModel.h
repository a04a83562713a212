/// How long the units of one sub-partition of an SM take for a mix of instructions, and which of
/// them is the limit. docs/model.md compares it with measurements.
///
/// A sub-partition issues one warp-wide instruction a cycle to pipes that work side by side, each
/// at its own rate; its register file delivers two operands a cycle. From that:
///
///   - Instructions of one kind take as long as the slowest of what they use: issue slots, their
///     pipe, the register ports, a chain of results that wait for each other.
///   - Kinds that alternate in one stream overlap, but not wholly: warps issue in order, so that an
///     instruction which waits for its pipe holds up those of other kinds behind it. Their times
///     t add up to (sum of t^p)^(1/p), p larger where other warps fill in, and never to less than
///     the issue slots and register ports of all.
///   - What stands in turn, in separate stretches of a stream or because one role's warps fill the
///     issue slots and the other's wait until they are done, adds up.
///   - Roles that leave each other issue slots overlap: the longest counts, or what both share.
#pragma once

#include "rewriter/arch/Architecture.h"
#include <string_view>
#include <vector>

namespace warpsmith {

/// What can be the limit. In sentences: "limited by " and name().
enum class Unit {
  IssueSlots,
  RegisterPorts,
  Fp32Pipe,
  Fp64Pipe,
  TensorCores,
  Conversion, ///< from and to 64-bit types
  SharedMemory,
  L2Cache,
  Latency, ///< of results that the next instruction needs
  Waiting, ///< of warps for each other or for copies
  DeviceMemory
};
std::string_view name(Unit unit);

/// Of the issue slots, what FFMA alone fills from registers; the rest goes to the loop around them.
/// From one reading: 64.5 of 66.9 TFLOP/s on an H200.
constexpr double IssueEfficiency = 0.964;
/// 32-lane operands that a sub-partition's registers deliver a cycle, one of each of two banks:
/// FFMA of three registers that no instruction before it read stops at 2/3 of the FP32 peak on
/// machines of 32 lanes (gpu-benches, gpu-roofline: A40, L40, H200) and does not on A100.
constexpr double RegistersPerCycle = 2;
/// The p above; 1 would be no overlap. Smaller where no other warp fills in, where warps wait for
/// what they load from shared memory, and where FFMA alone has them wait for 16 lanes. From the
/// sweeps of an H200, from kernels, and from what was published of an A100.
constexpr double OverlapExponent = 2.5, WaitingExponent = 1.7;
/// Cycles from one FFMA to one that needs its result: arXiv 1804.06826 (Volta), and later ones.
constexpr double FfmaLatency = 4;
/// The same of DFMA and of mma.sync on FP16, TF32 and INT8: one warp of two chains on an H200.
constexpr double DfmaLatency = 8, MmaLatency = 25.5;
/// What a warpgroup that waits for its WGMMAs waits beyond their time on the tensor cores: one
/// warpgroup with four of them under way, on an H200.
constexpr double WgmmaLatency = 63;
/// What FFMA finds taken of the register ports over two registers a cycle: by DMMA, and by WGMMA
/// for sums that are read and written. FFMAs in one stream with either, on an H200.
constexpr double DmmaPortFactor = 1.55, WgmmaPortFactor = 0.67;
/// Cycles from a copy of the L2 cache to shared memory to the end of the wait for it: cp.async, and
/// cp.async.bulk. One warp that copies, on an H200.
constexpr double CopyLatency = 420, BulkCopyLatency = 730;
/// Of the L2 cache's bandwidth, what copies to shared memory reach, cp.async and cp.async.bulk
/// alike: 35 of 46 bytes a clock on an H200.
constexpr double L2Efficiency = 0.76;
/// Bytes of shared memory that an SM reads or writes a clock.
constexpr int SharedBytesPerClock = 128;

enum class TensorType { Fp64, Tf32, Fp16, Int8 };

/// A warp's product of m x k by k x n elements with sums in registers.
struct TensorShape {
  TensorType type;
  int m, n, k;
  bool fromShared = false; ///< WGMMA: the operands are read from shared memory

  double operations() const { return 2.0 * m * n * k; }
  /// Registers of a thread that it reads, and writes; of the operands a share, where so many
  /// products in a row have the same.
  double registers(double sharing = 1) const;
};
constexpr TensorShape DmmaK4 = {TensorType::Fp64, 16, 8, 4};
constexpr TensorShape DmmaK8 = {TensorType::Fp64, 16, 8, 8};
constexpr TensorShape DmmaK16 = {TensorType::Fp64, 16, 8, 16};
constexpr TensorShape HmmaK16 = {TensorType::Fp16, 16, 8, 16};
constexpr TensorShape Tf32MmaK8 = {TensorType::Tf32, 16, 8, 8};
constexpr TensorShape ImmaK32 = {TensorType::Int8, 16, 8, 32};
/// A warp's quarter of m64n128k16.
constexpr TensorShape WgmmaN128K16 = {TensorType::Fp16, 16, 128, 16, true};
/// Operations a clock and SM; 0 where the architecture has none.
int tensorRate(const Architecture &architecture, TensorType type);

/// Warp-wide instructions of one sub-partition, in any unit of work.
struct Mix {
  double ffma = 0, dfma = 0;
  struct Tensor {
    TensorShape shape;
    int chains = 0; ///< of a warp, that do not depend on each other; WGMMA: under way
    double count = 0;
    double sharing = 1; ///< products in a row that find their operands in the operand cache
  };
  std::vector<Tensor> tensor = {}; // NOLINT(readability-redundant-member-init)
  double wideConversions = 0;      ///< between FP32 and FP64
  double narrowConversions = 0;    ///< between 16 and 32 bits
  double other = 0;                ///< that need an issue slot and nothing scarce
  double sharedBytes = 0;          ///< moved by all lanes of its warps
  bool loadsHidden = false;        ///< other products run while a warp waits for what it loads
  double l2Bytes = 0;
  /// Registers that an FFMA reads and does not find in the operand cache, 1 to 3: 2 in a product of
  /// fragments, where a row's element serves its neighbour.
  double ffmaReads = 2;
  double waiting = 0; ///< cycles in which a warp waits for its copies
  /// Warps that run this, and of each the FFMA and DFMA in a row that do not depend on each other;
  /// 0: enough to hide all latencies.
  int warps = 0, ffmaChains = 0, dfmaChains = 0;

  double operations() const;
};

/// Cycles of a sub-partition, and what they were spent on.
struct Cycles {
  double count;
  Unit limiter;
};

/// What work of several kinds takes that alone takes these times.
double overlapped(const std::vector<double> &times, double exponent);

/// All of the mix in one stream, kinds alternating.
Cycles interleaved(const Architecture &architecture, const Mix &mix);
/// One after the other.
Cycles inTurn(const Cycles &first, const Cycles &second);
/// Each mix by warps of its own: in turn where one of them fills the issue slots, else together.
Cycles byRoles(const Architecture &architecture, const Mix &first, const Mix &second);

/// Operations a clock of an SM whose sub-partitions all take these cycles for the mix.
double operationsPerClock(const Mix &mix, const Cycles &cycles);

} // namespace warpsmith
