// Verification of one contestant on one probe.
#pragma once

#include "runtime/harness/core/Verification.h"
#include "runtime/harness/worker/Session.h"

namespace warpsmith::harness::worker {

struct Verdict {
  bool passed = false;
  bool applicable = true;            // false: a library has nothing for such a product
  std::string reason;                // why not, a sentence
  std::vector<std::string> examples; // first wrong elements
  Comparison comparison;             // against FP64; of the worst output
  std::size_t failures = 0;          // elements of all outputs that are wrong
  double referenceSeconds = 0;       // to compute the FP64 reference of this probe
  std::optional<bool> identical;     // bit for bit equal to the original, where that is known
  std::vector<std::string> kernels;  // that ran, where the device tells
  std::vector<std::string> launches; // as in RunResult
};

/// Runs the contestant and judges every written buffer, or the triangle of it that the contestant
/// computes: against FP64 under the contract's bound, under `bitexact` against the original's bits,
/// for writes outside its buffers or that triangle, and with `repeat` against a second run of its
/// own whose guard bands hold another pattern. Errors of the kernel are verdicts, not exceptions.
/// When the contestant is the original, its run is what others are compared with.
Verdict judge(Session &session, Contestant &contestant, bool isOriginal, Numerics contract,
              const std::string &probeName, bool repeat);

} // namespace warpsmith::harness::worker
