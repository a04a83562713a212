// How the text of a kernel file becomes that of one kernel.
#include "rewriter/emit/Specialise.h"
#include "rewriter/emit/SourceTokens.h"
#include <gtest/gtest.h>
#include <stdexcept>

namespace warpsmith::test {
namespace {

KernelFacts oneTile() {
  KernelFacts facts;
  facts.problem = {{"Parts", "1"},  {"ReadsOld", "false"}, {"Packs", "true"},
                   {"A", "__half"}, {"Width", "4"},        {"Bytes", "signed char"}};
  facts.tile = {{"BlockM", "128"}, {"Cluster", "1"}, {"Pairs", "true"}};
  facts.oneTile = true;
  return facts;
}

KernelFacts manyTiles() {
  KernelFacts facts = oneTile();
  facts.tile.clear();
  facts.oneTile = false;
  return facts;
}

/// Lines without indentation and without empty ones: clang-format sets both.
std::string plain(const std::string &text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t first = text.find_first_not_of(' ', at);
    if (first < end)
      result += (result.empty() ? "" : "\n") + text.substr(first, end - first);
    while (!result.empty() && result.back() == ' ')
      result.pop_back();
    at = end + 1;
  }
  return result;
}

std::string one(const std::string &text) {
  return plain(specialised(text, oneTile()));
}

std::string many(const std::string &text) {
  return plain(specialised(text, manyTiles()));
}

std::string reasonFor(const std::string &text) {
  try {
    specialised(text, oneTile());
  } catch (const std::logic_error &error) {
    return error.what();
  }
  return "understood";
}

TEST(SourceTokens, GiveTheTextBack) {
  const std::string text =
      "#if X // why\\\n  more\n  #  endif\n/* a\nb */ a>>b; f<g<int>>(R\"(\n})\", "
      "'}', \"//\"); // end\n\n#pragma unroll";
  EXPECT_EQ(textOf(tokensOf(text)), text);
  EXPECT_EQ(tokensOf(text)[0].text, "#if X // why\\\n  more");
  EXPECT_EQ(tokensOf(text).back().line, 8U);
}

TEST(SourceTokens, TemplateListsAreBrackets) {
  const SourceTokens tokens = tokensOf("f<g<a>, b>(c) < d && i < n");
  const BracketedTokens text(tokens);
  EXPECT_EQ(textOf(tokens, text.partner(1), tokens.size()), ">(c) < d && i < n");
  EXPECT_EQ(text.partner(tokens.size() - 3), NoToken);
}

TEST(Specialise, KeepsOfABranchWhatIsTaken) {
  const std::string text =
      "a;\nif constexpr (Problem::Packs) {\n  b();\n  c();\n} else {\n  d();\n}\ne;";
  EXPECT_EQ(one(text), "a;\nb();\nc();\ne;");
  EXPECT_EQ(one("if constexpr (!Problem::Packs)\n  b();\nelse\n  d();"), "d();");
  EXPECT_EQ(one("if constexpr (Problem::Parts == 2 * 1 - 1 && Tile::BlockM / 64 >= 2)\n  b();"),
            "b();");
  EXPECT_EQ(one("if constexpr (sizeof(typename Problem::A) == 2)\n  b();\nelse\n  d();"), "b();");
}

TEST(Specialise, DropsAStatementWithItsComment) {
  EXPECT_EQ(
      one("a;\n// Kept.\n\n// The old\n// elements.\nif constexpr (Problem::ReadsOld) {\n  b;\n"
          "} // remark\nc;"),
      "a;\n// Kept.\nc;");
  EXPECT_EQ(one("a; // of a\nif constexpr (Problem::ReadsOld)\n  b;\nc;"), "a; // of a\nc;");
  EXPECT_EQ(one("for (;;)\n  if constexpr (Problem::ReadsOld)\n    b;\nc;"), "for (;;)\n{}\nc;");
  EXPECT_EQ(one("#pragma unroll\nif constexpr (Problem::ReadsOld)\n  for (;;)\n    b;\nc;"), "c;");
}

TEST(Specialise, LeavesNoEmptyLineBehind) {
  EXPECT_EQ(specialised("a;\nif constexpr (Problem::ReadsOld)\n  b;\nc;\n", oneTile()), "a;\nc;\n");
  EXPECT_EQ(specialised("a;\n\nif constexpr (Problem::ReadsOld)\n  b;\nc;\n", oneTile()),
            "a;\n\nc;\n");
}

TEST(Specialise, DecidesChains) {
  const std::string chain =
      "if constexpr ($0) {\n  a;\n} else if constexpr ($1) {\n  b;\n} else {\n"
      "  c;\n}";
  const auto with = [&](const std::string &first, const std::string &second) {
    std::string text = chain;
    text.replace(text.find("$0"), 2, first);
    text.replace(text.find("$1"), 2, second);
    return one(text);
  };
  EXPECT_EQ(with("Problem::ReadsOld", "Problem::Packs"), "b;");
  EXPECT_EQ(with("Problem::ReadsOld", "Problem::ReadsOld"), "c;");
  EXPECT_EQ(with("Other", "Problem::Packs"), "if constexpr (Other) {\na;\n} else {\nb;\n}");
  EXPECT_EQ(with("Other", "Problem::ReadsOld"), "if constexpr (Other) {\na;\n} else {\nc;\n}");
  EXPECT_EQ(with("Problem::ReadsOld", "Other"), "if constexpr (Other) {\nb;\n} else {\nc;\n}");
  EXPECT_EQ(with("Other", "More"),
            "if constexpr (Other) {\na;\n} else if constexpr (More) {\nb;\n} else {\nc;\n}");
  EXPECT_EQ(
      one("if constexpr (Other) {\n  a;\n} else if constexpr (Problem::ReadsOld) {\n  b;\n}\nd;"),
      "if constexpr (Other) {\na;\n}\nd;");
}

TEST(Specialise, SimplifiesWhatIsPartlyKnown) {
  EXPECT_EQ(one("if constexpr (Problem::Packs && Aligned)\n  a;"), "if constexpr (Aligned)\na;");
  EXPECT_EQ(one("if constexpr (Aligned && (Problem::ReadsOld || (Wide || More)))\n  a;"),
            "if constexpr (Aligned && (Wide || More))\na;");
  EXPECT_EQ(one("if constexpr (Aligned && Problem::ReadsOld)\n  a;\nb;"), "b;");
  EXPECT_EQ(one("if constexpr (isSame<Problem::A, int> || !(Problem::Packs && More < 3))\n  a;"),
            "if constexpr (isSame<__half, int> || !(More < 3))\na;");
}

TEST(Specialise, LeavesATemplatesTileOpen) {
  const std::string text = "if constexpr (Tile::Pairs && Problem::Packs) {\n  a;\n}";
  EXPECT_EQ(many(text), "if constexpr (Tile::Pairs) {\na;\n}");
  EXPECT_EQ(one(text), "a;");
}

TEST(Specialise, KeepsBracesWhereNamesWouldMeet) {
  EXPECT_EQ(one("{\n  if constexpr (Problem::Packs) {\n    const int row = 1;\n    f(row);\n  }\n"
                "  int row = 2;\n}"),
            "{\n{\nconst int row = 1;\nf(row);\n}\nint row = 2;\n}");
  EXPECT_EQ(
      one("{\n  if constexpr (Problem::Packs) {\n    const int row = 1;\n    f(row);\n  } else {\n"
          "    int row = 2;\n  }\n  g();\n}"),
      "{\nconst int row = 1;\nf(row);\ng();\n}");
  EXPECT_EQ(one("{\n  if constexpr (Problem::Packs) {\n    auto [row, column] = at();\n  }\n  "
                "g(row);\n}"),
            "{\n{\nauto [row, column] = at();\n}\ng(row);\n}");
}

TEST(Specialise, DropsWhatIsNeverReached) {
  EXPECT_EQ(
      one("int f() {\n  if constexpr (Problem::Packs) {\n    a();\n    return 1;\n  }\n  b();\n"
          "  return 2;\n}\nint g();"),
      "int f() {\na();\nreturn 1;\n}\nint g();");
  EXPECT_EQ(one("int f() {\n  if constexpr (Problem::ReadsOld)\n    return 1;\n  return 2;\n}"),
            "int f() {\nreturn 2;\n}");
}

TEST(Specialise, DecidesOrdinaryIf) {
  EXPECT_EQ(one("if (Problem::Packs)\n  a;\nelse\n  b;"), "a;");
  EXPECT_EQ(one("if (Problem::ReadsOld && f())\n  a;\nb;"), "b;");
  EXPECT_EQ(one("if (Problem::Packs && f())\n  a;"), "if (f())\na;");
  EXPECT_EQ(one("if (f() && Problem::ReadsOld)\n  a;"), "if (f() && false)\na;") << "f is called";
}

TEST(Specialise, DecidesInsideExpressions) {
  EXPECT_EQ(one("const auto visit = [&] {\n  if constexpr (Problem::Packs)\n    a;\n  b;\n};"),
            "const auto visit = [&] {\na;\nb;\n};");
}

TEST(Specialise, DecidesConditionalOperators) {
  EXPECT_EQ(one("x = Problem::Packs ? a + b : c;"), "x = a + b;");
  EXPECT_EQ(one("x = Problem::ReadsOld ? a : Problem::Packs ? b : c;"), "x = b;");
  EXPECT_EQ(one("x = Problem::Packs ? Problem::ReadsOld ? a : b : c;"), "x = b;");
  EXPECT_EQ(one("f(a, Problem::Parts > 1 ? g(a, b) : nullptr, c);"), "f(a, nullptr, c);");
  EXPECT_EQ(one("x = 2 * (Problem::Packs ? a + b : c);"), "x = 2 * (a + b);");
  EXPECT_EQ(one("x = 2 * (Problem::Packs ? f<1>(a).b : c);"), "x = 2 * f<1>(a).b;");
  EXPECT_EQ(one("x = f(Problem::Packs ? a : c);"), "x = f(a);");
  EXPECT_EQ(one("f<(Problem::Width > 2 ? 8 : 1)>(a);"), "f<8>(a);");
  EXPECT_EQ(one("f<Problem::Packs ? 8 : 1, 3>(a);"), "f<8, 3>(a);");
  EXPECT_EQ(one("x = f() ? Problem::Packs ? a : b : c;"), "x = f() ? a : c;");
  EXPECT_EQ(one("x = known(Problem::Packs) ? a : b;"), "x = known(true) ? a : b;");
  EXPECT_EQ(one("x = (float)(Problem::Packs ? a : b);"), "x = (float)(a);");
  EXPECT_EQ(one("int a[Problem::Packs ? 2 : 1];"), "int a[2];");
}

TEST(Specialise, DropsCommentsOfConditionalOperators) {
  EXPECT_EQ(one("x = Problem::Packs // why\n        ? a // first\n        : b; // second"),
            "x = a; // second");
  EXPECT_EQ(one("x = Problem::ReadsOld ? a // first\n        : b // other\n;"),
            "x = b // other\n;");
  EXPECT_EQ(one("x = 2 * (Problem::Packs ? a + b // first\n        : c);"), "x = 2 * (a + b);");
  EXPECT_EQ(one("f<Problem::Packs ? g(a, b) // first\n  : 1>(c);"), "f<g(a, b)>(c);");
  EXPECT_EQ(one("f(Problem::Packs ? /* first */ a : b, c);"), "f(a, c);");
  EXPECT_EQ(one("x = Problem::Packs ? f(a, // first\n  b) : c;"), "x = f(a, // first\nb);");
  EXPECT_EQ(one("x = a // left\n * Problem::Parts // right\n + b;"), "x = a // right\n+ b;");
  EXPECT_EQ(one("return Problem::Packs && // why\n a // last\n;"), "return a // last\n;");
  EXPECT_EQ(one("if constexpr (x && // why\n Problem::Packs // last\n)\n  a;"),
            "if constexpr (x)\na;");
}

TEST(Specialise, DecidesFirstOperands) {
  EXPECT_EQ(one("const bool x = Problem::Packs && a;"), "const bool x = a;");
  EXPECT_EQ(one("return Problem::ReadsOld || a < b;"), "return a < b;");
  EXPECT_EQ(one("return Problem::ReadsOld && a && b || c;"), "return c;");
  EXPECT_EQ(one("return (Problem::Packs || a) && b;"), "return b;");
  EXPECT_EQ(one("auto &&x = Problem::Packs;"), "auto &&x = true;");
}

TEST(Specialise, DropsOperandsThatSayNothing) {
  EXPECT_EQ(one("return a && (Problem::Packs || b) && c;"), "return a && c;");
  EXPECT_EQ(one("return a || b && c || Problem::ReadsOld;"), "return a || b && c;");
  EXPECT_EQ(one("if (a && Problem::Packs && (b))\n  f(x);"), "if (a && (b))\nf(x);");
  EXPECT_EQ(one("if (Problem::Packs && (a || b))\n  f(x);"), "if (a || b)\nf(x);");
  // These decide the whole.
  EXPECT_EQ(one("return a && Problem::ReadsOld;"), "return a && false;");
  EXPECT_EQ(one("return f() || Problem::Packs;"), "return f() || true;");
}

TEST(Specialise, DropsFactorsOfOne) {
  EXPECT_EQ(one("x = rows / Problem::Parts + place * Tile::Cluster + rank;"),
            "x = rows + place + rank;");
  EXPECT_EQ(one("x = Tile::Cluster * place + f(a) * Problem::Parts;"), "x = place + f(a);");
  EXPECT_EQ(one("x = Problem::Width * place % Tile::Cluster;"), "x = 4 * place % Tile::Cluster;");
  EXPECT_EQ(many("x = place * Tile::Cluster;"), "x = place * Tile::Cluster;");
}

TEST(Specialise, DropsParenthesesThatAreNotNeeded) {
  EXPECT_EQ(one("x = a + (Problem::Packs ? b * c : d) + e;"), "x = a + b * c + e;");
  EXPECT_EQ(one("x = a - (Problem::Packs ? b + c : d);"), "x = a - (b + c);");
  EXPECT_EQ(one("x = a * (Problem::Packs ? b * c : d);"), "x = a * (b * c);");
  EXPECT_EQ(one("x = -(Problem::Packs ? b * c : d);"), "x = -(b * c);");
  EXPECT_EQ(one("x = a + (Problem::Packs ? -b : d);"), "x = a + (-b);");
  EXPECT_EQ(one("x = a + (Problem::Packs ? b * c : d).e;"), "x = a + (b * c).e;");
}

TEST(Specialise, ConstantsThatBecomeLiteralsGo) {
  const auto body = [](const std::string &text) { return "{\n" + text + "\n}"; };
  EXPECT_EQ(one(body("  const bool packs = Problem::Packs;\n  if (packs && f())\n    a;")),
            body("if (f())\na;"));
  EXPECT_EQ(one(body("  constexpr int Blocks = Problem::Packs ? 1 : 2;\n"
                     "  const int first = Problem::Packs ? 0 : 3;\n"
                     "  x = f<Blocks>(i / Blocks + first, -first);")),
            body("x = f<1>(i, -0);"));
  EXPECT_EQ(one(body("  // Of both.\n  const int one = Problem::Parts;\n  const int two = 2;\n"
                     "  x = one + two;")),
            body("// Of both.\nconst int two = 2;\nx = 1 + two;"));
  EXPECT_EQ(one(body("const int rows = Problem::Width;\nf(rows);")),
            body("const int rows = 4;\nf(rows);"))
      << "the name says more";
  // Others of the name, an address, a directive, another type.
  for (const std::string use :
       {"{\nint one = 2;\n}", "f(&one);", "#pragma unroll one\nfor (;;)\n;"})
    EXPECT_EQ(one(body("const int one = Problem::Parts;\n" + use)),
              body("const int one = 1;\n" + use));
  EXPECT_EQ(one(body("const long one = Problem::Parts;\nf(one);")),
            body("const long one = 1;\nf(one);"));
  EXPECT_EQ(one("struct S {\nconst int one = Problem::Parts;\nint f() { return one; }\n};"),
            "struct S {\nconst int one = 1;\nint f() { return one; }\n};");
}

TEST(Specialise, NamesOfSizesGo) {
  const auto body = [](const std::string &text) { return "{\n" + text + "\n}"; };
  EXPECT_EQ(one(body("const int one = Tile::Cluster;\nf(one);")), body("f(Tile::Cluster);"));
  EXPECT_EQ(one(body("int first = 0, end = problem.k;\nfor (int k = first; k < end; ++k)\nf(k);")),
            body("for (int k = 0; k < problem.k; ++k)\nf(k);"));
  EXPECT_EQ(one(body("const int rows = problem.m, half = rows / 2;\nf(rows, half);")),
            body("const int half = problem.m / 2;\nf(problem.m, half);"));
  // What is assigned to, handed over by reference perhaps, or no size.
  for (const std::string kept :
       {"int end = problem.k;\nend += 2;", "int at = 0;\n++at;", "int end = problem.k;\nf(end);",
        "const int pitch = problem.lda;\nf(pitch);", "const int two = 2;\nf(two);"})
    EXPECT_EQ(one(body(kept)), body(kept));
}

TEST(Specialise, NamesOfTypesGo) {
  const auto body = [](const std::string &text) { return "{\n" + text + "\n}"; };
  EXPECT_EQ(one(body("using A = typename Problem::A;\nconst A *a;\nf<A>(sizeof(A), x.A);")),
            body("const __half *a;\nf<__half>(sizeof(__half), x.A);"));
  // Not where something else has the name, and not those that are not known.
  EXPECT_EQ(one(body("using A = typename Problem::A;\nint A = g();")),
            body("using A = __half;\nint A = g();"));
  EXPECT_EQ(one(body("using X = typename Problem::X;\nX x;")), body("using X = Problem::X;\nX x;"));
}

TEST(Specialise, OtherNamesGo) {
  const auto body = [](const std::string &text) { return "{\n" + text + "\n}"; };
  EXPECT_EQ(one(body("const P &own = Problem::ReadsOld ? moved(problem) : problem;\n"
                     "f(own.c, other.own);")),
            body("f(problem.c, other.own);"));
  // What is made there has no other name; another declaration may have the same.
  for (const std::string kept : {"const P &own = moved(problem);\nf(own.c);",
                                 "const P &own = problem;\neach([&](P own) { f(own); });"})
    EXPECT_EQ(one(body(kept)), body(kept));
}

TEST(Specialise, DeclarationsThatNothingUsesGo) {
  const auto body = [](const std::string &use) {
    return "{\n// What is summed.\n[[maybe_unused]] int product = 0; // of a batch\n"
           "for (;;) {\nif constexpr (Problem::ReadsOld)\nproduct = k;\n" +
           use + "\n}\n}";
  };
  EXPECT_EQ(one(body("f(k);")), "{\n// What is summed.\nfor (;;) {\nf(k);\n}\n}");
  EXPECT_EQ(one(body("f(product);")),
            "{\n// What is summed.\n[[maybe_unused]] int product = 0; // of a batch\n"
            "for (;;) {\nf(product);\n}\n}");
}

TEST(Specialise, ReplacesMembers) {
  EXPECT_EQ(one("typename Problem::A *a; Problem::finish(x); typename Tile::Sum s; Tile::BlockM;"),
            "__half *a; Problem::finish(x); Tile::Sum s; Tile::BlockM;");
  EXPECT_EQ(many("typename Problem::Other o; typename Tile::Sum s;"),
            "Problem::Other o; typename Tile::Sum s;");
  EXPECT_EQ(one("other::Problem::A x;"), "other::Problem::A x;");
  EXPECT_EQ(one("// Problem::A\nf(\"Problem::A\");"), "// Problem::A\nf(\"Problem::A\");");
}

TEST(Specialise, ShortensTemplates) {
  const std::string kernel =
      "/// A kernel.\ntemplate <typename Problem, typename Tile>\n__global__ void "
      "__launch_bounds__(Tile::Threads) kernel(const typename Problem::A *a) {\n"
      "  helper<Problem, Tile, 4>(a);\n  other<Tile>();\n  more<Problem>(a);\n}";
  EXPECT_EQ(one(kernel), "/// A kernel.\nstatic __global__ void __launch_bounds__(Tile::Threads) "
                         "kernel(const __half *a) {\nhelper<4>(a);\nother();\nmore(a);\n}");
  EXPECT_EQ(many(kernel), "/// A kernel.\ntemplate <typename Tile>\n__global__ void "
                          "__launch_bounds__(Tile::Threads) kernel(const __half *a) {\n"
                          "helper<Tile, 4>(a);\nother<Tile>();\nmore(a);\n}");
  EXPECT_EQ(one("template <typename Problem, int Steps, typename Tile = Large>\nvoid f();"),
            "template <int Steps>\nvoid f();");
  EXPECT_EQ(one("template <typename Problem>\nbool f(int x) {\n  return std::is_same_v<Problem, "
                "int>;\n}"),
            "inline bool f(int x) {\nreturn std::is_same_v<Problem, int>;\n}");
  EXPECT_EQ(one("template <typename Problem>\n__device__ __forceinline__ void f();"),
            "__device__ __forceinline__ void f();");
  EXPECT_EQ(one("template <typename Problem>\nusing Part = typename Problem::A;\nPart<Problem> x;"),
            "using Part = __half;\nPart x;");
  EXPECT_EQ(
      one("namespace a {\ntemplate <typename Tile>\nint f();\nstruct S {\n  template <typename "
          "Tile>\n  int g();\n};\n}"),
      "namespace a {\ninline int f();\nstruct S {\nint g();\n};\n}");
  EXPECT_EQ(one("template <> constexpr int f<Tile> = 1;"), "template <> constexpr int f = 1;");
  EXPECT_EQ(one("launch<Problem, Large, Small>();\nkernel<Problem, Tile><<<1, 2>>>(a);"),
            "launch<Large, Small>();\nkernel<<<1, 2>>>(a);");
}

TEST(Specialise, NamesTheLineOfWhatIsNotUnderstood) {
  EXPECT_EQ(reasonFor("a;\n}\n"), "line 2: '}' closes nothing");
  EXPECT_EQ(reasonFor("a;\n\nf(;\n"), "line 3: '(' is not closed");
  EXPECT_EQ(reasonFor("\nif constexpr (int x = 1; x == 1)\n  a;\n"),
            "line 2: an 'if constexpr' with an initialiser");
  EXPECT_EQ(reasonFor("{\n  if constexpr (Problem::Packs)\n}"), "line 3: a statement has no end");
}

const char *const TileText = R"(
struct Before {};
constexpr int Most = 1000, Alignment = 512 + 2 * sizeof(warpsmith::Barrier);
template <typename T>
constexpr int Size = 3;
constexpr int twice(int x) { return 2 * x; }

/// The tile of a block.
template <typename Problem, int Columns, int Steps, int Stages = 2 * Steps>
struct WgmmaTile {
  static constexpr int BlockN = Columns, Deep = Steps * Stages; ///< in elements
  static constexpr bool Wide = Columns > 128;
  static constexpr int Warps = Wide ? BlockN / 64 : Problem::Parts;
  static constexpr long long Bytes = (long long)BlockN * sizeof(typename Problem::A);
  static constexpr int Buffers = Alignment + Bytes <= Most ? 2 : 1, Unknown = Size<int> + twice(2);
  using Self = WgmmaTile;
  int Columns_;
};
)";

