// RUN: %unchanged
// Addresses of a thread's own numbers that are more than names for them.
#define SUM                                                                                        \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  float sum = 0, other = 1;                                                                        \
  for (int l = 0; l < n; ++l)                                                                      \
    sum += a[i * n + l] * b[l * n + j];
__device__ void exchanged(float *x, float *y) {
  x = y;
  *x = 3;
}
__device__ void behind(float *x) { x[1] = 3; }
__device__ float *same(float *x) { return x; }
__device__ void counts(int *x, int y) { *x = y; }
struct Holder {
  float *pointer;
};

// CHECK: remark: left 'pointerIsSet' alone:
__global__ void pointerIsSet(int n, const float *a, const float *b, float *c) {
  SUM
  exchanged(&sum, &other);
  c[i * n + j] = sum + other;
}
// CHECK: remark: left 'placeBehind' alone:
__global__ void placeBehind(int n, const float *a, const float *b, float *c) {
  SUM
  behind(&sum);
  c[i * n + j] = sum + other;
}
// CHECK: remark: left 'returned' alone:
__global__ void returned(int n, const float *a, const float *b, float *c) {
  SUM
  *same(&sum) = 3;
  c[i * n + j] = sum;
}
// CHECK: remark: left 'held' alone:
__global__ void held(int n, const float *a, const float *b, float *c) {
  SUM
  Holder holder{&sum};
  *holder.pointer = 3;
  c[i * n + j] = sum;
}
// CHECK: remark: left 'order' alone:
__global__ void order(int n, const float *a, const float *b, float *c) {
  SUM
  int count = 2;
  counts(&count, count++);
  c[i * n + j] = sum * count;
}
// CHECK: remark: left 'countedTwice' alone:
__global__ void countedTwice(int n, const float *a, const float *b, float *c) {
  SUM
  float kept[4] = {1, 2, 3, 4};
  int at = 0;
  kept[at++] += at;
  c[i * n + j] = sum * kept[0];
}
void run(dim3 g, dim3 t, int n, const float *a, float *c) {
  pointerIsSet<<<g, t>>>(n, a, a, c);
  placeBehind<<<g, t>>>(n, a, a, c);
  returned<<<g, t>>>(n, a, a, c);
  held<<<g, t>>>(n, a, a, c);
  order<<<g, t>>>(n, a, a, c);
  countedTwice<<<g, t>>>(n, a, a, c);
}
