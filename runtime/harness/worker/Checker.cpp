#include "runtime/harness/worker/Checker.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include <chrono>

namespace warpsmith::harness::worker {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned char FirstPoison = 0xff;  // NaN
constexpr unsigned char SecondPoison = 0x7f; // a NaN in half and bfloat16, huge in float and double

void reject(Verdict &verdict, std::string reason) {
  if (verdict.passed)
    verdict.reason = std::move(reason);
  verdict.passed = false;
}

std::string countOf(const Comparison &comparison) {
  return std::to_string(comparison.failures) + " of " + std::to_string(comparison.elements) +
         " elements";
}

void addExamples(Verdict &verdict, const Comparison &comparison, const Session &session,
                 int buffer) {
  for (const Mismatch &mismatch : comparison.examples) {
    verdict.examples.push_back(
        describe(mismatch, session.benchmark().buffers[buffer].name,
                 extentsOf(session.benchmark(), buffer, session.settings().sizes)));
  }
}

void judgeAgainst(const std::vector<OutputReference> &references, Verdict &verdict,
                  const Session &session, const Probe &probe, const RunResult &result,
                  Numerics contract, const Contestant &contestant) {
  const ElementType type = session.settings().type;
  for (const OutputReference &reference : references) {
    const Numerics applied = reference.isProduct ? contract : Numerics::Fp32;
    const bool exact = probe.isInteger && sumsAreExact(reference, applied, type);
    const Region region =
        contestant.lowerTriangle() == reference.buffer ? Region::LowerTriangle : Region::Whole;
    const Comparison comparison =
        compareWithReference(result.buffers[reference.buffer], reference, applied, type, exact,
                             contestant.truncatesOperands(), region);
    if (comparison.maxRatio >= verdict.comparison.maxRatio)
      verdict.comparison = comparison;
    verdict.failures += comparison.failures;
    if (comparison.passed())
      continue;
    reject(verdict, countOf(comparison) + " are further from the FP64 reference than " +
                        std::string(name(applied)) + " allows");
    addExamples(verdict, comparison, session, reference.buffer);
  }
}

void judgeAgainstOriginal(Verdict &verdict, Session &session, Probe &probe, const RunResult &result,
                          bool required) {
  const std::vector<HostArray> *original = session.originalResult(probe);
  if (!original) {
    if (required)
      reject(verdict, "there is nothing to compare bits with: " + probe.originalError);
    return;
  }
  verdict.identical = true;
  for (const int buffer : session.writtenBuffers()) {
    const Comparison comparison = compareBits(result.buffers[buffer], (*original)[buffer]);
    if (comparison.passed())
      continue;
    verdict.identical = false;
    if (!required)
      continue;
    const bool first = verdict.passed;
    if (first)
      verdict.failures += comparison.failures;
    reject(verdict, countOf(comparison) + " differ in their bits from the original's");
    if (first)
      addExamples(verdict, comparison, session, buffer);
  }
}

/// What a contestant leaves out must be as it was.
void judgeRest(Verdict &verdict, const Session &session, const Probe &probe,
               const RunResult &result, int buffer) {
  const Comparison comparison =
      compareBitsAboveDiagonal(result.buffers[buffer], probe.problem.arrays[buffer]);
  if (comparison.passed())
    return;
  verdict.failures += comparison.failures;
  reject(verdict, countOf(comparison) + " above the diagonal were written");
  addExamples(verdict, comparison, session, buffer);
}

void judgeAgainstItself(Verdict &verdict, const Session &session, const RunResult &first,
                        const RunResult &second) {
  for (const int buffer : session.writtenBuffers()) {
    const Comparison comparison = compareBits(second.buffers[buffer], first.buffers[buffer]);
    if (comparison.passed() || !verdict.passed)
      continue;
    reject(verdict, "not deterministic: " + countOf(comparison) +
                        " differ between two runs on the same inputs (a race, or memory read that "
                        "was never written)");
    addExamples(verdict, comparison, session, buffer);
  }
}

std::vector<HostArray> copyOf(const std::vector<HostArray> &arrays) {
  std::vector<HostArray> copies;
  copies.reserve(arrays.size());
  for (const HostArray &array : arrays)
    copies.push_back(array.bytes ? array.clone() : HostArray());
  return copies;
}

} // namespace

Verdict judge(Session &session, Contestant &contestant, bool isOriginal, Numerics contract,
              const std::string &probeName, bool repeat) {
  Probe &probe = session.probe(probeName);
  if (!isOriginal)
    session.originalResult(probe); // its errors must not be laid at the contestant's door
  Verdict verdict;
  verdict.passed = true;
  varyExecutionOrder(0);
  try {
    const RunResult result = session.run(contestant, probe, FirstPoison);
    verdict.kernels = result.kernels;
    verdict.launches = result.launches;
    if (isOriginal && !probe.original)
      probe.original = copyOf(result.buffers);
    if (result.damage)
      reject(verdict, *result.damage);
    judgeAgainst(probe.references, verdict, session, probe, result, contract, contestant);
    const Clock::time_point start = Clock::now();
    const std::vector<OutputReference> links = session.linkReferences(probe, result);
    verdict.referenceSeconds =
        probe.referenceSeconds + std::chrono::duration<double>(Clock::now() - start).count();
    judgeAgainst(links, verdict, session, probe, result, contract, contestant);
    const std::string &unknown = session.benchmark().whyNoReference;
    if (!unknown.empty() && contract != Numerics::BitExact)
      reject(verdict, "there is no FP64 reference to compare with: " + unknown);
    if (const auto triangle = contestant.lowerTriangle())
      judgeRest(verdict, session, probe, result, *triangle);
    else
      judgeAgainstOriginal(verdict, session, probe, result, contract == Numerics::BitExact);
    if (repeat && verdict.passed) {
      varyExecutionOrder(1);
      const RunResult again = session.run(contestant, probe, SecondPoison);
      if (again.damage)
        reject(verdict, *again.damage);
      judgeAgainstItself(verdict, session, result, again);
    }
  } catch (const NotSupported &error) {
    verdict.passed = verdict.applicable = false;
    verdict.reason = error.what();
  } catch (const CudaError &error) {
    verdict.passed = false;
    verdict.reason = error.what();
  }
  return verdict;
}

} // namespace warpsmith::harness::worker