TEST(Specialise, InstantiatesStructures) {
  EXPECT_EQ(
      plain(instantiated(TileText, "WgmmaTile", "Tile",
                         {{"Problem", "Problem"}, {"Columns", "256"}, {"Steps", "4"}})),
      "/// The tile of a block.\nstruct Tile {\n"
      "static constexpr int BlockN = 256, Deep = 4 * 2 * 4; ///< in elements\n"
      "static constexpr bool Wide = 256 > 128;\n"
      "static constexpr int Warps = Wide ? BlockN / 64 : Problem::Parts;\n"
      "static constexpr long long Bytes = (long long)BlockN * sizeof(typename Problem::A);\n"
      "static constexpr int Buffers = Alignment + Bytes <= Most ? 2 : 1, Unknown = Size<int> + "
      "twice(2);\nusing Self = Tile;\nint Columns_;\n};");
  EXPECT_THROW(instantiated(TileText, "WgmmaTile", "Tile", {{"Columns", "1"}}), std::logic_error);
  EXPECT_THROW(instantiated(TileText, "Before", "Tile", {}), std::logic_error);
  EXPECT_THROW(instantiated(TileText, "Absent", "Tile", {}), std::logic_error);
}

TEST(Specialise, PrintsAStructuresConstants) {
  const std::string text =
      "struct Tile {\n  static constexpr int M = 2 * 32, N = M;\n"
      "  static constexpr int K = f(M);\n  static constexpr bool Wide = M > 8;\n"
      "  // Of bytes.\n  static constexpr int Bytes = M * K;\n};\n";
  KernelFacts facts;
  facts.tile = constantsOf(text, "Tile", facts);
  EXPECT_EQ(withValues(text, "Tile", facts),
            "struct Tile {\n  static constexpr int M = 64, N = 64,\n  K = f(M);\n"
            "  static constexpr bool Wide = true;\n"
            "  // Of bytes.\n  static constexpr int Bytes = M * K;\n};\n");
}

