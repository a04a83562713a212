#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

namespace warpsmith::frontend {
namespace {

class FragmentFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit FragmentFinder(const clang::ASTContext &ast) : context(ast) {}
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (auto type = fragmentType(variable->getType(), context))
      found.push_back(std::move(*type));
    return true;
  }
  std::vector<FragmentType> found;

private:
  const clang::ASTContext &context;
};

} // namespace

Polynomial fragmentRow() {
  return Polynomial::symbol(ownSymbol(101));
}
Polynomial fragmentColumn() {
  return Polynomial::symbol(ownSymbol(102));
}

std::optional<std::string> findFragments(const clang::FunctionDecl &kernel,
                                         const clang::ASTContext &context, SymbolicState &state) {
  FragmentFinder finder(context);
  finder.TraverseStmt(kernel.getBody());
  if (finder.found.empty())
    return std::nullopt;
  const FragmentType &first = finder.found.front();
  for (const FragmentType &other : finder.found)
    if (other.rows != first.rows || other.columns != first.columns || other.steps != first.steps)
      return "fragments of several shapes";
  for (const FragmentType &operand : finder.found)
    if (operand.use != FragmentType::Use::Accumulator)
      if (std::string why = missingFragmentShape(operand); !why.empty())
        return why;
  const auto add = [&](const Polynomial &index, int64_t extent) {
    state.loops.push_back(
        {index.str(), 0, Polynomial(extent), "the elements of a fragment", false, 0});
  };
  add(fragmentRow(), first.rows);
  add(fragmentColumn(), first.columns);
  state.hasFragments = true;
  return std::nullopt;
}

ExpressionRef roundedToHalf(const ExpressionRef &sum) {
  const bool wasHalf = sum->kind == Expression::Kind::Cast && sum->type == ElementType::F32 &&
                       sum->children[0]->type == ElementType::F16;
  return wasHalf ? sum->children[0] : Expression::cast(ElementType::F16, sum);
}

std::vector<const clang::VarDecl *> fragmentVariables(const clang::VarDecl &variable,
                                                      const FragmentType &type,
                                                      const clang::ASTContext &context) {
  int64_t count = type.use == FragmentType::Use::Accumulator ? 1 : type.steps;
  for (clang::QualType array = variable.getType(); context.getAsConstantArrayType(array);
       array = context.getAsConstantArrayType(array)->getElementType())
    count *= static_cast<int64_t>(
        context.getAsConstantArrayType(array)->getSize().getLimitedValue(MostElements + 1));
  if (count > MostElements)
    return {};
  auto &tree = const_cast<clang::ASTContext &>(context); // as elementVariables() does
  const clang::QualType held = type.sumsInHalf() ? context.FloatTy : type.element;
  std::vector<const clang::VarDecl *> elements;
  for (int64_t number = 0; number < count; ++number)
    elements.push_back(clang::VarDecl::Create(
        tree, const_cast<clang::DeclContext *>(variable.getDeclContext()), variable.getLocation(),
        variable.getLocation(),
        &tree.Idents.get(variable.getNameAsString() + "[" + std::to_string(number) + "]"), held,
        nullptr, clang::SC_None));
  return elements;
}

bool KernelWalk::declareFragment(const clang::VarDecl *variable, const FragmentType &type) {
  auto &elements = arrays[variable];
  if (elements.empty())
    elements = fragmentVariables(*variable, type, context);
  // In a function of the kernel's, too, they must be of the kernel's shape.
  const auto isOfShape = [&](const Polynomial &index, int64_t extent) {
    return llvm::any_of(state.loops, [&](const LoopIndex &loop) {
      return loop.symbol == index.str() && loop.extent == Polynomial(extent);
    });
  };
  const bool sumsInOther = type.sumsInHalf() && type.type != ElementType::F16;
  if (elements.empty() || sumsInOther || variable->getType()->isReferenceType() ||
      !state.hasFragments || !isOfShape(fragmentRow(), type.rows) ||
      !isOfShape(fragmentColumn(), type.columns)) {
    refuse(variable->getLocation(), "fragments '" + variable->getNameAsString() + "' of type '" +
                                        variable->getType().getAsString() + "'");
    return false;
  }
  state.localArrays[variable] = elements;
  for (const clang::VarDecl *one : elements) {
    state.scalars.erase(one);
    if (type.sumsInHalf())
      state.sumsInHalf.insert(one);
  }
  return true;
}

/// The variables of the fragment that an argument names.
std::optional<KernelWalk::NamedFragment> KernelWalk::fragment(const clang::Expr *argument) {
  const auto type = fragmentType(argument->getType(), context);
  argument = argument->IgnoreParenImpCasts();
  LocalElement local = localElement(argument, state);
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(argument);
  if (const auto *variable =
          reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr) {
    if (state.localArrays.contains(variable))
      local.array = variable;
    else
      local = throughParameter(std::move(local), variable, state);
  }
  const auto number =
      type && local.array ? evaluate.numberOfFragment(local, argument) : std::nullopt;
  if (!number) {
    refuse(argument->getExprLoc(),
           "which fragment '" + evaluate.text(argument) + "' is, is not known");
    return std::nullopt;
  }
  const int64_t each = type->use == FragmentType::Use::Accumulator ? 1 : type->steps;
  const auto first = state.localArrays.at(local.array).begin() + static_cast<long>(*number * each);
  return NamedFragment{*type, {first, first + static_cast<long>(each)}};
}

/// Where an element of the matrix lies that a call loads or stores.
std::optional<Element> KernelWalk::elementOfMatrix(const clang::Expr *pointer,
                                                   const clang::Expr *pitch,
                                                   const FragmentType &type, bool byColumns,
                                                   const Polynomial &row,
                                                   const Polynomial &column) {
  const auto to = evaluate.pointer(pointer);
  const auto distance = to ? evaluate.used(pitch) : std::nullopt;
  if (!distance)
    return std::nullopt;
  if (to->local || to->type != type.type) {
    refuse(pointer->getExprLoc(),
           "'" + evaluate.text(pointer) + "' is no matrix of the fragment's elements");
    return std::nullopt;
  }
  const Polynomial index =
      to->offset + (byColumns ? row + column * *distance : row * *distance + column);
  return Element{to->array, to->type, index, to->shared};
}

/// The last argument of a load or a store of an accumulator.
std::optional<bool> KernelWalk::layoutOf(const clang::CallExpr *call) {
  if (const auto known = matrixLayout(*call))
    return known;
  refuse(call->getExprLoc(),
         "whether '" + evaluate.text(call) + "' goes by rows or columns is not known");
  return std::nullopt;
}

bool KernelWalk::fragmentCall(const clang::CallExpr *call, const std::string &name) {
  if (dataBranches > 0)
    return fail(call, "'" + name + "' under a condition on data");
  if (overElements)
    return fail(call, "'" + name + "' in a loop over the elements of a fragment");
  if (name == "fill_fragment" && call->getNumArgs() == 2) {
    const auto target = fragment(call->getArg(0));
    const auto value = target ? evaluate.scalar(call->getArg(1)) : std::nullopt;
    if (!value)
      return false;
    for (const clang::VarDecl *element : target->elements)
      if (!storeAt(element, Expression::cast(target->type.type, *value), call->getArg(0)))
        return false;
    return true;
  }
  if (name == "load_matrix_sync" && call->getNumArgs() >= 3) {
    const auto target = fragment(call->getArg(0));
    if (!target)
      return false;
    const bool isSum = target->type.use == FragmentType::Use::Accumulator;
    const auto byColumns = isSum ? layoutOf(call) : target->type.byColumns;
    if (!byColumns)
      return false;
    for (size_t step = 0; step < target->elements.size(); ++step) {
      const Polynomial number(static_cast<int64_t>(step));
      const auto place =
          elementOfMatrix(call->getArg(1), call->getArg(2), target->type, *byColumns,
                          target->type.use == FragmentType::Use::B ? number : fragmentRow(),
                          target->type.use == FragmentType::Use::A ? number : fragmentColumn());
      const auto value = place ? evaluate.read(*place, call->getExprLoc()) : std::nullopt;
      if (!value || !storeAt(target->elements[step], *value, call->getArg(0)))
        return false;
    }
    return true;
  }
  if (name == "mma_sync" && call->getNumArgs() >= 4)
    return multiplyFragments(call);
  if (name == "store_matrix_sync" && call->getNumArgs() >= 4) {
    const auto source = fragment(call->getArg(1));
    const auto byColumns = source ? layoutOf(call) : std::nullopt;
    if (!byColumns || source->type.use != FragmentType::Use::Accumulator)
      return byColumns && fail(call, "unsupported call of '" + name + "'");
    const auto known = state.scalars.find(source->elements[0]);
    if (known == state.scalars.end() || !known->second)
      return fail(call, "the value of '" + evaluate.text(call->getArg(1)) + "' is not known here");
    const ExpressionRef value =
        source->type.sumsInHalf() ? roundedToHalf(known->second) : known->second;
    const auto place = elementOfMatrix(call->getArg(0), call->getArg(2), source->type, *byColumns,
                                       fragmentRow(), fragmentColumn());
    return place && storeAt(*place, evaluate.guarded(value), call);
  }
  return fail(call, "unsupported call of '" + name + "'");
}

