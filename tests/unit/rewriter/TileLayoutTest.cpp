// Shared-memory layouts: the inner loop must be free of bank conflicts.
#include "rewriter/families/TileLayout.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <map>
#include <set>

namespace warpsmith::test {
namespace {

/// Wavefronts that one vector load of a warp takes beyond the least its distinct bytes need. A
/// 16-byte load is served a quarter of the warp at a time, an 8-byte load by halves; lanes that
/// read the same word share it.
int excessWavefronts(const std::vector<int> &addresses, int bytes) {
  const int lanesAtOnce = 128 / bytes;
  int excess = 0;
  for (size_t begin = 0; begin < addresses.size(); begin += lanesAtOnce) {
    std::map<int, std::set<int>> wordsOfBank;
    std::set<int> words;
    for (int lane = 0; lane < lanesAtOnce; ++lane)
      for (int word = 0; word < bytes / 4; ++word) {
        const int address = addresses[begin + lane] / 4 + word;
        wordsOfBank[address % 32].insert(address);
        words.insert(address);
      }
    size_t wavefronts = 1;
    for (const auto &[bank, distinct] : wordsOfBank)
      wavefronts = std::max(wavefronts, distinct.size());
    excess += static_cast<int>(wavefronts - (words.size() + 31) / 32);
  }
  return excess;
}

/// The lanes' byte addresses of the first fragment load, as FmaText.cpp and ConstantsText.cpp print
/// it: lanes lie 4 x 8.
std::vector<int> fragmentAddresses(const Contraction &contraction, const Schedule &schedule,
                                   int operand, int element) {
  const TileLayout layout =
      tileLayout(contraction, schedule, computationFor(contraction, schedule), operand);
  const int run = runWidth(contraction, schedule, operand);
  const Fma &fma = schedule.as<Fma>();
  const int threads = operand == 0 ? fma.block.m / fma.thread.m : fma.block.n / fma.thread.n;
  std::vector<int> addresses;
  for (int lane = 0; lane < 32; ++lane) {
    const int thread = operand == 0 ? lane / 8 : lane % 8;
    const int index = layout.contiguousAlongK ? (element * threads + thread) * layout.pitch
                                              : element / run * run * threads + thread * run;
    addresses.push_back(index * sizeOf(layout.stored));
  }
  return addresses;
}

TEST(TileLayout, FragmentLoadsHaveNoBankConflicts) {
  for (const ElementType type : {ElementType::F32, ElementType::F64})
    for (const bool transposedA : {false, true})
      for (const bool transposedB : {false, true})
        for (const char *passes : {"tile<128;64;16;8;4>", "tile<128;64;16;8;4>,pipeline<stages=3>",
                                   "tile<64;64;32;4;4>,pipeline<stages=2>", "tile<64;64;8;4;4>"}) {
          const Contraction contraction = gemm(type, transposedA, transposedB);
          const Schedule schedule = accepted(contraction, passes);
          for (const int operand : {0, 1}) {
            const TileLayout layout =
                tileLayout(contraction, schedule, computationFor(contraction, schedule), operand);
            const int width = layout.contiguousAlongK ? stepGroup(contraction, schedule)
                                                      : runWidth(contraction, schedule, operand);
            for (const int element : {0, 1})
              EXPECT_EQ(excessWavefronts(fragmentAddresses(contraction, schedule, operand, element),
                                         width * sizeOf(layout.stored)),
                        0)
                  << passes << " " << cudaName(type) << " operand " << operand << " transposed "
                  << transposedA << transposedB;
          }
        }
}

TEST(TileLayout, TransformsHappenWhereTheRouteAllows) {
  const auto transform = [](const Contraction &contraction, const char *passes, Numerics numerics) {
    const Schedule schedule = accepted(contraction, passes, numerics);
    return tileLayout(contraction, schedule, computationFor(contraction, schedule), 0).transform;
  };
  const Numerics exact = Numerics::BitExact, fp16 = Numerics::Fp16;
  EXPECT_EQ(transform(gemm(), "tile", exact), Transform::OnCopy);
  EXPECT_EQ(transform(gemm(), "tile,pipeline", exact), Transform::InPlace);
  EXPECT_EQ(transform(gemm(ElementType::F16), "tile,pipeline", exact), Transform::OnFragment);
  EXPECT_EQ(transform(gemm(), "tile,pipeline,warp-specialize<dma=4>", exact), Transform::OnCopy);
  EXPECT_EQ(transform(gemm(), "tile,tensorize<wmma>", fp16), Transform::OnCopy);
  EXPECT_EQ(transform(gemm(), "tile,pipeline,tensorize<wmma>", fp16), Transform::Restaged);
  EXPECT_EQ(transform(gemm(), "tile,pipeline,tensorize<wmma>", Numerics::Tf32), Transform::InPlace);
  EXPECT_EQ(transform(gemm(ElementType::F16), "tile,pipeline,tensorize<wmma>", fp16),
            Transform::None);
}

TEST(TileLayout, NativeLayoutFollowsTheMatrix) {
  const auto layout = [](const Contraction &contraction, int operand) {
    const Schedule schedule = accepted(contraction, "tile");
    return tileLayout(contraction, schedule, computationFor(contraction, schedule), operand);
  };
  EXPECT_TRUE(layout(gemm(), 0).contiguousAlongK);
  EXPECT_FALSE(layout(gemm(), 1).contiguousAlongK);
  EXPECT_FALSE(layout(gemm(ElementType::F32, true), 0).contiguousAlongK);
  EXPECT_TRUE(layout(gemm(ElementType::F32, false, true), 1).contiguousAlongK);
  EXPECT_EQ(layout(gemm(), 0).rows, 128);
  EXPECT_EQ(layout(gemm(), 0).pitch, 20);
  EXPECT_EQ(layout(gemm(), 1).rows, 16);
  EXPECT_EQ(layout(gemm(), 1).pitch, 128);
}

} // namespace
} // namespace warpsmith::test
