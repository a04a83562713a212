// The little of cuBLAS that the baseline calls, on the host: column-major products in FP64, rounded
// once, for the emulator's worker, whose device memory is the host's.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include <cstdint>
#include <cstdlib>
#include <cuda_runtime.h>

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_NOT_SUPPORTED = 15
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cudaDataType_t { // with the toolkit's numbers
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_8I = 3,
  CUDA_R_32I = 10,
  CUDA_R_16BF = 14,
  CUDA_R_8F_E4M3 = 28,
  CUDA_R_8F_E5M2 = 29
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_32F,
  CUBLAS_COMPUTE_64F,
  CUBLAS_COMPUTE_32I,
  CUBLAS_COMPUTE_32F_FAST_TF32,
  CUBLAS_COMPUTE_32F_FAST_16F,
  CUBLAS_COMPUTE_32F_FAST_16BF
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT };
/// The type of the harness that has this number.
inline warpsmith::ElementType elementTypeOf(cudaDataType_t number) {
  for (const warpsmith::ElementTypeRow &row : warpsmith::ElementTypes)
    if (row.cudaDataType == number)
      return row.type;
  std::abort();
}
struct cublasContext {};
using cublasHandle_t = cublasContext *;

inline const char *cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS         ? "success"
         : status == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported"
                                                 : "an invalid value";
}
inline cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  static cublasContext context;
  *handle = &context;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, std::size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) {
  *version = 130100;
  return CUBLAS_STATUS_SUCCESS;
}

// C, m x n, := alpha * op(A), m x k, * op(B), k x n, + beta * C, with alpha and beta of type
// scalar.
inline cublasStatus_t fakeProduct(cublasOperation_t transposeA, cublasOperation_t transposeB, int m,
                                  int n, int k, const void *alpha, const void *a,
                                  cudaDataType_t typeA, int lda, const void *b,
                                  cudaDataType_t typeB, int ldb, const void *beta, void *c,
                                  cudaDataType_t typeC, int ldc, cudaDataType_t scalar) {
  using namespace warpsmith;
  using namespace warpsmith::harness;
  if (lda < (transposeA == CUBLAS_OP_T ? k : m) || ldb < (transposeB == CUBLAS_OP_T ? n : k) ||
      ldc < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto load = [](cudaDataType_t type, const void *data, std::size_t index) {
    return loadElement(elementTypeOf(type), static_cast<const std::byte *>(data), index);
  };
  const double factor = load(scalar, alpha, 0);
  const double weight = load(scalar, beta, 0);
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += load(typeA, a, transposeA == CUBLAS_OP_T ? row * lda + l : l * lda + row) *
               load(typeB, b, transposeB == CUBLAS_OP_T ? l * ldb + column : column * ldb + l);
      const std::size_t index = static_cast<std::size_t>(column) * ldc + row;
      // As cuBLAS: with beta 0 what C held is not read.
      const double before = weight == 0 ? 0 : weight * load(typeC, c, index);
      const double exact = factor * sum + before;
      if (typeC == CUDA_R_32I) // wraps
        static_cast<std::int32_t *>(c)[index] =
            static_cast<std::int32_t>(static_cast<std::int64_t>(exact));
      else
        storeElement(elementTypeOf(typeC), static_cast<std::byte *>(c), index, exact);
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t transposeA,
                                   cublasOperation_t transposeB, int m, int n, int k,
                                   const void *alpha, const void *a, cudaDataType_t typeA, int lda,
                                   const void *b, cudaDataType_t typeB, int ldb, const void *beta,
                                   void *c, cudaDataType_t typeC, int ldc,
                                   cublasComputeType_t compute, cublasGemmAlgo_t) {
  if (typeC == CUDA_R_8I)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return fakeProduct(transposeA, transposeB, m, n, k, alpha, a, typeA, lda, b, typeB, ldb, beta, c,
                     typeC, ldc,
                     compute == CUBLAS_COMPUTE_64F   ? CUDA_R_64F
                     : compute == CUBLAS_COMPUTE_32I ? CUDA_R_32I
                                                     : CUDA_R_32F);
}

// The same for each of a batch, of which matrices are so many elements apart.
inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transposeA, cublasOperation_t transposeB, int m, int n,
    int k, const void *alpha, const void *a, cudaDataType_t typeA, int lda, long long strideA,
    const void *b, cudaDataType_t typeB, int ldb, long long strideB, const void *beta, void *c,
    cudaDataType_t typeC, int ldc, long long strideC, int batches, cublasComputeType_t compute,
    cublasGemmAlgo_t algorithm) {
  const auto size = [](cudaDataType_t type) {
    return static_cast<long long>(warpsmith::sizeOf(elementTypeOf(type)));
  };
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int batch = 0; batch < batches && status == CUBLAS_STATUS_SUCCESS; ++batch) {
    status =
        cublasGemmEx(handle, transposeA, transposeB, m, n, k, alpha,
                     static_cast<const std::byte *>(a) + batch * strideA * size(typeA), typeA, lda,
                     static_cast<const std::byte *>(b) + batch * strideB * size(typeB), typeB, ldb,
                     beta, static_cast<std::byte *>(c) + batch * strideC * size(typeC), typeC, ldc,
                     compute, algorithm);
  }
  return status;
}

