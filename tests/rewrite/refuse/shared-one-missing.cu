// RUN: %unchanged
// The last element of the tile is missing, and no block of the height that the tile needs stores it.
#define T 8
__global__ void kernel(const float *a, const float *b, float *c, int n) {
  __shared__ float As[T * T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, thread = ty * blockDim.x + tx;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:3: remark: left 'kernel' alone: each thread has elements of its own only where 'blockDim.y == T' and 'T * T - 1 >= 8 * blockDim.y', which exclude each other
  for (int k = 0; k < n; k += T) {
    for (int i = thread; i < T * T - 1; i += blockDim.x * blockDim.y)
      As[i] = a[(blockIdx.y * T + i / T) * n + k + i % T];
    Bs[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
    for (int e = 0; e < T; ++e)
      sum += As[ty * T + e] * Bs[e][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { kernel<<<g, t>>>(a, a, c, n); }
