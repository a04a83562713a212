// Contractions extracted from snippets, and nvcc's flags.
#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

namespace warpsmith::frontend {
namespace {

TranslationUnit analyse(const std::string &code, std::vector<std::string> flags = {}) {
  TranslationUnit unit;
  const clang::tooling::FixedCompilationDatabase compilations("/", flags);
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(embeddedHeaders());
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile("/input.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(code));
  files->pushOverlay(memory);
  clang::tooling::ClangTool tool(compilations, {"/input.cu"},
                                 std::make_shared<clang::PCHContainerOperations>(), files);
  tool.clearArgumentsAdjusters();
  tool.appendArgumentsAdjuster(cudaArguments({}));
  struct Factory : clang::tooling::FrontendActionFactory {
    TranslationUnit *unit;
    std::unique_ptr<clang::FrontendAction> create() override { return makeAnalysis({}, *unit); }
  } factory;
  factory.unit = &unit;
  EXPECT_EQ(tool.run(&factory), 0) << code;
  return unit;
}

std::string product(const std::string &body, const std::string &before = "") {
  return before + R"(
__global__ void kernel(int n, int m, int p, float x, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < m) {
)" + body +
         R"(
  }
}
void run(float *a) { kernel<<<1, 2>>>(1, 2, 3, 4.0f, a, a, a); }
)";
}

Contraction contractionOf(const std::string &code) {
  const TranslationUnit unit = analyse(code);
  EXPECT_EQ(unit.kernels.size(), 1u);
  EXPECT_EQ(unit.kernels.at(0).contractions.size(), 1u) << unit.kernels.at(0).reason;
  return unit.kernels.at(0).contractions.empty() ? Contraction()
                                                 : unit.kernels.at(0).contractions[0];
}

TEST(Frontend, StepKeepsTheSourcesGrouping) {
  const auto step = [](const std::string &statement) {
    return describe(*contractionOf(product("float s = 0; for (int k = 0; k < p; ++k) " + statement +
                                           " c[i * m + j] = s;"))
                         .update);
  };
  EXPECT_EQ(step("s += x * a[i * p + k] * b[k * m + j];"), "sum + x * A * B");
  EXPECT_EQ(step("s += a[i * p + k] * (x * b[k * m + j]);"), "sum + A * (x * B)");
  EXPECT_EQ(step("s += x * (b[k * m + j] * a[i * p + k]);"), "sum + x * (B * A)");
  EXPECT_EQ(step("{ float t = b[k * m + j]; s = t * a[i * p + k] + s; }"), "B * A + sum");
  EXPECT_EQ(step("s += 2 * a[i * p + k] * b[k * m + j];"), "sum + 2.0f * A * B");
}

TEST(Frontend, TheSumMayLiveInTheOutput) {
  const Contraction contraction = contractionOf(
      product("c[i * m + j] = x; for (int k = 0; k < p; ++k) c[i * m + j] = c[i * m + j] + "
              "a[i * p + k] * b[k * m + j]; c[i * m + j] *= x;"));
  EXPECT_TRUE(contraction.sumInOutput);
  EXPECT_EQ(describe(*contraction.initial), "x");
  EXPECT_EQ(describe(*contraction.result), "sum * x");
}

TEST(Frontend, EveryKernelGetsAVerdict) {
  const TranslationUnit unit =
      analyse(product("c[i] = a[j];") + "__global__ void other(int *p) { *p = 1; }");
  ASSERT_EQ(unit.kernels.size(), 2u);
  EXPECT_EQ(unit.kernels[0].status, KernelVerdict::Status::Missed);
  EXPECT_EQ(unit.kernels[1].kernel, "other");
  EXPECT_FALSE(unit.kernels[1].reason.empty());
}

TEST(Frontend, LaunchTextIsFoundWhateverItsSpacing) {
  const std::string code = product("float s = 0; for (int k = 0; k < p; ++k) s += a[i * p + k] * "
                                   "b[k * m + j]; c[i * m + j] = s;") +
                           "void again(float *a, cudaStream_t t) {\n"
                           "  kernel /* here */ <<< dim3(1), 2, 0, t >>> (1, 2, 3, 4.0f,\n a, a, "
                           "a);\n}\n";
  const TranslationUnit unit = analyse(code);
  ASSERT_EQ(unit.kernels.at(0).syntax.launches.size(), 2u);
  const LaunchSyntax &launch = unit.kernels[0].syntax.launches[1];
  EXPECT_EQ(code.substr(launch.nameOffset, launch.nameLength), "kernel");
  EXPECT_EQ(code.substr(launch.openOffset, 3), "<<<");
  EXPECT_EQ(code.substr(launch.closeOffset, 3), ">>>");
  EXPECT_EQ(code.substr(launch.argumentsOffset, 1), "1");
  EXPECT_EQ(launch.configurationArguments, 4u);
}

