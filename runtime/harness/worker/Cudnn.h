// cuDNN as a baseline. The library is looked for when it is first used: it belongs to no toolkit.
#pragma once

#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/worker/Contestant.h"
#include <memory>

namespace warpsmith::harness::worker {

/// cudnnConvolutionForward with one of the algorithms that its heuristics name, the first if
/// nothing else is chosen, of those that sum products one by one. Its first run throws NotSupported
/// with the reason where there is no cuDNN.
std::unique_ptr<Contestant> makeConvolution(const ConvolutionCall &call, const BaselineRow &row);

} // namespace warpsmith::harness::worker
