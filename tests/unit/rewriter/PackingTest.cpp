// Which operands a product on the tensor cores packs, against readings of all four ways.
#include "runtime/include/warpsmith/device/packing_choice.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace warpsmith::test {
namespace {

/// GEMM of FP16 operands that begin within sectors of 32 bytes, on an H200: microseconds with both
/// read where they lie, with A packed, with B packed, and with both (docs/ladder.md).
struct PackingReading {
  int m, n, k;
  double times[4];
};
constexpr PackingReading PackingReadings[] = {
    {8, 8200, 8200, {61.44, 54.49, 129.48, 124.90}},
    {64, 8200, 8200, {62.72, 41.12, 122.93, 115.15}},
    {128, 8200, 8200, {82.53, 63.42, 133.59, 123.56}},
    {256, 8200, 8200, {105.87, 75.12, 156.65, 128.05}},
    {512, 8200, 8200, {112.51, 109.40, 177.91, 183.16}},
    {760, 8200, 8200, {249.43, 211.19, 261.81, 248.66}},
    {1032, 8200, 8200, {374.69, 327.80, 359.02, 352.64}},
    {2056, 8200, 8200, {739.59, 624.46, 629.56, 582.15}},
    {8200, 8, 8200, {89.71, 146.26, 63.48, 124.27}},
    {8200, 72, 8200, {88.49, 145.42, 64.82, 124.51}},
    {8200, 264, 8200, {129.34, 185.09, 113.62, 181.40}},
    {8200, 520, 8200, {229.32, 246.84, 172.22, 227.76}},
    {8200, 1032, 8200, {366.98, 379.63, 299.01, 328.91}},
    {8200, 2056, 8200, {710.61, 654.95, 554.23, 553.98}},
    {8200, 8200, 72, {120.81, 118.72, 116.98, 111.83}},
    {8200, 8200, 264, {176.42, 166.88, 156.44, 148.99}},
    {8200, 8200, 1032, {403.71, 364.74, 335.80, 301.66}},
    {504, 504, 504, {4.93, 7.21, 7.15, 6.97}},
    {504, 504, 2056, {10.12, 10.04, 11.30, 10.41}},
    {504, 504, 8200, {32.27, 32.18, 33.39, 30.59}},
    {600, 600, 600, {5.45, 7.88, 7.85, 7.53}},
    {600, 600, 2056, {13.13, 11.17, 12.32, 11.12}},
    {760, 760, 760, {8.53, 7.30, 7.12, 7.33}},
    {1000, 1000, 1000, {11.29, 11.11, 10.12, 9.60}},
    {1000, 1000, 8200, {76.37, 71.63, 64.75, 52.60}},
    {128, 2056, 2056, {9.28, 9.04, 12.18, 12.11}},
    {128, 4104, 4104, {27.29, 18.51, 40.35, 34.86}},
    {256, 2056, 2056, {13.07, 10.84, 14.53, 12.21}},
    {256, 4104, 4104, {39.67, 31.02, 47.38, 41.17}},
    {512, 4104, 4104, {51.58, 40.36, 58.30, 47.61}},
    {3000, 3000, 3000, {138.76, 123.70, 115.31, 109.01}},
    {4104, 4104, 4104, {366.08, 324.09, 293.77, 285.27}},
};

TEST(Packing, IsWithinSixPercentOfTheFastestWayThatWasMeasured) {
  for (const auto &[m, n, k, times] : PackingReadings) {
    const double products = static_cast<double>(m) * n * k;
    const bool packsA = isBetterPacked<short>(k, static_cast<double>(m) * k, products);
    const bool packsB = isBetterPacked<short>(n, static_cast<double>(k) * n, products);
    EXPECT_LE(times[packsA + 2 * packsB], 1.06 * *std::min_element(times, times + 4))
        << m << " x " << n << " x " << k << ": " << packsA << packsB;
  }
}

TEST(Packing, RowsOfWholeSectorsLieWell) {
  EXPECT_TRUE(isBetterPacked<short>(4104, 4104. * 4104, 4104. * 4104 * 4104));
  EXPECT_FALSE(isBetterPacked<short>(4096, 4096. * 4096, 4096. * 4096 * 4096));
  EXPECT_FALSE(isBetterPacked<float>(4104, 4104. * 4104, 4104. * 4104 * 4104));
}

} // namespace
} // namespace warpsmith::test
