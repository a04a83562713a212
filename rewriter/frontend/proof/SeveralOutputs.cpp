#include "rewriter/frontend/proof/SeveralOutputs.h"
#include <algorithm>
#include <string>

namespace warpsmith::frontend {
namespace {

std::string storesToBoth(const std::vector<std::string> &arrays) {
  return "stores to more than one array ('" + arrays[0] + "' and '" + arrays[1] + "')";
}

/// An element of the array is one of those that the contraction is made of.
bool reads(const Contraction &contraction, const std::string &array) {
  const auto isArray = [&](const Matrix &matrix) { return matrix.name == array; };
  const bool readsOutput = contraction.initial->contains(Expression::Kind::Output) ||
                           contraction.result->contains(Expression::Kind::Output);
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    if (isArray(contraction.operand(operand)))
      return true;
  return std::ranges::any_of(contraction.extras, isArray) ||
         (readsOutput && contraction.c.name == array);
}

/// The operands are the same in any order.
bool haveSameOperands(const Contraction &one, const Contraction &other) {
  for (int operand = 0; operand < one.operandCount(); ++operand) {
    const auto &matrix = one.operand(operand);
    const auto isSame = [&](int index) { return other.operand(index) == matrix; };
    // Rows stay rows.
    if (!isSame(operand % 2) && !isSame(operand % 2 + 2))
      return false;
  }
  return true;
}

/// A product of two elements that both of them add: the compiler would contract it with one.
bool shareAProduct(const Contraction &one, const Contraction &other) {
  for (const int first : {0, 2})
    for (const int second : {0, 2})
      if (one.operand(first) == other.operand(second) &&
          one.operand(first + 1) == other.operand(second + 1))
        return true;
  return false;
}

/// Why this one cannot be computed by itself; empty where it can.
std::string notByItself(const Contraction &contraction) {
  if (!contraction.isPlain() || contraction.limitsSteps() || contraction.isBatched())
    return "has more indices than rows, columns and steps";
  if (contraction.region != Region::Full || contraction.diagonal)
    return "has only some of its elements stored";
  if (contraction.sumInOutput)
    return "is added up in the array itself";
  if (contraction.operandCount() == 4 && !contraction.extras.empty())
    return "depends on other arrays than the operands";
  return {};
}

/// One sum, of which each output is another function. The first one is stored before what the
/// second one depends on is read again.
bool areOfOneSum(const Contraction &first, const Contraction &second) {
  return first.operandCount() == 2 && second.operandCount() == 2 && first.a == second.a &&
         first.b == second.b && first.k.extent() == second.k.extent() &&
         same(*first.update, *second.update) && same(*first.initial, *second.initial) &&
         std::ranges::all_of(second.extras, [&](const Matrix &extra) {
           return std::ranges::find(first.extras, extra) != first.extras.end();
         });
}

bool areOfOtherSums(const Contraction &one, const Contraction &other) {
  return one.operandCount() == 4 && other.operandCount() == 4 && haveSameOperands(one, other) &&
         haveSameOperands(other, one) && !shareAProduct(one, other);
}

} // namespace

std::optional<std::vector<Contraction>> contractionsOf(const std::vector<std::string> &arrays,
                                                       const OutputBuilder &build,
                                                       clang::SourceLocation where,
                                                       RefusalSink &refuse) {
  const auto fail = [&](const std::string &why) {
    refuse(where, storesToBoth(arrays) + why);
    return std::nullopt;
  };
  std::vector<Contraction> found;
  for (const std::string &array : arrays) {
    RefusalSink why;
    auto contraction = build(array, why);
    if (!contraction)
      return fail(why.refusal() ? ": of '" + array + "', " + why.refusal()->reason : "");
    if (const std::string reason = notByItself(*contraction); !reason.empty())
      return fail(", and what '" + array + "' gets " + reason);
    for (const std::string &stored : arrays)
      if (reads(*contraction, stored))
        return fail(", and '" + stored + "' is read");
    found.push_back(std::move(*contraction));
  }
  Contraction &one = found[0], &other = found[1];
  const bool isOne = areOfOneSum(one, other);
  if ((!isOne && (!areOfOtherSums(one, other) || one.c.type != other.c.type)) ||
      !(one.m.extent() == other.m.extent()) || !(one.n.extent() == other.n.extent()))
    return fail(": they are neither functions of one sum, with the first of them reading all that "
                "the second one reads, nor sums of the same four operands, each multiplied by "
                "either other one");
  one.others.push_back(other.c);
  other.others.push_back(one.c);
  // What the first one alone reads is read before the second one is stored.
  for (const Matrix &extra : one.extras)
    if (std::ranges::find(other.extras, extra) == other.extras.end())
      other.others.push_back(extra);
  return found;
}

} // namespace warpsmith::frontend
