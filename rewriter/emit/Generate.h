/// Schedule -> CUDA C++: the one place that prints CUDA.
#pragma once

#include "rewriter/families/Schedule.h"
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// The text that replaces nothing and is added after a kernel: a namespace with constants, device
/// functions, the kernel and `launch`, which takes what `<<<>>>` took, and `launchKernel`, which
/// takes what cudaLaunchKernel took.
struct GeneratedKernel {
  std::string space;                 ///< the namespace's name
  std::string definition;            ///< the namespace, with its comment
  std::vector<std::string> includes; ///< of CUDA: `<mma.h>`
  /// Device headers it stands on (`warpsmith/device/vector.h`), each after those it needs.
  std::vector<std::string> deviceHeaders;
  /// Those that nothing else includes: what a file that includes them names.
  std::vector<std::string> includedHeaders;
  std::set<std::string> identifiers; ///< used by the text, other than the user's own
  /// A name of the user's that means something else in the text; the text is wrong then.
  std::string conflict;

  /// Of `launch`, for launches before the definition, given the kernel's parameters as source text,
  /// each after a comma, and a template's head.
  std::string declaration(const std::string &parameters, const std::string &templateHead) const;
  /// Of a kernel that keeps its launches: what its body begins with. The definition stands before
  /// it. And its launch bounds, the threads that a block has at most and perhaps the blocks that a
  /// multiprocessor has room for, unless the kernel has its own.
  std::string insideBody, launchBounds;
  /// What kernels that could share one have in common, their text first; empty for one that could
  /// not. And whose kernel this one has, as the namespace of that; empty where it has its own.
  std::string form, kernelSpace;
  bool internalLinkage = false;
  bool byPointers = false; ///< has `launchKernel`, too
  /// The inline namespace of what is generated (spaceOfCode).
  std::string innerSpace;
};

/// `code_1a2b3c4d5e6f`, a name for an inline namespace with this text. Files of a program may have
/// kernels of one name, as overloads or instances of a template: their texts tell them apart, and
/// what is the same text may be one function.
std::string spaceOfCode(const std::string &text);

/// One contraction that a kernel computes, and how it will run: a schedule that the passes have
/// accepted.
struct GeneratedCase {
  Contraction contraction;
  Schedule schedule;
};

/// The kernel as its source declares it.
struct KernelDeclaration {
  std::vector<std::string> parameters;     ///< each with its type
  std::string templateHead, templateNames; ///< empty when it is no template
  /// Some launch is cudaLaunchKernel, whose place `launchKernel` takes.
  bool byPointers = false;
};

/// Launches that are made together, by the kernels' names in the order of the launches.
struct LaunchGroup {
  std::vector<std::string> kernels;

  /// For a reader: `a, b and c`, each name between `quotes`.
  std::string str(std::string_view quotes = "") const;
  bool operator==(const LaunchGroup &) const = default;
};

/// The namespace of a group, within that of its last kernel: groups of the same kernels in another
/// order have one.
std::string groupSpace(const LaunchGroup &group, const std::string &last);

/// Prints the cases of one kernel, at least one. What `launch` is given decides which one runs.
/// Where a schedule has a group, there is a `pending`, too, which takes what `launch` takes and is
/// what the `launch` of a group takes; `groups` are those that stand in this kernel's namespace,
/// which come after those of their other kernels. `others` gives the namespace of a kernel of a
/// form that stands before this one: it is not printed again. Empty where there is none.
GeneratedKernel generate(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration,
                         const std::vector<LaunchGroup> &groups = {},
                         const std::function<std::string(const std::string &form)> &others = {});
/// The namespace of a group within the one of the last of its kernels to be defined, which has this
/// schedule: `otherwise::with_mm_kernel1`.
std::string spaceOf(const LaunchGroup &group, const std::string &last, const Schedule &schedule);
/// The alternative of a schedule whose launches can be made together; null where none is, and where
/// it cannot be told before the launch that none of those before it runs.
const Schedule *groupedPart(const Schedule &schedule);
/// What products must have in common to be one launch's: the text of their kernels. Empty for a
/// schedule without such a part.
std::string groupedForm(const GeneratedCase &entry);
/// The namespace of a case's kernel, within those around the original.
std::string spaceOf(const std::vector<GeneratedCase> &cases, size_t index);
/// The only case of a kernel that is no template.
GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule);
/// Without what is for one architecture and has the same text as what is for an older one.
Schedule withoutRepeats(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith
