// How the layers of a kernel file, which one kernel does not need, leave its text.
#include "rewriter/emit/Flatten.h"
#include <gtest/gtest.h>
#include <stdexcept>

namespace warpsmith::test {
namespace {

/// Words and symbols with single spaces: clang-format sets the others.
std::string plain(const std::string &text) {
  std::string result;
  bool space = false;
  for (const char each : text) {
    if (each == ' ' || each == '\n') {
      space = !result.empty();
      continue;
    }
    result += (space ? " " : "") + std::string(1, each);
    space = false;
  }
  return result;
}

std::string inPlace(const std::string &text) {
  return plain(withFunctionsInPlace(text, {}));
}

TEST(MemberCalls, BecomeWhatTheirArgumentsGive) {
  const MemberFunctions functions = {
      {"finish",
       [](const std::vector<std::string> &of) { return "alpha * " + of[0] + " + " + of[1]; }},
      {"joined", [](const std::vector<std::string> &of) { return of[0] + " + " + of[1]; }}};
  EXPECT_EQ(withoutMemberCalls("c = problem.finish(problem.joined(s[i][j],\n  t), old.values[r]);",
                               "problem", functions),
            "c = alpha * s[i][j] + t + old.values[r];");
  EXPECT_EQ(withoutMemberCalls("problem.m + other.problem.finish", "problem", functions),
            "problem.m + other.problem.finish");
  EXPECT_THROW(withoutMemberCalls("problem.start(1)", "problem", functions), std::logic_error);
}

TEST(FunctionsInPlace, AreThoseThatAreCalledOnce) {
  EXPECT_EQ(inPlace("/// Why.\nvoid load(float (&fragment)[4], int row) {\n  fragment[0] = "
                    "from(row);\n}\nvoid kernel() { float f[4]; load(f, place.row); }"),
            "void kernel() { float f[4]; f[0] = from(place.row); }");
  const std::string twice = "void load(int row) { use(row); } void kernel() { load(1); load(2); }";
  EXPECT_EQ(inPlace(twice), twice);
  EXPECT_THROW(inPlace("int at(int i) { return i + 1; } void kernel() { f(at); }"),
               std::logic_error);
}

TEST(FunctionsInPlace, KeepWhatArgumentsMean) {
  // An expression as an argument is computed as often as it is named.
  const std::string often =
      "void add(int steps) { use(steps); use(steps); } void kernel() { add(k - k0); }";
  EXPECT_EQ(inPlace(often), often);
  EXPECT_EQ(inPlace("void add(int steps) { use(steps); } void kernel() { add(k - k0); }"),
            "void kernel() { use(k - k0); }");
  // What the function declares must not hide what an argument names.
  const std::string hides =
      "void add(int row) { const int i = 0; use(row + i); } void kernel() { add(i); }";
  EXPECT_EQ(inPlace(hides), hides);
  // Names beside the call stay apart from the function's.
  EXPECT_EQ(inPlace("void add() { const int i = 0; use(i); } void kernel() { add(); f(i); }"),
            "void kernel() { {const int i = 0; use(i);} f(i); }");
  EXPECT_EQ(inPlace("int twice(int i) { return i + i; } void kernel() { x = 3 * twice(y); }"),
            "void kernel() { x = 3 * (y + y); }");
}

TEST(FunctionsInPlace, ReturnWhereTheirResultIsReturned) {
  EXPECT_EQ(inPlace("bool last(int rows) { if (rows == 0) return false; return more(rows); } "
                    "bool run(int m) { first(); return last(m); }"),
            "bool run(int m) { first(); if (m == 0) return false; return more(m); }");
  const std::string used =
      "bool last(int rows) { if (rows == 0) return false; return more(rows); } "
      "bool run(int m) { return !last(m); }";
  EXPECT_EQ(inPlace(used), used);
}

TEST(FunctionsInPlace, KeepWhatArgumentsAreComputedBy) {
  EXPECT_EQ(inPlace("int at(int i) { return 2 * i; } void kernel() { x[at(a - b)] = 1; }"),
            "void kernel() { x[(2 * (a - b))] = 1; }");
  EXPECT_EQ(inPlace("void put(int i) { x = i; y(f(i)); } void kernel() { put(z.a(1)); }"),
            "void put(int i) { x = i; y(f(i)); } void kernel() { put(z.a(1)); }");
  EXPECT_EQ(inPlace("void put(int i) { f(i); } void kernel() { put(a + b); }"),
            "void kernel() { f(a + b); }");
}

TEST(FunctionsInPlace, DoNotTakeTheReturnAfterACall) {
  // Nothing follows the call, but would follow what the function does.
  const std::string early =
      "void slow(int rows) { use(rows); } void kernel() { if (bad) return slow(m); fast(); }";
  EXPECT_EQ(inPlace(early), early);
}

TEST(FunctionsInPlace, LeaveDirectivesOnTheirLines) {
  EXPECT_EQ(withFunctionsInPlace("void f(int n) {\n#pragma unroll 1\n  for (;;)\n    use(n);\n}\n"
                                 "void kernel() {\n  if (m)\n    f(m);\n}\n",
                                 {}),
            "\nvoid kernel() {\n  if (m)\n    {\n#pragma unroll 1\n  for (;;)\n    use(m);}\n}\n");
}

TEST(FunctionsInPlace, TakeTheArgumentsOfTemplates) {
  EXPECT_EQ(inPlace("template <bool Aligned, int Threads> void copy(int from) { if constexpr "
                    "(Aligned) fast<Threads>(from); else slow(from); } void kernel() { copy<true, "
                    "N>(a); }"),
            "void kernel() { fast<N>(a); }");
  const std::string deduced =
      "template <typename T> void load(T value) { T copy = value; } void kernel() { load(1); }";
  EXPECT_EQ(inPlace(deduced), deduced);
}

TEST(FunctionsInPlace, AreThoseThatAreNoMoreThanACall) {
  EXPECT_EQ(
      inPlace("void meet() { __syncthreads(); } void kernel() { meet(); // why\n f(); meet(); }"),
      "void kernel() { __syncthreads(); // why f(); __syncthreads(); }");
}

TEST(Members, BecomeParameters) {
  const std::vector<std::pair<std::string, std::string>> members = {
      {"int m", "m"}, {"const float *__restrict__ a", "a"}};
  EXPECT_EQ(plain(withMembersAsParameters(
                "void f(const Problem &problem, int i) { g(problem.m, problem); } void "
                "kernel(Problem problem) { problem.a += 1; f(problem, 2); other.problem = 1; }",
                "Problem", "problem", members)),
            "void f(int m, const float *__restrict__ a, int i) { g(m, m, a); } void kernel(int m, "
            "const float *__restrict__ a) { a += 1; f(m, a, 2); other.problem = 1; }");
  // A list of all members stands for them.
  EXPECT_EQ(plain(withMembersAsParameters("void f(int i) { launch(i, Problem{more...}); }",
                                          "Problem", "problem", members)),
            "void f(int i) { launch(i, more...); }");
}

TEST(UnusedVariables, GoWithTheirArguments) {
  EXPECT_EQ(
      plain(withoutUnusedVariables(
          "void add(int m, float (&sum)[4], double (&wide)[4], int n) { sum[0] += n; } "
          "__global__ void kernel(int m, int n) { float sum[4]; double wide[4] = {}; // why\n "
          "add(m, sum, wide, n); add(1, sum, wide, f(2, 3)); }")),
      "void add(float (&sum)[4], int n) { sum[0] += n; } __global__ void kernel(int m, int "
      "n) { float sum[4]; add(sum, n); add(sum, f(2, 3)); }");
  EXPECT_EQ(
      plain(withoutUnusedVariables("void f() { const int a = 1, b = 2, c = 3; use(b); for "
                                   "(int i = 0; i < b; ++i) { const auto old = g(i); h(); } }")),
      "void f() { const int b = 2; use(b); for (int i = 0; i < b; ++i) { h(); } }");
  EXPECT_EQ(
      plain(withoutUnusedVariables("template <int N, bool Wide> void f(int i) { use<N>(i); } "
                                   "__global__ void kernel(int i) { f<4, true>(i); }")),
      "template <int N> void f(int i) { use<N>(i); } __global__ void kernel(int i) { f<4>(i); }");
}

TEST(FunctionsInPlace, ReturnEarlyAtTheEndAlone) {
  const std::string ends = "void work(int i) { if (i) return; use(i); } void kernel() { ";
  EXPECT_EQ(inPlace(ends + "if (b) { work(a); } }"),
            "void kernel() { if (b) { if (a) return; use(a); } }");
  for (const char *rest : {"work(a); f(); }", "for (;;) { work(a); } }"})
    EXPECT_EQ(inPlace(ends + rest), ends + rest);
  EXPECT_EQ(inPlace("void work() { const auto at = [=](int i) { return i; }; use(at); } void "
                    "kernel() { work(); f(); }"),
            "void kernel() { const auto at = [=](int i) { return i; }; use(at); f(); }");
  EXPECT_EQ(plain(withFunctionsInPlace(ends + "work(a); }", {}, {"work"})), ends + "work(a); }");
}

TEST(UnusedVariables, GoFromMemberFunctions) {
  EXPECT_EQ(plain(withoutUnusedVariables(
                "struct Epilogue { int first; void store() const { const int row = first; "
                "{ f(first); } } }; One one = {{1, 2}, 3};")),
            "struct Epilogue { int first; void store() const { { f(first); } } }; "
            "One one = {{1, 2}, 3};");
}

TEST(UnusedVariables, MayBePointers) {
  EXPECT_EQ(plain(withoutUnusedVariables("void f() { float *a = x, *b = y, *c = z; use(b); }")),
            "void f() { float *b = y; use(b); }");
}

TEST(UnusedVariables, AreNotAmongValues) {
  const std::string values =
      "Part f(int n) { if (const int i = g(n); i > 0) { use(i); } return {n, 1 }; }";
  EXPECT_EQ(plain(withoutUnusedVariables(values)), values);
}

TEST(UnusedVariables, MayBeMarkedSo) {
  EXPECT_EQ(plain(withoutUnusedVariables("void f() { [[maybe_unused]] const auto g = [&] { h(); }; "
                                         "[[maybe_unused]] const int i = 1; use(i); }")),
            "void f() { const int i = 1; use(i); }");
}

TEST(UnusedOfKernels, GoWithWhatLaunchesGive) {
  EXPECT_EQ(
      plain(withoutUnusedOfKernels(
          "template <bool Wide> __global__ void kernel(int m, float *c, int n) { c[n] = 0; } "
          "bool run() { const auto chosen = w ? kernel<true> : kernel<false>; return "
          "canLaunch(chosen, 1, 2, 3) && s::launch(device, chosen, 1, m, c, f(n, 1)) && "
          "launchDependent(device, kernel<true>, 1, 1, m, c, n) && launch(device, other, m, c, n); "
          "}")),
      "template <bool Wide> __global__ void kernel(float *c, int n) { c[n] = 0; } bool run() { "
      "const auto chosen = w ? kernel<true> : kernel<false>; return canLaunch(chosen, 1, 2, 3) && "
      "s::launch(device, chosen, 1, c, f(n, 1)) && launchDependent(device, kernel<true>, 1, 1, c, "
      "n) && launch(device, other, m, c, n); }");
}

TEST(Constants, StandOutsideTheirStructure) {
  const std::string text =
      "/// Sizes.\nstruct Tile {\n  // Why.\n  static constexpr int Rows = 4;\n"
      "  static constexpr int Columns = Rows / 2;\n"
      "  static_assert(Rows % Columns == 0, \"whole\");\n};\n"
      "int f() { return Tile::Rows; }";
  EXPECT_EQ(plain(withConstantsOutside(text, "Tile")),
            "// Why. constexpr int Rows = 4; constexpr int Columns = Rows / 2; int f() { return "
            "Rows; }");
  EXPECT_EQ(plain(withoutAssertions(text, "Tile")),
            "/// Sizes. struct Tile { // Why. static constexpr int Rows = 4; static constexpr int "
            "Columns = Rows / 2; }; int f() { return Tile::Rows; }");
}

TEST(Assertions, AreChecked) {
  const auto holds = [](const std::string &condition) {
    checkAssertions("constexpr int Run = 4;\nstruct Tile { static constexpr int Rows = 2 * Run; "
                    "static_assert(" +
                        condition + ", \"\"); };",
                    "Tile", {});
  };
  EXPECT_NO_THROW(holds("Rows % (Run * 2) == 0"));
  EXPECT_THROW(holds("Rows % (Run * 3) == 0"), std::logic_error);
  EXPECT_THROW(holds("Rows == Unknown"), std::logic_error);
}

} // namespace
} // namespace warpsmith::test
