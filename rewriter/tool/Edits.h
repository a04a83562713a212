/// The edits of one file: generated code beside a kernel, launches redirected to it.
#pragma once

#include "rewriter/codegen/Generate.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/Options.h"
#include "clang/Tooling/Core/Replacement.h"
#include <string>

namespace warpsmith::tool {

class Edits {
public:
  Edits(std::string source, const std::string &text, const Options &chosen);

  /// Adds a rewritten kernel. Returns why its text cannot be added, or an empty string; then
  /// nothing was added.
  std::string add(const frontend::KernelVerdict &kernel, const frontend::TranslationUnit &unit,
                  const GeneratedKernel &generated);

  const clang::tooling::Replacements &replacements() const { return edits; }

private:
  /// The kernel's launch as a call: `k<<<g, b>>>(x)` becomes `k_rewritten::launch(g, b, 0, 0, x)`,
  /// and `cudaLaunchKernel(k, g, b, p)` becomes `k_rewritten::launchKernel(g, b, p, 0, 0)`.
  void redirect(const frontend::LaunchSyntax &launch, const std::string &kernel,
                const std::string &space);
  std::string supportText(const GeneratedKernel &generated);
  /// Why the support code of an earlier run is in the way; empty when it is not.
  std::string supportElsewhere(const GeneratedKernel &generated, unsigned place) const;
  /// What separates generated text from what follows on the same line.
  std::string restOfLine(unsigned offset) const;
  std::string formatted(const std::string &text) const;
  void replace(unsigned offset, unsigned length, const std::string &text);

  std::string path;
  const std::string &original;
  const Options &options;
  clang::tooling::Replacements edits;
  std::set<std::string> present; ///< includes and device headers that the file has by now
};

} // namespace warpsmith::tool