/// Each element of the sum gets the products of A's row and B's column. Sums in half are followed
/// as those in float that a contract for tensor cores makes of them: how they round is not told.
bool KernelWalk::multiplyFragments(const clang::CallExpr *call) {
  std::vector<NamedFragment> operands;
  for (unsigned number = 0; number < 4; ++number) {
    auto one = fragment(call->getArg(number));
    if (!one)
      return false;
    operands.push_back(std::move(*one));
  }
  const auto &[target, a, b, old] = std::tie(operands[0], operands[1], operands[2], operands[3]);
  const ElementType type = target.type.type;
  if (a.type.use != FragmentType::Use::A || b.type.use != FragmentType::Use::B ||
      target.type.use != FragmentType::Use::Accumulator ||
      old.type.use != FragmentType::Use::Accumulator || old.type.type != type ||
      a.type.type != b.type.type)
    return fail(call, "unsupported call of 'mma_sync'");
  if (call->getNumArgs() > 4 && !llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(4)))
    return fail(call, "'mma_sync' with sums that end at the largest number");
  const ElementType sumType = target.type.sumsInHalf() ? ElementType::F32 : type;
  const auto valueOf = [&](const NamedFragment &from, size_t number,
                           unsigned argument) -> ExpressionRef {
    const auto known = state.scalars.find(from.elements[number]);
    if (known != state.scalars.end() && known->second)
      return evaluate.guarded(known->second);
    fail(call, "the value of '" + evaluate.text(call->getArg(argument)) + "' is not known here");
    return nullptr;
  };
  ExpressionRef sum = valueOf(old, 0, 3);
  for (size_t step = 0; sum && step < a.elements.size(); ++step) {
    const ExpressionRef left = valueOf(a, step, 1);
    const ExpressionRef right = left ? valueOf(b, step, 2) : nullptr;
    if (!right)
      return false;
    sum = Expression::binary(
        '+', sum,
        Expression::binary('*', Expression::cast(sumType, left), Expression::cast(sumType, right)));
  }
  if (!sum)
    return false;
  state.scalars[target.elements[0]] = sum;
  return true;
}

/// A loop over the steps of a tile, each of which adds all products of two fragments: its steps are
/// those of the loop around it.
bool KernelWalk::goesOverTile(const Loop &loop) {
  class Finder : public clang::DynamicRecursiveASTVisitor {
  public:
    bool VisitCallExpr(clang::CallExpr *call) override {
      found |= fragmentFunction(*call) == "mma_sync";
      const clang::FunctionDecl *callee = call->getDirectCallee();
      const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
      if (!found && definition && !isCudaOwn(*definition) && entered.insert(definition).second)
        TraverseStmt(definition->getBody());
      return !found;
    }
    bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
      found |= multipliesMatrices(*statement);
      return !found;
    }
    bool found = false;
    std::set<const clang::FunctionDecl *> entered;
  };
  constexpr int64_t MostSteps = 128;
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (depth == 0 || !comparison || comparison->getOpcode() != clang::BO_LT ||
      !comparison->getLHS()->getType()->isIntegerType())
    return false;
  Finder finder;
  finder.TraverseStmt(const_cast<clang::Stmt *>(loop.body));
  if (!finder.found)
    return false;
  const auto left = evaluate.exact(comparison->getLHS());
  const auto right = left ? evaluate.exact(comparison->getRHS()) : std::nullopt;
  const auto steps = right ? state.numeric(*right - *left).constant() : std::nullopt;
  return steps && *steps > 0 && *steps <= MostSteps;
}

