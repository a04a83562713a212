// Which operands a product on the tensor cores packs, against readings of all four ways.
#include "tests/unit/rewriter/TileChoice.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>

namespace warpsmith::test {
namespace {

/// Whether B runs along k.
enum class Layout { NN, NT };

/// C = A B of FP16 operands that begin within sectors of 32 bytes, both or one, on an H200:
/// microseconds in a stream, cold cache, with both read where they lie, with A packed, with B
/// packed, and with both, each in the tile that is predicted to be the fastest.
struct PackingReading {
  int m, n, k;
  Layout layout;
  double times[4];
};
constexpr PackingReading PackingReadings[] = {
    {1000, 1000, 1000, Layout::NN, {7.55, 9.77, 10.26, 9.33}},
    {1000, 1000, 1000, Layout::NT, {7.75, 9.64, 10.04, 9.59}},
    {1400, 1400, 1400, Layout::NN, {12.95, 16.10, 16.06, 15.11}},
    {1400, 1400, 1400, Layout::NT, {12.91, 16.31, 16.10, 15.10}},
    {2040, 2040, 2040, Layout::NN, {27.67, 31.40, 31.33, 34.70}},
    {2040, 2040, 2040, Layout::NT, {27.78, 32.21, 32.04, 35.51}},
    {2504, 2504, 2504, Layout::NN, {60.23, 65.08, 64.92, 69.71}},
    {2504, 2504, 2504, Layout::NT, {59.21, 65.42, 65.49, 70.61}},
    {3000, 3000, 3000, Layout::NN, {94.86, 94.64, 95.03, 101.85}},
    {3000, 3000, 3000, Layout::NT, {96.03, 94.42, 95.84, 101.88}},
    {3048, 3048, 3048, Layout::NN, {98.50, 101.19, 101.54, 108.66}},
    {3048, 3048, 3048, Layout::NT, {99.63, 101.50, 101.55, 108.89}},
    {4088, 4088, 4088, Layout::NN, {207.12, 225.06, 224.46, 240.51}},
    {4088, 4088, 4088, Layout::NT, {215.94, 233.46, 232.14, 247.60}},
    {5000, 5000, 5000, Layout::NN, {437.89, 443.42, 465.44, 458.53}},
    {5000, 5000, 5000, Layout::NT, {449.57, 456.74, 466.43, 473.50}},
    {6008, 6008, 6008, Layout::NN, {678.91, 716.45, 724.77, 750.02}},
    {6008, 6008, 6008, Layout::NT, {761.15, 799.01, 802.88, 834.72}},
    {8008, 8008, 8008, Layout::NN, {1753.66, 1789.25, 1796.42, 1849.38}},
    {8008, 8008, 8008, Layout::NT, {1670.91, 1707.78, 1726.37, 1772.96}},
    {128, 8200, 8200, Layout::NN, {57.56, 44.08, 123.65, 113.68}},
    {128, 8200, 8200, Layout::NT, {58.18, 43.86, 122.55, 112.62}},
    {256, 4104, 4104, Layout::NN, {24.09, 24.36, 38.67, 35.77}},
    {256, 4104, 4104, Layout::NT, {24.36, 24.70, 36.64, 34.48}},
    {512, 4104, 4104, Layout::NN, {32.62, 35.32, 49.55, 45.53}},
    {512, 4104, 4104, Layout::NT, {34.30, 37.36, 50.62, 46.74}},
    {1024, 4104, 4104, Layout::NN, {68.17, 75.44, 86.52, 76.46}},
    {1024, 4104, 4104, Layout::NT, {69.46, 81.21, 81.91, 80.47}},
    {8200, 8, 8200, Layout::NN, {56.92, 117.18, 49.84, 117.63}},
    {8200, 8, 8200, Layout::NT, {37.14, 109.45, 39.59, 114.80}},
    {8200, 1032, 8200, Layout::NN, {254.93, 283.15, 237.46, 293.36}},
    {8200, 1032, 8200, Layout::NT, {269.62, 314.94, 255.46, 329.46}},
    {4096, 4096, 4104, Layout::NN, {214.70, 232.38, 232.51, 249.57}},
    {4096, 4096, 4104, Layout::NT, {210.05, 227.63, 227.52, 243.52}},
    {2016, 2152, 6120, Layout::NN, {101.13, 110.26, 111.41, 122.65}},
    {2016, 2152, 6120, Layout::NT, {92.37, 103.94, 105.13, 116.38}},
    {2464, 696, 5640, Layout::NN, {36.04, 49.97, 41.00, 53.59}},
    {2464, 696, 5640, Layout::NT, {36.67, 50.92, 41.93, 54.75}},
    {736, 2024, 5560, Layout::NN, {35.68, 40.39, 44.48, 47.43}},
    {736, 2024, 5560, Layout::NT, {33.06, 37.91, 47.52, 48.90}},
    {5000, 1000, 3000, Layout::NN, {55.11, 70.29, 58.91, 73.73}},
    {5000, 1000, 3000, Layout::NT, {56.22, 71.29, 60.05, 74.82}},
};

Product productOf(const PackingReading &reading) {
  const int rowOfB = reading.layout == Layout::NN ? reading.n : reading.k;
  return {reading.m,
          reading.n,
          reading.k,
          rowsAsTheyLie<short>(reading.k),
          rowsAsTheyLie<short>(rowOfB),
          2,
          false,
          false,
          reading.layout == Layout::NN};
}

TEST(Packing, IsTheFastestWayThatWasMeasured) {
  double logarithms = 0, inPlace = 0;
  for (const PackingReading &reading : PackingReadings) {
    const std::vector<WgmmaTile> menu = wgmmaMenu({ElementType::F16, 1, {}});
    const Packing packing = packingFor(menu, productOf(reading));
    const auto &times = reading.times;
    const double least = *std::min_element(times, times + 4);
    const double loss = times[packing.a + 2 * packing.b] / least;
    EXPECT_LE(loss, 1.15) << reading.m << " x " << reading.n << " x " << reading.k << ": "
                          << packing.a << packing.b;
    logarithms += std::log(loss);
    inPlace += std::log(times[0] / least);
  }
  EXPECT_LT(std::exp(logarithms / std::size(PackingReadings)), 1.01);
  // It is worth deciding.
  EXPECT_GT(std::exp(inPlace / std::size(PackingReadings)), 1.015);
}

TEST(Packing, IsOfOneOperandMoreAtMost) {
  const auto packed = [](Packing needed, bool acrossA, bool acrossB, double time) {
    const Packing packing =
        fastestPacking(needed, acrossA, acrossB, 2e6, 4e6, [&](const Packing &with) {
          return time / (1 + (with.a && !needed.a) + (with.b && !needed.b));
        });
    return std::pair(packing.a, packing.b);
  };
  constexpr Packing None = {false, false};
  // Copying takes 2 us of A, and 3 of B.
  EXPECT_EQ(packed(None, true, true, 10000), std::pair(true, false));
  EXPECT_EQ(packed(None, true, true, 3900), std::pair(false, false));
  EXPECT_EQ(packed(None, false, true, 10000), std::pair(false, true));
  EXPECT_EQ(packed(None, false, true, 5900), std::pair(false, false));
  EXPECT_EQ(packed(None, false, false, 10000), std::pair(false, false));
  EXPECT_EQ(packed({true, false}, false, true, 10000), std::pair(true, true));
}

} // namespace
} // namespace warpsmith::test
