// RUN: %works
// What is put into a captured stream runs when its graph does, with the arguments that it was
// given, and what no graph can hold is an error that ends the capture.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <initializer_list>

#define EXPECT(call, error)                                                                        \
  if (const cudaError_t found = call; found != error) {                                            \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(found));                             \
    return false;                                                                                  \
  }
#define OK(call) EXPECT(call, cudaSuccess)

struct Pair {
  int factor, term;
};

__global__ void step(int *data, Pair pair) {
  data[threadIdx.x] = data[threadIdx.x] * pair.factor + pair.term;
}

template <typename Element>
__global__ void add(Element *to, const Element *from) {
  to[threadIdx.x] += from[threadIdx.x];
}

constexpr int Count = 32, Bytes = Count * sizeof(int);
int *data, *other;
cudaStream_t stream, second, blocking;

bool holds(const int *device, int value) {
  int host[Count];
  cudaMemcpy(host, device, Bytes, cudaMemcpyDeviceToHost);
  for (const int element : host)
    if (element != value)
      return std::printf("%d instead of %d\n", element, value), false;
  return true;
}

bool launches(cudaGraph_t graph, int times = 1) {
  cudaGraphExec_t executable = nullptr;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int time = 0; time < times; ++time)
    OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaGraphExecDestroy(executable));
  return true;
}

bool replays() {
  cudaGraph_t graph = nullptr;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  int hosts[Count] = {};
  int calls = 0;
  OK(cudaMemset(data, 0, Bytes));
  OK(cudaStreamIsCapturing(stream, &status));
  if (status != cudaStreamCaptureStatusNone)
    return false;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaStreamIsCapturing(stream, &status));
  if (status != cudaStreamCaptureStatusActive)
    return false;
  {
    Pair pair = {2, 1};
    step<<<1, Count, 0, stream>>>(data, pair);
    pair = {3, 0}; // the launch has a copy
    int *from = data;
    void *arguments[] = {&data, &pair};
    OK(cudaLaunchKernel(reinterpret_cast<const void *>(step), dim3(1), dim3(Count), arguments, 0,
                        stream));
    pair = {0, 0};
    OK(cudaMemcpyAsync(other, data, Bytes, cudaMemcpyDeviceToDevice, stream));
    add<<<1, Count, 0, stream>>>(other, from);
    OK(cudaMemcpyAsync(hosts, other, Bytes, cudaMemcpyDeviceToHost, stream));
    OK(cudaLaunchHostFunc(stream, [](void *count) { ++*static_cast<int *>(count); }, &calls));
    OK(cudaGetLastError());
  }
  OK(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  if (nodes != 6 || calls != 0 || !holds(data, 0))
    return false;
  return launches(graph, 2) && holds(data, 21) && holds(other, 42) && hosts[5] == 42 && calls == 2;
}

bool joinsThroughEvents() {
  cudaGraph_t graph = nullptr;
  cudaEvent_t begins, ends;
  OK(cudaEventCreate(&begins));
  OK(cudaEventCreate(&ends));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(data, 1, Bytes, stream));
  OK(cudaEventRecord(begins, stream));
  OK(cudaStreamWaitEvent(second, begins, 0));
  step<<<1, Count, 0, second>>>(data, Pair{0, 7});
  OK(cudaEventRecord(ends, second));
  EXPECT(cudaEventQuery(ends), cudaErrorCapturedEvent);
  OK(cudaStreamWaitEvent(stream, ends, 0));
  step<<<1, Count, 0, stream>>>(data, Pair{2, 0});
  OK(cudaStreamEndCapture(stream, &graph));
  if (!launches(graph) || !holds(data, 14))
    return false;
  // The last work of the other stream is one that nobody waits for.
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(begins, stream));
  OK(cudaStreamWaitEvent(second, begins, 0));
  OK(cudaEventRecord(ends, second));
  OK(cudaStreamWaitEvent(stream, ends, 0));
  step<<<1, Count, 0, second>>>(data, Pair{0, 7});
  EXPECT(cudaStreamEndCapture(second, &graph), cudaErrorStreamCaptureUnmatched);
  EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(begins, stream));
  OK(cudaStreamWaitEvent(second, begins, 0));
  EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  // Work behind the event that the origin waits for.
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(begins, stream));
  OK(cudaStreamWaitEvent(second, begins, 0));
  OK(cudaEventRecord(ends, second));
  step<<<1, Count, 0, second>>>(data, Pair{0, 7});
  OK(cudaStreamWaitEvent(stream, ends, 0));
  EXPECT(cudaStreamEndCapture(stream, nullptr), cudaErrorInvalidValue);
  EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  // Work that is not captured cannot be waited for.
  OK(cudaEventRecord(ends, second));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT(cudaStreamWaitEvent(stream, ends, 0), cudaErrorStreamCaptureIsolation);
  EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  OK(cudaEventDestroy(begins));
  return cudaEventDestroy(ends) == cudaSuccess;
}

