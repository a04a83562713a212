#include "rewriter/tool/ParseSource.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/frontend/clang/HiddenToolkit.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/PrecompiledHeaders.h"
#include "rewriter/frontend/clang/SkippedKernels.h"
#include "rewriter/frontend/launches/LostLaunches.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "rewriter/tool/ParseMessages.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <memory>
#include <set>

namespace warpsmith::tool {

using frontend::KernelVerdict;
using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

std::string absolutePath(const std::string &source) {
  llvm::SmallString<256> path(source);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

std::vector<clang::tooling::CompileCommand> commandsOf(const std::string &source,
                                                       const Options &options) {
  std::vector<clang::tooling::CompileCommand> commands;
  std::set<std::vector<std::string>> seen;
  for (clang::tooling::CompileCommand &command :
       options.compilations->getCompileCommands(absolutePath(source))) {
    command.CommandLine =
        frontend::withOptionsFiles(command.CommandLine, absolutePath(command.Directory));
    auto key = clang::tooling::getClangStripOutputAdjuster()(command.CommandLine, source);
    key.push_back(command.Directory);
    if (seen.insert(key).second)
      commands.push_back(std::move(command));
  }
  return commands;
}

namespace {

/// Makes actions of parses that take headers from what was precompiled.
class ActionFactory : public clang::tooling::FrontendActionFactory {
public:
  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation,
                     clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *consumer) override {
    frontend::usePrecompiledHeaders(*invocation, files->getVirtualFileSystem());
    return FrontendActionFactory::runInvocation(std::move(invocation), files, std::move(containers),
                                                consumer);
  }
};

class AnalysisFactory : public ActionFactory {
public:
  AnalysisFactory(const Options &chosen, frontend::TranslationUnit &target,
                  frontend::ParseErrors &parseErrors)
      : options(chosen),
        unit(target),
        errors(parseErrors) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return frontend::makeAnalysis(options.kernels, unit, options.strictParse ? nullptr : &errors);
  }

private:
  const Options &options;
  frontend::TranslationUnit &unit;
  frontend::ParseErrors &errors;
};

/// One of the compile commands of a file.
class OneCommand : public clang::tooling::CompilationDatabase {
public:
  explicit OneCommand(clang::tooling::CompileCommand only) : command(std::move(only)) {}
  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef) const override {
    return {command};
  }

private:
  clang::tooling::CompileCommand command;
};

/// With what the command line and the settings add to it.
std::vector<std::string> wholeCommand(const clang::tooling::CompileCommand &command,
                                      const Options &options) {
  std::vector<std::string> whole = command.CommandLine;
  whole.insert(whole.begin() + (whole.empty() ? 0 : 1), options.extraArgumentsBefore.begin(),
               options.extraArgumentsBefore.end());
  whole.insert(whole.end(), options.extraArguments.begin(), options.extraArguments.end());
  return whole;
}

/// A file whose ending says nothing of CUDA is read as CUDA, whatever Clang takes it for. A `.cpp`
/// is one that nvcc takes for C++ too.
clang::tooling::CommandLineArguments
withLanguage(const clang::tooling::CommandLineArguments &command, llvm::StringRef file) {
  const llvm::StringRef ending = llvm::sys::path::extension(file);
  // To Clang a language is of the files behind it, to nvcc of all.
  if (const auto given = llvm::find(command, "-x");
      given != command.end() && std::next(given) != command.end()) {
    clang::tooling::CommandLineArguments first = command;
    const auto place = first.begin() + (given - command.begin());
    std::rotate(first.begin() + 1, place, place + 2);
    return first;
  }
  const bool isKnown = llvm::is_contained({".cu", ".cpp", ".cc", ".cxx", ".c++", ".C"}, ending);
  if (isKnown || command.empty() || llvm::any_of(command, [](llvm::StringRef argument) {
        return argument.starts_with("-x") || argument.starts_with("--language");
      }))
    return command;
  clang::tooling::CommandLineArguments result = command;
  result.insert(result.begin() + 1, {"-x", "cuda"});
  return result;
}

/// What nvcc accepts, or only warns of.
const clang::tooling::CommandLineArguments Lenient = {"-Wno-c++11-narrowing", "-Wno-register",
                                                      "-Wno-dynamic-exception-spec"};

