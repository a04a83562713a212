// Assignments: to indices and pointers, to numbers, to elements of arrays and of shared memory.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {

namespace {

/// Thread indices, parts of them and steps of loops are not negative, nor are sums of them.
bool isNeverNegative(const SymbolicState &state, Polynomial value) {
  for (const std::string &symbol : value.symbols()) {
    const LoopIndex *loop = state.loop(symbol);
    const bool isPart = llvm::any_of(state.divisions, [&](const Division &division) {
      return division.remainder == symbol || division.quotient == symbol;
    });
    // What a loop changes is asked again when its steps are known.
    if (!isPart && symbol.rfind("threadIdx.", 0) != 0 && symbol.rfind("%?", 0) != 0 &&
        !(loop && loop->first.isZero() && !loop->axis))
      return false;
    const auto affine = value.affineIn(symbol);
    const auto factor = affine ? affine->coefficient.constant() : std::nullopt;
    if (!factor || *factor < 0)
      return false;
    value = affine->rest;
  }
  return value.constant().value_or(-1) >= 0;
}

/// The guards around a store, without those that only keep it inside of the array: `if (row < ROWS)
/// tile[row][column] = …;`. Where one of them fails, the place is behind the array's end, and what
/// would be stored there is no element that anybody reads.
Bounds withoutArrayEnd(SymbolicState &state, const clang::VarDecl &array, const Polynomial &index,
                       const clang::ASTContext &context) {
  const auto *outer = context.getAsConstantArrayType(array.getType());
  if (!outer)
    return state.path;
  int64_t pitch = 1;
  clang::QualType type = outer->getElementType();
  for (; const auto *inner = context.getAsConstantArrayType(type); type = inner->getElementType())
    pitch *= static_cast<int64_t>(inner->getSize().getLimitedValue(INT32_MAX));
  if (const auto vector = vectorType(type))
    pitch *= vector->lanes;
  const auto rows = static_cast<int64_t>(outer->getSize().getLimitedValue(INT32_MAX));
  Bounds left;
  for (const Polynomial &bound : state.path)
    if (isUniform(bound) ||
        !isNeverNegative(state, state.numeric(index + bound * Polynomial(pitch)) -
                                    Polynomial(rows * pitch)))
      left.push_back(bound);
    else
      for (const Polynomial &value : {index, bound})
        for (const std::string &name : value.symbols())
          if (state.constants.contains(name))
            state.assumedConstants.insert(name);
  return left;
}

} // namespace

bool KernelWalk::storeShared(const Element &element, ExpressionRef value,
                             const clang::Stmt *target) {
  SharedArray &array = state.shared.at(element.shared);
  if (array.seenAs && *array.seenAs != element.type)
    return fail(target, "'" + element.array + "' is stored as numbers of several types");
  if (array.readSinceBarrier || array.readThere)
    return fail(target, "'" + element.array +
                            "' in shared memory is stored while other threads "
                            "may still read it: no __syncthreads() before" +
                            evaluate.perhapsOpen(array));
  if (value->contains(Expression::Kind::Sum))
    value = evaluate.guarded(value);
  if (value->contains(Expression::Kind::Sum))
    return fail(target, "a sum is stored in shared memory ('" + element.array + "')");
  // What it stores, and that it is in the other half, is known already.
  if (!array.turns.empty()) {
    array.forBoth([](SharedAccess &access) { access.storedThere = access.storedInStep = true; });
    return true;
  }
  array.forBoth([](SharedAccess &access) { access.storedSinceBarrier = true; });
  if (state.beforeTurns)
    if (const auto half = withHalf(state, element.index, state.turning))
      array.storesBehindReads |= array.readHalves.contains(halfOf(*half, state.turning));
  if (!array.flights.empty() && array.isStored(state, element.index))
    return fail(target, "'" + element.array + "' is stored while a copy to it may not have ended");
  if (!array.turned.empty()) {
    array.turned.clear();
    array.stores.clear();
  }
  for (SharedArray::Store &store : array.stores)
    if (store.index == element.index && !store.ofEarlierStep) {
      store.value = std::move(value);
      return true;
    }
  std::erase_if(array.stores, [&](const SharedArray::Store &store) {
    return store.ofEarlierStep && store.index == element.index;
  });
  array.stores.push_back({element.index,
                          std::move(value),
                          withoutArrayEnd(state, *element.shared, element.index, context),
                          {}});
  return true;
}

