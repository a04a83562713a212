// The little of cublasLt that the baseline calls, on the host. As the real library it takes 8-bit
// integers with the sum's index innermost in both operands alone, and a matrix that is less
// aligned than its algorithm was asked for is an error.
#pragma once

#include "cublas_v2.h"
#include <bit>
#include <cstring>

struct FakeLayout {
  cudaDataType_t type;
  std::uint64_t rows, columns;
  std::int64_t leading;
  std::int32_t batches = 1;
  std::int64_t stride = 0; // elements from one matrix of a batch to the next
};
struct FakeDescription {
  cublasComputeType_t compute;
  cudaDataType_t scalar;
  cublasOperation_t first = CUBLAS_OP_N, second = CUBLAS_OP_N;
};
struct FakePreference {
  std::uint64_t workspace = 0;
  std::uint32_t alignments[4] = {256, 256, 256, 256};
};
using cublasLtHandle_t = int *;
using cublasLtMatrixLayout_t = FakeLayout *;
using cublasLtMatmulDesc_t = FakeDescription *;
using cublasLtMatrixTransformDesc_t = FakeDescription *;
using cublasLtMatmulPreference_t = FakePreference *;
struct cublasLtMatmulAlgo_t {
  FakePreference preference;
  int of[3]; // rows, columns, length of the product that it was chosen for
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  cublasStatus_t state;
};
enum cublasLtMatmulDescAttributes_t { CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB };
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtMatrixTransformDescAttributes_t { CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA };
enum cublasLtMatmulPreferenceAttributes_t {
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES
};

inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  static int context;
  *handle = &context;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                                 cudaDataType_t type, std::uint64_t rows,
                                                 std::uint64_t columns, std::int64_t leading) {
  *layout = new FakeLayout{type, rows, columns, leading};
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                       cublasLtMatrixLayoutAttribute_t attribute,
                                                       const void *value, std::size_t bytes) {
  const bool isCount = attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT;
  if (bytes != (isCount ? sizeof(std::int32_t) : sizeof(std::int64_t)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (isCount)
    std::memcpy(&layout->batches, value, bytes);
  else
    std::memcpy(&layout->stride, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete layout;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *description,
                                               cublasComputeType_t compute, cudaDataType_t scalar) {
  *description = new FakeDescription{compute, scalar};
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  delete description;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                                     cublasLtMatmulDescAttributes_t attribute,
                                                     const void *value, std::size_t bytes) {
  if (bytes != sizeof(std::int32_t))
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto operation = static_cast<cublasOperation_t>(*static_cast<const std::int32_t *>(value));
  (attribute == CUBLASLT_MATMUL_DESC_TRANSA ? description->first : description->second) = operation;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *description,
                                                        cudaDataType_t scalar) {
  *description = new FakeDescription{CUBLAS_COMPUTE_32F, scalar};
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t made) {
  return cublasLtMatmulDescDestroy(made);
}
inline cublasStatus_t
cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t description,
                                        cublasLtMatrixTransformDescAttributes_t, const void *value,
                                        std::size_t bytes) {
  return cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSA, value, bytes);
}
inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  *preference = new FakePreference;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t
cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                     cublasLtMatmulPreferenceAttributes_t attribute,
                                     const void *value, std::size_t bytes) {
  const bool isWorkspace = attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
  if (bytes != (isWorkspace ? sizeof(std::uint64_t) : sizeof(std::uint32_t)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (isWorkspace)
    std::memcpy(&preference->workspace, value, bytes);
  else
    std::memcpy(&preference->alignments[attribute - 1], value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t
cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t description,
                               cublasLtMatrixLayout_t first, cublasLtMatrixLayout_t second,
                               cublasLtMatrixLayout_t, cublasLtMatrixLayout_t result,
                               cublasLtMatmulPreference_t preference, int wanted,
                               cublasLtMatmulHeuristicResult_t *results, int *found) {
  const bool alongK = first->type == CUDA_R_8I || first->type == CUDA_R_8F_E4M3;
  *found = 0;
  if (wanted < 1)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (alongK && (description->first != CUBLAS_OP_T || description->second != CUBLAS_OP_N))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const std::uint64_t length = description->first == CUBLAS_OP_T ? first->rows : first->columns;
  *found = 1;
  results->algo = {*preference,
                   {static_cast<int>(result->rows), static_cast<int>(result->columns),
                    static_cast<int>(length)}};
  results->state =
      second->type == first->type ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t description,
                                     const void *alpha, const void *a, cublasLtMatrixLayout_t first,
                                     const void *b, cublasLtMatrixLayout_t second, const void *beta,
                                     const void *c, cublasLtMatrixLayout_t before, void *d,
                                     cublasLtMatrixLayout_t result,
                                     const cublasLtMatmulAlgo_t *algorithm, void *workspace,
                                     std::size_t workspaceBytes, cudaStream_t) {
  const auto extents = [](cublasLtMatrixLayout_t layout, cublasOperation_t operation) {
    const auto rows = static_cast<int>(layout->rows);
    const auto columns = static_cast<int>(layout->columns);
    return operation == CUBLAS_OP_T ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  const auto [m, k] = extents(first, description->first);
  const auto [length, n] = extents(second, description->second);
  const void *operands[4] = {a, b, c, d};
  for (int operand = 0; operand < 4; ++operand)
    if (std::bit_cast<std::uintptr_t>(operands[operand]) %
        algorithm->preference.alignments[operand])
      return CUBLAS_STATUS_INVALID_VALUE;
  if (first->batches != result->batches || second->batches != result->batches)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (k != length || result->rows != static_cast<std::uint64_t>(m) ||
      result->columns != static_cast<std::uint64_t>(n) || c != d || before != result ||
      algorithm->of[0] != m || algorithm->of[1] != n || algorithm->of[2] != k || !workspace ||
      workspaceBytes < algorithm->preference.workspace)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto matrix = [](const void *data, cublasLtMatrixLayout_t layout, int batch) {
    using namespace warpsmith;
    using namespace warpsmith::harness;
    return static_cast<const std::byte *>(data) +
           batch * layout->stride * static_cast<std::int64_t>(sizeOf(elementTypeOf(layout->type)));
  };
  // 8-bit results are scaled in FP32, all others in the type of the sums.
  if ((result->type == CUDA_R_8I) !=
      (first->type == CUDA_R_8I && description->scalar == CUDA_R_32F))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int batch = 0; batch < result->batches && status == CUBLAS_STATUS_SUCCESS; ++batch) {
    status = fakeProduct(description->first, description->second, m, n, k, alpha,
                         matrix(a, first, batch), first->type, static_cast<int>(first->leading),
                         matrix(b, second, batch), second->type, static_cast<int>(second->leading),
                         beta, const_cast<std::byte *>(matrix(d, result, batch)), result->type,
                         static_cast<int>(result->leading), description->scalar);
  }
  return status;
}

// C := op(A), the only form that is called, of bytes.
inline cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t,
                                              cublasLtMatrixTransformDesc_t description,
                                              const void *alpha, const void *a,
                                              cublasLtMatrixLayout_t from, const void *beta,
                                              const void *b, cublasLtMatrixLayout_t, void *c,
                                              cublasLtMatrixLayout_t to, cudaStream_t) {
  if (description->scalar != CUDA_R_32F || *static_cast<const float *>(alpha) != 1 ||
      *static_cast<const float *>(beta) != 0 || b || from->type != CUDA_R_8I ||
      to->type != CUDA_R_8I || description->first != CUBLAS_OP_T || to->rows != from->columns ||
      to->columns != from->rows)
    return CUBLAS_STATUS_INVALID_VALUE;
  for (std::uint64_t column = 0; column < to->columns; ++column)
    for (std::uint64_t row = 0; row < to->rows; ++row)
      static_cast<std::int8_t *>(c)[column * to->leading + row] =
          static_cast<const std::int8_t *>(a)[row * from->leading + column];
  return CUBLAS_STATUS_SUCCESS;
}
