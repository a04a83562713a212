#include "rewriter/arch/PipeModel.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// DFMA reads one operand a cycle in these terms, as a 64-bit register lies in both banks: two of
/// its three come from the operand cache in a product of fragments, and none after a wait.
constexpr double DfmaPortCycles = 1, ColdDfmaPortCycles = 3;
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
double portCycles(const Mix::Tensor &tensor) {
  return tensor.count * tensor.shape.registers(tensor.sharing) / RegistersPerCycle;
}

/// Of these, what others find taken.
double portFactor(const TensorShape &shape) {
  return shape.fromShared ? WgmmaPortFactor : shape.type == TensorType::Fp64 ? DmmaPortFactor : 1;
}

double l2Cycles(const Architecture &architecture, double bytes) {
  return bytes * SubPartitions / (architecture.l2BytesPerClock * L2Efficiency);
}

/// Port cycles of one of so many FFMA in a row between waits. The first finds nothing in the
/// operand cache: of three registers two lie in one bank, which those behind it use in part.
double chainedFfmaPorts(int chains) {
  if (chains >= FfmaLatency) // no wait
    return 1;
  return chains == 1 ? 2 : (3 / RegistersPerCycle + chains - 1) / chains;
}

/// Cycles in which each of the warps gets `service` cycles of something once, that they queue for,
/// and again after a latency. Mean value analysis of a closed queueing network (Reiser and
/// Lavenberg, 1980).
double queueingCycles(int warps, double latency, double service) {
  const double between = std::max(0.0, latency - service);
  double queue = 0, response = 0;
  for (int warp = 1; warp <= warps; ++warp) {
    response = service * (1 + queue);
    queue = warp * response / (between + response);
  }
  return between + response;
}

/// What each kind would take alone, and what all of them take of what they share.
struct Demand {
  std::vector<Cycles> kinds;
  double issue = 0, tensorPort = 0;
  double ports = 0;       ///< of the register ports, by FFMA and DFMA
  double tensorPorts = 0; ///< the same by tensor instructions, where others want them
  double mmaPorts = 0;    ///< of these, by mma.sync with 32-bit registers, which are read in one go
  double exposed = 0;     ///< where nothing is issued at all

  /// Of what needs several kinds; one kind's own is in its time.
  double allPorts() const { return ports > 0 ? ports + tensorPorts + exposed : 0; }
};

void addFfma(const Architecture &architecture, const Mix &mix, Demand &demand) {
  double ports = mix.ffma * std::max(1.0, mix.ffmaReads / RegistersPerCycle);
  Use use;
  use.add(mix.ffma * architecture.fp32IssueInterval, Unit::Fp32Pipe);
  use.add(mix.ffma / IssueEfficiency, Unit::IssueSlots);
  if (mix.ffmaChains) {
    const double each = chainedFfmaPorts(mix.ffmaChains);
    ports = mix.ffma * each;
    if (mix.warps)
      use.add(mix.ffma / (mix.warps * mix.ffmaChains) *
                  queueingCycles(mix.warps, FfmaLatency, mix.ffmaChains * each),
              Unit::Latency);
  }
  use.add(ports, Unit::RegisterPorts);
  demand.ports += ports;
  if (use.longest.count > 0)
    demand.kinds.push_back(use.longest);
}

/// Returns the cycles of the FP64 pipe.
double addDfma(const Architecture &architecture, const Mix &mix, Demand &demand) {
  const double each = pipeCycles(architecture.fp64 / 2.0);
  Use use;
  double ports = mix.dfma * DfmaPortCycles;
  use.add(mix.dfma * each, Unit::Fp64Pipe);
  use.add(mix.dfma / IssueEfficiency, Unit::IssueSlots);
  if (mix.dfmaChains) {
    // In a row, the second is issued when the pipe takes it, and holds the port until then.
    ports = mix.dfma * (std::max(ColdDfmaPortCycles, each) + (mix.dfmaChains - 1) * each) /
            mix.dfmaChains;
    use.add(ports, Unit::RegisterPorts);
    if (mix.warps)
      use.add(mix.dfma * DfmaLatency / (mix.warps * mix.dfmaChains), Unit::Latency);
  }
  demand.ports += ports;
  if (use.longest.count > 0)
    demand.kinds.push_back(use.longest);
  return mix.dfma * each;
}

