#include "rewriter/arch/PipeModel.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// DFMA reads one operand a cycle in these terms: two of its three come from the operand cache in a
/// product of fragments, and a 64-bit register lies in both banks.
constexpr double DfmaPortCycles = 1;
/// Other conversions, results per clock and SM: CUDA C++ Programming Guide 13.0, "Arithmetic
/// Instructions", "All other type conversions".
constexpr int NarrowConversions = 64;
constexpr int Lanes = 32;

/// Cycles of one warp-wide instruction of a pipe with this rate per clock and SM.
double pipeCycles(double resultsPerClock) {
  return Lanes * SubPartitions / resultsPerClock;
}

/// Cycles by unit of instructions of one kind, or of all.
struct Use {
  Cycles longest = {0, Unit::IssueSlots};

  void add(double count, Unit unit) {
    if (count > longest.count)
      longest = {count, unit};
  }
};

int elementBytes(TensorType type) {
  return type == TensorType::Fp64   ? 8
         : type == TensorType::Tf32 ? 4
         : type == TensorType::Fp16 ? 2
                                    : 1;
}

/// Both operands and the sums are read, and the sums are written.
double portCycles(const TensorShape &shape) {
  return shape.registers() / RegistersPerCycle;
}

/// What each kind would take alone, and what all of them take of what they share.
struct Demand {
  std::vector<Cycles> kinds;
  double issue = 0, ports = 0, tensorPort = 0;
};

Demand demandOf(const Architecture &architecture, const Mix &mix) {
  Demand demand;
  const auto kind = [&](const Use &use) {
    if (use.longest.count > 0)
      demand.kinds.push_back(use.longest);
  };

  Use ffma;
  const double ffmaPorts = mix.ffma * mix.ffmaReads / RegistersPerCycle;
  ffma.add(mix.ffma * architecture.fp32IssueInterval, Unit::Fp32Pipe);
  ffma.add(mix.ffma / IssueEfficiency, Unit::IssueSlots);
  ffma.add(ffmaPorts, Unit::RegisterPorts);
  if (mix.chains)
    ffma.add(mix.ffma * FfmaLatency / mix.chains / IssueEfficiency, Unit::Latency);
  kind(ffma);

  Use dfma;
  const double dfmaCycles = mix.dfma * pipeCycles(architecture.fp64 / 2.0);
  dfma.add(dfmaCycles, Unit::Fp64Pipe);
  dfma.add(mix.dfma / IssueEfficiency, Unit::IssueSlots);
  kind(dfma);

  Use tensor;
  double tensorCycles = 0, tensorPorts = 0, tensorIssue = 0;
  for (const auto &[shape, count] : mix.tensor) {
    tensorCycles +=
        count * shape.operations() * SubPartitions / tensorRate(architecture, shape.type);
    tensorPorts += count * portCycles(shape);
    tensorIssue += count;
  }
  tensor.add(tensorCycles, Unit::TensorCores);
  tensor.add(tensorPorts, Unit::RegisterPorts);
  kind(tensor);

  Use wide, narrow, shared, l2;
  wide.add(mix.wideConversions * pipeCycles(architecture.wideConversions), Unit::Conversion);
  narrow.add(mix.narrowConversions * pipeCycles(NarrowConversions), Unit::IssueSlots);
  shared.add(mix.sharedBytes * SubPartitions / SharedBytesPerClock, Unit::SharedMemory);
  if (architecture.l2BytesPerClock)
    l2.add(mix.l2Bytes * SubPartitions / architecture.l2BytesPerClock, Unit::L2Cache);
  for (const Use &use : {wide, narrow, shared, l2})
    kind(use);

  demand.issue = (mix.ffma + mix.dfma + tensorIssue + mix.wideConversions + mix.narrowConversions +
                  mix.other) /
                 IssueEfficiency;
  demand.ports = ffmaPorts + mix.dfma * DfmaPortCycles + tensorPorts;
  if (architecture.fp64SharesTensorPort)
    demand.tensorPort = dfmaCycles + tensorCycles;
  return demand;
}

} // namespace

