#include "runtime/emulator/translate/CompileCommand.h"
#include "rewriter/process/ChildProcess.h"
#include "runtime/emulator/translate/CompilerFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"
#include <map>
#include <tuple>

namespace warpsmith::emulator::translate {
namespace {

constexpr const char *Header = "warpsmith_emulator/emulation.h";
constexpr const char *PrecompiledHeader = "warpsmith_emulator/precompiled.h";

/// Programs see the user's optimisation level alone, as with nvcc, which tells neither host nor
/// device code that it optimises by default; and as this program's own parse does.
Arguments optimizationMacros(const Arguments &userFlags) {
  bool optimizes = false;
  for (const llvm::StringRef flag : userFlags)
    if (flag.starts_with("-O"))
      optimizes = flag != "-O0";
  return optimizes ? Arguments() : Arguments{"-U__OPTIMIZE__", "-D__NO_INLINE__=1"};
}

std::string contractionPlugin() {
  return libraryFolder() + "/libwarpsmith_contraction.so";
}

/// Flags that an emulated file is compiled with, beside the user's own.
Arguments compileFlags(const CompileOptions &options, const Arguments &userFlags = {}) {
  Arguments flags = {
      "-std=c++20", std::string("-O") + options.optimization, "-gline-tables-only", "-fPIC",
      // Each access calls back, each at its own place.
      "-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
      "-tsan-instrument-atomics=0", "-mllvm", "-tsan-instrument-read-before-write=1",
      "-fsanitize=alignment,bounds", "-fsanitize-trap=alignment,bounds", "-fno-sanitize-merge",
      "-ftrap-function=__warpsmith_trap", "-fno-vectorize", "-fno-slp-vectorize",
      // A thread's tile of 16 x 8 as 128 statements, each with its checks, takes seconds to compile
      // and runs no faster.
      "-mllvm", "-pragma-unroll-threshold=200",
      // Each variable at a place of its own, by which the registers of wgmma are known.
      "-mllvm", "-no-stack-coloring",
      // Kernels are not C++ libraries: what their authors' nvcc accepts, this does.
      "-Wno-unknown-pragmas", "-Wno-unused-command-line-argument", "-Wno-pass-failed",
      "-Wno-writable-strings", "-isystem" + includeFolder()};
  const auto features = llvm::sys::getHostCPUFeatures();
  const auto has = [&](const char *feature) { return features.lookup(feature); };
  if (has("fma") && has("f16c") && has("avx2")) {
    // nvcc contracts products and sums into FMAs across statements (-fmad=true).
    flags.insert(flags.end(),
                 {options.arithmetic.fusesProducts ? "-ffp-contract=fast" : "-ffp-contract=off",
                  "-mfma", "-mf16c", "-mavx2", "-fpass-plugin=" + contractionPlugin()});
  } else {
    llvm::WithColor::warning(llvm::errs(), "warpsmith-emulate")
        << "this CPU has no FMA: products and sums are not contracted as on a GPU\n";
    flags.emplace_back("-ffp-contract=off");
  }
  if (options.sanitize)
    // Its checks as calls: what they take to compile is more than what they take to run.
    flags.insert(flags.end(), {"-fsanitize=address", "-fno-omit-frame-pointer",
                               "-fsanitize-address-use-after-return=never", "-mllvm",
                               "-asan-instrumentation-with-call-threshold=0"});
  const Arguments macros = optimizationMacros(userFlags);
  flags.insert(flags.end(), macros.begin(), macros.end());
  return flags;
}

/// Flags of what comes behind the front end, which headers are precompiled without. Programs that
/// run for seconds, as stencils do, take twice as long with them.
Arguments quickFlags(const CompileOptions &options) {
  if (!options.quick)
    return {};
  // The plugin's passes in place of -O2's, whose option Clang knows once it has loaded it. Nobody
  // looks for variables.
  Arguments flags = {"-Xclang", "-load",
                     "-Xclang", contractionPlugin(),
                     "-mllvm",  "-warpsmith-quick",
                     "-mllvm",  "-experimental-debug-variable-locations=false"};
  // Of machine code generation, what -O0 does. Rounding is settled before.
  for (const char *flag :
       {"-fast-isel", "-regalloc=fast", "-optimize-regalloc=0", "-disable-lsr", "-disable-cgp",
        "-disable-machine-licm", "-disable-machine-cse", "-disable-machine-sink",
        "-disable-branch-fold", "-disable-tail-duplicate", "-disable-block-placement",
        "-enable-misched=0", "-disable-early-ifcvt"})
    flags.insert(flags.end(), {"-mllvm", flag});
  return flags;
}

std::string joined(const Arguments &flags, llvm::StringRef separator) {
  std::string all;
  for (const std::string &flag : flags)
    all += flag + separator.str();
  return all;
}

/// Where the headers precompiled with these flags lie, if they were: Clang takes them for a file
/// that is compiled with the same flags only.
std::string precompiledHeaders(const Arguments &flags) {
  return libraryFolder() + "/emulation-" + llvm::utohexstr(llvm::xxh3_64bits(joined(flags, "\n"))) +
         ".pch";
}

/// Whether the headers say the same with these flags of the user: those that name folders, or give
/// them other names, macros that no system header reads, and what is not warned of or how many
/// errors are told.
bool leavesHeaders(const Arguments &userFlags) {
  for (llvm::StringRef flag : userFlags) {
    if (flag.consume_front("-ffile-prefix-map=")) {
      const llvm::StringRef renamed = flag.split('=').first;
      if (llvm::StringRef(includeFolder()).starts_with(renamed) ||
          llvm::StringRef("/usr/").starts_with(renamed) || renamed.starts_with("/usr/"))
        return false;
    } else if (flag.starts_with("-D_") || flag.starts_with("-DNDEBUG")) {
      if (!flag.starts_with("-D__CUDA_ARCH__=")) // which no header of the host's reads
        return false;
    } else if (!flag.starts_with("-I") && !flag.starts_with("-D") && !flag.starts_with("-Wno-") &&
               !flag.starts_with("-ferror-limit=")) {
      return false;
    }
  }
  return true;
}

/// Of a file's contents, or of the names and contents of all that is in a folder.
std::error_code hashOf(const std::string &path, uint64_t &hash) {
  if (!llvm::sys::fs::is_directory(path)) {
    const auto contents = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                      /*RequiresNullTerminator=*/false);
    if (contents)
      hash = llvm::xxh3_64bits((*contents)->getBuffer());
    return contents.getError();
  }
  std::error_code code;
  std::map<std::string, uint64_t> files;
  llvm::sys::fs::recursive_directory_iterator entry(path, code);
  for (; !code && entry != llvm::sys::fs::recursive_directory_iterator(); entry.increment(code))
    if (llvm::sys::fs::is_regular_file(entry->path())) // an editor leaves links to nothing
      if (const std::error_code unread = hashOf(entry->path(), files[entry->path()]))
        return unread;
  std::string all;
  for (const auto &[file, contents] : files)
    all += file.substr(path.size()) + "\n" + llvm::utohexstr(contents) + "\n";
  hash = llvm::xxh3_64bits(all);
  return code;
}

constexpr llvm::StringLiteral CrashReport = "PLEASE submit a bug report";

bool crashed(const std::string &messages) {
  const auto file = llvm::MemoryBuffer::getFile(messages);
  return file && (*file)->getBuffer().contains(CrashReport);
}

/// Prints what the compiler said; of a crash, that it was one and where.
void tellMessages(const std::string &messages) {
  const auto file = llvm::MemoryBuffer::getFile(messages);
  const llvm::StringRef text = file ? (*file)->getBuffer() : llvm::StringRef();
  const size_t crash = text.find(CrashReport);
  if (crash == llvm::StringRef::npos) {
    llvm::errs() << text;
    return;
  }
  // Each line of the dump begins with a number: the last pass, before the addresses, says most.
  llvm::StringRef last;
  for (llvm::StringRef rest = text.substr(crash); !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (llvm::StringRef words = line; !words.empty() && llvm::isDigit(words[0]))
      last = words.drop_while(llvm::isDigit).ltrim(".\t ");
  }
  llvm::WithColor::error(llvm::errs(), "warpsmith-emulate")
      << "the compiler crashed on this program"
      << (last.empty() || last.starts_with("Program arguments") ? "" : ": ") << last << "\n";
}

} // namespace

