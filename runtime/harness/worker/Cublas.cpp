#include "runtime/harness/worker/Cublas.h"

namespace warpsmith::harness::worker {

void checkCublas(cublasStatus_t status, const std::string &what) {
  if (status == CUBLAS_STATUS_NOT_SUPPORTED)
    throw NotSupported(what + ": " + cublasGetStatusString(status));
  if (status != CUBLAS_STATUS_SUCCESS)
    throw CudaError(what + ": " + cublasGetStatusString(status));
}

Cublas &Cublas::instance() {
  static Cublas cublas;
  return cublas;
}

Cublas::Cublas() {
  checkCublas(cublasCreate(&created), "cublasCreate");
  check(cudaMalloc(&memory, WorkspaceBytes), "allocating cuBLAS's workspace");
  checkCublas(cublasSetWorkspace(created, memory, WorkspaceBytes), "cublasSetWorkspace");
}

void Cublas::setStream(cudaStream_t wanted) {
  if (wanted == stream)
    return;
  checkCublas(cublasSetStream(created, wanted), "cublasSetStream");
  // cublasSetStream goes back to the built-in workspace.
  checkCublas(cublasSetWorkspace(created, memory, WorkspaceBytes), "cublasSetWorkspace");
  stream = wanted;
}

cudaDataType_t cudaType(ElementType type) {
  const int number = rowOf(type).cudaDataType;
  if (number < 0)
    throw std::logic_error("cuBLAS has no products of " + std::string(spelling(type)));
  return static_cast<cudaDataType_t>(number);
}

cublasComputeType_t computeType(const BaselineRow &row) {
  if (row.type == ElementType::F64)
    return CUBLAS_COMPUTE_64F;
  if (isInteger(row.type))
    return CUBLAS_COMPUTE_32I;
  if (row.type != ElementType::F32)
    return CUBLAS_COMPUTE_32F;
  switch (row.contract) {
  case Numerics::Tf32:
    return CUBLAS_COMPUTE_32F_FAST_TF32;
  case Numerics::Fp16:
    return CUBLAS_COMPUTE_32F_FAST_16F;
  case Numerics::Bf16:
    return CUBLAS_COMPUTE_32F_FAST_16BF;
  case Numerics::BitExact:
  case Numerics::Fp32:
  case Numerics::Fp64:
  case Numerics::Fp8Sums:
    break;
  }
  return CUBLAS_COMPUTE_32F;
}

cudaDataType_t scalarType(const BaselineRow &row, ElementType output) {
  return row.type == ElementType::F64                               ? CUDA_R_64F
         : isInteger(row.type) && sizeOf(output) > sizeOf(row.type) ? CUDA_R_32I
                                                                    : CUDA_R_32F;
}

CublasScalar::CublasScalar(const BaselineRow &row, ElementType output, double value) {
  const cudaDataType_t type = scalarType(row, output);
  if (type == CUDA_R_64F)
    stored.asDouble = value;
  else if (type == CUDA_R_32I)
    stored.asInteger = static_cast<int>(value);
  else
    stored.asSingle = static_cast<float>(value);
}

} // namespace warpsmith::harness::worker
