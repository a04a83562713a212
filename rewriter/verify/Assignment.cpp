#include "rewriter/verify/Assignment.h"
#include "rewriter/verify/LaunchSetup.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace warpsmith::verify {
namespace {

/// A condition, the names in it whose values are looked for, and the numbers that stand for a whole
/// side of it.
struct Comparison {
  const Predicate *condition;
  std::set<std::string> names;
  std::vector<Value> numbers;
  bool ofNameAndNumber; ///< of one name alone with a number
};

/// Values of names under which all comparisons hold. Those that can make a difference are the
/// numbers that anything is compared with, and their neighbours.
class Search {
public:
  /// `known` gives the values of other names.
  Search(std::vector<Comparison> given, Predicate::Valuation known)
      : comparisons(std::move(given)),
        others(std::move(known)) {
    std::set<std::string> seen;
    for (const Comparison &comparison : comparisons) {
      for (const Value &number : comparison.numbers)
        addNear(number);
      for (const std::string &name : comparison.names)
        if (seen.insert(name).second)
          names.push_back(name);
    }
    addNear(Value::of(3)); // for names that no number is compared with
  }

  /// Tried before all others.
  void prefer(const std::string &name, const Value &value) {
    std::vector<Value> &first = preferred[name] = {value};
    addNear(value);
    // Of a remainder the next ones make a difference, too.
    constexpr int Next = 16;
    if (std::ranges::any_of(comparisons, [&](const Comparison &comparison) {
          return !comparison.ofNameAndNumber && comparison.names.contains(name);
        }))
      for (int more = 1; more <= Next; ++more)
        first.push_back(moved(value, more));
  }

  /// Lets a name be nothing below or above.
  void limit(const std::string &name, double least, double most) { limits[name] = {least, most}; }

  bool run() { return choose(0); }
  std::map<std::string, Value> values; ///< after run()

private:
  static Value moved(const Value &value, int by) {
    return {value.text + (by < 0 ? " - " : " + ") + std::to_string(std::abs(by)),
            *value.number + by};
  }

  void addNear(const Value &value) {
    candidates.push_back(value);
    candidates.push_back(moved(value, 1));
    candidates.push_back(moved(value, -1));
  }

  bool choose(size_t index) {
    if (index == names.size())
      return true;
    const auto attempt = [&](const Value &value) {
      values[names[index]] = value;
      return consistent(names[index]) && choose(index + 1);
    };
    const auto first = preferred.find(names[index]);
    if ((first != preferred.end() && std::ranges::any_of(first->second, attempt)) ||
        std::ranges::any_of(candidates, attempt))
      return true;
    values.erase(names[index]);
    return false;
  }

  /// No comparison of the name fails whose other names have values.
  bool consistent(const std::string &name) const {
    const double number = *values.at(name).number;
    if (const auto limit = limits.find(name);
        limit != limits.end() && (number < limit->second.first || number > limit->second.second))
      return false;
    return std::ranges::all_of(comparisons, [&](const Comparison &comparison) {
      if (!comparison.names.contains(name))
        return true;
      return comparison.condition
          ->evaluate([&](const std::string &symbol) {
            const auto known = values.find(symbol);
            return known == values.end() ? others(symbol) : known->second.number;
          })
          .value_or(true);
    });
  }

  std::vector<Comparison> comparisons;
  Predicate::Valuation others;
  std::vector<std::string> names;
  std::map<std::string, std::vector<Value>> preferred;
  std::map<std::string, std::pair<double, double>> limits;
  std::vector<Value> candidates;
};

class Solver {
public:
  Solver(const Contraction &product, const Shape &wanted) : contraction(product), shape(wanted) {
    for (const Parameter &parameter : product.parameters)
      names.insert(parameter.name);
  }

