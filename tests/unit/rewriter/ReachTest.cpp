#include "rewriter/reach/CutText.h"
#include "rewriter/reach/ReachedCode.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace warpsmith::reach {
namespace {

/// A kernel file's text without what code that was added to a file does not reach.
std::string cutFor(const std::string &library, const std::string &added) {
  const std::string path = "/added.cc",
                    text = "#include \"/.warpsmith/device/include/warpsmith/file.cuh\"\n" + added;
  EditedFiles files;
  files[path].added.push_back({0, static_cast<unsigned>(text.size())});
  frontend::ParseErrors errors;
  EXPECT_TRUE(clang::tooling::runToolOnCodeWithArgs(
      makeReachAnalysis(files, errors, /*lenient=*/false), text, {"-std=c++23"}, path, "reach",
      std::make_shared<clang::PCHContainerOperations>(),
      {{"/.warpsmith/device/include/warpsmith/file.cuh", library}}));
  EXPECT_EQ(files[path].error, "");
  return cutText(library, "warpsmith/file.cuh", files[path].facts,
                 {0, static_cast<unsigned>(library.size())});
}

TEST(Reach, AnIdleNameMayHaveAnEffect) {
  const std::string library = "struct Pair {\n"
                              "  int a, b;\n"
                              "};\n"
                              "inline int second(const Pair *next) {\n"
                              "  Pair first = *next++;\n"
                              "  Pair idle = *next;\n"
                              "  return next->a + next->b;\n"
                              "}\n";
  const std::string cut = cutFor(library, "int own(Pair *all) { return second(all); }\n");
  EXPECT_NE(cut.find("*next++"), std::string::npos) << cut;
  EXPECT_EQ(cut.find("idle"), std::string::npos) << cut;
}

TEST(Reach, ALabelIsReachedBehindAReturn) {
  const std::string library = "constexpr bool Known = true;\n"
                              "inline int other() { return 1; }\n"
                              "inline int chosen(int which) {\n"
                              "  switch (which) {\n"
                              "  case 1:\n"
                              "    which += 1;\n"
                              "    if (Known)\n"
                              "      return which;\n"
                              "    which += 2;\n"
                              "  case 2:\n"
                              "    return other();\n"
                              "  }\n"
                              "  return 3;\n"
                              "}\n";
  const std::string cut = cutFor(library, "int own(int n) { return chosen(n); }\n");
  EXPECT_NE(cut.find("case 2:\n    return other();"), std::string::npos) << cut;
  EXPECT_NE(cut.find("inline int other()"), std::string::npos) << cut;
  EXPECT_EQ(cut.find("which += 2"), std::string::npos) << cut;
}

TEST(Reach, ALoopKeepsItsRange) {
  const std::string library = "template <typename T>\n"
                              "int count(const T (&rows)[2]) {\n"
                              "  int all = 0;\n"
                              "  for (const T row : rows)\n"
                              "    all += 1;\n"
                              "  return all;\n"
                              "}\n";
  EXPECT_EQ(cutFor(library, "template <typename T> int own(T &rows) { return count(rows); }\n"),
            library);
  EXPECT_EQ(cutFor(library, "int own(int (&rows)[2]) { return count(rows); }\n"), library);
}

TEST(Reach, AddedTextKeepsBothArms) {
  const std::string library = "template <typename T>\n"
                              "int first() {\n"
                              "  return 1;\n"
                              "}\n"
                              "template <typename T>\n"
                              "int second() {\n"
                              "  return 2;\n"
                              "}\n"
                              "constexpr bool Taken = true;\n";
  EXPECT_EQ(cutFor(library, "template <typename T> int own() {\n"
                            "  if constexpr (sizeof(T) && Taken) return first<T>();\n"
                            "  else return second<T>();\n"
                            "}\n"
                            "int all = own<int>();\n"),
            library);
}

TEST(Reach, SomeIfsHaveNoCondition) {
  const std::string library = "constexpr int here() {\n"
                              "  if consteval {\n"
                              "    return 1;\n"
                              "  }\n"
                              "  return 2;\n"
                              "}\n";
  EXPECT_EQ(cutFor(library, "int all = here();\n"), library);
}

} // namespace
} // namespace warpsmith::reach
