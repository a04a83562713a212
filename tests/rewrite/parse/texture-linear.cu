// A texture reference over linear memory, removed in CUDA 12, beside a plain product.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK-DAG: remark: rewrote 'mm_plain'
// CHECK-DAG: remark: left 'mm_texture' alone

texture<float, 1, cudaReadModeElementType> texA;
texture<float> texB;

__global__ void mm_texture(float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k++)
    sum += tex1Dfetch(texA, row * n + k) * tex1Dfetch(texB, k * n + col);
  c[row * n + col] = sum;
}

__global__ void mm_plain(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k++)
    sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

void multiply(const float *a, const float *b, float *c, int n, bool useTexture) {
  size_t offset = 0, bytes = n * n * sizeof(float);
  dim3 threads(16, 16), blocks(n / 16, n / 16);
  cudaBindTexture(&offset, texA, a, bytes);
  cudaBindTexture(0, texB, b, bytes);
  if (useTexture)
    mm_texture<<<blocks, threads>>>(c, n);
  else
    mm_plain<<<blocks, threads>>>(a, b, c, n);
  cudaUnbindTexture(texA);
  cudaUnbindTexture(&texB);
}