bool KernelWalk::store(const clang::Expr *target, ExpressionRef value) {
  const auto where = evaluate.place(target);
  return where && storeAt(*where, std::move(value), target);
}

/// Stores what a word is made of: in a variable of 32 bits as a whole, else in the elements there.
bool KernelWalk::storeWord(const clang::Expr *target, const Word &word) {
  const auto places = evaluate.wordPlaces(target);
  if (!places)
    return false;
  if (const auto *variable =
          places->size() == 1 ? std::get_if<const clang::VarDecl *>(&places->front()) : nullptr;
      variable && SymbolicEvaluator::isWordType((*variable)->getType())) {
    state.words[*variable] = word;
    state.integers.erase(*variable);
    state.scalars.erase(*variable);
    return true;
  }
  if (places->size() != word.parts.size())
    return fail(target, "'" + evaluate.text(target) + "' gets numbers of another type");
  for (size_t number = 0; number < places->size(); ++number) {
    const Place &place = (*places)[number];
    const auto *variable = std::get_if<const clang::VarDecl *>(&place);
    if ((variable ? elementType((*variable)->getType().getNonReferenceType())
                  : std::optional(std::get<Element>(place).type)) != word.type)
      return fail(target, "'" + evaluate.text(target) + "' gets numbers of another type");
    if (!storeAt(place, word.parts[number], target))
      return false;
  }
  return true;
}

bool KernelWalk::storeVector(const clang::CXXOperatorCallExpr *assignment) {
  const clang::Expr *target = assignment->getArg(0);
  if (const auto copied = evaluate.copiedAsOther(target, assignment->getArg(1))) {
    std::vector<ExpressionRef> values;
    for (const auto &[to, from] : *copied) {
      const auto *variable = std::get_if<const clang::VarDecl *>(&from);
      const auto known = variable ? state.scalars.find(*variable) : state.scalars.end();
      auto value =
          variable ? (known != state.scalars.end() && known->second ? std::optional(known->second)
                                                                    : std::nullopt)
                   : evaluate.read(std::get<Element>(from), target->getExprLoc());
      if (!value)
        return fail(target, "'" + evaluate.text(target) + "' gets a value that is not known here");
      values.push_back(std::move(*value));
    }
    for (size_t number = 0; number < values.size(); ++number)
      if (!storeAt((*copied)[number].first, std::move(values[number]), target))
        return false;
    return true;
  }
  const auto values = structureValue(assignment->getArg(1));
  return values && storeLanes(target, *values);
}

/// A shared array of vectors of floats that first gets vectors of numbers of 16 bits holds these.
void KernelWalk::holdsNarrow(const clang::Expr *target, ElementType type) {
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(target->IgnoreParens());
  const auto *reference =
      subscript ? llvm::dyn_cast<clang::DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts())
                : nullptr;
  const auto known =
      state.shared.find(reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
  if (known != state.shared.end() && known->second.type == ElementType::F32 &&
      vectorType(target->getType()) && known->second.stores.empty() && !known->second.seenAs &&
      sizeOf(type) == 2)
    known->second.type = type;
}

