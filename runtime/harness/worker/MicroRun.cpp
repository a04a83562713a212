#include "runtime/harness/worker/MicroRun.h"
#include "runtime/harness/core/Statistics.h"
#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <stdexcept>

namespace warpsmith::harness::worker {
namespace {

using nlohmann::json;

constexpr int WarpSize = 32;
constexpr unsigned char Poison = 0xff; // a NaN

template <typename Function>
Function find(void *handle, const std::filesystem::path &file, const char *name) {
  void *symbol = dlsym(handle, name);
  if (!symbol)
    throw std::runtime_error("'" + file.string() + "' has no function " + name);
  return reinterpret_cast<Function>(symbol);
}

/// All digits that tell it from its neighbours.
std::string spelled(double value) {
  return std::isnan(value) ? "nan" : json(value).dump();
}

} // namespace

MicroLibrary::MicroLibrary(const std::filesystem::path &file) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw std::runtime_error("cannot load '" + file.string() + "': " + dlerror());
  suite = find<decltype(&micro_suite)>(handle, file, "micro_suite")();
  run = find<decltype(&micro_run)>(handle, file, "micro_run");
  fill = find<decltype(&micro_fill)>(handle, file, "micro_fill");
  expected = find<decltype(&micro_expected)>(handle, file, "micro_expected");
  if (suite->version != MICRO_ABI_VERSION) {
    throw std::runtime_error("'" + file.string() + "' was built for version " +
                             std::to_string(suite->version) + " of micro_abi.h; this worker has " +
                             std::to_string(MICRO_ABI_VERSION));
  }
}

int warpsOf(const MicroPoint &point) {
  int warps = 0;
  for (int role = 0; role < point.roleCount; ++role)
    warps += point.roles[role].warps;
  return warps;
}

MicroBuffers::MicroBuffers(const MicroLibrary &library, int blocks)
    : library(library),
      blocks(blocks) {
  int most = 0;
  for (int index = 0; index < library.size(); ++index)
    most = std::max(most, warpsOf(library.point(index)));
  const std::size_t warps = static_cast<std::size_t>(blocks) * most;
  const std::size_t bytes = static_cast<std::size_t>(blocks) * MICRO_SOURCE_BYTES;
  std::vector<char> host(bytes);
  library.fill(host.data(), blocks);
  check(cudaMalloc(reinterpret_cast<void **>(&sums), warps * WarpSize * sizeof *sums),
        "cudaMalloc");
  check(cudaMalloc(reinterpret_cast<void **>(&clocks), warps * 2 * sizeof *clocks), "cudaMalloc");
  check(cudaMalloc(&source, bytes), "cudaMalloc");
  check(cudaMemcpy(source, host.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
}

MicroBuffers::~MicroBuffers() {
  cudaFree(sums);
  cudaFree(clocks);
  cudaFree(source);
}

void MicroBuffers::enqueue(int point, const Iterations &iterations) const {
  MicroLaunch launch = {MICRO_ABI_VERSION,
                        point,
                        blocks,
                        {iterations[0], iterations[1]},
                        sums,
                        clocks,
                        source,
                        nullptr};
  const int status = library.run(&launch);
  if (status == MICRO_BAD_ARGUMENTS)
    throw CudaError("launch refused: the library has no such point");
  check(static_cast<cudaError_t>(status), "launch");
}

void MicroBuffers::poison() const {
  int most = 0;
  for (int index = 0; index < library.size(); ++index)
    most = std::max(most, warpsOf(library.point(index)));
  check(cudaMemset(sums, Poison, static_cast<std::size_t>(blocks) * most * WarpSize * sizeof *sums),
        "cudaMemset");
}

std::string MicroBuffers::difference(int point, const Iterations &iterations) const {
  synchronize("run");
  const auto threads = static_cast<std::size_t>(warpsOf(library.point(point))) * WarpSize;
  std::vector<double> expected(threads);
  library.expected(point, iterations.data(), expected.data());
  std::vector<double> found(threads * static_cast<std::size_t>(blocks));
  check(cudaMemcpy(found.data(), sums, found.size() * sizeof found[0], cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  for (std::size_t index = 0; index < found.size(); ++index) {
    // Exact: NaN is unequal, too.
    if (found[index] == expected[index % threads])
      continue;
    return "thread " + std::to_string(index % threads) + " of block " +
           std::to_string(index / threads) + " holds " + spelled(found[index]) + ", not " +
           spelled(expected[index % threads]);
  }
  return "";
}

double MicroBuffers::cycles(int point) const {
  const auto warps = static_cast<std::size_t>(warpsOf(library.point(point)));
  std::vector<long long> read(warps * 2 * static_cast<std::size_t>(blocks));
  check(cudaMemcpy(read.data(), clocks, read.size() * sizeof read[0], cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  std::vector<double> lengths;
  for (std::size_t first = 0; first < read.size(); first += 2 * warps) {
    long long begin = read[first];
    long long end = read[first + 1];
    for (std::size_t warp = 1; warp < warps; ++warp) {
      begin = std::min(begin, read[first + 2 * warp]);
      end = std::max(end, read[first + 2 * warp + 1]);
    }
    lengths.push_back(static_cast<double>(end - begin));
  }
  return median(lengths);
}

json describe(const MicroPoint &point) {
  json parameters = json::array(); // in order
  for (int index = 0; index < point.parameterCount; ++index)
    parameters.push_back({point.parameters[index].name, point.parameters[index].value});
  json roles = json::array();
  for (int index = 0; index < point.roleCount; ++index) {
    const MicroRole &role = point.roles[index];
    json operations = json::array();
    for (int each = 0; each < role.operationCount; ++each) {
      const MicroOperation &operation = role.operations[each];
      operations.push_back({{"mnemonic", operation.mnemonic},
                            {"per_iteration", operation.perIteration},
                            {"flops", operation.flops},
                            {"bytes", operation.bytes}});
    }
    roles.push_back({{"warps", role.warps}, {"operations", operations}});
  }
  return {{"experiment", point.experiment},
          {"name", point.name},
          {"kernel", point.kernel},
          {"parameters", parameters},
          {"roles", roles}};
}

json answerMicro(const json &command, const Send &send) {
  const MicroLibrary library(command.at("library").get<std::string>());
  const auto wanted = command.value("experiments", std::vector<std::string>());
  std::vector<int> points;
  for (int index = 0; index < library.size(); ++index) {
    const std::string experiment = library.point(index).experiment;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), experiment) != wanted.end())
      points.push_back(index);
  }
  return runMicro(library, command, points, send);
}

} // namespace warpsmith::harness::worker
