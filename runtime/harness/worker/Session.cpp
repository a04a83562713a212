#include "runtime/harness/worker/Session.h"
#include "runtime/harness/core/MatrixFile.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include "runtime/harness/worker/LaunchTrace.h"
#include "runtime/harness/worker/Protocol.h"
#include <chrono>
#include <cstring>

namespace warpsmith::harness::worker {
namespace {

bool sameBytes(const HostArray &a, const HostArray &b) {
  return std::memcmp(a.bytes.get(), b.bytes.get(), a.size()) == 0;
}

} // namespace

PolybenchArguments makeArguments(const Problem &problem, const std::vector<DeviceBuffer> &buffers,
                                 void *stream) {
  PolybenchArguments arguments = {};
  arguments.version = POLYBENCH_ABI_VERSION;
  arguments.dimensionCount = static_cast<int>(problem.sizes.size());
  arguments.scalarCount = static_cast<int>(problem.scalars.size());
  arguments.bufferCount = static_cast<int>(buffers.size());
  for (std::size_t index = 0; index < problem.sizes.size(); ++index)
    arguments.dimensions[index] = problem.sizes[index];
  for (std::size_t index = 0; index < problem.scalars.size(); ++index)
    arguments.scalars[index] = problem.scalars[index];
  for (std::size_t index = 0; index < buffers.size(); ++index)
    arguments.buffers[index] = buffers[index].data();
  arguments.stream = stream;
  return arguments;
}

std::vector<DeviceBuffer> placeBuffers(const Problem &problem, const Placement &placement,
                                       unsigned char pattern) {
  std::vector<DeviceBuffer> buffers;
  buffers.reserve(problem.arrays.size());
  for (const HostArray &array : problem.arrays) {
    buffers.emplace_back(array.type, array.elements(), placement);
    buffers.back().poisonGuards(pattern);
    buffers.back().upload(array);
  }
  return buffers;
}

Session::Session(SessionSettings settings)
    : current(std::move(settings)),
      products(makeProductEngine()) {
}

bool Session::isOriginal(const std::string &library) const {
  return !library.empty() && current.original == library;
}

std::vector<int> Session::writtenBuffers() const {
  std::vector<int> written;
  for (int buffer = 0; buffer < static_cast<int>(benchmark().buffers.size()); ++buffer) {
    if (isWritten(benchmark(), buffer))
      written.push_back(buffer);
  }
  return written;
}

Problem Session::userProblem() const {
  const Benchmark &benchmark = *current.benchmark;
  Problem problem =
      makeProblem(benchmark, current.type, current.sizes, InputKind::Random, current.seed);
  for (std::size_t buffer = 0; buffer < problem.arrays.size(); ++buffer) {
    HostArray &array = problem.arrays[buffer];
    const auto file = current.user->matrices.find(std::string(benchmark.buffers[buffer].name));
    if (isPoisoned(benchmark.buffers[buffer].role))
      continue;
    if (file == current.user->matrices.end()) {
      std::memset(array.bytes.get(), 0, array.size()); // a matrix that was not given is zero
      continue;
    }
    const Matrix matrix = readMatrix(file->second);
    if (matrix.values.size() != array.elements())
      throw InputError("'" + file->second.string() + "' changed while it was being used");
    for (std::size_t index = 0; index < matrix.values.size(); ++index)
      storeElement(array.type, array.bytes.get(), index, matrix.values[index]);
  }
  for (std::size_t index = 0; index < problem.scalars.size(); ++index) {
    const auto scalar = current.user->scalars.find(std::string(benchmark.scalars[index].name));
    if (scalar != current.user->scalars.end())
      problem.scalars[index] = roundScalar(benchmark.scalars[index], current.type, scalar->second);
  }
  return problem;
}

Probe &Session::probe(const std::string &name) {
  const auto known = probes.find(name);
  if (known != probes.end())
    return known->second;
  Probe probe;
  probe.placement.guardBytes = current.guardBytes;
  if (name == UserProbe && current.user) {
    probe.problem = userProblem();
  } else {
    const bool offset = name == OffsetProbe;
    const auto kind = offset ? InputKind::Random : parseInputKind(name);
    if (!kind)
      throw InputError("unknown inputs '" + name + "'");
    probe.placement.offsetElements = offset ? 1 : 0;
    // The offset probe draws its own numbers, so that stale results of another do not serve it.
    probe.problem = makeProblem(benchmark(), current.type, current.sizes, *kind,
                                current.seed + (offset ? 1 : 0));
  }
  const auto start = std::chrono::steady_clock::now();
  probe.references = benchmark().reference(probe.problem, *products);
  probe.referenceSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  probe.isInteger = name == spelling(InputKind::Integer);
  return probes.emplace(name, std::move(probe)).first->second;
}

RunResult Session::run(Contestant &contestant, const Probe &probe, unsigned char pattern) const {
  const std::vector<DeviceBuffer> buffers = placeBuffers(probe.problem, probe.placement, pattern);
  const PolybenchArguments arguments = makeArguments(probe.problem, buffers, nullptr);
  forgetKernels();
  {
    const LaunchTrace trace;
    contestant.enqueue(arguments);
  }
  synchronize("run");
  RunResult result;
  result.launches = LaunchTrace::take();
  result.kernels = kernelsOfRun(contestant, arguments);
  for (std::size_t index = 0; index < buffers.size(); ++index) {
    const HostArray &initial = probe.problem.arrays[index];
    const std::string name(benchmark().buffers[index].name);
    if (const auto damage = buffers[index].damage(); damage && !result.damage)
      result.damage = "out of bounds of " + name + ": " + *damage;
    HostArray contents(initial.type, initial.extents);
    buffers[index].download(contents);
    if (!isWritten(benchmark(), static_cast<int>(index))) {
      if (!sameBytes(contents, initial) && !result.damage)
        result.damage = "the input " + name + " was overwritten";
      contents = HostArray();
    }
    result.buffers.push_back(std::move(contents));
  }
  return result;
}

std::vector<OutputReference> Session::linkReferences(const Probe &probe,
                                                     const RunResult &result) const {
  if (!benchmark().linkReference)
    return {};
  return benchmark().linkReference(probe.problem, result.buffers, *products);
}

const std::vector<HostArray> *Session::originalResult(Probe &probe) {
  if (probe.original)
    return &*probe.original;
  if (!probe.originalError.empty())
    return nullptr;
  if (current.original.empty()) {
    probe.originalError = "the original cannot be run: " + current.originalError;
    return nullptr;
  }
  try {
    const auto original = loadLibrary(current.original);
    probe.original = run(*original, probe, 0xff).buffers;
    return &*probe.original;
  } catch (const std::exception &error) {
    if (contextIsLost())
      throw;
    probe.originalError = std::string("the original failed: ") + error.what();
    return nullptr;
  }
}

} // namespace warpsmith::harness::worker
