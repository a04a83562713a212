// Products by cublasLt, with the algorithm that its heuristics name first.
#include "runtime/harness/worker/Cublas.h"
#include <algorithm>
#include <cstdint>
#include <cublasLt.h>
#include <map>
#include <tuple>

namespace warpsmith::harness::worker {
namespace {

constexpr std::uint32_t LargestAlignment = 256; // bytes; the heuristics know no more

template <typename Value, auto Destroy>
struct Destroyer {
  void operator()(Value *value) const { Destroy(value); }
};
template <typename Handle, auto Destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>,
                              Destroyer<std::remove_pointer_t<Handle>, Destroy>>;
using Layout = Owned<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;
using Description = Owned<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy>;
using Preference = Owned<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy>;
using Transformation = Owned<cublasLtMatrixTransformDesc_t, cublasLtMatrixTransformDescDestroy>;

/// Column-major, without padding.
Layout makeLayout(cudaDataType_t type, int rows, int columns) {
  cublasLtMatrixLayout_t layout = nullptr;
  checkCublas(cublasLtMatrixLayoutCreate(&layout, type, rows, columns, rows),
              "cublasLtMatrixLayoutCreate");
  return Layout(layout);
}

std::uint32_t alignmentOf(const void *address) {
  const auto bits = reinterpret_cast<std::uintptr_t>(address);
  return static_cast<std::uint32_t>(std::min<std::uintptr_t>(bits & -bits, LargestAlignment));
}

/// Device memory that grows. It is filled and read by work on one stream at a time.
class Scratch {
public:
  Scratch() = default;
  ~Scratch() { cudaFree(memory); }
  Scratch(const Scratch &) = delete; // owns the memory
  Scratch &operator=(const Scratch &) = delete;

  void *ofBytes(std::size_t wanted) {
    if (wanted > bytes) {
      check(cudaFree(memory), "releasing the transposed operand");
      memory = nullptr;
      bytes = 0;
      check(cudaMalloc(&memory, wanted), "allocating the transposed operand");
      bytes = wanted;
    }
    return memory;
  }

private:
  void *memory = nullptr;
  std::size_t bytes = 0;
};

class LtMatmul : public ProductRoutine {
public:
  explicit LtMatmul(const BaselineRow &row) : row(row), data(cudaType(row.type)) {
    checkCublas(cublasLtCreate(&handle), "cublasLtCreate");
  }
  ~LtMatmul() override { cublasLtDestroy(handle); }
  LtMatmul(const LtMatmul &) = delete; // owns the handle
  LtMatmul &operator=(const LtMatmul &) = delete;

  void enqueue(const Product &wanted) override {
    Product product = wanted;
    if (isInteger(row.type))
      putLengthInnermost(product);
    const Choice &choice = choose(product);
    const CublasScalar alpha(row, product.alpha);
    const CublasScalar beta(row, product.beta);
    checkCublas(cublasLtMatmul(
                    handle, choice.description.get(), alpha.get(), product.right,
                    choice.right.get(), product.left, choice.left.get(), beta.get(), product.output,
                    choice.output.get(), product.output, choice.output.get(), &choice.algorithm,
                    Cublas::instance().workspace(), Cublas::WorkspaceBytes, product.stream),
                "cublasLtMatmul");
  }

private:
  /// What one kind of product needs at each launch.
  struct Choice {
    Description description;
    Layout right, left, output; // column-major: the first, the second, the result
    cublasLtMatmulAlgo_t algorithm = {};
  };
  using Key = std::tuple<int, int, int, bool, bool, std::uint32_t, std::uint32_t, std::uint32_t>;

  const Choice &choose(const Product &product) {
    const Key key = {product.rows,
                     product.columns,
                     product.length,
                     product.transposeLeft,
                     product.transposeRight,
                     alignmentOf(product.right),
                     alignmentOf(product.left),
                     alignmentOf(product.output)};
    const auto known = choices.find(key);
    return known != choices.end() ? known->second
                                  : choices.emplace(key, makeChoice(product)).first->second;
  }

