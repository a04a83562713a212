// Launches that editors have broken, and inline assembly without commas, as text.
#include "rewriter/frontend/clang/MendedAssembly.h"
#include "rewriter/frontend/launches/LostLaunches.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include <gtest/gtest.h>

namespace warpsmith::frontend {
namespace {

TEST(MendedLaunches, BracketsAreJoinedAtTheSameLength) {
  EXPECT_EQ(mendLaunches("k<< <g, b>> >(x);"), "k<<< g, b>>> (x);");
  EXPECT_EQ(mendLaunches("k< < <g, b> > >(x);"), "k<<<  g, b>>>  (x);");
  EXPECT_EQ(mendLaunches("k<T> <<<g, b>> > (x);"), "k<T> <<<g, b>>>  (x);");
  EXPECT_EQ(mendLaunches("k <\n  <<g, b> >>(x);"), "k <<<\n  g, b>>> (x);");
  EXPECT_EQ(mendLaunches("k <<\r\n <g, b>>\r\n >(x);"), "k <<<\r\n g, b>>>\r\n (x);");
}

TEST(MendedLaunches, SeveralAndNested) {
  EXPECT_EQ(mendLaunches("TRY(k<< <g, f<A<B> >(3)>> >(x)); l<<<g, b>> >(y);"),
            "TRY(k<<< g, f<A<B> >(3)>>> (x)); l<<<g, b>>> (y);");
  EXPECT_EQ(mendLaunches("k<< <g, make<A<B<C> > >(3)>> >(x);"),
            "k<<< g, make<A<B<C> > >(3)>>> (x);");
}

TEST(MendedLaunches, EverythingElseStays) {
  for (const char *text :
       {"", "<", "<<", "k<<<g, b>>>(x);", "a << b << c;", "f<A<B<int> > >(3);",
        "std::operator<< <char>(out, x);", "\"k<< <g, b>> >(x)\"", "// k<< <g, b>> >(x)",
        "/* k<< <g, b>> >(x) */", "R\"(k<< <g, b>> >(x))\"", "'<' '<' '<'", "k<< <g, b;",
        "k<</**/<g, b>>/**/>(x);", "x = k<< <g; y>> >(x);"})
    EXPECT_EQ(mendLaunches(text), std::nullopt) << text;
}

TEST(MendedAssembly, CommasTakeThePlaceOfBlanks) {
  EXPECT_EQ(mendAssembly(R"(asm("x" : "=r"(a) "=r"(b) : "r"(f(c)) "r"(d));)"),
            R"(asm("x" : "=r"(a),"=r"(b) : "r"(f(c)),"r"(d));)");
  EXPECT_EQ(mendAssembly("__asm__ volatile(\"x\" :: \"r\"(c)\n  \"r\"(d));"),
            "__asm__ volatile(\"x\" :: \"r\"(c)\n ,\"r\"(d));");
}

TEST(MendedAssembly, EverythingElseStays) {
  for (const char *text :
       {"", "asm", "asm(", "asm volatile", "asm(\"x\" \"y\" : \"=r\"(a), \"=r\"(b) : \"r\"(c));",
        "asm(\"x\" : \"=r\"(a)\"=r\"(b));", "asm(\"x\" : \"=r\"(a)\n\"=r\"(b));", "f((a) \"b\");",
        "asm(\"x\" MACRO(y) \"z\" : \"=r\"(a));", "// asm(\"x\" : \"=r\"(a) \"=r\"(b));",
        "asm(\"x\" : \"=r\"(f((a) \"s\")));"})
    EXPECT_EQ(mendAssembly(text), std::nullopt) << text;
}

TEST(LostLaunches, FindsTheNameBeforeTheBrackets) {
  using Offsets = std::vector<unsigned>;
  EXPECT_EQ(launchesInText("k<<<1, 2>>>(); kk<<<1, 2>>>(); /* k<<< */ x::k << <1, 2>> >();")["k"],
            (Offsets{0, 45}));
  EXPECT_EQ(launchesInText("\"k<<<1, 2>>>()\"; k(3); k << 3;")["k"], Offsets{});
}

} // namespace
} // namespace warpsmith::frontend
