#include "rewriter/frontend/clang/PrecompiledHeaders.h"
#include "rewriter/frontend/clang/HiddenToolkit.h"
#include "rewriter/frontend/clang/Installation.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>
#include <optional>

namespace warpsmith::frontend {
namespace {

using clang::CompilerInvocation;

/// A macro by its definition, `NAME` or `NAME=...`.
llvm::StringRef macroName(llvm::StringRef definition) {
  return definition.split('=').first.split('(').first;
}

/// What the driver defines, which is part of the key.
bool isDrivers(llvm::StringRef macro) {
  return macro.starts_with("__CUDA");
}

/// Where the headers lie that were precompiled for such a parse, without extension. Left out is
/// what usePrecompiledHeaders looks at by itself, and what no header is told.
std::string placeFor(const CompilerInvocation &invocation) {
  CompilerInvocation plain(invocation);
  plain.getFrontendOpts() = clang::FrontendOptions();
  plain.getDiagnosticOpts() = clang::DiagnosticOptions();
  // Of what decides the code macros tell as well: __OPTIMIZE__, __CET__. Paths say nothing.
  clang::CodeGenOptions &code = plain.getCodeGenOpts();
  for (std::string *path : {&code.MainFileName, &code.DebugCompilationDir,
                            &code.CoverageCompilationDir, &code.DwarfDebugFlags})
    path->clear();
  code.DebugPrefixMap.clear();
  code.CoveragePrefixMap.clear();
  plain.getLangOpts().MacroPrefixMap.clear();
  plain.getLangOpts().UseTargetPathSeparator = false; // comes with them
  plain.getFileSystemOpts() = clang::FileSystemOptions();
  plain.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  plain.getLangOpts().CUID.clear();
  plain.getLangOpts().PCHInstantiateTemplates = false;
  llvm::erase_if(plain.getPreprocessorOpts().Macros,
                 [](const auto &macro) { return !isDrivers(macroName(macro.first)); });
  llvm::erase_if(plain.getHeaderSearchOpts().UserEntries,
                 [](const auto &entry) { return entry.Group == clang::frontend::Angled; });
  std::string key = clang::getClangFullVersion() + llvm::utohexstr(embeddedHeadersHash());
  plain.generateCC1CommandLine([&](const llvm::Twine &argument) { key += "\n" + argument.str(); });
  return installationFolder() + "/headers-" + llvm::utohexstr(llvm::xxh3_64bits(key));
}

/// The size of a file, and when it was last changed.
std::string state(const std::string &path, llvm::vfs::FileSystem &files) {
  const auto status = files.status(path);
  if (!status)
    return "none";
  const auto changed = status->getLastModificationTime().time_since_epoch().count();
  return std::to_string(status->getSize()) + ":" + std::to_string(changed);
}

/// Of those names, the ones that a folder has.
std::string hashOfFound(llvm::StringRef folder, llvm::ArrayRef<llvm::StringRef> names,
                        llvm::vfs::FileSystem &files) {
  std::string found;
  for (const llvm::StringRef name : names) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    if (files.exists(path))
      found += name.str() + "\n";
  }
  return llvm::utohexstr(llvm::xxh3_64bits(found));
}

/// The last line of a record. Files that are cut off, or were lost with a disk's power, have
/// another.
std::string seal(llvm::StringRef record, llvm::StringRef headers) {
  return "seal " + llvm::utohexstr(llvm::xxh3_64bits(record)) +
         llvm::utohexstr(llvm::xxh3_64bits(headers)) + "\n";
}

/// What the headers were made of, a line each: `include NAME` of what they include or look for,
/// `file STATE PATH` of each file that was read, `absent PATH` of each that a header would have
/// read from its own folder, `folder FOUND PATH` of each folder that was searched, `name
/// IDENTIFIER` of each identifier that occurs.
class Record : public clang::PPCallbacks {
public:
  Record(clang::CompilerInstance &instance, std::string &target)
      : compiler(instance),
        record(target) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool isAngled, clang::CharSourceRange, clang::OptionalFileEntryRef,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    includes.insert(name);
    if (isAngled)
      return;
    llvm::SmallString<256> beside = compiler.getSourceManager().getFilename(hash);
    llvm::sys::path::remove_filename(beside);
    llvm::sys::path::append(beside, name);
    if (!compiler.getVirtualFileSystem().exists(beside))
      absent.insert(beside);
  }
  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    includes.insert(name);
  }
  void EndOfMainFile() override {
    llvm::raw_string_ostream text(record);
    llvm::vfs::FileSystem &files = compiler.getVirtualFileSystem();
    const clang::SourceManager &sources = compiler.getSourceManager();
    const clang::OptionalFileEntryRef main = sources.getFileEntryRefForID(sources.getMainFileID());
    std::vector<llvm::StringRef> names;
    for (const auto &name : includes) {
      names.push_back(name.first());
      text << "include " << name.first() << "\n";
    }
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
      if (file->first != *main)
        text << "file " << state(file->first.getName().str(), files) << " " << file->first.getName()
             << "\n";
    for (const auto &entry : compiler.getHeaderSearchOpts().UserEntries)
      text << "folder " << hashOfFound(entry.Path, names, files) << " " << entry.Path << "\n";
    for (const auto &path : absent)
      text << "absent " << path.first() << "\n";
    for (const auto &name : compiler.getPreprocessor().getIdentifierTable())
      text << "name " << name.first() << "\n";
  }