constexpr llvm::StringLiteral InstancesFile = "--instantiate";

/// The source with the instances that the user has named.
std::string withInstances(llvm::StringRef text, const std::vector<std::string> &instances) {
  std::string result = text.str();
  for (const std::string &instance : instances)
    result += ("\n#line 1 \"" + InstancesFile + "\"\ntemplate __global__ decltype(" + instance +
               ") " + instance + ";")
                  .str();
  return result + "\n";
}

/// The first error in what --instantiate says.
const frontend::ParseError *errorInInstances(const frontend::ParseErrors &errors) {
  const auto found = llvm::find_if(errors.errors(), [](const frontend::ParseError &error) {
    return llvm::StringRef(error.where).starts_with(InstancesFile);
  });
  return found == errors.errors().end() ? nullptr : &*found;
}

/// What a parse has found, and with which errors.
struct Parsed {
  frontend::TranslationUnit unit;
  std::unique_ptr<frontend::ParseErrors> errors = std::make_unique<frontend::ParseErrors>();
  bool clean = false;
};

/// Runs an action over a source under one compile command, and where `standard` is not empty as
/// that C++. False where there are errors.
bool runOver(const std::string &standard, const std::string &source, const Options &options,
             const Files &files, const clang::tooling::CompileCommand &command,
             clang::tooling::FrontendActionFactory &factory, clang::DiagnosticConsumer &errors) {
  using namespace clang::tooling;
  // One folder's headers or the built-in ones, never some of each.
  const Files disk = options.cudaPath.empty() ? frontend::withoutToolkitHeaders(files) : files;
  const OneCommand compilations(command); // the tool refers to it
  ClangTool tool(compilations, {source}, std::make_shared<clang::PCHContainerOperations>(),
                 frontend::embeddedHeaders(frontend::withMendedSources(disk)));
  tool.clearArgumentsAdjusters();
  // First of all: Clang's own adjusters take nvcc's -odir for -o, and -MD for a flag with a value.
  tool.appendArgumentsAdjuster([](const CommandLineArguments &arguments, llvm::StringRef) {
    return frontend::withoutNvccFlags(arguments);
  });
  tool.appendArgumentsAdjuster(getClangStripOutputAdjuster());
  tool.appendArgumentsAdjuster(getClangStripDependencyFileAdjuster());
  tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(options.extraArgumentsBefore, ArgumentInsertPosition::BEGIN));
  tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(options.extraArguments, ArgumentInsertPosition::END));
  if (!standard.empty())
    tool.appendArgumentsAdjuster(
        getInsertArgumentAdjuster(("-std=" + standard).c_str(), ArgumentInsertPosition::BEGIN));
  tool.appendArgumentsAdjuster(frontend::cudaArguments({options.cudaPath, /*lenient=*/true}));
  // The summary of errors would count those that are not in the way; ours has its own carets.
  tool.appendArgumentsAdjuster(getInsertArgumentAdjuster(
      {"-fno-caret-diagnostics", "-ferror-limit=0", "-Wno-pragma-once-outside-header",
       "-Wno-unused-command-line-argument"},
      ArgumentInsertPosition::BEGIN));
  if (!options.strictParse)
    tool.appendArgumentsAdjuster(getInsertArgumentAdjuster(Lenient, ArgumentInsertPosition::BEGIN));
  tool.appendArgumentsAdjuster(withLanguage);
  tool.setPrintErrorMessage(false);
  const std::string path = absolutePath(source);
  std::string text; // the tool refers to both
  if (const auto buffer = disk->getBufferForFile(source); buffer && !options.instances.empty()) {
    text = withInstances((*buffer)->getBuffer(), options.instances);
    tool.mapVirtualFile(path, text);
  }
  tool.setDiagnosticConsumer(&errors);
  return tool.run(&factory) == 0;
}

/// Parses under one compile command, and where `standard` is not empty as that C++.
Parsed parseAs(const std::string &standard, const std::string &source, const Options &options,
               const Files &files, const clang::tooling::CompileCommand &command) {
  Parsed result;
  AnalysisFactory factory(options, result.unit, *result.errors);
  result.clean = runOver(standard, source, options, files, command, factory, *result.errors) &&
                 result.errors->errors().empty();
  return result;
}

