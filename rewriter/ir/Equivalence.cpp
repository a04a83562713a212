#include "rewriter/ir/Equivalence.h"
#include "rewriter/ir/Computation.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/ir/RealArithmetic.h"
#include <algorithm>
#include <map>
#include <set>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

/// Stands before words of the canonical form that a parameter may be called, too.
constexpr char Mark = '\1';
std::string marked(const std::string &word) {
  return Mark + word;
}
std::string withoutMarks(std::string text) {
  std::erase(text, Mark);
  return text;
}
/// What is compared, and what is shown of it where it differs: the same, if that is empty.
struct Property {
  std::string name, text;
  std::string shown = {}; // NOLINT(readability-redundant-member-init): aggregates leave it out
};
using Properties = std::vector<Property>;

/// What one contraction is, as text.
class CanonicalForm {
public:
  explicit CanonicalForm(const Contraction &given) : contraction(given) {}

  /// Which elements are multiplied, and where sums are stored.
  Properties products() const {
    Properties list = {{"rows", domain(contraction.m)},
                       {"columns", domain(contraction.n)},
                       {"steps", domain(contraction.k) + bounds()},
                       {"batch", domain(contraction.batch)},
                       {"stored elements", region()},
                       {"A", access(contraction.a, "m", "k")},
                       {"B", access(contraction.b, "k", "n")},
                       {"C", access(contraction.c, "m", "n")}};
    for (size_t index = 0; index < contraction.second.size(); ++index)
      list.push_back({index % 2 == 0 ? "second A" : "second B",
                      index % 2 == 0 ? access(contraction.second[index], "m", "k")
                                     : access(contraction.second[index], "k", "n")});
    return list;
  }

  /// A step adds one product, whose constant factors may as well be applied to the sum.
  bool addsOneProduct() const {
    return productForms(*contraction.update).size() == 1 &&
           (isInteger(contraction.sum) || !computesIntegers(*contraction.update));
  }

  /// What is stored, as real numbers: as one expression of the sum of bare products, or as the
  /// expressions that the kernel has.
  Properties values(bool ofBareProducts) const {
    const auto leaf = [this](const Expression &node) { return leafText(node); };
    Properties list = {{"kind of the sum", isInteger(contraction.sum)   ? "integer"
                                           : isComplex(contraction.sum) ? "complex"
                                                                        : "real"}};
    if (ofBareProducts) {
      list.push_back({"stored value", realForm(*productComputation(contraction).finish, leaf)});
    } else {
      list.push_back({"start", realForm(*contraction.initial, leaf)});
      list.push_back({"step", realForm(*contraction.update, leaf)});
      list.push_back({"result", realForm(*contraction.result, leaf)});
    }
    list.push_back({"diagonal", contraction.diagonal ? realForm(*contraction.diagonal, leaf) : ""});
    return list;
  }

  /// Every rounding. With `dropsZeros`, zeros that are added are left out where they can change
  /// nothing but the sign of a zero.
  Properties roundings(bool dropsZeros) const {
    const Computation exact = exactComputation(contraction);
    Properties list = {{"type of the sum", std::string(shortName(contraction.sum))}};
    const auto add = [&](const char *name, const ExpressionRef &expression) {
      if (expression)
        list.push_back({name, rounded(*expression, dropsZeros), describe(*expression)});
    };
    add("start", exact.start);
    add("factor of A", exact.a);
    add("factor of B", exact.b);
    add("factor of second A", exact.a2);
    add("factor of second B", exact.b2);
    add("step", exact.step);
    add("result", exact.finish);
    add("diagonal", contraction.diagonal);
    list.push_back({"flags", contraction.flags.str()});
    return list;
  }

private:
  /// A part is an integer that may wrap.
  static bool computesIntegers(const Expression &node) {
    return (node.kind == Kind::Binary && isInteger(node.type)) ||
           std::ranges::any_of(node.children,
                               [](const ExpressionRef &child) { return computesIntegers(*child); });
  }

  std::string kernel() const {
    return "'" + contraction.kernel + "', " + contraction.location.str();
  }

  /// A name that is nobody's parameter means something in its own file alone.
  std::string spelled(const std::string &name) const {
    const std::string root = name.substr(0, name.find_first_of(".-["));
    const bool isKnown =
        name.starts_with("%") ||
        std::ranges::any_of(contraction.parameters,
                            [&](const Parameter &parameter) { return parameter.name == root; });
    // Nothing says that both kernels are launched alike.
    static const std::map<char, std::string> Indices = {
        {'m', "row"}, {'n', "column"}, {'k', "step"}, {'b', "batch"}};
    if (name.starts_with("%"))
      if (const auto index = Indices.find(name[1]); index != Indices.end())
        return marked(index->second) + name.substr(2);
    return isKnown            ? name
           : isOfLaunch(name) ? name + " of " + kernel()
                              : name + " of " + contraction.location.file;
  }
  std::string text(const Polynomial &polynomial) const {
    return polynomial.str([this](const std::string &name) { return spelled(name); });
  }