private:
  clang::CompilerInstance &compiler;
  std::string &record;
  llvm::StringSet<> includes, absent;
};

class Precompile : public clang::GeneratePCHAction {
public:
  explicit Precompile(std::string &target) : record(target) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Record>(compiler, record));
    return clang::GeneratePCHAction::BeginSourceFileAction(compiler);
  }

private:
  std::string &record;
};

class PrecompileFactory : public clang::tooling::FrontendActionFactory {
public:
  bool runInvocation(std::shared_ptr<CompilerInvocation> invocation, clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *consumer) override {
    place = placeFor(*invocation);
    // Once for all, not at the end of each parse.
    invocation->getLangOpts().PCHInstantiateTemplates = true;
    invocation->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
    invocation->getFrontendOpts().OutputFile = place + ".new";
    return FrontendActionFactory::runInvocation(std::move(invocation), files, std::move(containers),
                                                consumer);
  }
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<Precompile>(record);
  }

  std::string place, record;
};

/// Whether the files, folders and names that a record tells of are for this parse what they were.
bool holds(llvm::StringRef record, const CompilerInvocation &invocation,
           llvm::vfs::FileSystem &files) {
  const clang::PreprocessorOptions &preprocessor = invocation.getPreprocessorOpts();
  llvm::StringSet<> macros;
  for (const auto &[macro, undefined] : preprocessor.Macros)
    if (!isDrivers(macroName(macro)))
      macros.insert(macroName(macro));
  // A folder's own headers go first, and for what the command line includes those where it runs.
  std::vector<std::string> folders;
  for (const auto &entry : invocation.getHeaderSearchOpts().UserEntries)
    if (entry.Group == clang::frontend::Angled)
      folders.push_back(entry.Path);
  const auto has = [&](llvm::StringRef folder, llvm::StringRef name) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    return files.exists(path);
  };
  for (const std::string &name : preprocessor.Includes)
    if (has("", name))
      return false;
  // __FILE__ of a header would be another.
  const auto isRenamed = [&](llvm::StringRef path) {
    return llvm::any_of(invocation.getLangOpts().MacroPrefixMap,
                        [&](const auto &entry) { return path.starts_with(entry.first); });
  };
  std::vector<llvm::StringRef> includes;
  while (!record.empty()) {
    llvm::StringRef line;
    std::tie(line, record) = record.split('\n');
    if (line.consume_front("name ")) {
      if (!macros.empty() && macros.contains(line))
        return false;
    } else if (line.consume_front("include ")) {
      includes.push_back(line);
      for (const std::string &folder : folders)
        if (has(folder, line))
          return false;
    } else if (line.consume_front("file ")) {
      const auto [before, path] = line.split(' ');
      if (state(path.str(), files) != before || isRenamed(path))
        return false;
    } else if (line.consume_front("folder ")) {
      // Packages come and go: what counts is what was looked for.
      const auto [found, path] = line.split(' ');
      if (hashOfFound(path, includes, files) != found)
        return false;
    } else if (line.consume_front("absent ")) {
      if (files.exists(line))
        return false;
    }
  }
  return true;
}

