#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/emit/Generate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;
using frontend::LaunchSyntax;
using Place = std::pair<std::string, unsigned>; // of a name: the header and the offset

/// What an instance's cases become by a source's own options: sources agree when this is the same.
std::string rewrittenText(const std::vector<Contraction> &cases, const KernelVerdict &kernel,
                          const Options &options) {
  std::string text = options.formatStyle + (options.deviceHeaders ? " included " : " pasted ");
  std::vector<GeneratedCase> generated;
  for (const Contraction &contraction : cases) {
    Schedule start;
    start.numerics = options.numerics;
    start.architecture = options.architecture;
    auto result = options.passes.run(contraction, start);
    if (auto *refused = std::get_if<PassPipeline::Refused>(&result))
      text += refused->spelling + ": " + refused->reason + "\n";
    else
      generated.push_back({contraction, std::get<Schedule>(std::move(result))});
    for (const auto &[name, value] : contraction.constants)
      text += name + " = " + std::to_string(value) + "\n";
  }
  for (const std::string &holds : kernel.syntax.configuration)
    text += "#if " + holds + "\n";
  if (!generated.empty())
    text += generate(generated, {kernel.syntax.parameters, kernel.syntax.templateHead,
                                 kernel.syntax.templateNames, false})
                .definition;
  return text;
}

/// Joins what the sources have found of one kernel.
class Merge {
public:
  Merge(const std::vector<ParsedSource> &all, HeaderKernel &target)
      : sources(all),
        kernel(target) {}

  void add(size_t source, const KernelVerdict &verdict) {
    if (!began) {
      kernel.verdict = verdict;
      kernel.verdict.contractions.clear();
      // The compiler's name of the file may be relative to another folder.
      for (SourceLocation *place : {&kernel.verdict.where, &kernel.verdict.location})
        if (place->file == verdict.location.file)
          place->file = shortened(verdict.header);
      kernel.verdict.syntax.launches.clear();
      kernel.owner = source;
      began = true;
    }
    using Status = KernelVerdict::Status;
    if (verdict.status != kernel.verdict.status) {
      const bool here = verdict.status == Status::Missed;
      const KernelVerdict &missed = here ? verdict : kernel.verdict;
      return disagree(missed.where,
                      (missed.reason.empty() ? "understood differently" : missed.reason) +
                          ", in '" + sources[here ? source : kernel.owner].source +
                          "' and not in every source that includes its header");
    }
    if (disagreed || verdict.status != Status::Recognised)
      return;
    for (const LaunchSyntax &launch : verdict.syntax.launches) {
      auto &known =
          launch.header.empty() ? kernel.launches[source] : kernel.verdict.syntax.launches;
      if (llvm::none_of(known, [&](const LaunchSyntax &other) {
            return other.header == launch.header && other.nameOffset == launch.nameOffset;
          }))
        known.push_back(launch);
    }
    std::map<std::string, std::vector<Contraction>> instances;
    for (const Contraction &contraction : verdict.contractions)
      instances[contraction.templateArguments].push_back(contraction);
    for (auto &[arguments, cases] : instances) {
      const std::string text = rewrittenText(cases, verdict, *sources[source].options);
      const auto [known, fresh] = texts.try_emplace(arguments, text);
      if (fresh)
        llvm::append_range(kernel.verdict.contractions, cases);
      else if (known->second != text)
        return disagree(kernel.verdict.location,
                        "'" + sources[kernel.owner].source + "' and '" + sources[source].source +
                            "' include its header, and would rewrite it differently");
    }
  }

  void disagree(const SourceLocation &where, const std::string &reason) {
    if (disagreed)
      return;
    disagreed = true;
    kernel.verdict.status = KernelVerdict::Status::Missed;
    kernel.verdict.where = where;
    kernel.verdict.reason = reason;
  }

private:
  const std::vector<ParsedSource> &sources;
  HeaderKernel &kernel;
  std::map<std::string, std::string> texts; ///< by template arguments
  bool began = false, disagreed = false;
};

