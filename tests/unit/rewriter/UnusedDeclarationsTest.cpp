// What generated code does not use is left out.
#include "rewriter/emit/UnusedDeclarations.h"
#include <gtest/gtest.h>
#include <stdexcept>

namespace warpsmith::test {
namespace {

TEST(UnusedDeclarations, GoWithTheirComments) {
  const char *const text = R"(/// Not used.
int f(int x) {
  return g(x);
}
/// Used by a
/// root.
template <typename T>
__device__ T g(T x) {
  return h(x);
} // end of g

/// Used by g.
inline int h(int x) { return x; }
)";
  EXPECT_EQ(withoutUnused(text, {"g"}), R"(
/// Used by a
/// root.
template <typename T>
__device__ T g(T x) {
  return h(x);
} // end of g

/// Used by g.
inline int h(int x) { return x; }
)");
  EXPECT_EQ(withoutUnused(text, {"h"}), "\n\n/// Used by g.\ninline int h(int x) { return x; }\n");
  EXPECT_EQ(withoutUnused(text, {"other"}), "\n");
}

TEST(UnusedDeclarations, AreOfEveryKind) {
  const char *const text = R"(
using A = int;
using Function = int (*)(int x);
constexpr int B = 1, C = 2;
enum D : int { D1 = 3, D2 };
enum class E { Half, Whole };
struct alignas(8) F { int c; };
[[maybe_unused]] alignas(16) static __device__ unsigned char g[16];
int *const h{nullptr};
int i[] = {1, 2};
const auto j = [](int x) { return x; };
template <typename T> constexpr bool K = sizeof(T) == 2;
__global__ void __launch_bounds__(32) l() {}
#define M 3
extern "C" int n();
typedef int O;
)";
  const std::pair<const char *, const char *> declarations[] = {
      {"A", "using A"},         {"Function", "using Function"},
      {"B", "constexpr int B"}, {"C", "constexpr int B"},
      {"D", "enum D"},          {"D2", "enum D"},
      {"E", "enum class E"},    {"Half", "enum class E"},
      {"F", "struct alignas"},  {"g", "[[maybe_unused"},
      {"h", "int *const h"},    {"i", "int i[]"},
      {"j", "const auto j"},    {"K", "template <typename T>"},
      {"l", "__global__ void"}, {"M", "#define M"},
      {"n", "extern \"C\""},    {"O", "typedef"}};
  for (const auto &[name, begin] : declarations) {
    const std::string kept = withoutUnused(text, {name});
    EXPECT_EQ(kept.find(begin), kept.find_first_not_of('\n')) << name << "\n" << kept;
    EXPECT_EQ(kept.find('\n', kept.find_first_not_of('\n')), kept.rfind('\n')) << kept;
  }
}

TEST(UnusedDeclarations, OverloadsStayTogether) {
  EXPECT_EQ(withoutUnused("void f(int);\nvoid f(float);\nvoid g();\n", {"f"}),
            "void f(int);\nvoid f(float);\n");
  EXPECT_EQ(withoutUnused("struct S;\nstruct S { int x; };\nint S::f() { return 1; }\n", {"S"}),
            "struct S;\nstruct S { int x; };\nint S::f() { return 1; }\n");
}

TEST(UnusedDeclarations, SpecialisationsGoByTheirArguments) {
  const char *const text = R"(template <typename T>
constexpr int Number = 0;
/// Of doubles.
template <>
constexpr int Number<double> = Doubles;
template <>
constexpr int Number<signed char> = Bytes;
enum { Doubles = 8, Other = 9 };
enum { Bytes = 1 };
)";
  EXPECT_EQ(withoutUnused(text, {"Number", "double", "char"}), R"(template <typename T>
constexpr int Number = 0;
/// Of doubles.
template <>
constexpr int Number<double> = Doubles;
enum { Doubles = 8, Other = 9 };
)");
  EXPECT_EQ(withoutUnused(text, {"double"}), "\n");
}