TEST(Specialise, PutsConstantsOfAStructureIntoOneList) {
  EXPECT_EQ(
      withOneListOfConstants(
          "constexpr int A = 1;\nconstexpr int B = 2;\nstruct Other {\n"
          "  static constexpr int A = 1;\n  static constexpr int B = 2;\n};\n"
          "struct Tile {\n  static constexpr int M = 2;\n  static constexpr int N = f(M, 1);\n"
          "  static constexpr bool Wide = M > 8;\n  // Of bytes.\n"
          "  static constexpr bool High = N > 8;\n  int K;\n"
          "  static constexpr bool Low = !High;\n};\n",
          "Tile"),
      "constexpr int A = 1;\nconstexpr int B = 2;\nstruct Other {\n"
      "  static constexpr int A = 1;\n  static constexpr int B = 2;\n};\n"
      "struct Tile {\n  static constexpr int M = 2,\n  N = f(M, 1);\n"
      "  static constexpr bool Wide = M > 8;\n  // Of bytes.\n"
      "  static constexpr bool High = N > 8;\n  int K;\n"
      "  static constexpr bool Low = !High;\n};\n");
}

TEST(Specialise, KnowsAStructuresConstants) {
  const std::string tile = instantiated(
      TileText, "WgmmaTile", "Tile", {{"Problem", "Problem"}, {"Columns", "256"}, {"Steps", "4"}});
  const KernelFacts::Texts expected = {{"BlockN", "256"}, {"Deep", "32"},   {"Wide", "true"},
                                       {"Warps", "4"},    {"Bytes", "512"}, {"Buffers", "1"}};
  EXPECT_EQ(
      constantsOf(std::string(TileText).substr(0, std::string(TileText).find("/// The")) + tile,
                  "Tile", oneTile()),
      expected);
}

} // namespace
} // namespace warpsmith::test
