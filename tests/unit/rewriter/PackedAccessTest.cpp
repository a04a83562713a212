// Which layouts TMA copies with a map of their digits, and the tiles whose boxes follow them.
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace warpsmith;

namespace {

Polynomial size(const char *name) {
  return Polynomial::symbol(name);
}

Strides strides(std::vector<Polynomial> all) {
  return Strides(std::move(all));
}

/// A [k/16][m][16], B [n/32][k][32], C [n/32][m][32].
Contraction packedProduct() {
  const Polynomial m = size("m"), k = size("k");
  Contraction made;
  made.m = m;
  made.n = IndexGroup({{"", size("n")}, {"", 32}});
  made.k = IndexGroup({{"", k}, {"", 16}});
  made.a.name = "a";
  made.b.name = "b";
  made.c.name = "c";
  made.a.type = made.b.type = ElementType::F16;
  made.a.strides = {Strides(16), strides({m * 16, 1})};
  made.b.strides = {strides({512, 32}), strides({k * 512, 1})};
  made.c.strides = {Strides(32), strides({m * 32, 1})};
  return made;
}

PackedAccess accepted(const Contraction &contraction) {
  const auto found = packedAccess(contraction);
  if (const auto *reason = std::get_if<std::string>(&found)) {
    ADD_FAILURE() << *reason;
    return {};
  }
  return std::get<PackedAccess>(found);
}

std::string refusal(const Contraction &contraction) {
  const auto found = packedAccess(contraction);
  const auto *reason = std::get_if<std::string>(&found);
  return reason ? *reason : "accepted";
}

/// Of a plan for FP16, with these layouts and steps side by side in A alone.
std::vector<WgmmaTile> tilesFor(PackedDigits a, PackedDigits b, PackedDigits c) {
  Wgmma wgmma;
  wgmma.part = ElementType::F16;
  wgmma.packed = {a, b, c};
  return packedTiles(wgmma, productOfPacked(packedProduct()), /*given=*/false);
}

bool has(const std::vector<WgmmaTile> &tiles, std::string_view name) {
  return std::ranges::find(tiles, name, &WgmmaTile::name) != tiles.end();
}

} // namespace

TEST(PackedAccess, FindsRunsAndLines) {
  const PackedAccess access = accepted(packedProduct());
  EXPECT_EQ(access.a.digits.run, 16);
  EXPECT_EQ(access.a.digits.lines, OneDigit);
  EXPECT_EQ(access.a.along, 1);
  EXPECT_EQ(access.a.runs, size("k"));
  EXPECT_EQ(access.a.runPitch, size("m") * 16);
  EXPECT_EQ(access.b.digits.run, 32);
  EXPECT_EQ(access.b.along, 1);
  EXPECT_EQ(access.b.lines, size("k") * 16); // the steps of B are one index
  EXPECT_EQ(access.b.linePitch, 32);
  EXPECT_EQ(access.c.digits.run, 32);
  EXPECT_TRUE(access.product.isPlain());
  EXPECT_TRUE(access.product.runsAlongK(0));
  EXPECT_FALSE(access.product.runsAlongK(1));
  EXPECT_EQ(access.product.n.extent(), size("n") * 32);
}

TEST(PackedAccess, TakesLoopsInAnyOrder) {
  Contraction turned = packedProduct(); // the loop over a run is the outer one
  turned.k = IndexGroup({{"", 16}, {"", size("k")}});
  turned.a.strides[1] = strides({1, size("m") * 16});
  turned.b.strides[0] = strides({32, 512});
  turned.n = IndexGroup({{"", 32}, {"", size("n")}});
  turned.b.strides[1] = strides({1, size("k") * 512});
  turned.c.strides[1] = strides({1, size("m") * 32});
  const PackedAccess access = accepted(turned), usual = accepted(packedProduct());
  EXPECT_EQ(access.a.digits.run, 16);
  EXPECT_EQ(access.b.lines, usual.b.lines);
  EXPECT_EQ(access.b.digits.run, 32);
  EXPECT_EQ(access.c.runPitch, usual.c.runPitch);
  EXPECT_TRUE(access.product.a == usual.product.a && access.product.b == usual.product.b &&
              access.product.c == usual.product.c);
}

