/// Whether the data let FP32 matrices be multiplied as two FP16 parts of each element, with three
/// products for one, or need three BF16 parts and six products. Splitting into FP16 parts
/// (split_operand.h) finds it out. Needs sm_90.
///
/// Each row of A, and each column of B, is scaled by a power of two: its largest element lies in
/// [2^14, 2^15). Of a scaled element x, the two FP16 parts leave out at most 2^-23 |x| where |x| is
/// at least 2^-2, and at most 2^-25 where it is less: FP16's smallest step is 2^-24. The product of
/// two low parts is left out, too: at most 2^-22 |x y|. So a sum of k products x y lacks at most
///
///   2^-21 S + 2^-25 (sum of |y| where |x| < 2^-2, and of |x| where |y| < 2^-2)
///
/// with S, the sum of all |x y|. The first term is 8 units of 2^-24 of S, far less than the k units
/// that FP32 may be off. The second one has no relation to S yet: B can be zero wherever the
/// elements of A's row are large. It gets one from two counts for each row and column:
///
///   small   its elements below 2^6, zeros with them
///   lossy   its elements below 2^-2, but not zero
///
/// At least k - small(row) - small(column) steps multiply two elements of at least 2^6, whatever
/// their places are. So S is at least 2^12 times as many. The second term is at most 2^-25 2^15
/// (lossy(row) + lossy(column)). Let each row and column weigh small + 4 lossy. Where the heaviest
/// row of A and the heaviest column of B together weigh at most 7/8 k, the second term is at most
/// 2^-24 S for every element of C, and at least k/8 of the products are of large elements.
///
/// The test counts integers and takes maxima, so that equal data have equal results, whatever the
/// order. Zero rows, and rows with infinities or NaN, weigh nothing: the former lose nothing, and
/// the latter's sums are taken from the elements themselves.
#pragma once

#include "warpsmith/device/block_maximum.h"

namespace warpsmith {

/// Small and lossy elements are below these, after scaling; each lossy one weighs so much more.
[[maybe_unused]] constexpr float SmallElement = 64.0f, LossyElement = 0.25f;
[[maybe_unused]] constexpr unsigned LossyWeight = 4;

/// What an element weighs. An element that scaling takes below FP32's range is lossy, too.
__device__ __forceinline__ unsigned splitWeight(float element, float scaled) {
  const float size = fabsf(scaled);
  return (size < SmallElement ? 1u : 0u) +
         (size < LossyElement && element != 0.0f ? LossyWeight : 0u);
}

/// The sum, or what is more than any k.
__device__ __forceinline__ unsigned addWeights(unsigned a, unsigned b) {
  constexpr unsigned Most = 0x7fffffff;
  return min(a + b, Most);
}

/// The weights of the heaviest rows or columns of each block or cluster that splits an operand.
struct SplitWeights {
  unsigned *weights;
  int count;
};

/// The largest of all, for each thread of the block.
template <int Threads>
__device__ __forceinline__ unsigned heaviest(const SplitWeights &all) {
  unsigned own = 0;
  for (int index = threadIdx.x; index < all.count; index += Threads)
    own = max(own, all.weights[index]);
  return largestOfThreads<Threads>(own);
}

/// True when two FP16 parts keep products of `steps` steps. By all threads of a block.
template <int Threads>
__device__ __forceinline__ bool keptByTwoParts(const SplitWeights &a, const SplitWeights &b,
                                               int steps) {
  const unsigned weightA = heaviest<Threads>(a), weightB = heaviest<Threads>(b);
  return 8ull * weightA + 8ull * weightB <= 7ull * (unsigned)steps;
}

} // namespace warpsmith
