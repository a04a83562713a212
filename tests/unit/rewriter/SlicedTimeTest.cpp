// When a product on Hopper's tensor cores is summed in slices of k, against readings.
#include "tests/unit/rewriter/TileChoice.h"
#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace warpsmith::test {
namespace {

/// GEMM of FP16 on an H200, launches replayed as graphs: microseconds with each tile of the menu,
/// and with those that are summed in slices of k, of which there are as many as slicesOfK says; 0
/// where it says one.
struct SlicedReading {
  int m, n, k;
  Rows rowsOfA, rowsOfB;
  std::array<double, 5> whole;
  std::array<double, 3> sliced;
};
// clang-format off
constexpr SlicedReading SlicedReadings[] = {
    {64, 64, 1024, Rows::OfSectors, Rows::OfSectors, {13.0, 10.1, 7.2, 5.7, 4.6}, {6.3, 4.5, 3.7}},
    {64, 64, 4096, Rows::OfSectors, Rows::OfSectors, {40.3, 30.5, 20.9, 16.4, 12.1}, {8.0, 5.7, 4.6}},
    {64, 64, 16384, Rows::OfSectors, Rows::OfSectors, {149.5, 112.5, 75.6, 59.0, 42.1}, {15.0, 10.4, 8.4}},
    {128, 128, 1024, Rows::OfSectors, Rows::OfSectors, {14.7, 11.8, 9.0, 6.2, 4.7}, {6.4, 4.7, 3.8}},
    {128, 128, 2048, Rows::OfSectors, Rows::OfSectors, {23.8, 18.6, 13.5, 9.7, 7.2}, {7.0, 5.0, 4.0}},
    {128, 128, 8192, Rows::OfSectors, Rows::OfSectors, {78.4, 59.6, 40.9, 31.1, 22.4}, {10.5, 7.4, 6.0}},
    {128, 128, 16384, Rows::OfSectors, Rows::OfSectors, {151.3, 114.3, 77.3, 59.5, 42.6}, {15.0, 10.6, 8.6}},
    {100, 200, 5000, Rows::AcrossSectors, Rows::AcrossSectors, {50.8, 41.0, 32.2, 26.4, 18.0}, {9.8, 7.6, 6.6}},
    {128, 256, 4096, Rows::OfSectors, Rows::OfSectors, {43.7, 32.9, 22.8, 16.8, 12.2}, {8.4, 6.1, 5.2}},
    {256, 256, 1024, Rows::OfSectors, Rows::OfSectors, {16.4, 12.5, 9.2, 6.1, 4.7}, {6.8, 5.0, 4.5}},
    {256, 256, 2048, Rows::OfSectors, Rows::OfSectors, {25.5, 19.3, 13.7, 9.7, 7.2}, {7.7, 5.5, 5.2}},
    {256, 256, 4096, Rows::OfSectors, Rows::OfSectors, {43.7, 33.0, 22.8, 16.8, 12.2}, {8.7, 6.9, 6.3}},
    {256, 256, 8192, Rows::OfSectors, Rows::OfSectors, {80.2, 60.3, 41.0, 31.0, 22.4}, {11.3, 9.1, 8.0}},
    {256, 256, 16384, Rows::OfSectors, Rows::OfSectors, {153.0, 115.0, 77.5, 59.5, 42.7}, {16.1, 13.8, 12.1}},
    {192, 320, 4096, Rows::OfSectors, Rows::OfSectors, {44.3, 33.3, 22.8, 16.9, 12.4}, {9.5, 7.0, 6.0}},
    {300, 304, 1000, Rows::AcrossSectors, Rows::OfSectors, {16.4, 12.7, 9.8, 6.6, 5.0}, {7.5, 5.8, 4.9}},
    {300, 304, 6000, Rows::OfSectors, Rows::OfSectors, {60.8, 45.9, 31.3, 23.2, 17.1}, {12.9, 9.9, 8.9}},
    {384, 384, 4096, Rows::OfSectors, Rows::OfSectors, {44.1, 33.2, 22.9, 16.9, 12.5}, {9.9, 8.0, 8.2}},
    {384, 512, 8192, Rows::OfSectors, Rows::OfSectors, {80.3, 60.5, 41.1, 31.1, 22.8}, {13.4, 12.4, 14.1}},
    {512, 512, 1024, Rows::OfSectors, Rows::OfSectors, {16.6, 12.6, 9.2, 6.1, 4.8}, {8.1, 6.1, 5.3}},
    {512, 512, 2048, Rows::OfSectors, Rows::OfSectors, {25.7, 19.5, 13.8, 9.7, 7.3}, {9.4, 7.4, 6.8}},
    {512, 512, 4096, Rows::OfSectors, Rows::OfSectors, {43.9, 33.1, 22.9, 16.8, 12.4}, {11.7, 9.5, 9.9}},
    {512, 512, 8192, Rows::OfSectors, Rows::OfSectors, {80.5, 60.5, 41.2, 31.1, 22.7}, {15.4, 14.2, 14.8}},
    {640, 640, 4096, Rows::OfSectors, Rows::OfSectors, {44.5, 33.5, 23.2, 17.1, 12.9}, {12.0, 11.4, 0.0}},
    {640, 640, 8192, Rows::OfSectors, Rows::OfSectors, {81.1, 61.0, 41.6, 31.2, 23.4}, {17.9, 19.1, 0.0}},
    {768, 768, 2048, Rows::OfSectors, Rows::OfSectors, {26.2, 19.7, 14.2, 10.1, 14.2}, {10.6, 0.0, 0.0}},
    {768, 768, 8192, Rows::OfSectors, Rows::OfSectors, {81.0, 60.8, 41.8, 31.5, 45.5}, {21.7, 0.0, 0.0}},
    {1024, 512, 2048, Rows::OfSectors, Rows::OfSectors, {25.9, 19.7, 13.9, 9.7, 7.6}, {10.2, 8.8, 0.0}},
    {1024, 512, 4096, Rows::OfSectors, Rows::OfSectors, {44.2, 33.3, 23.0, 16.8, 12.8}, {13.8, 12.5, 0.0}},
    {1024, 512, 8192, Rows::OfSectors, Rows::OfSectors, {80.7, 60.9, 41.3, 31.0, 23.3}, {20.7, 20.6, 0.0}},
    {128, 1024, 4096, Rows::OfSectors, Rows::OfSectors, {43.9, 33.1, 22.9, 16.8, 12.3}, {9.1, 7.8, 7.4}},
    {64, 2048, 4096, Rows::OfSectors, Rows::OfSectors, {42.4, 32.2, 21.5, 16.8, 12.3}, {12.8, 7.8, 7.3}},
    {16, 4096, 4096, Rows::OfSectors, Rows::OfSectors, {42.2, 32.1, 21.4, 16.8, 15.2}, {21.1, 13.6, 15.8}},
    {4096, 64, 2048, Rows::OfSectors, Rows::OfSectors, {22.9, 17.5, 12.5, 9.5, 7.2}, {11.1, 10.0, 6.5}},
    {384, 640, 3000, Rows::AcrossSectors, Rows::OfSectors, {34.6, 26.0, 18.2, 13.1, 9.8}, {10.3, 9.0, 9.4}},
    {1000, 504, 6000, Rows::OfSectors, Rows::AcrossSectors, {61.5, 46.1, 37.6, 29.8, 28.8}, {22.9, 26.1, 0.0}},
    {900, 300, 4096, Rows::OfSectors, Rows::AcrossSectors, {47.7, 36.4, 25.8, 19.5, 15.3}, {16.9, 16.6, 0.0}},
    {1024, 1024, 2048, Rows::OfSectors, Rows::OfSectors, {25.8, 19.8, 14.1, 10.7, 14.3}, {12.2, 0.0, 0.0}},
    {1024, 1024, 8192, Rows::OfSectors, Rows::OfSectors, {80.9, 61.4, 41.9, 33.7, 46.1}, {31.4, 0.0, 0.0}},
    {112, 56, 5568, Rows::OfSectors, Rows::AcrossSectors, {53.5, 40.4, 27.8, 21.8, 16.0}, {9.1, 6.6, 5.4}},
    {40, 248, 1952, Rows::OfSectors, Rows::AcrossSectors, {22.7, 17.5, 12.3, 10.7, 7.4}, {7.3, 5.4, 4.2}},
    {40, 224, 584, Rows::AcrossSectors, Rows::OfSectors, {10.4, 8.5, 5.7, 4.5, 3.5}, {6.6, 4.6, 3.8}},
    {168, 40, 712, Rows::AcrossSectors, Rows::AcrossSectors, {10.9, 8.5, 7.0, 5.5, 4.8}, {6.7, 4.9, 4.0}},
    {160, 768, 808, Rows::AcrossSectors, Rows::OfSectors, {15.1, 11.5, 8.4, 5.7, 4.3}, {7.6, 5.8, 5.0}},
    {72, 360, 16512, Rows::OfSectors, Rows::AcrossSectors, {152.7, 120.6, 90.1, 82.4, 50.6}, {18.1, 15.1, 12.1}},
    {296, 144, 18336, Rows::OfSectors, Rows::OfSectors, {169.2, 127.8, 86.2, 64.2, 48.6}, {21.6, 18.7, 12.5}},
    {40, 872, 1480, Rows::AcrossSectors, Rows::AcrossSectors, {19.1, 14.7, 11.3, 9.9, 7.2}, {7.7, 5.4, 5.2}},
    {56, 48, 1584, Rows::OfSectors, Rows::OfSectors, {18.0, 13.8, 9.6, 7.5, 5.8}, {6.9, 4.9, 3.9}},
    {736, 64, 4312, Rows::AcrossSectors, Rows::OfSectors, {43.1, 32.8, 22.6, 16.9, 12.8}, {9.8, 8.1, 5.6}},
    {376, 136, 3808, Rows::OfSectors, Rows::AcrossSectors, {39.8, 30.6, 22.7, 18.1, 12.1}, {9.6, 7.9, 7.0}},
    {40, 40, 1088, Rows::OfSectors, Rows::AcrossSectors, {13.5, 10.4, 7.3, 6.0, 5.1}, {6.6, 4.9, 4.0}},
    {440, 168, 1616, Rows::OfSectors, Rows::AcrossSectors, {21.0, 17.8, 12.7, 9.5, 7.5}, {8.4, 6.5, 5.6}},
    {304, 184, 1536, Rows::OfSectors, Rows::AcrossSectors, {20.0, 16.1, 11.3, 8.6, 6.0}, {7.8, 5.7, 4.9}},
    {680, 472, 1256, Rows::AcrossSectors, Rows::AcrossSectors, {18.9, 15.6, 12.4, 9.3, 9.4}, {9.4, 10.0, 0.0}},
    {288, 240, 12656, Rows::OfSectors, Rows::OfSectors, {120.1, 90.1, 61.0, 46.9, 33.6}, {17.0, 12.9, 12.2}},
    {528, 96, 18600, Rows::AcrossSectors, Rows::OfSectors, {170.8, 128.8, 97.3, 67.3, 51.5}, {19.7, 17.4, 17.1}},
    {48, 160, 8216, Rows::AcrossSectors, Rows::OfSectors, {77.9, 59.2, 39.6, 30.1, 22.4}, {10.9, 7.8, 6.2}},
    {56, 208, 592, Rows::OfSectors, Rows::OfSectors, {10.5, 8.6, 5.8, 4.6, 3.6}, {6.5, 4.7, 3.7}},
    {416, 608, 4184, Rows::AcrossSectors, Rows::OfSectors, {45.1, 34.1, 25.0, 17.6, 16.8}, {13.8, 11.9, 0.0}},
    {928, 104, 6544, Rows::OfSectors, Rows::AcrossSectors, {63.7, 48.7, 43.0, 35.1, 24.1}, {14.3, 12.0, 13.0}},
    {312, 296, 2728, Rows::AcrossSectors, Rows::AcrossSectors, {31.8, 26.3, 21.0, 15.4, 12.6}, {9.6, 7.8, 7.3}},
    {416, 40, 6696, Rows::AcrossSectors, Rows::AcrossSectors, {63.9, 48.2, 42.7, 32.2, 28.4}, {11.7, 8.8, 7.3}},
    {96, 144, 5936, Rows::OfSectors, Rows::OfSectors, {57.8, 44.2, 30.3, 22.8, 16.9}, {9.4, 7.1, 5.9}},
    {32, 192, 944, Rows::OfSectors, Rows::OfSectors, {13.2, 10.5, 7.1, 5.6, 4.3}, {6.5, 4.6, 3.7}},
    {48, 40, 8552, Rows::AcrossSectors, Rows::AcrossSectors, {80.1, 60.4, 43.3, 38.6, 33.5}, {11.0, 8.9, 7.5}},
    {56, 80, 2144, Rows::OfSectors, Rows::OfSectors, {23.2, 17.9, 12.3, 9.6, 7.3}, {7.2, 5.1, 4.1}},
    {912, 40, 2656, Rows::OfSectors, Rows::AcrossSectors, {27.9, 21.3, 15.7, 12.7, 11.0}, {9.8, 7.9, 6.2}},
    {264, 960, 10312, Rows::AcrossSectors, Rows::OfSectors, {100.0, 75.2, 51.0, 38.4, 44.0}, {28.0, 31.9, 0.0}},
    {888, 96, 2344, Rows::AcrossSectors, Rows::OfSectors, {26.1, 20.3, 15.7, 11.0, 8.2}, {7.9, 6.6, 6.3}},
    {128, 960, 17128, Rows::AcrossSectors, Rows::OfSectors, {160.3, 120.6, 81.2, 62.3, 45.5}, {23.5, 20.5, 20.9}},
    {56, 64, 1200, Rows::OfSectors, Rows::OfSectors, {14.7, 11.3, 8.1, 6.3, 5.0}, {6.6, 4.7, 3.8}},
    {80, 208, 4440, Rows::AcrossSectors, Rows::OfSectors, {45.1, 34.6, 23.5, 19.0, 13.8}, {8.8, 6.8, 6.2}},
    {88, 32, 2376, Rows::AcrossSectors, Rows::OfSectors, {25.4, 19.4, 13.3, 10.5, 8.4}, {7.2, 5.3, 4.3}},
    {136, 280, 16840, Rows::AcrossSectors, Rows::AcrossSectors, {157.5, 133.9, 105.5, 79.3, 65.1}, {22.5, 19.3, 15.1}},
    {456, 232, 4928, Rows::OfSectors, Rows::AcrossSectors, {51.2, 38.6, 33.1, 27.0, 17.0}, {11.7, 10.3, 10.1}},
    {432, 40, 13840, Rows::OfSectors, Rows::AcrossSectors, {127.6, 96.0, 71.9, 57.3, 50.0}, {15.8, 12.8, 10.0}},
    {144, 152, 752, Rows::OfSectors, Rows::AcrossSectors, {12.6, 10.8, 8.2, 6.0, 4.3}, {6.9, 5.0, 4.1}},
    {368, 40, 656, Rows::OfSectors, Rows::AcrossSectors, {10.2, 8.0, 6.1, 5.0, 4.2}, {6.7, 5.0, 4.0}},
    {72, 56, 1784, Rows::AcrossSectors, Rows::AcrossSectors, {19.8, 15.2, 11.0, 9.4, 8.1}, {7.1, 5.4, 4.4}},
    {40, 32, 888, Rows::AcrossSectors, Rows::OfSectors, {11.7, 9.0, 6.4, 5.1, 4.0}, {6.4, 4.5, 3.7}},
    {48, 128, 560, Rows::OfSectors, Rows::OfSectors, {9.2, 7.5, 5.5, 4.3, 3.4}, {6.3, 4.5, 3.6}},
    {928, 336, 880, Rows::OfSectors, Rows::OfSectors, {15.3, 11.8, 8.6, 5.9, 5.4}, {8.0, 6.7, 0.0}},
    {88, 120, 1944, Rows::AcrossSectors, Rows::AcrossSectors, {22.1, 17.3, 14.9, 12.3, 8.7}, {7.4, 5.6, 4.5}},
    {48, 840, 19504, Rows::OfSectors, Rows::AcrossSectors, {179.9, 135.5, 93.4, 81.9, 52.4}, {20.9, 15.7, 14.5}},
    {192, 208, 704, Rows::OfSectors, Rows::OfSectors, {13.2, 10.3, 7.6, 5.2, 3.9}, {6.8, 4.8, 4.1}},
    {48, 120, 1352, Rows::AcrossSectors, Rows::AcrossSectors, {16.7, 13.1, 10.1, 9.0, 6.4}, {6.9, 5.3, 4.2}},
    {776, 56, 560, Rows::OfSectors, Rows::AcrossSectors, {9.2, 7.2, 5.5, 4.4, 3.7}, {6.9, 5.4, 4.4}},
    {1240, 248, 880, Rows::OfSectors, Rows::AcrossSectors, {15.8, 12.0, 9.2, 6.8, 6.5}, {8.4, 8.1, 0.0}},
    {256, 32, 3544, Rows::AcrossSectors, Rows::OfSectors, {35.8, 27.1, 19.4, 14.5, 11.5}, {8.3, 6.1, 4.8}},
    {88, 128, 944, Rows::OfSectors, Rows::OfSectors, {13.2, 10.7, 8.0, 6.0, 4.5}, {6.4, 4.6, 3.7}},
    {624, 248, 8896, Rows::OfSectors, Rows::AcrossSectors, {86.8, 65.0, 53.5, 43.0, 24.9}, {14.9, 14.9, 21.3}},
    {112, 72, 10024, Rows::AcrossSectors, Rows::AcrossSectors, {93.5, 70.8, 62.3, 48.6, 34.6}, {13.6, 10.3, 7.8}},
    {744, 552, 1176, Rows::AcrossSectors, Rows::AcrossSectors, {18.2, 15.9, 11.9, 8.6, 8.9}, {9.7, 9.6, 0.0}},
    {232, 128, 568, Rows::AcrossSectors, Rows::OfSectors, {10.7, 8.9, 7.1, 4.8, 3.6}, {6.7, 4.7, 3.9}},
    {32, 96, 1320, Rows::AcrossSectors, Rows::OfSectors, {15.8, 12.4, 8.6, 6.8, 5.2}, {6.7, 4.9, 3.8}},
    {128, 72, 1176, Rows::AcrossSectors, Rows::AcrossSectors, {15.2, 12.1, 10.6, 8.0, 5.7}, {7.2, 5.3, 4.2}},
    {72, 72, 5040, Rows::OfSectors, Rows::AcrossSectors, {48.8, 37.2, 27.0, 23.2, 15.7}, {8.9, 7.0, 5.6}},
    {392, 696, 696, Rows::AcrossSectors, Rows::AcrossSectors, {13.6, 11.3, 8.8, 6.1, 5.6}, {7.9, 7.3, 0.0}},
    {408, 1064, 9008, Rows::OfSectors, Rows::AcrossSectors, {88.0, 66.6, 49.7, 39.3, 41.0}, {32.8, 38.5, 0.0}},
    {576, 200, 984, Rows::AcrossSectors, Rows::AcrossSectors, {15.9, 13.6, 10.7, 7.6, 5.2}, {7.7, 6.3, 5.7}},
    {664, 112, 9640, Rows::AcrossSectors, Rows::OfSectors, {91.3, 69.3, 56.8, 41.2, 30.0}, {14.3, 12.2, 12.6}},
    {1344, 144, 2232, Rows::AcrossSectors, Rows::OfSectors, {25.8, 20.2, 15.8, 10.8, 7.9}, {10.9, 12.0, 8.9}},
    {56, 56, 14112, Rows::OfSectors, Rows::AcrossSectors, {129.7, 97.5, 65.4, 51.5, 42.2}, {13.7, 10.6, 8.8}},
    {712, 56, 10592, Rows::OfSectors, Rows::AcrossSectors, {98.7, 74.4, 50.2, 39.5, 31.9}, {15.5, 14.2, 10.0}},
    {264, 56, 536, Rows::AcrossSectors, Rows::AcrossSectors, {9.2, 7.3, 6.0, 4.6, 3.9}, {6.8, 4.9, 4.0}},
    {1160, 168, 12496, Rows::OfSectors, Rows::AcrossSectors, {118.3, 98.9, 67.7, 53.8, 44.3}, {28.9, 35.7, 36.5}},
    {768, 72, 1288, Rows::AcrossSectors, Rows::AcrossSectors, {16.4, 13.1, 11.4, 8.6, 6.1}, {7.8, 6.2, 5.8}},
    {96, 80, 4392, Rows::AcrossSectors, Rows::OfSectors, {43.4, 33.1, 23.4, 18.2, 13.7}, {8.6, 6.4, 5.3}},
    {88, 160, 824, Rows::AcrossSectors, Rows::OfSectors, {12.6, 10.2, 7.4, 5.7, 4.2}, {6.6, 4.8, 3.9}},
    {1064, 128, 2744, Rows::AcrossSectors, Rows::OfSectors, {30.4, 23.6, 16.9, 12.0, 9.0}, {9.1, 7.2, 6.6}},
    {304, 1040, 2392, Rows::AcrossSectors, Rows::OfSectors, {28.9, 22.1, 16.6, 11.4, 12.8}, {11.9, 11.9, 0.0}},
    {1096, 224, 3592, Rows::AcrossSectors, Rows::OfSectors, {39.9, 30.3, 22.6, 15.7, 16.1}, {12.2, 11.1, 0.0}},
    {240, 32, 2568, Rows::AcrossSectors, Rows::OfSectors, {27.1, 20.7, 14.9, 11.2, 9.0}, {7.7, 5.5, 4.6}},
    {64, 32, 9576, Rows::AcrossSectors, Rows::OfSectors, {89.1, 67.1, 45.2, 35.1, 27.6}, {11.1, 8.2, 6.8}},
    {64, 200, 7304, Rows::AcrossSectors, Rows::AcrossSectors, {70.5, 53.6, 41.4, 37.2, 25.6}, {11.2, 8.9, 6.8}},
    {272, 112, 3424, Rows::OfSectors, Rows::OfSectors, {35.8, 27.8, 19.6, 14.5, 10.7}, {8.4, 6.0, 5.3}},
    {272, 656, 752, Rows::OfSectors, Rows::OfSectors, {14.2, 10.9, 8.0, 5.4, 4.1}, {7.9, 5.9, 5.0}},
    {280, 80, 1416, Rows::AcrossSectors, Rows::OfSectors, {17.6, 13.8, 10.9, 7.7, 5.8}, {7.2, 5.2, 4.5}},
    {624, 224, 4016, Rows::OfSectors, Rows::OfSectors, {43.2, 32.7, 22.5, 16.3, 12.2}, {10.0, 8.8, 9.9}},
};
// clang-format on

/// How much longer the chosen tile takes than the fastest one.
double lossOf(const SlicedReading &reading, const std::vector<WgmmaTile> &tiles) {
  const TileChoice chosen =
      chosenWithSlices(tiles, {reading.m, reading.n, reading.k, reading.rowsOfA, reading.rowsOfB});
  std::vector<double> sliced; // by places in the menu
  double least = *std::ranges::min_element(reading.whole);
  for (size_t index = 0, next = 0; index < tiles.size(); ++index) {
    sliced.push_back(tiles[index].sliced ? reading.sliced[next++] : 0);
    if (sliced.back() > 0)
      least = std::min(least, sliced.back());
  }
  return (chosen.sliced ? sliced[chosen.tile] : reading.whole[chosen.tile]) / least;
}

TEST(SlicedTime, FindsTheFastestTile) {
  const std::vector<WgmmaTile> tiles = wgmmaTiles({ElementType::F16, 1, {}});
  ASSERT_EQ(tiles.size(), std::size(SlicedReadings[0].whole));
  ASSERT_EQ(std::ranges::count_if(tiles, &WgmmaTile::sliced),
            static_cast<long>(std::size(SlicedReadings[0].sliced)));
  double logarithms = 0;
  int more = 0; // than 5 %
  for (const SlicedReading &reading : SlicedReadings) {
    const double loss = lossOf(reading, tiles);
    EXPECT_GE(loss, 1) << "of a choice that was not timed";
    EXPECT_LT(loss, 1.2) << reading.m << "x" << reading.n << "x" << reading.k;
    logarithms += std::log(loss);
    more += loss > 1.05;
  }
  EXPECT_LT(std::exp(logarithms / std::size(SlicedReadings)), 1.01);
  EXPECT_LE(more, 10); // of 119
}

TEST(SlicedTime, SlicesAreThoseThatRunAtOnce) {
  EXPECT_EQ(slicesOfK(1, 100, ClustersOfH200), 8);
  EXPECT_EQ(slicesOfK(15, 100, ClustersOfH200), 8);
  EXPECT_EQ(slicesOfK(16, 100, ClustersOfH200), 6);
  EXPECT_EQ(slicesOfK(17, 5, ClustersOfH200), 5); // k-tiles
  EXPECT_EQ(slicesOfK(40, 100, ClustersOfH200), 2);
  EXPECT_EQ(slicesOfK(67, 100, ClustersOfH200), 1);
  EXPECT_EQ(slicesOfK(1, 1, ClustersOfH200), 1);
  EXPECT_EQ(slicesOfK(1, 100, {}), 1); // no clusters
}

TEST(SlicedTime, CountsStepsOfASliceAndJoining) {
  const TileTime tile = {128, 128, 500, 4000};
  const auto time = [&](long long tiles, int slices, Rows rows) {
    return timeInSlices(tile, tiles, slices, 100, (10 + slices - 1) / slices, rows, rows);
  };
  const double joining = 1000 + 0.3 * 128 * 128;
  EXPECT_DOUBLE_EQ(time(1, 5, Rows::OfSectors), 2 * 500 * (0.64 + 0.36 * 0.05) + joining);
  EXPECT_DOUBLE_EQ(time(1, 4, Rows::AcrossSectors), 3 * 256 * 3 * (0.7 + 0.04 / 3) + joining);
  EXPECT_DOUBLE_EQ(time(50, 2, Rows::AcrossSectors), 5 * 256 * 3 + joining);
}

} // namespace
} // namespace warpsmith::test
