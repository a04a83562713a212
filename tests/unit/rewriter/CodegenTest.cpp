// What the generated text must hold whatever the schedule; its meaning is tested by running it.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/Generate.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/Template.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <cctype>
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

/// No macro reaches into a string: a launch's trace names its kernel, passes and requirements in
/// some.
std::string withoutStrings(const std::string &text) {
  std::string code;
  bool inside = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (inside && text[at] == '\\')
      ++at;
    else if (text[at] == '"' && (inside || at == 0 || text[at - 1] != '\''))
      inside = !inside, code += '"';
    else if (!inside)
      code += text[at];
  }
  EXPECT_FALSE(inside) << text;
  return code;
}

/// A macro of the user's that is called like one of them would change the text.
TEST(Generate, ListsEveryIdentifierOfItsOwn) {
  struct Case {
    const char *passes, *architecture;
    Numerics numerics = Numerics::Fp32;
    ElementType type = ElementType::F32;
  };
  const char *const Menu = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const std::string group = std::string(Menu) + ",group";
  const std::string columns = std::string(Menu) + ",interleave-fp64<columns>";
  const std::string chain = group + ",at-least<products=1000>|" + group;
  for (const Case &each :
       {Case{"tile", "sm_80"}, Case{"tile,pipeline", "sm_80"},
        Case{"interleave-fp64<3/7>", "sm_80"}, Case{"tile,warp-specialize<fp64=1/4>", "sm_80"},
        Case{Menu, "sm_80"}, Case{Menu, "sm_90a", Numerics::BitExact},
        Case{group.c_str(), "sm_90a"}, Case{columns.c_str(), "sm_90a"},
        Case{chain.c_str(), "sm_90a"}, Case{"tile,tensorize<wmma>", "sm_80", Numerics::Tf32},
        Case{"tensorize<mma>", "sm_90a", Numerics::BitExact, ElementType::F64},
        Case{"tensorize<mma>", "sm_80", Numerics::Fp16},
        Case{"tensorize<wgmma>", "sm_90a", Numerics::Fp16},
        Case{"split<bf16x6>,tensorize<wgmma>", "sm_90a"},
        Case{"split<by-data>,tensorize<wgmma>", "sm_90a"},
        Case{"split<in-registers>,tensorize<wgmma>", "sm_90a"},
        Case{"split<int8xn>,tensorize<wgmma>", "sm_90a", Numerics::Fp64, ElementType::F64}}) {
    Contraction contraction = gemm(each.type);
    contraction.launches[0].besideAnother = true;
    const Schedule schedule = accepted(contraction, each.passes, each.numerics, each.architecture);
    std::vector<LaunchGroup> groups;
    if (groupedPart(schedule))
      groups = {{{"other", contraction.kernel}}};
    const GeneratedKernel generated = generate(
        {{contraction, schedule}},
        {.parameters = {}, .templateHead = {}, .templateNames = {}, .byPointers = true}, groups);
    std::set<std::string> known = generated.identifiers;
    known.insert({contraction.kernel, generated.space, "ni", "nj", "nk", "true", "false", "else",
                  "namespace"});
    for (const std::string &header : generated.deviceHeaders)
      known.merge(identifiers(withoutComments(declarations(header))));
    for (const std::string &name :
         identifiers(withoutStrings(withoutComments(generated.definition))))
      EXPECT_TRUE(known.contains(name) || std::isdigit(static_cast<unsigned char>(name[0])))
          << name << " of " << each.passes;
  }
}

TEST(Generate, GroupsOfOtherKernelsHaveOtherNames) {
  EXPECT_EQ(groupSpace({{"a_b", "c"}}, "c"), "with_a_b");
  EXPECT_NE(groupSpace({{"a", "b", "c"}}, "c"), groupSpace({{"a_b", "c"}}, "c"));
  EXPECT_EQ(groupSpace({{"a", "b", "c"}}, "c"), "with2_a_b");
  EXPECT_EQ(groupSpace({{"a_b", "c", "d"}}, "d"), "with2_3_a_b_c");
  EXPECT_NE(groupSpace({{"a_b", "c", "d"}}, "d"), groupSpace({{"a", "b_c", "d"}}, "d"));
}

TEST(Generate, TimesOfTilesAreOfWhatIsLaunched) {
  const char *const Columns =
      "tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>";
  Contraction contraction = gemm();
  const auto text = [&] {
    return generate(contraction, accepted(contraction, Columns, Numerics::Fp32, "sm_90a"))
        .definition;
  };
  EXPECT_NE(text().find("InColumns = true"), std::string::npos);
  EXPECT_NE(text().find("Batched = false"), std::string::npos); // k is divided or not
  contraction.batch = symbol("count");
  for (Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
    matrix->batchStrides = symbol("stride");
  const std::string batched = text();
  EXPECT_NE(batched.find("InColumns = true"), std::string::npos);
  EXPECT_NE(batched.find("Batched = true"), std::string::npos); // a batch is not divided
}

TEST(DeviceLibrary, HeadersComeAfterWhatTheyNeed) {
  EXPECT_EQ(
      withDependencies({"warpsmith/device/copy_tile.h"}),
      (std::vector<std::string>{"warpsmith/device/vector.h", "warpsmith/device/copy_tile.h"}));
  EXPECT_THROW(withDependencies({"warpsmith/device/nothing.h"}), std::logic_error);
  EXPECT_EQ(declarations("warpsmith/device/vector.h").find("#pragma once"), std::string::npos);
}

} // namespace
} // namespace warpsmith::test