  std::string domain(const IndexGroup &group) const {
    std::string list;
    for (const IndexGroup::Index &index : group.indices())
      list += (list.empty() ? "" : " x ") + text(index.extent);
    return list;
  }
  std::string bounds() const {
    std::set<std::string> sorted;
    for (const StepBound &bound : contraction.stepBounds)
      sorted.insert(std::string(", k ") + (bound.isLower ? ">= " : "< ") +
                    (bound.index == StepBound::Of::Row ? "row + " : "column + ") +
                    text(bound.offset));
    std::string list;
    for (const std::string &bound : sorted)
      list += bound;
    return list;
  }
  std::string region() const {
    return contraction.region == Region::Full
               ? "all"
               : std::string("row ") + comparison(contraction.region) + " column";
  }

  Polynomial moved(Polynomial offset, const char *group, const Strides &strides) const {
    const std::string name = group;
    const IndexGroup &indices = name == "m"   ? contraction.m
                                : name == "n" ? contraction.n
                                : name == "k" ? contraction.k
                                              : contraction.batch;
    for (size_t index = 0; index < strides.all().size(); ++index)
      offset += strides.all()[index] * Polynomial::symbol(indices.symbol(name, index));
    return offset;
  }
  std::string access(const Matrix &matrix, const char *first, const char *second) const {
    const Polynomial place =
        moved(moved(moved(matrix.offset, first, matrix.strides[0]), second, matrix.strides[1]), "b",
              matrix.batchStrides);
    std::string result =
        spelled(matrix.name) + "[" + text(place) + "]: " + std::string(shortName(matrix.type));
    for (const PaddedPlace &padded : matrix.places)
      result +=
          std::string(matrix.padding == Padding::Skipped ? ", skipped" : ", zero") +
          " unless 0 <= " +
          text(moved(moved(padded.offset, first, padded.strides[0]), second, padded.strides[1])) +
          " < " + text(padded.extent);
    return result;
  }

  /// What is the same in all forms: values that are not computed from others.
  std::string leafText(const Expression &node) const {
    switch (node.kind) {
    case Kind::Sum:
      return marked("sum") + (isInteger(node.type) ? ":" + std::string(shortName(node.type)) : "");
    case Kind::Output:
      return marked("C");
    case Kind::Operand:
      return marked(node.operand % 2 == 0 ? "A" : "B") + (node.operand > 1 ? "2" : "");
    case Kind::Scalar:
      return spelled(node.text);
    case Kind::Extra:
      return access(contraction.extras[static_cast<size_t>(node.operand)], "m", "n");
    case Kind::Size:
      return text(node.polynomial);
    case Kind::Position: {
      const Position &position = contraction.positions[static_cast<size_t>(node.operand)];
      return text(
          moved(moved(position.offset, "m", position.strides[0]), "n", position.strides[1]));
    }
    case Kind::Literal:
      return literalText(node, contraction.location.file, kernel());
    default:
      return {};
    }
  }

  std::string rounded(const Expression &node, bool dropsZeros) const {
    const std::string type(shortName(node.type));
    if (std::string leaf = leafText(node); !leaf.empty())
      return leaf + ":" + type;
    const bool passes = dropsZeros && passesZerosOn(node);
    const auto child = [&](size_t index) {
      return rounded(*node.children[index], passes && (node.kind != Kind::Select || index > 0));
    };
    if (node.kind == Kind::Binary && node.text == "+" && dropsZeros)
      for (const size_t index : {0, 1})
        if (isZero(*node.children[index]))
          return roundedAlone(*node.children[1 - index], child(1 - index), type);
    if (const auto product = fusedProduct(node))
      return "(+ " +
             pair("*", rounded(*product->left, dropsZeros), rounded(*product->right, dropsZeros),
                  type, /*commutes=*/true) +
             " " + rounded(*product->sum, dropsZeros) + "):" + type;
    if (node.kind == Kind::Binary)
      return sumOrPair(node, child(0), child(1), type);
    if (node.kind == Kind::Cast && sizeOf(node.type) > 1 && isExactLiteral(*node.children[0]))
      return leafText(*node.children[0]) + ":" + type;
    std::string list = "(" + name(node);
    for (size_t index = 0; index < node.children.size(); ++index)
      list += " " + child(index);
    return list + "):" + type;
  }

