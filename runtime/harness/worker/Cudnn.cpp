#include "runtime/harness/worker/Cudnn.h"
#include "runtime/harness/worker/Cuda.h"
#include <algorithm>
#include <cudnn.h>
#include <dlfcn.h>
#include <map>
#include <vector>

namespace warpsmith::harness::worker {
namespace {

/// The functions that are called.
class Cudnn {
public:
  /// Throws NotSupported where there is no such library, again at each call.
  static const Cudnn &instance() {
    static const Cudnn cudnn;
    if (!cudnn.problem.empty())
      throw NotSupported(cudnn.problem);
    return cudnn;
  }

  void check(cudnnStatus_t status, const std::string &what) const {
    constexpr int Reasons = 1000; // each with a number of its own
    if (status / Reasons == CUDNN_STATUS_NOT_SUPPORTED / Reasons)
      throw NotSupported(what + ": " + getErrorString(status));
    if (status != CUDNN_STATUS_SUCCESS)
      throw CudaError(what + ": " + getErrorString(status));
  }

#define WARPSMITH_CUDNN(MEMBER, NAME) decltype(::NAME) *MEMBER = find<decltype(::NAME)>(#NAME)
private:
  std::string problem;
  void *library = open();
  template <typename Function>
  Function *find(const char *name) {
    void *symbol = library ? dlsym(library, name) : nullptr;
    if (library && !symbol && problem.empty())
      problem = "the cuDNN that was found has no function " + std::string(name);
    return reinterpret_cast<Function *>(symbol);
  }
  WARPSMITH_CUDNN(getVersion, cudnnGetVersion);
  WARPSMITH_CUDNN(create, cudnnCreate);

public:
  WARPSMITH_CUDNN(getErrorString, cudnnGetErrorString);
  WARPSMITH_CUDNN(setStream, cudnnSetStream);
  WARPSMITH_CUDNN(createTensor, cudnnCreateTensorDescriptor);
  WARPSMITH_CUDNN(destroyTensor, cudnnDestroyTensorDescriptor);
  WARPSMITH_CUDNN(setTensor, cudnnSetTensor4dDescriptor);
  WARPSMITH_CUDNN(createFilter, cudnnCreateFilterDescriptor);
  WARPSMITH_CUDNN(destroyFilter, cudnnDestroyFilterDescriptor);
  WARPSMITH_CUDNN(setFilter, cudnnSetFilter4dDescriptor);
  WARPSMITH_CUDNN(createConvolution, cudnnCreateConvolutionDescriptor);
  WARPSMITH_CUDNN(destroyConvolution, cudnnDestroyConvolutionDescriptor);
  WARPSMITH_CUDNN(setConvolution, cudnnSetConvolution2dDescriptor);
  WARPSMITH_CUDNN(setMathType, cudnnSetConvolutionMathType);
  WARPSMITH_CUDNN(getAlgorithms, cudnnGetConvolutionForwardAlgorithm_v7);
  WARPSMITH_CUDNN(convolve, cudnnConvolutionForward);
#undef WARPSMITH_CUDNN

  cudnnHandle_t handle = nullptr; // for the life of the process: creating it takes a second

private:
  Cudnn() {
    if (!problem.empty())
      return;
    // Enumerators differ between releases.
    const size_t version = getVersion();
    const size_t release = version >= 10000 ? version / 10000 : version / 1000;
    if (release != CUDNN_MAJOR)
      problem = "cuDNN " + std::to_string(version) +
                " was found, and this worker was built for release " + std::to_string(CUDNN_MAJOR);
    else if (const cudnnStatus_t status = create(&handle); status != CUDNN_STATUS_SUCCESS)
      problem = "cudnnCreate: " + std::string(getErrorString(status));
  }

  void *open() {
    const std::string plain = "libcudnn.so", ofRelease = plain + "." + std::to_string(CUDNN_MAJOR);
    for (const std::string &name : {ofRelease, plain})
      if (void *loaded = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
        return loaded;
    problem = std::string("there is no cuDNN: ") + dlerror();
    return nullptr;
  }
};

/// A descriptor of cuDNN's that is destroyed with its owner.
template <typename Handle, auto Create, auto Destroy>
class Descriptor {
public:
  Descriptor() {
    const Cudnn &cudnn = Cudnn::instance();
    cudnn.check((cudnn.*Create)(&handle), "creating a descriptor");
  }
  ~Descriptor() { (Cudnn::instance().*Destroy)(handle); }
  Descriptor(const Descriptor &) = delete; // owns it
  Descriptor &operator=(const Descriptor &) = delete;
  Handle get() const { return handle; }

private:
  Handle handle = nullptr;
};
using Tensor = Descriptor<cudnnTensorDescriptor_t, &Cudnn::createTensor, &Cudnn::destroyTensor>;
using Filters = Descriptor<cudnnFilterDescriptor_t, &Cudnn::createFilter, &Cudnn::destroyFilter>;
using ConvolutionDescription =
    Descriptor<cudnnConvolutionDescriptor_t, &Cudnn::createConvolution, &Cudnn::destroyConvolution>;

/// Winograd's and the Fourier transform's sums are others, with other bounds on their error.
bool sumsProducts(cudnnConvolutionFwdAlgo_t algorithm) {
  return algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ||
         algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ||
         algorithm == CUDNN_CONVOLUTION_FWD_ALGO_GEMM ||
         algorithm == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
}

cudnnDataType_t typeOf(ElementType type) {
  return type == ElementType::F64    ? CUDNN_DATA_DOUBLE
         : type == ElementType::F16  ? CUDNN_DATA_HALF
         : type == ElementType::BF16 ? CUDNN_DATA_BFLOAT16
                                     : CUDNN_DATA_FLOAT;
}

/// Data of 16 bits, for tensor cores.
bool isHalf(const BaselineRow &row) {
  return row.type == ElementType::F16 || row.type == ElementType::BF16;
}

/// What a convolution of given sizes needs at each launch.
class Plan {
public:
  Plan(const ConvolutionCall &call, const BaselineRow &row, const Sizes &sizes, int most) {
    const Cudnn &cudnn = Cudnn::instance();
    const cudnnDataType_t type = typeOf(row.type);
    // Products of half precision are summed in FP32.
    const cudnnDataType_t sum = isHalf(row) ? CUDNN_DATA_FLOAT : type;
    const cudnnTensorFormat_t format = call.channelsLast ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
    const int filter = sizes[call.filterSize], stride = sizes[call.stride], pad = filter / 2;
    const auto along = [&](int extent) { return (extent + 2 * pad - filter) / stride + 1; };
    cudnn.check(cudnn.setTensor(input.get(), format, type, sizes[call.pictures],
                                sizes[call.channels], sizes[call.height], sizes[call.width]),
                "cudnnSetTensor4dDescriptor");
    cudnn.check(cudnn.setFilter(filters.get(), type, format, sizes[call.filterCount],
                                sizes[call.channels], filter, filter),
                "cudnnSetFilter4dDescriptor");
    cudnn.check(cudnn.setTensor(output.get(), format, type, sizes[call.pictures],
                                sizes[call.filterCount], along(sizes[call.height]),
                                along(sizes[call.width])),
                "cudnnSetTensor4dDescriptor");
    cudnn.check(cudnn.setConvolution(convolution.get(), pad, pad, stride, stride, 1, 1,
                                     CUDNN_CROSS_CORRELATION, sum),
                "cudnnSetConvolution2dDescriptor");
    // The default takes TF32 for float.
    cudnn.check(cudnn.setMathType(convolution.get(), isHalf(row) ? CUDNN_TENSOR_OP_MATH
                                                     : row.contract == Numerics::Tf32
                                                         ? CUDNN_DEFAULT_MATH
                                                         : CUDNN_FMA_MATH),
                "cudnnSetConvolutionMathType");
    findAlgorithms(row, most);
  }
  ~Plan() { cudaFree(workspace); }
  Plan(const Plan &) = delete; // owns the workspace
  Plan &operator=(const Plan &) = delete;

  std::size_t algorithms() const { return found.size(); }

  void enqueue(std::size_t chosen, const void *one, const void *zero, const void *pictures,
               const void *coefficients, void *result) const {
    const Cudnn &cudnn = Cudnn::instance();
    const cudnnConvolutionFwdAlgoPerf_t &algorithm = found[std::min(chosen, found.size() - 1)];
    cudnn.check(cudnn.setMathType(convolution.get(), algorithm.mathType),
                "cudnnSetConvolutionMathType");
    cudnn.check(cudnn.convolve(cudnn.handle, one, input.get(), pictures, filters.get(),
                               coefficients, convolution.get(), algorithm.algo, workspace,
                               algorithm.memory, zero, output.get(), result),
                "cudnnConvolutionForward");
  }

private:
  void findAlgorithms(const BaselineRow &row, int most) {
    const Cudnn &cudnn = Cudnn::instance();
    std::vector<cudnnConvolutionFwdAlgoPerf_t> all(CUDNN_CONVOLUTION_FWD_ALGO_COUNT * 2);
    int count = 0;
    cudnn.check(cudnn.getAlgorithms(cudnn.handle, input.get(), filters.get(), convolution.get(),
                                    output.get(), static_cast<int>(all.size()), &count, all.data()),
                "cudnnGetConvolutionForwardAlgorithm_v7");
    constexpr std::size_t MostBytes = std::size_t{1} << 30;
    std::size_t bytes = 0;
    for (int index = 0; index < count && found.size() < static_cast<std::size_t>(most); ++index) {
      cudnnConvolutionFwdAlgoPerf_t algorithm = all[static_cast<std::size_t>(index)];
      if (algorithm.status != CUDNN_STATUS_SUCCESS || !sumsProducts(algorithm.algo) ||
          algorithm.memory > MostBytes)
        continue;
      if (row.contract == Numerics::Fp32)
        algorithm.mathType = CUDNN_FMA_MATH;
      found.push_back(algorithm);
      bytes = std::max(bytes, algorithm.memory);
    }
    if (found.empty())
      throw NotSupported("cuDNN names no algorithm that sums the products of this convolution");
    if (bytes > 0)
      check(cudaMalloc(&workspace, bytes), "allocating cuDNN's workspace");
  }

  Tensor input, output;
  Filters filters;
  ConvolutionDescription convolution;
  std::vector<cudnnConvolutionFwdAlgoPerf_t> found; // best first, by the heuristics
  void *workspace = nullptr;
};

class CudnnConvolution : public Contestant {
public:
  CudnnConvolution(const ConvolutionCall &call, const BaselineRow &row) : call(call), row(row) {}

  bool truncatesOperands() const override { return true; }

  void enqueue(const PolybenchArguments &arguments) override {
    const Cudnn &cudnn = Cudnn::instance();
    cudnn.check(cudnn.setStream(cudnn.handle, static_cast<cudaStream_t>(arguments.stream)),
                "cudnnSetStream");
    const Plan &plan =
        planOf(Sizes(arguments.dimensions, arguments.dimensions + arguments.dimensionCount));
    const float one = 1, zero = 0;
    const double wideOne = 1, wideZero = 0;
    const bool isWide = row.type == ElementType::F64;
    plan.enqueue(chosen, isWide ? static_cast<const void *>(&wideOne) : &one,
                 isWide ? static_cast<const void *>(&wideZero) : &zero,
                 arguments.buffers[call.input], arguments.buffers[call.filters],
                 arguments.buffers[call.output]);
  }

  void considerAlgorithms(int wanted) override {
    if (wanted == most)
      return;
    most = wanted;
    chosen = 0;
    plans.clear();
  }
  int algorithms() const override {
    std::size_t count = 1;
    for (const auto &[sizes, plan] : plans)
      count = std::max(count, plan->algorithms());
    return static_cast<int>(count);
  }
  void chooseAlgorithm(int index) override { chosen = static_cast<std::size_t>(index); }

private:
  const Plan &planOf(const Sizes &sizes) {
    std::unique_ptr<Plan> &known = plans[sizes];
    if (!known)
      known = std::make_unique<Plan>(call, row, sizes, most);
    return *known;
  }

  ConvolutionCall call;
  BaselineRow row;
  int most = 1;
  std::size_t chosen = 0;
  std::map<Sizes, std::unique_ptr<Plan>> plans;
};

} // namespace

std::unique_ptr<Contestant> makeConvolution(const ConvolutionCall &call, const BaselineRow &row) {
  return std::make_unique<CudnnConvolution>(call, row);
}

} // namespace warpsmith::harness::worker
