#include "runtime/harness/worker/Baseline.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/worker/Cuda.h"
#include <cublas_v2.h>

namespace warpsmith::harness::worker {
namespace {

constexpr std::size_t WorkspaceBytes = std::size_t{32} << 20; // what cuBLAS advises for Hopper

void checkCublas(cublasStatus_t status, const std::string &what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw CudaError(what + ": " + cublasGetStatusString(status));
}

/// One handle and workspace for the process: creating them takes longer than many products.
class Cublas {
public:
  static Cublas &instance() {
    static Cublas cublas;
    return cublas;
  }

  cublasHandle_t handle() const { return created; }

  void setStream(cudaStream_t wanted) {
    if (wanted == stream)
      return;
    checkCublas(cublasSetStream(created, wanted), "cublasSetStream");
    // cublasSetStream goes back to the built-in workspace.
    checkCublas(cublasSetWorkspace(created, workspace, WorkspaceBytes), "cublasSetWorkspace");
    stream = wanted;
  }

private:
  Cublas() {
    checkCublas(cublasCreate(&created), "cublasCreate");
    check(cudaMalloc(&workspace, WorkspaceBytes), "allocating cuBLAS's workspace");
    checkCublas(cublasSetWorkspace(created, workspace, WorkspaceBytes), "cublasSetWorkspace");
  }

  cublasHandle_t created = nullptr;
  void *workspace = nullptr;
  cudaStream_t stream = nullptr;
};

cudaDataType_t cudaType(ElementType type) {
  switch (type) {
  case ElementType::Float:
    return CUDA_R_32F;
  case ElementType::Double:
    return CUDA_R_64F;
  case ElementType::Half:
    return CUDA_R_16F;
  case ElementType::BFloat16:
    return CUDA_R_16BF;
  case ElementType::Int8:
    return CUDA_R_8I;
  case ElementType::Int32:
    return CUDA_R_32I;
  case ElementType::UInt8:
  case ElementType::Int16:
  case ElementType::UInt32:
    break;
  }
  throw std::logic_error("unknown element type");
}

cublasComputeType_t computeType(const BaselineRow &row) {
  if (row.type == ElementType::Double)
    return CUBLAS_COMPUTE_64F;
  if (isInteger(row.type))
    return CUBLAS_COMPUTE_32I;
  if (row.type != ElementType::Float)
    return CUBLAS_COMPUTE_32F;
  switch (row.contract) {
  case Contract::Tf32:
    return CUBLAS_COMPUTE_32F_FAST_TF32;
  case Contract::Fp16:
    return CUBLAS_COMPUTE_32F_FAST_16F;
  case Contract::BFloat16:
    return CUBLAS_COMPUTE_32F_FAST_16BF;
  case Contract::BitExact:
  case Contract::Fp32:
    break;
  }
  return CUBLAS_COMPUTE_32F;
}

class CublasBaseline : public Contestant {
public:
  /// `parts` is null for a benchmark that consists of products alone.
  CublasBaseline(const Benchmark &benchmark, const BaselineRow &row,
                 std::unique_ptr<Contestant> parts)
      : calls(benchmark.baseline),
        row(row),
        parts(std::move(parts)) {}

  bool truncatesOperands() const override { return true; }

  void enqueue(const PolybenchArguments &arguments) override {
    Cublas::instance().setStream(static_cast<cudaStream_t>(arguments.stream));
    enqueuePart(POLYBENCH_BEFORE_PRODUCTS, arguments);
    for (const ProductCall &call : calls)
      enqueue(call, arguments);
    enqueuePart(POLYBENCH_AFTER_PRODUCTS, arguments);
  }

private:
  void enqueuePart(int part, PolybenchArguments arguments) {
    arguments.part = part;
    if (parts)
      parts->enqueue(arguments);
  }

  static double scalar(const PolybenchArguments &arguments, int index, double otherwise) {
    return index < 0 ? otherwise : arguments.scalars[index];
  }

  static int extent(const PolybenchArguments &arguments, const std::vector<int> &dimensions) {
    int product = 1;
    for (const int dimension : dimensions)
      product *= arguments.dimensions[dimension];
    return product;
  }

  void enqueue(const ProductCall &call, const PolybenchArguments &arguments) const {
    const int rows = extent(arguments, call.rows);
    const int columns = extent(arguments, call.columns);
    const int length = extent(arguments, call.length);
    const double alpha = scalar(arguments, call.alpha, 1);
    const double beta = scalar(arguments, call.beta, call.accumulate ? 1 : 0);
    const auto alphaSingle = static_cast<float>(alpha);
    const auto betaSingle = static_cast<float>(beta);
    const auto alphaInteger = static_cast<int>(alpha), betaInteger = static_cast<int>(beta);
    // Scalars have the type that is computed in.
    const auto ofType = [&](const double &asDouble, const float &asSingle, const int &asInteger) {
      return row.type == ElementType::Double ? static_cast<const void *>(&asDouble)
             : isInteger(row.type)           ? static_cast<const void *>(&asInteger)
                                             : static_cast<const void *>(&asSingle);
    };
    const cudaDataType_t data = cudaType(row.type);
    // Row-major out = left * right is column-major out' = right' * left'.
    checkCublas(
        cublasGemmEx(Cublas::instance().handle(), call.transposeRight ? CUBLAS_OP_T : CUBLAS_OP_N,
                     call.transposeLeft ? CUBLAS_OP_T : CUBLAS_OP_N, columns, rows, length,
                     ofType(alpha, alphaSingle, alphaInteger), arguments.buffers[call.right], data,
                     call.transposeRight ? length : columns, arguments.buffers[call.left], data,
                     call.transposeLeft ? rows : length, ofType(beta, betaSingle, betaInteger),
                     arguments.buffers[call.output], cudaType(resultType(row.type)), columns,
                     computeType(row), CUBLAS_GEMM_DEFAULT),
        "cublasGemmEx");
    if (call.copyTo < 0)
      return;
    const std::size_t bytes = std::size_t{1} * rows * columns * sizeOf(resultType(row.type));
    check(cudaMemcpyAsync(arguments.buffers[call.copyTo], arguments.buffers[call.output], bytes,
                          cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(arguments.stream)),
          "copying the product");
  }

  std::vector<ProductCall> calls;
  BaselineRow row;
  std::unique_ptr<Contestant> parts;
};

} // namespace

std::unique_ptr<Contestant> makeBaseline(const Benchmark &benchmark, ElementType type,
                                         std::string_view name,
                                         const std::filesystem::path &original) {
  if (benchmark.baseline.empty())
    throw std::runtime_error("'" + std::string(benchmark.name) + "' has no cuBLAS baseline");
  for (const BaselineRow &row : BaselineRows) {
    if (row.name == name && row.type == type)
      return std::make_unique<CublasBaseline>(
          benchmark, row, benchmark.baselineHasParts ? loadLibrary(original) : nullptr);
  }
  throw std::runtime_error("no cuBLAS baseline '" + std::string(name) + "' for " +
                           std::string(spelling(type)));
}

std::string cublasVersion() {
  int version = 0;
  checkCublas(cublasGetVersion(Cublas::instance().handle(), &version), "cublasGetVersion");
  const int major = version / 10000;
  return std::to_string(major) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

} // namespace warpsmith::harness::worker
