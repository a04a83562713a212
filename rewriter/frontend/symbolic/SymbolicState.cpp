#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace warpsmith::frontend {

Cell *SymbolicState::find(const std::string &array, const Polynomial &index) {
  for (Cell &cell : cells)
    if (cell.array == array && cell.index == index)
      return &cell;
  return nullptr;
}

namespace {

template <typename Value>
std::optional<Value> valueOf(const std::map<const clang::VarDecl *, Value> &values,
                             const clang::VarDecl *variable) {
  const auto found = values.find(variable);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

template <typename Value>
void setValue(std::map<const clang::VarDecl *, Value> &values, const clang::VarDecl *variable,
              const std::optional<Value> &value) {
  if (value)
    values[variable] = *value;
  else
    values.erase(variable);
}

} // namespace

Captured SymbolicState::capture(const clang::VarDecl *variable) const {
  return {variable, valueOf(scalars, variable), valueOf(integers, variable),
          valueOf(pointers, variable), valueOf(words, variable)};
}

void SymbolicState::restore(const Captured &captured) {
  setValue(scalars, captured.variable, captured.scalar);
  setValue(integers, captured.variable, captured.integer);
  setValue(pointers, captured.variable, captured.pointer);
  setValue(words, captured.variable, captured.word);
}

Polynomial SymbolicState::numeric(Polynomial polynomial) const {
  for (const auto &[name, value] : constants)
    polynomial = polynomial.substitute(name, Polynomial(value));
  return polynomial;
}

std::optional<int64_t> SymbolicState::assumed(const Polynomial &polynomial) {
  const auto value = numeric(polynomial).constant();
  if (value)
    for (const std::string &symbol : polynomial.symbols())
      assumedConstants.insert(symbol);
  return value;
}

void SymbolicState::requireStrongest(const Precondition &fact) {
  for (Precondition &known : preconditions) {
    if (known == fact)
      return;
    const auto more = (fact.right - known.right).constant();
    if (!known.equal && !fact.equal && known.left == fact.left && more) {
      if (*more > 0)
        known.right = fact.right;
      return;
    }
  }
  preconditions.push_back(fact);
}

const LoopIndex *SymbolicState::loop(const std::string &symbol) const {
  const auto found = std::find_if(loops.begin(), loops.end(),
                                  [&](const LoopIndex &loop) { return loop.symbol == symbol; });
  return found == loops.end() ? nullptr : &*found;
}

namespace {
constexpr llvm::StringLiteral ExclusivePrefix = "%exclusive";
}

Polynomial SymbolicState::exclusive(const Polynomial &left, const Polynomial &right) {
  const auto a = left.constant(), b = right.constant();
  if (a && b)
    return Polynomial(*a ^ *b);
  if (left == right)
    return Polynomial(0);
  // With a zero it stays a symbol as well: a column is not to be added to a row.
  for (const Exclusive &known : exclusives)
    if ((known.left == left && known.right == right) ||
        (known.left == right && known.right == left))
      return Polynomial::symbol(known.symbol);
  exclusives.push_back(
      {left, right, ExclusivePrefix.str() + std::to_string(exclusives.size() + 1)});
  return Polynomial::symbol(exclusives.back().symbol);
}

const Exclusive *SymbolicState::exclusiveOf(const std::string &symbol) const {
  const auto found = std::find_if(exclusives.begin(), exclusives.end(),
                                  [&](const Exclusive &known) { return known.symbol == symbol; });
  return found == exclusives.end() ? nullptr : &*found;
}

ExpressionRef SymbolicState::loaded(const Load &load) {
  const auto known = std::find_if(loads.begin(), loads.end(), [&](const Load &other) {
    return other.array == load.array && other.index == load.index;
  });
  const auto number = known - loads.begin();
  if (known == loads.end())
    loads.push_back(load);
  return Expression::operandElement(static_cast<int>(number), load.type);
}

ExpressionRef SymbolicState::conditionOn(const Bounds &condition) {
  const auto known = std::find(bounds.begin(), bounds.end(), condition);
  const auto number = known - bounds.begin();
  if (known == bounds.end())
    bounds.push_back(condition);
  return conditionLeaf(number);
}

ExpressionRef SymbolicState::reindexed(const ExpressionRef &expression,
                                       const std::function<Polynomial(const Polynomial &)> &index) {
  return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Operand) {
      Load load = loads[node->operand];
      load.index = index(load.index);
      return loaded(load);
    }
    if (node->kind == Expression::Kind::Position)
      return Expression::position(index(node->polynomial));
    if (const auto number = conditionNumber(*node)) {
      Bounds condition = bounds[*number];
      for (Polynomial &bound : condition)
        bound = index(bound);
      return conditionOn(condition);
    }
    return nullptr;
  });
}

ExpressionRef sumLeaf(size_t reduction, ElementType type) {
  auto leaf = std::make_shared<Expression>(*Expression::sum(type));
  leaf->operand = static_cast<int>(reduction);
  return leaf;
}

std::set<size_t> sumsIn(const ExpressionRef &expression) {
  std::set<size_t> found;
  map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Sum)
      found.insert(node->operand);
    return nullptr;
  });
  return found;
}

namespace {
constexpr llvm::StringLiteral OwnPrefix = "%own";
}

std::string ownSymbol(int level) {
  return (OwnPrefix + llvm::Twine(level)).str();
}

bool isOwn(const std::string &symbol) {
  return llvm::StringRef(symbol).starts_with(OwnPrefix);
}

