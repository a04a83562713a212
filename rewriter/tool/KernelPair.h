/// The two kernels that `warpsmith same` compares, as their sources were read.
#pragma once

#include "rewriter/frontend/clang/TranslationUnit.h"
#include "rewriter/tool/Options.h"
#include <array>
#include <string>
#include <vector>

namespace warpsmith::tool {

struct PairedKernel {
  const Job *job = nullptr;
  std::string text; ///< of the source
  frontend::TranslationUnit unit;
  const frontend::KernelVerdict *verdict = nullptr;
  /// For each case of its parameters and each output; in its own names, and in the first kernel's.
  std::vector<Contraction> contractions, renamed;
  std::string missed;     ///< why it is not read; else empty
  bool namesFile = false; ///< the other kernel has the same name

  /// Functions that launch it, and the same instance of a template.
  std::vector<frontend::LaunchFunction> functions;

  bool isRead() const { return !contractions.empty(); }
  bool isRewritten() const { return verdict->status == frontend::KernelVerdict::Status::Rewritten; }
  std::string quoted() const;
  /// What it stores is known whatever its parameters are.
  bool isReadWholly() const;
};

/// The type without what makes no difference to a caller, and with one name for all integers.
std::string comparableType(llvm::StringRef type);

struct KernelPair {
  std::array<PairedKernel, 2> kernels;
  /// The second kernel's parameters, by number, that are those of the first: in their order, or by
  /// name where the types say that the order is another one. Empty where they do not match.
  std::vector<size_t> order;
  std::vector<std::string> remarks; ///< why something is not compared
};

/// Reads both. Where that fails it has been said, and the result is an exit status; else 0.
int readPair(Invocation &invocation, KernelPair &pair);

} // namespace warpsmith::tool
