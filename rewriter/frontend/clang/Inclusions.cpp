#include "rewriter/frontend/clang/Inclusions.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/Support/Path.h"
#include <memory>

namespace warpsmith::frontend {
namespace {

class Watch : public clang::PPCallbacks {
public:
  Watch(std::vector<Inclusion> &target, const clang::SourceManager &manager)
      : list(target),
        sources(manager) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef,
                          bool isAngled, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef folder, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    if (!file || clang::SrcMgr::isSystem(kind))
      return;
    const clang::FileID including = sources.getFileID(sources.getExpansionLoc(hash));
    const clang::OptionalFileEntryRef includer = sources.getFileEntryRefForID(including);
    if (!includer)
      return;
    const llvm::StringRef own = llvm::sys::path::parent_path(includer->getName());
    const bool isBeside =
        !isAngled && (folder == own || ((folder.empty() || folder == ".") && own.empty()));
    clang::FileManager &files = sources.getFileManager();
    std::string found;
    if (const auto directory = files.getOptionalDirectoryRef(folder.empty() ? "." : folder);
        directory && !isBeside)
      found = files.getCanonicalName(*directory).str();
    list.push_back(
        {files.getCanonicalName(*file).str(), realPath(including, sources), std::move(found)});
  }

private:
  std::vector<Inclusion> &list;
  const clang::SourceManager &sources;
};

} // namespace

void watchInclusions(clang::Preprocessor &preprocessor, std::vector<Inclusion> &list) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(list, preprocessor.getSourceManager()));
}

} // namespace warpsmith::frontend
