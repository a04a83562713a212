/// What cudaLaunchKernel does, for a kernel that has a rewritten form.
#pragma once

#include <utility>

namespace warpsmith {

/// Reads the kernel's arguments where `arguments` point to, as cudaLaunchKernel does.
template <typename... Parameters, size_t... Index>
void launchWith(void (*launch)(dim3, dim3, size_t, cudaStream_t, Parameters...), dim3 grid,
                dim3 block, void **arguments, size_t sharedBytes, cudaStream_t stream,
                std::index_sequence<Index...>) {
  launch(grid, block, sharedBytes, stream, *static_cast<Parameters *>(arguments[Index])...);
}

/// Runs `launch` in place of cudaLaunchKernel(original, ...) and returns what that would: the
/// launch's own error, which is also the last error.
template <typename... Parameters>
cudaError_t launchKernel(void (*launch)(dim3, dim3, size_t, cudaStream_t, Parameters...),
                         void (*original)(Parameters...), dim3 grid, dim3 block, void **arguments,
                         size_t sharedBytes, cudaStream_t stream) {
  // While the error of an earlier call has not been fetched, that of a launch cannot be told from
  // it.
  if (cudaPeekAtLastError() != cudaSuccess)
    return cudaLaunchKernel(reinterpret_cast<const void *>(original), grid, block, arguments,
                            sharedBytes, stream);
  warpsmith::launchWith(launch, grid, block, arguments, sharedBytes, stream,
                        std::index_sequence_for<Parameters...>());
  return cudaPeekAtLastError();
}

} // namespace warpsmith