bool KernelWalk::storeLanes(const clang::Expr *target,
                            const SymbolicEvaluator::StructureValue &values) {
  const auto hasWord = [](const auto &value) { return value.second.word.has_value(); };
  if (const auto first = llvm::find_if(values, hasWord); first != values.end()) {
    holdsNarrow(target, first->second.word->type);
    const auto others =
        evaluate.isMadeOfOther(target) ? evaluate.elementsOfOther(target) : evaluate.lanes(target);
    if (!others)
      return false;
    size_t next = 0;
    for (const clang::FieldDecl *field : laneFields(target->getType())) {
      const auto value = values.find(field);
      if (value == values.end() || !value->second.word)
        return fail(target, "'" + evaluate.text(target) + "' gets a value that is not known here");
      const Word &word = *value->second.word;
      const auto *variable =
          next < others->size() ? std::get_if<const clang::VarDecl *>(&(*others)[next]) : nullptr;
      if (variable && elementType((*variable)->getType().getNonReferenceType()) != word.type &&
          sizeOf(*elementType((*variable)->getType().getNonReferenceType())) == 4) {
        state.words[*variable] = word;
        state.integers.erase(*variable);
        state.scalars.erase(*variable);
        ++next;
        continue;
      }
      for (const ExpressionRef &part : word.parts) {
        if (next == others->size() ||
            (std::holds_alternative<Element>((*others)[next])
                 ? std::get<Element>((*others)[next]).type
                 : elementType(std::get<const clang::VarDecl *>((*others)[next])
                                   ->getType()
                                   .getNonReferenceType())) != word.type)
          return fail(target, "'" + evaluate.text(target) + "' gets numbers of another type");
        if (!storeAt((*others)[next++], part, target))
          return false;
      }
    }
    return next == others->size() ||
           fail(target, "'" + evaluate.text(target) + "' gets a value that is not known here");
  }
  const auto places = evaluate.lanes(target);
  if (!places)
    return false;
  for (const clang::FieldDecl *field : laneFields(target->getType())) {
    const auto value = values.find(field);
    if (value == values.end() || !value->second.scalar || !*value->second.scalar)
      return fail(target, "'" + evaluate.text(target) + "' gets a value that is not known here");
    if (!storeAt((*places)[field->getFieldIndex()], *value->second.scalar, target))
      return false;
  }
  return true;
}

bool KernelWalk::storeAt(const Place &where, ExpressionRef value, const clang::Expr *target) {
  if (const auto *variable = std::get_if<const clang::VarDecl *>(&where)) {
    state.scalars[*variable] = state.sumsInHalf.contains(*variable)
                                   ? Expression::cast(ElementType::F32, value)
                                   : std::move(value);
    state.words.erase(*variable);
    return true;
  }
  const Element &element = std::get<Element>(where);
  if (hasExtreme(element.index))
    return fail(target, "'" + element.array +
                            "' is stored at an index that is the least or the greatest of two "
                            "values");
  if (element.shared)
    return storeShared(element, std::move(value), target);
  if (hasExclusive(element.index))
    return fail(target, "'" + element.array + "' is stored at an index that is made by '^'");
  if (state.referenced.contains(element.array))
    return fail(target, "'" + element.array + "' is stored, of which an element has a reference");
  if (state.storesDone)
    return fail(target, "store after a loop over the elements of the output");
  if (Cell *cell = state.find(element.array, element.index)) {
    if (cell->where != state.path) {
      // Where only the earlier store's guards hold, its value stays.
      const bool narrower =
          std::all_of(cell->where.begin(), cell->where.end(), [&](const Polynomial &bound) {
            return std::find(state.path.begin(), state.path.end(), bound) != state.path.end();
          });
      if (!narrower)
        return fail(target, "'" + element.array + "' is stored under different conditions");
      Condition condition;
      for (const Polynomial &bound : state.path)
        if (std::find(cell->where.begin(), cell->where.end(), bound) == cell->where.end())
          condition.bounds.push_back(bound);
      value = evaluate.select(condition, value, cell->value);
    }
    cell->value = std::move(value);
    return true;
  }
  state.cells.push_back({element.array, element.type, element.index, std::move(value),
                         target->getExprLoc(), state.path});
  return true;
}