bool compileTranslated(const CompileOptions &options, const Arguments &userFlags,
                       const Arguments &files, const std::string &messages) {
  const Arguments flags = compileFlags(options, userFlags);
  // What a crash leaves behind otherwise is a copy of the program among the temporary files.
  const Arguments plain = {"-fno-crash-diagnostics"};
  const auto compile = [&](const Arguments &headers, const Arguments &quick) {
    Arguments whole = {compilerProgram(), "-x", "c++"};
    for (const Arguments *part : {&flags, &quick, &headers, &plain, &userFlags, &files})
      whole.insert(whole.end(), part->begin(), part->end());
    return runCommand(whole, messages);
  };
  const std::string precompiled = precompiledHeaders(flags);
  const auto compileWith = [&](const Arguments &quick) {
    // Clang would not look whether system headers, as the emulator's are, have changed since. A
    // macro of the user's that a header defines or asks for is to be seen by the header.
    return (leavesHeaders(userFlags) && llvm::sys::fs::exists(precompiled) &&
            compile({"-include-pch", precompiled, "-Xclang", "-fmodules-validate-system-headers",
                     "-Werror=macro-redefined"},
                    quick)) ||
           compile({"-include", Header}, quick);
  };
  const Arguments quick = quickFlags(options);
  // Clang's faster ways to machine code are tried less than its usual ones.
  const bool compiled =
      compileWith(quick) || (!quick.empty() && crashed(messages) && compileWith({}));
  tellMessages(messages);
  return compiled;
}

