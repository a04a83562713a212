// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// Names that stand in an #if for the device, and in a kernel for something of its own.
namespace other {
struct A;
template <typename Element>
struct Fragment;
} // namespace other
typedef void (*Convert)(const float *x);
#if defined(__CUDA_ARCH__)
template <int A, typename Element>
struct Another {};
__device__ void i(int sum);
__device__ int next(int x);
#endif
struct sum {};

// CHECK: gemm
__global__ void gemm(int n, const float *A, const float *B, float *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = sum;
  }
}

// CHECK: instance
template <typename Element>
__device__ Element twice(Element A) {
  return A + A;
}
template <typename Element>
__global__ void instance(int n, const Element *A, const Element *B, Element *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    Element sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = twice(sum);
  }
}

void run(dim3 g, dim3 t, float *x, int n) {
  gemm<<<g, t>>>(n, x, x, x);
  instance<float><<<g, t>>>(n, x, x, x);
}

// CHECK: commented
#if defined(__CUDA_ARCH__)
// const Scalar half; /* Scalar */
#endif
typedef float Scalar;
__global__ void commented(int n, const Scalar *A, const Scalar *B, Scalar *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    Scalar sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = sum;
  }
}
void launchCommented(int n, const float *a, const float *b, float *c) {
  commented<<<dim3(n, n), dim3(1, 1)>>>(n, a, b, c);
}