/// `b = value` in `a = b = value`.
static const clang::BinaryOperator *chainedTo(const clang::BinaryOperator *assignment) {
  const auto *inner =
      llvm::dyn_cast<clang::BinaryOperator>(assignment->getRHS()->IgnoreParenImpCasts());
  return inner && inner->getOpcode() == clang::BO_Assign ? inner : nullptr;
}

bool KernelWalk::assignIndex(const clang::BinaryOperator *assignment,
                             const clang::VarDecl *variable) {
  const clang::BinaryOperator *inner = chainedTo(assignment);
  const clang::Expr *source = inner ? inner->getLHS() : assignment->getRHS();
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(assignment);
  if (variable->getType()->isPointerType()) {
    auto value = compound ? std::optional<Pointer>() : evaluate.pointer(source);
    if (compound) {
      const auto known = state.pointers.find(variable);
      const auto offset = evaluate.used(source);
      if (!offset || known == state.pointers.end() ||
          variable->getType()->getPointeeType()->isArrayType() || known->second.inWord != 0)
        return fail(assignment, "unsupported update of '" + variable->getNameAsString() + "'");
      value = known->second;
      const Polynomial elements =
          *offset * evaluate.innerElements(variable->getType()->getPointeeType());
      value->offset = assignment->getOpcode() == clang::BO_AddAssign ? value->offset + elements
                                                                     : value->offset - elements;
      if (assignment->getOpcode() != clang::BO_AddAssign &&
          assignment->getOpcode() != clang::BO_SubAssign)
        return fail(assignment, "unsupported update of '" + variable->getNameAsString() + "'");
    }
    if (value)
      state.pointers[variable] = *value;
    return value.has_value();
  }
  auto value = evaluate.integer(source);
  if (!value)
    return false;
  if (compound) {
    const auto known = state.integers.find(variable);
    if (known == state.integers.end())
      return fail(assignment,
                  "the value of '" + variable->getNameAsString() + "' is not known here");
    switch (assignment->getOpcode()) {
    case clang::BO_AddAssign:
      value = known->second + *value;
      break;
    case clang::BO_SubAssign:
      value = known->second - *value;
      break;
    case clang::BO_MulAssign:
      value = known->second * *value;
      break;
    case clang::BO_XorAssign:
      value = value->constant() == 1 ? otherBit(state, known->second) : std::nullopt;
      if (!value)
        return fail(assignment, "unsupported update of '" + variable->getNameAsString() + "'");
      break;
    case clang::BO_AndAssign:
    case clang::BO_OrAssign:
      value =
          evaluate.combined(known->second, *value, assignment->getOpcode() == clang::BO_AndAssign);
      if (!value)
        return fail(assignment, "unsupported update of '" + variable->getNameAsString() + "'");
      break;
    default:
      return fail(assignment, "unsupported update of '" + variable->getNameAsString() + "'");
    }
  }
  if (compound && variable->getType()->isSignedIntegerType() &&
      context.getTypeSize(variable->getType()) <
          context.getTypeSize(compound->getComputationResultType()))
    evaluate.require(*value, variable->getType(), assignment->getExprLoc());
  state.integers[variable] = *value;
  return true;
}

bool KernelWalk::step(const clang::UnaryOperator *operation) {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(operation->getSubExpr()->IgnoreParens());
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                                   : localField(operation->getSubExpr(), state);
  const Polynomial one(operation->isIncrementOp() ? 1 : -1);
  if (const auto known = state.integers.find(variable); known != state.integers.end()) {
    known->second += one;
    // What has fewer bits than an int wraps.
    const uint64_t bits = context.getTypeSize(variable->getType());
    const auto constant = known->second.constant();
    const bool wraps = constant && bits < 32 &&
                       (variable->getType()->isSignedIntegerType()
                            ? !llvm::isIntN(bits, *constant)
                            : *constant < 0 || !llvm::isUIntN(bits, *constant));
    if (variable->getType()->isBooleanType() || wraps)
      return fail(operation, "unsupported update '" + evaluate.text(operation) + "'");
    if (variable->getType()->isSignedIntegerType() && bits < 32)
      evaluate.require(known->second, variable->getType(), operation->getExprLoc());
    return true;
  }
  if (const auto known = state.pointers.find(variable);
      known != state.pointers.end() && !variable->getType()->getPointeeType()->isArrayType() &&
      known->second.inWord == 0) {
    known->second.offset += one * evaluate.innerElements(variable->getType()->getPointeeType());
    return true;
  }
  return fail(operation, "unsupported update '" + evaluate.text(operation) + "'");
}

