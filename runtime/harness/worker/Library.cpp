#include "runtime/harness/worker/Contestant.h"
#include "runtime/harness/worker/Cuda.h"
#include <dlfcn.h>

namespace warpsmith::harness::worker {
namespace {

using RunFunction = int(const PolybenchArguments *);
using RefusalFunction = const char *();

class Library : public Contestant {
public:
  Library(RunFunction *function, RefusalFunction *refusal) : function(function), refusal(refusal) {}

  void enqueue(const PolybenchArguments &arguments) override {
    const int status = function(&arguments);
    if (status == POLYBENCH_BAD_ARGUMENTS) {
      const std::string reason = refusal ? refusal() : "";
      if (!reason.empty())
        throw CudaError("launch refused: " + reason);
      throw CudaError("launch refused: the library was built for another benchmark or another "
                      "version of polybench_abi.h");
    }
    check(static_cast<cudaError_t>(status), "launch");
  }

private:
  RunFunction *function;
  RefusalFunction *refusal; // of users' kernels; may be null
};

} // namespace

std::unique_ptr<Contestant> loadLibrary(const std::filesystem::path &file) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw std::runtime_error("cannot load '" + file.string() + "': " + dlerror());
  void *symbol = dlsym(handle, "polybench_run");
  if (!symbol)
    throw std::runtime_error("'" + file.string() + "' has no function polybench_run");
  return std::make_unique<Library>(
      reinterpret_cast<RunFunction *>(symbol),
      reinterpret_cast<RefusalFunction *>(dlsym(handle, "polybench_refusal")));
}

} // namespace warpsmith::harness::worker