namespace {

/// Whether a value depends on the number of an element among those that a thread has.
bool dependsOnNumber(const ExpressionRef &value, std::set<const Expression *> &seen) {
  return value && seen.insert(value.get()).second &&
         (value->polynomial.dependsOn(FragmentElement) ||
          llvm::any_of(value->children,
                       [&](const ExpressionRef &child) { return dependsOnNumber(child, seen); }));
}

/// Leaves what was known before.
template <typename Map>
void keepKnown(Map &now, const Map &before) {
  std::erase_if(now, [&](const auto &entry) { return !before.contains(entry.first); });
}

} // namespace

/// `for (int i = 0; i < sums.num_elements; i++) sums.x[i] = alpha * sums.x[i] + beta * c.x[i];`
/// does to each element what its body says, and nothing else.
bool KernelWalk::overFragment(const clang::ForStmt *loop) {
  const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  const auto *variable = declaration && declaration->isSingleDecl()
                             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                             : nullptr;
  const auto *condition = llvm::cast<clang::BinaryOperator>(loop->getCond()->IgnoreParenImpCasts());
  const auto *tested =
      llvm::dyn_cast<clang::DeclRefExpr>(condition->getLHS()->IgnoreParenImpCasts());
  const auto *increment = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc());
  const auto first = variable && variable->getInit()
                         ? variable->getInit()->getIntegerConstantExpr(context)
                         : std::nullopt;
  if (!first || *first != 0 || !tested || tested->getDecl() != variable ||
      condition->getOpcode() != clang::BO_LT || !increment || !increment->isIncrementOp() ||
      llvm::dyn_cast<clang::DeclRefExpr>(increment->getSubExpr()->IgnoreParens()) == nullptr ||
      llvm::cast<clang::DeclRefExpr>(increment->getSubExpr()->IgnoreParens())->getDecl() !=
          variable)
    return fail(loop, "unsupported loop over the elements of a fragment");
  if (overElements) // which would be the same element
    return fail(loop, "a loop over the elements of a fragment inside of another one");
  if (const auto length = fragmentLength(*condition->getRHS(), context);
      length && length->isTf32 && roundsFragment(loop->getBody(), variable, context))
    return true;
  const SymbolicState before = state;
  state.integers[variable] = Polynomial::symbol(FragmentElement);
  ++depth;
  overElements = true;
  const bool walked = walk(loop->getBody());
  overElements = false;
  --depth;
  if (!walked)
    return false;
  // Fragments of other types have other numbers of elements.
  const auto length = fragmentLength(*condition->getRHS(), context);
  if (!length || length->use != FragmentType::Use::Accumulator ||
      (evaluate.fragmentSum && *evaluate.fragmentSum != length->type))
    return fail(loop, "a loop over the elements of one fragment changes those of another one");
  const auto counter = state.integers.find(variable);
  if (counter == state.integers.end() || counter->second != Polynomial::symbol(FragmentElement))
    return fail(loop, "unsupported loop over the elements of a fragment");
  state.integers.erase(counter);
  std::set<const clang::VarDecl *> elements;
  for (const auto &[array, variables] : state.localArrays)
    if (fragmentType(array->getType(), context))
      elements.insert(variables.begin(), variables.end());
  for (const auto &[changed, value] : before.scalars) {
    const auto now = state.scalars.find(changed);
    if (!elements.contains(changed) && (now == state.scalars.end() || now->second != value))
      return fail(loop, "a loop over the elements of a fragment changes '" +
                            changed->getNameAsString() + "'");
  }
  for (const auto &[changed, value] : before.integers)
    if (const auto now = state.integers.find(changed);
        now == state.integers.end() || now->second != value)
      return fail(loop, "a loop over the elements of a fragment changes '" +
                            changed->getNameAsString() + "'");
  std::set<const Expression *> seen;
  for (const clang::VarDecl *element : elements)
    if (const auto now = state.scalars.find(element);
        now != state.scalars.end() && dependsOnNumber(now->second, seen))
      return fail(loop, "which element of a fragment a thread has is not known");
  // What else has a value here has that of the thread's last element.
  std::erase_if(state.scalars, [&](const auto &entry) {
    return !elements.contains(entry.first) && !before.scalars.contains(entry.first);
  });
  keepKnown(state.integers, before.integers);
  keepKnown(state.pointers, before.pointers);
  keepKnown(state.structures, before.structures);
  keepKnown(state.localStructures, before.localStructures);
  keepKnown(state.lambdas, before.lambdas);
  const bool isAlone = state.cells.size() == before.cells.size() &&
                       state.loops.size() == before.loops.size() &&
                       state.reductions.size() == before.reductions.size() &&
                       llvm::all_of(state.pointers,
                                    [&](const auto &pointer) {
                                      const auto old = before.pointers.find(pointer.first);
                                      return old == before.pointers.end() ||
                                             (old->second.array == pointer.second.array &&
                                              old->second.offset == pointer.second.offset);
                                    }) &&
                       llvm::all_of(state.shared, [&](const auto &array) {
                         const auto old = before.shared.find(array.first);
                         return old != before.shared.end() &&
                                old->second.stores.size() == array.second.stores.size() &&
                                old->second.storedSinceBarrier == array.second.storedSinceBarrier;
                       });
  return isAlone || fail(loop, "a loop over the elements of a fragment does more than change them");
}

