// Which tile a product on Hopper's tensor cores takes, against readings of all five.
#include "rewriter/arch/Architecture.h"
#include "rewriter/ir/MmaTile.h"
#include "rewriter/ir/WgmmaTile.h"
#include "runtime/include/warpsmith/device/packing_choice.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include "tests/unit/rewriter/TileChoice.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace warpsmith::test {
namespace {

/// GEMM of FP16 on an H200, launches replayed as graphs below 200 microseconds: how the operands
/// that TMA copies lie, and microseconds with each tile of the menu.
struct TileReading {
  int m, n, k;
  Rows rowsOfA, rowsOfB;
  double times[5];
};
// clang-format off
constexpr TileReading TileReadings[] = {
    {768, 272, 224, Rows::OfSectors, Rows::OfSectors, {9.2, 7.1, 4.9, 3.1, 2.6}},
    {224, 288, 816, Rows::OfSectors, Rows::OfSectors, {15.4, 11.5, 7.6, 5.2, 3.9}},
    {256, 320, 768, Rows::OfSectors, Rows::OfSectors, {14.7, 11.2, 7.5, 4.9, 3.8}},
    {448, 512, 384, Rows::OfSectors, Rows::OfSectors, {10.8, 8.2, 5.5, 3.2, 2.9}},
    {336, 475, 557, Rows::OfSectors, Rows::OfSectors, {24.9, 20.0, 14.6, 9.6, 7.1}},
    {304, 400, 752, Rows::OfSectors, Rows::OfSectors, {14.0, 10.6, 7.1, 5.0, 3.8}},
    {840, 242, 508, Rows::OfSectors, Rows::OfSectors, {17.1, 13.5, 10.4, 7.2, 5.9}},
    {736, 288, 496, Rows::OfSectors, Rows::OfSectors, {12.7, 9.5, 6.4, 4.0, 3.3}},
    {221, 2355, 244, Rows::OfSectors, Rows::OfSectors, {22.3, 18.4, 13.6, 9.5, 10.0}},
    {292, 774, 568, Rows::AcrossSectors, Rows::OfSectors, {17.8, 14.1, 10.8, 7.6, 6.5}},
    {1232, 288, 384, Rows::OfSectors, Rows::OfSectors, {11.7, 8.7, 5.8, 3.9, 3.5}},
    {552, 680, 368, Rows::OfSectors, Rows::AcrossSectors, {10.2, 8.0, 5.6, 4.2, 3.8}},
    {712, 248, 944, Rows::OfSectors, Rows::AcrossSectors, {15.3, 11.8, 8.8, 6.7, 5.1}},
    {1160, 312, 472, Rows::AcrossSectors, Rows::AcrossSectors, {11.7, 9.4, 6.8, 5.1, 5.3}},
    {2320, 216, 360, Rows::AcrossSectors, Rows::AcrossSectors, {9.8, 8.6, 6.3, 6.9, 6.6}},
    {998, 364, 515, Rows::OfSectors, Rows::OfSectors, {16.4, 13.2, 10.1, 7.4, 6.5}},
    {360, 232, 2352, Rows::OfSectors, Rows::AcrossSectors, {27.4, 21.2, 17.4, 14.0, 10.0}},
    {512, 1408, 320, Rows::OfSectors, Rows::OfSectors, {10.9, 8.3, 5.8, 4.3, 4.6}},
    {936, 752, 328, Rows::AcrossSectors, Rows::OfSectors, {10.8, 8.3, 6.1, 5.7, 6.1}},
    {600, 960, 408, Rows::AcrossSectors, Rows::OfSectors, {12.0, 9.1, 6.2, 5.3, 5.9}},
    {640, 896, 448, Rows::OfSectors, Rows::OfSectors, {12.8, 9.7, 6.7, 4.9, 5.5}},
    {208, 656, 1920, Rows::OfSectors, Rows::OfSectors, {24.2, 18.2, 12.2, 8.9, 7.1}},
    {1144, 688, 344, Rows::AcrossSectors, Rows::OfSectors, {10.7, 8.4, 6.3, 5.5, 6.3}},
    {512, 1072, 496, Rows::OfSectors, Rows::OfSectors, {12.0, 9.2, 6.4, 5.2, 5.8}},
    {464, 2016, 312, Rows::AcrossSectors, Rows::OfSectors, {11.1, 8.5, 6.0, 5.4, 5.8}},
    {308, 201, 4978, Rows::OfSectors, Rows::OfSectors, {63.3, 50.9, 35.7, 26.0, 19.4}},
    {713, 226, 1923, Rows::OfSectors, Rows::OfSectors, {30.6, 24.5, 17.7, 14.0, 11.7}},
    {224, 4992, 280, Rows::AcrossSectors, Rows::OfSectors, {11.4, 9.4, 7.8, 8.1, 8.6}},
    {523, 262, 2376, Rows::AcrossSectors, Rows::OfSectors, {34.3, 26.4, 19.0, 14.0, 12.0}},
    {496, 1312, 512, Rows::OfSectors, Rows::OfSectors, {12.6, 9.5, 6.5, 5.3, 5.8}},
    {344, 3008, 336, Rows::OfSectors, Rows::OfSectors, {12.0, 9.1, 7.0, 7.7, 7.1}},
    {304, 1936, 592, Rows::OfSectors, Rows::OfSectors, {12.9, 10.0, 7.0, 6.1, 6.9}},
    {2384, 352, 416, Rows::OfSectors, Rows::OfSectors, {12.4, 9.6, 6.7, 5.4, 6.0}},
    {368, 1136, 880, Rows::OfSectors, Rows::OfSectors, {15.3, 11.7, 8.2, 5.7, 5.4}},
    {320, 1680, 736, Rows::OfSectors, Rows::OfSectors, {14.3, 10.9, 7.6, 6.0, 7.0}},
    {703, 324, 1802, Rows::OfSectors, Rows::OfSectors, {28.8, 22.8, 16.7, 12.5, 10.5}},
    {544, 416, 1864, Rows::AcrossSectors, Rows::OfSectors, {25.2, 18.9, 13.1, 9.2, 7.3}},
    {1712, 224, 1136, Rows::OfSectors, Rows::OfSectors, {17.8, 13.9, 9.5, 6.7, 6.5}},
    {1396, 777, 409, Rows::OfSectors, Rows::OfSectors, {24.5, 20.8, 17.0, 18.0, 15.4}},
    {352, 4160, 304, Rows::OfSectors, Rows::OfSectors, {11.0, 8.6, 7.2, 8.1, 7.6}},
    {768, 768, 768, Rows::OfSectors, Rows::OfSectors, {15.0, 11.6, 7.8, 5.8, 7.0}},
    {256, 448, 4096, Rows::OfSectors, Rows::OfSectors, {44.4, 33.4, 22.5, 16.4, 12.8}},
    {1600, 816, 368, Rows::OfSectors, Rows::OfSectors, {11.3, 8.6, 8.0, 8.5, 9.2}},
    {1944, 208, 1208, Rows::AcrossSectors, Rows::OfSectors, {17.4, 13.7, 10.0, 7.0, 8.2}},
    {5936, 344, 240, Rows::OfSectors, Rows::AcrossSectors, {12.2, 12.0, 10.9, 12.9, 14.3}},
    {1312, 320, 1184, Rows::OfSectors, Rows::OfSectors, {19.1, 14.3, 9.7, 6.7, 5.8}},
    {1352, 600, 616, Rows::AcrossSectors, Rows::AcrossSectors, {13.0, 10.7, 8.5, 8.9, 10.6}},
    {304, 862, 1954, Rows::OfSectors, Rows::OfSectors, {31.9, 25.4, 18.6, 14.1, 11.8}},
    {2832, 807, 236, Rows::OfSectors, Rows::OfSectors, {27.2, 24.9, 28.4, 23.2, 19.7}},
    {1824, 1440, 208, Rows::OfSectors, Rows::OfSectors, {12.5, 11.1, 12.4, 11.9, 11.8}},
    {496, 2000, 576, Rows::OfSectors, Rows::OfSectors, {12.7, 10.2, 6.7, 6.4, 6.9}},
    {2024, 376, 760, Rows::AcrossSectors, Rows::AcrossSectors, {14.0, 11.5, 9.2, 10.0, 11.7}},
    {304, 464, 4112, Rows::OfSectors, Rows::OfSectors, {43.9, 33.1, 22.2, 16.7, 12.9}},
    {226, 5860, 442, Rows::OfSectors, Rows::OfSectors, {18.3, 15.7, 13.5, 14.7, 13.7}},
    {645, 669, 1386, Rows::OfSectors, Rows::OfSectors, {33.4, 27.0, 19.7, 13.9, 11.4}},
    {3248, 576, 320, Rows::OfSectors, Rows::OfSectors, {12.5, 10.1, 7.4, 8.1, 9.3}},
    {1952, 544, 576, Rows::OfSectors, Rows::OfSectors, {13.6, 10.1, 8.2, 9.1, 8.7}},
    {1280, 2496, 192, Rows::OfSectors, Rows::OfSectors, {12.1, 10.7, 11.5, 11.5, 11.5}},
    {4800, 256, 512, Rows::OfSectors, Rows::OfSectors, {12.6, 11.3, 8.3, 8.9, 8.3}},
    {192, 1344, 2496, Rows::OfSectors, Rows::OfSectors, {30.2, 22.8, 15.1, 11.1, 8.8}},
    {1064, 528, 1160, Rows::AcrossSectors, Rows::OfSectors, {18.2, 14.1, 10.0, 10.7, 11.6}},
    {470, 214, 6535, Rows::OfSectors, Rows::OfSectors, {73.2, 57.5, 42.0, 34.2, 29.4}},
    {200, 529, 6419, Rows::OfSectors, Rows::OfSectors, {81.6, 63.9, 45.3, 34.9, 27.9}},
    {688, 1304, 768, Rows::OfSectors, Rows::AcrossSectors, {14.1, 11.0, 8.1, 8.3, 9.6}},
    {480, 608, 2424, Rows::AcrossSectors, Rows::OfSectors, {29.7, 22.3, 16.0, 11.1, 11.7}},
    {1345, 458, 1150, Rows::OfSectors, Rows::OfSectors, {24.0, 19.5, 14.8, 11.2, 14.0}},
    {1026, 1325, 522, Rows::OfSectors, Rows::OfSectors, {26.6, 23.4, 19.4, 19.9, 17.3}},
    {1368, 1624, 336, Rows::OfSectors, Rows::AcrossSectors, {13.2, 12.7, 13.4, 14.3, 14.9}},
    {619, 3574, 339, Rows::OfSectors, Rows::OfSectors, {19.0, 17.4, 20.3, 17.6, 16.6}},
    {2896, 696, 384, Rows::OfSectors, Rows::AcrossSectors, {12.8, 12.0, 12.7, 12.1, 13.1}},
    {888, 1624, 552, Rows::AcrossSectors, Rows::AcrossSectors, {12.9, 10.6, 11.8, 13.8, 14.9}},
    {1088, 2880, 256, Rows::OfSectors, Rows::OfSectors, {12.7, 15.3, 12.1, 11.0, 12.3}},
    {736, 368, 3008, Rows::OfSectors, Rows::OfSectors, {33.9, 25.4, 17.5, 12.8, 10.7}},
    {368, 5392, 416, Rows::OfSectors, Rows::OfSectors, {13.4, 12.8, 9.5, 10.8, 11.7}},
    {848, 368, 2688, Rows::OfSectors, Rows::OfSectors, {31.1, 23.4, 16.2, 11.7, 10.4}},
    {1056, 1040, 768, Rows::OfSectors, Rows::OfSectors, {14.3, 11.3, 9.7, 10.5, 11.0}},
    {4488, 320, 592, Rows::OfSectors, Rows::OfSectors, {18.2, 12.9, 10.2, 11.2, 10.4}},
    {2915, 310, 954, Rows::OfSectors, Rows::OfSectors, {24.4, 20.0, 16.0, 18.1, 15.1}},
    {1608, 2408, 224, Rows::OfSectors, Rows::AcrossSectors, {18.3, 19.6, 16.6, 18.3, 19.7}},
    {1536, 2240, 256, Rows::OfSectors, Rows::OfSectors, {13.5, 17.2, 12.1, 13.2, 13.7}},
    {2779, 606, 549, Rows::OfSectors, Rows::OfSectors, {20.0, 17.7, 15.0, 15.3, 17.5}},
    {544, 1584, 1152, Rows::OfSectors, Rows::OfSectors, {17.8, 13.8, 9.3, 8.6, 10.4}},
    {1000, 1000, 1000, Rows::AcrossSectors, Rows::AcrossSectors, {16.5, 13.7, 10.7, 12.3, 15.1}},
    {4096, 1280, 192, Rows::OfSectors, Rows::OfSectors, {21.2, 17.9, 16.4, 15.6, 17.5}},
    {4256, 480, 496, Rows::OfSectors, Rows::OfSectors, {14.3, 13.0, 13.7, 12.1, 13.1}},
    {640, 2560, 640, Rows::OfSectors, Rows::OfSectors, {14.5, 12.1, 9.2, 10.4, 12.0}},
    {560, 4992, 376, Rows::AcrossSectors, Rows::OfSectors, {13.9, 12.9, 16.4, 13.9, 16.0}},
    {384, 704, 3904, Rows::OfSectors, Rows::OfSectors, {42.7, 32.2, 21.6, 16.0, 12.4}},
    {200, 992, 5328, Rows::OfSectors, Rows::OfSectors, {56.1, 42.0, 28.2, 21.1, 16.2}},
    {1232, 384, 2240, Rows::OfSectors, Rows::OfSectors, {27.9, 21.1, 14.3, 10.3, 8.4}},
    {1920, 192, 2880, Rows::OfSectors, Rows::OfSectors, {32.4, 25.4, 17.1, 12.6, 10.5}},
    {1024, 1024, 1024, Rows::OfSectors, Rows::OfSectors, {16.9, 13.2, 8.8, 7.3, 9.2}},
    {1856, 256, 2368, Rows::OfSectors, Rows::OfSectors, {28.6, 21.8, 14.5, 10.7, 8.8}},
    {2560, 1968, 224, Rows::OfSectors, Rows::OfSectors, {22.7, 20.6, 20.1, 20.0, 22.4}},
    {1680, 896, 752, Rows::OfSectors, Rows::OfSectors, {16.5, 12.5, 10.7, 11.7, 11.3}},
    {1816, 1000, 632, Rows::AcrossSectors, Rows::AcrossSectors, {13.5, 16.7, 13.6, 16.8, 20.0}},
    {448, 1920, 1344, Rows::OfSectors, Rows::OfSectors, {20.0, 15.5, 10.3, 8.3, 10.6}},
    {3968, 312, 984, Rows::AcrossSectors, Rows::AcrossSectors, {18.2, 16.0, 16.8, 20.1, 20.9}},
    {2304, 720, 736, Rows::OfSectors, Rows::OfSectors, {15.2, 13.3, 10.9, 13.4, 15.5}},
    {4178, 220, 1342, Rows::OfSectors, Rows::OfSectors, {29.7, 25.9, 20.9, 18.7, 20.8}},
    {1040, 1296, 928, Rows::OfSectors, Rows::OfSectors, {16.3, 12.9, 11.7, 13.7, 14.3}},
    {1024, 448, 2752, Rows::OfSectors, Rows::OfSectors, {32.6, 24.7, 16.6, 12.0, 9.8}},
    {496, 624, 4080, Rows::OfSectors, Rows::OfSectors, {43.6, 32.9, 22.4, 16.7, 15.0}},
    {720, 2336, 752, Rows::OfSectors, Rows::OfSectors, {15.8, 13.4, 10.9, 12.9, 14.8}},
    {2368, 504, 1096, Rows::AcrossSectors, Rows::AcrossSectors, {17.7, 15.8, 17.8, 18.2, 21.6}},
    {256, 4416, 1216, Rows::OfSectors, Rows::OfSectors, {19.2, 15.0, 11.2, 13.5, 14.6}},
    {221, 975, 6491, Rows::OfSectors, Rows::OfSectors, {85.8, 68.0, 49.2, 37.9, 29.9}},
    {800, 368, 4912, Rows::OfSectors, Rows::OfSectors, {50.9, 38.2, 26.0, 19.5, 19.1}},
    {1712, 2912, 304, Rows::OfSectors, Rows::OfSectors, {24.8, 22.3, 21.4, 19.5, 20.2}},
    {312, 1136, 4320, Rows::OfSectors, Rows::OfSectors, {45.9, 34.6, 23.5, 17.7, 15.1}},
    {832, 576, 3200, Rows::OfSectors, Rows::OfSectors, {36.6, 27.6, 18.5, 13.6, 11.3}},
    {1519, 2568, 398, Rows::OfSectors, Rows::AcrossSectors, {19.4, 25.2, 20.9, 22.9, 25.2}},
    {1248, 848, 1472, Rows::OfSectors, Rows::OfSectors, {20.7, 16.2, 13.0, 14.3, 16.1}},
    {4288, 320, 1152, Rows::OfSectors, Rows::OfSectors, {23.0, 15.2, 13.1, 15.0, 14.1}},
    {2056, 1056, 736, Rows::OfSectors, Rows::OfSectors, {17.8, 15.5, 18.0, 17.2, 17.5}},
    {1024, 1296, 1248, Rows::OfSectors, Rows::OfSectors, {19.3, 15.7, 13.7, 15.7, 16.3}},
    {512, 1408, 2304, Rows::OfSectors, Rows::OfSectors, {28.5, 21.6, 14.5, 11.4, 15.8}},
    {1488, 2912, 384, Rows::OfSectors, Rows::OfSectors, {21.3, 21.4, 18.5, 18.7, 18.9}},
    {5609, 393, 760, Rows::AcrossSectors, Rows::OfSectors, {33.3, 30.1, 34.5, 30.2, 30.9}},
    {512, 1600, 2048, Rows::OfSectors, Rows::OfSectors, {26.5, 20.3, 13.9, 10.7, 14.5}},
    {3827, 369, 1228, Rows::OfSectors, Rows::OfSectors, {39.0, 33.9, 28.1, 30.0, 28.0}},
    {360, 2840, 1704, Rows::AcrossSectors, Rows::AcrossSectors, {22.8, 19.0, 22.0, 22.2, 24.1}},
    {1472, 704, 1728, Rows::OfSectors, Rows::OfSectors, {23.8, 18.4, 13.1, 15.9, 13.2}},
    {2880, 3328, 192, Rows::OfSectors, Rows::OfSectors, {32.4, 30.9, 26.4, 25.7, 29.4}},
    {1646, 741, 1564, Rows::OfSectors, Rows::OfSectors, {38.4, 32.4, 25.9, 29.1, 27.5}},
    {4432, 216, 2016, Rows::OfSectors, Rows::AcrossSectors, {25.3, 31.7, 23.6, 25.0, 30.4}},
    {1104, 4584, 384, Rows::OfSectors, Rows::AcrossSectors, {24.3, 25.1, 23.8, 24.3, 27.0}},
    {1064, 2264, 840, Rows::AcrossSectors, Rows::AcrossSectors, {19.0, 21.3, 23.7, 27.3, 31.2}},
    {1400, 720, 2008, Rows::AcrossSectors, Rows::OfSectors, {26.1, 20.1, 14.8, 16.9, 22.3}},
    {1671, 370, 3288, Rows::AcrossSectors, Rows::OfSectors, {42.6, 33.0, 25.7, 19.8, 30.4}},
    {728, 1600, 1768, Rows::AcrossSectors, Rows::OfSectors, {24.5, 19.2, 18.7, 19.5, 22.6}},
    {504, 648, 6352, Rows::OfSectors, Rows::AcrossSectors, {63.7, 48.4, 35.9, 29.8, 29.7}},
    {1280, 1280, 1280, Rows::OfSectors, Rows::OfSectors, {20.0, 16.2, 12.3, 14.8, 18.5}},
    {3240, 1024, 640, Rows::OfSectors, Rows::OfSectors, {17.3, 22.2, 16.7, 16.6, 19.1}},
    {2432, 2304, 384, Rows::OfSectors, Rows::OfSectors, {26.4, 22.4, 21.8, 20.8, 22.3}},
    {1256, 544, 3200, Rows::OfSectors, Rows::OfSectors, {36.7, 27.7, 18.9, 19.4, 20.6}},
    {1064, 1568, 1344, Rows::OfSectors, Rows::OfSectors, {21.4, 18.2, 13.7, 16.9, 20.3}},
    {458, 2834, 1792, Rows::OfSectors, Rows::OfSectors, {32.7, 27.0, 22.4, 28.0, 27.6}},
    {256, 1568, 5888, Rows::OfSectors, Rows::OfSectors, {61.0, 46.0, 30.8, 23.5, 18.5}},
    {500, 6000, 800, Rows::OfSectors, Rows::OfSectors, {20.1, 19.0, 20.7, 21.4, 25.4}},
    {696, 2128, 1712, Rows::OfSectors, Rows::OfSectors, {23.6, 19.9, 18.6, 21.8, 22.8}},
    {384, 1056, 6336, Rows::OfSectors, Rows::OfSectors, {64.9, 48.8, 32.7, 24.6, 19.1}},
    {2368, 2176, 512, Rows::OfSectors, Rows::OfSectors, {28.2, 23.0, 22.7, 19.4, 23.3}},
    {4480, 576, 1024, Rows::OfSectors, Rows::OfSectors, {22.0, 17.7, 20.6, 20.2, 21.1}},
    {3944, 1024, 656, Rows::OfSectors, Rows::OfSectors, {18.9, 24.8, 19.4, 21.1, 23.5}},
    {1376, 2448, 800, Rows::OfSectors, Rows::OfSectors, {19.6, 26.1, 22.8, 26.5, 28.7}},
    {289, 2550, 3786, Rows::OfSectors, Rows::OfSectors, {59.8, 49.8, 40.4, 36.2, 41.5}},
    {508, 989, 5570, Rows::OfSectors, Rows::OfSectors, {78.0, 62.4, 45.8, 35.8, 29.5}},
    {832, 1152, 3008, Rows::OfSectors, Rows::OfSectors, {35.8, 27.3, 18.3, 14.8, 19.4}},
    {935, 1052, 2949, Rows::OfSectors, Rows::OfSectors, {43.4, 35.0, 26.7, 35.9, 27.5}},
    {3320, 944, 944, Rows::OfSectors, Rows::OfSectors, {21.4, 19.8, 24.5, 29.5, 29.9}},
    {680, 2520, 1768, Rows::AcrossSectors, Rows::AcrossSectors, {24.0, 31.8, 26.0, 35.2, 42.2}},
    {4627, 223, 3072, Rows::OfSectors, Rows::OfSectors, {46.7, 40.7, 28.5, 36.9, 36.0}},
    {5056, 704, 896, Rows::OfSectors, Rows::OfSectors, {21.2, 28.8, 21.7, 23.8, 25.1}},
    {3464, 312, 2976, Rows::OfSectors, Rows::AcrossSectors, {36.4, 30.6, 32.7, 40.3, 34.8}},
    {5952, 2176, 256, Rows::OfSectors, Rows::OfSectors, {43.4, 44.2, 34.2, 34.8, 41.6}},
    {2744, 2096, 592, Rows::OfSectors, Rows::OfSectors, {31.1, 29.1, 30.3, 35.6, 39.1}},
    {2915, 695, 1690, Rows::OfSectors, Rows::OfSectors, {45.5, 40.2, 45.9, 46.3, 40.0}},
    {568, 3024, 2016, Rows::OfSectors, Rows::OfSectors, {28.3, 25.8, 21.0, 26.1, 31.1}},
    {704, 1216, 4160, Rows::OfSectors, Rows::OfSectors, {45.8, 35.1, 23.5, 19.6, 25.4}},
    {560, 1312, 4904, Rows::AcrossSectors, Rows::OfSectors, {52.1, 39.2, 32.3, 32.8, 41.8}},
    {1536, 1536, 1536, Rows::OfSectors, Rows::OfSectors, {24.5, 20.7, 23.3, 24.9, 27.8}},
    {4640, 1280, 632, Rows::AcrossSectors, Rows::OfSectors, {32.6, 28.8, 31.6, 32.7, 39.8}},
    {5048, 1600, 472, Rows::AcrossSectors, Rows::OfSectors, {42.0, 38.5, 38.3, 36.5, 44.1}},
    {2304, 448, 3840, Rows::OfSectors, Rows::OfSectors, {43.4, 33.6, 28.3, 33.7, 24.9}},
    {1000, 1000, 4000, Rows::OfSectors, Rows::AcrossSectors, {43.5, 33.5, 26.8, 33.4, 39.4}},
    {896, 4672, 960, Rows::OfSectors, Rows::OfSectors, {36.2, 29.7, 22.8, 25.4, 30.8}},
    {537, 4925, 1520, Rows::OfSectors, Rows::OfSectors, {47.1, 43.9, 50.1, 47.5, 52.8}},
    {528, 5264, 1456, Rows::OfSectors, Rows::OfSectors, {24.9, 35.4, 32.0, 32.3, 40.8}},
    {960, 2240, 1984, Rows::OfSectors, Rows::OfSectors, {28.2, 23.0, 28.5, 29.0, 28.0}},
    {4368, 3056, 320, Rows::OfSectors, Rows::OfSectors, {50.6, 51.5, 48.5, 47.0, 56.0}},
    {400, 3800, 2816, Rows::OfSectors, Rows::AcrossSectors, {33.2, 39.2, 30.6, 41.7, 47.4}},
    {1024, 1024, 4096, Rows::OfSectors, Rows::OfSectors, {50.0, 38.6, 25.7, 19.6, 28.7}},
    {4376, 1808, 544, Rows::OfSectors, Rows::OfSectors, {42.9, 39.7, 38.6, 44.6, 47.3}},
    {576, 1152, 6656, Rows::OfSectors, Rows::OfSectors, {68.5, 51.9, 34.9, 26.9, 39.0}},
    {3529, 573, 2205, Rows::OfSectors, Rows::OfSectors, {54.6, 49.0, 59.7, 58.9, 51.4}},
    {3776, 1088, 1088, Rows::OfSectors, Rows::OfSectors, {39.2, 31.9, 27.8, 29.1, 33.4}},
    {2048, 1984, 1152, Rows::OfSectors, Rows::OfSectors, {24.4, 33.2, 24.4, 28.7, 34.9}},
    {256, 3840, 4928, Rows::OfSectors, Rows::OfSectors, {57.1, 46.3, 30.2, 23.5, 32.4}},
    {2160, 4128, 544, Rows::OfSectors, Rows::OfSectors, {47.1, 40.2, 43.8, 45.4, 46.2}},
    {1408, 1856, 1920, Rows::OfSectors, Rows::OfSectors, {29.2, 25.0, 30.3, 30.2, 33.9}},
    {624, 1816, 4456, Rows::AcrossSectors, Rows::AcrossSectors, {47.9, 39.5, 52.0, 61.5, 70.0}},
    {3264, 1896, 816, Rows::OfSectors, Rows::AcrossSectors, {36.9, 38.1, 39.5, 52.4, 60.8}},
    {1408, 896, 4064, Rows::OfSectors, Rows::OfSectors, {46.8, 35.6, 28.9, 35.5, 38.4}},
    {1920, 5248, 512, Rows::OfSectors, Rows::OfSectors, {43.8, 43.7, 39.6, 36.7, 42.7}},
    {2784, 5232, 368, Rows::OfSectors, Rows::OfSectors, {55.7, 59.2, 56.2, 55.8, 69.4}},
    {448, 1792, 6720, Rows::OfSectors, Rows::OfSectors, {72.6, 53.5, 35.9, 28.8, 41.6}},
    {1520, 480, 7456, Rows::OfSectors, Rows::OfSectors, {77.8, 58.5, 42.1, 39.5, 47.7}},
    {2600, 4752, 448, Rows::OfSectors, Rows::OfSectors, {52.5, 48.6, 50.7, 49.5, 57.2}},
    {864, 5544, 1232, Rows::OfSectors, Rows::AcrossSectors, {41.4, 45.0, 45.4, 58.5, 67.9}},
    {1000, 1000, 6000, Rows::OfSectors, Rows::AcrossSectors, {62.3, 51.1, 40.2, 51.3, 61.0}},
    {1336, 3912, 1216, Rows::OfSectors, Rows::AcrossSectors, {41.5, 43.8, 43.9, 53.8, 59.9}},
    {1992, 2272, 1472, Rows::OfSectors, Rows::OfSectors, {45.0, 37.9, 38.8, 43.6, 48.7}},
    {528, 4736, 2704, Rows::OfSectors, Rows::OfSectors, {38.3, 37.0, 45.6, 45.6, 55.3}},
    {1211, 3109, 1890, Rows::OfSectors, Rows::OfSectors, {58.9, 75.3, 60.9, 68.2, 74.5}},
    {3440, 2120, 984, Rows::AcrossSectors, Rows::AcrossSectors, {44.6, 63.2, 62.1, 77.4, 94.7}},
    {584, 4456, 2880, Rows::OfSectors, Rows::AcrossSectors, {38.7, 41.9, 48.9, 66.6, 75.4}},
    {443, 4680, 3698, Rows::OfSectors, Rows::AcrossSectors, {46.6, 49.1, 61.3, 61.0, 70.1}},
    {912, 1768, 5048, Rows::AcrossSectors, Rows::AcrossSectors, {53.7, 74.7, 61.0, 82.7, 108.8}},
    {400, 3616, 5664, Rows::OfSectors, Rows::OfSectors, {60.5, 54.6, 54.4, 59.0, 70.9}},
    {712, 2560, 4544, Rows::OfSectors, Rows::OfSectors, {55.2, 43.3, 33.8, 45.8, 58.4}},
    {2859, 3822, 758, Rows::OfSectors, Rows::OfSectors, {68.5, 69.3, 71.7, 73.3, 80.2}},
    {1024, 2112, 3840, Rows::OfSectors, Rows::OfSectors, {46.4, 37.3, 46.6, 51.6, 49.6}},
    {2048, 2048, 2048, Rows::OfSectors, Rows::OfSectors, {32.7, 45.5, 33.2, 40.4, 54.7}},
    {2049, 2049, 2049, Rows::OfSectors, Rows::OfSectors, {84.6, 76.8, 76.2, 83.9, 86.3}},
    {1280, 4608, 1792, Rows::OfSectors, Rows::OfSectors, {56.8, 45.4, 47.1, 57.0, 70.2}},
    {3936, 2904, 944, Rows::OfSectors, Rows::AcrossSectors, {59.6, 79.5, 80.8, 104.0, 121.9}},
    {1344, 1944, 4360, Rows::AcrossSectors, Rows::AcrossSectors, {57.8, 72.8, 91.7, 108.4, 128.4}},
    {656, 3520, 4952, Rows::AcrossSectors, Rows::OfSectors, {58.3, 60.2, 79.1, 80.2, 104.9}},
    {2008, 3008, 1920, Rows::OfSectors, Rows::OfSectors, {59.1, 48.4, 50.5, 59.9, 76.7}},
    {1544, 2656, 2880, Rows::OfSectors, Rows::OfSectors, {79.6, 62.8, 58.9, 63.6, 84.1}},
    {1216, 5408, 1808, Rows::OfSectors, Rows::OfSectors, {59.2, 69.4, 70.0, 80.1, 91.1}},
    {3088, 872, 4624, Rows::OfSectors, Rows::AcrossSectors, {63.5, 69.1, 86.3, 110.9, 133.9}},
    {5872, 2208, 1008, Rows::OfSectors, Rows::OfSectors, {76.9, 80.3, 84.0, 97.8, 106.9}},
    {2120, 1912, 3296, Rows::OfSectors, Rows::AcrossSectors, {82.1, 82.1, 72.2, 108.0, 128.6}},
    {4256, 976, 3280, Rows::OfSectors, Rows::OfSectors, {84.9, 81.2, 69.0, 88.7, 108.6}},
    {4464, 1642, 1896, Rows::AcrossSectors, Rows::OfSectors, {70.7, 85.8, 89.3, 99.5, 133.4}},
    {1456, 3328, 2928, Rows::OfSectors, Rows::OfSectors, {76.8, 68.8, 66.8, 71.7, 92.7}},
    {3710, 3496, 1157, Rows::OfSectors, Rows::AcrossSectors, {92.9, 105.7, 105.5, 140.0, 154.4}},
    {2500, 2500, 2500, Rows::OfSectors, Rows::OfSectors, {88.8, 104.9, 99.3, 116.7, 132.7}},
    {5208, 3240, 936, Rows::AcrossSectors, Rows::AcrossSectors, {93.3, 123.4, 125.5, 163.7, 204.5}},
    {4976, 864, 3744, Rows::OfSectors, Rows::OfSectors, {99.5, 81.7, 73.7, 94.1, 112.2}},
    {912, 4864, 3760, Rows::OfSectors, Rows::OfSectors, {95.5, 81.8, 88.5, 90.5, 109.9}},
    {4696, 1657, 2379, Rows::OfSectors, Rows::OfSectors, {150.9, 133.7, 127.2, 152.8, 164.6}},
    {3429, 3450, 1609, Rows::OfSectors, Rows::OfSectors, {105.0, 108.2, 113.7, 135.0, 154.9}},
    {3648, 2176, 2496, Rows::OfSectors, Rows::OfSectors, {105.2, 88.3, 80.9, 96.6, 127.5}},
    {3000, 3000, 3000, Rows::AcrossSectors, Rows::AcrossSectors, {127.5, 153.4, 182.4, 238.7, 297.5}},
    {3072, 3072, 3072, Rows::OfSectors, Rows::OfSectors, {144.5, 107.9, 113.0, 134.5, 206.3}},
    {4096, 4096, 4096, Rows::OfSectors, Rows::OfSectors, {210.5, 243.6, 229.9, 287.0, 396.9}},
};
// clang-format on

/// How much longer the chosen tile takes than the fastest one.
double lossOf(const TileReading &reading, const std::vector<WgmmaTile> &tiles) {
  const long chosen =
      chosenTile(tiles, {reading.m, reading.n, reading.k, reading.rowsOfA, reading.rowsOfB});
  return reading.times[chosen] / *std::ranges::min_element(reading.times);
}

TEST(TileTime, FindsTheFastestTile) {
  const std::vector<WgmmaTile> tiles = wgmmaTiles({ElementType::F16, 1, {}});
  ASSERT_EQ(tiles.size(), std::size(TileReadings[0].times));
  double logarithms = 0;
  int more = 0; // than 5 %
  for (const TileReading &reading : TileReadings) {
    const double loss = lossOf(reading, tiles);
    EXPECT_LT(loss, 1.3) << reading.m << "x" << reading.n << "x" << reading.k;
    logarithms += std::log(loss);
    more += loss > 1.05;
  }
  EXPECT_LT(std::exp(logarithms / std::size(TileReadings)), 1.0075);
  EXPECT_LE(more, 12); // of 229
}

/// The shapes that check-sanitizer.sh gives a name, as `name=1x2x3,4x5x6`.
std::vector<Product> sanitizerShapes(const std::string &name) {
  std::ifstream script(std::string(WARPSMITH_SOURCE_DIR) + "/scripts/check-sanitizer.sh");
  const std::regex definition("(^|.* )" + name + "=([0-9x,]+)( .*|$)");
  std::string line;
  std::smatch match;
  std::vector<Product> products;
  while (std::getline(script, line))
    if (line[0] != '#' && std::regex_match(line, match, definition)) {
      std::istringstream shapes(match[2]);
      Product product = {0, 0, 0, Rows::OfSectors, Rows::OfSectors};
      char separator = 0;
      while (shapes >> product.m >> separator >> product.n >> separator >> product.k) {
        products.push_back(product);
        shapes >> separator;
      }
    }
  return products;
}

/// How an operand of rows of so many elements lies for TMA, which copies rows of whole 16 bytes
/// where they are unless it is faster to pack them.
Rows rowsOf(const Product &product, int rows, int columns, int bytes) {
  const int length = columns * bytes;
  const double products = 1.0 * product.m * product.n * product.k;
  const bool packed =
      length % 16 != 0 || isBetterPacked<char>(length, 1.0 * rows * columns, products);
  return packed ? Rows::OfSectors : rowsAsTheyLie<char>(length);
}

/// What operands are, and whether a kernel before writes both of them or B anew.
struct SanitizedType {
  ElementType part;
  bool packsA, packsB;
};

class SanitizerShapes : public testing::TestWithParam<SanitizedType> {
protected:
  /// What products of this name choose.
  static std::set<TileChoice> chosenBy(const std::vector<Product> &products) {
    const auto [part, packsA, packsB] = GetParam();
    std::set<TileChoice> chosen;
    for (Product product : products) {
      if (!packsA)
        product.rowsOfA = rowsOf(product, product.m, product.k, sizeOf(part));
      if (!packsB)
        product.rowsOfB = rowsOf(product, product.k, product.n, sizeOf(part));
      chosen.insert(chosenWithSlices(wgmmaTiles({part, 1, {}}), product, part == ElementType::F32));
    }
    return chosen;
  }
};

TEST_P(SanitizerShapes, TakeEachTile) {
  std::vector<Product> products = sanitizerShapes("wgmma");
  EXPECT_EQ(products.size(), 4U);
  std::ranges::copy(sanitizerShapes("small"), std::back_inserter(products));
  EXPECT_EQ(products.size(), 6U);
  const std::set<TileChoice> chosen = chosenBy(products);
  EXPECT_EQ(chosen.size(), wgmmaTiles({GetParam().part, 1, {}}).size());
  EXPECT_TRUE(std::ranges::none_of(chosen, &TileChoice::sliced));
}

TEST_P(SanitizerShapes, TakeEachTileInSlices) {
  const std::vector<Product> products =
      sanitizerShapes("deep" + std::to_string(sizeOf(GetParam().part)));
  EXPECT_EQ(products.size(), 3U);
  const std::set<TileChoice> chosen = chosenBy(products);
  EXPECT_EQ(chosen.size(), 3U);
  EXPECT_TRUE(std::ranges::all_of(chosen, &TileChoice::sliced));
}

INSTANTIATE_TEST_SUITE_P(Types, SanitizerShapes,
                         testing::Values(SanitizedType{ElementType::F16, false, false},
                                         SanitizedType{ElementType::F16, true, true}, // from float
                                         SanitizedType{ElementType::F32, false, false},
                                         SanitizedType{ElementType::I8, false, true}));

/// mma.sync's choice is by waves of tiles alone.
TEST(SanitizerShapesOfMma, TakeEachTile) {
  for (const auto &[part, name] :
       {std::pair(ElementType::F16, "mma"), std::pair(ElementType::F64, "fp64")}) {
    const std::vector<MmaTile> tiles = mmaFor(*findArchitecture("sm_90a"), part).tiles;
    std::vector<Product> products = sanitizerShapes(name);
    EXPECT_EQ(products.size(), 3U);
    std::ranges::copy(sanitizerShapes("small"), std::back_inserter(products));
    std::set<std::string_view> chosen;
    for (const Product &product : products)
      chosen.insert(std::ranges::min_element(tiles, {}, [&](const MmaTile &tile) {
                      const long long count =
                          parts(product.m, tile.block.m) * parts(product.n, tile.block.n);
                      return parts(count, Multiprocessors) * tile.time;
                    })->name);
    EXPECT_EQ(chosen.size(), tiles.size()) << name;
  }
}

TEST(TileTime, SumsWavesAndWhatArrives) {
  const TileTime tile = {128, 128, 400, 4000};
  const auto time = [&](long long tiles, Rows rows) {
    return timeOfTiles(tile, tiles, 100, 10, rows, rows);
  };
  // Ten k-tiles of 400 ns and the epilogue, in which all multiprocessors or one compute.
  EXPECT_DOUBLE_EQ(time(100, Rows::OfSectors), 8000);
  EXPECT_DOUBLE_EQ(time(200, Rows::OfSectors), 16000);
  EXPECT_DOUBLE_EQ(time(1, Rows::OfSectors), 8000 * (0.64 + 0.36 / 100));
  EXPECT_DOUBLE_EQ(time(101, Rows::OfSectors), 8000 + 8000 * (0.64 + 0.36 / 100));
  // 256 rows of 3 ns are more than 400 ns, half of them less.
  EXPECT_DOUBLE_EQ(time(100, Rows::AcrossSectors), 10 * 256 * 3 + 4000);
  EXPECT_DOUBLE_EQ(time(50, Rows::AcrossSectors), 10 * 256 * 1.5 + 4000 * (0.64 + 0.36 / 2));
}

TEST(TileTime, RowsOfWholeSectorsAreTold) {
  EXPECT_EQ(rowsAsTheyLie<short>(1600), Rows::OfSectors);
  EXPECT_EQ(rowsAsTheyLie<short>(1000), Rows::AcrossSectors);
  EXPECT_EQ(rowsAsTheyLie<float>(1000), Rows::OfSectors);
}

} // namespace
} // namespace warpsmith::test
