// RUN: %unchanged
// The last element of the tile is missing, and no block of the height that the tile needs stores it.
#define T 8
__global__ void kernel(const float *a, const float *b, float *c, int n) {
  __shared__ float As[T * T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, thread = ty * blockDim.x + tx;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+7]]:{{[0-9]+}}: remark: left 'kernel' alone: what is read of 'As' is not known to be what one thread of the block has stored there in line [[@LINE+3]]
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