/// Which of an array's fragments it is.
std::optional<int64_t> SymbolicEvaluator::numberOfFragment(const LocalElement &local,
                                                           const clang::Expr *expression) {
  const auto unknown = [&] {
    return refuse(expression->getExprLoc(),
                  "which fragment '" + text(expression) + "' is, is not known");
  };
  const clang::VarDecl *named = local.through ? local.through : local.array;
  clang::QualType type = named->getType().getNonReferenceType();
  int64_t number = 0, first = 0;
  size_t used = 0;
  const auto numberOf = [&](const clang::Expr *subscript) {
    const auto index = this->used(subscript);
    return index ? state.assumed(*index) : std::nullopt;
  };
  if (local.through) {
    const auto begin = state.assumed(state.pointers.at(local.through).offset);
    if (!begin)
      return unknown();
    first = *begin;
    if (type->isPointerType()) {
      const auto value = local.subscripts.empty() ? std::nullopt : numberOf(local.subscripts[0]);
      if (!value)
        return unknown();
      number = *value;
      used = 1;
      type = type->getPointeeType();
    }
  }
  for (; used < local.subscripts.size(); ++used) {
    const auto *dimension = context.getAsConstantArrayType(type);
    if (!dimension)
      break; // `.x[i]` behind it
    const auto value = numberOf(local.subscripts[used]);
    if (!value || *value < 0 ||
        static_cast<uint64_t>(*value) >= dimension->getSize().getLimitedValue())
      return unknown();
    number = number * static_cast<int64_t>(dimension->getSize().getLimitedValue()) + *value;
    type = dimension->getElementType();
  }
  if (context.getAsConstantArrayType(type))
    return refuse(expression->getExprLoc(), "several fragments '" + text(expression) + "'");
  const auto fragment = fragmentType(local.array->getType(), context);
  const int64_t each = fragment->use == FragmentType::Use::Accumulator ? 1 : fragment->steps;
  const auto count = static_cast<int64_t>(state.localArrays.at(local.array).size()) / each;
  if (first + number < 0 || first + number >= count)
    return unknown();
  return first + number;
}

/// `sums.x[i]` in a loop over its elements: the element of any thread.
std::optional<Place> SymbolicEvaluator::fragmentPlace(const LocalElement &local,
                                                      const clang::Expr *expression) {
  const auto type = fragmentType(local.array->getType(), context);
  const auto number = numberOfFragment(local, expression);
  const auto index =
      number && !local.subscripts.empty() ? used(local.subscripts.back()) : std::nullopt;
  if (!index || type->use != FragmentType::Use::Accumulator ||
      !elementType(expression->getType()) || *index != Polynomial::symbol(FragmentElement))
    return refuse(expression->getExprLoc(),
                  "which element of a fragment '" + text(expression) + "' is, is not known");
  if (!fragmentSum)
    fragmentSum = type->type;
  if (*fragmentSum != type->type)
    return refuse(expression->getExprLoc(),
                  "elements of fragments of several types meet in '" + text(expression) + "'");
  return state.localArrays.at(local.array)[static_cast<size_t>(*number)];
}

} // namespace warpsmith::frontend
