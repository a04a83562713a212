#include "rewriter/tool/Same.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/PairProof.h"
#include "rewriter/tool/PairTest.h"
#include "types/ExitStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

class Comparer {
public:
  Comparer(Invocation &given, SameReport &target)
      : invocation(given),
        request(*given.same),
        report(target) {}

  int run() {
    if (const int failed = readPair(invocation, pair))
      return failed;
    for (const std::string &launch : request.launches)
      if (llvm::none_of(pair.kernels,
                        [&](const PairedKernel &kernel) { return isLaunchOf(launch, kernel); }))
        return fail("--launch=" + launch + " launches neither " + pair.kernels[0].quoted() +
                        " nor " + pair.kernels[1].quoted(),
                    WrongUse);
    describe();
    if (pair.order.empty())
      report.reasons.push_back(unmatched());
    else
      judge();
    llvm::outs() << report.text();
    llvm::outs().flush();
    return status();
  }

private:
  static int fail(const std::string &message, int with) {
    llvm::WithColor::error(llvm::errs(), "warpsmith") << message << "\n";
    return with;
  }

  /// What the report says of the kernels themselves.
  void describe() {
    for (size_t index = 0; index < 2; ++index) {
      const PairedKernel &kernel = pair.kernels[index];
      SameReport::Kernel &shown = report.kernels[index];
      shown.name = kernel.verdict->kernel;
      shown.location = kernel.verdict->location;
      if (kernel.verdict->header.empty())
        shown.location.file = kernel.job->source;
      for (const Contraction &contraction : kernel.contractions)
        shown.contraction += contraction.str();
      shown.missed = kernel.missed;
    }
    report.reasons = pair.remarks;
  }

  std::string unmatched() const {
    for (const PairedKernel &kernel : pair.kernels)
      if (kernel.verdict->parameters.empty() && kernel.functions.empty())
        return notRunnable(kernel);
    return "the parameters of " + pair.kernels[0].quoted() + " and " + pair.kernels[1].quoted() +
           " match neither in their order nor by name: a pair must have the same type";
  }

  bool mustHaveBits() const {
    const Options &options = invocation.jobs[0].options;
    return options.namesNumerics && options.numerics == Numerics::BitExact;
  }

  void judge() {
    if (llvm::all_of(pair.kernels, [](const PairedKernel &kernel) { return kernel.isRead(); }))
      takeProof(prove(pair));
    const bool isEnough = report.verdict == SameVerdict::SameBits ||
                          (report.verdict == SameVerdict::SameSum && !mustHaveBits());
    const bool isForAllSizes = llvm::none_of(pair.kernels, [](const PairedKernel &kernel) {
      return llvm::any_of(kernel.renamed, isLimited);
    });
    // A proof says nothing of reads whose values are not used: few runs show them.
    if (request.runsTests)
      test(isEnough && isForAllSizes && report.restrictions.empty() ? Thoroughness::Brief
                                                                    : Thoroughness::Full);
  }

  void takeProof(PairProof proof) {
    llvm::append_range(report.reasons, proof.reasons);
    report.restrictions = std::move(proof.restrictions);
    report.conditions = std::move(proof.conditions);
    switch (proof.agreement) {
    case Agreement::SameBits:
    case Agreement::SameNumbers:
      report.verdict = SameVerdict::SameBits;
      report.exceptZeros = proof.agreement == Agreement::SameNumbers;
      report.accepted = !report.exceptZeros || !mustHaveBits();
      break;
    case Agreement::SameSum:
      report.verdict = SameVerdict::SameSum;
      report.contract = name(proof.needed);
      report.accepted = acceptsRoundings(proof);
      break;
    case Agreement::Unproved:
      break;
    }
  }

  /// A regrouped sum is accepted unless other numerics are named; a type of fewer bits is not.
  bool acceptsRoundings(const PairProof &proof) const {
    const Options &options = invocation.jobs[0].options;
    return options.namesNumerics
               ? rowOf(options.numerics.numerics).unitRoundoff >= rowOf(proof.needed).unitRoundoff
               : !proof.roundsMore;
  }

  void test(Thoroughness how) {
    report.tests = testPair(pair, request, tolerance(), how);
    if (!report.tests.obstacle.empty())
      report.reasons.push_back("not tested: " + report.tests.obstacle);
    if (report.tests.difference()) {
      report.proved = report.verdict;
      report.verdict = SameVerdict::Different;
    }
    if (report.verdict == SameVerdict::SameBits &&
        report.tests.count(ComparedRun::Result::Rounded) > 0) {
      report.reasons.emplace_back("the runs round otherwise than the sources say");
      report.verdict = SameVerdict::SameSum;
      report.contract = name(Numerics::Fp32);
    }
    if (report.verdict != SameVerdict::NotJudged && report.verdict != SameVerdict::Different &&
        request.sizes.empty() && report.tests.obstacle.empty() && report.tests.neverLaunched()) {
      report.reasons.emplace_back("no launch that was tried meets the conditions of the proof");
      report.verdict = SameVerdict::NotJudged;
    }
    if (report.verdict == SameVerdict::NotJudged && report.tests.obstacle.empty() &&
        report.tests.anyRan())
      report.verdict = SameVerdict::NotFound;
  }

  verify::Tolerance tolerance() const {
    const auto all = specifications(pair);
    if (mustHaveBits() || all.empty())
      return {};
    const Options &options = invocation.jobs[0].options;
    const NumericsRow &row = rowOf(options.numerics.numerics);
    // Sums of integers are exact.
    const ElementType sum = partType(isInteger(all[0]->sum) ? all[0]->c.type : all[0]->sum);
    if (isInteger(sum))
      return {};
    const double ofSum = rowOf(sum).format.unitRoundoff;
    // What is proved to differ in roundings is not called different for them.
    const double proved = report.verdict == SameVerdict::SameSum && !report.contract.empty()
                              ? rowOf(*findNumerics(report.contract)).unitRoundoff
                              : 0;
    return {std::max({ofSum, proved, options.namesNumerics ? row.unitRoundoff : 0}),
            row.roundsOperands ? rowOf(ElementType::F16).format.smallest : 0, row.roundsOperands};
  }

  int status() const {
    switch (report.verdict) {
    case SameVerdict::SameBits:
    case SameVerdict::SameSum:
      // What other sizes do is open.
      if (!request.runsTests && !report.restrictions.empty())
        return NotJudged;
      return report.accepted ? Success : Failure;
    case SameVerdict::Different:
      return Failure;
    case SameVerdict::NotFound:
      return request.acceptsTested ? Success : TestedOnly;
    case SameVerdict::NotJudged:
      return NotJudged;
    }
    return NotJudged;
  }

  Invocation &invocation;
  const SameRequest &request;
  KernelPair pair;
  SameReport &report;
};

} // namespace

int compareKernels(Invocation &invocation, SameReport &report) {
  return Comparer(invocation, report).run();
}

int compareKernels(Invocation &invocation) {
  SameReport report;
  const int status = compareKernels(invocation, report);
  // Of kernels that could not be read, it has been said.
  if (!invocation.same->report.empty() && !report.kernels[0].name.empty())
    if (llvm::Error error = writeFile(invocation.same->report, report.json())) {
      llvm::WithColor::error(llvm::errs(), "warpsmith") << llvm::toString(std::move(error)) << "\n";
      return Failure;
    }
  return status;
}

} // namespace warpsmith::tool
