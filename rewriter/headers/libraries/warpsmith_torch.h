/// PyTorch's tensors for the parse, as far as launches are given what they hold.
#pragma once

#include <cstdint>
#include <cstring>
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

/// A number of 16 bits, with the conversions and the arithmetic of PyTorch's: each operation is
/// rounded to it, and is one of FP32.
#define WARPSMITH_NUMBER(Number, Cuda, to, from)                                                   \
  struct alignas(2) Number {                                                                       \
    unsigned short x;                                                                              \
    Number() = default;                                                                            \
    __host__ __device__ Number(float value) : Number(from(value)) {}                               \
    __host__ __device__ Number(const Cuda &value) { memcpy(&x, &value, sizeof(x)); }               \
    __host__ __device__ operator float() const { return to(static_cast<Cuda>(*this)); }            \
    __host__ __device__ operator Cuda() const {                                                    \
      Cuda value;                                                                                  \
      memcpy(&value, &x, sizeof(x));                                                               \
      return value;                                                                                \
    }                                                                                              \
  };                                                                                               \
  WARPSMITH_OPERATOR(Number, +, +=)                                                                \
  WARPSMITH_OPERATOR(Number, -, -=)                                                                \
  WARPSMITH_OPERATOR(Number, *, *=)                                                                \
  WARPSMITH_OPERATOR(Number, /, /=)                                                                \
  inline __host__ __device__ Number operator-(const Number &a) {                                   \
    return -static_cast<float>(a);                                                                 \
  }
#define WARPSMITH_OPERATOR(Number, operation, assigned)                                            \
  inline __host__ __device__ Number operator operation(const Number &a, const Number &b) {         \
    return static_cast<float>(a) operation static_cast<float>(b);                                  \
  }                                                                                                \
  inline __host__ __device__ float operator operation(Number a, float b) {                         \
    return static_cast<float>(a) operation b;                                                      \
  }                                                                                                \
  inline __host__ __device__ float operator operation(float a, Number b) {                         \
    return a operation static_cast<float>(b);                                                      \
  }                                                                                                \
  inline __host__ __device__ double operator operation(Number a, double b) {                       \
    return static_cast<double>(a) operation b;                                                     \
  }                                                                                                \
  inline __host__ __device__ double operator operation(double a, Number b) {                       \
    return a operation static_cast<double>(b);                                                     \
  }                                                                                                \
  inline __host__ __device__ Number operator operation(Number a, int b) {                          \
    return a operation static_cast<Number>(b);                                                     \
  }                                                                                                \
  inline __host__ __device__ Number operator operation(int a, Number b) {                          \
    return static_cast<Number>(a) operation b;                                                     \
  }                                                                                                \
  inline __host__ __device__ Number &operator assigned(Number &a, const Number &b) {               \
    a = a operation b;                                                                             \
    return a;                                                                                      \
  }                                                                                                \
  inline __host__ __device__ float &operator assigned(float &a, const Number &b) {                 \
    return a assigned static_cast<float>(b);                                                       \
  }
WARPSMITH_NUMBER(Half, __half, __half2float, __float2half)
WARPSMITH_NUMBER(BFloat16, __nv_bfloat16, __bfloat162float, __float2bfloat16)
#undef WARPSMITH_NUMBER
#undef WARPSMITH_OPERATOR

/// The type that a constant names.
template <ScalarType Type>
struct warpsmith_scalar;
#define WARPSMITH_SCALAR(name, spelled)                                                            \
  template <>                                                                                      \
  struct warpsmith_scalar<ScalarType::name> {                                                      \
    using type = spelled;                                                                          \
  };
WARPSMITH_SCALAR(Byte, unsigned char)
WARPSMITH_SCALAR(Char, signed char)
WARPSMITH_SCALAR(Short, short)
WARPSMITH_SCALAR(Int, int)
WARPSMITH_SCALAR(Long, int64_t)
WARPSMITH_SCALAR(Half, Half)
WARPSMITH_SCALAR(Float, float)
WARPSMITH_SCALAR(Double, double)
WARPSMITH_SCALAR(Bool, bool)
WARPSMITH_SCALAR(BFloat16, BFloat16)
#undef WARPSMITH_SCALAR

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

