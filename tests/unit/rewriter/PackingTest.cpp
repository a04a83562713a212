// Which operands a product on the tensor cores packs, against readings of all four ways.
#include "runtime/include/warpsmith/device/packing_choice.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <utility>

namespace warpsmith::test {
namespace {

/// C = A B of FP16 operands that begin within sectors of 32 bytes, both or one, on an H200:
/// microseconds of the fastest tile with both read where they lie, with A packed, with B packed,
/// and with both (docs/ladder.md).
struct PackingReading {
  int m, n, k;
  double times[4];
};
constexpr PackingReading PackingReadings[] = {
    {8, 8200, 8200, {38.41, 37.43, 109.94, 115.06}},
    {64, 8200, 8200, {47.05, 41.13, 118.75, 116.10}},
    {128, 8200, 8200, {55.88, 43.34, 126.05, 126.13}},
    {256, 8200, 8200, {77.84, 55.92, 150.25, 137.22}},
    {512, 8200, 8200, {101.80, 99.45, 175.14, 181.08}},
    {760, 8200, 8200, {190.65, 154.61, 256.25, 234.42}},
    {1032, 8200, 8200, {296.36, 265.91, 343.75, 315.17}},
    {2056, 8200, 8200, {480.02, 491.75, 610.22, 576.23}},
    {8200, 8, 8200, {60.77, 121.67, 49.62, 126.20}},
    {8200, 72, 8200, {52.62, 119.69, 52.42, 127.42}},
    {8200, 264, 8200, {93.77, 164.08, 93.06, 158.02}},
    {8200, 520, 8200, {178.06, 222.25, 168.24, 223.28}},
    {8200, 1032, 8200, {282.32, 319.71, 267.86, 291.17}},
    {8200, 2056, 8200, {470.26, 489.03, 474.16, 525.61}},
    {8200, 8200, 72, {67.75, 67.05, 65.88, 65.45}},
    {8200, 8200, 264, {92.13, 89.23, 90.85, 89.91}},
    {8200, 8200, 1032, {228.37, 222.85, 226.31, 226.51}},
    {504, 504, 504, {5.39, 10.13, 9.86, 9.47}},
    {504, 504, 2056, {9.78, 10.91, 11.21, 11.07}},
    {504, 504, 8200, {28.10, 26.28, 28.60, 26.61}},
    {600, 600, 600, {4.67, 9.47, 9.63, 9.34}},
    {600, 600, 2056, {10.21, 11.90, 12.23, 12.36}},
    {760, 760, 760, {6.86, 9.50, 10.29, 9.68}},
    {1000, 1000, 1000, {8.68, 10.07, 10.36, 10.16}},
    {1000, 1000, 8200, {48.69, 47.78, 51.51, 52.38}},
    {128, 2056, 2056, {10.06, 10.68, 13.95, 12.83}},
    {128, 4104, 4104, {19.40, 18.44, 35.64, 34.18}},
    {256, 2056, 2056, {11.58, 11.66, 14.78, 13.33}},
    {256, 4104, 4104, {26.67, 21.89, 42.26, 38.60}},
    {512, 4104, 4104, {39.21, 27.00, 53.84, 45.61}},
    {3000, 3000, 3000, {100.59, 99.87, 102.58, 88.42}},
    {4104, 4104, 4104, {230.88, 217.14, 223.14, 235.95}},
    {1240, 1240, 1240, {13.74, 13.76, 15.39, 13.53}},
    {1496, 1496, 1496, {18.80, 21.56, 19.89, 18.30}},
    {1752, 1752, 1752, {23.23, 26.21, 26.32, 27.64}},
    {2040, 2040, 2040, {27.65, 29.48, 29.59, 33.12}},
    {2504, 2504, 2504, {58.48, 61.53, 61.19, 67.01}},
    {3048, 3048, 3048, {103.18, 102.75, 104.12, 92.07}},
    {3560, 3560, 3560, {130.25, 119.28, 125.74, 133.13}},
    {4088, 4088, 4088, {191.22, 175.39, 183.94, 195.09}},
    {5000, 5000, 5000, {374.41, 359.84, 389.93, 386.53}},
    {6008, 6008, 6008, {626.71, 547.76, 571.12, 583.26}},
    {16, 4104, 4104, {15.17, 15.74, 29.79, 30.68}},
    {512, 8200, 2056, {29.80, 27.87, 43.66, 47.14}},
    {2048, 4104, 1032, {37.08, 34.61, 41.35, 38.07}},
    {1032, 4096, 4104, {71.72, 66.99, 92.10, 84.36}},
    {4096, 4096, 4104, {169.99, 176.42, 185.55, 196.58}},
    {4096, 4104, 4096, {194.87, 212.92, 206.28, 226.25}},
    {2056, 2056, 8200, {169.78, 157.84, 165.13, 154.58}},
};

/// Whether rows of so many FP16 elements begin within sectors.
bool isAcross(int length) {
  return rowsAsTheyLie<short>(length) == Rows::AcrossSectors;
}

TEST(Packing, IsTheFastestWayThatWasMeasured) {
  double logarithms = 0;
  for (const auto &[m, n, k, times] : PackingReadings) {
    const Packing better = betterPacked(isAcross(k), isAcross(n), m, n, k);
    const double loss = times[better.a + 2 * better.b] / *std::min_element(times, times + 4);
    EXPECT_LE(loss, 1.23) << m << " x " << n << " x " << k << ": " << better.a << better.b;
    logarithms += std::log(loss);
  }
  EXPECT_LT(std::exp(logarithms / std::size(PackingReadings)), 1.025);
}

TEST(Packing, IsOfOneOperandAtMost) {
  const auto packed = [](bool acrossA, bool acrossB, double m, double n, double k) {
    const Packing better = betterPacked(acrossA, acrossB, m, n, k);
    return std::pair(better.a, better.b);
  };
  EXPECT_EQ(packed(true, true, 4104, 4104, 4104), std::pair(true, false));
  EXPECT_EQ(packed(true, true, 8200, 1032, 8200), std::pair(false, true));
  EXPECT_EQ(packed(true, true, 2040, 2040, 2040), std::pair(false, false));
  // One that begins within sectors costs less than both do.
  EXPECT_EQ(packed(true, false, 4096, 4096, 4104), std::pair(false, false));
  EXPECT_EQ(packed(false, true, 8192, 4104, 8192), std::pair(false, true));
  EXPECT_EQ(packed(false, false, 8192, 8192, 8192), std::pair(false, false));
}

} // namespace
} // namespace warpsmith::test
