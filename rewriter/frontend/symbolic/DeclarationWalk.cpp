// Declarations in a kernel, and what they give: shared and local arrays, structures, lambdas,
// references. Behind them, memset() of an array of the thread's own.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

bool isZero(const clang::Expr *value) {
  value = value->IgnoreUnlessSpelledInSource();
  // `__half(0.0f)`, `__float2half(0.0f)`
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(value);
      construction && construction->getNumArgs() == 1 && elementType(value->getType()))
    return isZero(construction->getArg(0));
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(value);
      cast && elementType(value->getType()))
    return isZero(cast->getSubExpr());
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(value);
      call && call->getNumArgs() == 1 && call->getDirectCallee() &&
      isCudaOwn(*call->getDirectCallee()) &&
      call->getDirectCallee()->getNameAsString().rfind("__float2", 0) == 0)
    return isZero(call->getArg(0));
  if (const auto *number = llvm::dyn_cast<clang::FloatingLiteral>(value))
    return number->getValue().isPosZero();
  const auto *integer = llvm::dyn_cast<clang::IntegerLiteral>(value);
  return integer && integer->getValue() == 0;
}

/// The values of a list of one level, or of lists that are all empty.
bool flatten(const clang::Expr *initial, std::vector<const clang::Expr *> &values) {
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(initial);
  if (!list)
    return false;
  bool nested = false;
  for (const clang::Expr *value : list->inits()) {
    const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(value);
    if (llvm::isa<clang::ImplicitValueInitExpr>(value) ||
        (construction && construction->getNumArgs() == 0))
      continue;
    if (const auto *inner = llvm::dyn_cast<clang::InitListExpr>(value)) {
      nested = true;
      if (!flatten(inner, values))
        return false;
    } else {
      values.push_back(value);
    }
  }
  // A zero that is written in the first place is as good as none.
  if (nested && !std::all_of(values.begin(), values.end(), isZero))
    return false;
  if (nested)
    values.clear();
  return true;
}

} // namespace

bool KernelWalk::declareShared(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  const auto narrow = seenAsNarrow(*variable, context);
  const auto element = narrow ? elementType(*narrow) : elementOrLaneType(type);
  if (!element || type.isVolatileQualified() || !variable->getType()->isArrayType()) {
    refuse(variable->getLocation(), "shared variable '" + variable->getNameAsString() +
                                        "' of type '" + variable->getType().getAsString() + "'");
    return false;
  }
  SharedArray &array = state.shared[variable];
  array.type = *element;
  return true;
}

/// `float sums[4];`, with no initial values, all zero, or one for each.
bool KernelWalk::declareArray(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  while (const auto *array = context.getAsConstantArrayType(type))
    type = array->getElementType();
  const auto narrow = seenAsNarrow(*variable, context);
  const auto element = narrow ? elementType(*narrow) : elementOrLaneType(type);
  if (!element || type.isVolatileQualified()) {
    refuse(variable->getLocation(), "local array '" + variable->getNameAsString() + "' of type '" +
                                        variable->getType().getAsString() + "'");
    return false;
  }
  // The same variables each time that the walk comes here.
  auto &elements = arrays[variable];
  if (elements.empty())
    elements = elementVariables(*variable, context);
  if (elements.empty()) {
    refuse(variable->getLocation(), "local array '" + variable->getNameAsString() +
                                        "' of more than " + std::to_string(MostElements) +
                                        " elements");
    return false;
  }
  state.localArrays[variable] = elements;
  for (const clang::VarDecl *one : elements) {
    state.scalars.erase(one);
    state.words.erase(one);
  }
  const clang::Expr *initial = variable->getInit();
  const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
  if (!initial || construction)
    return true;
  std::vector<const clang::Expr *> values;
  if (!flatten(initial, values))
    return fail(initial, "unsupported initial values of the local array '" +
                             variable->getNameAsString() + "'");
  // Those that are not given are zero.
  for (size_t number = 0; number < elements.size(); ++number) {
    if (number < values.size() && evaluate.isWord(values[number])) {
      const auto word = evaluate.word(values[number]);
      if (!word)
        return false;
      state.words[elements[number]] = *word;
      continue;
    }
    // The elements are alike, however the first zero is spelled.
    auto value = number < values.size() && !isZero(values[number])
                     ? evaluate.scalar(values[number])
                     : std::optional(zeroOf(*element));
    if (!value)
      return false;
    state.scalars[elements[number]] = std::move(*value);
  }
  return true;
}

