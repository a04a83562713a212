// Products by cublasLt, with one of the algorithms that its heuristics name.
#include "runtime/harness/worker/Cublas.h"
#include <algorithm>
#include <cstdint>
#include <cublasLt.h>
#include <map>
#include <tuple>
#include <vector>

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

/// Column-major, without padding; of a batch one after the other.
Layout makeLayout(cudaDataType_t type, int rows, int columns, int batches = 1) {
  cublasLtMatrixLayout_t layout = nullptr;
  checkCublas(cublasLtMatrixLayoutCreate(&layout, type, rows, columns, rows),
              "cublasLtMatrixLayoutCreate");
  Layout owned(layout);
  if (batches > 1) {
    const std::int32_t count = batches;
    const std::int64_t stride = std::int64_t{1} * rows * columns;
    checkCublas(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                                 sizeof count),
                "cublasLtMatrixLayoutSetAttribute");
    checkCublas(cublasLtMatrixLayoutSetAttribute(
                    layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride),
                "cublasLtMatrixLayoutSetAttribute");
  }
  return owned;
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
  LtMatmul(const BaselineRow &row, ElementType output)
      : row(row),
        output(output),
        data(cudaType(row.type)) {
    checkCublas(cublasLtCreate(&handle), "cublasLtCreate");
  }
  ~LtMatmul() override { cublasLtDestroy(handle); }
  LtMatmul(const LtMatmul &) = delete; // owns the handle
  LtMatmul &operator=(const LtMatmul &) = delete;

  void enqueue(const Product &wanted) override {
    Product product = wanted;
    if (sizeOf(row.type) == 1)
      putLengthInnermost(product);
    const Choice &choice = choose(product);
    const CublasScalar alpha(row, output, product.alpha);
    const CublasScalar beta(row, output, product.beta);
    const cublasLtMatmulAlgo_t &algorithm =
        choice.algorithms[std::min(chosen, choice.algorithms.size() - 1)];
    checkCublas(cublasLtMatmul(handle, choice.description.get(), alpha.get(), product.right,
                               choice.right.get(), product.left, choice.left.get(), beta.get(),
                               product.output, choice.output.get(), product.output,
                               choice.output.get(), &algorithm, Cublas::instance().workspace(),
                               Cublas::WorkspaceBytes, product.stream),
                "cublasLtMatmul");
  }

  void considerAlgorithms(int wanted) override {
    if (wanted == most)
      return;
    most = wanted;
    chosen = 0;
    choices.clear();
  }

  int algorithms() const override {
    std::size_t count = 1;
    for (const auto &[key, choice] : choices)
      count = std::max(count, choice.algorithms.size());
    return static_cast<int>(count);
  }

  void chooseAlgorithm(int index) override { chosen = static_cast<std::size_t>(index); }

private:
  /// What one kind of product needs at each launch.
  struct Choice {
    Description description;
    Layout right, left, output;                   // column-major: the first, the second, the result
    std::vector<cublasLtMatmulAlgo_t> algorithms; // best first, by the heuristics
  };
  using Key =
      std::tuple<int, int, int, int, bool, bool, std::uint32_t, std::uint32_t, std::uint32_t>;

  const Choice &choose(const Product &product) {
    const Key key = {product.rows,
                     product.columns,
                     product.length,
                     product.batches,
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
    checkCublas(cublasLtMatmulDescCreate(&description, computeType(row), scalarType(row, output)),
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
    const int batches = product.batches;
    choice.right = product.transposeRight
                       ? makeLayout(data, product.length, product.columns, batches)
                       : makeLayout(data, product.columns, product.length, batches);
    choice.left = product.transposeLeft ? makeLayout(data, product.rows, product.length, batches)
                                        : makeLayout(data, product.length, product.rows, batches);
    choice.output = makeLayout(cudaType(output), product.columns, product.rows, batches);
    choice.algorithms = findAlgorithms(choice, product);
    return choice;
  }

  std::vector<cublasLtMatmulAlgo_t> findAlgorithms(const Choice &choice,
                                                   const Product &product) const {
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
    std::vector<cublasLtMatmulHeuristicResult_t> results(static_cast<std::size_t>(most));
    int found = 0;
    checkCublas(cublasLtMatmulAlgoGetHeuristic(handle, choice.description.get(), choice.right.get(),
                                               choice.left.get(), choice.output.get(),
                                               choice.output.get(), created, most, results.data(),
                                               &found),
                "cublasLtMatmulAlgoGetHeuristic");
    std::vector<cublasLtMatmulAlgo_t> algorithms;
    for (int index = 0; index < found; ++index) {
      if (results[static_cast<std::size_t>(index)].state == CUBLAS_STATUS_SUCCESS)
        algorithms.push_back(results[static_cast<std::size_t>(index)].algo);
    }
    if (algorithms.empty())
      throw NotSupported("cublasLtMatmulAlgoGetHeuristic: no algorithm for this product");
    return algorithms;
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
    // Bytes are bytes: FP8 cannot be transformed.
    const Layout from = makeLayout(CUDA_R_8I, columns, rows);
    const Layout to = makeLayout(CUDA_R_8I, rows, columns);
    const float one = 1;
    const float zero = 0;
    checkCublas(cublasLtMatrixTransform(handle, transformation.get(), &one, matrix, from.get(),
                                        &zero, nullptr, nullptr, result, to.get(), stream),
                "cublasLtMatrixTransform");
    return result;
  }

  BaselineRow row;
  ElementType output;
  cudaDataType_t data;
  int most = 1;
  std::size_t chosen = 0;
  cublasLtHandle_t handle = nullptr;
  Transformation transformation;
  Scratch leftCopy, rightCopy;
  std::map<Key, Choice> choices;
};

} // namespace

std::unique_ptr<ProductRoutine> makeLtMatmul(const BaselineRow &row, ElementType output) {
  return std::make_unique<LtMatmul>(row, output);
}

} // namespace warpsmith::harness::worker
