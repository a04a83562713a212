// The check of rewritten text against its original, in the emulator.
#include "rewriter/tool/Verification.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <gtest/gtest.h>

namespace warpsmith {
namespace {

constexpr const char *Original = R"(
__global__ void gemm(int ni, int nj, int nk, float alpha, float beta, float *a, float *b,
                     float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj) {
    c[i * nj + j] *= beta;
    for (int k = 0; k < nk; ++k)
      c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
  }
}
)";

/// A rewrite that starts its own kernel, with this statement in it for each element (i, j).
std::string rewrittenAs(const std::string &statement) {
  return std::string(Original) + R"(
namespace gemm_rewritten {
__global__ void kernel(int ni, int nj, int nk, float alpha, float beta, float *a, float *b,
                       float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj) {
    float sum = c[i * nj + j] * beta;
    for (int k = 0; k < nk; ++k)
      sum += alpha * a[i * nk + k] * b[k * nj + j];
    )" + statement +
         R"(
  }
}
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, int ni, int nj,
                   int nk, float alpha, float beta, float *a, float *b, float *c) {
  kernel<<<grid, block, sharedBytes, stream>>>(ni, nj, nk, alpha, beta, a, b, c);
}
}
)";
}

/// The first rewrite with the second in the place of what it leaves its launches to.
std::string withAlternative(std::string first, const std::string &second) {
  const std::string opening = "namespace gemm_rewritten {";
  const size_t begin = second.find(opening) + opening.size();
  return first.insert(first.find(opening) + opening.size(),
                      "\nnamespace otherwise {" + second.substr(begin));
}

/// A rewrite with a group of two, whose launch is this statement: `x` and `y` are what was pending,
/// `together` is a kernel that computes both.
std::string withGroup(const std::string &statement) {
  return rewrittenAs("c[i * nj + j] = sum;") + R"(
namespace gemm_rewritten {
struct Pending {
  dim3 grid, block;
  size_t sharedBytes;
  int ni, nj, nk;
  float alpha, beta, *a, *b, *c;
  void launch() const {
    gemm_rewritten::launch(grid, block, sharedBytes, 0, ni, nj, nk, alpha, beta, a, b, c);
  }
};
inline Pending pending(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t, int ni, int nj,
                       int nk, float alpha, float beta, float *a, float *b, float *c) {
  return {grid, block, sharedBytes, ni, nj, nk, alpha, beta, a, b, c};
}
namespace with_gemm {
__global__ void together(Pending x, Pending y, float more) {
  const Pending &p = blockIdx.z ? y : x;
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < p.ni && j < p.nj) {
    float sum = p.c[i * p.nj + j] * p.beta;
    for (int k = 0; k < p.nk; ++k)
      sum += p.alpha * p.a[i * p.nk + k] * p.b[k * p.nj + j];
    p.c[i * p.nj + j] = blockIdx.z ? sum + more : sum;
  }
}
inline void launch(Pending x, Pending y) {
  const dim3 grid(20, 20, 2);
  )" + statement +
         R"(
}
}
}
)";
}

tool::Verification checked(const std::string &text, Numerics numerics = Numerics::BitExact,
                           const std::string &original = Original, bool hasAlternative = false,
                           const std::vector<verify::RewrittenGroup> &groups = {},
                           const std::vector<std::string> &arguments = {}) {
  Contraction contraction = test::gemm(ElementType::F32);
  contraction.kernel = "gemm";
  contraction.qualifiedKernel = "::gemm";
  Schedule schedule;
  schedule.numerics = numerics;
  if (hasAlternative)
    schedule.otherwise = std::make_shared<Schedule>(schedule);
  tool::VerifiedFile file;
  file.text = text;
  file.original = original;
  file.name = "gemm.cu";
  file.folder = ".";
  file.arguments = arguments;
  return tool::verify({{{{contraction, schedule}}, "gemm_rewritten"}}, groups, file);
}

TEST(Verification, TheSameBitsPass) {
  const auto result = checked(rewrittenAs("c[i * nj + j] = sum;"));
  EXPECT_FALSE(result.wrong);
  EXPECT_TRUE(result.messages.empty()) << result.messages[0];
}

TEST(Verification, AnotherValueIsFound) {
  const auto result = checked(rewrittenAs("c[i * nj + j] = i == ni - 1 && j == nj - 1 ? 0 : sum;"));
  EXPECT_TRUE(result.wrong);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_NE(result.messages[0].find("'gemm' and the original have different results for 45x37x29: "
                                    "element 1664 is 0, not "),
            std::string::npos)
      << result.messages[0];
}

