#include "rewriter/tool/PairProof.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace warpsmith::tool {
namespace {

int significandBits(ElementType type) {
  return isInteger(type) ? 64 : rowOf(partType(type)).format.significandBits;
}

/// The fewest bits of a significand that a value is rounded to on its way.
int fewestBits(const Expression &expression) {
  const bool rounds =
      expression.kind == Expression::Kind::Binary || expression.kind == Expression::Kind::Cast ||
      expression.kind == Expression::Kind::Call || expression.kind == Expression::Kind::Sum;
  int bits = rounds ? significandBits(expression.type) : 64;
  for (const ExpressionRef &child : expression.children)
    bits = std::min(bits, fewestBits(*child));
  return bits;
}
/// Of the parts of a computation: the sum, its start, a step, and the result. Both kernels store
/// the same type, so what makes it of the result is no matter.
std::array<int, 4> fewestBits(const Contraction &contraction) {
  const Expression *result = contraction.result.get();
  while (result->kind == Expression::Kind::Cast)
    result = result->children[0].get();
  return {significandBits(contraction.sum), fewestBits(*contraction.initial),
          fewestBits(*contraction.update), fewestBits(*result)};
}

/// The fewest bits of a part in which the second rounds to fewer than the first; nothing where it
/// does not.
std::optional<int> coarserBits(const Contraction &first, const Contraction &second) {
  const auto one = fewestBits(first), other = fewestBits(second);
  std::optional<int> fewest;
  for (size_t part = 0; part < one.size(); ++part)
    if (other[part] < one[part])
      fewest = std::min(fewest.value_or(other[part]), other[part]);
  return fewest;
}

/// The contract under which the second may have the roundings that it has.
Numerics neededContract(const Contraction &first, const Contraction &second) {
  constexpr int Single = 24, Half = 11;
  const std::optional<int> bits = coarserBits(first, second);
  if (!bits)
    return significandBits(first.sum) > Single && significandBits(second.sum) > Single
               ? Numerics::Fp64
               : Numerics::Fp32;
  return *bits >= Single ? Numerics::Fp32 : *bits >= Half ? Numerics::Fp16 : Numerics::Bf16;
}

Numerics coarser(Numerics one, Numerics other) {
  return rowOf(one).unitRoundoff < rowOf(other).unitRoundoff ? other : one;
}

/// One of them has a condition that the other has the opposite of.
bool excludeEachOther(const std::vector<Predicate> &one, const std::vector<Predicate> &other) {
  return llvm::any_of(
      one, [&](const Predicate &condition) { return llvm::is_contained(other, !condition); });
}

/// What a launch must meet since a type of few bits holds an index. Launches may well fail to, so
/// what the kernel computes then is tested.
bool isNarrow(const Precondition &fact) {
  constexpr int64_t Least = 1 << 6, Most = 1 << 25;
  if (fact.equal)
    return false;
  for (const Polynomial &summand : (fact.left - fact.right).summands())
    if (const auto constant = summand.constant(); constant && *constant > Least && *constant < Most)
      return true;
  return false;
}
bool isNarrow(const IndexRange &range) {
  constexpr int64_t Few = 1 << 25;
  return range.high - range.low < Few;
}

/// Whatever sizes people have meet it: a type of 32 bits or more holds an index.
bool isWide(const Precondition &fact) {
  constexpr int64_t Many = int64_t(1) << 30;
  return llvm::any_of((fact.left - fact.right).summands(), [](const Polynomial &summand) {
    return summand.constant().value_or(0) >= Many;
  });
}

/// A condition on sizes alone, which no choice of the grid meets.
bool restrictsSizes(const Precondition &fact) {
  return !isNarrow(fact) && !isWide(fact) && llvm::none_of(fact.left.names(), isOfLaunch) &&
         llvm::none_of(fact.right.names(), isOfLaunch);
}

} // namespace

std::string rangeText(const IndexRange &range) {
  std::string text = range.offset.str();
  for (const IndexRange::Index &index : range.indices)
    text += " + [0, " + index.extent.str() + ") * (" + index.coefficient.str() + ")";
  return text + " is within [" + std::to_string(range.low) + ", " + std::to_string(range.high) +
         "]";
}

