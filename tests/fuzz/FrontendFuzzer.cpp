// CUDA source text through the whole rewriter, from the parse to the edits: it must not crash, and
// what it writes must be CUDA that a second run understands and leaves alone.
#include "tests/fuzz/FrontendFuzzer.h"
#include "rewriter/tool/RewriteFile.h"
#include "tests/fuzz/FuzzEnvironment.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace warpsmith::fuzz {
namespace {

struct Request {
  const char *passes;
  Numerics numerics;
};

/// Each recognised input is rewritten by the first one and by one of the others.
constexpr Request Requests[] = {
    {"tile<32;32;8;4;4>", Numerics::BitExact},
    {"tile,pipeline", Numerics::BitExact},
    {"tile<32;64;8;4;4>,pipeline<stages=3>,warp-specialize<dma=2>", Numerics::BitExact},
    {"tile,interleave-fp64<8/32>", Numerics::Fp32},
    {"tile,warp-specialize<fp64=4/16>", Numerics::Fp32},
    {"tile,tensorize<wmma>", Numerics::Fp16},
};

tool::Options optionsFor(const Request &request, const FuzzEnvironment &environment) {
  tool::Options options;
  options.compilations = environment.compilations();
  options.architecture = findArchitecture("sm_90a");
  options.architectures = {options.architecture};
  options.passes = std::get<PassPipeline>(PassPipeline::parse(request.passes));
  options.numerics = request.numerics;
  options.formatStyle = "none";
  return options;
}

tool::RewrittenFile rewrite(llvm::StringRef text, const tool::Options &options,
                            const FuzzEnvironment &environment) {
  return tool::rewriteFiles({{FuzzEnvironment::path(), options}}, 1,
                            [&] { return environment.sourceFiles(text); })
      .front();
}

bool has(const tool::RewrittenFile &file, tool::Remark::Kind kind) {
  return std::any_of(file.remarks.begin(), file.remarks.end(),
                     [&](const tool::Remark &remark) { return remark.kind == kind; });
}

[[noreturn]] void fail(const Request &request, const char *what, const tool::RewrittenFile &first,
                       const std::string &messages) {
  llvm::errs() << "warpsmith::fuzz: with " << request.passes << ": " << what << "\n"
               << messages << first.after;
  std::abort();
}

/// The parse had no errors, with or without consequences; warnings are Clang's own business.
bool isClean(const tool::RewrittenFile &file) {
  const llvm::StringRef messages = file.messages;
  return file.parsed && !messages.contains(": error: ") && !messages.contains("[warpsmith-parse]");
}

/// A file without errors has none after it was rewritten, and its kernels are known again.
void checkRewritten(const tool::RewrittenFile &first, const Request &request,
                    const tool::Options &options, const FuzzEnvironment &environment) {
  const tool::RewrittenFile second = rewrite(first.after, options, environment);
  // A source may forbid names of ours (tests/emulate/Inputs/poisoned.cu); --verify tells that.
  if (!isClean(second) && second.messages.find("poisoned identifier") == std::string::npos)
    fail(request, "the rewritten file has errors", first, second.messages);
  for (const tool::Remark &remark : first.remarks)
    if (remark.kind == tool::Remark::Kind::Rewrote)
      for (const tool::Remark &again : second.remarks)
        if (again.kernel == remark.kernel && again.kind == tool::Remark::Kind::Rewrote)
          fail(request, "a kernel is rewritten twice", first, again.message + "\n");
}

unsigned rewritten = 0;

/// False when no kernel is recognised.
bool run(const Request &request, llvm::StringRef text, const FuzzEnvironment &environment) {
  auto options = optionsFor(request, environment);
  options.explain = &request == std::begin(Requests);
  const auto file = rewrite(text, options, environment);
  const bool rewrote = has(file, tool::Remark::Kind::Rewrote);
  if (rewrote && isClean(file))
    checkRewritten(file, request, options, environment);
  rewritten += rewrote && &request == std::begin(Requests);
  return rewrote || has(file, tool::Remark::Kind::Refused);
}

} // namespace

unsigned rewrittenInputs() {
  return rewritten;
}

} // namespace warpsmith::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace warpsmith::fuzz;
  static const FuzzEnvironment Environment;
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  // What the text decides, a second run decides again.
  const Request &second = Requests[1 + llvm::xxh3_64bits(text) % (std::size(Requests) - 1)];
  if (run(Requests[0], text, Environment))
    run(second, text, Environment);
  return 0;
}
