#include "rewriter/tool/PairProof.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

int significandBits(ElementType type) {
  return isInteger(type) ? 64 : rowOf(partType(type)).format.significandBits;
}

/// The fewest bits of a significand that a value of the computation is rounded to.
int fewestBits(const Expression &expression) {
  const bool rounds =
      expression.kind == Expression::Kind::Binary || expression.kind == Expression::Kind::Cast ||
      expression.kind == Expression::Kind::Call || expression.kind == Expression::Kind::Sum;
  int bits = rounds ? significandBits(expression.type) : 64;
  for (const ExpressionRef &child : expression.children)
    bits = std::min(bits, fewestBits(*child));
  return bits;
}
int fewestBits(const Contraction &contraction) {
  return std::min({significandBits(contraction.sum), fewestBits(*contraction.initial),
                   fewestBits(*contraction.update), fewestBits(*contraction.result)});
}

/// The contract that allows the roundings of one of them where the other has its own.
Numerics neededContract(const Contraction &first, const Contraction &second) {
  const int bits = std::min(fewestBits(first), fewestBits(second));
  const bool isNarrower = fewestBits(first) != fewestBits(second);
  if (significandBits(first.sum) > 24 && significandBits(second.sum) > 24 && bits > 24)
    return Numerics::Fp64;
  if (!isNarrower || bits >= 24)
    return Numerics::Fp32;
  return bits >= 11 ? Numerics::Fp16 : Numerics::Bf16;
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
  const auto ofLaunch = [](const Polynomial &side) {
    return llvm::any_of(side.names(), [](const std::string &name) { return isOfLaunch(name); });
  };
  return !isNarrow(fact) && !isWide(fact) && !ofLaunch(fact.left) && !ofLaunch(fact.right);
}

std::string describe(const IndexRange &range) {
  std::string text = range.offset.str();
  for (const IndexRange::Index &index : range.indices)
    text += " + [0, " + index.extent.str() + ") * (" + index.coefficient.str() + ")";
  return text + " is within [" + std::to_string(range.low) + ", " + std::to_string(range.high) +
         "]";
}

bool isLimit(const Precondition &fact) {
  return isNarrow(fact) || restrictsSizes(fact);
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

  void prove() {
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
    for (size_t side = 0; side < 2; ++side)
      if (!pair.kernels[side].isReadWholly()) {
        proof.reasons.push_back(pair.kernels[side].quoted() +
                                " is read for some values of its parameters alone");
        return;
      }
    Agreement least = Agreement::SameBits;
    Numerics needed = Numerics::BitExact;
    for (const auto &[left, right] : all) {
      const Contraction &one = first().renamed[left], &other = second().renamed[right];
      const Agreement found = compareCase(one, other);
      if (found == Agreement::SameSum)
        needed = coarser(needed, neededContract(one, other));
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
    // Of each the compiler may choose which product it contracts.
    for (size_t index = 0; index < 2; ++index)
      if (const std::string unknown = notBitExact(index == 0 ? one : other, Schedule());
          !unknown.empty() && agreement != Agreement::Unproved) {
        addReason("bits of " + pair.kernels[index].quoted() + " are not known: " + unknown);
        agreement = Agreement::SameSum;
      }
    return agreement;
  }

  /// What each kernel asks of sizes and of its launch, in its own names.
  void addRequirements() {
    for (const PairedKernel &kernel : pair.kernels) {
      std::vector<std::string> known;
      const auto add = [&](std::vector<std::string> &list, const std::string &condition) {
        if (!llvm::is_contained(known, condition)) {
          known.push_back(condition);
          list.push_back(condition);
        }
      };
      std::vector<std::string> ofLaunch;
      for (const Contraction &contraction : kernel.contractions) {
        for (const Precondition &fact : contraction.preconditions)
          add(restrictsSizes(fact) ? proof.restrictions : ofLaunch,
              isWide(fact) ? "indices fit their types" : describe(fact));
        for (const IndexRange &range : contraction.ranges)
          add(ofLaunch, describe(range));
      }
      if (!ofLaunch.empty())
        proof.conditions.push_back("launch of " + kernel.quoted() + ": " +
                                   llvm::join(ofLaunch, ", "));
    }
    proof.conditions.emplace_back("outputs do not overlap arrays that are read");
  }

  const KernelPair &pair;
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
