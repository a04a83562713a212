/// The kernels of a source: what is decided of each, its rewritten form, and what is said about it.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/Edits.h"
#include "rewriter/tool/FileConditionals.h"
#include "rewriter/tool/LaunchGroups.h"
#include "rewriter/tool/RewriteFile.h"
#include "rewriter/tool/Verification.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

class KernelRewriter {
public:
  KernelRewriter(const Options &chosen, RewrittenFile &target, bool parseHadErrors)
      : options(chosen),
        file(target),
        withErrors(parseHadErrors) {}

  std::vector<verify::RewrittenKernel> rewritten;
  std::vector<verify::RewrittenGroup> rewrittenGroups;

  /// True when the kernel has a rewritten form now, in `edits`, to which its launches can go.
  bool decide(const frontend::KernelVerdict &kernel, bool byPointers,
              const frontend::TranslationUnit &unit, Edits &edits);

  /// What decide() is to know of the main file's kernels before it sees the first of them.
  void plan(const frontend::TranslationUnit &unit) { launches = planLaunches(unit, options); }

  /// The launches that decide() has left: together where all their kernels are rewritten.
  void redirectGroups(const frontend::TranslationUnit &unit, Edits &edits);

  /// For --emit=benchmark and --emit=schedules, which are one document each.
  void emitDocument();

  /// After errors of the parse a launch may be text that nobody has understood. It runs the
  /// original, as before; not to say so would let its reader believe otherwise.
  void tellLostLaunches(const std::string &kernel,
                        const std::vector<frontend::LaunchSyntax> &known);

private:
  /// Where a location is shown: the main file under the name the user gave it.
  SourceLocation shown(SourceLocation location) const;
  /// Behind the closing brace of a kernel of the main file; else without a line.
  SourceLocation endOf(const frontend::KernelVerdict &kernel) const;
  /// On which newer devices the kernel has too little shared memory to run.
  void tellSmallerDevices(const frontend::KernelVerdict &kernel,
                          const std::vector<GeneratedCase> &cases);
  /// What another architecture for the same GPUs would allow.
  void tellAllInstructions(const frontend::KernelVerdict &kernel, const GeneratedCase &entry);
  /// Which other passes or contract would be much faster, where the user has not chosen them.
  void tellFaster(const frontend::KernelVerdict &kernel, const GeneratedCase &entry);
  void remark(Remark::Kind kind, const frontend::KernelVerdict &kernel, const SourceLocation &where,
              std::string message, const std::string &check, std::string passes = {});
  void emit(const frontend::KernelVerdict &kernel, const Contraction &contraction,
            const Schedule &start);
  void consider(const frontend::KernelVerdict &kernel, bool byPointers,
                const frontend::TranslationUnit &unit, Edits &edits);

  const Options &options;
  RewrittenFile &file;
  /// A kernel that can be in groups, as it was rewritten.
  struct Grouped {
    size_t number; ///< in `rewritten`
    Schedule schedule;
  };

  /// A kernel of the main file that later ones may share.
  struct Shareable {
    std::string space; ///< with those around it
    unsigned end;      ///< of the original, behind which it stands
  };
  /// The namespace of a kernel of that form that stands wherever one is compiled that ends at
  /// `end`; empty where there is none.
  std::string sharedAt(unsigned end, const std::string &form);
  LaunchPlan launches;
  std::optional<FileConditionals> conditionals; ///< of the file, once they were asked for
  std::map<std::string, Shareable> shareable;   ///< by form
  std::map<size_t, Grouped> grouped;            ///< by the kernel's number in the file
  bool withErrors;                              ///< of the parse
  /// Of the main file, by kernel, once they were asked for.
  std::optional<std::map<std::string, std::vector<unsigned>>> launchTexts;
  llvm::json::Array document; ///< for --emit=benchmark and --emit=schedules
};

} // namespace warpsmith::tool
