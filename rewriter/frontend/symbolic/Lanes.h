/// Threads of a warp: what a value of a thread is in another lane of its warp.
///
/// A lane is told by its quarter: lane = 4 * group + member, as the PTX ISA numbers the elements of
/// a warp's matrices. A value that is a function of thread indices is told for another lane by
/// dividing what stands in place of the lane again, as the source divides the lane.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include <map>

namespace warpsmith::frontend {

class Lanes {
public:
  /// Which threads are a warp, by what the kernel divides: parts of 32 of threadIdx.x or of
  /// `threadIdx.y * blockDim.x + threadIdx.x`; else a block is 32 threads wide. The launch has to
  /// be so.
  explicit Lanes(SymbolicState &symbolicState);

  /// lane / 4 and lane % 4 of the thread itself.
  Polynomial group() const { return Polynomial::symbol(groupSymbol); }
  Polynomial member() const { return Polynomial::symbol(memberSymbol); }
  Polynomial lane() const { return group() * Polynomial(4) + member(); }

  /// The value in the lane that has this number; nothing where it is not known there.
  std::optional<Polynomial> at(const Polynomial &lane, const Polynomial &value);
  ExpressionRef at(const Polynomial &lane, const ExpressionRef &value);
  /// The value is the same in all lanes of a warp.
  bool isAlike(const Polynomial &value);

  /// Tells all that the kernel stores, reads and tests by the warp, the group and the member.
  void unify();

  /// The quotient or the remainder of a sum of indices; nothing where it is not known.
  std::optional<Polynomial> divide(const Polynomial &dividend, int64_t divisor, bool quotient) {
    const auto parts = split(dividend, divisor);
    return parts ? std::optional(quotient ? parts->quotient : parts->remainder) : std::nullopt;
  }
  /// How many values a symbol has, from 0, where that is known.
  std::optional<int64_t> extent(const std::string &symbol) const;

private:
  struct Split {
    Polynomial quotient, remainder;
  };
  std::optional<Split> split(const Polynomial &dividend, int64_t divisor);
  std::optional<Polynomial> symbolAt(const Polynomial &lane, const std::string &symbol);
  bool dependsOnThreads(const std::string &symbol) const;
  Division divided(const Polynomial &dividend, int64_t divisor);

  SymbolicState &state;
  Polynomial flat;  ///< a thread's number in a block of two dimensions, if that is what is divided
  Polynomial warps; ///< 32 times the warp's number; zero where threadIdx.x is the lane
  std::string groupSymbol, memberSymbol;
  std::map<std::pair<std::string, std::string>, std::optional<Polynomial>> known;
};

} // namespace warpsmith::frontend
