// cuBLAS's symmetric updates, which compute one triangle of C.
#include "runtime/harness/worker/Cublas.h"

namespace warpsmith::harness::worker {
namespace {

class CublasSymmetricUpdate : public Contestant {
public:
  CublasSymmetricUpdate(const SymmetricUpdate &update, const BaselineRow &row)
      : update(update),
        row(row) {}

  bool truncatesOperands() const override { return true; }
  std::optional<int> lowerTriangle() const override { return update.output; }

  void enqueue(const PolybenchArguments &arguments) override {
    Cublas::instance().setStream(static_cast<cudaStream_t>(arguments.stream));
    if (row.type == ElementType::F64)
      enqueueAs<double>(arguments);
    else
      enqueueAs<float>(arguments);
  }

private:
  template <typename Element>
  void enqueueAs(const PolybenchArguments &arguments) const {
    const auto operand = [&](int buffer) {
      return static_cast<const Element *>(arguments.buffers[buffer]);
    };
    const cublasHandle_t handle = Cublas::instance().handle();
    // Row-major operands are column-major transposed ones, and their lower triangle is the upper.
    constexpr cublasFillMode_t Triangle = CUBLAS_FILL_MODE_UPPER;
    constexpr cublasOperation_t Operation = CUBLAS_OP_T;
    const int order = arguments.dimensions[update.order];
    const int length = arguments.dimensions[update.length];
    const auto alpha = static_cast<Element>(arguments.scalars[update.alpha]);
    const auto beta = static_cast<Element>(arguments.scalars[update.beta]);
    auto *output = static_cast<Element *>(arguments.buffers[update.output]);
    if (!update.isRank2k()) {
      const auto routine = [] {
        if constexpr (std::is_same_v<Element, double>)
          return cublasDsyrk;
        else
          return cublasSsyrk;
      }();
      checkCublas(routine(handle, Triangle, Operation, order, length, &alpha, operand(update.left),
                          length, &beta, output, order),
                  "cublasXsyrk");
      return;
    }
    const auto routine = [] {
      if constexpr (std::is_same_v<Element, double>)
        return cublasDsyr2k;
      else
        return cublasSsyr2k;
    }();
    checkCublas(routine(handle, Triangle, Operation, order, length, &alpha, operand(update.left),
                        length, operand(update.right), length, &beta, output, order),
                "cublasXsyr2k");
  }

  SymmetricUpdate update;
  BaselineRow row;
};

} // namespace

std::unique_ptr<Contestant> makeSymmetricUpdate(const SymmetricUpdate &update,
                                                const BaselineRow &row) {
  return std::make_unique<CublasSymmetricUpdate>(update, row);
}

} // namespace warpsmith::harness::worker
