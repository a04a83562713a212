#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "embedded_clang_headers.h"
#include "embedded_cuda_headers.h"
#include "embedded_device_headers.h"
#include "embedded_library_headers.h"
#include "embedded_names_headers.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace warpsmith::frontend {
namespace {

constexpr llvm::StringLiteral Root = "/.warpsmith";

/// Headers of Thrust that programs include; all are warpsmith_thrust.h.
constexpr llvm::StringLiteral ThrustHeaders[] = {"adjacent_difference.h",
                                                 "copy.h",
                                                 "count.h",
                                                 "device_free.h",
                                                 "device_malloc.h",
                                                 "device_new.h",
                                                 "device_ptr.h",
                                                 "device_vector.h",
                                                 "equal.h",
                                                 "execution_policy.h",
                                                 "extrema.h",
                                                 "fill.h",
                                                 "find.h",
                                                 "for_each.h",
                                                 "functional.h",
                                                 "gather.h",
                                                 "generate.h",
                                                 "host_vector.h",
                                                 "inner_product.h",
                                                 "iterator/constant_iterator.h",
                                                 "iterator/counting_iterator.h",
                                                 "iterator/permutation_iterator.h",
                                                 "iterator/transform_iterator.h",
                                                 "iterator/zip_iterator.h",
                                                 "logical.h",
                                                 "memory.h",
                                                 "pair.h",
                                                 "random.h",
                                                 "reduce.h",
                                                 "remove.h",
                                                 "replace.h",
                                                 "reverse.h",
                                                 "scan.h",
                                                 "scatter.h",
                                                 "sequence.h",
                                                 "sort.h",
                                                 "system/cuda/execution_policy.h",
                                                 "tabulate.h",
                                                 "transform.h",
                                                 "transform_reduce.h",
                                                 "tuple.h",
                                                 "unique.h",
                                                 "universal_vector.h"};

/// Headers of libcu++ that are the standard library's with the names in `cuda::std`.
constexpr llvm::StringLiteral StandardHeaders[] = {
    "algorithm", "bit",     "cassert", "cfloat",  "chrono",     "climits",    "cmath",
    "complex",   "cstddef", "cstdint", "cstdlib", "cstring",    "functional", "initializer_list",
    "iterator",  "limits",  "memory",  "numeric", "optional",   "ratio",      "string_view",
    "tuple",     "utility", "variant", "version", "type_traits"};

/// Headers of other projects, and what stands for them where they are installed nowhere.
struct StandIn {
  llvm::StringLiteral name, header;
};
constexpr StandIn StandIns[] = {{"ATen/ATen.h", "warpsmith_torch.h"},
                                {"ATen/AccumulateType.h", "warpsmith_torch.h"},
                                {"ATen/Dispatch.h", "warpsmith_torch.h"},
                                {"ATen/OpMathType.h", "warpsmith_torch.h"},
                                {"c10/util/BFloat16.h", "warpsmith_torch.h"},
                                {"c10/util/Half.h", "warpsmith_torch.h"},
                                {"ATen/cuda/CUDAContext.h", "warpsmith_torch.h"},
                                {"ATen/cuda/Exceptions.h", "warpsmith_torch.h"},
                                {"c10/cuda/CUDAException.h", "warpsmith_torch.h"},
                                {"c10/cuda/CUDAGuard.h", "warpsmith_torch.h"},
                                {"c10/cuda/CUDAStream.h", "warpsmith_torch.h"},
                                {"nvToolsExt.h", "warpsmith_nvtx.h"},
                                {"nvtx3/nvToolsExt.h", "warpsmith_nvtx.h"},
                                {"nvtx3/nvtx3.hpp", "warpsmith_nvtx.h"},
                                {"torch/all.h", "warpsmith_torch.h"},
                                {"torch/extension.h", "warpsmith_torch.h"},
                                {"torch/library.h", "warpsmith_torch.h"},
                                {"torch/python.h", "warpsmith_torch.h"},
                                {"torch/torch.h", "warpsmith_torch.h"},
                                {"torch/types.h", "warpsmith_torch.h"}};

template <typename File>
void addFiles(llvm::vfs::InMemoryFileSystem &files, llvm::StringRef directory, const File *begin,
              unsigned count) {
  for (const File *file = begin; file != begin + count; ++file)
    files.addFile((Root + directory + "/" + file->path).str(), 0,
                  llvm::MemoryBuffer::getMemBuffer(
                      llvm::StringRef(file->begin, file->end - file->begin), file->path));
}

template <typename File>
void addHashes(std::vector<uint64_t> &hashes, const File *begin, unsigned count) {
  for (const File *file = begin; file != begin + count; ++file) {
    hashes.push_back(llvm::xxh3_64bits(file->path));
    hashes.push_back(llvm::xxh3_64bits(llvm::StringRef(file->begin, file->end - file->begin)));
  }
}

/// Without the folders of a toolkit's headers, which build systems add: those headers and the
/// built-in ones declare the same things.
clang::tooling::CommandLineArguments
withoutToolkitFolders(const clang::tooling::CommandLineArguments &command) {
  const auto holdsToolkit = [](llvm::StringRef folder) {
    llvm::SmallString<256> header(folder);
    llvm::sys::path::append(header, "cuda_runtime.h");
    return !folder.empty() && llvm::sys::fs::exists(header);
  };
  clang::tooling::CommandLineArguments result;
  for (size_t index = 0; index < command.size(); ++index) {
    llvm::StringRef folder = command[index];
    if (folder.consume_front("-isystem") || folder.consume_front("-I") ||
        folder.consume_front("--include-path=") || folder.consume_front("--system-include=")) {
      const bool separate = folder.empty() && index + 1 < command.size();
      if (holdsToolkit(separate ? llvm::StringRef(command[index + 1]) : folder)) {
        index += separate;
        continue;
      }
    }
    result.push_back(command[index]);
  }
  return result;
}

} // namespace