bool namesStandard(const clang::tooling::CommandLineArguments &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    return argument.starts_with("-std") || argument.starts_with("--std");
  });
}

/// Nobody has said which C++ the file is.
bool mayChooseStandard(const clang::tooling::CompileCommand &command, const Options &options) {
  return !options.strictParse && !namesStandard(wholeCommand(command, options));
}

/// Whatever the errors are: a program that hands the text of its kernels to a compiler at run time,
/// or a file of the host's code.
bool hasNoKernels(const std::string &source, const Options &options, const Files &files) {
  const auto buffer = files->getBufferForFile(source);
  return options.kernels.headers.empty() && buffer &&
         !frontend::namesKernels((*buffer)->getBuffer().str());
}

bool hasBrokenKernel(const frontend::ParseErrors &errors, const frontend::TranslationUnit &unit) {
  return llvm::any_of(unit.kernels, [&](const KernelVerdict &kernel) {
    return kernel.status == KernelVerdict::Status::Missed &&
           llvm::any_of(errors.errors(), [&](const frontend::ParseError &error) {
             return error.syntax && error.where == kernel.where.str();
           });
  });
}

/// Some kernel may be read otherwise without the errors, or a launch of it be found: as another C++
/// the file is worth another parse.
bool areInTheWay(const frontend::ParseErrors &errors, const frontend::TranslationUnit &unit,
                 const std::string &source, const Files &files) {
  if (errors.fatal() || unit.kernels.empty())
    return true;
  const auto buffer = files->getBufferForFile(source);
  const auto launches = frontend::launchesInText(buffer ? (*buffer)->getBuffer() : "");
  return llvm::any_of(unit.kernels, [&](const KernelVerdict &kernel) {
    if (kernel.status == KernelVerdict::Status::Missed &&
        llvm::any_of(errors.errors(), [&](const frontend::ParseError &error) {
          return error.where == kernel.where.str();
        }))
      return true;
    const auto hasPlace = [&](unsigned offset) {
      return llvm::any_of(kernel.syntax.launches, [&](const frontend::LaunchSyntax &launch) {
        return launch.header.empty() && launch.nameOffset == offset;
      });
    };
    const auto found = launches.find(kernel.kernel);
    return found != launches.end() && !llvm::all_of(found->second, hasPlace);
  });
}

/// The kernel is the same product, with the same launches, whatever conditional directives it rests
/// on.
bool sameProduct(const KernelVerdict &one, const KernelVerdict &other) {
  const auto places = [](const KernelVerdict &kernel) {
    std::vector<unsigned> offsets;
    offsets.reserve(kernel.syntax.launches.size());
    for (const frontend::LaunchSyntax &launch : kernel.syntax.launches)
      offsets.push_back(launch.nameOffset);
    return offsets;
  };
  return other.status == KernelVerdict::Status::Recognised && one.kernel == other.kernel &&
         one.header == other.header && one.syntax.definitionEnd == other.syntax.definitionEnd &&
         std::equal(
             one.contractions.begin(), one.contractions.end(), other.contractions.begin(),
             other.contractions.end(),
             [](const Contraction &a, const Contraction &b) { return a.str() == b.str(); }) &&
         places(one) == places(other);
}

/// The same, and what it rests on.
bool same(const KernelVerdict &one, const KernelVerdict &other) {
  return one.syntax.configuration == other.syntax.configuration && sameProduct(one, other);
}

/// What one of the architectures answers to conditional directives.
std::vector<std::string> configurationOf(const std::vector<const KernelVerdict *> &twins) {
  std::vector<std::string> each;
  for (const KernelVerdict *twin : twins) {
    std::string all;
    for (const std::string &holds : twin->syntax.configuration)
      all += (all.empty() ? "(" : " && (") + holds + ")";
    if (all.empty())
      return {};
    if (!llvm::is_contained(each, all))
      each.push_back(all);
  }
  if (each.size() == 1)
    return twins.front()->syntax.configuration;
  std::string any;
  for (const std::string &all : each)
    any += (any.empty() ? "(" : " || (") + all + ")";
  return {any};
}

