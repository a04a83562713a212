#include "runtime/harness/worker/KernelNames.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/KernelName.h"

namespace warpsmith::harness::worker {
namespace {

std::vector<std::string> namesIn(cudaGraph_t graph) {
  std::size_t count = 0;
  if (cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess)
    return {};
  std::vector<cudaGraphNode_t> nodes(count);
  if (cudaGraphGetNodes(graph, nodes.data(), &count) != cudaSuccess)
    return {};
  std::vector<std::string> names;
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type = {};
    cudaKernelNodeParams parameters = {};
    const char *name = nullptr;
    if (cudaGraphNodeGetType(node, &type) == cudaSuccess && type == cudaGraphNodeTypeKernel &&
        cudaGraphKernelNodeGetParams(node, &parameters) == cudaSuccess &&
        cudaFuncGetName(&name, parameters.func) == cudaSuccess)
      names.push_back(kernelName(name));
  }
  return names;
}

} // namespace

std::vector<std::string> kernelNames(Contestant &contestant, const PolybenchArguments &arguments) {
  const auto stream = static_cast<cudaStream_t>(arguments.stream);
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return {};
  try {
    contestant.enqueue(arguments);
  } catch (const CudaError &) { // its host code does something that a capture does not allow
  }
  cudaGraph_t graph = nullptr;
  std::vector<std::string> names;
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph)
    names = namesIn(graph);
  if (graph)
    cudaGraphDestroy(graph);
  cudaGetLastError();
  return names;
}

} // namespace warpsmith::harness::worker
