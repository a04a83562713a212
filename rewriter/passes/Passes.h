/// Factories of the passes and what several of them share.
#pragma once

#include "rewriter/families/DefaultTile.h"
#include "rewriter/model/KernelModel.h"
#include "rewriter/passes/Pass.h"

namespace warpsmith {

#define PASS(Name) std::unique_ptr<Pass> make##Name();
#include "rewriter/passes/Passes.def"
#undef PASS

/// The schedule with a group in each alternative that can have one, for a product that is launched
/// beside another one; a product without such a neighbour keeps its own launches, as a batch does.
Schedule withGroup(const Contraction &contraction, Schedule schedule);

/// Which matrix has neither rows nor columns of adjacent elements; empty when all have.
std::string notContiguous(const Contraction &contraction);
/// Under bitexact, why the original's roundings cannot be told or kept; empty when they can.
std::string notBitExact(const Contraction &contraction, const Schedule &schedule);
/// Why tensor cores cannot multiply operands as integers of 8 bits; empty when they can. `whose`
/// integers they would be.
std::string notForByteProducts(const Contraction &contraction, const std::string &whose);
/// Why tensor cores cannot multiply operands that are made numbers of 16 bits, and sum in FP32;
/// empty when they can.
std::string notForHalfProducts(const Contraction &contraction);
/// What floating-point operands that are not split are on the tensor cores: FP16, BF16, or floats
/// that are rounded to TF32.
ElementType roundedPart(Numerics numerics);
/// Why no part of the sum can go to FP64; empty when it can.
std::string cannotMixFp64(const Contraction &contraction, const Schedule &schedule);
/// The model's sentence on the schedule's share of FP64, which it has: `8 of 32 steps in FP64`.
std::string explainFp64Share(const Schedule &schedule);

} // namespace warpsmith