bool KernelWalk::declareLambda(const clang::VarDecl *variable, const clang::LambdaExpr *lambda) {
  std::vector<Captured> copied;
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    const auto *captured = capture.capturesVariable()
                               ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar())
                               : nullptr;
    if (!captured || captured->isInitCapture())
      return fail(lambda, "lambda that captures something else than a variable");
    if (state.localArrays.contains(captured) && capture.getCaptureKind() == clang::LCK_ByCopy)
      return fail(lambda,
                  "lambda that copies the local array '" + captured->getNameAsString() + "'");
    if (const auto word = state.words.find(captured);
        word != state.words.end() && !word->second.sums.empty())
      return fail(lambda, "lambda that captures sums in half");
    const auto fields = state.localStructures.find(captured);
    if (capture.getCaptureKind() != clang::LCK_ByCopy)
      continue;
    if (fields == state.localStructures.end()) {
      copied.push_back(state.capture(captured));
      continue;
    }
    for (const auto &[field, own] : fields->second)
      copied.push_back(state.capture(own));
  }
  if (lambda->isMutable())
    return fail(lambda, "lambda that changes what it captures");
  state.lambdas[variable] = std::move(copied);
  return true;
}

/// A constant reference stands for the value that its target has now, so the target must keep it.
bool KernelWalk::refer(const clang::Expr *target, bool variablesChange) {
  while (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(target->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_NoOp)
      break;
    target = cast->getSubExpr();
  }
  target = target->IgnoreParens();
  if (!target->isLValue() || llvm::isa<clang::MaterializeTemporaryExpr, clang::MemberExpr>(target))
    return true;
  if (llvm::isa<clang::DeclRefExpr>(target)) {
    if (!variablesChange || target->getType().isConstQualified())
      return true;
    return fail(target, "reference to the variable '" + evaluate.text(target) + "'");
  }
  const auto where = evaluate.place(target);
  const auto *element = where ? std::get_if<Element>(&*where) : nullptr;
  if (!element)
    return fail(target, "reference to '" + evaluate.text(target) + "'");
  if (element->shared)
    return fail(target, "reference to '" + evaluate.text(target) + "' in shared memory");
  state.referenced.insert(element->array);
  return true;
}

/// `float &sum = sums[i][j];`, `float4 &four = *(float4 *)(c + i);`: another name of the element.
static bool isElementReference(const clang::VarDecl &variable) {
  const clang::QualType type = variable.getType().getNonReferenceType();
  const auto element = elementOrLaneType(type);
  return variable.isLocalVarDecl() && !variable.isStaticLocal() &&
         variable.getType()->isLValueReferenceType() && variable.getInit() &&
         !type.isConstQualified() && !type.isVolatileQualified() && element &&
         !type->isIntegerType();
}

/// A structure without initial values, but for those that its class gives.
bool KernelWalk::declareDefault(const clang::VarDecl *variable) {
  SymbolicEvaluator::StructureValue values;
  for (const clang::FieldDecl *field : variable->getType()->getAsCXXRecordDecl()->fields()) {
    if (!field->hasInClassInitializer())
      continue;
    auto value = evaluate.fieldValue(*field, field->getInClassInitializer());
    if (!value)
      return false;
    values.emplace(field, std::move(*value));
  }
  return evaluate.setStructure(variable, values);
}