  std::map<std::string, Value> run() {
    satisfy();
    blocks();
    extents(contraction.m, shape.m.text);
    extents(contraction.n, shape.n.text);
    extents(contraction.k, shape.k.text, shape.lastSteps);
    // A size that is an extent by itself, as the heads of an image, may divide others.
    for (const bool divided : {false, true})
      for (const IndexGroup::Index &index : contraction.batch.indices())
        if (index.extent.quotientSymbols().empty() != divided)
          extent(index.extent, shape.batch.text);
    for (const Precondition &precondition : contraction.preconditions)
      sizeOfAnother(precondition);
    boundsOfLaunch();
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      padding(contraction.operand(operand));
    // What strides are made of beyond the extents: leading dimensions.
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      leading(contraction.operand(operand), operand % 2 == 0);
    strides(contraction.c, shape.n.text, shape.m.text);
    for (const Matrix &extra : contraction.extras)
      strides(extra, shape.n.text, shape.m.text);
    for (const Matrix &other : contraction.others)
      strides(other, shape.n.text, shape.m.text);
    return values;
  }

  bool contradictory() {
    std::vector<Comparison> certain;
    for (const Predicate &condition : contraction.conditions)
      if (const auto comparison = read(condition); comparison && isCertain(*comparison))
        certain.push_back(*comparison);
    Search search(certain, constants());
    limit(search);
    return !search.run();
  }

private:
  /// A parameter, or a member of one or of what it points to.
  bool isFree(const std::string &symbol) const {
    return names.contains(symbol.substr(0, symbol.find_first_of(".-["))) &&
           !values.contains(symbol);
  }

  /// Of several indices, which all together have about so many values, or of which the last one has
  /// those of `last`.
  void extents(const IndexGroup &group, const std::string &wanted, const std::string &last = {}) {
    if (group.isPlain())
      return extent(group.extent(), last.empty() ? wanted : last);
    for (const IndexGroup::Index &index : group.indices())
      if (&index != &group.indices().back())
        extent(index.extent, "(" + wanted + " + 19) / 20");
      else
        extent(index.extent, last.empty() ? "(" + wanted + " + 5) / 6" : last);
  }

  /// A name that must be as large as an extent or equal to it, `columnsOfA == rowsOfB`, is what the
  /// extent is.
  void sizeOfAnother(const Precondition &precondition) {
    const auto take = [&](const Polynomial &free, const Polynomial &known) {
      const std::vector<std::string> own = free.symbols(), extents = known.symbols();
      if (own.size() != 1 || extents.size() != 1 || free != Polynomial::symbol(own[0]) ||
          known != Polynomial::symbol(extents[0]) || !isFree(own[0]))
        return;
      if (const auto value = values.find(extents[0]); value != values.end())
        values[own[0]] = Value(value->second);
    };
    take(precondition.left, precondition.right);
    take(precondition.right, precondition.left);
  }

  /// A parameter that is the width of a block.
  void blocks() {
    constexpr int Side = 16;
    for (const Precondition &precondition : contraction.preconditions)
      for (const auto &[side, other] : {std::pair(&precondition.left, &precondition.right),
                                        {&precondition.right, &precondition.left}})
        for (const char axis : {'x', 'y', 'z'})
          if (const std::vector<std::string> own = other->symbols();
              precondition.equal && own.size() == 1 && isFree(own[0]) &&
              *other == Polynomial::symbol(own[0]) &&
              *side == Polynomial::symbol(std::string("blockDim.") + axis))
            values[own[0]] = Value::of(axis == 'z' ? 1 : Side);
  }

  /// A parameter that only tests name which the whole grid passes is as large as what that covers.
  void boundsOfLaunch() {
    for (const auto &[group, wanted] : {std::pair(&contraction.m, &shape.m),
                                        {&contraction.n, &shape.n},
                                        {&contraction.batch, &shape.batch}})
      for (const char axis : {'x', 'y', 'z'}) {
        const std::string grid = std::string("gridDim.") + axis;
        const auto counts = [&](const IndexGroup::Index &index) {
          return index.extent.dependsOn(grid);
        };
        if (std::ranges::none_of(group->indices(), counts))
          continue;
        for (const Precondition &precondition : contraction.preconditions) {
          const Polynomial difference = precondition.left - precondition.right;
          if (!difference.dependsOn(grid))
            continue;
          for (const std::string &symbol : difference.symbols())
            if (isFree(symbol))
              values[symbol] = {wanted->text};
        }
      }
  }

