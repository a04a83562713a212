// The experiments of `polybench micro`: how units overlap inside an SM.
#pragma once

#include "types/Numerics.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith::polybench {

/// A schedule of GEMM that takes part in an experiment.
struct MatmulContestant {
  std::vector<std::pair<std::string, std::string>> parameters; // name and value, for the table
  std::string passes;                                          // empty: the original
  Numerics contract = Numerics::BitExact;
};

/// GEMM in float, its contestants side by side at each size.
struct MatmulExperiment {
  std::vector<std::string> sizes;
  std::vector<MatmulContestant> contestants;
};

struct MicroExperiment {
  std::string name;
  std::string question;
  std::optional<MatmulExperiment> matmul; // else its points are in the library (micro_abi.h)
};

/// All, in the order of Experiments.def.
const std::vector<MicroExperiment> &microExperiments();

/// Those with these names, in the order of Experiments.def; all where there are none. Throws
/// InputError naming one that does not exist.
std::vector<const MicroExperiment *> selectExperiments(const std::vector<std::string> &names);

#define EXPERIMENT(FUNCTION, NAME, QUESTION)
#define MATMUL(FUNCTION, NAME, QUESTION) MatmulExperiment FUNCTION();
#include "polybench/micro/Experiments.def"
#undef EXPERIMENT
#undef MATMUL

} // namespace warpsmith::polybench
