// RUN: %unchanged
// Structures whose fields are not known, or are not what one product needs.
struct Matrix {
  int width, stride;
  float *elements;
};
__device__ Matrix part(Matrix A, int row, int column) {
  Matrix found;
  found.stride = A.stride;
  found.elements = A.elements + 16 * (A.stride * row + column);
  return found;
}
__device__ Matrix either(Matrix A, Matrix B, int row) {
  if (row > 3)
    return A;
  return B;
}

__global__ void unset(Matrix A, Matrix B, float *c) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  Matrix rows = part(A, blockIdx.y, 0);
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'unset' alone: what is used here is a variable that has no value yet
  for (int k = 0; k < rows.width; ++k)
    sum += rows.elements[threadIdx.y * rows.stride + k] * B.elements[k * B.stride + j];
  c[i * B.stride + j] = sum;
}
__global__ void choice(Matrix A, Matrix B, float *c) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
// CHECK: {{.*}}.cu:{{[0-9]+}}:{{[0-9]+}}: remark: left 'choice' alone: what is used here is a value that a condition chooses
  Matrix rows = either(A, B, i);
  float sum = 0.0f;
  for (int k = 0; k < A.width; ++k)
    sum += rows.elements[i * rows.stride + k] * B.elements[k * B.stride + j];
  c[i * B.stride + j] = sum;
}
__global__ void diagonal(Matrix A, Matrix B, float *c) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  Matrix rows = {A.width, A.stride + i, A.elements};
  float sum = 0.0f;
  for (int k = 0; k < A.width; ++k)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'diagonal' alone: 'i * rows.stride' is a product of two indices
    sum += rows.elements[i * rows.stride + k] * B.elements[k * B.stride + j];
  c[i * B.stride + j] = sum;
}
__global__ void underCondition(Matrix A, Matrix B, float *c, int m) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  Matrix rows = A;
  if (i < m)
    rows.elements = B.elements;
  float sum = 0.0f;
  for (int k = 0; k < A.width; ++k)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'underCondition' alone: 'rows.elements' is a value that a condition chooses
    sum += rows.elements[i * rows.stride + k] * B.elements[k * B.stride + j];
  c[i * B.stride + j] = sum;
}
void run(dim3 g, dim3 t, Matrix A, Matrix B, float *a, float *c, int n) {
  unset<<<g, t>>>(A, B, c);
  choice<<<g, t>>>(A, B, c);
  diagonal<<<g, t>>>(A, B, c);
  underCondition<<<g, t>>>(A, B, c, n);
}
