#include "rewriter/frontend/clang/LastResortNames.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

namespace warpsmith::frontend {
namespace {

/// Sema asks here before it says that a name is not declared.
class LastResort : public clang::ExternalSemaSource {
public:
  explicit LastResort(std::vector<llvm::StringRef> namespaces) : spaces(std::move(namespaces)) {}
  void InitializeSema(clang::Sema &user) override { sema = &user; }
  void ForgetSema() override { sema = nullptr; }

  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *) override {
    if (!sema || result.isForRedeclaration() || !result.getLookupName().isIdentifier())
      return false;
    clang::ASTContext &context = sema->getASTContext();
    for (const llvm::StringRef name : spaces)
      for (clang::NamedDecl *found :
           context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
        if (auto *space = llvm::dyn_cast<clang::NamespaceDecl>(found);
            space && sema->LookupQualifiedName(result, space))
          return true;
    return false;
  }

private:
  std::vector<llvm::StringRef> spaces;
  clang::Sema *sema = nullptr;
};

} // namespace

void addLastResortNames(clang::CompilerInstance &compiler, bool withSamples) {
  std::vector<llvm::StringRef> spaces = {"warpsmith_removed"};
  if (withSamples)
    spaces.emplace_back("warpsmith_samples");
  compiler.setExternalSemaSource(llvm::makeIntrusiveRefCnt<LastResort>(std::move(spaces)));
}

} // namespace warpsmith::frontend
