/// Matrices that are given as cuda::std::mdspan. Its members are private: generated code calls its
/// functions.
#pragma once

#include "types/ElementType.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <vector>

namespace warpsmith::frontend {

/// What the type of a matrix says of it.
struct MdspanType {
  ElementType element;
  clang::QualType index;
  std::vector<std::optional<int64_t>> extents; ///< of each dimension, where the type has it
  llvm::StringRef layout;                      ///< `layout_right` and the like
};

/// Of a call of a function of a matrix's, the matrix's type. Nothing where elements are read in
/// another way than from memory, or for any other call.
std::optional<MdspanType> mdspanType(const clang::CallExpr &call);

/// The matrix whose function is called.
const clang::Expr *mdspanObject(const clang::CallExpr &call);

} // namespace warpsmith::frontend
