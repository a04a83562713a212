// What the baselines share of cuBLAS: the library's state, and one product in the numbers of a run.
#pragma once

#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/worker/Contestant.h"
#include "runtime/harness/worker/Cuda.h"
#include <cublas_v2.h>
#include <memory>

namespace warpsmith::harness::worker {

/// Throws CudaError "WHAT: DESCRIPTION" unless `status` is CUBLAS_STATUS_SUCCESS; NotSupported
/// where that is what the status says.
void checkCublas(cublasStatus_t status, const std::string &what);

/// One handle and workspace for the process: creating them takes longer than many products.
class Cublas {
public:
  static constexpr std::size_t WorkspaceBytes = std::size_t{32} << 20; // as advised for Hopper

  static Cublas &instance();
  cublasHandle_t handle() const { return created; }
  void *workspace() const { return memory; }
  void setStream(cudaStream_t wanted);

private:
  Cublas();

  cublasHandle_t created = nullptr;
  void *memory = nullptr;
  cudaStream_t stream = nullptr;
};

cudaDataType_t cudaType(ElementType type);
cublasComputeType_t computeType(const BaselineRow &row);
/// The type of alpha and beta: the one that is computed in, but float for 8-bit results.
cudaDataType_t scalarType(const BaselineRow &row, ElementType output);

/// alpha or beta in that type.
class CublasScalar {
public:
  CublasScalar(const BaselineRow &row, ElementType output, double value);
  const void *get() const { return &stored; }

private:
  union {
    double asDouble;
    float asSingle;
    int asInteger;
  } stored;
};

/// out := alpha*op(left)*op(right) + beta*out, row-major, without padding between rows; of a batch
/// one matrix after the other.
struct Product {
  const void *left = nullptr, *right = nullptr;
  void *output = nullptr;
  int rows = 0, columns = 0, length = 0, batches = 1;
  bool transposeLeft = false, transposeRight = false;
  double alpha = 1, beta = 0;
  cudaStream_t stream = nullptr;

  long long leftElements() const { return 1LL * rows * length; }
  long long rightElements() const { return 1LL * length * columns; }
  long long outputElements() const { return 1LL * rows * columns; }
};

/// Computes products, column-major ones with swapped operands: out' = right' * left'.
class ProductRoutine {
public:
  virtual ~ProductRoutine() = default;
  /// Throws CudaError where the library refuses.
  virtual void enqueue(const Product &product) = 0;
  /// See Contestant; of all products that were enqueued.
  virtual void considerAlgorithms(int /*most*/) {}
  virtual int algorithms() const { return 1; }
  virtual void chooseAlgorithm(int /*index*/) {}
};

/// cublasLtMatmul with one of the algorithms that its heuristics name for sizes, layouts and the
/// operands' alignment, the first if nothing else is chosen. 8-bit integers, for which it has the
/// layout alone that has the sum's index innermost in both operands, are transposed into memory of
/// its own first.
std::unique_ptr<ProductRoutine> makeLtMatmul(const BaselineRow &row, ElementType output);

/// cublasSsyrk, cublasSsyr2k or their FP64 forms.
std::unique_ptr<Contestant> makeSymmetricUpdate(const SymmetricUpdate &update,
                                                const BaselineRow &row);

/// cublasStrmm or cublasDtrmm.
std::unique_ptr<Contestant> makeTriangularProduct(const TriangularProduct &product,
                                                  const BaselineRow &row);

} // namespace warpsmith::harness::worker