  /// Some of it, and steps over elements.
  void padding(const Matrix &matrix) {
    for (const PaddedPlace &place : matrix.places) {
      for (const std::string &symbol : place.offset.symbols())
        if (isFree(symbol))
          values[symbol] = Value::of(1);
      for (const Strides &group : place.strides)
        for (const Polynomial &stride : group.all())
          for (const std::string &symbol : stride.symbols())
            if (isFree(symbol))
              values[symbol] = Value::of(2);
      // As far as steps of 2 lead, of which the last group has so many: see extents().
      extent(place.extent, "(" + shape.k.text + " + 5) / 6 * 2");
    }
  }

  std::string inWholeTiles(const std::string &wanted, bool tiles) const {
    return shape.wholeTiles && tiles ? "(" + wanted + " + 63) / 64 * 64" : wanted;
  }

  void extent(const Polynomial &polynomial, const std::string &wanted) {
    // Inside of a quotient only whole tiles are certain to be multiplied.
    for (const std::string &symbol : polynomial.quotientSymbols())
      if (isFree(symbol) && !contraction.constants.contains(symbol))
        values[symbol] = {inWholeTiles(wanted, true)};
    for (const std::string &symbol : polynomial.symbols())
      if (isFree(symbol))
        values[symbol] = {wanted};
  }

  void leading(const Matrix &matrix, bool hasRows) {
    const bool alongK = matrix.contiguous() == (hasRows ? 1 : 0);
    const std::string &outer = (hasRows ? shape.m : shape.n).text;
    // Where rows or columns bound the steps, k's extent is theirs.
    const std::string k =
        contraction.limitsSteps()
            ? shape.m.text + " + " + shape.n.text + " + " + shape.k.text
            : inWholeTiles(shape.k.text, !contraction.k.extent().quotientSymbols().empty());
    strides(matrix, alongK ? k : outer, alongK ? outer : k);
  }

  void strides(const Matrix &matrix, const std::string &inner, const std::string &outer) {
    for (const Strides &group : matrix.strides)
      for (const Polynomial &stride : group.all())
        for (const std::string &symbol : stride.symbols()) {
          const std::string width = inner + " + " + shape.padding;
          // Of pixels: a factor of a distance may be how far windows are apart, which TMA limits.
          if (!shape.lastSteps.empty() && isFree(symbol) && stride != Polynomial::symbol(symbol)) {
            values[symbol] = Value::of(2);
          } else if (isFree(symbol)) {
            values[symbol] = {width};
            widths.insert(symbol);
          } else if (shape.wholeTiles && widths.contains(symbol) && values[symbol].text != width) {
            // Of several matrices.
            const std::string other = values[symbol].text;
            values[symbol] = {"(" + other + " > " + width + " ? " + other + " : " + width + ")"};
          }
        }
    for (const Polynomial &stride : matrix.batchStrides.all())
      for (const std::string &symbol : stride.symbols())
        if (isFree(symbol))
          values[symbol] = {"(" + inner + " + " + shape.padding + ") * (" + outer + " + " +
                            shape.padding + ") + " + shape.batchPadding};
    for (const std::string &symbol : matrix.offset.symbols())
      if (isFree(symbol))
        values[symbol] = {shape.offset};
  }

  /// Chooses what the case's conditions name. What they say of anything but names and numbers is
  /// left to whoever checks them under these values.
  void satisfy() {
    std::map<std::string, Value> extents;
    for (const auto &[extent, wanted] : {std::pair(&contraction.m.extent(), &shape.m),
                                         {&contraction.n.extent(), &shape.n},
                                         {&contraction.k.extent(), &shape.k},
                                         {&contraction.batch.extent(), &shape.batch}})
      if (const std::vector<std::string> symbols = extent->symbols();
          symbols.size() == 1 && *extent == Polynomial::symbol(symbols[0]))
        extents.emplace(symbols[0], *wanted);
    std::vector<Comparison> comparisons;
    for (const Predicate &condition : contraction.conditions) {
      const auto comparison = read(condition);
      if (!comparison)
        continue;
      const bool open = std::ranges::any_of(extents, [&](const auto &extent) {
        return !extent.second.number && comparison->names.contains(extent.first);
      });
      if (comparison->ofNameAndNumber || !open)
        comparisons.push_back(*comparison);
    }
    if (choose(comparisons, extents))
      return;
    // Those of one name and a number at least.
    std::erase_if(comparisons, [](const Comparison &one) { return !one.ofNameAndNumber; });
    choose(comparisons, extents);
  }

