// What may stand around a kernel: macros that break C++ headers after them, parameters that are
// named as the harness names its own, namespaces, structures.
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

struct Point { // its name has an `int`
  int rows, columns;
  const float *elements;
};

namespace {
__global__ void hidden(const float *harness, Point launchGrid, float *launchBlock, int size,
                       Point unused) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && j < launchGrid.columns) {
    float sum = 0.0f;
    for (int k = 0; k < launchGrid.rows; ++k)
      sum += harness[i * launchGrid.rows + k] * launchGrid.elements[k * launchGrid.columns + j];
    launchBlock[i * launchGrid.columns + j] = sum;
  }
}
} // namespace

namespace outer {
namespace row {
static __global__ void mm(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace row
namespace column {
template <typename T>
__global__ void mm(const T *a, const T *b, T *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    T sum = 0;
    for (int p = 0; p < k; ++p)
      sum += a[i * k + p] * b[j * k + p];
    c[i * n + j] = sum;
  }
}
template __global__ void mm<float>(const float *, const float *, float *, int, int, int);
} // namespace column
} // namespace outer
