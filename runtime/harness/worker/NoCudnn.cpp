// For a CUDA toolkit without cuDNN's header.
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/Cudnn.h"

namespace warpsmith::harness::worker {
namespace {

class WithoutCudnn : public Contestant {
public:
  void enqueue(const PolybenchArguments &) override {
    throw NotSupported("this worker was built without cuDNN's header");
  }
};

} // namespace

std::unique_ptr<Contestant> makeConvolution(const ConvolutionCall &, const BaselineRow &) {
  return std::make_unique<WithoutCudnn>();
}

} // namespace warpsmith::harness::worker
