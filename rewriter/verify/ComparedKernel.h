/// A program that runs one of two kernels that are compared: plain text, which warpsmith-emulate
/// compiles. Both programs of a pair start from the same data.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <string>
#include <vector>

namespace warpsmith::verify {

/// How one of the kernels is launched.
struct ComparedKernel {
  std::string file; ///< that the program includes
  /// What it computes in each case of its parameters, in the names of the specification's. The
  /// launch is that of the first case that holds. Empty where the kernel is not read.
  std::vector<Contraction> cases;
  /// Instead of a launch: a call of a function of the file, with those names. It may name
  /// warpsmithGrid, warpsmithBlock and warpsmithSharedBytes, which the cases give.
  std::string call;
};

/// How far results may be apart.
struct Tolerance {
  double unitRoundoff = 0;     ///< of sums, and of operands if they are rounded; 0: not a bit
  double smallest = 0;         ///< the smallest number of the type that operands become
  bool roundsOperands = false; ///< eighths are exact all the same
};

/// The program runs the kernel on arrays that `specification`, the contraction of one of the two,
/// describes. Its arguments are M, N, K, the padding of rows, the number of the data's kind
/// (warpsmith_compared::Data), a file, `write` or `compare`, a file for its report, and a number.
/// It writes what the kernel has left to the first file, from operands that are perturbed in the
/// way of that number unless it is 0. Or it compares what the kernel has left with what the other
/// program has written there, and so many files `FILE1`, `FILE2`, … say how far perturbations move
/// an element. Lines of the report:
///
///   shape MxNxK            as the kernel's constants let it be
///   unmet WHY              the launch cannot be made for these sizes
///   large                  these sizes are too large
///   bits ARRAY             the same bits
///   zeros ARRAY            the same numbers, but zeros of different signs
///   rounded ARRAY N WORST  N elements differ by roundings, by WORST at most
///   differs ARRAY INDEX FIRST SECOND
///   changed ARRAY          the kernel has written to an array that is an operand alone
///   done                   everything was compared
std::string comparedKernelText(const Contraction &specification, const ComparedKernel &kernel,
                               const Tolerance &tolerance);

} // namespace warpsmith::verify
