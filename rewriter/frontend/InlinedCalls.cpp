#include "rewriter/frontend/InlinedCalls.h"
#include "rewriter/frontend/Types.h"

namespace warpsmith::frontend {

bool isSeenThrough(const clang::FunctionDecl &function) {
  // What is not inlined is not contracted into FMAs with what surrounds it.
  return function.hasAttr<clang::CUDADeviceAttr>() && !function.hasAttr<clang::NoInlineAttr>() &&
         !function.isVariadic() && !llvm::isa<clang::CXXMethodDecl>(function);
}

const clang::Expr *onlyReturned(const clang::FunctionDecl &function) {
  if (!isSeenThrough(function))
    return nullptr;
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  const auto *statement =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  return statement ? statement->getRetValue() : nullptr;
}

bool SymbolicEvaluator::bind(const clang::FunctionDecl &function, const clang::CallExpr *call) {
  // All arguments first: one of them may call the same function.
  std::vector<std::pair<const clang::VarDecl *, Polynomial>> integers;
  std::vector<std::pair<const clang::VarDecl *, Pointer>> pointers;
  std::vector<std::pair<const clang::VarDecl *, ExpressionRef>> scalars;
  std::vector<std::pair<const clang::VarDecl *, std::string>> structures;
  for (unsigned index = 0; index < function.getNumParams(); ++index) {
    const clang::ParmVarDecl *parameter = function.getParamDecl(index);
    const clang::Expr *argument = call->getArg(index);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      refuse(call->getExprLoc(), "default argument of '" + function.getNameAsString() + "'");
      return false;
    }
    const clang::QualType type = parameter->getType().getNonReferenceType();
    if (parameter->getType()->isReferenceType() && !type.isConstQualified()) {
      refuse(call->getExprLoc(), "'" + parameter->getNameAsString() + "' of '" +
                                     function.getNameAsString() + "' is a reference");
      return false;
    }
    if (type->isIntegerType() && !isData(argument)) {
      const auto value = integer(argument);
      if (!value)
        return false;
      integers.emplace_back(parameter, *value);
    } else if (type->isPointerType()) {
      const auto value = pointer(argument);
      if (!value)
        return false;
      pointers.emplace_back(parameter, *value);
    } else if (type->isRecordType() && !elementType(type)) {
      const clang::Expr *source = argument->IgnoreParenImpCasts();
      if (const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(source);
          copy && copy->getNumArgs() == 1 && copy->getConstructor()->isTrivial())
        source = copy->getArg(0)->IgnoreParenImpCasts();
      const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(source);
      const auto known = state.structures.find(
          reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
      if (known == state.structures.end()) {
        refuse(argument->getExprLoc(),
               "argument '" + text(argument) + "' of '" + function.getNameAsString() + "'");
        return false;
      }
      structures.emplace_back(parameter, known->second);
    } else {
      const auto value = elementType(type) ? scalar(argument) : std::nullopt;
      if (!value) {
        refuse(argument->getExprLoc(),
               "argument '" + text(argument) + "' of '" + function.getNameAsString() + "'");
        return false;
      }
      scalars.emplace_back(parameter, *value);
    }
  }
  for (const auto &[parameter, value] : integers)
    state.integers[parameter] = value;
  for (const auto &[parameter, value] : pointers)
    state.pointers[parameter] = value;
  for (const auto &[parameter, value] : scalars) {
    state.scalars[parameter] = value;
    dataIntegers.insert(parameter);
  }
  for (const auto &[parameter, value] : structures)
    state.structures[parameter] = value;
  return true;
}

void SymbolicEvaluator::unbind(const clang::FunctionDecl &function) {
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    state.integers.erase(parameter);
    state.pointers.erase(parameter);
    state.scalars.erase(parameter);
    state.structures.erase(parameter);
    dataIntegers.erase(parameter);
  }
}

} // namespace warpsmith::frontend
