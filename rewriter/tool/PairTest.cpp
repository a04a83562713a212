#include "rewriter/tool/PairTest.h"
#include "rewriter/tool/PairProof.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/verify/LaunchSetup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

using frontend::LaunchFunction;

bool namesMembers(const Contraction &product) {
  return llvm::any_of(product.parameters, [](const Parameter &parameter) {
    return parameter.type.find("struct ") != std::string::npos ||
           (parameter.type.find('*') == std::string::npos && !verify::isScalar(parameter) &&
            comparableType(parameter.type) != "integer" && parameter.type != "bool");
  });
}

/// Of a compile command, with what the user adds to it.
std::vector<std::string> argumentsOf(const std::vector<std::string> &command,
                                     const Options &options) {
  std::vector<std::string> arguments = {command.front()};
  llvm::append_range(arguments, options.extraArgumentsBefore);
  arguments.insert(arguments.end(), command.begin() + 1, command.end());
  llvm::append_range(arguments, options.extraArguments);
  return arguments;
}

class Tester {
public:
  Tester(const KernelPair &given, const SameRequest &asked, const verify::Tolerance &limits,
         Thoroughness thoroughness)
      : pair(given),
        request(asked),
        tolerance(limits),
        how(thoroughness) {}

  ComparedRuns run() {
    constexpr size_t MostCases = 4; // each has programs of its own
    const std::vector<const Contraction *> all = specifications(pair);
    if (all.empty())
      result.obstacle = "neither kernel is read, so their data are not known";
    for (size_t index = 0; index < std::min(all.size(), MostCases); ++index)
      if (result.obstacle.empty())
        result.obstacle = testCase(*all[index]);
    if (all.size() > MostCases)
      result.notes.push_back(std::to_string(all.size() - MostCases) +
                             " parameter cases are not tested");
    return std::move(result);
  }

private:
  /// Why it was not tested; else empty.
  std::string testCase(const Contraction &product) {
    if (!product.structures.empty() || namesMembers(product))
      return "structure members cannot be tested";
    std::array<ComparedSource, 2> sources;
    for (size_t index = 0; index < 2; ++index)
      if (std::string obstacle = describeSource(index, product, sources[index]); !obstacle.empty())
        return obstacle;
    const bool hasLimits = llvm::any_of(pair.kernels, [](const PairedKernel &kernel) {
      return !kernel.isRead() || llvm::any_of(kernel.renamed, isLimited);
    });
    ComparedRuns found =
        runBoth(product, sources, tolerance,
                request.sizes.empty() ? usualPlan(how, hasLimits) : TestPlan{how, request.sizes});
    llvm::append_range(result.runs, found.runs);
    for (const std::string &note : found.notes)
      if (!llvm::is_contained(result.notes, note))
        result.notes.push_back(note);
    return found.obstacle;
  }

  std::string describeSource(size_t index, const Contraction &product,
                             ComparedSource &source) const {
    const PairedKernel &kernel = pair.kernels[index];
    source.kernel = kernel.verdict->kernel;
    source.name = kernel.job->source;
    source.text = kernel.text;
    source.folder = llvm::sys::path::parent_path(absolutePath(kernel.job->source)).str();
    const auto commands = commandsOf(kernel.job->source, kernel.job->options);
    if (!commands.empty()) {
      source.arguments = argumentsOf(commands[0].CommandLine, kernel.job->options);
      source.workingFolder = absolutePath(commands[0].Directory);
    }
    return describeLaunch(index, product, source.launch);
  }

  std::string describeLaunch(size_t index, const Contraction &product,
                             verify::ComparedKernel &launch) const {
    const PairedKernel &kernel = pair.kernels[index];
    for (const std::string &given : request.launches)
      if (isLaunchOf(given, kernel)) {
        launch.call = launchCall(kernel, given, product);
        return {};
      }
    if (kernel.verdict->isOfHost) {
      launch.call = "::" + kernel.verdict->qualified + "(" + arguments(kernel, product) + ")";
      return {};
    }
    // A rewritten kernel has the launches of the original's.
    const PairedKernel &launched = kernel.isRewritten() ? pair.kernels[1 - index] : kernel;
    for (const Contraction &one : launched.renamed)
      launch.cases.push_back(withoutLimits(one));
    // What is not read is launched as what is.
    if (launched.isRead() && !launched.isReadWholly()) {
      launch.cases.push_back(launch.cases[0]);
      launch.cases.back().conditions.clear();
    }
    if (kernel.isRead())
      return {};
    if (kernel.functions.empty())
      return notRunnable(kernel);
    launch.call = functionCall(kernel.functions[0], product);
    return {};
  }

  std::string functionCall(const LaunchFunction &function, const Contraction &product) const {
    std::string call = function.name + "(" +
                       (function.takesConfiguration
                            ? "warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, nullptr, "
                            : "");
    for (size_t place = 0; place < function.arguments.size(); ++place) {
      const int parameter = function.arguments[place];
      call += (place ? ", " : "") +
              (parameter < 0 ? "0" : argument(static_cast<size_t>(parameter), product));
    }
    return call + ")";
  }

  /// What the specification calls a parameter of the second kernel, by number. Where the first one
  /// is meant, they are in the same order.
  std::string argument(size_t parameter, const Contraction &product) const {
    const auto place = static_cast<size_t>(llvm::find(pair.order, parameter) - pair.order.begin());
    return product.parameters[place].name;
  }

  /// All parameters of a kernel in its own order, as the specification calls them.
  std::string arguments(const PairedKernel &kernel, const Contraction &product) const {
    std::string text;
    for (size_t index = 0; index < kernel.verdict->parameters.size(); ++index)
      text += (index ? ", " : "") + (kernel.isRead() ? kernel.renamed[0].parameters[index].name
                                                     : argument(index, product));
    return text;
  }

  /// A launch in the names of the kernel's own parameters.
  std::string launchCall(const PairedKernel &kernel, const std::string &launch,
                         const Contraction &product) const {
    std::string own, names;
    for (const Parameter &parameter : kernel.verdict->parameters) {
      own += (own.empty() ? "auto " : ", auto ") + parameter.name;
      names += (names.empty() ? "" : ", ") + parameter.name;
    }
    return "[&](" + own + ") { " + launch + "(" + names + "); }(" + arguments(kernel, product) +
           ")";
  }

  const KernelPair &pair;
  const SameRequest &request;
  const verify::Tolerance &tolerance;
  const Thoroughness how;
  ComparedRuns result;
};

} // namespace

bool isLaunchOf(llvm::StringRef launch, const PairedKernel &kernel) {
  const llvm::StringRef name = launch.split("<<<").first.trim().split('<').first;
  return name == kernel.verdict->kernel || name == kernel.verdict->qualified;
}

std::string notRunnable(const PairedKernel &kernel) {
  return "no function of " + kernel.job->source + " launches " + kernel.quoted() +
         " with its own parameters: say how to launch it by --launch='" + kernel.verdict->kernel +
         "<<<grid, block>>>'";
}

std::vector<const Contraction *> specifications(const KernelPair &pair) {
  std::vector<const Contraction *> result;
  for (const PairedKernel &kernel : pair.kernels)
    for (const Contraction &contraction : kernel.renamed)
      if (llvm::none_of(result, [&](const Contraction *known) {
            return known->conditions == contraction.conditions;
          }))
        result.push_back(&contraction);
  return result;
}

ComparedRuns testPair(const KernelPair &pair, const SameRequest &request,
                      const verify::Tolerance &tolerance, Thoroughness how) {
  return Tester(pair, request, tolerance, how).run();
}

} // namespace warpsmith::tool
