// FP64 values of what a user's kernel computes, with what an error bound needs.
#pragma once

#include "runtime/harness/core/Reference.h"
#include "runtime/harness/kernel/Formula.h"
#include <optional>

namespace warpsmith::harness {

/// An operand: a buffer of rows, perhaps that of the transposed matrix, perhaps one for each batch.
struct KernelOperand {
  int buffer = 0;
  bool transposed = false, batched = false;
};

/// An array that the formulas read, with the indices of the output that choose its element.
struct KernelExtra {
  int buffer = 0;
  bool row = false, column = false, batched = false;
};

struct KernelProduct {
  int left = 0, right = 0; // operands
  std::vector<Formula> scale;
};

/// C[b, m, n] = result(initial(C) + sum of products, C, extras) where the region holds; where m ==
/// n and there is one, diagonal(C, extras).
struct KernelModel {
  int m = 0, n = 0, k = 0, batch = -1; // dimensions
  std::vector<KernelOperand> operands;
  std::vector<KernelExtra> extras;
  std::vector<KernelProduct> products;
  int output = 0; // buffer
  Formula initial, result;
  std::optional<Formula> diagonal;
  std::string region;        // a comparison of m with n, or empty
  double roundoff = 0x1p-24; // of the type of the sum

  bool stores(std::size_t row, std::size_t column) const;
};

OutputReference kernelReference(const KernelModel &model, const Problem &problem,
                                ProductEngine &engine);

} // namespace warpsmith::harness
