/// gridDim and blockDim among the symbols of polynomials.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include <string>
#include <string_view>

namespace warpsmith {

/// `gridDim.x`, `blockDim.y` and their like.
bool isOfLaunch(std::string_view symbol);

/// Where gridDim and blockDim have other names; what is neither keeps its own.
Polynomial::Spelling launchSpelling(std::string grid, std::string block);

} // namespace warpsmith
