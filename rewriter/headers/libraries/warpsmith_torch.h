/// PyTorch's tensors for the parse, as far as launches are given what they hold. What a kernel is
/// an instance for, a dispatch by type says of one type alone: generated code runs the original for
/// all others.
#pragma once

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace c10 {

enum class ScalarType { Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16 };
enum class DeviceType { CPU, CUDA };
struct Half {
  __host__ __device__ Half(float);
  __host__ __device__ operator float() const;
};
struct BFloat16 {
  __host__ __device__ BFloat16(float);
  __host__ __device__ operator float() const;
};
struct Device {
  template <class... Arguments>
  Device(const Arguments &...);
  bool is_cuda() const;
  bool is_cpu() const;
  int index() const;
  DeviceType type() const;
  friend bool operator==(const Device &, const Device &);
  friend bool operator!=(const Device &, const Device &);
};
struct TensorOptions {
  template <class... Arguments>
  TensorOptions(const Arguments &...);
  template <class Argument>
  TensorOptions dtype(const Argument &) const;
  template <class Argument>
  TensorOptions device(const Argument &) const;
  template <class... Arguments>
  TensorOptions device(const Arguments &...) const;
  template <class Argument>
  TensorOptions requires_grad(const Argument &) const;
};
struct IntArrayRef {
  IntArrayRef();
  IntArrayRef(std::initializer_list<int64_t>);
  IntArrayRef(const std::vector<int64_t> &);
  IntArrayRef(int64_t);
  int64_t operator[](size_t) const;
  size_t size() const;
  int64_t back() const;
  int64_t front() const;
  std::vector<int64_t> vec() const;
  friend bool operator==(const IntArrayRef &, const IntArrayRef &);
  friend bool operator!=(const IntArrayRef &, const IntArrayRef &);
};
using std::nullopt;
using std::optional;

namespace cuda {
struct CUDAStream {
  operator cudaStream_t() const;
  cudaStream_t stream() const;
};
template <class... Arguments>
CUDAStream getCurrentCUDAStream(const Arguments &...);
struct CUDAGuard {
  template <class... Arguments>
  explicit CUDAGuard(const Arguments &...);
};
using OptionalCUDAGuard = CUDAGuard;
} // namespace cuda

} // namespace c10