std::string_view name(Unit unit) {
  switch (unit) {
  case Unit::IssueSlots:
    return "issue slots";
  case Unit::RegisterPorts:
    return "register ports";
  case Unit::Fp32Pipe:
    return "FP32 pipe";
  case Unit::Fp64Pipe:
    return "FP64 pipe";
  case Unit::TensorCores:
    return "tensor cores";
  case Unit::Conversion:
    return "conversion to FP64";
  case Unit::SharedMemory:
    return "shared memory";
  case Unit::L2Cache:
    return "L2";
  case Unit::Latency:
    return "dependent instructions";
  case Unit::Waiting:
    return "waiting for copies";
  case Unit::DeviceMemory:
    return "device memory";
  }
  return {};
}

int tensorRate(const Architecture &architecture, TensorType type) {
  return type == TensorType::Fp64   ? architecture.fp64Tensor
         : type == TensorType::Tf32 ? architecture.tf32
         : type == TensorType::Fp16 ? architecture.fp16
                                    : architecture.int8;
}

double TensorShape::registers() const {
  constexpr int WarpBytes = 4 * Lanes; // of one register
  const int sumBytes = type == TensorType::Fp64 ? 8 : 4;
  return ((m + n) * k * elementBytes(type) + 2 * m * n * sumBytes) / double(WarpBytes);
}

double Mix::operations() const {
  double sum = 2 * Lanes * (ffma + dfma);
  for (const auto &[shape, count] : tensor)
    sum += count * shape.operations();
  return sum;
}

double overlapped(const std::vector<double> &times) {
  double powers = 0;
  for (const double time : times)
    powers += std::pow(time, OverlapExponent);
  return std::pow(powers, 1 / OverlapExponent);
}

Cycles interleaved(const Architecture &architecture, const Mix &mix) {
  const Demand demand = demandOf(architecture, mix);
  std::vector<double> times;
  Use use;
  for (const Cycles &kind : demand.kinds) {
    times.push_back(kind.count);
    use.add(kind.count, kind.limiter);
  }
  // The kind that takes longest is the limit of what overlaps.
  use.longest.count = times.size() == 1 ? times[0] : overlapped(times);
  use.add(demand.issue, Unit::IssueSlots);
  use.add(demand.ports, Unit::RegisterPorts);
  use.add(demand.tensorPort, Unit::TensorCores);
  return use.longest;
}

Cycles inTurn(const Cycles &first, const Cycles &second) {
  return {first.count + second.count, first.count < second.count ? second.limiter : first.limiter};
}

Cycles byRoles(const Architecture &architecture, const Mix &first, const Mix &second) {
  const Cycles alone[] = {interleaved(architecture, first), interleaved(architecture, second)};
  const Demand demands[] = {demandOf(architecture, first), demandOf(architecture, second)};
  // Rounding must not decide whether a role that fills all slots does.
  constexpr double Filled = 0.999;
  for (const int role : {0, 1})
    if (alone[role].count > 0 && alone[1 - role].count > 0 &&
        demands[role].issue >= Filled * alone[role].count)
      return {alone[0].count + alone[1].count, Unit::IssueSlots};
  Use use;
  use.add(alone[0].count, alone[0].limiter);
  use.add(alone[1].count, alone[1].limiter);
  const auto both = [&](double Demand::*shared, Unit unit) {
    use.add(demands[0].*shared + demands[1].*shared, unit);
  };
  both(&Demand::issue, Unit::IssueSlots);
  both(&Demand::ports, Unit::RegisterPorts);
  both(&Demand::tensorPort, Unit::TensorCores);
  const auto moved = [](double first, double second, double perClock) {
    return (first + second) * SubPartitions / perClock;
  };
  use.add(moved(first.sharedBytes, second.sharedBytes, SharedBytesPerClock), Unit::SharedMemory);
  if (architecture.l2BytesPerClock)
    use.add(moved(first.l2Bytes, second.l2Bytes, architecture.l2BytesPerClock), Unit::L2Cache);
  return use.longest;
}

double operationsPerClock(const Mix &mix, const Cycles &cycles) {
  return SubPartitions * mix.operations() / cycles.count;
}

} // namespace warpsmith
