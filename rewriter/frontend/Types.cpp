#include "rewriter/frontend/Types.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

namespace warpsmith::frontend {

std::optional<ElementType> elementType(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    if (builtin->getKind() == clang::BuiltinType::Float)
      return ElementType::F32;
    if (builtin->getKind() == clang::BuiltinType::Double)
      return ElementType::F64;
    return std::nullopt;
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    if (record->getName() == "__half")
      return ElementType::F16;
    if (record->getName() == "__nv_bfloat16")
      return ElementType::BF16;
  }
  return std::nullopt;
}

} // namespace warpsmith::frontend
