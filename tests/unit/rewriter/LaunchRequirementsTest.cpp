// What a launch must meet, and whether any launch can.
#include "rewriter/ir/LaunchRequirements.h"
#include <gtest/gtest.h>

namespace warpsmith {
namespace {

Polynomial size(const char *name) {
  return Polynomial::symbol(name);
}

/// C[m, n] of M x N, with K steps, all dense and row-major.
Contraction plain(const Polynomial &m, const Polynomial &n, const Polynomial &k) {
  Contraction result;
  result.m = m;
  result.n = n;
  result.k = k;
  result.a.name = "a";
  result.b.name = "b";
  result.c.name = "c";
  result.a.strides = {Strides(k), Strides(Polynomial(1))};
  result.b.strides = {Strides(n), Strides(Polynomial(1))};
  result.c.strides = {Strides(n), Strides(Polynomial(1))};
  for (Matrix *matrix : {&result.a, &result.b, &result.c})
    matrix->batchStrides = Strides(Polynomial(0));
  return result;
}

Contraction batched(const Polynomial &stride, const Polynomial &leading) {
  Contraction result = plain(size("M"), size("N"), size("K"));
  result.batch = size("B");
  result.c.strides[0] = Strides(leading);
  result.c.batchStrides = Strides(stride);
  return result;
}

TEST(LaunchRequirements, AProductOfAnySizesMayRun) {
  Contraction contraction = plain(size("M"), size("N"), size("K"));
  contraction.preconditions = {
      {size("gridDim.x") * size("blockDim.x"), size("N"), false},
      {size("gridDim.y") * size("blockDim.y"), size("M"), false},
      {size("blockDim.z"), 1, true},
  };
  EXPECT_EQ(neverLaunched(contraction, false), "");
  EXPECT_EQ(neverLaunched(contraction, true), "");
}

TEST(LaunchRequirements, ConstantsAreCompared) {
  Contraction contraction = plain(size("M"), 64, 128);
  contraction.c.strides[0] = Strides(Polynomial(32));
  EXPECT_EQ(neverLaunched(contraction, false), "no launch could run anything but the original: "
                                               "rows of 'c' must not overlap, which needs "
                                               "'32 >= 64'");
  contraction.c.strides[0] = Strides(size("LD"));
  EXPECT_EQ(neverLaunched(contraction, false), "");
  contraction.constants["LD"] = 63;
  EXPECT_EQ(neverLaunched(contraction, false), "no launch could run anything but the original: "
                                               "rows of 'c' must not overlap, which needs "
                                               "'LD >= 64'");
  contraction.constants["LD"] = 64;
  EXPECT_EQ(neverLaunched(contraction, false), "");
}

TEST(LaunchRequirements, OneMayExcludeAnother) {
  Contraction contraction = plain(size("M"), size("N"), size("K"));
  contraction.preconditions = {{size("N"), 8, true}, {size("N"), size("M") + 8, false}};
  EXPECT_EQ(neverLaunched(contraction, false), "no launch could run anything but the original: "
                                               "there must be rows, which needs 'M >= 1'");
  contraction.preconditions = {{size("N"), 9, true}, {size("N"), size("M") + 8, false}};
  EXPECT_EQ(neverLaunched(contraction, false), "");
  // No multiple of 16 is 100.
  contraction.preconditions = {{size("blockDim.x") * 16, 100, true}};
  EXPECT_EQ(neverLaunched(contraction, false), "no launch could run anything but the original: "
                                               "the launch must have '16 * blockDim.x == 100'");
  // A block has at most so many threads.
  contraction.preconditions = {{size("blockDim.x"), 32, true}, {size("blockDim.y"), 32, true}};
  EXPECT_EQ(neverLaunched(contraction, false), "");
  contraction.mostThreads = 512;
  EXPECT_NE(neverLaunched(contraction, false), "");
}

TEST(LaunchRequirements, ProductsLieBehindEachOtherOrBetweenRows) {
  EXPECT_EQ(batchPlaces(batched(size("M") * size("N"), size("N"))), BatchPlaces::Behind);
  EXPECT_EQ(batchPlaces(batched(size("N"), size("B") * size("N"))), BatchPlaces::Between);
  EXPECT_EQ(batchPlaces(batched(64, 512)), BatchPlaces::Between);
  EXPECT_EQ(batchPlaces(batched(512, 64)), BatchPlaces::Behind);
  EXPECT_EQ(batchPlaces(batched(size("stride"), size("ld"))), BatchPlaces::Either);
  for (const auto &[stride, leading] :
       {std::pair(size("N"), size("B") * size("N")), {64, 512}, {size("stride"), size("ld")}})
    EXPECT_EQ(neverLaunched(batched(stride, leading), false), "");
  Contraction overlapping = batched(32, 512);
  overlapping.n = Polynomial(64);
  EXPECT_NE(neverLaunched(overlapping, false), "");
}

TEST(LaunchRequirements, RowsThatAreReadMayOverlap) {
  Contraction contraction = plain(size("M"), size("N"), size("K"));
  contraction.a.strides = {Strides(Polynomial(1)), Strides(Polynomial(1))};
  EXPECT_EQ(neverLaunched(contraction, false), "");
}

TEST(LaunchRequirements, IndicesAreOrderedByTheirStrides) {
  Contraction contraction = plain(size("T"), size("w"), size("T"));
  contraction.batch = IndexGroup({{"b", size("B")}, {"h", size("H")}});
  contraction.c.strides[0] = Strides(size("H") * size("w"));
  contraction.c.batchStrides =
      Strides(std::vector<Polynomial>{size("T") * size("H") * size("w"), size("w")});
  std::string extents;
  for (const OutputIndex &index : outputIndices(contraction))
    extents += index.extent.str() + " ";
  EXPECT_EQ(extents, "B T H w ");
  EXPECT_EQ(neverLaunched(contraction, true), "");
}

} // namespace
} // namespace warpsmith