/// What sums of numbers of a type have.
template <typename Type>
struct warpsmith_wider {
  using type = Type;
};
template <>
struct warpsmith_wider<Half> {
  using type = float;
};
template <>
struct warpsmith_wider<BFloat16> {
  using type = float;
};
template <typename Type>
using opmath_type = typename warpsmith_wider<Type>::type;
template <typename Type, bool IsCuda = true>
using acc_type = typename warpsmith_wider<Type>::type;

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

/// The body is an instance for each of the types, as in PyTorch's own headers.
bool warpsmith_is_type();
#define WARPSMITH_TYPE(constant) c10::warpsmith_scalar<constant>::type
#define WARPSMITH_CASE(Type, ...)                                                                  \
  if (warpsmith_is_type()) {                                                                       \
    using scalar_t [[maybe_unused]] = Type;                                                        \
    return (__VA_ARGS__)();                                                                        \
  }
#define WARPSMITH_FLOATS(...) WARPSMITH_CASE(float, __VA_ARGS__) WARPSMITH_CASE(double, __VA_ARGS__)
#define WARPSMITH_NUMBERS(...)                                                                     \
  WARPSMITH_FLOATS(__VA_ARGS__)                                                                    \
  WARPSMITH_CASE(int, __VA_ARGS__)                                                                 \
  WARPSMITH_CASE(signed char, __VA_ARGS__)                                                         \
  WARPSMITH_CASE(unsigned char, __VA_ARGS__)                                                       \
  WARPSMITH_CASE(short, __VA_ARGS__) WARPSMITH_CASE(int64_t, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) [&] { WARPSMITH_FLOATS(__VA_ARGS__) throw 0; }()
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...)                                       \
  [&] { WARPSMITH_FLOATS(__VA_ARGS__) WARPSMITH_CASE(c10::Half, __VA_ARGS__) throw 0; }()
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(type, name, ...)                                        \
  [&] {                                                                                            \
    WARPSMITH_CASE(c10::Half, __VA_ARGS__) WARPSMITH_CASE(c10::BFloat16, __VA_ARGS__) throw 0;     \
  }()
#define AT_DISPATCH_FLOATING_TYPES_AND(other, type, name, ...)                                     \
  [&] {                                                                                            \
    WARPSMITH_FLOATS(__VA_ARGS__) WARPSMITH_CASE(WARPSMITH_TYPE(other), __VA_ARGS__) throw 0;      \
  }()
#define AT_DISPATCH_FLOATING_TYPES_AND2(one, other, type, name, ...)                               \
  [&] {                                                                                            \
    WARPSMITH_FLOATS(__VA_ARGS__)                                                                  \
    WARPSMITH_CASE(WARPSMITH_TYPE(one), __VA_ARGS__)                                               \
    WARPSMITH_CASE(WARPSMITH_TYPE(other), __VA_ARGS__) throw 0;                                    \
  }()
#define AT_DISPATCH_ALL_TYPES(type, name, ...) [&] { WARPSMITH_NUMBERS(__VA_ARGS__) throw 0; }()
#define AT_DISPATCH_ALL_TYPES_AND(other, type, name, ...)                                          \
  [&] {                                                                                            \
    WARPSMITH_NUMBERS(__VA_ARGS__) WARPSMITH_CASE(WARPSMITH_TYPE(other), __VA_ARGS__) throw 0;     \
  }()
#define AT_DISPATCH_ALL_TYPES_AND2(one, other, type, name, ...)                                    \
  [&] {                                                                                            \
    WARPSMITH_NUMBERS(__VA_ARGS__)                                                                 \
    WARPSMITH_CASE(WARPSMITH_TYPE(one), __VA_ARGS__)                                               \
    WARPSMITH_CASE(WARPSMITH_TYPE(other), __VA_ARGS__) throw 0;                                    \
  }()
#define AT_DISPATCH_SWITCH(type, name, ...) [&] { __VA_ARGS__ throw 0; }()
#define AT_DISPATCH_CASE(constant, ...) WARPSMITH_CASE(WARPSMITH_TYPE(constant), __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) WARPSMITH_FLOATS(__VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...)                                              \
  WARPSMITH_FLOATS(__VA_ARGS__) WARPSMITH_CASE(c10::Half, __VA_ARGS__)
