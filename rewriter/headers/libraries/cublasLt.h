/// cuBLASLt's host side for the parse.
#pragma once

#include <cublas_v2.h>

typedef struct cublasLtContext *cublasLtHandle_t;
struct cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
struct cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
struct cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
struct cublasLtMatrixTransformDescOpaque_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;
struct cublasLtMatmulAlgo_t {
  unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};
enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
  CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
  CUBLASLT_MATMUL_DESC_TRANSA = 3,
  CUBLASLT_MATMUL_DESC_TRANSB = 4,
  CUBLASLT_MATMUL_DESC_TRANSC = 5,
  CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
  CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  CUBLASLT_MATMUL_DESC_FAST_ACCUM = 21,
};
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
  CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
  CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
  CUBLASLT_MATRIX_LAYOUT_COLS = 3,
  CUBLASLT_MATRIX_LAYOUT_LD = 4,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 };
enum cublasLtMatmulPreferenceAttributes_t {
  CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
};
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
};

#define WARPSMITH_CUBLASLT(name)                                                                   \
  template <class... Arguments>                                                                    \
  cublasStatus_t cublasLt##name(const Arguments &...);
WARPSMITH_CUBLASLT(Create)
WARPSMITH_CUBLASLT(Destroy)
WARPSMITH_CUBLASLT(Matmul)
WARPSMITH_CUBLASLT(MatmulAlgoGetHeuristic)
WARPSMITH_CUBLASLT(MatmulAlgoGetIds)
WARPSMITH_CUBLASLT(MatmulAlgoInit)
WARPSMITH_CUBLASLT(MatmulAlgoCheck)
WARPSMITH_CUBLASLT(MatmulAlgoConfigSetAttribute)
WARPSMITH_CUBLASLT(MatmulDescCreate)
WARPSMITH_CUBLASLT(MatmulDescDestroy)
WARPSMITH_CUBLASLT(MatmulDescSetAttribute)
WARPSMITH_CUBLASLT(MatrixLayoutCreate)
WARPSMITH_CUBLASLT(MatrixLayoutDestroy)
WARPSMITH_CUBLASLT(MatrixLayoutSetAttribute)
WARPSMITH_CUBLASLT(MatmulPreferenceCreate)
WARPSMITH_CUBLASLT(MatmulPreferenceDestroy)
WARPSMITH_CUBLASLT(MatmulPreferenceSetAttribute)
WARPSMITH_CUBLASLT(MatrixTransform)
WARPSMITH_CUBLASLT(MatrixTransformDescCreate)
WARPSMITH_CUBLASLT(MatrixTransformDescDestroy)
WARPSMITH_CUBLASLT(MatrixTransformDescSetAttribute)
#undef WARPSMITH_CUBLASLT
