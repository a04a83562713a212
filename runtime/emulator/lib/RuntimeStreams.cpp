// Streams and events. Work runs when it is enqueued, in order; events carry the host's time.
#include "runtime/emulator/lib/Capture.h"
#include "runtime/emulator/lib/RuntimeCall.h"
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
  CapturedPlace captured; ///< of one that was recorded in a captured stream
};

namespace warpsmith::emulator {

bool waitsForDefault(cudaStream_t stream) {
  return stream == cudaStreamPerThread || !(stream->flags & cudaStreamNonBlocking);
}

} // namespace warpsmith::emulator

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  const RuntimeCall calling(__func__);
  *stream = new (std::nothrow) CUstream_st{flags};
  return *stream ? cudaSuccess : note(cudaErrorMemoryAllocation);
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  const RuntimeCall calling(__func__);
  return cudaStreamCreateWithFlags(stream, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int) {
  const RuntimeCall calling(__func__);
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  if (!stream)
    return note(cudaErrorInvalidResourceHandle);
  forgetStream(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  if (const cudaError_t error = refuseInCapture(stream); error != cudaSuccess)
    return error;
  return note(sticky());
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return cudaStreamSynchronize(stream);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  const RuntimeCall calling(__func__);
  if (!event)
    return note(cudaErrorInvalidResourceHandle);
  return joinCapture(stream, event->captured);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  const RuntimeCall calling(__func__);
  return enqueue(stream, cudaGraphNodeTypeHost, [=] {
    function(data);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int) {
  const RuntimeCall calling(__func__);
  if (const cudaError_t error = refuseInCapture(stream); error != cudaSuccess)
    return error;
  callback(stream, sticky(), data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int) {
  const RuntimeCall calling(__func__);
  *event = new (std::nothrow) CUevent_st;
  return *event ? cudaSuccess : note(cudaErrorMemoryAllocation);
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  const RuntimeCall calling(__func__);
  return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  if (!event)
    return note(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = admit(stream); error != cudaSuccess)
    return note(error);
  event->captured = placeInCapture(stream);
  event->recorded = !event->captured.capture;
  if (!event->recorded)
    return cudaSuccess;
  event->time = SteadyClock::now();
  return note(sticky());
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  const RuntimeCall calling(__func__);
  if (event && isOpen(event->captured))
    return note(cudaErrorCapturedEvent);
  // Of any event, a global capture forbids it: its thread might wait for what the capture holds.
  if (const cudaError_t error = refuseWhileCapturing(); error != cudaSuccess)
    return error;
  return note(sticky());
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const RuntimeCall calling(__func__);
  return cudaEventQuery(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const RuntimeCall calling(__func__);
  if (!event)
    return note(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  const RuntimeCall calling(__func__);
  if (!start || !end || !start->recorded || !end->recorded)
    return note(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return cudaSuccess;
}

} // extern "C"
