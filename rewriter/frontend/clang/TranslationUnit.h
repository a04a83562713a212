/// What is found in a translation unit: a verdict per kernel, and where its text and its launches
/// are.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// A `kernel<<<grid, block, ...>>>(arguments)` or `cudaLaunchKernel((void *)kernel, grid, ...)`
/// expression as byte ranges of its file.
struct LaunchSyntax {
  std::string header;                      ///< its real path; empty for the main file
  unsigned nameOffset = 0, nameLength = 0; ///< the kernel's unqualified name
  bool throughUsing = false;               ///< found by a using-declaration
  bool behindColons = false;               ///< written as `::kernel`
  unsigned openOffset = 0;                 ///< `<<<`, or `cudaLaunchKernel`
  unsigned closeOffset = 0;                ///< `>>>`, or the last `)`
  unsigned argumentsOffset = 0;            ///< the character after `(`, or the second argument
  unsigned configurationArguments = 2; ///< of grid, block, shared memory and stream, those written
  bool hasArguments = true;
  /// Of cudaLaunchKernel, which is given pointers to the kernel's arguments.
  bool byPointers = false;
  bool insideMacro = false; ///< the call is an argument of a macro
  /// All of it is written in a macro's definition, of which each use is a launch.
  bool inDefinition = false;
  unsigned openLength = 0, kernelArgumentOffset = 0;
  std::string qualifier, templateArguments; ///< as written around the kernel's name
};

/// Where text can be placed around a kernel.
struct KernelSyntax {
  unsigned definitionEnd = 0; ///< after the closing brace of the body
  /// After the first declaration, when that comes before the definition, and the text of its
  /// parameters.
  std::optional<unsigned> declarationEnd;
  std::string declaredParameters;
  std::string declaredHead; ///< of a template's first declaration
  /// A declaration of the kernel stands in an `extern "C"` block, where no template may.
  bool insideLinkage = false;
  /// Before the outermost namespace around the kernel, when there is one.
  std::optional<unsigned> topLevelBegin;
  /// Where the kernel's own text can be added to, for one that keeps its launches.
  struct Inside {
    unsigned begin = 0; ///< of the line on which the definition begins, or of comments before it
    unsigned body = 0;  ///< after the opening brace
    std::string head, declarator; ///< its text before the name, and from there to the brace
    std::string directives;       ///< that define macros there: they have to come first
    std::string obstacle;         ///< why nothing can be added; else empty
  } inside;
  std::vector<LaunchSyntax> launches;
  /// Why the kernel keeps all its launches, which are then not among those above: one of them
  /// cannot be edited.
  std::string keepsLaunches;
  std::vector<std::string> parameters; ///< of the kernel, as its source declares them
  /// What conditional directives in the kernel, and in functions that it calls, have found to hold:
  /// another build may have other branches.
  std::vector<std::string> configuration;
  /// Those were answered as for this value of __CUDA_ARCH__; 0 where none of them asks for it.
  int architecture = 0;
  /// Of a template: its head (`template <typename T, int Tile>`) and the names of its parameters
  /// (`T, Tile`).
  std::string templateHead, templateNames;
};

/// A function of the host that launches the kernel with its own parameters.
struct LaunchFunction {
  std::string name; ///< with its namespaces, from the global one
  /// Grid, block, shared memory and stream come first: it is that of a rewritten kernel.
  bool takesConfiguration = false;
  /// For each of its parameters, up to those with defaults, the kernel's that it becomes; -1 of a
  /// stream.
  std::vector<int> arguments;
  /// Canonical types of the kernel's parameters, as C++, and the arguments of its template.
  std::vector<std::string> types;
  std::string templateArguments;
};

struct KernelVerdict {
  enum class Status {
    Recognised,
    Missed,    ///< not understood: `reason` and `where`
    Kept,      ///< the user asked to leave it alone
    Rewritten, ///< an earlier run has rewritten it
    Generated  ///< an earlier run has written it
  };

  std::string kernel;
  std::string qualified; ///< with its namespaces: `outer::gemm`
  SourceLocation location;
  std::string header;  ///< the real path of the header that it is in; empty for the main file
  unsigned offset = 0; ///< of its name in the file
  Status status = Status::Missed;
  bool isOfHost = false; ///< a function that one thread runs
  /// When recognised: one for each outcome of the conditions on parameters that the kernel branches
  /// on, and each instance of a template.
  std::vector<Contraction> contractions;
  std::string reason;                 ///< when missed
  bool differsByArchitecture = false; ///< the reason: the text is not the same for all GPUs
  SourceLocation where;               ///< when missed: the construct
  KernelSyntax syntax;                ///< when recognised; in a header there need be no launch
  std::vector<LaunchFunction> functions;
  std::vector<Parameter> parameters; ///< without their text; only where kernels are compared
};

/// A header of the user's that a translation unit includes. All paths are real ones.
struct IncludedHeader {
  std::string path;
  std::set<std::string> includers = {}; ///< the main file may be one
  /// Those that have found it in their own folder.
  std::set<std::string> neighbours = {};
  /// The folders of -I in which others have found it.
  std::set<std::string> folders = {};
  bool operator<(const IncludedHeader &other) const { return path < other.path; }
};

/// Everything found in one translation unit: kernels in source order, and behind them those that a
/// conditional directive leaves out.
struct TranslationUnit {
  std::vector<KernelVerdict> kernels;
  std::set<std::string> names;       ///< declared by the user, which generated code must not reuse
  std::set<std::string> macros;      ///< ever defined in the user's files or on the command line
  std::set<std::string> plainMacros; ///< of those, what was defined without parameters
  std::set<IncludedHeader> headers;  ///< also after errors
  bool hasErrors = false;            ///< which need not concern a kernel
  /// How conditional directives were answered, by their places; and one of them has asked for the
  /// architecture.
  std::map<std::string, bool> branches;
  bool asksForArchitecture = false;

  /// Launches of the main file that stand beside each other, in their order: one launch may take
  /// their place. See LaunchGroups.h.
  struct GroupedLaunch {
    size_t kernel = 0, launch = 0; ///< the kernel's number, and that among its launches
    unsigned begin = 0, end = 0;   ///< of the whole expression, and its last `)`
    unsigned semicolon = 0;        ///< behind it, before the next one's expression
    bool operator==(const GroupedLaunch &) const = default;
  };
  using LaunchGroup = std::vector<GroupedLaunch>;
  std::vector<LaunchGroup> groups;
  /// Launches of one block that follow each other and are no group.
  struct LaunchesApart {
    std::string first, second; ///< kernels
    std::string reason;
    SourceLocation where; ///< the second launch
  };
  std::vector<LaunchesApart> apart;
};

} // namespace warpsmith::frontend
