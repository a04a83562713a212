// The header of instructions holds what the rewriter would write into a file.
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/emit/SourceTokens.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace warpsmith;

namespace {

/// Its code, string literals put together: a formatter breaks them where it likes.
std::string codeOf(const std::string &text) {
  std::string code;
  for (const SourceToken &token : tokensOf(text)) {
    if (!token.isCode())
      continue;
    if (token.is(SourceToken::Kind::String) && code.ends_with("\" "))
      code.erase(code.size() - 2).append(token.text.substr(1)).append(" ");
    else
      code.append(token.text).append(" ");
  }
  return code;
}

TEST(WgmmaInstruction, TheHeaderHoldsWhatTheRewriterWrites) {
  const std::string path =
      WARPSMITH_SOURCE_DIR "/runtime/include/warpsmith/device/wgmma_instructions.h";
  const std::string wanted = instructionsHeaderText();
  if (std::getenv("WARPSMITH_UPDATE_DOCS")) // clang-format does the rest
    std::ofstream(path) << wanted.substr(1);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(codeOf(text) == codeOf(wanted)) << "make it anew with WARPSMITH_UPDATE_DOCS=1";
}

TEST(WgmmaInstruction, NamesSayTypesAndHowOperandsLie) {
  using enum ElementType;
  EXPECT_EQ(instructionName({.columns = 64,
                             .part = F16,
                             .typeA = F32,
                             .typeB = F32,
                             .alongKA = true,
                             .alongKB = false}),
            "WgmmaF16AcrossB");
  EXPECT_EQ(instructionName({.columns = 64, .part = U8, .typeA = I8, .typeB = U8}), "WgmmaS8U8");
  EXPECT_EQ(instructionName({.columns = 64, .part = E4M3, .typeA = E5M2, .typeB = E4M3}),
            "WgmmaE5m2E4m3");
  EXPECT_EQ(
      instructionName({.columns = 64, .part = F32, .typeA = F32, .typeB = F32, .fragments = true}),
      "WgmmaTf32Fragments");
}

} // namespace
