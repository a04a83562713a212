// RUN: %unchanged
// Code that was read as a GPU's architecture compiles it, where the host's code has something else.
#if __CUDA_ARCH__ >= 700
#define TILE 32
#else
#define TILE 16
#endif
#define SUM                                                                                        \
  float sum = 0;                                                                                   \
  for (int l = 0; l < n; ++l)                                                                      \
    sum += a[i * n + l] * b[l * n + j];                                                            \
  c[i * n + j] = sum;
__device__ float scaled(float x) {
#if __CUDA_ARCH__ >= 800
  return 2 * x;
#else
  return 3 * x;
#endif
}
// CHECK: remark: left 'byConstant' alone: 'TILE' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byConstant(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
  SUM
}
// CHECK: remark: left 'byLaunch' alone: 'TILE' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byLaunch(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = scaled(sum);
}
void runByLaunch(int n, const float *a, const float *b, float *c) {
  byLaunch<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(n, a, b, c);
}

// A constant that a function gives.
__host__ __device__ constexpr int more(int number) {
#ifdef __CUDA_ARCH__
  return number;
#else
  return number + 1;
#endif
}
constexpr int Offset = more(3) + 1;
// CHECK: remark: left 'byFunction' alone: 'more' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byFunction(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l] * b[l * n + j + Offset];
  c[i * n + j] = sum;
}

// The host fills in what the device reads by another name.
struct Sizes {
#ifdef __CUDA_ARCH__
  int n, k;
#else
  int k, n;
#endif
};
// CHECK: remark: left 'byMember' alone: 'Sizes' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byMember(Sizes sizes, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int n = sizes.n;
  if (i >= n || j >= n)
    return;
  SUM
}

// The condition no longer holds behind the kernel.
#if __CUDA_ARCH__ >= 700
#define FAST
#endif
// CHECK: remark: left 'changes' alone: preprocessor conditional inside the kernel, and 'FAST' changes before the end of the kernel
__global__ void changes(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FAST
  SUM
#endif
#undef FAST
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  byConstant<<<g, t>>>(n, a, b, c);
  byFunction<<<g, t>>>(n, a, b, c);
  byMember<<<g, t>>>(Sizes{n, n}, a, b, c);
  changes<<<g, t>>>(n, a, b, c);
}
