/// Schedule -> CUDA C++: the one place that prints CUDA.
#pragma once

#include "rewriter/ir/Schedule.h"
#include <set>
#include <string>
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
  std::set<std::string> identifiers; ///< used by the text, other than the user's own
  /// A name of the user's that means something else in the text; the text is wrong then.
  std::string conflict;

  /// Of `launch`, for launches before the definition, given the kernel's parameters as source text,
  /// each after a comma.
  std::string declaration(const std::string &parameters) const;
  bool internalLinkage = false;
  bool byPointers = false; ///< has `launchKernel`, too
};

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

/// Prints the cases of one kernel, at least one. What `launch` is given decides which one runs.
GeneratedKernel generate(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration);
/// The namespace of a case's kernel, within those around the original.
std::string spaceOf(const std::vector<GeneratedCase> &cases, size_t index);
/// The only case of a kernel that is no template.
GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith
