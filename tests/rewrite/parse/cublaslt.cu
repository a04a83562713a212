// A product compared with cuBLASLt.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'gemm'
#include <cublasLt.h>

__global__ void gemm(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

int run(float *a, float *b, float *c, int n, void *workspace, size_t bytes) {
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t operation;
  cublasLtMatrixLayout_t layout;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t heuristic = {};
  cublasOperation_t transposed = CUBLAS_OP_T;
  int found = 0;
  const float alpha = 1, beta = 0;
  cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(transposed));
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, n, n, n);
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof(bytes));
  cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(handle, operation, layout, layout, layout, layout, preference, 1, &heuristic, &found);
  status = cublasLtMatmul(handle, operation, &alpha, a, layout, b, layout, &beta, c, layout, c, layout, &heuristic.algo, workspace, bytes, 0);
  gemm<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, b, c, n);
  cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(operation);
  cublasLtDestroy(handle);
  return status != CUBLAS_STATUS_SUCCESS;
}
