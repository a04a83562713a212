#include "rewriter/ir/Renaming.h"
#include "rewriter/ir/LaunchSymbols.h"
#include <cctype>
#include <set>

namespace warpsmith {
namespace {

bool isOfIdentifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Renamer {
public:
  Renamer(const ParameterNames &given, const Contraction &contraction)
      : names(given),
        constants(contraction.constants),
        derived(contraction.derived) {
    for (const Parameter &parameter : contraction.parameters)
      parameters.insert(parameter.name);
  }

  void rename(Contraction &contraction) const {
    for (IndexGroup *group : {&contraction.m, &contraction.n, &contraction.k, &contraction.batch})
      *group = renamed(*group);
    for (StepBound &bound : contraction.stepBounds) {
      bound.offset = renamed(bound.offset);
      bound.amount = renamed(bound.amount);
    }
    for (Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
      rename(*matrix);
    for (std::vector<Matrix> *matrices :
         {&contraction.second, &contraction.others, &contraction.extras})
      for (Matrix &matrix : *matrices)
        rename(matrix);
    for (ExpressionRef *expression :
         {&contraction.initial, &contraction.update, &contraction.result, &contraction.diagonal})
      *expression = renamed(*expression);
    for (ExpressionRef &product : contraction.sharedProducts)
      product = renamed(product);
    for (Position &position : contraction.positions) {
      position.offset = renamed(position.offset);
      for (Strides &strides : position.strides)
        strides = renamed(strides);
      position.amount = renamed(position.amount);
    }
    for (Precondition &fact : contraction.preconditions)
      fact = {renamed(fact.left), renamed(fact.right), fact.equal};
    for (Predicate &condition : contraction.conditions)
      condition = renamed(condition);
    for (IndexRange &range : contraction.ranges) {
      range.offset = renamed(range.offset);
      for (IndexRange::Index &index : range.indices)
        index = {renamed(index.coefficient), renamed(index.extent)};
    }
    for (std::string &pointer : contraction.structures)
      pointer = renamed(pointer);
    for (Parameter &parameter : contraction.parameters)
      parameter.name = renamed(parameter.name);
    contraction.derived.clear();
    contraction.constants.clear();
  }

private:
  /// Each identifier that is not a member's.
  std::string renamed(const std::string &text) const {
    std::string result;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && isOfIdentifier(text[end]))
        ++end;
      if (end == at) {
        result += text[at++];
        continue;
      }
      const std::string word = text.substr(at, end - at);
      const bool isMember =
          result.ends_with(".") || result.ends_with("->") || result.ends_with("::");
      const auto other = names.find(word);
      result += isMember || other == names.end() ? word : other->second;
      at = end;
    }
    return result;
  }

  /// Of one symbol, which is no quotient.
  Polynomial valueOf(const std::string &symbol) const {
    const auto constant = constants.find(symbol);
    if (constant != constants.end() && !parameters.contains(symbol))
      return constant->second;
    return Polynomial::symbol(symbol.starts_with("%") || isOfLaunch(symbol) ? symbol
                                                                            : renamed(symbol));
  }

  Polynomial renamed(const Polynomial &polynomial) const {
    // Names may change places: each becomes one that no source has, and then the new one. Quotients
    // come first, since they hold names too.
    Polynomial result = polynomial;
    std::map<std::string, Polynomial> values;
    for (const bool ofQuotients : {true, false})
      for (const std::string &symbol : polynomial.symbols()) {
        const Polynomial::Quotient *quotient = polynomial.quotientOf(symbol);
        if ((quotient != nullptr) != ofQuotients)
          continue;
        const std::string placeholder = "%renamed" + std::to_string(values.size());
        values.emplace(placeholder, quotient ? renamed(*quotient) : valueOf(symbol));
        result = result.substitute(symbol, Polynomial::symbol(placeholder));
      }
    for (const auto &[placeholder, value] : values)
      result = result.substitute(placeholder, value);
    return result;
  }
  Polynomial renamed(const Polynomial::Quotient &quotient) const {
    const Polynomial dividend = renamed(quotient.dividend), divisor = renamed(quotient.divisor);
    const auto number = dividend.constant(), by = divisor.constant();
    if (number && by && *by != 0)
      return quotient.remainder ? *number % *by : *number / *by;
    return Polynomial::symbol(
        Polynomial::Quotient{dividend, divisor, quotient.remainder, quotient.guarded});
  }