  Choice makeChoice(const Product &product) const {
    Choice choice;
    cublasLtMatmulDesc_t description = nullptr;
    checkCublas(cublasLtMatmulDescCreate(&description, computeType(row), scalarType(row)),
                "cublasLtMatmulDescCreate");
    choice.description.reset(description);
    const auto transpose = [&](cublasLtMatmulDescAttributes_t attribute, bool transposed) {
      const std::int32_t operation = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
      checkCublas(
          cublasLtMatmulDescSetAttribute(description, attribute, &operation, sizeof operation),
          "cublasLtMatmulDescSetAttribute");
    };
    transpose(CUBLASLT_MATMUL_DESC_TRANSA, product.transposeRight);
    transpose(CUBLASLT_MATMUL_DESC_TRANSB, product.transposeLeft);
    choice.right = product.transposeRight ? makeLayout(data, product.length, product.columns)
                                          : makeLayout(data, product.columns, product.length);
    choice.left = product.transposeLeft ? makeLayout(data, product.rows, product.length)
                                        : makeLayout(data, product.length, product.rows);
    choice.output = makeLayout(cudaType(resultType(row.type)), product.columns, product.rows);
    choice.algorithm = firstAlgorithm(choice, product);
    return choice;
  }

  cublasLtMatmulAlgo_t firstAlgorithm(const Choice &choice, const Product &product) const {
    cublasLtMatmulPreference_t created = nullptr;
    checkCublas(cublasLtMatmulPreferenceCreate(&created), "cublasLtMatmulPreferenceCreate");
    const Preference preference(created);
    const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto &value) {
      checkCublas(cublasLtMatmulPreferenceSetAttribute(created, attribute, &value, sizeof value),
                  "cublasLtMatmulPreferenceSetAttribute");
    };
    set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Cublas::WorkspaceBytes);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignmentOf(product.right));
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignmentOf(product.left));
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignmentOf(product.output));
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignmentOf(product.output));
    cublasLtMatmulHeuristicResult_t result = {};
    int found = 0;
    checkCublas(cublasLtMatmulAlgoGetHeuristic(handle, choice.description.get(), choice.right.get(),
                                               choice.left.get(), choice.output.get(),
                                               choice.output.get(), created, 1, &result, &found),
                "cublasLtMatmulAlgoGetHeuristic");
    if (found < 1)
      throw CudaError("cublasLtMatmulAlgoGetHeuristic: no algorithm for this product");
    checkCublas(result.state, "the first choice of cublasLtMatmulAlgoGetHeuristic");
    return result.algo;
  }

  void putLengthInnermost(Product &product) {
    if (product.transposeLeft) {
      product.left =
          transposed(product.left, product.length, product.rows, leftCopy, product.stream);
      product.transposeLeft = false;
    }
    if (!product.transposeRight) {
      product.right =
          transposed(product.right, product.length, product.columns, rightCopy, product.stream);
      product.transposeRight = true;
    }
  }

  /// A row-major matrix of that shape, transposed.
  const void *transposed(const void *matrix, int rows, int columns, Scratch &copy,
                         cudaStream_t stream) {
    if (!transformation) {
      cublasLtMatrixTransformDesc_t created = nullptr;
      checkCublas(cublasLtMatrixTransformDescCreate(&created, CUDA_R_32F),
                  "cublasLtMatrixTransformDescCreate");
      transformation.reset(created);
      const std::int32_t operation = CUBLAS_OP_T;
      checkCublas(cublasLtMatrixTransformDescSetAttribute(
                      created, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &operation, sizeof operation),
                  "cublasLtMatrixTransformDescSetAttribute");
    }
    void *result = copy.ofBytes(std::size_t{1} * rows * columns * sizeOf(row.type));
    const Layout from = makeLayout(data, columns, rows);
    const Layout to = makeLayout(data, rows, columns);
    const float one = 1;
    const float zero = 0;
    checkCublas(cublasLtMatrixTransform(handle, transformation.get(), &one, matrix, from.get(),
                                        &zero, nullptr, nullptr, result, to.get(), stream),
                "cublasLtMatrixTransform");
    return result;
  }

  BaselineRow row;
  cudaDataType_t data;
  cublasLtHandle_t handle = nullptr;
  Transformation transformation;
  Scratch leftCopy, rightCopy;
  std::map<Key, Choice> choices;
};

} // namespace

std::unique_ptr<ProductRoutine> makeLtMatmul(const BaselineRow &row) {
  return std::make_unique<LtMatmul>(row);
}

} // namespace warpsmith::harness::worker