TEST(PackedAccess, FindsBlocksOfLines) {
  Contraction blocks = packedProduct(); // A [m/64][k/16][64][16]
  blocks.m = IndexGroup({{"", size("m")}, {"", 64}});
  blocks.a.strides = {strides({size("k") * 1024, 16}), strides({1024, 1})};
  blocks.c.strides = {strides({2048, 32}), strides({size("m") * 2048, 1})};
  const PackedAccess access = accepted(blocks);
  EXPECT_EQ(access.a.digits.lines, 64);
  EXPECT_EQ(access.a.blocks, size("m"));
  EXPECT_EQ(access.a.blockPitch, size("k") * 1024);
  EXPECT_EQ(access.c.digits.lines, OneDigit);
}

TEST(PackedAccess, TakesConstantsOfThisParse) {
  Contraction named = packedProduct();
  named.k = IndexGroup({{"", size("k")}, {"", size("PACK")}});
  named.a.strides[0] = size("PACK");
  named.a.strides[1] = strides({size("m") * size("PACK"), 1});
  named.b.strides[0] = strides({size("PACK") * 32, 32});
  named.b.strides[1] = strides({size("k") * size("PACK") * 32, 1});
  EXPECT_EQ(refusal(named), "how many elements of 'a' are side by side is no constant");
  named.constants["PACK"] = 16;
  EXPECT_EQ(accepted(named).a.digits.run, 16);
  named.constants["PACK"] = 12;
  EXPECT_EQ(refusal(named), "runs of 24 bytes in 'a' are not 16, 32, 64 or a multiple of 128");
}

TEST(PackedAccess, CountsTheColumnsOfABatchThatSharesRows) {
  Contraction batch = packedProduct(); // A plain, [m][k]
  batch.m = size("m");
  batch.k = size("k");
  batch.n = Polynomial(32);
  batch.batch = size("n");
  batch.a.strides = {Strides(size("k")), Strides(1)};
  batch.a.batchStrides = Polynomial(0);
  batch.b.strides = {Strides(32), Strides(1)};
  batch.b.batchStrides = size("k") * 32;
  batch.c.strides = {Strides(size("n") * 32), Strides(1)};
  batch.c.batchStrides = Polynomial(32);
  const PackedAccess access = accepted(batch);
  EXPECT_TRUE(access.a.digits.isPlain());
  EXPECT_TRUE(access.c.digits.isPlain());
  EXPECT_EQ(access.b.digits.run, 32);
  EXPECT_EQ(access.b.runs, size("n"));
  EXPECT_EQ(access.product.n.extent(), size("n") * 32);
  EXPECT_FALSE(access.product.isBatched());
  batch.a.batchStrides = size("m") * size("k"); // each has its own rows
  EXPECT_EQ(refusal(batch), "it is a batch of products");
}

TEST(PackedAccess, AdjacentLinesShareRows) {
  // B [n/16][k][16]: as many steps as there may be are no multiple of four lines.
  Contraction steps = packedProduct();
  steps.n = IndexGroup({{"", size("n")}, {"", 16}});
  steps.b.strides = {strides({256, 16}), strides({size("k") * 256, 1})};
  steps.c.strides = {Strides(16), strides({size("m") * 16, 1})};
  PackedAccess access = accepted(steps);
  EXPECT_EQ(access.a.digits.linesOfRow, 1);         // m lines of 32 bytes
  EXPECT_EQ(access.b.digits.linesOfRow, 4);         // 16 k lines
  steps.k = IndexGroup({{"", size("k")}, {"", 8}}); // of 16 bytes in A
  steps.a.strides[1] = strides({size("m") * 8, 1});
  steps.b.strides[0] = strides({128, 16});
  steps.m = IndexGroup({{"", size("m")}, {"", 8}});
  steps.a.strides[0] = strides({64, 8});
  steps.c.strides[0] = strides({128, 16});
  access = accepted(steps);
  EXPECT_EQ(access.a.digits.linesOfRow, 8);
  steps.b.strides = {strides({192, 24}), strides({size("k") * 192, 1})}; // apart
  EXPECT_EQ(accepted(steps).b.digits.linesOfRow, 1);
  EXPECT_EQ(accepted(packedProduct()).b.digits.linesOfRow, 1); // lines of 64 bytes
  // Blocks of six lines have no whole rows.
  Contraction blocks = packedProduct();
  blocks.m = IndexGroup({{"", size("m")}, {"", 6}});
  blocks.a.strides = {strides({size("k") * 96, 16}), strides({96, 1})};
  blocks.c.strides[0] = strides({192, 32});
  EXPECT_EQ(accepted(blocks).a.digits.linesOfRow, 1);
}

