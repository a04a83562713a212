/// FP32 matrices split into parts of 11 or 8 bits for the tensor cores, rows or columns scaled by
/// powers of two: Ootomo and Yokota, "Recovering single precision accuracy from Tensor Cores while
/// surpassing the FP32 theoretical peak performance" (arXiv 2203.03341). Two FP16 parts of each
/// element take three products for one, three BF16 parts six. Needs sm_90.
///
/// Splitting into FP16 parts finds out whether the data let these be enough, as follows. Each row
/// of A, and each column of B, is scaled by a power of two: its largest element lies in [2^14,
/// 2^15). Of a scaled element x, the two FP16 parts leave out at most 2^-23 |x| where |x| is at
/// least 2^-2, and at most 2^-25 where it is less: FP16's smallest step is 2^-24. The product of
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
#include "warpsmith/device/cluster.h"
#include "warpsmith/device/convert_16bit.h"
#include "warpsmith/device/vector.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

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

/// Blocks of SplitThreads threads, each of which splits SplitRows rows; a cluster of SplitCluster
/// of them splits SplitStrip columns.
[[maybe_unused]] constexpr int SplitThreads = 256, SplitCluster = 8;
[[maybe_unused]] constexpr int SplitRows = SplitThreads / 32; // for operands that lie along k
[[maybe_unused]] constexpr int SplitStrip = 32; // of columns, for operands that lie across k

/// At least as many blocks, in whole clusters.
inline int wholeClusters(long long blocks) {
  return static_cast<int>((blocks + SplitCluster - 1) / SplitCluster * SplitCluster);
}

/// 2^exponent, which must be a normal number.
__device__ __forceinline__ float powerOfTwo(int exponent) {
  return __uint_as_float(static_cast<unsigned>(exponent + 127) << 23);
}

/// What numbers up to `most` are scaled by to become less than 2^(top + 1), or as near as a normal
/// number scales them, and sums of products back again. Where `most` is no number, there is no way
/// back: `back` is zero.
struct Scale {
  float there, back;
};
__device__ __forceinline__ Scale scaleFor(float most, int top) {
  if (!isfinite(most))
    return {0.0f, 0.0f};
  const int exponent = most == 0.0f ? 0 : max(-126, min(top - ilogbf(most), 126));
  return {powerOfTwo(exponent), powerOfTwo(-exponent)};
}

/// The highest exponent of a scaled number: products of two, and sums of such products, stay finite
/// in FP32, and FP16 has the rest of its range for the low parts. BF16's parts keep all bits of
/// elements down to 2^-154 of the largest.
inline __device__ int topExponent(const __half *) {
  return 14;
}
inline __device__ int topExponent(const __nv_bfloat16 *) {
  return 44;
}

/// An absolute value for a maximum: of infinities and NaN, one that stays.
__device__ __forceinline__ float magnitude(float value) {
  return isfinite(value) ? fabsf(value) : __int_as_float(0x7f800000);
}

/// Steps of k whose products the tensor cores sum before they are added to FP32 sums, where
/// operands are split. The tensor cores truncate when they add (arXiv 2203.03341, section 4): sums
/// of positive numbers are too small by 11 units of 2^-24 with 128 steps, 4 with 64, and 1 with 32.
/// Those of FP32 itself are by more than 4 from about 2048 steps on; shorter sums of widely spread
/// numbers need 32. A power of two.
__device__ constexpr int splitPromotedSteps(int k) {
  return k >= 2048 ? 64 : 32;
}

/// Writes the parts of a run of elements, each what those before left over, `plane` elements apart.
template <int Parts, typename Part, int Width>
__device__ __forceinline__ void storeParts(Part *to, long long plane,
                                           const Vector<float, Width> &run, const float *scales) {
  Vector<float, Width> rest;
#pragma unroll
  for (int i = 0; i < Width; ++i)
    rest.values[i] = scales[i] == 0.0f ? 0.0f : run.values[i] * scales[i];
#pragma unroll
  for (int part = 0; part < Parts; ++part) {
    Vector<Part, Width> parts;
#pragma unroll
    for (int i = 0; i < Width; ++i) {
      parts.values[i] = fromFloat<Part>(rest.values[i]);
      rest.values[i] -= toFloat(parts.values[i]);
    }
    storeVector(to + part * plane, parts);
  }
}

/// What a run of elements weighs.
template <int Width>
__device__ __forceinline__ unsigned splitWeight(const Vector<float, Width> &run,
                                                const float *scales) {
  unsigned weight = 0;
#pragma unroll
  for (int i = 0; i < Width; ++i)
    weight += splitWeight(run.values[i], run.values[i] * scales[i]);
  return weight;
}