/// Returns the cycles of the tensor cores.
double addTensor(const Architecture &architecture, const Mix &mix, Demand &demand) {
  Use use;
  double all = 0, ports = 0, latency = 0;
  for (const Mix::Tensor &tensor : mix.tensor) {
    const auto &[shape, chains, count, sharing] = tensor;
    const double each = shape.operations() * SubPartitions / tensorRate(architecture, shape.type);
    all += count * each;
    const double factor = portFactor(shape), cycles = portCycles(tensor);
    ports += cycles * std::min(1.0, factor);
    demand.tensorPorts += cycles * factor;
    if (!shape.fromShared && shape.type != TensorType::Fp64)
      demand.mmaPorts += cycles;
    if (!chains || !mix.warps)
      continue;
    if (shape.fromShared) {
      latency += count * (chains * each + WgmmaLatency) / (chains * mix.warps);
      if (mix.warps == 1)
        demand.exposed += count * WgmmaLatency / chains;
    } else if (shape.type != TensorType::Fp64) {
      latency += count * MmaLatency / (chains * mix.warps);
    }
  }
  use.add(all, Unit::TensorCores);
  use.add(ports, Unit::RegisterPorts);
  use.add(latency, Unit::Latency);
  if (use.longest.count > 0)
    demand.kinds.push_back(use.longest);
  return all;
}

/// Whether others fill in where a warp waits. On 16 lanes every FFMA has the next one wait.
double exponentOf(const Architecture &architecture, const Mix &mix) {
  const bool waits = mix.warps == 1 || architecture.fp32IssueInterval > 1 ||
                     (mix.sharedBytes > 0 && !mix.loadsHidden);
  return waits ? WaitingExponent : OverlapExponent;
}

Demand demandOf(const Architecture &architecture, const Mix &mix) {
  Demand demand;
  addFfma(architecture, mix, demand);
  const double dfmaCycles = addDfma(architecture, mix, demand);
  const double tensorCycles = addTensor(architecture, mix, demand);

  Use wide, narrow, shared, l2;
  wide.add(mix.wideConversions * pipeCycles(architecture.wideConversions), Unit::Conversion);
  narrow.add(mix.narrowConversions * pipeCycles(NarrowConversions), Unit::IssueSlots);
  shared.add(mix.sharedBytes * SubPartitions / SharedBytesPerClock, Unit::SharedMemory);
  if (architecture.l2BytesPerClock)
    l2.add(l2Cycles(architecture, mix.l2Bytes), Unit::L2Cache);
  l2.add(mix.waiting, Unit::Waiting);
  for (const Use &use : {wide, narrow, shared, l2})
    if (use.longest.count > 0)
      demand.kinds.push_back(use.longest);

  double tensorIssue = 0;
  for (const Mix::Tensor &tensor : mix.tensor)
    tensorIssue += tensor.count;
  demand.issue = (mix.ffma + mix.dfma + tensorIssue + mix.wideConversions + mix.narrowConversions +
                  mix.other) /
                 IssueEfficiency;
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

double TensorShape::registers(double sharing) const {
  constexpr int WarpBytes = 4 * Lanes; // of one register
  const int sumBytes = type == TensorType::Fp64 ? 8 : 4;
  const double operands = fromShared ? 0 : (m + n) * k * elementBytes(type) / sharing;
  return (operands + 2 * m * n * sumBytes) / WarpBytes;
}

double Mix::operations() const {
  double sum = 2 * Lanes * (ffma + dfma);
  for (const Tensor &product : tensor)
    sum += product.count * product.shape.operations();
  return sum;
}

double overlapped(const std::vector<double> &times, double exponent) {
  double powers = 0;
  for (const double time : times)
    powers += std::pow(time, exponent);
  return std::pow(powers, 1 / exponent);
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
  use.longest.count =
      times.size() == 1 ? times[0] : overlapped(times, exponentOf(architecture, mix));
  use.add(demand.issue, Unit::IssueSlots);
  use.add(demand.allPorts(), Unit::RegisterPorts);
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
  const auto both = [&](double Demand::*part) { return demands[0].*part + demands[1].*part; };
  // An FFMA that waits for a result stands still while an mma.sync reads its registers.
  for (const int role : {0, 1})
    if (demands[1 - role].mmaPorts > 0 && alone[role].count > 0)
      use.add(alone[role].count + demands[1 - role].mmaPorts, Unit::RegisterPorts);
  use.add(both(&Demand::issue), Unit::IssueSlots);
  use.add(both(&Demand::ports) + both(&Demand::tensorPorts), Unit::RegisterPorts);
  use.add(both(&Demand::tensorPort), Unit::TensorCores);
  use.add((first.sharedBytes + second.sharedBytes) * SubPartitions / SharedBytesPerClock,
          Unit::SharedMemory);
  if (architecture.l2BytesPerClock)
    use.add(l2Cycles(architecture, first.l2Bytes + second.l2Bytes), Unit::L2Cache);
  return use.longest;
}

double operationsPerClock(const Mix &mix, const Cycles &cycles) {
  return SubPartitions * mix.operations() / cycles.count;
}

} // namespace warpsmith