// C, n x n, := alpha * (op(A) * op(B)' + op(B) * op(A)') + beta * C in one triangle; with a null B
// alpha * op(A) * op(A)' + beta * C. With FAKE_CUBLAS_FILLS_BOTH in the other one too.
template <typename Element>
cublasStatus_t fakeSymmetricUpdate(cublasFillMode_t triangle, cublasOperation_t operation, int n,
                                   int k, Element alpha, const Element *a, int lda,
                                   const Element *b, int ldb, Element beta, Element *c, int ldc) {
  const int rows = operation == CUBLAS_OP_T ? k : n;
  if (lda < rows || (b && ldb < rows) || ldc < n)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto at = [&](const Element *matrix, int leading, int row, int l) -> double {
    return matrix[operation == CUBLAS_OP_T ? row * leading + l : l * leading + row];
  };
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < n; ++row) {
      const bool inside = triangle == CUBLAS_FILL_MODE_UPPER ? row <= column : row >= column;
      if (!inside && !std::getenv("FAKE_CUBLAS_FILLS_BOTH"))
        continue;
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += b ? at(a, lda, row, l) * at(b, ldb, column, l) +
                       at(b, ldb, row, l) * at(a, lda, column, l)
                 : at(a, lda, row, l) * at(a, lda, column, l);
      Element &element = c[static_cast<std::size_t>(column) * ldc + row];
      element = static_cast<Element>(alpha * sum + (beta == 0 ? 0 : double{beta} * element));
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

// C, m x n, := alpha * B * op(A), of a unit triangular A on the right.
template <typename Element>
cublasStatus_t fakeTriangularProduct(cublasSideMode_t side, cublasFillMode_t triangle,
                                     cublasOperation_t operation, cublasDiagType_t diagonal, int m,
                                     int n, Element alpha, const Element *a, int lda,
                                     const Element *b, int ldb, Element *c, int ldc) {
  if (side != CUBLAS_SIDE_RIGHT || diagonal != CUBLAS_DIAG_UNIT)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (lda < n || ldb < m || ldc < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto at = [&](int row, int column) -> double {
    const bool inside = triangle == CUBLAS_FILL_MODE_UPPER ? row < column : row > column;
    return row == column ? 1 : inside ? a[static_cast<std::size_t>(column) * lda + row] : 0;
  };
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += b[static_cast<std::size_t>(k) * ldb + row] *
               (operation == CUBLAS_OP_T ? at(column, k) : at(k, column));
      c[static_cast<std::size_t>(column) * ldc + row] = static_cast<Element>(alpha * sum);
    }
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasStrmm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t triangle,
                                  cublasOperation_t operation, cublasDiagType_t diagonal, int m,
                                  int n, const float *alpha, const float *a, int lda,
                                  const float *b, int ldb, float *c, int ldc) {
  return fakeTriangularProduct(side, triangle, operation, diagonal, m, n, *alpha, a, lda, b, ldb, c,
                               ldc);
}

inline cublasStatus_t cublasDtrmm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t triangle,
                                  cublasOperation_t operation, cublasDiagType_t diagonal, int m,
                                  int n, const double *alpha, const double *a, int lda,
                                  const double *b, int ldb, double *c, int ldc) {
  return fakeTriangularProduct(side, triangle, operation, diagonal, m, n, *alpha, a, lda, b, ldb, c,
                               ldc);
}

inline cublasStatus_t cublasSsyrk(cublasHandle_t, cublasFillMode_t triangle,
                                  cublasOperation_t operation, int n, int k, const float *alpha,
                                  const float *a, int lda, const float *beta, float *c, int ldc) {
  return fakeSymmetricUpdate<float>(triangle, operation, n, k, *alpha, a, lda, nullptr, 0, *beta, c,
                                    ldc);
}
inline cublasStatus_t cublasSsyr2k(cublasHandle_t, cublasFillMode_t triangle,
                                   cublasOperation_t operation, int n, int k, const float *alpha,
                                   const float *a, int lda, const float *b, int ldb,
                                   const float *beta, float *c, int ldc) {
  return fakeSymmetricUpdate(triangle, operation, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}

inline cublasStatus_t cublasDsyrk(cublasHandle_t, cublasFillMode_t triangle,
                                  cublasOperation_t operation, int n, int k, const double *alpha,
                                  const double *a, int lda, const double *beta, double *c,
                                  int ldc) {
  return fakeSymmetricUpdate<double>(triangle, operation, n, k, *alpha, a, lda, nullptr, 0, *beta,
                                     c, ldc);
}
inline cublasStatus_t cublasDsyr2k(cublasHandle_t, cublasFillMode_t triangle,
                                   cublasOperation_t operation, int n, int k, const double *alpha,
                                   const double *a, int lda, const double *b, int ldb,
                                   const double *beta, double *c, int ldc) {
  return fakeSymmetricUpdate(triangle, operation, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}