/// Splits one row of each matrix, of `columns` elements; a warp works on it. The parts lie one row
/// behind the other, under one scale. `back` is what sums of their products are multiplied by.
/// Returns what the row weighs, if Weighs.
template <int Parts, int Width, bool Weighs, typename Part, int Matrices>
__device__ unsigned splitRow(const float *const (&rows)[Matrices], int columns, Part *parts,
                             long long plane, float *back) {
  const int lane = threadIdx.x % 32;
  float own = 0.0f;
#pragma unroll
  for (const float *row : rows)
#pragma unroll 8
    for (int column = lane * Width; column < columns; column += 32 * Width) {
      const auto run = loadVector<Width>(row + column);
#pragma unroll
      for (int i = 0; i < Width; ++i)
        own = fmaxf(own, magnitude(run.values[i]));
    }
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    own = fmaxf(own, __shfl_xor_sync(0xffffffffu, own, distance));
  const Scale scale = scaleFor(own, topExponent(parts));
  if (lane == 0)
    *back = scale.back;
  float scales[Width];
#pragma unroll
  for (int i = 0; i < Width; ++i)
    scales[i] = scale.there;
  unsigned weight = 0;
#pragma unroll
  for (int matrix = 0; matrix < Matrices; ++matrix)
#pragma unroll 4
    for (int column = lane * Width; column < columns; column += 32 * Width) {
      const auto run = loadVector<Width>(rows[matrix] + column);
      storeParts<Parts>(parts + (long long)matrix * columns + column, plane, run, scales);
      if constexpr (Weighs)
        weight += splitWeight(run, scales);
    }
  if constexpr (Weighs) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
      weight = addWeights(weight, __shfl_xor_sync(0xffffffffu, weight, distance));
    if (own == 0.0f || scale.there == 0.0f)
      weight = 0;
  }
  return weight;
}

/// Splits SplitStrip columns of `rows` elements of each matrix, of which `columns` exist; a cluster
/// of SplitCluster blocks works on them. The parts lie one matrix below the other, under one scale.
/// Where Weighs, `heaviest` gets what the heaviest column weighs.
template <int Parts, int Width, bool Weighs, typename Part, int Matrices>
__device__ void splitColumns(const float *const (&matrices)[Matrices],
                             const long long (&pitches)[Matrices], int rows, int columns,
                             Part *parts, long long partPitch, long long plane, float *back,
                             unsigned *heaviest) {
  constexpr int Strip = SplitStrip, Lanes = Strip / Width, RowsAtOnce = SplitThreads / Lanes;
  __shared__ float ofThreads[RowsAtOnce][Strip], ofBlock[Strip];
  __shared__ float scales[Strip];
  const int thread = threadIdx.x, first = thread % Lanes * Width;
  const int share = (rows + SplitCluster - 1) / SplitCluster;
  const int begin = clusterRank() * share, end = min(rows, begin + share);
  const bool exists = first < columns;

  float own[Width] = {};
#pragma unroll
  for (int matrix = 0; matrix < Matrices; ++matrix)
    for (int row = begin + thread / Lanes; exists && row < end; row += RowsAtOnce) {
      const auto run = loadVector<Width>(matrices[matrix] + row * pitches[matrix] + first);
#pragma unroll
      for (int i = 0; i < Width; ++i)
        own[i] = fmaxf(own[i], magnitude(run.values[i]));
    }
#pragma unroll
  for (int i = 0; i < Width; ++i)
    ofThreads[thread / Lanes][first + i] = own[i];
  __syncthreads();
  if (thread < Strip) {
    float most = 0.0f;
    for (int row = 0; row < RowsAtOnce; ++row)
      most = fmaxf(most, ofThreads[row][thread]);
    ofBlock[thread] = most;
  }
  synchronizeCluster();
  float most = 0.0f; // in the thread's column of the strip
  if (thread < Strip) {
    for (int rank = 0; rank < SplitCluster; ++rank)
      most = fmaxf(most, peerElement(&ofBlock[thread], rank));
    const Scale scale = scaleFor(most, topExponent(parts));
    scales[thread] = scale.there;
    if (clusterRank() == 0 && thread < columns)
      back[thread] = scale.back;
  }
  synchronizeCluster(); // the scales are there, and no block reads another's any more
  [[maybe_unused]] unsigned weights[Width] = {};
#pragma unroll
  for (int matrix = 0; matrix < Matrices; ++matrix)
    for (int row = begin + thread / Lanes; exists && row < end; row += RowsAtOnce) {
      const auto run = loadVector<Width>(matrices[matrix] + row * pitches[matrix] + first);
      storeParts<Parts>(parts + ((long long)matrix * rows + row) * partPitch + first, plane, run,
                        scales + first);
      if constexpr (Weighs)
#pragma unroll
        for (int i = 0; i < Width; ++i)
          weights[i] += splitWeight(run.values[i], run.values[i] * scales[first + i]);
    }
  if constexpr (Weighs) {
    __shared__ unsigned weightsOfThreads[RowsAtOnce][Strip], weightsOfBlock[Strip];
#pragma unroll
    for (int i = 0; i < Width; ++i)
      weightsOfThreads[thread / Lanes][first + i] = weights[i];
    __syncthreads();
    if (thread < Strip) {
      unsigned weight = 0;
      for (int row = 0; row < RowsAtOnce; ++row)
        weight += weightsOfThreads[row][thread];
      weightsOfBlock[thread] = weight;
    }
    synchronizeCluster();
    if (clusterRank() == 0 && thread < Strip) {
      unsigned weight = 0;
      for (int rank = 0; rank < SplitCluster; ++rank)
        weight = addWeights(weight, peerElement(&weightsOfBlock[thread], rank));
      if (thread >= columns || most == 0.0f || scales[thread] == 0.0f)
        weight = 0;
#pragma unroll
      for (int distance = 16; distance > 0; distance /= 2)
        weight = max(weight, __shfl_xor_sync(0xffffffffu, weight, distance));
      if (thread == 0)
        *heaviest = weight;
    }
    synchronizeCluster(); // no block ends while another one reads what it has
  }
}

