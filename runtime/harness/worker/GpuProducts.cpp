#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/Products.h"
#include "runtime/harness/worker/ReferenceKernel.h"
#include <algorithm>

namespace warpsmith::harness::worker {
namespace {

/// Device memory for doubles.
class DeviceDoubles {
public:
  explicit DeviceDoubles(std::size_t count) : bytes(count * sizeof(double)) {
    check(cudaMalloc(&memory, bytes), "allocating memory for the FP64 reference");
  }
  DeviceDoubles(const double *values, std::size_t count) : DeviceDoubles(count) {
    check(cudaMemcpy(memory, values, bytes, cudaMemcpyHostToDevice), "uploading to the reference");
  }
  ~DeviceDoubles() { cudaFree(memory); }
  DeviceDoubles(const DeviceDoubles &) = delete; // owns the allocation
  DeviceDoubles &operator=(const DeviceDoubles &) = delete;

  double *data() const { return static_cast<double *>(memory); }
  void download(double *values) const {
    check(cudaMemcpy(values, memory, bytes, cudaMemcpyDeviceToHost), "downloading the reference");
  }

private:
  void *memory = nullptr;
  std::size_t bytes;
};

/// Elements from the view's first to its last.
std::size_t extentOf(const MatrixView &view) {
  return (view.rows - 1) * view.rowStride + (view.columns - 1) * view.columnStride + 1;
}

class GpuProductEngine : public ProductEngine {
public:
  void multiply(const MatrixView &left, const MatrixView &right, double *value,
                double *magnitude) override {
    const DeviceDoubles leftData(left.data, extentOf(left));
    const DeviceDoubles rightData(right.data, extentOf(right));
    const DeviceDoubles valueData(left.rows * right.columns);
    const DeviceDoubles magnitudeData(left.rows * right.columns);
    const ReferenceProduct product = {leftData.data(),      rightData.data(),  valueData.data(),
                                      magnitudeData.data(), left.rows,         right.columns,
                                      left.columns,         left.rowStride,    left.columnStride,
                                      right.rowStride,      right.columnStride};
    check(static_cast<cudaError_t>(launchReferenceProduct(product)), "the FP64 reference kernel");
    synchronize("the FP64 reference kernel");
    valueData.download(value);
    magnitudeData.download(magnitude);
  }
};

} // namespace

std::unique_ptr<ProductEngine> makeProductEngine() {
  return std::make_unique<GpuProductEngine>();
}

} // namespace warpsmith::harness::worker
