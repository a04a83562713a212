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
  switch (type) {
  case ElementType::Float:
    return CUDA_R_32F;
  case ElementType::Double:
    return CUDA_R_64F;
  case ElementType::Half:
    return CUDA_R_16F;
  case ElementType::BFloat16:
    return CUDA_R_16BF;
  case ElementType::E4M3:
    return CUDA_R_8F_E4M3;
  case ElementType::E5M2:
    return CUDA_R_8F_E5M2;
  case ElementType::Int8:
    return CUDA_R_8I;
  case ElementType::Int32:
    return CUDA_R_32I;
  case ElementType::UInt8:
  case ElementType::Int16:
  case ElementType::UInt32:
    break;
  }
  throw std::logic_error("unknown element type");
}

cublasComputeType_t computeType(const BaselineRow &row) {
  if (row.type == ElementType::Double)
    return CUBLAS_COMPUTE_64F;
  if (isInteger(row.type))
    return CUBLAS_COMPUTE_32I;
  if (row.type != ElementType::Float)
    return CUBLAS_COMPUTE_32F;
  switch (row.contract) {
  case Contract::Tf32:
    return CUBLAS_COMPUTE_32F_FAST_TF32;
  case Contract::Fp16:
    return CUBLAS_COMPUTE_32F_FAST_16F;
  case Contract::BFloat16:
    return CUBLAS_COMPUTE_32F_FAST_16BF;
  case Contract::BitExact:
  case Contract::Fp32:
  case Contract::Fp8Sums:
    break;
  }
  return CUBLAS_COMPUTE_32F;
}

cudaDataType_t scalarType(const BaselineRow &row, ElementType output) {
  return row.type == ElementType::Double                            ? CUDA_R_64F
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
