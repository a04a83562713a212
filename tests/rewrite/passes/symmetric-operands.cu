// RUN: warpsmith %s --passes='tensorize<wgmma>' --numerics=fp16 --arch=sm_90a --kernel='[!h]*' -o %t.cu --error-on-missed --
// Square products that are not symmetric: see symmetric.test.
// The transpose begins elsewhere.
__global__ void shifted(int n, int k, const float *a, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; l++)
      sum += a[i * k + l] * a[j * k + l + 1];
    c[i * n + j] = sum;
  }
}

// Another matrix.
__global__ void others(int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; l++)
      sum += a[i * k + l] * b[j * k + l];
    c[i * n + j] = sum;
  }
}

// A * A, not A * A'.
__global__ void crossed(int n, const float *a, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; l++)
      sum += a[i * n + l] * a[l * n + j];
    c[i * n + j] = sum;
  }
}

// A * A' + B * C': one of them is.
__global__ void half(int n, int k, const float *a, const float *b, const float *d, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; l++)
      sum += a[i * k + l] * a[j * k + l] + b[i * k + l] * d[j * k + l];
    c[i * n + j] = sum;
  }
}

void launch(int n, int k, const float *a, const float *b, float *c) {
  const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  shifted<<<grid, block>>>(n, k, a, c);
  others<<<grid, block>>>(n, k, a, b, c);
  crossed<<<grid, block>>>(n, a, c);
  half<<<grid, block>>>(n, k, a, b, a + 1, c);
}
