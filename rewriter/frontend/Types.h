/// Clang types to element types.
#pragma once

#include "rewriter/ir/ElementType.h"
#include "clang/AST/Type.h"
#include <optional>

namespace warpsmith::frontend {

/// float, double, __half or __nv_bfloat16 (through typedefs and qualifiers); nothing for any other.
std::optional<ElementType> elementType(clang::QualType type);

} // namespace warpsmith::frontend
