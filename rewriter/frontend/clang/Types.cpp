#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

namespace warpsmith::frontend {

namespace {

/// Headers of the toolkit, when it was given with -I like a user's own.
bool isToolkitHeader(llvm::StringRef path) {
  const llvm::StringRef name = llvm::sys::path::filename(path);
  return name.starts_with("cuda_") || name.contains("math_functions") ||
         name.contains("device_functions") || name.starts_with("sm_");
}

} // namespace

bool isCudaOwn(const clang::Decl &declaration) {
  const clang::DeclContext *scope = declaration.getDeclContext();
  while (scope->isTransparentContext() || scope->isInlineNamespace())
    scope = scope->getParent();
  if (!scope->isTranslationUnit() && !scope->isStdNamespace())
    return false;
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(declaration.getLocation());
  return location.isInvalid() || // Clang's own
         sources.isInSystemHeader(location) ||
         (!sources.isInMainFile(location) && isToolkitHeader(sources.getFilename(location)));
}

std::optional<ElementType> elementType(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    switch (builtin->getKind()) {
    case clang::BuiltinType::Float:
      return ElementType::F32;
    case clang::BuiltinType::Double:
      return ElementType::F64;
    case clang::BuiltinType::SChar:
      return ElementType::I8;
    case clang::BuiltinType::Char_S:
      return ElementType::Char;
    case clang::BuiltinType::UChar:
      return ElementType::U8;
    case clang::BuiltinType::Short:
      return ElementType::I16;
    case clang::BuiltinType::Int:
      return ElementType::I32;
    case clang::BuiltinType::UInt:
      return ElementType::U32;
    default:
      return std::nullopt;
    }
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
      record && isCudaOwn(*record)) {
    if (record->getName() == "__half")
      return ElementType::F16;
    if (record->getName() == "__nv_bfloat16")
      return ElementType::BF16;
    if (record->getName() == "__nv_fp8_e4m3")
      return ElementType::E4M3;
    if (record->getName() == "__nv_fp8_e5m2")
      return ElementType::E5M2;
  }
  return std::nullopt;
}

} // namespace warpsmith::frontend