/// The record of headers that were written to their end, without its seal; else nothing.
std::optional<llvm::StringRef> sealedRecord(llvm::StringRef file, const std::string &headersFile) {
  const auto headers = llvm::MemoryBuffer::getFile(headersFile, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/false);
  const size_t last = file.drop_back(file.empty() ? 0 : 1).rfind('\n');
  if (!headers || last == llvm::StringRef::npos)
    return std::nullopt;
  const llvm::StringRef record = file.take_front(last + 1);
  if (file.substr(last + 1) != seal(record, (*headers)->getBuffer()))
    return std::nullopt;
  return record;
}

} // namespace

bool precompileHeaders(const CudaEnvironment &environment) {
  constexpr const char *Source = "/.warpsmith/precompiled.cu";
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(Source, 0, llvm::MemoryBuffer::getMemBuffer("", Source));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  files->pushOverlay(memory);
  // As warpsmith's own parse sees them.
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> seen =
      environment.lenient && environment.cudaPath.empty()
          ? withoutToolkitHeaders(files)
          : llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(files);
  const clang::tooling::FixedCompilationDatabase none("/", {});
  clang::tooling::ClangTool tool(none, {Source}, std::make_shared<clang::PCHContainerOperations>(),
                                 embeddedHeaders(seen));
  tool.clearArgumentsAdjusters();
  tool.appendArgumentsAdjuster(cudaArguments(environment));
  PrecompileFactory factory;
  if (tool.run(&factory) != 0)
    return false;
  const std::string temporary = factory.place + ".new", final = factory.place + ".pch";
  const auto headers = llvm::MemoryBuffer::getFile(temporary);
  std::error_code code = headers.getError();
  if (!code)
    code = llvm::sys::fs::rename(temporary, final);
  if (code) {
    llvm::WithColor::error(llvm::errs())
        << "cannot write '" << final << "': " << code.message() << "\n";
    return false;
  }
  factory.record += seal(factory.record, (*headers)->getBuffer());
  if (llvm::Error error = llvm::writeToOutput(factory.place + ".txt", [&](llvm::raw_ostream &text) {
        text << factory.record;
        return llvm::Error::success();
      })) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::WithColor::error(llvm::errs()),
                                "cannot write '" + factory.place + ".txt': ");
    return false;
  }
  return true;
}

void usePrecompiledHeaders(CompilerInvocation &invocation, llvm::vfs::FileSystem &files) {
  if (std::getenv("WARPSMITH_NO_PRECOMPILED_HEADERS"))
    return;
  const std::string place = placeFor(invocation);
  const auto file = llvm::MemoryBuffer::getFile(place + ".txt");
  if (!file)
    return;
  const auto record = sealedRecord((*file)->getBuffer(), place + ".pch");
  if (!record || !holds(*record, invocation, files))
    return;
  clang::PreprocessorOptions &preprocessor = invocation.getPreprocessorOpts();
  preprocessor.Includes.clear();
  preprocessor.ImplicitPCHInclude = place + ".pch";
  // What Clang would compare has been.
  preprocessor.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
}

} // namespace warpsmith::frontend
