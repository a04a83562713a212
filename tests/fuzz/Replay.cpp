// Runs the fuzz target on files, without libFuzzer: whole, cut off at random places, mutated.
#include "tests/fuzz/FrontendFuzzer.h"
#include "tests/fuzz/TokenMutator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>
#include <unistd.h>
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;

cl::OptionCategory category("replay options");
cl::list<std::string> paths(cl::Positional, cl::desc("<.cu file or folder>..."), cl::OneOrMore,
                            cl::cat(category));
cl::opt<unsigned> truncations("truncate", cl::desc("Cut each file off at so many places"),
                              cl::cat(category));
cl::opt<unsigned> mutations("mutate", cl::desc("Mutate each file so often"), cl::cat(category));
cl::opt<unsigned> seed("seed", cl::desc("Of places and mutations (default 1)"), cl::init(1),
                       cl::cat(category));
cl::opt<std::string> share("share", cl::desc("I/N: of every N files the I-th, from 0"),
                           cl::init("0/1"), cl::cat(category));
cl::opt<std::string> crashFile("crash", cl::desc("Where an input that crashes is written"),
                               cl::init("crash.cu"), cl::cat(category));

cl::opt<unsigned> atLeast("at-least", cl::desc("Of so many inputs a kernel must be rewritten"),
                          cl::init(0), cl::cat(category));

constexpr unsigned LimitSeconds = 60;
std::string current, crashPath; // the input under test

void keepInput(void *) {
  if (current.empty())
    return;
  std::error_code code;
  llvm::raw_fd_ostream file(crashPath, code);
  file << current;
  llvm::errs() << "the input was written to " << crashPath << "\n";
}

void run(std::string text) {
  current = std::move(text);
  alarm(LimitSeconds);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(current.data()), current.size());
  alarm(0);
}

std::vector<std::string> sources() {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code code;
    for (fs::recursive_directory_iterator entry(path, code), end; entry != end && !code;
         entry.increment(code))
      if (llvm::sys::path::extension(entry->path()) == ".cu")
        files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int replay() {
  crashPath = crashFile;
  unsigned index = 0, count = 1, inputs = 0;
  const auto [first, last] = llvm::StringRef(share).split('/');
  if (first.getAsInteger(10, index) || last.getAsInteger(10, count) || index >= count) {
    llvm::errs() << "--share: I/N with I < N\n";
    return 1;
  }
  const std::vector<std::string> files = sources();
  for (size_t file = index; file < files.size(); file += count) {
    auto buffer = llvm::MemoryBuffer::getFile(files[file]);
    if (!buffer) {
      llvm::errs() << files[file] << ": " << buffer.getError().message() << "\n";
      return 1;
    }
    const std::string text = (*buffer)->getBuffer().str();
    warpsmith::fuzz::Random random(seed + file); // of its own: a share changes no file's inputs
    run(text);
    for (unsigned place = 0; place < truncations; ++place)
      run(text.substr(0, random() % (text.size() + 1)));
    for (unsigned mutation = 0; mutation < mutations; ++mutation)
      run(warpsmith::fuzz::mutate(text, random));
    inputs += 1 + truncations + mutations;
  }
  const unsigned rewritten = warpsmith::fuzz::rewrittenInputs();
  llvm::outs() << "seed " << seed << ": " << inputs << " inputs, " << rewritten
               << " rewritten, no crash\n";
  return inputs == 0 || rewritten < atLeast; // nothing tested is no success
}

} // namespace

int main(int argc, const char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  llvm::sys::AddSignalHandler(keepInput, nullptr);
  std::signal(SIGALRM, [](int) { std::abort(); });
#if __has_feature(address_sanitizer)
  __sanitizer_set_death_callback([] { keepInput(nullptr); });
#endif
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs the rewriter's fuzz target on files.\n");
  return replay();
}