TEST(Frontend, CommentsAreObeyed) {
  const std::string body = product("float s = 0; for (int k = 0; k < p; ++k) s += a[i * p + k] * "
                                   "b[k * m + j]; c[i * m + j] = s;");
  EXPECT_EQ(analyse("// warpsmith: keep" + body).kernels.at(0).status, KernelVerdict::Status::Kept);
  EXPECT_EQ(analyse("// warpsmith: off" + body).kernels.at(0).status, KernelVerdict::Status::Kept);
  EXPECT_EQ(analyse("// warpsmith: begin kernel\n// warpsmith: end\n" + body).kernels.at(0).status,
            KernelVerdict::Status::Rewritten);
  EXPECT_EQ(analyse("// warpsmith: begin x\n" + body + "// warpsmith: end\n").kernels.at(0).status,
            KernelVerdict::Status::Generated);
}

TEST(NvccFlags, OnlyNvccsOwnDisappear) {
  EXPECT_EQ(
      withoutNvccFlags({"nvcc",
                        "-arch=sm_90a",
                        "-O3",
                        "--expt-relaxed-constexpr",
                        "-Xptxas",
                        "-v",
                        "-Xcompiler",
                        "-fPIC",
                        "-DN=3",
                        "-gencode",
                        "arch=compute_80,code=sm_80",
                        "-lineinfo",
                        "-x",
                        "cu",
                        "-I",
                        "inc",
                        "-std=c++17",
                        "--threads",
                        "4",
                        "-t4",
                        "--fmad=false",
                        "a.cu"}),
      (clang::tooling::CommandLineArguments{"nvcc", "-O3", "-D__CUDACC_RELAXED_CONSTEXPR__",
                                            "-DN=3", "-x", "cuda", "-Iinc", "-std=c++17", "a.cu"}));
  // A value that looks like a flag belongs to the flag before it, also for the program's own name.
  EXPECT_EQ(withoutNvccFlags({"-arch", "-ccbin", "g++", "b.cu"}),
            (clang::tooling::CommandLineArguments{"-arch", "b.cu"}));
}

std::string arithmetic(const clang::tooling::CommandLineArguments &command) {
  auto flags = floatingPointFlags(command);
  return flags ? flags->str() : "error: " + llvm::toString(flags.takeError());
}

TEST(NvccFlags, SayWhatArithmeticIs) {
  EXPECT_EQ(arithmetic({"nvcc", "a.cu"}), "");
  EXPECT_EQ(arithmetic({"nvcc", "-fmad=true", "--ftz", "false", "-prec-div=true"}), "");
  EXPECT_EQ(arithmetic({"nvcc", "-fmad", "false"}), "-fmad=false");
  EXPECT_EQ(arithmetic({"nvcc", "--fmad=false", "-ftz=true"}), "-fmad=false -ftz=true");
  EXPECT_EQ(arithmetic({"nvcc", "-fmad=false", "-fmad=true"}), "");
  EXPECT_EQ(arithmetic({"nvcc", "--prec-sqrt=false", "-prec-div", "false"}),
            "-prec-div=false -prec-sqrt=false");
  EXPECT_EQ(arithmetic({"nvcc", "-use_fast_math"}), "-use_fast_math");
  EXPECT_EQ(arithmetic({"nvcc", "-prec-div=true", "--use_fast_math", "-fmad=false"}),
            "-use_fast_math -fmad=false -prec-div=true");
  // Of the host's compiler, of ptxas, of the program's name.
  EXPECT_EQ(arithmetic({"nvcc", "-Xcompiler", "-ffast-math", "-Xptxas", "-fmad=false"}), "");
  EXPECT_EQ(arithmetic({"-fmad=false", "a.cu"}), "");
  EXPECT_EQ(arithmetic({"nvcc", "-fmad=off"}),
            "error: -fmad=off: expected true or false, as nvcc does");
  EXPECT_EQ(arithmetic({"nvcc", "-fmad"}), "error: -fmad: expected true or false, as nvcc does");
  EXPECT_EQ(arithmetic({"clang++", "-ffp-contract=off"}), "-fmad=false");
  EXPECT_EQ(arithmetic({"clang++", "-ffp-contract=on"}), "-ffp-contract=on");
  EXPECT_EQ(arithmetic({"clang++", "-ffp-contract=on", "-ffp-contract=fast"}), "");
  EXPECT_EQ(arithmetic({"clang++", "-ffast-math", "-ffp-contract=fast"}), "-ffast-math");
}

} // namespace
} // namespace warpsmith::frontend