bool ownsMemory() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t first = nullptr, again = nullptr;
  int *memory = nullptr;
  OK(cudaMemset(data, 0, Bytes));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMallocAsync(&memory, Bytes, stream));
  OK(cudaMemsetAsync(memory, 0, Bytes, stream));
  step<<<1, Count, 0, stream>>>(memory, Pair{0, 5});
  add<<<1, Count, 0, stream>>>(data, memory);
  EXPECT(cudaFreeAsync(other, stream), cudaErrorInvalidValue); // not this graph's
  OK(cudaFreeAsync(memory, stream));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&first, graph, 0));
  EXPECT(cudaGraphInstantiate(&again, graph, 0), cudaErrorInvalidValue);
  OK(cudaGraphLaunch(first, stream));
  OK(cudaGraphLaunch(first, stream));
  OK(cudaGraphExecDestroy(first));
  return launches(graph) && holds(data, 15);
}

template <typename Call>
bool endsCapture(const Call &call, cudaError_t error, cudaStream_t captured = stream) {
  cudaGraph_t graph = nullptr;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  OK(cudaStreamBeginCapture(captured, cudaStreamCaptureModeGlobal));
  EXPECT(call(), error);
  OK(cudaStreamIsCapturing(captured, &status));
  if (status != cudaStreamCaptureStatusInvalidated)
    return false;
  step<<<1, Count, 0, captured>>>(data, Pair{0, 7});
  cudaGetLastError(); // of the call
  EXPECT(cudaMemsetAsync(data, 0, Bytes, captured), cudaErrorStreamCaptureInvalidated);
  EXPECT(cudaStreamEndCapture(captured, &graph), cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();
  OK(cudaStreamIsCapturing(captured, &status));
  return !graph && status == cudaStreamCaptureStatusNone;
}

bool refuses() {
  void *memory = nullptr;
  int host[Count];
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  EXPECT(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
         cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  cudaEvent_t outside;
  OK(cudaEventCreate(&outside));
  OK(cudaEventRecord(outside, second));
  const bool unsupported =
      endsCapture([&] { return cudaMalloc(&memory, 4); }, cudaErrorStreamCaptureUnsupported) &&
      endsCapture([&] { return cudaFree(other); }, cudaErrorStreamCaptureUnsupported) &&
      endsCapture([] { return cudaStreamSynchronize(stream); },
                  cudaErrorStreamCaptureUnsupported) &&
      endsCapture([] { return cudaDeviceSynchronize(); }, cudaErrorStreamCaptureUnsupported) &&
      endsCapture([&] { return cudaEventSynchronize(outside); },
                  cudaErrorStreamCaptureUnsupported) &&
      endsCapture([&] { return cudaMemcpy(host, data, Bytes, cudaMemcpyDeviceToHost); },
                  cudaErrorStreamCaptureUnsupported);
  // A stream that the default one waits for.
  const bool implicit = endsCapture([] { return cudaMemset(data, 0, Bytes); },
                                    cudaErrorStreamCaptureImplicit, blocking) &&
                        endsCapture(
                            [] {
                              step<<<1, Count>>>(data, Pair{0, 7});
                              return cudaGetLastError();
                            },
                            cudaErrorStreamCaptureImplicit, blocking) &&
                        endsCapture([] { return cudaStreamSynchronize(nullptr); },
                                    cudaErrorStreamCaptureImplicit, blocking) &&
                        endsCapture([] { return cudaStreamQuery(cudaStreamLegacy); },
                                    cudaErrorStreamCaptureImplicit, blocking);
  OK(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeGlobal));
  EXPECT(cudaStreamIsCapturing(nullptr, &status), cudaErrorStreamCaptureImplicit);
  EXPECT(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
  OK(cudaStreamEndCapture(blocking, &graph)); // neither has ended it
  OK(cudaGraphDestroy(graph));
  // A graph is updated by one of the same kinds of calls alone.
  cudaGraph_t another = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphExecUpdateResultInfo update = {};
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  step<<<1, Count, 0, stream>>>(data, Pair{0, 7});
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(data, 0, Bytes, stream));
  OK(cudaStreamEndCapture(stream, &another));
  EXPECT(cudaGraphExecUpdate(executable, another, &update), cudaErrorGraphExecUpdateFailure);
  if (update.result != cudaGraphExecUpdateErrorNodeTypeChanged)
    return false;
  cudaGetLastError(); // of the update
  OK(cudaGraphExecUpdate(executable, graph, &update));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(another));
  // And whose calls wait for each other in the same way.
  cudaEvent_t begins, ends;
  OK(cudaEventCreate(&begins));
  OK(cudaEventCreate(&ends));
  const auto twoStreams = [&](cudaGraph_t *captured, bool together, bool secondFirst) {
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(begins, stream));
    if (secondFirst)
      OK(cudaStreamWaitEvent(second, begins, 0));
    if (secondFirst)
      OK(cudaMemsetAsync(other, 0, Bytes, second));
    step<<<1, Count, 0, stream>>>(data, Pair{0, 7});
    if (!together)
      OK(cudaEventRecord(begins, stream));
    if (!secondFirst)
      OK(cudaStreamWaitEvent(second, begins, 0));
    if (!secondFirst)
      OK(cudaMemsetAsync(other, 0, Bytes, second));
    OK(cudaEventRecord(ends, second));
    OK(cudaStreamWaitEvent(stream, ends, 0));
    OK(cudaStreamEndCapture(stream, captured));
    return true;
  };
  if (!twoStreams(&graph, true, false))
    return false;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphDestroy(graph));
  if (!twoStreams(&graph, true, true))
    return false;
  OK(cudaGraphExecUpdate(executable, graph, &update));
  OK(cudaGraphDestroy(graph));
  if (!twoStreams(&graph, false, false))
    return false;
  EXPECT(cudaGraphExecUpdate(executable, graph, &update), cudaErrorGraphExecUpdateFailure);
  if (update.result != cudaGraphExecUpdateErrorTopologyChanged)
    return false;
  cudaGetLastError(); // of the update
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  // Others wait for nothing, and a relaxed capture lets memory be had meanwhile.
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  step<<<1, Count>>>(data, Pair{0, 9});
  OK(cudaMalloc(&memory, 4));
  OK(cudaFree(memory));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphDestroy(graph));
  cudaGetLastError();
  return unsupported && implicit && holds(data, 9);
}

int main() {
  cudaMalloc(&data, Bytes);
  cudaMalloc(&other, Bytes);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  int failed = 0;
  for (bool (*const test)() : {replays, joinsThroughEvents, ownsMemory, refuses}) {
    ++failed;
    if (!test())
      return failed;
  }
  return cudaStreamDestroy(stream) != cudaSuccess || cudaStreamDestroy(second) != cudaSuccess ||
         cudaFree(data) != cudaSuccess || cudaFree(other) != cudaSuccess;
}
