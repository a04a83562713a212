#include "rewriter/verify/Assignment.h"
#include "rewriter/verify/LaunchSetup.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <regex>
#include <set>
#include <vector>

namespace warpsmith::verify {
namespace {

/// A side of a comparison: a name whose value is looked for, or a number.
struct Side {
  std::string text;
  std::optional<double> number; ///< nothing for a name
};

struct Comparison {
  Side left, right;
  std::string op;

  bool names(const std::string &name) const {
    return (!left.number && left.text == name) || (!right.number && right.text == name);
  }
  bool holds(double x, double y) const {
    return op == "=="   ? x == y
           : op == "!=" ? x != y
           : op == "<"  ? x < y
           : op == "<=" ? x <= y
           : op == ">"  ? x > y
                        : x >= y;
  }
};

/// Values of names under which all comparisons hold. Those that can make a difference are the
/// numbers that anything is compared with, and their neighbours.
class Search {
public:
  struct Value {
    double number;
    std::string text; ///< as C++
  };

  explicit Search(std::vector<Comparison> given) : comparisons(std::move(given)) {
    std::set<std::string> seen;
    for (const Comparison &comparison : comparisons)
      for (const Side *side : {&comparison.left, &comparison.right})
        if (side->number)
          addNear({*side->number, side->text});
        else if (seen.insert(side->text).second)
          names.push_back(side->text);
    addNear({3, "3"}); // for names that no number is compared with
  }

  /// Tried before all others.
  void prefer(const std::string &name, double number) {
    const Value value = {number, std::to_string(static_cast<int64_t>(number))};
    preferred.emplace(name, value);
    addNear(value);
  }

  /// Lets a name be nothing below or above.
  void limit(const std::string &name, double least, double most) { limits[name] = {least, most}; }

  bool run() { return choose(0); }
  std::map<std::string, Value> values; ///< after run()

private:
  void addNear(const Value &value) {
    candidates.push_back(value);
    candidates.push_back({value.number + 1, value.text + " + 1"});
    candidates.push_back({value.number - 1, value.text + " - 1"});
  }

  bool choose(size_t index) {
    if (index == names.size())
      return true;
    const auto attempt = [&](const Value &value) {
      values[names[index]] = value;
      return consistent(names[index]) && choose(index + 1);
    };
    const auto first = preferred.find(names[index]);
    if ((first != preferred.end() && attempt(first->second)) ||
        std::any_of(candidates.begin(), candidates.end(), attempt))
      return true;
    values.erase(names[index]);
    return false;
  }

  /// No comparison of the name whose other side is known fails.
  bool consistent(const std::string &name) const {
    if (const auto limit = limits.find(name);
        limit != limits.end() && (values.at(name).number < limit->second.first ||
                                  values.at(name).number > limit->second.second))
      return false;
    const auto valueOf = [&](const Side &side) -> std::optional<double> {
      const auto known = values.find(side.text);
      return side.number             ? side.number
             : known == values.end() ? std::nullopt
                                     : std::optional(known->second.number);
    };
    return std::all_of(comparisons.begin(), comparisons.end(), [&](const Comparison &comparison) {
      const auto x = valueOf(comparison.left), y = valueOf(comparison.right);
      return !comparison.names(name) || !x || !y || comparison.holds(*x, *y);
    });
  }

  std::vector<Comparison> comparisons;
  std::vector<std::string> names;
  std::map<std::string, Value> preferred;
  std::map<std::string, std::pair<double, double>> limits;
  std::vector<Value> candidates;
};

class Solver {
public:
  Solver(const Contraction &product, const Shape &wanted) : contraction(product), shape(wanted) {
    for (const Parameter &parameter : product.parameters)
      names.insert(parameter.name);
  }

  std::map<std::string, std::string> run() {
    satisfy();
    extents(contraction.m, shape.m);
    extents(contraction.n, shape.n);
    extents(contraction.k, shape.k);
    extents(contraction.batch, shape.batch);
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      padding(contraction.operand(operand));
    // What strides are made of beyond the extents: leading dimensions.
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      leading(contraction.operand(operand), operand % 2 == 0);
    strides(contraction.c, shape.n, shape.m);
    for (const Matrix &extra : contraction.extras)
      strides(extra, shape.n, shape.m);
    return values;
  }

  bool contradictory() {
    std::vector<Comparison> certain;
    for (const std::string &condition : contraction.conditions)
      if (const auto comparison = read(condition); comparison && isCertain(*comparison))
        certain.push_back(*comparison);
    Search search(certain);
    limit(search);
    return !search.run();
  }

private:
  /// A parameter, or a member of one.
  bool isFree(const std::string &symbol) const {
    return names.contains(symbol.substr(0, symbol.find('.'))) && !values.contains(symbol);
  }

  /// Of several indices, which all together have about so many values.
  void extents(const IndexGroup &group, const std::string &wanted) {
    if (group.isPlain())
      return extent(group.extent(), wanted);
    for (const IndexGroup::Index &index : group.indices())
      extent(index.extent, &index == &group.indices().back() ? "(" + wanted + " + 5) / 6"
                                                             : "(" + wanted + " + 19) / 20");
  }

  /// Some of it, and steps over elements.
  void padding(const Matrix &matrix) {
    for (const PaddedPlace &place : matrix.places) {
      for (const std::string &symbol : place.offset.symbols())
        if (isFree(symbol))
          values[symbol] = "1";
      for (const Strides &group : place.strides)
        for (const Polynomial &stride : group.all())
          for (const std::string &symbol : stride.symbols())
            if (isFree(symbol))
              values[symbol] = "2";
      // As far as steps of 2 lead, of which the last group has so many: see extents().
      extent(place.extent, "(" + shape.k + " + 5) / 6 * 2");
    }
  }

