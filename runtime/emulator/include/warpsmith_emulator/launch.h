/// What the translator turns launches and shared variables into. Emulation mode only.
#pragma once

#include "cuda_runtime_api.h"
#include "warpsmith_emulator/device.h"
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace warpsmith::emulator {

/// What stands between `<<<` and `>>>`.
struct Configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  std::optional<dim3> cluster; ///< of cudaLaunchAttributeClusterDimension
  bool early = false;          ///< cudaLaunchAttributeProgrammaticStreamSerialization

  Configuration(dim3 blocks, dim3 threads, std::size_t dynamicShared = 0,
                cudaStream_t onStream = nullptr)
      : grid(blocks),
        block(threads),
        shared(dynamicShared),
        stream(onStream) {}
};

/// A kernel with its arguments.
struct KernelCall {
  void (*run)(void *data); ///< as one thread
  void *data;              ///< where the arguments are
  std::size_t bytes;
  const void *const *pointers; ///< those of the arguments, in their order; null for other types
  std::size_t count;
};

template <typename Type>
const void *pointerValue(const Type &value) {
  if constexpr (std::is_pointer_v<Type> && std::is_object_v<std::remove_pointer_t<Type>>)
    return const_cast<const void *>(static_cast<const volatile void *>(value));
  else
    return nullptr;
}

/// Runs a kernel to its end. Errors are left for cudaGetLastError(), as after a real launch.
cudaError_t launchKernel(const void *kernel, const Configuration &configuration,
                         const KernelCall &call);

/// What calls a kernel: its own accesses are not checked.
#define WARPSMITH_KERNEL_CALL __attribute__((no_sanitize("thread")))

/// `call()` is one thread's, and holds the arguments.
template <typename Call, typename... Values>
cudaError_t runCall(const void *kernel, const Configuration &configuration, Call call,
                    const Values &...values) {
  const void *const pointers[] = {nullptr, pointerValue(values)...};
  return launchKernel(kernel, configuration,
                      {[](void *data) WARPSMITH_KERNEL_CALL { (*static_cast<Call *>(data))(); },
                       &call, sizeof call, pointers + 1, sizeof...(Values)});
}

/// Returns the launch's own error, whatever the last error was before.
template <typename... Parameters>
cudaError_t run(void (*kernel)(Parameters...), const Configuration &configuration,
                std::type_identity_t<Parameters>... values) {
  return runCall(
      reinterpret_cast<const void *>(kernel), configuration,
      [=]() WARPSMITH_KERNEL_CALL mutable { kernel(values...); }, values...);
}

/// `kernel<<<configuration>>>(arguments...)`: arguments are evaluated once and converted to the
/// kernel's parameter types.
template <typename... Parameters>
void launch(void (*kernel)(Parameters...), Configuration configuration,
            std::type_identity_t<Parameters>... values) {
  run(kernel, configuration, std::move(values)...);
}

/// A call of a kernel whose template arguments follow from the launch's arguments, or that has
/// default arguments. Without `kernel` it counts as one that has asked for all the shared memory.
template <typename Call>
struct Deduced {
  Call call;
  const void *kernel;
  explicit Deduced(Call calls, const void *identity = nullptr) : call(calls), kernel(identity) {}
};

template <typename Call, typename... Given>
void launch(const Deduced<Call> &kernel, Configuration configuration, Given &&...given) {
  runCall(
      kernel.kernel, configuration,
      [call = kernel.call, ... values = std::decay_t<Given>(given)]()
          WARPSMITH_KERNEL_CALL mutable { call(values...); },
      std::decay_t<Given>(given)...);
}

/// How cudaLaunchKernel calls a kernel of which it has only the address: pointers to its arguments.
using ErasedCall = cudaError_t (*)(const void *kernel, const Configuration &configuration,
                                   void **arguments);
/// `names` are the kernel's and those of its parameters, with commas between them.
void registerKernel(const void *kernel, ErasedCall call, const char *names);
/// __launch_bounds__
void declareThreads(const void *kernel, int threads);
/// __cluster_dims__
void declareCluster(const void *kernel, dim3 cluster);

/// A file's kernels register themselves when it is loaded.
struct Registration {
  template <typename... Parameters>
  Registration(void (*kernel)(Parameters...), const char *names)
      : registered(reinterpret_cast<const void *>(kernel)) {
    registerKernel(registered, call<Parameters...>, names);
  }
  Registration &&threads(int most) && {
    declareThreads(registered, most);
    return std::move(*this);
  }
  Registration &&cluster(dim3 dimensions) && {
    declareCluster(registered, dimensions);
    return std::move(*this);
  }

private:
  const void *registered;

  template <typename... Parameters>
  static cudaError_t call(const void *kernel, const Configuration &configuration,
                          void **arguments) {
    return apply<Parameters...>(kernel, configuration, arguments,
                                std::index_sequence_for<Parameters...>());
  }
  template <typename... Parameters, std::size_t... Index>
  static cudaError_t apply(const void *kernel, const Configuration &configuration, void **arguments,
                           std::index_sequence<Index...>) {
    using Kernel = void (*)(Parameters...);
    return run(reinterpret_cast<Kernel>(const_cast<void *>(kernel)), configuration,
               *static_cast<std::decay_t<Parameters> *>(arguments[Index])...);
  }
};

/// The pointer of a dereference in device code; one that is not aligned as its type asks is an
/// error, as for the hardware's vector accesses.
template <typename Pointer>
inline Pointer &&aligned(Pointer &&pointer, Location where = Location::current()) {
  if constexpr (std::is_pointer_v<std::remove_cvref_t<Pointer>>) {
    using Pointee = std::remove_pointer_t<std::remove_cvref_t<Pointer>>;
    if constexpr (std::is_class_v<Pointee>)
      if (reinterpret_cast<std::uintptr_t>(pointer) % alignof(Pointee))
        fail("misaligned", "access through a pointer that is not aligned as its type asks", where);
  }
  return static_cast<Pointer &&>(pointer);
}

/// `__shared__` at namespace scope: stands for the variable in the running block.
template <typename Type>
class GlobalSharedVariable {
public:
  explicit GlobalSharedVariable(const char *variable) : name(variable) {}
  Type &get() const {
    return *static_cast<Type *>(sharedVariable(this, name, sizeof(Type), alignof(Type)));
  }

private:
  const char *name;
};
template <typename Element>
class GlobalSharedVariable<Element[]> {
public:
  explicit GlobalSharedVariable(const char *) {}
  static Element *get() { return static_cast<Element *>(dynamicSharedMemory()); }
};

} // namespace warpsmith::emulator
