/// A contraction in the parameter names of another kernel, so that both can be compared and run
/// with the same arguments.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <map>
#include <string>

namespace warpsmith {

/// What parameters are called instead, by name.
using ParameterNames = std::map<std::string, std::string>;

/// Also members of parameters that are structures (`A.width`). Macros and other constants become
/// the numbers that this parse knows, and derived values the expressions that they are made of.
Contraction withParameterNames(Contraction contraction, const ParameterNames &names);

} // namespace warpsmith
