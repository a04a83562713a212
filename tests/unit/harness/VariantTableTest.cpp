#include "runtime/harness/run/VariantTable.h"
#include "runtime/harness/core/Sizes.h"
#include <gmock/gmock.h>
#include <set>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;

TEST(VariantTable, TheOriginalIsFirstAndNamesAreUnique) {
  std::set<std::string> names;
  for (const Variant &variant : standardVariants())
    EXPECT_TRUE(names.insert(variant.name).second) << variant.name;
  EXPECT_TRUE(standardVariants().front().isOriginal());
  EXPECT_EQ(standardVariants().front().name, "original");
}

TEST(VariantTable, DoubleHasNoVariantsOfFloatContracts) {
  for (const Variant &variant : standardVariants()) {
    if (variant.appliesTo(ElementType::F64)) {
      EXPECT_TRUE(variant.contract == Numerics::BitExact || variant.contract == Numerics::Fp64)
          << variant.name;
    }
  }
}

TEST(VariantTable, TensorVariantsTakeFloatOrTheirOwnFormat) {
  for (const Variant &variant : standardVariants()) {
    if (variant.contract == Numerics::Fp16) {
      EXPECT_FALSE(variant.appliesTo(ElementType::BF16)) << variant.name;
    }
    if (variant.contract == Numerics::Bf16) {
      EXPECT_FALSE(variant.appliesTo(ElementType::F16)) << variant.name;
    }
    if (variant.contract == Numerics::Tf32) {
      EXPECT_EQ(variant.types, std::vector<ElementType>{ElementType::F32}) << variant.name;
    }
  }
}

TEST(VariantTable, SelectionAlwaysIncludesTheOriginalOnce) {
  const auto selected = selectVariants("tile,original,tile");
  ASSERT_EQ(selected.size(), 2U);
  EXPECT_EQ(selected[0].name, "original");
  EXPECT_EQ(selected[1].name, "tile");
  EXPECT_EQ(selectVariants("all").size(), standardVariants().size());
}

TEST(VariantTable, UnknownNamesAreListedWithTheKnownOnes) {
  try {
    selectVariants("tiles");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("unknown variant 'tiles'"));
    EXPECT_THAT(error.what(), HasSubstr("tile-pipeline"));
  }
}

TEST(VariantTable, AdHocVariantsAreNamedByTheirPipeline) {
  const Variant variant = adHocVariant("tile<64;64>,pipeline", Numerics::Fp32);
  EXPECT_EQ(variant.name, "tile<64;64>,pipeline");
  EXPECT_EQ(variant.contract, Numerics::Fp32);
  EXPECT_FALSE(variant.isOriginal());
}
