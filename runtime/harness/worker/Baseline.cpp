#include "runtime/harness/worker/Baseline.h"
#include "runtime/harness/worker/Cublas.h"
#include "runtime/harness/worker/Cudnn.h"

namespace warpsmith::harness::worker {
namespace {

/// cublasGemmEx, which chooses its algorithm itself.
class GemmEx : public ProductRoutine {
public:
  GemmEx(const BaselineRow &row, ElementType output) : row(row), output(output) {}

  void enqueue(const Product &product) override {
    const cudaDataType_t data = cudaType(row.type);
    const CublasScalar alpha(row, output, product.alpha);
    const CublasScalar beta(row, output, product.beta);
    const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
    const int leadingRight = product.transposeRight ? product.length : product.columns;
    const int leadingLeft = product.transposeLeft ? product.rows : product.length;
    if (product.batches == 1) {
      checkCublas(cublasGemmEx(Cublas::instance().handle(), operation(product.transposeRight),
                               operation(product.transposeLeft), product.columns, product.rows,
                               product.length, alpha.get(), product.right, data, leadingRight,
                               product.left, data, leadingLeft, beta.get(), product.output,
                               cudaType(output), product.columns, computeType(row),
                               CUBLAS_GEMM_DEFAULT),
                  "cublasGemmEx");
      return;
    }
    checkCublas(cublasGemmStridedBatchedEx(
                    Cublas::instance().handle(), operation(product.transposeRight),
                    operation(product.transposeLeft), product.columns, product.rows, product.length,
                    alpha.get(), product.right, data, leadingRight, product.rightElements(),
                    product.left, data, leadingLeft, product.leftElements(), beta.get(),
                    product.output, cudaType(output), product.columns, product.outputElements(),
                    product.batches, computeType(row), CUBLAS_GEMM_DEFAULT),
                "cublasGemmStridedBatchedEx");
  }

private:
  BaselineRow row;
  ElementType output;
};

class CublasBaseline : public Contestant {
public:
  /// `parts` is null for a benchmark that consists of products alone.
  CublasBaseline(const Benchmark &benchmark, const BaselineRow &row,
                 std::unique_ptr<ProductRoutine> routine, std::unique_ptr<Contestant> parts)
      : calls(benchmark.baseline),
        row(row),
        routine(std::move(routine)),
        parts(std::move(parts)) {}

  bool truncatesOperands() const override { return true; }
  void considerAlgorithms(int most) override { routine->considerAlgorithms(most); }
  int algorithms() const override { return routine->algorithms(); }
  void chooseAlgorithm(int index) override { routine->chooseAlgorithm(index); }

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

  bool scales(const ProductCall &call) const {
    return isInteger(row.type) && call.resultScale >= 0;
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
    routine->enqueue({.left = arguments.buffers[call.left],
                      .right = arguments.buffers[call.right],
                      .output = arguments.buffers[call.output],
                      .rows = rows,
                      .columns = columns,
                      .length = extent(arguments, call.length),
                      .batches = extent(arguments, call.batches),
                      .transposeLeft = call.transposeLeft,
                      .transposeRight = call.transposeRight,
                      .alpha = scalar(arguments, scales(call) ? call.resultScale : call.alpha, 1),
                      .beta = scalar(arguments, call.beta, call.accumulate ? 1 : 0),
                      .stream = static_cast<cudaStream_t>(arguments.stream)});
    if (call.copyTo < 0)
      return;
    const std::size_t bytes = std::size_t{1} * rows * columns * sizeOf(resultType(row.type));
    check(cudaMemcpyAsync(arguments.buffers[call.copyTo], arguments.buffers[call.output], bytes,
                          cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(arguments.stream)),
          "copying the product");
  }

  std::vector<ProductCall> calls;
  BaselineRow row;
  std::unique_ptr<ProductRoutine> routine;
  std::unique_ptr<Contestant> parts;
};

} // namespace

std::unique_ptr<Contestant> makeBaseline(const Benchmark &benchmark, ElementType type,
                                         std::string_view name,
                                         const std::filesystem::path &original) {
  if (!hasBaseline(benchmark))
    throw std::runtime_error("'" + std::string(benchmark.name) + "' has no baseline");
  for (const BaselineRow &row : BaselineRows) {
    if (row.name != name || row.type != type || !appliesTo(row, benchmark))
      continue;
    if (row.routine == BaselineRoutine::Syrk || row.routine == BaselineRoutine::Syr2k)
      return makeSymmetricUpdate(*benchmark.symmetricUpdate, row);
    if (row.routine == BaselineRoutine::Trmm)
      return makeTriangularProduct(*benchmark.triangularProduct, row);
    if (row.routine == BaselineRoutine::Convolution)
      return makeConvolution(*benchmark.convolution, row);
    const ElementType output = typeOf(benchmark, benchmark.baseline.front().output, type);
    std::unique_ptr<ProductRoutine> routine;
    if (row.routine == BaselineRoutine::LtMatmul)
      routine = makeLtMatmul(row, output);
    else
      routine = std::make_unique<GemmEx>(row, output);
    return std::make_unique<CublasBaseline>(benchmark, row, std::move(routine),
                                            benchmark.baselineHasParts ? loadLibrary(original)
                                                                       : nullptr);
  }
  throw std::runtime_error("no baseline '" + std::string(name) + "' for " +
                           std::string(spelling(type)) + " of '" + benchmark.name + "'");
}

std::string cublasVersion() {
  int version = 0;
  checkCublas(cublasGetVersion(Cublas::instance().handle(), &version), "cublasGetVersion");
  const int major = version / 10000;
  return std::to_string(major) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

} // namespace warpsmith::harness::worker