  void extent(const Polynomial &polynomial, const std::string &wanted) {
    // Inside of a quotient only whole tiles are certain to be multiplied.
    for (const std::string &symbol : polynomial.quotientSymbols())
      if (isFree(symbol) && !contraction.constants.contains(symbol))
        values[symbol] = shape.wholeTiles ? "(" + wanted + " + 63) / 64 * 64" : wanted;
    for (const std::string &symbol : polynomial.symbols())
      if (isFree(symbol))
        values[symbol] = wanted;
  }

  void leading(const Matrix &matrix, bool hasRows) {
    const bool alongK = matrix.contiguous() == (hasRows ? 1 : 0);
    const std::string &outer = hasRows ? shape.m : shape.n;
    strides(matrix, alongK ? shape.k : outer, alongK ? outer : shape.k);
  }

  void strides(const Matrix &matrix, const std::string &inner, const std::string &outer) {
    for (const Strides &group : matrix.strides)
      for (const Polynomial &stride : group.all())
        for (const std::string &symbol : stride.symbols())
          if (isFree(symbol))
            values[symbol] = inner + " + " + shape.padding;
    for (const Polynomial &stride : matrix.batchStrides.all())
      for (const std::string &symbol : stride.symbols())
        if (isFree(symbol))
          values[symbol] = "(" + inner + " + " + shape.padding + ") * (" + outer + " + " +
                           shape.padding + ") + " + shape.batchPadding;
    for (const std::string &symbol : matrix.offset.symbols())
      if (isFree(symbol))
        values[symbol] = shape.offset;
  }

  /// Chooses what the case's conditions name. What they say of anything but names and numbers is
  /// left to whoever checks them under these values.
  void satisfy() {
    std::map<std::string, std::optional<double>> extents;
    for (const auto &[extent, wanted] : {std::pair(&contraction.m.extent(), &shape.m),
                                         {&contraction.n.extent(), &shape.n},
                                         {&contraction.k.extent(), &shape.k},
                                         {&contraction.batch.extent(), &shape.batch}})
      if (const std::vector<std::string> symbols = extent->symbols();
          symbols.size() == 1 && *extent == Polynomial::symbol(symbols[0]))
        extents.emplace(symbols[0], numberOf(*wanted));
    std::vector<Comparison> comparisons;
    for (const std::string &condition : contraction.conditions) {
      const auto comparison = read(condition);
      if (!comparison)
        continue;
      const bool ofNames = !comparison->left.number && !comparison->right.number;
      const bool open = std::any_of(extents.begin(), extents.end(), [&](const auto &extent) {
        return !extent.second && comparison->names(extent.first);
      });
      if (!ofNames || !open)
        comparisons.push_back(*comparison);
    }
    Search search(comparisons);
    limit(search);
    // An extent stays what it is to be, if it can.
    for (const auto &[name, wanted] : extents)
      if (wanted && std::any_of(comparisons.begin(), comparisons.end(),
                                [&](const Comparison &one) { return one.names(name); }))
        search.prefer(name, *wanted);
    if (search.run())
      for (const auto &[name, value] : search.values)
        values[name] = value.text;
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
    const auto number = comparison.left.number ? comparison.left.number : comparison.right.number;
    return number && *number == std::trunc(*number) &&
           std::any_of(contraction.parameters.begin(), contraction.parameters.end(),
                       [&](const Parameter &parameter) {
                         return comparison.names(parameter.name) && !isScalar(parameter);
                       });
  }

  /// `left op right`, as Decisions words it, and its opposite `!(left op right)`.
  std::optional<Comparison> read(const std::string &condition) {
    static const std::regex Form(
        R"((!\()?(?:\(long long\))?(-?[\w.]+) (==|!=|<|<=|>|>=) (?:\(long long\))?(-?[\w.]+)\)?)");
    std::smatch match;
    if (!std::regex_match(condition, match, Form))
      return std::nullopt;
    std::string op = match[3];
    if (match[1].matched) {
      static const std::map<std::string, std::string> Opposite = {
          {"==", "!="}, {"!=", "=="}, {"<", ">="}, {"<=", ">"}, {">", "<="}, {">=", "<"}};
      op = Opposite.at(op);
    }
    if (match[4] == "nullptr") {
      if (op == "==" && isFree(match[2]))
        values[match[2]] = "nullptr";
      return std::nullopt;
    }
    const auto left = side(match[2]), right = side(match[4]);
    if (!left || !right || (left->number && right->number))
      return std::nullopt;
    return Comparison{*left, *right, op};
  }

  std::optional<Side> side(const std::string &text) const {
    if (const auto constant = contraction.constants.find(text);
        constant != contraction.constants.end())
      return Side{text, static_cast<double>(constant->second)};
    if (isFree(text))
      return Side{text, std::nullopt};
    const auto number = numberOf(text);
    return number ? std::optional(Side{text, number}) : std::nullopt;
  }

  static std::optional<double> numberOf(const std::string &text) {
    if (text == "true" || text == "false")
      return text == "true";
    char *end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const std::string_view suffix = end;
    return end == text.c_str() || suffix.find_first_not_of("fFuUlL") != std::string_view::npos
               ? std::nullopt
               : std::optional(number);
  }

  const Contraction &contraction;
  const Shape shape;
  std::set<std::string> names;
  std::map<std::string, std::string> values;
};

} // namespace

std::map<std::string, std::string> assignment(const Contraction &contraction, const Shape &shape) {
  return Solver(contraction, shape).run();
}

bool contradictory(const Contraction &contraction) {
  return Solver(contraction, {}).contradictory();
}

} // namespace warpsmith::verify
