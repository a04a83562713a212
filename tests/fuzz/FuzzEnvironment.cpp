#include "tests/fuzz/FuzzEnvironment.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace warpsmith::fuzz {
namespace {

namespace vfs = llvm::vfs;

constexpr const char *Prefix = "/fuzz/prefix.cu", *Precompiled = "/fuzz/prefix.pch";

/// What sources of the tree include beside CUDA's own headers.
constexpr const char *PrefixText = "#include <algorithm>\n"
                                   "#include <cmath>\n"
                                   "#include <cstdio>\n"
                                   "#include <cstdlib>\n"
                                   "#include <cuda_bf16.h>\n"
                                   "#include <cuda_fp16.h>\n"
                                   "#include <mma.h>\n"
                                   "#include <vector>\n";

/// An input can include any file by its name: devices and other people's files are not there.
class ReadableFolders : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    auto found = ProxyFileSystem::status(path);
    if (found && !found->isDirectory() && !readable(path))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return found;
  }
  bool exists(const llvm::Twine &path) override { return static_cast<bool>(status(path)); }
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (!readable(path))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  static bool readable(const llvm::Twine &path) {
    llvm::SmallString<256> plain;
    path.toVector(plain);
    llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
    return plain.starts_with("/usr/") || plain.starts_with(WARPSMITH_SOURCE_DIR "/");
  }
};

llvm::IntrusiveRefCntPtr<vfs::OverlayFileSystem>
withFiles(std::initializer_list<std::pair<const char *, llvm::StringRef>> files) {
  auto memory = llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[path, text] : files)
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  auto all = llvm::makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<ReadableFolders>(vfs::createPhysicalFileSystem()));
  all->pushOverlay(memory);
  return all;
}

/// Leaves the precompiled header in memory.
class Precompile : public clang::ASTFrontendAction {
public:
  explicit Precompile(std::shared_ptr<clang::PCHBuffer> target) : buffer(std::move(target)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), Precompiled, /*isysroot=*/"", buffer,
        compiler.getCodeGenOpts(), compiler.getFrontendOpts().ModuleFileExtensions);
  }
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

private:
  std::shared_ptr<clang::PCHBuffer> buffer;
};

class PrecompileFactory : public clang::tooling::FrontendActionFactory {
public:
  explicit PrecompileFactory(std::shared_ptr<clang::PCHBuffer> target)
      : buffer(std::move(target)) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<Precompile>(buffer);
  }

private:
  std::shared_ptr<clang::PCHBuffer> buffer;
};

std::string precompile(const clang::tooling::CompilationDatabase &database) {
  clang::tooling::ClangTool tool(database, {Prefix},
                                 std::make_shared<clang::PCHContainerOperations>(),
                                 frontend::embeddedHeaders(withFiles({{Prefix, PrefixText}})));
  tool.clearArgumentsAdjusters();
  tool.appendArgumentsAdjuster(frontend::cudaArguments({"", /*lenient=*/true}));
  const auto buffer = std::make_shared<clang::PCHBuffer>();
  PrecompileFactory factory(buffer);
  if (tool.run(&factory) != 0 || !buffer->IsComplete)
    llvm::report_fatal_error("the headers cannot be precompiled", /*gen_crash_diag=*/false);
  return {buffer->Data.begin(), buffer->Data.end()};
}

} // namespace

FuzzEnvironment::FuzzEnvironment() {
  clang::noteBottomOfStack();
  // Once for all, not at the end of each parse.
  std::vector<std::string> flags = {"-fpch-instantiate-templates"};
  for (const char *folder : {"",
                             "/tests/emulate/Inputs",
                             "/polybench/common",
                             "/polybench/2dconv",
                             "/polybench/2mm",
                             "/polybench/3dconv",
                             "/polybench/3mm",
                             "/polybench/adi",
                             "/polybench/atax",
                             "/polybench/bicg",
                             "/polybench/fdtd-2d",
                             "/polybench/gemver",
                             "/polybench/gesummv",
                             "/polybench/gramschm",
                             "/polybench/jacobi1d",
                             "/polybench/jacobi2d",
                             "/polybench/lu",
                             "/polybench/mvt",
                             "/polybench/attention-scores",
                             "/polybench/conv2d",
                             "/polybench/einsum",
                             "/polybench/packed-gemm",
                             "/polybench/corr",
                             "/polybench/covar",
                             "/polybench/doitgen",
                             "/polybench/gemm",
                             "/polybench/syr2k",
                             "/polybench/syrk",
                             "/polybench/trmm"})
    flags.push_back(std::string("-I" WARPSMITH_SOURCE_DIR) + folder);
  precompiled = precompile(clang::tooling::FixedCompilationDatabase("/", flags));
  // The files that it was made of do not change meanwhile.
  flags.insert(flags.end(), {"-include-pch", Precompiled, "-Xclang", "-fno-validate-pch"});
  database = std::make_shared<clang::tooling::FixedCompilationDatabase>("/", flags);
}

const char *FuzzEnvironment::path() {
  return "/fuzz/input.cu";
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> FuzzEnvironment::sourceFiles(llvm::StringRef text) const {
  return withFiles({{path(), text}, {Prefix, PrefixText}, {Precompiled, precompiled}});
}

} // namespace warpsmith::fuzz
