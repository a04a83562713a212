#include "runtime/harness/run/VariantTable.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>

namespace warpsmith::harness {
namespace {

using enum ElementType;
using Types = std::vector<ElementType>;

constexpr ElementType AllTypes[] = {F32, F64, F16, BF16, I8, U8, I16, I32, U32, E4M3, E5M2};

// clang-format off
std::vector<Variant> makeTable() {
  const Types all(std::begin(AllTypes), std::end(AllTypes));
  const Types mixed = {F32, F16}; // FP64 beside FP32: there is nothing to gain for double
  const Types forFp16 = {F32, F16};
  const Types forBf16 = {F32, BF16};
  const Types integers = {I8, U8};
  const Types fp8 = {E4M3, E5M2};
  const Types asFp16 = {F32, F16, E4M3, E5M2}; // FP8 becomes FP16 exactly
  return {
      // name                          passes                                                        numerics            types    since
      {"original",                     "",                                                           Numerics::BitExact, all,     75},
      {"tile",                         "tile",                                                       Numerics::BitExact, all,     75},
      {"tile-pipeline",                "tile,pipeline<stages=3>",                                    Numerics::BitExact, all,     80},
      {"warp-specialize-dma",          "tile,pipeline<stages=3>,warp-specialize<dma=4>",             Numerics::BitExact, all,     80},
      {"warp-specialize-dma-single",   "tile,warp-specialize<dma=4>",                                Numerics::BitExact, all,     80},
      {"group",                        "tile,pipeline<stages=3>,warp-specialize<dma=4>,group",       Numerics::Fp32,     {F32}, 90},
      {"interleave-fp64",              "interleave-fp64<8/32>",                                      Numerics::Fp32,     mixed,   75},
      {"tile-interleave-fp64",         "tile,interleave-fp64<8/32>",                                 Numerics::Fp32,     mixed,   75},
      {"tile-pipeline-interleave-fp64","tile,pipeline<stages=3>,interleave-fp64<8/32>",              Numerics::Fp32,     mixed,   80},
      {"interleave-fp64-columns",      "tile,pipeline<stages=3>,warp-specialize<dma=4>,interleave-fp64<columns>", Numerics::Fp32, {F32}, 90},
      {"warp-specialize-fp64",         "tile,warp-specialize<fp64=4/16>",                            Numerics::Fp32,     mixed,   75},
      {"wmma-fp16",                    "tile,tensorize<wmma>",                                       Numerics::Fp16,     forFp16, 75},
      {"wmma-fp16-pipeline",           "tile,tensorize<wmma>,pipeline<stages=3>",                    Numerics::Fp16,     forFp16, 80},
      {"wmma-bf16",                    "tile,tensorize<wmma>",                                       Numerics::Bf16, forBf16, 80},
      {"wmma-bf16-pipeline",           "tile,tensorize<wmma>,pipeline<stages=3>",                    Numerics::Bf16, forBf16, 80},
      {"wmma-tf32",                    "tile,tensorize<wmma>",                                       Numerics::Tf32,     {F32}, 80},
      {"wmma-tf32-pipeline",           "tile,tensorize<wmma>,pipeline<stages=3>",                    Numerics::Tf32,     {F32}, 80},
      {"mma-fp64",                     "tensorize<mma>",                                             Numerics::BitExact, {F64}, 80},
      {"mma-fp16",                     "tensorize<mma>",                                             Numerics::Fp16,     forFp16, 80},
      {"mma-bf16",                     "tensorize<mma>",                                             Numerics::Bf16, forBf16, 80},
      {"wgmma-fp16",                   "tensorize<wgmma>",                                           Numerics::Fp16,     asFp16, 90},
      {"wgmma-bf16",                   "tensorize<wgmma>",                                           Numerics::Bf16, forBf16, 90},
      {"wgmma-tf32",                   "tensorize<wgmma>",                                           Numerics::Tf32,     {F32}, 90},
      {"wgmma-int8",                   "tensorize<wgmma>",                                           Numerics::BitExact, integers, 90},
      {"wgmma-fp8",                    "tensorize<wgmma>",                                           Numerics::Fp8Sums,  fp8,     90},
      {"split-fp16x3",                 "split<fp16x3;narrow>,tensorize<wgmma>",                      Numerics::Fp32,     {F32}, 90},
      {"split-bf16x6",                 "split<bf16x6>,tensorize<wgmma>",                             Numerics::Fp32,     {F32}, 90},
      {"split-by-data",                "split<by-data>,tensorize<wgmma>",                            Numerics::Fp32,     {F32}, 90},
      {"split-int8xn",                 "split<int8xn>,tensorize<wgmma>",                             Numerics::Fp64,     {F64}, 90},
      {"symmetric-fp16x3",             "split<fp16x3;narrow>,tensorize<wgmma>,symmetric",            Numerics::Fp32,     {F32}, 90},
      {"symmetric-bf16x6",             "split<bf16x6>,tensorize<wgmma>,symmetric",                   Numerics::Fp32,     {F32}, 90},
      {"symmetric-by-data",            "split<by-data>,tensorize<wgmma>,symmetric",                  Numerics::Fp32,     {F32}, 90},
  };
}
// clang-format on

std::string unknownName(const std::string &name) {
  std::string known = "all";
  for (const Variant &variant : standardVariants())
    known.append(", ").append(variant.name);
  return "--variants: unknown variant '" + name + "' (known: " + known + ")";
}

} // namespace

const std::vector<Variant> &standardVariants() {
  static const std::vector<Variant> Table = makeTable();
  return Table;
}

bool Variant::appliesTo(ElementType type) const {
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::vector<Variant> selectVariants(const std::string &list) {
  const std::vector<Variant> &table = standardVariants();
  std::vector<Variant> selected = {table.front()};
  for (const std::string &name : splitList(list, "--variants")) {
    if (name == "all")
      return table;
    const auto row = std::find_if(table.begin(), table.end(),
                                  [&](const Variant &variant) { return variant.name == name; });
    if (row == table.end())
      throw InputError(unknownName(name));
    const bool already = std::any_of(selected.begin(), selected.end(),
                                     [&](const Variant &one) { return one.name == name; });
    if (!already)
      selected.push_back(*row);
  }
  return selected;
}

Variant adHocVariant(const std::string &passes, Contract contract) {
  return {passes, passes, contract, {std::begin(AllTypes), std::end(AllTypes)}, 0};
}

} // namespace warpsmith::harness