namespace {

/// Headers that only include others: their paths below the root, and their texts.
std::vector<std::pair<std::string, std::string>> forwardingHeaders() {
  std::vector<std::pair<std::string, std::string>> files;
  for (const llvm::StringLiteral name : ThrustHeaders)
    files.emplace_back("library/include/thrust/" + name.str(), "#include <warpsmith_thrust.h>\n");
  for (const llvm::StringLiteral name : StandardHeaders)
    files.emplace_back("library/include/cuda/std/" + name.str(),
                       "#include <" + name.str() + ">\n#include <warpsmith_cuda_std.h>\n");
  for (const auto &[name, header] : StandIns)
    files.emplace_back("projects/include/" + name.str(), "#include <" + header.str() + ">\n");
  return files;
}

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> embeddedHeaders() {
  return embeddedHeaders(llvm::vfs::createPhysicalFileSystem());
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
embeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addFiles(*memory, "/clang/include", embedded::clang::Files, embedded::clang::FileCount);
  addFiles(*memory, "/cuda/include", embedded::cuda::Files, embedded::cuda::FileCount);
  addFiles(*memory, "/device/include", embedded::device::Files, embedded::device::FileCount);
  addFiles(*memory, "/names/include", embedded::names::Files, embedded::names::FileCount);
  addFiles(*memory, "/library/include", embedded::library::Files, embedded::library::FileCount);
  for (const auto &[path, text] : forwardingHeaders())
    memory->addFile((Root + "/" + path).str(), 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(below));
  overlay->pushOverlay(memory);
  return overlay;
}

clang::SourceLocation outsideOfEmbedded(clang::SourceLocation location,
                                        const clang::SourceManager &sources) {
  location = sources.getExpansionLoc(location);
  while (location.isValid() && sources.getFilename(location).starts_with(Root))
    location = sources.getIncludeLoc(sources.getFileID(location));
  // What the compile command includes is included from nowhere.
  return location.isInvalid() || sources.isWrittenInBuiltinFile(location) ||
                 sources.isWrittenInCommandLineFile(location)
             ? clang::SourceLocation()
             : location;
}

std::string withoutEmbeddedPaths(std::string message) {
  constexpr llvm::StringLiteral Folder = "/include/";
  for (size_t at = message.find(Root); at != std::string::npos; at = message.find(Root, at)) {
    const size_t end = message.find(Folder, at);
    if (end == std::string::npos)
      break;
    const std::string name = "warpsmith's own ";
    message.replace(at, end + Folder.size() - at, name);
    at += name.size();
  }
  return message;
}

std::map<std::string, std::string> libraryHeaders() {
  std::map<std::string, std::string> files;
  for (unsigned index = 0; index < embedded::library::FileCount; ++index)
    files[std::string("library/") + embedded::library::Files[index].path] = {
        embedded::library::Files[index].begin, embedded::library::Files[index].end};
  for (const auto &[path, text] : forwardingHeaders()) {
    constexpr llvm::StringLiteral Folder = "include/";
    std::string name = path;
    files[name.erase(name.find(Folder), Folder.size())] = text;
  }
  return files;
}

uint64_t embeddedHeadersHash() {
  std::vector<uint64_t> hashes;
  addHashes(hashes, embedded::clang::Files, embedded::clang::FileCount);
  addHashes(hashes, embedded::cuda::Files, embedded::cuda::FileCount);
  addHashes(hashes, embedded::device::Files, embedded::device::FileCount);
  addHashes(hashes, embedded::names::Files, embedded::names::FileCount);
  addHashes(hashes, embedded::library::Files, embedded::library::FileCount);
  return llvm::xxh3_64bits(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(hashes.data()),
                                          hashes.size() * sizeof(uint64_t)));
}