bool KernelWalk::declare(const clang::VarDecl *variable) {
  const clang::QualType type = variable->getType().getNonReferenceType();
  if (variable->hasAttr<clang::CUDASharedAttr>())
    return declareShared(variable);
  if (isThreadBlock(type) && variable->isLocalVarDecl() && !variable->isStaticLocal())
    return true; // any value of it is the block
  if (isElementReference(*variable)) {
    const auto target = evaluate.addressOf(variable->getInit());
    if (!target)
      return false;
    if (target->inWord != 0)
      return fail(variable->getInit(), "reference to a part of '" + target->array + "'");
    state.readsIndirectly = true;
    state.pointers[variable] = *target;
    return true;
  }
  if (variable->isStaticLocal() || type.isVolatileQualified() ||
      (variable->getType()->isReferenceType() && !type.isConstQualified())) {
    refuse(variable->getLocation(),
           "static, volatile or reference variable '" + variable->getNameAsString() + "'");
    return false;
  }
  if (const auto fragment = fragmentType(type, context))
    return declareFragment(variable, *fragment);
  const clang::Expr *initial = variable->getInit();
  if (const auto *cleanups = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(initial))
    initial = cleanups->getSubExpr();
  // `float sum{};` is zero.
  bool isZeroed = false;
  if (const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(initial);
      list && list->getNumInits() == 1 && type->isScalarType())
    initial = list->getInit(0);
  else if (type->isScalarType())
    isZeroed = (list && list->getNumInits() == 0) ||
               llvm::isa_and_nonnull<clang::ImplicitValueInitExpr>(initial);
  if (const auto *lambda = llvm::dyn_cast_or_null<clang::LambdaExpr>(
          initial ? initial->IgnoreUnlessSpelledInSource() : nullptr);
      lambda && type->isRecordType())
    return declareLambda(variable, lambda);
  if (variable->getType()->isReferenceType() && (!initial || !refer(initial, true)))
    return false;
  state.words.erase(variable);
  if (initial && type->isIntegerType() && !type->isBooleanType() && evaluate.hasAddress(initial)) {
    state.addresses.insert(variable);
    state.integers.erase(variable);
    state.scalars.erase(variable);
    return true;
  }
  if (initial && type->isIntegerType() && !variable->getType()->isReferenceType() &&
      evaluate.isWord(initial)) {
    const auto word = evaluate.word(initial);
    if (!word)
      return false;
    state.words[variable] = *word;
    state.integers.erase(variable);
    state.scalars.erase(variable);
    return true;
  }
  if (type->isIntegerType() && !evaluate.isData(variable)) {
    if (!initial) {
      state.integers.erase(variable);
      return true;
    }
    const auto value = isZeroed ? std::optional(Polynomial(0)) : evaluate.integer(initial);
    if (value)
      state.integers[variable] = *value;
    return value.has_value();
  }
  if (elementType(type)) {
    const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
    if (!initial || (construction && construction->getNumArgs() == 0)) {
      state.scalars.erase(variable);
      return true;
    }
    const auto value =
        isZeroed ? std::optional(zeroOf(*elementType(type))) : evaluate.scalar(initial);
    if (value)
      state.scalars[variable] = *value;
    return value.has_value();
  }
  if (type->isConstantArrayType() && !variable->getType()->isReferenceType())
    return declareArray(variable);
  if (type->isPointerType() && !initial) {
    state.pointers.erase(variable);
    return true;
  }
  if (type->isPointerType()) {
    const auto value = evaluate.pointer(initial, /*declares=*/true);
    if (value)
      state.pointers[variable] = *value;
    return value.has_value();
  }
  if (type->isRecordType() && !variable->getType()->isReferenceType() &&
      !fieldVariables(*variable, context).empty()) {
    const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
    if (!initial ||
        (construction && construction->getNumArgs() == 0 &&
         !(isThrustComplex(variable->getType()) && construction->requiresZeroInitialization())))
      return declareDefault(variable);
    const auto value = structureValue(initial);
    return value && evaluate.setStructure(variable, *value);
  }
  refuse(variable->getLocation(),
         "variable '" + variable->getNameAsString() + "' of type '" + type.getAsString() + "'");
  return false;
}

/// `memset(sums, 0, sizeof sums)` of an array of the thread's own.
bool KernelWalk::setBytes(const clang::CallExpr *call) {
  const clang::Expr *target = call->getArg(0)->IgnoreParens(); // as `void *`
  for (const auto *cast = llvm::dyn_cast<clang::CastExpr>(target);
       cast && cast->getCastKind() == clang::CK_BitCast &&
       cast->getType()->getPointeeType()->isVoidType();
       cast = llvm::dyn_cast<clang::CastExpr>(target))
    target = cast->getSubExpr()->IgnoreParens();
  const auto to = evaluate.address(target);
  const auto value = to ? evaluate.exact(call->getArg(1)) : std::nullopt;
  const auto size = value ? evaluate.exact(call->getArg(2)) : std::nullopt;
  const auto first = size ? state.assumed(to->offset) : std::nullopt;
  const auto bytes = size ? state.assumed(*size) : std::nullopt;
  if (!size)
    return false;
  const auto known = to->local ? state.localArrays.find(to->local) : state.localArrays.end();
  if (known == state.localArrays.end() || fragmentType(to->local->getType(), context))
    return fail(call, "'memset' of something else than an array of the thread's own");
  if (state.assumed(*value) != 0 || !first || !bytes || *first < 0 || *bytes < 0 ||
      *bytes % sizeOf(to->type) != 0 ||
      static_cast<uint64_t>(*first + *bytes / sizeOf(to->type)) > known->second.size())
    return fail(call, "'memset' of something else than zeros for elements of the array '" +
                          to->array + "'");
  for (int64_t number = 0; number < *bytes / sizeOf(to->type); ++number) {
    const auto element = known->second[static_cast<size_t>(*first + number)];
    state.scalars[element] = zeroOf(to->type);
    state.words.erase(element);
    state.integers.erase(element);
  }
  return true;
}

} // namespace warpsmith::frontend