bool precompileHeaders(const CompileOptions &options) {
  const Arguments flags = compileFlags(options);
  const std::string output = precompiledHeaders(flags);
  const std::string temporary = output + ".new";
  Arguments command = {compilerProgram(), "-x", "c++-header"};
  command.insert(command.end(), flags.begin(), flags.end());
  // What the headers instantiate is not instantiated anew for each file.
  command.insert(command.end(), {"-fpch-instantiate-templates",
                                 includeFolder() + "/" + PrecompiledHeader, "-o", temporary});
  return runCommand(command) && !llvm::sys::fs::rename(temporary, output);
}

std::string identity(const CompileOptions &options, const Arguments &more) {
  static int here;
  Arguments parts = {llvm::sys::fs::getMainExecutable(nullptr, &here), includeFolder(),
                     libraryFolder() + "/libwarpsmith_emulator.so", contractionPlugin()};
  parts.insert(parts.end(), more.begin(), more.end());
  std::string text;
  for (const std::string &part : parts) {
    uint64_t hash = 0;
    if (const std::error_code code = hashOf(part, hash)) {
      llvm::WithColor::error(llvm::errs(), "warpsmith-emulate")
          << "cannot read '" << part << "': " << code.message() << "\n";
      return {};
    }
    text += llvm::utohexstr(hash) + " " + part + "\n";
  }
  // Clang is large, and changes as a package.
  llvm::sys::fs::file_status compiler;
  llvm::sys::fs::status(compilerProgram(), compiler);
  return text + std::to_string(compiler.getSize()) + ":" +
         std::to_string(compiler.getLastModificationTime().time_since_epoch().count()) + " " +
         compilerProgram() + "\nflags " + joined(compileFlags(options), " ") +
         joined(quickFlags(options), " ") + "\n";
}

bool runCommand(const Arguments &command, std::optional<std::string> messages) {
  const process::Outcome outcome = process::run(command, {std::nullopt, std::move(messages)});
  if (outcome.kind != process::Outcome::Kind::Exited)
    llvm::WithColor::error(llvm::errs(), "warpsmith-emulate")
        << command[0] << ": " << outcome.text() << "\n";
  return outcome.succeeded();
}

} // namespace warpsmith::emulator::translate
