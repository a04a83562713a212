#include "rewriter/ir/LaunchRequirements.h"
#include <algorithm>
#include <optional>
#include <set>

namespace warpsmith {
namespace {

constexpr int64_t MostExtent = 0x7fffffff - 1024; // 32-bit numbers count it, and a tile more

/// A polynomial that is 0, or not negative.
struct Fact {
  Polynomial value;
  bool isZero;
};

/// Looks for sums of facts that are negative whatever the symbols are: then not all of them hold.
/// What it does not find may still never hold.
class Refutation {
public:
  /// Those from `firstNew` on are new: without them there is no such sum.
  Refutation(std::vector<Fact> given, size_t firstNew) : facts(std::move(given)), first(firstNew) {
    if (std::any_of(facts.begin() + static_cast<ptrdiff_t>(first), facts.end(),
                    [](const Fact &fact) { return fact.isZero; }))
      first = 0; // what it says of a symbol makes others of them
    substituteEqualities();
    for (const Fact &fact : facts)
      if (const std::vector<std::string> symbols = fact.value.symbols();
          !fact.isZero && symbols.size() == 1)
        if (const auto affine = fact.value.affineIn(symbols[0]);
            affine && affine->coefficient.constant().value_or(0) > 0 &&
            affine->rest.constant().value_or(0) < 0)
          positive.insert(symbols[0]);
  }

  bool succeeds() const {
    return std::any_of(
        facts.begin() + static_cast<ptrdiff_t>(first), facts.end(), [this](const Fact &fact) {
          return isNegative(fact.value, Depth) ||
                 (fact.isZero &&
                  (isNegative(Polynomial(0) - fact.value, Depth) || isFraction(fact)));
        });
  }

private:
  static constexpr int Depth = 4;

  /// An equality tells a symbol by the others.
  void substituteEqualities() {
    for (size_t number = 0; number < facts.size(); ++number) {
      const Fact known = facts[number];
      if (!known.isZero)
        continue;
      for (const std::string &symbol : known.value.symbols()) {
        const auto affine = known.value.affineIn(symbol);
        if (!affine || affine->rest.dependsOn(symbol))
          continue;
        const auto value = (Polynomial(0) - affine->rest).quotient(affine->coefficient);
        const auto factor = affine->coefficient.constant();
        if (!value || !factor || *factor == 0)
          continue;
        for (size_t other = 0; other < facts.size(); ++other)
          if (other != number)
            facts[other].value = facts[other].value.substitute(symbol, *value);
        break;
      }
    }
  }

  /// `16 * blocks == 100`.
  static bool isFraction(const Fact &fact) {
    const std::vector<std::string> symbols = fact.value.symbols();
    const auto affine = symbols.size() == 1 ? fact.value.affineIn(symbols[0]) : std::nullopt;
    if (!affine)
      return false;
    const auto factor = affine->coefficient.constant(), rest = affine->rest.constant();
    return factor && rest && *factor != 0 && *rest % *factor != 0;
  }

  bool isPositive(const Polynomial &term) const {
    return std::ranges::all_of(
        term.symbols(), [this](const std::string &symbol) { return positive.contains(symbol); });
  }

  /// The term of the same symbols, in the fact.
  static std::optional<Polynomial> sameTerm(const Polynomial &term, const Polynomial &fact) {
    for (const Polynomial &other : fact.summands())
      if (const auto one = other.quotient(term), inverse = term.quotient(other);
          (one && one->constant()) || (inverse && inverse->constant()))
        return other;
    return std::nullopt;
  }

  /// Negative once facts are added to it, which make it larger, or leave it as it is.
  bool isNegative(const Polynomial &value, int depth) const {
    if (const auto constant = value.constant())
      return *constant < 0;
    if (depth == 0)
      return false;
    const std::vector<Polynomial> terms = value.summands();
    const auto term = std::ranges::find_if_not(
        terms, [](const Polynomial &one) { return one.constant().has_value(); });
    const Polynomial opposite = Polynomial(0) - *term;
    if (term->isNegative() && isPositive(*term)) // which is 1 or more times its coefficient
      if (isNegative(value + opposite + coefficientOf(*term), depth - 1))
        return true;
    return std::ranges::any_of(facts, [&](const Fact &fact) {
      for (const bool negated : {false, true}) {
        if (negated && !fact.isZero)
          continue;
        const Polynomial added = negated ? Polynomial(0) - fact.value : fact.value;
        const auto same = sameTerm(*term, added);
        if (!same || same->isNegative() == term->isNegative())
          continue;
        const auto times = opposite.quotient(*same), parts = same->quotient(opposite);
        if (isNegative(times ? value + added * *times : value * *parts + added, depth - 1))
          return true;
      }
      return false;
    });
  }

