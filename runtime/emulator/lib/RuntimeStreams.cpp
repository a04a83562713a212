// Streams and events. Work runs when it is enqueued, in order; events carry the host's time.
#include "runtime/emulator/lib/Runtime.h"
#include <chrono>
#include <new>

using namespace warpsmith::emulator;
using SteadyClock = std::chrono::steady_clock;

struct CUstream_st {
  unsigned int flags = 0;
};
struct CUevent_st {
  SteadyClock::time_point time;
  bool recorded = false;
};

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  *stream = new (std::nothrow) CUstream_st{flags};
  return *stream ? cudaSuccess : note(cudaErrorMemoryAllocation);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithFlags(stream, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
/// There are no graphs here.
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream)
    return note(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return note(sticky());
}
cudaError_t cudaStreamQuery(cudaStream_t) {
  return note(sticky());
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int) {
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void *data) {
  function(data);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int) {
  callback(stream, sticky(), data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int) {
  *event = new (std::nothrow) CUevent_st;
  return *event ? cudaSuccess : note(cudaErrorMemoryAllocation);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!event)
    return note(cudaErrorInvalidResourceHandle);
  event->time = SteadyClock::now();
  event->recorded = true;
  return note(sticky());
}
cudaError_t cudaEventQuery(cudaEvent_t) {
  return note(sticky());
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return note(sticky());
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event)
    return note(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!start || !end || !start->recorded || !end->recorded)
    return note(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return cudaSuccess;
}

} // extern "C"
