#include "runtime/emulator/lib/Capture.h"
#include "runtime/emulator/lib/Graph.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <map>
#include <memory>
#include <set>

namespace warpsmith::emulator {
namespace {

struct Capture {
  uint64_t number = 0;
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool invalidated = false;
  std::vector<Operation> operations;
  std::set<cudaStream_t> streams; ///< that joined it
  /// Of a stream, its number, that of its next node, and what that waits for.
  struct Tail {
    std::size_t stream, next = 0;
    std::set<NodePlace> after = {};
  };
  std::map<cudaStream_t, Tail> tails;
  /// Of those, with work that no other stream waits for: how many operations there were with it.
  std::map<cudaStream_t, std::size_t> unjoined;
  std::vector<std::shared_ptr<void>> memory; ///< of the graph
};

std::map<uint64_t, Capture> &captures() {
  static std::map<uint64_t, Capture> open;
  return open;
}

thread_local cudaStreamCaptureMode threadMode = cudaStreamCaptureModeGlobal;

bool isDefault(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy;
}

Capture *captureOf(cudaStream_t stream) {
  for (auto &[number, capture] : captures())
    if (capture.origin == stream || capture.streams.contains(stream))
      return &capture;
  return nullptr;
}

Capture::Tail &tailOf(Capture &capture, cudaStream_t stream) {
  return capture.tails.try_emplace(stream, Capture::Tail{capture.tails.size()}).first->second;
}

/// A capture that work in the default stream would have to wait for.
Capture *captureBeforeDefault() {
  for (auto &[number, capture] : captures())
    if (!capture.invalidated && waitsForDefault(capture.origin))
      return &capture;
  return nullptr;
}

} // namespace

bool isCaptured(cudaStream_t stream) {
  return !captures().empty() && captureOf(stream);
}

void record(cudaStream_t stream, Operation operation) {
  Capture *const capture = captureOf(stream);
  Capture::Tail &tail = tailOf(*capture, stream);
  operation.place = {tail.stream, tail.next++};
  operation.after = std::exchange(tail.after, {operation.place});
  capture->operations.push_back(std::move(operation));
  if (stream != capture->origin)
    capture->unjoined[stream] = capture->operations.size();
}

cudaError_t admit(cudaStream_t stream) {
  if (captures().empty())
    return cudaSuccess;
  if (const Capture *capture = captureOf(stream))
    return capture->invalidated ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  if (Capture *capture = isDefault(stream) ? captureBeforeDefault() : nullptr) {
    capture->invalidated = true;
    return cudaErrorStreamCaptureImplicit;
  }
  return cudaSuccess;
}

void ownInCapture(cudaStream_t stream, std::shared_ptr<void> memory) {
  captureOf(stream)->memory.push_back(std::move(memory));
}

std::shared_ptr<void> ownedInCapture(cudaStream_t stream, const void *memory) {
  for (const std::shared_ptr<void> &owned : captureOf(stream)->memory)
    if (owned.get() == memory)
      return owned;
  return nullptr;
}

cudaError_t refuseInCapture(cudaStream_t stream) {
  if (captures().empty())
    return cudaSuccess;
  Capture *const capture = captureOf(stream);
  if (!capture)
    return isDefault(stream) ? note(admit(stream)) : cudaSuccess;
  capture->invalidated = true;
  return note(cudaErrorStreamCaptureUnsupported);
}

cudaError_t refuseWhileCapturing() {
  bool refused = false;
  for (auto &[number, capture] : captures())
    if (capture.mode != cudaStreamCaptureModeRelaxed && threadMode != cudaStreamCaptureModeRelaxed)
      refused = capture.invalidated = true;
  return refused ? note(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

CapturedPlace placeInCapture(cudaStream_t stream) {
  Capture *const capture = captureOf(stream);
  return capture ? CapturedPlace{capture->number, stream, capture->operations.size(),
                                 tailOf(*capture, stream).after}
                 : CapturedPlace{};
}

bool isOpen(const CapturedPlace &place) {
  return captures().contains(place.capture);
}

cudaError_t joinCapture(cudaStream_t stream, const CapturedPlace &place) {
  Capture *const own = captureOf(stream);
  if (!isOpen(place)) {
    if (!own)
      return note(admit(stream));
    own->invalidated = true; // an event from outside
    return note(cudaErrorStreamCaptureIsolation);
  }
  Capture &capture = captures().at(place.capture);
  if (own && own != &capture) {
    own->invalidated = capture.invalidated = true;
    return note(cudaErrorStreamCaptureMerge);
  }
  if (isDefault(stream)) {
    capture.invalidated = true;
    return note(cudaErrorStreamCaptureImplicit);
  }
  if (const auto work = capture.unjoined.find(place.stream);
      stream != place.stream && work != capture.unjoined.end() && work->second <= place.operations)
    capture.unjoined.erase(work);
  tailOf(capture, stream).after.insert(place.after.begin(), place.after.end());
  if (stream != capture.origin) {
    capture.streams.insert(stream);
    capture.unjoined[stream] = capture.operations.size();
  }
  return cudaSuccess;
}

void forgetStream(cudaStream_t stream) {
  if (Capture *capture = captureOf(stream)) {
    capture->invalidated = true;
    capture->streams.erase(stream);
    if (stream == capture->origin)
      captures().erase(capture->number);
  }
}

} // namespace warpsmith::emulator

using namespace warpsmith::emulator;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  const RuntimeCall calling(__func__);
  static uint64_t number = 0;
  if (isDefault(stream))
    return note(cudaErrorStreamCaptureUnsupported);
  if (isCaptured(stream))
    return note(cudaErrorIllegalState);
  Capture &capture = captures()[++number];
  capture.number = number;
  capture.origin = stream;
  capture.mode = mode;
  tailOf(capture, stream); // the first
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  const RuntimeCall calling(__func__);
  if (!graph)
    return note(cudaErrorInvalidValue);
  *graph = nullptr;
  Capture *const capture = captureOf(stream);
  if (!capture)
    return note(cudaErrorIllegalState);
  if (stream != capture->origin) {
    capture->invalidated = true;
    return note(cudaErrorStreamCaptureUnmatched);
  }
  const cudaError_t error = capture->invalidated         ? cudaErrorStreamCaptureInvalidated
                            : !capture->unjoined.empty() ? cudaErrorStreamCaptureUnjoined
                                                         : cudaSuccess;
  if (error == cudaSuccess)
    *graph = newGraph(std::move(capture->operations), !capture->memory.empty());
  captures().erase(capture->number);
  return note(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  const RuntimeCall calling(__func__);
  *status = cudaStreamCaptureStatusNone;
  if (const Capture *capture = captureOf(stream))
    *status =
        capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  else if (isDefault(stream) && captureBeforeDefault())
    return note(cudaErrorStreamCaptureImplicit);
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  const RuntimeCall calling(__func__);
  std::swap(threadMode, *mode);
  return cudaSuccess;
}

} // extern "C"