TEST(PackedTiles, HaveWholeBoxesOfDigits) {
  constexpr PackedDigits Plain = {}, Sixteen = {16, OneDigit}, Wide = {64, OneDigit};
  const std::vector<WgmmaTile> all = tilesFor(Plain, Plain, Plain);
  const std::vector<WgmmaTile> packed = tilesFor(Sixteen, Sixteen, Sixteen);
  EXPECT_TRUE(has(all, "Narrow"));
  EXPECT_FALSE(has(packed, "Narrow")); // 48 columns are three runs, which two blocks do not share
  EXPECT_TRUE(has(packed, "Large"));
  EXPECT_TRUE(has(packed, "Tiny"));
  // 160 columns are no whole runs of 64, and three of 192 are not two blocks'.
  const std::vector<WgmmaTile> wide = tilesFor(Plain, Wide, Plain);
  EXPECT_TRUE(has(wide, "Large"));
  EXPECT_FALSE(has(wide, "Broad"));
  EXPECT_FALSE(has(wide, "Wide"));
  // Blocks of 24 lines divide no tile, those of 256 hold two.
  EXPECT_TRUE(tilesFor({16, 24}, Plain, Plain).empty());
  EXPECT_TRUE(has(tilesFor({16, 256}, Plain, Plain), "Large"));
  EXPECT_TRUE(tilesFor(Plain, Plain, {32, 48}).empty());
}

TEST(PackedTiles, OfLinesInRowsTakeAsLongAsPlainOnes) {
  constexpr PackedDigits Plain = {}, Runs = {16, OneDigit, 1}, Rows = {16, OneDigit, 4};
  const auto timeOfLarge = [](const std::vector<WgmmaTile> &tiles) {
    return std::ranges::find(tiles, "Large", &WgmmaTile::name)->time;
  };
  EXPECT_GT(timeOfLarge(tilesFor(Runs, Runs, Plain)), timeOfLarge(tilesFor(Plain, Plain, Plain)));
  EXPECT_EQ(timeOfLarge(tilesFor(Rows, Rows, Plain)), timeOfLarge(tilesFor(Plain, Plain, Plain)));
}

TEST(PackedTiles, FragmentsComeFromRegistersWhereStepsAreInAnotherOrder) {
  constexpr PackedDigits Plain = {}, Runs = {16, OneDigit, 1}, Rows = {16, OneDigit, 4},
                         Short = {8, OneDigit, 8};
  Contraction product = productOfPacked(packedProduct());
  const auto fromRegisters = [&](PackedDigits a, PackedDigits b) {
    Wgmma wgmma;
    wgmma.part = ElementType::F16;
    wgmma.packed = {a, b, Plain};
    return operandInRegisters(product, wgmma);
  };
  EXPECT_EQ(fromRegisters(Rows, Rows), 0);
  EXPECT_EQ(fromRegisters(Plain, Rows), 0);
  EXPECT_EQ(fromRegisters(Rows, Runs), 0);
  EXPECT_EQ(fromRegisters(Runs, Runs), std::nullopt);
  EXPECT_EQ(fromRegisters(Short, Short), std::nullopt);
  product.a.strides = {Strides(1), Strides(size("m"))}; // lines of steps in both
  EXPECT_EQ(fromRegisters(Rows, Rows), std::nullopt);
}
