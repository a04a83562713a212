// Graphs of the CUDA runtime API: those that a capture has made, run again as a whole.
#include "runtime/emulator/lib/Graph.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <map>
#include <memory>

using namespace warpsmith::emulator;

namespace {

/// A launch of one that was captured goes on to own it, whatever is destroyed meanwhile.
using Operations = std::shared_ptr<const std::vector<Operation>>;

/// How two graphs differ, whatever order calls in different streams had.
cudaGraphExecUpdateResult difference(const std::vector<Operation> &first,
                                     const std::vector<Operation> &second) {
  std::map<NodePlace, const Operation *> nodes;
  for (const Operation &operation : first)
    nodes[operation.place] = &operation;
  if (first.size() != second.size())
    return cudaGraphExecUpdateErrorTopologyChanged;
  for (const Operation &operation : second) {
    const auto other = nodes.find(operation.place);
    if (other == nodes.end() || other->second->after != operation.after)
      return cudaGraphExecUpdateErrorTopologyChanged;
  }
  for (const Operation &operation : second)
    if (nodes.at(operation.place)->type != operation.type)
      return cudaGraphExecUpdateErrorNodeTypeChanged;
  return cudaGraphExecUpdateSuccess;
}

cudaError_t runAll(const Operations &operations) {
  for (const Operation &operation : *operations)
    if (const cudaError_t error = operation.run(); error != cudaSuccess)
      return note(error);
  return cudaSuccess;
}

} // namespace

struct CUgraph_st {
  Operations operations;
  bool ownsMemory = false;
  std::weak_ptr<void> executable; ///< the last one
};
struct CUgraphExec_st {
  Operations operations;
  std::shared_ptr<void> life;
};

namespace warpsmith::emulator {

cudaGraph_t newGraph(std::vector<Operation> operations, bool ownsMemory) {
  return new CUgraph_st{
      std::make_shared<const std::vector<Operation>>(std::move(operations)), ownsMemory, {}};
}

} // namespace warpsmith::emulator

extern "C" {

/// The number of nodes; what they are is not told.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  const RuntimeCall calling(__func__);
  if (!graph || !count)
    return note(cudaErrorInvalidValue);
  if (nodes)
    return note(cudaErrorNotSupported);
  *count = graph->operations->size();
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  const RuntimeCall calling(__func__);
  if (!executable || !graph)
    return note(cudaErrorInvalidValue);
  if (flags & cudaGraphInstantiateFlagDeviceLaunch)
    return note(cudaErrorNotSupported);
  if (graph->ownsMemory && !graph->executable.expired())
    return note(cudaErrorInvalidValue); // whose memory would it be?
  *executable = new CUgraphExec_st{graph->operations, std::make_shared<int>()};
  graph->executable = (*executable)->life;
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  const RuntimeCall calling(__func__);
  return cudaGraphInstantiate(executable, graph, flags);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result) {
  const RuntimeCall calling(__func__);
  if (!executable || !graph)
    return note(cudaErrorInvalidValue);
  const cudaGraphExecUpdateResult update = difference(*executable->operations, *graph->operations);
  if (result)
    *result = {update, nullptr, nullptr};
  if (update != cudaGraphExecUpdateSuccess)
    return note(cudaErrorGraphExecUpdateFailure);
  executable->operations = graph->operations;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  const RuntimeCall calling(__func__);
  return executable ? cudaSuccess : note(cudaErrorInvalidValue);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  if (!executable)
    return note(cudaErrorInvalidValue);
  return enqueue(stream, cudaGraphNodeTypeGraph,
                 [operations = executable->operations] { return runAll(operations); });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const RuntimeCall calling(__func__);
  if (!executable)
    return note(cudaErrorInvalidValue);
  delete executable;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const RuntimeCall calling(__func__);
  if (!graph)
    return note(cudaErrorInvalidValue);
  delete graph;
  return cudaSuccess;
}

} // extern "C"
