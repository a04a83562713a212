/// What must be true of a kernel's parameters, sizes and types: a case's conditions, what tells an
/// instance of a template from others, and what a rewrite takes for granted of the build.
///
/// A plain value. It becomes C++ where code is written, and only there.
#pragma once

#include "rewriter/ir/Expression.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace warpsmith {

enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual, Equal, Unequal };

/// As an operator of C++.
const char *spelling(Relation relation);
/// False for anything with a NaN but `Unequal`.
bool holds(double left, Relation relation, double right);

class Predicate {
public:
  /// Of whole numbers, as the values that they are.
  struct Sizes {
    struct Side {
      Polynomial value;
      /// Its C++ is of an unsigned type, and would make the other side so.
      bool isUnsigned = false;
      bool operator==(const Side &) const = default;
    };
    Side left;
    Relation relation;
    Side right;
    bool operator==(const Sizes &) const = default;
  };
  /// Of floating-point values that are made of parameters and literals.
  struct Values {
    ExpressionRef left;
    Relation relation;
    ExpressionRef right;
    bool operator==(const Values &other) const;
  };
  /// A bool: an argument of a template.
  struct Given {
    std::string name;
    bool operator==(const Given &) const = default;
  };
  /// A pointer that is not null.
  struct NotNull {
    std::string pointer;
    bool operator==(const NotNull &) const = default;
  };
  /// A parameter of a template and what it is, as C++: `float`.
  struct IsType {
    std::string name, type;
    bool operator==(const IsType &) const = default;
  };
  /// The size of what a pointer points to.
  struct PointeeSize {
    std::string pointer;
    int64_t bytes;
    bool operator==(const PointeeSize &) const = default;
  };
  using Test = std::variant<Sizes, Values, Given, NotNull, IsType, PointeeSize>;

  /*implicit*/ Predicate(Sizes test) : positive(std::move(test)) {}
  /*implicit*/ Predicate(Values test) : positive(std::move(test)) {}
  /*implicit*/ Predicate(Given test) : positive(std::move(test)) {}
  /*implicit*/ Predicate(NotNull test) : positive(std::move(test)) {}
  /*implicit*/ Predicate(IsType test) : positive(std::move(test)) {}
  /*implicit*/ Predicate(PointeeSize test) : positive(std::move(test)) {}
  /// name == value.
  static Predicate equal(const std::string &name, int64_t value);

  Predicate operator!() const;
  bool operator==(const Predicate &) const = default;

  /// What is tested, and that it must be false.
  const Test &test() const { return positive; }
  bool isNegated() const { return negated; }

  /// The names in the sides of a comparison; none of anything else.
  std::set<std::string> names() const;
  /// The truth of a comparison where each name in it has a value; nothing where one has none, or of
  /// anything else.
  using Valuation = std::function<std::optional<double>(const std::string &)>;
  std::optional<bool> evaluate(const Valuation &valueOf) const;

  /// As C++.
  std::string str(const Polynomial::Spelling &spelling = {}) const;

private:
  Test positive;
  bool negated = false;
};

/// The value of an expression of parameters, literals and sizes, where each name in it has one.
std::optional<double> evaluate(const Expression &expression, const Predicate::Valuation &valueOf);

/// That all of them hold, as C++; empty for none.
enum class Parentheses { None, Each, EachOfSeveral };
std::string conjunction(const std::vector<Predicate> &predicates, Parentheses parentheses,
                        const Polynomial::Spelling &spelling = {});

} // namespace warpsmith