TEST(UnusedDeclarations, ConditionalBlocksAreOne) {
  const char *const text = R"(/// Of a block.
#if defined(__CUDA_ARCH__) && !defined(FEATURE)
constexpr bool Able = false;
#else
constexpr bool Able = Default;
#endif
constexpr bool Default = true;

template <int N>
constexpr bool Within =
#ifdef __CUDA_ARCH__
    N > 1;
#else
    true;
#endif
int f();
)";
  EXPECT_EQ(withoutUnused(text, {"Able"}), R"(/// Of a block.
#if defined(__CUDA_ARCH__) && !defined(FEATURE)
constexpr bool Able = false;
#else
constexpr bool Able = Default;
#endif
constexpr bool Default = true;
)");
  EXPECT_EQ(withoutUnused(text, {"Within"}), R"(

template <int N>
constexpr bool Within =
#ifdef __CUDA_ARCH__
    N > 1;
#else
    true;
#endif
)");
  EXPECT_EQ(withoutUnused(text, {"f"}), "\nint f();\n");
}

TEST(UnusedDeclarations, HeadingsStayWithWhatTheyHead) {
  const char *const text =
      "// From one\n\nint f();\n\nint g();\n\n// From two\n\n/// Of h.\nint h();\n";
  EXPECT_EQ(withoutUnused(text, {"g"}), "// From one\n\nint g();\n");
  EXPECT_EQ(withoutUnused(text, {"h"}), "\n\n// From two\n\n/// Of h.\nint h();\n");
}

TEST(UnusedDeclarations, NamespacesHoldWhatIsUsed) {
  const char *const text = "namespace a {\n/// F.\nint f();\nint g();\n} // namespace a\n"
                           "namespace {\nint h();\n}\n";
  EXPECT_EQ(withoutUnused(text, {"f"}), "namespace a {\n/// F.\nint f();\n} // namespace a\n");
  EXPECT_EQ(withoutUnused(text, {"h"}), "\nnamespace {\nint h();\n}\n");
}

TEST(UnusedDeclarations, ConstantsOfStructuresGo) {
  const char *const text = R"(struct Tile {
  static constexpr int A = 1, ///< of a
      B = A + 1,              ///< of b
      C = 3;                  ///< of c
  /// Bytes.
  static constexpr int Bytes = B * 2;
  static constexpr bool Unused = Bytes > 1, Useless = Unused;
  static_assert(Unused, "");
  static_assert(B > 1, "");
  using Element = int;
  static int f() { return C; }
  int member;
}; // of a block
struct Other {
  static constexpr int D = 1;
};
int size = Tile::B + sizeof(Other);
)";
  EXPECT_EQ(withoutUnused(text, {"size"}), R"(struct Tile {
  static constexpr int A = 1, ///< of a
      B = A + 1;              ///< of b
  static_assert(B > 1, "");
  int member;
}; // of a block
struct Other {
  static constexpr int D = 1;
};
int size = Tile::B + sizeof(Other);
)");
  EXPECT_EQ(withoutUnused(text, {"Tile", "C"}), R"(struct Tile {
  static constexpr int 
      C = 3;                  ///< of c
  int member;
}; // of a block
)");
  EXPECT_EQ(withoutUnused(text, {"C"}), "\n");
}

TEST(UnusedDeclarations, DataOfWhatIsConstructedGoes) {
  const char *const text = R"(struct Tile {
  int used, alsoKept;
  float unused; ///< of nobody
  __device__ explicit Tile(int x) : used(x) {}
  int operator()() const { return used; }
  int f() { return unused; }
};
)";
  EXPECT_EQ(withoutUnused(text, {"Tile"}), R"(struct Tile {
  int used, alsoKept;
  __device__ explicit Tile(int x) : used(x) {}
  int operator()() const { return used; }
};
)");
}

TEST(UnusedDeclarations, NameTheLineOfWhatIsNotUnderstood) {
  EXPECT_THROW(withoutUnused("int f() {\n", {}), std::logic_error);
  EXPECT_THROW(withoutUnused("#if X\nint f();\n", {}), std::logic_error);
}

} // namespace
} // namespace warpsmith::test