  Strides renamed(const Strides &strides) const {
    std::vector<Polynomial> all;
    for (const Polynomial &stride : strides.all())
      all.push_back(renamed(stride));
    return Strides(std::move(all));
  }
  IndexGroup renamed(const IndexGroup &group) const {
    std::vector<IndexGroup::Index> all;
    for (const IndexGroup::Index &index : group.indices())
      all.push_back({index.name, renamed(index.extent)});
    return IndexGroup(std::move(all));
  }
  void rename(Matrix &matrix) const {
    matrix.name = renamed(matrix.name);
    matrix.offset = renamed(matrix.offset);
    for (Strides &strides : matrix.strides)
      strides = renamed(strides);
    matrix.batchStrides = renamed(matrix.batchStrides);
    for (PaddedPlace &place : matrix.places) {
      place.offset = renamed(place.offset);
      for (Strides &strides : place.strides)
        strides = renamed(strides);
      place.extent = renamed(place.extent);
      place.stride = renamed(place.stride);
    }
  }

  ExpressionRef renamed(const ExpressionRef &expression) const {
    if (!expression)
      return nullptr;
    return map(expression, [this](const ExpressionRef &node) -> ExpressionRef {
      switch (node->kind) {
      case Expression::Kind::Scalar:
        if (const auto value = derived.find(node->text); value != derived.end())
          return renamed(value->second);
        return Expression::scalar(renamed(node->text), node->type);
      case Expression::Kind::Size: {
        auto size = std::make_shared<Expression>(*node);
        size->polynomial = renamed(node->polynomial);
        return size;
      }
      default:
        return nullptr;
      }
    });
  }

  Predicate renamed(const Predicate &predicate) const {
    const Predicate positive = std::visit(
        [this](const auto &test) -> Predicate {
          auto copy = test;
          rename(copy);
          return copy;
        },
        predicate.test());
    return canonical(predicate.isNegated() ? !positive : positive);
  }
  /// One form for a condition and the opposite of its opposite: `==`, `<` and `<=`, or not.
  static Predicate canonical(const Predicate &predicate) {
    const auto *sizes = std::get_if<Predicate::Sizes>(&predicate.test());
    const auto *values = std::get_if<Predicate::Values>(&predicate.test());
    const Relation relation = sizes ? sizes->relation : values ? values->relation : Relation::Equal;
    // Of numbers that may be NaN, the others have no opposite.
    const bool isUnequal = relation == Relation::Unequal;
    if (!isUnequal &&
        (!sizes || (relation != Relation::Greater && relation != Relation::GreaterOrEqual)))
      return predicate;
    const Relation opposite = isUnequal                       ? Relation::Equal
                              : relation == Relation::Greater ? Relation::LessOrEqual
                                                              : Relation::Less;
    const Predicate positive =
        sizes ? Predicate(Predicate::Sizes{sizes->left, opposite, sizes->right})
              : Predicate(Predicate::Values{values->left, opposite, values->right});
    return predicate.isNegated() ? positive : !positive;
  }
  void rename(Predicate::Sizes &test) const {
    test.left.value = renamed(test.left.value);
    test.right.value = renamed(test.right.value);
  }
  void rename(Predicate::Values &test) const {
    test.left = renamed(test.left);
    test.right = renamed(test.right);
  }
  void rename(Predicate::Given &test) const { test.name = renamed(test.name); }
  void rename(Predicate::NotNull &test) const { test.pointer = renamed(test.pointer); }
  void rename(Predicate::IsType &) const {}
  void rename(Predicate::PointeeSize &test) const { test.pointer = renamed(test.pointer); }

  const ParameterNames &names;
  const std::map<std::string, int64_t> constants;
  const std::map<std::string, ExpressionRef> derived;
  std::set<std::string> parameters;
};

} // namespace

Contraction withParameterNames(Contraction contraction, const ParameterNames &names) {
  Renamer(names, contraction).rename(contraction);
  return contraction;
}

} // namespace warpsmith
