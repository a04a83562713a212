#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

// One line a pass.
std::vector<std::unique_ptr<Pass>> makeAll() {
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(makeTile());
  passes.push_back(makePipeline());
  passes.push_back(makeInterleaveFp64());
  passes.push_back(makeWarpSpecializeFp64());
  passes.push_back(makeWarpSpecializeCopy());
  passes.push_back(makeTensorizeWmma());
  return passes;
}

} // namespace

const std::vector<std::unique_ptr<Pass>> &allPasses() {
  static const std::vector<std::unique_ptr<Pass>> Passes = makeAll();
  return Passes;
}

const Pass *findPass(std::string_view name, const Arguments &arguments) {
  for (const auto &pass : allPasses())
    if (pass->name() == name &&
        (pass->selector().empty() || arguments.startsWith(pass->selector())))
      return pass.get();
  return nullptr;
}

} // namespace warpsmith
