// cuBLAS's products with a triangular matrix.
#include "runtime/harness/worker/Cublas.h"

namespace warpsmith::harness::worker {
namespace {

class CublasTriangularProduct : public Contestant {
public:
  CublasTriangularProduct(const TriangularProduct &wanted, const BaselineRow &of)
      : product(wanted),
        row(of) {}

  bool truncatesOperands() const override { return true; }

  void enqueue(const PolybenchArguments &arguments) override {
    Cublas::instance().setStream(static_cast<cudaStream_t>(arguments.stream));
    if (row.type == ElementType::F64)
      enqueueAs<double>(arguments, cublasDtrmm);
    else
      enqueueAs<float>(arguments, cublasStrmm);
  }

private:
  template <typename Element, typename Routine>
  void enqueueAs(const PolybenchArguments &arguments, Routine routine) const {
    const auto operand = [&](int buffer) {
      return static_cast<const Element *>(arguments.buffers[buffer]);
    };
    const int order = arguments.dimensions[product.order];
    const int columns = arguments.dimensions[product.columns];
    const auto alpha = static_cast<Element>(arguments.scalars[product.alpha]);
    // Row-major matrices are column-major transposed ones: output' := alpha * right' * left, and
    // the lower triangle of left is the upper one of left'.
    checkCublas(routine(Cublas::instance().handle(), CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER,
                        CUBLAS_OP_T, CUBLAS_DIAG_UNIT, columns, order, &alpha,
                        operand(product.left), order, operand(product.right), columns,
                        static_cast<Element *>(arguments.buffers[product.output]), columns),
                "cublasXtrmm");
  }

  TriangularProduct product;
  BaselineRow row;
};

} // namespace

std::unique_ptr<Contestant> makeTriangularProduct(const TriangularProduct &product,
                                                  const BaselineRow &row) {
  return std::make_unique<CublasTriangularProduct>(product, row);
}

} // namespace warpsmith::harness::worker
