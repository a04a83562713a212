#include "runtime/harness/worker/CapturedRun.h"
#include "runtime/harness/worker/KernelName.h"

namespace warpsmith::harness::worker {
namespace {

/// False for what is no kernel, or none that the runtime knows.
bool readKernel(cudaGraphNode_t node, cudaKernelNodeParams &parameters) {
  cudaGraphNodeType type = {};
  return cudaGraphNodeGetType(node, &type) == cudaSuccess && type == cudaGraphNodeTypeKernel &&
         cudaGraphKernelNodeGetParams(node, &parameters) == cudaSuccess;
}

} // namespace

CapturedRun::CapturedRun(Contestant &contestant, const PolybenchArguments &arguments) {
  const auto stream = static_cast<cudaStream_t>(arguments.stream);
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  try {
    contestant.enqueue(arguments);
  } catch (const CudaError &) { // its host code does something that a capture does not allow
  }
  cudaGraph_t captured = nullptr;
  if (cudaStreamEndCapture(stream, &captured) == cudaSuccess)
    graph = captured;
  else if (captured)
    cudaGraphDestroy(captured);
  cudaGetLastError();
}

CapturedRun::~CapturedRun() {
  if (graph)
    cudaGraphDestroy(graph);
}

std::vector<cudaGraphNode_t> CapturedRun::nodes() const {
  std::size_t count = 0;
  if (!graph || cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess)
    return {};
  std::vector<cudaGraphNode_t> nodes(count);
  if (cudaGraphGetNodes(graph, nodes.data(), &count) != cudaSuccess)
    return {};
  return nodes;
}

std::vector<std::string> CapturedRun::kernelNames() const {
  std::vector<std::string> names;
  for (cudaGraphNode_t node : nodes()) {
    cudaKernelNodeParams parameters = {};
    const char *name = nullptr;
    if (readKernel(node, parameters) && cudaFuncGetName(&name, parameters.func) == cudaSuccess)
      names.push_back(kernelName(name));
  }
  cudaGetLastError();
  return names;
}

std::vector<CapturedRun::Launch> CapturedRun::launches() const {
  std::vector<Launch> launches;
  for (cudaGraphNode_t node : nodes()) {
    Launch launch;
    launch.cluster.id = cudaLaunchAttributeClusterDimension;
    const bool known = readKernel(node, launch.parameters) && launch.parameters.kernelParams &&
                       cudaGraphKernelNodeGetAttribute(node, launch.cluster.id,
                                                       &launch.cluster.val) == cudaSuccess;
    if (!known) {
      cudaGetLastError();
      return {};
    }
    launches.push_back(launch);
  }
  return launches;
}

void enqueueKernels(const std::vector<CapturedRun::Launch> &launches, cudaStream_t stream) {
  for (const CapturedRun::Launch &launch : launches) {
    cudaLaunchAttribute cluster = launch.cluster;
    cudaLaunchConfig_t config = {};
    config.gridDim = launch.parameters.gridDim;
    config.blockDim = launch.parameters.blockDim;
    config.dynamicSmemBytes = launch.parameters.sharedMemBytes;
    config.stream = stream;
    config.attrs = &cluster;
    config.numAttrs = cluster.val.clusterDim.x == 0 ? 0 : 1;
    check(cudaLaunchKernelExC(&config, launch.parameters.func, launch.parameters.kernelParams),
          "cudaLaunchKernelExC");
  }
}

} // namespace warpsmith::harness::worker
