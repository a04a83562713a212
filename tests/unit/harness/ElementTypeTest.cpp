#include "runtime/harness/core/ElementType.h"
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

using namespace warpsmith;
using namespace warpsmith::harness;

TEST(ElementType, NamesAreReadBack) {
  for (const ElementTypeRow &row : ElementTypes) {
    EXPECT_EQ(parseElementType(row.benchmarkName), row.type);
    EXPECT_EQ(parseElementType(row.cudaName), row.type);
  }
  EXPECT_EQ(parseElementType("fp16"), ElementType::F16);
  EXPECT_EQ(parseElementType("quad"), std::nullopt);
  EXPECT_EQ(parseElementType(""), std::nullopt);
}

TEST(ElementType, HalfPrecisionAccumulatesInFloat) {
  EXPECT_EQ(resultType(ElementType::F16), ElementType::F32);
  EXPECT_EQ(resultType(ElementType::BF16), ElementType::F32);
  EXPECT_EQ(resultType(ElementType::F64), ElementType::F64);
}

TEST(ElementType, EveryHalfSurvivesTheRoundTrip) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float value = fromHalf(static_cast<unsigned short>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(fromHalf(toHalf(value)))) << bits;
    } else {
      EXPECT_EQ(toHalf(value), bits);
    }
  }
}

TEST(ElementType, HalfRoundsToNearestEven) {
  // Between every two neighbours: below, at and above the middle.
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const float low = fromHalf(static_cast<unsigned short>(bits));
    const float high = fromHalf(static_cast<unsigned short>(bits + 1));
    const float middle = (low + high) / 2;
    EXPECT_EQ(toHalf(std::nextafter(middle, 0.0F)), bits);
    EXPECT_EQ(toHalf(middle), bits % 2 == 0 ? bits : bits + 1);
    EXPECT_EQ(toHalf(std::nextafter(middle, 1e9F)), bits + 1);
    EXPECT_EQ(toHalf(-middle), 0x8000 | (bits % 2 == 0 ? bits : bits + 1));
  }
}

TEST(ElementType, EveryFp8SurvivesTheRoundTripAndOthersRoundToNearestEven) {
  for (const ElementType type : {ElementType::E4M3, ElementType::E5M2}) {
    const unsigned largest = type == ElementType::E4M3 ? 0x7e : 0x7b;
    EXPECT_EQ(largestFinite(type), type == ElementType::E4M3 ? 448 : 57344);
    EXPECT_EQ(smallestPositive(type), type == ElementType::E4M3 ? 0x1p-9 : 0x1p-16);
    for (unsigned bits = 0; bits <= largest; ++bits) {
      const float value = fromFp8(type, static_cast<unsigned char>(bits));
      EXPECT_EQ(toFp8(type, value), bits);
      EXPECT_EQ(toFp8(type, -value), bits | 0x80);
      if (bits == largest)
        continue;
      const float next = fromFp8(type, static_cast<unsigned char>(bits + 1));
      const float middle = (value + next) / 2;
      EXPECT_EQ(toFp8(type, middle), bits % 2 == 0 ? bits : bits + 1);
      EXPECT_EQ(toFp8(type, std::nextafter(middle, 0.0F)), bits);
      EXPECT_EQ(toFp8(type, std::nextafter(middle, 1e9F)), bits + 1);
    }
    EXPECT_EQ(toFp8(type, 1e9F), largest);
    EXPECT_EQ(toFp8(type, -std::numeric_limits<float>::infinity()), largest | 0x80);
    EXPECT_TRUE(std::isnan(fromFp8(type, toFp8(type, std::nanf("")))));
  }
  EXPECT_TRUE(std::isinf(fromFp8(ElementType::E5M2, 0x7c)));
  EXPECT_TRUE(std::isnan(fromFp8(ElementType::E4M3, 0xff)));
}

TEST(ElementType, HalfOverflowsWhereRoundingReachesTheNextPower) {
  EXPECT_EQ(toHalf(65504.0F), 0x7bff);
  EXPECT_EQ(toHalf(65519.9F), 0x7bff);
  EXPECT_EQ(toHalf(65520.0F), 0x7c00);
  EXPECT_EQ(toHalf(std::numeric_limits<float>::infinity()), 0x7c00);
  EXPECT_EQ(toHalf(0x1p-26F), 0);
  EXPECT_EQ(toHalf(0x1p-25F), 0); // halfway to the smallest subnormal: to even
  EXPECT_EQ(toHalf(0x1.8p-25F), 1);
}

TEST(ElementType, BFloat16RoundsToNearestEven) {
  EXPECT_EQ(fromBFloat16(toBFloat16(1.0F)), 1.0F);
  EXPECT_EQ(fromBFloat16(toBFloat16(0x1.01p0F)), 0x1p0F);        // tie, to even
  EXPECT_EQ(fromBFloat16(toBFloat16(0x1.03p0F)), 0x1.04p0F);     // tie, to even
  EXPECT_EQ(fromBFloat16(toBFloat16(0x1.010002p0F)), 0x1.02p0F); // just above the tie
  EXPECT_TRUE(std::isnan(fromBFloat16(toBFloat16(std::nanf("")))));
  EXPECT_TRUE(std::isinf(fromBFloat16(toBFloat16(std::numeric_limits<float>::max()))));
}

TEST(ElementType, StoredElementsAreLoadedBack) {
  for (const ElementType type :
       {ElementType::F32, ElementType::F64, ElementType::F16, ElementType::BF16}) {
    double storage[4] = {};
    storeElement(type, storage, 2, -1.5);
    EXPECT_EQ(loadElement(type, storage, 2), -1.5);
    EXPECT_EQ(loadElement(type, storage, 1), 0);
  }
}