  /// Where the sign of a zero among its children decides no more than that of its own.
  static bool passesZerosOn(const Expression &node) {
    return node.kind == Kind::Negate || node.kind == Kind::Cast || node.kind == Kind::Select ||
           (node.kind == Kind::Binary && node.text != "/");
  }

  /// A product that had a zero added to it is no part of another sum's FMA.
  static std::string roundedAlone(const Expression &node, const std::string &text,
                                  const std::string &type) {
    return isProduct(node) ? "(rounded " + text + "):" + type : text;
  }

  /// A small whole number, which every type of the sums has.
  static bool isExactLiteral(const Expression &node) {
    constexpr size_t FewDigits = 2;
    return node.kind == Kind::Literal && isInteger(node.type) && node.text.size() <= FewDigits &&
           node.text.find_first_not_of("0123456789") == std::string::npos;
  }

  struct Fused {
    ExpressionRef left, right, sum;
  };
  /// An FMA that the source writes as a call, where `a * b + c` is one as well.
  std::optional<Fused> fusedProduct(const Expression &node) const {
    static const std::set<std::string> Names = {"fmaf",          "fma",           "__fmaf_rn",
                                                "__fma_rn",      "std::fma",      "std::fmaf",
                                                "__builtin_fma", "__builtin_fmaf"};
    if (node.kind != Kind::Call || node.children.size() != 3 || !Names.contains(node.text) ||
        !contraction.flags.fusesProducts)
      return std::nullopt;
    return Fused{node.children[0], node.children[1], node.children[2]};
  }
  static std::string pair(const std::string &name, std::string first, std::string second,
                          const std::string &type, bool commutes) {
    if (commutes && second < first)
      std::swap(first, second);
    return "(" + name + " " + first + " " + second + "):" + type;
  }
  /// Which of two products is contracted is said by the other, which is an intrinsic: so a sum's
  /// sides may change places. A product comes first, as that of an FMA.
  static std::string sumOrPair(const Expression &node, std::string first, std::string second,
                               const std::string &type) {
    if (node.text == "+" && !isProduct(*node.children[0]) && isProduct(*node.children[1]))
      return "(+ " + second + " " + first + "):" + type;
    if (node.text == "+" && isProduct(*node.children[0]) != isProduct(*node.children[1]))
      return "(+ " + first + " " + second + "):" + type;
    return pair(node.text, std::move(first), std::move(second), type,
                node.text == "+" || node.text == "*");
  }
  static bool isProduct(const Expression &node) {
    return node.kind == Kind::Binary && node.text == "*";
  }
  static std::string name(const Expression &node) {
    switch (node.kind) {
    case Kind::Negate:
      return "negate";
    case Kind::Cast:
      return "convert";
    case Kind::Part:
      return "part" + std::to_string(node.operand);
    case Kind::Pair:
      return "pair";
    case Kind::Select:
      return "select";
    default:
      return node.text;
    }
  }

  const Contraction &contraction;
};

/// Where one contraction's extent is a launch's and the other's a size, they agree in launches
/// that make them equal.
class Extents {
public:
  Extents(Contraction &one, Contraction &other, Equivalence &result)
      : left(one),
        right(other),
        conditions(result.conditions),
        restrictions(result.restrictions) {}

  void agree() {
    agree(left.m, right.m);
    agree(left.n, right.n);
    agree(left.batch, right.batch);
    agreeInWholeTiles();
  }

private:
  void agree(IndexGroup &one, IndexGroup &other) {
    if (one.size() != other.size())
      return;
    std::vector<IndexGroup::Index> first = one.indices(), second = other.indices();
    for (size_t index = 0; index < first.size(); ++index) {
      Polynomial &extent = first[index].extent, &same = second[index].extent;
      const bool ofLaunch = std::ranges::any_of(extent.names(), isOfLaunch),
                 alsoOfLaunch = std::ranges::any_of(same.names(), isOfLaunch);
      if (!ofLaunch && !alsoOfLaunch)
        continue;
      const auto ofOne = [](const Contraction &kernel, const Polynomial &covered,
                            const Polynomial &size) {
        return "launch of '" + kernel.kernel + "': " + covered.str() + " == " + size.str();
      };
      conditions.push_back(ofLaunch && alsoOfLaunch
                               ? "both launches: " + extent.str() + " of '" + left.kernel +
                                     "' == " + same.str() + " of '" + right.kernel + "'"
                           : ofLaunch ? ofOne(left, extent, same)
                                      : ofOne(right, same, extent));
      if (ofLaunch && alsoOfLaunch)
        extent = same = Polynomial::symbol("%extent" + std::to_string(conditions.size()));
      else if (ofLaunch)
        extent = same;
      else
        same = extent;
    }
    one = IndexGroup(std::move(first));
    other = IndexGroup(std::move(second));
  }