/// Where the file asks for the architecture, all kernels are read as the architectures compile them
/// that the output is for: those that were left, and those that the host's compilation may see in
/// another form. What is read must be the same for all of them.
void readForArchitectures(frontend::TranslationUnit &unit, const Options &options,
                          llvm::function_ref<frontend::TranslationUnit(const Options &)> parsed) {
  using Status = KernelVerdict::Status;
  const auto isRead = [](const KernelVerdict &kernel) {
    return kernel.status == Status::Missed || kernel.status == Status::Recognised;
  };
  if (!unit.asksForArchitecture || llvm::none_of(unit.kernels, isRead))
    return;
  std::vector<frontend::TranslationUnit> units;
  std::set<int> read;
  for (const Architecture *each : options.architectures) {
    Options seen = options;
    seen.kernels.architecture = 10 * each->computeCapability;
    seen.kernels.hostBranches = unit.branches;
    if (read.insert(each->computeCapability).second)
      units.push_back(parsed(seen));
  }
  for (KernelVerdict &kernel : unit.kernels) {
    if (!isRead(kernel))
      continue;
    std::vector<const KernelVerdict *> twins;
    for (const frontend::TranslationUnit &other : units)
      for (const KernelVerdict &twin : other.kernels)
        if (twin.offset == kernel.offset && twin.header == kernel.header)
          twins.push_back(&twin);
    const bool isEverywhere = !twins.empty() && twins.size() == units.size();
    if (kernel.status == Status::Recognised) {
      if (isEverywhere && llvm::all_of(twins, [&](const KernelVerdict *twin) {
            return sameProduct(kernel, *twin);
          })) {
        kernel.syntax.configuration = configurationOf(twins);
        continue;
      }
      kernel.status = Status::Missed;
      kernel.where = kernel.location;
      kernel.reason = "an #if that asks for the GPU makes it another kernel for the GPU than for "
                      "the host's compilation";
      continue;
    }
    if (!isEverywhere)
      continue;
    const KernelVerdict &first = *twins.front();
    const bool isOne = llvm::all_of(twins, [&](const KernelVerdict *twin) {
      return twin == &first || sameProduct(first, *twin);
    });
    if (first.status == Status::Recognised && !isOne) {
      kernel.reason = "it is not the same kernel for all architectures of --arch";
    } else if (first.status == Status::Recognised || kernel.differsByArchitecture) {
      const std::vector<std::string> configuration = configurationOf(twins);
      kernel = first;
      kernel.syntax.configuration = configuration;
    }
  }
}

/// Parses under one compile command.
ParseResult parse(const std::string &source, const Options &given, const Files &files,
                  const clang::tooling::CompileCommand &command, frontend::TranslationUnit &unit,
                  llvm::raw_ostream &messages) {
  auto flags = frontend::floatingPointFlags(wholeCommand(command, given));
  if (!flags) {
    messages << source << ": error: compile command: " << llvm::toString(flags.takeError()) << "\n";
    return ParseResult::WrongCommand;
  }
  Options options = given;
  options.kernels.flags = *flags;
  Parsed best = parseAs({}, source, options, files, command);
  if (const std::string &wrong = best.errors->wrongCommand(); !wrong.empty()) {
    messages << source << ": error: compile command: " << wrong << "\n";
    return ParseResult::WrongCommand;
  }
  if (const frontend::ParseError *wrong = errorInInstances(*best.errors)) {
    messages << source << ": error: --instantiate: " << wrong->message << "\n";
    return ParseResult::WrongCommand;
  }
  // nvcc's own choice comes first. A file that is not written for it is tried as newer C++, then
  // as older.
  const bool isOpen = mayChooseStandard(command, options);
  std::string chosen;
  for (const char *standard : {"gnu++20", "gnu++14"}) {
    if (best.clean || !isOpen || !best.errors->mayComeOfStandard() ||
        !areInTheWay(*best.errors, best.unit, source, files))
      break;
    Parsed other = parseAs(standard, source, options, files, command);
    if (!other.clean && other.errors->errors().size() >= best.errors->errors().size())
      continue;
    best = std::move(other);
    chosen = standard;
    messages << source << ": warning: read as C++" << llvm::StringRef(standard).take_back(2)
             << ", as which it has " << (best.clean ? "no" : "fewer")
             << " errors; -std=... after -- says how nvcc is to read it [warpsmith-parse]\n";
  }
  readForArchitectures(best.unit, options, [&](const Options &seen) {
    return parseAs(chosen, source, seen, files, command).unit;
  });
  unit = std::move(best.unit);
  const frontend::ParseErrors &errors = *best.errors;
  unit.hasErrors = !best.clean;
  // Of each kernel in a file with errors it is known whether they are in its way.
  const bool usable =
      best.clean ||
      (!options.strictParse && (!unit.kernels.empty() || hasNoKernels(source, options, files)));
  if (best.clean || !usable)
    messages << errors.text();
  for (KernelVerdict &kernel : unit.kernels)
    for (Contraction &contraction : kernel.contractions)
      contraction.flags = *flags;
  if (!usable)
    return ParseResult::Errors;
  messages << harmlessErrors(errors, unit, source, options.verbose);
  return hasBrokenKernel(errors, unit) ? ParseResult::Broken : ParseResult::Done;
}