clang::tooling::ArgumentsAdjuster cudaArguments(const CudaEnvironment &environment) {
  return [environment](const clang::tooling::CommandLineArguments &command, llvm::StringRef) {
    clang::tooling::CommandLineArguments result = withoutNvccFlags(command);
    std::vector<std::string> added = {"--cuda-host-only", "-Wno-unknown-cuda-version",
                                      "-fparse-all-comments", "-fsyntax-only",
                                      "-Qunused-arguments"};
    added.push_back(("-resource-dir=" + Root + "/clang").str());
    if (environment.cudaPath.empty()) {
      result = withoutToolkitFolders(result);
      // Clang includes a toolkit's cuda_runtime.h by itself; ours must be asked for.
      added.insert(added.end(), {"-nocudainc", "-nocudalib", "-isystem",
                                 (Root + "/cuda/include").str(), "-include", "cuda_runtime.h"});
    } else {
      added.insert(added.end(), {"--cuda-path=" + environment.cudaPath, "-isystem",
                                 environment.cudaPath + "/include/cccl"});
    }
    added.insert(added.end(), {"-isystem", (Root + "/device/include").str()});
    if (environment.lenient) {
      // A toolkit's libraries go with its runtime, the built-in ones with the built-in runtime.
      const char *place = environment.cudaPath.empty() ? "-isystem" : "-idirafter";
      added.insert(added.end(),
                   {"-isystem", (Root + "/names/include").str(), "-include", "warpsmith/names.h",
                    place, (Root + "/library/include").str(), "-idirafter",
                    (Root + "/projects/include").str(), "-Wno-deprecated-declarations"});
    }
    // Debian's Clang looks for its own headers where its package puts them, whatever the resource
    // folder is; where that package is missing there would be none, and two sets do not mix.
    added.insert(added.end(), {"-nobuiltininc", "-idirafter", (Root + "/clang/include").str()});
    if (!environment.cudaPath.empty()) // goes with the folder that was just taken away
      added.insert(added.end(), {"-isystem", (Root + "/clang/include/cuda_wrappers").str()});
    result.insert(result.begin() + (result.empty() ? 0 : 1), added.begin(), added.end());
    return result;
  };
}

} // namespace warpsmith::frontend

#if __has_feature(address_sanitizer)
/// Clang's archives are built without the sanitizer, so what their allocators have poisoned in code
/// that is inlined here, and unpoison there, is no error.
extern "C" const char *__asan_default_options();
const char *__asan_default_options() { // NOLINT(bugprone-reserved-identifier)
  return "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0";
}
#endif