namespace {

/// A condition that bounds the grid, and with it the sizes.
bool boundsGrid(const Precondition &fact) {
  const auto ofGrid = [](const std::string &name) { return name.starts_with("gridDim."); };
  return !fact.equal && fact.left.constant() && !isWide(fact) &&
         llvm::any_of(fact.right.names(), ofGrid);
}

bool isLimit(const Precondition &fact) {
  return isNarrow(fact) || restrictsSizes(fact);
}

/// A type that a file declares.
bool isOfUser(const std::string &type) {
  static const std::set<std::string> Known = {
      "float",   "double",         "integer",       "int",          "unsigned", "long",
      "short",   "char",           "signed",        "bool",         "void",     "*",
      "__half",  "float2",         "__nv_bfloat16", "double2",      "float4",   "int4",
      "__half2", "__nv_bfloat162", "__nv_fp8_e4m3", "__nv_fp8_e5m2"};
  const std::string words = comparableType(type);
  return llvm::any_of(llvm::split(words, ' '), [](llvm::StringRef word) {
    return !word.empty() && !Known.contains(word.str());
  });
}

std::string textOf(const Precondition &fact) {
  if (isWide(fact))
    return "indices fit their types";
  const auto tile = fact.equal ? wholeTiles(fact.right, fact.left) : std::nullopt;
  return tile ? multipleText(fact.left, *tile) : describe(fact);
}

bool usesValue(const Expression &expression, const std::string &name) {
  return (expression.kind == Expression::Kind::Scalar && expression.text == name) ||
         (expression.kind == Expression::Kind::Size &&
          expression.polynomial.names().contains(name)) ||
         llvm::any_of(expression.children,
                      [&](const ExpressionRef &child) { return usesValue(*child, name); });
}

class Prover {
public:
  explicit Prover(const KernelPair &given) : pair(given) {}

  PairProof run() {
    prove();
    return std::move(proof);
  }

private:
  const PairedKernel &first() const { return pair.kernels[0]; }
  const PairedKernel &second() const { return pair.kernels[1]; }

  /// Cases of both kernels that a launch can have at once, by their places, for each output.
  std::vector<std::pair<size_t, size_t>> pairs() const {
    std::vector<std::pair<size_t, size_t>> result;
    for (size_t one = 0; one < first().renamed.size(); ++one)
      for (size_t other = 0; other < second().renamed.size(); ++other)
        if (first().renamed[one].c.name == second().renamed[other].c.name &&
            !excludeEachOther(first().renamed[one].conditions, second().renamed[other].conditions))
          result.emplace_back(one, other);
    return result;
  }

  /// A whole number of another type in each kernel, which is used as a value and not only as a
  /// size.
  bool hasOtherType(size_t index) {
    const Parameter &one = first().contractions[0].parameters[index];
    const std::string other = second().contractions[0].parameters[pair.order[index]].type;
    if (one.type == other || comparableType(one.type) != "integer")
      return false;
    const auto isUsed = [&](const PairedKernel &kernel) {
      return llvm::any_of(kernel.renamed, [&](const Contraction &contraction) {
        return llvm::any_of(
            std::array{contraction.initial, contraction.update, contraction.result,
                       contraction.diagonal},
            [&](const ExpressionRef &part) { return part && usesValue(*part, one.name); });
      });
    };
    if (isUsed(first()) || isUsed(second())) {
      proof.reasons.push_back("'" + one.name + "' is '" + one.type + "' in one kernel and '" +
                              other + "' in the other, and its value is used");
      return true;
    }
    types.push_back("'" + one.name + "' fits '" + one.type + "' and '" + other + "'");
    return false;
  }

  /// Nothing can be said of the pair, whatever their contractions are.
  bool isOpen() {
    const auto &[one, other] = pair.kernels;
    if (one.job->source != other.job->source)
      for (const Parameter &parameter : one.contractions[0].parameters)
        if (isOfUser(parameter.type)) {
          proof.reasons.push_back("'" + parameter.type + "' may be a different type in each file");
          return true;
        }
    for (size_t index = 0; index < pair.order.size(); ++index)
      if (hasOtherType(index))
        return true;
    for (const PairedKernel &kernel : pair.kernels) {
      for (const Contraction &contraction : kernel.contractions)
        if (const std::string never = neverLaunched(contraction, /*gathers=*/false);
            !never.empty()) {
          proof.reasons.push_back("no launch of " + kernel.quoted() +
                                  " meets its conditions: " + never);
          return true;
        }
      if (!kernel.isReadWholly()) {
        proof.reasons.push_back(kernel.quoted() +
                                " is read only for some values of its parameters");
        return true;
      }
    }
    return false;
  }

