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
    {1000, 1000, 1000, Layout::NN, {8.70, 9.91, 10.66, 10.73}},
    {1000, 1000, 1000, Layout::NT, {8.72, 9.93, 10.34, 10.75}},
    {1400, 1400, 1400, Layout::NN, {15.30, 14.91, 17.30, 15.54}},
    {1400, 1400, 1400, Layout::NT, {14.96, 14.90, 16.91, 15.68}},
    {2040, 2040, 2040, Layout::NN, {28.80, 34.56, 34.54, 38.12}},
    {2040, 2040, 2040, Layout::NT, {28.71, 34.76, 34.49, 38.04}},
    {2504, 2504, 2504, Layout::NN, {63.61, 70.40, 70.23, 75.38}},
    {2504, 2504, 2504, Layout::NT, {63.22, 69.64, 69.59, 75.03}},
    {3000, 3000, 3000, Layout::NN, {116.96, 128.93, 128.88, 125.29}},
    {3000, 3000, 3000, Layout::NT, {103.19, 112.83, 112.81, 114.32}},
    {3048, 3048, 3048, Layout::NN, {101.06, 111.47, 111.11, 112.27}},
    {3048, 3048, 3048, Layout::NT, {102.06, 112.59, 112.48, 114.27}},
    {4088, 4088, 4088, Layout::NN, {217.34, 235.48, 234.23, 256.74}},
    {4088, 4088, 4088, Layout::NT, {214.37, 231.71, 231.86, 254.67}},
    {5000, 5000, 5000, Layout::NN, {478.06, 481.78, 504.94, 501.92}},
    {5000, 5000, 5000, Layout::NT, {485.65, 492.19, 514.07, 512.68}},
    {6008, 6008, 6008, Layout::NN, {712.94, 750.31, 751.29, 792.48}},
    {6008, 6008, 6008, Layout::NT, {711.48, 749.93, 750.50, 790.83}},
    {8008, 8008, 8008, Layout::NN, {1671.82, 1746.89, 1743.30, 1778.07}},
    {8008, 8008, 8008, Layout::NT, {1772.61, 1844.94, 1846.71, 1864.50}},
    {128, 8200, 8200, Layout::NN, {59.13, 46.21, 131.78, 133.59}},
    {128, 8200, 8200, Layout::NT, {59.65, 43.65, 130.40, 132.30}},
    {256, 4104, 4104, Layout::NN, {26.27, 22.56, 43.64, 40.57}},
    {256, 4104, 4104, Layout::NT, {25.78, 23.10, 42.95, 38.78}},
    {512, 4104, 4104, Layout::NN, {41.75, 34.64, 55.44, 50.77}},
    {512, 4104, 4104, Layout::NT, {42.77, 33.24, 56.16, 52.42}},
    {1024, 4104, 4104, Layout::NN, {85.63, 64.55, 91.23, 86.06}},
    {1024, 4104, 4104, Layout::NT, {84.50, 64.04, 89.30, 85.11}},
    {8200, 8, 8200, Layout::NN, {92.39, 149.70, 62.74, 127.35}},
    {8200, 8, 8200, Layout::NT, {40.43, 108.78, 38.13, 114.11}},
    {8200, 1032, 8200, Layout::NN, {318.88, 348.95, 257.91, 337.78}},
    {8200, 1032, 8200, Layout::NT, {318.35, 340.18, 273.91, 328.44}},
    {4096, 4096, 4104, Layout::NN, {216.20, 234.83, 235.44, 255.98}},
    {4096, 4096, 4104, Layout::NT, {214.56, 233.84, 234.33, 256.85}},
    {2016, 2152, 6120, Layout::NN, {119.39, 132.86, 134.32, 133.03}},
    {2016, 2152, 6120, Layout::NT, {124.97, 138.37, 138.63, 127.17}},
    {2464, 696, 5640, Layout::NN, {37.74, 51.51, 41.86, 58.50}},
    {2464, 696, 5640, Layout::NT, {38.18, 52.31, 42.95, 59.00}},
    {736, 2024, 5560, Layout::NN, {33.98, 38.83, 46.54, 51.63}},
    {736, 2024, 5560, Layout::NT, {33.06, 38.19, 45.30, 51.36}},
    {5000, 1000, 3000, Layout::NN, {64.21, 79.84, 69.02, 84.33}},
    {5000, 1000, 3000, Layout::NT, {63.01, 78.44, 67.42, 84.00}},
};

Product productOf(const PackingReading &reading) {
  const int rowOfB = reading.layout == Layout::NN ? reading.n : reading.k;
  return {reading.m,
          reading.n,
          reading.k,
          rowsAsTheyLie<short>(reading.k),
          rowsAsTheyLie<short>(rowOfB),
          2,
          false};
}

TEST(Packing, IsTheFastestWayThatWasMeasured) {
  double logarithms = 0, inPlace = 0;
  for (const PackingReading &reading : PackingReadings) {
    const std::vector<WgmmaTile> menu = wgmmaMenu({ElementType::F16, 1, {}}, /*packed=*/false,
                                                  /*acrossK=*/reading.layout == Layout::NN);
    const Packing packing = packingFor(menu, productOf(reading));
    const auto &times = reading.times;
    const double least = *std::min_element(times, times + 4);
    const double loss = times[packing.a + 2 * packing.b] / least;
    EXPECT_LE(loss, 1.05) << reading.m << " x " << reading.n << " x " << reading.k << ": "
                          << packing.a << packing.b;
    logarithms += std::log(loss);
    inPlace += std::log(times[0] / least);
  }
  EXPECT_LT(std::exp(logarithms / std::size(PackingReadings)), 1.005);
  // It is worth deciding.
  EXPECT_GT(std::exp(inPlace / std::size(PackingReadings)), 1.06);
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