/// Where the parts of a split operand are.
template <typename Part>
struct SplitParts {
  Part *parts;
  float *back;           ///< what undoes the scale of each row or column
  int pitch;             ///< elements from one row of a part to the next
  long long plane;       ///< elements from one part to the next
  SplitWeights heaviest; ///< of the rows or columns, where the data choose the split
};

/// Splits what a block splits of an operand of `outer` rows or columns, which lie along k or across
/// it, or of several that follow each other along k; `steps` are those of one of them. Where
/// Weighs, it stores what its heaviest row or column weighs.
template <int Parts, int Width, bool AlongK, bool Weighs, typename Part, int Matrices>
__device__ void splitOperand(const float *const (&matrices)[Matrices],
                             const long long (&pitches)[Matrices], int outer, int steps,
                             const SplitParts<Part> &to, int block) {
  const float *from[Matrices];
  if constexpr (AlongK) {
    const int row = block * SplitRows + threadIdx.x / 32;
#pragma unroll
    for (int i = 0; i < Matrices; ++i)
      from[i] = matrices[i] + row * pitches[i];
    unsigned weight = 0;
    if (row < outer)
      weight = splitRow<Parts, Width, Weighs>(from, steps, to.parts + (long long)row * to.pitch,
                                              to.plane, to.back + row);
    if constexpr (Weighs) {
      __shared__ unsigned ofRows[SplitRows];
      if (threadIdx.x % 32 == 0)
        ofRows[threadIdx.x / 32] = weight;
      __syncthreads();
      if (threadIdx.x == 0) {
        for (int other = 1; other < SplitRows; ++other)
          weight = max(weight, ofRows[other]);
        to.heaviest.weights[block] = weight;
      }
    }
  } else {
    const int column = block / SplitCluster * SplitStrip;
#pragma unroll
    for (int i = 0; i < Matrices; ++i)
      from[i] = matrices[i] + column;
    splitColumns<Parts, Width, Weighs>(from, pitches, steps, outer - column, to.parts + column,
                                       to.pitch, to.plane, to.back + column,
                                       to.heaviest.weights + block / SplitCluster);
  }
}

/// The same of the matrices of a batch, `distance` elements from one to the next, each of which
/// `blocks` blocks split; their parts follow each other.
template <int Parts, int Width, bool AlongK, bool Weighs, typename Part>
__device__ void splitMatrixOfBatch(const float *matrices, long long distance, long long pitch,
                                   int outer, int steps, SplitParts<Part> to, int block,
                                   int blocks) {
  const long long matrix = block / blocks;
  to.parts += matrix * Parts * to.plane;
  to.back += matrix * outer;
  to.heaviest.weights += matrix * (AlongK ? blocks : blocks / SplitCluster);
  splitOperand<Parts, Width, AlongK, Weighs>({matrices + matrix * distance}, {pitch}, outer, steps,
                                             to, block % blocks);
}

} // namespace warpsmith
