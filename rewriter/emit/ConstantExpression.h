/// Conditions of a kernel file, of which some operands are known.
#pragma once

#include "rewriter/emit/SourceTokens.h"
#include <memory>
#include <optional>

namespace warpsmith {

struct KernelFacts;

/// A value of an integer type or bool.
struct KnownValue {
  long long number = 0;
  enum class Type { Int, Unsigned, Bool } type = Type::Int;

  bool isTrue() const { return number != 0; }
  std::string spelling() const;
};

/// The value that a text spells: `true`, `-3`, `0x10u`.
std::optional<KnownValue> spelledValue(std::string_view text);

/// How strongly a binary operator binds; 0 where there is none of those that are understood.
int precedence(const std::string &operation);

/// `Problem::X` or `Tile::X` at an index, with the end of it: its value, if it is known.
struct MemberName {
  std::string_view owner, name;
  size_t end;
};
std::optional<MemberName> memberAt(const BracketedTokens &tokens, size_t index, size_t end);
std::optional<KnownValue> valueOf(const MemberName &member, const KernelFacts &facts);

/// A parsed expression.
class ConstantExpression {
public:
  /// Of the tokens [begin, end), which outlive it.
  ConstantExpression(const BracketedTokens &tokens, size_t begin, size_t end,
                     const KernelFacts &facts);
  ~ConstantExpression();
  ConstantExpression(const ConstantExpression &) = delete;
  ConstantExpression &operator=(const ConstantExpression &) = delete;

  /// The value; none where it depends on what is not known.
  std::optional<KnownValue> value() const;
  /// All operands are known: leaving the expression out leaves out no call.
  bool isPure() const;
  /// The text without the operands of `&&` and `||` that are known; none where there are none.
  std::optional<std::string> simplified() const;

  struct Node;

private:
  const BracketedTokens &tokens;
  std::unique_ptr<Node> root; ///< null where the expression is of another form
};

} // namespace warpsmith
