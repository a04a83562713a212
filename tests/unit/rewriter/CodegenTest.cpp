// What the generated text must hold whatever the schedule; its meaning is tested by running it.
#include "rewriter/codegen/DeviceLibrary.h"
#include "rewriter/codegen/Generate.h"
#include "rewriter/codegen/Template.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <stdexcept>

namespace warpsmith::test {
namespace {

TEST(Template, FillsPlaceholders) {
  EXPECT_EQ(fill("$a + $bc; $a", {{"a", "1"}, {"bc", "2"}}), "1 + 2; 1");
  EXPECT_THROW(fill("$missing", {}), std::logic_error);
}

TEST(Generate, ScalarsNeverCollideWithOwnNames) {
  Contraction contraction = gemm();
  // A scalar called like the generated kernel's own variables.
  contraction.update = map(contraction.update, [](const ExpressionRef &node) -> ExpressionRef {
    return node->kind == Expression::Kind::Scalar ? Expression::scalar("lda", node->type) : nullptr;
  });
  contraction.parameters[3] = {"lda", "float lda", "float"};
  const std::string text = generate(contraction, accepted(contraction, "tile")).definition;
  EXPECT_NE(text.find("float lda_"), std::string::npos);
  EXPECT_NE(text.find("const long long lda_ ="), std::string::npos) << text;
}

TEST(Generate, NoPlaceholderSurvives) {
  for (const char *passes :
       {"tile", "tile,pipeline", "interleave-fp64<3/7>", "tile,interleave-fp64<1/4>",
        "tile,warp-specialize<fp64=1/4>", "tile,pipeline,warp-specialize<dma=2>"})
    for (const bool transposed : {false, true}) {
      const Contraction contraction = gemm(ElementType::F32, transposed, !transposed);
      const auto generated = generate(contraction, accepted(contraction, passes, Numerics::Fp32));
      EXPECT_EQ(generated.definition.find('$'), std::string::npos) << passes;
      EXPECT_EQ(generated.definition.find('@'), std::string::npos) << passes;
    }
}

TEST(DeviceLibrary, HeadersComeAfterWhatTheyNeed) {
  EXPECT_EQ(withDependencies({"warpsmith/device/store_transformed.h"}),
            (std::vector<std::string>{"warpsmith/device/vector.h",
                                      "warpsmith/device/store_transformed.h"}));
  EXPECT_THROW(withDependencies({"warpsmith/device/nothing.h"}), std::logic_error);
  EXPECT_EQ(declarations("warpsmith/device/vector.h").find("#pragma once"), std::string::npos);
}

} // namespace
} // namespace warpsmith::test
