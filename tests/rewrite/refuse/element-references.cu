// RUN: %unchanged
// References that are no other names of one element of floats, or that are used where it is not
// told what the element holds.
#define PLACE                                                                                      \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int column = blockIdx.x * blockDim.x + threadIdx.x;

// The element of an array is changed through its other name.
// CHECK: remark: left 'twoNames' alone: the step '0.5f * (sum + a * b)' is not the sum plus products of two operands and constants
__global__ void twoNames(int n, const float *a, const float *b, float *c) {
  PLACE
  float sums[2] = {};
  float &first = sums[0];
  for (int l = 0; l < n; ++l) {
    sums[0] += a[row * n + l] * b[l * n + column];
    first = 0.5f * first;
  }
  c[row * n + column] = sums[0];
}

// Another thread's element.
// CHECK: remark: left 'ofOther' alone: 'c[blockIdx.y * blockDim.y * n + threadIdx.y * n + blockIdx.x * blockDim.x + threadIdx.x + step]' may be one element for several threads or steps: each index has to move it by more than the next ones together
__global__ void ofOther(int n, const float *a, const float *b, float *c) {
  PLACE
  float &out = c[row * n + column], &next = c[row * n + column + 1];
  float sum = 0.0f;
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column];
  out = sum;
  next = sum;
}

// Which element it is depends on data.
// CHECK: remark: left 'ofSome' alone: 'chosen[row] * n + column' is made of data and of an index
__global__ void ofSome(int n, const int *chosen, const float *a, const float *b, float *c) {
  PLACE
  float &out = c[chosen[row] * n + column];
  float sum = 0.0f;
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column];
  out = sum;
}

void launch(int n, const int *chosen, const float *a, const float *b, float *c) {
  const dim3 grid(n / 16, n / 16), block(16, 16);
  twoNames<<<grid, block>>>(n, a, b, c);
  ofOther<<<grid, block>>>(n, a, b, c);
  ofSome<<<grid, block>>>(n, chosen, a, b, c);
}
