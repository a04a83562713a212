// What a kernel computes of its sum, in FP64: the expressions of `warpsmith --emit=benchmark`.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpsmith::harness {

/// What leaves of a formula stand for.
struct FormulaInputs {
  double sum = 0, output = 0;
  std::span<const double> scalars;
  std::span<const double> extras;
  std::span<const int> sizes = {};
  double roundoff = 0x1p-24; // of the type that is calculated in
};

/// A value, and the magnitudes of all that was rounded on the way to it.
struct FormulaValue {
  double value = 0;
  double magnitude = 0;
  double narrowing = 0; // how far roundings to narrower types may have moved it
};

class Formula {
public:
  enum class Kind {
    Sum,
    Output,
    Scalar,
    Literal,
    Extra,
    Dimension,
    Negate,
    Binary,
    Truncate, // a conversion to an integer
    Same,     // any other conversion
    Call,
    Compare,
    Select
  };

  /// Reads an expression; `scalars` are the names that its scalars may have. Throws InputError that
  /// names what has no FP64 meaning here.
  static Formula parse(const nlohmann::json &expression, const std::vector<std::string> &scalars);

  /// Its value converted to what it is stored in.
  static Formula stored(Formula formula, ElementType type);

  FormulaValue operator()(const FormulaInputs &inputs) const;

  /// The values it gives for whole numbers need not be whole, or exact.
  bool rounds() const;
  bool contains(Kind wanted) const;
  bool is(Kind wanted) const { return kind == wanted; }
  /// A literal of this value.
  bool isLiteral(double wanted) const { return kind == Kind::Literal && literal == wanted; }

  /// `leaf`, or a product of it and one scalar, in any order: the scalar's number, -1 for none, or
  /// nothing where it is something else.
  std::optional<int> scaled(Kind leaf) const;

  /// Of its children's values, its own.
  double combined(const std::vector<double> &values) const;

  Kind kind = Kind::Literal;
  double literal = 0;
  int index = 0;    // of a scalar, an extra or a dimension
  std::string text; // operator or function
  std::vector<Formula> children;
  /// What an operation or a conversion rounds to.
  std::optional<ElementType> type;
};

} // namespace warpsmith::harness