/// Why a header cannot be written where the results go; empty when it can.
std::string outputConflict(const Options &options) {
  const std::string folders = "use -i, --out-dir, --diff or --export-fixes";
  switch (options.mode) {
  case OutputMode::StandardOutput:
    return options.explain
               ? ""
               : "the kernel is in a header, and standard output takes one file: " + folders;
  case OutputMode::File:
    return "the kernel is in a header, and -o takes one file: " + folders;
  default:
    return {};
  }
}

/// Why a kernel that all sources understand cannot be rewritten all the same.
std::string conflict(const HeaderKernel &kernel, const std::vector<ParsedSource> &sources,
                     const std::set<std::string> &given) {
  if ((kernel.verdict.syntax.launches.empty() && kernel.launches.empty()) ||
      kernel.verdict.contractions.empty())
    return "no launch of the kernel in the header or in a source of this call";
  for (const std::string &header : kernel.headers)
    if (given.contains(header))
      return "launched from a source of this call that another one includes";
  for (const size_t source : kernel.sources) {
    if (!sources[source].parsed)
      return "'" + sources[source].source + "' includes its header and does not compile";
    for (const std::string &header : kernel.headers)
      if (sources[source].unit.headers.contains({header}))
        if (std::string reason = outputConflict(*sources[source].options); !reason.empty())
          return reason;
  }
  return {};
}

} // namespace

std::string realPath(const std::string &path) {
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(path, real) ? path : real.str().str();
}

std::string shortened(const std::string &path) {
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder) || llvm::sys::fs::real_path(folder, folder))
    return path;
  llvm::StringRef rest = path;
  return rest.consume_front(folder) && rest.consume_front("/") ? rest.str() : path;
}

std::string pathBeside(const std::string &header, const std::string &source) {
  const std::string path = realPath(source);
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  llvm::StringRef rest = header;
  return rest.consume_front(folder) && rest.consume_front("/") ? rest.str() : std::string();
}

std::vector<HeaderKernel> mergeHeaderKernels(const std::vector<ParsedSource> &sources,
                                             const std::set<std::string> &given) {
  std::vector<HeaderKernel> result;
  std::map<Place, std::set<Place>> launched; // by the launch's name: which kernels
  std::map<Place, std::vector<std::pair<size_t, const KernelVerdict *>>> verdicts;
  for (size_t source = 0; source < sources.size(); ++source)
    for (const KernelVerdict &verdict : sources[source].unit.kernels) {
      // A source that another one includes speaks for itself.
      if (verdict.header.empty() || !sources[source].parsed || given.contains(verdict.header))
        continue;
      const Place place = {verdict.header, verdict.offset};
      verdicts[place].emplace_back(source, &verdict);
      for (const LaunchSyntax &launch : verdict.syntax.launches)
        if (!launch.header.empty())
          launched[{launch.header, launch.nameOffset}].insert(place);
    }
  for (auto &[place, found] : verdicts) {
    HeaderKernel kernel;
    Merge merge(sources, kernel);
    for (const auto &[source, verdict] : found)
      merge.add(source, *verdict);
    kernel.headers = {place.first};
    for (const LaunchSyntax &launch : kernel.verdict.syntax.launches) {
      kernel.headers.insert(launch.header);
      if (launched[{launch.header, launch.nameOffset}].size() > 1)
        merge.disagree(kernel.verdict.location, "one launch in a header launches several kernels");
    }
    for (size_t source = 0; source < sources.size(); ++source)
      for (const std::string &header : kernel.headers)
        if (sources[source].unit.headers.contains({header})) {
          kernel.sources.insert(source);
          kernel.names.names.insert(sources[source].unit.names.begin(),
                                    sources[source].unit.names.end());
          kernel.names.macros.insert(sources[source].unit.macros.begin(),
                                     sources[source].unit.macros.end());
          kernel.names.plainMacros.insert(sources[source].unit.plainMacros.begin(),
                                          sources[source].unit.plainMacros.end());
        }
    if (kernel.verdict.status == KernelVerdict::Status::Recognised)
      if (const std::string reason = conflict(kernel, sources, given); !reason.empty())
        merge.disagree(kernel.verdict.location, reason);
    result.push_back(std::move(kernel));
  }
  return result;
}

} // namespace warpsmith::tool
