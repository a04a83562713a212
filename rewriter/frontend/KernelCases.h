/// What a kernel computes, in each case of the conditions on its parameters.
#pragma once

#include "rewriter/frontend/BuildConditions.h"
#include "rewriter/frontend/KernelReader.h"
#include "rewriter/frontend/KernelText.h"

namespace warpsmith::frontend {

class KernelCases {
public:
  KernelCases(const UnitContext &known, const KernelText &texts, BuildConditions &rested)
      : unit(known),
        text(texts),
        conditions(rested) {}

  /// What is computed for each outcome of the conditions on parameters.
  std::vector<Contraction> casesOf(const clang::FunctionDecl &instance, const AssumedSizes &assumed,
                                   const std::vector<Launch> &places, RefusalSink &refuse);
  /// Where both strides of a matrix are parameters, the cases in which one of them is 1.
  std::vector<Contraction> casesOfUnitStrides(const clang::FunctionDecl &instance,
                                              const Contraction &contraction,
                                              const std::vector<Launch> &places);
  /// A product in two outcomes of a branch may be computed before it.
  static void shareProducts(std::vector<Contraction> &cases);

private:
  /// What is computed for one outcome: a contraction for each array that is stored to.
  std::vector<Contraction> caseOf(const clang::FunctionDecl &instance, const AssumedSizes &assumed,
                                  const std::vector<Launch> &places, Decisions &decisions,
                                  RefusalSink &refuse);
  /// A number that is made of parameters alone is compared for each element.
  static bool choosesByParameters(const Contraction &contraction);
  static bool canHaveTwoOutputs(const clang::FunctionDecl &kernel, const Decisions &decisions,
                                RefusalSink &refuse);
  /// nvcc rounds a product that is subtracted in one case and added in another.
  static bool choosesSign(const std::vector<Contraction> &cases, const clang::FunctionDecl &kernel,
                          RefusalSink &refuse);
  /// Fills in what a contraction says of its kernel. False where that cannot be said.
  bool describeKernel(const clang::FunctionDecl &kernel, const Decisions &decisions,
                      const ReadKernel &read, Contraction &contraction, RefusalSink &refuse);
  /// A constant's name must mean the same where it is printed as where it was used.
  bool hiddenConstant(const clang::FunctionDecl &kernel, const Contraction &contraction,
                      RefusalSink &refuse) const;
  /// Generated code stands behind the kernel, where its macros must be what they were.
  bool lostMacro(const clang::FunctionDecl &kernel, const ReadKernel &read,
                 const Contraction &contraction, RefusalSink &refuse) const;
  /// __launch_bounds__ limits how the original can be launched.
  int mostThreads(const clang::FunctionDecl &kernel) const;
  int leastBlocks(const clang::FunctionDecl &kernel) const;

  const UnitContext &unit;
  const KernelText &text;
  BuildConditions &conditions;
};

} // namespace warpsmith::frontend
