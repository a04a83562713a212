// RUN: %unchanged
// Generated code cannot name private members.
class Hidden {
  float *data;
  int pitch;

public:
  Hidden(float *from, int width) : data(from), pitch(width) {}
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'hidden' alone: the value of 'data' is not known here
  __device__ float &operator()(int row, int column) const { return data[row * pitch + column]; }
};
__global__ void hidden(int m, int n, int k, Hidden a, Hidden b, Hidden c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a(i, l) * b(l, j);
    c(i, j) = sum;
  }
}
void run(dim3 g, dim3 t, int n, float *a, float *b, float *c) {
  hidden<<<g, t>>>(n, n, n, Hidden(a, n), Hidden(b, n), Hidden(c, n));
}