bool KernelWalk::assign(const clang::BinaryOperator *assignment) {
  const clang::Expr *target = assignment->getLHS();
  if (const auto *inner = chainedTo(assignment)) {
    const auto isVariable = [](const clang::Expr *side) {
      return llvm::isa<clang::DeclRefExpr>(side->IgnoreParens());
    };
    if (assignment->getOpcode() != clang::BO_Assign || !isVariable(inner->getLHS()) ||
        !context.hasSameUnqualifiedType(target->getType(), inner->getType()))
      return fail(assignment, "assignment inside an expression");
    if (!assign(inner))
      return false;
  }
  const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  const auto *declaration =
      variable ? llvm::dyn_cast<clang::VarDecl>(variable->getDecl()) : localField(target, state);
  if (variable && evaluate.referredTo(variable))
    declaration = nullptr;
  if (declaration && !declaration->isLocalVarDeclOrParm())
    return fail(assignment,
                "assignment to the global variable '" + declaration->getNameAsString() + "'");
  if (declaration && declaration->getType()->isReferenceType() && !evaluate.isReferred(declaration))
    return fail(assignment, "assignment through '" + declaration->getNameAsString() + "'");
  if (declaration && !variable)
    state.usedAlone.insert(declaration);
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(assignment);
  if (declaration && !compound && target->getType()->isIntegerType() &&
      evaluate.isWord(assignment->getRHS())) {
    const auto word = evaluate.word(assignment->getRHS());
    return word && storeWord(target, *word);
  }
  if (declaration)
    state.words.erase(declaration);
  if (declaration && (target->getType()->isPointerType() ||
                      (target->getType()->isIntegerType() && !evaluate.isData(declaration))))
    return assignIndex(assignment, declaration);

  const auto type = elementType(target->getType());
  if (!type)
    return fail(assignment, "assignment to '" + evaluate.text(target) + "' of type '" +
                                target->getType().getAsString() + "'");
  const clang::Expr *source = assignment->getRHS()->IgnoreParens();
  if (!compound && (*type == ElementType::U32 || *type == ElementType::I32) &&
      evaluate.isWord(source)) {
    const auto word = evaluate.word(source);
    return word && storeWord(target, *word);
  }
  const clang::BinaryOperator *inner = chainedTo(assignment);
  auto value = evaluate.scalar(inner ? inner->getLHS() : assignment->getRHS());
  if (!value)
    return false;
  if (compound) {
    const auto where = evaluate.place(target);
    if (!where)
      return false;
    const auto *element = std::get_if<Element>(&*where);
    const auto old =
        element ? evaluate.read(*element, target->getExprLoc()) : evaluate.scalar(target);
    const auto computation = elementType(compound->getComputationResultType());
    if (!old || !computation)
      return old ? fail(assignment, "unsupported type of an update") : false;
    const clang::BinaryOperatorKind op =
        clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
    char symbol = 0;
    if (op == clang::BO_Add || op == clang::BO_Sub || op == clang::BO_Mul || op == clang::BO_Div)
      symbol = clang::BinaryOperator::getOpcodeStr(op)[0];
    else
      return fail(assignment, "unsupported update operator");
    value = Expression::cast(*type, Expression::binary(symbol, Expression::cast(*computation, *old),
                                                       Expression::cast(*computation, *value)));
  }
  return store(target, *value);
}

} // namespace warpsmith::frontend
