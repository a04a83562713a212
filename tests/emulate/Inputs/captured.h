// Before driver.h: `product` launches in a stream that is captured where CAPTURED is in the
// environment, and what then runs is the graph, of which CUDA makes a second executable only where
// no memory is the graph's. CAPTURED says which: `lent` of one without, `owned` of one with memory.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

template <typename Launch>
bool runCaptured(cudaStream_t stream, const char *memory, const Launch &launch) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t first = nullptr, second = nullptr;
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return false;
  launch(stream);
  const bool ended = cudaGetLastError() == cudaSuccess;
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || !ended ||
      cudaGraphInstantiate(&first, graph, 0) != cudaSuccess)
    return false;
  const bool again = cudaGraphInstantiate(&second, graph, 0) == cudaSuccess;
  cudaGetLastError();
  if (again != (std::strcmp(memory, "lent") == 0)) {
    std::fprintf(stderr, "the graph %s memory\n", again ? "owns no" : "owns");
    return false;
  }
  return cudaGraphLaunch(again ? second : first, stream) == cudaSuccess &&
         (!again || cudaGraphExecDestroy(second) == cudaSuccess) &&
         cudaGraphExecDestroy(first) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess;
}

template <typename Launch>
void run(const Launch &launch) {
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const char *const memory = std::getenv("CAPTURED");
  if (!memory) {
    launch(stream);
  } else if (!runCaptured(stream, memory, launch)) {
    std::fprintf(stderr, "not captured: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(1);
  }
  cudaStreamDestroy(stream);
}