/// A file with several commands is edited once, so an edit must hold under each of them.
void restrictTo(const frontend::TranslationUnit &other, frontend::TranslationUnit &unit) {
  for (KernelVerdict &kernel : unit.kernels)
    if (kernel.status == KernelVerdict::Status::Recognised &&
        std::none_of(other.kernels.begin(), other.kernels.end(),
                     [&](const KernelVerdict &twin) { return same(kernel, twin); })) {
      kernel.status = KernelVerdict::Status::Missed;
      kernel.reason =
          "the file has several compile commands, under which it is not the same kernel";
      kernel.where = kernel.location;
    }
  std::erase_if(unit.groups, [&](const frontend::TranslationUnit::LaunchGroup &group) {
    return !llvm::is_contained(other.groups, group);
  });
  unit.names.insert(other.names.begin(), other.names.end());
  unit.macros.insert(other.macros.begin(), other.macros.end());
  unit.plainMacros.insert(other.plainMacros.begin(), other.plainMacros.end());
  unit.headers.insert(other.headers.begin(), other.headers.end());
}

} // namespace

ParseResult parse(const std::string &source, const Options &options, const Files &files,
                  frontend::TranslationUnit &unit, llvm::raw_ostream &messages) {
  const auto commands = commandsOf(source, options);
  if (commands.empty()) {
    messages << source << ": error: no compile command\n";
    return ParseResult::WrongCommand;
  }
  ParseResult result = ParseResult::Done;
  for (size_t index = 0; index < commands.size(); ++index) {
    frontend::TranslationUnit other;
    const ParseResult found =
        parse(source, options, files, commands[index], index ? other : unit, messages);
    if (found != ParseResult::Done && found != ParseResult::Broken)
      return found;
    if (found == ParseResult::Broken)
      result = found;
    if (index)
      restrictTo(other, unit);
  }
  return result;
}

namespace {

/// Follows what edited files reach.
class ReachFactory : public ActionFactory {
public:
  ReachFactory(const Options &chosen, reach::EditedFiles &target,
               frontend::ParseErrors &parseErrors)
      : options(chosen),
        files(target),
        errors(parseErrors) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return reach::makeReachAnalysis(files, errors, /*lenient=*/!options.strictParse);
  }

private:
  const Options &options;
  reach::EditedFiles &files;
  frontend::ParseErrors &errors;
};

} // namespace

void followEdits(const std::string &source, const Options &options, const Files &files,
                 reach::EditedFiles &edited) {
  for (const clang::tooling::CompileCommand &command : commandsOf(source, options)) {
    const bool isOpen = mayChooseStandard(command, options);
    std::map<std::string, std::string> earlier, first; // errors
    for (auto &[path, file] : edited)
      earlier[path] = file.error;
    bool clean = false;
    for (const char *standard : {"", "gnu++20", "gnu++14"}) {
      for (auto &[path, file] : edited)
        file.error.clear();
      frontend::ParseErrors errors;
      ReachFactory factory(options, edited, errors);
      runOver(standard, source, options, files, command, factory, errors);
      clean = llvm::all_of(edited, [](const auto &file) { return file.second.error.empty(); });
      for (const auto &[path, file] : edited)
        first.try_emplace(path, file.error);
      if (clean || !isOpen)
        break;
    }
    for (auto &[path, file] : edited)
      file.error = !earlier[path].empty() ? earlier[path] : clean ? std::string() : first[path];
  }
}

} // namespace warpsmith::tool
