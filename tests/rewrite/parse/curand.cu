// Matrices from cuRAND, on the host's side and on the device's.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK-DAG: remark: left 'setup' alone
// CHECK-DAG: remark: left 'fill' alone
// CHECK-DAG: remark: rewrote 'gpu_mmul'

#include <cstdlib>
#include <ctime>
#include <curand.h>
#include <curand_kernel.h>

__global__ void setup(curandState *states, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &states[id]);
}
__global__ void fill(curandState *states, float *out) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = states[id];
  out[id] = curand_uniform(&local) + curand_normal(&local) * (curand(&local) % 2);
  states[id] = local;
}
__global__ void gpu_mmul(const float *A, const float *B, float *C, const int m, const int k,
                         const int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float acc = 0;
    for (int i = 0; i < k; ++i)
      acc += A[row * k + i] * B[i * n + col];
    C[row * n + col] = acc;
  }
}

void GPU_fill_rand(float *A, int rows, int columns) {
  curandGenerator_t prng;
  curandCreateGenerator(&prng, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(prng, (unsigned long long)clock());
  if (curandGenerateUniform(prng, A, rows * columns) != CURAND_STATUS_SUCCESS)
    exit(1);
  curandDestroyGenerator(prng);
}

int main() {
  float *A, *B, *C;
  curandState *states;
  cudaMalloc(&A, 1 << 20);
  cudaMalloc(&B, 1 << 20);
  cudaMalloc(&C, 1 << 20);
  cudaMalloc((void **)&states, 1024 * sizeof(curandState));
  GPU_fill_rand(A, 512, 512);
  setup<<<4, 256>>>(states, 1234ULL);
  fill<<<4, 256>>>(states, B);
  gpu_mmul<<<dim3(32, 32), dim3(16, 16)>>>(A, B, C, 512, 512, 512);
}
