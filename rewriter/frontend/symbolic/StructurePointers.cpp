#include "rewriter/frontend/symbolic/StructurePointers.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclCXX.h"
#include <string_view>

namespace warpsmith::frontend {
namespace {

constexpr std::string_view Begin = "(*", End = ")";

} // namespace

bool pointsToStructure(clang::QualType type) {
  if (!type->isPointerType())
    return false;
  const clang::QualType pointee = type->getPointeeType();
  const auto *record = pointee->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() && !record->isLambda() &&
         !pointee.isVolatileQualified() && !elementOrLaneType(pointee);
}

std::string structureBehind(const std::string &pointer) {
  return std::string(Begin) + pointer + std::string(End);
}

std::string memberName(const std::string &structure, const std::string &member) {
  if (!structure.starts_with(Begin))
    return structure + "." + member;
  return structure.substr(Begin.size(), structure.size() - Begin.size() - End.size()) + "->" +
         member;
}

} // namespace warpsmith::frontend