  /// `-3` of `-3 * m * n`.
  static Polynomial coefficientOf(Polynomial term) {
    for (const std::string &symbol : term.symbols())
      while (term.dependsOn(symbol))
        term = *term.quotient(Polynomial::symbol(symbol));
    return term;
  }

  std::vector<Fact> facts;
  size_t first;
  std::set<std::string> positive; ///< symbols that are 1 or more
};

Precondition atLeast(Polynomial left, Polynomial right) {
  return {std::move(left), std::move(right), false};
}

Fact factOf(const Precondition &fact, const Contraction &contraction) {
  Polynomial value = fact.left - fact.right;
  for (const auto &[name, number] : contraction.constants)
    value = value.substitute(name, Polynomial(number));
  return {std::move(value), fact.equal};
}

/// That threads, blocks and extents are some, and not too many.
std::vector<Precondition> counts(const Contraction &contraction) {
  std::vector<Precondition> all;
  Polynomial threads(1);
  for (const char *axis : {"x", "y", "z"}) {
    const Polynomial block = Polynomial::symbol(std::string("blockDim.") + axis);
    all.push_back(atLeast(Polynomial::symbol(std::string("gridDim.") + axis), 1));
    all.push_back(atLeast(block, 1));
    threads = threads * block;
  }
  all.push_back(atLeast(Polynomial(contraction.mostThreads), threads));
  return all;
}

std::string quoted(const std::string &name) {
  return "'" + name + "'";
}

} // namespace

std::string describe(const Precondition &fact) {
  return fact.left.str() + (fact.equal ? " == " : " >= ") + fact.right.str();
}

std::string LaunchRequirement::str() const {
  std::string text;
  for (const std::vector<Precondition> &all : anyOf) {
    text += text.empty() ? "" : " or ";
    for (const Precondition &fact : all)
      text += (&fact == all.data() ? "" : " and ") + describe(fact);
  }
  return text;
}

BatchPlaces batchPlaces(const Contraction &contraction) {
  const Polynomial &stride = contraction.c.batchStride();
  const Polynomial &rows = contraction.c.leadingDimension();
  if (const auto one = stride.constant(), other = rows.constant(); one && other)
    return *one < *other ? BatchPlaces::Between : BatchPlaces::Behind;
  if (stride.quotient(rows))
    return BatchPlaces::Behind;
  return rows.quotient(stride) ? BatchPlaces::Between : BatchPlaces::Either;
}

std::vector<OutputIndex> outputIndices(const Contraction &contraction) {
  std::vector<OutputIndex> all, ordered;
  const auto add = [&](const Strides &strides, const IndexGroup &group) {
    for (size_t index = 0; index < group.size(); ++index)
      all.push_back({strides.all()[index], group.indices()[index].extent});
  };
  add(contraction.c.batchStrides, contraction.batch);
  add(contraction.c.strides[0], contraction.m);
  add(contraction.c.strides[1], contraction.n);
  const auto isInside = [](const Polynomial &inner, const Polynomial &outer) {
    return inner.constant() == 1 ? outer.constant() != 1
                                 : outer.quotient(inner) && !inner.quotient(outer);
  };
  while (!all.empty()) {
    auto next = std::ranges::find_if(all, [&](const OutputIndex &candidate) {
      return std::ranges::none_of(
          all, [&](const OutputIndex &outer) { return isInside(candidate.stride, outer.stride); });
    });
    if (next == all.end())
      next = all.begin();
    ordered.push_back(*next);
    all.erase(next);
  }
  return ordered;
}

namespace {

/// Of C, whose groups of indices have one each.
LaunchRequirement batchRequirement(const Contraction &contraction) {
  const Polynomial &stride = contraction.c.batchStride(), &rows = contraction.m.extent();
  const Polynomial &columns = contraction.n.extent(), leading = contraction.c.leadingDimension();
  const Polynomial last = contraction.batch.extent() - 1;
  LaunchRequirement requirement;
  requirement.what = "products of the batch must not overlap in " + quoted(contraction.c.name);
  const BatchPlaces places = batchPlaces(contraction);
  if (places != BatchPlaces::Between)
    requirement.anyOf.push_back({atLeast(stride, (rows - 1) * leading + columns)});
  if (places != BatchPlaces::Behind)
    requirement.anyOf.push_back(
        {atLeast(stride, columns), atLeast(leading, last * stride + columns)});
  return requirement;
}

void addPlain(const Contraction &contraction, std::vector<LaunchRequirement> &all) {
  // Rows that are read may overlap, as those of `x[i + k]`.
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    if (const Matrix &matrix = contraction.operand(operand); matrix.contiguous() >= 0)
      all.push_back({"rows of " + quoted(matrix.name) + " must follow each other",
                     {{atLeast(matrix.leadingDimension(), 0)}},
                     true});
  const Matrix &c = contraction.c;
  if (c.contiguous() < 0)
    return;
  all.push_back({"rows of " + quoted(c.name) + " must not overlap",
                 {{atLeast(c.leadingDimension(), c.contiguous() == 0 ? contraction.m.extent()
                                                                     : contraction.n.extent())}}});
  if (contraction.isBatched())
    all.push_back(batchRequirement(contraction));
}

/// That no element of C is stored twice, by indices that are not all next to each other.
void addGathered(const Contraction &contraction, std::vector<LaunchRequirement> &all) {
  const std::vector<OutputIndex> indices = outputIndices(contraction);
  Polynomial inside(0);
  for (auto index = indices.rbegin(); index != indices.rend(); ++index) {
    all.push_back({"elements of " + quoted(contraction.c.name) + " must not be stored twice",
                   {{atLeast(1, index->extent)}, {atLeast(index->stride, inside + 1)}}});
    inside += index->stride * (index->extent - 1);
  }
}

} // namespace

std::vector<LaunchRequirement> launchRequirements(const Contraction &contraction, bool gathers) {
  std::vector<LaunchRequirement> all;
  for (const Precondition &fact : contraction.preconditions)
    all.push_back({"", {{fact}}});
  for (const auto &[group, what] : {std::pair(&contraction.m, "rows"),
                                    {&contraction.n, "columns"},
                                    {&contraction.k, "steps"},
                                    {&contraction.batch, "products"}})
    for (const IndexGroup::Index &index : group->indices()) {
      if (index.extent.constant() == 1)
        continue;
      all.push_back({std::string("there must be ") + what, {{atLeast(index.extent, 1)}}, true});
      all.push_back({std::string("there must not be too many ") + what,
                     {{atLeast(Polynomial(MostExtent), index.extent)}},
                     true});
    }
  if (gathers)
    addGathered(contraction, all);
  else
    addPlain(contraction, all);
  return all;
}

namespace {

/// Whether facts and one of the alternatives exclude each other, whichever that is.
bool exclude(const std::vector<Fact> &facts, const LaunchRequirement &requirement,
             const Contraction &contraction) {
  return std::ranges::all_of(requirement.anyOf, [&](const std::vector<Precondition> &alternative) {
    std::vector<Fact> with = facts;
    for (const Precondition &fact : alternative)
      with.push_back(factOf(fact, contraction));
    return Refutation(std::move(with), facts.size()).succeeds();
  });
}

} // namespace

std::string neverLaunched(const Contraction &contraction, bool gathers) {
  const std::vector<LaunchRequirement> all = launchRequirements(contraction, gathers);
  std::vector<Fact> facts;
  for (const Precondition &fact : counts(contraction))
    facts.push_back(factOf(fact, contraction));
  const auto addTo = [&](std::vector<Fact> &target, const LaunchRequirement &requirement) {
    for (const Precondition &fact : requirement.anyOf[0])
      target.push_back(factOf(fact, contraction));
  };
  std::vector<Fact> certain = facts; // and what has no alternatives
  for (const LaunchRequirement &requirement : all)
    if (requirement.anyOf.size() == 1)
      addTo(certain, requirement);
  const bool certainExclude = Refutation(certain, 0).succeeds();
  for (const LaunchRequirement &requirement : all) {
    const bool hasAlternatives = requirement.anyOf.size() > 1;
    if ((hasAlternatives || certainExclude) &&
        exclude(hasAlternatives ? certain : facts, requirement, contraction))
      return "no launch could run anything but the original: " +
             (requirement.what.empty() ? "the launch must have"
                                       : requirement.what + ", which needs") +
             " '" + requirement.str() + "'";
    if (!hasAlternatives)
      addTo(facts, requirement);
  }
  return {};
}

} // namespace warpsmith
