#include "rewriter/tool/ReducedSource.h"
#include <gtest/gtest.h>

namespace warpsmith::tool {
namespace {

std::string without(const std::set<unsigned> &lines, std::string text) {
  removeDeclarations(text, lines);
  // Blanks at the end of lines are of no interest.
  for (size_t at = text.find(" \n"); at != std::string::npos; at = text.find(" \n"))
    text.erase(at, 1);
  return text;
}

TEST(ReducedSource, DeclarationsGoWhole) {
  EXPECT_EQ(without({2}, "int f() {\n  g();\n}\nint h();\n"), "\n\n\nint h();\n");
  EXPECT_EQ(without({1}, "struct S {\n  int m() { return 0; }\n} s;\nint h;\n"), "\n\n\nint h;\n");
  EXPECT_EQ(without({3}, "int a = 1, b = {\n  2};\nint c;\n"), "int a = 1, b = {\n  2};\n\n");
  EXPECT_EQ(without({2}, "template <int N>\nvoid f() { if (N) { x(); } else { y(); } }\nint c;\n"),
            "\n\nint c;\n");
  EXPECT_EQ(without({2}, "int c;\nint f() { g(); }"), "int c;\n                ");
}

TEST(ReducedSource, NamespacesStay) {
  EXPECT_EQ(without({2}, "namespace n {\nint f() { return g(); }\nint h();\n} // n\nint k;\n"),
            "namespace n {\n\nint h();\n} // n\nint k;\n");
  EXPECT_EQ(without({2}, "extern \"C\" {\nint f() { return g(); }\n}\nint k;\n"),
            "extern \"C\" {\n\n}\nint k;\n");
}

TEST(ReducedSource, DirectivesStay) {
  EXPECT_EQ(without({1, 4}, "#include \"x.h\"\nint f() {\n#ifdef A\n  g();\n#endif\n}\nint k;\n"),
            "\n\n#ifdef A\n\n#endif\n\nint k;\n");
}

TEST(ReducedSource, GeneratedCodeStays) {
  std::string text = "// warpsmith: begin f\nint f() { g(); }\n// warpsmith: end\n";
  EXPECT_FALSE(removeDeclarations(text, {2}));
}

TEST(ReducedSource, FencesGo) {
  EXPECT_EQ(without({1, 4}, "```cuda\nint f();\nint g();\n```\n"), "\nint f();\nint g();\n\n");
  EXPECT_EQ(without({1}, "```cuda\n__global__ void f() {}\n"), "\n__global__ void f() {}\n");
}

TEST(ReducedSource, ErrorsOfIncludedFilesAreTheDirectives) {
  const std::string messages = "In file included from /a/main.cu:1:\n"
                               "In file included from /a/x.cu:7:\n"
                               "/a/y.h:6:1: error: no\n/a/y.h:8:1: error: no\n"
                               "In file included from /a/main.cu:2:\n"
                               "/a/z.h:6:1: error: no\n/a/x.cu:9:1: error: no\n";
  using Lines = std::map<std::string, std::set<unsigned>>;
  EXPECT_EQ(errorLines(messages, {"/a/x.cu"}), (Lines{{"/a/x.cu", {7, 9}}}));
  EXPECT_EQ(errorLines(messages, {"/a/x.cu", "/a/y.h"}),
            (Lines{{"/a/x.cu", {9}}, {"/a/y.h", {6, 8}}}));
}

TEST(ReducedSource, MissingHeadersAreThoseThatHaveAPlace) {
  EXPECT_EQ(missingHeader("/a/x.cu:1:1: fatal error: 'Eigen/Dense' file not found\n"),
            "Eigen/Dense");
  EXPECT_EQ(missingHeader("/a/x.cu:1:1: fatal error: '../x.h' file not found\n"), "");
  EXPECT_EQ(missingHeader("/a/x.cu:1:1: fatal error: '/x.h' file not found\n"), "");
  EXPECT_EQ(missingHeader("/a/x.cu:1:1: error: 'x' is not declared\n"), "");
}

TEST(ReducedSource, ErrorsOfAnotherFileAreOthers) {
  const std::string messages = "/a/x.cu:3:4: error: no\n/a/x.cu:5:4: warning: hm\n"
                               "/a/y.cu:6:1: error: no\n/a/x.cu:9:1: fatal error: no\n";
  EXPECT_EQ(errorLines(messages, {"/a/x.cu"}),
            (std::map<std::string, std::set<unsigned>>{{"/a/x.cu", {3, 9}}}));
}

} // namespace
} // namespace warpsmith::tool