  void prove() {
    if (isOpen())
      return;
    const auto all = pairs();
    for (size_t side = 0; side < 2; ++side)
      for (size_t index = 0; index < pair.kernels[side].renamed.size(); ++index)
        if (llvm::none_of(all, [&](const auto &pair) {
              return (side == 0 ? pair.first : pair.second) == index;
            })) {
          proof.reasons.push_back(pair.kernels[side].quoted() + " stores '" +
                                  pair.kernels[side].renamed[index].c.name + "', and " +
                                  pair.kernels[1 - side].quoted() + " does not");
          return;
        }
    Agreement least = Agreement::SameBits;
    Numerics needed = Numerics::BitExact;
    for (const auto &[left, right] : all) {
      const Contraction &one = first().renamed[left], &other = second().renamed[right];
      const Agreement found = compareCase(one, other);
      if (found == Agreement::SameSum) {
        needed = coarser(needed, neededContract(one, other));
        proof.roundsMore |= coarserBits(one, other).has_value();
      }
      least = std::max(least, found);
    }
    if (least == Agreement::Unproved) {
      proof.conditions.clear();
      proof.restrictions.clear();
      return;
    }
    addRequirements();
    proof.agreement = least;
    proof.needed = needed;
  }

  /// Cases may have one in common.
  void addReason(const std::string &reason) {
    if (!llvm::is_contained(proof.reasons, reason))
      proof.reasons.push_back(reason);
  }

  Agreement compareCase(const Contraction &one, const Contraction &other) {
    const Equivalence found = equivalence(one, other);
    llvm::append_range(proof.conditions, found.conditions);
    for (const std::string &restriction : found.restrictions)
      if (!llvm::is_contained(proof.restrictions, restriction))
        proof.restrictions.push_back(restriction);
    for (const Mismatch &mismatch : found.mismatches)
      proof.reasons.push_back(
          mismatch.property + ": " + (mismatch.left.empty() ? "none" : mismatch.left) + " in " +
          first().quoted() + ", " + (mismatch.right.empty() ? "none" : mismatch.right) + " in " +
          second().quoted());
    Agreement agreement = found.agreement;
    if (agreement == Agreement::Unproved)
      return agreement;
    // Of each the compiler may choose which product it contracts.
    for (size_t index = 0; index < 2; ++index)
      if (const std::string unknown = notBitExact(index == 0 ? one : other, Schedule());
          !unknown.empty()) {
        addReason("the roundings of " + pair.kernels[index].quoted() +
                  " are not known: " + unknown.substr(0, unknown.find("; ")));
        agreement = Agreement::SameSum;
      }
    return agreement;
  }

  /// What each kernel asks of sizes and of its launch, in its own names.
  void addRequirements() {
    for (const PairedKernel &kernel : pair.kernels) {
      const auto add = [](std::vector<std::string> &list, const std::string &condition) {
        if (!llvm::is_contained(list, condition))
          list.push_back(condition);
      };
      std::vector<std::string> ofLaunch;
      for (const Contraction &contraction : kernel.contractions) {
        for (const Precondition &fact : contraction.preconditions)
          add(isLimit(fact) || boundsGrid(fact) ? proof.restrictions : ofLaunch, textOf(fact));
        for (const IndexRange &range : contraction.ranges)
          add(isNarrow(range) ? proof.restrictions : ofLaunch, rangeText(range));
      }
      if (!ofLaunch.empty())
        proof.conditions.push_back("launch of " + kernel.quoted() + ": " +
                                   llvm::join(ofLaunch, ", "));
    }
    if (!std::ranges::is_sorted(pair.order))
      proof.conditions.emplace_back("parameters are matched by name, not by order");
    std::set<std::string> withErrors;
    for (const PairedKernel &kernel : pair.kernels)
      if (kernel.unit.hasErrors && withErrors.insert(kernel.job->source).second)
        proof.conditions.push_back("code that errors of " + kernel.job->source +
                                   " hide is irrelevant");
    llvm::append_range(proof.conditions, types);
    proof.conditions.emplace_back("sizes are positive");
    proof.conditions.emplace_back("outputs do not overlap each other or arrays that are read");
  }

  const KernelPair &pair;
  std::vector<std::string> types; ///< that differ between the kernels: conditions
  PairProof proof;
};

} // namespace

PairProof prove(const KernelPair &pair) {
  return Prover(pair).run();
}

bool isLimited(const Contraction &contraction) {
  return llvm::any_of(contraction.preconditions, isLimit) ||
         llvm::any_of(contraction.ranges, [](const IndexRange &range) { return isNarrow(range); });
}

Contraction withoutLimits(Contraction contraction) {
  std::erase_if(contraction.preconditions, isLimit);
  std::erase_if(contraction.ranges, [](const IndexRange &range) { return isNarrow(range); });
  return contraction;
}

} // namespace warpsmith::tool
