// The GPU's reference kernel behind a plain function, so that only its .cu needs nvcc.
#pragma once

#include <cstddef>

/// Strides in elements; value and magnitude are row-major without padding. All pointers are device
/// memory. Enqueues on the default stream; returns a cudaError_t.
struct ReferenceProduct {
  const double *left, *right;
  double *value, *magnitude;
  std::size_t rows, columns, length;
  std::size_t leftRowStride, leftColumnStride, rightRowStride, rightColumnStride;
};

int launchReferenceProduct(const ReferenceProduct &product);
