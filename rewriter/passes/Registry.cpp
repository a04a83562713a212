#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

std::vector<std::unique_ptr<Pass>> makeAll() {
  std::vector<std::unique_ptr<Pass>> passes;
#define PASS(Name) passes.push_back(make##Name());
#include "rewriter/passes/Passes.def"
#undef PASS
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