namespace {
constexpr llvm::StringLiteral TruthPrefix = "%if";
}

Polynomial truthSymbol(size_t number) {
  return Polynomial::symbol((TruthPrefix + llvm::Twine(number)).str());
}

bool isTruth(const std::string &symbol) {
  return llvm::StringRef(symbol).starts_with(TruthPrefix);
}

std::optional<size_t> truthNumber(const Polynomial &value) {
  const auto symbols = value.symbols();
  size_t number = 0;
  if (symbols.size() != 1 || !isTruth(symbols[0]) || value != Polynomial::symbol(symbols[0]) ||
      llvm::StringRef(symbols[0]).drop_front(TruthPrefix.size()).getAsInteger(10, number))
    return std::nullopt;
  return number;
}

namespace {

constexpr llvm::StringLiteral ExtremePrefix = "%extreme";

std::optional<size_t> extremeNumber(llvm::StringRef symbol) {
  size_t number = 0;
  if (!symbol.consume_front(ExtremePrefix) || symbol.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

} // namespace

Polynomial SymbolicState::extreme(const Extreme &value) {
  const auto known = std::find(extremes.begin(), extremes.end(), value);
  const size_t number = known - extremes.begin();
  if (known == extremes.end())
    extremes.push_back(value);
  return Polynomial::symbol((ExtremePrefix + llvm::Twine(number)).str());
}

std::optional<Bounds> SymbolicState::withoutExtremes(const Polynomial &bound) const {
  for (const std::string &symbol : bound.symbols()) {
    const auto number = extremeNumber(symbol);
    if (!number)
      continue;
    const Extreme &value = extremes[*number];
    const auto affine = bound.affineIn(symbol);
    const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
    if (!coefficient || (*coefficient < 0) != value.isGreatest)
      return std::nullopt;
    auto all = withoutExtremes(bound.substitute(symbol, value.left));
    const auto others = withoutExtremes(bound.substitute(symbol, value.right));
    if (!all || !others)
      return std::nullopt;
    all->insert(all->end(), others->begin(), others->end());
    return all;
  }
  return Bounds{bound};
}

bool hasExtreme(const Polynomial &polynomial) {
  const auto symbols = polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const std::string &symbol) { return extremeNumber(symbol).has_value(); });
}

bool hasExclusive(const Polynomial &polynomial) {
  const auto symbols = polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [](const std::string &symbol) {
    return llvm::StringRef(symbol).starts_with(ExclusivePrefix);
  });
}

Bounds opposite(const Bounds &bounds) {
  return {bounds.size() == 1 ? Polynomial(1) - bounds[0] : Polynomial(0)};
}

ExpressionRef zeroOf(ElementType type) {
  return Expression::literal(isInteger(type)            ? "0"
                             : type == ElementType::F64 ? "0.0"
                                                        : "0.0f",
                             type);
}

ExpressionRef wayChosen() {
  return Expression::compare("!=", Expression::scalar("%way", ElementType::I32),
                             Expression::literal("0", ElementType::I32));
}

bool choosesWay(const Expression &condition) {
  return (condition.kind == Expression::Kind::Scalar && condition.text == "%way") ||
         std::ranges::any_of(condition.children,
                             [](const ExpressionRef &child) { return choosesWay(*child); });
}

bool isUniform(const Polynomial &polynomial) {
  const auto symbols = polynomial.symbols();
  return std::none_of(symbols.begin(), symbols.end(), [](const std::string &symbol) {
    return symbol.front() == '%' || symbol.rfind("threadIdx.", 0) == 0 ||
           symbol.rfind("blockIdx.", 0) == 0;
  });
}

namespace {
constexpr const char *ConditionName = "indices in range";
}

ExpressionRef conditionLeaf(size_t number) {
  auto leaf = std::make_shared<Expression>(*Expression::literal(ConditionName, ElementType::I32));
  leaf->operand = static_cast<int>(number);
  return leaf;
}

std::optional<size_t> conditionNumber(const Expression &expression) {
  if (expression.kind != Expression::Kind::Literal || expression.text != ConditionName)
    return std::nullopt;
  return expression.operand;
}

bool hasPartOf(const SymbolicState &state, const Polynomial &polynomial,
               const std::string &wanted) {
  return llvm::any_of(polynomial.symbols(), [&](const std::string &symbol) {
    return symbol == wanted || llvm::any_of(state.divisions, [&](const Division &division) {
             return (symbol == division.quotient || symbol == division.remainder) &&
                    hasPartOf(state, division.dividend, wanted);
           });
  });
}

bool SharedArray::isStored(const SymbolicState &state, const Polynomial &index) const {
  return llvm::any_of(stores, [&](const Store &store) {
    const bool isElsewhere = store.ofEarlierStep && hasPartOf(state, index, store.marked);
    return store.index == index && !isElsewhere;
  });
}

SharedAccess joined(const SharedAccess &one, const SharedAccess &other) {
  SharedAccess both = one;
  both.storedSinceBarrier |= other.storedSinceBarrier;
  both.readSinceBarrier |= other.readSinceBarrier;
  both.storedThere |= other.storedThere;
  both.readHere |= other.readHere;
  both.readThere |= other.readThere;
  both.storedInStep &= other.storedInStep;
  for (const SharedAccess::Flight &flight : other.flights)
    if (std::ranges::find(both.flights, flight) == both.flights.end())
      both.flights.push_back(flight);
  return both;
}

} // namespace warpsmith::frontend