  /// Tiles of steps that are multiplied whole make the same sum where they divide its length.
  void agreeInWholeTiles() {
    if (!left.k.isPlain() || !right.k.isPlain())
      return;
    for (const auto &[whole, other] : {std::pair(&left.k, &right.k), {&right.k, &left.k}})
      if (const auto tile = wholeTiles(whole->extent(), other->extent())) {
        restrictions.push_back(multipleText(other->extent(), *tile));
        *whole = *other;
        return;
      }
  }

  Contraction &left, &right;
  std::vector<std::string> &conditions, &restrictions;
};

std::vector<Mismatch> mismatches(const Properties &left, const Properties &right) {
  // The notation for people leaves some types out: what it does not show follows from the others,
  // if there are any.
  std::vector<Mismatch> clear, others;
  const auto find = [](const Properties &list, const std::string &name) {
    const auto found = std::ranges::find(list, name, &Property::name);
    return found == list.end() ? Property{name, "", ""} : *found;
  };
  const auto add = [&](const Property &one, const Property &other) {
    if (one.shown != other.shown)
      clear.push_back({one.name, one.shown, other.shown});
    else
      (one.shown.empty() ? clear : others).push_back({one.name, one.text, other.text});
  };
  for (const Property &one : left)
    if (const Property other = find(right, one.name); other.text != one.text)
      add(one, other);
  for (const Property &other : right)
    if (std::ranges::find(left, other.name, &Property::name) == left.end())
      add({other.name, "", ""}, other);
  std::vector<Mismatch> &result = clear.empty() ? others : clear;
  for (auto &[property, one, other] : result) {
    one = withoutMarks(std::move(one));
    other = withoutMarks(std::move(other));
  }
  return std::move(result);
}

/// Values of a tree that stand in several places make its text long.
bool isShort(const Contraction &contraction) {
  constexpr size_t MostNodes = 10000;
  const auto fits = [](const ExpressionRef &expression) {
    return !expression || expression->nodes <= MostNodes;
  };
  return fits(contraction.initial) && fits(contraction.update) && fits(contraction.result) &&
         fits(contraction.diagonal);
}

} // namespace

std::optional<int64_t> wholeTiles(const Polynomial &extent, const Polynomial &size) {
  for (const std::string &symbol : extent.symbols()) {
    const Polynomial::Quotient *quotient = extent.quotientOf(symbol);
    const auto tile =
        quotient && !quotient->remainder ? quotient->divisor.constant() : std::nullopt;
    if (tile && extent == Polynomial(*tile) * Polynomial::symbol(symbol) &&
        (quotient->dividend == size || quotient->dividend == size + Polynomial(*tile - 1)))
      return tile;
  }
  return std::nullopt;
}

std::string multipleText(const Polynomial &size, int64_t tile) {
  return size.str() + " a multiple of " + std::to_string(tile);
}

Equivalence equivalence(const Contraction &one, const Contraction &other) {
  Equivalence result;
  if (!isShort(one) || !isShort(other)) {
    result.mismatches.push_back({"stored value", "too long to compare", ""});
    return result;
  }
  Contraction left = flattened(one), right = flattened(other);
  Extents(left, right, result).agree();
  const CanonicalForm first(left), second(right);
  result.mismatches = mismatches(first.products(), second.products());
  const bool ofBareProducts = first.addsOneProduct() && second.addsOneProduct();
  for (Mismatch &mismatch : mismatches(first.values(ofBareProducts), second.values(ofBareProducts)))
    result.mismatches.push_back(std::move(mismatch));
  if (!result.mismatches.empty())
    return result;
  result.agreement = Agreement::SameBits;
  result.mismatches = mismatches(first.roundings(false), second.roundings(false));
  if (result.mismatches.empty())
    return result;
  // A zero that is added flushes a subnormal number.
  const bool flushes = left.flags.flushesSubnormals || right.flags.flushesSubnormals;
  if (!flushes && mismatches(first.roundings(true), second.roundings(true)).empty()) {
    result.mismatches.clear();
    result.agreement = Agreement::SameNumbers;
    return result;
  }
  result.agreement = Agreement::SameSum;
  return result;
}

} // namespace warpsmith
