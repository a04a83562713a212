/// The edits of one file: generated code beside a kernel, launches redirected to it.
#pragma once

#include "rewriter/emit/Generate.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/DeviceCode.h"
#include "rewriter/tool/Options.h"
#include "clang/Tooling/Core/Replacement.h"
#include <map>
#include <string>

namespace warpsmith::tool {

/// Behind the #include of a companion.
constexpr llvm::StringLiteral CompanionNote = " // what rewritten kernels share";

/// The inline namespace of device code in files that hold it: programs may have code of several
/// architectures and versions, of which each has its own.
std::string supportNamespace(const Options &options);

class Edits {
public:
  /// They include the kernel files, whatever becomes of that (DeviceCode.h).
  Edits(std::string source, const std::string &text, const Options &chosen);

  /// Adds a rewritten kernel and its launches in the same file. Returns why its text cannot be
  /// added, or an empty string; in the first case nothing was added.
  /// Launches whose kernel's name stands at one of `later` are left for redirect() and group().
  std::string add(const frontend::KernelVerdict &kernel, const frontend::TranslationUnit &unit,
                  const GeneratedKernel &generated, const std::set<unsigned> &later = {});

  /// The launch of a rewritten kernel as a call: `k<<<g, b>>>(x)` becomes
  /// `k_rewritten::launch(g, b, 0, 0, x)`, and `cudaLaunchKernel(k, g, b, p)` becomes
  /// `k_rewritten::launchKernel(g, b, p, 0, 0)`. `kernel` is the kernel's qualified name.
  void redirect(const frontend::LaunchSyntax &launch, const std::string &kernel,
                const std::string &space);

  /// A launch of a group, each to be made by its own kernel's `pending`.
  struct GroupMember {
    const frontend::LaunchSyntax *launch;
    unsigned begin, end; ///< of the expression, and its last `)`
    unsigned semicolon;  ///< before the next one
    std::string kernel;  ///< its qualified name
    std::string space;
  };
  /// The launches as one statement: `k_rewritten::with_j::launch(j_rewritten::pending(g, b, 0, 0,
  /// x), k_rewritten::pending(...));`, where `function` is what is called.
  void group(const std::vector<GroupMember> &members, const std::string &function);

  /// Nothing is edited so far.
  bool empty() const { return edits.empty() && kernels.empty(); }

  /// All edits. Nothing is added behind this: it decides what device code the kernels share.
  const clang::tooling::Replacements &replacements();

  /// The namespace for what the kernels share.
  const std::string &deviceSpace() const { return device; }

  /// Device headers that the edited text includes, and what these include.
  const std::set<std::string> &sharedHeaders() const { return shared; }

private:
  /// A kernel whose text is yet to be written.
  struct Kernel {
    std::string name;
    frontend::KernelSyntax syntax;
    GeneratedKernel generated;
    std::set<std::string> macros; ///< that its text sets aside

    unsigned begin() const;
    std::string linked(const std::string &text) const;
  };
  std::set<std::string> spaces; ///< the qualified names of all kernels
  void write(const Kernel &kernel);
  /// Of a kernel that keeps its launches: before it, and where its body begins.
  void writeInside(const Kernel &kernel, const std::string &definition);
  std::string includesOf(const GeneratedKernel &generated);
  std::string supportText(const Kernel &kernel);
  void shareSupport();
  void addSupport(unsigned offset, const std::string &text);
  /// What separates generated text from what follows on the same line.
  std::string restOfLine(unsigned offset) const;
  std::string format(const std::string &text) const;
  struct Piece {
    unsigned offset, length;
    std::string text;
  };
  /// Makes a call of a launch: `function` stands for the text from `begin` through the kernel's
  /// name, and its arguments are those of the configuration and of the kernel.
  void callInstead(const frontend::LaunchSyntax &launch, unsigned begin,
                   const std::string &function, std::vector<Piece> &pieces) const;
  /// After the launch's last `)`.
  unsigned callEnd(const frontend::LaunchSyntax &launch) const;
  void replace(unsigned offset, unsigned length, const std::string &text);
  /// Edits of the text between two offsets, recorded where revert() would not find from the result
  /// alone what stood there. `launched` are the kernels whose launches they change.
  void commit(std::vector<Piece> pieces, unsigned begin, unsigned end,
              const std::set<std::string> &launched);
  /// How these kernels declare `launch`, as regions of a generated file.
  std::string launchDeclarations(const std::set<std::string> &launched) const;
  void joinNeighbours(std::vector<Piece> &pieces) const;

  std::string path;
  const std::string &original;
  const Options &options;
  clang::tooling::Replacements edits;
  /// What kernels of a namespace need stands before it: one text for all of them.
  std::map<unsigned, std::string> supportBefore;
  std::vector<Kernel> kernels;
  std::string device;                   ///< the namespace for what the kernels share
  std::set<std::string> besideIncludes; ///< macros that added headers must not see
  std::set<std::string> shared;
  std::set<std::string> present; ///< includes and device headers that the file has by now
};

} // namespace warpsmith::tool
