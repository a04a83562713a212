#include "rewriter/frontend/clang/HiddenToolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

namespace warpsmith::frontend {
namespace {

namespace vfs = llvm::vfs;

/// How the names of a toolkit's headers and of their folders begin. Source: the include folders of
/// the toolkits 8.0 to 13.0, with cuDNN and NCCL.
constexpr llvm::StringLiteral Beginnings[] = {"builtin_types.h",
                                              "cccl/",
                                              "channel_descriptor.h",
                                              "common_functions.h",
                                              "cooperative_groups",
                                              "crt/",
                                              "cub/",
                                              "cuComplex.h",
                                              "cublas",
                                              "cuda",
                                              "cudnn",
                                              "cufft",
                                              "cupti",
                                              "curand",
                                              "cusolver",
                                              "cusparse",
                                              "device_atomic_functions",
                                              "device_double_functions",
                                              "device_functions",
                                              "device_launch_parameters",
                                              "device_types",
                                              "driver_functions",
                                              "driver_types",
                                              "fatbinary",
                                              "host_config.h",
                                              "host_defines.h",
                                              "library_types.h",
                                              "math_constants.h",
                                              "math_functions",
                                              "mma.h",
                                              "nccl",
                                              "npp",
                                              "nv/",
                                              "nvToolsExt",
                                              "nvblas",
                                              "nvrtc",
                                              "nvtx3/",
                                              "sm_",
                                              "surface_functions",
                                              "surface_indirect_functions",
                                              "surface_types",
                                              "texture_fetch_functions",
                                              "texture_indirect_functions",
                                              "texture_types",
                                              "thrust/",
                                              "vector_functions",
                                              "vector_types"};
constexpr int DeepestHeader = 8; // folders inside of the toolkit's

class WithoutToolkit : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    return isHidden(path) ? llvm::ErrorOr<vfs::Status>(missing()) : ProxyFileSystem::status(path);
  }
  bool exists(const llvm::Twine &path) override {
    return !isHidden(path) && ProxyFileSystem::exists(path);
  }
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (isHidden(path))
      return missing();
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  static std::error_code missing() {
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }

  bool isHidden(const llvm::Twine &twine) {
    const std::string path = twine.str();
    llvm::StringRef folder = path;
    if (folder.ends_with(".cu"))
      return false; // a source, whatever lies beside it
    for (int depth = 0; depth < DeepestHeader; ++depth) {
      folder = llvm::sys::path::parent_path(folder);
      if (folder.empty())
        return false;
      const llvm::StringRef inside = llvm::StringRef(path).drop_front(folder.size()).ltrim('/');
      if (llvm::any_of(Beginnings,
                       [&](llvm::StringRef name) { return inside.starts_with(name); }) &&
          holdsToolkit(folder))
        return true;
    }
    return false;
  }

  bool holdsToolkit(llvm::StringRef folder) {
    const auto [known, isNew] = toolkits.try_emplace(folder, false);
    if (isNew)
      known->second = ProxyFileSystem::exists(folder + "/cuda_runtime.h") &&
                      ProxyFileSystem::exists(folder + "/cuda_runtime_api.h");
    return known->second;
  }

  llvm::StringMap<bool> toolkits;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
withoutToolkitHeaders(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below) {
  return llvm::makeIntrusiveRefCnt<WithoutToolkit>(std::move(below));
}

} // namespace warpsmith::frontend
