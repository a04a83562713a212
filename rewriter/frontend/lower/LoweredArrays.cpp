// Arrays in shared memory, and a thread's own ones.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;

/// All arrays without a size of their own begin at one place.
bool Lowerer::declareShared(const clang::VarDecl *variable, Statements &out) {
  const clang::QualType number = numberOfVectors(variable);
  const auto element = elementType(number);
  if (!element || number.isVolatileQualified() || !variable->getType()->isArrayType() ||
      context.getAsVariableArrayType(variable->getType()))
    return fail(frames.back().function->getBody(),
                "'" + variable->getNameAsString() + "' in shared memory is no array of numbers");
  const bool isSized = variable->getType()->isConstantArrayType();
  // A function's array is the same one at each call.
  std::string &name = sharedNames[variable];
  if (name.empty()) {
    name = SharedMark + (isSized ? variable->getNameAsString() : "");
    while (isSized && program.shared.contains(name))
      name += "'";
  }
  const int64_t elements = isSized ? numbersIn(variable->getType(), number) : 0;
  const auto *row = context.getAsConstantArrayType(variable->getType());
  row = row ? context.getAsConstantArrayType(row->getElementType()) : nullptr;
  const int64_t width = row && !row->getElementType()->isArrayType() ? row->getZExtSize() : 0;
  const auto [known, isNew] =
      program.shared.try_emplace(name, SharedExtent{*element, elements, width});
  if (known->second.type != *element)
    return fail(frames.back().function->getBody(), "one shared array of two types");
  const auto type = typeOf(context.getPointerType(number), frames.back().function->getBody());
  if (vectorType(context.getBaseElementType(variable->getType())))
    ofVectors[numberOf(variable)] = variable;
  if (type)
    out.push_back({Statement::Kind::Assign, variable->getLocation(), numberOf(variable),
                   make({.kind = Kind::Array,
                         .type = *type,
                         .location = variable->getLocation(),
                         .text = name})});
  return type.has_value();
}

static std::string nameOfOwn(const clang::VarDecl &variable, int pointer) {
  return OwnMark + variable.getNameAsString() + " " + std::to_string(pointer);
}

/// The variable of the first number of an array that is declared.
int Lowerer::firstOfOwn(const clang::VarDecl *variable) {
  return program.own.at(nameOfOwn(*variable, numberOf(variable))).first;
}

/// An array of the thread's own: a variable for each element.
bool Lowerer::declareOwn(const clang::VarDecl *variable, Statements &out) {
  constexpr int64_t Most = 1024;
  const clang::QualType number = numberOfVectors(variable);
  const int64_t elements = numbersIn(variable->getType(), number);
  const clang::Stmt *where = frames.back().function->getBody();
  if (number.isVolatileQualified() || !elementType(number) || elements > Most)
    return fail(where, "'" + variable->getNameAsString() + "' is no array of a few numbers");
  const auto type = typeOf(context.getPointerType(number), where);
  const auto ofElement = typeOf(number, where);
  if (!type || !ofElement)
    return false;
  const int pointer = numberOf(variable);
  if (vectorType(context.getBaseElementType(variable->getType())))
    ofVectors[pointer] = variable;
  const std::string name = nameOfOwn(*variable, pointer);
  const auto [known, isNew] = program.own.try_emplace(
      name, OwnArray{program.variables, static_cast<int>(elements), elementType(number)});
  if (isNew)
    program.variables += static_cast<int>(elements);
  for (int64_t each = 0; ofVectors.contains(pointer) && each < elements; ++each)
    ofVectors[known->second.first + static_cast<int>(each)] = variable;
  out.push_back({Statement::Kind::Assign, variable->getLocation(), pointer,
                 make({.kind = Kind::Array,
                       .type = *type,
                       .location = variable->getLocation(),
                       .text = name})});
  int element = known->second.first;
  return !variable->getInit() ||
         initialise(variable->getInit(), variable->getType(), number, element, out);
}

/// A constructor that does nothing.
static bool leavesAsIs(const clang::Expr *initial) {
  const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
  return construction && construction->getNumArgs() == 0 &&
         construction->getConstructor()->isTrivial() && !construction->requiresZeroInitialization();
}

/// The elements from that one on become what an initialiser says, or zero.
bool Lowerer::initialise(const clang::Expr *value, clang::QualType type, clang::QualType number,
                         int &element, Statements &out) {
  if (leavesAsIs(value)) {
    element += static_cast<int>(numbersIn(type, number));
    return true;
  }
  if (value && llvm::isa<clang::ImplicitValueInitExpr>(value))
    value = nullptr;
  if (const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(value);
      construction && construction->getNumArgs() == 0) {
    if (!construction->getConstructor()->isTrivial())
      return fail(value, "an initialiser that is not understood");
    value = nullptr;
  }
  if (const auto *array = context.getAsConstantArrayType(type)) {
    const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(value);
    if (value && !list)
      return fail(value, "an initialiser that is not understood");
    for (uint64_t each = 0; each < array->getSize().getZExtValue(); ++each) {
      const clang::Expr *one = !list                        ? nullptr
                               : each < list->getNumInits() ? list->getInit(each)
                                                            : list->getArrayFiller();
      if (!initialise(one, array->getElementType(), number, element, out))
        return false;
    }
    return true;
  }
  if (vectorType(type))
    return initialiseLanes(value, type, number, element, out);
  const clang::Stmt *where =
      value ? static_cast<const clang::Stmt *>(value) : frames.back().function->getBody();
  const auto own = typeOf(type, where);
  before = &out;
  const TermRef term = !own    ? nullptr
                       : value ? this->term(value)
                               : make({.kind = Kind::Integer, .type = {}, .location = {}});
  if (!term)
    return false;
  out.push_back({Statement::Kind::Assign, where->getBeginLoc(), element++, converted(term, *own)});
  return true;
}

bool Lowerer::initialiseLanes(const clang::Expr *value, clang::QualType type,
                              clang::QualType number, int &element, Statements &out) {
  const auto count = static_cast<size_t>(numbersIn(type, number));
  const clang::Stmt *where =
      value ? static_cast<const clang::Stmt *>(value) : frames.back().function->getBody();
  const auto lane = typeOf(number, where);
  if (!lane)
    return false;
  before = &out;
  std::vector<TermRef> from;
  if (value)
    from = lanes(value);
  else
    from.assign(count, converted(make({.kind = Kind::Integer, .type = {}, .location = {}}), *lane));
  if (from.empty())
    return fail(value, "a vector that is not understood");
  std::vector<TermRef> to;
  while (to.size() < count)
    to.push_back(variable(element++, *lane, where->getBeginLoc()));
  return assignLanes(to, from, where, out);
}

} // namespace warpsmith::frontend