TEST(Verification, AStoreBesideTheOutputIsFound) {
  EXPECT_TRUE(checked(rewrittenAs("c[i * nj + j] = sum; c[ni * nj] = 0;")).wrong);
}

TEST(Verification, AnotherRoundingIsWithinFp32Alone) {
  const std::string text = rewrittenAs("c[i * nj + j] = sum * 1.0000003f;");
  EXPECT_TRUE(checked(text).wrong);
  EXPECT_FALSE(checked(text, Numerics::Fp32).wrong);
}

TEST(Verification, ProductsAreFusedAsTheCommandSays) {
  const auto check = [](const std::string &step, const std::vector<std::string> &command) {
    std::string text = rewrittenAs("c[i * nj + j] = sum;");
    const std::string own = "sum += alpha * a[i * nk + k] * b[k * nj + j];";
    return checked(text.replace(text.find(own), own.size(), step), Numerics::BitExact, Original,
                   false, {}, command)
        .wrong;
  };
  const std::string fused = "sum = fmaf(alpha * a[i * nk + k], b[k * nj + j], sum);",
                    separate =
                        "sum = __fadd_rn(__fmul_rn(alpha * a[i * nk + k], b[k * nj + j]), sum);";
  EXPECT_FALSE(check(fused, {"nvcc", "-c"}));
  EXPECT_TRUE(check(separate, {"nvcc", "-c"}));
  EXPECT_TRUE(check(fused, {"nvcc", "-fmad=false", "-c"}));
  EXPECT_TRUE(check(fused, {"nvcc", "--fmad", "false"}));
}

TEST(Verification, ANaNStaysOneWhateverItsPayload) {
  const auto check = [](const std::string &before, const std::string &now, Numerics numerics) {
    const std::string first = "if (i == 0 && j == 0)\n      c[0] = ";
    std::string text = rewrittenAs("c[i * nj + j] = sum;\n    " + first + now + ";");
    const std::string end = "* b[k * nj + j];\n"; // the original's loop is the first one
    const size_t at = text.find(end) + end.size();
    return checked(text.insert(at, "    " + first + before + ";\n"), numerics).wrong;
  };
  for (const Numerics numerics : {Numerics::BitExact, Numerics::Fp32}) {
    EXPECT_FALSE(check("__int_as_float(0x7fc00001)", "__int_as_float(0xffc00002)", numerics));
    EXPECT_TRUE(check("__int_as_float(0x7fc00001)", "1.0f", numerics));
    EXPECT_TRUE(check("1.0f", "__int_as_float(0x7fc00001)", numerics));
    EXPECT_TRUE(check("INFINITY", "-INFINITY", numerics));
    EXPECT_FALSE(check("INFINITY", "INFINITY", numerics));
  }
  EXPECT_TRUE(check("0.0f", "-0.0f", Numerics::BitExact));
}

TEST(Verification, AGroupIsComparedAsOne) {
  const auto check = [](const std::string &statement) {
    return checked(withGroup(statement), Numerics::BitExact, Original, false,
                   {{{0, 0}, "::gemm_rewritten::with_gemm::launch"}});
  };
  const auto right = check("together<<<grid, x.block>>>(x, y, 0);");
  EXPECT_TRUE(right.messages.empty()) << right.messages[0];
  const auto second = check("together<<<grid, x.block>>>(x, y, 1);");
  EXPECT_TRUE(second.wrong);
  ASSERT_FALSE(second.messages.empty());
  EXPECT_NE(second.messages[0].find("the rewritten 'gemm+gemm' and the original have "
                                    "different results for 45x37x29+7x5x3: element "),
            std::string::npos)
      << second.messages[0];
  const auto apart = check("x.launch(); y.launch();");
  EXPECT_FALSE(apart.wrong);
  ASSERT_FALSE(apart.messages.empty());
  EXPECT_EQ(apart.messages[0], "one launch for 'gemm' and 'gemm' is not verified: only one launch "
                               "after the other ran");
}

TEST(Verification, ARewriteThatNeverRunsIsNotVerified) {
  std::string text = rewrittenAs("c[i * nj + j] = sum;");
  const size_t at = text.find("  kernel<<<");
  text.replace(at, 8, "  gemm");
  const auto result = checked(text);
  EXPECT_FALSE(result.wrong);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_NE(result.messages[0].find("only the original ran"), std::string::npos);
}

TEST(Verification, EachOfTwoAlternativesIsCompared) {
  const std::string right = rewrittenAs("c[i * nj + j] = sum;");
  const std::string wrong = rewrittenAs("c[i * nj + j] = sum + 1;");
  const auto check = [](const std::string &first, const std::string &second) {
    return checked(withAlternative(first, second), Numerics::BitExact, Original, true);
  };
  EXPECT_TRUE(check(right, right).messages.empty());
  EXPECT_TRUE(check(wrong, right).wrong);
  const auto result = check(right, wrong);
  EXPECT_TRUE(result.wrong);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_NE(result.messages[0].find("'gemm' and the original have different results"),
            std::string::npos);
}

