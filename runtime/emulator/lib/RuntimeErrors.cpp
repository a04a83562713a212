// Errors of the CUDA runtime API: the last one, the sticky one, their names.
#include "runtime/emulator/lib/Capture.h"
#include "runtime/emulator/lib/Emulator.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <algorithm>
#include <iterator>

namespace warpsmith::emulator {
namespace {

thread_local cudaError_t last = cudaSuccess;
cudaError_t stuck = cudaSuccess;

struct Text {
  cudaError_t error;
  const char *name, *description;
};
#define WARPSMITH_ERROR(name, description) {name, #name, description}
constexpr Text Texts[] = {
    WARPSMITH_ERROR(cudaSuccess, "no error"),
    WARPSMITH_ERROR(cudaErrorInvalidValue, "invalid argument"),
    WARPSMITH_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    WARPSMITH_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    WARPSMITH_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    WARPSMITH_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    WARPSMITH_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    WARPSMITH_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    WARPSMITH_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    WARPSMITH_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    WARPSMITH_ERROR(cudaErrorNotReady, "device not ready"),
    WARPSMITH_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    WARPSMITH_ERROR(cudaErrorAssert, "device-side assert triggered"),
    WARPSMITH_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    WARPSMITH_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    WARPSMITH_ERROR(cudaErrorNotSupported, "operation not supported"),
    WARPSMITH_ERROR(cudaErrorIllegalState,
                    "the operation cannot be performed in the present state"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureUnsupported,
                    "operation not permitted when stream is capturing"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureInvalidated,
                    "operation failed due to a previous error during capture"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureMerge,
                    "operation would result in a merge of separate capture sequences"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as "
                                                     "it began"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureIsolation,
                    "dependency created on uncaptured work in another stream"),
    WARPSMITH_ERROR(cudaErrorStreamCaptureImplicit,
                    "operation would make the legacy stream depend on a capturing blocking stream"),
    WARPSMITH_ERROR(cudaErrorCapturedEvent,
                    "operation not permitted on an event last recorded in a capturing stream"),
    WARPSMITH_ERROR(cudaErrorGraphExecUpdateFailure,
                    "the graph update was not performed because it included changes which violated "
                    "constraints specific to instantiated graph update"),
};
#undef WARPSMITH_ERROR

const Text *find(cudaError_t error) {
  const auto *found = std::find_if(std::begin(Texts), std::end(Texts),
                                   [&](const Text &text) { return text.error == error; });
  return found == std::end(Texts) ? nullptr : found;
}

} // namespace

namespace detail {
void forgetError();
}

cudaError_t note(cudaError_t error) {
  if (error != cudaSuccess)
    last = error;
  return error;
}

cudaError_t sticky() {
  return stuck;
}
void setSticky(cudaError_t error) {
  stuck = error;
}

void clearError() {
  detail::forgetError();
  last = stuck = cudaSuccess;
}

} // namespace warpsmith::emulator

using namespace warpsmith::emulator;

extern "C" {

cudaError_t cudaGetLastError() {
  const RuntimeCall calling(__func__);
  const cudaError_t error = stuck != cudaSuccess ? stuck : last;
  last = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  const RuntimeCall calling(__func__);
  return stuck != cudaSuccess ? stuck : last;
}
const char *cudaGetErrorName(cudaError_t error) {
  const RuntimeCall calling(__func__);
  const Text *text = find(error);
  return text ? text->name : "unrecognized error code";
}
const char *cudaGetErrorString(cudaError_t error) {
  const RuntimeCall calling(__func__);
  const Text *text = find(error);
  return text ? text->description : "unrecognized error code";
}

cudaError_t cudaDeviceSynchronize() {
  const RuntimeCall calling(__func__);
  if (const cudaError_t error = refuseWhileCapturing(); error != cudaSuccess)
    return error;
  return note(sticky());
}
cudaError_t cudaDeviceReset() {
  const RuntimeCall calling(__func__);
  clearError();
  return cudaSuccess;
}

} // extern "C"