  bool choose(const std::vector<Comparison> &comparisons,
              const std::map<std::string, Value> &extents) {
    Search search(comparisons, constants());
    limit(search);
    // An extent stays what it is to be, if it can, and is not nothing.
    for (const auto &[name, wanted] : extents)
      if (wanted.number && std::ranges::any_of(comparisons, [&](const Comparison &one) {
            return one.names.contains(name);
          })) {
        search.prefer(name, wanted);
        search.limit(name, 1, std::numeric_limits<double>::infinity());
      }
    if (!search.run())
      return false;
    for (const auto &[name, value] : search.values)
      values[name] = value;
    return true;
  }

  void limit(Search &search) const {
    for (const Parameter &parameter : contraction.parameters)
      if (parameter.type == "bool")
        search.limit(parameter.name, 0, 1);
      else if (parameter.type.starts_with("unsigned"))
        search.limit(parameter.name, 0, std::numeric_limits<double>::infinity());
  }

  /// Of a whole number with an integer: if neither that nor its neighbours will do, none will.
  bool isCertain(const Comparison &comparison) const {
    return comparison.ofNameAndNumber &&
           *comparison.numbers[0].number == std::trunc(*comparison.numbers[0].number) &&
           std::ranges::any_of(contraction.parameters, [&](const Parameter &parameter) {
             return comparison.names.contains(parameter.name) && !isScalar(parameter);
           });
  }

  /// Nothing of a condition without names whose values can be looked for. Chooses a pointer that
  /// must be null.
  std::optional<Comparison> read(const Predicate &condition) {
    if (const auto *test = std::get_if<Predicate::NotNull>(&condition.test());
        test && condition.isNegated() && isFree(test->pointer))
      values[test->pointer] = Value::null();
    const std::set<std::string> all = condition.names();
    Comparison result{&condition, {}, {}, false};
    for (const std::string &name : all)
      if (!contraction.constants.contains(name)) {
        if (!isFree(name))
          return std::nullopt;
        result.names.insert(name);
      }
    bool isNameAlone = false;
    const auto add = [&](const std::string &text, bool isName, std::optional<double> number) {
      isNameAlone |= isName;
      if (number)
        result.numbers.push_back({text, number});
    };
    if (const auto *sizes = std::get_if<Predicate::Sizes>(&condition.test())) {
      for (const Polynomial *side : {&sizes->left.value, &sizes->right.value}) {
        const auto number = warpsmith::evaluate(*Expression::size(*side), constants());
        const bool isName =
            result.names.size() == 1 && *side == Polynomial::symbol(*result.names.begin());
        add(side->wide(), isName, number);
      }
    } else if (const auto *sides = std::get_if<Predicate::Values>(&condition.test())) {
      for (const ExpressionRef &side : {sides->left, sides->right})
        add(print(*side), side->kind == Expression::Kind::Scalar,
            warpsmith::evaluate(*side, constants()));
    }
    if (result.names.empty())
      return std::nullopt;
    result.ofNameAndNumber = isNameAlone && result.names.size() == 1 && result.numbers.size() == 1;
    return result;
  }

  /// The values of the constants of this parse.
  Predicate::Valuation constants() const {
    return [this](const std::string &name) -> std::optional<double> {
      const auto known = contraction.constants.find(name);
      if (known == contraction.constants.end())
        return std::nullopt;
      return static_cast<double>(known->second);
    };
  }

  const Contraction &contraction;
  const Shape shape;
  std::set<std::string> names;
  std::map<std::string, Value> values;
  std::set<std::string> widths; ///< of them, those that are leading dimensions alone
};

} // namespace

std::map<std::string, Value> assignment(const Contraction &contraction, const Shape &shape) {
  return Solver(contraction, shape).run();
}

bool contradictory(const Contraction &contraction) {
  return Solver(contraction, {}).contradictory();
}

} // namespace warpsmith::verify