namespace at {

using namespace c10;

template <typename T>
struct RestrictPtrTraits;
template <typename T>
struct DefaultPtrTraits;
/// Elements by `a[i][j]`; the kernel's form is not followed, its launch is.
template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits,
          typename Index = int64_t>
struct PackedTensorAccessor {
  __host__ __device__ PackedTensorAccessor<T, N - 1, Traits, Index> operator[](Index) const;
  __host__ __device__ Index size(int) const;
  __host__ __device__ Index stride(int) const;
};
template <typename T, template <typename> class Traits, typename Index>
struct PackedTensorAccessor<T, 1, Traits, Index> {
  __host__ __device__ T &operator[](Index) const;
  __host__ __device__ Index size(int) const;
  __host__ __device__ Index stride(int) const;
};
template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = PackedTensorAccessor<T, N, Traits, int32_t>;
template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = PackedTensorAccessor<T, N, Traits, int64_t>;

#define WARPSMITH_TENSOR(name)                                                                     \
  template <class... Arguments>                                                                    \
  Tensor name(const Arguments &...) const;                                                         \
  Tensor name(IntArrayRef) const;
struct Tensor {
  template <typename T>
  T *data_ptr() const;
  template <typename T>
  T *mutable_data_ptr() const;
  template <typename T>
  const T *const_data_ptr() const;
  template <typename T>
  T *data() const;
  void *data_ptr() const;
  template <typename T>
  T item() const;
  template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits,
            typename Index = int64_t>
  PackedTensorAccessor<T, N, Traits, Index> packed_accessor() const;
  template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, Traits> packed_accessor32() const;
  template <typename T, size_t N, template <typename> class Traits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, Traits> packed_accessor64() const;
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t numel() const;
  int64_t element_size() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  bool is_cuda() const;
  bool is_contiguous() const;
  bool defined() const;
  bool requires_grad() const;
  Device device() const;
  int get_device() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  ScalarType type() const;
  TensorOptions options() const;
  template <class Argument>
  Tensor operator[](const Argument &) const;
  WARPSMITH_TENSOR(contiguous)
  WARPSMITH_TENSOR(clone)
  WARPSMITH_TENSOR(to)
  WARPSMITH_TENSOR(cuda)
  WARPSMITH_TENSOR(cpu)
  WARPSMITH_TENSOR(view)
  WARPSMITH_TENSOR(reshape)
  WARPSMITH_TENSOR(transpose)
  WARPSMITH_TENSOR(permute)
  WARPSMITH_TENSOR(t)
  WARPSMITH_TENSOR(squeeze)
  WARPSMITH_TENSOR(unsqueeze)
  WARPSMITH_TENSOR(expand)
  WARPSMITH_TENSOR(zero_)
  WARPSMITH_TENSOR(fill_)
  WARPSMITH_TENSOR(sum)
  WARPSMITH_TENSOR(mm)
  WARPSMITH_TENSOR(matmul)
  WARPSMITH_TENSOR(flatten)
  WARPSMITH_TENSOR(detach)
};
#undef WARPSMITH_TENSOR

#define WARPSMITH_TENSOR(name)                                                                     \
  template <class... Arguments>                                                                    \
  Tensor name(const Arguments &...);                                                               \
  Tensor name(IntArrayRef, TensorOptions = {});
WARPSMITH_TENSOR(zeros)
WARPSMITH_TENSOR(ones)
WARPSMITH_TENSOR(empty)
WARPSMITH_TENSOR(rand)
WARPSMITH_TENSOR(randn)
WARPSMITH_TENSOR(zeros_like)
WARPSMITH_TENSOR(ones_like)
WARPSMITH_TENSOR(empty_like)
WARPSMITH_TENSOR(matmul)
WARPSMITH_TENSOR(mm)
WARPSMITH_TENSOR(sum)
#undef WARPSMITH_TENSOR

constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char, kInt8 = ScalarType::Char,
                     kShort = ScalarType::Short, kInt = ScalarType::Int, kInt32 = ScalarType::Int,
                     kLong = ScalarType::Long, kInt64 = ScalarType::Long, kHalf = ScalarType::Half,
                     kFloat16 = ScalarType::Half, kFloat = ScalarType::Float,
                     kFloat32 = ScalarType::Float, kDouble = ScalarType::Double,
                     kFloat64 = ScalarType::Double, kBool = ScalarType::Bool,
                     kBFloat16 = ScalarType::BFloat16;
constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
template <typename T>
Device device_of(const T &);
template <typename T>
Device device(const T &);
template <typename T>
TensorOptions dtype(const T &);

namespace cuda {
using namespace c10::cuda;
template <class... Arguments>
cudaDeviceProp *getCurrentDeviceProperties(const Arguments &...);
} // namespace cuda

} // namespace at

namespace torch {
using namespace at;
} // namespace torch

namespace pybind11 {
struct arg {
  explicit arg(const char *);
  template <class Argument>
  arg operator=(const Argument &) const;
};
struct module_ {
  template <class... Arguments>
  module_ &def(const Arguments &...);
  template <class... Arguments>
  module_ &impl(const Arguments &...);
};
} // namespace pybind11

#define TORCH_EXTENSION_NAME extension
#define PYBIND11_MODULE(name, variable)                                                            \
  [[maybe_unused]] static void warpsmith_bindings(pybind11::module_ &variable)
#define TORCH_LIBRARY(name, variable)                                                              \
  [[maybe_unused]] static void warpsmith_library_##name(pybind11::module_ &variable)
#define TORCH_LIBRARY_IMPL(name, key, variable)                                                    \
  [[maybe_unused]] static void warpsmith_library_##name##key(pybind11::module_ &variable)

template <class... Arguments>
void warpsmith_torch_check(const Arguments &...);
#define TORCH_CHECK(...) warpsmith_torch_check(__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(...) warpsmith_torch_check(__VA_ARGS__)
#define AT_ASSERT(...) warpsmith_torch_check(__VA_ARGS__)
#define AT_ASSERTM(...) warpsmith_torch_check(__VA_ARGS__)
#define AT_ERROR(...) warpsmith_torch_check(__VA_ARGS__)
#define AT_CUDA_CHECK(...) warpsmith_torch_check(__VA_ARGS__)
#define C10_CUDA_CHECK(...) warpsmith_torch_check(__VA_ARGS__)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() warpsmith_torch_check()

#define WARPSMITH_DISPATCH(...)                                                                    \
  [&] {                                                                                            \
    using scalar_t = float;                                                                        \
    return (__VA_ARGS__)();                                                                        \
  }()
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(other, type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(one, other, type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(other, type, name, ...) WARPSMITH_DISPATCH(__VA_ARGS__)
