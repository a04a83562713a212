// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s --implicit-check-not=requires
// A launch is asked for what does not follow from the limits of launches, from what else it is
// asked for, or from there being rows, columns and steps.

// CHECK: contraction tiled
// CHECK: requires blockDim.x == 16
// CHECK: requires blockDim.y == 16
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires 16 * gridDim.y >= m
// CHECK: requires 16 * gridDim.x >= n
__global__ void tiled(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[16][16], bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += 16) {
    as[y][x] = i < m && t + x < k ? a[i * k + t + x] : 0.0f;
    bs[y][x] = t + y < k && j < n ? b[(t + y) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// A guard ends the quotient: the grid need not be a multiple of the divisor.
// CHECK: contraction digits
// CHECK: requires blockDim.z == 1
// CHECK: requires groups >= 1
// CHECK: requires blockDim.y * gridDim.y == 1
// CHECK: requires gridDim.z >= groups * images
// CHECK: requires blockDim.x * gridDim.x >= n
__global__ void digits(int images, int groups, int n, int k, const float *a, const float *b,
                       float *c) {
  const int image = blockIdx.z / groups, group = blockIdx.z % groups;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (image >= images || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[(group * images + image) * k + l] * b[l * n + j];
  c[(group * images + image) * n + j] = sum;
}

// Of four threads with two columns each no limit says that an int counts the columns.
// CHECK: contraction pairs
// CHECK: requires blockDim.x == 4
// CHECK: requires blockDim.y == 4
// CHECK: requires 2147483652 >= 8 * gridDim.x
// CHECK: requires k + 4294967296 >= 4 * gridDim.y * k + 4 * (((long long)k + 3) / 4)
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires 4 * gridDim.y >= m
// CHECK: requires 8 * gridDim.x >= n
__global__ void pairs(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[4][4];
  const int i = blockIdx.y * 4 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  float sums[2] = {0.0f, 0.0f};
  for (int t = 0; t < k; t += 4) {
    as[threadIdx.y][threadIdx.x] = i < m && t + threadIdx.x < k ? a[i * k + t + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 4; ++l)
      for (int e = 0; e < 2; ++e)
        sums[e] +=
            as[threadIdx.y][l] * (t + l < k && j + 4 * e < n ? b[(t + l) * n + j + 4 * e] : 0);
    __syncthreads();
  }
  for (int e = 0; e < 2; ++e)
    if (i < m && j + 4 * e < n)
      c[i * n + j + 4 * e] = sums[e];
}

// Where a parameter says whether an element is read, each answer is a case of its own.
// CHECK: contraction biased
// CHECK: when     adds != 0
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires blockDim.y * gridDim.y >= m
// CHECK: requires blockDim.x * gridDim.x >= n
// CHECK: contraction biased
// CHECK: when     !(adds != 0)
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires blockDim.y * gridDim.y >= m
// CHECK: requires blockDim.x * gridDim.x >= n
__global__ void biased(int m, int n, int k, const float *a, const float *b, int adds,
                       const float *bias, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum + (adds ? bias[j] : 0.0f);
}

// An unsigned index is below a size that is not negative.
// CHECK: contraction unsignedIndices
// CHECK-NEXT: domain   %m < m, %n < n, %k < k
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires blockDim.y * gridDim.y >= m
// CHECK: requires blockDim.x * gridDim.x >= n
__global__ void unsignedIndices(int m, int n, int k, const float *a, const float *b, float *c) {
  const unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[(size_t)i * k + l] * b[(size_t)l * n + j];
  c[(size_t)i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  tiled<<<g, t>>>(m, n, k, a, b, c);
  digits<<<g, t>>>(m, m, n, k, a, b, c);
  pairs<<<g, t>>>(m, n, k, a, b, c);
  biased<<<g, t>>>(m, n, k, a, b, m, b, c);
  unsignedIndices<<<g, t>>>(m, n, k, a, b, c);
}