TEST(Verification, AnAlternativeThatNeverRunsIsNotVerified) {
  std::string first = rewrittenAs("c[i * nj + j] = sum;");
  const std::string second = first;
  first.replace(first.find("  kernel<<<"), 8, "  otherwise::kernel");
  const auto result = checked(withAlternative(first, second), Numerics::BitExact, Original, true);
  EXPECT_FALSE(result.wrong);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_NE(result.messages[0].find("alternative 1 of 'gemm' is not verified"), std::string::npos);
}

TEST(Verification, ARewriteThatDoesNotCompileIsWrong) {
  const auto result = checked(rewrittenAs("c[i * nj + j] = sums;"));
  EXPECT_TRUE(result.wrong);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_NE(result.messages[0].find("does not compile"), std::string::npos) << result.messages[0];
}

std::string replaced(std::string text, const std::string &what, const std::string &by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(Verification, WhatNoKernelNeedsMayBeMissing) {
  const std::string missing = "#include \"nowhere.h\"\n"
                              "int host(float *a) {\n"
                              "  fill(a); // of that header\n"
                              "  return cudaThreadSynchronize();\n"
                              "}\n";
  const auto right = checked(missing + rewrittenAs("c[i * nj + j] = sum;"), Numerics::BitExact,
                             missing + Original);
  EXPECT_FALSE(right.wrong);
  EXPECT_TRUE(right.messages.empty()) << right.messages[0];
  EXPECT_TRUE(checked(missing + rewrittenAs("c[i * nj + j] = sum + 1;"), Numerics::BitExact,
                      missing + Original)
                  .wrong);
}

TEST(Verification, AFileWhoseKernelDoesNotCompileIsNotVerified) {
  const std::string include = "#include \"nowhere.h\"\n";
  const auto result =
      checked(include + replaced(rewrittenAs("c[i * nj + j] = sum;"), "int j = ", "Nowhere j = "),
              Numerics::BitExact, include + replaced(Original, "int j = ", "Nowhere j = "));
  EXPECT_FALSE(result.wrong);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_NE(result.messages[0].find("'nowhere.h' file not found"), std::string::npos)
      << result.messages[0];
}

/// A kernel that keeps its launches, with `from` in its generated text replaced.
tool::Verification checkedResident(const std::string &from = {}, const std::string &to = {}) {
  Contraction contraction = test::gemm(ElementType::F32);
  contraction.kernel = "gemm";
  contraction.qualifiedKernel = "::gemm";
  const Schedule schedule = test::accepted(contraction, "resident");
  const GeneratedKernel generated = generate(contraction, schedule);
  std::string definition = generated.definition;
  if (!from.empty()) {
    const size_t at = definition.find(from);
    EXPECT_NE(at, std::string::npos);
    definition.replace(at, from.size(), to);
  }
  tool::VerifiedFile file;
  for (const std::string &header : generated.deviceHeaders)
    file.text += "#include <" + header + ">\n";
  std::string kernel = Original;
  kernel.insert(kernel.find("{\n") + 2,
                "// warpsmith: begin gemm\n" + generated.insideBody + "// warpsmith: end\n");
  file.text += definition + kernel;
  file.original = Original;
  file.name = "gemm.cu";
  file.folder = ".";
  file.arguments = {"nvcc", "-I" WARPSMITH_SOURCE_DIR "/runtime/include"};
  return tool::verify({{{{contraction, schedule}}, "gemm_rewritten"}}, {}, file);
}

TEST(Verification, AKernelThatKeepsItsLaunchesRunsByTilesAndAsItWas) {
  const auto result = checkedResident();
  EXPECT_FALSE(result.wrong);
  EXPECT_TRUE(result.messages.empty()) << result.messages[0];
}

TEST(Verification, AnotherValueOfATileIsFound) {
  EXPECT_TRUE(checkedResident("const { return sum; }", "const { return sum + 1; }").wrong);
}

TEST(Verification, TilesOfAGridThatDoesNotCoverTheProductAreFound) {
  EXPECT_TRUE(checkedResident("const bool covered =", "const bool covered = true ||").wrong);
}

TEST(Verification, TilesThatNeverRunAreFound) {
  const auto result = checkedResident("const bool covered =", "const bool covered = false &&");
  ASSERT_EQ(result.messages.size(), 1U);
  EXPECT_EQ(result.messages[0], "'gemm' is not verified: only the original ran");
}

} // namespace
} // namespace warpsmith
