/// Stream capture: what is put into a captured stream is kept for a graph instead of being run.
///
/// A graph is the list of its operations in the order of the calls. With the streams that joined a
/// capture through events that is one of the orders that their dependencies allow.
#pragma once

#include "runtime/emulator/lib/Runtime.h"
#include <functional>
#include <memory>
#include <set>
#include <utility>

namespace warpsmith::emulator {

/// A node of a graph: the number of its stream, in the order in which streams joined the capture,
/// and its number within that stream.
using NodePlace = std::pair<std::size_t, std::size_t>;

/// What a graph keeps of a call.
struct Operation {
  cudaGraphNodeType type;
  std::function<cudaError_t()> run;
  NodePlace place = {};
  std::set<NodePlace> after = {}; ///< what it waits for
};

/// Whether work for this stream is to be kept; also after something has invalidated the capture.
bool isCaptured(cudaStream_t stream);
/// Keeps an operation for the graph of a captured stream.
void record(cudaStream_t stream, Operation operation);
/// The error of putting work into this stream: that of an invalidated capture, or of the default
/// stream while one that waits for it is captured, whose capture it invalidates.
cudaError_t admit(cudaStream_t stream);

/// Runs work of a stream, or keeps it.
template <typename Work>
cudaError_t enqueue(cudaStream_t stream, cudaGraphNodeType type, const Work &work) {
  if (const cudaError_t error = admit(stream); error != cudaSuccess)
    return note(error);
  if (!isCaptured(stream))
    return work();
  record(stream, {type, work});
  return cudaSuccess;
}

/// Memory that the captured stream's graph owns, by what releases it.
void ownInCapture(cudaStream_t stream, std::shared_ptr<void> memory);
/// Null for memory that is not its graph's.
std::shared_ptr<void> ownedInCapture(cudaStream_t stream, const void *memory);

/// The error of a call that waits for a stream, or does in it what no graph holds: it invalidates
/// the stream's capture, or of the default stream one that it would wait for.
cudaError_t refuseInCapture(cudaStream_t stream);
/// The error of a call that may wait for the whole device or that is not in stream order: it
/// invalidates all captures that are not relaxed.
cudaError_t refuseWhileCapturing();

/// An event recorded in a captured stream stands for a place in the capture; 0 is none.
struct CapturedPlace {
  uint64_t capture = 0;
  cudaStream_t stream = nullptr;
  std::size_t operations = 0; ///< of all streams, before it
  std::set<NodePlace> after;  ///< what waits for it waits for these
};
CapturedPlace placeInCapture(cudaStream_t stream);
/// Whether the place is one of a capture that has not ended.
bool isOpen(const CapturedPlace &place);
/// The stream waits for that place, and joins its capture.
cudaError_t joinCapture(cudaStream_t stream, const CapturedPlace &place);
/// A stream that is destroyed.
void forgetStream(cudaStream_t stream);
/// Whether the default stream and this one wait for each other.
bool waitsForDefault(cudaStream_t stream);

} // namespace warpsmith::emulator
