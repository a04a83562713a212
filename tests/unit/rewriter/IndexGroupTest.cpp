// Groups of indices, and neighbours in them that become one index.
#include "rewriter/ir/Contraction.h"
#include <gtest/gtest.h>

using namespace warpsmith;

namespace {

Polynomial size(const char *name) {
  return Polynomial::symbol(name);
}

Strides strides(std::vector<Polynomial> all) {
  return Strides(std::move(all));
}

/// y[n][k][p] = sum over c and r of x[n][c][p + r] w[k][c][r]: k is m, n and p are n.
Contraction convolution() {
  const Polynomial c = size("C"), w = size("W"), r = size("R"), p = size("P");
  Contraction made;
  made.m = size("K");
  made.n = IndexGroup({{"n", size("N")}, {"p", p}});
  made.k = IndexGroup({{"c", c}, {"r", r}});
  made.a.strides = {Strides(c * r), strides({r, 1})};
  made.b.strides = {strides({w, 1}), strides({c * w, 1})};
  made.c.strides = {Strides(p), strides({size("K") * p, 1})};
  return made;
}

} // namespace

TEST(IndexGroup, OneIndexIsPlain) {
  const IndexGroup group = size("ni");
  EXPECT_TRUE(group.isPlain());
  EXPECT_EQ(group.size(), 1U);
  EXPECT_EQ(group.extent(), size("ni"));
  EXPECT_EQ(group.symbol("m", 0), "%m");
  EXPECT_EQ(group.str("m"), "%m < ni");
}

TEST(IndexGroup, SeveralAreNumberedAndTheirExtentsMultiplied) {
  const IndexGroup group({{"n", size("N")}, {"", 3}, {"q", size("Q")}});
  EXPECT_FALSE(group.isPlain());
  EXPECT_EQ(group.size(), 3U);
  EXPECT_EQ(group.extent(), size("N") * size("Q") * 3);
  EXPECT_EQ(group.symbol("m", 2), "%m3");
  EXPECT_EQ(group.str("m"), "%m1 < N, %m2 < 3, %m3 < Q");
  EXPECT_NE(group, IndexGroup(group.extent()));
}

TEST(Strides, OnlyOneIndexHasOneStride) {
  EXPECT_EQ(Strides(size("ld")).one(), size("ld"));
  EXPECT_THROW(strides({size("ld"), 1}).one(), std::logic_error);
  EXPECT_TRUE(strides({0, 0}).areZero());
  EXPECT_FALSE(strides({0, 1}).areZero());
}

TEST(Flattened, NeighboursThatAllArraysCountAlikeBecomeOne) {
  // C[b][i][n] = A[b][i][l] B[l][n]
  Contraction product;
  product.m = IndexGroup({{"b", size("B")}, {"i", size("I")}});
  product.n = size("N");
  product.k = size("L");
  product.a.strides = {strides({size("I") * size("L"), size("L")}), Strides(1)};
  product.b.strides = {Strides(size("N")), Strides(1)};
  product.c.strides = {strides({size("I") * size("N"), size("N")}), Strides(1)};
  const Contraction one = flattened(product);
  EXPECT_TRUE(one.isPlain());
  EXPECT_EQ(one.m.indices()[0].name, "b i");
  EXPECT_EQ(one.m.extent(), size("B") * size("I"));
  EXPECT_EQ(one.a.stride(0), size("L"));
  EXPECT_EQ(one.c.stride(0), size("N"));

  // Rows of C that are further apart than A's tell the two indices apart.
  Contraction padded = product;
  padded.c.strides[0] = strides({size("I") * size("ldc") + 1, size("ldc")});
  EXPECT_EQ(flattened(padded).m.size(), 2U);
  // An array beside the operands counts, too.
  Contraction biased = product;
  biased.extras.push_back({"bias", ElementType::F32, {}, {strides({0, 1}), Strides(0)}});
  EXPECT_EQ(flattened(biased).m.size(), 2U);
}

TEST(Flattened, ConvolutionsKeepWhatMovesOneOperandApart) {
  const Contraction same = flattened(convolution());
  EXPECT_EQ(same.n.size(), 2U); // n moves x by C W, and p by 1
  EXPECT_EQ(same.k.size(), 2U); // c moves x by W, and r by 1
  // A filter as long as a row: channel and place count the filter's elements and the row's alike.
  Contraction whole = convolution();
  whole.k = IndexGroup({{"c", size("C")}, {"r", size("W")}});
  whole.a.strides = {Strides(size("C") * size("W")), strides({size("W"), 1})};
  EXPECT_EQ(flattened(whole).k.size(), 1U);
}

TEST(Flattened, PlacesInPaddingKeepIndicesApart) {
  Contraction whole = convolution();
  whole.k = IndexGroup({{"c", size("C")}, {"r", size("W")}});
  whole.a.strides = {Strides(size("C") * size("W")), strides({size("W"), 1})};
  whole.b.padding = Padding::Zero;
  whole.b.places = {{-1, {strides({0, 1}), strides({0, 1})}, size("W"), 1}};
  EXPECT_EQ(flattened(whole).k.size(), 2U);
}
